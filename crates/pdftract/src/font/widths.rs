//! Glyph widths from the font dictionary: an array for simple fonts, ranges for composite ones.

use std::sync::Arc;

use super::parts::Parts;
use crate::file::object::{Array, Dict};
use crate::session::Session;

/// `/FirstChar` and `/Widths`: widths of one-byte codes.
#[derive(Debug, Default)]
pub(crate) struct SimpleWidths {
    first: usize,
    widths: Vec<f32>,
    /// `/MissingWidth` of the descriptor.
    missing: Option<f32>,
}

#[allow(clippy::cast_possible_truncation)]
fn small(value: f64) -> f32 {
    if value.is_finite() { value as f32 } else { 0.0 }
}

impl SimpleWidths {
    pub(crate) fn read(font: &Dict<'_>, descriptor: Option<&Dict<'_>>) -> Self {
        let first = font.int(b"FirstChar").and_then(|first| usize::try_from(first).ok()).unwrap_or(0);
        let widths = font.array(b"Widths").map(|array| array.numbers().take(256).map(small).collect());
        let missing = descriptor.and_then(|descriptor| descriptor.number(b"MissingWidth")).map(small);
        Self { first, widths: widths.unwrap_or_default(), missing }
    }

    /// Returns the memory that the widths take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.widths.as_slice())
    }

    /// Returns `true` if the file gives no widths.
    pub(crate) fn is_empty(&self) -> bool {
        self.widths.is_empty()
    }

    /// Returns the width of a code as listed in the array.
    pub(crate) fn listed(&self, code: u8) -> Option<f32> {
        self.widths.get(usize::from(code).checked_sub(self.first)?).copied()
    }

    /// Returns the codes with a nonzero width in the array.
    pub(crate) fn codes(&self) -> impl Iterator<Item = u8> + '_ {
        let with_width = self.widths.iter().enumerate().filter(|(_, width)| **width != 0.0);
        with_width.filter_map(|(index, _)| u8::try_from(index + self.first).ok())
    }

    /// Returns the width of codes outside the array.
    pub(crate) fn missing(&self) -> Option<f32> {
        self.missing
    }
}

/// The pitch of a font, judged by the widths in its dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pitch {
    /// All of many glyphs have the same width.
    Fixed,
    /// Some differ.
    Proportional,
    /// There are too few widths, or all are those of ideographs.
    Unknown,
}

/// The number of widths that distinguishes a monospaced face from a subset of digits only.
const ENOUGH_WIDTHS: usize = 16;
/// The number of different widths from which a font cannot be monospaced, regardless of its flags.
const FEW_WIDTHS: usize = 6;
/// Widths this close, relative to the usual one, are equal: LMMono has 524.9 and 525.
const EQUAL: f32 = 0.01;
/// The share of equal widths in a monospaced face; accents and ligatures may differ.
const MOST_EQUAL: f32 = 0.9;
/// Glyphs wider than this, in thousandths of an em, are ideographs.
const IDEOGRAPH: f32 = 900.0;
/// The maximum number of widths examined.
const MAX_WIDTHS: usize = 256;

/// Returns the pitch of a font from the widths in its dictionary and in the descendant `described`, which is the same
/// for simple fonts.
pub(crate) fn pitch(font: &Dict<'_>, described: &Dict<'_>) -> Pitch {
    let simple = font.array(b"Widths").map(|array| array.numbers().take(MAX_WIDTHS).map(small).collect());
    let widths: Vec<f32> =
        simple.or_else(|| described.array(b"W").map(|array| listed_widths(&array))).unwrap_or_default();
    pitch_of_widths(widths)
}

/// Returns the widths of the lists in a `/W` array. Ranges with one width are ignored, since they do not show which
/// glyphs exist.
fn listed_widths(array: &Array<'_>) -> Vec<f32> {
    let lists = (0..array.len().min(4 * MAX_WIDTHS)).filter_map(|at| array.get(at).as_array());
    lists.flat_map(|list| list.numbers().map(small).collect::<Vec<_>>()).take(MAX_WIDTHS).collect()
}

