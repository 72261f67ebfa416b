//! Writes the blocks of a tagged page: the strips of each unit become lines, and its structure type is stored with
//! them.

use super::claims::Claims;
use super::order::Zone;
use super::strip::Strip;
use super::table;
use super::unit::{Unit, UnitKind};
use crate::content::PageGlyphs;
use crate::file::structure::{PageStructure, Tag};
use crate::layout::bounds::{EMPTY_BOX, union};
use crate::layout::model::{
    BlockTag, Gap, IndexRange, LayoutBlock, LayoutLine, LayoutTable, PageEdge, PageLayout, Piece,
    WritingMode, to_index,
};

/// Strips that share this fraction of the lower one's height are on one line.
const SAME_LINE: f32 = 0.5;

/// Rewrites a layout in another order.
pub(super) struct Writer<'p> {
    page: &'p PageGlyphs,
    structure: &'p PageStructure<'p>,
    claims: &'p Claims,
    strips: &'p [Strip],
    /// The layout by geometry.
    old: PageLayout,
}

impl<'p> Writer<'p> {
    pub(super) fn new(
        page: &'p PageGlyphs,
        structure: &'p PageStructure<'p>,
        claims: &'p Claims,
        strips: &'p [Strip],
    ) -> Self {
        Self { page, structure, claims, strips, old: PageLayout::default() }
    }

    /// Replaces the blocks of a layout by `units`.
    pub(super) fn write(mut self, units: &[(Zone, &Unit)], layout: &mut PageLayout) {
        self.old = std::mem::take(layout);
        layout.dropped = self.old.dropped;
        layout.writing_mode = self.old.writing_mode;
        layout.line_numbers = std::mem::take(&mut self.old.line_numbers);
        layout.pieces.reserve(self.old.pieces.len());
        for (zone, unit) in units {
            match unit.kind {
                UnitKind::Kept(block) => self.push_kept(block, layout),
                UnitKind::Rest(_) => self.push_rest(unit, *zone, layout),
                UnitKind::Element(element) => self.push_element(element, unit, layout),
            }
        }
        layout.tagged = true;
    }

