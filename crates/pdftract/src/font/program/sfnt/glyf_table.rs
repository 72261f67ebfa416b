//! Draws TrueType glyphs: `loca` gives the offset of a glyph in `glyf`, whose entries hold contours or other glyphs.

use super::super::bytes::{i16_at, offset_at, u8_at, u16_at};
use crate::font::outline::{Affine, Outline, OutlinePoint, Pen, count_steps};

/// The maximum number of components of a glyph, counting repetitions. Text fonts use up to ten.
const MOST_COMPONENTS: usize = 256;

/// The maximum nesting of components; `maxp` of real fonts states at most 5.
const DEEPEST: u8 = 8;

/// The maximum number of points of a glyph. Intricate ideographs have about 500.
const MOST_POINTS: usize = 10_000;

/// Flags of a point (OpenType, `glyf`).
const ON_CURVE: u8 = 1;
const X_IS_BYTE: u8 = 2;
const Y_IS_BYTE: u8 = 4;
const REPEATS: u8 = 8;
const X_SAME_OR_POSITIVE: u8 = 16;
const Y_SAME_OR_POSITIVE: u8 = 32;

/// Flags of a component.
const WORDS: u16 = 1;
const OFFSETS: u16 = 2;
const ONE_SCALE: u16 = 8;
const MORE: u16 = 0x20;
const TWO_SCALES: u16 = 0x40;
const FOUR_SCALES: u16 = 0x80;
const SCALED_OFFSET: u16 = 0x800;

/// The two tables, and the width of the offsets in `loca`.
#[derive(Debug, Clone, Copy)]
pub(super) struct GlyfTable<'a> {
    pub(super) glyf: &'a [u8],
    pub(super) loca: &'a [u8],
    pub(super) long_offsets: bool,
}

/// A glyph to draw, with its transformation.
struct Component {
    glyph: u16,
    map: Affine,
    depth: u8,
}

impl<'a> GlyfTable<'a> {
    /// Returns the outline of a glyph in font units; `None` if its data cannot be read.
    pub(super) fn outline(&self, glyph: u16) -> Option<Outline> {
        // Subsets keep thousands of empty slots for removed glyphs.
        if self.data(glyph)?.is_empty() {
            return Some(Outline::default());
        }
        let mut pen = Pen::default();
        let mut waiting = vec![Component { glyph, map: Affine::IDENTITY, depth: 0 }];
        for _ in 0..MOST_COMPONENTS {
            let Some(next) = waiting.pop() else { return pen.finish() };
            let data = self.data(next.glyph)?;
            count_steps(data.len() as u64 + 16);
            match i16_at(data, 0) {
                None => {}
                Some(contours @ 0..) => draw_contours(data, contours, &next.map, &mut pen)?,
                Some(_) if next.depth >= DEEPEST => return None,
                Some(_) => {
                    let mut parts = components(data, &next);
                    parts.reverse();
                    waiting.append(&mut parts);
                }
            }
        }
        None
    }

    /// Returns `true` if there is data to draw a glyph from: a blank or unreadable one has none.
    pub(super) fn has_data(&self, glyph: u16) -> bool {
        self.data(glyph).is_some_and(|data| !data.is_empty())
    }

    /// Returns the data of a glyph; empty for a blank glyph.
    fn data(&self, glyph: u16) -> Option<&'a [u8]> {
        let offset = |index: usize| {
            if self.long_offsets {
                offset_at(self.loca, index * 4)
            } else {
                u16_at(self.loca, index * 2).map(|half| usize::from(half) * 2)
            }
        };
        let start = offset(usize::from(glyph))?;
        // Some subsets lack the last offset.
        let end = offset(usize::from(glyph) + 1).unwrap_or(self.glyf.len()).min(self.glyf.len());
        self.glyf.get(start..end)
    }
}

/// Returns the components of a composite glyph, in order; those after a truncation are lost.
fn components(data: &[u8], whole: &Component) -> Vec<Component> {
    let mut parts = Vec::new();
    let mut at = 10;
    while parts.len() < MOST_COMPONENTS {
        let Some((part, flags, next)) = component(data, at, whole) else { break };
        parts.push(part);
        at = next;
        if flags & MORE == 0 {
            break;
        }
    }
    parts
}