fn pitch_of_widths(mut widths: Vec<f32>) -> Pitch {
    widths.retain(|width| *width > 0.0);
    if widths.is_empty() {
        return Pitch::Unknown;
    }
    let middle = widths.len() / 2;
    let (_, &mut median, _) = widths.select_nth_unstable_by(middle, f32::total_cmp);
    let equal = widths.iter().filter(|width| (*width - median).abs() <= EQUAL * median).count();
    let are_equal = equal as f32 >= MOST_EQUAL * widths.len() as f32;
    if are_equal && widths.len() >= ENOUGH_WIDTHS && median < IDEOGRAPH {
        Pitch::Fixed
    } else if !are_equal && widths.len() >= FEW_WIDTHS {
        Pitch::Proportional
    } else {
        Pitch::Unknown
    }
}

/// Vertical metrics of a glyph in thousandths of an em: the downward advance, and the vertical origin relative to the
/// horizontal one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct VerticalMetrics {
    pub(crate) advance: f32,
    pub(crate) origin: [f32; 2],
}

/// A range of CIDs with one value each, or one for all.
#[derive(Debug)]
pub(super) struct CidRange<T> {
    first: u32,
    last: u32,
    values: Vec<T>,
}

/// `/DW`, `/W`, `/DW2`, `/W2`: widths by CID, stored as ranges.
#[derive(Debug)]
pub(crate) struct CidWidths {
    default: f32,
    ranges: Arc<Vec<CidRange<f32>>>,
    vertical_default: [f32; 2],
    vertical_ranges: Arc<Vec<CidRange<VerticalMetrics>>>,
}

/// CIDs have 16 bits, regardless of the file's claims.
const MAX_CID: u32 = 65_535;
/// The length of a range that may well have equal widths: the digits and a few more.
const LONG_RANGE: u32 = 16;
/// The maximum number of ranges, one for each CID.
const MAX_RANGES: usize = 65_536;

/// The widths that fonts of a document share, by the place of their array.
#[derive(Default)]
pub(super) struct SharedWidths {
    horizontal: Parts<(u32, u32), Vec<CidRange<f32>>>,
    vertical: Parts<(u32, u32), Vec<CidRange<VerticalMetrics>>>,
}

impl SharedWidths {
    /// Drops the widths that no font has any more.
    pub(super) fn drop_unused(&self) {
        self.horizontal.drop_unused();
        self.vertical.drop_unused();
    }
}

impl CidWidths {
    pub(super) fn read(cid_font: &Dict<'_>, session: &Session, shared: &SharedWidths) -> Self {
        let vertical = cid_font.array(b"DW2").map(|array| array.numbers().map(small).collect::<Vec<_>>());
        let vertical_default = match vertical.as_deref() {
            Some([y, advance, ..]) => [*y, *advance],
            _ => [880.0, -1000.0],
        };
        let shared_horizontal = |array: &Array<'_>| {
            let read = || Some(horizontal_ranges(array));
            shared.horizontal.get(array.place()?, session, read, |ranges| bytes_of(ranges))
        };
        let shared_vertical = |array: &Array<'_>| {
            let read = || Some(vertical_ranges(array));
            shared.vertical.get(array.place()?, session, read, |ranges| bytes_of(ranges))
        };
        let ranges = cid_font.array(b"W").and_then(|array| shared_horizontal(&array)).unwrap_or_default();
        let vertical_ranges =
            cid_font.array(b"W2").and_then(|array| shared_vertical(&array)).unwrap_or_default();
        let default = cid_font.number(b"DW").map_or(1000.0, small);
        Self { default, ranges, vertical_default, vertical_ranges }
    }

    /// Creates widths of one em for all CIDs, except half an em for a range.
    pub(crate) fn full_but_for([first, last]: [u32; 2]) -> Self {
        let half = CidRange { first, last, values: vec![500.0] };
        Self {
            default: 1000.0,
            ranges: Arc::new(vec![half]),
            vertical_default: [880.0, -1000.0],
            vertical_ranges: Arc::default(),
        }
    }

    pub(crate) fn advance(&self, cid: u32) -> f32 {
        find(&self.ranges, cid).copied().unwrap_or(self.default)
    }

    /// Returns the CIDs with a listed width, in order. Long ranges with one width are skipped, since they do not show
    /// which CIDs exist.
    pub(crate) fn listed(&self) -> impl Iterator<Item = u32> + '_ {
        let is_list =
            |range: &&CidRange<f32>| range.values.len() > 1 || range.last - range.first < LONG_RANGE;
        self.ranges.iter().filter(is_list).flat_map(|range| range.first..=range.last)
    }

    pub(crate) fn vertical(&self, cid: u32) -> VerticalMetrics {
        let [y, advance] = self.vertical_default;
        let fallback = || VerticalMetrics { advance, origin: [self.advance(cid) / 2.0, y] };
        find(&self.vertical_ranges, cid).copied().unwrap_or_else(fallback)
    }
}

