//! What a caller may ask of layout.

use crate::geometry::Rect;
use crate::options::Hidden;

/// What a caller may ask of layout.
#[derive(Debug, Clone, Copy, Default)]
pub struct LayoutOptions {
    /// What to do with text that a person does not see.
    pub hidden: Hidden,
    /// Only glyphs whose centre is in this rectangle (page coordinates, y down).
    pub area: Option<Rect>,
}
