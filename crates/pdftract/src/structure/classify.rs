//! Classifies the blocks of a page with a sequence of rules.

use super::block_facts::BlockFacts;
use super::byline::BylineZone;
use super::column::{self, Column};
use super::contents_entry::{ends_in_number, is_contents_entry};
use super::document_style::DocumentStyle;
use super::figure::StatedFigure;
use super::heading::{self, Next, Surroundings};
use super::heading_style::heading_shape;
use super::line_facts::{LineFacts, line_facts};
use super::list::Nesting;
use super::model::{StructuredBlock, StructuredPage};
use super::regroup::regroup;
use super::role::{Evidence, Role};
use super::{
    block_quote, caption, caption_tie, code, confidence, continuation, figure, footnote, formula, item,
    line_number, plain_title, run_in, running_heads,
};
use crate::clock;
use crate::content::PageGlyphs;
use crate::layout::WritingMode;

/// The factor by which watermarks are larger than text.
const WATERMARK_FACTOR: f32 = 3.0;

/// Assigns roles to the blocks of a page. Roles stated by the structure tree are kept.
pub fn assign_roles(
    page: &PageGlyphs,
    structured: &mut StructuredPage,
    style: &DocumentStyle,
    stated: &[StatedFigure],
) {
    line_number::set_aside(page, structured);
    running_heads::split(page, structured, &style.edges);
    run_in::split(page, structured);
    let facts = line_facts(page, structured);
    if clock::is_over() {
        return;
    }
    let made =
        regroup(&structured.blocks, &structured.lines, &facts, &style.body, style.pitch, structured.tagged);
    structured.line_breaks = made.breaks;
    let mut blocks = made.blocks;
    let block_facts: Vec<BlockFacts> = blocks.iter().map(|block| BlockFacts::new(&facts, block)).collect();
    let is_mirrored = structured.writing_mode == WritingMode::Rtl;
    let classifier = Classifier {
        page,
        style,
        facts: &facts,
        block_facts: &block_facts,
        columns: &made.columns,
        is_mirrored,
    };
    classifier.classify_all(&mut blocks);
    if clock::is_over() {
        return;
    }
    if !structured.tagged && !is_mirrored {
        plain_title::find(page, &mut blocks, &facts, &block_facts, style);
    }
    structured.blocks = blocks;
    if structured.tagged {
        code::merge(structured, &facts);
    }
    nest(structured, &facts, &made.columns);
    continuation::link(structured, &facts, &made.columns, style);
    run_in::rejoin(&mut structured.blocks, |line| {
        facts.get(line as usize).is_some_and(|line| line.is_run_in)
    });
    structured.figures = figure::find(page, structured, stated);
    caption_tie::tie(structured);
    confidence::rate(structured, &facts);
    structured.has_roles = true;
    structured.line_texts =
        structured.lines.iter().zip(facts).map(|(line, facts)| (line.pieces, facts.text)).collect();
}

struct Classifier<'p> {
    page: &'p PageGlyphs,
    style: &'p DocumentStyle,
    facts: &'p [LineFacts],
    block_facts: &'p [BlockFacts],
    columns: &'p [Column],
    /// `true` if the page is read from right to left.
    is_mirrored: bool,
}

