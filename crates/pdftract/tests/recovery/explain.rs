//! `explain` reports the same decisions as the ladder, for every glyph of fonts of all kinds.

use std::sync::Arc;

use pdftract::knowledge::{FontMap, Knowledge};
use pdftract::unicode::RungOutcome;
use pdftract::{Document, Options};
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::fonts::CffFont;
use pdftract_testkit::fonts::cff::Charset;
use pdftract_testkit::sheet::HELVETICA;

use crate::marks::STROKES;
use crate::paper::{Paper, text_of};

/// Returns, for each glyph of the first page, the rung that decided, after checking that its text and confidence are
/// those of the page. Unknown glyphs must have no such rung.
fn answering_rungs(document: &Document) -> Vec<&'static str> {
    let page = document.glyphs(0).unwrap();
    let explain = |glyph| {
        let explanation = document.explain(&page, glyph).unwrap();
        let mut answered = explanation.rungs.iter().filter(|rung| rung.outcome == RungOutcome::Answered);
        let (first, second) = (answered.next(), answered.next());
        assert!(second.is_none(), "one rung answers: {explanation:?}");
        let shown = (page.text(glyph), glyph.confidence());
        let told = first.map(|rung| (rung.text.clone().unwrap_or_default(), rung.confidence.unwrap_or(0.0)));
        assert_eq!(told.unwrap_or(("\u{FFFD}".into(), 0.0)), shown, "{explanation:?}");
        first.map_or("none", |rung| rung.rung)
    };
    page.glyphs.iter().map(explain).collect()
}

#[test]
fn gr_1_explain_names_the_rung_that_names_and_maps_answered() {
    let mut paper = Paper::new();
    // Code 65 has a map, 66 a name, 67 a private value and a name, 68 only a private value, 69 nothing.
    let map = paper.stream("3 beginbfchar <41> <0051> <43> <E001> <44> <E002> endbfchar");
    let font = paper.add(&format!(
        "<</Type/Font/Subtype/Type1/BaseFont/Odd/Encoding<</Differences[65/A/B/C/g77/g78]>>/ToUnicode {map} 0 R>>"
    ));
    let document = paper.document(font, "BT /F1 9 Tf (ABCDE) Tj ET");
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "QBC\u{E002}\u{FFFD}");
    let name = "glyph name in the encoding";
    assert_eq!(answering_rungs(&document), ["ToUnicode", name, name, "private-use character, kept", "none"]);
}

#[test]
fn gr_1_explain_names_the_font_map_above_all() {
    let mut paper = Paper::new();
    paper.add(HELVETICA);
    let bytes = {
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>/Contents 6 0 R>>";
        paper.stream("BT /F1 9 Tf (AB) Tj ET");
        paper.builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
        paper.builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
        paper.builder.set(3, page);
        paper.builder.finish()
    };
    let map = FontMap::read(
        "version = 1\n[[font]]\nname = \"Helvetica\"\n[font.codes]\n65 = \"\u{2013}\"\n".as_bytes(),
    )
    .unwrap();
    let knowledge = Arc::new(Knowledge::default().with(|knowledge| knowledge.font_maps = vec![map]));
    let document =
        Document::open(bytes, &Options::default().with(|options| options.knowledge = knowledge)).unwrap();
    assert_eq!(answering_rungs(&document), ["font map", "glyph name in the encoding"]);
}

#[test]
fn t3_36_explain_names_inner_text_and_the_text_of_the_document() {
    let mut paper = Paper::new();
    let inner = paper.add(HELVETICA);
    let font = paper.type3(
        &["900 0 d0 BT /N 1000 Tf (word) Tj ET", "500 0 d0"],
        &format!("/FirstChar 65/LastChar 66/Widths[900 500]/Resources<</Font<</N {inner} 0 R>>>>"),
    );
    let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (AB) Tj ET");
    assert_eq!(answering_rungs(&document), ["Type 3 glyph procedure"; 2]);

    let mut paper = Paper::new();
    let font = crate::spelled_font(&mut paper, |code| format!("a{code}"), "");
    let rungs = answering_rungs(&paper.document(font, crate::OT1_TEXT));
    assert!(rungs.iter().all(|rung| *rung == "TeX encoding"), "{rungs:?}");
}

#[test]
fn gr_27_explain_names_shapes_and_outlines_of_other_fonts() {
    let mut paper = Paper::new();
    let glyphs: Vec<String> = STROKES.iter().map(|(strokes, _)| format!("640 0 d0 80 w {strokes}")).collect();
    let glyphs: Vec<&str> = glyphs.iter().map(String::as_str).collect();
    let widths = "/FirstChar 65/LastChar 71/Widths[640 640 640 640 640 640 640]";
    let map = paper.stream("3 beginbfchar <41> <0161> <42> <0162> <43> <0163> endbfchar");
    let known = paper.type3(&glyphs, &format!("{widths}/ToUnicode {map} 0 R"));
    let mute = paper.type3(&glyphs, widths);
    let fonts = format!("{known} 0 R/F2 {mute}");
    let content = "BT /F1 12 Tf 20 500 Td (ABC) Tj /F2 12 Tf 0 -20 Td (ABCDEFG) Tj ET";
    let rungs = answering_rungs(&paper.document_with(&fonts, content));
    assert_eq!(rungs[..3], ["ToUnicode"; 3]);
    let is_text = |rung: &&str| ["same outline in another font", "context in the document"].contains(rung);
    assert!(rungs[3..].iter().all(is_text), "{rungs:?}");
}

/// Returns a letter L as a charstring.
fn letter_l() -> Vec<u8> {
    let corners: [(i16, i16); 6] = [(80, 0), (440, 0), (0, 85), (-345, 0), (0, 630), (-95, 0)];
    let number = |value: i16| [vec![28], value.to_be_bytes().to_vec()].concat();
    let step = |(index, (x, y)): (usize, &(i16, i16))| {
        [number(*x), number(*y), vec![if index == 0 { 21 } else { 5 }]].concat()
    };
    corners.iter().enumerate().flat_map(step).chain([14]).collect()
}

#[test]
fn gr_38_c_7_explain_names_the_shape_unless_a_private_character_is_kept() {
    let mut paper = Paper::new();
    // CIDs 1 and 2 are the letter, 3 is blank; 2 has a private value.
    let charset = Charset::Table(vec![0, 0, 1, 0, 2, 0, 3]);
    let char_strings = vec![vec![14], letter_l(), letter_l(), vec![14]];
    let program = CffFont { char_strings, charset, is_cid: true, ..CffFont::default() };
    let program = paper.builder.add(stream_body("/Subtype/CIDFontType0C", &program.build()));
    let map = paper.stream(
        "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0002> <E001> endbfchar",
    );
    let descriptor =
        paper.add(&format!("<</Type/FontDescriptor/FontName/X/Flags 4/FontFile3 {program} 0 R>>"));
    let cid_font = paper.add(&format!(
        "<</Type/Font/Subtype/CIDFontType0/BaseFont/X/DW 600/FontDescriptor {descriptor} 0 R\
         /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>"
    ));
    let font = paper.add(&format!(
        "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[{cid_font} 0 R]\
         /ToUnicode {map} 0 R>>"
    ));
    let document = paper.document(font, "BT /F1 10 Tf 20 300 Td <000100020003> Tj ET");
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "L\u{E001} ");
    let rungs = answering_rungs(&document);
    assert!(["glyph shape", "context in the document"].contains(&rungs[0]), "{rungs:?}");
    assert_eq!(rungs[1..], ["private-use character, kept", "glyph shape"]);
}
