//! Run-in headings: a bold title at the start of a paragraph that more than a space separates from its text, as the
//! `\paragraph` of LaTeX sets it, and the word `Abstract` before the text of an abstract.
//!
//! Such a line is cut in two, so that all other rules see a heading above a paragraph.

use super::model::{StructuredBlock, StructuredPage};
use super::role::Role;
use crate::content::PageGlyphs;
use crate::font::style::BOLD;
use crate::layout::bounds::{EMPTY_BOX, union};
use crate::layout::{IndexRange, LayoutLine, Piece, WritingMode};

/// The gap behind a run-in title, in font sizes: LaTeX leaves one quad, and spaces between words are narrower.
const GAP: std::ops::Range<f32> = 0.8..1.7;
/// The most characters of a run-in title.
const MAX_TITLE: usize = 80;
/// The least number of glyphs behind it on its line.
const MIN_TEXT: usize = 12;
/// Space above a paragraph is at least this many times the distance of its lines.
const APART: f32 = 1.12;
/// Lines of one paragraph are at most this many sizes apart.
const CLOSE: f32 = 1.6;
/// Lines begin at the same edge up to this part of their size.
const SAME_EDGE: f32 = 0.6;
/// The most titles of a page: each cut moves the lines behind it. Pages for readers have fewer.
const MAX_CUTS: usize = 256;
/// Titles of abstracts in lower case.
const ABSTRACTS: [&str; 12] = [
    "abstract",
    "summary",
    "zusammenfassung",
    "résumé",
    "resumen",
    "resumo",
    "riassunto",
    "samenvatting",
    "аннотация",
    "概要",
    "摘要",
    "초록",
];
/// The most characters of such a title.
const MAX_ABSTRACT: usize = 15;
/// Signs between the word and the text.
const SEPARATORS: [char; 5] = ['—', '–', '.', ':', '-'];

/// Cuts the lines of a page that begin with a run-in heading. Pages with tags are left as they are.
pub(super) fn split(page: &PageGlyphs, structured: &mut StructuredPage) {
    if structured.tagged || structured.writing_mode != WritingMode::Ltr {
        return;
    }
    for (line, piece) in cuts(page, structured).into_iter().rev() {
        cut(page, structured, line, piece);
    }
}

/// Returns a copy of a page with its lines cut; `None` if there is no run-in heading.
pub(super) fn split_copy(page: &PageGlyphs, structured: &StructuredPage) -> Option<StructuredPage> {
    if structured.tagged || structured.writing_mode != WritingMode::Ltr {
        return None;
    }
    let cuts = cuts(page, structured);
    if cuts.is_empty() {
        return None;
    }
    let mut copy = StructuredPage {
        blocks: structured.blocks.clone(),
        lines: structured.lines.clone(),
        pieces: structured.pieces.clone(),
        writing_mode: structured.writing_mode,
        ..StructuredPage::default()
    };
    cuts.into_iter().rev().for_each(|(line, piece)| cut(page, &mut copy, line, piece));
    Some(copy)
}

/// Returns whether a line is the title of an abstract.
pub(super) fn is_abstract(text: &str) -> bool {
    let word = text.trim_end().trim_end_matches(SEPARATORS).trim_end();
    // Characters in lower case are at least as many.
    word.chars().nth(MAX_ABSTRACT).is_none() && ABSTRACTS.contains(&word.to_lowercase().as_str())
}

/// Returns the lines to cut and the piece behind the heading, from top to bottom.
fn cuts(page: &PageGlyphs, structured: &StructuredPage) -> Vec<(u32, u32)> {
    let is_bold: Vec<bool> = page
        .runs
        .iter()
        .map(|run| {
            let style = page.fonts.get(usize::from(run.font)).map(|font| font.style());
            style.is_some_and(|style| style.weight >= BOLD)
        })
        .collect();
    let reader = Reader { page, structured, is_bold: &is_bold };
    let mut found = Vec::new();
    for block in
        structured.blocks.iter().filter(|block| block.role == Role::Paragraph && block.table.is_none())
    {
        for line in block.lines.start..block.lines.end {
            let end = reader.title_end(line).filter(|_| reader.begins_paragraph(block.lines, line));
            let end = end
                .or_else(|| reader.abstract_end(line).filter(|_| reader.begins_paragraph(block.lines, line)));
            found.extend(end.map(|piece| (line, piece)));
        }
    }
    found.sort_unstable();
    found.truncate(MAX_CUTS);
    found
}

struct Reader<'p> {
    page: &'p PageGlyphs,
    structured: &'p StructuredPage,
    /// For each run, whether it is bold.
    is_bold: &'p [bool],
}

/// A glyph with ink.
struct Inked {
    /// The index of its piece.
    piece: u32,
    is_bold: bool,
    left: f32,
    right: f32,
}

