//! Running headers and footers, and page numbers, which belong to the page and not to its text.
//!
//! They are detected by repetition at the same position on adjacent pages; page numbers also by their text and
//! position, so that they are found in documents of one page too.

use super::model::{StructuredBlock, StructuredPage};
use super::page_edges::{EDGE, PageEdges, REPEATED_EDGE};
use super::page_number::is_page_number;
use super::role::{Evidence, Role};
use crate::clock;
use crate::content::PageGlyphs;
use crate::font::style::BOLD;
use crate::layout::bounds::{EMPTY_BOX, union};
use crate::layout::{Gap, IndexRange, LayoutLine, line_text};

/// The least distance from the text, in font sizes, of a footer that only has a page number.
const APART: f32 = 2.0;
/// The same of a line in the place of running headers.
const APART_IN_PLACE: f32 = 0.6;
/// A page of which these lines are more than half, and this many glyphs, repeats a part of its text on another page: a form
/// that was filled in twice, say.
const MAX_GLYPHS: usize = 120;
/// The greatest deviation from the centre of a number that closes a page before its edge, relative to the width of
/// the page.
const CENTRED: f32 = 0.02;

/// The maximum number of glyphs of a page number with its surrounding words.
const MAX_PIECES: usize = 40;

/// Splits headers, footers and page numbers off paragraphs into separate blocks.
pub fn split(page: &PageGlyphs, structured: &mut StructuredPage, edges: &PageEdges) {
    let blocks = std::mem::take(&mut structured.blocks);
    let extent = Extent::new(&structured.lines);
    let mut result: Vec<StructuredBlock> = Vec::with_capacity(blocks.len());
    for block in blocks {
        if block.role == Role::Paragraph {
            split_block(page, structured, (edges, &extent), &block, &mut result);
        } else {
            result.push(block);
        }
    }
    let (at_edges, all) = result.iter().fold((0, 0), |(edges, all), block| {
        let glyphs = block.lines.slice(&structured.lines).iter().map(|line| line.pieces.len()).sum::<usize>();
        (edges + if is_at_edge(block.role) { glyphs } else { 0 }, all + glyphs)
    });
    if page.page_index == 0 && has_title(page, structured, edges, &result) {
        let is_header = |block: &&mut StructuredBlock| is_repeated_header(block);
        result.iter_mut().filter(is_header).for_each(as_text);
    }
    if page.page_index == 0 {
        let is_letterhead = |block: &&mut StructuredBlock| is_letterhead(page, structured, edges, block);
        result.iter_mut().filter(is_letterhead).for_each(as_text);
    }
    // What the file states to be a header is one, however long it is.
    if !structured.tagged && at_edges > MAX_GLYPHS && at_edges * 2 > all {
        result.iter_mut().filter(|block| is_at_edge(block.role)).for_each(as_text);
    }
    structured.blocks = result;
}

fn as_text(block: &mut StructuredBlock) {
    block.role = Role::Paragraph;
    block.evidence.clear();
}

/// Titles are larger than text by this factor, or bold.
pub(super) const LARGE: f32 = 1.15;

/// Returns whether the header of the first page is the title of the document, which later pages repeat: nothing on the
/// page is larger, and it stands out from the text.
fn has_title(
    page: &PageGlyphs,
    structured: &StructuredPage,
    edges: &PageEdges,
    blocks: &[StructuredBlock],
) -> bool {
    let largest = structured.lines.iter().map(|line| line.size).fold(0.0, f32::max);
    let mut headers = blocks.iter().filter(|block| is_repeated_header(block));
    headers.any(|block| {
        let Some(line) = block.lines.slice(&structured.lines).first() else { return false };
        line.size >= largest && (line.size > LARGE * edges.body_size || is_bold(page, structured, line))
    })
}

fn is_repeated_header(block: &StructuredBlock) -> bool {
    block.role == Role::Header && block.evidence == [Evidence::Repetition]
}

/// Returns whether a header or footer of the first page is only stated by the file and repeated by no other page. Word
/// processors keep letterheads in the header of the first page; leaving them out would lose the sender of a letter.
fn is_letterhead(
    page: &PageGlyphs,
    structured: &StructuredPage,
    edges: &PageEdges,
    block: &StructuredBlock,
) -> bool {
    let is_stated = matches!(block.role, Role::Header | Role::Footer) && block.evidence == [Evidence::Tag];
    let mut lines = block.lines.slice(&structured.lines).iter();
    is_stated
        && !lines.any(|line| {
            let text = text_of(page, structured, line);
            repeats_text(page, structured, edges, line)
                || begins_or_ends_with_number(&text)
                || is_page_number(&text)
        })
}

