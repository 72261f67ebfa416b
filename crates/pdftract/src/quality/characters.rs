//! Facts about single characters and their neighbours, counted in one pass.

use crate::text::clean::mojibake;

use super::entropy::{self, Histogram};
use crate::bmp_table::BmpTable;
use crate::char_class::{self, is_unassigned};
use crate::language::Script;

/// The weight of a letter, or of anything in place of a letter. Digits and marks have weight 1: they are rarely
/// garbled, and of little use without words.
const LETTER_WEIGHT: u32 = 4;

/// Counts of characters, without blanks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Characters {
    /// The number of all characters.
    pub all: u32,
    /// The total weight: see [`Characters::share`].
    pub weight: u32,
    /// The number of U+FFFD.
    pub replacement: u32,
    /// The number of private-use characters, in all planes.
    pub private: u32,
    /// The number of C0 and C1 controls except tab, newline, form feed and carriage return, and of noncharacters.
    pub control: u32,
    /// The number of unassigned code points.
    pub unassigned: u32,
    /// The number of combining marks.
    pub marks: u32,
    /// The number of combining marks without a base before them.
    pub orphan: u32,
    /// The number of symbols next to other symbols, like letters in words.
    pub symbol_word: u32,
    /// The number of mathematical alphanumerics and enclosed letters.
    pub styled: u32,
    /// The number of zero-width characters.
    pub zero_width: u32,
    /// The number of unbalanced directional marks.
    pub stray_direction: u32,
    /// The number of letters.
    pub letters: u32,
    /// The number of vowels among the basic Latin letters.
    pub vowels: u32,
    /// The number of consonants among the basic Latin letters.
    pub consonants: u32,
    /// The number of sequences that are UTF-8 decoded as Windows-1252.
    pub utf8_sequences: u32,
    /// The number of Latin-1 signs beside accented letters, as in text of another code page.
    pub stray_signs: u32,
    /// The number of currency and section signs of Latin-1 between letters, which are letters of another encoding.
    pub inner_signs: u32,
}

impl Characters {
    /// Counts the characters of a text.
    pub fn measure(text: &str) -> Self {
        Self::with_histogram(text).0
    }

    /// Counts the characters of a text, and returns their histogram too.
    pub(super) fn with_histogram(text: &str) -> (Self, Histogram) {
        let mut counts = Self::default();
        // The entropy of a short text is not asked for.
        let mut histogram = Histogram::new(text.len() >= entropy::MIN_CHARACTERS as usize);
        let mut leaders = 0;
        let (mut before, mut solid_before, mut open_directions) = (' ', ' ', 0i32);
        let mut rest = text;
        while !rest.is_empty() {
            let ascii = rest.bytes().take_while(u8::is_ascii).count();
            let (plain, after) = rest.split_at_checked(ascii).unwrap_or((rest, ""));
            (solid_before, leaders) = add_ascii(plain, &mut histogram, solid_before, leaders);
            before = plain.chars().next_back().unwrap_or(before);
            // Characters outside ASCII are rarely alone.
            let mut characters = after.chars();
            rest = after;
            while let Some(character) = characters.next().filter(|character| !character.is_ascii()) {
                rest = characters.as_str();
                if is_plain_letter(character) {
                    counts.count_letter();
                } else if character.is_whitespace() {
                    before = character;
                    continue;
                } else {
                    counts.all += 1;
                    counts.count(character, before, rest.chars().next().unwrap_or(' '));
                    counts.weight += if is_leader(character, solid_before) { 0 } else { weight(character) };
                    open_directions += direction_step(character);
                }
                solid_before = character;
                histogram.add(character);
                before = character;
            }
        }
        counts.count_ascii(&histogram, leaders);
        counts.stray_direction = open_directions.unsigned_abs();
        counts.utf8_sequences = mojibake::utf8_sequences(text);
        (counts, histogram)
    }