fn component(data: &[u8], at: usize, whole: &Component) -> Option<(Component, u16, usize)> {
    let flags = u16_at(data, at)?;
    let glyph = u16_at(data, at + 2)?;
    let (dx, dy, at) = if flags & WORDS != 0 {
        (f32::from(i16_at(data, at + 4)?), f32::from(i16_at(data, at + 6)?), at + 8)
    } else {
        let byte = |at| Some(f32::from(u8_at(data, at)?.cast_signed()));
        (byte(at + 4)?, byte(at + 5)?, at + 6)
    };
    let scale = |index: usize| Some(f32::from(i16_at(data, at + index * 2)?) / 16384.0);
    let (mut map, next) = if flags & ONE_SCALE != 0 {
        (Affine::scale(scale(0)?), at + 2)
    } else if flags & TWO_SCALES != 0 {
        (Affine { a: scale(0)?, d: scale(1)?, ..Affine::IDENTITY }, at + 4)
    } else if flags & FOUR_SCALES != 0 {
        (Affine { a: scale(0)?, b: scale(1)?, c: scale(2)?, d: scale(3)?, e: 0.0, f: 0.0 }, at + 8)
    } else {
        (Affine::IDENTITY, at)
    };
    // Without the flag, the numbers are indices of points to be aligned; such glyphs are rare and mostly align at 0.
    if flags & OFFSETS != 0 {
        let offset = OutlinePoint::new(dx, dy);
        let offset = if flags & SCALED_OFFSET != 0 { map.apply(offset) } else { offset };
        (map.e, map.f) = (offset.x, offset.y);
    }
    Some((Component { glyph, map: map.then(&whole.map), depth: whole.depth + 1 }, flags, next))
}

/// Draws the contours of a simple glyph.
fn draw_contours(data: &[u8], contours: i16, map: &Affine, pen: &mut Pen) -> Option<()> {
    let contours = usize::try_from(contours).ok()?;
    let Some(last) = contours.checked_sub(1) else { return Some(()) };
    let end = |index: usize| u16_at(data, 10 + index * 2).map(usize::from);
    let count = end(last)? + 1;
    let flags_at = 12 + contours * 2 + usize::from(u16_at(data, 10 + contours * 2)?);
    let points = points(data, flags_at, count)?;
    let mut start = 0;
    for index in 0..contours {
        let next = end(index)? + 1;
        if let Some(contour) = points.get(start..next) {
            draw_contour(contour, map, pen);
        }
        start = next;
    }
    Some(())
}

/// A point, and whether it is on the curve.
type GlyphPoint = (OutlinePoint, bool);

fn points(data: &[u8], flags_at: usize, count: usize) -> Option<Vec<GlyphPoint>> {
    if count > MOST_POINTS {
        return None;
    }
    let (flags, at) = flags(data, flags_at, count)?;
    let (xs, at) = coordinates(data, at, &flags, X_IS_BYTE, X_SAME_OR_POSITIVE)?;
    let (ys, _) = coordinates(data, at, &flags, Y_IS_BYTE, Y_SAME_OR_POSITIVE)?;
    let places = xs.iter().zip(&ys).map(|(x, y)| OutlinePoint::new(*x, *y));
    Some(places.zip(flags.iter().map(|flag| flag & ON_CURVE != 0)).collect())
}

fn flags(data: &[u8], mut at: usize, count: usize) -> Option<(Vec<u8>, usize)> {
    let mut flags = Vec::new();
    while flags.len() < count {
        let flag = u8_at(data, at)?;
        at += 1;
        let mut times = 1;
        if flag & REPEATS != 0 {
            times += usize::from(u8_at(data, at)?);
            at += 1;
        }
        flags.extend(std::iter::repeat_n(flag, times.min(count - flags.len())));
    }
    Some((flags, at))
}

/// Reads one coordinate of all points; each is stored as a difference from the previous one.
fn coordinates(data: &[u8], mut at: usize, flags: &[u8], is_byte: u8, same: u8) -> Option<(Vec<f32>, usize)> {
    let mut value = 0.0;
    let mut values = Vec::with_capacity(flags.len());
    for flag in flags {
        if flag & is_byte != 0 {
            let distance = f32::from(u8_at(data, at)?);
            value += if flag & same != 0 { distance } else { -distance };
            at += 1;
        } else if flag & same == 0 {
            value += f32::from(i16_at(data, at)?);
            at += 2;
        }
        values.push(value);
    }
    Some((values, at))
}

/// Draws a closed contour. Between two off-curve points there is an implied on-curve point at their midpoint.
fn draw_contour(points: &[GlyphPoint], map: &Affine, pen: &mut Pen) {
    let (Some(&(first, first_on)), Some(&(last, last_on))) = (points.first(), points.last()) else { return };
    let start = match (first_on, last_on) {
        (true, _) => first,
        (false, true) => last,
        (false, false) => first.midpoint(last),
    };
    pen.move_to(map.apply(start));
    let mut control: Option<OutlinePoint> = None;
    let rest = points.iter().skip(usize::from(first_on)).copied().chain([(start, true)]);
    for (point, on_curve) in rest {
        match (control, on_curve) {
            (None, true) => pen.line_to(map.apply(point)),
            (None, false) => control = Some(point),
            (Some(bend), true) => {
                pen.quad_to(map.apply(bend), map.apply(point));
                control = None;
            }
            (Some(bend), false) => {
                pen.quad_to(map.apply(bend), map.apply(bend.midpoint(point)));
                control = Some(point);
            }
        }
    }
    pen.close();
}
