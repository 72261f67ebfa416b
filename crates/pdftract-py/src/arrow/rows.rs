//! Reads a document into rows.

use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use pdftract::output::document::Readability;
use pdftract::record::{Block, Chunk, Page};
use pdftract::{
    CancelFlag, Chunker, Detail, Document, DocumentWriter, ExtractOptions, Format, PageOutput, Severity,
};

use super::Item;
use super::schema::{Granularity, Rows, Value};
use super::stream::Plan;
use crate::failure::Failure;
use crate::reading::{Selection, each_page, rounded, share};

/// The number of rows after which a batch ends.
const MOST_ROWS: usize = 65_536;

/// The rows of some documents.
pub(super) struct Reader<'p> {
    plan: &'p Plan,
    cancel: &'p CancelFlag,
    rows: Rows,
    batches: Vec<RecordBatch>,
}

/// The values that all rows of a document share.
struct File<'i> {
    index: usize,
    item: &'i Item,
    page_count: Option<usize>,
    failure: Option<Failure>,
    is_partial: bool,
}

impl File<'_> {
    fn value(&self, column: &str) -> Value {
        match column {
            "source_index" => Value::Int(self.index),
            "path" => optional(self.item.name.as_deref()),
            "status" => Value::Text(self.status().to_owned()),
            "error_code" => optional(self.failure.as_ref().map(|failure| failure.code)),
            "error" => optional(self.failure.as_ref().map(|failure| failure.message.as_str())),
            "page_count" => self.page_count.map_or(Value::Null, Value::Int),
            _ => Value::Null,
        }
    }

    fn status(&self) -> &'static str {
        match (&self.failure, self.is_partial) {
            (Some(_), _) => "failed",
            (None, true) => "partial",
            (None, false) => "ok",
        }
    }
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(text.to_owned()))
}

/// Returns the name of a value in JSON.
fn name_of(value: &impl serde::Serialize) -> Value {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => Value::Text(name),
        _ => Value::Null,
    }
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
        "page_label" => optional(page.page_label.as_deref()),
        "width" => Value::Number(page.width),
        "height" => Value::Number(page.height),
        "rotation" => Value::Int(page.rotation.into()),
        "page_type" => name_of(&page.page_type),
        "score" => Value::Number(share(page.readability.score)),
        "quality" => Value::Text(page.readability.quality.as_str().to_owned()),
        "judged" => Value::Flag(page.readability.judged),
        "signals" => {
            Value::Texts(page.readability.signals.iter().map(|signal| signal.as_str().to_owned()).collect())
        }
        "needs_ocr" => Value::Flag(page.readability.ocr_recommended),
        "diagnostics" => Value::Texts(page.diagnostics.iter().map(|found| found.code.to_string()).collect()),
        _ => Value::Null,
    }
}

fn block_value(column: &str, index: usize, block: &Block) -> Value {
    match column {
        "block_id" => Value::Text(block.id.clone()),
        "block_index" => Value::Int(index),
        "role" => name_of(&block.role),
        "level" => block.level.map_or(Value::Null, |level| Value::Int(level.into())),
        "text" => Value::Text(block.text.clone()),
        "score" => Value::Number(share(block.score)),
        _ => edge(column, block.bbox).unwrap_or(Value::Null),
    }
}

fn chunk_value(column: &str, chunk: &Chunk) -> Value {
    match column {
        "chunk_id" => Value::Text(chunk.id.clone()),
        "text" => Value::Text(chunk.text.clone()),
        "markdown" => Value::Text(chunk.markdown.clone()),
        "heading_path" => Value::Texts(chunk.heading_path.clone()),
        "block_ids" => Value::Texts(chunk.block_ids.clone()),
        "page_indices" => Value::Ints(chunk.pages.iter().map(|page| page.page_index).collect()),
        "boxes" => {
            let of_page = |page: &pdftract::record::ChunkPage| {
                let index = page.page_index;
                page.bboxes.iter().map(move |bbox| (index, bbox.map(rounded))).collect::<Vec<_>>()
            };
            Value::Boxes(chunk.pages.iter().flat_map(of_page).collect())
        }
        "start" => Value::Int(chunk.start),
        "end" => Value::Int(chunk.end),
        "context" => Value::Int(chunk.context),
        "tokens" => Value::Int(chunk.tokens),
        "score" => Value::Number(share(chunk.score)),
        "needs_ocr" => Value::Flag(chunk.needs_ocr),
        "next_chunk_id" => optional(chunk.next.as_deref()),
        _ => Value::Null,
    }
}

