//! The forms of results: how a document begins and ends in each, and what a page becomes.

use std::io::{self, Write};

use clap::ValueEnum;
use pdftract::output::Detail;
use pdftract::output::join::{Joiner, OpenText};
use pdftract::output::json::{JsonForm, JsonWriter};
use pdftract::output::markdown::{MarkdownOptions, MarkdownWriter};
use pdftract::output::model::Page;
use pdftract::output::text::TextOptions;
use pdftract::{Document, LaidOutPage, LayoutOptions};

/// The form of a result. They are made in this order: JSON says where blocks stand in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Format {
    /// Plain text, a form feed between pages
    Text,
    /// Headings, lists, tables and links as Markdown
    Markdown,
    /// One JSON object: everything that is known
    Json,
    /// One JSON object per line: the document, its pages, its end
    Ndjson,
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
    /// How deep JSON goes.
    pub(crate) detail: Detail,
}

impl Style {
    /// What a page becomes, as far as the formats need it. It is laid out once for all of them.
    pub(crate) fn page(&self, document: &Document, page: usize, formats: &[Format]) -> Rendered {
        let wants_text = formats.contains(&Format::Text);
        let wants_record = formats.iter().any(|&format| format != Format::Text);
        let drawn = (wants_text && self.order == Order::Drawing)
            .then(|| document.raw_text(page, &self.layout.policy))
            .flatten();
        let drawn = drawn.map(OpenText::settled);
        if drawn.is_some() && !wants_record {
            return Rendered { text: drawn, record: None };
        }
        let Some(mut page) = document.laid_out(page, &self.layout) else { return Rendered::default() };
        let text = drawn.or_else(|| wants_text.then(|| self.text_of(&page)));
        let record = wants_record.then(|| self.record(document, &mut page)).flatten();
        Rendered { text, record }
    }

    /// What stands on standard output between two files.
    pub(crate) fn separator_of_files(&self, format: Format) -> &str {
        match format {
            Format::Text => &self.page_separator,
            Format::Markdown => "\n",
            Format::Json | Format::Ndjson => "",
        }
    }

    fn text_of(&self, page: &LaidOutPage) -> OpenText {
        match self.order {
            Order::Physical => OpenText::settled(page.physical_text()),
            Order::Reading | Order::Drawing => page.open_text(self.text),
        }
    }

    fn record(&self, document: &Document, page: &mut LaidOutPage) -> Option<Page> {
        if !self.layout.roles {
            document.assign_roles(page);
        }
        let mut record = document.record_of(page, self.detail)?;
        if self.text.no_headers {
            record.blocks.retain(|block| !block.role.is_furniture());
        }
        Some(record)
    }
}

/// What a page becomes, as far as it is wanted; nothing if it could not be read.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    text: Option<OpenText>,
    record: Option<Page>,
}

impl Rendered {
    /// Joins words of its record by what the pages before say.
    pub(crate) fn join(&mut self, joiner: &mut Joiner) {
        self.record.iter_mut().for_each(|record| joiner.record(record));
    }
}

/// Writes one document in one format.
pub(crate) enum Writer<'s, W> {
    /// Text: pages with something between them.
    Text {
        /// Where it is written.
        out: W,
        /// What stands before the next page.
        separator: &'s str,
        /// What stands before those that follow.
        next_separator: &'s str,
        /// Joins words from page to page.
        joiner: Joiner,
    },
    /// Markdown.
    Markdown {
        /// Where it is written.
        out: W,
        /// What makes it.
        writer: MarkdownWriter,
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
        let json = |out: W, form: JsonForm| {
            let mut head = document.head(&style.layout);
            head.source.file = Some(name.into());
            JsonWriter::new(out, form, &head).map(Self::Json)
        };
        match format {
            Format::Text => Ok(Self::Text {
                out,
                separator: "",
                next_separator: &style.page_separator,
                joiner: Joiner::new(&style.layout.policy),
            }),
            Format::Markdown => {
                let options =
                    MarkdownOptions { spaces: style.layout.policy.spaces, ..MarkdownOptions::default() };
                Ok(Self::Markdown { out, writer: MarkdownWriter::new(options) })
            }
            Format::Json => json(out, JsonForm::Document),
            Format::Ndjson => json(out, JsonForm::Lines),
        }
    }

    /// Writes the next page. One that could not be read leaves an empty page in text; the others number their pages.
    /// Markdown tells the record where its blocks stand, for JSON that is written after it.
    pub(crate) fn page(&mut self, rendered: &mut Rendered) -> io::Result<()> {
        match (self, &mut rendered.record) {
            (Self::Text { out, separator, next_separator, joiner }, _) => {
                for page in joiner.text(rendered.text.take().unwrap_or_default()) {
                    out.write_all(std::mem::replace(separator, next_separator).as_bytes())?;
                    out.write_all(page.as_bytes())?;
                }
                Ok(())
            }
            (Self::Markdown { out, writer }, Some(record)) => {
                let written = writer.page(record);
                record.markdown_blocks = written.blocks;
                out.write_all(written.text.as_bytes())
            }
            (Self::Json(writer), Some(record)) => writer.page(record),
            (_, None) => Ok(()),
        }
    }

    /// Ends the document.
    pub(crate) fn end(self, document: &Document) -> io::Result<W> {
        match self {
            Self::Text { mut out, separator, mut joiner, .. } => {
                if let Some(page) = joiner.end() {
                    out.write_all(separator.as_bytes())?;
                    out.write_all(page.as_bytes())?;
                }
                Ok(out)
            }
            Self::Markdown { out, .. } => Ok(out),
            Self::Json(writer) => writer.finish(document.diagnostics()),
        }
    }
}
