//! Reads a document into rows.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pdftract::output::document::Readability;
use pdftract::record::{Block, Chunk, ChunkPage, DocumentEnd, Page, Word};
use pdftract::{
    Chunker, Detail, Document, DocumentWriter, ExtractOptions, Format, PageAssembler, PageOutput,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::facts;
use crate::failure::RowFailure;
use crate::schema::{Granularity, RowSchema};
use crate::value::{BlockValue, Row, Value};

/// The facts about a document that its reader does not know.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The position among the inputs, counted from 0.
    pub index: Option<usize>,
    /// The path, or the name inside an archive.
    pub path: Option<String>,
    /// The number of bytes, if they could be read.
    pub bytes: Option<usize>,
    /// The SHA-256 of the bytes in hexadecimal digits, if it is wanted and they could be read.
    pub sha256: Option<String>,
    /// The first page to read and the one after the last, counted from 0; all pages if absent.
    pub pages: Option<(usize, usize)>,
}

/// The outcome of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// All of it was read.
    Ok,
    /// Something was lost; diagnostics name it.
    Partial,
    /// It has no text; the error names the reason.
    Failed,
}

/// The rows of a document, at least one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Outcome {
    /// The rows.
    pub rows: Vec<Row>,
    /// The outcome.
    pub status: Status,
    /// The reason of a failure.
    pub failure: Option<RowFailure>,
    /// The number of pages that were read.
    pub pages: usize,
}

/// The values that all rows of a document share.
struct File<'i> {
    origin: &'i Origin,
    page_count: Option<usize>,
    failure: Option<RowFailure>,
    is_partial: bool,
}

impl File<'_> {
    fn value(&self, column: &str) -> Value {
        let Origin { index, path, bytes, sha256, .. } = self.origin;
        let number = |number: Option<usize>| number.map_or(Value::Null, Value::Int);
        match column {
            "source_index" => number(*index),
            "path" => Value::optional(path.as_deref()),
            "status" => Value::Text(self.status().name().to_owned()),
            "error_code" => Value::optional(self.failure.as_ref().map(|failure| failure.code.as_str())),
            "error" => Value::optional(self.failure.as_ref().map(|failure| failure.message.as_str())),
            "page_count" => number(self.page_count),
            "bytes" => number(*bytes),
            "sha256" => Value::optional(sha256.as_deref()),
            _ => Value::Null,
        }
    }

    fn status(&self) -> Status {
        match (&self.failure, self.is_partial) {
            (Some(_), _) => Status::Failed,
            (None, true) => Status::Partial,
            (None, false) => Status::Ok,
        }
    }

    fn outcome(self, rows: Vec<Row>, pages: usize) -> Outcome {
        Outcome { rows, status: self.status(), failure: self.failure, pages }
    }
}

impl Status {
    /// Returns the name in the column `status`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Partial => "partial",
            Self::Failed => "failed",
        }
    }
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the one row of a document that cannot be read.
pub fn failed(schema: &RowSchema, origin: &Origin, failure: RowFailure) -> Outcome {
    let file = File { origin, page_count: None, failure: Some(failure), is_partial: false };
    let row = schema.row(|column| file.value(column));
    file.outcome(vec![row], 0)
}

/// Reads a document into the rows of a schema.
pub fn read_document(
    document: &Document,
    schema: &RowSchema,
    origin: &Origin,
    options: &ExtractOptions,
) -> Outcome {
    let page_count = Some(document.page_count());
    let mut file = File { origin, page_count, failure: None, is_partial: false };
    if page_count == Some(0) {
        file.failure = Some(RowFailure::no_pages());
        let row = schema.row(|column| file.value(column));
        return file.outcome(vec![row], 0);
    }
    let selection = selection(document, origin);
    let mut reading = Reading::new(schema, document, options);
    let read = guarded(|| reading.pages(&selection));
    file.is_partial = document.diagnostics().iter().any(|found| found.code.is_loss());
    file.failure = read.err();
    match document.file().budget().check() {
        Err(pdftract::Stop::Cancelled) => file.failure = Some(RowFailure::cancelled()),
        // What was read in time is kept; a diagnostic names the reason.
        Err(_) => file.is_partial = true,
        Ok(()) => {}
    }
    let mut rows = reading.rows(&file);
    if rows.is_empty() {
        // A document without any row is not lost.
        rows.push(schema.row(|column| file.value(column)));
    }
    file.outcome(rows, selection.len())
}

