//! Object streams: small objects packed into one stream, which are found by number even if the header is wrong.

use std::sync::Arc;

use super::lexer::{Lexer, Token};

/// A decoded object stream with the offsets of its objects.
#[derive(Debug)]
pub(crate) struct ObjectStream {
    data: Vec<u8>,
    /// Object numbers with their offsets, in the order of the header.
    index: Vec<(u32, u32)>,
    /// `true` if the header is inconsistent.
    pub(crate) damaged: bool,
}

impl ObjectStream {
    /// Reads the header of decoded data. `first` and `count` are `/First` and `/N` as stated; `complete` is `false`
    /// for truncated data.
    pub(crate) fn read(
        data: Vec<u8>,
        complete: bool,
        first: Option<usize>,
        count: Option<usize>,
    ) -> Arc<Self> {
        let (pairs, header_end) = header(&data, count.unwrap_or(usize::MAX));
        // A `/First` inside the header or past the data is wrong; the objects then follow the header.
        let first_is_sane = first.is_some_and(|first| first >= header_end && first <= data.len());
        let base = first.filter(|_| first_is_sane).unwrap_or(header_end);
        let past_end = pairs.iter().any(|&(_, offset)| base.saturating_add(offset) >= data.len());
        let damaged = !complete || !first_is_sane || past_end || count != Some(pairs.len());
        let index = pairs
            .into_iter()
            .filter_map(|(number, offset)| Some((number, u32::try_from(base.checked_add(offset)?).ok()?)))
            .collect();
        Arc::new(Self { data, index, damaged })
    }

    /// Returns the approximate memory usage in bytes.
    pub(crate) fn cost(&self) -> usize {
        self.data.len() + self.index.len() * 8
    }

    pub(crate) fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns number and index of all objects.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.index.iter().enumerate().map(|(index, &(number, _))| (number, index))
    }

    /// Returns the offset of an object: at the index in the cross-reference, or wherever it is if the number there
    /// differs.
    pub(crate) fn offset_of(&self, number: u32, index: usize) -> Option<usize> {
        let expected = self.index.get(index).filter(|(found, _)| *found == number);
        let found = expected.or_else(|| self.index.iter().rev().find(|(found, _)| *found == number));
        found.map(|&(_, offset)| offset as usize)
    }
}

impl ObjectStream {
    /// Returns the bytes from an object to the next one; `None` unless they are in order in the header.
    pub(crate) fn extent_of(&self, number: u32, index: usize) -> Option<&[u8]> {
        let &(found, start) = self.index.get(index)?;
        let end = self.index.get(index + 1).map_or(self.data.len(), |&(_, next)| next as usize);
        self.data.get(start as usize..end).filter(|_| found == number && !self.damaged)
    }
}

/// Reads pairs of number and offset until the claimed count or the end of the digits; returns them and their end.
fn header(data: &[u8], count: usize) -> (Vec<(u32, usize)>, usize) {
    let mut lexer = Lexer::new(data, 0);
    let mut pairs = Vec::new();
    let mut end = 0;
    while pairs.len() < count {
        let (Token::Int(number), Token::Int(offset)) = (lexer.next(), lexer.next()) else { break };
        let (Ok(number), Ok(offset)) = (u32::try_from(number), usize::try_from(offset)) else { break };
        pairs.push((number, offset));
        end = lexer.position();
    }
    (pairs, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &[u8], index: Vec<(u32, u32)>) -> ObjectStream {
        ObjectStream { data: text.to_vec(), index, damaged: false }
    }

    #[test]
    fn a_wrong_index_still_finds_the_number() {
        let stream = packed(b"10 0 11 3 1  2", vec![(10, 10), (11, 13)]);
        assert_eq!(stream.offset_of(11, 1), Some(13));
        assert_eq!(stream.offset_of(11, 0), Some(13));
        assert_eq!(stream.offset_of(12, 0), None);
        assert_eq!(stream.extent_of(10, 0), Some(&b"1  "[..]));
        assert_eq!(stream.extent_of(11, 1), Some(&b"2"[..]));
        assert_eq!((stream.extent_of(11, 0), stream.extent_of(12, 2)), (None, None));
    }

    #[test]
    fn header_ends_where_the_pairs_do() {
        assert_eq!(header(b"10 0 11 5 <<>>", 2_147_483_647), (vec![(10, 0), (11, 5)], 9));
        assert_eq!(header(b"10 0 11 5 <<>>", 1), (vec![(10, 0)], 4));
        assert_eq!(header(b"-1 0", 9), (vec![], 0));
    }
}
