//! Chooses texts for unknown letters, so that the words in which they occur are most plausible in a language.
//!
//! The choice starts with no letter and is improved letter by letter, then by swaps of two letters. All arithmetic is
//! in integers and all orders are fixed, so the result is deterministic.

use std::cell::Cell;

use super::arabic_letters::LIGATURES;
use crate::clock;
use crate::language::model::{Cost, Language, Symbol};

/// A letter of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    Known(char),
    /// An unknown letter, by its index.
    Open(usize),
}

/// A word with its number of occurrences.
#[derive(Debug)]
pub(super) struct Word {
    pub(super) pieces: Vec<Piece>,
    pub(super) count: i32,
}

impl Word {
    fn weight(&self) -> i32 {
        self.count.min(MOST_REPEATS)
    }
}

/// The choice for a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) text: String,
    /// The additional cost of the next best choice, in steps of the language model.
    pub(super) margin: i32,
}

/// The maximum number of rounds over all letters.
const ROUNDS: usize = 12;
/// The cost of a letter that is not chosen yet, or follows one.
const UNSET: i32 = 6;
/// The cost of a letter that the language does not have.
const FOREIGN: i32 = 16;
/// The cost of a text that another letter has, and if both letters have several forms.
const SHARED: i32 = 2;
const SHARED_FORMS: i32 = 20;
/// What a common word saves, for each of its letters.
const COMMON: i32 = 2;
/// The shortest word that counts as common.
const SHORTEST_COMMON: usize = 3;
/// The maximum number of neighbours that are chosen together, and of texts tried for each of the two.
const MOST_PAIRS: usize = 80;
const PAIR_TEXTS: usize = 12;
/// The maximum number of words of a letter that is chosen together with another: frequent ones are found alone.
const FEW_WORDS: usize = 8;
/// The maximum count of a word, so that a repeated heading does not decide.
const MOST_REPEATS: i32 = 4;

/// The words, and a choice for their unknown letters.
pub(super) struct Puzzle<'a> {
    words: Vec<PreparedWord>,
    language: &'static Language,
    candidates: Vec<String>,
    /// The letters of the candidates.
    spellings: Vec<Vec<Letter>>,
    /// `true` for letters with several forms.
    has_forms: &'a [bool],
    /// The costs of the candidates of each letter by shape.
    shapes: Vec<Vec<i32>>,
    /// The words in which each letter occurs.
    places: Vec<Vec<usize>>,
    chosen: Vec<Option<usize>>,
    /// Letters of words that may still be judged before the choice is left as it is.
    steps_left: Cell<usize>,
    /// The letters of the word that was judged last: memory that the next one uses again.
    judged: Cell<Vec<char>>,
}

/// A letter with its symbol in the language; `None` for one that the language does not have.
#[derive(Debug, Clone, Copy)]
struct Letter {
    character: char,
    symbol: Option<Symbol>,
}

impl Letter {
    fn new(character: char, language: &Language) -> Self {
        Self { character, symbol: language.symbol(character) }
    }
}

/// A word whose known letters were looked up in the language once.
struct PreparedWord {
    pieces: Vec<PreparedPiece>,
    weight: i32,
}

#[derive(Debug, Clone, Copy)]
enum PreparedPiece {
    Known(Letter),
    Open(usize),
}

impl PreparedWord {
    fn new(word: &Word, language: &Language) -> Self {
        let prepared = |piece: &Piece| match *piece {
            Piece::Known(letter) => PreparedPiece::Known(Letter::new(letter, language)),
            Piece::Open(letter) => PreparedPiece::Open(letter),
        };
        Self { pieces: word.pieces.iter().map(prepared).collect(), weight: word.weight() }
    }
}

