//! Reads one file with hayro-syntax, for comparison.

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use super::Reading;
use super::clock::Stopwatch;
use super::fingerprint::Fingerprint;

/// Reads a file. hayro-syntax has no diagnostics, and the word is not searched for.
pub(crate) fn read(bytes: Vec<u8>, _word: Option<&str>) -> Reading {
    let mut watch = Stopwatch::default();
    let mut reading = match watch.measure(|| Pdf::new(bytes)) {
        Ok(pdf) => read_open(&pdf, &mut watch),
        Err(error) => Reading::refused(kind(error)),
    };
    reading.cpu_ms = watch.milliseconds();
    reading
}

fn read_open(pdf: &Pdf, watch: &mut Stopwatch) -> Reading {
    let pages = pdf.pages();
    let mut reading = Reading { pages: pages.len(), ..Reading::default() };
    for page in pages.iter() {
        let content = watch.measure(|| page.page_stream().unwrap_or_default());
        reading.contents.push(Some(Fingerprint::new(content)));
    }
    reading
}

fn kind(error: LoadPdfError) -> &'static str {
    match error {
        LoadPdfError::Invalid => "unreadable",
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => "locked",
        LoadPdfError::Decryption(_) => "unsupported_encryption",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_readers_agree_on_a_sample() {
        let sample = include_bytes!("../../../samples/hello.pdf").to_vec();
        let (ours, theirs) = (super::super::pdftract::read(sample.clone(), None), read(sample, None));
        assert_eq!(ours.contents, theirs.contents);
    }
}