    /// Adds the characters of ASCII, of which some are leaders without weight.
    fn count_ascii(&mut self, histogram: &Histogram, leaders: u32) {
        let letters = histogram.count(b'A'..=b'Z') + histogram.count(b'a'..=b'z');
        let vowels: u32 = b"AEIOUYaeiouy".iter().map(|vowel| histogram.count(*vowel..=*vowel)).sum();
        let signs = histogram.count(b'!'..=b'~') - letters;
        let blanks = histogram.count(b'\t'..=b'\r');
        let control = histogram.count(0..=0x1F) + histogram.count(0x7F..=0x7F) - blanks;
        self.all += letters + signs + control;
        self.letters += letters;
        self.vowels += vowels;
        self.consonants += letters - vowels;
        self.control += control;
        self.weight += (letters + control) * LETTER_WEIGHT + signs - leaders;
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.all, other.all),
            (&mut self.weight, other.weight),
            (&mut self.replacement, other.replacement),
            (&mut self.private, other.private),
            (&mut self.control, other.control),
            (&mut self.unassigned, other.unassigned),
            (&mut self.marks, other.marks),
            (&mut self.orphan, other.orphan),
            (&mut self.symbol_word, other.symbol_word),
            (&mut self.styled, other.styled),
            (&mut self.zero_width, other.zero_width),
            (&mut self.stray_direction, other.stray_direction),
            (&mut self.letters, other.letters),
            (&mut self.vowels, other.vowels),
            (&mut self.consonants, other.consonants),
            (&mut self.utf8_sequences, other.utf8_sequences),
            (&mut self.stray_signs, other.stray_signs),
            (&mut self.inner_signs, other.inner_signs),
        ];
        for (own, more) in pairs {
            *own = own.saturating_add(more);
        }
    }

    /// Returns the share of `bad` characters of a text, by weight; a text shorter than `least` characters counts as
    /// that long.
    pub fn share(&self, bad: u32, least: u32) -> f64 {
        let whole = self.weight.max(least * LETTER_WEIGHT);
        f64::from(bad * LETTER_WEIGHT) / f64::from(whole.max(1))
    }

    /// Counts a [plain letter](is_plain_letter).
    #[inline]
    fn count_letter(&mut self) {
        self.all += 1;
        self.letters += 1;
        self.weight += LETTER_WEIGHT;
    }

    /// Counts a character outside ASCII other than a blank.
    fn count(&mut self, character: char, before: char, after: char) {
        let is_letter = Script::from_char(character).is_some();
        self.letters += u32::from(is_letter);
        match kind(character) {
            Kind::Replacement => self.replacement += 1,
            Kind::Private => self.private += 1,
            Kind::Control => self.control += 1,
            Kind::ZeroWidth => self.zero_width += 1,
            Kind::Styled => self.styled += 1,
            Kind::Symbol => {
                let beside = |other: char| other != character && kind(other) == Kind::Symbol;
                self.symbol_word += u32::from(beside(before) || beside(after));
            }
            Kind::Sign => {
                let accented = |other: char| matches!(other, '\u{C0}'..='\u{FF}' | '\u{A1}'..='\u{BF}');
                self.stray_signs += u32::from(accented(before) || accented(after));
                let is_inside = char_class::is_letter(before) && char_class::is_letter(after);
                self.inner_signs += u32::from(is_inside && is_sign_of_no_word(character));
            }
            Kind::Ordinary => {
                let bare = before.is_whitespace() || before.is_control();
                let is_mark = char_class::is_mark(character);
                self.marks += u32::from(is_mark);
                self.orphan += u32::from(bare && is_mark);
                self.unassigned += u32::from(!is_letter && is_unassigned(character));
            }
        }
    }
}

/// Returns whether a character is a letter and nothing else that is counted, as most characters are.
#[inline]
fn is_plain_letter(character: char) -> bool {
    static PLAIN: BmpTable = BmpTable::new();
    let is_plain = |character: char| {
        kind(character) == Kind::Ordinary
            && Script::from_char(character).is_some()
            && char_class::is_letter(character)
            && !char_class::is_mark(character)
    };
    PLAIN.get(character, |character| u8::from(is_plain(character))) != 0
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ordinary,
    Replacement,
    Private,
    Control,
    ZeroWidth,
    Styled,
    /// Dingbats, operators, arrows and similar.
    Symbol,
    /// Latin-1 signs that are not part of words.
    Sign,
}

