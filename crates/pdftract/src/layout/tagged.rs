//! Tagged pages: blocks in the order and with the roles that the structure tree gives them.
//!
//! Lines are found by geometry as ever. Here they are cut where one element ends and another begins, and gathered
//! element by element. Tags that leave text out, tear words or run against the order on the page are not followed.

use super::glyph_class::is_blank;
use super::line::{EMPTY_BOX, union};
use super::tagged_order;
use super::tagged_write::Writer;
use super::{Line, PageLayout, Part, WritingMode};
use crate::content::{Glyph, PageGlyphs, RunOrigin};
use crate::file::structure::{PageStructure, Tag};

/// Elements must claim at least this part of the text, in hundredths.
const COVERED_PERCENT: usize = 95;
/// Elements on one line are further apart than this many sizes of their text.
const APART: f32 = 0.8;
/// Lines may be torn in this many places without doubt about the tags.
const TORN_ALLOWED: usize = 2;
/// Of so many lines one may be torn.
const LINES_PER_TEAR: usize = 12;
/// An element with more than this part of a page, in hundredths, is not one paragraph.
const SWALLOWED_PERCENT: usize = 60;
/// Shorter pages may well be one paragraph, in glyphs.
const LONG_PAGE: usize = 800;
/// A paragraph that geometry sees as this many blocks of several sizes is none.
const SWALLOWED_BLOCKS: usize = 4;
/// Sizes that differ by more than this factor are different.
const SIZE_STEP: f32 = 1.15;

/// A part of a line that belongs to one element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strip {
    /// The element whose block it is part of; `None` when no element claims it.
    pub(super) owner: Option<u32>,
    /// When it is read, according to the structure.
    order: u32,
    /// Its glyphs: a part of the pieces that geometry found.
    pub(super) pieces: Part,
    /// The box around it.
    pub(super) bbox: [f32; 4],
    /// The size of its line.
    pub(super) size: f32,
    /// The block in which geometry put it.
    pub(super) block: u32,
    /// Whether it is marked as not belonging to the text.
    pub(super) artifact: bool,
}

/// What becomes one block.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// What it is.
    pub(super) kind: Kind,
    /// When it is read, according to the structure; the largest number when that does not say.
    pub(super) order: u32,
    /// Indices of its strips, as geometry orders them.
    pub(super) strips: Vec<u32>,
    /// The box around it.
    pub(super) bbox: [f32; 4],
}

impl Unit {
    /// Its place as geometry orders the page.
    pub(super) fn first(&self) -> u32 {
        self.strips.first().copied().unwrap_or(0)
    }

    /// The tag of its element.
    pub(super) fn tag(&self, structure: &PageStructure<'_>) -> Option<Tag> {
        let Kind::Element(element) = self.kind else { return None };
        structure.element(element).map(|element| element.tag)
    }
}

/// Where a unit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// An element, or the table that it is a cell of.
    Element(u32),
    /// A table that geometry found and the tags do not speak of: an index of a block.
    Kept(u32),
    /// What no element claims, by the block it was in.
    Rest(u32),
}

/// Puts the blocks of a page into the order of the structure and gives them its roles, if it can be trusted.
pub(super) fn follow(page: &PageGlyphs, structure: &PageStructure<'_>, layout: &mut PageLayout) {
    let claims = Claims::of(page, structure);
    if !claims.cover(page, layout) || structure.has_rival_claims() {
        return;
    }
    let mut cutter = Cutter { page, structure, claims: &claims, layout, strips: Vec::new(), torn: 0 };
    cutter.cut_all();
    if cutter.torn > TORN_ALLOWED + layout.lines.len() / LINES_PER_TEAR {
        return;
    }
    let strips = std::mem::take(&mut cutter.strips);
    let units = Gatherer::new(structure, layout, &strips).gather();
    if swallows(structure, &strips, &units) {
        return;
    }
    let mirrored = layout.writing_mode == WritingMode::Rtl;
    if let Some(order) = tagged_order::in_order(structure, &strips, &units, mirrored) {
        Writer::new(page, structure, &claims, &strips).write(&order, layout);
    }
}

/// Who claims the glyphs of a run.
#[derive(Debug, Clone, Copy)]
struct Claim {
    block: u32,
    order: u32,
    in_label: bool,
}

