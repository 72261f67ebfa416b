//! Finds start and end of a stream's stored bytes in the file.

use super::lexer::{Lexer, Token, is_white};

/// Returns the start of the data of a stream whose keyword `stream` is at `keyword`.
pub(crate) fn data_start(data: &[u8], keyword: usize) -> usize {
    let after = keyword.saturating_add(b"stream".len());
    // Blanks before the line break are not allowed, but occur.
    let rest = data.get(after..).unwrap_or_default();
    let blanks = rest.iter().take(8).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match rest.get(blanks..).unwrap_or_default() {
        [b'\r', b'\n', ..] => after + blanks + 2,
        [b'\n' | b'\r', ..] => after + blanks + 1,
        _ => after,
    }
}

/// Returns `true` if `endstream`, or at least `endobj`, follows at `end`, ignoring white space.
pub(crate) fn ends_stream(data: &[u8], end: usize) -> bool {
    let Some(rest) = data.get(end..) else { return false };
    let blanks = rest.iter().take(8).take_while(|&&byte| is_white(byte)).count();
    let rest = rest.get(blanks..).unwrap_or_default();
    rest.starts_with(b"endstream") || rest.starts_with(b"endobj")
}

/// Returns the end of a stream's data that starts at `from`: the next `endstream` or, if that one belongs to a later
/// object because this one's is damaged, the `endobj` before another object.
pub(crate) fn find_end(data: &[u8], from: usize) -> Option<usize> {
    let rest = data.get(from..)?;
    let end = memchr::memmem::find(rest, b"endstream");
    let own = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
    let cut = memchr::memmem::find_iter(own, b"endobj")
        .find(|&at| starts_object(own.get(at + 6..).unwrap_or_default()));
    cut.or(end).map(|found| from + found)
}

/// Returns `true` if `N G obj` follows.
fn starts_object(bytes: &[u8]) -> bool {
    let mut lexer = Lexer::new(bytes.get(..bytes.len().min(64)).unwrap_or_default(), 0);
    let start = (lexer.next(), lexer.next(), lexer.next());
    matches!(start, (Token::Int(_), Token::Int(_), Token::Keyword(b"obj")))
}

/// Returns `true` if the keyword `stream` is at a position, as a whole word.
pub(crate) fn is_keyword(data: &[u8], place: usize) -> bool {
    let rest = data.get(place..).unwrap_or_default();
    rest.starts_with(b"stream") && rest.get(6).is_none_or(|&byte| is_white(byte))
}

/// Returns the end of data before the keyword at `end`, excluding the line break that belongs to the keyword.
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
        assert!(is_keyword(b"stream\n", 0) && !is_keyword(b"streams", 0));
        assert_eq!(find_end(b"data endstream", 0), Some(5));
        assert_eq!(find_end(b"data endstre?m endobj 7 0 obj<<>>stream endstream", 0), Some(15));
        assert_eq!(find_end(b"an endobj in data endstream", 0), Some(18));
        assert_eq!(trim_line_end(b"ab\r\n", 0, 4), 2);
        assert_eq!(trim_line_end(b"\n", 0, 1), 0);
    }
}
