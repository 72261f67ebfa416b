//! `lab verdict`: compares the score of `pdftract check` with the accuracy of the text, on files with known text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;

use crate::files;
use crate::word_bag::WordBag;
use crate::{Check, parallel, tool};

/// Arguments of `lab verdict`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Known texts: lines of JSON with `pdf` (below the folder of this file), `kind`, `text` and optionally `page`.
    #[arg(long, value_name = "FILE")]
    truth: Option<PathBuf>,
    /// A folder of cases: `x.pdf` with its pages `x.p1.txt`, `x.p2.txt` …
    #[arg(long, value_name = "FOLDER")]
    cases: Option<PathBuf>,
    /// The program to measure [default: the one built beside this one].
    #[arg(long, value_name = "PROGRAM")]
    pdftract: Option<PathBuf>,
    /// List files that are wrong but trusted, and those that are correct but not trusted.
    #[arg(long)]
    list: bool,
}

const LIMIT: Duration = Duration::from_secs(120);
/// A text with a lower share of correct words is wrong.
const WRONG: f64 = 0.8;
/// The share of files with wrong text that may be trusted.
const MAX_TRUSTED: f64 = 0.01;
/// Upper bounds of the accuracy buckets.
const BUCKETS: [f64; 7] = [0.2, 0.4, 0.6, 0.8, 0.9, 0.97, f64::INFINITY];

/// The known text of a file: of the whole, or of some pages counted from 1.
#[derive(Debug, Clone)]
struct Known {
    path: PathBuf,
    texts: Vec<(Option<usize>, String)>,
}

/// A line of the file of known texts.
#[derive(Deserialize)]
struct TruthLine {
    pdf: String,
    kind: String,
    text: Option<String>,
    page: Option<usize>,
}

/// The relevant part of the program's answer.
#[derive(Deserialize)]
struct Answer {
    readable: bool,
    /// `false` if there was too little text to judge, which is not trust.
    judged: bool,
    score: f64,
}

/// A file with the program's verdict and its accuracy.
struct Judged {
    name: String,
    accuracy: f64,
    score: f64,
    is_trusted: bool,
}

/// Judges all files; fails if too many wrong texts are trusted.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let program = match &arguments.pdftract {
        Some(path) => path.clone(),
        None => tool::built_beside("pdftract", "cargo build --release")?,
    };
    let mut known = arguments.truth.as_deref().map(read_truth).transpose()?.unwrap_or_default();
    known.extend(arguments.cases.as_deref().map(read_cases).transpose()?.unwrap_or_default());
    if known.is_empty() {
        return Err("name known texts: --truth FILE or --cases FOLDER".into());
    }
    let reason = |known: &Known| known.texts.iter().find_map(|(_, text)| unusable(text));
    for why in [Unusable::Markup, Unusable::GluedWords, Unusable::NoCharacters] {
        let left_out = known.iter().filter(|known| reason(known) == Some(why)).count();
        println!("{left_out} files left out: their known text has {}", why.name());
    }
    known.retain(|known| reason(known).is_none());
    let judged = parallel::map(&known, None, |known| judge(&program, known))?;
    let judged: Vec<Judged> = judged.into_iter().flatten().collect();
    println!("{} files with known text, {} of them read", known.len(), judged.len());
    print!("{}", table(&judged));
    if arguments.list {
        print!("{}", list(&judged));
    }
    let wrong = || judged.iter().filter(|file| file.accuracy < WRONG);
    let trusted = wrong().filter(|file| file.is_trusted).count();
    let share = trusted as f64 / wrong().count().max(1) as f64;
    println!(
        "accuracy below {WRONG}: {} files, {trusted} of them trusted ({:.1} %)",
        wrong().count(),
        share * 100.0
    );
    Ok(Check::passed_if(share <= MAX_TRUSTED))
}

