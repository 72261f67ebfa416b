//! Recognises an image in the appropriate languages: a first reading detects the language of the page.
//!
//! An engine that expects English reads a German page with hundreds of small errors (`Bliithen` for `Blüthen`), but
//! the result is clearly German. So unless the caller specifies languages, a page is read again in its detected
//! language, and German of low confidence once more as Fraktur. The better reading is kept.

use super::engine::{EngineFailure, Word};
use super::language;
use crate::language::fit::{LanguageFit, language_fit};

/// The maximum number of additional languages, each of which takes time.
const MAX_OTHER_LANGUAGES: usize = 6;
/// Letters with a lower mean confidence, in hundredths, are guesses: pages in an unexpected script have 10 to 40, bad
/// scans in the expected one 60 and more.
const LEGIBLE_FROM: usize = 45;
/// Fewer letters are not enough to judge.
const MIN_LETTERS: usize = 12;
/// German with a lower confidence, in hundredths, may be set in Fraktur: modern print reaches 90 and more.
const OLD_PRINT_BELOW: usize = 85;
/// The names of data for Fraktur and the long s in Tesseract's releases and distributions.
const OLD_PRINT: [&str; 4] = ["frk", "deu_latf", "script/Fraktur", "deu_frak"];

/// Data that Tesseract lists with the languages: that of page orientation and of formulas.
const NO_LANGUAGES: [&str; 2] = ["osd", "equ"];
/// The names of data for languages in Latin letters.
const LATIN: &str = "cat ces dan deu eng est eus fin fra glg hrv hun ind isl ita lat lav lit msa nld nor pol por ron slk slv \
                     spa sqi swa swe tgl tur vie script/Latin Latin Fraktur";

/// A result of an engine, with the languages used.
pub(super) struct Reading {
    pub(super) words: Vec<Word>,
    pub(super) languages: Vec<String>,
}

/// The candidate languages of a page.
pub(super) struct Choice<'c> {
    /// The languages of the first reading.
    pub(super) expected: Vec<String>,
    /// `true` if the caller specified them, so that no others are tried.
    pub(super) is_fixed: bool,
    /// The languages for which the engine has data.
    pub(super) installed: &'c [String],
}

/// The best reading of a page, and the data that would be needed for a better one.
pub(super) struct BestReading {
    /// `None` if no reading is legible.
    pub(super) reading: Option<Reading>,
    pub(super) missing: Option<String>,
}

/// Reads a page, repeatedly if the first reading shows that it is in another language.
pub(super) fn best_reading(
    choice: Choice<'_>,
    read: impl Fn(&[String]) -> Result<Vec<Word>, EngineFailure>,
) -> Result<BestReading, EngineFailure> {
    let first = Reading { words: read(&choice.expected)?, languages: choice.expected.clone() };
    if choice.is_fixed {
        return Ok(BestReading { reading: Some(first).filter(Reading::is_legible), missing: None });
    }
    // A failure after the first reading is not an error.
    let again = |languages: Vec<String>| {
        let words = (!languages.is_empty()).then(|| read(&languages).ok()).flatten()?;
        Some(Reading { words, languages }).filter(Reading::is_legible)
    };
    let legible = if first.is_legible() {
        Some(first)
    } else {
        // Each language takes time, and letters that the engine knows are seldom illegible, so other scripts come first.
        let (latin, others): (Vec<_>, Vec<_>) = others(&choice).into_iter().partition(|name| is_latin(name));
        again(others).or_else(|| again(latin))
    };
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

/// Returns the languages to try if a page is not legible in the expected ones.
fn others(choice: &Choice<'_>) -> Vec<String> {
    let untried = choice.installed.iter().filter(|name| !choice.expected.contains(name));
    untried.filter(|name| !NO_LANGUAGES.contains(&name.as_str())).take(MAX_OTHER_LANGUAGES).cloned().collect()
}

/// Returns `true` for the data of a language in Latin letters, Fraktur included.
fn is_latin(name: &str) -> bool {
    LATIN.split(' ').any(|latin| latin == name) || OLD_PRINT.contains(&name)
}

impl Reading {
    /// Returns `true` if the engine was reasonably confident.
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

    /// Returns the language fit of the text. The long s is treated as an s.
    fn fit(&self) -> LanguageFit {
        let mut text = String::new();
        for word in &self.words {
            text.extend(word.text.chars().map(|character| if character == 'ſ' { 's' } else { character }));
            text.push(' ');
        }
        language_fit(&text, None)
    }

    /// Returns the mean confidence of letters plus the share of common words, both in hundredths: an engine that
    /// lacks the alphabet is as confident of wrong letters as of right ones, but they do not form words.
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

    /// Returns an engine that reads `text` with the confidence that `confidence` gives for the first of the
    /// languages.
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
        // The caller's choice is respected.
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
        // The engine of this test reads German, whose data is missing here.
        let installed = ["eng", "fra", "hin", "osd", "san"];
        assert_eq!(languages(&installed, false, sure).0, Some(strings(&["hin", "san"])), "other scripts");
        let installed = ["eng", "deu", "hin", "osd", "san"];
        let latin = |name: &str| if name == "deu" { 80 } else { 20 };
        assert_eq!(languages(&installed, false, latin).0, Some(strings(&["deu"])), "and then Latin letters");
        assert_eq!(languages(&["eng"], false, |_| 20), (None, None));
    }
}
