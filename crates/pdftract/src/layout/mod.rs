//! Layout: from the glyphs of one page to lines, tables and blocks in reading order, by geometry.
//!
//! One file per pass; [`page_layout`] lists them in the order in which they run. Results are index ranges into the
//! flat vectors of [`PageLayout`]. Nothing is deleted silently: omitted glyphs are counted in [`Dropped`]. The role
//! of a block (heading, list item, running header) is decided by [`structure`](crate::structure), not here.

mod accent;
mod baseline;
mod bidi;
mod block;
pub(crate) mod bounds;
mod bracket;
mod buffers;
mod drop_cap;
mod even_line;
mod fraction;
mod fragment;
mod glyph_class;
mod gutter;
mod gutter_sides;
mod indic_order;
mod leader;
mod line;
mod line_item;
mod line_marker;
mod line_number;
pub(crate) mod line_text;
pub(crate) mod list_marker;
mod mark;
mod mirror;
pub(crate) mod model;
mod non_joiner;
mod options;
mod order;
mod overprint;
pub(crate) mod piece_signs;
mod row;
mod ruby;
mod ruling;
mod script_shift;
mod select;
mod space;
mod spacing_accent;
mod stacked_rows;
mod stretch;
mod table;
mod tagged;
mod track;
pub(crate) mod vertical;
mod writing_frame;

pub use model::{
    BaselineShift, BlockTag, Dropped, Gap, IndexRange, LayoutBlock, LayoutCell, LayoutLine, LayoutTable,
    PageEdge, PageLayout, Piece, WritingMode,
};
pub use options::LayoutOptions;
pub use piece_signs::PieceSigns;

use crate::clock;
use crate::content::PageGlyphs;
use crate::file::structure::PageStructure;
use buffers::Buffers;
use fragment::{Fragment, Fragments};
use glyph_class::{Kind, first_character};
use line::LineMaker;
use order::Region;
use overprint::Overprints;
use row::Rows;
use ruling::Rulings;
use select::Wanted;
use table::{Table, TextSource};
use writing_frame::{WritingFrame, WritingFrames};

/// Finds the lines and blocks of a page and their reading order: that of the structure tree where it can be trusted.
pub fn page_layout(
    page: &PageGlyphs,
    options: &LayoutOptions,
    structure: Option<PageStructure<'_>>,
) -> PageLayout {
    let (mut wanted, dropped) = select::wanted(page, options);
    let mut layout = PageLayout { dropped, ..PageLayout::default() };
    let mut frames = WritingFrames::default();
    let upright = Rulings::new(page, WritingFrame::PAGE);
    let mut buffers = Buffers::take();
    let Buffers { fragments, members, rows, lines: line_buffers, words } = &mut *buffers;
    fragment::fragments(page, &wanted, &upright, &mut frames, fragments);
    let Fragments { list, steps } = fragments;
    layout.pieces.reserve_exact(wanted.len());
    let has_right_to_left = list.iter().any(|fragment| fragment.kinds.is(Kind::RIGHT_TO_LEFT));
    let has_indic = list.iter().any(|fragment| fragment.kinds.is(Kind::INDIC));
    let right_to_left = has_right_to_left && leans_right_to_left(page, &wanted);
    layout.writing_mode = writing_mode(page, &wanted, right_to_left);
    let steps_for_order = order::Steps::default();
    let order = frames_by_weight(list);
    for &index in &order {
        if clock::is_over() {
            break;
        }
        members.clear();
        match order.len() {
            1 => members.append(list),
            _ => members.extend(list.extract_if(.., |fragment| fragment.frame == index)),
        }
        let frame = frames.get(index);
        let turned = (frame != WritingFrame::PAGE).then(|| Rulings::new(page, frame));
        let rulings = turned.as_ref().unwrap_or(&upright);
        let mut overprints =
            Overprints { page, frames: &frames, wanted: &mut wanted, dropped: &mut layout.dropped };
        row::rows(members, rulings, &mut overprints, rows);
        words.clear();
        let source = TextSource { page, wanted: &wanted, frames: &frames, words };
        let may_be_numbered = frame == WritingFrame::PAGE && !right_to_left;
        let numbers = if may_be_numbered { line_number::take(rows, source) } else { Vec::new() };
        let mut tables = table::ruled(rulings, rows, source, right_to_left);
        let mut regions = regions(rows, rulings, source, &mut tables, &steps_for_order, right_to_left);
        line_number::put_back(numbers, rows, &mut regions, source, &mut layout);
        layout.lines.reserve(rows.segments.len());
        let mut lines = LineMaker::new(page, &frames, frame, &wanted, rows, steps, has_right_to_left)
            .with_bars(&rulings.level)
            .with_buffers(std::mem::take(line_buffers));
        block::push_regions(&rows.segments, &regions, &tables, &mut lines, &mut layout);
        *line_buffers = lines.into_buffers();
    }
    buffers.keep();
    if let Some(structure) = structure.filter(|_| !clock::is_over()) {
        tagged::follow(page, &structure, &mut layout);
    }
    if has_right_to_left {
        non_joiner::mark(page, &mut layout);
    }
    if has_indic {
        indic_order::to_logical(page, &mut layout);
    }
    ruby::mark(page, &mut layout);
    layout
}

