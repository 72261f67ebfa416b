//! Distils example sentences of languages into models of three letters in a row, by which text is judged.
//!
//! The file: how many languages; each with its code, its letters, its usual cost and its cost with letters swapped, how
//! many rows of three it has, the costs after one letter, the number of the row for each two letters, the rows, a filter of common words. Costs
//! are four bits each, two to a byte, the first in the lower half; each row begins with a byte of its own.
//! `language/model.rs` of the library reads it. One sentence in five is left out: what a language usually costs is
//! measured on those, and `cargo xtask calibrate` uses them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use pdftract::language::Script;
use pdftract::language::bigrams::{self, Bigrams};
use pdftract::language::bloom;
use pdftract::language::model::{Cost, STEP_BITS};
use pdftract::language::words::for_each_word;
use pdftract_testkit::random::Random;

use super::Generated;

/// Languages by their code and the package of their sentences.
pub(crate) const LANGUAGES: [(&str, &str); 73] = [
    ("af", "afrikaans"),
    ("sq", "albanian"),
    ("ar", "arabic"),
    ("hy", "armenian"),
    ("az", "azerbaijani"),
    ("eu", "basque"),
    ("be", "belarusian"),
    ("bn", "bengali"),
    ("nb", "bokmal"),
    ("bs", "bosnian"),
    ("bg", "bulgarian"),
    ("ca", "catalan"),
    ("hr", "croatian"),
    ("cs", "czech"),
    ("da", "danish"),
    ("nl", "dutch"),
    ("en", "english"),
    ("eo", "esperanto"),
    ("et", "estonian"),
    ("fi", "finnish"),
    ("fr", "french"),
    ("lg", "ganda"),
    ("ka", "georgian"),
    ("de", "german"),
    ("el", "greek"),
    ("gu", "gujarati"),
    ("he", "hebrew"),
    ("hi", "hindi"),
    ("hu", "hungarian"),
    ("is", "icelandic"),
    ("id", "indonesian"),
    ("ga", "irish"),
    ("it", "italian"),
    ("ja", "japanese"),
    ("kk", "kazakh"),
    ("la", "latin"),
    ("lv", "latvian"),
    ("lt", "lithuanian"),
    ("mk", "macedonian"),
    ("ms", "malay"),
    ("mi", "maori"),
    ("mr", "marathi"),
    ("mn", "mongolian"),
    ("nn", "nynorsk"),
    ("fa", "persian"),
    ("pl", "polish"),
    ("pt", "portuguese"),
    ("pa", "punjabi"),
    ("ro", "romanian"),
    ("ru", "russian"),
    ("sr", "serbian"),
    ("sn", "shona"),
    ("sk", "slovak"),
    ("sl", "slovene"),
    ("so", "somali"),
    ("st", "sotho"),
    ("es", "spanish"),
    ("sw", "swahili"),
    ("sv", "swedish"),
    ("tl", "tagalog"),
    ("ta", "tamil"),
    ("te", "telugu"),
    ("th", "thai"),
    ("ts", "tsonga"),
    ("tn", "tswana"),
    ("tr", "turkish"),
    ("uk", "ukrainian"),
    ("ur", "urdu"),
    ("vi", "vietnamese"),
    ("cy", "welsh"),
    ("xh", "xhosa"),
    ("yo", "yoruba"),
    ("zu", "zulu"),
];

/// The version of those packages.
const VERSION: &str = "1.3.0";
/// Every so many sentences one is left out.
const LEFT_OUT: usize = 5;
/// A letter that is rarer in the sentences is foreign to the language.
const MIN_LETTERS: usize = 8;
/// Two letters that are met less often get no row of their own.
const MIN_CONTEXT: f64 = 4.0;
/// How often the letters are swapped, each time in another way.
const SWAPS: u64 = 8;

/// The example sentences of a language: those to learn from, or those left out.
pub(crate) fn sentences(sources: &Path, package: &str, left_out: bool) -> Result<String, String> {
    let folder = format!("lingua-{package}-language-model-{VERSION}");
    let path = sources.join(folder).join("testdata/sentences.txt");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(index, _)| (index % LEFT_OUT == 0) == left_out);
    Ok(lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n"))
}

