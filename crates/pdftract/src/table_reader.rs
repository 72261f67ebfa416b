//! Reads the binary tables that are compiled into the program: sequences of numbers, texts and bytes.
//!
//! Reading past the end yields empty values. Tests of the readers make sure that the tables are complete.

/// The unread rest of a table.
#[derive(Debug)]
pub(crate) struct TableReader {
    rest: &'static [u8],
}

impl TableReader {
    pub(crate) fn new(table: &'static [u8]) -> Self {
        Self { rest: table }
    }

    /// Returns the next bytes.
    pub(crate) fn take(&mut self, count: usize) -> &'static [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// Reads a little-endian number of this many bytes.
    pub(crate) fn number(&mut self, bytes: usize) -> usize {
        self.take(bytes).iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    }

    /// Reads a number of one byte.
    pub(crate) fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    /// Reads bytes that are preceded by their count, which takes `bytes_of_count` bytes.
    pub(crate) fn counted(&mut self, bytes_of_count: usize) -> &'static [u8] {
        let count = self.number(bytes_of_count);
        self.take(count)
    }

    /// Reads text that is preceded by its length.
    pub(crate) fn text(&mut self, bytes_of_count: usize) -> &'static str {
        std::str::from_utf8(self.counted(bytes_of_count)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_read_in_sequence() {
        let mut reader = TableReader::new(b"\x02\x01\x03abc\x02\x00xy\x07");
        assert_eq!((reader.number(2), reader.text(1), reader.counted(2)), (0x102, "abc", b"xy".as_slice()));
        assert_eq!((reader.byte(), reader.byte(), reader.text(2)), (7, 0, ""));
    }
}
