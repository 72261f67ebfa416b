//! Layout: from the glyphs of a page to words, lines and blocks in reading order, each block with its role.
//!
//! One file per pass, in the order in which they run. What a pass finds is kept as indices into flat vectors
//! ([`PageLayout`]), so that plain text costs no allocation per word. Nothing is deleted silently: what is left out is
//! counted in [`Dropped`].

pub(crate) mod accent;
mod bidi;
mod block;
mod borderless;
mod formula;
mod fragment;
mod frame;
mod furniture;
mod glyph_class;
mod leader;
mod line;
pub(crate) mod line_text;
mod list;
mod mark;
pub(crate) mod mirror;
mod order;
mod overprint;
mod role;
mod roles;
mod row;
mod ruby;
mod ruling;
mod script_shift;
mod select;
mod space;
mod style;
mod table;
mod tagged;
mod tagged_order;
mod tagged_table;
mod tagged_write;

pub use role::Role;
pub use roles::assign as assign_roles;
pub use style::{DocumentStyle, StyleSampler};

use serde::Serialize;
use unicode_normalization::char::compose;

use crate::content::PageGlyphs;
use crate::file::structure::PageStructure;
use crate::geometry::Rect;
use crate::options::Hidden;
use crate::script;
use fragment::Fragment;
use frame::{Frame, Frames};
use line::LineMaker;
use overprint::Overprints;
use ruling::Rulings;

/// A part of a vector: from `start` up to, not including, `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Part {
    /// The first.
    pub start: u32,
    /// One behind the last.
    pub end: u32,
}

impl Part {
    /// The part of a slice.
    pub fn of<T>(self, items: &[T]) -> &[T] {
        items.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// What stands before a glyph in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Gap {
    /// Nothing: it belongs to the same word.
    None,
    /// Nothing to see, but Arabic letters that do not join.
    NonJoiner,
    /// A space between words that no glyph draws.
    Space,
    /// A gap between the cells of a row or other things that merely share a line.
    Wide,
}

/// How a glyph stands to the baseline of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum BaselineShift {
    /// On it.
    #[cfg_attr(feature = "schema", schemars(skip))]
    None,
    /// Raised and small.
    Super,
    /// Lowered and small.
    Sub,
}

/// One glyph of a line.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    /// The index in [`PageGlyphs::glyphs`](crate::content::PageGlyphs::glyphs).
    pub glyph: u32,
    /// What stands before it.
    pub gap: Gap,
    /// Whether it is raised or lowered.
    pub shift: BaselineShift,
    /// A combining mark that another glyph draws over it.
    pub accent: Option<char>,
    /// Whether it is a bracket that the file names by its shape in right-to-left text.
    pub mirrored: bool,
}

impl Piece {
    /// The character of a glyph with the accent drawn over it, or facing the way it is read.
    pub(crate) fn meant(&self, character: char) -> char {
        if self.mirrored {
            return mirror::mirrored(character);
        }
        let composed = self.accent.and_then(|mark| compose(accent::dotted(character), mark));
        composed.unwrap_or(character)
    }

    /// Whether its character is meant as it is.
    #[inline]
    fn is_as_drawn(&self) -> bool {
        self.accent.is_none() && !self.mirrored
    }
}

/// One line of a block.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// Its glyphs in reading order: a part of [`PageLayout::pieces`].
    pub pieces: Part,
    /// The box around it: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// The usual size of its glyphs in points.
    pub size: f32,
    /// Whether it tells how characters of another line are read.
    pub ruby: bool,
}

/// Lines that belong together.
#[derive(Debug, Clone)]
pub struct Block {
    /// What it is.
    pub role: Role,
    /// Depth of a heading (from 1) or of a list item (from 1); 0 for everything else.
    pub level: u8,
    /// Its lines in reading order: a part of [`PageLayout::lines`].
    pub lines: Part,
    /// The box around it.
    pub bbox: [f32; 4],
    /// Its cells, if it is a table: an index into [`PageLayout::tables`].
    pub table: Option<u32>,
    /// Of a list item: how many pieces of its first line are the marker.
    pub marker: u32,
}

/// The cells of a table, row by row.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// How many rows there are.
    pub rows: u32,
    /// How many columns there are.
    pub columns: u32,
    /// The cells in reading order; empty ones are there too.
    pub cells: Vec<Cell>,
    /// Whether rules are drawn around the cells.
    pub ruled: bool,
}

/// One cell of a table.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    /// Its first row, from 0.
    pub row: u32,
    /// Its first column, from 0.
    pub column: u32,
    /// How many rows it spans.
    pub row_span: u32,
    /// How many columns it spans.
    pub column_span: u32,
    /// Its lines: a part of [`PageLayout::lines`].
    pub lines: Part,
    /// The box around the cell.
    pub bbox: [f32; 4],
}

/// How many glyphs were left out, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dropped {
    /// A person does not see them: drawn without ink, in the colour of the ground, covered or clipped.
    pub hidden: u32,
    /// They stand outside the page.
    pub off_page: u32,
    /// Their layer is switched off.
    pub layer_off: u32,
    /// They repeat others in the same place, for a bold look or a shadow.
    pub duplicate: u32,
}

