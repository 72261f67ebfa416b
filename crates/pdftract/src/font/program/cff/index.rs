//! Reads an INDEX of CFF: numbered pieces of data after a table of their offsets.

use super::super::bytes::{sized_at, u8_at, u16_at};

/// The location of an INDEX. An empty one has no pieces.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Index {
    start: usize,
    count: u16,
    offset_size: u8,
}

impl Index {
    /// Reads the INDEX at `start`; returns `None` if its table of offsets does not fit in the data.
    pub(super) fn read(data: &[u8], start: usize) -> Option<Self> {
        let count = u16_at(data, start)?;
        if count == 0 {
            return Some(Self { start, count, offset_size: 0 });
        }
        let offset_size = u8_at(data, start.checked_add(2)?).filter(|size| (1..=4).contains(size))?;
        let room = data.len().checked_sub(start.checked_add(3)?)? / usize::from(offset_size);
        (usize::from(count) < room).then_some(Self { start, count, offset_size })
    }

    pub(super) fn count(&self) -> u16 {
        self.count
    }

    /// Returns the piece with an index; `None` if its offsets are not in order or not in the data.
    pub(super) fn get<'a>(&self, data: &'a [u8], index: usize) -> Option<&'a [u8]> {
        if index >= usize::from(self.count) {
            return None;
        }
        data.get(self.position(data, index)?..self.position(data, index + 1)?)
    }

    /// Returns the offset of the first byte after the INDEX.
    pub(super) fn end(&self, data: &[u8]) -> Option<usize> {
        if self.count == 0 {
            return self.start.checked_add(2);
        }
        self.position(data, usize::from(self.count)).filter(|end| *end <= data.len())
    }

    /// Returns the start of a piece. Offsets count from 1, at the byte before the data.
    fn position(&self, data: &[u8], index: usize) -> Option<usize> {
        let size = usize::from(self.offset_size);
        let table = self.start.checked_add(3)?;
        let offset = sized_at(data, table.checked_add(index.checked_mul(size)?)?, size)?;
        let before_data = table.checked_add((usize::from(self.count) + 1) * size)?.checked_sub(1)?;
        before_data.checked_add(offset)
    }
}
