//! Damages a file in seeded, reproducible ways that target PDF syntax.

use std::ops::Range;

use crate::random::Random;

/// Numbers that are known to break readers.
const EXTREME_NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999999999",
];

/// Keywords whose loss a reader must survive.
const KEYWORDS: [&[u8]; 9] =
    [b"endobj", b"endstream", b"stream", b"xref", b"trailer", b"startxref", b"obj", b">>", b"]"];

/// The longest range that is copied, moved or removed at once.
const MAX_RANGE_BYTES: usize = 4_096;

/// Generates a sequence of damaged variants of a file, determined by the seed.
#[derive(Debug, Clone)]
pub struct Mutator {
    random: Random,
}

impl Mutator {
    /// Creates a mutator with this seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// Returns the next variant, with one to four kinds of damage applied in turn.
    pub fn mutate(&mut self, input: &[u8]) -> Vec<u8> {
        let mut output = input.to_vec();
        for _ in 0..=self.random.below(4) {
            self.damage(&mut output);
        }
        output
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        match self.random.below(8) {
            0 => self.flip_bytes(bytes),
            1 => self.splice(bytes),
            2 => self.cut(bytes),
            3 => self.duplicate(bytes),
            4 => self.swap_tokens(bytes),
            5 | 6 => self.edit_number(bytes),
            _ => self.delete_keyword(bytes),
        }
    }

    fn flip_bytes(&mut self, bytes: &mut [u8]) {
        for _ in 0..=self.random.below(8) {
            let at = self.random.below(bytes.len());
            let flip = 1 << self.random.below(8);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= flip;
            }
        }
    }

    /// Overwrites one range with a copy of another.
    fn splice(&mut self, bytes: &mut Vec<u8>) {
        let copy = bytes[self.range(bytes.len())].to_vec();
        let target = self.range(bytes.len());
        bytes.splice(target, copy);
    }

    /// Removes a range, or occasionally the whole rest.
    fn cut(&mut self, bytes: &mut Vec<u8>) {
        let range = self.range(bytes.len());
        if self.random.below(8) == 0 {
            bytes.truncate(range.start);
        } else {
            bytes.drain(range);
        }
    }

    /// Repeats a range up to eight times in place.
    fn duplicate(&mut self, bytes: &mut Vec<u8>) {
        let range = self.range(bytes.len());
        let copies = bytes[range.clone()].repeat(1 + self.random.below(8));
        bytes.splice(range.end..range.end, copies);
    }

    fn swap_tokens(&mut self, bytes: &mut Vec<u8>) {
        let one = self.token(bytes, |byte| !byte.is_ascii_whitespace());
        let other = self.token(bytes, |byte| !byte.is_ascii_whitespace());
        let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
        if first.end > second.start {
            return;
        }
        let (first_bytes, second_bytes) = (bytes[first.clone()].to_vec(), bytes[second.clone()].to_vec());
        bytes.splice(second, first_bytes);
        bytes.splice(first, second_bytes);
    }

    fn edit_number(&mut self, bytes: &mut Vec<u8>) {
        let number = self.token(bytes, u8::is_ascii_digit);
        let replacement = *self.random.pick(&EXTREME_NUMBERS);
        if !number.is_empty() {
            bytes.splice(number, replacement.bytes());
        }
    }

    /// Removes the first occurrence of a keyword after a random position.
    fn delete_keyword(&mut self, bytes: &mut Vec<u8>) {
        let keyword = *self.random.pick(&KEYWORDS);
        let start = self.random.below(bytes.len());
        let found = bytes[start..].windows(keyword.len()).position(|window| window == keyword);
        if let Some(at) = found {
            bytes.drain(start + at..start + at + keyword.len());
        }
    }

    fn range(&mut self, length: usize) -> Range<usize> {
        let start = self.random.below(length);
        let end = start + self.random.below(MAX_RANGE_BYTES.min(length - start) + 1);
        start..end
    }

    /// Returns the next run of bytes of a kind after a random position; empty at the end if there is none.
    fn token(&mut self, bytes: &[u8], belongs: impl Fn(&u8) -> bool) -> Range<usize> {
        let from = self.random.below(bytes.len());
        let skipped = bytes[from..].iter().take_while(|byte| !belongs(byte)).count();
        let start = from + skipped;
        let length = bytes[start..].iter().take(MAX_RANGE_BYTES).take_while(|byte| belongs(byte)).count();
        start..start + length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{simple_document, text_page};

    #[test]
    fn a_seed_gives_one_sequence() {
        let file = simple_document(&[&text_page("HELLO")]);
        let variants = |seed| {
            let mut mutator = Mutator::new(seed);
            (0..200).map(|_| mutator.mutate(&file)).collect::<Vec<_>>()
        };
        assert_eq!(variants(5), variants(5));
        assert_ne!(variants(5), variants(6));
    }

    #[test]
    fn most_variants_differ_from_the_input() {
        let file = simple_document(&[&text_page("HELLO")]);
        let mut mutator = Mutator::new(1);
        let changed = (0..500).filter(|_| mutator.mutate(&file) != file).count();
        assert!(changed > 450, "{changed}");
    }

    #[test]
    fn tiny_inputs_are_fine() {
        let mut mutator = Mutator::new(2);
        for input in [&b""[..], b"1", b"xref"] {
            (0..500).for_each(|_| drop(mutator.mutate(input)));
        }
    }
}
