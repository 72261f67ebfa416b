//! Content of glyph procedures besides paths: text in other fonts, forms, images, and their nesting limits.

use pdftract::content::Visibility;
use pdftract::unicode::UnicodeSource;
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::sheet::HELVETICA;

use crate::paper::{Paper, codes, text_of};

/// Returns a simple font in which the code of `x` has another text.
fn mapped(paper: &mut Paper, text: &str) -> u32 {
    let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    let map = paper.stream(&format!("1 beginbfchar <78> <{units}> endbfchar"));
    paper.add(&format!(
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode {map} 0 R>>"
    ))
}

#[test]
fn t3_36_inner_text_is_in_the_font_that_the_outer_font_names() {
    let mut paper = Paper::new();
    let (own, of_page) = (mapped(&mut paper, "own"), mapped(&mut paper, "page"));
    let entries = format!("/FirstChar 65/LastChar 65/Widths[900]/Resources<</Font<</N {own} 0 R>>>>");
    let font = paper.type3(&["900 0 d0 BT /N 1000 Tf (x) Tj ET"], &entries);
    // The page gives the same name to another font.
    let document =
        paper.document_with(&format!("{font} 0 R/N {of_page}"), "BT /F1 10 Tf (A) Tj /N 10 Tf (x) Tj ET");
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "ownpage");
}

#[test]
fn t3_38_codes_of_inner_text_are_resolved_by_the_inner_font() {
    let mut paper = Paper::new();
    let greek = mapped(&mut paper, "λόγος");
    let latin = paper.add(HELVETICA);
    let fonts = format!("/Resources<</Font<</G {greek} 0 R/L {latin} 0 R>>>>");
    let font = paper.type3(
        &["900 0 d0 BT /G 1000 Tf (x) Tj /L 1000 Tf (-x) Tj ET"],
        &format!("/FirstChar 65/LastChar 65/Widths[900]{fonts}"),
    );
    let page = paper.document(font, "BT /F1 10 Tf 20 500 Td (AA) Tj ET").glyphs(0).unwrap();
    let texts: Vec<String> = page.glyphs.iter().map(|glyph| page.text(glyph)).collect();
    assert_eq!(texts, ["λόγος-x", "λόγος-x"], "all inner text is the text of the outer glyph");
}

#[test]
fn t3_39_the_outer_width_moves_the_pen_whatever_the_inner_text_measures() {
    // Inner text of 2,167 units, once with `/Widths` and once only with the width of the stream.
    for (entries, width) in [("/FirstChar 65/LastChar 65/Widths[300]", 3.0), ("", 9.0)] {
        let mut paper = Paper::new();
        let inner = paper.add(HELVETICA);
        let font = paper.type3(
            &["900 0 d0 BT /N 1000 Tf (word) Tj ET"],
            &format!("{entries}/Resources<</Font<</N {inner} 0 R>>>>"),
        );
        let page = paper.document(font, "BT /F1 10 Tf 20 500 Td (AA) Tj ET").glyphs(0).unwrap();
        assert_eq!(text_of(&page), "wordword");
        let step = page.glyphs[1].x - page.glyphs[0].x;
        assert!((step - width).abs() < 0.01, "{entries}: {step}");
    }
}

/// Adds `count` Type 3 fonts that show each other, the innermost with text in Helvetica. Returns the number of the
/// outermost.
fn chain_of_fonts(paper: &mut Paper, count: usize) -> u32 {
    let mut inner = paper.add(HELVETICA);
    for _ in 0..count {
        let entries = format!("/FirstChar 65/LastChar 65/Widths[500]/Resources<</Font<</N {inner} 0 R>>>>");
        inner = paper.type3(&["500 0 d0 BT /N 1000 Tf (A) Tj ET"], &entries);
    }
    inner
}

#[test]
fn t3_37_c_22_fonts_inside_fonts_are_followed_to_a_depth_of_eight() {
    let read = |count: usize| {
        let mut paper = Paper::new();
        let font = chain_of_fonts(&mut paper, count);
        text_of(&paper.document(font, "BT /F1 10 Tf 20 500 Td (A) Tj ET").glyphs(0).unwrap())
    };
    assert_eq!(read(8), "A");
    assert_eq!(read(12), "\u{FFFD}", "deeper than that is not followed");
}

/// Adds `count` forms that draw each other, the innermost with an L. Returns the number of the outermost.
fn chain_of_forms(paper: &mut Paper, count: usize) -> u32 {
    let entries = "/Type/XObject/Subtype/Form/BBox[0 0 900 900]";
    let mut inner = paper.builder.add(stream_body(entries, b"100 0 80 700 re 100 0 380 80 re f"));
    for _ in 1..count {
        let entries = format!("{entries}/Resources<</XObject<</X {inner} 0 R>>>>");
        inner = paper.builder.add(stream_body(&entries, b"/X Do"));
    }
    inner
}

#[test]
fn gr_43_t3_24_c_22_forms_inside_glyphs_are_drawn_to_a_depth_of_twenty() {
    let read = |count: usize| {
        let mut paper = Paper::new();
        let form = chain_of_forms(&mut paper, count);
        let entries = format!("/FirstChar 65/LastChar 65/Widths[640]/Resources<</XObject<</X {form} 0 R>>>>");
        let font = paper.type3(&["640 0 d0 /X Do"], &entries);
        text_of(&paper.document(font, "BT /F1 10 Tf 20 500 Td (A) Tj ET").glyphs(0).unwrap())
    };
    assert_eq!(read(20), "L");
    assert_ne!(read(21), "L", "deeper than that is not drawn");
}

