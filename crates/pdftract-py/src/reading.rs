//! Reads pages of documents: one page, or some of them in one of the formats.

use std::num::NonZeroUsize;

use pdftract::record::{Chunk, Page};
use pdftract::{
    Chunker, Document, DocumentWriter, ExtractOptions, Format, Judgement, PageAssembler, PageError,
    PageOutput, WorkerPermits,
};

use crate::failure::Failure;

/// The pages to read, counted from 0, and the number of threads to read them with.
pub(crate) struct Selection {
    pub(crate) pages: Vec<usize>,
    pub(crate) threads: Option<NonZeroUsize>,
}

impl Selection {
    /// Selects pages, or all of them, for a number of threads; 0 is one per core.
    pub(crate) fn new(document: &Document, pages: Option<Vec<usize>>, threads: usize) -> Self {
        let pages = pages.unwrap_or_else(|| (0..document.page_count()).collect());
        Self { pages, threads: NonZeroUsize::new(threads) }
    }
}

/// Reads pages in the order of the document and calls `deliver` with each of them.
pub(crate) fn each_page(
    document: &Document,
    selection: &Selection,
    options: &ExtractOptions,
    formats: &[Format],
    mut deliver: impl FnMut(PageOutput) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut assembler = PageAssembler::new(options);
    let mut add = |output| assembler.page(output).map_or(Ok(()), &mut deliver);
    let read = |index| document.page_output(index, options, formats);
    if selection.threads.is_some_and(|threads| threads.get() == 1) {
        selection.pages.iter().try_for_each(|&index| add(read(index)))?;
    } else {
        let permits = WorkerPermits::new(selection.threads);
        document.map_pages(&selection.pages, &permits, read, |_, page| {
            add(page.map_err(|error| match error {
                PageError::Panicked => Failure::panicked(),
                _ => Failure::cancelled(),
            })?)
        })?;
    }
    assembler.finish().map_or(Ok(()), deliver)
}

/// Returns pages in a format.
pub(crate) fn written(
    document: &Document,
    selection: &Selection,
    options: &ExtractOptions,
    format: Format,
) -> Result<String, Failure> {
    let mut out = Vec::new();
    let mut writer = DocumentWriter::new(format, &mut out, options, || document.head(options))?;
    each_page(document, selection, options, &[format], |mut page| Ok(writer.page(&mut page)?))?;
    writer.finish(document.diagnostics())?;
    String::from_utf8(out).map_err(|_| Failure::panicked())
}

/// Returns the Markdown of each page, as parts of the Markdown of the document, and the positions of its blocks in
/// JSON. The rest of a paragraph that continues on the next page is part of that page.
pub(crate) fn markdown_pages(
    document: &Document,
    selection: &Selection,
    options: &ExtractOptions,
) -> Result<Vec<(usize, String, String)>, Failure> {
    let mut parts = Vec::new();
    each_page(document, selection, options, &[Format::Markdown], |mut page| {
        let Some(index) = page.record().map(|record| record.page_index) else { return Ok(()) };
        let mut out = Vec::new();
        let mut writer = DocumentWriter::new(Format::Markdown, &mut out, options, || document.head(options))?;
        writer.page(&mut page)?;
        writer.finish(Vec::new())?;
        let blocks = page.record().map(|record| {
            let role = |id: &str| record.blocks.iter().find(|block| block.id == id).map(|block| block.role);
            let of_block = |block: &pdftract::record::MarkdownBlock| {
                serde_json::json!({ "start": block.start, "end": block.end, "block_id": block.block_id,
                    "role": role(&block.block_id), "bbox": block.bbox.map(rounded) })
            };
            record.markdown_blocks.iter().map(of_block).collect::<Vec<_>>()
        });
        let text = String::from_utf8(out).map_err(|_| Failure::panicked())?;
        parts.push((index, text, serde_json::to_string(&blocks.unwrap_or_default())?));
        Ok(())
    })?;
    Ok(parts)
}

/// Returns a length as it is printed in JSON: records have hundredths of points.
pub(crate) fn rounded(length: f32) -> f64 {
    // Adding zero turns a negative zero into zero.
    (f64::from(length) * 100.0).round() / 100.0 + 0.0
}

/// Returns a share from 0 to 1 as it is printed in JSON, with three decimals.
pub(crate) fn share(share: f32) -> f64 {
    (f64::from(share) * 1000.0).round() / 1000.0
}

/// Returns one page in a format, using only that page; `None` if it was not read because a limit was reached.
pub(crate) fn one_page(
    document: &Document,
    page_index: usize,
    options: &ExtractOptions,
    format: Format,
) -> Result<PageOutput, Failure> {
    if page_index >= document.page_count() {
        return Err(Failure::no_such_page(page_index, document.page_count()));
    }
    let mut assembler = PageAssembler::new(options);
    assembler.page(document.page_output(page_index, options, &[format]));
    Ok(assembler.finish().unwrap_or_default())
}

/// Returns the record of a page, which is judged when its verdict is needed.
pub(crate) fn page_record(
    document: &Document,
    page_index: usize,
    options: &ExtractOptions,
) -> Result<(Page, Judgement), Failure> {
    if page_index >= document.page_count() {
        return Err(Failure::no_such_page(page_index, document.page_count()));
    }
    let record = document.unjudged_page(page_index, options);
    record.ok_or_else(|| Failure::new("limit", "the page was not read: a limit of the document was reached"))
}

/// Returns the Markdown of a page.
pub(crate) fn page_markdown(
    document: &Document,
    page_index: usize,
    options: &ExtractOptions,
) -> Result<String, Failure> {
    let mut page = one_page(document, page_index, options, Format::Markdown)?;
    let mut out = Vec::new();
    let mut writer = DocumentWriter::new(Format::Markdown, &mut out, options, || document.head(options))?;
    writer.page(&mut page)?;
    writer.finish(Vec::new())?;
    String::from_utf8(out).map_err(|_| Failure::panicked())
}

/// Makes chunks of pages and calls `deliver` with each of them.
pub(crate) fn each_chunk(
    document: &Document,
    selection: &Selection,
    options: &ExtractOptions,
    mut chunker: Chunker,
    mut deliver: impl FnMut(Chunk) -> Result<(), Failure>,
) -> Result<(), Failure> {
    each_page(document, selection, options, &[Format::Json], |page| {
        let Some(record) = page.into_record() else { return Ok(()) };
        chunker.page(record).into_iter().try_for_each(&mut deliver)
    })?;
    chunker.finish().into_iter().try_for_each(deliver)
}
