//! Fractions: parts of a formula over and under a bar, read numerator first.
//!
//! Typesetters draw a formula in about the order in which it is spoken, but browsers and word processors may draw a
//! denominator before its numerator, or all scripts at the end. Where a bar is drawn, the places of the parts decide.

use super::fragment::Fragment;
use super::piece_signs::PieceSigns;
use super::ruling::Ruling;

/// Bars are at most this many sizes of their text long; longer lines separate other things.
const LONGEST_BAR: f32 = 30.0;
/// Bars of fractions are at least this part of a size long.
const SHORTEST_BAR: f32 = 0.25;
/// Parts may reach over the ends of their bar by this part of their size.
const OVERHANG: f32 = 0.3;
/// The wider part of a fraction fills at least this part of its bar.
const FILLED: f32 = 0.55;
/// The middles of a part and its bar differ by at most this part of the length of the bar, or half a size.
const OFF_CENTRE: f32 = 0.12;
/// The baseline of a numerator is this many sizes above its bar.
const ABOVE: std::ops::Range<f32> = 0.08..1.3;
/// The baseline of a denominator is this many sizes below its bar.
const BELOW: std::ops::Range<f32> = 0.55..1.6;
/// Baselines closer than this part of the size are one.
const LEVEL: f32 = 0.2;
/// Parts with more fragments than this are no formula.
const MAX_FRAGMENTS: usize = 60;

/// A fragment in its place in a formula.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedFragment {
    pub(super) fragment: Fragment,
    /// The baseline of the part that it belongs to.
    pub(super) baseline: f32,
    /// What is written before its first glyph.
    pub(super) before: PieceSigns,
    /// What is written behind its last glyph.
    pub(super) behind: PieceSigns,
}

/// Something that is read as one: a fragment, or a fraction with all its fragments.
#[derive(Debug, Clone)]
struct Unit {
    parts: Vec<PlacedFragment>,
    u0: f32,
    u1: f32,
    v: f32,
    size: f32,
    drawn: u32,
    inked: u32,
    is_fraction: bool,
}

impl Unit {
    fn new(fragment: &Fragment) -> Self {
        let &Fragment { u0, u1, v, size, inked, glyphs, .. } = fragment;
        let none = PieceSigns::default();
        let part = PlacedFragment { fragment: *fragment, baseline: v, before: none, behind: none };
        Self { parts: vec![part], u0, u1, v, size, drawn: glyphs.start, inked, is_fraction: false }
    }

    fn middle(&self) -> f32 {
        f32::midpoint(self.u0, self.u1)
    }
}

/// Returns the fragments of a formula, given as they were drawn, in reading order; `None` when that is the order of drawing.
pub(super) fn arrange(
    fragments: &[Fragment],
    bars: &[Ruling],
    is_operator: impl Fn(&Fragment) -> bool,
) -> Option<Vec<PlacedFragment>> {
    if fragments.len() > MAX_FRAGMENTS {
        return None;
    }
    let mut units: Vec<Unit> = fragments.iter().map(Unit::new).collect();
    let mut bars: Vec<&Ruling> = bars_among(&units, bars);
    // Inner fractions are shorter than those around them.
    bars.sort_by(|a, b| (a.to - a.from).total_cmp(&(b.to - b.from)));
    let mut is_found = false;
    for bar in bars {
        is_found |= join_fraction(&mut units, bar, &is_operator);
    }
    let is_arranged = is_found || !is_drawn_from_left(&units);
    is_arranged.then(|| in_order(units).into_iter().flat_map(|unit| unit.parts).collect())
}

/// A script is at most this large beside its base.
const SCRIPT_SIZE: f32 = 0.86;

/// Returns whether the parts of a formula were drawn from left to right. Where anything but scripts is off the baseline, the
/// order of drawing is the best that is known.
fn is_drawn_from_left(units: &[Unit]) -> bool {
    let Some(main) = units.iter().max_by_key(|unit| unit.inked) else { return true };
    let (level, others): (Vec<&Unit>, Vec<&Unit>) =
        units.iter().partition(|unit| (unit.v - main.v).abs() < LEVEL * main.size);
    others.iter().any(|unit| unit.size > SCRIPT_SIZE * main.size)
        || level.windows(2).all(|pair| matches!(pair, [a, b] if a.middle() <= b.middle()))
}