impl<'a> Puzzle<'a> {
    /// Starts a puzzle that is solved in about this many steps: letters of words that are judged.
    pub(super) fn new(
        words: &[Word],
        has_forms: &'a [bool],
        language: &'static Language,
        steps: usize,
        shape: impl Fn(usize, &str) -> i32,
    ) -> Self {
        let letters = has_forms.len();
        let candidates: Vec<String> =
            language.letters().map(String::from).chain(LIGATURES.map(String::from)).collect();
        let shapes = (0..letters)
            .map(|letter| candidates.iter().map(|candidate| shape(letter, candidate)).collect())
            .collect();
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); letters];
        for (index, word) in words.iter().enumerate() {
            for piece in &word.pieces {
                if let Piece::Open(letter) = *piece
                    && let Some(places) = places.get_mut(letter)
                    && places.last() != Some(&index)
                {
                    places.push(index);
                }
            }
        }
        let spelling = |candidate: &String| {
            candidate.chars().map(|character| Letter::new(character, language)).collect()
        };
        Self {
            words: words.iter().map(|word| PreparedWord::new(word, language)).collect(),
            language,
            spellings: candidates.iter().map(spelling).collect(),
            candidates,
            has_forms,
            shapes,
            places,
            chosen: vec![None; letters],
            steps_left: Cell::new(steps),
            judged: Cell::default(),
        }
    }

    /// Returns whether the search ends: a font with many unknown letters in long words would take minutes.
    fn is_over(&self) -> bool {
        self.steps_left.get() == 0 || clock::is_over()
    }

    /// Finds the choices. Returns how strange the words are: about 0 for ordinary text of the language.
    pub(super) fn solve(&mut self) -> f64 {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by_key(|letter| std::cmp::Reverse(self.places.get(*letter).map_or(0, Vec::len)));
        for _ in 0..ROUNDS {
            let is_changed = self.improve(&order) || self.swap(&order) || self.improve_pairs();
            if !is_changed || self.is_over() {
                break;
            }
        }
        let shapes: i32 = (0..self.places.len()).map(|letter| self.shape_cost(letter)).sum();
        let words: i32 = self.words.iter().map(|word| self.word_cost(word)).sum();
        let length = |word: &PreparedWord| {
            u32::try_from(word.pieces.len() + 1).unwrap_or(0) * word.weight.unsigned_abs()
        };
        let letters = self.words.iter().map(length).sum();
        self.language.strangeness(Cost { steps: u32::try_from(words + shapes).unwrap_or(0), letters })
    }

    /// Chooses the best text for each letter, while all others stay.
    fn improve(&mut self, order: &[usize]) -> bool {
        let mut is_changed = false;
        for &letter in order {
            if self.is_over() {
                break;
            }
            let best = self.ranking(letter).first().map(|(_, candidate)| *candidate);
            if let Some(chosen) = self.chosen.get_mut(letter)
                && *chosen != best
            {
                *chosen = best;
                is_changed = true;
            }
        }
        is_changed
    }

    /// Swaps the texts of two letters where that makes the words more plausible.
    fn swap(&mut self, order: &[usize]) -> bool {
        let mut is_changed = false;
        for (place, &one) in order.iter().enumerate() {
            for &other in order.iter().skip(place + 1) {
                // Each pair is judged by all words of both letters.
                if self.steps_left.get() == 0 || clock::is_over_often() {
                    return is_changed;
                }
                let before = self.pair_cost(one, other);
                self.chosen.swap(one, other);
                if self.pair_cost(one, other) < before {
                    is_changed = true;
                } else {
                    self.chosen.swap(one, other);
                }
            }
        }
        is_changed
    }

    /// Chooses the best texts for two rare letters beside each other, of which neither is found without the other.
    fn improve_pairs(&mut self) -> bool {
        let mut is_changed = false;
        for (one, other) in self.rare_neighbours() {
            if self.is_over() {
                break;
            }
            let texts = |ranking: Vec<(i32, usize)>| -> Vec<usize> {
                ranking.into_iter().map(|(_, text)| text).take(PAIR_TEXTS).collect()
            };
            let before = [one, other].map(|letter| self.chosen.get(letter).copied().flatten());
            let mut best = (self.pair_cost(one, other), before);
            // A letter is ranked without the choice for its neighbour, which may be wrong.
            self.choose(other, None);
            let firsts = texts(self.ranking(one));
            self.choose(other, before[1]);
            for first in firsts {
                self.choose(one, Some(first));
                for second in texts(self.ranking(other)) {
                    self.choose(other, Some(second));
                    best = best.min((self.pair_cost(one, other), [Some(first), Some(second)]));
                }
            }
            let [first, second] = best.1;
            self.choose(one, first);
            self.choose(other, second);
            is_changed |= best.1 != before;
        }
        is_changed
    }

    /// Returns pairs of different rare letters that are beside each other in a word.
    fn rare_neighbours(&self) -> Vec<(usize, usize)> {
        let is_rare = |letter: usize| self.places.get(letter).is_some_and(|places| places.len() <= FEW_WORDS);
        let pair = |window: &[PreparedPiece]| match *window {
            [PreparedPiece::Open(one), PreparedPiece::Open(other)] => {
                (one != other && is_rare(one) && is_rare(other)).then_some((one, other))
            }
            _ => None,
        };
        let mut pairs: Vec<(usize, usize)> =
            self.words.iter().flat_map(|word| word.pieces.windows(2).filter_map(pair)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.truncate(MOST_PAIRS);
        pairs
    }

    /// Returns the cost of two letters and their words; words with both count twice.
    fn pair_cost(&self, one: usize, other: usize) -> i32 {
        self.letter_cost(one) + self.letter_cost(other)
    }

    /// Returns the candidates of a letter with their costs, best first.
    fn ranking(&mut self, letter: usize) -> Vec<(i32, usize)> {
        let Some(before) = self.chosen.get(letter).copied() else { return Vec::new() };
        let mut ranking: Vec<(i32, usize)> = Vec::with_capacity(self.candidates.len());
        for candidate in 0..self.candidates.len() {
            self.choose(letter, Some(candidate));
            ranking.push((self.letter_cost(letter), candidate));
        }
        self.choose(letter, before);
        ranking.sort_unstable();
        ranking
    }

    fn choose(&mut self, letter: usize, candidate: Option<usize>) {
        if let Some(chosen) = self.chosen.get_mut(letter) {
            *chosen = candidate;
        }
    }

    /// Returns the cost of the choice for a letter: by its shape, by its words, and for sharing its text.
    fn letter_cost(&self, letter: usize) -> i32 {
        let places = self.places.get(letter).into_iter().flatten();
        let words =
            places.filter_map(|place| self.words.get(*place)).map(|word| self.word_cost(word)).sum::<i32>();
        let own = self.chosen.get(letter).copied().flatten();
        words + self.shape_cost(letter) + own.map_or(0, |own| self.shared_cost(letter, own))
    }

    /// Returns the cost of a text that other letters have as well.
    fn shared_cost(&self, letter: usize, text: usize) -> i32 {
        let others = self.chosen.iter().zip(self.has_forms).enumerate();
        let sharing = others.filter(|(other, (chosen, _))| *other != letter && **chosen == Some(text));
        let has_forms = self.has_forms.get(letter) == Some(&true);
        let cost = |forms: bool| if forms && has_forms { SHARED_FORMS } else { SHARED };
        sharing.map(|(_, (_, forms))| cost(*forms)).max().unwrap_or(0)
    }

    fn shape_cost(&self, letter: usize) -> i32 {
        let chosen = self.chosen.get(letter).copied().flatten();
        chosen.and_then(|chosen| self.shapes.get(letter)?.get(chosen).copied()).unwrap_or(0)
    }

    /// Returns the cost of a word in the language.
    fn word_cost(&self, word: &PreparedWord) -> i32 {
        self.steps_left.set(self.steps_left.get().saturating_sub(word.pieces.len() + 1));
        let mut reading = Reading::new(self.language, self.judged.take());
        for piece in &word.pieces {
            match *piece {
                PreparedPiece::Known(letter) => reading.push(letter),
                PreparedPiece::Open(letter) => match self.spelling(letter) {
                    Some(spelling) => spelling.iter().for_each(|letter| reading.push(*letter)),
                    None => reading.push_unset(),
                },
            }
        }
        let cost = reading.finish() * word.weight;
        self.judged.set(reading.letters);
        cost
    }

    fn spelling(&self, letter: usize) -> Option<&[Letter]> {
        self.spellings.get(self.chosen.get(letter).copied()??).map(Vec::as_slice)
    }

    /// Returns the choice for each letter that occurs in a word.
    pub(super) fn choices(&mut self) -> Vec<Option<Choice>> {
        let letters = 0..self.chosen.len();
        let choice = |letter: usize| {
            if self.places.get(letter).is_none_or(Vec::is_empty) || clock::is_over() {
                return None;
            }
            let [(cost, best), (next, _), ..] = *self.ranking(letter) else { return None };
            Some(Choice { text: self.candidates.get(best)?.clone(), margin: next - cost })
        };
        letters.map(choice).collect()
    }
}