/// How most of a page runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WritingMode {
    /// Lines from left to right.
    #[default]
    Ltr,
    /// Lines from right to left.
    Rtl,
    /// Columns from top to bottom.
    Ttb,
}

/// What a page looks like to a reader.
#[derive(Debug, Default)]
pub struct PageLayout {
    /// The blocks in reading order.
    pub blocks: Vec<Block>,
    /// The lines of all blocks.
    pub lines: Vec<Line>,
    /// The glyphs of all lines.
    pub pieces: Vec<Piece>,
    /// The tables.
    pub tables: Vec<Table>,
    /// What was left out.
    pub dropped: Dropped,
    /// How most of the page runs.
    pub writing_mode: WritingMode,
    /// Whether order and roles come from the structure tree.
    pub tagged: bool,
}

impl PageLayout {
    /// Returns the cells of a block, provided that they hold all its lines: no text may be lost to a table.
    pub(crate) fn whole_table(&self, block: &Block) -> Option<&Table> {
        let table = self.tables.get(block.table? as usize)?;
        let in_cells: usize = table.cells.iter().map(|cell| cell.lines.len()).sum();
        (in_cells >= block.lines.len()).then_some(table)
    }
}

/// What a caller may ask of the layout.
#[derive(Debug, Clone, Copy, Default)]
pub struct LayoutOptions {
    /// What to do with text that a person does not see.
    pub hidden: Hidden,
    /// Only glyphs whose middle lies in this rectangle (page coordinates, y down).
    pub area: Option<Rect>,
}

/// Finds words, lines and blocks of a page and their order: that of the structure tree where it can be trusted.
pub fn page_layout(
    page: &PageGlyphs,
    options: &LayoutOptions,
    structure: Option<PageStructure<'_>>,
) -> PageLayout {
    let (mut wanted, dropped) = select::wanted(page, options);
    let mut layout = PageLayout { dropped, ..PageLayout::default() };
    let mut frames = Frames::default();
    let upright = Rulings::of(page, Frame::PAGE);
    let mut fragments = fragment::fragments(page, &wanted, &upright, &mut frames);
    layout.pieces.reserve_exact(wanted.len());
    let (has_right_to_left, right_to_left) = directions(page, &wanted);
    if right_to_left {
        layout.writing_mode = WritingMode::Rtl;
    } else if runs_down(page, &wanted) {
        layout.writing_mode = WritingMode::Ttb;
    }
    for index in frames_by_weight(&fragments) {
        let mut members = Vec::with_capacity(fragments.len());
        members.extend(fragments.extract_if(.., |fragment| fragment.frame == index));
        let frame = frames.get(index);
        let turned = (frame != Frame::PAGE).then(|| Rulings::of(page, frame));
        let rulings = turned.as_ref().unwrap_or(&upright);
        let mut overprints =
            Overprints { page, frames: &frames, wanted: &mut wanted, dropped: &mut layout.dropped };
        let mut rows = row::rows(members, rulings, &mut overprints);
        let grids = table::grids(rulings, &rows.segments, right_to_left);
        let free = table::set_aside(&grids, &mut rows.segments);
        let mut lines = LineMaker::new(page, &frames, frame, &wanted, &rows, has_right_to_left);
        for region in order::regions(&rows.segments, free, right_to_left) {
            block::push_region(&rows.segments, &region, &grids, &mut lines, &mut layout);
        }
    }
    if let Some(structure) = structure {
        tagged::follow(page, &structure, &mut layout);
    }
    ruby::mark(page, &mut layout);
    layout
}

/// The frames in use; the one with most text first, the others as they come.
fn frames_by_weight(fragments: &[Fragment]) -> Vec<u8> {
    let mut weights: Vec<(u8, u32)> = Vec::new();
    for fragment in fragments {
        match weights.iter_mut().find(|(frame, _)| *frame == fragment.frame) {
            Some((_, weight)) => *weight += fragment.inked,
            None => weights.push((fragment.frame, fragment.inked)),
        }
    }
    let main = weights
        .iter()
        .max_by_key(|(frame, weight)| (*weight, std::cmp::Reverse(*frame)))
        .map(|(frame, _)| *frame);
    let mut order: Vec<u8> = weights.iter().map(|(frame, _)| *frame).collect();
    order.sort_by_key(|frame| (Some(*frame) != main, *frame));
    order
}

/// Whether most glyphs of a page stand in columns.
fn runs_down(page: &PageGlyphs, wanted: &[u32]) -> bool {
    if !page.runs.iter().any(|run| run.vertical) {
        return false;
    }
    let glyphs = wanted.iter().filter_map(|&index| page.glyphs.get(index as usize));
    let vertical = glyphs.filter(|glyph| page.run(glyph).is_some_and(|run| run.vertical)).count();
    2 * vertical > wanted.len()
}

/// How the letters of a page run: whether any run from right to left, and whether most do.
fn directions(page: &PageGlyphs, wanted: &[u32]) -> (bool, bool) {
    let glyphs = || wanted.iter().filter_map(|&index| page.glyphs.get(index as usize));
    let characters = || glyphs().filter_map(|glyph| line::first_character(page, glyph));
    let any = characters().any(script::is_right_to_left);
    (any, any && bidi::leaning(characters()) > 0)
}
