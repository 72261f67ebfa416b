//! Costs of running text in a language, for recovery: letters by the shared model, plus case, digits and punctuation.
//!
//! The cost of a character is the trigram cost of its letter, ignoring case, plus the trigram cost of its class:
//! where upper case, digits and punctuation occur. Costs are integers in units of [`STEP_BITS`] hundredths of a bit,
//! so that sums are the same on every machine.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::char_class::is_letter;
use crate::language::Script;
use crate::language::classes::CharClass;
use crate::language::model::{self, Symbol};

use super::frequency::rarity;

/// Hundredths of a bit per step of cost.
pub(crate) const STEP_BITS: i32 = 75;

/// The languages, by ISO 639-1 code, in which recovery reads text.
const LANGUAGES: [&str; 19] = [
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "sv", "da", "fi", "hu", "ro", "tr", "vi", "ru",
    "uk", "el",
];

// Costs, in steps, that the letter models do not cover; those of digits and edges are means over the languages,
// counted in their sentences.

/// A letter that is not in the alphabet.
const FOREIGN: i32 = 20;
/// A Latin letter within text of another script: at the edge of a word and after another one; and the edge after it.
/// More than letters of any Latin language cost, so that text in Latin script is not read as one of those languages.
const LATIN_AT_EDGE: i32 = 14;
const LATIN_IN_WORD: i32 = 11;
const EDGE_AFTER_LATIN: i32 = 3;
/// A digit after a digit, after the edge of a word, and after a letter.
const DIGIT_IN_NUMBER: i32 = 2;
const DIGIT_AT_EDGE: i32 = 7;
const DIGIT_IN_WORD: i32 = 14;
/// The edge after a digit.
const EDGE_AFTER_DIGIT: i32 = 2;
/// A letter after a digit.
const LETTER_AFTER_DIGIT: i32 = 14;
/// An edge after an edge or a foreign letter: punctuation beside a space or other punctuation.
const EDGE_AFTER_EDGE: i32 = 15;

/// A language.
pub(crate) struct Language {
    model: &'static model::Language,
}

/// The role of a character in the trigram model of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// White space or punctuation.
    Edge,
    Digit,
    Letter(Symbol),
    /// A Latin letter, in a language of another script.
    Latin,
    /// Any other letter that is not in the alphabet.
    Foreign,
}

impl Role {
    fn symbol(self) -> Symbol {
        match self {
            Self::Letter(symbol) => symbol,
            Self::Edge | Self::Digit | Self::Latin | Self::Foreign => Symbol::EDGE,
        }
    }
}

/// A character as the models see it: its role in a language and its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    role: Role,
    class: CharClass,
    /// The rarity of the character relative to the most common of its class, in steps.
    rarity: i32,
}

impl Seen {
    /// The edge of a word.
    pub(crate) const EDGE: Self = Self { role: Role::Edge, class: CharClass::SPACE, rarity: 0 };
}

/// What decides the role of a character in every language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A letter, folded to lower case: its role depends on the language.
    Letter(char),
    Other(Role),
}

/// The properties of a character that do not depend on the language.
#[derive(Debug, Clone, Copy)]
struct Nature {
    kind: Kind,
    class: CharClass,
    rarity: i32,
}

/// Characters below this one, which include Latin, Greek and Cyrillic, have their nature in a table.
const TABULATED: usize = 0x530;

impl Nature {
    fn of_char(character: char) -> Self {
        // A document uses few of these characters.
        static NATURES: [OnceLock<Nature>; TABULATED] = [const { OnceLock::new() }; TABULATED];
        let computed = || Self::computed(character);
        NATURES.get(character as usize).map_or_else(computed, |nature| *nature.get_or_init(computed))
    }

    fn computed(character: char) -> Self {
        let kind = match character {
            _ if is_letter(character) => Kind::Letter(character.to_lowercase().next().unwrap_or(character)),
            _ if character.is_numeric() => Kind::Other(Role::Digit),
            _ => Kind::Other(Role::Edge),
        };
        Self { kind, class: CharClass::of_char(character), rarity: rarity(character) }
    }
}

