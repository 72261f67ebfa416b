//! The options of layout.

use crate::geometry::Rect;
use crate::options::Hidden;

/// The options of layout.
#[derive(Debug, Clone, Copy, Default)]
pub struct LayoutOptions {
    /// The treatment of text that is not visible.
    pub hidden: Hidden,
    /// If set, only glyphs with their centre in this rectangle are kept (page coordinates, y down).
    pub area: Option<Rect>,
}
