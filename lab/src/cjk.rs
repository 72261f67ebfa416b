//! `lab cjk`: measures the recall of characters in Chinese, Japanese and Korean files against the best of three other
//! programs.
//!
//! The best program is the one with most characters confirmed by another. Characters are compared after NFKC
//! normalisation, since pdftract folds forms that others keep; their order is ignored.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use pdftract::{Document, Options};
use unicode_normalization::UnicodeNormalization;

use crate::files::{self, PdfFile};
use crate::page_coverage::program::Program;
use crate::{Check, parallel, tool};

/// The share of the best program's characters that pdftract must find.
const LEAST_RECALL: f64 = 0.995;

/// The file that explains differences; it refers to files by the first six characters of their names in backticks.
const EXPLANATIONS: &str = "docs/corpus-differences.md";

/// The number of characters that identify a file of the corpus.
const NAME_LETTERS: usize = 6;

/// The number of missing characters shown for a listed file.
const SHOWN_CHARACTERS: usize = 12;

/// Arguments of `lab cjk`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders with the files to read.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Time limit of a program in seconds.
    #[arg(long, default_value_t = 40)]
    timeout: u64,
}

/// Characters with their counts.
type Counts = BTreeMap<char, usize>;

/// A file with Chinese, Japanese or Korean text.
struct Row {
    name: String,
    best: Program,
    recall: f64,
    /// Characters found by the best program but not by pdftract.
    lacking: Counts,
}

/// Compares all files; fails if one lacks more than is allowed without an explanation.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    tool::require_poppler()?;
    tool::require_mutool()?;
    tool::require_pdfium()?;
    let limit = Duration::from_secs(arguments.timeout);
    let explanations = std::fs::read_to_string(EXPLANATIONS).unwrap_or_default();
    let files = files::find(&arguments.folders)?;
    let rows = parallel::map(&files, None, |file| compare(file, limit))?;
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    let mut unexplained = 0;
    for row in rows.iter().filter(|row| row.recall < LEAST_RECALL) {
        let is_explained = explanations.contains(&format!("`{}", start(&row.name)));
        unexplained += usize::from(!is_explained);
        println!("{}", line(row, is_explained));
    }
    let good = rows.iter().filter(|row| row.recall >= LEAST_RECALL).count();
    println!(
        "{} files, {good} with at least {LEAST_RECALL}; {unexplained} of the others unexplained",
        rows.len()
    );
    Ok(Check::passed_if(unexplained == 0))
}

fn start(name: &str) -> String {
    let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
    name.chars().take(NAME_LETTERS).collect()
}

fn line(row: &Row, is_explained: bool) -> String {
    let mut lacking: Vec<(char, usize)> = row.lacking.iter().map(|(&c, &count)| (c, count)).collect();
    lacking.sort_by_key(|&(character, count)| (std::cmp::Reverse(count), character));
    let shown: Vec<String> = lacking
        .iter()
        .take(SHOWN_CHARACTERS)
        .map(|(character, count)| format!("{character} {count}"))
        .collect();
    let explained = if is_explained { ", explained" } else { "" };
    format!("{} {:.4} of {}{explained}: lacks {}", row.name, row.recall, row.best.name(), shown.join(", "))
}

/// Compares a file with the best program; returns `None` if it has no East Asian text.
fn compare(file: &PdfFile, limit: Duration) -> Result<Option<Row>, String> {
    let ours = ours(file);
    let poppler = Program::Poppler.text(&file.path, limit)?;
    if !(ours.contains(is_east_asian) || poppler.contains(is_east_asian)) {
        return Ok(None);
    }
    let theirs = [
        (Program::Poppler, counts(&poppler)),
        (Program::Mupdf, counts(&Program::Mupdf.text(&file.path, limit)?)),
        (Program::Pdfium, counts(&Program::Pdfium.text(&file.path, limit)?)),
    ];
    let (best, wanted) = best(&theirs);
    let lacking = lacking(wanted, &counts(&ours));
    let recall = 1.0 - share(sum(&lacking), sum(wanted));
    Ok(Some(Row { name: file.name.clone(), best, recall, lacking }))
}

/// Returns the text found by pdftract; empty if the file cannot be opened.
fn ours(file: &PdfFile) -> String {
    let document = Document::open_path(&file.path, &Options::default());
    document.and_then(|document| document.text()).unwrap_or_default()
}

/// Returns the program with most characters confirmed by another, and its characters.
fn best(theirs: &[(Program, Counts); 3]) -> (Program, &Counts) {
    let confirmed = |own: &Counts| -> usize {
        let by_other = |character: &char, count: usize| {
            let others = theirs.iter().filter(|(_, other)| !std::ptr::eq(own, other));
            others.map(|(_, other)| count.min(other.get(character).copied().unwrap_or(0))).max().unwrap_or(0)
        };
        own.iter().map(|(character, &count)| by_other(character, count)).sum()
    };
    let [first, rest @ ..] = theirs;
    let mut best = first;
    for other in rest {
        if confirmed(&other.1) > confirmed(&best.1) {
            best = other;
        }
    }
    (best.0, &best.1)
}

/// Counts the characters that carry text, after NFKC normalisation.
fn counts(text: &str) -> Counts {
    let mut counts = Counts::new();
    for character in text.nfkc().filter(|character| !says_nothing(*character)) {
        *counts.entry(character).or_default() += 1;
    }
    counts
}

/// Returns `true` for white space, controls, direction and joiner marks, private-use and replacement characters.
fn says_nothing(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character,
            '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{E000}'..='\u{F8FF}'
            | '\u{FEFF}' | '\u{FFFD}' | '\u{F0000}'..)
}

fn lacking(wanted: &Counts, found: &Counts) -> Counts {
    let missing = |(character, count): (&char, &usize)| {
        let missing = count.saturating_sub(found.get(character).copied().unwrap_or(0));
        (missing > 0).then_some((*character, missing))
    };
    wanted.iter().filter_map(missing).collect()
}

fn sum(counts: &Counts) -> usize {
    counts.values().sum()
}

#[allow(clippy::cast_precision_loss)]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Returns `true` for ideographs, kana and Hangul.
fn is_east_asian(character: char) -> bool {
    matches!(character,
        '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{FF66}'..='\u{FF9D}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_the_one_that_another_confirms() {
        let theirs = [
            (Program::Poppler, counts("日 本 語")),
            (Program::Mupdf, counts("ÈÕ±¾Óï*****")),
            (Program::Pdfium, counts("日本")),
        ];
        let (program, wanted) = best(&theirs);
        assert_eq!((program, sum(wanted)), (Program::Poppler, 3));
        assert_eq!(lacking(wanted, &counts("本語")), Counts::from([('日', 1)]));
    }

    #[test]
    fn forms_of_a_character_are_alike() {
        assert_eq!(counts("Ａ︐ｶﾞ"), counts("A，ガ"));
    }
}
