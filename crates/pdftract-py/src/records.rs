//! Records of pages: blocks, lines, spans, words, glyphs, cells of tables, links.

use std::sync::Arc;

use pdftract::{Judgement, record as model};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::reading::share;
use crate::record::{Bbox, Field, Lazy, Shared, record};

record! {
    /// A word of a line: characters without white space between them.
    Word {
        /// The text.
        text: Shared,
        /// The box `(x0, y0, x1, y1)` in points from the top left corner of the page, y down.
        bbox: Bbox,
        /// The page, counted from 0.
        page_index: u32,
        /// The block of the word.
        block_id: Shared,
        /// The index of the block on its page, from 0.
        block_index: u32,
        /// The index of the line in its block, from 0.
        line_index: u32,
        /// The index of the word in its line, from 0.
        word_index: u32,
        /// The start in the text of the block, in characters.
        start: u32,
        /// The end in the text of the block.
        end: u32,
    }

    /// The page, counted from 1.
    #[getter]
    fn page_number(&self) -> u32 {
        self.page_index.saturating_add(1)
    }

    /// The left edge.
    #[getter]
    fn x0(&self) -> f64 {
        self.bbox.numbers()[0]
    }

    /// The top edge.
    #[getter]
    fn y0(&self) -> f64 {
        self.bbox.numbers()[1]
    }

    /// The right edge.
    #[getter]
    fn x1(&self) -> f64 {
        self.bbox.numbers()[2]
    }

    /// The bottom edge.
    #[getter]
    fn y1(&self) -> f64 {
        self.bbox.numbers()[3]
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyAny> {
        self.text.0.clone_ref(py)
    }
}

record! {
    /// A glyph as the page shows it.
    Glyph {
        /// The text of the glyph.
        text: Shared,
        /// The box of the glyph cell.
        bbox: Bbox,
        /// The page, counted from 0.
        page_index: u32,
        /// The block of the glyph.
        block_id: Shared,
        /// The index of the block on its page, from 0.
        block_index: u32,
        /// The index of the line in its block, from 0.
        line_index: u32,
        /// The index of the span in its line, from 0.
        span_index: u32,
        /// The character code in the font.
        code: u32,
        /// The name of the glyph in the font.
        glyph_name: Shared,
        /// The source of the text.
        unicode_source: Shared,
        /// The confidence in the text, from 0 to 1.
        confidence: f64,
        /// The advance in points.
        advance: f64,
        /// The name of the font, without subset tag.
        font: Shared,
        /// The font size as shown, in points.
        size: f64,
        /// The fill colour as `#rrggbb`; `None` for black and for colours that are not converted.
        color: Shared,
        /// The writing direction.
        direction: Shared,
        /// Alternative texts.
        alternatives: Shared,
    }

    /// The page, counted from 1.
    #[getter]
    fn page_number(&self) -> u32 {
        self.page_index.saturating_add(1)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyAny> {
        self.text.0.clone_ref(py)
    }
}

record! {
    /// A link on a page, with its target.
    Link {
        /// The box on the page; `None` for the link of a span or block, which have boxes.
        bbox: Shared,
        /// The target URI. It is never opened.
        uri: Shared,
        /// The target page in this document, counted from 0.
        target_page_index: Option<u32>,
        /// The type of any other action, such as `GoToR`. It is never executed.
        action: Shared,
    }

