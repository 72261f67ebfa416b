//! Counts which pages of a corpus would be read by recognition, without reading them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use pdftract::ocr::{EngineFailure, Mode, Recognition};
use pdftract::output::model::PageType;
use pdftract::unicode::UnicodeSource;
use pdftract::{Document, ExtractOptions, Options};

use crate::files::PdfFile;
use crate::quality_eval::agreement::{self, Agreed};
use crate::{Check, files, parallel};

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
    /// The pages whose text is right, because two other programs or the truth agree with it, as `lab quality-eval` writes
    /// them; they are counted by themselves
    #[arg(long)]
    agreed: Option<PathBuf>,
}

/// Time for a file.
const TIME: Duration = Duration::from_secs(60);

/// How many pages of each kind there are, and how many of them would be read.
type Counts = BTreeMap<String, (usize, usize)>;

/// The names of pages whose text is right, and of those that have text without unknown characters, beside the kinds of
/// pages.
const RIGHT: &str = "text is right";
const KNOWN: &str = "text is known";

/// Counts.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let found = files::find(&arguments.folders)?;
    let agreed = arguments.agreed.as_deref().map(agreement::read).transpose()?.unwrap_or_default();
    let mut total = Counts::new();
    for (file, (counts, listed)) in
        found.iter().zip(parallel::map(&found, None, |file| count(file, &agreed, arguments))?)
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
    Ok(Check::Passed)
}

fn count(file: &PdfFile, agreed: &Agreed, arguments: &Arguments) -> Result<(Counts, Vec<String>), String> {
    let options = Options { time_limit: Some(TIME), ..Options::default() };
    let (mut counts, mut listed) = (Counts::new(), Vec::new());
    let Ok(document) = Document::open_path(&file.path, &options) else { return Ok((counts, listed)) };
    let right = agreed.get(&file.name).map(Vec::as_slice).unwrap_or_default();
    let recognition = Recognition::new(Mode::Auto, || Err(EngineFailure::Missing));
    for index in 0..document.page_count().min(arguments.pages) {
        let Some(page) = document.laid_out(index, &ExtractOptions::default()) else { continue };
        let Some(record) = document.page_record(index, &ExtractOptions::default()) else { continue };
        let is_read = recognition.wants(&page.glyphs, &page.layout);
        let mut add = |kind: String| {
            let entry = counts.entry(kind).or_default();
            *entry = (entry.0 + 1, entry.1 + usize::from(is_read));
        };
        add(format!("{:?}", record.page_type));
        let is_right = right.contains(&(index + 1));
        if is_right {
            add(RIGHT.into());
        }
        let is_known = page.glyphs.glyphs.iter().all(|glyph| glyph.source != UnicodeSource::Unknown);
        if is_known && !page.glyphs.glyphs.is_empty() {
            add(KNOWN.into());
        }
        if is_read && record.page_type != PageType::Scanned {
            let mark =
                [is_right.then_some(", right"), is_known.then_some(", known")].map(Option::unwrap_or_default);
            let mark = mark.concat();
            let score = record.readability.score;
            listed.push(format!("page {}: {:?}{mark}, score {score:.2}", index + 1, record.page_type));
        }
    }
    Ok((counts, listed))
}
