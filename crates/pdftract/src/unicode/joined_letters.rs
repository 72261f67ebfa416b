//! Resolves open glyphs of Arabic fonts whose other letters are known: forms of one letter belong together, dots and
//! bodies restrict the letter, and the language decides.
//!
//! Subsets without a map keep the letters whose plain form is used, and the substitutions between their glyphs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::arabic_letters::{self, LetterKey};
use super::candidate::AMBIGUOUS;
use super::letter_marks::{self, LetterShape, Marks};
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use super::text_sample::{Answers, TextSample, Token};
use super::word_puzzle::{Choice, Piece, Puzzle, Word};
use crate::clock;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::language::{Language, Script};

/// The least number of known Arabic letters beside the open codes of a font.
const FEWEST_KNOWN: usize = 12;

/// The maximum number of fonts that are examined: a document has one or two.
const MOST_FONTS: usize = 8;

/// The maximum numbers of different words by which the language and the order of letters are chosen, and by which the
/// letters are; and of letters in one.
const FIRST_WORDS: usize = 100;
const MOST_WORDS: usize = 400;
const LONGEST_WORD: usize = 40;

/// The maximum number of unknown letters of a font.
const MOST_LETTERS: usize = 160;

/// The least number of letters in words for each unknown one: with fewer, many readings are words of the language, as in a
/// page of Nastaliq whose every glyph is a different group of letters.
const LEAST_EVIDENCE: usize = 3;

/// The most letters of words that are judged to choose the language and the order of letters, for each of them, and then to
/// choose the letters.
const FIRST_STEPS: usize = 4_000_000;
const MOST_STEPS: usize = 16_000_000;

/// The margins, in steps of the language model, from which a letter is chosen at all and with certainty.
const LEAST_MARGIN: i32 = 5;
const SURE_MARGIN: i32 = 16;

/// The confidence of a certain letter, in hundredths.
const SURE: u8 = 75;

/// The confidence of a full stop, in hundredths.
const FULL_STOP: u8 = 80;

/// Resolves the open codes of Arabic fonts. Returns these fonts, whose glyphs must not be compared with letters of
/// other scripts.
pub(super) fn decide(sample: &TextSample, access: Access<'_>, answers: &mut Answers) -> BTreeSet<usize> {
    let mut arabic = BTreeSet::new();
    for (index, font) in sample.fonts.iter().enumerate() {
        if !is_arabic(sample, index, answers) {
            continue;
        }
        arabic.insert(index);
        if arabic.len() > MOST_FONTS {
            continue;
        }
        let open = OpenLetters::new(sample, index, access, answers);
        if open.letters.len() <= MOST_LETTERS {
            open.solve(sample, font, answers);
        }
    }
    arabic
}

/// Returns `true` if the known letters near the open codes of a font are mostly Arabic, and so are those of its codes
/// that an encoding has answered: a Latin font may number the pages of an Arabic document.
fn is_arabic(sample: &TextSample, font: usize, answers: &Answers) -> bool {
    let near = |token| if let Token::Known(character) = token { Some(character) } else { None };
    let near = count_arabic(sample.sample(font).into_iter().filter_map(near));
    let owner = sample.fonts.get(font);
    let answered = |code: CharCode| answers.get(owner?, code.value)?.text.chars().next();
    let own = count_arabic(sample.codes_of(font).filter_map(answered));
    near.arabic >= FEWEST_KNOWN && near.arabic > near.others && own.arabic >= own.others
}

/// The numbers of letters of Arabic and of other scripts.
#[derive(Default)]
struct LetterCount {
    arabic: usize,
    others: usize,
}

fn count_arabic(characters: impl Iterator<Item = char>) -> LetterCount {
    let mut count = LetterCount::default();
    for script in characters.filter_map(Script::from_char) {
        if script == Script::Arabic {
            count.arabic += 1;
        } else {
            count.others += 1;
        }
    }
    count
}

/// The open codes of a font, as letters.
struct OpenLetters {
    font: usize,
    /// The letters that the codes are forms of; several for a ligature.
    spelling: HashMap<u32, Vec<Piece>>,
    /// Codes that are full stops.
    full_stops: BTreeSet<u32>,
    letters: Vec<OpenLetter>,
    /// Letters whose forms are known.
    known: BTreeSet<char>,
    /// The letters that each body was seen with.
    bodies: HashMap<u64, BTreeSet<char>>,
}

/// An unknown letter.
#[derive(Default)]
struct OpenLetter {
    /// The shapes of its forms.
    shapes: Vec<(u64, Marks)>,
    /// `true` if several glyphs are its forms.
    has_forms: bool,
}

