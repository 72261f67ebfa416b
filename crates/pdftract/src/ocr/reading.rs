//! Reads a picture in the languages that fit it: a first reading tells which language the page is in.
//!
//! An engine that expects English reads a German page with hundreds of small errors (`Bliithen` for `Blüthen`), but what it
//! reads is plainly German. So unless the caller names languages, a page is read again in the language it turns out to be
//! in, and German of low confidence once more as old print. The better reading is kept.

use super::engine::{EngineFailure, Word};
use super::language;
use crate::language::fit::{LanguageFit, language_fit};

/// Each language adds to the time that a page takes.
const MAX_OTHER_LANGUAGES: usize = 6;
/// With less mean confidence, in hundredths, the letters are guessed: pages in a script that the engine was not told to
/// expect have 10 to 40, bad scans in the right one 60 and more.
const LEGIBLE_FROM: usize = 45;
/// Fewer letters are too few to judge by.
const MIN_LETTERS: usize = 12;
/// German that is read with less confidence, in hundredths, may be set in Fraktur: modern print reaches 90 and more.
const OLD_PRINT_BELOW: usize = 85;
/// Data for Fraktur and for the long s, as Tesseract's releases and distributions name it.
const OLD_PRINT: [&str; 4] = ["frk", "deu_latf", "script/Fraktur", "deu_frak"];

/// What an engine has read, and in which languages.
pub(super) struct Reading {
    pub(super) words: Vec<Word>,
    pub(super) languages: Vec<String>,
}

/// The languages that a page may be read in.
pub(super) struct Choice<'c> {
    /// Those of the first reading.
    pub(super) expected: Vec<String>,
    /// Whether the caller named them, so that no other is tried.
    pub(super) is_fixed: bool,
    /// What the engine has data for.
    pub(super) installed: &'c [String],
}

/// The best reading of a page, and the data that would be needed for a better one.
pub(super) struct BestReading {
    /// `None` when no reading is legible.
    pub(super) reading: Option<Reading>,
    pub(super) missing: Option<String>,
}

/// Reads a page, more than once where the first reading shows that it is in another language.
pub(super) fn best_reading(
    choice: Choice<'_>,
    read: impl Fn(&[String]) -> Result<Vec<Word>, EngineFailure>,
) -> Result<BestReading, EngineFailure> {
    let first = Reading { words: read(&choice.expected)?, languages: choice.expected.clone() };
    if choice.is_fixed {
        return Ok(BestReading { reading: Some(first).filter(Reading::is_legible), missing: None });
    }
    // A reading that fails after the first one costs nothing but itself.
    let again = |languages: Vec<String>| {
        let words = (!languages.is_empty()).then(|| read(&languages).ok()).flatten()?;
        Some(Reading { words, languages }).filter(Reading::is_legible)
    };
    let legible = if first.is_legible() { Some(first) } else { again(others(&choice)) };
    let Some(mut best) = legible else { return Ok(BestReading { reading: None, missing: None }) };
    let mut missing = None;
    let data = best.fit().sure_language().and_then(|found| language::data_name(found.code));
    if let Some(data) = data.filter(|data| !best.languages.contains(data)) {
        if choice.installed.contains(&data) {
            best = best.or_better(again(vec![data, language::FALLBACK.to_owned()]));
        } else {
            missing = Some(data);
        }
    }
    if let Some(old_print) = best.old_print(choice.installed) {
        best = best.or_better(again(vec![old_print]));
    }
    Ok(BestReading { reading: Some(best), missing })
}

/// What to try when a page cannot be read in the languages that were expected.
fn others(choice: &Choice<'_>) -> Vec<String> {
    let untried = choice.installed.iter().filter(|name| !choice.expected.contains(name));
    untried.take(MAX_OTHER_LANGUAGES).cloned().collect()
}

impl Reading {
    /// Returns whether the engine knew what it read.
    fn is_legible(&self) -> bool {
        self.letters() < MIN_LETTERS || self.confidence() >= LEGIBLE_FROM
    }

    fn letters(&self) -> usize {
        self.words.iter().map(|word| word.text.chars().count()).sum()
    }

    /// Returns the mean confidence of the letters, in hundredths.
    fn confidence(&self) -> usize {
        let weighed = |word: &Word| word.text.chars().count() * usize::from(word.confidence_percent);
        self.words.iter().map(weighed).sum::<usize>() / self.letters().max(1)
    }

