//! Counts which pages of a corpus would be read by recognition, without reading them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use pdftract::ocr::{EngineFailure, Mode, Recognition};
use pdftract::output::model::PageType;
use pdftract::{Document, LayoutOptions, Options};

use crate::{Verdict, files, parallel};

/// Which files.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folders with PDF files
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Pages of each file, from its start
    #[arg(long, default_value_t = 20)]
    pages: usize,
    /// Name each page of text that would be read
    #[arg(long)]
    list: bool,
}

/// Time for a file.
const TIME: Duration = Duration::from_secs(60);

/// How many pages of each kind there are, and how many of them would be read.
type Counts = BTreeMap<String, (usize, usize)>;

/// Counts.
pub(crate) fn run(arguments: &Arguments) -> Result<Verdict, String> {
    let found = files::find(&arguments.folders)?;
    let mut total = Counts::new();
    for (file, (counts, listed)) in
        found.iter().zip(parallel::map(&found, None, |file| count(&file.path, arguments))?)
    {
        for (kind, (pages, read)) in counts {
            let entry = total.entry(kind).or_default();
            *entry = (entry.0 + pages, entry.1 + read);
        }
        if arguments.list {
            listed.iter().for_each(|line| println!("{}: {line}", file.name));
        }
    }
    for (kind, (pages, read)) in total {
        println!(
            "{kind:<14} {pages:>7} pages, {read:>6} would be read ({:.2} %)",
            100.0 * read as f64 / pages as f64
        );
    }
    Ok(Verdict::Good)
}

fn count(path: &PathBuf, arguments: &Arguments) -> Result<(Counts, Vec<String>), String> {
    let options = Options { time_limit: Some(TIME), ..Options::default() };
    let (mut counts, mut listed) = (Counts::new(), Vec::new());
    let Ok(document) = Document::open_path(path, &options) else { return Ok((counts, listed)) };
    let recognition = Recognition::new(Mode::Auto, || Err(EngineFailure::Missing));
    for index in 0..document.page_count().min(arguments.pages) {
        let Some(page) = document.laid_out(index, &LayoutOptions::default()) else { continue };
        let Some(record) = document.record_of(&page, Default::default()) else { continue };
        let is_read = recognition.wants(&page.glyphs, &page.layout);
        let entry = counts.entry(format!("{:?}", record.page_type)).or_default();
        *entry = (entry.0 + 1, entry.1 + usize::from(is_read));
        if is_read && record.page_type != PageType::Scanned {
            listed.push(format!("page {} {:?} {:?}", index + 1, record.page_type, record.page_signals));
        }
    }
    Ok((counts, listed))
}