impl OpenLetters {
    fn new(sample: &TextSample, font: usize, access: Access<'_>, answers: &Answers) -> Self {
        let mut found = Self {
            font,
            spelling: HashMap::new(),
            full_stops: BTreeSet::new(),
            letters: Vec::new(),
            known: BTreeSet::new(),
            bodies: HashMap::new(),
        };
        let Some(owner) = sample.fonts.get(font) else { return found };
        let mut keys: BTreeMap<LetterKey, usize> = BTreeMap::new();
        for code in sample.codes_of(font).filter(|code| answers.get(owner, code.value).is_none()) {
            let shape = owner.outline(access, code).and_then(|outline| letter_marks::analyse(&outline));
            if shape == Some(LetterShape::FullStop) {
                found.full_stops.insert(code.value);
                continue;
            }
            let spelling = arabic_letters::spelling(owner, access, code);
            let is_single = spelling.len() == 1;
            let pieces: Vec<Piece> = spelling.into_iter().map(|key| found.piece(key, &mut keys)).collect();
            if let ([Piece::Open(letter)], Some(LetterShape::Letter { body, marks }), true) =
                (pieces.as_slice(), shape, is_single)
                && let Some(letter) = found.letters.get_mut(*letter)
            {
                letter.shapes.push((body, marks));
            }
            found.spelling.insert(code.value, pieces);
        }
        found.learn_bodies(owner, access);
        found
    }

    fn piece(&mut self, key: LetterKey, keys: &mut BTreeMap<LetterKey, usize>) -> Piece {
        if let LetterKey::Known(letter) = key {
            return Piece::Known(letter);
        }
        let index = *keys.entry(key).or_insert_with(|| {
            self.letters
                .push(OpenLetter { has_forms: matches!(key, LetterKey::Forms(_)), ..OpenLetter::default() });
            self.letters.len() - 1
        });
        Piece::Open(index)
    }

    /// Reads the bodies of glyphs with known letters.
    fn learn_bodies(&mut self, font: &ResolvedFont, access: Access<'_>) {
        for (letter, outline) in arabic_letters::known_glyphs(font, access) {
            self.known.insert(letter);
            if let Some(LetterShape::Letter { body, .. }) = letter_marks::analyse(&outline) {
                self.bodies.entry(body).or_default().insert(letter);
            }
        }
    }

