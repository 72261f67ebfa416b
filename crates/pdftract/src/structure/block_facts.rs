//! The facts about a block that decide its role: its text, size, weight and place.

use super::model::{StructuredBlock, StructuredPage};
use crate::content::{PageGlyphs, RunOrigin};
use crate::layout::list_marker::marker_pieces;
use crate::layout::{BaselineShift, LayoutLine, Piece, line_text};

/// Text counts as bold or of one width when this part of its glyphs is.
const MOST: f32 = 0.8;
/// Weights from here on are bold.
const BOLD: u16 = 600;
/// Directions whose sine and cosine both exceed this are slanted: neither upright nor along an edge of the page.
const SLANTED: f32 = 0.1;

/// What is known of a block before its role is decided.
pub(super) struct BlockFacts {
    /// Its lines, joined by spaces.
    pub(super) text: String,
    /// The number of lines.
    pub(super) lines: usize,
    /// The largest font size of its lines, in points.
    pub(super) size: f32,
    /// The top of its bounding box.
    pub(super) top: f32,
    /// Set when most glyphs are bold.
    pub(super) bold: bool,
    /// Set when most glyphs are of a font of one width.
    pub(super) fixed_pitch: bool,
    /// Set when most glyphs are the value of a form field.
    pub(super) form_value: bool,
    /// Set when most glyphs are written at an angle.
    pub(super) slanted: bool,
    /// Set when it begins with a superscript.
    pub(super) raised_start: bool,
    /// The number of pieces at its start that look like the marker of a list item.
    pub(super) marker: u32,
}

impl BlockFacts {
    pub(super) fn new(page: &PageGlyphs, structured: &StructuredPage, block: &StructuredBlock) -> Self {
        let lines = block.lines.slice(&structured.lines);
        let [_, top, _, _] = block.bbox;
        let shares = Shares::new(page, &structured.pieces, lines);
        let first = lines.iter().flat_map(|line| line.pieces.slice(&structured.pieces)).next();
        Self {
            text: line_text::joined(page, &structured.pieces, lines),
            lines: lines.len(),
            size: lines.iter().map(|line| line.size).fold(0.0, f32::max),
            top,
            bold: shares.is_most(shares.bold),
            fixed_pitch: shares.is_most(shares.fixed_pitch),
            form_value: shares.is_most(shares.form_value),
            slanted: shares.is_most(shares.slanted),
            raised_start: first.is_some_and(|piece| piece.shift == BaselineShift::Super),
            marker: lines.first().map_or(0, |line| marker_pieces(page, &structured.pieces, line)),
        }
    }

    /// Returns the number of characters of its text.
    pub(super) fn characters(&self) -> usize {
        self.text.chars().count()
    }
}

/// How many glyphs of a block have each property.
#[derive(Default)]
struct Shares {
    total: usize,
    bold: usize,
    fixed_pitch: usize,
    form_value: usize,
    slanted: usize,
}

impl Shares {
    fn new(page: &PageGlyphs, pieces: &[Piece], lines: &[LayoutLine]) -> Self {
        let mut shares = Self::default();
        let pieces = lines.iter().flat_map(|line| line.pieces.slice(pieces));
        for glyph in pieces.filter_map(|piece| page.glyphs.get(piece.glyph as usize)) {
            let (Some(run), Some(font)) = (page.run(glyph), page.font(glyph)) else { continue };
            let [dx, dy] = run.direction;
            shares.total += 1;
            shares.bold += usize::from(font.facts().weight >= BOLD);
            shares.fixed_pitch += usize::from(font.facts().fixed_pitch);
            shares.form_value += usize::from(run.origin == RunOrigin::FormValue);
            shares.slanted += usize::from(dx.abs() > SLANTED && dy.abs() > SLANTED);
        }
        shares
    }

    fn is_most(&self, count: usize) -> bool {
        self.total > 0 && count as f32 >= MOST * self.total as f32
    }
}