/// Returns the regions of a frame in reading order, and finds the tables in them that white space alone shows.
fn regions(
    rows: &mut Rows,
    rulings: &Rulings,
    source: TextSource<'_>,
    tables: &mut Vec<Table>,
    steps: &order::Steps,
    right_to_left: bool,
) -> Vec<Region> {
    let free = table::set_aside(tables, &mut rows.segments);
    let splits = rulings.split_rules();
    let number_of = |segment: &row::Segment| leading_number(segment, &rows.fragments, source);
    let is_label = |segment: &row::Segment| ends_in_colon(segment, &rows.fragments, source);
    let hints = order::Hints { splits: &splits, steps, number_of: &number_of, is_label: &is_label };
    let mut regions = order::regions(&rows.segments, free, right_to_left, hints);
    for region in regions.iter_mut().take_while(|_| !clock::is_over_often()) {
        table::white::find(region, rulings, rows, source, tables);
    }
    regions
}

/// Returns the number that a segment begins with, as in `3. Results`.
fn leading_number(segment: &row::Segment, fragments: &[Fragment], source: TextSource<'_>) -> Option<u32> {
    let fragments = segment.fragments.slice(fragments).iter();
    let glyphs = fragments.flat_map(|fragment| source.wanted.glyphs(fragment.glyphs));
    let characters =
        glyphs.filter_map(|index| first_character(source.page, source.page.glyphs.get(index as usize)?));
    let digits: String = characters.take(LONGEST_NUMBER).take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Returns whether a segment ends with a colon.
fn ends_in_colon(segment: &row::Segment, fragments: &[Fragment], source: TextSource<'_>) -> bool {
    let Some(fragment) = segment.fragments.slice(fragments).last() else { return false };
    let IndexRange { start, end } = fragment.glyphs;
    let glyphs = (start..end).rev().filter_map(|position| source.wanted.get(position));
    let mut characters =
        glyphs.filter_map(|index| first_character(source.page, source.page.glyphs.get(index as usize)?));
    characters.find(|character| !character.is_whitespace()).is_some_and(|last| matches!(last, ':' | '：'))
}

/// The most digits of the number of a title.
const LONGEST_NUMBER: usize = 4;

/// Returns the writing frames in use: the one with the most text first, the others in order of appearance.
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

/// Returns the direction of most text.
fn writing_mode(page: &PageGlyphs, wanted: &Wanted, right_to_left: bool) -> WritingMode {
    if right_to_left {
        WritingMode::Rtl
    } else if runs_down(page, wanted) {
        WritingMode::Ttb
    } else {
        WritingMode::Ltr
    }
}

/// Returns `true` if most glyphs of a page are written vertically.
fn runs_down(page: &PageGlyphs, wanted: &Wanted) -> bool {
    if !page.runs.iter().any(|run| run.vertical) {
        return false;
    }
    let glyphs = wanted.iter().filter_map(|index| page.glyphs.get(index as usize));
    let vertical = glyphs.filter(|glyph| page.run(glyph).is_some_and(|run| run.vertical)).count();
    2 * vertical > wanted.len()
}

/// Returns `true` if most letters of a page run from right to left.
fn leans_right_to_left(page: &PageGlyphs, wanted: &Wanted) -> bool {
    let glyphs = wanted.iter().filter_map(|index| page.glyphs.get(index as usize));
    bidi::leaning(glyphs.filter_map(|glyph| first_character(page, glyph))) > 0
}
