//! The guarantees for output strings, and how a string violates them.

use std::fmt;

use pdftract::{TextPolicy, clean_text};
use unicode_normalization::is_nfc;

/// The kind of a string, which determines its guarantees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Names, titles, values: no controls.
    Data,
    /// Text with added marks or blanks, such as Markdown: also normalised.
    Formed,
    /// Text of records: also unchanged by further cleaning.
    Record,
    /// Plain text: also without redundant blanks.
    Plain,
}

/// A violated guarantee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Breach {
    /// The output, or the field within it.
    pub place: String,
    what: &'static str,
    excerpt: String,
}

impl Breach {
    pub(super) fn new(place: &str, what: &'static str, text: &str) -> Self {
        Self { place: place.to_owned(), what, excerpt: text.chars().take(EXCERPT).collect() }
    }

    /// Returns the place and the guarantee, without the text.
    pub(super) fn kind(&self) -> String {
        format!("{}: {}", self.place, self.what)
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {} in {:?}", self.place, self.what, self.excerpt)
    }
}

/// Returns the guarantees that a string violates.
pub(super) fn breaches(place: &str, kind: Kind, text: &str) -> Vec<Breach> {
    let mut found = Vec::new();
    let mut tell = |what, excerpt: &str| found.push(Breach::new(place, what, excerpt));
    if let Some(at) = text.find(is_forbidden) {
        tell("control", text.get(at..).unwrap_or_default());
    }
    if kind == Kind::Data {
        return found;
    }
    for line in text.split(['\n', '\t', '\u{c}']) {
        if !is_nfc(line) {
            tell("not NFC", line);
        }
        if kind != Kind::Formed && !is_settled(line, kind) {
            tell("not settled", line);
        }
    }
    if kind == Kind::Plain && (text.contains(" \n") || text.contains("\n\n\n") || text.starts_with('\n')) {
        tell("needless blanks", text);
    }
    found
}

/// Returns `true` if cleaning a line again changes nothing. Records keep blanks that plain text folds: non-breaking
/// ones, and several in a row.
fn is_settled(line: &str, kind: Kind) -> bool {
    let cleaned = clean_text(line, &TextPolicy::default()).text;
    match kind {
        Kind::Plain => cleaned == line,
        _ => cleaned.split_whitespace().eq(line.split_whitespace()),
    }
}

/// The number of characters shown with a violation.
const EXCERPT: usize = 80;

/// Returns `true` for controls other than tabs, line breaks and form feeds, and for characters that reorder or hide
/// text.
fn is_forbidden(character: char) -> bool {
    match character {
        '\t' | '\n' | '\u{c}' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}' => true,
        _ => character.is_control() || u32::from(character) & 0xfffe == 0xfffe,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(kind: Kind, text: &str) -> Vec<&'static str> {
        breaches("", kind, text).iter().map(|breach| breach.what).collect()
    }

    #[test]
    fn each_guarantee_is_checked() {
        assert_eq!(kinds(Kind::Data, "a\u{0}b\u{9b}"), ["control"]);
        assert_eq!(kinds(Kind::Formed, "e\u{301}"), ["not NFC"]);
        assert_eq!(kinds(Kind::Record, "o\u{fb01}ce"), ["not settled"]);
        assert_eq!(kinds(Kind::Plain, "o\u{fb01}ce \nb"), ["not settled", "needless blanks"]);
        assert_eq!(kinds(Kind::Plain, "a \nb"), ["needless blanks"]);
        assert_eq!(kinds(Kind::Plain, "a\n\nb\tc\n\u{c}d\n"), [""; 0]);
    }
}
