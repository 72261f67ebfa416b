//! Where a stream's stored bytes begin and end in the file.

use super::lexer::is_white;

/// Where the data of a stream starts whose keyword `stream` stands at `keyword`.
pub(crate) fn data_start(data: &[u8], keyword: usize) -> usize {
    let after = keyword.saturating_add(b"stream".len());
    // Blanks before the line end are wrong and occur.
    let rest = data.get(after..).unwrap_or_default();
    let blanks = rest.iter().take(8).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match rest.get(blanks..).unwrap_or_default() {
        [b'\r', b'\n', ..] => after + blanks + 2,
        [b'\n' | b'\r', ..] => after + blanks + 1,
        _ => after,
    }
}

/// Whether `endstream`, or at least `endobj`, follows the place `end`, white space aside.
pub(crate) fn ends_stream(data: &[u8], end: usize) -> bool {
    let Some(rest) = data.get(end..) else { return false };
    let blanks = rest.iter().take(8).take_while(|&&byte| is_white(byte)).count();
    let rest = rest.get(blanks..).unwrap_or_default();
    rest.starts_with(b"endstream") || rest.starts_with(b"endobj")
}

/// The next `endstream` from a place on.
pub(crate) fn find_end(data: &[u8], from: usize) -> Option<usize> {
    let rest = data.get(from..)?;
    memchr::memmem::find(rest, b"endstream").map(|found| from + found)
}

/// The end of data that stands before the keyword at `end`: without the line end that belongs to the keyword.
pub(crate) fn trim_line_end(data: &[u8], start: usize, end: usize) -> usize {
    match data.get(start..end).unwrap_or_default() {
        [.., b'\r', b'\n'] => end - 2,
        [.., b'\n' | b'\r'] => end - 1,
        _ => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_and_ends() {
        assert_eq!(data_start(b"stream\r\nX", 0), 8);
        assert_eq!(data_start(b"stream \nX", 0), 8);
        assert_eq!(data_start(b"stream\rX", 0), 7);
        assert_eq!(data_start(b"streamX", 0), 6);
        assert!(ends_stream(b"ab\r\nendstream", 2));
        assert!(!ends_stream(b"ab\r\nendstream", 1));
        assert!(!ends_stream(b"ab", 9));
        assert_eq!(trim_line_end(b"ab\r\n", 0, 4), 2);
        assert_eq!(trim_line_end(b"\n", 0, 1), 0);
    }
}
