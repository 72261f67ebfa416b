//! `lab without-to-unicode`: removes `/ToUnicode` from real files and counts the characters that are still recovered.
//!
//! qpdf writes each file with all dictionaries uncompressed; then the key is renamed to one of equal length. Both
//! variants have the same glyphs in the same order, so they can be compared one by one. Only glyphs of embedded fonts
//! are compared, and only if a trusted map makes them Latin, Greek or Cyrillic text or related signs.

mod count;
mod fold;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use pdftract::content::{Glyph, PageGlyphs, Visibility};
use pdftract::unicode::UnicodeSource;
use pdftract::{Code, Document, Input, Options};

use crate::files::{self, PdfFile};
use crate::{Check, parallel, tool};
use count::Count;

/// Arguments of `lab without-to-unicode`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the files to read.
    folder: PathBuf,
    /// Folder for the files written by qpdf; existing ones are reused.
    #[arg(long)]
    scratch: PathBuf,
    /// Number of worker threads.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// The number of worst files, and of most frequently lost characters, to list.
    #[arg(long, default_value_t = 20)]
    worst: usize,
}

/// The number of pages compared at the start of each file.
const PAGES: usize = 30;
/// The time limit for qpdf per file.
const LIMIT: Duration = Duration::from_secs(60);
/// The confidence, in hundredths, from which a character counts as sure.
const SURE: u8 = 70;
/// The percentage of characters that must be recovered.
const LEAST: f64 = 99.0;

/// The result for one file.
struct Outcome {
    name: String,
    count: Count,
    /// Maps that were rejected before any was removed.
    distrusted: Vec<String>,
}

/// Compares and prints; fails if too many characters are lost.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    tool::require("qpdf", &["--version"], "apt install qpdf")?;
    fs::create_dir_all(&arguments.scratch).map_err(|error| format!("the scratch folder: {error}"))?;
    let files = files::find(std::slice::from_ref(&arguments.folder))?;
    let compare = |file: &PdfFile| compare(file, &arguments.scratch);
    let outcomes: Vec<Outcome> =
        parallel::map(&files, arguments.jobs, compare)?.into_iter().flatten().collect();
    Ok(print(&outcomes, arguments.worst))
}

/// Compares one file with its variant; returns `None` if it cannot be read or has no map.
fn compare(file: &PdfFile, scratch: &Path) -> Result<Option<Outcome>, String> {
    let open_form = scratch.join(file.name.replace('/', "_"));
    if !open_form.exists() {
        let mut qpdf = Command::new("qpdf");
        qpdf.args(["--decrypt", "--object-streams=disable", "--"]).arg(&file.path).arg(&open_form);
        tool::spend(&mut qpdf, LIMIT)?;
    }
    let Ok(whole) = fs::read(&open_form) else { return Ok(None) };
    let Some(stripped) = renamed(&whole, b"/ToUnicode", b"/NoUnicode") else { return Ok(None) };
    let opened = |bytes: Vec<u8>| Document::open(Input::new(bytes), &Options::default()).ok();
    let (Some(whole), Some(stripped)) = (opened(whole), opened(stripped)) else { return Ok(None) };
    let mut count = Count::default();
    for index in 0..whole.page_count().min(PAGES) {
        if let (Some(with), Some(without)) = (whole.glyphs(index), stripped.glyphs(index)) {
            compare_page(&with, &without, &mut count);
        }
    }
    let distrusted = whole.diagnostics().into_iter().filter(|said| said.code == Code::ToUnicodeDistrusted);
    let distrusted = distrusted.map(|said| said.message).collect();
    Ok(Some(Outcome { name: file.name.clone(), count, distrusted }))
}

/// Replaces all occurrences of a word with another of the same length; returns `None` if there are none.
fn renamed(bytes: &[u8], from: &[u8], to: &[u8]) -> Option<Vec<u8>> {
    let places: Vec<usize> =
        (0..bytes.len().saturating_sub(from.len())).filter(|&at| bytes[at..].starts_with(from)).collect();
    let mut renamed = bytes.to_vec();
    places.iter().for_each(|&at| renamed[at..at + to.len()].copy_from_slice(to));
    (!places.is_empty()).then_some(renamed)
}

fn compare_page(with: &PageGlyphs, without: &PageGlyphs, count: &mut Count) {
    for (stated, found) in with.glyphs.iter().zip(&without.glyphs) {
        let truth = with.text(stated);
        if stated.code == found.code && is_compared(with, stated, &truth) {
            let is_sure = found.confidence_percent >= SURE;
            count.add(&truth, &without.text(found), found.source, is_sure);
        }
    }
}

fn is_compared(page: &PageGlyphs, glyph: &Glyph, text: &str) -> bool {
    let is_embedded = page.font(glyph).is_some_and(|font| font.facts().embedded);
    // The text layer of a scan has glyphs without shapes.
    glyph.visibility != Visibility::InvisibleMode
        && glyph.source == UnicodeSource::ToUnicode
        && glyph.confidence_percent == 100
        && is_embedded
        && !text.is_empty()
        && text.chars().all(fold::is_european)
}

fn print(outcomes: &[Outcome], worst: usize) -> Check {
    let mut all = Count::default();
    outcomes.iter().for_each(|outcome| all.merge(&outcome.count));
    println!("{} files with /ToUnicode\n{}", outcomes.len(), all.table());
    let mut ranked: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.count.lost() > 0).collect();
    ranked.sort_by_key(|outcome| std::cmp::Reverse(outcome.count.lost()));
    println!("\nfiles that lose most:");
    for outcome in ranked.iter().take(worst) {
        println!("  {}: {}", outcome.name, outcome.count.summary());
    }
    println!("\nmaps not believed:");
    for outcome in outcomes {
        outcome.distrusted.iter().for_each(|message| println!("  {}: {message}", outcome.name));
    }
    Check::passed_if(all.share() >= LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_renamed_everywhere_and_lengths_stay() {
        let renamed = |text: &[u8]| renamed(text, b"/ToUnicode", b"/NoUnicode");
        assert_eq!(renamed(b"<</ToUnicode 3 0 R>>").as_deref(), Some(b"<</NoUnicode 3 0 R>>".as_slice()));
        assert_eq!(renamed(b"<</Length 3>>"), None);
    }
}