fn selection(document: &Document, origin: &Origin) -> Vec<usize> {
    let (first, end) = origin.pages.unwrap_or((0, usize::MAX));
    (first..end.min(document.page_count())).collect()
}

/// Runs work on a document; a panic is a failure of that document.
fn guarded<T>(work: impl FnOnce() -> Result<T, RowFailure>) -> Result<T, RowFailure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(RowFailure::panicked()))
}

/// A page with what its row may show.
struct PageRow {
    /// The page, counted from 0.
    index: usize,
    /// Its record, if a column needs it.
    record: Option<Page>,
    facts: Option<pdftract::PageFacts>,
    text: Option<String>,
    markdown: Option<String>,
}

/// The sum of the pages of a document.
struct Reading<'d> {
    schema: &'d RowSchema,
    document: &'d Document,
    options: ExtractOptions,
    formats: Vec<Format>,
    readability: Readability,
    pages: Vec<PageRow>,
    text: Option<String>,
    spans: Vec<(usize, usize, usize)>,
    /// Characters of the text so far, which spans count.
    characters: usize,
    markdown: Option<DocumentWriter<Vec<u8>>>,
    written: Option<String>,
    chunker: Option<Chunker>,
    chunks: Vec<Chunk>,
    facts: facts::DocumentFacts,
}

/// The columns that need a record of the page with verdicts.
const OF_RECORDS: [&str; 14] = [
    "readable",
    "judged",
    "score",
    "pages_needing_ocr",
    "quality",
    "signals",
    "needs_ocr",
    "page_type",
    "diagnostics",
    "page_label",
    "width",
    "height",
    "rotation",
    "blocks",
];

fn formats(schema: &RowSchema) -> Vec<Format> {
    let has_text = matches!(schema.granularity(), Granularity::Document | Granularity::Page);
    // Diagnostics of documents are known without records.
    let is_document = schema.granularity() == Granularity::Document;
    let needs = |column: &str| schema.has(column) && !(is_document && column == "diagnostics");
    let is_judged = !has_text || OF_RECORDS.iter().any(|column| needs(column));
    let formats = [
        (has_text && (schema.has("text") || schema.has("page_spans")), Format::Text),
        (has_text && schema.has("markdown"), Format::Markdown),
        (is_judged, Format::Json),
    ];
    formats.into_iter().filter_map(|(is_wanted, format)| is_wanted.then_some(format)).collect()
}

impl<'d> Reading<'d> {
    fn new(schema: &'d RowSchema, document: &'d Document, options: &ExtractOptions) -> Self {
        let granularity = schema.granularity();
        let detail = match granularity {
            Granularity::Document | Granularity::Page | Granularity::Block => Detail::Blocks,
            Granularity::Word => Detail::Words,
            Granularity::Chunk => options.detail,
        };
        let options = options.clone().detail(detail);
        let formats = formats(schema);
        let is_document = granularity == Granularity::Document;
        Self {
            schema,
            document,
            text: (is_document && formats.contains(&Format::Text)).then(String::new),
            chunker: (granularity == Granularity::Chunk).then(|| Chunker::new(options.chunks)),
            options,
            formats,
            readability: Readability::default(),
            pages: Vec::new(),
            spans: Vec::new(),
            characters: 0,
            markdown: None,
            written: None,
            chunks: Vec::new(),
            facts: facts::DocumentFacts::default(),
        }
    }

    /// Reads pages, counted from 0, in their order.
    fn pages(&mut self, selection: &[usize]) -> Result<(), RowFailure> {
        if !self.formats.is_empty() {
            let (document, options, formats) = (self.document, self.options.clone(), self.formats.clone());
            let mut assembler = PageAssembler::new(&options);
            // Each page is delivered once, in order, and later than it is read: its text may go on on the next.
            let mut delivered = selection.iter().copied();
            for &index in selection {
                if let Some(page) = assembler.page(document.page_output(index, &options, &formats)) {
                    self.page(delivered.next().unwrap_or(index), page)?;
                }
            }
            if let (Some(page), Some(index)) = (assembler.finish(), delivered.next()) {
                self.page(index, page)?;
            }
        }
        if facts::are_wanted(self.schema) {
            self.page_facts(selection);
        }
        self.finish()
    }

