//! Language fit: finds the language that a text fits best, and measures how far it is from ordinary text in that
//! language.

use super::alphabet::is_of_other_language;
use super::bigrams::Bigrams;
use super::model::{Cost, Language, languages};
use super::pair_costs::PairCosts;
use super::script::Script;
use super::word_costs::{ComparedWord, WordCost, WordCosts};
use super::words::{TokenCounts, for_each_word};

/// The number of letters used to compare languages; a page has thousands.
const SAMPLE: usize = 240;
/// The number of letters used for the first ranking of all languages, by pairs, and the number of the likeliest that are
/// compared further.
const FIRST_SAMPLE: usize = 60;
const FINALISTS: usize = 12;
/// The number of words after which a language is compared with the finalists.
const WORDS_PER_COMPARISON: usize = 3;
/// The language of the previous text is kept while the strangeness in it is below this.
const KEPT_BELOW: f64 = 0.25;
/// The strangeness of swapped common ideographs. Technical terms and old texts have few known bigrams, so swapping
/// alone must not make a short text count as garbled.
const SWAPPED_IDEOGRAPHS: f64 = 0.8;
/// The number of slots of the table that counts words by hash.
const SEEN_WORDS: usize = 1024;
/// The maximum number of times that a word outside the list of common words counts.
const MAX_REPEATS: u8 = 3;
/// The greatest strangeness of a text in a language that is identified by its letters alone.
const STRANGE_AT_MOST: f64 = 0.3;
/// Korean names have three syllables; a text in which this many of five words do is a list of names.
const NAME_SYLLABLES: usize = 3;
const NAMES_IN_FIVE: usize = 4;
/// A text is backwards if reversing its words lowers the strangeness by this.
const BACKWARDS: f64 = 0.12;

/// The maximum number of letters that memory is reserved for before they are read, and the usual bytes per word.
const MAX_RESERVED: usize = 4096;
const BYTES_PER_WORD: usize = 5;

/// The least number of letters that identifies a language.
pub const ENOUGH_LETTERS: u32 = 60;
/// A text of at least this strangeness is in none of the known languages.
const SURE_BELOW: f64 = 0.3;

/// The result of fitting a text to the language that it fits best.
#[derive(Debug, Clone, Default)]
pub struct LanguageFit {
    /// The language of most letters.
    pub language: Option<&'static Language>,
    /// The script of most letters.
    pub script: Option<Script>,
    /// The mean over all judged letters: 0 is ordinary text, 1 a cipher.
    pub strangeness: f64,
    /// The number of judged letters.
    pub letters: u32,
    /// The number of them in the language, or the script, of most.
    most: u32,
    /// `true` if the words of a right-to-left script fit better backwards.
    pub backwards: bool,
    /// The number of words in languages with a list of common words.
    pub words: u32,
    /// The number of them that are common.
    pub common_words: u32,
    /// The number of tokens with letters of two alphabets.
    pub mixed: u32,
    /// The number of pairs of letters of two alphabets.
    pub mixed_pairs: u32,
    /// The number of tokens with letters.
    pub tokens: u32,
}

impl LanguageFit {
    /// Adds the fit of other letters.
    pub(crate) fn add(&mut self, part: &Self) {
        let (own, more) = (f64::from(self.letters), f64::from(part.letters));
        self.strangeness = (self.strangeness * own + part.strangeness * more) / (own + more).max(1.0);
        self.letters += part.letters;
        self.words += part.words;
        self.common_words += part.common_words;
        self.mixed += part.mixed;
        self.mixed_pairs += part.mixed_pairs;
        self.tokens += part.tokens;
        self.backwards |= part.backwards;
        if part.most > self.most {
            (self.most, self.language, self.script) = (part.most, part.language, part.script);
        }
    }

    /// Returns the language if there are enough letters and they fit it well.
    pub fn sure_language(&self) -> Option<&'static Language> {
        self.language.filter(|_| self.is_sure())
    }

    /// Returns `true` if there are enough letters to identify a language, and they fit it well.
    pub fn is_sure(&self) -> bool {
        self.letters >= ENOUGH_LETTERS && self.strangeness < SURE_BELOW
    }

    /// Returns the ISO 639-1 code of the language. Ideographs without Kana are Chinese, Hangul is Korean.
    pub fn lang(&self) -> Option<&'static str> {
        match (self.language, self.script) {
            (Some(language), _) => Some(language.code),
            (None, Some(Script::Han)) => Some("zh"),
            (None, Some(Script::Hangul)) => Some("ko"),
            _ => None,
        }
    }
}

/// The words of one script, in one buffer.
#[derive(Default)]
struct Runs {
    letters: Vec<char>,
    ends: Vec<usize>,
}

