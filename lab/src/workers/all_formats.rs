//! Runs the default path of extraction to its end: plain text, records as JSON, and Markdown.

use pdftract::output::json::to_json;
use pdftract::output::markdown::MarkdownWriter;
use pdftract::{Document, Error, JsonForm, LayoutOptions, MarkdownOptions};

/// A format that callers ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
    Markdown,
}

impl Format {
    /// All formats.
    pub(crate) const ALL: [Self; 3] = [Self::Text, Self::Json, Self::Markdown];
}

/// Pages that are read of longer documents. Damaged and hostile page trees repeat one page without end.
const MAX_PAGES: usize = 2_000;

/// Writes a document, or the first pages of a long one, and returns the number of bytes written.
///
/// # Errors
/// When reading is stopped, by the time limit for example.
pub(crate) fn write(document: &Document, format: Format) -> Result<usize, Error> {
    if document.page_count() > MAX_PAGES {
        return Ok((0..MAX_PAGES).map(|page| write_page(document, page, format)).sum());
    }
    let options = LayoutOptions::default();
    Ok(match format {
        Format::Text => document.text()?.len(),
        Format::Json => {
            let mut json = Vec::new();
            document.write_json(&mut json, JsonForm::Document, &options)?;
            json.len()
        }
        Format::Markdown => document.markdown(&options, MarkdownOptions::default())?.len(),
    })
}

fn write_page(document: &Document, page: usize, format: Format) -> usize {
    let record = || document.page_record(page, &LayoutOptions::default());
    match format {
        Format::Text => document.page_text(page).map_or(0, |text| text.len()),
        Format::Json => record().map_or(0, |record| to_json(&record).map_or(0, |json| json.len())),
        Format::Markdown => record()
            .map_or(0, |record| MarkdownWriter::new(MarkdownOptions::default()).page(&record).text.len()),
    }
}

#[cfg(test)]
mod tests {
    use pdftract::Options;

    use super::*;

    #[test]
    fn every_format_writes_something() {
        let sample = include_bytes!("../../../samples/hello.pdf").as_slice();
        let document = Document::open(sample, &Options::default()).expect("sample");
        for format in Format::ALL {
            assert!(write(&document, format).expect("not stopped") > 0, "{format:?}");
            assert!(write_page(&document, 0, format) > 0, "{format:?}");
        }
    }
}
