//! `lab word-coverage`: finds files where two other programs agree on words that pdftract lacks.
//!
//! Words that pdftract leaves out on purpose, hidden text and running headers, are counted apart: a second reading keeps
//! them.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use pdftract::{Document, ExtractOptions, Format, Hidden, Options, RunningHeads};

use crate::files::{self, PdfFile};
use crate::page_coverage::program::Program;
use crate::word_bag::{self, WordBag};
use crate::{Check, parallel, tool};

/// Arguments of `lab word-coverage`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the files to read.
    folder: PathBuf,
    /// Number of words that may be missing without an explanation.
    #[arg(long, default_value_t = 50)]
    words: usize,
    /// The page with explanations: a file whose name it mentions is explained.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/corpus-differences.md"))]
    explained: PathBuf,
    /// Time limit of a program in seconds.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
}

/// The number of missing words shown.
const SHOWN: usize = 12;
/// The length of the prefix that identifies a file.
const ID: usize = 6;

/// The missing words of a file.
struct Missing {
    name: String,
    /// The number of words missing from the text, and from the text with hidden text and running headers.
    by_default: Lacking,
    with_all: Lacking,
    /// The number of words found by pdftract.
    ours: usize,
}

/// Words that a text lacks.
#[derive(Default)]
struct Lacking {
    words: usize,
    /// The number of different words: those of a running header are few.
    different: usize,
    examples: String,
}

/// Reads all files with all programs; fails if words are missing without an explanation.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    tool::require_poppler()?;
    tool::require_mutool()?;
    tool::require_pdfium()?;
    let path = &arguments.explained;
    let reasons = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let limit = Duration::from_secs(arguments.timeout);
    let files = files::find(std::slice::from_ref(&arguments.folder))?;
    let mut missing = parallel::map(&files, None, |file| missing(file, limit))?;
    missing.retain(|file| file.by_default.words >= arguments.words);
    missing.sort_by_key(|file| std::cmp::Reverse((file.with_all.words, file.by_default.words)));
    let (mut unexplained, mut left_out) = (0, 0);
    for file in &missing {
        let is_left_out = file.with_all.words < arguments.words;
        let is_explained = is_explained(&file.name, &reasons);
        left_out += usize::from(is_left_out);
        unexplained += usize::from(!is_explained && !is_left_out);
        let (mark, lacking) = match (is_left_out, is_explained) {
            (true, _) => ("left out", &file.by_default),
            (false, true) => ("explained", &file.with_all),
            (false, false) => ("UNEXPLAINED", &file.with_all),
        };
        println!(
            "{:>6} missing ({:>5} different), {:>7} ours  {mark:<11} {}  {}",
            lacking.words, lacking.different, file.ours, file.name, lacking.examples
        );
    }
    println!(
        "{} of {} files lack at least {} words that two others agree on: {left_out} only hidden text and running \
         headers; {unexplained} without a reason in {}",
        missing.len(),
        files.len(),
        arguments.words,
        path.display()
    );
    Ok(Check::passed_if(unexplained == 0))
}

fn missing(file: &PdfFile, limit: Duration) -> Result<Missing, String> {
    let all = ExtractOptions::default().hidden(Hidden::Keep).running_heads(RunningHeads::Keep);
    let [ours, all] = [ExtractOptions::default(), all].map(|options| WordBag::new(&text(file, &options)));
    let mut theirs = Vec::new();
    for program in Program::ALL {
        theirs.push(WordBag::new(&program.text(&file.path, limit)?));
    }
    let agreed = WordBag::agreed(&theirs);
    Ok(Missing {
        name: file.name.clone(),
        by_default: Lacking::new(&agreed, &ours),
        with_all: Lacking::new(&agreed, &all),
        ours: ours.total(),
    })
}

/// Returns the text of a file; empty if it cannot be opened.
fn text(file: &PdfFile, options: &ExtractOptions) -> String {
    let Ok(document) = Document::open_path(&file.path, &Options::default()) else { return String::new() };
    let mut text = Vec::new();
    let written = document.write(Format::Text, &mut text, options);
    written.map(|()| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default()
}

impl Lacking {
    fn new(agreed: &WordBag, ours: &WordBag) -> Self {
        let mut lacking = agreed.lacking_in(ours);
        lacking.retain(|(word, _)| is_word(word));
        let examples: Vec<&str> = lacking.iter().take(SHOWN).map(|(word, _)| word.as_str()).collect();
        Self {
            words: lacking.iter().map(|(_, count)| count).sum(),
            different: lacking.len(),
            examples: examples.join(" "),
        }
    }
}

/// Returns `true` for words, rather than single letters and digits: programs divide formulas and spaced text differently.
/// An ideograph is a word.
fn is_word(word: &str) -> bool {
    let mut characters = word.chars();
    let first = characters.next();
    characters.next().is_some() || first.is_some_and(word_bag::is_word_by_itself)
}

/// Returns `true` if the page mentions the file, by its whole name or its id.
fn is_explained(name: &str, reasons: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    let id = name.split_once('-').map(|(id, _)| id).filter(|id| id.len() == ID);
    reasons.contains(name) || id.is_some_and(|id| reasons.contains(&format!("`{id}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_letters_are_no_words() {
        let lacking = Lacking::new(&WordBag::new("the field x is 日 x 12"), &WordBag::new("the field is"));
        assert_eq!((lacking.words, lacking.different), (2, 2));
        assert_eq!(lacking.examples, "12 日");
    }

    #[test]
    fn reasons_name_files_or_their_ids() {
        let reasons = "| `11c0ef-issue19695.pdf` | U |\nand `be9445`";
        assert!(is_explained("pdf/11c0ef-issue19695.pdf", reasons));
        assert!(is_explained("be9445-0514.pdf", reasons));
        assert!(!is_explained("33dc5d-Genz.pdf", reasons));
    }
}
