//! How likely characters are to follow each other in texts of the languages we know.
//!
//! A text costs what its letters cost, three in a row and case aside, in a language, and what their kinds cost: where
//! upper case, digits and punctuation may stand. Costs are whole numbers of [`STEP_BITS`] hundredths of a bit, so that
//! sums are the same everywhere. The models stand in `tables/ngrams.bin`.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::table_reader::TableReader;

use super::frequency::rarity;

/// Hundredths of a bit that one step of cost stands for.
pub(crate) const STEP_BITS: i32 = 75;

/// The cost of what a model cannot express: a letter foreign to the language.
const FOREIGN: i32 = 18;

static DATA: &[u8] = include_bytes!("../font/tables/ngrams.bin");

/// Kinds before those of punctuation: blank, lower case, upper case, digit.
const LETTER_CLASSES: u8 = 4;
/// Symbols before the letters: the edge of a word, and a digit.
const SPECIAL: u8 = 2;

/// A table of the costs of three symbols in a row.
struct Costs {
    symbols: usize,
    /// Two costs a byte.
    table: &'static [u8],
}

impl Costs {
    fn get(&self, [before, last, symbol]: [u8; 3]) -> i32 {
        let n = self.symbols;
        let index = (usize::from(before) * n + usize::from(last)) * n + usize::from(symbol);
        let pair = self.table.get(index / 2).copied().unwrap_or(u8::MAX);
        i32::from(if index.is_multiple_of(2) { pair & 15 } else { pair >> 4 })
    }
}

/// What all languages share: where which kinds of characters stand.
struct Kinds {
    punctuation: HashMap<char, u8>,
    other: u8,
    costs: Costs,
}

/// One language.
pub(crate) struct Language {
    /// ISO 639-1.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests tell languages apart by it"))]
    pub(crate) code: &'static str,
    letters: Letters,
    costs: Costs,
}

/// The symbols of an alphabet's letters, in lower case.
struct Letters {
    /// By character, for those below [`COMMON`]; 0 for what is no letter of the alphabet.
    common: Vec<u8>,
    others: HashMap<char, u8>,
    count: usize,
}

/// Characters below this one, Latin, Greek and Cyrillic among them, are looked up without hashing.
const COMMON: usize = 0x530;

impl Letters {
    fn of(alphabet: &str) -> Self {
        let mut letters = Self { common: vec![0; COMMON], others: HashMap::new(), count: 0 };
        for (letter, symbol) in alphabet.chars().zip(SPECIAL..) {
            match letters.common.get_mut(letter as usize) {
                Some(slot) => *slot = symbol,
                None => drop(letters.others.insert(letter, symbol)),
            }
            letters.count += 1;
        }
        letters
    }

    fn get(&self, letter: char) -> Option<u8> {
        match self.common.get(letter as usize) {
            Some(symbol) => Some(*symbol).filter(|symbol| *symbol > 0),
            None => self.others.get(&letter).copied(),
        }
    }
}

/// What does not depend on the language.
#[derive(Debug, Clone, Copy)]
struct Nature {
    folded: char,
    /// The symbol of what is no letter of the alphabet; `None` for letters.
    symbol: Option<u8>,
    kind: u8,
    rarity: i32,
}

struct Models {
    /// Of the characters below [`COMMON`].
    natures: Vec<Nature>,
    kinds: Kinds,
    languages: Vec<Language>,
}

/// A character as the models see it: its symbol in a language and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    /// `None` for a letter foreign to the language.
    symbol: Option<u8>,
    kind: u8,
    /// What it costs to be this sign and not a commoner one of its kind, in steps.
    rarity: i32,
}

impl Seen {
    /// The edge of a word.
    pub(crate) const EDGE: Self = Self { symbol: Some(0), kind: 0, rarity: 0 };
}

/// All languages.
pub(crate) fn languages() -> &'static [Language] {
    &models().languages
}

fn models() -> &'static Models {
    static MODELS: OnceLock<Models> = OnceLock::new();
    MODELS.get_or_init(|| read(TableReader::new(DATA)))
}

impl Language {
    /// How the language sees a character.
    pub(crate) fn see(&self, character: char) -> Seen {
        let nature = models().nature(character);
        let symbol = self.letters.get(nature.folded).or(nature.symbol);
        Seen { symbol, kind: nature.kind, rarity: nature.rarity }
    }

    /// What the last of three characters costs after the two before it, in steps.
    pub(crate) fn cost(&self, [before, last, this]: [Seen; 3]) -> i32 {
        let kind = models().kinds.costs.get([before.kind, last.kind, this.kind]);
        let letter = match this.symbol {
            None => FOREIGN,
            Some(this) => self.costs.get([before.symbol.unwrap_or(0), last.symbol.unwrap_or(0), this]),
        };
        letter + kind + this.rarity
    }

    /// Whether a letter belongs to the language.
    pub(crate) fn knows(&self, character: char) -> bool {
        self.see(character).symbol.is_some()
    }
}

impl Models {
    fn nature(&self, character: char) -> Nature {
        match self.natures.get(character as usize) {
            Some(nature) => *nature,
            None => self.kinds.nature(character),
        }
    }
}

impl Kinds {
    fn nature(&self, character: char) -> Nature {
        Nature {
            folded: character.to_lowercase().next().unwrap_or(character),
            symbol: (!character.is_alphabetic()).then(|| u8::from(character.is_numeric())),
            kind: self.of(character),
            rarity: rarity(character),
        }
    }