impl Runs {
    /// Adds a word of a text of some bytes.
    fn push(&mut self, letters: &[char], bytes: usize) {
        // Most texts have one script, so that its buffer is as long as the text.
        if self.ends.is_empty() {
            self.letters.reserve(bytes.min(MAX_RESERVED));
            self.ends.reserve(bytes.min(MAX_RESERVED) / BYTES_PER_WORD);
        }
        self.letters.extend_from_slice(letters);
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

    /// Returns words from all parts of the text, of about `letters` letters.
    fn spread(&self, letters: usize) -> impl Iterator<Item = &[char]> {
        self.iter().step_by((self.letters.len() / letters.max(1)).max(1))
    }

    /// Returns the first words, up to `most` letters.
    fn sample(&self, most: usize) -> impl Iterator<Item = &[char]> {
        let mut letters = 0;
        self.iter().take_while(move |run| {
            letters += run.len();
            letters <= most || letters == run.len()
        })
    }
}

/// Measures how well a text fits the languages. `kept` is the language of the previous text, which is tried first.
pub fn language_fit(text: &str, kept: Option<&'static Language>) -> LanguageFit {
    let mut scripts: [Runs; Script::ALL.len()] = std::array::from_fn(|_| Runs::default());
    let TokenCounts { mixed, mixed_pairs, tokens } = for_each_word(text, |run| {
        if let Some(runs) = scripts.get_mut(run.script as usize) {
            runs.push(run.letters, text.len());
        }
        if run.script == Script::Kana {
            push_ideographs(&mut scripts, run.letters, text.len());
        }
    });
    let mut fit = LanguageFit { mixed, mixed_pairs, tokens, ..LanguageFit::default() };
    for (script, runs) in Script::ALL.into_iter().zip(&scripts) {
        let Some(part) = fit_of_script(script, runs, kept) else { continue };
        fit.add(&LanguageFit { script: Some(script), most: part.letters, ..part });
    }
    fit
}

/// Adds the ideographs between Kana to the runs of ideographs.
fn push_ideographs(scripts: &mut [Runs], letters: &[char], bytes: usize) {
    let Some(runs) = scripts.get_mut(Script::Han as usize) else { return };
    for part in letters.split(|letter| Script::from_char(*letter) != Some(Script::Han)) {
        if part.len() > 1 {
            runs.push(part, bytes);
        }
    }
}

fn fit_of_script(script: Script, runs: &Runs, kept: Option<&'static Language>) -> Option<LanguageFit> {
    if runs.ends.is_empty() {
        return None;
    }
    if let Some(bigrams) = Bigrams::for_script(script) {
        return Some(fit_of_bigrams(script, bigrams, runs));
    }
    let (language, WholeCost { cost, words, common_words }) = best(script, runs, kept)?;
    let strangeness = language.strangeness(cost);
    let is_other = strangeness > STRANGE_AT_MOST && is_of_other_language(&runs.letters);
    Some(LanguageFit {
        language: Some(language).filter(|_| !is_other),
        strangeness: if is_other { STRANGE_AT_MOST } else { strangeness },
        letters: cost.letters,
        backwards: script.is_right_to_left()
            && (begins_with_final_forms(runs)
                || strangeness_backwards(language, runs) + BACKWARDS < strangeness),
        words,
        common_words,
        ..LanguageFit::default()
    })
}

/// Detects words that begin with letters which only end words: final forms of Hebrew, teh marbuta and alef maksura.
fn begins_with_final_forms(runs: &Runs) -> bool {
    let is_final = |letter: Option<&char>| letter.is_some_and(|letter| "ךםןףץةى".contains(*letter));
    let (first, last) = runs.iter().fold((0, 0), |(first, last), run| {
        (first + u32::from(is_final(run.first())), last + u32::from(is_final(run.last())))
    });
    first >= 2 && first > 2 * last
}

fn is_list_of_names(runs: &Runs) -> bool {
    let names = runs.iter().filter(|run| run.len() == NAME_SYLLABLES).count();
    names * 5 >= runs.ends.len() * NAMES_IN_FIVE
}

fn fit_of_bigrams(script: Script, bigrams: Bigrams<'_>, runs: &Runs) -> LanguageFit {
    if script == Script::Hangul && is_list_of_names(runs) {
        return LanguageFit::default();
    }
    let mut repeats = Repeats::default();
    let mut cost = Cost::default();
    runs.iter().for_each(|run| cost.add(bigrams.cost_of_new(run, |key| repeats.counts(key))));
    let scale = if script == Script::Han { SWAPPED_IDEOGRAPHS } else { 1.0 };
    LanguageFit {
        strangeness: bigrams.strangeness(cost) * scale,
        letters: cost.letters,
        ..LanguageFit::default()
    }
}

fn total<'r>(runs: impl Iterator<Item = &'r [char]>, cost: impl Fn(&[char]) -> Cost) -> Cost {
    let mut sum = Cost::default();
    runs.for_each(|run| sum.add(cost(run)));
    sum
}

/// Returns the language in which the words are least strange, and their cost in it.
fn best(
    script: Script,
    runs: &Runs,
    kept: Option<&'static Language>,
) -> Option<(&'static Language, WholeCost)> {
    if let Some(language) = kept.filter(|language| language.script == script) {
        let whole = whole_cost(language, runs);
        if language.strangeness(whole.cost) < KEPT_BELOW {
            return Some((language, whole));
        }
    }
    // The first words may be in another language than the rest, as above a list of names.
    let likely = likeliest(script, &Sample::new(runs.spread(FIRST_SAMPLE)));
    let language = least_strange(&likely, &Sample::new(runs.sample(SAMPLE)))?;
    Some((language, whole_cost(language, runs)))
}