fn kind(character: char) -> Kind {
    match u32::from(character) {
        0xFFFD => Kind::Replacement,
        0xE000..=0xF8FF | 0xF0000..=0xFFFFD | 0x10_0000..=0x10_FFFD => Kind::Private,
        0x09 | 0x0A | 0x0C | 0x0D => Kind::Ordinary,
        0..=0x1F | 0x7F..=0x9F | 0xFDD0..=0xFDEF => Kind::Control,
        code if code & 0xFFFE == 0xFFFE => Kind::Control,
        0x200B | 0x2060..=0x2064 | 0xFEFF => Kind::ZeroWidth,
        0x1D400..=0x1D7FF | 0x2460..=0x24FF | 0x1F100..=0x1F1FF => Kind::Styled,
        0x2190..=0x22FF | 0x2300..=0x23FF | 0x2600..=0x27BF | 0x2900..=0x2BFF => Kind::Symbol,
        0xA1..=0xA9 | 0xAB..=0xB9 | 0xBB..=0xBF | 0xD7 | 0xF7 => Kind::Sign,
        _ => Kind::Ordinary,
    }
}

/// Returns `true` for Latin-1 signs that are never inside a word; accents and ordinals may be.
fn is_sign_of_no_word(character: char) -> bool {
    matches!(character, '¢' | '£' | '¤' | '¥' | '¦' | '§' | '¬' | '¶')
}

/// Adds ASCII characters to a histogram. Takes the last character that is no blank and the number of leaders so far, and
/// returns those after the text.
#[inline]
fn add_ascii(text: &str, histogram: &mut Histogram, before: char, mut leaders: u32) -> (char, u32) {
    // A byte outside ASCII is none of the text.
    const OTHER: u8 = u8::MAX;
    let mut solid_before = u8::try_from(before).ok().filter(u8::is_ascii).unwrap_or(OTHER);
    for byte in text.bytes() {
        histogram.add_ascii(byte);
        if matches!(byte, b'\t'..=b'\r' | b' ') {
            continue;
        }
        leaders += u32::from(byte == solid_before && byte.is_ascii_punctuation());
        solid_before = byte;
    }
    (if solid_before == OTHER { before } else { char::from(solid_before) }, leaders)
}

/// Returns `true` if a mark outside ASCII continues a leader, as from a heading to its page number.
fn is_leader(character: char, before: char) -> bool {
    character == before && matches!(character, '…' | '‥' | '·' | '—' | '─')
}

/// Returns the weight of a character outside ASCII.
fn weight(character: char) -> u32 {
    let is_plain = matches!(kind(character), Kind::Ordinary | Kind::Sign | Kind::ZeroWidth)
        && !char_class::is_letter(character);
    if is_plain { 1 } else { LETTER_WEIGHT }
}

fn direction_step(character: char) -> i32 {
    match character {
        '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' | '\u{2066}'..='\u{2068}' => 1,
        '\u{202C}' | '\u{2069}' => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_letters_are_counted_like_all_other_characters() {
        for character in ('\u{80}'..=char::MAX).filter(|character| is_plain_letter(*character)) {
            let (mut plain, mut all) = (Characters::default(), Characters::default());
            plain.count_letter();
            all.all += 1;
            all.count(character, 'a', 'b');
            all.weight += weight(character);
            assert!(plain == all && direction_step(character) == 0, "{character:?}");
            assert!(!character.is_whitespace() && !is_leader(character, character), "{character:?}");
        }
        assert!(['é', 'я', '漢', 'ا'].into_iter().all(is_plain_letter));
        assert!(!['…', '\u{301}', '\u{e000}', '€', '½'].into_iter().any(is_plain_letter));
    }
}
