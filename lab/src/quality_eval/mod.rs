//! `lab quality-eval`: measures the verdicts on pages with correct text, and on the same pages garbled.
//!
//! A page's text counts as correct if two other programs, or the known text, agree with it. Every such page is judged
//! unchanged, and with the text of each of its fonts garbled in every way of the testkit.

pub(crate) mod agreement;
mod garbled;
mod report;
mod router;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use pdftract::language::Script;
use pdftract::language::words::for_each_word;
use pdftract::{Document, ExtractOptions, LaidOutPage, Options};
use pdftract_testkit::garble::Garble;

use crate::files::{self, PdfFile};
use crate::{Check, parallel};
use agreement::{Agreed, Truth};

/// Arguments of `lab quality-eval`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the files to read.
    folder: PathBuf,
    /// Known texts: lines of JSON with `pdf`, `text` and optionally `page`.
    #[arg(long)]
    truth: Option<PathBuf>,
    /// The pages with correct text. Read if the file exists; otherwise determined with other programs and written.
    #[arg(long)]
    agreed: PathBuf,
    /// Time limit of a program in seconds.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Print misjudged pages.
    #[arg(long)]
    verbose: bool,
}

/// A judged page.
struct Judged {
    file: String,
    /// The page number, counted from 1.
    page: usize,
    script: &'static str,
    garble: Option<Garble>,
    score: f64,
    signals: String,
    /// The number of letters in words.
    letters: usize,
    text: String,
}

pub(crate) use router::run as run_router;

pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let files = files::find(std::slice::from_ref(&arguments.folder))?;
    let agreed = agreed(arguments, &files)?;
    let judged = parallel::map(&files, None, |file| {
        let pages = agreed.get(&file.name).map(Vec::as_slice).unwrap_or_default();
        Ok(judge_file(file, pages))
    })?;
    let judged: Vec<Judged> = judged.into_iter().flatten().collect();
    print!("{}", report::text(&judged, arguments.verbose));
    Ok(Check::passed_if(report::holds(&judged)))
}

fn agreed(arguments: &Arguments, files: &[PdfFile]) -> Result<Agreed, String> {
    let path = &arguments.agreed;
    if let Ok(table) = std::fs::read_to_string(path) {
        return Ok(agreement::parse(&table));
    }
    let truth = arguments.truth.as_deref().map(Truth::read).transpose()?.unwrap_or_default();
    let limit = Duration::from_secs(arguments.timeout);
    let found = parallel::map(files, None, |file| {
        let texts = texts(&file.path);
        Ok((file.name.clone(), agreement::pages(file, &texts, &truth, limit)?))
    })?;
    let found: BTreeMap<_, _> = found.into_iter().collect();
    std::fs::write(path, agreement::table(&found)).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(found)
}

/// Returns the pages of a file; none if it is refused.
fn pages(path: &Path) -> impl Iterator<Item = LaidOutPage> {
    let document = Document::open_path(path, &Options::default()).ok();
    let count = document.as_ref().map_or(0, Document::page_count);
    (0..count).filter_map(move |index| document.as_ref()?.laid_out(index, &ExtractOptions::default()))
}

fn texts(path: &Path) -> Vec<String> {
    pages(path).map(|page| page.text(&ExtractOptions::default())).collect()
}

fn judge_file(file: &PdfFile, numbers: &[usize]) -> Vec<Judged> {
    if numbers.is_empty() {
        return Vec::new();
    }
    let mut judged = Vec::new();
    for mut page in pages(&file.path) {
        let number = page.glyphs.page_index + 1;
        if !numbers.contains(&number) {
            continue;
        }
        let original = page.text(&ExtractOptions::default());
        let (script, letters) = (script_of(&original), letters_in_words(&original));
        let mut judge = |page: &LaidOutPage, garble| {
            let verdict = page.verdict(&ExtractOptions::default());
            let signals: Vec<&str> = verdict.signals.iter().map(|signal| signal.as_str()).collect();
            let (score, signals) = (verdict.score, signals.join(","));
            let text = page.text(&ExtractOptions::default());
            let file = file.name.clone();
            judged.push(Judged { file, page: number, script, garble, score, signals, letters, text });
        };
        judge(&page, None);
        for garble in Garble::ALL {
            if !garbled::reaches(&page, garble) {
                continue;
            }
            garbled::with_garbled(&mut page, garble, |page| judge(page, Some(garble)));
        }
    }
    judged
}

/// Returns the script of most letters.
fn script_of(text: &str) -> &'static str {
    let mut counts: BTreeMap<Script, usize> = BTreeMap::new();
    for script in text.chars().filter_map(Script::from_char) {
        *counts.entry(script).or_default() += 1;
    }
    // Japanese has more ideographs than kana.
    if let Some(kana) = counts.get(&Script::Kana).copied()
        && let Some(han) = counts.get_mut(&Script::Han)
        && kana * 5 > *han
    {
        *han = 0;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.map_or("none", |(script, _)| script.code().unwrap_or("other"))
}

fn letters_in_words(text: &str) -> usize {
    let mut letters = 0;
    for_each_word(text, |run| letters += run.letters.len());
    letters
}
