//! Corrects words with a word list supplied by the caller.
//!
//! A lower-case word that is missing from the list is replaced with the list's word at edit distance one, if there is
//! exactly one. Names, numbers and identifiers are not changed, and neither is the first word of a line, which may be
//! the rest of a hyphenated one.

use std::ops::Range;

use super::tracked_char::Letter;
use crate::knowledge::Dictionary;

/// Shorter words have too many neighbours; longer ones rarely have a single error.
const LENGTHS: std::ops::RangeInclusive<usize> = 4..=12;

/// Corrects the words of a line.
pub(super) fn correct(letters: &mut Vec<Letter>, dictionary: &Dictionary) {
    // In reverse order, so that earlier positions stay valid.
    for word in words(letters).into_iter().skip(1).rev() {
        let Some(old) = letters.get(word.clone()) else { continue };
        let (Some(first), Some(last)) = (old.first(), old.last()) else { continue };
        let whole = Letter { character: ' ', start: first.start, end: last.end };
        let spelled: String = old.iter().map(|letter| letter.character).collect();
        if let Some(meant) = correction(&spelled, dictionary) {
            letters.splice(word, meant.chars().map(|character| whole.with(character)));
        }
    }
}

/// Returns the ranges of words, without surrounding punctuation.
fn words(letters: &[Letter]) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = 0;
    for token in letters.split(|letter| letter.character.is_whitespace()) {
        let opening = token.iter().take_while(|letter| "([{\"'“‘«„‚".contains(letter.character)).count();
        let closing = token.iter().rev().take_while(|letter| ".,;:!?)]}\"'”’»“‘".contains(letter.character));
        let end = token.len() - closing.count().min(token.len() - opening);
        words.push(start + opening..start + end);
        start += token.len() + 1;
    }
    words
}

/// Returns the only word of the list at edit distance one from an unknown word.
fn correction(word: &str, dictionary: &Dictionary) -> Option<String> {
    let letters: Vec<char> = word.chars().collect();
    let is_plain = letters.iter().all(|letter| letter.is_lowercase());
    if !is_plain || !LENGTHS.contains(&letters.len()) || dictionary.knows(word) {
        return None;
    }
    let mut found: Option<String> = None;
    for neighbour in neighbours(&letters, dictionary.alphabet()) {
        if dictionary.offers(&neighbour) && found.as_ref() != Some(&neighbour) {
            if found.is_some() {
                return None;
            }
            found = Some(neighbour);
        }
    }
    found
}

/// Returns all strings at edit distance one: an insertion, deletion, substitution or transposition.
fn neighbours(word: &[char], alphabet: &[char]) -> impl Iterator<Item = String> {
    let around = move |at: usize, skipped: usize| {
        (word.get(..at).unwrap_or_default(), word.get(at + skipped..).unwrap_or_default())
    };
    let with = move |at: usize, skipped: usize, letters: &[char]| {
        let (before, behind) = around(at, skipped);
        before.iter().chain(letters).chain(behind).collect::<String>()
    };
    let less = (0..word.len()).map(move |at| with(at, 1, &[]));
    let swapped = word.windows(2).enumerate().filter_map(move |(at, pair)| match *pair {
        [one, other] if one != other => Some(with(at, 2, &[other, one])),
        _ => None,
    });
    let more =
        (0..=word.len()).flat_map(move |at| alphabet.iter().map(move |letter| with(at, 0, &[*letter])));
    let other =
        (0..word.len()).flat_map(move |at| alphabet.iter().map(move |letter| with(at, 1, &[*letter])));
    less.chain(swapped).chain(other).chain(more)
}

#[cfg(test)]
mod tests {
    use super::super::tracked_char;
    use super::*;

    fn corrected(line: &str) -> String {
        let words = "the\nquick\nbrown\njumps\njumped\nover\nlazy\nParis\nreceive\nlace\nlake\n";
        let dictionary = Dictionary::read(words.as_bytes()).unwrap();
        let mut letters = tracked_char::letters(line);
        correct(&mut letters, &dictionary);
        letters.iter().map(|letter| letter.character).collect()
    }

    #[test]
    fn rv_37_a_word_becomes_its_only_neighbour() {
        assert_eq!(
            corrected("the qnick, (borwn) jumpss ovre “recieve”."),
            "the quick, (brown) jumps over “receive”."
        );
        let kept = ["qnick", "the lare", "the qnikc", "the lazybrownfoxxes"];
        assert_eq!(kept.map(corrected), kept, "a first word, two neighbours, two edits, a long word");
    }

    #[test]
    fn rv_37_names_numbers_and_identifiers_stay() {
        let kept = "the Qnick 1over ove-r over_x qnick() qnick@lazy qnick-";
        assert_eq!(corrected(kept), kept);
    }

    #[test]
    fn rv_37_letters_of_a_corrected_word_map_to_all_of_it() {
        let dictionary = Dictionary::read(b"quick").unwrap();
        let mut letters = tracked_char::letters("a qick b");
        correct(&mut letters, &dictionary);
        assert!(letters[2..7].iter().all(|letter| (letter.start, letter.end) == (2, 6)));
        assert_eq!((letters[8].start, letters[8].character), (7, 'b'));
    }
}