fn read_truth(path: &Path) -> Result<Vec<Known>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut files: BTreeMap<PathBuf, Vec<(Option<usize>, String)>> = BTreeMap::new();
    for line in text.lines() {
        let line: TruthLine =
            serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?;
        // Scans need OCR, and the other kinds are statements about parts of a text rather than whole texts.
        if let (Some(text), "bag" | "ordered") = (line.text, line.kind.as_str()) {
            files.entry(folder.join(line.pdf)).or_default().push((line.page, text));
        }
    }
    Ok(files.into_iter().map(|(path, texts)| Known { path, texts }).collect())
}

fn read_cases(folder: &Path) -> Result<Vec<Known>, String> {
    let mut known = Vec::new();
    for file in files::find(&[folder.to_path_buf()])? {
        let page =
            |number: usize| std::fs::read_to_string(file.path.with_extension(format!("p{number}.txt"))).ok();
        let pages: Vec<String> = (1..).map_while(page).collect();
        if !pages.is_empty() {
            known.push(Known { path: file.path, texts: vec![(None, pages.join("\n"))] });
        }
    }
    Ok(known)
}

/// The reason why a known text cannot be compared with extracted text by words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unusable {
    Markup,
    GluedWords,
    NoCharacters,
}

impl Unusable {
    fn name(self) -> &'static str {
        match self {
            Self::Markup => "formulas or tables as markup",
            Self::GluedWords => "words without spaces",
            Self::NoCharacters => "characters without meaning",
        }
    }
}

/// More letters in a row than this are words without spaces; chemical names and URLs are shorter, or have other signs.
const LONGEST_WORD: usize = 40;
/// The share of a known text, in percent, that a reason must affect.
const AFFECTED: usize = 2;

/// Returns why a known text is unusable. The rules are plain counts, so that the verdict that is measured has no
/// influence on the choice of files.
fn unusable(text: &str) -> Option<Unusable> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_markup = |word: &&&str| {
        let command = word.split_once('\\').is_some_and(|(_, rest)| rest.starts_with(is_command));
        command || word.contains("</") || word.contains("|--")
    };
    let letters =
        |word: &&str| word.split(|c: char| !is_spaced_letter(c)).map(|run| run.chars().count()).max();
    let glued = |word: &&str| letters(word).filter(|letters| *letters > LONGEST_WORD).unwrap_or(0);
    let is_affected = |part: usize, whole: usize| part * 100 > whole * AFFECTED;
    let characters = text.chars().count();
    if is_affected(words.iter().filter(is_markup).count(), words.len()) {
        Some(Unusable::Markup)
    } else if is_affected(words.iter().map(glued).sum(), characters) {
        Some(Unusable::GluedWords)
    } else if is_affected(text.chars().filter(|c| is_meaningless(*c)).count(), characters) {
        Some(Unusable::NoCharacters)
    } else {
        None
    }
}

/// Returns `true` for what follows the backslash of a command or delimiter of LaTeX.
fn is_command(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '(' | ')' | '[' | ']')
}

/// Returns `true` for letters of scripts that separate words with spaces, by their blocks.
fn is_spaced_letter(c: char) -> bool {
    c.is_alphabetic() && matches!(c, '\0'..='\u{DFF}' | '\u{1E00}'..='\u{1FFF}' | '\u{AC00}'..='\u{D7A3}')
}

