//! What a caller may ask of layout.

use std::sync::Arc;

use crate::geometry::Rect;
use crate::knowledge::Dictionary;
use crate::options::TextPolicy;

/// What to do with text that a person does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hidden {
    /// Keep what stands on the page without being seen, marked as such: drawn without ink, in the colour of the
    /// ground, covered. Leave out what stands outside the page, is clipped away or lies on a layer that is switched
    /// off.
    #[default]
    Mark,
    /// Leave all of it out; except an invisible layer over a picture, which is what text recognition leaves.
    Drop,
    /// Keep it in its place.
    Keep,
    /// Keep hidden text only.
    Only,
}

/// What a caller may ask of layout.
#[derive(Debug, Clone, Default)]
pub struct LayoutOptions {
    /// What to do with text that a person does not see.
    pub hidden: Hidden,
    /// Only glyphs whose middle lies in this rectangle (page coordinates, y down).
    pub area: Option<Rect>,
    /// Whether to find out what each block is: headings, lists, headers, footnotes. Takes a sample of all pages once.
    pub roles: bool,
    /// How characters become text.
    pub policy: TextPolicy,
    /// Words by which others are corrected; by default nothing is.
    pub dictionary: Option<Arc<Dictionary>>,
}
