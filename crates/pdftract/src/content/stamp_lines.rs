//! Finds the baseline and size of glyphs that the page places by the corner of their ink.
//!
//! Stamps follow each other in strings, usually from one end of a line to the other, so that the ink of neighbours
//! reveals the line: most letters rest on the baseline, and those have the height of lower-case letters or capitals.
//! The placement of a code in long strings applies everywhere, because a code is one image of one size.

use std::collections::BTreeMap;

use super::glyph::{PageGlyphs, Run, StampPlacement};
use crate::font::type3::Placement;

/// A glyph that is a stamp.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stamp {
    /// The index in [`PageGlyphs::glyphs`]; the box of the glyph is that of its ink.
    pub(super) glyph: u32,
    /// `true` if the page flips its font upside down.
    pub(super) is_turned: bool,
}

/// The number of preceding stamps that determine the line of a stamp.
const BEFORE: usize = 12;
/// The maximum distance to the next stamp of a line, in heights of tall letters: spaces of justified lines and of
/// numbered headings are narrower, gaps between columns mostly wider.
const FARTHEST_NEXT: f32 = 3.0;
/// The maximum distance of a glyph of another font that determines the line of stamps, in its sizes.
const FARTHEST_BESIDE: f32 = 1.0;
/// The maximum distance by which the next stamp of a line may begin further back, in heights of tall letters: an
/// accent is followed by its letter.
const FARTHEST_BACK: f32 = 1.0;
/// The maximum vertical distance of ink from its neighbours in a line, in heights of tall letters.
const OFF_BAND: f32 = 0.35;
/// The maximum height of letters relative to most letters around them; mathematical signs are taller.
const TALLEST: f32 = 2.2;
/// Edges closer than this share of the usual height are equal: round letters overshoot.
const SAME_EDGE: f32 = 0.08;
/// The least number and share of letters that must rest on a baseline for a line to define it.
const LEAST_ON_BASELINE: usize = 4;
const BASELINE_SHARE: f32 = 0.4;
/// The share of letters on the baseline that must have the greatest height for it not to be an accident.
const TALL_SHARE: f32 = 0.08;
/// The least ratio of the heights of tall and lower-case letters.
const TALL_RATIO: f32 = 1.25;
/// The height of ascenders and capitals in ems: 0.68 to 0.70 in Computer Modern, 0.66 to 0.73 in other text faces.
const TALL_HEIGHT: f32 = 0.69;
/// The height of lower-case letters in ems.
const SMALL_HEIGHT: f32 = 0.45;
/// Ascent and descent of the cell of a stamp, in ems.
const CELL: [f32; 2] = [0.75, 0.25];
/// The side bearings of a letter, in ems.
const SIDE_BEARING: f32 = 0.03;

/// Gives stamps a baseline, a size and a cell.
pub(super) fn place(page: &mut PageGlyphs, stamps: &[Stamp]) {
    if stamps.is_empty() {
        return;
    }
    let inks: Vec<Ink> = stamps.iter().filter_map(|stamp| Ink::new(page, *stamp)).collect();
    let is_stamp = |glyph: usize| stamps.binary_search_by_key(&glyph, |stamp| stamp.glyph as usize).is_ok();
    let lines = lines(&inks, |line| beside(page, line, is_stamp));
    let known = KnownCodes::learn(&lines);
    let mut placed: BTreeMap<(u16, u32), Placed> = BTreeMap::new();
    let mut last_run = None;
    for line in &lines {
        let scale = line.scale(&known);
        for (at, ink) in line.inks.iter().enumerate() {
            let own = scale.of(ink);
            let sample = placed.entry(ink.code).or_default();
            sample.is_turned = ink.is_turned;
            sample.over_letters += usize::from(line.is_over_letter(at));
            sample.seen.push([(own.baseline - ink.bottom) / own.em, (own.baseline - ink.top) / own.em]);
            own.set(ink, page, &mut last_run);
        }
    }
    let placements = placed
        .into_iter()
        .filter_map(|((font, code), placed)| Some(StampPlacement { font, code, placement: placed.usual()? }));
    page.placements.extend(placements);
}

