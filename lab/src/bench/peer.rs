//! The peer to beat at the floor: hayro-syntax for objects, libdeflate for streams, pdftract's lexer for tokens.

use std::sync::Arc;

use hayro_syntax::Filter;
use hayro_syntax::object::dict::keys::{CONTENTS, DECODE_PARMS};
use hayro_syntax::object::{Array, Stream};
use hayro_syntax::page::Page;
use hayro_syntax::{Pdf, PdfData};
use libdeflater::{DecompressionError, Decompressor};
use pdftract::bench_support::count_tokens;

/// A stream that inflates to more is left to hayro-syntax.
const MAX_INFLATED: usize = 64 << 20;

/// Opens a file, decodes and tokenises all pages; how many tokens there were, `None` when it cannot be opened.
pub(super) fn read(bytes: Arc<Vec<u8>>, inflater: &mut Decompressor) -> Option<usize> {
    let pdf = Pdf::new(PdfData::from(bytes)).ok()?;
    let pages = pdf.pages();
    Some(pages.iter().map(|page| count_tokens(&content(page, inflater))).sum())
}

fn content(page: &Page<'_>, inflater: &mut Decompressor) -> Vec<u8> {
    let dict = page.raw();
    let mut data = Vec::new();
    if let Some(stream) = dict.get::<Stream<'_>>(CONTENTS) {
        append(&stream, inflater, &mut data);
    } else if let Some(array) = dict.get::<Array<'_>>(CONTENTS) {
        for stream in array.iter::<Stream<'_>>() {
            append(&stream, inflater, &mut data);
        }
    }
    data
}

fn append(stream: &Stream<'_>, inflater: &mut Decompressor, data: &mut Vec<u8>) {
    let plain_flate =
        stream.filters().as_slice() == [Filter::FlateDecode] && !stream.dict().contains_key(DECODE_PARMS);
    if !(plain_flate && inflate(&stream.raw_data(), inflater, data)) {
        data.extend_from_slice(&stream.decoded_data().unwrap_or_default());
    }
    data.push(b'\n');
}

/// Appends inflated data; false, with nothing appended, when libdeflate refuses.
fn inflate(stored: &[u8], inflater: &mut Decompressor, data: &mut Vec<u8>) -> bool {
    let start = data.len();
    let mut room = stored.len().saturating_mul(4).max(1 << 12);
    loop {
        data.resize(start + room, 0);
        match inflater.zlib_decompress(stored, &mut data[start..]) {
            Ok(written) => {
                data.truncate(start + written);
                return true;
            }
            Err(DecompressionError::InsufficientSpace) if room < MAX_INFLATED => room *= 2,
            Err(_) => {
                data.truncate(start);
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_tokens() {
        let sample = include_bytes!("../../../samples/hello.pdf").to_vec();
        let tokens = read(Arc::new(sample), &mut Decompressor::new());
        assert!(tokens.is_some_and(|tokens| tokens > 5));
    }

    #[test]
    fn what_cannot_be_inflated_leaves_nothing() {
        let mut data = b"before".to_vec();
        assert!(!inflate(b"not zlib", &mut Decompressor::new(), &mut data));
        assert_eq!(data, b"before");
    }
}
