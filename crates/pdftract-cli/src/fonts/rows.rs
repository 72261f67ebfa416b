//! Fonts as a table for people.

use pdftract::font::FontKind;
use pdftract::unicode::FontReport;

use crate::table::{Side, table};

/// Returns the table below a line with the pages that were read.
pub(crate) fn text(title: &str, pages_read: usize, page_count: usize, fonts: &[FontReport]) -> String {
    let fonts_count = if fonts.len() == 1 { "1 font".into() } else { format!("{} fonts", fonts.len()) };
    let pages = match (pages_read, page_count) {
        (1, 1) => "1 page".into(),
        (read, all) if read == all => format!("{all} pages"),
        (read, all) => format!("{read} of {all} pages"),
    };
    let heading = format!("{}\n  {fonts_count} on {pages}\n", crate::printable::printable(title));
    if fonts.is_empty() {
        return heading;
    }
    let titles = [
        ("object", Side::Right),
        ("name", Side::Left),
        ("type", Side::Left),
        ("embedded", Side::Left),
        ("subset", Side::Left),
        ("encoding", Side::Left),
        ("ToUnicode", Side::Left),
        ("program", Side::Left),
        ("codes by source", Side::Left),
    ];
    heading + "\n" + &table(titles, fonts.iter().map(row).collect())
}

fn row(font: &FontReport) -> [String; 9] {
    let facts = &font.facts;
    [
        font.object.map_or_else(none, |number| number.to_string()),
        if facts.name.is_empty() { none() } else { facts.name.clone() },
        facts.kind.as_str().into(),
        yes_or_no(facts.embedded),
        yes_or_no(facts.subset),
        encoding(font),
        yes_or_no(facts.to_unicode),
        program(font),
        codes(font),
    ]
}

fn none() -> String {
    "–".into()
}

fn yes_or_no(value: bool) -> String {
    if value { "yes" } else { "no" }.into()
}

/// The encoding with the collection of characters behind it.
fn encoding(font: &FontReport) -> String {
    let parts = [font.facts.encoding.as_deref(), font.collection.as_deref()];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    if parts.is_empty() { none() } else { parts.join(", ") }
}

fn program(font: &FontReport) -> String {
    match &font.program {
        Some(program) => program.format.into(),
        // The glyphs of a Type 3 font are content of the file, not a program.
        None if font.facts.embedded && font.facts.kind != FontKind::Type3 => "unreadable".into(),
        None => none(),
    }
}

/// `to_unicode 45, agl 3, unknown 2`
fn codes(font: &FontReport) -> String {
    let counts = font.codes_by_source.iter();
    let counts: Vec<String> =
        counts.map(|count| format!("{} {}", count.source.as_str(), count.codes)).collect();
    if counts.is_empty() { none() } else { counts.join(", ") }
}