/// Returns whether a bar has text over and under it as fractions have.
pub(super) fn has_fraction(fragments: &[Fragment], bars: &[Ruling]) -> bool {
    let units: Vec<Unit> = fragments.iter().take(MAX_FRAGMENTS).map(Unit::new).collect();
    bars_among(&units, bars).into_iter().any(|bar| sides(&units, bar).is_some())
}

/// Returns the bars between the uppermost and the lowest of some units.
fn bars_among<'r>(units: &[Unit], bars: &'r [Ruling]) -> Vec<&'r Ruling> {
    let top = units.iter().map(|unit| unit.v).fold(f32::MAX, f32::min);
    let bottom = units.iter().map(|unit| unit.v).fold(f32::MIN, f32::max);
    let first = bars.partition_point(|bar| bar.at < top);
    bars.iter().skip(first).take_while(|bar| bar.at < bottom).take(MAX_FRAGMENTS).collect()
}

/// Returns the units over and under a bar, by their indices; `None` when it is no fraction bar.
fn sides(units: &[Unit], bar: &Ruling) -> Option<(Vec<usize>, Vec<usize>)> {
    let length = bar.to - bar.from;
    let is_inside = |unit: &Unit| {
        let reach = OVERHANG * unit.size;
        unit.u0 > bar.from - reach && unit.u1 < bar.to + reach
    };
    let near = |is_near: &dyn Fn(&Unit) -> bool| -> Vec<usize> {
        let members = units.iter().enumerate().filter(|(_, unit)| is_inside(unit) && is_near(unit));
        members.map(|(index, _)| index).collect()
    };
    let above = near(&|unit| ABOVE.contains(&((bar.at - unit.v) / unit.size.max(0.1))));
    let below =
        near(&|unit| BELOW.contains(&((unit.v - bar.at) / unit.size.max(0.1))) || is_under(unit, bar));
    let size = above
        .iter()
        .chain(&below)
        .filter_map(|&index| units.get(index))
        .map(|unit| unit.size)
        .fold(0.1, f32::max);
    let is_bar = (SHORTEST_BAR * size..LONGEST_BAR * size).contains(&length);
    let (over, under) = (extent(units, &above)?, extent(units, &below)?);
    let is_filled = (over.1 - over.0).max(under.1 - under.0) > FILLED * length;
    let middle = f32::midpoint(bar.from, bar.to);
    let is_centred =
        |(u0, u1): (f32, f32)| (f32::midpoint(u0, u1) - middle).abs() < (OFF_CENTRE * length).max(0.5 * size);
    (is_bar && is_filled && is_centred(over) && is_centred(under)).then_some((above, below))
}

/// Returns whether a fraction is the denominator of another.
fn is_under(unit: &Unit, bar: &Ruling) -> bool {
    unit.is_fraction && unit.v > bar.at && unit.v < bar.at + 3.0 * unit.size
}

fn extent(units: &[Unit], members: &[usize]) -> Option<(f32, f32)> {
    let members = members.iter().filter_map(|&index| units.get(index));
    members.fold(None, |extent, unit| {
        let (u0, u1) = extent.unwrap_or((f32::MAX, f32::MIN));
        Some((unit.u0.min(u0), unit.u1.max(u1)))
    })
}

/// Replaces the units over and under a bar by one; returns whether there are any.
fn join_fraction(units: &mut Vec<Unit>, bar: &Ruling, is_operator: &impl Fn(&Fragment) -> bool) -> bool {
    let Some((above, below)) = sides(units, bar) else { return false };
    let take = |members: &[usize]| -> Vec<Unit> {
        in_order(members.iter().filter_map(|&index| units.get(index)).cloned().collect())
    };
    let (numerator, denominator) = (take(&above), take(&below));
    let size = numerator.iter().chain(&denominator).map(|unit| unit.size).fold(0.1, f32::max);
    let drawn = numerator.iter().chain(&denominator).map(|unit| unit.drawn).min().unwrap_or(0);
    let inked = numerator.iter().chain(&denominator).map(|unit| unit.inked).sum();
    let (wide_above, wide_below) = (is_wide(&numerator, is_operator), is_long(&denominator, is_operator));
    let mut over: Vec<PlacedFragment> = numerator.into_iter().flat_map(|unit| unit.parts).collect();
    let mut under: Vec<PlacedFragment> = denominator.into_iter().flat_map(|unit| unit.parts).collect();
    sign(&mut over, &mut under, wide_above, wide_below);
    over.append(&mut under);
    let fraction = Unit {
        parts: over,
        u0: bar.from,
        u1: bar.to,
        // The axis of a formula, on which bars are, is a quarter of a size above the baseline.
        v: bar.at + 0.25 * size,
        size,
        drawn,
        inked,
        is_fraction: true,
    };
    let mut index = 0;
    units.retain(|_| {
        index += 1;
        !above.contains(&(index - 1)) && !below.contains(&(index - 1))
    });
    units.push(fraction);
    true
}