/// Who claims the glyphs of each run of a page.
pub(super) struct Claims {
    runs: Vec<Option<Claim>>,
}

impl Claims {
    fn of(page: &PageGlyphs, structure: &PageStructure<'_>) -> Self {
        let claim = |mcid: u32| {
            let mark = structure.mark(mcid)?;
            let element = structure.element(mark.element)?;
            let block = structure.element(element.block)?;
            let in_label = element.in_label;
            (block.tag != Tag::Artifact).then_some(Claim {
                block: element.block,
                order: mark.order,
                in_label,
            })
        };
        let runs = page.runs.iter().map(|run| run.mcid.filter(|_| !run.artifact).and_then(claim)).collect();
        Self { runs }
    }

    fn get(&self, glyph: &Glyph) -> Option<Claim> {
        self.runs.get(glyph.run as usize).copied().flatten()
    }

    /// Whether a glyph is part of the number or bullet of its block.
    pub(super) fn is_label(&self, glyph: &Glyph) -> bool {
        self.get(glyph).is_some_and(|claim| claim.in_label)
    }

    /// Whether elements claim nearly all text that is not marked as something else.
    fn cover(&self, page: &PageGlyphs, layout: &PageLayout) -> bool {
        let (mut all, mut claimed) = (0usize, 0usize);
        for glyph in layout.pieces.iter().filter_map(|piece| page.glyphs.get(piece.glyph as usize)) {
            let is_text =
                page.run(glyph).is_some_and(|run| !run.artifact && run.origin == RunOrigin::Content);
            if is_text && !is_blank(glyph) {
                all += 1;
                claimed += usize::from(self.get(glyph).is_some());
            }
        }
        claimed > 0 && claimed * 100 >= all * COVERED_PERCENT
    }
}

/// Cuts lines where elements end.
struct Cutter<'p> {
    page: &'p PageGlyphs,
    structure: &'p PageStructure<'p>,
    claims: &'p Claims,
    layout: &'p PageLayout,
    strips: Vec<Strip>,
    /// How often a cut went through a word or between words.
    torn: usize,
}

