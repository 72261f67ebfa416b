//! Texts of glyphs without a `cmap` entry that replace others: forms of joined letters, alternates and ligatures.
//!
//! Subsets keep the substitutions between their glyphs, but only those letters in `cmap` whose plain form is used. The
//! forms of the other letters still belong together.

use std::collections::{BTreeMap, HashMap};

use super::sfnt::{Ligature, Substitutions};
use crate::clock;

/// The longest chain of substitutions that is followed; contextual forms are two or three steps away.
const MOST_STEPS: usize = 16;

/// The forms of the letters of a font.
#[derive(Debug, Default)]
pub(crate) struct LetterForms {
    /// The texts of glyphs that are forms or ligatures.
    texts: Texts,
    /// The first glyph of the forms of one letter, for each of them.
    letters: HashMap<u16, u16>,
    /// Ligatures whose text is not known.
    ligatures: HashMap<u16, Ligature>,
}

/// Texts of glyphs, one after the other: a font may have 65,535, and an allocation for each takes longer to give back than
/// work may go on after its end.
#[derive(Debug, Default)]
struct Texts {
    all: String,
    /// Where the text of a glyph begins and ends.
    places: HashMap<u16, (usize, usize)>,
}

impl Texts {
    fn get(&self, glyph: u16) -> Option<&str> {
        let &(start, end) = self.places.get(&glyph)?;
        self.all.get(start..end)
    }

    /// Adds the text of a glyph that has none yet.
    fn add(&mut self, glyph: u16, text: &str) {
        let start = self.all.len();
        self.places.entry(glyph).or_insert_with(|| {
            self.all.push_str(text);
            (start, self.all.len())
        });
    }

    fn cost(&self) -> usize {
        self.all.capacity() + self.places.capacity() * size_of::<(u16, usize, usize)>()
    }
}

impl LetterForms {
    /// Follows the substitutions from the glyphs that have a character. If a form belongs to several characters, the
    /// shortest way decides, then the lowest character. Ends with what it has found when the time is over.
    pub(super) fn new(substitutions: Substitutions, character: impl Fn(u16) -> Option<char>) -> Self {
        let Substitutions { forms, ligatures } = substitutions;
        let mut targets: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        let mut letters = Groups::default();
        for (plain, form) in forms.into_iter().take_while(|_| !clock::is_over_often()) {
            targets.entry(plain).or_default().push(form);
            letters.join(plain, form);
        }
        let mut texts = texts_of_forms(&targets, &character);
        let ligatures = spell(ligatures, &character, &mut texts);
        Self { texts, letters: letters.flat(), ligatures }
    }

    /// Returns the memory that the forms take.
    pub(super) fn cost(&self) -> usize {
        let ligatures = self.ligatures.capacity() * size_of::<(u16, Ligature)>();
        self.texts.cost() + ligatures + self.letters.capacity() * size_of::<(u16, u16)>()
    }

    /// Returns the text of a form or ligature.
    pub(crate) fn text(&self, glyph: u16) -> Option<&str> {
        self.texts.get(glyph)
    }

    /// Returns a number that the forms of one letter share; `None` for glyphs that are not substituted.
    pub(crate) fn letter(&self, glyph: u16) -> Option<u16> {
        self.letters.get(&glyph).copied()
    }

    /// Returns the glyphs that a ligature replaces, if some of them have no known text.
    pub(crate) fn parts(&self, ligature: u16) -> Option<&[u16]> {
        self.ligatures.get(&ligature).map(Ligature::parts)
    }
}