    /// The target page in this document, counted from 1.
    #[getter]
    fn target_page_number(&self) -> Option<u32> {
        self.target_page_index.map(|index| index.saturating_add(1))
    }
}

record! {
    /// Consecutive characters of a line that share font, size, visibility, direction, source and link.
    Span {
        /// The text.
        text: Shared,
        /// The bounding box.
        bbox: Bbox,
        /// The start in the text of the block, in characters.
        start: u32,
        /// The end in the text of the block.
        end: u32,
        /// The text before cleaning, if it differs.
        raw_text: Shared,
        /// The name of the font, without subset tag.
        font: Shared,
        /// The kind of the font.
        font_type: Shared,
        /// The font size as shown, in points.
        size: f64,
        /// The font weight from 100 to 900; 400 is regular, 700 bold.
        weight: u32,
        /// True if the font is italic or oblique.
        italic: bool,
        /// True if the font is monospaced.
        monospace: bool,
        /// True if the font has serifs; `None` if unknown.
        serif: Option<bool>,
        /// The fill colour as `#rrggbb`; `None` for black and for colours that are not converted.
        color: Shared,
        /// The text rendering mode of PDF, 0 to 7.
        rendering_mode: u32,
        /// The visibility on the page.
        visibility: Shared,
        /// The source of the Unicode of most characters.
        unicode_source: Shared,
        /// The confidence in the text, from 0 to 1.
        confidence: f64,
        /// The confidence of the least certain character.
        min_confidence: f64,
        /// The quality of the text: `high`, `medium`, `low` or `garbled`.
        quality: Shared,
        /// True if the quality is good enough to be read.
        readable: bool,
        /// The evidence against it.
        quality_signals: Shared,
        /// True if some characters have equally likely alternatives.
        ambiguous: bool,
        /// The text recognised by OCR at its position.
        ocr_text: Shared,
        /// The language, if known (BCP 47).
        lang: Shared,
        /// The script, if known (ISO 15924).
        script: Shared,
        /// The writing direction.
        direction: Shared,
        /// `superscript` or `subscript`.
        baseline_shift: Shared,
        /// The role relative to the surrounding text, such as `ruby`.
        role: Shared,
        /// The link target.
        link: Shared,
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyAny> {
        self.text.0.clone_ref(py)
    }
}

record! {
    /// A line of a block.
    Line {
        /// The text.
        text: Shared,
        /// The bounding box.
        bbox: Bbox,
        /// The page, counted from 0.
        page_index: u32,
        /// The block of the line.
        block_id: Shared,
        /// The index of the block on its page, from 0.
        block_index: u32,
        /// The index of the line in its block, from 0.
        line_index: u32,
        /// True if the line break after it is intended, as in an address.
        hard_break: bool,
        /// The spans in reading order.
        spans: Lazy,
        /// The words in reading order.
        words: Lazy,
    }

    /// The page, counted from 1.
    #[getter]
    fn page_number(&self) -> u32 {
        self.page_index.saturating_add(1)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyAny> {
        self.text.0.clone_ref(py)
    }
}

record! {
    /// A block of lines, such as a paragraph, a heading or a table.
    Block {
        /// The identifier, made of the page number and the block number, both from 1: `p1-b3`.
        id: Shared,
        /// The role, such as `heading`, `paragraph` or `table`.
        role: Shared,
        /// The text, with a newline between lines; in a table a tab between cells.
        text: Shared,
        /// The bounding box.
        bbox: Bbox,
        /// The page, counted from 0.
        page_index: u32,
        /// The index of the block on its page, from 0.
        block_index: u32,
        /// The level of a heading, from 1.
        level: Option<u32>,
        /// The trustworthiness of the text, from 0 to 1.
        score: Lazy,
        /// The evidence for the role, strongest first.
        evidence: Shared,
        /// The block whose paragraph or code continues here.
        continues: Shared,
        /// The marker of a list item, such as `•` or `3.`.
        list_marker: Shared,
        /// The nesting depth of a list item, from 1.
        list_depth: Option<u32>,
        /// The link target, if the whole block is one link.
        link: Shared,
        /// The language, if known (BCP 47).
        lang: Lazy,
        /// The lines; in a table, those of all cells in the order of cells.
        lines: Lazy,
        /// The table, if the block is one.
        table: Lazy,
    }