fn is_bold(page: &PageGlyphs, structured: &StructuredPage, line: &LayoutLine) -> bool {
    let glyphs = line.pieces.slice(&structured.pieces).iter();
    let mut runs = glyphs.filter_map(|piece| page.run(page.glyphs.get(piece.glyph as usize)?));
    runs.all(|run| {
        let font = page.fonts.get(usize::from(run.font));
        font.is_some_and(|font| font.style().weight >= BOLD)
    })
}

fn is_at_edge(role: Role) -> bool {
    matches!(role, Role::Header | Role::Footer | Role::PageNumber)
}

fn split_block(
    page: &PageGlyphs,
    structured: &StructuredPage,
    (edges, extent): (&PageEdges, &Extent),
    block: &StructuredBlock,
    out: &mut Vec<StructuredBlock>,
) {
    let mut start = block.lines.start;
    let mut push = |(role, evidence): Found, start: u32, end: u32| {
        let lines = IndexRange { start, end };
        if !lines.is_empty() {
            let bbox =
                lines.slice(&structured.lines).iter().fold(EMPTY_BOX, |bbox, line| union(bbox, line.bbox));
            let evidence = evidence.into_iter().collect();
            out.push(StructuredBlock { role, lines, bbox, evidence, ..block.clone() });
        }
    };
    for index in block.lines.start..block.lines.end {
        // Each line at an edge is compared with all others; a page may have very many of them.
        if clock::is_over_often() {
            break;
        }
        let Some(found) = role_at_edge(page, structured, (edges, extent), index) else { continue };
        push((Role::Paragraph, None), start, index);
        push(found, index, index + 1);
        start = index + 1;
    }
    push((Role::Paragraph, None), start, block.lines.end);
}

/// A role and the evidence for it.
type Found = (Role, Option<Evidence>);

/// Returns the role of a line that is a running header or footer, or a page number.
#[allow(clippy::cast_possible_truncation)]
fn role_at_edge(
    page: &PageGlyphs,
    structured: &StructuredPage,
    (edges, extent): (&PageEdges, &Extent),
    index: u32,
) -> Option<Found> {
    let line = structured.lines.get(index as usize)?;
    let [_, top, _, y] = line.bbox;
    let height = page.height as f32;
    // A line that is alone on its page is its text, whatever other pages repeat; lines outside the page, which callers
    // may request, are not at its edge.
    if structured.lines.len() == 1 || y < 0.0 || top > height {
        return None;
    }
    // Slides and sheets that follow each other may have the same title.
    if extent.is_display(line) {
        return None;
    }
    let at_top = y < height * EDGE;
    let at_bottom = y > height * (1.0 - EDGE);
    let number = || line.pieces.len() <= MAX_PIECES && is_page_number(&text_of(page, structured, line));
    let is_near_edge = y < height * REPEATED_EDGE || y > height * (1.0 - REPEATED_EDGE);
    if !at_top && !at_bottom && is_near_edge && repeats_text(page, structured, edges, line) {
        let role = if y < height / 2.0 { Role::Header } else { Role::Footer };
        return Some((role, Some(Evidence::Repetition)));
    }
    if !at_top && !at_bottom {
        let closes = is_centred(page, line) && number() && is_apart(structured, extent, line, false);
        return closes.then_some((Role::PageNumber, Some(Evidence::Position)));
    }
    let running = if at_top { Role::Header } else { Role::Footer };
    if is_in_place(page, structured, (edges, extent), line, at_top) {
        return Some((if number() { Role::PageNumber } else { running }, Some(Evidence::Repetition)));
    }
    if number() {
        let is_number = extent.is_outermost(line, at_top);
        return is_number.then_some((Role::PageNumber, Some(Evidence::Position)));
    }
    let is_apart = is_apart(structured, extent, line, at_top);
    let is_stamp = at_bottom && is_apart && is_stamp(edges, line, y / height);
    let is_outside = at_top && y < height * OUTSIDE;
    let has_number = || {
        has_page_number(page, structured, line)
            || (is_outside && begins_or_ends_with_number(&text_of(page, structured, line)))
    };
    let is_running = is_stamp || (is_apart && has_number());
    is_running.then_some((running, Some(Evidence::Position)))
}

