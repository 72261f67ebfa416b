//! Page facts: counts and measures of text, images and drawings.

use pdftract_testkit::builder::stream_body;
use pdftract_testkit::sheet::{HELVETICA, Sheet};

use super::open;

#[test]
fn text_is_counted_by_visibility_and_source() {
    let content = "BT /F1 10 Tf 20 300 Td (Ab cd) Tj 0 -50 Td 3 Tr (xyz) Tj 0 Tr 0 -900 Td (off) Tj ET \
                   BT /F1 10 Tf 0 1 -1 0 200 100 Tm (up) Tj ET";
    let document = open(Sheet::new(300, 400).font(HELVETICA).font(HELVETICA).content(content).bytes());
    let profile = document.page_profile(0).unwrap();
    assert_eq!((profile.width, profile.height, profile.rotation), (300.0, 400.0, 0));
    assert_eq!((profile.fonts, profile.glyphs), (1, 9), "spaces and glyphs off the page do not count");
    assert_eq!((profile.hidden_glyphs, profile.inkless_glyphs, profile.turned_glyphs), (3, 3, 2));
    assert_eq!((profile.unmapped_glyphs, profile.recovered_glyphs), (0, 0));
    assert!(profile.text_share > 0.001 && profile.text_share < 0.01, "{profile:?}");
    assert!(profile.hidden_text_share > 0.0 && profile.hidden_text_share < profile.text_share);
}

#[test]
fn images_and_paths_are_measured() {
    let image = stream_body("/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", &[0]);
    let (sheet, number) = Sheet::new(300, 400).object(image);
    // Two strips of a quarter of the page each, two lines in one stroke, a filled box and a letter-like shape.
    let content = "q 300 0 0 100 0 300 cm /I Do Q q 300 0 0 100 0 200 cm /I Do Q \
                   10 10 m 100 10 l 10 50 m 100 50 l S 20 20 50 50 re f \
                   10 100 m 20 100 l 20 110 l 15 115 l 12 112 l 10 110 l f";
    let document = open(sheet.resource(&format!("/XObject<</I {number} 0 R>>")).content(content).bytes());
    let profile = document.page_profile(0).unwrap();
    assert_eq!((profile.images, profile.largest_image_share, profile.image_share), (2, 0.25, 0.5));
    assert_eq!((profile.strokes, profile.fills, profile.outlines), (1, 2, 1));
    assert_eq!((profile.rules, profile.glyphs, profile.fonts), (2, 0, 0));
    assert_eq!(document.page_profile(1), None);
}
