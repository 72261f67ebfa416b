//! Splits text into words: runs of letters of one script that language models can judge.
//!
//! Tokens that are no words are left out: tokens with digits (part numbers, formulas, hashes), addresses, short runs of capitals
//! (acronyms), Roman numbers, phonetic transcription, sequences of few different letters (nucleotides), runs longer than
//! words are, ideographs in twos and threes (names), and Katakana, which spell the words of other languages. Letters are
//! folded: lower case, marks composed, presentation and width forms plain.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

use super::script::{Script, is_ignorable};

/// Shorter runs carry no information: initials, units, variables.
const MIN_LETTERS: usize = 3;
/// The longest run of capitals that is taken for an acronym.
const MAX_ACRONYM: usize = 4;
/// A longer run of Latin letters is a sequence or a key.
const MAX_LETTERS: usize = 30;
/// A single character of a script without spaces between words is an item of a list.
const MIN_UNSPACED: usize = 2;
/// Ideographs in shorter runs are names and cells of tables.
const MIN_IDEOGRAPHS: usize = 4;
/// A run of this length with at most this many different letters is a sequence (nucleotides) or a ruler.
const SEQUENCE_KINDS: usize = 4;
const SEQUENCE_LENGTH: usize = 8;

/// The ideograph that represents all of them among Kana.
pub(super) const ANY_IDEOGRAPH: char = '一';

/// A run of letters of one script.
#[derive(Debug)]
pub struct Word<'a> {
    /// The script of the letters; `Kana` for a run of Kana and ideographs.
    pub script: Script,
    /// The letters, folded.
    pub letters: &'a [char],
}

/// Counts of the tokens (text between white space) of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TokenCounts {
    /// Tokens with letters of two alphabets in one run, such as Latin and Cyrillic.
    pub mixed: u32,
    /// Tokens with letters.
    pub tokens: u32,
}

/// Calls `judge` for each word of a text.
pub fn for_each_word(text: &str, mut judge: impl FnMut(Word<'_>)) -> TokenCounts {
    let mut counts = TokenCounts::default();
    let mut open = OpenRun::default();
    for token in text.split_whitespace() {
        let letters = token.chars().any(|character| Script::from_char(character).is_some());
        counts.tokens += u32::from(letters);
        if !letters || is_no_word(token) {
            continue;
        }
        let mut scripts = Alphabets::default();
        for character in token.chars() {
            scripts.see(character);
            open.push(character, &mut judge);
        }
        open.close(&mut judge);
        counts.mixed += u32::from(scripts.are_mixed());
    }
    counts
}

/// Detects part numbers, formulas, hashes and addresses.
fn is_no_word(token: &str) -> bool {
    let spaced = || token.chars().filter_map(Script::from_char).all(|script| !script.is_unspaced());
    (token.bytes().any(|byte| byte.is_ascii_digit()) && spaced())
        || token.contains("://")
        || token.contains("www.")
        || is_mail_address(token)
        || token.chars().any(|character| matches!(character, '\u{250}'..='\u{2FF}'))
}

fn is_mail_address(token: &str) -> bool {
    let belongs = |character: char| character.is_alphanumeric() || ".-_+@:,;<>()\"'".contains(character);
    token.contains('@') && token.chars().all(belongs)
}

fn is_katakana(character: char) -> bool {
    matches!(character, '\u{30A1}'..='\u{30FF}' | '\u{FF66}'..='\u{FF9D}')
}

/// Detects tokens that mix Latin, Greek and Cyrillic letters.
#[derive(Default)]
struct Alphabets {
    last: Option<Script>,
    mixed: bool,
}

impl Alphabets {
    fn see(&mut self, character: char) {
        let script = Script::from_char(character);
        let alphabetic = |script| matches!(script, Script::Latin | Script::Greek | Script::Cyrillic);
        if let (Some(last), Some(this)) = (self.last, script) {
            self.mixed |= last != this && alphabetic(last) && alphabetic(this);
        }
        self.last = script;
    }

    fn are_mixed(&self) -> bool {
        self.mixed
    }
}

#[derive(Default)]
struct OpenRun {
    script: Option<Script>,
    letters: Vec<char>,
    has_lower: bool,
}

impl OpenRun {
    fn push(&mut self, character: char, judge: &mut impl FnMut(Word<'_>)) {
        if is_ignorable(character) {
            return;
        }
        if matches!(character, '\u{300}'..='\u{36F}') {
            self.compose(character);
            return;
        }
        let script = Script::from_char(character).filter(|_| !is_katakana(character));
        if script.is_none() || !self.takes(script) {
            self.close(judge);
        }
        let Some(script) = script else { return };
        self.script = Some(if self.script == Some(Script::Kana) { Script::Kana } else { script });
        self.has_lower |= !character.is_uppercase();
        self.fold(character, script);
    }

    /// Returns `true` if a character of `script` continues the run: Kana and ideographs share one.
    fn takes(&self, script: Option<Script>) -> bool {
        let japanese = |script| matches!(script, Script::Kana | Script::Han);
        self.script == script || (self.script.is_some_and(japanese) && script.is_some_and(japanese))
    }

    fn compose(&mut self, mark: char) {
        if let Some(last) = self.letters.last_mut()
            && let Some(composed) = compose(*last, mark)
        {
            *last = composed;
        }
    }

    fn fold(&mut self, character: char, script: Script) {
        match (script, u32::from(character)) {
            _ if character.is_ascii() => self.letters.push(character.to_ascii_lowercase()),
            (_, 0xFB00..=0xFDFF | 0xFE70..=0xFEFC | 0xFF21..=0xFF9D) => {
                let plain = std::iter::once(character).nfkc().flat_map(char::to_lowercase);
                self.letters.extend(plain.filter(|letter| Script::from_char(*letter).is_some()));
            }
            _ => self.letters.extend(character.to_lowercase().next()),
        }
    }

    fn close(&mut self, judge: &mut impl FnMut(Word<'_>)) {
        if let Some(script) = self.script.take()
            && self.is_word(script)
        {
            judge(Word { script, letters: &self.letters });
        }
        self.letters.clear();
        self.has_lower = false;
    }

    fn is_word(&self, script: Script) -> bool {
        let length = self.letters.len();
        if script == Script::Han {
            return length >= MIN_IDEOGRAPHS;
        }
        if script.is_unspaced() || script == Script::Hangul {
            return length >= MIN_UNSPACED;
        }
        let fits = length >= MIN_LETTERS && (script != Script::Latin || length <= MAX_LETTERS);
        let is_short_capitals = !self.has_lower && (length <= MAX_ACRONYM || self.is_roman_number());
        fits && !is_short_capitals && !self.is_sequence(length)
    }

    fn is_roman_number(&self) -> bool {
        self.letters.iter().all(|letter| "ivxlcdm".contains(*letter))
    }

    fn is_sequence(&self, length: usize) -> bool {
        if length < SEQUENCE_LENGTH {
            return false;
        }
        let mut kinds: Vec<char> = Vec::with_capacity(SEQUENCE_KINDS + 1);
        for letter in &self.letters {
            if !kinds.contains(letter) {
                kinds.push(*letter);
            }
        }
        kinds.len() <= SEQUENCE_KINDS
    }
}
