//! Hashes of words that ignore case and the kind of hyphen, computed for eight bytes at a time: where the words of a
//! text are collected, they are hashed by the hundred.

use crate::char_class::TYPESET_HYPHEN;
use crate::hash::BASIS;

/// The hash of a word, and whether it has ASCII letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HashedWord {
    pub(super) hash: u64,
    pub(super) has_ascii_letter: bool,
}

impl HashedWord {
    /// Hashes a word. Its characters beyond ASCII must be [folded](push_folded).
    #[inline]
    pub(super) fn new(word: &[u8]) -> Self {
        // The length keeps words apart whose blocks are equal, since the last block may overlap the one before.
        let mut hashed = Blocks { hash: BASIS ^ word.len() as u64, letters: 0 };
        let (blocks, rest) = word.as_chunks::<8>();
        blocks.iter().for_each(|block| hashed.add(u64::from_le_bytes(*block)));
        match (rest, word.last_chunk::<8>()) {
            ([], _) => {}
            (_, Some(last)) => hashed.add(u64::from_le_bytes(*last)),
            (_, None) => hashed.add(short_block(rest)),
        }
        Self { hash: hashed.hash, has_ascii_letter: hashed.letters != 0 }
    }

    /// Hashes a word of any characters; `buffer` is overwritten.
    pub(super) fn of_text(word: &str, buffer: &mut String) -> Self {
        if has_no_case(word) {
            return Self::new(word.as_bytes());
        }
        buffer.clear();
        push_folded(word, buffer);
        Self::new(buffer.as_bytes())
    }
}

/// Returns up to seven bytes as a block. Bytes may occur twice.
#[inline]
fn short_block(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
        }
        _ => bytes.iter().fold(0, |block, byte| block << 8 | u64::from(*byte)),
    }
}

/// The state of a hash between blocks of eight bytes.
struct Blocks {
    hash: u64,
    /// The high bits of bytes that are letters.
    letters: u64,
}

/// The high bit of each byte.
const HIGH: u64 = repeated(0x80);