/// Returns whether a line at an edge is a running header by its place: neighbouring pages repeat its text there, or it is
/// the title of another chapter. The first line of a text may be in that place by chance, but is not apart from the next.
fn is_in_place(
    page: &PageGlyphs,
    structured: &StructuredPage,
    (edges, extent): (&PageEdges, &Extent),
    line: &LayoutLine,
    at_top: bool,
) -> bool {
    let [_, _, _, y] = line.bbox;
    let mut places = edges.repeated_lines.iter().filter(|other| other.is_at(y, line.size)).peekable();
    if places.peek().is_none() {
        return false;
    }
    let text = text_of(page, structured, line);
    let may_be_new = !edges.is_complete || (line.pieces.len() <= MAX_PIECES && is_page_number(&text));
    let is_apart = may_be_new && is_apart_in_place(structured, extent, line, at_top);
    places.any(|place| place.has_text(&text) || (is_apart && place.may_have_others()))
}

/// Running headers are further from the text than its lines from each other by this factor.
const WIDER: f32 = 1.3;

/// What each line at an edge is compared with, found once for a page.
struct Extent {
    /// The least top of all lines, and their least and greatest bottom.
    top: f32,
    bottoms: [f32; 2],
    /// The least distance of a line in the place of running headers from the text, in font sizes.
    apart_in_place: f32,
    /// The greatest size, and the greatest among lines with other sizes.
    sizes: [f32; 2],
}

/// The title of a slide or sheet is larger than all other text of its page by this factor.
const DISPLAY: f32 = 1.8;

impl Extent {
    fn new(lines: &[LayoutLine]) -> Self {
        let (mut top, mut bottoms) = (f32::INFINITY, [f32::INFINITY, f32::NEG_INFINITY]);
        for line in lines {
            let [_, line_top, _, bottom] = line.bbox;
            top = top.min(line_top);
            bottoms = [bottoms[0].min(bottom), bottoms[1].max(bottom)];
        }
        Self { top, bottoms, apart_in_place: apart_in_place(lines), sizes: greatest_sizes(lines) }
    }

    /// Returns whether a line is far larger than all others of its page.
    fn is_display(&self, line: &LayoutLine) -> bool {
        let [largest, next] = self.sizes;
        line.size >= largest && next > 0.0 && largest >= DISPLAY * next
    }

    /// Returns `true` if no other line is further out.
    fn is_outermost(&self, line: &LayoutLine, at_top: bool) -> bool {
        let [_, _, _, y] = line.bbox;
        if at_top { self.bottoms[0] >= y - 1.0 } else { self.bottoms[1] <= y + 1.0 }
    }

    /// Returns `false` if a line is further out, so that the others need not be compared with this one.
    fn may_be_apart(&self, line: &LayoutLine, at_top: bool) -> bool {
        let [_, top, _, bottom] = line.bbox;
        if at_top { self.top >= top.min(bottom) } else { self.bottoms[1] <= bottom.max(top) }
    }
}

/// Returns the greatest size of lines, and the greatest among those that differ from it; 0 without any.
fn greatest_sizes(lines: &[LayoutLine]) -> [f32; 2] {
    let largest = lines.iter().map(|line| line.size).fold(0.0, f32::max);
    let others = lines.iter().map(|line| line.size).filter(|size| *size < largest * 0.95);
    [largest, others.fold(0.0, f32::max)]
}

/// Returns the least distance of a line in the place of running headers from the text, in font sizes. Lines of text may
/// be far apart, and its first line is no header then.
fn apart_in_place(lines: &[LayoutLine]) -> f32 {
    let gap = |pair: &[LayoutLine]| match pair {
        [above, below] => Some((below.bbox[1] - above.bbox[3]) / below.size.max(0.1)),
        _ => None,
    };
    let mut gaps: Vec<f32> =
        lines.windows(2).filter_map(gap).filter(|gap| (0.0..APART).contains(gap)).collect();
    let middle = gaps.len() / 2;
    let usual = if gaps.is_empty() { 0.0 } else { *gaps.select_nth_unstable_by(middle, f32::total_cmp).1 };
    APART_IN_PLACE.max(WIDER * usual)
}

