//! Furniture: headers, footers and page numbers, which belong to the page and not to its text.
//!
//! They are known by repetition in the same place of neighbouring pages; page numbers also by what they are and where they
//! stand, so that documents of one page have furniture too.

use super::line::{EMPTY_BOX, union};
use super::style::{DocumentStyle, EDGE, SAME_PLACE, folded, without_numbers};
use super::{Block, Gap, Line, PageLayout, Part, Role, line_text};
use crate::content::PageGlyphs;

/// A footer that is known by its page number stands apart from the text by this many sizes.
const APART: f32 = 2.0;
/// A number that closes a page before its edge stands in the middle, give or take this part of the page's width.
const CENTRED: f32 = 0.02;

/// Gives headers, footers and page numbers blocks of their own.
pub(super) fn split(page: &PageGlyphs, layout: &PageLayout, style: &DocumentStyle, blocks: &mut Vec<Block>) {
    let mut result: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks.drain(..) {
        if block.role != Role::Paragraph {
            result.push(block);
            continue;
        }
        let mut start = block.lines.start;
        for index in block.lines.start..block.lines.end {
            let Some(role) = furniture_role(page, layout, style, index) else { continue };
            push_part(layout, &block, Role::Paragraph, start, index, &mut result);
            push_part(layout, &block, role, index, index + 1, &mut result);
            start = index + 1;
        }
        push_part(layout, &block, Role::Paragraph, start, block.lines.end, &mut result);
    }
    *blocks = result;
}

fn push_part(layout: &PageLayout, block: &Block, role: Role, start: u32, end: u32, out: &mut Vec<Block>) {
    let lines = Part { start, end };
    if !lines.is_empty() {
        let bbox = lines.of(&layout.lines).iter().fold(EMPTY_BOX, |b, line| union(b, line.bbox));
        out.push(Block { role, lines, bbox, ..block.clone() });
    }
}

/// The role of a line that belongs to the page.
#[allow(clippy::cast_possible_truncation)]
fn furniture_role(page: &PageGlyphs, layout: &PageLayout, style: &DocumentStyle, index: u32) -> Option<Role> {
    let line = layout.lines.get(index as usize)?;
    let [_, _, _, y] = line.bbox;
    let height = page.height as f32;
    let at_top = y < height * EDGE;
    let at_bottom = y > height * (1.0 - EDGE);
    let number = || is_page_number(&text_of(page, layout, line));
    if !at_top && !at_bottom {
        let closes = is_centred(page, line) && number() && is_apart(layout, line, false);
        return closes.then_some(Role::PageNumber);
    }
    let running = if at_top { Role::Header } else { Role::Footer };
    if style.zones.iter().any(|zone| (zone.y - y).abs() < SAME_PLACE && (zone.size - line.size).abs() < 0.5) {
        return Some(if number() { Role::PageNumber } else { running });
    }
    if number() {
        return is_outermost(layout, line, at_top).then_some(Role::PageNumber);
    }
    let numbered = is_apart(layout, line, at_top) && has_page_number(page, layout, line);
    numbered.then_some(running)
}

fn text_of(page: &PageGlyphs, layout: &PageLayout, line: &Line) -> String {
    let mut text = String::new();
    line_text::push_line(page, layout, line, &mut text);
    text
}

/// Whether no other line stands further out. A line that is alone on its page is its text.
fn is_outermost(layout: &PageLayout, line: &Line, at_top: bool) -> bool {
    let [_, _, _, y] = line.bbox;
    layout.lines.len() > 1
        && layout.lines.iter().all(|other| {
            let [_, _, _, other] = other.bbox;
            if at_top { other >= y - 1.0 } else { other <= y + 1.0 }
        })
}

/// Whether a line is the outermost one, alone, and at a distance from the next.
fn is_apart(layout: &PageLayout, line: &Line, at_top: bool) -> bool {
    let [_, top, _, bottom] = line.bbox;
    let distance = line.size * APART;
    let mut others = layout.lines.iter().filter(|other| other.pieces != line.pieces);
    layout.lines.len() > 1
        && others.all(|other| {
            let [_, other_top, _, other_bottom] = other.bbox;
            if at_top { other_top > bottom + distance } else { other_bottom < top - distance }
        })
}

#[allow(clippy::cast_possible_truncation)]
fn is_centred(page: &PageGlyphs, line: &Line) -> bool {
    let [left, _, right, _] = line.bbox;
    let width = page.width as f32;
    (f32::midpoint(left, right) - width / 2.0).abs() < width * CENTRED
}

/// Whether one of the parts of a line, between wide gaps, is a page number.
fn has_page_number(page: &PageGlyphs, layout: &PageLayout, line: &Line) -> bool {
    let wide = (line.pieces.start..line.pieces.end)
        .zip(line.pieces.of(&layout.pieces))
        .filter(|(_, piece)| piece.gap == Gap::Wide)
        .map(|(index, _)| index);
    let mut start = line.pieces.start;
    wide.chain([line.pieces.end]).any(|end| {
        let part = Part { start, end };
        start = end;
        part != line.pieces && is_page_number(&text_of(page, layout, &Line { pieces: part, ..*line }))
    })
}

/// Whether a line is a page number and nothing else: `12`, `- 12 -`, `Page 3 of 9`, `iv`.
fn is_page_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let roman = !text.is_empty() && text.len() <= 6 && text.chars().all(|c| "ivxlc".contains(c));
    let rest = folded(&without_numbers(text));
    roman
        || ((1..=8).contains(&digits)
            && matches!(
                rest.as_str(),
                "" | "page"
                    | "pageof"
                    | "of"
                    | "p"
                    | "seite"
                    | "seitevon"
                    | "第页"
                    | "página"
                    | "strana"
                    | "стр"
            ))
}