impl<'p> Reader<'p> {
    pub(super) fn new(plan: &'p Plan, cancel: &'p CancelFlag) -> Self {
        Self { plan, cancel, rows: Rows::new(&plan.schema), batches: Vec::new() }
    }

    /// Returns the batches.
    pub(super) fn finish(mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        if self.rows.count > 0 {
            self.batches.push(self.rows.finish()?);
        }
        Ok(self.batches)
    }

    /// Adds the rows of a document; one that cannot be read has one row.
    pub(super) fn document(&mut self, index: usize, item: &Item) -> Result<(), ArrowError> {
        let mut file = File { index, item, page_count: None, failure: None, is_partial: false };
        let null = || Failure::new("null", "there is no document");
        let opened = item.source.as_ref().ok_or_else(null);
        let opened = opened.and_then(|source| guarded(|| self.plan.opening.open(source, self.cancel)));
        match opened {
            Ok((document, _)) => {
                file.page_count = Some(document.page_count());
                self.pages(&document, &mut file)
            }
            Err(failure) => {
                file.failure = Some(failure);
                self.push(|column| file.value(column))
            }
        }
    }

    fn push(&mut self, value: impl Fn(&str) -> Value) -> Result<(), ArrowError> {
        self.rows.push(value);
        if self.rows.count >= MOST_ROWS {
            self.batches.push(self.rows.finish()?);
        }
        Ok(())
    }

    fn wants(&self, column: &str) -> bool {
        self.plan.schema.column_with_name(column).is_some()
    }

    fn formats(&self) -> Vec<Format> {
        let has_text = matches!(self.plan.granularity, Granularity::Document | Granularity::Page);
        // Rows of pages are made of records; a row of a document can do without them.
        let needs_records = self.plan.granularity != Granularity::Document;
        let is_judged = needs_records
            || [
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
            ]
            .iter()
            .any(|column| self.wants(column));
        let formats = [
            (has_text && self.wants("text"), Format::Text),
            (has_text && self.wants("markdown"), Format::Markdown),
            (is_judged, Format::Json),
        ];
        formats.into_iter().filter_map(|(is_wanted, format)| is_wanted.then_some(format)).collect()
    }

    fn pages(&mut self, document: &Document, file: &mut File<'_>) -> Result<(), ArrowError> {
        let detail = match self.plan.granularity {
            Granularity::Document | Granularity::Page | Granularity::Block => Detail::Blocks,
            Granularity::Word => Detail::Words,
            Granularity::Chunk => self.plan.options.detail,
        };
        let options = self.plan.options.clone().detail(detail);
        let selection = Selection::new(document, None, 1);
        let mut rows = DocumentRows::new(self.plan.granularity, document, &options, self.formats());
        // Severe diagnostics are known only at the end, so the pages of a document wait for it.
        let mut pages = Vec::new();
        let formats = rows.formats.clone();
        let read = guarded(|| {
            each_page(document, &selection, &options, &formats, |page| rows.page(page, &mut pages))?;
            rows.finish()
        });
        let is_severe = |code: pdftract::Code| code.severity() == Severity::Error;
        file.is_partial = document.diagnostics().iter().any(|found| is_severe(found.code));
        if let Err(failure) = read {
            file.failure = Some(failure);
        }
        if self.cancel.is_cancelled() {
            file.failure = Some(Failure::cancelled());
        }
        match self.plan.granularity {
            Granularity::Document => {
                let facts = DocumentFacts::new(document, &rows);
                self.push(|column| match file.value(column) {
                    Value::Null => facts.value(column, document, &rows),
                    value => value,
                })
            }
            Granularity::Chunk => rows.chunks.iter().try_for_each(|chunk| {
                self.push(|column| match chunk_value(column, chunk) {
                    Value::Null => file.value(column),
                    value => value,
                })
            }),
            _ => pages.iter().try_for_each(|page| self.page_rows(file, page)),
        }?;
        // A document without any row is not lost.
        let is_empty = match self.plan.granularity {
            Granularity::Document => false,
            Granularity::Chunk => rows.chunks.is_empty(),
            Granularity::Page => pages.is_empty(),
            Granularity::Block => pages.iter().all(|page| page.record.blocks.is_empty()),
            Granularity::Word => pages.iter().all(|page| words(&page.record).next().is_none()),
        };
        if is_empty { self.push(|column| file.value(column)) } else { Ok(()) }
    }

