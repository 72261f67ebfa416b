//! What is around the text of a page: running headers, fields of forms in their place, titles that later pages repeat, and
//! line numbers.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use pdftract::structure::Role;
use pdftract::{Document, ExtractOptions, Options};
use pdftract_testkit::builder::simple_document;

/// Returns a line of text at a position.
fn at(x: f64, y: f64, size: f64, text: &str) -> String {
    format!("BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Returns a text that no other page has.
fn body(subject: &str) -> String {
    let line = |line: u32| {
        at(72.0, 600.0 - 16.0 * f64::from(line), 11.0, &format!("The {subject} of part {line} are many"))
    };
    (0..12).map(line).collect()
}

const SUBJECTS: [&str; 8] =
    ["rivers", "bridges", "harbours", "mills", "ferries", "canals", "weirs", "fountains"];

/// Returns a document of eight pages with a line at the top that depends on the page, counted from 0.
fn document(head: impl Fn(usize) -> String) -> Document {
    let pages: Vec<String> = SUBJECTS
        .iter()
        .enumerate()
        .map(|(page, subject)| at(72.0, 750.0, 9.0, &head(page)) + &body(subject))
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    Document::open(simple_document(&pages), &Options::default()).unwrap()
}

#[test]
fn numbers_that_do_not_count_pages_are_fields() {
    // Two pages for each person, as in bundles of payslips.
    let numbers = [11, 5, 27, 40];
    let text = document(|page| format!("Person number: {}", numbers[page / 2])).text().unwrap();
    for number in numbers {
        assert_eq!(text.matches(&format!("Person number: {number}\n")).count(), 2, "{text}");
    }
}

#[test]
fn names_that_change_every_other_page_are_fields() {
    let names = ["Ada Byron", "Grace Hopper", "Emmy Noether", "Mary Somerville"];
    let text = document(|page| names[page / 2].to_owned()).text().unwrap();
    assert!(names.iter().all(|name| text.contains(name)), "{text}");
}

#[test]
fn numbers_that_count_pages_are_left_out() {
    let text = document(|page| format!("Annals of Rivers 1931, page {}", page + 117)).text().unwrap();
    assert!(!text.contains("Annals"), "{text}");
    // The pages of bundled documents are counted from 1 again.
    let text = document(|page| format!("Report, page {} of 4", page % 4 + 1)).text().unwrap();
    assert!(!text.contains("Report"), "{text}");
}

#[test]
fn titles_of_chapters_are_left_out() {
    let text = document(|page| ["Of Water", "Of Stone"][page / 4].to_owned()).text().unwrap();
    assert!(!text.contains("Of Water") && !text.contains("Of Stone"), "{text}");
}

#[test]
fn a_line_that_no_page_repeats_stays_in_the_place_of_headers() {
    let head = |page| if page == 3 { "To whom it may concern" } else { "The Annals" };
    let text = document(|page| head(page).to_owned()).text().unwrap();
    assert!(text.contains("To whom it may concern") && !text.contains("The Annals"), "{text}");
}

#[test]
fn a_title_that_later_pages_repeat_is_kept_once() {
    let pages: Vec<String> = ["rivers", "bridges", "harbours"]
        .map(|subject| at(200.0, 740.0, 16.0, "Minutes of the Water Board") + &body(subject))
        .to_vec();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let document = Document::open(simple_document(&pages), &Options::default()).unwrap();
    let text = document.text().unwrap();
    assert_eq!(text.matches("Minutes of the Water Board").count(), 1, "{text}");
    let markdown = document.markdown(&ExtractOptions::default()).unwrap();
    assert!(markdown.starts_with("# Minutes of the Water Board\n"), "{markdown}");
}

/// Sentences over several lines, as in a transcript.
const SPOKEN: [&str; 12] = [
    "The matter came on for oral argument",
    "before the court at ten in the morning,",
    "and the parties were present. The clerk",
    "read the names of those who had asked",
    "to be heard, and of those who had not.",
    "The first of them rose and said that",
    "the river had been moved without leave,",
    "that nobody had been asked, and that",
    "the mill had stood still ever since.",
    "The second denied all of it. The river",
    "had moved by itself, as rivers do, and",
    "the mill was old.",
];

/// Returns a page whose lines are numbered from a number on.
fn numbered(first: u32, lines: &[&str]) -> Document {
    let line = |(index, text): (u32, &&str)| {
        let y = 700.0 - 24.0 * f64::from(index);
        at(72.0, y, 11.0, &(first + index).to_string()) + &at(110.0, y, 11.0, text)
    };
    let content: String = (0..).zip(lines).map(line).collect();
    Document::open(simple_document(&[&content]), &Options::default()).unwrap()
}

#[test]
fn line_numbers_are_not_woven_into_sentences() {
    let document = numbered(1, &SPOKEN);
    let markdown = document.markdown(&ExtractOptions::default()).unwrap();
    assert!(markdown.contains("for oral argument before the court"), "{markdown}");
    assert!(markdown.contains("who had asked to be heard"), "{markdown}");
    let record = document.page_record(0, &ExtractOptions::default()).unwrap();
    let numbers = record.blocks.iter().find(|block| block.role == Role::LineNumber).unwrap();
    assert_eq!(numbers.lines.len(), SPOKEN.len());
    // Plain text has the lines of the page.
    let text = document.text().unwrap();
    assert!(text.contains("2 before the court at ten in the morning,\n"), "{text}");
}

#[test]
fn every_fifth_line_may_be_numbered() {
    let lines: Vec<&str> = SPOKEN.into_iter().cycle().take(25).collect();
    let line = |(index, text): (u32, &&str)| {
        let y = 740.0 - 20.0 * f64::from(index);
        let number = (index + 1) % 5 == 0;
        let number = if number { at(60.0, y, 8.0, &(index + 1).to_string()) } else { String::new() };
        number + &at(110.0, y, 11.0, text)
    };
    let content: String = (0..).zip(&lines).map(line).collect();
    let document = Document::open(simple_document(&[&content]), &Options::default()).unwrap();
    let markdown = document.markdown(&ExtractOptions::default()).unwrap();
    assert!(markdown.contains("to be heard, and of those who had not. The first of them"), "{markdown}");
}

#[test]
fn numbers_of_the_rows_of_a_table_are_cells() {
    let names = ["Ada", "Grace", "Emmy", "Mary", "Sofia", "Lise", "Marie", "Rosa", "Clara", "Hedy"];
    let row = |(index, name): (u32, &&str)| {
        let y = 700.0 - 18.0 * f64::from(index);
        at(72.0, y, 11.0, &(index + 1).to_string())
            + &at(110.0, y, 11.0, name)
            + &at(250.0, y, 11.0, &format!("{} points", 90 - 3 * index))
            + &at(400.0, y, 11.0, &format!("club {index}"))
    };
    let content: String = (0..).zip(&names).map(row).collect();
    let document = Document::open(simple_document(&[&content]), &Options::default()).unwrap();
    let record = document.page_record(0, &ExtractOptions::default()).unwrap();
    assert!(record.blocks.iter().all(|block| block.role != Role::LineNumber));
    let markdown = document.markdown(&ExtractOptions::default()).unwrap();
    assert!(markdown.contains("| 3 | Emmy |"), "{markdown}");
}