/// The ink of a stamp on the page, y down.
#[derive(Debug, Clone, Copy)]
struct Ink {
    glyph: usize,
    /// Font and code.
    code: (u16, u32),
    is_turned: bool,
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

impl Ink {
    /// Returns the ink of a stamp; `None` for text that is not horizontal, whose lines are not detected.
    fn new(page: &PageGlyphs, stamp: Stamp) -> Option<Self> {
        let index = stamp.glyph as usize;
        let glyph = page.glyphs.get(index)?;
        let run = page.run(glyph).filter(|run| run.direction == [1.0, 0.0])?;
        let [left, top, right, bottom] = run.bbox(glyph);
        let code = (run.font, glyph.code);
        Some(Self { glyph: index, code, is_turned: stamp.is_turned, left, right, top, bottom })
    }

    fn height(&self) -> f32 {
        self.bottom - self.top
    }
}

/// Consecutive stamps of one line.
struct Line<'i> {
    inks: &'i [Ink],
    /// The scale determined by the line itself.
    shown: Option<Scale>,
    /// The scale of an adjacent glyph with a baseline in the same line.
    beside: Option<Scale>,
}

/// Divides stamps into lines.
fn lines(inks: &[Ink], beside: impl Fn(&[Ink]) -> Option<Scale>) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = inks;
    while !rest.is_empty() {
        let length = (1..rest.len()).find(|&at| !goes_on(rest, at)).unwrap_or(rest.len());
        let (line, others) = rest.split_at(length);
        let shown = Scale::shown_by(line);
        let beside = if shown.is_some() { None } else { beside(line) };
        lines.push(Line { inks: line, shown, beside });
        rest = others;
    }
    lines
}

/// Returns baseline and size of the glyph before or after stamps, if it is on their line.
fn beside(page: &PageGlyphs, line: &[Ink], is_stamp: impl Fn(usize) -> bool) -> Option<Scale> {
    let (first, last) = (line.first()?, line.last()?);
    let near = [(first, first.glyph.checked_sub(1)), (last, last.glyph.checked_add(1))];
    near.into_iter().find_map(|(ink, at)| {
        let glyph = at.filter(|at| !is_stamp(*at)).and_then(|at| page.glyphs.get(at))?;
        let run = page.run(glyph)?;
        let reach = run.size * FARTHEST_BESIDE;
        let is_level = run.direction == [1.0, 0.0];
        let is_near = glyph.x - reach < ink.right && glyph.x + glyph.advance + reach > ink.left;
        let is_on_line = ink.top < glyph.y + run.size * 0.5 && ink.bottom > glyph.y - run.size;
        let is_beside = is_level && is_near && is_on_line && run.size > 0.0;
        is_beside.then_some(Scale { baseline: glyph.y, em: run.size, is_sure: true })
    })
}

/// Returns `true` if the stamp at an index belongs to the line of those before it.
fn goes_on(inks: &[Ink], at: usize) -> bool {
    let before = inks.get(at.saturating_sub(BEFORE)..at).unwrap_or_default();
    let (Some(next), Some(last)) = (inks.get(at), before.last()) else { return false };
    let usual = median(before.iter().map(Ink::height)).unwrap_or(0.0);
    let band = before.iter().filter(|ink| ink.height() <= usual * TALLEST);
    let (top, bottom) =
        band.fold((f32::MAX, f32::MIN), |(top, bottom), ink| (top.min(ink.top), bottom.max(ink.bottom)));
    let tall = (bottom - top).max(next.height().min(usual * TALLEST));
    let is_near =
        next.left > last.right - tall * FARTHEST_BACK && next.left < last.right + tall * FARTHEST_NEXT;
    is_near && next.top < bottom + tall * OFF_BAND && next.bottom > top - tall * OFF_BAND
}

/// Baseline and size of text.
#[derive(Debug, Clone, Copy)]
struct Scale {
    baseline: f32,
    em: f32,
    /// `true` if lower-case and tall letters determine the size; otherwise capitals may be lower-case letters.
    is_sure: bool,
}

