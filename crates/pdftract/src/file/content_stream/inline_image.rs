//! Inline images: finds the end of their data, which is not declared in the stream, and decodes it.

use std::borrow::Cow;

use super::operands::{Operand, Operands};
use crate::budget::Budget;
use crate::file::filter::fax::{self, FaxForm};
use crate::file::filter::{self, BoxedSource, Filter};
use crate::file::lexer::is_white;

/// The maximum distance to search for the end of an image.
pub(crate) const MAX_LOOK_AHEAD: usize = 4 << 20;

/// Four components with two numbers each.
const MAX_DECODE: usize = 8;

/// Returns the length of the image data, if it is not compressed and its size follows from the dictionary.
pub(crate) fn data_length(operands: &Operands<'_>) -> Option<usize> {
    let filtered = [b"F".as_slice(), b"Filter"].iter().any(|key| operands.after_name(key).is_some());
    if filtered {
        return None;
    }
    let whole = |value: f64| (0.0..1e9).contains(&value).then_some(value);
    let width = whole(operands.number_after(&[b"W", b"Width"])?)?;
    let height = whole(operands.number_after(&[b"H", b"Height"])?)?;
    let is_mask = is_mask(operands);
    let bits = if is_mask { 1.0 } else { operands.number_after(&[b"BPC", b"BitsPerComponent"])? };
    let components = if is_mask { 1.0 } else { components(operands)? };
    let row = (width * bits * components / 8.0).ceil();
    to_usize(row * height)
}

/// Returns `true` for an image mask.
pub(crate) fn is_mask(operands: &Operands<'_>) -> bool {
    let entry = operands.after_name(b"IM").or_else(|| operands.after_name(b"ImageMask"));
    matches!(entry, Some(Operand::Word))
}

/// Returns the first number of the image's `/Decode`.
pub(crate) fn first_decode(operands: &Operands<'_>) -> Option<f64> {
    [b"D".as_slice(), b"Decode"].iter().find_map(|key| operands.numbers_after(key).next())
}

/// Returns all numbers of the image's `/Decode`.
pub(crate) fn decode_ranges(operands: &Operands<'_>) -> Vec<f64> {
    let key = [b"D".as_slice(), b"Decode"].into_iter().find(|key| operands.after_name(key).is_some());
    key.map(|key| operands.numbers_after(key).take(MAX_DECODE).collect()).unwrap_or_default()
}

/// Decodes the data by the filters in the dictionary; returns `None` if a filter is unknown or is for colour images.
pub(crate) fn decode(operands: &Operands<'_>, data: Vec<u8>, budget: &Budget) -> Option<Vec<u8>> {
    let key = [b"F".as_slice(), b"Filter"].into_iter().find(|key| operands.after_name(key).is_some());
    let mut names: Vec<&[u8]> = key.map(|key| operands.names_after(key).collect()).unwrap_or_default();
    if names.pop_if(|name| matches!(*name, b"CCF" | b"CCITTFaxDecode")).is_some() {
        return fax::decode(&unfiltered(names, data, budget)?, fax_form(operands)?);
    }
    unfiltered(names, data, budget)
}

/// Returns the format of a fax image. Boolean values are not stored: a named one is assumed to be true.
pub(crate) fn fax_form(operands: &Operands<'_>) -> Option<FaxForm> {
    let side = |keys: &[&[u8]]| u32::try_from(to_usize(operands.number_after(keys)?)?).ok();
    let k = operands.number_after(&[b"K"]).unwrap_or(0.0);
    Some(FaxForm {
        columns: side(&[b"W", b"Width"])?,
        rows: side(&[b"H", b"Height"])?,
        k: if k < 0.0 { -1 } else { i64::from(k > 0.0) },
        black_is_high: operands.after_name(b"BlackIs1").is_some(),
        is_aligned: operands.after_name(b"EncodedByteAlign").is_some(),
    })
}

