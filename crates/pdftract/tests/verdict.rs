//! The verdict on pages by facts that only the file knows: fonts made of scans, pictures, glyphs that are guesses.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::output::model::Page;
use pdftract::quality::Signal;
use pdftract::quality::verdict::{Facts, UnsureShare, verdict};
use pdftract::{Document, ExtractOptions, Options};
use pdftract_testkit::builder::simple_builder;

const PROSE: &str = "The ferry left the harbour before sunrise, and nobody on board had slept much. When the fog lifted, \
    the captain read the names of the islands aloud, one after the other, as his father had done before him.";
const FIGURES: &str =
    "0.13 0.18 1.00 1.30 0.23 0.28 0.80 1.10 20CrMnTi 16MnCr5 0.14 0.20 1.00 1.40 0.17 0.23 1.10 1.50";

/// A page of text in a font of this name, behind other content.
fn page(font: &str, before: &str, text: &str) -> Page {
    let words: Vec<&str> = text.split_whitespace().collect();
    let lines: String = words.chunks(8).map(|line| format!("({}) Tj T* ", line.join(" "))).collect();
    let mut builder = simple_builder(&[&format!("{before} BT /F1 10 Tf 14 TL 72 700 Td {lines} ET")]);
    builder.set(3, format!("<</Type/Font/Subtype/Type1/BaseFont/{font}/Encoding/WinAnsiEncoding>>"));
    let document = Document::open(builder.finish(), &Options::default()).unwrap();
    document.page_record(0, &ExtractOptions::default()).expect("a record")
}

fn has(page: &Page, signal: Signal) -> bool {
    page.readability.signals.iter().any(|told| told.as_str() == signal.as_str())
}

#[test]
fn figures_that_recognition_has_read_are_not_judged_and_less_sure_than_those_that_were_written() {
    let (read, written) = (page("*Arial-Bold-4867", "", FIGURES), page("Arial-Bold", "", FIGURES));
    assert!(
        has(&read, Signal::UnprovenRecognition) && read.readability.score < 0.75,
        "{:?}",
        read.readability
    );
    assert!(!read.readability.judged);
    assert!(!has(&written, Signal::UnprovenRecognition) && written.readability.score > 0.9);
    let prose = page("*Arial-Bold-4867", "", PROSE);
    assert!(prose.readability.signals.is_empty() && prose.readability.judged, "a language confirms it");
}

#[test]
fn a_stamp_on_a_page_that_is_a_picture_is_not_its_text() {
    let picture = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID A\nEI Q";
    let stamped = page("Helvetica", picture, "Downloaded on Monday from a library");
    assert!(
        has(&stamped, Signal::MostlyPicture) && stamped.readability.score < 0.5,
        "{:?}",
        stamped.readability
    );
    assert!(!has(&page("Helvetica", picture, PROSE), Signal::MostlyPicture), "a slide with a background");
    assert!(!has(&page("Helvetica", "", "Downloaded on Monday from a library"), Signal::MostlyPicture));
}

#[test]
fn guesses_count_where_no_language_confirms_them() {
    let unsure = |text: &str, guessed: f64, unfounded: f64| {
        let facts = Facts { unsure: UnsureShare { guessed, unfounded }, ..Facts::measure(text, None) };
        verdict(&facts)
    };
    assert!(unsure(FIGURES, 0.1, 0.0).signals.is_empty());
    let guessed = unsure(FIGURES, 0.9, 0.0);
    assert!(guessed.signals == [Signal::UnsureGlyphs] && guessed.quality.is_readable(), "{guessed:?}");
    assert!(!unsure(FIGURES, 0.9, 0.5).quality.is_readable());
    assert!(
        unsure(PROSE, 0.9, 0.5).signals.is_empty(),
        "words that a language knows are right however they were found"
    );
}