impl Scale {
    /// Returns the scale determined by a line; `None` if it is too short or has no baseline.
    fn shown_by(line: &[Ink]) -> Option<Self> {
        let usual = median(line.iter().map(Ink::height))?;
        let (baseline, count) = densest(line.iter().map(|ink| ink.bottom), usual * SAME_EDGE)?;
        if count < LEAST_ON_BASELINE || to_f32(count) < to_f32(line.len()) * BASELINE_SHARE {
            return None;
        }
        let is_on = |ink: &&Ink| (ink.bottom - baseline).abs() <= usual * SAME_EDGE;
        let heights: Vec<f32> = line.iter().filter(is_on).map(|ink| baseline - ink.top).collect();
        let (common, _) = densest(heights.iter().copied(), usual * SAME_EDGE)?;
        let least = (to_f32(heights.len()) * TALL_SHARE).max(1.5);
        let is_letter = |height: &f32| *height > common * TALL_RATIO && *height < common * TALLEST;
        let above: Vec<f32> = heights.iter().copied().filter(is_letter).collect();
        let tall =
            densest(above.iter().copied(), usual * SAME_EDGE).filter(|(_, count)| to_f32(*count) >= least);
        // Without taller letters, the common ones are capitals or digits, unless some reach below the baseline, as
        // only lower-case letters do.
        let reaches_below =
            |ink: &&Ink| ink.bottom > baseline + common * 0.25 && baseline - ink.top >= common * 0.9;
        let em = match tall {
            Some((tall, _)) => tall / TALL_HEIGHT,
            None if line.iter().filter(reaches_below).count() >= 2 => common / SMALL_HEIGHT,
            None => common / TALL_HEIGHT,
        };
        Some(Self { baseline, em, is_sure: tall.is_some() })
    }

    /// Returns baseline and size of a stamp in a line of this scale: superscripts and subscripts have a separate one.
    fn of(self, ink: &Ink) -> Self {
        let (top, bottom) = ((self.baseline - ink.top) / self.em, (self.baseline - ink.bottom) / self.em);
        let (height, width) = (top - bottom, (ink.right - ink.left) / self.em);
        // Commas, quotation marks and accents are as low as letters in superscripts, but narrow.
        let is_letter = (SCRIPT_HEIGHT[0]..SCRIPT_HEIGHT[1]).contains(&height)
            && (height > TALL_SCRIPT || width > WIDE_SCRIPT);
        let is_raised = bottom > RAISED_FROM;
        let is_lowered = bottom < LOWERED_FROM && top > LOWERED_TOP[0] && top < LOWERED_TOP[1];
        if is_letter && (is_raised || is_lowered) {
            return Self { baseline: ink.bottom, em: self.em * SCRIPT_SIZE, is_sure: false };
        }
        self
    }

    /// Gives the glyph of a stamp its baseline, and a run with its size and cell; the last run is reused if it is
    /// equal.
    fn set(self, ink: &Ink, page: &mut PageGlyphs, last_run: &mut Option<(Run, u32)>) {
        let bearing = self.em * SIDE_BEARING;
        let [ascent, descent] = CELL.map(|part| part * self.em);
        let run = page.glyphs.get(ink.glyph).and_then(|glyph| page.run(glyph));
        let Some(run) = run.cloned() else { return };
        let run = Run { size: self.em, cell: [bearing, -ascent, -bearing, descent], ..run };
        let index = match last_run {
            Some((last, index)) if *last == run => *index,
            _ => {
                page.runs.push(run.clone());
                let index = u32::try_from(page.runs.len() - 1).unwrap_or(u32::MAX);
                *last_run = Some((run, index));
                index
            }
        };
        if let Some(glyph) = page.glyphs.get_mut(ink.glyph) {
            (glyph.x, glyph.y, glyph.run) = (ink.left - bearing, self.baseline, index);
            glyph.advance = ink.right - ink.left + 2.0 * bearing;
        }
    }
}

/// The height of superscripts and subscripts in ems of the line.
const SCRIPT_HEIGHT: [f32; 2] = [0.28, 0.56];
/// The height and width in ems of which superscripts and subscripts exceed at least one.
const TALL_SCRIPT: f32 = 0.4;
const WIDE_SCRIPT: f32 = 0.25;
/// The height above the baseline at which superscripts begin.
const RAISED_FROM: f32 = 0.2;
/// The lower edge of subscripts, and the range of their upper edges: that of a comma is lower.
const LOWERED_FROM: f32 = -0.08;
const LOWERED_TOP: [f32; 2] = [0.13, 0.4];
/// The size of superscripts and subscripts relative to other letters.
const SCRIPT_SIZE: f32 = 0.7;