    /// Reads the facts of pages. Rows of pages that have records get those of their page.
    fn page_facts(&mut self, selection: &[usize]) {
        let is_page = self.schema.granularity() == Granularity::Page;
        for &index in selection {
            let Some(found) = self.document.page_facts(index) else { continue };
            self.facts.add(&found);
            if !is_page {
                continue;
            }
            // Rows are in the order of their pages.
            match self.pages.binary_search_by_key(&index, |row| row.index) {
                Ok(place) => {
                    if let Some(row) = self.pages.get_mut(place) {
                        row.facts = Some(found);
                    }
                }
                Err(place) => {
                    let (record, text, markdown) = (None, None, None);
                    self.pages.insert(place, PageRow { index, record, facts: Some(found), text, markdown });
                }
            }
        }
    }

    fn page(&mut self, index: usize, mut page: PageOutput) -> Result<(), RowFailure> {
        match page.record() {
            Some(record) => self.readability.add(record),
            None => self.readability.add_missing(),
        }
        match self.schema.granularity() {
            Granularity::Document => self.document_page(&mut page),
            Granularity::Chunk => {
                if let (Some(chunker), Some(record)) = (&mut self.chunker, page.into_record()) {
                    self.chunks.extend(chunker.page(record));
                }
                Ok(())
            }
            _ => {
                let text = self.formats.contains(&Format::Text).then(|| page.plain_text().to_owned());
                let markdown = self.formats.contains(&Format::Markdown);
                let markdown = markdown.then(|| self.page_markdown(&mut page)).transpose()?;
                self.pages.push(PageRow { index, record: page.into_record(), facts: None, text, markdown });
                Ok(())
            }
        }
    }

    fn document_page(&mut self, page: &mut PageOutput) -> Result<(), RowFailure> {
        if let Some(text) = &mut self.text {
            if !self.spans.is_empty() {
                text.push_str(&self.options.page_separator);
                self.characters += self.options.page_separator.chars().count();
            }
            text.push_str(page.plain_text());
            let start = self.characters;
            self.characters += page.plain_text().chars().count();
            self.spans.push((start, self.characters, self.spans.len() + 1));
        }
        if self.formats.contains(&Format::Markdown) {
            if self.markdown.is_none() {
                self.markdown = Some(self.markdown_writer()?);
            }
            self.markdown.as_mut().map_or(Ok(()), |writer| writer.page(page))?;
        }
        Ok(())
    }

    fn markdown_writer(&self) -> Result<DocumentWriter<Vec<u8>>, RowFailure> {
        let head = || self.document.head(&self.options);
        Ok(DocumentWriter::new(Format::Markdown, Vec::new(), &self.options, head)?)
    }

    fn page_markdown(&self, page: &mut PageOutput) -> Result<String, RowFailure> {
        let mut writer = self.markdown_writer()?;
        writer.page(page)?;
        String::from_utf8(writer.finish(Vec::new())?).map_err(|_| RowFailure::panicked())
    }

    fn finish(&mut self) -> Result<(), RowFailure> {
        if let Some(mut chunker) = self.chunker.take() {
            self.chunks.extend(chunker.finish());
        }
        if let Some(writer) = self.markdown.take() {
            let written = String::from_utf8(writer.finish(Vec::new())?);
            self.written = Some(written.map_err(|_| RowFailure::panicked())?);
        }
        Ok(())
    }

    /// Returns the rows of what was read.
    fn rows(&self, file: &File<'_>) -> Vec<Row> {
        let schema = self.schema;
        match schema.granularity() {
            Granularity::Document => {
                let facts = Facts::new(self);
                vec![schema.row(|column| match file.value(column) {
                    Value::Null => facts.value(column, self),
                    value => value,
                })]
            }
            Granularity::Chunk => self
                .chunks
                .iter()
                .map(|chunk| {
                    schema.row(|column| match chunk_value(column, chunk) {
                        Value::Null => file.value(column),
                        value => value,
                    })
                })
                .collect(),
            _ => self.pages.iter().flat_map(|page| self.page_rows(file, page)).collect(),
        }
    }

