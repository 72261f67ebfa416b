//! Reads the packed tables of CMaps and collections: finds entries by name, decodes numbers, and searches codes in
//! place.
//!
//! The tables are part of the program, but nothing relies on their validity: truncated or invalid data ends the
//! reading.

use super::code_ranges::{CodeRanges, Hit};

/// Returns the block of the entry with this name.
pub(crate) fn block(file: &'static [u8], name: &[u8]) -> Option<&'static [u8]> {
    let mut numbers = Numbers { rest: file };
    while let Some(length) = numbers.byte() {
        let found = numbers.take(usize::from(length))? == name;
        let length = usize::try_from(numbers.next()?).ok()?;
        let block = numbers.take(length)?;
        if found {
            return Some(block);
        }
    }
    None
}

/// Returns the names of all entries.
#[cfg(test)]
pub(crate) fn names(file: &[u8]) -> Vec<&[u8]> {
    let mut numbers = Numbers { rest: file };
    let mut names = Vec::new();
    while let Some(length) = numbers.byte() {
        names.extend(numbers.take(usize::from(length)));
        let length = numbers.next().and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
        numbers.take(length);
    }
    names
}

/// Reads little-endian base-128 varints.
pub(crate) struct Numbers<'b> {
    pub(crate) rest: &'b [u8],
}

impl<'b> Numbers<'b> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    pub(crate) fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    /// Reads a name: its length, then its bytes.
    pub(crate) fn name(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.next()?).ok()?;
        self.take(length)
    }

    pub(crate) fn next(&mut self) -> Option<u32> {
        u32::try_from(self.long()?).ok()
    }

    fn long(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Reads a number as a signed difference from `expected`.
    fn near(&mut self, expected: u32) -> Option<u32> {
        let folded = self.long()?;
        let distance = u32::try_from(folded.div_ceil(2)).ok()?;
        if folded & 1 == 0 { expected.checked_add(distance) } else { expected.checked_sub(distance) }
    }
}

impl Numbers<'static> {
    /// Returns ranges, which stay packed: the number of groups, the bytes of all groups, the index, the groups.
    pub(crate) fn ranges(&mut self) -> Option<CodeRanges> {
        let mut length = || usize::try_from(self.next()?).ok();
        let (groups, bytes) = (length()?, length()?);
        let index = self.take(groups.checked_mul(INDEX_ENTRY)?)?;
        Some(CodeRanges::packed(PackedRanges { index, groups: self.take(bytes)? }))
    }
}

/// The size of an index entry in bytes: the first code of a group, and its offset.
const INDEX_ENTRY: usize = 8;

/// Ranges in groups that are decoded one at a time. A range is stored as the distance of its start from the end of
/// the previous range, the number of codes after the first, and the difference of its value from the one that would
/// continue the previous range.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PackedRanges {
    index: &'static [u8],
    groups: &'static [u8],
}

/// A range: its first and last code, and the value of the first.
type Range = (u32, u32, u32);

impl PackedRanges {
    pub(super) fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Looks up a code.
    pub(super) fn find(&self, code: u32) -> Option<Hit> {
        let (index, _) = self.index.as_chunks::<INDEX_ENTRY>();
        let after = index.partition_point(|entry| first_code(entry) <= code);
        let mut ranges = self.group(index.get(after.checked_sub(1)?)?);
        let (first, _, value) =
            ranges.find(|(_, last, _)| code <= *last).filter(|(first, ..)| *first <= code)?;
        Some(Hit { value, offset: code - first })
    }

    /// Returns all ranges, in order.
    pub(super) fn each(self) -> impl Iterator<Item = Range> {
        let (index, _) = self.index.as_chunks::<INDEX_ENTRY>();
        index.iter().flat_map(move |entry| self.group(entry))
    }

    /// Returns the ranges of a group.
    fn group(&self, entry: &[u8; INDEX_ENTRY]) -> impl Iterator<Item = Range> + use<> {
        let [.., a, b, c, d] = *entry;
        let start = usize::try_from(u32::from_le_bytes([a, b, c, d])).ok();
        let rest = start.and_then(|start| self.groups.get(start..)).unwrap_or_default();
        let (mut numbers, mut after, mut expected) = (Numbers { rest }, first_code(entry), 0_u32);
        let ranges = std::iter::from_fn(move || {
            let first = after.checked_add(numbers.next()?)?;
            let last = first.checked_add(numbers.next()?)?;
            let value = numbers.near(expected)?;
            after = last.saturating_add(1);
            expected = value.saturating_add(last - first).saturating_add(1);
            Some((first, last, value))
        });
        ranges.take(GROUP)
    }
}

/// The number of ranges in a group; the last group may have fewer.
const GROUP: usize = 64;

fn first_code([a, b, c, d, ..]: &[u8; INDEX_ENTRY]) -> u32 {
    u32::from_le_bytes([*a, *b, *c, *d])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::tables::{CMAPS, COLLECTIONS};

    #[test]
    fn truncated_tables_end_the_reading() {
        for file in [CMAPS, COLLECTIONS] {
            for end in 0..200 {
                block(&file[..end], b"no such name");
                names(&file[..end]);
            }
        }
        assert_eq!(Numbers { rest: &[0xFF; 20] }.next(), None);
        assert!(Numbers { rest: &[5, 1] }.ranges().is_none());
    }

    /// Packs ranges whose numbers are all below 64.
    fn packed(ranges: &[(u8, u8, u8)]) -> CodeRanges {
        let (mut index, mut groups) = (Vec::new(), Vec::new());
        for group in ranges.chunks(GROUP) {
            let (mut after, mut expected) = (group[0].0, 0_u8);
            index.extend([after, 0, 0, 0, u8::try_from(groups.len()).unwrap(), 0, 0, 0]);
            for (first, last, value) in group {
                let difference = i16::from(*value) - i16::from(expected);
                let folded = if difference < 0 { -2 * difference - 1 } else { 2 * difference };
                groups.extend([first - after, last - first, u8::try_from(folded).unwrap()]);
                (after, expected) = (last + 1, value + (last - first) + 1);
            }
        }
        let mut block = vec![u8::try_from(index.len() / INDEX_ENTRY).unwrap()];
        let length = groups.len();
        block.extend([u8::try_from(length & 0x7F).unwrap() | 0x80, u8::try_from(length >> 7).unwrap()]);
        block.extend(index);
        block.extend(groups);
        Numbers { rest: block.leak() }.ranges().unwrap()
    }

    #[test]
    fn codes_are_found_in_place() {
        // More than one group; every third code is missing, and values ascend and descend.
        let range = |at: u8| (at * 3 + 1, at * 3 + 2, 63 - at % 60);
        let ranges: Vec<(u8, u8, u8)> = (0..80).map(range).collect();
        let table = packed(&ranges);
        for code in 0..=255_u8 {
            let own = ranges.iter().find(|(first, last, _)| (*first..=*last).contains(&code));
            let expected = own.map(|(first, _, value)| (u32::from(*value), u32::from(code - first)));
            let found = table.find(u32::from(code)).map(|hit| (hit.value, hit.offset));
            assert_eq!(found, expected, "{code}");
        }
        let codes = ranges.iter().flat_map(|(first, last, _)| *first..=*last).map(u32::from);
        assert!(table.codes().eq(codes));
        assert!(!table.is_empty() && packed(&[]).is_empty());
    }

    #[test]
    fn every_entry_unpacks() {
        for file in [CMAPS, COLLECTIONS] {
            let names = names(file);
            assert!(names.len() >= 6);
            assert!(names.iter().all(|name| block(file, name).is_some()));
        }
    }
}
