//! Reads the `cmap` table of an sfnt: looks up the glyph of a code, and iterates over all codes with their glyphs.
//!
//! Every format is treated as a list of runs of codes. Lookups use binary search if the runs ascend, as required, and
//! linear search in damaged subsets.

use std::ops::ControlFlow;

use super::super::bytes::{i16_at, u8_at, u16_at, u32_at};

/// The maximum number of encoding records; fonts have at most about ten.
const MOST_SUBTABLES: usize = 32;

/// The maximum number of runs in one subtable. Each useful run maps a distinct glyph, and there are no more glyphs
/// than this.
const MOST_RUNS: usize = 65_536;

/// The maximum number of runs searched per code if they do not ascend.
const MOST_UNORDERED_RUNS: usize = 4096;

/// The maximum number of subtables tried per code. Several subtables of one kind are usually copies.
const MOST_OF_KIND: usize = 4;

/// Offsets of the codes of symbol fonts (ISO 32000-1, 9.6.6.4), including none.
const SYMBOL_BASES: [u32; 4] = [0xF000, 0, 0xF100, 0xF200];

/// The kind of mapping to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CmapKind {
    /// Code points: the first match of (3,10), (0,x) and (3,1).
    Unicode,
    /// (3,0): character codes, unchanged or offset into the private use area.
    WindowsSymbol,
    /// (1,0): character codes, in Mac OS Roman if the font is not symbolic.
    Mac,
}

/// The subtables, in the order of the table.
#[derive(Debug, Default)]
pub(in super::super) struct CmapTable {
    subtables: Vec<Subtable>,
}

#[derive(Debug, Clone, Copy)]
struct Subtable {
    platform: u16,
    encoding: u16,
    start: usize,
    format: u16,
    /// `true` if the runs ascend and do not overlap.
    is_ordered: bool,
}

/// Codes `first` to `last`, and the location of their glyphs.
#[derive(Debug, Clone, Copy)]
struct Run {
    first: u32,
    last: u32,
    glyphs: Glyphs,
}

#[derive(Debug, Clone, Copy)]
enum Glyphs {
    /// Bytes from this offset on.
    Bytes(usize),
    /// 16-bit numbers from this offset on, to which a delta is added unless they are 0.
    Words(usize, u16),
    /// The code plus a delta, in 16 bits.
    Shifted(u16),
    /// Ascending from this glyph.
    From(u32),
    /// One glyph for all.
    Same(u32),
}

impl CmapTable {
    pub(super) fn read(table: &[u8]) -> Self {
        let count = u16_at(table, 2).map_or(0, usize::from).min(MOST_SUBTABLES);
        let subtables = (0..count).filter_map(|index| Subtable::read(table, 4 + index * 8)).collect();
        Self { subtables }
    }

    pub(in super::super) fn is_empty(&self) -> bool {
        self.subtables.is_empty()
    }

    pub(in super::super) fn has(&self, kind: CmapKind) -> bool {
        self.subtables.iter().any(|subtable| subtable.rank(kind).is_some())
    }

    /// Returns the glyph of a code; never glyph 0, which represents missing characters.
    pub(in super::super) fn glyph(&self, table: &[u8], kind: CmapKind, code: u32) -> Option<u32> {
        let in_one = |subtable: Subtable| {
            if kind != CmapKind::WindowsSymbol || code > 0xFF {
                return subtable.glyph(table, code);
            }
            SYMBOL_BASES.iter().find_map(|base| subtable.glyph(table, base + code))
        };
        self.of_kind(kind).into_iter().find_map(in_one)
    }

    /// Calls `each` with every code point and its glyph, using the best Unicode subtable that is not empty. Glyphs
    /// from `glyph_count` on are skipped. Stops after `steps` runs and codes together.
    pub(in super::super) fn each_code_point(
        &self,
        table: &[u8],
        glyph_count: u32,
        mut steps: u32,
        mut each: impl FnMut(u32, u32),
    ) {
        for subtable in self.of_kind(CmapKind::Unicode) {
            let mut found = false;
            let mut visit = |code, glyph| {
                found = true;
                each(code, glyph);
            };
            if subtable.each_code(table, glyph_count, &mut steps, &mut visit).is_break() || found {
                return;
            }
        }
    }

    /// Returns the subtables of a kind, the best first.
    fn of_kind(&self, kind: CmapKind) -> Vec<Subtable> {
        let mut ranked: Vec<_> =
            self.subtables.iter().filter_map(|subtable| Some((subtable.rank(kind)?, *subtable))).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().take(MOST_OF_KIND).map(|(_, subtable)| subtable).collect()
    }
}

impl Subtable {
    fn read(table: &[u8], at: usize) -> Option<Self> {
        let start = usize::try_from(u32_at(table, at + 4)?).ok()?;
        let format = u16_at(table, start)?;
        let (platform, encoding) = (u16_at(table, at)?, u16_at(table, at + 2)?);
        let mut subtable = Self { platform, encoding, start, format, is_ordered: false };
        subtable.is_ordered =
            subtable.runs(table.get(start..)?).is_sorted_by(|one, next| one.last < next.first);
        Some(subtable)
    }

    /// Returns the rank of the subtable for a kind, 0 being the best; `None` if it is of another kind.
    fn rank(&self, kind: CmapKind) -> Option<u16> {
        match (kind, self.platform, self.encoding) {
            (CmapKind::Unicode, 3, 10) => Some(0),
            // Later encodings of the platform are larger; format 14, variation sequences, has no runs.
            (CmapKind::Unicode, 0, encoding) if self.format != 14 => {
                Some(10_u16.saturating_sub(encoding).max(1))
            }
            (CmapKind::Unicode, 3, 1) => Some(11),
            (CmapKind::WindowsSymbol, 3, 0) | (CmapKind::Mac, 1, 0) => Some(0),
            _ => None,
        }
    }

