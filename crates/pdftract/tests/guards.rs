//! Guards of structure: text that looks like a table but is none, borders that are drawn in unusual ways, and headings at
//! the start of a line of text.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::structure::Role;
use pdftract::{Document, ExtractOptions, Options};
use pdftract_testkit::Sheet;

/// `/F1` for text, `/F2` bold, `/F3` monospaced.
const FONTS: [&str; 3] = ["Helvetica", "Helvetica-Bold", "Courier"];

/// Returns a document of one page of 400 by 500 points.
fn document(content: &str) -> Document {
    let font = |name: &str| format!("<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>");
    let sheet = FONTS.iter().fold(Sheet::new(400, 500), |sheet, name| sheet.font(&font(name)));
    Document::open(sheet.content(content).bytes(), &Options::default()).unwrap()
}

fn at(font: u32, size: f64, x: f64, y: f64, text: &str) -> String {
    format!("BT /F{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Returns lines of text downwards from a height.
fn lines(font: u32, x: f64, y: f64, pitch: f64, texts: &[&str]) -> String {
    (0..).zip(texts).map(|(row, text)| at(font, 10.0, x, y - pitch * f64::from(row), text)).collect()
}

/// Returns the numbers of tables and their cells with text on a page.
fn tables(content: &str) -> Vec<(u32, u32)> {
    let page = document(content).laid_out(0, &ExtractOptions::default()).unwrap();
    page.layout.tables.iter().map(|table| (table.rows, table.columns)).collect()
}

fn markdown(content: &str) -> String {
    document(content).markdown(&ExtractOptions::default()).unwrap()
}

const PROSE: [&str; 4] = [
    "The river rises in the hills above the old mill and runs through",
    "seven villages until it meets the sea. A railway follows the valley",
    "on its southern side; it was closed before the war and has become",
    "a footpath that walkers like for its bridges and its quiet stations.",
];

#[test]
fn borders_with_mitred_corners_enclose_the_cells_of_a_table() {
    let border = |x: f64, y: f64, width: f64, height: f64| {
        let (right, top) = (x + width, y + height);
        let corners = [(x, y), (right, y), (right, top), (x, top)];
        let inner =
            [(x + 1.0, y + 1.0), (right - 1.0, y + 1.0), (right - 1.0, top - 1.0), (x + 1.0, top - 1.0)];
        (0..4).fold(String::new(), |out, side| {
            let next = (side + 1) % 4;
            let [a, b, c, d] = [corners[side], corners[next], inner[next], inner[side]];
            format!("{out}{} {} m {} {} l {} {} l {} {} l h f\n", a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1)
        })
    };
    let mut content = lines(1, 50.0, 460.0, 12.0, &PROSE);
    for (row, y) in [300.0, 280.0].into_iter().enumerate() {
        for (column, x) in [50.0, 150.0].into_iter().enumerate() {
            content += &border(x, y, 100.0, 20.0);
            content += &at(1, 10.0, x + 20.0, y + 6.0, &format!("r{row} c{column}"));
        }
    }
    assert_eq!(tables(&content), [(2, 2)]);
}

#[test]
fn a_numbered_listing_in_a_monospaced_font_is_no_table() {
    let mut content = lines(1, 50.0, 460.0, 12.0, &PROSE);
    let code = ["letters.a = 1", "letters.b = 2", "words.one = 3", "config do", "letters.b # is 4", "end"];
    for (row, line) in (1..).zip(code) {
        let y = 380.0 - 12.0 * f64::from(row);
        content += &at(1, 8.0, 50.0, y, &row.to_string());
        content += &at(3, 10.0, 65.0, y, line);
    }
    assert_eq!(tables(&content), []);
    assert!(markdown(&content).contains("```\nletters.a = 1\nletters.b = 2\n"), "{}", markdown(&content));
}

#[test]
fn lines_of_a_transcript_keep_their_numbers_and_their_breaks() {
    let speech = [
        "IN THE COURT OF APPEAL",
        "The matter came on for oral",
        "argument before the judges of",
        "the court at noon.",
    ];
    let mut content = String::new();
    for (row, line) in (1..).zip(speech) {
        let y = 400.0 - 12.0 * f64::from(row);
        content += &(at(3, 10.0, 50.0, y, &row.to_string()) + &at(3, 10.0, 74.0, y, line));
    }
    assert_eq!(tables(&content), []);
    assert!(
        markdown(&content).contains("2 The matter came on for oral\\\n3 argument"),
        "{}",
        markdown(&content)
    );
}

#[test]
fn equations_with_numbers_are_no_table() {
    let mut content = lines(1, 50.0, 460.0, 12.0, &PROSE);
    for (row, (left, number)) in [
        ("speed of the river", "\\(15\\)"),
        ("depth of the lake", "\\(16\\)"),
        ("width of the sea", "\\(17\\)"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 380.0 - 14.0 * row as f64;
        content += &(at(1, 10.0, 100.0, y, left) + &at(1, 10.0, 330.0, y, number));
    }
    assert_eq!(tables(&content), []);
    let prices = content.replace("\\(16\\)", "\\(46\\)");
    assert_eq!(tables(&prices), [(3, 2)], "negative amounts do not count on");
}

#[test]
fn notes_and_words_between_staves_are_no_table() {
    let staff = |y: f64| -> String {
        (0..5)
            .map(|line| format!("50 {} m 350 {} l S\n", y + 4.0 * f64::from(line), y + 4.0 * f64::from(line)))
            .collect()
    };
    let row = |y: f64| -> String {
        let texts = [(60.0, "sing"), (130.0, "1.5"), (200.0, "2.5"), (270.0, "3.5")];
        texts.iter().map(|(x, text)| at(1, 10.0, *x, y, text)).collect()
    };
    let song: String = [384.0, 370.0, 356.0, 342.0].into_iter().map(row).collect();
    assert_eq!(tables(&(staff(400.0) + &song + &staff(320.0))), []);
    assert_eq!(tables(&song).len(), 1, "without staves");
}

#[test]
fn the_title_of_an_invoice_is_not_a_row_of_its_table() {
    let rules = "45 440 m 350 440 l S 45 352 m 350 352 l S 45 300 m 350 300 l S\n";
    let head = at(1, 10.0, 50.0, 426.0, "Harbour Street 12") + &at(1, 10.0, 250.0, 426.0, "Some Town");
    let title = at(1, 18.0, 50.0, 400.0, "Invoice 2023");
    let dates = at(1, 10.0, 50.0, 380.0, "Date: 1 July") + &at(1, 10.0, 250.0, 380.0, "Due: 9 July");
    let names = at(1, 10.0, 50.0, 356.0, "Item") + &at(1, 10.0, 250.0, 356.0, "Price");
    let body = at(1, 10.0, 50.0, 338.0, "Apples") + &at(1, 10.0, 250.0, 338.0, "3.40");
    let more = at(1, 10.0, 50.0, 322.0, "Pears") + &at(1, 10.0, 250.0, 322.0, "2.10");
    let text = markdown(&[rules, &head, &title, &dates, &names, &body, &more].concat());
    assert!(text.contains("# Invoice 2023"), "{text}");
}

#[test]
fn the_rest_of_a_long_line_of_code_is_not_a_column() {
    let mut content = lines(3, 60.0, 400.0, 12.0, &["expect do", "  counter.increase"]);
    content += &lines(3, 150.0, 376.0, 12.0, &["tags: one, times: 1", "tags: two, times: 2"]);
    content += &lines(3, 60.0, 352.0, 12.0, &["end", "end"]);
    content += &at(2, 10.0, 50.0, 320.0, "Compatible");
    let text = document(&content).page_text(0, &ExtractOptions::default()).unwrap();
    let place = |word: &str| text.find(word).unwrap_or_else(|| panic!("no {word} in {text}"));
    assert!(place("times: 2") < place("end") && place("end") < place("Compatible"), "{text}");
}

/// Returns a paragraph with a bold title on its first line and this gap behind it.
fn run_in(y: f64, title: &str, gap: f64) -> String {
    // Bold Helvetica is at most 7 points wide at this size; the gap is measured behind the last letter.
    let width = pdftract_width(title);
    at(2, 10.0, 50.0, y, title)
        + &at(1, 10.0, 50.0 + width + gap, y, "lets you measure how long it takes")
        + &at(1, 10.0, 50.0, y - 12.0, "to walk along the river from the old mill to the sea and back.")
}

/// Returns the width of a text of `o`, `d` and `b` in bold Helvetica at 10 points.
fn pdftract_width(text: &str) -> f64 {
    text.chars().count() as f64 * 6.11
}

#[test]
fn a_bold_title_with_a_quad_behind_it_is_a_run_in_heading() {
    let page = |gap: f64| {
        lines(1, 50.0, 460.0, 12.0, &PROSE) + &run_in(390.0, "hound", gap) + &run_in(345.0, "pound", gap)
    };
    let roles = |content: &str| -> Vec<(Role, String)> {
        let record = document(content).page_record(0, &ExtractOptions::default()).unwrap();
        record.blocks.iter().map(|block| (block.role, block.text.clone())).collect()
    };
    let found = roles(&page(10.0));
    assert!(found.contains(&(Role::Heading, "hound".into())), "{found:?}");
    assert!(found.contains(&(Role::Heading, "pound".into())), "{found:?}");
    assert!(!roles(&page(2.8)).iter().any(|(role, _)| *role == Role::Heading), "a bold word");
    assert!(markdown(&page(2.8)).contains("**hound** lets you"));
}

#[test]
fn the_word_abstract_before_its_text_is_a_heading() {
    let text = "Abstract: We show how the river rises in the hills";
    let content = at(1, 18.0, 50.0, 470.0, "Rivers of the North")
        + &at(1, 10.0, 50.0, 430.0, text)
        + &at(1, 10.0, 50.0, 418.0, "above the old mill and how it runs through seven villages.")
        + &at(2, 12.0, 50.0, 390.0, "Sources")
        + &lines(1, 50.0, 370.0, 12.0, &PROSE);
    let text = markdown(&content);
    assert!(text.contains("## Abstract:\n\nWe show how"), "{text}");
}

#[test]
fn the_first_line_of_widely_spaced_text_is_no_running_header() {
    // Two pages begin with the same line, and the others with other lines in its place.
    let page =
        |first: &str| lines(1, 50.0, 480.0, 17.0, &[first, PROSE[1], PROSE[2], PROSE[3], PROSE[0], PROSE[1]]);
    let same = "An example in the first line of its page:";
    let pages =
        [same, same, same, "Another line of the text, as long as this one", "The last page begins with this"];
    let mut builder = pdftract_testkit::PdfBuilder::new();
    builder.set(1, "<</Type/Catalog/Pages 2 0 R>>").set(2, "null");
    let font = builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
    let mut kids = String::new();
    for (number, first) in pages.iter().enumerate() {
        let content = page(first) + &at(1, 10.0, 300.0, 200.0, &format!("text {number}"));
        let stream = builder.add_stream("", content.as_bytes());
        let page = builder.add(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 500]/Resources<</Font<</F1 {font} 0 R>>>>/Contents {stream} 0 R>>"
        ));
        kids += &format!("{page} 0 R ");
    }
    builder.set(2, format!("<</Type/Pages/Count {}/Kids[{kids}]>>", pages.len()));
    let document = Document::open(builder.finish(), &Options::default()).unwrap();
    let text = document.markdown(&ExtractOptions::default()).unwrap();
    assert!(text.contains("Another line of the text"), "{text}");
}

#[test]
fn amounts_and_labels_of_tables_are_not_headings() {
    let content = lines(1, 50.0, 460.0, 12.0, &PROSE)
        + &at(2, 14.0, 50.0, 380.0, "TOTAL $821.14")
        + &lines(1, 50.0, 350.0, 12.0, &PROSE);
    assert!(!markdown(&content).contains("# TOTAL"), "{}", markdown(&content));
    let caption = lines(1, 50.0, 460.0, 12.0, &PROSE)
        + &at(2, 10.0, 50.0, 380.0, "TABLE 6")
        + &at(2, 12.0, 50.0, 366.0, "Weights of fish in the river")
        + &lines(1, 50.0, 330.0, 12.0, &PROSE);
    assert!(!markdown(&caption).contains("# Weights"), "{}", markdown(&caption));
}
