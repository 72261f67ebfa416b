//! Counts the pages of a corpus that would be routed to OCR, without recognising them.

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

/// Arguments of `lab ocr route`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folders with PDF files
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Pages of each file, from its start
    #[arg(long, default_value_t = 20)]
    pages: usize,
    /// List each page with text that would be routed to OCR
    #[arg(long)]
    list: bool,
    /// Pages with verified text, as written by `lab quality-eval`; they are counted separately
    #[arg(long)]
    agreed: Option<PathBuf>,
}

/// The time limit per file.
const TIME: Duration = Duration::from_secs(60);

/// For each kind of page, the number of pages and the number routed to OCR.
type Counts = BTreeMap<String, (usize, usize)>;

/// The labels of pages with verified text, and of pages with text but no unknown characters.
const RIGHT: &str = "text is right";
const KNOWN: &str = "text is known";

/// Runs the count.
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
    let options = Options::default().with(|options| options.time_limit = Some(TIME));
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