/// Returns the memory that ranges take. An allocation has 16 bytes at least.
fn bytes_of<T>(ranges: &[CidRange<T>]) -> usize {
    let values = ranges.iter().map(|range| 16 + range.values.len() * size_of::<T>());
    size_of_val(ranges) + values.sum::<usize>()
}

fn find<T>(ranges: &[CidRange<T>], cid: u32) -> Option<&T> {
    let index = ranges.partition_point(|range| range.first <= cid).checked_sub(1)?;
    let range = ranges.get(index)?;
    if cid > range.last {
        return None;
    }
    match range.values.as_slice() {
        [one] => Some(one),
        many => many.get((cid - range.first) as usize),
    }
}

/// Sorts ranges for binary search; of two with the same start, the later one applies.
fn sorted<T>(mut ranges: Vec<CidRange<T>>) -> Vec<CidRange<T>> {
    ranges.reverse();
    ranges.sort_by_key(|range| range.first);
    ranges.dedup_by_key(|range| range.first);
    ranges
}

fn cid(value: f64) -> Option<u32> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    (0.0..=f64::from(u32::MAX)).contains(&value).then_some(value as u32)
}

fn horizontal_ranges(array: &Array<'_>) -> Vec<CidRange<f32>> {
    read_ranges(array, 1, |values| small(values.first().copied().unwrap_or(0.0)))
}

fn vertical_ranges(array: &Array<'_>) -> Vec<CidRange<VerticalMetrics>> {
    read_ranges(array, 3, |values| {
        let at = |index: usize| small(values.get(index).copied().unwrap_or(0.0));
        VerticalMetrics { advance: at(0), origin: [at(1), at(2)] }
    })
}

/// Reads `c [w …]` and `c_first c_last w` with `per_cid` numbers for each CID.
fn read_ranges<T>(array: &Array<'_>, per_cid: usize, make: impl Fn(&[f64]) -> T) -> Vec<CidRange<T>> {
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < array.len() && ranges.len() < MAX_RANGES {
        let Some(first) = array.get(at).as_number().and_then(cid) else {
            at += 1;
            continue;
        };
        if let Some(list) = array.get(at + 1).as_array() {
            let numbers: Vec<f64> = list.numbers().take(MAX_RANGES * per_cid).collect();
            let values: Vec<T> = numbers.chunks_exact(per_cid).map(&make).collect();
            let count = u32::try_from(values.len()).unwrap_or(0);
            if first <= MAX_CID && count > 0 {
                ranges.push(CidRange { first, last: first.saturating_add(count - 1), values });
            }
            at += 2;
        } else {
            let last = array.get(at + 1).as_number().and_then(cid);
            let numbers: Vec<f64> = (0..per_cid).filter_map(|n| array.get(at + 2 + n).as_number()).collect();
            if let Some(last) =
                last.filter(|&last| last >= first && first <= MAX_CID && numbers.len() == per_cid)
            {
                ranges.push(CidRange { first, last: last.min(MAX_CID), values: vec![make(&numbers)] });
            }
            at += 2 + per_cid;
        }
    }
    sorted(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_widths_make_a_typewriter_face() {
        assert_eq!(pitch_of_widths([524.9, 525.0].repeat(10)), Pitch::Fixed);
        assert_eq!(pitch_of_widths([500.0].repeat(10)), Pitch::Unknown, "digits alone are equally wide");
        assert_eq!(pitch_of_widths([1000.0].repeat(40)), Pitch::Unknown, "so are ideographs");
        assert_eq!(pitch_of_widths(vec![250.0, 333.0, 500.0, 500.0, 600.0, 722.0]), Pitch::Proportional);
    }

    #[test]
    fn widths_are_looked_up_by_range() {
        let range = |first, last, values: &[f32]| CidRange { first, last, values: values.to_vec() };
        let ranges =
            sorted(vec![range(10, 12, &[1.0, 2.0, 3.0]), range(1, 5, &[9.0]), range(10, 10, &[7.0])]);
        assert_eq!(find(&ranges, 3), Some(&9.0));
        assert_eq!(find(&ranges, 6), None);
        assert_eq!(find(&ranges, 10), Some(&7.0), "the later of two that start alike holds");
        assert_eq!(find(&ranges, 0), None);
    }
}