    /// Returns the strips of a unit.
    fn strips_of<'i>(&self, indices: &'i [u32]) -> impl Iterator<Item = &'p Strip> + use<'p, 'i> {
        let strips = self.strips;
        indices.iter().filter_map(move |&index| strips.get(index as usize))
    }

    /// Writes a table as geometry found it.
    fn push_kept(&self, block: u32, layout: &mut PageLayout) {
        let Some(old) = self.old.blocks.get(block as usize) else { return };
        let start = to_index(layout.lines.len());
        for line in old.lines.slice(&self.old.lines) {
            let pieces = self.copy(line.pieces, layout);
            layout.lines.push(LayoutLine { pieces, ..*line });
        }
        let moved = |part: IndexRange| IndexRange {
            start: part.start.saturating_sub(old.lines.start) + start,
            end: part.end.saturating_sub(old.lines.start) + start,
        };
        let mut block = old.clone();
        block.lines = moved(old.lines);
        let table = old.table.and_then(|index| self.old.tables.get(index as usize)).cloned();
        if let Some(mut table) = table {
            table.cells.iter_mut().for_each(|cell| cell.lines = moved(cell.lines));
            block.table = Some(to_index(layout.tables.len()));
            layout.tables.push(table);
        }
        layout.blocks.push(block);
    }

    /// Writes text that no element claims as geometry found it. Artifacts above and below the text become one block
    /// per line, so that a page number beside a running header can be distinguished from it.
    fn push_rest(&self, unit: &Unit, zone: Zone, layout: &mut PageLayout) {
        let lines = self.push_lines(&unit.strips, layout);
        let edge = match zone {
            Zone::Head => PageEdge::Top,
            Zone::Foot => PageEdge::Bottom,
            Zone::Text => return push_block(BlockTag::None, lines, unit.bbox, layout),
        };
        if !self.strips_of(&unit.strips).all(|strip| strip.artifact) {
            return push_block(BlockTag::None, lines, unit.bbox, layout);
        }
        for index in lines.start..lines.end {
            let line = IndexRange { start: index, end: index + 1 };
            let bbox = line.slice(&layout.lines).first().map_or(unit.bbox, |line| line.bbox);
            push_block(BlockTag::Artifact(edge), line, bbox, layout);
        }
    }

    fn push_element(&self, element: u32, unit: &Unit, layout: &mut PageLayout) {
        let Some(facts) = self.structure.element(element) else { return };
        if facts.tag == Tag::Table {
            return self.push_table(element, unit, layout);
        }
        if facts.tag.is_group() && facts.tag != Tag::BlockQuote {
            return self.push_as_found(&unit.strips, layout);
        }
        let lines = self.push_lines(&unit.strips, layout);
        let label_pieces = if facts.tag == Tag::ListItem { self.label_pieces(lines, layout) } else { 0 };
        let tag = BlockTag::Element { tag: facts.tag, level: facts.level, label_pieces };
        push_block(tag, lines, unit.bbox, layout);
    }

    /// Writes the cells of a table; as paragraphs when they do not form one.
    fn push_table(&self, element: u32, unit: &Unit, layout: &mut PageLayout) {
        let cells = table::cells(self.structure, self.strips, &unit.strips);
        let Some(mut tagged) = table::table(self.structure, &cells) else {
            return cells.iter().for_each(|(_, strips)| {
                // A long text has paragraphs, which geometry has found.
                let is_long = strips.len() > table::LONG_CELL;
                if is_long { self.push_as_found(strips, layout) } else { self.push_paragraph(strips, layout) }
            });
        };
        let (boxes, mirrored) = (self.boxes(&cells), layout.writing_mode == WritingMode::Rtl);
        if tagged.contradicts(&boxes, mirrored) {
            return self.push_as_found(&unit.strips, layout);
        }
        tagged.place_by_position(&boxes, mirrored);
        let start = to_index(layout.lines.len());
        for cell in &mut tagged.cells {
            let place = cells.binary_search_by_key(&cell.element, |(element, _)| *element);
            let strips = place.ok().and_then(|place| cells.get(place));
            cell.lines = strips.map(|(_, strips)| self.push_lines(strips, layout)).unwrap_or_default();
        }
        let lines = IndexRange { start, end: to_index(layout.lines.len()) };
        let ruled = self.strips_of(&unit.strips).any(|strip| {
            self.old.blocks.get(strip.block as usize).is_some_and(|block| block.table.is_some())
        });
        let index = to_index(layout.tables.len());
        let table = tagged.finish(unit.bbox, ruled, &layout.lines);
        layout.tables.push(LayoutTable { element: Some(element), ..table });
        if !lines.is_empty() {
            let (bbox, table) = (unit.bbox, Some(index));
            layout.blocks.push(LayoutBlock { lines, bbox, table, tag: BlockTag::None });
        }
    }

    /// Returns the bounding boxes of the text of cells.
    fn boxes(&self, cells: &[(u32, Vec<u32>)]) -> Vec<(u32, [f32; 4])> {
        let around =
            |strips: &[u32]| self.strips_of(strips).fold(EMPTY_BOX, |bbox, strip| union(bbox, strip.bbox));
        cells.iter().map(|(element, strips)| (*element, around(strips))).collect()
    }

    /// Writes strips in the blocks that geometry found.
    fn push_as_found(&self, strips: &[u32], layout: &mut PageLayout) {
        let block_of = |index: &u32| self.strips.get(*index as usize).map_or(0, |strip| strip.block);
        for part in strips.chunk_by(|a, b| block_of(a) == block_of(b)) {
            let block = part.first().map_or(0, block_of);
            let from = self.strips.partition_point(|strip| strip.block < block);
            let to = self.strips.partition_point(|strip| strip.block <= block);
            let is_table = self.old.blocks.get(block as usize).is_some_and(|block| block.table.is_some());
            if is_table && to - from == part.len() {
                self.push_kept(block, layout);
            } else {
                self.push_paragraph(part, layout);
            }
        }
    }

    /// Writes strips as one paragraph.
    fn push_paragraph(&self, strips: &[u32], layout: &mut PageLayout) {
        let lines = self.push_lines(strips, layout);
        let bbox = self.strips_of(strips).fold(EMPTY_BOX, |bbox, strip| union(bbox, strip.bbox));
        push_block(BlockTag::None, lines, bbox, layout);
    }

    /// Writes strips as lines. Neighbours at the same height share one: a number and its item, for instance.
    fn push_lines(&self, strips: &[u32], layout: &mut PageLayout) -> IndexRange {
        let start = to_index(layout.lines.len());
        let mut last: Option<&Strip> = None;
        for strip in self.strips_of(strips) {
            let pieces = self.copy(strip.pieces, layout);
            let first = layout.pieces.get_mut(pieces.start as usize);
            match (layout.lines.last_mut(), last) {
                (Some(line), Some(last)) if is_beside(last, strip) && !self.is_column(strip) => {
                    first.into_iter().for_each(|piece| piece.gap = Gap::Wide);
                    line.pieces.end = pieces.end;
                    line.bbox = union(line.bbox, strip.bbox);
                }
                _ => {
                    first.into_iter().for_each(|piece| piece.gap = Gap::None);
                    layout.lines.push(LayoutLine { pieces, bbox: strip.bbox, size: strip.size, ruby: false });
                }
            }
            last = Some(strip);
        }
        IndexRange { start, end: to_index(layout.lines.len()) }
    }

    /// Returns `true` if a strip is a column of vertical writing: strips beside it are other lines.
    fn is_column(&self, strip: &Strip) -> bool {
        let first = strip.pieces.slice(&self.old.pieces).first();
        let glyph = first.and_then(|piece| self.page.glyphs.get(piece.glyph as usize));
        glyph.and_then(|glyph| self.page.run(glyph)).is_some_and(|run| run.vertical)
    }

    fn copy(&self, pieces: IndexRange, layout: &mut PageLayout) -> IndexRange {
        let start = to_index(layout.pieces.len());
        layout.pieces.extend_from_slice(pieces.slice(&self.old.pieces));
        IndexRange { start, end: to_index(layout.pieces.len()) }
    }

    /// Returns the number of pieces of the first line that are the number or bullet.
    fn label_pieces(&self, lines: IndexRange, layout: &PageLayout) -> u32 {
        let Some(line) = lines.slice(&layout.lines).first() else { return 0 };
        let is_label = |piece: &&Piece| {
            self.page.glyphs.get(piece.glyph as usize).is_some_and(|glyph| self.claims.is_label(glyph))
        };
        to_index(line.pieces.slice(&layout.pieces).iter().take_while(is_label).count())
    }
}

/// Returns `true` if a strip is beside another at the same height.
fn is_beside(last: &Strip, strip: &Strip) -> bool {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (last.bbox, strip.bbox);
    let common = a3.min(b3) - a1.max(b1);
    (b0 >= a2 || b2 <= a0) && common > SAME_LINE * (a3 - a1).min(b3 - b1)
}

fn push_block(tag: BlockTag, lines: IndexRange, bbox: [f32; 4], layout: &mut PageLayout) {
    if !lines.is_empty() {
        layout.blocks.push(LayoutBlock { lines, bbox, table: None, tag });
    }
}