impl Classifier<'_> {
    fn classify_all(&self, blocks: &mut [StructuredBlock]) {
        let numbers = item::Numbers::new(self.facts);
        let mut has_title = false;
        let mut zone = BylineZone::default();
        for index in (0..blocks.len()).take_while(|_| !clock::is_over_often()) {
            let Some(facts) = self.block_facts.get(index) else { continue };
            let next = self.next(blocks, index);
            let is_byline = zone.holds(self.text_behind(blocks, index));
            let is_in_contents = self.is_in_contents(index);
            let page = self.page.page_index;
            let around = Surroundings { page, next, has_title, is_in_contents, is_byline };
            let previous = index.checked_sub(1).and_then(|at| self.block_facts.get(at));
            let Some(block) = blocks.get_mut(index) else { continue };
            match block.role {
                Role::Paragraph => self.classify(block, facts, previous, around, &numbers),
                Role::ListItem if block.marker == 0 => block.marker = facts.marker,
                _ => {}
            }
            if block.role == Role::Caption {
                block.caption_kind = caption::kind(&facts.text);
            }
            has_title |= block.role == Role::Title;
            zone.pass(block, facts);
        }
    }

    /// Decides the role of a block. The most reliable rules come first.
    fn classify(
        &self,
        block: &mut StructuredBlock,
        facts: &BlockFacts,
        previous: Option<&BlockFacts>,
        around: Surroundings,
        numbers: &item::Numbers,
    ) {
        let lines = block.lines.slice(self.facts);
        let (role, evidence) = if facts.form_value {
            (Role::FormField, Some(Evidence::Form))
        } else if facts.slanted && facts.size > self.style.body.size * WATERMARK_FACTOR {
            (Role::Watermark, Some(Evidence::Angle))
        } else if code::is_code(self.style, facts) {
            (Role::Code, Some(Evidence::Pitch))
        } else if caption::is_caption(facts) {
            (Role::Caption, Some(Evidence::Wording))
        } else if let Some(found) = heading::heading(self.style, lines, facts, around) {
            (block.role, block.level, block.evidence) = (found.role, found.level, found.evidence);
            return;
        } else if is_contents_entry(&facts.text)
            || (around.is_in_contents && facts.lines == 1 && ends_in_number(&facts.text))
        {
            block.level = 1;
            (Role::ListItem, Some(Evidence::Wording))
        } else if footnote::is_footnote(self.page, self.style, facts) {
            (Role::Footnote, Some(Evidence::Size))
        } else if item::is_item(lines, numbers) {
            (block.level, block.marker) = (1, facts.marker);
            (Role::ListItem, Some(Evidence::Marker))
        } else if formula::is_formula(&facts.text) {
            (Role::Formula, Some(Evidence::Wording))
        } else if block_quote::is_quote(
            lines,
            column::edges(self.columns, block, self.facts),
            self.style,
            previous,
        ) {
            (Role::BlockQuote, Some(Evidence::Indent))
        } else {
            return;
        };
        block.role = role;
        block.evidence.extend(evidence);
    }

    /// Returns `true` if the block before or behind another is an entry of a table of contents.
    fn is_in_contents(&self, index: usize) -> bool {
        let is_entry = |at: Option<usize>| {
            let facts = at.and_then(|at| self.block_facts.get(at));
            facts.is_some_and(|facts| is_contents_entry(&facts.text))
        };
        is_entry(index.checked_sub(1)) || is_entry(index.checked_add(1))
    }

    /// Returns the block behind another, running heads aside.
    fn text_behind(&self, blocks: &[StructuredBlock], index: usize) -> Option<&BlockFacts> {
        let mut rest = blocks.iter().zip(self.block_facts).skip(index + 1);
        rest.find(|(block, _)| !block.role.is_furniture()).map(|(_, facts)| facts)
    }

    /// Returns what follows a block; `None` at the end of the page.
    fn next(&self, blocks: &[StructuredBlock], index: usize) -> Option<Next> {
        let shape_of = |block: &StructuredBlock, facts: &BlockFacts| {
            heading_shape(block.lines.slice(self.facts), &facts.text, &self.style.body)
        };
        let mut rest = blocks.iter().zip(self.block_facts).skip(index + 1);
        let (next, facts) = rest.find(|(block, _)| !block.role.is_furniture())?;
        let next_shape = shape_of(next, facts);
        let own = blocks.get(index).zip(self.block_facts.get(index)).filter(|_| next_shape.is_some());
        let own = own.and_then(|(block, facts)| shape_of(block, facts));
        let is_alike = own.zip(next_shape).is_some_and(|((a, _), (b, _))| a.is_same(&b));
        let is_heading = next_shape.is_some();
        let is_head_of_table = next.table.is_some()
            && blocks.get(index).is_some_and(|block| is_over_table(block, next, self.is_mirrored));
        Some(match () {
            () if is_alike || is_head_of_table => Next::Alike,
            () if facts.is_text(next) || is_heading || next.role != Role::Paragraph => Next::Text,
            () => Next::Short,
        })
    }
}

/// Returns `true` if a block is directly above the inner columns of a table: it is a header of them, not of the
/// table.
fn is_over_table(block: &StructuredBlock, table: &StructuredBlock, is_mirrored: bool) -> bool {
    let ([left, top, right, bottom], [table_left, table_top, table_right, _]) = (block.bbox, table.bbox);
    let indent = if is_mirrored { table_right - right } else { left - table_left };
    let height = bottom - top;
    indent > 2.0 * height && table_top - bottom < height
}

/// Gives list items their depth: by indentation, unless the structure tree nests the lists.
fn nest(structured: &mut StructuredPage, facts: &[LineFacts], columns: &[Column]) {
    let is_nested = structured.tagged
        && structured.blocks.iter().any(|block| block.role == Role::ListItem && block.level > 1);
    let mut nesting = Nesting::default();
    for block in &mut structured.blocks {
        let Some(first) = block.lines.slice(facts).first() else { continue };
        let (left, _) = column::edges(columns, block, facts);
        let size = first.size.max(0.1);
        match block.role {
            Role::Heading | Role::Title => nesting.end(),
            Role::ListItem => {
                let left = if structured.tagged { 0.0 } else { left };
                let indent = first.text_left - left;
                let depth = nesting.item(indent, size);
                (block.level, block.indent) = if is_nested { (block.level, 0.0) } else { (depth, indent) };
            }
            Role::Paragraph | Role::BlockQuote if !structured.tagged => {
                nesting.paragraph(first.left - left, size)
            }
            Role::Paragraph => nesting.end(),
            _ => {}
        }
    }
}
