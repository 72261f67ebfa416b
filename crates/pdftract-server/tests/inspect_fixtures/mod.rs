//! Documents for tests of the inspector, also written to files for the test in a real browser.

// Each of the two programs uses a part of it.
#![allow(dead_code, clippy::indexing_slicing)]

use pdftract_testkit::builder::{simple_builder, simple_document, text_page};

/// Markup that would set `window.hacked` if it were ever taken for markup.
pub(crate) const MARKUP: &str = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>";

/// A document whose title, text, outline, attachment, page label, font name, link and comment are markup.
pub(crate) fn hostile() -> Vec<u8> {
    let mut builder =
        simple_builder(&[&text_page(MARKUP), &text_page("</pre></script><svg onload=window.hacked=1>")]);
    let font = pdf_name(MARKUP);
    builder.set(3, format!("<</Type/Font/Subtype/Type1/BaseFont/{font}/Encoding/WinAnsiEncoding>>"));
    let info = builder.add(format!("<</Title({MARKUP})/Author({MARKUP})/Producer({MARKUP})>>"));
    let file = builder.add_stream("/Type/EmbeddedFile", b"data");
    let spec = builder.add(format!("<</Type/Filespec/F({MARKUP})/UF({MARKUP})/EF<</F {file} 0 R>>>>"));
    let item = builder.next_number();
    builder.add(format!("<</Title({MARKUP})/Parent {} 0 R/Dest[4 0 R/Fit]>>", item + 1));
    let outline = builder.add(format!("<</Type/Outlines/First {item} 0 R/Last {item} 0 R/Count 1>>"));
    let link = builder
        .add("<</Type/Annot/Subtype/Link/Rect[72 690 400 712]/A<</S/URI/URI(javascript:window.hacked=1)>>>>");
    let note =
        builder.add(format!("<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents({MARKUP})/T({MARKUP})>>"));
    builder.set(
        4,
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R\
             /Annots[{link} 0 R {note} 0 R]>>"
        ),
    );
    builder.set(
        1,
        format!(
            "<</Type/Catalog/Pages 2 0 R/Outlines {outline} 0 R/Names<</EmbeddedFiles<</Names[({MARKUP}) {spec} 0 R]>>>>\
             /PageLabels<</Nums[0<</P({MARKUP})>>]>>>>"
        ),
    );
    builder.trailer_extra(&format!("/Info {info} 0 R"));
    builder.finish()
}

fn pdf_name(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("#{byte:02X}")
                }
            },
        )
        .collect()
}

/// A document with a glyph that nothing identifies for certain: a drawing of a Type 3 font, code 0x61 with the name `g1`.
pub(crate) fn unknown_glyph() -> Vec<u8> {
    let content = "BT /F1 14 Tf 72 700 Td (The parcel arrived on Monday and weighed ) Tj /F2 14 Tf (a) Tj \
                   /F1 14 Tf ( pounds.) Tj 0 -22 Td (Its label was read twice before it was opened again.) Tj ET\n";
    let mut builder = simple_builder(&[content]);
    let glyph = builder.add_stream("", b"700 0 0 0 700 700 d1 0 0 700 60 re f 0 640 700 60 re f 320 60 60 580 re f 60 200 m 300 300 l 60 400 l f \
          640 200 m 400 300 l 640 400 l f 100 480 80 80 re f 520 480 80 80 re f");
    let font = builder.add(format!(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 700 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[700]\
         /Encoding<</Type/Encoding/Differences[97/g1]>>/CharProcs<</g1 {glyph} 0 R>>/Resources<<>>>>"
    ));
    builder.set(
        4,
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R/F2 {font} 0 R>>>>/Contents 5 0 R>>"
        ),
    );
    builder.finish()
}

/// A document of many pages with paragraphs.
pub(crate) fn many_pages(count: usize) -> Vec<u8> {
    let pages: Vec<String> = (1..=count).map(dense_page).collect();
    simple_document(&pages.iter().map(String::as_str).collect::<Vec<_>>())
}

fn dense_page(number: usize) -> String {
    let words = [
        "harbour", "letters", "morning", "the", "of", "a", "vessel", "carried", "under", "quiet", "light",
        "river",
    ];
    let mut content = format!("BT /F1 18 Tf 72 720 Td (Chapter {number}) Tj /F1 11 Tf 0 -30 Td\n");
    for line in 0..38 {
        let text: Vec<&str> = (0..11)
            .map(|word| words[(number * 7 + line * 5 + word * (3 + line % 4)) % words.len()])
            .collect();
        content.push_str(&format!("({}) Tj 0 -16 Td\n", text.join(" ")));
    }
    content + "ET\n"
}

/// A document with visible and invisible text.
pub(crate) fn hidden_text() -> Vec<u8> {
    simple_document(&[
        "BT /F1 14 Tf 72 700 Td (Visible words here) Tj 3 Tr 0 -40 Td (secret words there) Tj ET\n",
    ])
}

/// Two versions of a document: the second has a page in front and another word.
pub(crate) fn two_versions() -> [Vec<u8>; 2] {
    let page = |lines: [&str; 3]| {
        let [first, second, third] = lines;
        format!("BT /F1 14 Tf 72 700 Td ({first}) Tj 0 -22 Td ({second}) Tj 0 -22 Td ({third}) Tj ET\n")
    };
    let front = page(["Annual report", "of the harbour office", "second edition"]);
    let body = |day| {
        let first = format!("The vessel left the harbour on {day} with seven letters");
        page([
            &first,
            "and the morning mail for all villages on the river.",
            "Nobody saw it again before the winter.",
        ])
    };
    [simple_document(&[&body("Tuesday")]), simple_document(&[&front, &body("Friday")])]
}
