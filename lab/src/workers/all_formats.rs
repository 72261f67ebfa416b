//! Runs the default extraction in all formats: plain text, JSON records, and Markdown.

use pdftract::{Document, DocumentWriter, Error, ExtractOptions, Format, PageAssembler};

/// The formats that are written.
pub(crate) const FORMATS: [Format; 3] = [Format::Text, Format::Json, Format::Markdown];

/// The number of pages read from longer documents. Damaged and hostile page trees may repeat one page endlessly.
const MAX_PAGES: usize = 2_000;

/// Writes a document, or the first pages of a long one, and returns the output.
///
/// # Errors
/// Returns an error if extraction is stopped.
pub(crate) fn write(document: &Document, format: Format) -> Result<Vec<u8>, Error> {
    let options = ExtractOptions::default();
    let mut out = Vec::new();
    let mut writer = DocumentWriter::new(format, &mut out, &options, || document.head(&options))?;
    let mut assembler = PageAssembler::new(&options);
    for index in 0..document.page_count().min(MAX_PAGES) {
        if let Some(mut page) = assembler.page(document.page_output(index, &options, &[format])) {
            writer.page(&mut page)?;
        }
    }
    if let Some(mut page) = assembler.finish() {
        writer.page(&mut page)?;
    }
    writer.finish(document.diagnostics())?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use pdftract::Options;

    use super::*;

    #[test]
    fn every_format_is_written_as_the_library_writes_it() {
        let sample = include_bytes!("../../../samples/hello.pdf").as_slice();
        for format in FORMATS {
            let open = || Document::open(sample, &Options::default()).expect("sample");
            let mut expected = Vec::new();
            open().write(format, &mut expected, &ExtractOptions::default()).expect("written");
            assert!(
                write(&open(), format).expect("written") == expected && !expected.is_empty(),
                "{format:?}"
            );
        }
    }
}
