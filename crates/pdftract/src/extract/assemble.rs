//! Assembles the pages of a document in order and writes them in the requested formats.

use std::collections::VecDeque;
use std::io;

use super::page::Judging;
use super::{Document, LaidOutPage};
use crate::clock;
use crate::content::glyph_buffer;
use crate::error::Error;
use crate::options::{ExtractOptions, Hyphens, RunningHeads, TextOrder};
use crate::output::chunk::Chunker;
use crate::output::continuation;
use crate::output::document::{Readability, annotations};
use crate::output::join;
use crate::output::model;
use crate::output::table_parts::TableLinks;
use crate::output::writer::{DocumentWriter, Format, PageOutput};
use crate::quality::page::picture_share;
use crate::structure::page_window::PageWindow;
use crate::text::evidence::WordEvidence;

/// Joins words across the ends of lines, columns and pages; pages must be added in the order of the document.
///
/// It keeps the words of earlier pages, and the whole last page, whose last word may continue.
#[derive(Debug, Default)]
pub struct PageAssembler {
    keeps_hyphens: bool,
    evidence: WordEvidence,
    tables: TableLinks,
    window: PageWindow<PageOutput>,
}

impl PageAssembler {
    /// Starts a document.
    pub fn new(options: &ExtractOptions) -> Self {
        Self { keeps_hyphens: options.policy.hyphens == Hyphens::Keep, ..Self::default() }
    }

    /// Adds the next page and returns the previous one, which is then complete.
    pub fn page(&mut self, mut page: PageOutput) -> Option<PageOutput> {
        if !self.keeps_hyphens {
            self.settle(&mut page);
        }
        if let Some(record) = &mut page.record {
            self.tables.link_columns(record);
        }
        let (evidence, tables) = (&mut self.evidence, &mut self.tables);
        self.window.push(page, |before, page| {
            if let (Some(last), Some(record)) = (&mut before.record, &mut page.record) {
                continuation::over_page_end(last, record, |last, first| evidence.is_divided(last, first));
                tables.link_pages(last, record);
            }
            let (words, next) = (&mut before.words, &mut page.words);
            if words.is_open() && evidence.is_divided(words.trimmed(), next.as_str()) {
                words.take_rest_from(next);
            }
        })
    }

    /// Ends the document and returns its last page.
    pub fn finish(&mut self) -> Option<PageOutput> {
        self.window.finish()
    }

    /// Resolves all hyphens of a page except the one at its end.
    fn settle(&mut self, page: &mut PageOutput) {
        self.evidence.learn(page.words.parts());
        let mut joined = page.words.settle(|before, next| self.evidence.is_divided(before, next));
        joined.sort_unstable();
        page.record.iter_mut().for_each(|record| join::join_lines(record, &joined));
    }
}

impl Document {
    /// Reads a page, counted from 0, with the data that the formats need. A page that does not exist has no output.
    ///
    /// Pages may be read on any thread; a [`PageAssembler`] assembles them.
    pub fn page_output(&self, page_index: usize, options: &ExtractOptions, formats: &[Format]) -> PageOutput {
        let shows_verdicts = formats.iter().any(|format| format.shows_verdicts());
        let judging = if shows_verdicts { Judging::Whole } else { Judging::Nothing };
        self.output(page_index, options, formats, judging)
    }

    /// Returns a page with its record.
    pub(super) fn record_output(
        &self,
        page_index: usize,
        options: &ExtractOptions,
        judging: Judging,
    ) -> PageOutput {
        self.output(page_index, options, &[Format::Json], judging)
    }

    fn output(
        &self,
        page_index: usize,
        options: &ExtractOptions,
        formats: &[Format],
        judging: Judging,
    ) -> PageOutput {
        // Pages after the deadline cost nothing.
        if !self.has_time() {
            return PageOutput::default();
        }
        clock::watch(self.session.budget().clock(), || {
            self.page_in_time(page_index, options, formats, judging)
        })
    }

