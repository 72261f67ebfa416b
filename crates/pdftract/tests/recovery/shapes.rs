//! Type 3 fonts from their dictionary to the span, item by item.

use pdftract::font::FontKind;
use pdftract::output::model::Page;
use pdftract::unicode::UnicodeSource;
use pdftract::{Detail, Document, ExtractOptions};

use crate::marks::STROKES;
use crate::paper::{Paper, codes, text_of};

/// A font of strokes with a width for each, from code 65 on, and further entries.
fn stroked(paper: &mut Paper, entries: &str) -> u32 {
    let glyphs: Vec<String> = STROKES.iter().map(|(strokes, _)| format!("640 0 d0 80 w {strokes}")).collect();
    let glyphs: Vec<&str> = glyphs.iter().map(String::as_str).collect();
    let widths = "/FirstChar 65/LastChar 71/Widths[640 640 640 640 640 640 640]";
    paper.type3(&glyphs, &format!("{widths}{entries}"))
}

fn record(document: &Document) -> Page {
    document.page_record(0, &ExtractOptions::default().detail(Detail::Glyphs)).unwrap()
}

/// The letters of [`STROKES`] in order, as codes.
const ALL: &str = "BT /F1 12 Tf 20 500 Td (ABCDEFG) Tj ET";

#[test]
fn t3_1_t3_2_w_12_codes_lead_through_the_encoding_to_streams() {
    let mut paper = Paper::new();
    let stream = paper.stream("640 0 d0 80 w 100 700 m 100 40 l 480 40 l S");
    let font = paper.add(&format!(
        "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 10 10]/Resources<<>>\
         /CharProcs<</here {stream} 0 R>>/Encoding<</Differences[7/gone 9/here]>>/FirstChar 9/LastChar 9/Widths[640]>>"
    ));
    let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (\\011\\007) Tj ET");
    let page = document.glyphs(0).unwrap();
    assert_eq!(text_of(&page), "L\u{FFFD}", "also where the box of the font leaves no room for its glyphs");
    assert!((page.glyphs[1].x - 26.4).abs() < 0.01, "the width of code 9 moves the pen");
}

#[test]
fn t3_13_t3_22_shapes_are_read_regardless_of_the_font_box() {
    for entries in ["", "/Name/F1", "/FontDescriptor<</FontBBox[0 0 1 1]>>"] {
        let mut paper = Paper::new();
        let font = stroked(&mut paper, entries);
        let page = paper.document(font, ALL).glyphs(0).unwrap();
        assert_eq!(text_of(&page), "AFLTYEV", "{entries}");
        let is_seen = |source| matches!(source, UnicodeSource::ShapeMatch | UnicodeSource::Context);
        assert!(page.glyphs.iter().all(|glyph| is_seen(glyph.source)));
    }
}

#[test]
fn gr_40_t3_10_maps_and_names_come_before_shapes() {
    let mut paper = Paper::new();
    let stream = paper.stream("640 0 d0 80 w 100 700 m 100 40 l 480 40 l S");
    let map = paper.stream("1 beginbfchar <42> <0051> endbfchar");
    let font = paper.add(&format!(
        "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 0 0]/ToUnicode {map} 0 R\
         /CharProcs<</uni00DF {stream} 0 R/a.alt {stream} 0 R/none {stream} 0 R/u1F600 {stream} 0 R>>\
         /Encoding<</Differences[65/uni00DF/none/a.alt/u1F600]>>/FirstChar 65/LastChar 68/Widths[640 640 640 640]>>"
    ));
    let page = paper.document(font, "BT /F1 10 Tf 20 500 Td (ABCD) Tj ET").glyphs(0).unwrap();
    assert_eq!(text_of(&page), "ßQa\u{1F600}");
    let sources: Vec<UnicodeSource> = page.glyphs.iter().map(|glyph| glyph.source).collect();
    assert_eq!(sources[..3], [UnicodeSource::Agl, UnicodeSource::ToUnicode, UnicodeSource::Agl]);
}

#[test]
fn gr_41_gr_42_every_operator_draws() {
    // The same L: filled and stroked, closed or not, moved by the matrix, inside q and Q, and with operators that
    // draw nothing.
    let streams = [
        "640 0 d0 100 0 m 480 0 l 480 80 l 180 80 l 180 700 l 100 700 l h f",
        "640 0 d0 100 0 m 480 0 l 480 80 l 180 80 l 180 700 l 100 700 l F",
        "640 0 d0 100 0 80 700 re 100 0 380 80 re f*",
        "640 0 0 0 500 700 d1 q 0.5 0 0 0.5 0 0 cm 200 0 160 1400 re 200 0 760 160 re f Q",
        "640 0 d0 80 w 140 700 m 140 40 l 480 40 l S",
        "640 0 d0 80 w 140 700 m 140 40 l 480 40 l 140 40 l s",
        "640 0 d0 2 w 100 0 m 480 0 l 480 80 l 180 80 l 180 700 l 100 700 l h B",
        "640 0 d0 2 w 100 0 m 480 0 l 480 80 l 180 80 l 180 700 l 100 700 l b",
        "640 0 d0 2 w 100 0 m 480 0 l 480 80 l 180 80 l 180 700 l 100 700 l b*",
        "640 0 d0 2 w 100 0 m 480 0 l 480 80 l 180 80 l 180 700 l 100 700 l h B*",
        "640 0 d0 1 0 0 rg 0.5 G 0 0 900 900 re n 0 0 900 900 re W n 100 0 80 700 re 100 0 380 80 re f",
        "640 0 d0 100 0 m 220 0 360 0 480 0 c 480 20 480 80 v 480 80 180 80 y 180 700 l 100 700 l h f",
    ];
    for stream in streams {
        let mut paper = Paper::new();
        let font = paper.type3(&[stream], "/FirstChar 65/LastChar 65/Widths[640]");
        let document = paper.document(font, "BT /F1 12 Tf 20 500 Td (A) Tj ET");
        assert_eq!(text_of(&document.glyphs(0).unwrap()), "L", "{stream}");
        assert!(!codes(&document).contains(&"GLYPH_UNMAPPED"));
    }
}

