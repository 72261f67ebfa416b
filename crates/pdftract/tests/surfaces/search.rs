//! Search: across line ends and hyphens, with optional folding, with boxes per line.

use pdftract::output::model::Page;
use pdftract::search::{Search, SearchError, SearchMatch, SearchOptions};
use pdftract::{Detail, ExtractOptions};
use pdftract_testkit::sheet::{HELVETICA, Sheet};

use super::open;

/// A page with these lines, 12 points apart, as one paragraph.
fn page(lines: &[&str]) -> Page {
    page_with(lines, Detail::Glyphs)
}

fn page_with(lines: &[&str], detail: Detail) -> Page {
    let shown: Vec<String> = lines.iter().map(|line| format!("({line}) Tj T*")).collect();
    let content = format!("BT /F1 10 Tf 12 TL 20 300 Td {} ET", shown.join(" "));
    let document = open(Sheet::new(300, 400).font(HELVETICA).content(&content).bytes());
    document.page_record(0, &ExtractOptions::default().detail(detail)).unwrap()
}

fn literal(text: &str, options: SearchOptions, page: &Page) -> Vec<SearchMatch> {
    Search::literal(text, options).unwrap().matches(page)
}

fn texts(found: &[SearchMatch]) -> Vec<&str> {
    found.iter().map(|found| found.text.as_str()).collect()
}

const EXACT: fn() -> SearchOptions = SearchOptions::new;

#[test]
fn a_phrase_is_found_over_a_line_end_with_a_box_for_each_line() {
    let page = page(&["The quick brown", "fox jumps over", "the lazy dog"]);
    let found = literal("brown  fox", EXACT(), &page);
    assert_eq!(texts(&found), ["brown fox"]);
    let parts = &found[0].parts;
    assert_eq!(parts.len(), 2);
    assert!(parts[0].bbox[1] < parts[1].bbox[1], "{parts:?}");
    assert_eq!(parts[1].bbox[0], 20.0);
    assert!(parts[0].bbox[0] > 60.0 && parts[0].bbox[2] < 100.0, "{parts:?}");
    let block = page.blocks.iter().find(|block| block.id == parts[0].block_id).unwrap();
    let text: Vec<char> = block.text.chars().collect();
    let part = |index: usize| -> String {
        text[parts[index].start as usize..parts[index].end as usize].iter().collect()
    };
    assert_eq!((part(0).as_str(), part(1).as_str()), ("brown", "fox"));
    let snippet: Vec<char> = found[0].snippet.chars().collect();
    let marked: String = snippet[found[0].snippet_start..found[0].snippet_end].iter().collect();
    assert_eq!(marked, "brown fox");
    assert_eq!(found[0].snippet, "The quick brown fox jumps over the lazy dog");
}

#[test]
fn a_divided_word_is_found_with_and_without_its_hyphen() {
    let page = page(&["It needs a long main-", "tainer and so on", "and further words"]);
    for word in ["maintainer", "main-tainer"] {
        let found = literal(word, EXACT(), &page);
        assert_eq!(texts(&found), [word]);
        assert_eq!(found[0].parts.len(), 2, "{found:?}");
    }
    assert!(literal("main tainer", EXACT(), &page).is_empty());
    assert_eq!(literal("needs", EXACT(), &page).len(), 1, "found in both readings, reported once");
}

#[test]
fn case_accents_and_whole_words_are_choices() {
    let page = page(&["Caf\\351 cafe CAFES"]);
    assert_eq!(texts(&literal("cafe", EXACT(), &page)), ["cafe"]);
    assert_eq!(texts(&literal("cafe", EXACT().ignore_case(true), &page)), ["cafe", "CAFE"]);
    let loose = EXACT().ignore_case(true).ignore_diacritics(true);
    assert_eq!(texts(&literal("CAFÉ", loose, &page)), ["Café", "cafe", "CAFE"]);
    assert_eq!(texts(&literal("cafe", loose.whole_words(true), &page)), ["Café", "cafe"]);
}

#[test]
fn matches_are_limited_and_an_empty_search_is_an_error() {
    let page = page(&["a a a a a"]);
    let mut options = EXACT();
    options.max_matches_per_page = 3;
    assert_eq!(literal("a", options, &page).len(), 3);
    assert_eq!(Search::literal(" \t", EXACT()).unwrap_err(), SearchError::Empty);
}

#[test]
fn without_glyphs_boxes_are_estimated() {
    let lines = ["one two three"];
    let exact = literal("two", EXACT(), &page(&lines))[0].parts[0].bbox;
    let estimated = literal("two", EXACT(), &page_with(&lines, Detail::Spans))[0].parts[0].bbox;
    for (exact, estimated) in exact.into_iter().zip(estimated) {
        assert!((exact - estimated).abs() < 5.0, "{exact} {estimated}");
    }
}

#[cfg(feature = "search")]
#[test]
fn regular_expressions_stay_within_paragraphs_and_limits() {
    let page = page(&["In 1999 and", "2001 it was so"]);
    let search = Search::regex(r"\d{4} and \d{4}", EXACT()).unwrap();
    assert_eq!(texts(&search.matches(&page)), ["1999 and 2001"]);
    assert!(Search::regex("x*", EXACT()).unwrap().matches(&page).is_empty(), "empty matches");
    assert!(matches!(Search::regex("(", EXACT()), Err(SearchError::Pattern(_))));
    assert!(matches!(Search::regex(r"(\w{500}){500}", EXACT()), Err(SearchError::Pattern(_))));
}
