//! The result of running a Type 3 glyph procedure.

use crate::font::outline::{Outline, Segment};

/// A glyph as drawn by its procedure.
#[derive(Debug, Default)]
pub(crate) struct Type3Glyph {
    /// The advance stated by `d0` or `d1`, in glyph space.
    pub(crate) width: Option<f32>,
    /// `true` if the procedure begins with `d0` or `d1`, as required.
    pub(crate) has_width: bool,
    /// All ink in glyph space; `None` if it is too complex or its coordinates are implausible.
    pub(crate) outline: Option<Outline>,
    /// `true` if there is no ink and no text, not even unreadable ink.
    pub(crate) is_blank: bool,
    /// `true` if the glyph shows text in another font.
    pub(crate) shows_text: bool,
}

impl Type3Glyph {
    /// Returns its approximate size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let segments = self.outline.as_ref().map_or(0, |outline| outline.segments().len());
        size_of::<Self>() + segments * size_of::<Segment>()
    }
}