const fn repeated(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

impl Blocks {
    #[inline(always)]
    fn add(&mut self, block: u64) {
        // Adding to seven bits sets the high bit from a byte on; no sum carries into the next byte.
        let low = block & !HIGH;
        let from = |first: u8| low + repeated(0x80 - first);
        let is_upper = from(b'A') & !from(b'Z' + 1) & !block & HIGH;
        let is_lower = from(b'a') & !from(b'z' + 1) & !block & HIGH;
        self.letters |= is_upper | is_lower;
        let folded = block | is_upper >> 2;
        let (low, high) = (self.hash ^ folded).carrying_mul(0x9E37_79B9_7F4A_7C15, 0);
        self.hash = low ^ high;
    }
}

/// Appends a text with the characters beyond ASCII in lower case, and typeset hyphens as typed ones.
pub(super) fn push_folded(text: &str, out: &mut String) {
    out.reserve(text.len());
    let mut rest = text;
    while let Some((folded, tail)) = rest.split_at_checked(folded_length(rest)) {
        out.push_str(folded);
        let mut characters = tail.chars();
        match characters.next() {
            None => break,
            Some(TYPESET_HYPHEN) => out.push('-'),
            Some(character) => out.extend(character.to_lowercase()),
        }
        rest = characters.as_str();
    }
}

/// Returns the number of bytes at the start of a text that folding does not change.
fn folded_length(text: &str) -> usize {
    let mut rest = text;
    loop {
        let mut characters = rest.get(ascii_length(rest.as_bytes())..).unwrap_or_default().chars();
        loop {
            rest = characters.as_str();
            match characters.next() {
                Some(character) if character.is_ascii() => break,
                Some(character) if is_common_and_folded(character) => {}
                _ => return text.len() - rest.len(),
            }
        }
    }
}

/// Returns the number of ASCII characters at the start of a text.
fn ascii_length(text: &[u8]) -> usize {
    let (blocks, _) = text.as_chunks::<8>();
    let is_ascii = |block: &&[u8; 8]| u64::from_le_bytes(**block) & HIGH == 0;
    let length = blocks.iter().take_while(is_ascii).count() * 8;
    let rest = text.get(length..).unwrap_or_default();
    length + rest.iter().take_while(|byte| byte.is_ascii()).count()
}

/// Returns `true` for the small letters of the largest blocks, punctuation, ideographs and Hangul, so that they need not
/// be searched in tables.
fn is_common_and_folded(character: char) -> bool {
    matches!(character,
        '\u{df}'..='\u{f6}' | '\u{f8}'..='\u{ff}' | '\u{3ac}'..='\u{3ce}' | '\u{430}'..='\u{45f}'
        | '\u{2011}'..='\u{203e}' | '\u{3000}'..='\u{9fff}' | '\u{b000}'..='\u{d7ff}')
}

/// Returns whether a byte begins a character beyond ASCII that may be a capital or a hyphen. Kana, ideographs, Hangul and the
/// characters between them, from U+3000 to U+9FFF and from U+B000 to U+D7FF, begin with others and have no case.
#[inline]
fn may_have_case(byte: u8) -> bool {
    byte >= FIRST_LEAD_BYTE && !matches!(byte, 0xE3..=0xE9 | 0xEB..=0xED)
}

/// The first byte that begins a character beyond ASCII; lower ones continue it.
const FIRST_LEAD_BYTE: u8 = 0xC0;
/// Returns `true` if folding changes nothing: apart from ASCII, which hashing folds, all characters are caseless.
#[inline]
pub(super) fn has_no_case(word: &str) -> bool {
    // Without an early exit, the loop is vectorised.
    word.bytes().fold(true, |is_caseless, byte| is_caseless & !may_have_case(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn east_asia_has_no_case() {
        for character in '\u{80}'..=char::MAX {
            let is_caseless = matches!(character, '\u{3000}'..='\u{9fff}' | '\u{b000}'..='\u{d7ff}');
            let first = character.encode_utf8(&mut [0; 4]).as_bytes()[0];
            assert_eq!(may_have_case(first), !is_caseless, "{character:?}");
            let has_none = is_caseless || is_common_and_folded(character);
            assert!(!has_none || character.to_lowercase().eq([character]), "{character:?}");
        }
    }

    fn hashed(word: &str) -> HashedWord {
        HashedWord::of_text(word, &mut String::new())
    }

    #[test]
    fn case_and_the_kind_of_hyphen_are_ignored() {
        for (word, same) in
            [("Maintainer", "mainTAINER"), ("École", "éCOLE"), ("Well\u{2010}known", "well-Known")]
        {
            assert_eq!(hashed(word), hashed(same));
        }
        assert_ne!(hashed("[@`{"), hashed("{`@["), "only letters have a case");
        assert_ne!(hashed("@"), hashed("`"));
    }

    #[test]
    fn words_of_all_lengths_differ_in_every_byte() {
        let text = *b"abcdefghijklmnopqrstuvwxyz";
        for length in 1..text.len() {
            let word = &text[..length];
            for at in 0..length {
                let mut other = word.to_owned();
                other[at] = b'0';
                assert_ne!(HashedWord::new(word).hash, HashedWord::new(&other).hash, "{length} {at}");
            }
            assert_ne!(HashedWord::new(word).hash, HashedWord::new(&text[..=length]).hash);
        }
    }

    #[test]
    fn letters_are_found_in_every_place() {
        for at in 0..20 {
            for (byte, letter) in [(b'-', false), (b'Q', true), (b'z', true), (b'.', false)] {
                let mut word = *b"12345678901234567890";
                word[at] = byte;
                let found = HashedWord::new(&word);
                assert_eq!(found.has_ascii_letter, letter, "{at}");
            }
        }
        assert!(!hashed("·ÄÖ·").has_ascii_letter, "bytes beyond ASCII are no letters");
    }
}