pub(super) fn generate(sources: &Path) -> Result<Vec<Generated>, String> {
    let mut file = vec![u8::try_from(LANGUAGES.len()).expect("fewer than 256 languages")];
    for (code, package) in LANGUAGES {
        let learned = words(&sentences(sources, package, false)?);
        let model = Model::learn(&learned);
        let left_out = words(&sentences(sources, package, true)?);
        let (usual, swapped) = (model.mean(&left_out), model.mean_swapped(&left_out));
        println!("{code}: {} letters, {} rows, {usual} to {swapped}", model.alphabet.len(), model.rows.len());
        model.put(&mut file, code, [usual, swapped]);
        put_words(&mut file, if model.edges { common_words(&learned) } else { Vec::new() });
    }
    let pairs = pairs_table(sources)?;
    Ok(vec![
        Generated { file_name: "languages.bin", contents: file },
        Generated { file_name: "bigrams.bin", contents: pairs },
    ])
}

/// Words that the sentences have more than once.
fn common_words(words: &[Vec<char>]) -> Vec<u64> {
    let mut counts: BTreeMap<&[char], usize> = BTreeMap::new();
    words.iter().for_each(|word| *counts.entry(word).or_default() += 1);
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(word, _)| bloom::key(word)).collect()
}

fn put_words(file: &mut Vec<u8>, keys: Vec<u64>) {
    let filter = filter_of(&keys);
    file.extend(u16::try_from(filter.len()).expect("lists are short").to_le_bytes());
    file.extend(filter);
}

fn filter_of(keys: &[u64]) -> Vec<u8> {
    let mut filter = vec![0; (keys.len() * bloom::BITS_PER_KEY).div_ceil(8)];
    for key in keys {
        for (byte, bit) in bloom::positions(*key, filter.len()) {
            filter[byte] |= 1 << bit;
        }
    }
    filter
}

/// For each script: its usual cost and that of swapped signs, the length of the filter, a bit for each common sign, the
/// filter of pairs.
fn pairs_table(sources: &Path) -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    for (script, first, signs) in bigrams::SCRIPTS {
        let is_han = script == Script::Han;
        let packages: &[&str] = if is_han { &["chinese", "japanese"] } else { &["korean"] };
        let mut met = BTreeSet::new();
        for package in packages {
            let text = sentences(sources, package, false)?;
            let written =
                if *package == "chinese" { vec![traditional(sources, &text)?, text] } else { vec![text] };
            for run in written.iter().flat_map(|text| sign_runs(text, script)) {
                met.extend(run.windows(2).map(bloom::key));
            }
        }
        let met = filter_of(&met.into_iter().collect::<Vec<_>>());
        let common = common_signs(if is_han { &IDEOGRAPHS } else { &SYLLABLES }, first, signs);
        let known = Bigrams { first, common: &common, seen: &met, usual: 0, swapped: 0 };
        let left_out = sign_runs(&sentences(sources, packages[0], true)?, script);
        for cost in [mean(known, &left_out), mean(known, &swapped_signs(&left_out))] {
            println!("{script:?}: {cost}");
            file.extend(u16::try_from(cost).expect("costs are small").to_le_bytes());
        }
        file.extend(u32::try_from(met.len()).expect("filters are small").to_le_bytes());
        file.extend(common);
        file.extend(met);
    }
    Ok(file)
}

/// The Chinese sentences are in simplified ideographs; the same in traditional ones, by OpenCC's list of characters.
fn traditional(sources: &Path, text: &str) -> Result<String, String> {
    let path = sources.join("opencc/dictionary/STCharacters.txt");
    let list = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let pair = |line: &str| {
        let (simplified, traditional) = line.split_once('\t')?;
        Some((simplified.chars().next()?, traditional.chars().next()?))
    };
    let other: BTreeMap<char, char> = list.lines().filter_map(pair).collect();
    Ok(text.chars().map(|character| *other.get(&character).unwrap_or(&character)).collect())
}

fn mean(known: Bigrams<'_>, runs: &[Vec<char>]) -> u32 {
    let mut cost = Cost::default();
    runs.iter().for_each(|run| cost.add(known.cost(run)));
    cost.mean()
}

fn sign_runs(text: &str, script: Script) -> Vec<Vec<char>> {
    let mut runs = Vec::new();
    for_each_word(text, |run| {
        let parts = run.letters.split(|letter| Script::of(*letter) != Some(script));
        runs.extend(parts.filter(|part| !part.is_empty()).map(<[char]>::to_vec));
    });
    runs
}

/// The same runs with every sign exchanged for another of the text.
fn swapped_signs(runs: &[Vec<char>]) -> Vec<Vec<char>> {
    let signs: Vec<char> = runs.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let mut others = signs.clone();
    shuffle(&mut others, 0);
    let other: BTreeMap<char, char> = signs.into_iter().zip(others).collect();
    runs.iter().map(|run| run.iter().map(|sign| other[sign]).collect()).collect()
}

fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = Random::new(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

/// A code page and the range of its codes with common signs.
type Level = (&'static encoding_rs::Encoding, RangeInclusive<u16>);

/// The first levels of GB 2312, Big5 and JIS X 0208.
static IDEOGRAPHS: [Level; 3] = [
    (encoding_rs::GBK, 0xB0A1..=0xD7F9),
    (encoding_rs::BIG5, 0xA440..=0xC67E),
    (encoding_rs::SHIFT_JIS, 0x889F..=0x9872),
];
/// The syllables of KS X 1001.
static SYLLABLES: [Level; 1] = [(encoding_rs::EUC_KR, 0xB0A1..=0xC8FE)];

/// A bit for each sign that one of the code pages has in its range.
fn common_signs(levels: &[Level], first: u32, signs: usize) -> Vec<u8> {
    let mut bits = vec![0; signs.div_ceil(8)];
    for (encoding, codes) in levels {
        let is_euc = [encoding_rs::GBK, encoding_rs::EUC_KR].contains(encoding);
        for code in codes.clone().filter(|code| !is_euc || code & 0xFF >= 0xA1) {
            let bytes = code.to_be_bytes();
            let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
            let Some(character) = text.as_deref().and_then(|text| text.chars().next()) else { continue };
            let place = u32::from(character).checked_sub(first).map_or(usize::MAX, |place| place as usize);
            if let Some(byte) = bits.get_mut(place / 8) {
                *byte |= 1 << (place % 8);
            }
        }
    }
    bits
}

/// The runs of letters of the script that most of them belong to.
fn words(text: &str) -> Vec<Vec<char>> {
    let mut by_script: BTreeMap<Script, Vec<Vec<char>>> = BTreeMap::new();
    for_each_word(text, |run| {
        let letters = run.letters.iter().copied().map(plain).collect();
        by_script.entry(run.script).or_default().push(letters);
    });
    by_script.into_values().max_by_key(|words| words.iter().map(Vec::len).sum::<usize>()).unwrap_or_default()
}

/// All ideographs are one letter.
fn plain(letter: char) -> char {
    if Script::of(letter) == Some(Script::Han) { '一' } else { letter }
}

struct Model {
    /// Letters with their symbols.
    alphabet: BTreeMap<char, usize>,
    edges: bool,
    pairs: Vec<Vec<u8>>,
    rows: BTreeMap<usize, Vec<u8>>,
}

impl Model {
    fn learn(words: &[Vec<char>]) -> Self {
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        words.iter().flatten().for_each(|letter| *counts.entry(*letter).or_default() += 1);
        let is_kana = counts.keys().any(|letter| Script::of(*letter) == Some(Script::Kana));
        let frequent = counts.into_iter().filter(|(_, count)| *count >= MIN_LETTERS);
        let alphabet: BTreeMap<char, usize> = frequent.map(|(letter, _)| letter).zip(1..).collect();
        let edges = !is_kana && !alphabet.keys().any(|letter| Script::of(*letter) == Some(Script::Thai));
        let n = alphabet.len() + 1;
        let mut counts = Counts { n, one: vec![0.0; n], two: vec![0.0; n * n], three: BTreeMap::new() };
        for word in words {
            counts.add(word.iter().map(|letter| alphabet.get(letter).copied()), edges);
        }
        let pairs = (0..n).map(|last| counts.pair_row(last)).collect::<Vec<_>>();
        let rows = counts.rows();
        let quantised = |row: &Vec<f64>| row.iter().map(|share| quantised(*share)).collect::<Vec<u8>>();
        Self {
            alphabet,
            edges,
            pairs: pairs.iter().map(quantised).collect(),
            rows: rows.iter().map(|(context, row)| (*context, quantised(row))).collect(),
        }
    }

    /// The mean cost of words, in hundredths of a step, as the library counts it.
    fn mean(&self, words: &[Vec<char>]) -> u16 {
        self.mean_of(words, |letter| self.alphabet.get(&letter).copied())
    }

    fn mean_swapped(&self, words: &[Vec<char>]) -> u16 {
        let mut total = 0;
        for seed in 0..SWAPS {
            let swapped = self.swapped_letters(seed);
            total += u64::from(self.mean_of(words, |letter| swapped.get(&letter).copied()));
        }
        u16::try_from(total / SWAPS).expect("costs are small")
    }

    fn mean_of(&self, words: &[Vec<char>], symbol: impl Fn(char) -> Option<usize>) -> u16 {
        let (mut steps, mut letters) = (0usize, 0usize);
        for word in words {
            let (mut before, mut last) = (0, 0);
            for letter in word {
                let this = symbol(*letter);
                if *letter != '一' {
                    steps += this.map_or(16, |this| self.step(before, last, this));
                    letters += 1;
                }
                (before, last) = (last, this.unwrap_or(0));
            }
            if self.edges {
                steps += self.step(before, last, 0);
                letters += 1;
            }
        }
        u16::try_from(steps * 100 / letters.max(1)).expect("costs are small")
    }

    fn swapped_letters(&self, seed: u64) -> BTreeMap<char, usize> {
        let mut symbols: Vec<usize> = self.alphabet.values().copied().collect();
        shuffle(&mut symbols, seed);
        self.alphabet.keys().copied().zip(symbols).collect()
    }

    fn step(&self, before: usize, last: usize, this: usize) -> usize {
        let row = self.rows.get(&(before * self.pairs.len() + last)).unwrap_or(&self.pairs[last]);
        usize::from(row[this])
    }

    fn put(&self, file: &mut Vec<u8>, code: &str, costs: [u16; 2]) {
        let alphabet: String = self.alphabet.keys().collect();
        for text in [code, &alphabet] {
            file.extend(u16::try_from(text.len()).expect("alphabets are short").to_le_bytes());
            file.extend(text.as_bytes());
        }
        let rows = u16::try_from(self.rows.len()).expect("rows are few");
        costs.into_iter().chain([rows]).for_each(|number| file.extend(number.to_le_bytes()));
        self.pairs.iter().for_each(|row| put_row(file, row));
        let numbers: BTreeMap<usize, u16> = self.rows.keys().copied().zip(1..).collect();
        for context in 0..self.pairs.len().pow(2) {
            file.extend(numbers.get(&context).copied().unwrap_or(0).to_le_bytes());
        }
        self.rows.values().for_each(|row| put_row(file, row));
    }
}

fn put_row(file: &mut Vec<u8>, row: &[u8]) {
    file.extend(row.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4));
}

fn quantised(share: f64) -> u8 {
    (-share.log2() / STEP_BITS).round().clamp(0.0, 15.0) as u8
}

/// How often symbols follow each other.
struct Counts {
    n: usize,
    one: Vec<f64>,
    two: Vec<f64>,
    three: BTreeMap<usize, Vec<f64>>,
}

impl Counts {
    fn add(&mut self, word: impl Iterator<Item = Option<usize>>, edges: bool) {
        let (mut before, mut last) = (0, 0);
        for symbol in word.chain(edges.then_some(Some(0))) {
            // A foreign letter counts as an edge and is not learned.
            if let Some(symbol) = symbol {
                self.one[symbol] += 1.0;
                self.two[last * self.n + symbol] += 1.0;
                let n = self.n;
                self.three.entry(before * n + last).or_insert_with(|| vec![0.0; n])[symbol] += 1.0;
            }
            (before, last) = (last, symbol.unwrap_or(0));
        }
    }

    fn pair_row(&self, last: usize) -> Vec<f64> {
        let total: f64 = self.one.iter().sum();
        let one = |symbol: usize| (self.one[symbol] + 0.5) / (total + self.n as f64 / 2.0);
        let pairs = &self.two[last * self.n..(last + 1) * self.n];
        (0..self.n).map(|symbol| smoothed(pairs, symbol, one(symbol))).collect()
    }

    fn rows(&self) -> BTreeMap<usize, Vec<f64>> {
        let met = self.three.iter().filter(|(_, row)| row.iter().sum::<f64>() >= MIN_CONTEXT);
        met.map(|(context, row)| {
            let shorter = self.pair_row(context % self.n);
            (*context, (0..self.n).map(|symbol| smoothed(row, symbol, shorter[symbol])).collect())
        })
        .collect()
    }
}

/// The probability of a symbol after a context, leaning on the shorter context the more, the less is known.
fn smoothed(counts: &[f64], symbol: usize, shorter: f64) -> f64 {
    let total: f64 = counts.iter().sum();
    let kinds = counts.iter().filter(|count| **count > 0.0).count() as f64;
    if total == 0.0 { shorter } else { (counts[symbol] + kinds * shorter) / (total + kinds) }
}
