//! Measures how close an extracted text is to the expected one, by edit distance.

use std::collections::HashMap;

/// Returns the similarity of two texts: 1 minus the character error rate, and at least 0.
///
/// Whitespace is collapsed first, so that line breaks do not count.
pub fn similarity(expected: &str, actual: &str) -> f64 {
    let (expected, actual) = (collapse_whitespace(expected), collapse_whitespace(actual));
    let length = expected.chars().count();
    if length == 0 {
        return if actual.is_empty() { 1.0 } else { 0.0 };
    }
    let errors = edit_distance(&expected, &actual) as f64;
    (1.0 - errors / length as f64).max(0.0)
}

/// Replaces every run of whitespace with one space and trims both ends.
pub fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the Levenshtein distance of two texts, in characters.
///
/// Uses Myers' bit-parallel algorithm with Hyyrö's blocks: 64 rows of the matrix in a few word operations.
pub fn edit_distance(left: &str, right: &str) -> usize {
    let (mut left, mut right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    cut_common_ends(&mut left, &mut right);
    let (pattern, text) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    if pattern.is_empty() {
        return text.len();
    }
    let matches = match_masks(&pattern);
    let none = vec![0; pattern.len().div_ceil(64)];
    let mut columns = vec![Column::new(); pattern.len().div_ceil(64)];
    let mut distance = pattern.len() as i64;
    for character in &text {
        let masks = matches.get(character).unwrap_or(&none);
        distance += i64::from(advance(&mut columns, masks, pattern.len()));
    }
    distance as usize
}

/// Removes the common prefix and suffix. They do not affect the distance, and most compared texts are nearly equal.
fn cut_common_ends(left: &mut Vec<char>, right: &mut Vec<char>) {
    let end = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count();
    left.truncate(left.len() - end);
    right.truncate(right.len() - end);
    let start = left.iter().zip(right.iter()).take_while(|(left, right)| left == right).count();
    left.drain(..start);
    right.drain(..start);
}

/// Returns, for each character, a bit mask of its positions in the pattern.
fn match_masks(pattern: &[char]) -> HashMap<char, Vec<u64>> {
    let blocks = pattern.len().div_ceil(64);
    let mut masks: HashMap<char, Vec<u64>> = HashMap::new();
    for (at, character) in pattern.iter().enumerate() {
        masks.entry(*character).or_insert_with(|| vec![0; blocks])[at / 64] |= 1 << (at % 64);
    }
    masks
}

/// The 64 vertical differences of one block of a column.
#[derive(Clone)]
struct Column {
    rises: u64,
    falls: u64,
}

impl Column {
    fn new() -> Self {
        Self { rises: u64::MAX, falls: 0 }
    }

    /// Advances one column; takes and returns the horizontal differences at the upper and lower edge.
    fn step(&mut self, mut matches: u64, above: i32, lowest_row: u64) -> i32 {
        let vertical = matches | self.falls;
        matches |= u64::from(above < 0);
        let horizontal = ((matches & self.rises).wrapping_add(self.rises) ^ self.rises) | matches;
        let mut rises = self.falls | !(horizontal | self.rises);
        let mut falls = self.rises & horizontal;
        let below = i32::from(rises & lowest_row != 0) - i32::from(falls & lowest_row != 0);
        rises = rises << 1 | u64::from(above > 0);
        falls = falls << 1 | u64::from(above < 0);
        self.rises = falls | !(vertical | rises);
        self.falls = rises & vertical;
        below
    }
}

/// Advances all blocks by one column; returns the change in the last row of the matrix.
fn advance(columns: &mut [Column], masks: &[u64], pattern_length: usize) -> i32 {
    let last = columns.len() - 1;
    let mut carry = 1;
    for (block, column) in columns.iter_mut().enumerate() {
        let lowest_row = if block == last { (pattern_length - 1) % 64 } else { 63 };
        carry = column.step(masks[block], carry, 1 << lowest_row);
    }
    carry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The textbook dynamic programming algorithm.
    fn plain_distance(left: &str, right: &str) -> usize {
        let right: Vec<char> = right.chars().collect();
        let mut row: Vec<usize> = (0..=right.len()).collect();
        for (line, character) in left.chars().enumerate() {
            let mut diagonal = row[0];
            row[0] = line + 1;
            for at in 0..right.len() {
                let replaced = diagonal + usize::from(right[at] != character);
                diagonal = row[at + 1];
                row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
            }
        }
        row[right.len()]
    }

    #[test]
    fn known_distances() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("grüße", "grüsse"), 2);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn agrees_with_the_plain_matrix() {
        let mut random = Random::new(11);
        for round in 0..300 {
            let mut word = |length: usize| -> String {
                (0..length).map(|_| char::from(b'a' + random.below(4) as u8)).collect()
            };
            let (left, right) = (word(round), word(round * 7 % 211));
            assert_eq!(edit_distance(&left, &right), plain_distance(&left, &right), "{left} {right}");
        }
    }

    #[test]
    fn similarity_ignores_line_breaks() {
        assert_eq!(similarity("a b\nc", " a\n\nb c "), 1.0);
        assert_eq!(similarity("", ""), 1.0);
        assert_eq!(similarity("", "x"), 0.0);
        assert_eq!(similarity("abcd", "abcx"), 0.75);
        assert_eq!(similarity("a", "xxxxxx"), 0.0);
    }
}
