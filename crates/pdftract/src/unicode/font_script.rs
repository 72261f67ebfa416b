//! Detects the scripts of a font's glyphs, by letters that only one script has.

use super::candidate::{ShapeCandidate, single};
use super::look_alikes::{Script, is_shared};

/// The number of letters of each script in a font.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScriptCounts {
    latin: u32,
    greek: u32,
    cyrillic: u32,
}

impl ScriptCounts {
    /// Counts glyphs that are clearly one character.
    pub(super) fn count<'c>(plain: impl Iterator<Item = &'c ShapeCandidate>) -> Self {
        let mut counts = Self::default();
        for candidate in plain {
            match own_script(&candidate.text) {
                Some(Script::Latin) => counts.latin += 1,
                Some(Script::Greek) => counts.greek += 1,
                Some(Script::Cyrillic) => counts.cyrillic += 1,
                None => {}
            }
        }
        counts
    }

    /// Returns the script of most letters; `None` if no glyph determines it.
    pub(super) fn voted(&self) -> Option<Script> {
        if self.cyrillic > self.latin && self.cyrillic >= self.greek {
            Some(Script::Cyrillic)
        } else if self.greek > self.latin {
            Some(Script::Greek)
        } else {
            (self.latin > 0).then_some(Script::Latin)
        }
    }

    /// Returns the script for shapes shared by several scripts.
    pub(super) fn main(&self) -> Script {
        self.voted().unwrap_or(Script::Latin)
    }

    /// Reduces the probability of letters of scripts that are rare in the font, and sorts the most likely first.
    pub(super) fn weigh(&self, candidates: &mut [ShapeCandidate]) {
        self.weigh_chances(candidates, |candidate| &mut candidate.chance);
        self.weigh_chances(candidates, |candidate| &mut candidate.chance_by_shape);
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.chance));
    }

    /// Reduces one of the probabilities of candidates; their sum stays.
    fn weigh_chances(
        &self,
        candidates: &mut [ShapeCandidate],
        chance: impl Fn(&mut ShapeCandidate) -> &mut u32,
    ) {
        let most = self.latin.max(self.greek).max(self.cyrillic) + 1;
        let before: u32 = candidates.iter_mut().map(|candidate| *chance(candidate)).sum();
        // A letter that was not seen may still exist: it counts as one.
        for candidate in candidates.iter_mut() {
            if let Some(script) = own_script(&candidate.text) {
                *chance(candidate) = *chance(candidate) * (self.letters(script) + 1) / most;
            }
        }
        let after: u32 = candidates.iter_mut().map(|candidate| *chance(candidate)).sum();
        for candidate in candidates {
            *chance(candidate) = *chance(candidate) * before / after.max(1);
        }
    }

    fn letters(&self, script: Script) -> u32 {
        match script {
            Script::Latin => self.latin,
            Script::Greek => self.greek,
            Script::Cyrillic => self.cyrillic,
        }
    }
}

/// Returns the only script that has the shape of a letter.
fn own_script(text: &str) -> Option<Script> {
    single(text).filter(|letter| !is_shared(*letter)).and_then(Script::of_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(texts: &[(&str, u32)]) -> Vec<ShapeCandidate> {
        texts.iter().map(|(text, chance)| ShapeCandidate::new(*text, *chance)).collect()
    }

    #[test]
    fn c_26_a_font_of_latin_letters_hardly_has_a_greek_one() {
        let letter = |letter: char| ShapeCandidate::new(letter, 950);
        let letters: Vec<ShapeCandidate> = "bdfghklmnqrtuvwz".chars().map(letter).collect();
        let counts = ScriptCounts::count(letters.iter());
        assert_eq!(counts.main(), Script::Latin);
        let mut doubtful = candidates(&[("ή", 700), ("n", 300)]);
        counts.weigh(&mut doubtful);
        assert_eq!(doubtful[0].text, "n");
        let mut plain = candidates(&[("π", 995), ("n", 5)]);
        counts.weigh(&mut plain);
        assert_eq!(plain[0].text, "π", "a plain shape stays what it is");
    }
}
