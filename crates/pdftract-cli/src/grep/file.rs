//! Searches one file, page by page.

use std::cell::OnceCell;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use pdftract::output::model::Page;
use pdftract::threads::{PageError, WorkerPermits};
use pdftract::{Detail, Document, ExtractOptions, Format, Input, PageAssembler, PageOutput, RunningHeads};

use super::Report;
use super::cache::Cache;
use super::highlight::Marks;
use super::json::{JsonPrinter, Stats};
use super::page::{Lines, PageText};
use super::printer::LinePrinter;
use super::totals::Searched;
use super::trust::{Judge, Trust};
use crate::exit::Failure;
use crate::extract::ordered_stdout::Printer;
use crate::for_each_file::{FileError, lost_pages, time_is_left};
use crate::input::Source;
use crate::plan::{GrepForm, GrepPlan};
use crate::workers;

/// A file to search.
pub(super) struct FileSearch<'r> {
    pub(super) plan: &'r GrepPlan,
    pub(super) source: &'r Source,
    pub(super) permits: &'r WorkerPermits,
    pub(super) cache: Option<&'r Cache<'r>>,
}

/// Why a file is left before its end.
enum Left {
    /// Nothing more is wanted of it.
    Done,
    Failed(FileError),
}

impl From<FileError> for Left {
    fn from(error: FileError) -> Self {
        Self::Failed(error)
    }
}

impl<'r> FileSearch<'r> {
    /// Searches the file and prints its matches.
    pub(super) fn run(&self, out: Printer<'_, Report>, searched: &mut Searched) -> Result<(), FileError> {
        let input = self.source.read_document(&self.plan.opening).map_err(Failure::from)?;
        let contents = Contents { search: self, input, document: OnceCell::new() };
        let name = self.source.title();
        let name_bytes = name_bytes(self.source);
        let mut sink = Sink {
            plan: self.plan,
            contents: &contents,
            lines: LinePrinter::new(self.plan.lines, self.plan.form, &name_bytes),
            json: JsonPrinter::new(self.plan.lines, &name),
            out,
            searched,
            offset: 0,
            start: Instant::now(),
            marks: Marks::default(),
        };
        sink.searched.stats.searches = 1;
        let read = contents.pages(&mut sink);
        sink.finish()?;
        read
    }
}

/// The pages of a file: from the cache, or read from the document, which is opened when it is needed.
struct Contents<'r> {
    search: &'r FileSearch<'r>,
    input: Input,
    document: OnceCell<Document>,
}

impl Contents<'_> {
    fn document(&self) -> Result<&Document, Failure> {
        if let Some(document) = self.document.get() {
            return Ok(document);
        }
        let mut document = self.search.source.open_bytes(self.input.clone(), &self.search.plan.opening)?;
        if let Some(recognition) = &self.search.plan.recognition {
            document = workers::drawn_apart(document.with_recognition(Arc::clone(recognition)));
        }
        Ok(self.document.get_or_init(|| document))
    }

    /// Returns the record of a page, with the boxes of its glyphs.
    fn record(&self, page_index: usize) -> Result<Option<Page>, Failure> {
        Ok(self.document()?.page_record(page_index, &options().detail(Detail::Glyphs)))
    }

    /// Gives all pages to the sink, in order.
    fn pages(&self, sink: &mut Sink<'_, '_>) -> Result<(), FileError> {
        let key = self.search.cache.map(|cache| cache.key(self.input.bytes()));
        if let (Some(cache), Some(key)) = (self.search.cache, &key)
            && let Some(pages) = cache.load(key)
        {
            let wanted = self.search.plan.reading.pages(pages.len())?;
            for page in wanted.into_iter().filter_map(|index| pages.get(index)) {
                match sink.page(page.clone(), None) {
                    Err(Left::Done) => break,
                    Err(Left::Failed(error)) => return Err(error),
                    Ok(()) => {}
                }
            }
            return Ok(());
        }
        let document = self.document()?;
        let pages = self.search.plan.reading.pages(document.page_count())?;
        let may_keep = pages.len() == document.page_count() && document.file().encryption().is_none();
        let mut kept = key.as_ref().filter(|_| may_keep).map(|_| Vec::new());
        match self.read(document, &pages, &mut kept, sink) {
            Ok(()) => {}
            Err(Left::Done) => return Ok(()),
            Err(Left::Failed(error)) => return Err(error),
        }
        if let (Some(cache), Some(key), Some(kept)) = (self.search.cache, key, kept) {
            cache.store(&key, &kept);
        }
        Ok(())
    }

    /// Reads pages and gives them to the sink. Pages that are kept are read to the end, even if nothing more is wanted.
    fn read(
        &self,
        document: &Document,
        pages: &[usize],
        kept: &mut Option<Vec<PageText>>,
        sink: &mut Sink<'_, '_>,
    ) -> Result<(), Left> {
        let plan = self.search.plan;
        let judge = Judge::default();
        // Pages that OCR has read are not read again for their boxes.
        let needs_records = plan.needs_boxes() && plan.recognition.is_some();
        let options = if needs_records { options().detail(Detail::Glyphs) } else { options() };
        let formats: &[Format] = if needs_records { &[Format::Text, Format::Json] } else { &[Format::Text] };
        let mut assembler = PageAssembler::new(&options);
        let read = |page| {
            let output = document.page_output(page, &options, formats);
            let trust = judge.page(document, page, &output);
            (output, trust)
        };
        let (mut lost, mut is_done) = (Vec::new(), false);
        // The page whose last word may continue on the next one.
        let mut open: Option<(usize, Trust)> = None;
        let mut deliver = |page: Option<(usize, Trust)>, output: Option<PageOutput>| {
            let (Some((index, trust)), Some(output)) = (page, output) else { return Ok(()) };
            let text = output.plain_text();
            let text = if text.contains('\u{AD}') { text.replace('\u{AD}', "-") } else { text.to_owned() };
            let page = PageText { index, label: document.page_label(index), text, trust };
            if let Some(kept) = kept.as_mut() {
                kept.push(page.clone());
            }
            if is_done {
                return Ok(());
            }
            match sink.page(page, output.into_record()) {
                Err(Left::Done) if kept.is_some() => {
                    is_done = true;
                    Ok(())
                }
                other => other,
            }
        };
        document.map_pages(pages, self.search.permits, read, |page, result| {
            lost.extend((result.as_ref().err() == Some(&PageError::Panicked)).then_some(page));
            let (output, trust) = result.unwrap_or_default();
            let complete = assembler.page(output);
            deliver(open.replace((page, trust)), complete)
        })?;
        deliver(open, assembler.finish())?;
        lost_pages(&lost).map_err(FileError::from)?;
        Ok(time_is_left(document).map_err(FileError::from)?)
    }
}

