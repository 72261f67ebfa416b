//! Paragraphs that continue in another column or on another page.

use super::column::{self, Column};
use super::document_style::DocumentStyle;
use super::line_facts::LineFacts;
use super::model::{OpenEnd, OpenStart, StructuredBlock, StructuredPage};
use super::role::Role;
use crate::char_class::ends_in_hyphen;

/// The least indentation of the first line of a new paragraph, in font sizes.
const INDENT: f32 = 0.8;
/// The distance from the edge, in points, within which lines of justified text end.
const FLUSH: f32 = 0.7;
/// The least number of lines with the same right edge from which a column is justified.
const JUSTIFIED_LINES: usize = 3;
/// A line that ends further from the edge, in font sizes, ends its paragraph.
const NEAR_EDGE: f32 = 8.0;
/// The greatest factor between font sizes of the parts of a paragraph.
const SAME_SIZE: f32 = 1.06;

/// Finds paragraphs that continue in the next column, and those that may continue across page ends.
pub(super) fn link(
    structured: &mut StructuredPage,
    facts: &[LineFacts],
    columns: &[Column],
    style: &DocumentStyle,
) {
    let linker = Linker { facts, columns, style };
    let mut open: Option<OpenEnd> = None;
    for index in 0..structured.blocks.len() {
        let Some(block) = structured.blocks.get(index) else { continue };
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        if block.role.is_furniture() {
            continue;
        }
        if is_float(block) {
            open.iter_mut().for_each(|open| open.is_before_float = true);
            continue;
        }
        let start = linker.start(number, block);
        let is_first = structured.open_start.is_none() && !structured.blocks.iter().take(index).any(is_main);
        if is_first {
            let has_float = structured.blocks.iter().take(index).any(is_float);
            structured.open_start = start.map(|start| OpenStart { is_behind_float: has_float, ..start });
        }
        let before = open.take();
        let links = before.zip(start).filter(|(end, start)| goes_on(end, start));
        let is_apart = |end: &OpenEnd| {
            let last = structured.blocks.get(end.block as usize);
            last.is_some_and(|last| linker.are_apart(last, block)) || end.is_before_float
        };
        let continues = links.filter(|(end, _)| is_apart(end)).map(|(end, _)| end.block);
        open = linker.end(number, block);
        if let Some(block) = structured.blocks.get_mut(index) {
            block.continues = continues;
        }
    }
    structured.open_end = open;
}

/// Returns `true` if a paragraph continues in another one.
pub(crate) fn goes_on(end: &OpenEnd, start: &OpenStart) -> bool {
    let is_same_size = end.size.max(start.size) <= SAME_SIZE * end.size.min(start.size);
    let has_float = end.is_before_float || start.is_behind_float;
    let is_full = end.room < start.first_word + 0.35 * end.size;
    // If there is something between them, only a sentence that certainly continues is joined.
    let goes_on = match (end.is_mid_sentence, start.begins_small) {
        (true, true) => true,
        (true, false) => is_full && !end.is_item && !has_float,
        (false, small) => !small && is_full && !end.is_item && !has_float,
    };
    is_same_size && goes_on
}

/// Returns `true` for blocks that may be between the parts of a paragraph.
fn is_float(block: &StructuredBlock) -> bool {
    matches!(block.role, Role::Table | Role::Figure | Role::Caption | Role::Footnote)
}

fn is_main(block: &StructuredBlock) -> bool {
    !block.role.is_furniture() && !is_float(block)
}

struct Linker<'f> {
    facts: &'f [LineFacts],
    columns: &'f [Column],
    style: &'f DocumentStyle,
}

impl Linker<'_> {
    /// Returns the block as the start of a paragraph that may have begun elsewhere.
    fn start(&self, number: u32, block: &StructuredBlock) -> Option<OpenStart> {
        let first = block.lines.slice(self.facts).first().filter(|line| line.is_level)?;
        let (left, _) = column::edges(self.columns, block, self.facts);
        let second = block.lines.slice(self.facts).get(1);
        let edge = second.map_or(left, |second| second.left);
        let is_indented = first.left > edge + INDENT * first.size;
        let is_text = block.role == Role::Paragraph && !first.is_marked() && !is_indented;
        let is_plain = !first.look.bold || self.style.body.look.bold;
        let start = OpenStart {
            block: number,
            begins_small: first.begins_small(),
            size: first.size,
            first_word: first.first_word,
            is_behind_float: false,
        };
        (is_text && is_plain).then_some(start)
    }

    /// Returns the block as the end of a paragraph that may continue elsewhere.
    fn end(&self, number: u32, block: &StructuredBlock) -> Option<OpenEnd> {
        let last = block.lines.slice(self.facts).last().filter(|line| line.is_level)?;
        if !matches!(block.role, Role::Paragraph | Role::ListItem | Role::BlockQuote) {
            return None;
        }
        let (left, right) = column::edges(self.columns, block, self.facts);
        let is_mid_sentence = !last.ends_sentence() || ends_in_hyphen(&last.text);
        let is_wide = right - last.right < NEAR_EDGE * last.size && last.right - left > NEAR_EDGE * last.size;
        let goes_on = is_mid_sentence && is_wide;
        let may_go_on =
            !is_mid_sentence && block.role == Role::Paragraph && self.is_flush(block, last, right);
        let (room, is_item) = (right - last.right, block.role == Role::ListItem);
        let end = OpenEnd {
            block: number,
            is_mid_sentence,
            size: last.size,
            room,
            is_item,
            is_before_float: false,
        };
        (goes_on || may_go_on).then_some(end)
    }

    /// Returns `true` if the last line of a justified paragraph reaches the edge, which the end of a paragraph rarely
    /// does.
    fn is_flush(&self, block: &StructuredBlock, last: &LineFacts, right: f32) -> bool {
        let at_edge = |line: &&LineFacts| (right - line.right).abs() < FLUSH;
        let column = self
            .columns
            .iter()
            .find(|column| column.lines.start <= block.lines.start && block.lines.start < column.lines.end);
        let lines = column.map_or(block.lines, |column| column.lines).slice(self.facts);
        at_edge(&last) && lines.iter().filter(at_edge).count() >= JUSTIFIED_LINES && block.lines.len() > 1
    }

    /// Returns `true` if a block is not directly below another, for instance in another column.
    fn are_apart(&self, last: &StructuredBlock, block: &StructuredBlock) -> bool {
        let pair = last.lines.slice(self.facts).last().zip(block.lines.slice(self.facts).first());
        pair.is_some_and(|(a, b)| b.baseline < a.baseline)
    }
}