    /// Returns how well the text fits a language. The long s is an s to the language model.
    fn fit(&self) -> LanguageFit {
        let mut text = String::new();
        for word in &self.words {
            text.extend(word.text.chars().map(|character| if character == 'ſ' { 's' } else { character }));
            text.push(' ');
        }
        language_fit(&text, None)
    }

    /// Returns the mean confidence of letters plus the share of common words, both in hundredths: an engine is as sure of
    /// wrong letters as of right ones when it lacks their alphabet, but they make no words.
    fn merit(&self) -> usize {
        let LanguageFit { words, common_words, .. } = self.fit();
        self.confidence() + (100 * common_words as usize) / (words as usize).max(1)
    }

    fn or_better(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if other.merit() >= self.merit() => other,
            _ => self,
        }
    }

    /// Returns the data for old print if the page may be set in it.
    fn old_print(&self, installed: &[String]) -> Option<String> {
        let is_german = self.fit().language.is_some_and(|language| language.code == "de");
        if !is_german || self.confidence() >= OLD_PRINT_BELOW {
            return None;
        }
        let data = OLD_PRINT.iter().find(|name| installed.iter().any(|other| other == *name))?;
        (!self.languages.iter().any(|name| name == data)).then(|| (*data).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GERMAN: &str = "Die Blüthen der Gärten und die Früchte der Bäume sind in diesem Jahre so schön wie noch nie, \
        denn der Frühling war warm und der Sommer hat uns viel Regen gebracht";

    /// An engine that reads `text` and is as sure of it as `confidence` says for the first of the languages.
    fn engine<'e>(
        text: &'e str,
        confidence: impl Fn(&str) -> u8 + 'e,
    ) -> impl Fn(&[String]) -> Result<Vec<Word>, EngineFailure> + 'e {
        move |languages: &[String]| {
            let sure = confidence(languages.first().map_or("", |name| name));
            let text = if languages.iter().any(|name| name == "eng") && languages.len() == 1 {
                text.replace('ü', "ii").replace('ä', "a")
            } else {
                text.to_owned()
            };
            let word =
                |text: &str| Word { text: text.into(), bbox: [0.0; 4], confidence_percent: sure, line: 1 };
            Ok(text.split(' ').map(word).collect())
        }
    }

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).into()).collect()
    }

    fn languages(
        installed: &[&str],
        is_fixed: bool,
        sure: impl Fn(&str) -> u8,
    ) -> (Option<Vec<String>>, Option<String>) {
        let installed = strings(installed);
        let choice = Choice { expected: strings(&["eng"]), is_fixed, installed: &installed };
        let best = best_reading(choice, engine(GERMAN, sure)).unwrap();
        (best.reading.map(|reading| reading.languages), best.missing)
    }

    #[test]
    fn german_that_is_read_as_english_is_read_again_as_german() {
        let sure = |name: &str| if name == "deu" { 95 } else { 70 };
        assert_eq!(languages(&["eng", "deu"], false, sure), (Some(strings(&["deu", "eng"])), None));
        assert_eq!(languages(&["eng"], false, sure), (Some(strings(&["eng"])), Some("deu".into())));
        // The caller's choice holds.
        assert_eq!(languages(&["eng", "deu"], true, sure), (Some(strings(&["eng"])), None));
    }

    #[test]
    fn uncertain_german_is_tried_as_old_print() {
        let fraktur = |name: &str| if name == "frk" { 90 } else { 60 };
        assert_eq!(languages(&["eng", "deu", "frk"], false, fraktur).0, Some(strings(&["frk"])));
        let modern = |name: &str| if name == "frk" { 50 } else { 80 };
        assert_eq!(languages(&["eng", "deu", "frk"], false, modern).0, Some(strings(&["deu", "eng"])));
    }

    #[test]
    fn illegible_pages_are_read_in_the_other_languages() {
        let sure = |name: &str| if name == "eng" { 20 } else { 80 };
        assert_eq!(languages(&["eng", "hin", "deu"], false, sure).0, Some(strings(&["hin", "deu"])));
        assert_eq!(languages(&["eng"], false, |_| 20), (None, None));
    }
}
