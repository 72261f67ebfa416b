//! Annotations and form fields: what a viewer shows of them becomes text.

use pdftract::content::{RunOrigin, Visibility};
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::sheet::{HELVETICA, Sheet};

use super::{Read, at, sheet, text_of};

#[test]
fn annotations_and_fields_are_drawn_at_their_position() {
    let appearance = stream_body(
        "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 4 0 R>>>>",
        b"BT /F1 10 Tf 2 5 Td (seen) Tj ET",
    );
    let (sheet, form) = sheet().font(HELVETICA).object(appearance);
    let annotations = format!(
        "/Annots[<</Subtype/Stamp/Rect[50 100 250 140]/AP<</N {form} 0 R>>>>\
         <</Subtype/Stamp/F 2/Rect[50 200 250 240]/AP<</N {form} 0 R>>>>\
         <</Subtype/Widget/FT/Tx/T(name)/V(Ada L)/Rect[20 300 120 320]/DA(/Helv 9 Tf 0 g)>>\
         <</Subtype/Link/Rect[0 0 9 9]>>]"
    );
    let page = sheet.page(&annotations).content("").glyphs();
    assert_eq!(text_of(&page), "seenseenAda L");
    // The box of 100 by 20 is drawn over 200 by 40.
    at(&page, 0, 54.0, 290.0);
    assert_eq!(page.run(&page.glyphs[0]).unwrap().origin, RunOrigin::Annotation);
    assert_eq!(page.glyphs[4].visibility, Visibility::LayerOff, "hidden annotations are");
    let value = page.glyphs[8];
    assert_eq!(page.run(&value).unwrap().origin, RunOrigin::FormValue);
    assert!((20.0..30.0).contains(&value.x) && (80.0..100.0).contains(&value.y));
}

/// Check boxes have an appearance for each state; the flag of push buttons is left out by some producers.
#[test]
fn buttons_without_states_show_their_caption() {
    let appearance = stream_body(
        "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 4 0 R>>>>",
        b"BT /F1 10 Tf 2 5 Td (Reset) Tj ET",
    );
    let (sheet, form) = sheet().font(HELVETICA).object(appearance);
    let button = "<</Subtype/Widget/FT/Btn/V/Off/Rect";
    let annotations = format!(
        "/Annots[{button}[50 100 250 140]/AP<</N {form} 0 R>>>>\
         {button}[50 200 60 210]/AP<</N<</On {form} 0 R>>>>>>]"
    );
    assert_eq!(text_of(&sheet.page(&annotations).content("").glyphs()), "Reset\u{2610}");
}

#[test]
fn annotations_that_are_objects_are_left_out_only_if_they_show_nothing() {
    let appearance = stream_body(
        "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 4 0 R>>>>",
        b"BT /F1 10 Tf 2 5 Td (seen) Tj ET",
    );
    let (sheet, form) = sheet().font(HELVETICA).object(appearance);
    let rect = "/Rect[50 100 250 140]";
    let objects = [
        format!("<</Type/Annot/Subtype/Link{rect}/Contents(nothing to see)>>"),
        format!("<</Type/Annot/Subtype/Link{rect}/AP<</N {form} 0 R>>>>"),
        format!("<</Type/Annot/Subtype /Link{rect}/A#50<</N {form} 0 R>>>>"),
        format!("<</Type/Annot/Subtype/FreeText/Contents(/Link){rect}>>"),
        format!("<</Type/Annot/Subtype/Link{rect}/Contents(endobj)/AP<</N {form} 0 R>>>>"),
    ];
    let (sheet, numbers) = objects.into_iter().fold((sheet, Vec::new()), |(sheet, mut numbers), object| {
        let (sheet, number) = sheet.object(object);
        numbers.push(format!("{number} 0 R"));
        (sheet, numbers)
    });
    let page = sheet.page(&format!("/Annots[{}]", numbers.join(" "))).content("").glyphs();
    assert_eq!(text_of(&page), "seenseen/Linkseen");
}

/// A page with a list box of three entries, whose appearance shows none, as LibreOffice writes it.
fn list_box(catalog: &str, entries: &str) -> Sheet {
    let empty =
        stream_body("/Type/XObject/Subtype/Form/BBox[0 0 100 60]", b"1 g 0 0 100 60 re f /Tx BMC EMC");
    let (sheet, form) = sheet().font(HELVETICA).object(empty);
    sheet
        .catalog(catalog)
        .page(&format!(
            "/Annots[<</Subtype/Widget/FT/Ch/T(list)/Opt[(one)[(2)(two)](three)]/DA(/Helv 12 Tf 0 g)\
             /AP<</N {form} 0 R>>{entries}>>]"
        ))
        .content("")
}

const NEEDS_APPEARANCES: &str = "/AcroForm<</Fields[]/NeedAppearances true>>";
/// Room for four lines.
const HIGH: &str = "/Rect[20 300 120 360]";

#[test]
fn entries_of_a_list_box_are_shown_if_viewers_must_draw_it() {
    let page = list_box(NEEDS_APPEARANCES, HIGH).glyphs();
    assert_eq!(text_of(&page), "onetwothree");
    assert_eq!(page.run(&page.glyphs[0]).unwrap().origin, RunOrigin::FormValue);
    assert!(page.glyphs[3].y > page.glyphs[0].y + 12.0, "each entry is a line");
    assert_eq!(
        text_of(&list_box("/AcroForm<</Fields[]>>", HIGH).glyphs()),
        "",
        "the empty appearance is shown"
    );
}

#[test]
fn a_list_box_shows_the_entries_from_its_top_index_that_fit() {
    assert_eq!(text_of(&list_box(NEEDS_APPEARANCES, "/TI 1/Rect[20 300 120 360]").glyphs()), "twothree");
    assert_eq!(text_of(&list_box(NEEDS_APPEARANCES, "/Rect[20 300 120 330]").glyphs()), "onetwo");
    // A combo box shows its value, not its entries.
    assert_eq!(
        text_of(&list_box(NEEDS_APPEARANCES, "/Ff 131072/V(two)/Rect[20 300 120 360]").glyphs()),
        "two"
    );
}