/// Returns the languages in which recovery reads text.
pub(crate) fn languages() -> &'static [Language] {
    static CHOSEN: OnceLock<Vec<Language>> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let model = |code: &str| model::languages().iter().find(|language| language.code == code);
        LANGUAGES.into_iter().filter_map(model).map(|model| Language { model }).collect()
    })
}

impl Language {
    /// Returns `true` if the language is written in Latin letters.
    pub(crate) fn is_latin(&self) -> bool {
        self.model.script == Script::Latin
    }

    /// Returns a character as seen by the language.
    pub(crate) fn see(&self, character: char) -> Seen {
        let nature = Nature::of_char(character);
        Seen { role: self.role(nature.kind), class: nature.class, rarity: nature.rarity }
    }

    fn role(&self, kind: Kind) -> Role {
        match kind {
            Kind::Letter(folded) => self.letter_role(folded),
            Kind::Other(role) => role,
        }
    }

    fn letter_role(&self, folded: char) -> Role {
        let other = || {
            let is_latin = folded.is_ascii() && !self.is_latin();
            if is_latin { Role::Latin } else { Role::Foreign }
        };
        self.model.symbol(folded).map_or_else(other, Role::Letter)
    }

    /// Returns the cost of the last of three characters after the two before it, in steps.
    pub(crate) fn cost(&self, [before, last, this]: [Seen; 3]) -> i32 {
        let class = CharClass::cost([before.class, last.class, this.class]);
        class + this.rarity + self.role_cost([before.role, last.role, this.role])
    }

    #[inline(always)]
    fn role_cost(&self, [before, last, this]: [Role; 3]) -> i32 {
        match (last, this) {
            // Nearly all text.
            (Role::Letter(_), Role::Letter(_) | Role::Edge) | (Role::Edge, Role::Letter(_)) => {
                self.trigram_cost([before, last, this])
            }
            (Role::Digit, Role::Digit) => DIGIT_IN_NUMBER,
            (Role::Edge, Role::Digit) => DIGIT_AT_EDGE,
            (_, Role::Digit) => DIGIT_IN_WORD,
            (Role::Digit, Role::Edge) => EDGE_AFTER_DIGIT,
            (Role::Digit, Role::Letter(_)) => LETTER_AFTER_DIGIT,
            (Role::Edge | Role::Foreign, Role::Edge) => EDGE_AFTER_EDGE,
            (Role::Edge, Role::Latin) => LATIN_AT_EDGE,
            (Role::Latin, Role::Latin) => LATIN_IN_WORD,
            (Role::Latin, Role::Edge) => EDGE_AFTER_LATIN,
            (_, Role::Foreign | Role::Latin) | (Role::Latin, Role::Letter(_)) => FOREIGN,
            _ => self.trigram_cost([before, last, this]),
        }
    }

    #[inline]
    fn trigram_cost(&self, [before, last, this]: [Role; 3]) -> i32 {
        // Words start after two edges in the model, whatever is before the space; a foreign letter counts as an edge.
        let is_start = matches!(last, Role::Edge | Role::Foreign);
        let before = if is_start { Role::Edge } else { before };
        i32::try_from(self.model.trigram_cost([before, last, this].map(Role::symbol))).unwrap_or(FOREIGN)
    }

    /// Returns `true` if a character is not a letter, or is a letter of the language.
    pub(crate) fn knows(&self, character: char) -> bool {
        !matches!(self.see(character).role, Role::Latin | Role::Foreign)
    }
}

/// A text prepared to be judged in several languages: what they cannot tell apart counts as the same, and what is
/// repeated is judged once.
pub(crate) struct Prepared {
    /// The kinds of characters in the text, after [`COMMON_KINDS`].
    kinds: Vec<Kind>,
    /// The distinct trigrams of kinds, and how often they occur.
    trigrams: Vec<([u16; 3], i32)>,
    /// The number of characters.
    length: usize,
    /// The cost of classes and rare characters, which is the same in all languages.
    common_cost: i32,
}

