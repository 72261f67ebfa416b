//! Converts ranges of codes, in the order of their definition in a CMap, to a sorted table for binary search.
//!
//! Ranges are not expanded: the cost of a table depends on what was written, not on the number of codes covered. If
//! ranges overlap, the last definition wins, and the others are cut around it.

use std::collections::BinaryHeap;

use super::packed::PackedRanges;

/// Codes `lo` to `hi` that share a value. `origin` is the start of the range before it was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    lo: u32,
    hi: u32,
    origin: u32,
    value: u32,
}

/// The result of a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The value with which the range was defined.
    pub(crate) value: u32,
    /// The distance of the code from the first code of the range as defined.
    pub(crate) offset: u32,
}

/// A table of disjoint ranges, sorted.
#[derive(Debug, Clone, Default)]
pub(crate) struct CodeRanges {
    spans: Vec<Span>,
    /// The ranges of a bundled table, which has no others.
    packed: PackedRanges,
}

/// Collects ranges in the order of their definition.
#[derive(Debug, Default)]
pub(crate) struct CodeRangesBuilder {
    spans: Vec<Span>,
}

impl CodeRangesBuilder {
    /// Adds the codes `lo` to `hi`, both included. Returns `false` for a reversed range, which is not added.
    pub(crate) fn push(&mut self, lo: u32, hi: u32, value: u32) -> bool {
        if lo <= hi {
            self.spans.push(Span { lo, hi, origin: lo, value });
        }
        lo <= hi
    }

    /// Returns the number of added ranges.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns the table. Takes O(n log n) time, or a single pass if the ranges are already in order.
    pub(crate) fn finish(mut self) -> CodeRanges {
        if !is_disjoint(&self.spans) {
            let in_definition_order = self.spans.clone();
            self.spans.sort_by_key(|span| span.lo);
            if !is_disjoint(&self.spans) {
                self.spans = cut_overlaps(&in_definition_order);
            }
        }
        self.spans.shrink_to_fit();
        CodeRanges { spans: self.spans, packed: PackedRanges::default() }
    }
}

impl CodeRanges {
    /// Returns a bundled table, which stays packed.
    pub(super) fn packed(packed: PackedRanges) -> Self {
        Self { spans: Vec::new(), packed }
    }

    /// Looks up a code.
    pub(crate) fn find(&self, code: u32) -> Option<Hit> {
        if !self.packed.is_empty() {
            return self.packed.find(code);
        }
        let after = self.spans.partition_point(|span| span.lo <= code);
        let span = self.spans.get(after.checked_sub(1)?)?;
        (code <= span.hi).then(|| Hit { value: span.value, offset: code - span.origin })
    }

    /// Returns all mapped codes, in order.
    pub(crate) fn codes(&self) -> impl Iterator<Item = u32> + '_ {
        let packed = self.packed.each().flat_map(|(first, last, _)| first..=last);
        self.spans.iter().flat_map(|span| span.lo..=span.hi).chain(packed)
    }

    /// Returns `true` if no code is mapped.
    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty() && self.packed.is_empty()
    }

    /// Returns the number of disjoint ranges.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }
}

fn is_disjoint(spans: &[Span]) -> bool {
    spans.is_sorted_by(|a, b| a.hi < b.lo)
}

/// Sweeps over the codes once. Of the ranges open at a code, the top of the heap is the one defined last. Ranges that
/// have ended leave the heap when they reach its top, so each is pushed and popped once.
fn cut_overlaps(in_definition_order: &[Span]) -> Vec<Span> {
    let mut by_start: Vec<(usize, Span)> = in_definition_order.iter().copied().enumerate().collect();
    by_start.sort_by_key(|(_, span)| span.lo);
    let mut starts = by_start.into_iter().peekable();
    let mut open: BinaryHeap<(usize, Span)> = BinaryHeap::new();
    let mut cut: Vec<Span> = Vec::new();
    let mut code = 0_u32;
    loop {
        if open.is_empty() {
            let Some((_, next)) = starts.peek() else { break };
            code = code.max(next.lo);
        }
        while let Some(start) = starts.next_if(|(_, span)| span.lo <= code) {
            open.push(start);
        }
        let Some(&(_, top)) = open.peek() else { continue };
        if top.hi < code {
            open.pop();
            continue;
        }
        let end = starts.peek().map_or(top.hi, |(_, next)| top.hi.min(next.lo.saturating_sub(1)));
        append(&mut cut, Span { lo: code, hi: end, ..top });
        match end.checked_add(1) {
            Some(next) => code = next,
            None => break,
        }
    }
    cut
}

/// Appends a piece, merging it with the last one if both come from the same range.
fn append(cut: &mut Vec<Span>, piece: Span) {
    match cut.last_mut() {
        Some(last)
            if last.hi.checked_add(1) == Some(piece.lo)
                && (last.origin, last.value) == (piece.origin, piece.value) =>
        {
            last.hi = piece.hi;
        }
        _ => cut.push(piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(ranges: &[(u32, u32, u32)]) -> CodeRanges {
        let mut builder = CodeRangesBuilder::default();
        for &(lo, hi, value) in ranges {
            builder.push(lo, hi, value);
        }
        builder.finish()
    }

    fn hit(value: u32, offset: u32) -> Option<Hit> {
        Some(Hit { value, offset })
    }

    #[test]
    fn finds_edges_and_gaps() {
        let table = table(&[(10, 20, 1), (30, 30, 2)]);
        assert_eq!(table.find(9), None);
        assert_eq!(table.find(10), hit(1, 0));
        assert_eq!(table.find(20), hit(1, 10));
        assert_eq!(table.find(21), None);
        assert_eq!(table.find(30), hit(2, 0));
        assert_eq!(table.find(u32::MAX), None);
    }

    #[test]
    fn the_later_definition_wins_and_offsets_survive_the_cut() {
        let table = table(&[(0, 100, 1), (40, 60, 2), (50, 50, 3)]);
        assert_eq!(table.find(39), hit(1, 39));
        assert_eq!(table.find(45), hit(2, 5));
        assert_eq!(table.find(50), hit(3, 0));
        assert_eq!(table.find(51), hit(2, 11));
        assert_eq!(table.find(100), hit(1, 100));
        assert_eq!(table.len(), 5);
    }

    #[test]
    fn reversed_ranges_are_refused() {
        assert!(!CodeRangesBuilder::default().push(2, 1, 0));
    }

    #[test]
    fn full_ranges_without_number_stay_one_range() {
        let ranges: Vec<_> = (0..20_000).map(|n| (0, u32::MAX, n)).collect();
        let table = table(&ranges);
        assert_eq!(table.len(), 1);
        assert_eq!(table.find(u32::MAX), hit(19_999, u32::MAX));
    }

    #[test]
    fn nested_ranges_cost_at_most_twice_their_number() {
        let ranges: Vec<_> = (0..100_000).map(|n| (n, u32::MAX - n, n)).collect();
        assert!(table(&ranges).len() < 200_000);
    }

    proptest! {
        #[test]
        fn agrees_with_a_linear_search_of_all_definitions(
            ranges in prop::collection::vec((0_u32..64, 0_u32..64, 0_u32..4), 0..40)
        ) {
            let table = table(&ranges);
            for code in 0..64 {
                let last = ranges.iter().rev().find(|(lo, hi, _)| (*lo..=*hi).contains(&code));
                let expected = last.map(|&(lo, _, value)| Hit { value, offset: code - lo });
                prop_assert_eq!(table.find(code), expected);
            }
        }
    }
}