/// Notes the bar and the brackets of a fraction, unless a fraction inside has the same signs in the same place.
fn sign(over: &mut [PlacedFragment], under: &mut [PlacedFragment], wide_above: bool, wide_below: bool) {
    let when = |holds: bool, sign: PieceSigns| if holds { sign } else { PieceSigns::default() };
    let first = PieceSigns::NUMERATOR.with(when(wide_above, PieceSigns::OPEN_NUMERATOR));
    let bar = PieceSigns::DENOMINATOR
        .with(when(wide_above, PieceSigns::CLOSE_NUMERATOR))
        .with(when(wide_below, PieceSigns::OPEN_DENOMINATOR));
    let end = PieceSigns::FRACTION_END.with(when(wide_below, PieceSigns::CLOSE_DENOMINATOR));
    let (Some(numerator), [_, ..]) = (over.first_mut(), &*under) else { return };
    let is_free = |has: PieceSigns, sign: PieceSigns| !has.has(sign);
    let has_room = is_free(numerator.before, PieceSigns::OPEN_NUMERATOR)
        && under.first().is_some_and(|part| is_free(part.before, PieceSigns::DENOMINATOR))
        && under.last().is_some_and(|part| is_free(part.behind, PieceSigns::CLOSE_DENOMINATOR));
    if has_room {
        numerator.before = numerator.before.with(first);
        under.first_mut().into_iter().for_each(|part| part.before = part.before.with(bar));
        under.last_mut().into_iter().for_each(|part| part.behind = part.behind.with(end));
    }
}

/// Returns whether a part must be set in brackets because it is a sum.
fn is_wide(units: &[Unit], is_operator: &impl Fn(&Fragment) -> bool) -> bool {
    let fragments = units.iter().flat_map(|unit| &unit.parts);
    units.iter().any(|unit| unit.is_fraction) || fragments.into_iter().any(|part| is_operator(&part.fragment))
}

/// Returns whether a part must be set in brackets behind a bar, because it is a sum or a product.
fn is_long(units: &[Unit], is_operator: &impl Fn(&Fragment) -> bool) -> bool {
    let size = units.iter().map(|unit| unit.size).fold(0.0, f32::max);
    let letters: u32 = units.iter().filter(|unit| unit.size > 0.86 * size).map(|unit| unit.inked).sum();
    is_wide(units, is_operator) || letters > LONG_PRODUCT
}

/// Products of more letters than this are set in brackets behind a bar: `∂B/∂t` needs none.
const LONG_PRODUCT: u32 = 2;

/// Orders units as they were drawn if that goes from left to right, else by their places. Scripts keep the baseline of the
/// part that they belong to.
fn in_order(mut units: Vec<Unit>) -> Vec<Unit> {
    let main = units.iter().max_by(|a, b| a.inked.cmp(&b.inked).then(b.u0.total_cmp(&a.u0)));
    let Some((baseline, size)) = main.map(|main| (main.v, main.size)) else { return units };
    units.sort_by_key(|unit| unit.drawn);
    let is_level = |unit: &&Unit| (unit.v - baseline).abs() < LEVEL * size;
    let level: Vec<f32> = units.iter().filter(is_level).map(Unit::middle).collect();
    let is_drawn_in_order =
        level.is_sorted() && units.iter().all(|unit| !unit.is_fraction || is_level(&unit));
    if !is_drawn_in_order {
        units.sort_by(|a, b| a.u0.total_cmp(&b.u0));
    }
    for unit in units.iter_mut().filter(|unit| !unit.is_fraction) {
        unit.parts.iter_mut().for_each(|part| part.baseline = baseline);
    }
    units
}
