//! Counts the glyphs of a page: total, hidden ones, and sources of their Unicode.

use std::collections::BTreeMap;

use pdftract::content::{PageGlyphs, Visibility};
use serde::{Deserialize, Serialize};

/// Counts by name, in a fixed order.
pub(crate) type Counts = BTreeMap<String, usize>;

/// Glyph counts of one page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GlyphCount {
    /// The number of all glyphs, including hidden ones.
    pub glyphs: usize,
    /// The number of characters of the page's text that are neither blank nor unknown.
    pub characters: usize,
    /// The number of hidden glyphs, by reason.
    pub hidden: Counts,
    /// The number of glyphs by the source of their Unicode.
    pub sources: Counts,
}

impl GlyphCount {
    /// Counts the glyphs of a page and the characters of its text.
    pub(crate) fn new(page: &PageGlyphs, text: &str) -> Self {
        let mut count = Self { glyphs: page.glyphs.len(), ..Self::default() };
        count.characters = solid_characters(text);
        for glyph in &page.glyphs {
            add(&mut count.sources, glyph.source.as_str());
            if let Some(reason) = hidden(glyph.visibility) {
                add(&mut count.hidden, reason);
            }
        }
        count
    }
}

/// Counts the characters that carry text: neither white space nor replacement characters.
pub(crate) fn solid_characters(text: &str) -> usize {
    let says_nothing = |c: char| c.is_whitespace() || c.is_control() || c == char::REPLACEMENT_CHARACTER;
    text.chars().filter(|&character| !says_nothing(character)).count()
}

/// Formats counts as `name=count`, in order.
pub(crate) fn text(counts: &Counts) -> String {
    let items: Vec<String> = counts.iter().map(|(name, count)| format!("{name}={count}")).collect();
    items.join(",")
}

fn add(counts: &mut Counts, name: &str) {
    // There are few names and many glyphs, so a key is allocated only once.
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}

fn hidden(visibility: Visibility) -> Option<&'static str> {
    match visibility {
        Visibility::Visible => None,
        Visibility::InvisibleMode => Some("invisible_mode"),
        Visibility::SameAsBackground => Some("same_as_background"),
        Visibility::OffPage => Some("off_page"),
        Visibility::Clipped => Some("clipped"),
        Visibility::LayerOff => Some("layer_off"),
        Visibility::Covered => Some("covered"),
    }
}

#[cfg(test)]
mod tests {
    use pdftract::{Document, ExtractOptions, Options};

    use super::*;

    #[test]
    fn a_sample_is_counted() {
        let sample = include_bytes!("../../../samples/hello.pdf").to_vec();
        let document = Document::open(sample, &Options::default()).expect("sample");
        let text = document.raw_text(0, &ExtractOptions::default()).expect("page");
        let count = GlyphCount::new(&document.glyphs(0).expect("page"), &text);
        assert!(count.glyphs >= count.characters && count.characters > 0);
        assert_eq!(count.sources.values().sum::<usize>(), count.glyphs);
        assert!(count.hidden.is_empty());
    }

    #[test]
    fn white_space_controls_and_unknown_characters_are_not_counted() {
        assert_eq!(solid_characters(" a\u{a0}\tb\u{c}\u{0}\u{fffd}"), 2);
    }
}