    fn page_in_time(
        &self,
        page_index: usize,
        options: &ExtractOptions,
        formats: &[Format],
        judging: Judging,
    ) -> PageOutput {
        let wants_text = formats.contains(&Format::Text);
        let wants_record = formats.iter().any(|format| format.is_made_of_records());
        let (drawn_text, left_out) = (wants_text && options.order == TextOrder::Drawing)
            .then(|| self.drawn_text(page_index, options))
            .flatten()
            .map_or((None, 0), |(text, left_out)| (Some(text), left_out));
        if drawn_text.is_some() && !wants_record {
            return PageOutput { placed_text: drawn_text, left_out, ..PageOutput::default() };
        }
        let splits_edges = wants_text && self.learns_edges(options);
        if wants_record {
            // The style comes first: it is learned from a sample of pages, which may include this one, and they are
            // then cached.
            self.style();
        }
        let Some(mut page) = self.laid_out(page_index, options) else {
            return PageOutput::default();
        };
        // Roles split blocks, but plain text must be the same whichever other formats are requested, so it is taken
        // before.
        let blocks = (wants_record && splits_edges).then(|| page.layout.blocks.clone());
        if splits_edges {
            self.split_running_heads(&mut page);
        }
        let plain_words =
            (wants_text && wants_record).then(|| page.plain_page(&page.text_page(options), options));
        if let Some(blocks) = blocks {
            page.layout.blocks = blocks;
        }
        if wants_record {
            self.assign_roles(&mut page);
        }
        let is_physical = wants_text && options.order == TextOrder::Physical;
        let placed_text = drawn_text.or_else(|| is_physical.then(|| page.physical_text(options)));
        let mut output = if wants_record || placed_text.is_none() {
            self.words_and_record(&page, options, wants_record.then_some(judging))
        } else {
            PageOutput::default()
        };
        output.words = plain_words.unwrap_or(output.words);
        output.placed_text = placed_text;
        output.left_out = page.layout.dropped.unseen();
        output.is_image_without_text = page.glyphs.glyphs.is_empty() && picture_share(&page.glyphs) > 0.0;
        if formats.iter().any(|format| matches!(format, Format::Json | Format::Ndjson)) {
            self.add_annotations(&mut output, page_index);
        }
        glyph_buffer::keep(page.glyphs.glyphs);
        output
    }

    /// Returns whether plain text leaves out running headers. If so, they are learned before the page is laid out, since
    /// the sample may contain it.
    fn learns_edges(&self, options: &ExtractOptions) -> bool {
        let splits_edges = options.order == TextOrder::Reading && !options.shows_running_heads();
        if splits_edges {
            self.page_edges();
        }
        splits_edges
    }

    /// Adds the annotations of a page to its record. Markdown does not show them, so that it does not pay for them.
    fn add_annotations(&self, output: &mut PageOutput, page_index: usize) {
        if let Some((record, page)) = output.record.as_mut().zip(self.file.page(page_index)) {
            record.annotations = annotations(&page);
        }
    }

    fn words_and_record(
        &self,
        page: &LaidOutPage,
        options: &ExtractOptions,
        judging: Option<Judging>,
    ) -> PageOutput {
        if !self.has_time() {
            return PageOutput::default();
        }
        let text = page.text_page(options);
        let words = page.plain_page(&text, options);
        let record = judging.and_then(|judging| self.record_of(page, &text, options, judging));
        let (mut record, evidence) = record.map_or((None, None), |(record, later)| (Some(record), later));
        if options.running_heads == RunningHeads::Drop {
            let blocks = record.iter_mut().map(|record| &mut record.blocks);
            blocks.for_each(|blocks| blocks.retain(|block| !block.role.is_furniture()));
        }
        PageOutput { words, record, evidence, ..PageOutput::default() }
    }

    /// Writes the document in one format, page by page, holding only a few pages in memory.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if `out` fails, and [`Error::Stopped`] if the caller cancels. Content lost to damage or
    /// limits is reported as a diagnostic, not an error.
    ///
    /// ```
    /// use pdftract::{Document, ExtractOptions, Format, Options};
    ///
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let bytes = include_bytes!("../../../../samples/hello.pdf").to_vec();
    /// let document = Document::open(bytes, &Options::default())?;
    /// let mut json = Vec::new();
    /// document.write(Format::Ndjson, &mut json, &ExtractOptions::default())?;
    /// # assert!(json.starts_with(b"{\"record\":\"document\""));
    /// # Ok(())
    /// # }
    /// ```
    pub fn write(&self, format: Format, out: impl io::Write, options: &ExtractOptions) -> Result<(), Error> {
        let mut writer = DocumentWriter::new(format, out, options, || self.head(options))?;
        let mut assembler = PageAssembler::new(options);
        let mut in_time = 0..self.page_count();
        for index in in_time.by_ref() {
            if let Some(mut page) = assembler.page(self.page_output(index, options, &[format])) {
                writer.page(&mut page)?;
            }
            self.check_cancelled()?;
            if !self.has_time() {
                break;
            }
        }
        if let Some(mut page) = assembler.finish() {
            writer.page(&mut page)?;
        }
        // A document may have half a million pages, of which those after the deadline cost nothing.
        writer.empty_pages(in_time.len())?;
        writer.finish(self.diagnostics())?;
        Ok(())
    }