    fn glyph(&self, table: &[u8], code: u32) -> Option<u32> {
        let data = table.get(self.start..)?;
        if self.is_ordered {
            return self.ordered_run(data, code)?.glyph(data, code);
        }
        let mut runs = self.runs(data).take(MOST_UNORDERED_RUNS).filter(|run| run.last >= code);
        runs.find_map(|run| run.glyph(data, code))
    }

    /// Returns the first run that does not end before a code.
    fn ordered_run(&self, data: &[u8], code: u32) -> Option<Run> {
        let count = self.run_count(data);
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            match self.run(data, middle) {
                Some(run) if run.last < code => low = middle + 1,
                _ => high = middle,
            }
        }
        if low < count { self.run(data, low) } else { None }
    }

    /// Returns the runs, up to the end of the data.
    fn runs(&self, data: &[u8]) -> impl Iterator<Item = Run> {
        (0..self.run_count(data)).map_while(|index| self.run(data, index))
    }

    /// Visits every code; breaks when no steps are left.
    fn each_code(
        &self,
        table: &[u8],
        glyph_count: u32,
        steps: &mut u32,
        visit: &mut impl FnMut(u32, u32),
    ) -> ControlFlow<()> {
        let data = table.get(self.start..).unwrap_or_default();
        for run in self.runs(data) {
            spend(steps)?;
            for code in run.first..=run.last_useful(glyph_count) {
                spend(steps)?;
                if let Some(glyph) = run.glyph(data, code).filter(|glyph| *glyph < glyph_count) {
                    visit(code, glyph);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn run_count(&self, data: &[u8]) -> usize {
        let stated = match self.format {
            0 | 6 | 10 => 1,
            4 => u16_at(data, 6).map_or(0, |doubled| usize::from(doubled / 2)),
            12 | 13 => u32_at(data, 12).and_then(|count| usize::try_from(count).ok()).unwrap_or(0),
            _ => 0,
        };
        stated.min(MOST_RUNS)
    }

    /// Returns a run by index; `None` at the end of the data.
    fn run(&self, data: &[u8], index: usize) -> Option<Run> {
        match self.format {
            0 => Some(Run { first: 0, last: 255, glyphs: Glyphs::Bytes(6) }),
            4 => segment(data, index),
            6 => counted(u32::from(u16_at(data, 6)?), u32::from(u16_at(data, 8)?), Glyphs::Words(10, 0)),
            10 => counted(u32_at(data, 12)?, u32_at(data, 16)?, Glyphs::Words(20, 0)),
            format => group(data, index, format),
        }
    }
}

impl Run {
    fn glyph(&self, data: &[u8], code: u32) -> Option<u32> {
        let offset = code.checked_sub(self.first)?;
        let glyph = match self.glyphs {
            Glyphs::Bytes(start) => {
                u32::from(u8_at(data, start.checked_add(usize::try_from(offset).ok()?)?)?)
            }
            Glyphs::Words(start, delta) => {
                let at = start.checked_add(usize::try_from(offset).ok()?.checked_mul(2)?)?;
                let number = u16_at(data, at).filter(|number| *number != 0)?;
                u32::from(number.wrapping_add(delta))
            }
            Glyphs::Shifted(delta) => u32::from(u16::try_from(code).ok()?.wrapping_add(delta)),
            Glyphs::From(first) => first.checked_add(offset)?,
            Glyphs::Same(glyph) => glyph,
        };
        (glyph != 0).then_some(glyph)
    }

    /// Returns the last code that is a valid code point and, if glyphs ascend, has a glyph below `glyph_count`.
    fn last_useful(&self, glyph_count: u32) -> u32 {
        let last = self.last.min(u32::from(char::MAX));
        match self.glyphs {
            Glyphs::From(first) => last.min(self.first.saturating_add(glyph_count.saturating_sub(first))),
            _ => last,
        }
    }
}

/// Reads a segment of format 4. The four arrays are consecutive, with a gap of one number after the first.
fn segment(data: &[u8], index: usize) -> Option<Run> {
    let array = usize::from(u16_at(data, 6)? / 2) * 2;
    let at = |number: usize| 16 + array * number + index * 2;
    let last = u32::from(u16_at(data, 14 + index * 2)?);
    let first = u32::from(u16_at(data, at(1))?);
    let delta = i16_at(data, at(2))?.cast_unsigned();
    let glyphs = match u16_at(data, at(3)) {
        // The array may be truncated.
        None | Some(0) => Glyphs::Shifted(delta),
        // A known bug of font tools, in the last segment: an invalid offset.
        Some(0xFFFF) => Glyphs::Same(0),
        Some(offset) => Glyphs::Words(at(3) + usize::from(offset), delta),
    };
    Some(Run { first, last, glyphs })
}

/// Returns the one run of formats 6 and 10.
fn counted(first: u32, count: u32, glyphs: Glyphs) -> Option<Run> {
    Some(Run { first, last: first.checked_add(count.checked_sub(1)?)?, glyphs })
}

/// Reads a group of formats 12 and 13.
fn group(data: &[u8], index: usize, format: u16) -> Option<Run> {
    let at = 16 + index * 12;
    let glyph = u32_at(data, at + 8)?;
    let glyphs = if format == 13 { Glyphs::Same(glyph) } else { Glyphs::From(glyph) };
    Some(Run { first: u32_at(data, at)?, last: u32_at(data, at + 4)?, glyphs })
}

fn spend(steps: &mut u32) -> ControlFlow<()> {
    match steps.checked_sub(1) {
        Some(left) => {
            *steps = left;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}
