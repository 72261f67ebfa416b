//! The result of running the stream of a Type 3 glyph.

use crate::font::outline::{Outline, Segment};

/// A glyph, as its stream draws it.
#[derive(Debug, Default)]
pub(crate) struct Type3Glyph {
    /// The advance that `d0` or `d1` states, in glyph space.
    pub(crate) width: Option<f32>,
    /// Whether `d0` or `d1` came first, as it must.
    pub(crate) has_width: bool,
    /// All ink in glyph space; `None` when it is too much, or lies where no glyph can.
    pub(crate) outline: Option<Outline>,
    /// Whether there is no ink and no text at all, not even ink that cannot be read.
    pub(crate) is_blank: bool,
    /// Whether the glyph shows text in another font.
    pub(crate) shows_text: bool,
}

impl Type3Glyph {
    /// Returns roughly how many bytes it takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        let segments = self.outline.as_ref().map_or(0, |outline| outline.segments().len());
        size_of::<Self>() + segments * size_of::<Segment>()
    }
}