#[test]
fn t3_24_a_form_inside_a_glyph_is_drawn() {
    let mut paper = Paper::new();
    let form = paper.builder.add(pdftract_testkit::builder::stream_body(
        "/Type/XObject/Subtype/Form/BBox[0 0 900 900]/Matrix[2 0 0 2 0 0]",
        b"50 0 40 350 re 50 0 190 40 re f",
    ));
    let entries = format!("/FirstChar 65/LastChar 65/Widths[640]/Resources<</XObject<</X {form} 0 R>>>>");
    let font = paper.type3(&["640 0 d0 /X Do"], &entries);
    let page = paper.document(font, "BT /F1 12 Tf 20 500 Td (A) Tj ET").glyphs(0).unwrap();
    assert_eq!(text_of(&page), "L");
}

#[test]
fn t3_46_t3_47_spans_have_font_type_and_source() {
    let mut paper = Paper::new();
    let font = stroked(&mut paper, "");
    let page = record(&paper.document(font, ALL));
    let spans: Vec<_> =
        page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans).collect();
    assert!(!spans.is_empty());
    for span in spans {
        assert_eq!(span.font_type, FontKind::Type3);
        assert!(matches!(span.unicode_source, UnicodeSource::ShapeMatch | UnicodeSource::Context));
        assert!(span.min_confidence <= span.confidence && span.confidence < 0.85, "{span:?}");
    }
}

#[test]
fn t3_47_c_3_each_source_of_a_type_3_font_has_its_confidence() {
    let mut paper = Paper::new();
    let map = paper.stream("1 beginbfchar <41> <0051> endbfchar");
    let letter = paper.stream("640 0 d0 80 w 100 700 m 100 40 l 480 40 l S");
    let blank = paper.stream("640 0 d0");
    let font = paper.add(&format!(
        "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 0 0]/ToUnicode {map} 0 R\
         /CharProcs<</x1y {letter} 0 R/R {letter} 0 R/uni0053 {letter} 0 R/x2y {blank} 0 R/x3y {letter} 0 R>>\
         /Encoding<</Differences[65/x1y/R/uni0053/x2y/gone/x3y]>>/FirstChar 65/LastChar 70/Widths[640 640 640 640 640 640]>>"
    ));
    let page = paper.document(font, "BT /F1 10 Tf 20 500 Td (ABCDEF) Tj ET").glyphs(0).unwrap();
    let found: Vec<_> = page.glyphs.iter().map(|glyph| (glyph.source, glyph.confidence_percent)).collect();
    assert_eq!(found[0], (UnicodeSource::ToUnicode, 100));
    assert_eq!(found[1], (UnicodeSource::Agl, 90));
    assert_eq!(found[2], (UnicodeSource::Agl, 95));
    assert_eq!(found[3], (UnicodeSource::ShapeMatch, 90), "no ink and the width of a space");
    assert_eq!(found[4], (UnicodeSource::Unknown, 0));
    assert!(matches!(found[5], (UnicodeSource::ShapeMatch | UnicodeSource::Context, 50..=84)), "{found:?}");
}

#[test]
fn t3_48_c_9_c_10_unknown_text_is_not_readable_and_counts() {
    let mut paper = Paper::new();
    let font = paper.add(
        "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 0 0]/CharProcs<<>>\
         /Encoding<</Differences[65/gone]>>/FirstChar 65/LastChar 65/Widths[640]>>",
    );
    let document = paper.document(font, "BT /F1 12 Tf 20 500 Td (AAAA) Tj ET");
    let page = record(&document);
    let span = &page.blocks[0].lines[0].spans[0];
    assert_eq!(
        (span.text.as_str(), span.unicode_source),
        ("\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", UnicodeSource::Unknown)
    );
    assert!(!span.readable && span.confidence == 0.0);
    assert_eq!(span.raw_glyphs, [65; 4]);
    assert_eq!(page.recovery.unmapped, 4);
    assert!(page.readability.score < 0.5 && page.readability.ocr_recommended, "{:?}", page.readability);
}

#[test]
fn gr_26_without_a_program_outlines_are_skipped() {
    let mut paper = Paper::new();
    let font = paper.add(
        "<</Type/Font/Subtype/Type1/BaseFont/Mute/Encoding<</Differences[65/g1/g2]>>/FirstChar 65/LastChar 66\
         /Widths[500 500]>>",
    );
    let page = paper.document(font, "BT /F1 12 Tf 20 500 Td (AB) Tj ET").glyphs(0).unwrap();
    assert_eq!(text_of(&page), "\u{FFFD}\u{FFFD}");
    assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::Unknown));
}