    fn page_rows(&mut self, file: &File<'_>, page: &PageRow) -> Result<(), ArrowError> {
        let PageRow { record, text, markdown } = page;
        let of_page = |column: &str| match file.value(column) {
            Value::Null => page_value(column, record),
            value => value,
        };
        match self.plan.granularity {
            Granularity::Page => self.push(|column| match column {
                "text" => optional(text.as_deref()),
                "markdown" => optional(markdown.as_deref()),
                _ => of_page(column),
            }),
            Granularity::Block => record.blocks.iter().enumerate().try_for_each(|(index, block)| {
                self.push(|column| match block_value(column, index, block) {
                    Value::Null if column != "level" => of_page(column),
                    value => value,
                })
            }),
            _ => words(record).try_for_each(|(block_index, block, line_index, word_index, word)| {
                self.push(|column| match column {
                    "block_id" => Value::Text(block.id.clone()),
                    "block_index" => Value::Int(block_index),
                    "line_index" => Value::Int(line_index),
                    "word_index" => Value::Int(word_index),
                    "start" => Value::Int(word.start as usize),
                    "end" => Value::Int(word.end as usize),
                    "text" => Value::Text(word.text.clone()),
                    _ => edge(column, word.bbox).unwrap_or_else(|| of_page(column)),
                })
            }),
        }
    }
}

/// Runs work on a document; a panic is a failure of that document.
fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Failure::panicked()))
}

/// Returns the words of a page with the indices of their blocks, lines and words.
fn words(page: &Page) -> impl Iterator<Item = (usize, &Block, usize, usize, &pdftract::record::Word)> {
    page.blocks.iter().enumerate().flat_map(|(block_index, block)| {
        block.lines.iter().enumerate().flat_map(move |(line_index, line)| {
            let words = line.words.iter().flatten().enumerate();
            words.map(move |(word_index, word)| (block_index, block, line_index, word_index, word))
        })
    })
}

/// A page with what its row may show.
struct PageRow {
    record: Page,
    text: Option<String>,
    markdown: Option<String>,
}

/// The sum of the pages of a document.
struct DocumentRows<'d> {
    document: &'d Document,
    granularity: Granularity,
    options: ExtractOptions,
    formats: Vec<Format>,
    readability: Readability,
    text: Option<String>,
    markdown: Option<DocumentWriter<Vec<u8>>>,
    written: Option<String>,
    chunker: Option<Chunker>,
    chunks: Vec<Chunk>,
}

impl<'d> DocumentRows<'d> {
    fn new(
        granularity: Granularity,
        document: &'d Document,
        options: &ExtractOptions,
        formats: Vec<Format>,
    ) -> Self {
        let chunker = (granularity == Granularity::Chunk).then(|| Chunker::new(options.chunks));
        let is_document = granularity == Granularity::Document;
        Self {
            document,
            granularity,
            options: options.clone(),
            text: (is_document && formats.contains(&Format::Text)).then(String::new),
            markdown: None,
            written: None,
            readability: Readability::default(),
            formats,
            chunker,
            chunks: Vec::new(),
        }
    }