/// Running headers are text as well, so they are searched.
fn options() -> ExtractOptions {
    ExtractOptions::default().running_heads(RunningHeads::Keep)
}

/// Takes the pages of a file, and prints what is wanted of them.
struct Sink<'s, 'p> {
    plan: &'s GrepPlan,
    contents: &'s Contents<'s>,
    lines: LinePrinter<'s>,
    json: JsonPrinter<'s>,
    out: Printer<'p, Report>,
    searched: &'s mut Searched,
    /// The bytes of the pages so far.
    offset: usize,
    start: Instant,
    marks: Marks,
}

impl Sink<'_, '_> {
    fn page(&mut self, page: PageText, record: Option<Page>) -> Result<(), Left> {
        self.searched.page(page.index, page.trust);
        let lines = Lines::new(&page.text);
        let mut hits = lines.hits(&self.plan.search);
        let before = self.searched.stats;
        let left = self.plan.max_count.map_or(usize::MAX, |most| most.saturating_sub(before.matched_lines));
        hits.truncate(left);
        let stats = &mut self.searched.stats;
        stats.bytes_searched += page.text.len();
        stats.matched_lines += hits.len();
        stats.matches += hits.iter().map(|hit| hit.ranges.len()).sum::<usize>();
        stats.searches_with_match = usize::from(stats.matched_lines > 0);
        if !hits.is_empty() {
            let record = match record {
                Some(record) => Some(record),
                None if self.plan.needs_boxes() => {
                    self.contents.record(page.index).map_err(FileError::from)?
                }
                None => None,
            };
            if let Some(record) = record.as_ref().filter(|_| self.plan.highlight.is_some()) {
                self.marks.add(record, &page, &hits);
            }
            let printed = match self.plan.form {
                GrepForm::Lines | GrepForm::Matches => self.lines.page(&page, &lines, &hits, &mut self.out),
                GrepForm::Json => {
                    self.json.page(&page, record.as_ref(), &lines, &hits, self.offset, &mut self.out)
                }
                _ => Ok(()),
            };
            printed.and_then(|()| self.out.show()).map_err(FileError::Output)?;
        }
        // A form feed separates pages.
        self.offset += page.text.len() + 1;
        let is_enough = match self.plan.form {
            GrepForm::FilesWith | GrepForm::FilesWithout | GrepForm::Quiet => !hits.is_empty(),
            _ => self.plan.max_count.is_some_and(|most| self.searched.stats.matched_lines >= most),
        };
        if is_enough { Err(Left::Done) } else { Ok(()) }
    }

    /// Prints what is known at the end of the file.
    fn finish(mut self) -> Result<(), FileError> {
        let stats: Stats = self.searched.stats.within(self.start.elapsed());
        let is_found = stats.matches > 0;
        let written = match self.plan.form {
            GrepForm::Count => self.lines.name(Some(stats.matched_lines), &mut self.out),
            GrepForm::FilesWith if is_found => self.lines.name(None, &mut self.out),
            GrepForm::FilesWithout if !is_found => {
                self.searched.is_listed = true;
                self.lines.name(None, &mut self.out)
            }
            GrepForm::Json => {
                let (pages, unreadable) = (self.searched.pages, &self.searched.unreadable);
                let printed = self.json.end(stats, pages, unreadable, &mut self.out);
                printed.map(|printed| self.searched.stats.bytes_printed = printed)
            }
            _ => Ok(()),
        };
        written.and_then(|()| self.out.flush()).map_err(FileError::Output)?;
        if let Some(place) = &self.plan.highlight {
            self.marks.save(self.contents.document()?, self.contents.search.source, place)?;
        }
        Ok(())
    }
}

/// Returns the name of a file as it was typed, byte by byte, for other programs.
#[cfg(unix)]
fn name_bytes(source: &Source) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    match source {
        Source::Stdin => source.title().into_bytes(),
        Source::Path(path) => path.as_os_str().as_bytes().to_vec(),
    }
}

/// Returns the name of a file as it was typed.
#[cfg(not(unix))]
fn name_bytes(source: &Source) -> Vec<u8> {
    source.title().into_bytes()
}