    /// Returns the words with open letters, in drawing order or reversed, most frequent first.
    fn words(&self, sample: &TextSample, is_reversed: bool) -> Vec<Word> {
        let mut counts: BTreeMap<Vec<Piece>, i32> = BTreeMap::new();
        let mut word: Vec<Piece> = Vec::new();
        for token in sample.sample(self.font).into_iter().chain([Token::Edge]) {
            let pieces = self.pieces(sample, token);
            match pieces {
                Some(mut pieces) if word.len() + pieces.len() <= LONGEST_WORD => {
                    if is_reversed {
                        pieces.reverse();
                    }
                    word.append(&mut pieces);
                }
                _ => {
                    let mut word = std::mem::take(&mut word);
                    if word.iter().any(|piece| matches!(piece, Piece::Open(_))) {
                        if is_reversed {
                            word.reverse();
                        }
                        *counts.entry(word).or_default() += 1;
                    }
                }
            }
        }
        let mut words: Vec<Word> = counts.into_iter().map(|(pieces, count)| Word { pieces, count }).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.count));
        words.truncate(MOST_WORDS);
        words
    }

    /// Returns the letters of a token; `None` at the edge of a word.
    fn pieces(&self, sample: &TextSample, token: Token) -> Option<Vec<Piece>> {
        match token {
            Token::Edge => None,
            Token::Known(letter) => {
                (Script::from_char(letter) == Some(Script::Arabic)).then(|| vec![Piece::Known(letter)])
            }
            Token::Open(index) => {
                let open = sample.open.get(index as usize).filter(|open| open.font == self.font)?;
                self.spelling.get(&open.code.value).cloned()
            }
        }
    }

    /// Returns the cost of a letter by the dots and bodies of its forms.
    fn shape_cost(&self, letter: &OpenLetter, candidate: &str) -> i32 {
        let mut characters = candidate.chars();
        let Some(first) = characters.next() else { return 0 };
        let is_ligature = characters.next().is_some();
        if is_ligature && letter.has_forms {
            return arabic_letters::UNLIKE * 2;
        }
        let mut cost = i32::from(is_ligature) * arabic_letters::RARE;
        if let Some(count) = i32::try_from(letter.shapes.len()).ok().filter(|count| *count > 0) {
            let unlike = letter.shapes.iter().map(|(body, marks)| {
                let others = self.bodies.get(body);
                let is_other = others.is_some_and(|others| {
                    !others.iter().any(|other| arabic_letters::share_body(*other, first))
                });
                let marked = if is_ligature { 0 } else { arabic_letters::mark_cost(first, *marks) };
                marked + i32::from(is_other) * arabic_letters::UNLIKE
            });
            cost += unlike.sum::<i32>() / count;
        }
        let is_known = self.known.contains(&first) && letter.has_forms && !is_ligature;
        cost + i32::from(is_known) * arabic_letters::RARE
    }

    fn solve(&self, sample: &TextSample, font: &ResolvedFont, answers: &mut Answers) {
        let orders = [false, true].map(|is_reversed| self.words(sample, is_reversed));
        if orders.iter().all(|words| self.is_unsolvable(words)) {
            self.answer(sample, font, &[], answers);
            return;
        }
        let shapes = |letter: usize, candidate: &str| {
            self.letters.get(letter).map_or(0, |letter| self.shape_cost(letter, candidate))
        };
        let has_forms: Vec<bool> = self.letters.iter().map(|letter| letter.has_forms).collect();
        let mut best: Option<(f64, &[Word], &'static Language)> = None;
        for words in &orders {
            let first = words.get(..FIRST_WORDS).unwrap_or(words);
            for language in arabic_letters::languages().take_while(|_| !clock::is_over()) {
                let strangeness = Puzzle::new(first, &has_forms, language, FIRST_STEPS, shapes).solve();
                if best.is_none_or(|(least, ..)| strangeness < least) {
                    best = Some((strangeness, words, language));
                }
            }
        }
        let Some((_, words, language)) = best else { return };
        let mut puzzle = Puzzle::new(words, &has_forms, language, MOST_STEPS, shapes);
        puzzle.solve();
        self.answer(sample, font, &puzzle.choices(), answers);
    }

    /// Returns `true` if the words say too little about the unknown letters.
    fn is_unsolvable(&self, words: &[Word]) -> bool {
        let letters: usize = words.iter().map(|word| word.pieces.len()).sum();
        letters < self.letters.len() * LEAST_EVIDENCE
    }

    /// Answers the codes whose letters are known or chosen.
    fn answer(
        &self,
        sample: &TextSample,
        font: &ResolvedFont,
        choices: &[Option<Choice>],
        answers: &mut Answers,
    ) {
        let codes: Vec<CharCode> = sample.codes_of(self.font).collect();
        for code in codes {
            if self.full_stops.contains(&code.value) {
                answers.insert(font, code, Resolved::new(".", UnicodeSource::ShapeMatch, FULL_STOP));
            } else if let Some(resolved) =
                self.spelling.get(&code.value).and_then(|pieces| spelled(pieces, choices))
            {
                answers.insert(font, code, resolved);
            }
        }
    }
}

/// Returns the text of the letters of a glyph; `None` if one of them is open.
fn spelled(pieces: &[Piece], choices: &[Option<Choice>]) -> Option<Resolved> {
    let mut text = String::new();
    let mut margin = i32::MAX;
    for piece in pieces {
        match *piece {
            Piece::Known(letter) => text.push(letter),
            Piece::Open(letter) => {
                let choice = choices.get(letter)?.as_ref()?;
                text.push_str(&choice.text);
                margin = margin.min(choice.margin);
            }
        }
    }
    let confidence = if margin >= SURE_MARGIN { SURE } else { AMBIGUOUS };
    (margin >= LEAST_MARGIN).then(|| Resolved::new(text, UnicodeSource::Context, confidence))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(letters: usize) -> OpenLetters {
        OpenLetters {
            font: 0,
            spelling: HashMap::new(),
            full_stops: BTreeSet::new(),
            letters: (0..letters).map(|_| OpenLetter::default()).collect(),
            known: BTreeSet::new(),
            bodies: HashMap::new(),
        }
    }

    #[test]
    fn words_with_few_letters_for_each_unknown_one_say_too_little() {
        // An abbreviation such as CPU between Persian words: three unknown letters, and no word to tell them apart.
        let abbreviation = Word { pieces: (0..3).map(Piece::Open).collect(), count: 3 };
        assert!(open(3).is_unsolvable(&[abbreviation]));
        let word = || Word {
            pieces: [Piece::Known('ا'); 4].into_iter().chain([Piece::Open(0)]).collect(),
            count: 1,
        };
        assert!(!open(1).is_unsolvable(&[word()]));
    }
}
