//! Hashes of words that ignore case and the kind of hyphen, computed for eight bytes at a time: the words of a page are
//! hashed by the hundred to resolve a few hyphens.

use crate::char_class::TYPESET_HYPHEN;
use crate::hash::BASIS;

/// The hash of a word, and whether it has ASCII letters and hyphens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HashedWord {
    pub(super) hash: u64,
    pub(super) has_ascii_letter: bool,
    pub(super) has_hyphen: bool,
}

impl HashedWord {
    /// Hashes a word. Its characters beyond ASCII must be [folded](push_folded).
    #[inline]
    pub(super) fn new(word: &[u8]) -> Self {
        // The length keeps words apart whose blocks are equal, since the last block may overlap the one before.
        let mut hashed = Blocks { hash: BASIS ^ word.len() as u64, letters: 0, hyphens: 0 };
        let (blocks, rest) = word.as_chunks::<8>();
        blocks.iter().for_each(|block| hashed.add(u64::from_le_bytes(*block)));
        match (rest, word.last_chunk::<8>()) {
            ([], _) => {}
            (_, Some(last)) => hashed.add(u64::from_le_bytes(*last)),
            (_, None) => hashed.add(short_block(rest)),
        }
        Self { hash: hashed.hash, has_ascii_letter: hashed.letters != 0, has_hyphen: hashed.hyphens != 0 }
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
    /// The high bits of bytes that are letters, and of those that are hyphens.
    letters: u64,
    hyphens: u64,
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
        self.hyphens |= from(b'-') & !from(b'-' + 1) & !block & HIGH;
        let folded = block | is_upper >> 2;
        let (low, high) = (self.hash ^ folded).carrying_mul(0x9E37_79B9_7F4A_7C15, 0);
        self.hash = low ^ high;
    }
}

/// Appends a word with the characters beyond ASCII in lower case, and typeset hyphens as typed ones.
fn push_folded(word: &str, out: &mut String) {
    let mut rest = word;
    while let Some((caseless, tail)) =
        rest.bytes().position(may_have_case).and_then(|at| rest.split_at_checked(at))
    {
        out.push_str(caseless);
        let mut characters = tail.chars();
        match characters.next() {
            Some(TYPESET_HYPHEN) => out.push('-'),
            character => out.extend(character.into_iter().flat_map(char::to_lowercase)),
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}

/// Returns whether a byte begins a character beyond ASCII that may be a capital or a hyphen.
#[inline]
fn may_have_case(byte: u8) -> bool {
    byte >= FIRST_LEAD_BYTE && !CASELESS_LEAD_BYTES.contains(&byte)
}

/// The first byte that begins a character beyond ASCII; lower ones continue it.
const FIRST_LEAD_BYTE: u8 = 0xC0;
/// The bytes that Kana, ideographs and the characters between them begin with, none of which has a case: those from
/// U+3000 to U+9FFF, and no others.
const CASELESS_LEAD_BYTES: std::ops::RangeInclusive<u8> = 0xE3..=0xE9;

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
            let is_caseless = ('\u{3000}'..='\u{9fff}').contains(&character);
            let first = character.encode_utf8(&mut [0; 4]).as_bytes()[0];
            assert_eq!(may_have_case(first), !is_caseless, "{character:?}");
            assert!(!is_caseless || character.to_lowercase().eq([character]), "{character:?}");
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
    fn letters_and_hyphens_are_found_in_every_place() {
        for at in 0..20 {
            for (byte, letter, hyphen) in
                [(b'-', false, true), (b'Q', true, false), (b'z', true, false), (b'.', false, false)]
            {
                let mut word = *b"12345678901234567890";
                word[at] = byte;
                let found = HashedWord::new(&word);
                assert_eq!((found.has_ascii_letter, found.has_hyphen), (letter, hyphen), "{at}");
            }
        }
        assert!(!hashed("·ÄÖ·").has_ascii_letter, "bytes beyond ASCII are no letters");
    }
}