    /// The page, counted from 1.
    #[getter]
    fn page_number(&self) -> u32 {
        self.page_index.saturating_add(1)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyAny> {
        self.text.0.clone_ref(py)
    }
}

record! {
    /// A cell of a table.
    Cell {
        /// The text on one line.
        text: Shared,
        /// The bounding box.
        bbox: Bbox,
        /// The first row, from 0.
        row: u32,
        /// The first column, from 0.
        column: u32,
        /// The number of rows spanned.
        row_span: u32,
        /// The number of columns spanned.
        column_span: u32,
        /// True if the cell is part of the header.
        header: bool,
        /// The start of its text in the text of the block, in characters.
        start: u32,
        /// The end of its text in the text of the block.
        end: u32,
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyAny> {
        self.text.0.clone_ref(py)
    }
}

/// A block of a page, shared by the records that are made of it.
pub(crate) struct PageBlock {
    pub(crate) block: model::Block,
    pub(crate) page_index: u32,
    pub(crate) block_index: u32,
    /// The verdict on the page, which is found when it is first needed.
    pub(crate) judgement: Arc<Judgement>,
}

/// Returns the name of a value in JSON.
fn name_of(py: Python<'_>, value: &impl serde::Serialize) -> Shared {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => Shared::name(py, &name),
        _ => Shared(py.None()),
    }
}

fn optional_name(py: Python<'_>, value: Option<&impl serde::Serialize>) -> Shared {
    value.map_or_else(|| Shared(py.None()), |value| name_of(py, value))
}

fn link(py: Python<'_>, link: Option<&model::Link>) -> PyResult<Shared> {
    let Some(link) = link else { return Ok(Shared(py.None())) };
    let record = Link {
        bbox: Shared(py.None()),
        uri: Shared::optional(py, link.uri.as_deref()),
        target_page_index: link.page_index.and_then(|index| u32::try_from(index).ok()),
        action: Shared(py.None()),
    };
    Ok(Shared(Py::new(py, record)?.into_any()))
}

fn tuple<T: pyo3::PyClass + Into<pyo3::PyClassInitializer<T>>>(
    py: Python<'_>,
    records: Vec<T>,
) -> PyResult<Py<PyAny>> {
    let objects = records.into_iter().map(|record| Py::new(py, record)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(py, objects)?.into_any().unbind())
}

impl PageBlock {
    /// Returns the words of all lines, appended to `out`.
    pub(crate) fn words_into(&self, py: Python<'_>, out: &mut Vec<Py<Word>>) -> PyResult<()> {
        let block_id = Shared::text(py, &self.block.id);
        for (line_index, line) in (0u32..).zip(&self.block.lines) {
            for word in self.words_of(py, line, line_index, &block_id) {
                out.push(Py::new(py, word)?);
            }
        }
        Ok(())
    }

    fn words_of<'a>(
        &'a self,
        py: Python<'a>,
        line: &'a model::Line,
        line_index: u32,
        block_id: &'a Shared,
    ) -> impl Iterator<Item = Word> + 'a {
        (0u32..).zip(line.words.iter().flatten()).map(move |(word_index, word)| Word {
            text: Shared::text(py, &word.text),
            bbox: Bbox(word.bbox),
            page_index: self.page_index,
            block_id: block_id.again(py),
            block_index: self.block_index,
            line_index,
            word_index,
            start: word.start,
            end: word.end,
        })
    }