impl Line<'_> {
    /// Returns `true` if a stamp is above the previous or next stamp.
    fn is_over_letter(&self, at: usize) -> bool {
        let Some(ink) = self.inks.get(at) else { return false };
        let middle = f32::midpoint(ink.left, ink.right);
        let is_below = |letter: &Ink| {
            (letter.left..letter.right).contains(&middle)
                && ink.bottom <= letter.top + ink.height() * SAME_EDGE
        };
        let neighbours = [at.checked_sub(1), at.checked_add(1)];
        neighbours.into_iter().flatten().filter_map(|near| self.inks.get(near)).any(is_below)
    }

    /// Returns baseline and size of the line: determined by itself, or by its known codes.
    fn scale(&self, known: &KnownCodes) -> Scale {
        if let Some(sure) = self.shown.filter(|shown| shown.is_sure).or(self.beside) {
            return sure;
        }
        let seen = |ink: &Ink| known.codes.get(&ink.code).map(|code| (ink.bottom - code.depth, code.em));
        let seen: Vec<(f32, f32)> = self.inks.iter().filter_map(seen).collect();
        let em = median(seen.iter().map(|(_, em)| *em)).or(self.shown.map(|shown| shown.em));
        let baseline =
            self.shown.map(|shown| shown.baseline).or_else(|| median(seen.iter().map(|(b, _)| *b)));
        let bottom =
            || densest(self.inks.iter().map(|ink| ink.bottom), 0.5).map_or(0.0, |(bottom, _)| bottom);
        let tallest = || self.inks.iter().map(Ink::height).fold(0.0, f32::max) / TALL_HEIGHT;
        let em = em.unwrap_or_else(tallest).max(f32::MIN_POSITIVE);
        Scale { baseline: baseline.unwrap_or_else(bottom), em, is_sure: false }
    }
}

/// The depth of the ink of a code below the baseline, and its font size.
struct KnownCode {
    depth: f32,
    em: f32,
}

/// The placements of codes learned from lines with a known baseline and size.
struct KnownCodes {
    codes: BTreeMap<(u16, u32), KnownCode>,
}

impl KnownCodes {
    fn learn(lines: &[Line<'_>]) -> Self {
        let mut seen: BTreeMap<(u16, u32), Vec<(f32, f32)>> = BTreeMap::new();
        for line in lines {
            let Some(sure) = line.shown.filter(|shown| shown.is_sure) else { continue };
            for ink in line.inks {
                seen.entry(ink.code).or_default().push((ink.bottom - sure.baseline, sure.em));
            }
        }
        let known = |seen: Vec<(f32, f32)>| {
            let depth = median(seen.iter().map(|(depth, _)| *depth))?;
            Some(KnownCode { depth, em: median(seen.iter().map(|(_, em)| *em))? })
        };
        Self { codes: seen.into_iter().filter_map(|(code, seen)| Some((code, known(seen)?))).collect() }
    }
}

/// The observed placements of a code in lines.
#[derive(Default)]
struct Placed {
    is_turned: bool,
    /// The number of times it was drawn over a letter.
    over_letters: usize,
    /// Lower and upper edges above the baseline in ems.
    seen: Vec<[f32; 2]>,
}

impl Placed {
    fn usual(self) -> Option<Placement> {
        let bottom = median(self.seen.iter().map(|[bottom, _]| *bottom))?;
        let top = median(self.seen.iter().map(|[_, top]| *top))?;
        let is_over_letter = self.over_letters * 2 > self.seen.len();
        (top > bottom).then_some(Placement { bottom, top, is_turned: self.is_turned, is_over_letter })
    }
}

/// Returns the median.
fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.filter(|value| value.is_finite()).collect();
    values.sort_unstable_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Returns the centre of the densest group of numbers within `reach` on both sides, and their number.
fn densest(values: impl Iterator<Item = f32>, reach: f32) -> Option<(f32, usize)> {
    let mut values: Vec<f32> = values.filter(|value| value.is_finite()).collect();
    values.sort_unstable_by(f32::total_cmp);
    let mut best: Option<(usize, usize)> = None;
    let mut end = 0;
    for (start, first) in values.iter().enumerate() {
        while values.get(end).is_some_and(|value| *value <= first + reach) {
            end += 1;
        }
        if best.is_none_or(|(from, to)| end - start > to - from) {
            best = Some((start, end));
        }
    }
    let (start, end) = best?;
    Some((*values.get((start + end) / 2)?, end - start))
}

#[allow(clippy::cast_precision_loss)]
fn to_f32(count: usize) -> f32 {
    count as f32
}