/// Decodes the data by some filters.
fn unfiltered(names: Vec<&[u8]>, data: Vec<u8>, budget: &Budget) -> Option<Vec<u8>> {
    let filters: Vec<Filter> = names.into_iter().map(filter).collect::<Option<_>>()?;
    if filters.is_empty() {
        return Some(data);
    }
    let start: BoxedSource<'_> = Box::new(filter::Bytes::new(Cow::Owned(data)));
    let mut source = filters.iter().fold(start, |source, filter| filter::attach(source, filter, budget));
    let mut decoded = Vec::new();
    while let Ok(bytes) = source.fill() {
        if bytes.is_empty() || decoded.len() > MAX_LOOK_AHEAD {
            break;
        }
        decoded.extend_from_slice(bytes);
        let count = bytes.len();
        source.consume(count);
    }
    Some(decoded)
}

fn filter(name: &[u8]) -> Option<Filter> {
    match name {
        b"Fl" | b"FlateDecode" => Some(Filter::Flate(None)),
        b"LZW" | b"LZWDecode" => Some(Filter::Lzw { early_change: true, predictor: None }),
        b"A85" | b"ASCII85Decode" => Some(Filter::Ascii85),
        b"AHx" | b"ASCIIHexDecode" => Some(Filter::AsciiHex),
        b"RL" | b"RunLengthDecode" => Some(Filter::RunLength),
        _ => None,
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_usize(value: f64) -> Option<usize> {
    (0.0..4e9).contains(&value).then_some(value as usize)
}

/// Returns the number of samples per pixel.
pub(crate) fn components(operands: &Operands<'_>) -> Option<f64> {
    let space = operands.after_name(b"CS").or_else(|| operands.after_name(b"ColorSpace"))?;
    let Operand::Name(name) = space else { return None };
    match operands.bytes(name) {
        b"G" | b"DeviceGray" | b"CalGray" => Some(1.0),
        b"RGB" | b"DeviceRGB" | b"CalRGB" => Some(3.0),
        b"CMYK" | b"DeviceCMYK" => Some(4.0),
        _ => None,
    }
}

/// Returns the end of the data including `EI`, counted from after `ID`. The first `searched` bytes are known to
/// contain no end.
pub(crate) fn find_end(data: &[u8], exact: Option<usize>, searched: usize) -> Option<usize> {
    if let Some(length) = exact {
        // One white-space byte, the data, possibly a line break, then `EI`.
        let rest = data.get(length.saturating_add(1)..)?;
        let blanks = rest.iter().take(4).take_while(|&&byte| is_white(byte)).count();
        if rest.get(blanks..).is_some_and(|rest| rest.starts_with(b"EI")) {
            return Some(length + 1 + blanks + 2);
        }
    }
    let mut from = searched;
    while let Some(found) = memchr::memmem::find(data.get(from..)?, b"EI") {
        let at = from + found;
        if is_end(data, at) {
            return Some(at + 2);
        }
        from = at + 2;
    }
    None
}

/// The number of bytes after `EI` that must look like content.
const PROOF: usize = 12;

/// Returns `true` if the `EI` at a position is the end marker: surrounded by white space and not followed by binary
/// data.
fn is_end(data: &[u8], at: usize) -> bool {
    let before_fits =
        at == 0 || at.checked_sub(1).and_then(|before| data.get(before)).is_some_and(|&b| is_white(b));
    let behind = data.get(at + 2..).unwrap_or_default();
    let behind_fits = behind.first().is_none_or(|&byte| is_white(byte));
    let looks_like_content = |&byte: &u8| is_white(byte) || (0x20..0x7F).contains(&byte);
    before_fits && behind_fits && behind.iter().take(PROOF).all(looks_like_content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_marker_is_distinguished_from_data() {
        assert_eq!(find_end(b" \x01EI\x02 EI\xFF \x03 EI Q", None, 0), Some(14));
        assert_eq!(find_end(b" abc\nEI", None, 0), Some(7));
        assert_eq!(find_end(b" abc", None, 0), None);
        assert_eq!(find_end(b" EI EI", Some(2), 0), Some(6), "data may look like the mark");
    }
}
