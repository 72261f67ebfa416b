//! Splits text into words: runs of letters of one script that language models can judge.
//!
//! Tokens other than words are left out: tokens with digits (part numbers, formulas, hashes), addresses, short runs
//! of capitals (acronyms), Roman numbers, phonetic transcription, sequences of few different letters (nucleotides),
//! overlong runs, ideographs in twos and threes (names), and Katakana, which spell the words of other languages.
//! Letters are folded: lower case, marks composed, presentation and width forms plain.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

use super::script::{Script, is_ignorable};
use super::tokens::{Kinds, Token, tokens};

/// Shorter runs carry no information: initials, units, variables.
const MIN_LETTERS: usize = 3;
/// The longest run of capitals that is taken for an acronym.
const MAX_ACRONYM: usize = 4;
/// A longer run of Latin letters with many capitals is a sequence or a key.
const MAX_LETTERS: usize = 30;
/// A longer token with digits consists of words without spaces between them; its runs of at least `MIN_GLUED` letters
/// are judged. Keys and hashes have a digit or a capital before a run gets that long.
const LONG_TOKEN: usize = 30;
const MIN_GLUED: usize = 20;
/// At most one letter in this many of a run longer than words may be a capital.
const GLUED_CAPITALS: usize = 8;
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
    /// The number of tokens with letters of two alphabets in one run, such as Latin and Cyrillic.
    pub mixed: u32,
    /// The number of pairs of such letters.
    pub mixed_pairs: u32,
    /// The number of tokens with letters.
    pub tokens: u32,
}

