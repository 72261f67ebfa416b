//! Pages whose order is not that of their lines: cards side by side, notes in the margin, and running headers further from the
//! edge than usual.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used)]

use pdftract::{Document, ExtractOptions, Options};
use pdftract_testkit::Sheet;
use pdftract_testkit::sheet::HELVETICA;

/// Returns a line of text at a position.
fn at(x: f64, y: f64, size: f64, text: &str) -> String {
    format!("BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Returns a page of 400 by 500 points, without structure.
fn sheet(content: &str) -> Sheet {
    Sheet::new(400, 500).font(HELVETICA).content(content)
}

/// Returns the words of the first page in reading order.
fn words(content: &str) -> String {
    let document = Document::open(sheet(content).bytes(), &Options::default()).unwrap();
    let text = document.page_text(0, &ExtractOptions::default()).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a card: a title, a rule as wide as the card below it, and three lines.
fn card(x: f64, y: f64, title: &str) -> String {
    let rule = format!("{x} {} 150 1 re f\n", y - 6.0);
    let line = |number: u32| {
        at(x, y - 8.0 - 14.0 * f64::from(number), 10.0, &format!("{title} tells its story {number}"))
    };
    at(x, y, 12.0, title) + &rule + &line(1) + &line(2) + &line(3)
}

fn in_order(text: &str, parts: &[&str]) -> bool {
    let places: Vec<_> = parts.iter().map(|part| text.find(part)).collect();
    places.iter().all(Option::is_some) && places.is_sorted()
}

const TOP: f64 = 440.0;
const BELOW: f64 = 340.0;

#[test]
fn cards_drawn_in_rows_are_read_in_rows() {
    let (left, right) = (40.0, 210.0);
    let content = card(left, TOP, "Alder")
        + &card(right, TOP, "Birch")
        + &card(left, BELOW, "Cedar")
        + &card(right, BELOW, "Drake");
    let text = words(&content);
    assert!(in_order(&text, &["Alder tells", "Birch tells", "Cedar tells", "Drake tells"]), "{text}");
    assert!(text.contains("Alder tells its story 1 Alder tells its story 2"), "{text}");
}

#[test]
fn cards_drawn_in_columns_are_read_in_columns() {
    let (left, right) = (40.0, 210.0);
    let content = card(left, TOP, "Alder")
        + &card(left, BELOW, "Cedar")
        + &card(right, TOP, "Birch")
        + &card(right, BELOW, "Drake");
    let text = words(&content);
    assert!(in_order(&text, &["Alder tells", "Cedar tells", "Birch tells", "Drake tells"]), "{text}");
}

#[test]
fn numbers_decide_the_order_of_cards() {
    let (left, right) = (40.0, 210.0);
    // Drawn in columns, but numbered in rows.
    let content = card(left, TOP, "1. Alder")
        + &card(left, BELOW, "3. Cedar")
        + &card(right, TOP, "2. Birch")
        + &card(right, BELOW, "4. Drake");
    let text = words(&content);
    assert!(in_order(&text, &["Alder tells", "Birch tells", "Cedar tells", "Drake tells"]), "{text}");
}

#[test]
fn notes_in_the_margin_are_not_woven_into_the_text() {
    let line = |number: u32| {
        at(
            120.0,
            440.0 - 14.0 * f64::from(number),
            11.0,
            &format!("Line {number} of the chapter goes on and on"),
        )
    };
    let text: String = (0..10).map(line).collect();
    let notes = at(30.0, 412.0, 8.0, "A note on") + &at(30.0, 402.0, 8.0, "the third");
    let words = words(&(text + &notes));
    assert!(words.contains("Line 2 of the chapter goes on and on Line 3 of the chapter"), "{words}");
    assert!(words.contains("A note on the third"), "{words}");
}

/// Returns three pages with the same content but for `{}`, which is the number of the page.
fn pages(content: &str) -> Vec<String> {
    let content = |number: u32| content.replace("{}", &number.to_string()) + &body(number);
    let pages: Vec<String> = (1..=3).map(content).collect();
    let contents: Vec<&str> = pages.iter().map(String::as_str).collect();
    let document =
        Document::open(pdftract_testkit::builder::simple_document(&contents), &Options::default()).unwrap();
    (0..3).map(|page| document.page_text(page, &ExtractOptions::default()).unwrap()).collect()
}

/// Returns the text of a page, which no other page has.
fn body(number: u32) -> String {
    let subject = ["rivers", "bridges", "harbours"].get(number as usize - 1).unwrap_or(&"ships");
    (0..12)
        .map(|line| {
            at(72.0, 600.0 - 16.0 * f64::from(line), 11.0, &format!("The {subject} of part {line} are many"))
        })
        .collect()
}

#[test]
fn a_letterhead_below_the_edge_is_left_out_where_pages_repeat_it() {
    // At 15 % of a page of 792 points.
    let texts = pages(&at(72.0, 674.0, 9.0, "Harbour Office, Records Department"));
    for text in &texts {
        assert!(!text.contains("Records Department"), "{text}");
        assert!(text.contains("of part 0 are many"), "{text}");
    }
}

#[test]
fn lines_that_differ_below_the_edge_are_text() {
    let texts = pages("");
    let own = |number: usize| {
        let subject = ["first", "second", "third"].get(number).copied().unwrap_or_default();
        at(72.0, 674.0, 9.0, &format!("The {subject} report opens with these words"))
    };
    assert!(texts.iter().all(|text| !text.is_empty()));
    let contents: Vec<String> = (0..3u32).map(|page| own(page as usize) + &body(page + 1)).collect();
    let contents: Vec<&str> = contents.iter().map(String::as_str).collect();
    let document =
        Document::open(pdftract_testkit::builder::simple_document(&contents), &Options::default()).unwrap();
    for page in 0..3 {
        let text = document.page_text(page, &ExtractOptions::default()).unwrap();
        assert!(text.contains("report opens with these words"), "{text}");
    }
}

#[test]
fn a_line_with_a_number_above_the_margin_is_a_header() {
    // Above 6.5 % of the page and apart from the text; a different title and number on each page.
    let titles = ["Of Rivers", "Of Bridges", "Of Harbours"];
    let contents: Vec<String> = (0u32..)
        .zip(titles)
        .map(|(page, title)| at(72.0, 760.0, 9.0, &format!("{title} {}", 117 + 31 * page)) + &body(page + 1))
        .collect();
    let contents: Vec<&str> = contents.iter().map(String::as_str).collect();
    let document =
        Document::open(pdftract_testkit::builder::simple_document(&contents), &Options::default()).unwrap();
    for (page, title) in titles.into_iter().enumerate() {
        let text = document.page_text(page, &ExtractOptions::default()).unwrap();
        assert!(!text.contains(title), "{text}");
    }
    // A year is no page number: the date of a letter stays.
    let letter = at(72.0, 760.0, 9.0, "York, 4 May 1931") + &body(1);
    let document = Document::open(sheet_of_letter(&letter), &Options::default()).unwrap();
    let text = document.page_text(0, &ExtractOptions::default()).unwrap();
    assert!(text.contains("York, 4 May 1931"), "{text}");
}

fn sheet_of_letter(content: &str) -> Vec<u8> {
    pdftract_testkit::builder::simple_document(&[content])
}

#[test]
fn a_line_that_runs_into_the_next_column_is_read_in_its_own() {
    let column = |x: f64, from: usize, lines: &[&str]| -> String {
        let rows = (from..).map(|row| 440.0 - 12.0 * row as f64);
        rows.zip(lines).map(|(y, line)| at(x, y, 10.0, line)).collect()
    };
    let left = ["The first phase of the work", "was long, and it was hard.", "They met many kinds of them:"];
    let below = ["and others that nobody had", "seen before that summer.", "It ended in the autumn."];
    let right = [
        "Later they could describe it",
        "by the order of its logarith-",
        "",
        "their notes. The number of",
        "them grew with each of the",
        "weeks that were left.",
    ];
    // The line ends in a note whose number is drawn in a gap of the text below it.
    let y = 440.0 - 36.0;
    let long = at(40.0, y, 10.0, "All materials of two dimensions")
        + &at(181.6, y, 10.0, "conductor")
        + &at(225.6, y + 4.0, 6.0, "3")
        + &at(229.4, y, 10.0, "...\\)");
    let overprinted = at(210.0, y, 10.0, "mic terms that filled");
    let content = column(40.0, 0, &left)
        + &long
        + &column(40.0, 4, &below)
        + &column(210.0, 1, &right[..2])
        + &overprinted
        + &column(210.0, 4, &right[3..]);
    let text = words(&content);
    let parts = [
        "kinds of them: All materials of two dimensions conductor3",
        "and others that nobody",
        "ended in the autumn. Later they",
        "its logarith- mic terms that filled their notes.",
    ];
    assert!(in_order(&text, &parts), "{text}");
}
