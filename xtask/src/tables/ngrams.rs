//! Distils example sentences of languages into compact models of three letters in a row and of kinds of characters.
//!
//! The file: the classes of punctuation, each as its characters; the costs of three classes in a row; the languages, each
//! with its name, its letters and the costs of three letters in a row. Costs are four bits each, two to a byte, the
//! first in the lower half. `language.rs` of the library reads it and describes what the numbers mean.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Generated;

/// Languages by their code and the package of their sentences.
const LANGUAGES: [(&str, &str); 18] = [
    ("en", "english"),
    ("de", "german"),
    ("fr", "french"),
    ("es", "spanish"),
    ("it", "italian"),
    ("pt", "portuguese"),
    ("nl", "dutch"),
    ("pl", "polish"),
    ("cs", "czech"),
    ("sv", "swedish"),
    ("da", "danish"),
    ("fi", "finnish"),
    ("hu", "hungarian"),
    ("ro", "romanian"),
    ("tr", "turkish"),
    ("ru", "russian"),
    ("uk", "ukrainian"),
    ("el", "greek"),
];

/// The version of those packages.
const VERSION: &str = "1.3.0";

/// Characters of each class of punctuation. Before them come blank, lower case, upper case and digit; after them all
/// others.
const PUNCTUATION: [&str; 8] = [
    ".",
    ",",
    "'\u{2019}",
    "-\u{2010}",
    "([{\u{ab}\u{201c}\u{201e}\u{2018}",
    ")]}\u{bb}\u{201d}",
    ":;",
    "?!",
];

/// Classes before and after those of punctuation.
const LETTER_CLASSES: usize = 4;
const CLASSES: usize = LETTER_CLASSES + PUNCTUATION.len() + 1;

/// A letter that is rarer in the sentences is foreign to the language.
const MIN_LETTERS: usize = 12;
/// Symbols that are not letters: the edge of a word, and a digit.
const SPECIAL: usize = 2;
/// Bits of information that one step of a cost stands for.
const STEP_BITS: f64 = 0.75;

pub(super) fn generate(sources: &Path) -> Result<Vec<Generated>, String> {
    let mut texts = Vec::new();
    for (code, package) in LANGUAGES {
        let folder = format!("lingua-{package}-language-model-{VERSION}");
        let path = sources.join(folder).join("testdata/sentences.txt");
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        texts.push((code, text));
    }
    let mut file = Vec::new();
    put_classes(&mut file, &texts);
    file.push(small(texts.len()));
    for (code, text) in &texts {
        put_language(&mut file, code, text);
    }
    Ok(vec![Generated { file_name: "ngrams.bin", contents: file }])
}

fn put_text(file: &mut Vec<u8>, text: &str) {
    file.push(small(text.len()));
    file.extend_from_slice(text.as_bytes());
}

fn small(value: usize) -> u8 {
    u8::try_from(value).expect("counts in these tables are small")
}

fn put_classes(file: &mut Vec<u8>, texts: &[(&str, String)]) {
    file.push(small(PUNCTUATION.len()));
    for class in PUNCTUATION {
        put_text(file, class);
    }
    let mut counts = Counts::new(CLASSES);
    for (_, text) in texts {
        counts.add(text.chars().map(class_of));
    }
    counts.put(file);
}

fn class_of(character: char) -> usize {
    let listed = PUNCTUATION.iter().position(|class| class.contains(character));
    match character {
        _ if character.is_whitespace() => 0,
        _ if character.is_lowercase() => 1,
        _ if character.is_uppercase() => 2,
        _ if character.is_numeric() => 3,
        _ => listed.map_or(CLASSES - 1, |class| class + LETTER_CLASSES),
    }
}

fn put_language(file: &mut Vec<u8>, code: &str, text: &str) {
    let folded = |character: char| character.to_lowercase().next().unwrap_or(character);
    let mut letters: BTreeMap<char, usize> = BTreeMap::new();
    for character in text.chars().filter(|character| character.is_alphabetic()) {
        *letters.entry(folded(character)).or_default() += 1;
    }
    letters.retain(|_, count| *count >= MIN_LETTERS);
    let alphabet: String = letters.keys().collect();
    put_text(file, code);
    put_text(file, &alphabet);
    let symbol = |character: char| {
        let letter = alphabet.chars().position(|letter| letter == folded(character));
        letter.map_or(usize::from(character.is_numeric()), |letter| letter + SPECIAL)
    };
    let mut counts = Counts::new(letters.len() + SPECIAL);
    counts.add(text.chars().map(symbol));
    counts.put(file);
}

/// How often symbols follow each other.
struct Counts {
    symbols: usize,
    one: Vec<f64>,
    two: Vec<f64>,
    three: Vec<f64>,
}

impl Counts {
    fn new(symbols: usize) -> Self {
        let zeros = |power: u32| vec![0.0; symbols.pow(power)];
        Self { symbols, one: zeros(1), two: zeros(2), three: zeros(3) }
    }

    fn add(&mut self, text: impl Iterator<Item = usize>) {
        let (mut before, mut last) = (0, 0);
        for symbol in text {
            // Blanks in a row say nothing.
            if symbol == 0 && last == 0 {
                continue;
            }
            self.one[symbol] += 1.0;
            self.two[last * self.symbols + symbol] += 1.0;
            self.three[(before * self.symbols + last) * self.symbols + symbol] += 1.0;
            (before, last) = (last, symbol);
        }
    }

    /// The costs of all three in a row: how surprising the third is after the first two, smoothed by Witten and Bell.
    fn put(&self, file: &mut Vec<u8>) {
        let total: f64 = self.one.iter().sum();
        let n = self.symbols;
        let mut costs = Vec::with_capacity(n * n * n);
        for before in 0..n {
            for last in 0..n {
                for symbol in 0..n {
                    let one = (self.one[symbol] + 0.5) / (total + n as f64 / 2.0);
                    let pairs = &self.two[last * n..(last + 1) * n];
                    let two = smoothed(pairs, symbol, one);
                    let start = (before * n + last) * n;
                    let three = smoothed(&self.three[start..start + n], symbol, two);
                    costs.push((-three.log2() / STEP_BITS).round().clamp(0.0, 15.0) as u8);
                }
            }
        }
        file.extend(costs.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4));
    }
}

/// The probability of a symbol after a context, leaning on the shorter context the more, the less is known.
fn smoothed(counts: &[f64], symbol: usize, shorter: f64) -> f64 {
    let total: f64 = counts.iter().sum();
    let kinds = counts.iter().filter(|count| **count > 0.0).count() as f64;
    if total == 0.0 { shorter } else { (counts[symbol] + kinds * shorter) / (total + kinds) }
}