/// A word that is judged letter by letter.
struct Reading {
    language: &'static Language,
    letters: Vec<char>,
    /// The symbols of the last two letters: the edge of a word for those that are not chosen or not of the language.
    last: [Symbol; 2],
    follows_unset: bool,
    is_complete: bool,
    cost: i32,
}

impl Reading {
    fn new(language: &'static Language, mut letters: Vec<char>) -> Self {
        letters.clear();
        Self { language, letters, last: [Symbol::EDGE; 2], follows_unset: false, is_complete: true, cost: 0 }
    }

    fn push(&mut self, letter: Letter) {
        self.letters.push(letter.character);
        self.push_symbol(letter.symbol);
    }

    fn push_symbol(&mut self, symbol: Option<Symbol>) {
        let [before, last] = self.last;
        self.cost += match symbol {
            _ if self.follows_unset => UNSET,
            None => FOREIGN,
            Some(this) => i32::try_from(self.language.trigram_cost([before, last, this])).unwrap_or(FOREIGN),
        };
        self.last = [last, symbol.unwrap_or(Symbol::EDGE)];
        self.follows_unset = false;
    }

    /// Adds a letter that is not chosen yet.
    fn push_unset(&mut self) {
        self.cost += UNSET;
        self.last = [self.last[1], Symbol::EDGE];
        self.follows_unset = true;
        self.is_complete = false;
    }

