//! Takes the segment headers of a PFB file out of a Type 1 program.

/// Begins the header of a PFB segment.
const MARK: u8 = 0x80;
const TEXT: u8 = 1;
const BINARY: u8 = 2;

/// Returns the data of all segments together; the data itself when there are no segment headers. A segment that says to be
/// longer than the data ends with it.
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
