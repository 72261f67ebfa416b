//! `lab word-coverage`: finds files where two other programs agree on words that pdftract lacks.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use pdftract::{Document, Options};

use crate::files::{self, PdfFile};
use crate::page_coverage::program::Program;
use crate::word_bag::WordBag;
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
    words: usize,
    /// The number of words found by pdftract.
    ours: usize,
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
    missing.retain(|file| file.words >= arguments.words);
    missing.sort_by_key(|file| std::cmp::Reverse(file.words));
    let mut unexplained = 0;
    for file in &missing {
        let is_explained = is_explained(&file.name, &reasons);
        unexplained += usize::from(!is_explained);
        let mark = if is_explained { "explained" } else { "UNEXPLAINED" };
        println!(
            "{:>7} missing, {:>7} ours  {mark:<11} {}  {}",
            file.words, file.ours, file.name, file.examples
        );
    }
    println!(
        "{} of {} files lack at least {} words that two others agree on; {unexplained} without a reason in {}",
        missing.len(),
        files.len(),
        arguments.words,
        path.display()
    );
    Ok(Check::passed_if(unexplained == 0))
}

fn missing(file: &PdfFile, limit: Duration) -> Result<Missing, String> {
    let opened = Document::open_path(&file.path, &Options::default());
    let text = opened.ok().and_then(|document| document.text().ok()).unwrap_or_default();
    let ours = WordBag::new(&text);
    let mut theirs = Vec::new();
    for program in Program::ALL {
        theirs.push(WordBag::new(&program.text(&file.path, limit)?));
    }
    let lacking = WordBag::agreed(&theirs).lacking_in(&ours);
    let examples: Vec<&str> = lacking.iter().take(SHOWN).map(|(word, _)| word.as_str()).collect();
    Ok(Missing {
        name: file.name.clone(),
        words: lacking.iter().map(|(_, count)| count).sum(),
        ours: ours.total(),
        examples: examples.join(" "),
    })
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
    fn reasons_name_files_or_their_ids() {
        let reasons = "| `11c0ef-issue19695.pdf` | U |\nand `be9445`";
        assert!(is_explained("pdf/11c0ef-issue19695.pdf", reasons));
        assert!(is_explained("be9445-0514.pdf", reasons));
        assert!(!is_explained("33dc5d-Genz.pdf", reasons));
    }
}
