//! Strips: lines of a page, cut where one element of the structure tree ends and another begins.

use super::claims::Claims;
use crate::content::{Glyph, PageGlyphs, Run};
use crate::file::structure::{PageStructure, Tag};
use crate::layout::bounds::union;
use crate::layout::glyph_class::is_blank;
use crate::layout::model::{IndexRange, LayoutLine, PageLayout};

/// The least distance between elements on one line, in font sizes.
const APART: f32 = 0.8;

/// A part of a line that belongs to one element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strip {
    /// The element whose block it is part of; `None` when no element claims it.
    pub(super) owner: Option<u32>,
    /// Its position in the reading order of the structure tree.
    pub(super) order: u32,
    /// Its glyphs, as a range of the pieces that geometry found.
    pub(super) pieces: IndexRange,
    /// Its bounding box.
    pub(super) bbox: [f32; 4],
    /// The font size of its line.
    pub(super) size: f32,
    /// The block that geometry assigned it to.
    pub(super) block: u32,
    /// `true` if it is marked as an artifact.
    pub(super) artifact: bool,
}

/// Cuts lines where elements end.
pub(super) struct Cutter<'p> {
    page: &'p PageGlyphs,
    structure: &'p PageStructure<'p>,
    claims: &'p Claims,
    layout: &'p PageLayout,
    /// The strips so far, in the order of geometry.
    pub(super) strips: Vec<Strip>,
    /// The number of cuts through a word or between words.
    pub(super) torn: usize,
    /// The strips of the current line.
    line: Vec<Strip>,
}

impl<'p> Cutter<'p> {
    pub(super) fn new(
        page: &'p PageGlyphs,
        structure: &'p PageStructure<'p>,
        claims: &'p Claims,
        layout: &'p PageLayout,
    ) -> Self {
        Self { page, structure, claims, layout, strips: Vec::new(), torn: 0, line: Vec::new() }
    }

    /// Cuts all lines of the page.
    pub(super) fn cut_all(&mut self) {
        for (index, block) in (0u32..).zip(&self.layout.blocks) {
            for line in block.lines.slice(&self.layout.lines) {
                let first = self.strips.len();
                self.cut(line, index);
                self.absorb(first);
                self.count_tears(first);
            }
        }
    }

    /// Cuts one line.
    fn cut(&mut self, line: &LayoutLine, block: u32) {
        let mut open: Option<Strip> = None;
        // The run of the last glyph with ink, and its number: further glyphs of it have the same claim.
        let mut last: Option<(u32, &Run)> = None;
        for (index, piece) in (line.pieces.start..).zip(line.pieces.slice(&self.layout.pieces)) {
            let Some(glyph) = self.page.glyphs.get(piece.glyph as usize) else { continue };
            if is_blank(glyph) {
                // Blanks belong to the glyph before them.
                open.iter_mut().for_each(|strip| strip.pieces.end = index + 1);
                continue;
            }
            match (&mut open, last) {
                (Some(strip), Some((number, run))) if number == glyph.run => {
                    strip.pieces.end = index + 1;
                    strip.bbox = union(strip.bbox, run.bbox(glyph));
                    continue;
                }
                _ => last = self.page.run(glyph).map(|run| (glyph.run, run)),
            }
            let next = self.strip(index, glyph, line, block);
            match &mut open {
                Some(strip) if strip.owner == next.owner && strip.artifact == next.artifact => {
                    strip.add(&next)
                }
                _ => self.strips.extend(open.replace(next)),
            }
        }
        self.strips.extend(open);
    }

    /// Returns a strip of one glyph.
    fn strip(&self, index: u32, glyph: &Glyph, line: &LayoutLine, block: u32) -> Strip {
        let claim = self.claims.get(glyph);
        Strip {
            owner: claim.map(|claim| claim.block),
            order: claim.map_or(u32::MAX, |claim| claim.order),
            pieces: IndexRange { start: index, end: index + 1 },
            bbox: self.page.bbox(glyph),
            size: line.size,
            block,
            artifact: claim.is_none() && self.page.run(glyph).is_some_and(|run| run.artifact),
        }
    }

    /// Assigns unclaimed strips to the nearest neighbour in their line: bullets, hyphens, leaders, line numbers.
    fn absorb(&mut self, first: usize) {
        let mut line = std::mem::take(&mut self.line);
        line.extend(self.strips.drain(first..));
        for index in 0..line.len() {
            let Some(strip) = line.get(index).copied().filter(|strip| strip.owner.is_none()) else {
                continue;
            };
            let before = index.checked_sub(1).and_then(|at| line.get(at));
            let hosts = [before, line.get(index + 1)].into_iter().flatten();
            let host = hosts
                .filter(|host| host.owner.is_some())
                .min_by(|a, b| distance(a, &strip).total_cmp(&distance(b, &strip)))
                .copied();
            if let (Some(host), Some(slot)) = (host, line.get_mut(index)) {
                (slot.owner, slot.order, slot.artifact) = (host.owner, host.order, false);
            }
        }
        for strip in line.drain(..) {
            match self.strips.get_mut(first..).and_then(<[Strip]>::last_mut) {
                Some(last) if last.owner == strip.owner && last.artifact == strip.artifact => {
                    last.add(&strip)
                }
                _ => self.strips.push(strip),
            }
        }
        self.line = line;
    }

    fn count_tears(&mut self, first: usize) {
        let is_cell = |strip: &Strip| tag_of(self.structure, strip).is_some_and(Tag::is_cell);
        let line = self.strips.get(first..).unwrap_or_default();
        let tears = line.windows(2).filter(|pair| match pair {
            [a, b] => {
                a.owner.is_some() && b.owner.is_some() && !(is_cell(a) && is_cell(b)) && !is_apart(a, b)
            }
            _ => false,
        });
        self.torn += tears.count();
    }
}

impl Strip {
    fn add(&mut self, next: &Self) {
        self.pieces.end = next.pieces.end;
        self.bbox = union(self.bbox, next.bbox);
        self.order = self.order.min(next.order);
    }
}

/// Returns the structure type of the element that owns a strip.
pub(super) fn tag_of(structure: &PageStructure<'_>, strip: &Strip) -> Option<Tag> {
    structure.element(strip.owner?).map(|element| element.tag)
}

/// Returns `true` if the gap between parts of a line is wider than a space between words.
fn is_apart(a: &Strip, b: &Strip) -> bool {
    distance(a, b) > APART * a.size.min(b.size)
}

/// Returns the distance between two parts of a line.
fn distance(a: &Strip, b: &Strip) -> f32 {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a.bbox, b.bbox);
    let across = (b0 - a2).max(a0 - b2);
    let along = (b1 - a3).max(a1 - b3);
    across.max(along)
}
