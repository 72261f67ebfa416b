//! Paragraphs and headings as readers see them: ragged edges, numbered paragraphs, text layers behind scans, titles that
//! are no larger than chapters, and prose that is larger than tables.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used)]

use pdftract::{Document, ExtractOptions, Options};
use pdftract_testkit::Sheet;
use pdftract_testkit::sheet::HELVETICA;

const BOLD: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>";
const COURIER: &str = "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>";

/// Returns a line of text at a position: font 1 is Helvetica, 2 bold, 3 monospaced.
fn at(font: u32, x: f64, y: f64, size: f64, text: &str) -> String {
    format!("BT /F{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Returns lines of text below each other.
fn lines(x: f64, top: f64, size: f64, texts: &[&str]) -> String {
    let line = |(number, text): (u32, &&str)| at(1, x, top - 1.3 * size * f64::from(number), size, text);
    (0..).zip(texts).map(line).collect()
}

fn markdown(content: &str) -> String {
    let sheet = Sheet::new(500, 700).font(HELVETICA).font(BOLD).font(COURIER).content(content);
    let document = Document::open(sheet.bytes(), &Options::default()).unwrap();
    document.markdown(&ExtractOptions::default()).unwrap()
}

#[test]
fn ragged_lines_are_not_broken_on_purpose() {
    let text = lines(
        50.0,
        600.0,
        11.0,
        &[
            "The council of eleven people meets every month and talks about",
            "what is being done along the river, it examines how",
            "all of the work goes on and who of the many officers",
            "of the town should be asked, and then our Chief Engineer",
            "Mary Smith of the mill by the bridge is asked about it, for she",
            "knows the river.",
        ],
    );
    let markdown = markdown(&text);
    assert!(markdown.contains("our Chief Engineer Mary Smith"), "{markdown}");
    assert!(!markdown.contains('\\'), "{markdown}");
}

#[test]
fn lines_of_an_address_are_broken_on_purpose() {
    let text = lines(50.0, 600.0, 11.0, &["Mary Smith", "Old Mill Lane 3", "York YO1 7HH", "England"])
        + &lines(
            50.0,
            500.0,
            11.0,
            &[
                "The council of eleven people meets every month and talks about",
                "what is being done along the river and the old mill by the bridge.",
            ],
        );
    let markdown = markdown(&text);
    assert!(markdown.contains("Mary Smith\\\nOld Mill Lane 3\\\n"), "{markdown}");
}

#[test]
fn numbered_paragraphs_may_have_an_indented_first_line() {
    let paragraph = |number: u32, top: f64| {
        at(1, 90.0, top, 11.0, &format!("{number}."))
            + &at(1, 130.0, top, 11.0, "In the question of the river the parties were asked in")
            + &at(1, 50.0, top - 24.0, 11.0, "March whether the water had been moved without leave, and by")
            + &at(1, 50.0, top - 48.0, 11.0, "Whom. They denied it.")
    };
    let markdown = markdown(&(paragraph(7, 620.0) + &paragraph(8, 540.0) + &paragraph(9, 460.0)));
    for number in [7, 8, 9] {
        let start = format!("{number}. In the question of the river the parties were asked in March whether");
        assert!(markdown.contains(&start), "{markdown}");
    }
}

#[test]
fn recognised_text_behind_a_scan_has_one_size() {
    let scan = "q 500 0 0 700 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \u{7f} EI Q\n";
    let texts = [
        ("Social scientists who study the news speak a language that journalists", 10.0, 1),
        ("mistrust and misunderstand. They speak of constructing the news, of making", 10.9, 1),
        ("news, and of the social construction of what everybody takes to be real, and", 9.4, 1),
        ("journalists who are critical of the daily practices of their colleagues find", 11.2, 1),
        ("this talk offensive. We have been at several meetings where such a", 7.4, 3),
        ("language promptly pushed the journalists into a fierce defence of their work.", 10.1, 1),
    ];
    let line = |(number, (text, size, font)): (u32, &(&str, f64, u32))| {
        at(*font, 50.0, 600.0 - 14.0 * f64::from(number), *size, text)
    };
    let layer: String = (0..).zip(&texts).map(line).collect();
    let markdown = markdown(&format!("{scan}3 Tr {layer}"));
    assert!(markdown.contains("language that journalists mistrust"), "{markdown}");
    assert!(!markdown.contains('#') && !markdown.contains("```"), "{markdown}");
}

/// Four lines of prose.
fn prose(top: f64) -> String {
    lines(
        50.0,
        top,
        10.0,
        &[
            "The council of eleven people meets every month and talks about what is being",
            "done along the river, and it examines how all of the work goes on and who of",
            "the many officers of the town should be asked about it before the winter",
            "comes and the water rises again.",
        ],
    )
}

#[test]
fn the_first_heading_is_the_title_even_if_chapters_are_as_large() {
    let chapter = |y: f64, title: &str| at(2, 50.0, y, 14.0, title) + &prose(y - 22.0);
    let text = at(1, 120.0, 650.0, 14.0, "On moving the river by the mill")
        + &at(1, 200.0, 625.0, 10.0, "Mary Smith")
        + &chapter(580.0, "1 The river")
        + &chapter(480.0, "2 The mill")
        + &chapter(380.0, "3 The bridge");
    let markdown = markdown(&text);
    assert!(markdown.starts_with("# On moving the river by the mill\n"), "{markdown}");
    assert!(markdown.contains("\n## 1 The river\n"), "{markdown}");
}

#[test]
fn prose_that_is_larger_than_a_table_is_no_heading() {
    let row = |number: u32| {
        let y = 420.0 - 10.0 * f64::from(number);
        let cell = |column: u32| {
            at(1, 50.0 + 100.0 * f64::from(column), y, 8.0, &format!("value {column} of row {number}"))
        };
        (0..4).map(cell).collect::<String>()
    };
    let text = at(2, 50.0, 660.0, 14.0, "What was counted")
        + &lines(50.0, 630.0, 10.0, &["This is what was counted!"])
        + &prose(600.0)
        + &prose(530.0)
        + &(0..30).map(row).collect::<String>();
    let markdown = markdown(&text);
    assert!(markdown.contains("\nThis is what was counted!\n"), "{markdown}");
    assert!(markdown.contains("# What was counted\n"), "{markdown}");
}

#[test]
fn bullets_of_another_size_stay_with_their_items() {
    let item = |y: f64| {
        at(1, 60.0, y, 8.0, "\\225")
            + &lines(
                80.0,
                y,
                11.0,
                &[
                    "The council of eleven people meets every month and talks",
                    "about what is being done along the river by the old mill,",
                    "and it examines how all of the work goes on.",
                ],
            )
    };
    let text =
        lines(50.0, 650.0, 11.0, &["The council is described below, by what it does and when it does it:"])
            + &item(620.0)
            + &item(577.0);
    let markdown = markdown(&text);
    assert_eq!(
        markdown.matches("- The council of eleven people meets every month and talks about").count(),
        2,
        "{markdown}"
    );
}
