//! Line numbers, which count the lines of a text, as a block of their own beside its paragraphs.

use super::model::{StructuredBlock, StructuredPage};
use super::role::{Evidence, Role};
use crate::content::PageGlyphs;
use crate::layout::bounds::{EMPTY_BOX, union};
use crate::layout::{IndexRange, LayoutLine, Piece};

/// Moves line numbers out of the lines that they count, into a block at the end of the page.
pub(super) fn set_aside(page: &PageGlyphs, structured: &mut StructuredPage) {
    if structured.line_numbers.is_empty() {
        return;
    }
    let parts: Vec<Parts> = structured.lines.iter().map(|line| parts(page, structured, line)).collect();
    let mut kept = Vec::with_capacity(parts.len() + 1);
    let (mut lines, mut numbers): (Vec<LayoutLine>, Vec<LayoutLine>) = (Vec::new(), Vec::new());
    for part in parts {
        kept.push(u32::try_from(lines.len()).unwrap_or(u32::MAX));
        lines.extend(part.text);
        numbers.extend(part.number);
    }
    kept.push(u32::try_from(lines.len()).unwrap_or(u32::MAX));
    let at = |index: u32| kept.get(index as usize).copied().unwrap_or_default();
    let moved = |range: IndexRange| IndexRange { start: at(range.start), end: at(range.end) };
    structured
        .tables
        .iter_mut()
        .flat_map(|table| &mut table.cells)
        .for_each(|cell| cell.lines = moved(cell.lines));
    for block in &mut structured.blocks {
        block.lines = moved(block.lines);
        if block.table.is_none() {
            block.bbox = around(block.lines.slice(&lines));
        }
    }
    structured.blocks.retain(|block| block.table.is_some() || !block.lines.is_empty());
    let own = IndexRange::between(lines.len(), lines.len() + numbers.len());
    structured.blocks.push(StructuredBlock {
        role: Role::LineNumber,
        lines: own,
        bbox: around(&numbers),
        evidence: vec![Evidence::Position],
        ..StructuredBlock::default()
    });
    lines.append(&mut numbers);
    structured.lines = lines;
    structured.line_numbers.clear();
}

/// Returns a copy of a page with its line numbers set aside; `None` if it has none.
pub(super) fn set_aside_in_copy(page: &PageGlyphs, structured: &StructuredPage) -> Option<StructuredPage> {
    if structured.line_numbers.is_empty() {
        return None;
    }
    let mut copy = StructuredPage {
        blocks: structured.blocks.clone(),
        lines: structured.lines.clone(),
        pieces: structured.pieces.clone(),
        tables: structured.tables.clone(),
        writing_mode: structured.writing_mode,
        tagged: structured.tagged,
        line_numbers: structured.line_numbers.clone(),
        ..StructuredPage::default()
    };
    set_aside(page, &mut copy);
    Some(copy)
}

/// A line without its number, and the number.
#[derive(Default)]
struct Parts {
    text: Option<LayoutLine>,
    number: Option<LayoutLine>,
}

/// Cuts a line behind the number at its start, or before that at its end.
fn parts(page: &PageGlyphs, structured: &StructuredPage, line: &LayoutLine) -> Parts {
    let pieces = line.pieces.slice(&structured.pieces);
    let is_number = |piece: &&Piece| structured.line_numbers.binary_search(&piece.glyph).is_ok();
    let is_blank = |piece: &Piece| {
        let glyph = page.glyphs.get(piece.glyph as usize);
        glyph.is_none_or(|glyph| glyph.text.character().is_some_and(char::is_whitespace))
    };
    let mut inked = pieces.iter().filter(|piece| !is_blank(piece));
    let (first, last) = (inked.next(), inked.next_back());
    let is_beside = |piece: &&Piece| is_number(piece) || is_blank(piece);
    let (IndexRange { start, end }, count) = (line.pieces, |n: usize| u32::try_from(n).unwrap_or(0));
    let part = |start: u32, end: u32| {
        let pieces = IndexRange { start, end };
        let inked = pieces.slice(&structured.pieces).iter().filter(|piece| !is_blank(piece));
        let glyphs = inked.filter_map(|piece| page.glyphs.get(piece.glyph as usize));
        let bbox = glyphs.fold(EMPTY_BOX, |bbox, glyph| union(bbox, page.bbox(glyph)));
        // The height is that of the whole line, so that both parts have its baseline.
        let bbox = [bbox[0], line.bbox[1], bbox[2], line.bbox[3]];
        (bbox[0] <= bbox[2]).then_some(LayoutLine { pieces, bbox, ..*line })
    };
    if first.is_some_and(|piece| is_number(&piece)) {
        let at = start + count(pieces.iter().take_while(is_beside).count());
        Parts { number: part(start, at), text: part(at, end) }
    } else if last.is_some_and(|piece| is_number(&piece)) {
        let at = end - count(pieces.iter().rev().take_while(is_beside).count());
        Parts { text: part(start, at), number: part(at, end) }
    } else {
        Parts { text: Some(*line), number: None }
    }
}

fn around(lines: &[LayoutLine]) -> [f32; 4] {
    lines.iter().fold(EMPTY_BOX, |bbox, line| union(bbox, line.bbox))
}