    fn page(&mut self, mut page: PageOutput, pages: &mut Vec<PageRow>) -> Result<(), Failure> {
        match page.record() {
            Some(record) => self.readability.add(record),
            None => self.readability.add_missing(),
        }
        match self.granularity {
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
                pages.extend(page.into_record().map(|record| PageRow { record, text, markdown }));
                Ok(())
            }
        }
    }

    fn document_page(&mut self, page: &mut PageOutput) -> Result<(), Failure> {
        if let Some(text) = &mut self.text {
            if self.written.is_some() {
                text.push_str(&self.options.page_separator);
            }
            text.push_str(page.plain_text());
            self.written = Some(String::new());
        }
        if self.formats.contains(&Format::Markdown) {
            if self.markdown.is_none() {
                self.markdown = Some(self.markdown_writer()?);
            }
            self.markdown.as_mut().map_or(Ok(()), |writer| writer.page(page))?;
        }
        Ok(())
    }

    fn markdown_writer(&self) -> Result<DocumentWriter<Vec<u8>>, Failure> {
        let head = || self.document.head(&self.options);
        Ok(DocumentWriter::new(Format::Markdown, Vec::new(), &self.options, head)?)
    }

    fn page_markdown(&self, page: &mut PageOutput) -> Result<String, Failure> {
        let mut writer = self.markdown_writer()?;
        writer.page(page)?;
        String::from_utf8(writer.finish(Vec::new())?).map_err(|_| Failure::panicked())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        if let Some(mut chunker) = self.chunker.take() {
            self.chunks.extend(chunker.finish());
        }
        self.written = match self.markdown.take() {
            Some(writer) => {
                Some(String::from_utf8(writer.finish(Vec::new())?).map_err(|_| Failure::panicked())?)
            }
            None => None,
        };
        Ok(())
    }
}

/// Facts about a document for its row, read only if the row shows them.
struct DocumentFacts {
    end: pdftract::record::DocumentEnd,
    is_judged: bool,
}

impl DocumentFacts {
    fn new(document: &Document, rows: &DocumentRows<'_>) -> Self {
        let is_judged = rows.formats.contains(&Format::Json);
        Self { end: rows.readability.end(document.diagnostics()), is_judged }
    }

    fn value(&self, column: &str, document: &Document, rows: &DocumentRows<'_>) -> Value {
        let metadata = || document.file().metadata();
        match column {
            "bytes" => Value::Int(document.file().data().len()),
            "sha256" => Value::Text(document.head(&rows.options).source.sha256),
            "text" => rows.text.clone().map_or(Value::Null, Value::Text),
            "markdown" => rows.written.clone().map_or(Value::Null, Value::Text),
            "readable" if self.is_judged => Value::Flag(self.end.readable),
            "judged" if self.is_judged => Value::Flag(self.end.readability.judged),
            "score" if self.is_judged => Value::Number(share(self.end.readability.score)),
            "pages_needing_ocr" if self.is_judged => Value::Ints(self.end.pages_needing_ocr.clone()),
            "title" => optional(metadata().title.as_deref()),
            "author" => optional(metadata().author.as_deref()),
            "creator" => optional(metadata().creator.as_deref()),
            "producer" => optional(metadata().producer.as_deref()),
            "created" => optional(metadata().created.as_deref()),
            "modified" => optional(metadata().modified.as_deref()),
            "lang" => optional(metadata().lang.as_deref()),
            "encrypted" => Value::Flag(document.file().encryption().is_some()),
            "diagnostics" => {
                let mut codes: Vec<String> =
                    self.end.diagnostics.iter().map(|found| found.code.to_string()).collect();
                codes.dedup();
                Value::Texts(codes)
            }
            _ => Value::Null,
        }
    }
}
