//! Reads the runs of a text in the language that fits best, and says how strange it is even there.

use super::alphabet::is_of_other_language;
use super::filter;
use super::language::{Cost, Language, languages};
use super::pairs::Pairs;
use super::runs::{Met, for_each_run};
use super::script::Script;

/// Letters by which languages are compared; a page has thousands.
const SAMPLE: usize = 240;
/// Letters by which all languages are ranked at first, and how many of the best of them are compared further.
const FIRST_SAMPLE: usize = 60;
const FINALISTS: usize = 8;
/// A language that was right for the text before is kept as long as the text is no stranger to it than this.
const KEPT_BELOW: f64 = 0.25;
/// Where swapped common ideographs lie on the scale. Terms and old texts have few pairs that are known, so swapping alone
/// must not make a short text garbled.
const SWAPPED_IDEOGRAPHS: f64 = 0.8;
/// Words are told apart by their hash, up to so many.
const SEEN_WORDS: usize = 1024;
/// A word that is not common counts so often.
const MAX_REPEATS: u8 = 3;
/// A text in a language that is known by its letters alone is at most so strange.
const STRANGE_AT_MOST: f64 = 0.3;
/// Korean names have three syllables; a text of which so many words in five do is a list of them.
const NAME_SYLLABLES: usize = 3;
const NAMES_IN_FIVE: usize = 4;
/// The text is backwards if it is so much less strange when its words are reversed.
const BACKWARDS: f64 = 0.12;

/// Fewer letters in words tell no language.
pub const ENOUGH_LETTERS: u32 = 60;
/// A stranger text is in none of the languages we know.
const SURE_BELOW: f64 = 0.3;

/// How the letters of one text read.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The language of most letters.
    pub language: Option<&'static Language>,
    /// The script of most letters.
    pub script: Option<Script>,
    /// Mean over all letters judged: 0 is ordinary text, 1 a cipher.
    pub strangeness: f64,
    /// How many letters were judged.
    pub letters: u32,
    /// How many of them in the language, or the script, of most.
    most: u32,
    /// Whether the words of a script that runs from right to left make more sense backwards.
    pub backwards: bool,
    /// Words of languages with a list of common words.
    pub words: u32,
    /// How many of them are common.
    pub common_words: u32,
    /// Tokens with letters of two alphabets.
    pub mixed: u32,
    /// Tokens with letters.
    pub tokens: u32,
}

impl Reading {
    /// Adds how other letters read.
    pub(super) fn add(&mut self, part: &Self) {
        let (own, more) = (f64::from(self.letters), f64::from(part.letters));
        self.strangeness = (self.strangeness * own + part.strangeness * more) / (own + more).max(1.0);
        self.letters += part.letters;
        self.words += part.words;
        self.common_words += part.common_words;
        self.mixed += part.mixed;
        self.tokens += part.tokens;
        self.backwards |= part.backwards;
        if part.most > self.most {
            (self.most, self.language, self.script) = (part.most, part.language, part.script);
        }
    }

    /// The language, where there are letters enough and they read well in it.
    pub fn sure_language(&self) -> Option<&'static Language> {
        self.language.filter(|_| self.is_sure())
    }

    /// Whether there are letters enough to tell a language, and they read well in it.
    pub fn is_sure(&self) -> bool {
        self.letters >= ENOUGH_LETTERS && self.strangeness < SURE_BELOW
    }

    /// The language as ISO 639-1. Ideographs without Kana are Chinese, Hangul is Korean.
    pub fn lang(&self) -> Option<&'static str> {
        match (self.language, self.script) {
            (Some(language), _) => Some(language.code),
            (None, Some(Script::Han)) => Some("zh"),
            (None, Some(Script::Hangul)) => Some("ko"),
            _ => None,
        }
    }
}

/// The runs of one script.
#[derive(Default)]
struct Runs {
    letters: Vec<char>,
    ends: Vec<usize>,
}

impl Runs {
    fn push(&mut self, letters: impl IntoIterator<Item = char>) {
        self.letters.extend(letters);
        self.ends.push(self.letters.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[char]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let run = self.letters.get(start..end).unwrap_or_default();
            start = end;
            run
        })
    }

    /// Runs up to so many letters.
    fn sample(&self, most: usize) -> impl Iterator<Item = &[char]> {
        let mut letters = 0;
        self.iter().take_while(move |run| {
            letters += run.len();
            letters <= most || letters == run.len()
        })
    }
}

/// Reads a text. `kept` is the language of the text before it, which is tried first.
pub fn read(text: &str, kept: Option<&'static Language>) -> Reading {
    let mut scripts: [Runs; Script::ALL.len()] = std::array::from_fn(|_| Runs::default());
    let Met { mixed, tokens } = for_each_run(text, |run| {
        let own = scripts.get_mut(run.script as usize);
        if let Some(runs) = own {
            runs.push(run.letters.iter().copied());
        }
        if run.script == Script::Kana {
            push_ideographs(&mut scripts, run.letters);
        }
    });
    let mut reading = Reading { mixed, tokens, ..Reading::default() };
    for (script, runs) in Script::ALL.into_iter().zip(&scripts) {
        let Some(part) = read_script(script, runs, kept) else { continue };
        reading.add(&Reading { script: Some(script), most: part.letters, ..part });
    }
    reading
}