fn is_meaningless(c: char) -> bool {
    let is_control = c.is_control() && !c.is_whitespace();
    is_control || matches!(c, '\u{FFFD}' | '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)
}

/// Runs the program for text and verdict; returns `None` if it refuses the file.
fn judge(program: &Path, known: &Known) -> Result<Option<Judged>, String> {
    let text = tool::output(Command::new(program).args(["-q", "-j", "1"]).arg(&known.path), LIMIT)?;
    let check = ["check", "--json", "-j", "1"];
    let answer = tool::output(Command::new(program).args(check).arg(&known.path), LIMIT)?;
    let answer = answer.and_then(|answer| serde_json::from_str::<Answer>(&answer).ok());
    let (Some(text), Some(answer)) = (text, answer) else { return Ok(None) };
    let name = known.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let accuracy = accuracy(&text, &known.texts);
    Ok(Some(Judged { name, accuracy, score: answer.score, is_trusted: answer.readable && answer.judged }))
}

/// Returns the mean share of correct words over the known texts.
fn accuracy(text: &str, known: &[(Option<usize>, String)]) -> f64 {
    let pages: Vec<&str> = text.split('\u{c}').collect();
    let f1 = |(page, truth): &(Option<usize>, String)| {
        let given = page.map_or(text, |page| pages.get(page.saturating_sub(1)).copied().unwrap_or_default());
        WordBag::new(truth).f1(&WordBag::new(given))
    };
    known.iter().map(f1).sum::<f64>() / known.len().max(1) as f64
}

/// Formats a line for each accuracy bucket: number of files, their scores, number of trusted files.
fn table(judged: &[Judged]) -> String {
    let mut table = String::from("accuracy      files  mean score  lowest  highest  trusted\n");
    let mut from = 0.0;
    for to in BUCKETS {
        let files: Vec<&Judged> = judged.iter().filter(|file| (from..to).contains(&file.accuracy)).collect();
        let scores = || files.iter().map(|file| file.score);
        table.push_str(&format!(
            "{from:.2} – {:.2}  {:>6}  {:>10.2}  {:>6.2}  {:>7.2}  {:>7}\n",
            to.min(1.0),
            files.len(),
            scores().fold(0.0, |sum, score| sum + score) / files.len().max(1) as f64,
            scores().reduce(f64::min).unwrap_or(0.0),
            scores().reduce(f64::max).unwrap_or(0.0),
            files.iter().filter(|file| file.is_trusted).count()
        ));
        from = to;
    }
    table
}

fn list(judged: &[Judged]) -> String {
    let mut files: Vec<&Judged> =
        judged.iter().filter(|file| (file.accuracy < WRONG) == file.is_trusted).collect();
    files.sort_by(|a, b| a.accuracy.total_cmp(&b.accuracy));
    let line = |file: &&Judged| {
        let mark = if file.is_trusted { "wrong, trusted" } else { "right, not trusted" };
        format!("  {:.2} right, score {:.2}  {mark}  {}\n", file.accuracy, file.score, file.name)
    };
    files.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_compared_with_their_own_truth() {
        let known = [(Some(2), "two words".to_owned()), (None, "one two words".to_owned())];
        assert_eq!(accuracy("one\u{c}two words", &known), 1.0);
        assert_eq!(accuracy("one", &known), 0.25);
    }

    #[test]
    fn markup_glued_words_and_lost_characters_are_no_truth() {
        let words =
            "The museum lists its clocks, of which only seven still agree with each other. ".repeat(3);
        assert_eq!(unusable(&words), None);
        assert_eq!(unusable(&"時計は七つだけが合っている。".repeat(9)), None);
        assert_eq!(unusable(&format!("{words}{words} see C:\\temp")), None, "a single path");
        assert_eq!(unusable(&format!("{words} form \\(a^{{n}}\\) \\frac{{a}}{{b}}")), Some(Unusable::Markup));
        assert_eq!(unusable(&words.replace([' ', ',', '.'], "")), Some(Unusable::GluedWords));
        assert_eq!(unusable(&words.replace('e', "\u{FFFD}")), Some(Unusable::NoCharacters));
    }

    #[test]
    fn buckets_hold_every_file() {
        let file = |accuracy, is_trusted| Judged { name: "x".into(), accuracy, score: 0.5, is_trusted };
        let judged = [file(0.0, true), file(0.8, true), file(1.0, false)];
        let counts: Vec<usize> = table(&judged)
            .lines()
            .skip(1)
            .filter_map(|line| line.split_whitespace().nth(3)?.parse().ok())
            .collect();
        assert_eq!(counts, [1, 0, 0, 0, 1, 0, 1]);
        assert_eq!(list(&judged).lines().count(), 2);
    }
}
