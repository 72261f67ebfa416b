//! Records of pages: spans and their offsets, links, lists, tables, and the properties of the page as a whole.

use pdftract::layout::{IndexRange, LayoutCell, LayoutTable};
use pdftract::output::model::{Block, EmptyReason, Page, PageType, Quality, QualitySignal, Span};
use pdftract::structure::Role;
use pdftract::{Document, ExtractOptions, Options};
use proptest::prelude::*;

use crate::paper::{Sheet, bytes, document, lines};

fn record(content: &str) -> Page {
    document(&[content]).page_record(0, &ExtractOptions::default()).unwrap()
}

fn spans(page: &Page) -> Vec<&Span> {
    page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans).collect()
}

fn texts<'p>(page: &'p Page) -> Vec<&'p str> {
    spans(page).iter().map(|span| span.text.as_str()).collect::<Vec<&'p str>>()
}

/// Asserts that offsets ascend, do not overlap and match the text, and that only white space is between them.
fn check_places(block: &Block) {
    let characters: Vec<char> = block.text.chars().collect();
    let mut end = 0;
    for span in block.lines.iter().flat_map(|line| &line.spans) {
        let (from, to) = (span.start as usize, span.end as usize);
        assert!(end <= from && from < to && to <= characters.len(), "{block:?}");
        let between: String = characters[end..from].iter().collect();
        assert!(between.trim().is_empty(), "{between:?} belongs to no span");
        assert_eq!(characters[from..to].iter().collect::<String>(), span.text);
        assert_eq!(span.text.trim_matches(' '), span.text);
        end = to;
    }
    assert!(characters[end..].iter().all(|c| c.is_whitespace()));
    for cell in block.table.iter().flat_map(|table| &table.cells) {
        let text: String = characters[cell.start as usize..cell.end as usize].iter().collect();
        assert_eq!(text, cell.text);
    }
}

#[test]
fn spans_share_a_look_and_spaces_belong_to_none() {
    let page = record(&lines(&[
        "(Plain and ) Tj /F2 10 Tf (bold) Tj /F1 10 Tf (, then ) Tj /F3 10 Tf (slanted text) Tj",
    ]));
    assert_eq!(texts(&page), ["Plain and", "bold", ", then", "slanted text"]);
    let found = spans(&page);
    assert_eq!(found.iter().map(|span| span.weight).collect::<Vec<_>>(), [400, 700, 400, 400]);
    assert!(found[3].italic && !found[0].italic);
    assert_eq!(found[0].font, "Helvetica");
    assert_eq!((found[0].start, found[0].end, found[1].start), (0, 9, 10));
    assert_eq!(page.blocks[0].text, "Plain and bold, then slanted text");
    page.blocks.iter().for_each(check_places);
}

#[test]
fn pages_of_the_style_sample_are_the_pages_that_are_written() {
    let (first, second) = (lines(&["(A heading) Tj", "(and text) Tj"]), lines(&["(More text) Tj"]));
    let contents = [first.as_str(), second.as_str(), "BT /F9 10 Tf 20 200 Td (no such font) Tj ET"];
    let by_default = document(&contents).record(&ExtractOptions::default()).unwrap();
    // Pages without tags have the same layout, but they are not taken from the style sample.
    let anew = document(&contents).record(&ExtractOptions::default().ignore_tags(true)).unwrap();
    assert_eq!(
        serde_json::to_string(&by_default.pages).unwrap(),
        serde_json::to_string(&anew.pages).unwrap()
    );
    assert!(!by_default.pages[2].diagnostics.is_empty());
}

#[test]
fn a_space_of_another_font_does_not_cut_a_span() {
    let page = record(&lines(&["(two) Tj /F4 10 Tf ( ) Tj /F1 10 Tf (words) Tj"]));
    assert_eq!(texts(&page), ["two words"]);
}

#[test]
fn gr_2_confidence_is_the_mean_over_characters() {
    let page = record(&lines(&["(sure) Tj"]));
    let span = spans(&page)[0];
    assert_eq!(span.unicode_source.as_str(), "agl");
    assert_eq!((span.confidence, span.min_confidence), (0.9, 0.9));
    assert_eq!((span.quality, span.readable), (Quality::High, true));
    assert_eq!(
        page.recovery.by_source.iter().map(|(s, n)| (s.as_str(), *n)).collect::<Vec<_>>(),
        [("agl", 4)]
    );
}