    fn page_rows(&self, file: &File<'_>, page: &PageRow) -> Vec<Row> {
        let PageRow { index, record, facts, text, markdown } = page;
        let of_page = |column: &str| match (column, file.value(column), record) {
            ("page_index", _, None) => Value::Int(*index),
            ("page_number", _, None) => Value::Int(index + 1),
            (_, Value::Null, Some(record)) => page_value(column, record),
            (_, value, _) => value,
        };
        if self.schema.granularity() == Granularity::Page {
            return vec![self.schema.row(|column| match column {
                "text" => Value::optional(text.as_deref()),
                "markdown" => Value::optional(markdown.as_deref()),
                _ => match facts.as_ref().map_or(Value::Null, |facts| facts::page_value(column, facts)) {
                    Value::Null => of_page(column),
                    value => value,
                },
            })];
        }
        let Some(record) = record else { return Vec::new() };
        if self.schema.granularity() == Granularity::Block {
            let row = |(index, block): (usize, &Block)| {
                self.schema.row(|column| match block_value(column, index, block) {
                    Value::Null if column != "level" => of_page(column),
                    value => value,
                })
            };
            return record.blocks.iter().enumerate().map(row).collect();
        }
        words(record)
            .map(|(block_index, block, line_index, word_index, word)| {
                self.schema.row(|column| match column {
                    "block_id" => Value::Text(block.id.clone()),
                    "block_index" => Value::Int(block_index),
                    "line_index" => Value::Int(line_index),
                    "word_index" => Value::Int(word_index),
                    "start" => Value::Int(word.start as usize),
                    "end" => Value::Int(word.end as usize),
                    "text" => Value::Text(word.text.clone()),
                    _ => edge(column, word.bbox).unwrap_or_else(|| of_page(column)),
                })
            })
            .collect()
    }
}

/// Facts about a document for its row.
struct Facts {
    end: DocumentEnd,
    is_judged: bool,
}

impl Facts {
    fn new(reading: &Reading<'_>) -> Self {
        let is_judged = reading.formats.contains(&Format::Json);
        Self { end: reading.readability.end(reading.document.diagnostics()), is_judged }
    }

    fn value(&self, column: &str, reading: &Reading<'_>) -> Value {
        let document = reading.document;
        let metadata = || document.file().metadata();
        match column {
            "text" => Value::optional(reading.text.as_deref()),
            "page_spans" => Value::Spans(reading.spans.clone()),
            "markdown" => Value::optional(reading.written.as_deref()),
            "readable" if self.is_judged => Value::Flag(self.end.readable),
            "judged" if self.is_judged => Value::Flag(self.end.readability.judged),
            "score" if self.is_judged => Value::Number(share(self.end.readability.score)),
            "pages_needing_ocr" if self.is_judged => Value::Ints(self.end.pages_needing_ocr.clone()),
            "title" => Value::optional(metadata().title.as_deref()),
            "author" => Value::optional(metadata().author.as_deref()),
            "creator" => Value::optional(metadata().creator.as_deref()),
            "producer" => Value::optional(metadata().producer.as_deref()),
            "created" => Value::optional(metadata().created.as_deref()),
            "modified" => Value::optional(metadata().modified.as_deref()),
            "lang" => Value::optional(metadata().lang.as_deref()),
            "encrypted" => Value::Flag(document.file().encryption().is_some()),
            "diagnostics" => {
                let mut codes: Vec<String> =
                    self.end.diagnostics.iter().map(|found| found.code.to_string()).collect();
                codes.dedup();
                Value::Texts(codes)
            }
            _ => reading.facts.value(column, document),
        }
    }
}

/// Returns the name of a value in JSON.
fn name_of(value: &impl serde::Serialize) -> Option<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => Some(name),
        _ => None,
    }
}

/// Returns a length as it is printed in JSON: records have hundredths of points.
fn rounded(length: f32) -> f64 {
    // Adding zero turns a negative zero into zero.
    (f64::from(length) * 100.0).round() / 100.0 + 0.0
}