/// Some words of a text.
struct Sample<'r> {
    words: Vec<&'r [char]>,
    letters: usize,
}

impl<'r> Sample<'r> {
    fn new(words: impl Iterator<Item = &'r [char]>) -> Self {
        let words: Vec<&[char]> = words.collect();
        Self { letters: words.iter().map(|word| word.len()).sum(), words }
    }

    /// Returns the cost in a language by pairs of letters, in steps.
    fn pair_cost(&self, language: &Language) -> u32 {
        self.words.iter().fold(0, |sum: u32, word| sum.saturating_add(language.pair_cost(word)))
    }
}

/// Returns the languages of a script in which pairs of letters of a sample are least strange, at most [`FINALISTS`], the best
/// first.
fn likeliest(script: Script, sample: &Sample<'_>) -> Vec<&'static Language> {
    let strangeness = |language: &Language, steps: u32| {
        let letters = language.counted_letters(sample.letters, sample.words.len());
        language.strangeness(Cost { steps, letters })
    };
    let mut ranked: Vec<(f64, &'static Language)> = match PairCosts::for_script(script) {
        Some(costs) => {
            let sums = costs.sums(&sample.words);
            sums.map(|(language, steps)| (strangeness(language, steps), language)).collect()
        }
        None => {
            let of_script = languages().iter().filter(|language| language.script == script);
            of_script.map(|language| (strangeness(language, sample.pair_cost(language)), language)).collect()
        }
    };
    ranked.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    ranked.into_iter().take(FINALISTS).map(|(_, language)| language).collect()
}

/// Returns the language in which a sample is least strange.
fn least_strange(languages: &[&'static Language], sample: &Sample<'_>) -> Option<&'static Language> {
    let words: Vec<ComparedWord<'_>> = sample.words.iter().map(|word| ComparedWord::new(word)).collect();
    let mut best: Option<(f64, &'static Language)> = None;
    WordCosts::with(|costs| {
        for language in languages {
            // Costs only grow: a language that is worse halfway cannot become the best.
            let most = best.map(|(least, _)| least);
            let letters = language.counted_letters(sample.letters, sample.words.len());
            if let Some(strangeness) = strangeness_below(most, language, letters, &words, costs) {
                best = Some((strangeness, language));
            }
        }
    });
    best.map(|(_, language)| language)
}

/// Returns the strangeness of words of so many letters in a language; `None` if it is found early to be at least `most`.
fn strangeness_below(
    most: Option<f64>,
    language: &'static Language,
    letters: u32,
    words: &[ComparedWord<'_>],
    costs: &mut WordCosts,
) -> Option<f64> {
    let mut sum = Cost::default();
    // The comparison takes as long as a few letters, so it is not made after each word.
    for words in words.chunks(WORDS_PER_COMPARISON) {
        words.iter().for_each(|word| sum.add(costs.compared(language, word)));
        // The remaining letters are counted as free, for a lower bound.
        let at_least = language.strangeness(Cost { steps: sum.steps, letters });
        if most.is_some_and(|most| at_least >= most) {
            return None;
        }
    }
    Some(language.strangeness(sum))
}

/// Counts what a text repeats, by hashes.
struct Repeats([u8; SEEN_WORDS]);

impl Default for Repeats {
    fn default() -> Self {
        Self([0; SEEN_WORDS])
    }
}

impl Repeats {
    /// Returns whether one more of a kind still counts.
    fn counts(&mut self, key: u64) -> bool {
        let place = usize::try_from(key % SEEN_WORDS as u64).ok();
        let Some(times) = place.and_then(|place| self.0.get_mut(place)) else { return true };
        *times = times.saturating_add(1);
        *times <= MAX_REPEATS
    }
}

/// The cost of all words of a text in a language.
#[derive(Default)]
struct WholeCost {
    cost: Cost,
    /// Words, if the language has a list of common ones.
    words: u32,
    common_words: u32,
}

/// Returns the cost of all words. A word that is not common counts a few times only: a code or name that repeats in
/// each row of a table is not additional evidence.
fn whole_cost(language: &'static Language, runs: &Runs) -> WholeCost {
    let mut repeats = Repeats::default();
    let mut whole = WholeCost::default();
    WordCosts::with(|costs| {
        for run in runs.iter() {
            let WordCost { key, is_common, cost } = costs.get(language, run);
            whole.words += u32::from(is_common.is_some());
            whole.common_words += u32::from(is_common == Some(true));
            if is_common != Some(false) || repeats.counts(key) {
                whole.cost.add(cost);
            }
        }
    });
    whole
}

fn strangeness_backwards(language: &Language, runs: &Runs) -> f64 {
    let cost =
        total(runs.sample(SAMPLE), |run| language.cost(&run.iter().rev().copied().collect::<Vec<_>>()));
    language.strangeness(cost)
}