    fn of(&self, character: char) -> u8 {
        match character {
            _ if character.is_whitespace() => 0,
            _ if character.is_lowercase() => 1,
            _ if character.is_uppercase() => 2,
            _ if character.is_numeric() => 3,
            _ => self.punctuation.get(&character).copied().unwrap_or(self.other),
        }
    }
}

fn read(mut reader: TableReader) -> Models {
    let kinds = kinds(&mut reader);
    let count = reader.byte();
    let languages = (0..count).map(|_| language(&mut reader)).collect();
    let natures = ('\0'..).take(COMMON).map(|character| kinds.nature(character)).collect();
    Models { natures, kinds, languages }
}

fn kinds(reader: &mut TableReader) -> Kinds {
    let count = reader.byte();
    let mut punctuation = HashMap::new();
    for class in 0..count {
        punctuation.extend(reader.text(1).chars().map(|character| (character, class + LETTER_CLASSES)));
    }
    let other = count + LETTER_CLASSES;
    Kinds { punctuation, other, costs: costs(reader, usize::from(other) + 1) }
}

fn language(reader: &mut TableReader) -> Language {
    let code = reader.text(1);
    let letters = Letters::of(reader.text(1));
    let costs = costs(reader, letters.count + usize::from(SPECIAL));
    Language { code, letters, costs }
}

fn costs(reader: &mut TableReader, symbols: usize) -> Costs {
    Costs { symbols, table: reader.take(symbols.pow(3).div_ceil(2)) }
}

/// A text made ready to be judged in several languages: each character as all of them see it.
struct Prepared {
    letters: Vec<Letter>,
    /// What kinds and rare signs cost: the same in all languages.
    common_cost: i32,
}

/// A character without its case, and its symbol if it is no letter.
#[derive(Clone, Copy)]
struct Letter {
    folded: char,
    symbol: Option<u8>,
}

impl Prepared {
    /// Line ends and tabs count as blanks, and several blanks as one.
    fn of(text: &str) -> Self {
        let models = models();
        let mut prepared = Self { letters: Vec::with_capacity(text.len()), common_cost: 0 };
        let mut kinds = [0, 0];
        let mut is_edge = true;
        for character in text.chars() {
            let is_blank = character.is_whitespace();
            if is_blank && is_edge {
                continue;
            }
            is_edge = is_blank;
            let nature = models.nature(if is_blank { ' ' } else { character });
            let rarity = if is_blank { 0 } else { nature.rarity };
            let [before, last] = kinds;
            let cost = models.kinds.costs.get([before, last, nature.kind]) + rarity;
            prepared.common_cost = prepared.common_cost.saturating_add(cost);
            prepared.letters.push(Letter { folded: nature.folded, symbol: nature.symbol });
            kinds = [last, nature.kind];
        }
        prepared
    }

    /// What the text costs per character in a language, in hundredths of a bit; `None` without text.
    fn cost(&self, language: &Language) -> Option<i32> {
        let mut total = self.common_cost;
        let mut context = [0, 0];
        for letter in &self.letters {
            let symbol = language.letters.get(letter.folded).or(letter.symbol);
            let [before, last] = context;
            let cost = symbol.map_or(FOREIGN, |symbol| language.costs.get([before, last, symbol]));
            total = total.saturating_add(cost);
            context = [last, symbol.unwrap_or(0)];
        }
        let count = i32::try_from(self.letters.len()).ok().filter(|count| *count > 0)?;
        Some(total.saturating_mul(STEP_BITS) / count)
    }
}

/// The language in which a text costs least, and that cost per character in hundredths of a bit. Line ends and tabs
/// count as blanks. `None` without text.
pub(crate) fn best_language(text: &str) -> Option<(&'static Language, i32)> {
    let prepared = Prepared::of(text);
    let costs = languages().iter().map(|language| (language, prepared.cost(language)));
    costs.filter_map(|(language, cost)| Some((language, cost?))).min_by_key(|(_, cost)| *cost)
}

/// What a text costs per character in a language, in hundredths of a bit.
pub(crate) fn cost_per_character(language: &Language, text: &str) -> Option<i32> {
    Prepared::of(text).cost(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(text: &str) -> (&'static str, i32) {
        let (language, cost) = best_language(text).unwrap();
        (language.code, cost)
    }

    #[test]
    fn languages_are_told_apart() {
        assert_eq!(best("The weather was fine and they went for a walk along the river.").0, "en");
        assert_eq!(best("Das Wetter war schön, und sie gingen am Fluss entlang spazieren.").0, "de");
        assert_eq!(best("Погода была хорошая, и они пошли гулять вдоль реки.").0, "ru");
        assert_eq!(best("Ο καιρός ήταν καλός και πήγαν περίπατο κατά μήκος του ποταμού.").0, "el");
    }

    #[test]
    fn text_costs_less_than_cipher() {
        let text = best("The weather was fine and they went for a walk along the river.").1;
        let shifted = best("Uif xfbuifs xbt gjof boe uifz xfou gps b xbml bmpoh uif sjwfs.").1;
        assert!(shifted > text + 200, "{text} against {shifted}");
        let swapped = best("The weather was fIne and they went for a waIk aIong the rlver.").1;
        assert!(swapped > text, "{text} against {swapped}");
    }
}
