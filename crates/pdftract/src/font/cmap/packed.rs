//! Reads the packed tables of CMaps and collections: finds an entry by its name, inflates its block, reads numbers.
//!
//! The tables are our own, but nothing here relies on it: what is cut short or wrong ends the reading.

use std::io::Read;

use super::code_ranges::{CodeRanges, CodeRangesBuilder};

/// More than any block unpacks to; the largest takes some 80 KB.
const MAX_BLOCK: u64 = 1 << 20;

/// Returns the inflated block of the entry called `name`.
pub(crate) fn block(file: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let mut numbers = Numbers { rest: file };
    while let Some(length) = numbers.byte() {
        let found = numbers.take(usize::from(length))? == name;
        let length = usize::try_from(numbers.next()?).ok()?;
        let deflated = numbers.take(length)?;
        if found {
            let mut block = Vec::new();
            flate2::read::ZlibDecoder::new(deflated).take(MAX_BLOCK).read_to_end(&mut block).ok()?;
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

/// Numbers of seven bits a byte, the lowest first.
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

    /// A name: its length, then its bytes.
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

    /// A number that stands `difference` from `expected`, which may be on either side.
    fn near(&mut self, expected: u32) -> Option<u32> {
        let folded = self.long()?;
        let distance = u32::try_from(folded.div_ceil(2)).ok()?;
        if folded & 1 == 0 { expected.checked_add(distance) } else { expected.checked_sub(distance) }
    }

    /// Ranges: a column of gaps, one of lengths, one of values.
    pub(crate) fn ranges(&mut self) -> Option<CodeRanges> {
        let count = usize::try_from(self.next()?).ok()?;
        let mut ends: Vec<(u32, u32)> = Vec::new();
        for _ in 0..count {
            ends.push((self.next()?, 0));
        }
        let mut after = 0_u32;
        for (first, last) in &mut ends {
            *first = after.checked_add(*first)?;
            *last = first.checked_add(self.next()?)?;
            after = last.saturating_add(1);
        }
        let mut builder = CodeRangesBuilder::default();
        let mut expected = 0_u32;
        for (first, last) in ends {
            let value = self.near(expected)?;
            builder.push(first, last, value);
            expected = value.saturating_add(last - first).saturating_add(1);
        }
        Some(builder.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::tables::{CMAPS, COLLECTIONS};

    #[test]
    fn what_is_cut_short_ends_the_reading() {
        for file in [CMAPS, COLLECTIONS] {
            for end in 0..200 {
                block(&file[..end], b"no such name");
                names(&file[..end]);
            }
        }
        assert_eq!(Numbers { rest: &[0xFF; 20] }.next(), None);
        assert_eq!(Numbers { rest: &[5, 1] }.ranges().map(|ranges| ranges.len()), None);
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
