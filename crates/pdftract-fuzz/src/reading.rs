//! Reads documents in the ways that callers do, and checks what every output promises.

use std::time::Duration;

use pdftract::{Document, ExtractOptions, Format, Hidden, Options, TextOrder};

/// A document that is not done by then is stopped; the fuzzer's own time limit is longer.
const TIME_LIMIT: Duration = Duration::from_secs(4);
/// Pages read of one document; more would only repeat.
const MOST_PAGES: usize = 8;

fn open(pdf: &[u8]) -> Option<Document> {
    Document::open(pdf, &Options::default().time_limit(TIME_LIMIT)).ok()
}

/// Reads a document in every way.
pub(crate) fn read_all(pdf: &[u8]) {
    let Some(document) = open(pdf) else { return };
    for way in 0..WAYS {
        read_by(&document, way);
    }
}

/// Reads a document as text, and in one other way that its seed chooses, so that one corpus covers all of them.
pub(crate) fn read(pdf: &[u8], seed: &[u8]) {
    let Some(document) = open(pdf) else { return };
    read_by(&document, 0);
    let sum = seed.iter().fold(0_u8, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte));
    read_by(&document, 1 + sum % (WAYS - 1));
}

/// The number of ways.
const WAYS: u8 = 6;

fn read_by(document: &Document, way: u8) {
    let options = ExtractOptions::default();
    match way {
        0 => check(&texts(document, &options)),
        1 => write(document, Format::Json, &options),
        2 => write(document, Format::Markdown, &options),
        3 => check(&texts(document, &options.hidden(Hidden::Keep).order(TextOrder::Drawing))),
        4 => check(&texts(document, &options.order(TextOrder::Physical))),
        _ => {
            std::hint::black_box(document.file().summary());
            std::hint::black_box(document.fonts());
        }
    }
}

fn texts(document: &Document, options: &ExtractOptions) -> String {
    let pages =
        (0..document.page_count().min(MOST_PAGES)).filter_map(|page| document.page_text(page, options));
    pages.collect()
}

fn write(document: &Document, format: Format, options: &ExtractOptions) {
    if document.page_count() > MOST_PAGES {
        return;
    }
    let mut out = Vec::new();
    if document.write(format, &mut out, options).is_ok() {
        check(&String::from_utf8(out).expect("output is UTF-8"));
    }
}

/// No output has control characters but tab, line end and form feed, direction overrides or tags.
fn check(text: &str) {
    let is_forbidden = |c: char| {
        (c.is_control() && !matches!(c, '\t' | '\n' | '\u{C}'))
            || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{E0000}'..='\u{E007F}')
    };
    if let Some(found) = text.chars().find(|&c| is_forbidden(c)) {
        panic!("the output has {found:?}");
    }
}
