//! The forms of results: how a document begins and ends in each, and what a page becomes.

use std::io::{self, Write};

use clap::ValueEnum;
use pdftract::output::json::{JsonForm, JsonWriter};
use pdftract::output::model::Page;
use pdftract::output::text::TextOptions;
use pdftract::{Document, LayoutOptions};

/// The form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text, a form feed between pages
    Text,
    /// One JSON object: everything that is known
    Json,
    /// One JSON object per line and page
    Ndjson,
    /// Headings, lists, tables and links as Markdown
    Markdown,
}

impl Format {
    /// What names of results end in.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Markdown => "md",
        }
    }

    /// The form that the extension of a name stands for.
    pub(crate) fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "txt" | "text" => Some(Self::Text),
            "json" => Some(Self::Json),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            "md" | "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }
}

/// The order in which plain text comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// As people read.
    Reading,
    /// As it stands on the page, kept by spaces.
    Physical,
    /// As it is drawn.
    Drawing,
}

/// What is wanted of each page.
pub(crate) struct Style {
    /// Which glyphs.
    pub(crate) layout: LayoutOptions,
    /// Which blocks.
    pub(crate) text: TextOptions,
    /// In which order plain text comes.
    pub(crate) order: Order,
    /// What stands between pages of plain text.
    pub(crate) page_separator: String,
    /// Whether JSON shows each glyph.
    pub(crate) glyphs: bool,
}

impl Style {
    /// What a page becomes, as far as the formats need it.
    pub(crate) fn page(&self, document: &Document, page: usize, formats: &[Format]) -> Rendered {
        let text = formats.contains(&Format::Text).then(|| self.text(document, page));
        let record =
            formats.iter().any(|&format| format != Format::Text).then(|| self.record(document, page));
        let markdown = formats.contains(&Format::Markdown).then(|| self.text(document, page));
        Rendered { text, markdown, record: record.flatten() }
    }

    /// What stands between two pages, or between the last page of a file and the first of the next.
    pub(crate) fn separator(&self, format: Format) -> &str {
        match format {
            Format::Text => &self.page_separator,
            Format::Markdown => "\n",
            Format::Json | Format::Ndjson => "",
        }
    }

    fn text(&self, document: &Document, page: usize) -> String {
        if self.order == Order::Drawing {
            return document.raw_text(page).unwrap_or_default();
        }
        let page = document.laid_out(page, &self.layout);
        page.map(|page| page.text(self.text)).unwrap_or_default()
    }

    fn record(&self, document: &Document, page: usize) -> Option<Page> {
        let mut record = if self.glyphs {
            document.page_record_with_glyphs(page, &self.layout)
        } else {
            document.page_record(page, &self.layout)
        };
        if let Some(record) = record.as_mut().filter(|_| self.text.no_headers) {
            record.blocks.retain(|block| !block.role.is_furniture());
        }
        record
    }
}

/// What a page becomes, as far as it is wanted; nothing if it could not be read.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    text: Option<String>,
    markdown: Option<String>,
    record: Option<Page>,
}

/// Writes one document in one format.
pub(crate) enum Writer<'s, W> {
    /// Text or Markdown: pages with something between them.
    Pages {
        /// Where it is written.
        out: W,
        /// Which of the two.
        format: Format,
        /// What stands between pages.
        separator: &'s str,
        /// Whether a page was written.
        has_pages: bool,
    },
    /// JSON, as one object or in lines.
    Json(JsonWriter<W>),
}

impl<'s, W: Write> Writer<'s, W> {
    /// Begins the document of a file.
    pub(crate) fn begin(
        format: Format,
        style: &'s Style,
        out: W,
        name: &str,
        document: &Document,
    ) -> io::Result<Self> {
        let form = match format {
            Format::Text | Format::Markdown => {
                return Ok(Self::Pages { out, format, separator: style.separator(format), has_pages: false });
            }
            Format::Json => JsonForm::Document,
            Format::Ndjson => JsonForm::Lines,
        };
        let mut head = document.head();
        head.source.file = Some(name.into());
        JsonWriter::new(out, form, &head).map(Self::Json)
    }

    /// Writes the next page. One that could not be read leaves an empty page in text; JSON has page numbers.
    pub(crate) fn page(&mut self, rendered: &Rendered) -> io::Result<()> {
        match self {
            Self::Pages { out, format, separator, has_pages } => {
                if std::mem::replace(has_pages, true) {
                    out.write_all(separator.as_bytes())?;
                }
                let text = if *format == Format::Text { &rendered.text } else { &rendered.markdown };
                out.write_all(text.as_deref().unwrap_or_default().as_bytes())
            }
            Self::Json(writer) => rendered.record.as_ref().map_or(Ok(()), |record| writer.page(record)),
        }
    }

    /// Ends the document.
    pub(crate) fn end(self, document: &Document) -> io::Result<W> {
        match self {
            Self::Pages { out, .. } => Ok(out),
            Self::Json(writer) => writer.finish(document.diagnostics()),
        }
    }
}