/// The rows of an L of 8 by 12 pixels, one bit each; set bits are ink.
const BITMAP: [u8; 12] = [0x60, 0x60, 0x60, 0x60, 0x60, 0x60, 0x60, 0x60, 0x60, 0x60, 0x7E, 0x7E];

/// Returns the text of a font with one glyph, and with an image `/I` among its resources.
fn read_image(glyph: &str, image: &[u8]) -> String {
    let mut paper = Paper::new();
    let entries = "/Type/XObject/Subtype/Image/ImageMask true/Width 8/Height 12/BitsPerComponent 1";
    let image = paper.builder.add(stream_body(entries, image));
    let entries = format!("/FirstChar 65/LastChar 65/Widths[640]/Resources<</XObject<</I {image} 0 R>>>>");
    let font = paper.type3(&[glyph], &entries);
    text_of(&paper.document(font, "BT /F1 10 Tf 20 500 Td (A) Tj ET").glyphs(0).unwrap())
}

#[test]
fn t3_23_w_15_images_inside_glyphs_are_their_ink() {
    let ink_is_one = BITMAP.to_vec();
    let ink_is_zero: Vec<u8> = BITMAP.iter().map(|row| !row).collect();
    let inline = |rows: &[u8], decode: &str| {
        let digits: String = rows.iter().map(|row| format!("{row:02X}")).collect();
        format!("640 0 d0 500 0 0 700 0 0 cm BI /IM true /W 8 /H 12 /BPC 1 /F /AHx {decode} ID {digits}> EI")
    };
    assert_eq!(read_image(&inline(&ink_is_zero, ""), &[]), "L");
    assert_eq!(read_image(&inline(&ink_is_one, "/D[1 0]"), &[]), "L", "inverted");
    assert_eq!(read_image("640 0 d0 500 0 0 700 0 0 cm /I Do", &ink_is_zero), "L", "as an object");
    assert_ne!(read_image(&inline(&ink_is_one, ""), &[]), "L", "ink and paper are not mixed up");
}

#[test]
fn t3_3_each_broken_link_is_reported() {
    let stream = "/q0x 5 0 R";
    for (differences, procs, complaint) in [
        ("[66/q0x]", "", "has no glyph name in the encoding"),
        ("[65/gone]", "", "has a glyph name that CharProcs does not list"),
        ("[65/null]", "/null 99 0 R", "has a glyph whose stream cannot be read"),
    ] {
        let mut paper = Paper::new();
        assert_eq!(paper.stream("500 0 d0 0 0 10 700 re f"), 5);
        let font = paper.add(&format!(
            "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 0 0]\
             /CharProcs<<{stream}{procs}>>/Encoding<</Differences{differences}>>/FirstChar 65/LastChar 65/Widths[500]>>"
        ));
        let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (A) Tj ET");
        assert_eq!(text_of(&document.glyphs(0).unwrap()), "\u{FFFD}");
        let told = document.diagnostics();
        let broken: Vec<_> = told.iter().filter(|one| one.code.as_str() == "TYPE3_GLYPH_BROKEN").collect();
        assert_eq!(broken.len(), 1, "{differences}: {told:?}");
        assert!(broken[0].message.contains(complaint), "{}", broken[0].message);
    }
}

#[test]
fn t3_8_neither_colour_nor_text_state_leaves_a_glyph() {
    let mut paper = Paper::new();
    let inner = paper.add(HELVETICA);
    let font = paper.type3(
        &["500 0 d0 1 g 1 G 9 w 5 0 0 5 9 9 cm q q BT 50 Tc 30 Tw 300 Tz 40 Ts 3 Tr /N 900 Tf (x) Tj"],
        &format!("/FirstChar 65/LastChar 65/Widths[500]/Resources<</Font<</N {inner} 0 R>>>>"),
    );
    let fonts = format!("{font} 0 R/F2 {inner}");
    let document = paper.document_with(&fonts, "BT /F1 10 Tf 20 500 Td (A) Tj /F2 10 Tf (ii) Tj ET");
    let page = document.glyphs(0).unwrap();
    let places: Vec<(f32, f32, f32)> =
        page.glyphs.iter().map(|glyph| (glyph.x, glyph.y, page.size(glyph))).collect();
    assert_eq!(places[1], (25.0, 300.0, 10.0));
    assert!((places[2].0 - 27.22).abs() < 0.01, "no spacing of the glyph is left: {places:?}");
    assert!(page.glyphs.iter().all(|glyph| glyph.visibility == Visibility::Visible), "nor its white ink");
}

#[test]
fn t3_41_widths_alone_do_not_identify_a_glyph() {
    // The widths are those of Helvetica from a to z; the glyphs are all the same knot.
    let widths = "556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500";
    let knot = "500 0 d0 40 w 20 300 m 580 420 l 300 900 l 80 150 l S 200 -200 m 560 260 l 10 640 l S 420 10 90 800 re f";
    let mut paper = Paper::new();
    let font = paper.type3(&[knot; 26], &format!("/FirstChar 65/LastChar 90/Widths[{widths}]"));
    let text = "BT /F1 10 Tf 20 500 Td (THEQUICKBROWNFOXJUMPSOVERTHELAZYDOG) Tj ET";
    let document = paper.document(font, text);
    let page = document.glyphs(0).unwrap();
    assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::Unknown), "{}", text_of(&page));
    assert!(codes(&document).contains(&"GLYPH_UNMAPPED"));
}