/// Returns the characters that forms stand for, by the steps that lead to them.
fn texts_of_forms(targets: &BTreeMap<u16, Vec<u16>>, character: impl Fn(u16) -> Option<char>) -> Texts {
    let mut texts = Texts::default();
    let mut step: BTreeMap<u16, char> =
        targets.keys().filter_map(|glyph| Some((*glyph, character(*glyph)?))).collect();
    for _ in 0..MOST_STEPS {
        let mut next: BTreeMap<u16, char> = BTreeMap::new();
        for (glyph, text) in &step {
            for form in targets.get(glyph).into_iter().flatten().take_while(|_| !clock::is_over_often()) {
                if character(*form).is_none() && texts.get(*form).is_none() {
                    next.entry(*form).and_modify(|other| *other = (*other).min(*text)).or_insert(*text);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        for (glyph, text) in &next {
            texts.add(*glyph, text.encode_utf8(&mut [0; 4]));
        }
        step = next;
    }
    texts
}

/// Adds the texts of ligatures whose parts all have one, and returns the others.
fn spell(
    ligatures: Vec<Ligature>,
    character: impl Fn(u16) -> Option<char>,
    texts: &mut Texts,
) -> HashMap<u16, Ligature> {
    let mut spelled_out = Texts::default();
    let mut unknown: HashMap<u16, Ligature> = HashMap::new();
    let mut text = String::new();
    for ligature in ligatures.into_iter().take_while(|_| !clock::is_over_often()) {
        let glyph = ligature.glyph;
        if ligature.parts().len() < 2 || character(glyph).is_some() || texts.get(glyph).is_some() {
            continue;
        }
        text.clear();
        match spell_one(ligature.parts(), &character, texts, &mut text) {
            Some(()) => spelled_out.add(glyph, &text),
            None => {
                unknown.entry(glyph).or_insert(ligature);
            }
        }
    }
    // Parts of ligatures are letters and forms, not other ligatures.
    for &glyph in spelled_out.places.keys() {
        texts.add(glyph, spelled_out.get(glyph).unwrap_or_default());
    }
    unknown.retain(|&glyph, _| texts.get(glyph).is_none());
    unknown
}

/// Writes the text of glyphs in a row; `None` if one of them has none.
fn spell_one(
    parts: &[u16],
    character: impl Fn(u16) -> Option<char>,
    texts: &Texts,
    out: &mut String,
) -> Option<()> {
    for part in parts {
        match character(*part) {
            Some(letter) => out.push(letter),
            None => out.push_str(texts.get(*part)?),
        }
    }
    Some(())
}

/// Groups of glyphs, each known by its lowest one.
#[derive(Debug, Default)]
struct Groups {
    above: HashMap<u16, u16>,
}

impl Groups {
    fn join(&mut self, one: u16, other: u16) {
        let (one, other) = (self.first(one), self.first(other));
        self.above.insert(one.max(other), one.min(other));
        self.above.entry(one.min(other)).or_insert(one.min(other));
    }

    /// Returns the lowest glyph of a group, and shortens the way to it.
    fn first(&mut self, glyph: u16) -> u16 {
        let mut at = glyph;
        // Each step leads to a lower glyph.
        while let Some(&above) = self.above.get(&at).filter(|above| **above != at) {
            let next = self.above.get(&above).copied().unwrap_or(above);
            self.above.insert(at, next);
            at = next;
        }
        at
    }

    fn flat(mut self) -> HashMap<u16, u16> {
        let glyphs: Vec<u16> = self.above.keys().copied().collect();
        glyphs.into_iter().map(|glyph| (glyph, self.first(glyph))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::CancelFlag;

    fn forms(forms: &[(u16, u16)], ligatures: &[(u16, &[u16])]) -> LetterForms {
        let ligature = |(glyph, parts): &(u16, &[u16])| Ligature::new(*glyph, parts.iter().copied());
        let ligatures = ligatures.iter().map(ligature).collect();
        let character = |glyph: u16| "..بلا".chars().nth(usize::from(glyph)).filter(|letter| *letter != '.');
        LetterForms::new(Substitutions { forms: forms.to_vec(), ligatures }, character)
    }

    #[test]
    fn forms_have_the_text_of_their_letter_over_several_steps() {
        let found = forms(&[(2, 10), (10, 20), (20, 30), (30, 10), (3, 11)], &[]);
        assert_eq!(
            [10, 20, 30, 11].map(|glyph| found.text(glyph)),
            [Some("ب"), Some("ب"), Some("ب"), Some("ل")]
        );
        assert_eq!(found.text(2), None, "its text is in the cmap");
    }

    #[test]
    fn forms_of_an_unknown_letter_belong_together() {
        let found = forms(&[(40, 41), (43, 41), (43, 44), (50, 51), (2, 10)], &[]);
        assert_eq!(found.text(41), None);
        let letter = found.letter(40);
        assert!(letter.is_some() && [41, 43, 44].iter().all(|glyph| found.letter(*glyph) == letter));
        assert_ne!(found.letter(50), letter);
        assert_eq!(found.letter(60), None);
    }

    #[test]
    fn a_shared_form_is_the_nearest_letter_and_a_ligature_all_of_its_letters() {
        let found =
            forms(&[(2, 10), (3, 11), (11, 10), (3, 12), (4, 12)], &[(70, &[11, 4]), (71, &[11, 99])]);
        assert_eq!(found.text(10), Some("ب"));
        assert_eq!(found.text(12), Some("ا"), "U+0627 is before U+0644");
        assert_eq!(found.text(70), Some("لا"));
        assert_eq!(found.text(71), None, "a part of it is unknown");
        assert_eq!([found.parts(70), found.parts(71)], [None, Some(&[11, 99][..])]);
    }

    #[test]
    fn nothing_is_followed_when_the_time_is_over() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        clock::watch(clock::Clock::new(None, cancel), || {
            let found = forms(&[(2, 10), (40, 41)], &[(70, &[2, 3])]);
            assert_eq!([found.text(10), found.text(70)], [None, None]);
            assert_eq!(found.letter(40), None);
        });
    }
}