    /// Ends the word. Returns its cost.
    fn finish(&mut self) -> i32 {
        self.push_symbol(Some(Symbol::EDGE));
        let is_common = self.is_complete
            && self.letters.len() >= SHORTEST_COMMON
            && self.language.is_common(&self.letters) == Some(true);
        let saved = if is_common { COMMON * i32::try_from(self.letters.len()).unwrap_or(0) } else { 0 };
        self.cost - saved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::arabic_letters;

    /// Text in which some letters are unknown.
    fn puzzle(text: &str, unknown: &str) -> Vec<Word> {
        let piece = |letter: char| match unknown.chars().position(|open| open == letter) {
            Some(index) => Piece::Open(index),
            None => Piece::Known(letter),
        };
        let word = |word: &str| Word { pieces: word.chars().map(piece).collect(), count: 1 };
        text.split(' ').map(word).collect()
    }

    const TEXT: &str = "كان الولد يقرأ الكتاب في البيت كل يوم بعد أن يكمل عمله في المدرسة ثم يلعب مع أخيه الصغير \
                        في الحديقة حتى المساء وكانت أمه تنظر إليهما من النافذة وتبتسم";

    fn solved(unknown: &str) -> String {
        let words = puzzle(TEXT, unknown);
        let language = arabic_letters::languages().find(|language| language.code == "ar").unwrap();
        let has_forms = vec![true; unknown.chars().count()];
        let mut puzzle = Puzzle::new(&words, &has_forms, language, usize::MAX, |_, _| 0);
        puzzle.solve();
        puzzle.choices().into_iter().flatten().map(|choice| choice.text).collect()
    }

    #[test]
    fn frequent_letters_are_found_by_the_words_around_them() {
        assert_eq!(solved("لم"), "لم");
        assert_eq!(solved("ي"), "ي");
    }

    #[test]
    fn a_letter_in_no_word_has_no_choice() {
        assert_eq!(solved("ظپ").chars().count(), 1);
    }
}