/// Calls `judge` for each word of a text.
pub fn for_each_word(text: &str, mut judge: impl FnMut(Word<'_>)) -> TokenCounts {
    let mut counts = TokenCounts::default();
    let mut open = OpenRun::default();
    for token in tokens(text) {
        if !token.kinds.has(Kinds::NON_ASCII) {
            counts.tokens += u32::from(open.push_ascii(token, &mut judge));
            continue;
        }
        let letters = token.text.chars().any(|character| Script::from_char(character).is_some());
        counts.tokens += u32::from(letters);
        let is_glued = is_long(token.text) && token.kinds.has(Kinds::DIGIT);
        if !letters || is_no_word(token, is_glued) {
            continue;
        }
        open.least = if is_glued { MIN_GLUED } else { MIN_LETTERS };
        let mut alphabets = Alphabets::default();
        for character in token.text.chars() {
            let script = Script::from_char(character);
            alphabets.see(character, script);
            open.push(character, script, &mut judge);
        }
        open.close(&mut judge);
        counts.mixed += u32::from(alphabets.mixed_pairs > 0);
        counts.mixed_pairs += alphabets.mixed_pairs;
    }
    counts
}

fn is_long(token: &str) -> bool {
    token.len() > LONG_TOKEN && token.chars().nth(LONG_TOKEN).is_some()
}

/// Detects part numbers, formulas, hashes and addresses.
fn is_no_word(token: Token<'_>, is_glued: bool) -> bool {
    let spaced = || token.text.chars().filter_map(Script::from_char).all(|script| !script.is_unspaced());
    (!is_glued && token.kinds.has(Kinds::DIGIT) && spaced()) || is_address(token) || has_phonetic(token.text)
}

/// Detects the same in an ASCII token with letters.
fn is_no_ascii_word(token: Token<'_>, is_glued: bool) -> bool {
    (!is_glued && token.kinds.has(Kinds::DIGIT)) || is_address(token)
}

/// Detects URLs and mail addresses.
fn is_address(Token { text, kinds }: Token<'_>) -> bool {
    (kinds.has(Kinds::COLON) && text.contains("://"))
        || (kinds.has(Kinds::FULL_STOP) && text.contains("www."))
        || (kinds.has(Kinds::AT) && is_mail_address(text))
}

/// Detects signs of phonetic transcription.
fn has_phonetic(token: &str) -> bool {
    // The first bytes of these characters in UTF-8.
    token.bytes().any(|byte| matches!(byte, 0xC9..=0xCB))
        && token.chars().any(|character| matches!(character, '\u{250}'..='\u{2FF}'))
}

/// Detects a mail address in a token with an `@`.
fn is_mail_address(token: &str) -> bool {
    token.chars().all(|character| character.is_alphanumeric() || ".-_+@:,;<>()\"'".contains(character))
}

fn is_katakana(character: char) -> bool {
    matches!(character, '\u{30A1}'..='\u{30FF}' | '\u{FF66}'..='\u{FF9D}')
}

/// Counts pairs of letters of scripts that no language writes side by side.
#[derive(Default)]
struct Alphabets {
    last: Option<u32>,
    /// `true` if the previous run is in a right-to-left script.
    is_after_right_to_left: bool,
    mixed_pairs: u32,
}

impl Alphabets {
    fn see(&mut self, character: char, script: Option<Script>) {
        let alphabet = script.and_then(|script| alphabet(character, script));
        match (self.last, alphabet) {
            (Some(last), Some(this)) if last != this => {
                // A prefix may be attached to a foreign name, but nothing to both of its ends.
                let is_enclosed = self.is_after_right_to_left && is_right_to_left(this);
                self.mixed_pairs += u32::from(is_enclosed || !is_pair(last, this));
                self.is_after_right_to_left = is_right_to_left(last);
            }
            (Some(_), Some(_)) => {}
            _ => self.is_after_right_to_left = false,
        }
        self.last = alphabet;
    }
}

/// Returns a number for the alphabet of a letter of a script: the script, or the block of Unicode that a script without a model
/// begins in. Letters outside the Basic Multilingual Plane and in blocks of symbols have no alphabet.
fn alphabet(character: char, script: Script) -> Option<u32> {
    match script {
        Script::Han | Script::Kana | Script::Hangul => Some(Script::Han as u32),
        Script::Other => match u32::from(character) {
            0x860..=0x8FF => Some(Script::Arabic as u32),
            // Tibetan, Myanmar, Ethiopic, Canadian syllables, Mongolian and Tai Tham are longer than other blocks.
            0xF00..=0xFFF => Some(0xF00),
            0x1000..=0x109F => Some(0x1000),
            0x1200..=0x139F => Some(0x1200),
            0x1400..=0x167F => Some(0x1400),
            0x1800..=0x18AF => Some(0x1800),
            0x1A20..=0x1AAF => Some(0x1A20),
            code @ 0x700..=0x1C7F => Some(code & !0x7F),
            _ => None,
        },
        script => Some(script as u32),
    }
}

fn is_right_to_left(alphabet: u32) -> bool {
    alphabet == Script::Hebrew as u32 || alphabet == Script::Arabic as u32
}

/// Returns `true` for scripts that are written side by side: scripts without spaces between words beside alphabets, and
/// Hebrew or Arabic, which attach prefixes to foreign names, beside Latin.
fn is_pair(one: u32, other: u32) -> bool {
    let has = |script: Script| one == script as u32 || other == script as u32;
    let has_alphabet = has(Script::Latin) || has(Script::Greek) || has(Script::Cyrillic);
    (has_alphabet && (has(Script::Han) || has(Script::Thai)))
        || (has(Script::Latin) && (is_right_to_left(one) || is_right_to_left(other)))
}

#[derive(Default)]
struct OpenRun {
    script: Option<Script>,
    letters: Vec<char>,
    has_lower: bool,
    capitals: usize,
    /// The least number of letters of a word.
    least: usize,
}

impl OpenRun {
    /// Processes a whole ASCII token; returns `true` if it has letters.
    fn push_ascii(&mut self, token: Token<'_>, judge: &mut impl FnMut(Word<'_>)) -> bool {
        if !token.kinds.has(Kinds::ASCII_LETTER) {
            return false;
        }
        let is_glued = token.text.len() > LONG_TOKEN && token.kinds.has(Kinds::DIGIT);
        self.least = if is_glued { MIN_GLUED } else { MIN_LETTERS };
        if token.kinds.has_only(Kinds::ASCII_LETTER) {
            self.push_ascii_letters(token.text.as_bytes(), judge);
        } else if !is_no_ascii_word(token, is_glued) {
            let runs = token.text.as_bytes().split(|byte| !byte.is_ascii_alphabetic());
            runs.for_each(|run| self.push_ascii_letters(run, judge));
        }
        true
    }

    /// Processes a run of ASCII letters.
    fn push_ascii_letters(&mut self, run: &[u8], judge: &mut impl FnMut(Word<'_>)) {
        if run.len() < self.least {
            return;
        }
        self.capitals = run.iter().filter(|byte| byte.is_ascii_uppercase()).count();
        self.has_lower = self.capitals < run.len();
        self.letters.extend(run.iter().map(|byte| char::from(byte.to_ascii_lowercase())));
        self.script = Some(Script::Latin);
        self.close(judge);
    }

    /// Processes a character of a script, if it is a letter.
    fn push(&mut self, character: char, script: Option<Script>, judge: &mut impl FnMut(Word<'_>)) {
        if is_ignorable(character) {
            return;
        }
        if matches!(character, '\u{300}'..='\u{36F}') {
            self.compose(character);
            return;
        }
        let script = script.filter(|_| !is_katakana(character));
        if script.is_none() || !self.takes(script) {
            self.close(judge);
        }
        let Some(script) = script else { return };
        self.script = Some(if self.script == Some(Script::Kana) { Script::Kana } else { script });
        let is_capital = character.is_uppercase();
        self.has_lower |= !is_capital;
        self.capitals += usize::from(is_capital);
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
        (self.has_lower, self.capitals) = (false, 0);
    }

    fn is_word(&self, script: Script) -> bool {
        let length = self.letters.len();
        if script == Script::Han {
            return length >= MIN_IDEOGRAPHS;
        }
        if script.is_unspaced() || script == Script::Hangul {
            return length >= MIN_UNSPACED;
        }
        let is_glued = length > MAX_LETTERS && script == Script::Latin;
        let fits = length >= self.least && (!is_glued || self.capitals * GLUED_CAPITALS <= length);
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
        let mut kinds = [None; SEQUENCE_KINDS];
        // Most words have a fifth distinct letter early, so the check ends soon.
        self.letters.iter().all(|&letter| {
            kinds.contains(&Some(letter))
                || kinds
                    .iter_mut()
                    .find(|kind| kind.is_none())
                    .is_some_and(|kind| kind.replace(letter).is_none())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text, and the number of tokens with letters.
    fn words(text: &str) -> (Vec<String>, u32) {
        let mut found = Vec::new();
        let counts = for_each_word(text, |word| found.push(word.letters.iter().collect()));
        (found, counts.tokens)
    }

    #[test]
    fn tokens_of_ascii_are_split_like_all_others() {
        let text = "The well-known USA (I think) is IVXLCDM or Xylophones; gattacatta 3rd x1 www.a.org \
                    http://x \"Quotes\" DON'T SHOUTING abcabcabc abcdabcde --- 12 e.g. O'Neil.";
        // An ignorable mark makes each token non-ASCII.
        let marked: String = text.split(' ').map(|token| format!("{token}\u{200b} ")).collect();
        assert_eq!(words(text), words(&marked));
        assert!(
            words(text).0.contains(&"known".to_owned()) && !words(text).0.contains(&"gattacatta".to_owned())
        );
    }
}
