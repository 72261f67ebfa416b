//! What the stream of a Type 3 glyph draws.

use crate::font::outline::{Outline, Segment};
use crate::unicode::UnicodeSource;
use crate::unicode::ladder::Resolved;

/// A glyph, as its stream draws it.
#[derive(Debug, Default)]
pub(crate) struct Type3Glyph {
    /// The advance that `d0` or `d1` states, in glyph space.
    pub(crate) width: Option<f32>,
    /// Whether `d0` or `d1` came first, as it must.
    pub(crate) has_width: bool,
    /// All ink in glyph space; `None` when it is too much, or lies where no glyph can.
    pub(crate) outline: Option<Outline>,
    /// Whether there is no ink at all, not even ink that cannot be read.
    pub(crate) is_blank: bool,
    /// Text that the glyph shows in other fonts.
    pub(crate) text: Option<NestedText>,
}

impl Type3Glyph {
    /// What it takes in memory, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let segments = self.outline.as_ref().map_or(0, |outline| outline.segments().len());
        let text = self.text.as_ref().map_or(0, |text| text.text.len());
        size_of::<Self>() + segments * size_of::<Segment>() + text
    }
}

/// The text inside a glyph, with the weakest source among its characters.
#[derive(Debug, Clone)]
pub(crate) struct NestedText {
    text: String,
    known: usize,
    source: UnicodeSource,
    confidence_percent: u8,
}

impl Default for NestedText {
    fn default() -> Self {
        Self { text: String::new(), known: 0, source: UnicodeSource::ActualText, confidence_percent: 100 }
    }
}

/// Text of one glyph. Longer "glyphs" are pages.
const MAX_TEXT: usize = 1_000;

impl NestedText {
    pub(crate) fn push(&mut self, text: &str, source: UnicodeSource, confidence_percent: u8) {
        if self.text.len() + text.len() > MAX_TEXT {
            return;
        }
        self.text.push_str(text);
        self.confidence_percent = self.confidence_percent.min(confidence_percent);
        if source != UnicodeSource::Unknown {
            self.known += 1;
            self.source = self.source.max(source);
        }
    }

    pub(crate) fn push_space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') && self.text.len() < MAX_TEXT {
            self.text.push(' ');
        }
    }

    /// The text, if any of it is known.
    pub(crate) fn resolved(self) -> Option<Resolved> {
        (self.known > 0).then(|| Resolved::new(self.text, self.source, self.confidence_percent))
    }
}
