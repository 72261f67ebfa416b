//! Matches as JSON messages in the form of ripgrep, with pages, labels, boxes, blocks and scores.

use std::io::{self, Write};
use std::time::Duration;

use pdftract::output::model::Page;
use pdftract::search::PagePlaces;
use serde::Serialize;

use super::page::{Hit, Lines, PageText};
use crate::plan::LineForm;

#[derive(Serialize)]
struct Message<T> {
    r#type: &'static str,
    data: T,
}

#[derive(Serialize, Clone, Copy)]
struct Text<'a> {
    text: &'a str,
}

#[derive(Serialize)]
struct Begin<'a> {
    path: Text<'a>,
}

#[derive(Serialize)]
struct LineData<'a> {
    path: Text<'a>,
    lines: Text<'a>,
    /// The line on its page, counted from 1.
    line_number: usize,
    /// The offset in the text of the file, in bytes.
    absolute_offset: usize,
    submatches: Vec<Submatch<'a>>,
    page_index: usize,
    page_number: usize,
    label: Option<&'a str>,
    /// The trustworthiness of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f32>,
}

#[derive(Serialize)]
struct Submatch<'a> {
    r#match: Text<'a>,
    start: usize,
    end: usize,
    boxes: Vec<[f32; 4]>,
    block: Option<String>,
    /// The trustworthiness of the block.
    score: Option<f32>,
}

#[derive(Serialize)]
struct End<'a> {
    path: Text<'a>,
    binary_offset: Option<u64>,
    stats: Stats,
    pages: usize,
    unreadable_pages: &'a [usize],
}

#[derive(Serialize)]
struct Summary {
    elapsed_total: Elapsed,
    stats: Stats,
    pages: usize,
    unreadable_pages: usize,
}

/// Counts of a file or of the run, as ripgrep names them.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Stats {
    elapsed: Elapsed,
    pub(super) searches: usize,
    pub(super) searches_with_match: usize,
    pub(super) bytes_searched: usize,
    pub(super) bytes_printed: usize,
    pub(super) matched_lines: usize,
    pub(super) matches: usize,
}

#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Elapsed {
    secs: u64,
    nanos: u32,
}

impl From<Duration> for Elapsed {
    fn from(time: Duration) -> Self {
        Self { secs: time.as_secs(), nanos: time.subsec_nanos() }
    }
}

impl Stats {
    pub(super) fn within(self, time: Duration) -> Self {
        Self { elapsed: time.into(), ..self }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.searches += other.searches;
        self.searches_with_match += other.searches_with_match;
        self.bytes_searched += other.bytes_searched;
        self.bytes_printed += other.bytes_printed;
        self.matched_lines += other.matched_lines;
        self.matches += other.matches;
    }
}

/// Writes the messages of one file.
pub(super) struct JsonPrinter<'p> {
    form: LineForm,
    name: &'p str,
    has_begun: bool,
    printed: usize,
}

impl<'p> JsonPrinter<'p> {
    pub(super) fn new(form: LineForm, name: &'p str) -> Self {
        Self { form, name, has_begun: false, printed: 0 }
    }

    /// Writes the matching lines of a page with their context; `offset` is the start of the page in the text of the file.
    pub(super) fn page(
        &mut self,
        page: &PageText,
        record: Option<&Page>,
        lines: &Lines<'_>,
        hits: &[Hit],
        offset: usize,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.begin(out)?;
        let mut places = record.map(PagePlaces::new);
        let mut next = 0;
        for (index, hit) in hits.iter().enumerate() {
            let first = hit.lines.0.saturating_sub(self.form.before).max(next);
            for line in first..hit.lines.0 {
                self.context(page, lines, line, offset, out)?;
            }
            let range = lines.range(hit.lines.0).start..lines.range(hit.lines.1).end;
            let submatches = hit.ranges.iter().map(|found| {
                let parts = places.as_mut().map(|places| places.parts(&page.text, found.clone()));
                let parts = parts.unwrap_or_default();
                let block = parts.first().map(|part| part.block_id.clone());
                let find = |id: &String| record?.blocks.iter().find(|found| found.id == *id);
                Submatch {
                    r#match: Text { text: page.text.get(found.clone()).unwrap_or_default() },
                    start: found.start - range.start,
                    end: found.end - range.start,
                    boxes: parts.iter().map(|part| part.bbox).collect(),
                    score: block.as_ref().and_then(find).map(|block| block.score),
                    block,
                }
            });
            let submatches = submatches.collect();
            let score = record.map(|record| record.readability.score);
            let data = self.data(page, range, hit.lines.0, offset, submatches, score);
            self.write("match", data, out)?;
            let limit = hits.get(index + 1).map_or(lines.len(), |hit| hit.lines.0);
            next = (hit.lines.1 + 1 + self.form.after).min(limit).max(hit.lines.1 + 1);
            for line in hit.lines.1 + 1..next {
                self.context(page, lines, line, offset, out)?;
            }
        }
        Ok(())
    }

    fn context(
        &mut self,
        page: &PageText,
        lines: &Lines<'_>,
        line: usize,
        offset: usize,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let data = self.data(page, lines.range(line), line, offset, Vec::new(), None);
        self.write("context", data, out)
    }

    fn data<'d>(
        &self,
        page: &'d PageText,
        range: std::ops::Range<usize>,
        line: usize,
        offset: usize,
        submatches: Vec<Submatch<'d>>,
        score: Option<f32>,
    ) -> LineData<'d>
    where
        'p: 'd,
    {
        // The line end belongs to the last line.
        let end = (range.end + 1).min(page.text.len());
        LineData {
            path: Text { text: self.name },
            lines: Text { text: page.text.get(range.start..end).unwrap_or_default() },
            line_number: line + 1,
            absolute_offset: offset + range.start,
            submatches,
            page_index: page.index,
            page_number: page.index + 1,
            label: page.label.as_deref(),
            score,
        }
    }

    /// Ends a file that has matches or pages without readable text.
    pub(super) fn end(
        &mut self,
        stats: Stats,
        pages: usize,
        unreadable_pages: &[usize],
        out: &mut impl Write,
    ) -> io::Result<usize> {
        if self.has_begun || !unreadable_pages.is_empty() {
            self.begin(out)?;
            let stats = Stats { bytes_printed: self.printed, ..stats };
            let path = Text { text: self.name };
            self.write("end", End { path, binary_offset: None, stats, pages, unreadable_pages }, out)?;
        }
        Ok(self.printed)
    }

    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        self.write("begin", Begin { path: Text { text: self.name } }, out)
    }

    fn write(&mut self, r#type: &'static str, data: impl Serialize, out: &mut impl Write) -> io::Result<()> {
        let line = message(r#type, data)?;
        self.printed += line.len();
        out.write_all(line.as_bytes())
    }
}

/// Returns the last message of a run.
pub(super) fn summary(
    stats: Stats,
    time: Duration,
    pages: usize,
    unreadable_pages: usize,
) -> io::Result<String> {
    message(
        "summary",
        Summary { elapsed_total: time.into(), stats: stats.within(time), pages, unreadable_pages },
    )
}

fn message(r#type: &'static str, data: impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(&Message { r#type, data })? + "\n")
}
