//! The forms of results: how a document begins and ends in each, and what a page becomes.

use std::io::{self, Write};

use clap::ValueEnum;
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
        Rendered { text: formats.contains(&Format::Text).then(|| self.text(document, page)) }
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
}

/// What a page becomes, as far as it is wanted; nothing if it could not be read.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    text: Option<String>,
}

/// Writes one document in one format.
pub(crate) enum Writer<'s, W> {
    /// Pages with something between them.
    Pages {
        /// Where it is written.
        out: W,
        /// What stands between pages.
        separator: &'s str,
        /// Whether a page was written.
        has_pages: bool,
    },
}

impl<'s, W: Write> Writer<'s, W> {
    /// Begins a document.
    pub(crate) fn begin(
        format: Format,
        style: &'s Style,
        out: W,
        _name: &str,
        _document: &Document,
    ) -> io::Result<Self> {
        Ok(Self::Pages { out, separator: style.separator(format), has_pages: false })
    }

    /// Writes the next page.
    pub(crate) fn page(&mut self, rendered: &Rendered) -> io::Result<()> {
        match self {
            Self::Pages { out, separator, has_pages } => {
                if std::mem::replace(has_pages, true) {
                    out.write_all(separator.as_bytes())?;
                }
                out.write_all(rendered.text.as_deref().unwrap_or_default().as_bytes())
            }
        }
    }

    /// Ends the document.
    pub(crate) fn end(self, _document: &Document) -> io::Result<W> {
        match self {
            Self::Pages { out, .. } => Ok(out),
        }
    }
}
