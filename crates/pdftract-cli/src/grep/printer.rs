//! Prints matching lines for people.

use std::io::{self, Write};
use std::ops::Range;

use super::page::{Hit, Lines, PageText};
use crate::plan::{GrepForm, LineForm};

const PATH: &str = "\x1B[35m";
const PAGE: &str = "\x1B[32m";
const MARK: &str = "\x1B[1;31m";
const SEPARATOR: &str = "\x1B[36m";
const PLAIN: &str = "\x1B[0m";

/// Prints the lines of one file.
pub(super) struct LinePrinter<'p> {
    form: LineForm,
    prints_matches: bool,
    name: &'p [u8],
    /// `true` once a line was printed, so that the next group of lines is separated.
    has_printed: bool,
}

impl<'p> LinePrinter<'p> {
    pub(super) fn new(form: LineForm, what: GrepForm, name: &'p [u8]) -> Self {
        Self { form, prints_matches: what == GrepForm::Matches, name, has_printed: false }
    }

    /// Prints the matching lines of a page with their context, which ends at the ends of the page.
    pub(super) fn page(
        &mut self,
        page: &PageText,
        lines: &Lines<'_>,
        hits: &[Hit],
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.prints_matches {
            return hits.iter().try_for_each(|hit| self.matches(page, hit, out));
        }
        // The first line that is not printed yet.
        let mut next = 0;
        for (index, hit) in hits.iter().enumerate() {
            let first = hit.lines.0.saturating_sub(self.form.before).max(next);
            let has_context = self.form.before + self.form.after > 0;
            if has_context && self.has_printed && (next == 0 || first > next) {
                self.colored(SEPARATOR, b"--", out)?;
                out.write_all(b"\n")?;
            }
            let limit = hits.get(index + 1).map_or(lines.len(), |hit| hit.lines.0);
            let end = (hit.lines.1 + 1 + self.form.after).min(limit).min(lines.len()).max(hit.lines.1 + 1);
            for line in first..end {
                let is_match = (hit.lines.0..=hit.lines.1).contains(&line);
                let marks = if is_match { hit.ranges.as_slice() } else { &[] };
                self.line(page, line, lines.range(line), is_match, marks, out)?;
            }
            next = end;
        }
        Ok(())
    }

    fn matches(&mut self, page: &PageText, hit: &Hit, out: &mut impl Write) -> io::Result<()> {
        for range in hit.ranges.iter().filter(|range| !range.is_empty()) {
            self.prefix(page, hit.lines.0, b":", out)?;
            let text = page.text.get(range.clone()).unwrap_or_default();
            let text = text.replace("-\n", "-").replace('\n', " ");
            self.colored(MARK, text.as_bytes(), out)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn line(
        &mut self,
        page: &PageText,
        line: usize,
        range: Range<usize>,
        is_match: bool,
        marks: &[Range<usize>],
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.has_printed = true;
        self.prefix(page, line, if is_match { b":" } else { b"-" }, out)?;
        let mut done = range.start;
        let text = |from: usize, to: usize| page.text.get(from..to).unwrap_or_default().as_bytes();
        if self.form.color {
            for mark in marks {
                let (from, to) = (mark.start.max(range.start), mark.end.min(range.end));
                if from < to {
                    out.write_all(text(done, from))?;
                    self.colored(MARK, text(from, to), out)?;
                    done = to;
                }
            }
        }
        out.write_all(text(done, range.end))?;
        out.write_all(b"\n")
    }

    /// Prints the name of the file, the page and the line, as far as they are wanted.
    fn prefix(&self, page: &PageText, line: usize, separator: &[u8], out: &mut impl Write) -> io::Result<()> {
        if self.form.file_name {
            self.colored(PATH, self.name, out)?;
            if self.form.null {
                out.write_all(b"\0")?;
            } else {
                self.colored(SEPARATOR, separator, out)?;
            }
        }
        if self.form.page_number {
            let label = page.other_label().map(|label| format!("[{label}]")).unwrap_or_default();
            self.colored(PAGE, format!("{}{label}", page.index + 1).as_bytes(), out)?;
            self.colored(SEPARATOR, separator, out)?;
        }
        if self.form.line_number {
            self.colored(PAGE, (line + 1).to_string().as_bytes(), out)?;
            self.colored(SEPARATOR, separator, out)?;
        }
        Ok(())
    }

    /// Prints the name of the file with the number of its matching lines, or alone.
    pub(super) fn name(&self, count: Option<usize>, out: &mut impl Write) -> io::Result<()> {
        let shows_name = self.form.file_name || count.is_none();
        if shows_name {
            self.colored(PATH, self.name, out)?;
            match count {
                _ if self.form.null => out.write_all(b"\0")?,
                Some(_) => self.colored(SEPARATOR, b":", out)?,
                None => out.write_all(b"\n")?,
            }
        }
        match count {
            Some(count) => writeln!(out, "{count}"),
            None => Ok(()),
        }
    }

    fn colored(&self, color: &str, text: &[u8], out: &mut impl Write) -> io::Result<()> {
        if !self.form.color {
            return out.write_all(text);
        }
        out.write_all(color.as_bytes())?;
        out.write_all(text)?;
        out.write_all(PLAIN.as_bytes())
    }
}