    /// Returns the glyphs of all spans, appended to `out`.
    pub(crate) fn glyphs_into(&self, py: Python<'_>, out: &mut Vec<Py<Glyph>>) -> PyResult<()> {
        let block_id = Shared::text(py, &self.block.id);
        for (line_index, line) in (0u32..).zip(&self.block.lines) {
            for (span_index, span) in (0u32..).zip(&line.spans) {
                let font = Shared::text(py, &span.font);
                let color = Shared::optional(py, span.color.as_deref());
                let direction = name_of(py, &span.direction);
                for glyph in span.glyphs.iter().flatten() {
                    let record = Glyph {
                        text: Shared::text(py, &glyph.text),
                        bbox: Bbox(glyph.bbox),
                        page_index: self.page_index,
                        block_id: block_id.again(py),
                        block_index: self.block_index,
                        line_index,
                        span_index,
                        code: glyph.code,
                        glyph_name: Shared::optional(py, glyph.glyph_name.as_deref()),
                        unicode_source: Shared::name(py, glyph.unicode_source.as_str()),
                        confidence: share(glyph.confidence),
                        advance: crate::reading::rounded(glyph.advance),
                        font: font.again(py),
                        size: crate::reading::rounded(span.size),
                        color: color.again(py),
                        direction: direction.again(py),
                        alternatives: Shared::texts(py, &glyph.alternatives)?,
                    };
                    out.push(Py::new(py, record)?);
                }
            }
        }
        Ok(())
    }

    /// Returns the record of the block; its lines and its table are made on first access.
    pub(crate) fn record(self: &Arc<Self>, py: Python<'_>) -> PyResult<Block> {
        let Self { block, page_index, block_index, .. } = &**self;
        let evidence = block.evidence.iter().map(|evidence| name_of(py, evidence).0).collect::<Vec<_>>();
        let (of_lines, of_table) = (Arc::clone(self), Arc::clone(self));
        let (of_score, of_lang) = (Arc::clone(self), Arc::clone(self));
        Ok(Block {
            id: Shared::text(py, &block.id),
            role: name_of(py, &block.role),
            text: Shared::text(py, &block.text),
            bbox: Bbox(block.bbox),
            page_index: *page_index,
            block_index: *block_index,
            level: block.level.map(u32::from),
            score: Lazy::new(move |py| share(of_score.verdict(py).0).get(py)),
            evidence: Shared(PyTuple::new(py, evidence)?.into_any().unbind()),
            continues: Shared::optional(py, block.continues.as_deref()),
            list_marker: Shared::optional(py, block.list.as_ref().map(|item| item.marker.as_str())),
            list_depth: block.list.as_ref().map(|item| u32::from(item.depth)),
            link: link(py, block.link.as_ref())?,
            lang: Lazy::new(move |py| Ok(Shared::optional(py, of_lang.verdict(py).1).0)),
            lines: Lazy::new(move |py| tuple(py, of_lines.lines(py))),
            table: Lazy::new(move |py| of_table.table(py)),
        })
    }

    /// Returns the score of the block and its language. Other threads that need the verdict wait for it without the
    /// lock of the interpreter.
    fn verdict(&self, py: Python<'_>) -> (f32, Option<&'static str>) {
        py.detach(|| self.judgement.of_block(&self.block))
    }

    /// Returns the records of the lines.
    pub(crate) fn lines(self: &Arc<Self>, py: Python<'_>) -> Vec<Line> {
        let block_id = Shared::text(py, &self.block.id);
        let text = Characters::new(&self.block.text);
        let lines = (0u32..).zip(self.block.lines.iter().enumerate());
        let record = |(line_index, (index, line)): (u32, (usize, &model::Line))| {
            let ends = line.spans.first().zip(line.spans.last());
            let shown = ends.map_or("", |(first, last)| text.slice(first.start, last.end));
            let (of_spans, of_words) = (Arc::clone(self), Arc::clone(self));
            let word_block = block_id.again(py);
            Line {
                text: Shared::text(py, line.text.as_deref().unwrap_or(shown)),
                bbox: Bbox(line.bbox),
                page_index: self.page_index,
                block_id: block_id.again(py),
                block_index: self.block_index,
                line_index,
                hard_break: line.hard_break,
                spans: Lazy::new(move |py| of_spans.spans(py, index)),
                words: Lazy::new(move |py| {
                    let Some(line) = of_words.block.lines.get(index) else { return Ok(py.None()) };
                    tuple(py, of_words.words_of(py, line, line_index, &word_block).collect())
                }),
            }
        };
        lines.map(record).collect()
    }