impl Prepared {
    /// Prepares a text. All white space counts as one space.
    pub(crate) fn new(text: &str) -> Self {
        let mut indices = Indices::default();
        let mut common_cost = 0_i32;
        let mut classes = [CharClass::SPACE; 2];
        let mut trigrams: Vec<u64> = Vec::with_capacity(text.len());
        let mut trigram = 0;
        let mut is_edge = true;
        for character in text.chars() {
            let is_blank = character.is_whitespace();
            if is_blank && is_edge {
                continue;
            }
            is_edge = is_blank;
            let (nature, kind) = indices.of_char(if is_blank { ' ' } else { character });
            let [before, last] = classes;
            let cost = CharClass::cost([before, last, nature.class]) + nature.rarity;
            common_cost = common_cost.saturating_add(cost);
            classes = [last, nature.class];
            trigram = (trigram << INDEX_BITS | u64::from(kind)) & TRIGRAM_MASK;
            trigrams.push(trigram);
        }
        let length = trigrams.len();
        Self { kinds: indices.kinds, trigrams: counted(trigrams), length, common_cost }
    }

    /// Returns the cost per character in a language, in hundredths of a bit, [`i32::MAX`] without text; `None` if it is more
    /// than `most`, which is found out as early as possible.
    pub(crate) fn cost_within(&self, language: &Language, most: i32) -> Option<i32> {
        let count = i64::try_from(self.length).unwrap_or(i64::MAX);
        // A total up to this one does not cost more per character.
        let most_steps = (i64::from(most).saturating_add(1).saturating_mul(count) - 1) / i64::from(STEP_BITS);
        let total = self.total(language, i32::try_from(most_steps).unwrap_or(i32::MAX))?;
        Some(self.per_character(total).unwrap_or(i32::MAX)).filter(|cost| *cost <= most)
    }

    /// Returns the cost of the whole text in a language, in steps; `None` as soon as it exceeds `most`.
    fn total(&self, language: &Language, most: i32) -> Option<i32> {
        let roles: Vec<Role> = self.kinds.iter().map(|kind| language.role(*kind)).collect();
        let role = |index: u16| roles.get(usize::from(index)).copied().unwrap_or(Role::Foreign);
        let mut total = self.common_cost;
        for part in self.trigrams.chunks(PART) {
            for (trigram, count) in part {
                let cost = language.role_cost(trigram.map(role));
                total = total.saturating_add(cost.saturating_mul(*count));
            }
            if total > most {
                return None;
            }
        }
        Some(total)
    }

    /// Converts a cost of the whole text to a cost per character, in hundredths of a bit; `None` without text.
    fn per_character(&self, total: i32) -> Option<i32> {
        let count = i32::try_from(self.length).ok().filter(|count| *count > 0)?;
        Some(total.saturating_mul(STEP_BITS) / count)
    }
}

/// The number of trigrams after which the cost is compared with that of the best language so far.
const PART: usize = 64;

/// The number of bits of an index in a packed trigram.
const INDEX_BITS: u32 = u16::BITS;
const TRIGRAM_MASK: u64 = (1 << (3 * INDEX_BITS)) - 1;

/// Counts packed trigrams. The most frequent quarter comes first, so that too high a cost is found out early.
fn counted(mut trigrams: Vec<u64>) -> Vec<([u16; 3], i32)> {
    trigrams.sort_unstable();
    let same = trigrams.chunk_by(|a, b| a == b);
    let counted = same.filter_map(|same| {
        let [_, _, before @ .., a, b, c, d] = same.first()?.to_be_bytes();
        let trigram = [before, [a, b], [c, d]].map(u16::from_be_bytes);
        Some((trigram, i32::try_from(same.len()).unwrap_or(i32::MAX)))
    });
    let mut counted: Vec<([u16; 3], i32)> = counted.collect();
    let quarter = counted.len() / 4;
    if quarter > 0 {
        counted.select_nth_unstable_by_key(quarter, |(_, count)| std::cmp::Reverse(*count));
    }
    counted
}

/// The kinds that many characters share. The first one is that of the text before the first character.
const COMMON_KINDS: [Kind; 2] = [Kind::Other(Role::Edge), Kind::Other(Role::Digit)];

/// The indices of the characters of a text.
struct Indices {
    /// One more than the index, for characters below [`TABULATED`]; 0 for those that have not occurred.
    tabulated: [u16; TABULATED],
    others: HashMap<char, u16>,
    /// The distinct characters, with the indices of their kinds.
    natures: Vec<(Nature, u16)>,
    kinds: Vec<Kind>,
}

