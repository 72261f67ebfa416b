//! Bigram costs for scripts with thousands of characters: ideographs and Hangul syllables.
//!
//! Trigrams would need too much data, so the model only knows whether a character is common and whether it was seen after
//! the one before it. For each script the table holds the mean cost of ordinary text, the mean cost when characters are
//! swapped at random, a bit for each common character, and a Bloom filter of the bigrams that were seen.

use super::bloom;
use super::model::Cost;
use super::script::Script;
use super::table::{Section, section};

/// Costs, in steps, of a character seen after the one before it, of another common one, and of a rare one.
const SEEN: u32 = 4;
const COMMON: u32 = 10;
const RARE: u32 = 16;

/// The scripts in the order of the table, with their first character and the number of characters that have a bit.
pub const SCRIPTS: [(Script, u32, usize); 2] =
    [(Script::Han, 0x4E00, 0x5200), (Script::Hangul, 0xAC00, 0x2BA8)];

/// The bigram model of one script.
#[derive(Debug, Clone, Copy)]
pub struct Bigrams<'t> {
    /// The code point of the first character.
    pub first: u32,
    /// A bit for each character, set if it is common.
    pub common: &'t [u8],
    /// The Bloom filter of bigrams.
    pub seen: &'t [u8],
    /// The mean cost per character of ordinary text, in hundredths of a step.
    pub usual: u32,
    /// The mean cost per character when characters are swapped at random.
    pub swapped: u32,
}

impl Bigrams<'static> {
    /// Returns the model of a script, if there is one.
    pub fn for_script(script: Script) -> Option<Self> {
        if !SCRIPTS.iter().any(|(known, ..)| *known == script) {
            return None;
        }
        let mut reader = section(Section::Bigrams);
        for (known, first, characters) in SCRIPTS {
            let [usual, swapped] = [(); 2].map(|()| u32::try_from(reader.number(2)).unwrap_or(0));
            let common = reader.take(characters.div_ceil(8));
            let seen = reader.counted(4);
            if known == script {
                return Some(Self { first, common, seen, usual, swapped });
            }
        }
        None
    }
}

impl Bigrams<'_> {
    /// Returns the cost of a run of characters; the first one counts only if it is rare.
    pub fn cost(&self, run: &[char]) -> Cost {
        let mut cost = Cost::default();
        let mut before = None;
        for &character in run {
            let is_seen = |before| bloom::contains(self.seen, bloom::key(&[before, character]));
            let steps = match before.is_some_and(is_seen) {
                true => SEEN,
                false if self.is_common(character) => COMMON,
                false => RARE,
            };
            if before.is_some() || steps == RARE {
                cost.add(Cost { steps, letters: 1 });
            }
            before = Some(character);
        }
        cost
    }

    /// Maps a mean cost to a scale on which 0 is ordinary text and 1 is randomly swapped characters.
    pub fn strangeness(&self, cost: Cost) -> f64 {
        let (usual, swapped) = (f64::from(self.usual), f64::from(self.swapped));
        (f64::from(cost.mean()) - usual) / (swapped - usual).max(1.0)
    }

    fn is_common(&self, character: char) -> bool {
        let place =
            u32::from(character).checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        let bit = |place: usize| self.common.get(place / 8).is_some_and(|byte| byte >> (place % 8) & 1 == 1);
        place.is_some_and(bit) || character == '々'
    }
}