impl Cutter<'_> {
    fn cut_all(&mut self) {
        for (index, block) in (0u32..).zip(&self.layout.blocks) {
            for line in block.lines.of(&self.layout.lines) {
                let first = self.strips.len();
                self.cut(line, index);
                self.absorb(first);
                self.count_tears(first);
            }
        }
    }

    /// Cuts one line.
    fn cut(&mut self, line: &Line, block: u32) {
        let mut open: Option<Strip> = None;
        for (index, piece) in (line.pieces.start..).zip(line.pieces.of(&self.layout.pieces)) {
            let Some(glyph) = self.page.glyphs.get(piece.glyph as usize) else { continue };
            if is_blank(glyph) {
                // Blanks belong to what stands before them.
                open.iter_mut().for_each(|strip| strip.pieces.end = index + 1);
                continue;
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

    /// A strip of one glyph.
    fn strip(&self, index: u32, glyph: &Glyph, line: &Line, block: u32) -> Strip {
        let claim = self.claims.get(glyph);
        Strip {
            owner: claim.map(|claim| claim.block),
            order: claim.map_or(u32::MAX, |claim| claim.order),
            pieces: Part { start: index, end: index + 1 },
            bbox: glyph.bbox,
            size: line.size,
            block,
            artifact: claim.is_none() && self.page.run(glyph).is_some_and(|run| run.artifact),
        }
    }

    /// Gives what nobody claims to the nearest neighbour in its line: bullets, hyphens, leaders, numbers of lines.
    fn absorb(&mut self, first: usize) {
        let mut line: Vec<Strip> = self.strips.drain(first..).collect();
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
        for strip in line {
            match self.strips.get_mut(first..).and_then(<[Strip]>::last_mut) {
                Some(last) if last.owner == strip.owner && last.artifact == strip.artifact => {
                    last.add(&strip)
                }
                _ => self.strips.push(strip),
            }
        }
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

fn tag_of(structure: &PageStructure<'_>, strip: &Strip) -> Option<Tag> {
    structure.element(strip.owner?).map(|element| element.tag)
}

/// Whether there is a gap between parts of a line that no space between words makes.
fn is_apart(a: &Strip, b: &Strip) -> bool {
    distance(a, b) > APART * a.size.min(b.size)
}

/// How far parts of a line are from each other.
fn distance(a: &Strip, b: &Strip) -> f32 {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a.bbox, b.bbox);
    let across = (b0 - a2).max(a0 - b2);
    let along = (b1 - a3).max(a1 - b3);
    across.max(along)
}

/// Gathers the strips of each element.
struct Gatherer<'p> {
    structure: &'p PageStructure<'p>,
    strips: &'p [Strip],
    /// Blocks that are tables of geometry's own.
    kept: Vec<bool>,
    places: std::collections::HashMap<Kind, usize>,
    units: Vec<Unit>,
}

impl<'p> Gatherer<'p> {
    fn new(structure: &'p PageStructure<'p>, layout: &PageLayout, strips: &'p [Strip]) -> Self {
        let kept = untagged_tables(structure, layout, strips);
        Self { structure, strips, kept, places: std::collections::HashMap::new(), units: Vec::new() }
    }

    fn gather(mut self) -> Vec<Unit> {
        for (index, strip) in (0u32..).zip(self.strips) {
            let kind = self.kind(strip);
            let units = &mut self.units;
            let place = *self.places.entry(kind).or_insert_with(|| {
                units.push(Unit { kind, order: u32::MAX, strips: Vec::new(), bbox: EMPTY_BOX });
                units.len() - 1
            });
            if let Some(unit) = units.get_mut(place) {
                unit.order = unit.order.min(strip.order);
                unit.strips.push(index);
                unit.bbox = union(unit.bbox, strip.bbox);
            }
        }
        self.units
    }

    fn kind(&self, strip: &Strip) -> Kind {
        if self.kept.get(strip.block as usize) == Some(&true) {
            return Kind::Kept(strip.block);
        }
        let Some(owner) = strip.owner else { return Kind::Rest(strip.block) };
        let is_cell = self.structure.element(owner).is_some_and(|element| element.tag.is_cell());
        Kind::Element(if is_cell { table_of(self.structure, owner).unwrap_or(owner) } else { owner })
    }
}

/// Tables nest no deeper in sections, heads and bodies than this.
const MAX_STEPS_UP: usize = 16;

/// The table that a cell belongs to.
fn table_of(structure: &PageStructure<'_>, cell: u32) -> Option<u32> {
    let mut at = cell;
    for _ in 0..MAX_STEPS_UP {
        at = structure.element(at)?.parent?;
        if structure.element(at)?.tag == Tag::Table {
            return Some(at);
        }
    }
    None
}

/// Which blocks are tables that the tags do not know as such: they stay as geometry found them.
fn untagged_tables(structure: &PageStructure<'_>, layout: &PageLayout, strips: &[Strip]) -> Vec<bool> {
    let mut votes: Vec<(u32, u32)> = vec![(0, 0); layout.blocks.len()];
    for strip in strips {
        if let Some((all, cells)) = votes.get_mut(strip.block as usize) {
            *all += 1;
            *cells += u32::from(tag_of(structure, strip).is_some_and(Tag::is_cell));
        }
    }
    let is_kept =
        |(block, (all, cells)): (&super::Block, (u32, u32))| block.table.is_some() && cells * 2 < all;
    layout.blocks.iter().zip(votes).map(is_kept).collect()
}

/// Whether one paragraph takes in most of a page that looks like many.
fn swallows(structure: &PageStructure<'_>, strips: &[Strip], units: &[Unit]) -> bool {
    let total: usize = strips.iter().map(|strip| strip.pieces.len()).sum();
    total > LONG_PAGE
        && units.iter().any(|unit| {
            let members = || unit.strips.iter().filter_map(|&index| strips.get(index as usize));
            let share: usize = members().map(|strip| strip.pieces.len()).sum();
            let mut blocks: Vec<u32> = members().map(|strip| strip.block).collect();
            blocks.dedup();
            let (small, large) =
                members().fold((f32::MAX, 0f32), |(a, b), strip| (a.min(strip.size), b.max(strip.size)));
            share * 100 > total * SWALLOWED_PERCENT
                && blocks.len() >= SWALLOWED_BLOCKS
                && large > small * SIZE_STEP
                && unit.tag(structure).is_some_and(|tag| !tag.is_group())
        })
}
