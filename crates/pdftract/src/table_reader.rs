//! Reads the tables that are part of the program: numbers, texts and bytes one after the other.
//!
//! What is missing at the end is empty. A table is never broken in the field, which tests of its readers make sure.

/// What is left of a table.
#[derive(Debug)]
pub(crate) struct TableReader {
    rest: &'static [u8],
}

impl TableReader {
    pub(crate) fn new(table: &'static [u8]) -> Self {
        Self { rest: table }
    }

    /// The next bytes.
    pub(crate) fn take(&mut self, count: usize) -> &'static [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// A number of so many bytes, the lowest first.
    pub(crate) fn number(&mut self, bytes: usize) -> usize {
        self.take(bytes).iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    }

    /// A number of one byte.
    pub(crate) fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    /// Bytes after a number that says how many; the number has so many bytes itself.
    pub(crate) fn counted(&mut self, bytes_of_count: usize) -> &'static [u8] {
        let count = self.number(bytes_of_count);
        self.take(count)
    }

    /// The same as text.
    pub(crate) fn text(&mut self, bytes_of_count: usize) -> &'static str {
        std::str::from_utf8(self.counted(bytes_of_count)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_stand_one_after_the_other() {
        let mut reader = TableReader::new(b"\x02\x01\x03abc\x02\x00xy\x07");
        assert_eq!((reader.number(2), reader.text(1), reader.counted(2)), (0x102, "abc", b"xy".as_slice()));
        assert_eq!((reader.byte(), reader.byte(), reader.text(2)), (7, 0, ""));
    }
}