    /// Returns the text of all pages in reading order, with a form feed between pages.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Stopped`] if the caller cancels.
    ///
    /// ```
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let text = pdftract::open(path)?.text()?;
    /// # assert!(text.starts_with("Hello, reader!"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn text(&self) -> Result<String, Error> {
        self.written(Format::Text, &ExtractOptions::default())
    }

    /// Returns the document as Markdown.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Stopped`] if the caller cancels.
    ///
    /// ```
    /// use pdftract::ExtractOptions;
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let markdown = pdftract::open(path)?.markdown(&ExtractOptions::default())?;
    /// # assert!(markdown.contains("Hello, reader!"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn markdown(&self, options: &ExtractOptions) -> Result<String, Error> {
        self.written(Format::Markdown, options)
    }

    fn written(&self, format: Format, options: &ExtractOptions) -> Result<String, Error> {
        let mut out = Vec::new();
        self.write(format, &mut out, options)?;
        String::from_utf8(out).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error).into())
    }

    /// Returns the records of all pages, one at a time.
    ///
    /// # Errors
    ///
    /// Ends with [`Error::Stopped`] if the caller cancels.
    ///
    /// ```
    /// use pdftract::ExtractOptions;
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let document = pdftract::open(path)?;
    /// for page in document.page_records(&ExtractOptions::default()) {
    ///     let page = page?;
    ///     println!("page {}: score {}", page.page_number, page.readability.score);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn page_records<'d>(
        &'d self,
        options: &'d ExtractOptions,
    ) -> impl Iterator<Item = Result<model::Page, Error>> + 'd {
        let mut assembler = PageAssembler::new(options);
        let mut indices = 0..self.page_count();
        let mut is_cancelled = false;
        std::iter::from_fn(move || {
            while !is_cancelled {
                let page = match indices.next() {
                    Some(index) => assembler.page(self.page_output(index, options, &[Format::Json])),
                    None => return assembler.finish()?.into_record().map(Ok),
                };
                if let Err(error) = self.check_cancelled() {
                    is_cancelled = true;
                    return Some(Err(error));
                }
                if let Some(record) = page.and_then(PageOutput::into_record) {
                    return Some(Ok(record));
                }
            }
            None
        })
    }

    /// Returns the document in chunks for search and language models, one at a time. [`Chunker`](crate::Chunker) takes a
    /// counter of tokens as well.
    ///
    /// # Errors
    ///
    /// Ends with [`Error::Stopped`] when the caller cancels.
    ///
    /// ```
    /// use pdftract::{ChunkOptions, ExtractOptions};
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let document = pdftract::open(path)?;
    /// let options = ExtractOptions::default().chunks(ChunkOptions::default().max_tokens(256));
    /// for chunk in document.chunks(&options) {
    ///     let chunk = chunk?;
    ///     println!("{} on page {}: {}", chunk.id, chunk.pages[0].page_number, chunk.text);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn chunks<'d>(
        &'d self,
        options: &'d ExtractOptions,
    ) -> impl Iterator<Item = Result<model::Chunk, Error>> + 'd {
        let mut chunker = Some(Chunker::new(options.chunks));
        let mut pages = self.page_records(options);
        let mut ready = VecDeque::new();
        std::iter::from_fn(move || {
            while ready.is_empty() {
                match pages.next() {
                    Some(Ok(page)) => ready.extend(chunker.as_mut()?.page(page)),
                    Some(Err(error)) => return Some(Err(error)),
                    None => ready.extend(chunker.take()?.finish()),
                }
            }
            ready.pop_front().map(Ok)
        })
    }

    /// Returns the record of the whole document, held in memory; [`write`](Self::write) holds a few pages at a time.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Stopped`] if the caller cancels.
    ///
    /// ```
    /// use pdftract::ExtractOptions;
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let record = pdftract::open(path)?.record(&ExtractOptions::default())?;
    /// assert!(record.end.readable);
    /// # Ok(())
    /// # }
    /// ```
    pub fn record(&self, options: &ExtractOptions) -> Result<model::Document, Error> {
        let head = self.head(options);
        let pages = self.page_records(options).collect::<Result<Vec<_>, _>>()?;
        let mut readability = Readability::default();
        pages.iter().for_each(|page| readability.add(page));
        Ok(model::Document { head, pages, end: readability.end(self.diagnostics()) })
    }

    /// Returns the record of one page, counted from 0, using only that page; `None` if it does not exist.
    ///
    /// ```
    /// use pdftract::ExtractOptions;
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let page = pdftract::open(path)?.page_record(0, &ExtractOptions::default());
    /// let blocks = page.map(|page| page.blocks).unwrap_or_default();
    /// for block in &blocks {
    ///     println!("{} ({:?}) at {:?}: {}", block.id, block.role, block.bbox, block.text);
    /// }
    /// # assert_eq!(blocks[0].id, "p1-b1");
    /// # Ok(())
    /// # }
    /// ```
    pub fn page_record(&self, page_index: usize, options: &ExtractOptions) -> Option<model::Page> {
        self.page_output(page_index, options, &[Format::Json]).record
    }

    /// Returns the text of one page, counted from 0, in reading order; `None` if it does not exist.
    ///
    /// ```
    /// use pdftract::ExtractOptions;
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let text = pdftract::open(path)?.page_text(0, &ExtractOptions::default());
    /// # assert!(text.is_some_and(|text| text.starts_with("Hello")));
    /// # Ok(())
    /// # }
    /// ```
    pub fn page_text(&self, page_index: usize, options: &ExtractOptions) -> Option<String> {
        let splits_edges = self.learns_edges(options);
        let mut page = self.laid_out(page_index, options)?;
        if splits_edges {
            self.split_running_heads(&mut page);
        }
        Some(page.text(options))
    }
}