/// Lines whose bottom is below this part of the page are outside the margins of its text.
const MARGIN: f32 = 0.97;
/// Lines whose bottom is above this part of the page are above the margin of its text.
const OUTSIDE: f32 = 0.065;

/// Returns whether a line begins or ends with a page number; years are not.
fn begins_or_ends_with_number(text: &str) -> bool {
    let is_number = |word: &str| {
        (1..=4).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_digit())
            && !(word.len() == 4 && (word.starts_with("19") || word.starts_with("20")))
    };
    let mut words = text.split_whitespace();
    let (first, last) = (words.next(), words.next_back());
    // A number behind a colon is the value of a field.
    let is_field = words.next_back().or(first).is_some_and(|label| label.ends_with(':'));
    last.is_some() && (first.is_some_and(is_number) || (last.is_some_and(is_number) && !is_field))
}

/// Letters of footers that a single page shows are smaller than text by this factor.
const SMALL: f32 = 0.7;

/// Returns whether a line at the foot of a page, apart from its text, is a footer by its place or size: the download date
/// of a repository, the name of a conference on a slide.
fn is_stamp(edges: &PageEdges, line: &LayoutLine, place: f32) -> bool {
    place > MARGIN || line.size < edges.body_size * SMALL
}

/// Returns whether neighbouring pages repeat the text of a line in its place.
fn repeats_text(
    page: &PageGlyphs,
    structured: &StructuredPage,
    edges: &PageEdges,
    line: &LayoutLine,
) -> bool {
    let [_, _, _, y] = line.bbox;
    let mut places = edges.repeated_lines.iter().filter(|other| other.is_at(y, line.size));
    places.any(|place| place.has_text(&text_of(page, structured, line)))
}

fn text_of(page: &PageGlyphs, structured: &StructuredPage, line: &LayoutLine) -> String {
    let mut text = String::with_capacity(line.pieces.len() + line.pieces.len() / 4);
    line_text::push_line(page, &structured.pieces, line, &mut text);
    text
}

/// Returns `true` if a line is the outermost one, alone, and at a distance from the next.
fn is_apart(structured: &StructuredPage, extent: &Extent, line: &LayoutLine, at_top: bool) -> bool {
    let others = structured.lines.iter().filter(|other| other.pieces != line.pieces);
    extent.may_be_apart(line, at_top) && are_apart(others, line, at_top, APART)
}

/// Returns the same for a line in the place of running headers, which may have several parts in a row.
fn is_apart_in_place(structured: &StructuredPage, extent: &Extent, line: &LayoutLine, at_top: bool) -> bool {
    let others = structured.lines.iter().filter(|other| (other.bbox[3] - line.bbox[3]).abs() >= 1.0);
    are_apart(others, line, at_top, extent.apart_in_place)
}

/// Returns `true` if no other line is further out, and none is within a distance.
fn are_apart<'l>(
    mut others: impl Iterator<Item = &'l LayoutLine>,
    line: &LayoutLine,
    at_top: bool,
    sizes: f32,
) -> bool {
    let [_, top, _, bottom] = line.bbox;
    let distance = line.size * sizes;
    others.all(|other| {
        let [_, other_top, _, other_bottom] = other.bbox;
        if at_top { other_top > bottom + distance } else { other_bottom < top - distance }
    })
}

#[allow(clippy::cast_possible_truncation)]
fn is_centred(page: &PageGlyphs, line: &LayoutLine) -> bool {
    let [left, _, right, _] = line.bbox;
    let width = page.width as f32;
    (f32::midpoint(left, right) - width / 2.0).abs() < width * CENTRED
}

/// Returns `true` if one of the parts of a line, between wide gaps, is a page number.
fn has_page_number(page: &PageGlyphs, structured: &StructuredPage, line: &LayoutLine) -> bool {
    let wide = (line.pieces.start..line.pieces.end)
        .zip(line.pieces.slice(&structured.pieces))
        .filter(|(_, piece)| piece.gap == Gap::Wide)
        .map(|(index, _)| index);
    let mut start = line.pieces.start;
    wide.chain([line.pieces.end]).any(|end| {
        let part = IndexRange { start, end };
        start = end;
        part != line.pieces
            && is_page_number(&text_of(page, structured, &LayoutLine { pieces: part, ..*line }))
    })
}
