//! `lab bbox-eval`: compares the boxes of words, computed from their glyphs, with those of poppler.

mod agreement;
mod glyph_index;
mod poppler;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use pdftract::content::{Glyph, PageGlyphs, Visibility};
use pdftract::{Document, Options};

use crate::files::{self, PdfFile};
use crate::{Check, tool};
use agreement::Agreement;
use glyph_index::GlyphIndex;

/// Arguments of `lab bbox-eval`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the files to read.
    folder: PathBuf,
    /// The number of files to compare.
    #[arg(long, default_value_t = 50)]
    count: usize,
    /// Print every word whose box is off.
    #[arg(long)]
    words: bool,
}

/// The number of pages compared at the start of each file.
const PAGES: usize = 5;
/// A file with fewer visible upright glyphs on these pages is skipped.
const MIN_GLYPHS: usize = 200;
/// A file with fewer words in common is skipped.
const MIN_WORDS: usize = 20;
/// The time limit for poppler.
const LIMIT: Duration = Duration::from_secs(20);
/// Pages whose sizes differ by more, in points, are rendered differently and cannot be compared.
const SAME_SIZE: f64 = 1.0;
/// The share of words within a point that is required.
const GOOD_SHARE: f64 = 0.95;

/// Compares and prints; fails if too few words agree.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    tool::require_poppler()?;
    let candidates: Vec<PdfFile> = files::find(std::slice::from_ref(&arguments.folder))?;
    let mut results: Vec<(String, Agreement)> = Vec::new();
    for file in spread(candidates) {
        if results.len() >= arguments.count {
            break;
        }
        let agreement = compare(&file.path)?.filter(|agreement| agreement.matched() >= MIN_WORDS);
        results.extend(agreement.map(|agreement| (file.name, agreement)));
    }
    results.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(print(&results, arguments.words))
}

/// Returns the files in a deterministic order that samples all parts of the list early.
fn spread(mut files: Vec<PdfFile>) -> Vec<PdfFile> {
    let mut ordered = Vec::with_capacity(files.len());
    let mut index = 0;
    while !files.is_empty() {
        // A step near the golden ratio of the length avoids clustering.
        index = (index + files.len() * 5 / 8) % files.len();
        ordered.push(files.remove(index));
    }
    ordered
}

/// Compares the first pages of a file; returns `None` if it is not suitable.
fn compare(path: &Path) -> Result<Option<Agreement>, String> {
    let Ok(document) = Document::open_path(path, &Options::default()) else { return Ok(None) };
    let pages: Vec<PageGlyphs> = (0..document.page_count().min(PAGES))
        .map(|index| document.glyphs(index).unwrap_or_default())
        .collect();
    let upright: usize =
        pages.iter().map(|page| page.glyphs.iter().filter(|g| is_upright(page, g)).count()).sum();
    if upright < MIN_GLYPHS {
        return Ok(None);
    }
    let Some(theirs) = poppler::pages(path, PAGES, LIMIT)? else { return Ok(None) };
    let mut agreement = Agreement::default();
    for (ours, theirs) in pages.iter().zip(&theirs) {
        let alike =
            (ours.width - theirs.width).abs() < SAME_SIZE && (ours.height - theirs.height).abs() < SAME_SIZE;
        if alike {
            let index = GlyphIndex::new(ours, is_upright);
            theirs.words.iter().for_each(|word| agreement.add(word, index.find(word)));
        }
    }
    Ok(Some(agreement))
}

/// Returns `true` if a glyph is visible and on a line from left to right.
fn is_upright(page: &PageGlyphs, glyph: &Glyph) -> bool {
    let level = page.run(glyph).is_some_and(|run| !run.vertical && run.direction[0] > 0.999);
    level
        && matches!(
            glyph.visibility,
            Visibility::Visible | Visibility::SameAsBackground | Visibility::Covered
        )
}

fn print(results: &[(String, Agreement)], words: bool) -> Check {
    let mut all = Agreement::default();
    println!("files below {:.0} % of words within 1 pt on every edge:", GOOD_SHARE * 100.0);
    for (name, agreement) in results {
        if agreement.share() < GOOD_SHARE {
            println!("  {name}: {agreement}");
        }
        if words {
            agreement.far_words().for_each(|word| println!("    {word}"));
        }
        all.merge(agreement);
    }
    println!("{} files: {all}", results.len());
    println!("medians: {}", all.medians());
    Check::passed_if(all.share() >= GOOD_SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_taken_from_everywhere_and_none_twice() {
        let file = |index: usize| PdfFile { name: format!("{index:02}"), path: PathBuf::new() };
        let ordered = spread((0..40).map(file).collect());
        let mut names: Vec<&str> = ordered.iter().map(|file| file.name.as_str()).collect();
        assert!(
            names.iter().take(8).any(|name| *name < "20") && names.iter().take(8).any(|name| *name >= "20")
        );
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 40);
    }
}
