//! Reads one file with pdftract: content of all pages, summary, glyphs, and all formats.

use pdftract::{Diagnostic, Document, Error, ExtractOptions, Format, Input, Options};

use super::Reading;
use super::all_formats::{self, FORMATS};
use super::clock::Stopwatch;
use super::fingerprint::Fingerprint;
use super::glyph_count::{Counts, GlyphCount};

/// The number of pages whose glyphs are counted. Files with more pages are generated, with identical pages.
const MAX_GLYPH_PAGES: usize = 20_000;

/// Reads a file and searches for `word` in the decoded content of the pages.
pub(crate) fn read(bytes: Vec<u8>, word: Option<&str>) -> Reading {
    let input = Input::new(bytes);
    let mut watch = Stopwatch::default();
    let mut reading = match watch.measure(|| Document::open(input.clone(), &Options::default())) {
        Ok(document) => read_open(&document, word, &mut watch),
        Err(error) => Reading::refused(kind(&error)),
    };
    reading.cpu_ms = watch.milliseconds();
    if reading.error.is_none() {
        let formats = FORMATS.iter().map(|format| format_ms(&input, *format));
        reading.slowest_format_ms = formats.fold(0.0, f64::max);
    }
    reading
}

/// Writes one format and returns its CPU time. The file is opened again, since a document has one budget for all
/// requests.
fn format_ms(input: &Input, format: Format) -> f64 {
    let mut watch = Stopwatch::default();
    let written = watch.measure(|| {
        let document = Document::open(input.clone(), &Options::default())?;
        all_formats::write(&document, format)
    });
    // A file may be refused or stopped; only termination matters here.
    std::hint::black_box(written.is_ok());
    watch.milliseconds()
}

fn read_open(document: &Document, word: Option<&str>, watch: &mut Stopwatch) -> Reading {
    let file = document.file();
    let mut reading = Reading { pages: file.page_count(), ..Reading::default() };
    for index in 0..reading.pages {
        let content = watch.measure(|| file.page(index).map(|page| page.content()));
        reading.word_found |= content.as_ref().zip(word).is_some_and(|(content, word)| holds(content, word));
        reading.contents.push(content.map(|content| Fingerprint::new(&content)));
    }
    let listed = watch.measure(|| file.summary().page_count);
    reading.pages = reading.pages.max(listed);
    for index in 0..document.page_count().min(MAX_GLYPH_PAGES) {
        let page = watch.measure(|| document.glyphs(index)).unwrap_or_default();
        let text = document.raw_text(index, &ExtractOptions::default()).unwrap_or_default();
        reading.page_glyphs.push(GlyphCount::new(&page, &text));
    }
    reading.diagnostics = count(&file.diagnostics());
    reading
}

fn holds(content: &[u8], word: &str) -> bool {
    content.windows(word.len().max(1)).any(|window| window == word.as_bytes())
}

fn count(diagnostics: &[Diagnostic]) -> Counts {
    let mut counts = Counts::new();
    for diagnostic in diagnostics {
        *counts.entry(diagnostic.code.to_string()).or_insert(0) += 1;
    }
    counts
}

/// Returns the reason why a file cannot be opened, in one word.
pub(crate) fn kind(error: &Error) -> &'static str {
    match error {
        Error::NotPdf => "not_pdf",
        Error::Unreadable(_) => "unreadable",
        Error::PasswordNeeded => "locked",
        Error::WrongPassword => "wrong_password",
        Error::UnsupportedEncryption(_) => "unsupported_encryption",
        Error::Stopped(_) => "stopped",
        Error::Io(_) => "io",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_read() {
        let sample = include_bytes!("../../../samples/hello.pdf").to_vec();
        let reading = read(sample, Some("Tj"));
        assert_eq!((&reading.error, reading.pages, reading.contents.len()), (&None, 1, 1));
        assert!(reading.word_found);
        assert!(reading.glyphs() > 0 && reading.slowest_format_ms > 0.0);
        assert_eq!(reading.sources().values().sum::<usize>(), reading.glyphs());
    }

    #[test]
    fn a_file_that_is_not_a_pdf_is_refused() {
        assert_eq!(read(b"hello".to_vec(), None).error.as_deref(), Some("not_pdf"));
    }
}