#[test]
fn rv_38_unknown_glyphs_form_separate_spans() {
    let page = record(&lines(&["(known ) Tj /F5 10 Tf (ABCD) Tj"]));
    let found = spans(&page);
    assert_eq!(texts(&page), ["known", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"]);
    assert_eq!((found[1].quality, found[1].readable), (Quality::Garbled, false));
    assert_eq!(found[1].quality_signals, [QualitySignal::ReplacementChars]);
    assert_eq!(found[1].raw_glyphs, [65, 66, 67, 68]);
    assert_eq!(page.recovery.unmapped, 4);
    assert_eq!(page.readability.score, 0.556);
    assert_eq!(page.readability.block_scores, [0.556]);
    assert_eq!(page.page_type, PageType::Text);
}

#[test]
fn a_page_of_unknown_glyphs_is_broken_and_recommends_ocr() {
    let page = record("BT /F5 10 Tf 20 300 Td (ABCDABCD) Tj ET");
    assert_eq!(page.page_type, PageType::BrokenText);
    assert!(page.readability.ocr_recommended);
    assert_eq!(page.readability.score, 0.0);
}

#[test]
fn a_page_without_text_gives_the_reason() {
    let reason = |content: &str| {
        let page = record(content);
        (page.empty_because, page.page_type)
    };
    assert_eq!(reason("0 0 m 10 10 l S"), (Some(EmptyReason::NothingDrawn), PageType::Blank));
    let picture = "q 300 0 0 400 0 0 cm BI /W 1/H 1/BPC 8/CS/G ID \u{1}EI Q";
    assert_eq!(reason(picture), (Some(EmptyReason::OnlyPictures), PageType::Scanned));
    let hidden = "BT /F1 10 Tf 20 3000 Td (off the page) Tj ET";
    assert_eq!(reason(hidden), (Some(EmptyReason::AllLeftOut), PageType::Blank));
    assert_eq!(reason("BT /F1 10 Tf 20 300 Td (seen) Tj ET"), (None, PageType::Text));
    assert!(record(picture).readability.ocr_recommended);
}

#[test]
fn facts_of_the_page_and_the_way_back_to_pdf() {
    let page = record(&lines(&["(x) Tj"]));
    assert_eq!((page.page_index, page.page_number, page.page_label.as_deref()), (0, 1, Some("i")));
    assert_eq!((page.width, page.height, page.rotation), (300.0, 400.0, 0));
    assert_eq!(page.to_pdf, [1.0, 0.0, 0.0, -1.0, 0.0, 400.0]);
    assert_eq!(page.blocks[0].id, "p1-b1");
}

#[test]
fn links_belong_to_the_spans_they_cover() {
    let link = "<</Type/Annot/Subtype/Link/Rect[45 375 80 392]/A<</S/URI/URI(https://example.org/a)>>>>\
                <</Type/Annot/Subtype/Link/Rect[0 350 300 372]/Dest[0/Fit]>>";
    let file = bytes(&[&lines(&["(Read the paper today) Tj", "", "(Back) Tj"])], link);
    let document = Document::open(file, &Options::default()).unwrap();
    let page = document.page_record(0, &ExtractOptions::default()).unwrap();
    let linked: Vec<&Span> = spans(&page).into_iter().filter(|span| span.link.is_some()).collect();
    assert_eq!(linked.iter().map(|span| span.text.as_str()).collect::<Vec<_>>(), ["the pap", "Back"]);
    assert_eq!(linked[0].link.as_ref().unwrap().uri.as_deref(), Some("https://example.org/a"));
    assert_eq!(linked[1].link.as_ref().unwrap().page_index, Some(0));
    page.blocks.iter().for_each(check_places);
}

#[test]
fn a_list_item_has_its_marker() {
    let mut sheet = Sheet::new(&lines(&["(1) Tj /F2 10 Tf (. First of) Tj", "/F1 10 Tf (all) Tj"]));
    sheet.block(Role::ListItem, 2, 2).marker = 3;
    let page = sheet.record();
    let list = page.blocks[0].list.as_ref().unwrap();
    assert_eq!((list.marker.as_str(), list.depth), ("1.", 2));
    assert_eq!(page.blocks[0].text, "1. First of\nall");
    assert_eq!(texts(&page), ["1", ".", "First of", "all"]);
    check_places(&page.blocks[0]);
}

/// Returns a table of two columns; the second row of the first column has two lines.
fn table() -> Sheet {
    let mut sheet = Sheet::new(&lines(&["(Name) Tj", "(Sum) Tj", "(one) Tj", "(more) Tj", "(12) Tj"]));
    let cell = |row, column, start, end| LayoutCell {
        row,
        column,
        row_span: 1,
        column_span: 1,
        lines: IndexRange { start, end },
        bbox: [20.0, 0.0, 48.0, 10.0],
    };
    let cells = vec![cell(0, 0, 0, 1), cell(0, 1, 1, 2), cell(1, 0, 2, 4), cell(1, 1, 4, 5)];
    sheet.page.layout.tables.push(LayoutTable {
        rows: 2,
        columns: 2,
        head_rows: 1,
        cells,
        ruled: false,
        element: None,
    });
    sheet.block(Role::Table, 0, 5).table = Some(0);
    sheet
}

#[test]
fn a_table_has_cells_and_its_text_has_rows() {
    let sheet = table();
    let page = sheet.record();
    let block = &page.blocks[0];
    assert_eq!(block.text, "Name\tSum\none more\t12");
    let cells = &block.table.as_ref().unwrap().cells;
    assert_eq!(
        cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>(),
        ["Name", "Sum", "one more", "12"]
    );
    check_places(block);
    assert_eq!(sheet.page.text(&ExtractOptions::default()), "Name\tSum\none more\t12\n");
}

#[test]
fn a_table_that_misses_lines_is_written_line_by_line() {
    let mut sheet = table();
    sheet.page.layout.tables[0].cells.pop();
    assert_eq!(sheet.page.text(&ExtractOptions::default()), "Name\nSum\none\nmore\n12\n");
    assert!(sheet.record().blocks[0].table.is_none());
}

#[test]
fn the_text_of_the_record_is_that_of_the_text_output() {
    let content = lines(&["(One paragraph) Tj", "(of two lines.) Tj", "", "(And another one.) Tj"]);
    let document = document(&[&content]);
    let page = document.page_record(0, &ExtractOptions::default()).unwrap();
    let joined: Vec<&str> = page.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(joined.join("\n\n") + "\n", document.page_text(0, &ExtractOptions::default()).unwrap());
}

#[test]
fn words_are_whole_and_the_raw_text_is_kept_where_it_differs() {
    let actual = |hex: &str| format!("/Span<</ActualText<FEFF{hex}>>>BDC (x) Tj EMC");
    let content =
        [format!("(an of) Tj {} (ce Immo) Tj {}", actual("FB01"), actual("00AD")), "(bilien) Tj".to_owned()];
    let mut sheet = Sheet::new(&lines(&content.each_ref().map(String::as_str)));
    sheet.block(Role::Paragraph, 0, 2);
    let page = sheet.record();
    assert_eq!(page.blocks[0].text, "an office Immobilien");
    assert_eq!(texts(&page), ["an office Immo", "bilien"]);
    let raw: Vec<Option<&str>> = spans(&page).iter().map(|span| span.raw_text.as_deref()).collect();
    assert_eq!(raw, [Some("an of\u{FB01}ce Immo\u{AD}"), None]);
    check_places(&page.blocks[0]);
}

#[test]
fn diagnostics_of_a_page_are_in_its_record() {
    let document = document(&["q (never closed", &lines(&["/F9 10 Tf (no such font) Tj"])]);
    let pages: Vec<Page> =
        document.page_records(&ExtractOptions::default()).collect::<Result<Vec<_>, _>>().unwrap();
    assert!(pages.iter().all(|page| {
        page.diagnostics.iter().all(|found| found.page_index == Some(page.page_index as u32))
    }));
    assert!(!pages[1].diagnostics.is_empty());
}

fn operators() -> impl Strategy<Value = String> {
    let text = prop::collection::vec(
        prop_oneof![Just(' '), prop::char::range('A', 'D'), prop::char::range('\u{80}', '\u{FF}')],
        0..6,
    );
    let show = (1..6u8, 5..15u8, text, -5..5i8).prop_map(|(font, size, text, rise)| {
        let hex: String = text.iter().map(|c| format!("{:02x}", u32::from(*c))).collect();
        format!("/F{font} {size} Tf {} Ts <{hex}> Tj", if rise > 3 { rise } else { 0 })
    });
    prop_oneof![4 => show, 1 => Just("T*".to_owned()), 1 => Just("30 0 Td".to_owned())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn places_of_spans_cover_the_text(operators in prop::collection::vec(operators(), 1..30)) {
        let content = format!("BT 12 TL 20 380 Td {} ET", operators.join("\n"));
        let page = record(&content);
        page.blocks.iter().for_each(check_places);
        let forbidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        prop_assert!(!page.blocks.iter().any(|block| block.text.contains(forbidden)));
    }
}
