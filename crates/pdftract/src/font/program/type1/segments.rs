//! Removes the segment headers of a PFB file from a Type 1 program.

/// The first byte of a PFB segment header.
const MARK: u8 = 0x80;
const TEXT: u8 = 1;
const BINARY: u8 = 2;

/// Returns the data of all segments together, or the data unchanged if there are no segment headers. A segment that
/// claims to exceed the data ends with it.
pub(in super::super) fn without_segment_headers(data: Vec<u8>) -> Vec<u8> {
    if !data.starts_with(&[MARK, TEXT]) && !data.starts_with(&[MARK, BINARY]) {
        return data;
    }
    let mut joined = Vec::with_capacity(data.len());
    let mut rest = data.as_slice();
    while let [MARK, TEXT | BINARY, a, b, c, d, after @ ..] = rest {
        let length = usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        let (segment, next) = after.split_at(length.min(after.len()));
        joined.extend_from_slice(segment);
        rest = next;
    }
    joined
}