    fn spans(&self, py: Python<'_>, line: usize) -> PyResult<Py<PyAny>> {
        let spans = self.block.lines.get(line).map(|line| line.spans.as_slice()).unwrap_or_default();
        let judge = |span| self.judgement.span(&self.block, span);
        let spans: Vec<model::Span> = py.detach(|| spans.iter().map(judge).collect());
        tuple(py, spans.iter().map(|span| span_record(py, span)).collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the table of the block, an object of a class in Python; `None` for other blocks.
    pub(crate) fn table(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        static TABLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let Some(table) = &self.block.table else { return Ok(py.None()) };
        let cells = table.cells.iter().map(|cell| Cell {
            text: Shared::text(py, &cell.text),
            bbox: Bbox(cell.bbox),
            row: cell.row,
            column: cell.column,
            row_span: cell.row_span,
            column_span: cell.column_span,
            header: cell.header,
            start: cell.start,
            end: cell.end,
        });
        let cells = tuple(py, cells.collect())?;
        let class = TABLE.get_or_try_init(py, || {
            Ok::<_, PyErr>(py.import("pdftract._table")?.getattr("Table")?.unbind())
        })?;
        let [x0, y0, x1, y1] = Bbox(self.block.bbox).numbers();
        class.call1(
            py,
            (
                &self.block.id,
                (x0, y0, x1, y1),
                self.page_index,
                table.rows,
                table.columns,
                table.head_rows,
                cells,
                &table.continues,
                &table.continued_by,
                table.repeated_rows,
            ),
        )
    }
}

fn span_record(py: Python<'_>, span: &model::Span) -> PyResult<Span> {
    let signals = span.quality_signals.iter().map(|signal| signal.as_str()).collect::<Vec<_>>();
    Ok(Span {
        text: Shared::text(py, &span.text),
        bbox: Bbox(span.bbox),
        start: span.start,
        end: span.end,
        raw_text: Shared::optional(py, span.raw_text.as_deref()),
        font: Shared::text(py, &span.font),
        font_type: name_of(py, &span.font_type),
        size: crate::reading::rounded(span.size),
        weight: u32::from(span.weight),
        italic: span.italic,
        monospace: span.monospace,
        serif: span.serif,
        color: Shared::optional(py, span.color.as_deref()),
        rendering_mode: u32::from(span.rendering_mode),
        visibility: name_of(py, &span.visibility),
        unicode_source: Shared::name(py, span.unicode_source.as_str()),
        confidence: share(span.confidence),
        min_confidence: share(span.min_confidence),
        quality: Shared::name(py, span.quality.as_str()),
        readable: span.readable,
        quality_signals: Shared::texts(py, &signals)?,
        ambiguous: span.ambiguous,
        ocr_text: Shared::optional(py, span.ocr_text.as_deref()),
        lang: Shared::optional(py, span.lang),
        script: Shared::optional(py, span.script),
        direction: name_of(py, &span.direction),
        baseline_shift: optional_name(py, span.baseline_shift.as_ref()),
        role: optional_name(py, span.role.as_ref()),
        link: link(py, span.link.as_ref())?,
    })
}

/// A text whose parts are found by the index of characters.
struct Characters<'t> {
    text: &'t str,
    /// The byte at which each character starts; empty for ASCII, where they are the same.
    starts: Vec<usize>,
}

impl<'t> Characters<'t> {
    fn new(text: &'t str) -> Self {
        let starts =
            if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(at, _)| at).collect() };
        Self { text, starts }
    }

    fn slice(&self, start: u32, end: u32) -> &'t str {
        let at = |character: u32| match self.starts.is_empty() {
            true => (character as usize).min(self.text.len()),
            false => self.starts.get(character as usize).copied().unwrap_or(self.text.len()),
        };
        self.text.get(at(start)..at(end)).unwrap_or_default()
    }
}