impl Reader<'_> {
    fn line(&self, index: u32) -> Option<&LayoutLine> {
        self.structured.lines.get(index as usize)
    }

    fn inked(&self, index: u32, piece: &Piece) -> Option<Inked> {
        let glyph = self.page.glyphs.get(piece.glyph as usize)?;
        if glyph.text.character().is_some_and(char::is_whitespace) {
            return None;
        }
        let [left, _, right, _] = self.page.bbox(glyph);
        Some(Inked { piece: index, is_bold: *self.is_bold.get(glyph.run as usize)?, left, right })
    }

    /// Returns the first piece behind a bold title at the start of a line.
    fn title_end(&self, index: u32) -> Option<u32> {
        let line = self.line(index)?;
        let all = || (line.pieces.start..).zip(line.pieces.slice(&self.structured.pieces));
        let mut inked = all().filter_map(|(at, piece)| self.inked(at, piece));
        // Most lines do not begin in bold, and need no further look.
        let mut last = inked.next().filter(|first| first.is_bold)?;
        let mut letters = 1;
        let text = loop {
            let next = inked.next()?;
            if !next.is_bold {
                break next;
            }
            letters += 1;
            last = next;
        };
        let gap = (text.left - last.right) / line.size.max(0.1);
        let rest = inked.take(MIN_TEXT).filter(|glyph| !glyph.is_bold).count();
        (GAP.contains(&gap) && (2..=MAX_TITLE).contains(&letters) && rest == MIN_TEXT).then_some(text.piece)
    }

    /// Returns the first piece behind the word `Abstract` and a sign at the start of a line.
    fn abstract_end(&self, index: u32) -> Option<u32> {
        let line = self.line(index)?;
        let pieces = line.pieces.slice(&self.structured.pieces);
        let character = |piece: &Piece| self.page.glyphs.get(piece.glyph as usize)?.text.character();
        // Most lines begin with another letter, and need no further look.
        let may_begin = |first: char| {
            let first = first.to_lowercase().next();
            ABSTRACTS.iter().any(|title| title.chars().next() == first)
        };
        let is_sign = |first: char| first.is_whitespace() || SEPARATORS.contains(&first);
        pieces.first().and_then(character).filter(|&first| may_begin(first) || is_sign(first))?;
        let mut text = String::new();
        for (at, piece) in (line.pieces.start..).zip(pieces).take(MAX_TITLE) {
            let character = character(piece)?;
            let is_closed = text.trim_end().ends_with(SEPARATORS);
            if is_closed
                && is_abstract(&text)
                && !SEPARATORS.contains(&character)
                && !character.is_whitespace()
            {
                let rest = line.pieces.end - at;
                return (rest as usize >= MIN_TEXT).then_some(at);
            }
            text.push(character);
            let word = text.trim_end().trim_end_matches(SEPARATORS).trim_end().to_lowercase();
            if !ABSTRACTS.iter().any(|title| title.starts_with(&word)) {
                return None;
            }
        }
        None
    }

    /// Returns whether a line begins a paragraph: more space is above it than below it, and the line below it is not
    /// indented, as in lists of definitions.
    fn begins_paragraph(&self, block: IndexRange, index: u32) -> bool {
        let Some(line) = self.line(index) else { return false };
        let step = |above: &LayoutLine, below: &LayoutLine| below.bbox[3] - above.bbox[3];
        let next = self.line(index + 1).filter(|_| index + 1 < block.end);
        let last = index.checked_sub(1).filter(|&last| last >= block.start).and_then(|last| self.line(last));
        let size = line.size.max(0.1);
        let hangs = |next: &LayoutLine| {
            next.bbox[0] - line.bbox[0] > SAME_EDGE * size && step(line, next) < CLOSE * size
        };
        let is_flush = !next.is_some_and(hangs);
        let is_apart = last.is_none_or(|last| {
            let usual = next.map_or(1.2 * size, |next| step(line, next).clamp(size, 1.4 * size));
            step(last, line) > APART * usual || step(last, line) < 0.0
        });
        is_flush && is_apart
    }
}

/// Cuts a line before a piece; the second part becomes the next line.
fn cut(page: &PageGlyphs, structured: &mut StructuredPage, line: u32, piece: u32) {
    let at = line as usize;
    let Some(whole) = structured.lines.get(at).copied() else { return };
    let part = |start: u32, end: u32| {
        let pieces = IndexRange { start, end };
        let glyphs =
            pieces.slice(&structured.pieces).iter().filter_map(|piece| page.glyphs.get(piece.glyph as usize));
        let bbox = glyphs.fold(EMPTY_BOX, |bbox, glyph| union(bbox, page.bbox(glyph)));
        // The height is that of the whole line, so that both parts have its baseline.
        LayoutLine { pieces, bbox: [bbox[0], whole.bbox[1], bbox[2], whole.bbox[3]], ..whole }
    };
    let (title, text) = (part(whole.pieces.start, piece), part(piece, whole.pieces.end));
    structured.lines.get_mut(at).into_iter().for_each(|slot| *slot = title);
    structured.lines.insert(at + 1, text);
    let shift = |range: &mut IndexRange| {
        range.start += u32::from(range.start > line);
        range.end += u32::from(range.end > line);
    };
    structured.blocks.iter_mut().for_each(|block: &mut StructuredBlock| shift(&mut block.lines));
    structured.tables.iter_mut().flat_map(|table| &mut table.cells).for_each(|cell| shift(&mut cell.lines));
}

/// Joins a run-in title that is no heading to its text again.
pub(super) fn rejoin(blocks: &mut [StructuredBlock], is_run_in: impl Fn(u32) -> bool) {
    for index in 1..blocks.len() {
        let Some([title, text]) = blocks.get_mut(index - 1..=index) else { continue };
        let is_open = title.role == Role::Paragraph
            && text.role == Role::Paragraph
            && title.lines.end == text.lines.start
            && title.lines.end.checked_sub(1).is_some_and(&is_run_in);
        if is_open {
            text.continues = u32::try_from(index - 1).ok();
        }
    }
}