impl Default for Indices {
    fn default() -> Self {
        let (others, natures, kinds) = (HashMap::new(), Vec::new(), COMMON_KINDS.to_vec());
        Self { tabulated: [0; TABULATED], others, natures, kinds }
    }
}

impl Indices {
    /// Returns the nature of a character and the index of its kind.
    fn of_char(&mut self, character: char) -> (Nature, u16) {
        // A text does not have 65,535 different letters; if it had, the last ones would count as one.
        let next = u16::try_from(self.natures.len()).unwrap_or(u16::MAX - 1);
        let known = match self.tabulated.get_mut(character as usize) {
            Some(slot) => slot,
            None => self.others.entry(character).or_default(),
        };
        if let Some(found) = known.checked_sub(1).and_then(|index| self.natures.get(usize::from(index))) {
            return *found;
        }
        *known = next + 1;
        let nature = Nature::of_char(character);
        let found = (nature, self.index_of_kind(nature.kind));
        self.natures.push(found);
        found
    }

    /// Returns the index of the kind of a new character. Capitals are too rare to be worth a search for their small letters.
    fn index_of_kind(&mut self, kind: Kind) -> u16 {
        let index = COMMON_KINDS.iter().position(|other| *other == kind).unwrap_or(self.kinds.len());
        if index == self.kinds.len() {
            self.kinds.push(kind);
        }
        u16::try_from(index).unwrap_or(u16::MAX)
    }
}

/// Returns the language in which a text has the lowest cost, and that cost per character in hundredths of a bit;
/// `None` without text, or if it costs more than `most` in all of them.
pub(crate) fn best_language(text: &str, most: i32) -> Option<(&'static Language, i32)> {
    let prepared = Prepared::new(text);
    let mut best: Option<(&Language, i32)> = None;
    for language in languages() {
        let most = best.map_or(most, |(_, least)| least - 1);
        if let Some(cost) = prepared.cost_within(language, most).filter(|cost| *cost < i32::MAX) {
            best = Some((language, cost));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(text: &str) -> (&'static str, i32) {
        let (language, cost) = best_language(text, i32::MAX).unwrap();
        (language.model.code, cost)
    }

    #[test]
    fn all_languages_have_a_model() {
        assert_eq!(languages().len(), LANGUAGES.len());
    }

    #[test]
    fn languages_are_distinguished() {
        assert_eq!(best("The weather was fine and they went for a walk along the river.").0, "en");
        assert_eq!(best("Das Wetter war schön, und sie gingen am Fluss entlang spazieren.").0, "de");
        assert_eq!(best("Thời tiết rất đẹp và họ đi dạo dọc theo bờ sông.").0, "vi");
        assert_eq!(best("Погода была хорошая, и они пошли гулять вдоль реки.").0, "ru");
        assert_eq!(best("Ο καιρός ήταν καλός και πήγαν περίπατο κατά μήκος του ποταμού.").0, "el");
    }

    #[test]
    fn latin_words_in_greek_cost_less_than_their_look_alikes() {
        let greek = languages().iter().find(|language| language.model.code == "el").unwrap();
        let cost = |text: &str| Prepared::new(text).cost_within(greek, i32::MAX).unwrap();
        assert!(cost("το πρόγραμμα Windows είναι") < cost("το πρόγραμμα Windοws είναι"));
        assert!(cost("το πρόγραμμα") < cost("to πρόγραμμα"));
    }

    #[test]
    fn counted_trigrams_cost_as_much_as_the_text_character_by_character() {
        let texts = ["", "the", "The the  THE 12, 123 th1s… Été\tété", "Погода was καιρός погода", "a中b中a"];
        for (text, language) in texts.iter().flat_map(|text| languages().iter().map(move |one| (text, one))) {
            let mut context = [Seen::EDGE; 2];
            let mut total = 0;
            let spaced = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for seen in spaced.chars().map(|character| language.see(character)) {
                let [before, last] = context;
                total += language.cost([before, last, seen]);
                context = [last, seen];
            }
            let prepared = Prepared::new(text);
            assert_eq!(prepared.total(language, i32::MAX), Some(total), "{text}");
            assert!(spaced.is_empty() || prepared.total(language, total - 1).is_none());
        }
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