/// Returns a share from 0 to 1 as it is printed in JSON, with three decimals.
pub(crate) fn share(share: f32) -> f64 {
    (f64::from(share) * 1000.0).round() / 1000.0
}

fn edge(column: &str, bbox: [f32; 4]) -> Option<Value> {
    let index = match column {
        "x0" => 0,
        "y0" => 1,
        "x1" => 2,
        "y1" => 3,
        _ => return None,
    };
    bbox.get(index).map(|edge| Value::Number(rounded(*edge)))
}

fn page_value(column: &str, page: &Page) -> Value {
    match column {
        "page_index" => Value::Int(page.page_index),
        "page_number" => Value::Int(page.page_number),
        "page_label" => Value::optional(page.page_label.as_deref()),
        "width" => Value::Number(page.width),
        "height" => Value::Number(page.height),
        "rotation" => Value::Int(page.rotation.into()),
        "page_type" => Value::optional(name_of(&page.page_type).as_deref()),
        "score" => Value::Number(share(page.readability.score)),
        "quality" => Value::Text(page.readability.quality.as_str().to_owned()),
        "judged" => Value::Flag(page.readability.judged),
        "signals" => {
            Value::Texts(page.readability.signals.iter().map(|signal| signal.as_str().to_owned()).collect())
        }
        "needs_ocr" => Value::Flag(page.readability.ocr_recommended),
        "diagnostics" => Value::Texts(page.diagnostics.iter().map(|found| found.code.to_string()).collect()),
        "blocks" => Value::Blocks(page.blocks.iter().map(of_block).collect()),
        _ => Value::Null,
    }
}

fn of_block(block: &Block) -> BlockValue {
    BlockValue {
        block_id: block.id.clone(),
        role: name_of(&block.role).unwrap_or_default(),
        level: block.level.map(Into::into),
        bbox: block.bbox.map(rounded),
        score: share(block.score),
        text: block.text.clone(),
    }
}

fn block_value(column: &str, index: usize, block: &Block) -> Value {
    match column {
        "block_id" => Value::Text(block.id.clone()),
        "block_index" => Value::Int(index),
        "role" => Value::optional(name_of(&block.role).as_deref()),
        "level" => block.level.map_or(Value::Null, |level| Value::Int(level.into())),
        "text" => Value::Text(block.text.clone()),
        "score" => Value::Number(share(block.score)),
        _ => edge(column, block.bbox).unwrap_or(Value::Null),
    }
}

fn chunk_value(column: &str, chunk: &Chunk) -> Value {
    let of_page = |page: &ChunkPage| {
        let index = page.page_index;
        page.bboxes.iter().map(move |bbox| (index, bbox.map(rounded))).collect::<Vec<_>>()
    };
    match column {
        "chunk_id" => Value::Text(chunk.id.clone()),
        "text" => Value::Text(chunk.text.clone()),
        "markdown" => Value::Text(chunk.markdown.clone()),
        "heading_path" => Value::Texts(chunk.heading_path.clone()),
        "block_ids" => Value::Texts(chunk.block_ids.clone()),
        "page_indices" => Value::Ints(chunk.pages.iter().map(|page| page.page_index).collect()),
        "boxes" => Value::Boxes(chunk.pages.iter().flat_map(of_page).collect()),
        "start" => Value::Int(chunk.start),
        "end" => Value::Int(chunk.end),
        "context" => Value::Int(chunk.context),
        "tokens" => Value::Int(chunk.tokens),
        "score" => Value::Number(share(chunk.score)),
        "needs_ocr" => Value::Flag(chunk.needs_ocr),
        "next_chunk_id" => Value::optional(chunk.next.as_deref()),
        _ => Value::Null,
    }
}

/// Returns the words of a page with the indices of their blocks, lines and words.
fn words(page: &Page) -> impl Iterator<Item = (usize, &Block, usize, usize, &Word)> {
    page.blocks.iter().enumerate().flat_map(|(block_index, block)| {
        block.lines.iter().enumerate().flat_map(move |(line_index, line)| {
            let words = line.words.iter().flatten().enumerate();
            words.map(move |(word_index, word)| (block_index, block, line_index, word_index, word))
        })
    })
}