/// Ideographs between Kana are judged as such too.
fn push_ideographs(scripts: &mut [Runs], letters: &[char]) {
    let Some(runs) = scripts.get_mut(Script::Han as usize) else { return };
    for part in letters.split(|letter| Script::of(*letter) != Some(Script::Han)) {
        if part.len() > 1 {
            runs.push(part.iter().copied());
        }
    }
}

fn read_script(script: Script, runs: &Runs, kept: Option<&'static Language>) -> Option<Reading> {
    if runs.ends.is_empty() {
        return None;
    }
    if let Some(pairs) = Pairs::of(script) {
        return Some(read_pairs(script, pairs, runs));
    }
    let (language, cost) = best(script, runs, kept)?;
    let known = runs.iter().filter_map(|run| language.knows(run));
    let (words, common_words) = known.fold((0, 0), |(all, common), is| (all + 1, common + u32::from(is)));
    let strangeness = language.strangeness(cost);
    let is_other = strangeness > STRANGE_AT_MOST && is_of_other_language(&runs.letters);
    Some(Reading {
        language: Some(language).filter(|_| !is_other),
        strangeness: if is_other { STRANGE_AT_MOST } else { strangeness },
        letters: cost.letters,
        backwards: script.is_right_to_left()
            && strangeness_backwards(language, runs) + BACKWARDS < strangeness,
        words,
        common_words,
        ..Reading::default()
    })
}

fn is_list_of_names(runs: &Runs) -> bool {
    let names = runs.iter().filter(|run| run.len() == NAME_SYLLABLES).count();
    names * 5 >= runs.ends.len() * NAMES_IN_FIVE
}

fn read_pairs(script: Script, pairs: Pairs<'_>, runs: &Runs) -> Reading {
    if script == Script::Hangul && is_list_of_names(runs) {
        return Reading::default();
    }
    let cost = total(runs.iter(), |run| pairs.cost(run));
    let scale = if script == Script::Han { SWAPPED_IDEOGRAPHS } else { 1.0 };
    Reading { strangeness: pairs.strangeness(cost) * scale, letters: cost.letters, ..Reading::default() }
}

fn total<'r>(runs: impl Iterator<Item = &'r [char]>, cost: impl Fn(&[char]) -> Cost) -> Cost {
    let mut sum = Cost::default();
    runs.for_each(|run| sum.add(cost(run)));
    sum
}

/// The language in which the runs are least strange, and what they cost in it.
fn best(script: Script, runs: &Runs, kept: Option<&'static Language>) -> Option<(&'static Language, Cost)> {
    if let Some(language) = kept.filter(|language| language.script == script) {
        let cost = whole_cost(language, runs);
        if language.strangeness(cost) < KEPT_BELOW {
            return Some((language, cost));
        }
    }
    let candidates = languages().iter().filter(|language| language.script == script);
    let mut finalists = ranked(candidates, runs, FIRST_SAMPLE);
    finalists.truncate(FINALISTS);
    if runs.letters.len() > FIRST_SAMPLE {
        finalists = ranked(finalists.into_iter(), runs, SAMPLE);
    }
    let language = finalists.first().copied()?;
    Some((language, whole_cost(language, runs)))
}

/// Languages by how strange so many letters are to each, the least first.
fn ranked(
    languages: impl Iterator<Item = &'static Language>,
    runs: &Runs,
    letters: usize,
) -> Vec<&'static Language> {
    let cost = |language: &Language| total(runs.sample(letters), |run| language.cost(run));
    let mut ranked: Vec<_> =
        languages.map(|language| (language.strangeness(cost(language)), language)).collect();
    ranked.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    ranked.into_iter().map(|(_, language)| language).collect()
}

/// What all runs cost. A word that is not common counts a few times only: a code or name in each row of a table says no
/// more than in one.
fn whole_cost(language: &Language, runs: &Runs) -> Cost {
    let mut seen = [0u8; SEEN_WORDS];
    let mut sum = Cost::default();
    for run in runs.iter() {
        let key = filter::key(run);
        let times = usize::try_from(key % SEEN_WORDS as u64).ok().and_then(|place| seen.get_mut(place));
        if let Some(times) = times.filter(|_| !language.knows(run).unwrap_or(true)) {
            *times = times.saturating_add(1);
            if *times > MAX_REPEATS {
                continue;
            }
        }
        sum.add(language.cost(run));
    }
    sum
}

fn strangeness_backwards(language: &Language, runs: &Runs) -> f64 {
    let cost =
        total(runs.sample(SAMPLE), |run| language.cost(&run.iter().rev().copied().collect::<Vec<_>>()));
    language.strangeness(cost)
}
