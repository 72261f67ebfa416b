//! Turns content streams into operators with their operands, in windows, losing nothing to malformed syntax.
//!
//! Streams of one page follow each other as if a blank stood between them, except inside a string and inside an
//! operator that is only complete with what the next stream begins with.

use std::borrow::Cow;

use super::inline_image;
use super::operands::{Operand, Operands};
use super::operator::{self, Operator};
use crate::file::lexer::{self, decode_hex, decode_literal, decode_name, is_regular};
use crate::file::{Chunks, Stream};

/// Where the bytes come from: streams in order, each in chunks.
pub(crate) struct ContentSource<'f> {
    pieces: std::vec::IntoIter<Stream<'f>>,
    current: Option<Chunks<'f>>,
    bytes_left: u64,
    /// The limit cut the content.
    cut: bool,
}

/// What comes next from a source.
enum More<'f> {
    /// Bytes that directly continue the last ones.
    Same(Cow<'f, [u8]>),
    /// The first bytes of the next stream.
    Next(Cow<'f, [u8]>),
    End,
}

impl<'f> ContentSource<'f> {
    pub(crate) fn new(pieces: Vec<Stream<'f>>, max_bytes: u64) -> Self {
        Self { pieces: pieces.into_iter(), current: None, bytes_left: max_bytes, cut: false }
    }

    fn more(&mut self) -> More<'f> {
        let chunk = self.current.as_mut().and_then(Iterator::next);
        let (chunk, is_same) = match chunk {
            Some(chunk) => (chunk, true),
            None => loop {
                let Some(piece) = self.pieces.next() else { return More::End };
                let chunks = self.current.insert(piece.chunks());
                if let Some(chunk) = chunks.next() {
                    break (chunk, false);
                }
            },
        };
        let len = chunk.len() as u64;
        if len > self.bytes_left {
            self.cut = true;
            self.pieces = Vec::new().into_iter();
            self.current = None;
            return More::End;
        }
        self.bytes_left -= len;
        if is_same { More::Same(chunk) } else { More::Next(chunk) }
    }
}

/// Reads operators one after the other.
pub(crate) struct Scanner<'f> {
    source: ContentSource<'f>,
    chunk: Cow<'f, [u8]>,
    cursor: Cursor,
    /// A search has shown that no `EI` stands in the rest of the current chunk.
    no_image_end: bool,
}

/// How far the scanner is in its chunk.
struct Cursor {
    position: usize,
    /// No more bytes will come.
    ended: bool,
    /// How many more strings that never end may be stepped into. Each costs a look through the bytes at hand.
    unclosed_left: u32,
}

/// Enough for the odd broken string, few enough to keep a flood of `(` linear.
const MAX_UNCLOSED: u32 = 64;

/// What a scan of the bytes at hand came to.
enum Step {
    Operator(Operator),
    /// The bytes end here, between tokens.
    Exhausted,
    /// The bytes end inside a token that starts at this place.
    Unfinished(usize, Unfinished),
}

#[derive(Clone, Copy, PartialEq)]
enum Unfinished {
    /// A string or dictionary bracket: what follows belongs to it, whatever stream it stands in.
    String,
    /// An operator that is not known as it stands; it may go on in the next stream.
    Word,
    /// A number, name or known operator: it goes on within its stream only.
    Token,
}

impl<'f> Scanner<'f> {
    pub(crate) fn new(source: ContentSource<'f>) -> Self {
        Self {
            source,
            chunk: Cow::Borrowed(&[]),
            cursor: Cursor { position: 0, ended: false, unclosed_left: MAX_UNCLOSED },
            no_image_end: false,
        }
    }

    /// How many bytes of content may still be read.
    pub(crate) fn bytes_left(&self) -> u64 {
        self.source.bytes_left
    }

    /// Whether the content was longer than allowed.
    pub(crate) fn was_cut(&self) -> bool {
        self.source.cut
    }

    /// The next operator; `operands` then holds what stood before it.
    #[inline]
    pub(crate) fn next(&mut self, operands: &mut Operands) -> Option<Operator> {
        operands.clear();
        loop {
            let step = scan(&self.chunk, &mut self.cursor, operands);
            match step {
                Step::Operator(operator) => return Some(operator),
                Step::Exhausted if self.cursor.ended => return None,
                Step::Exhausted => self.refill(self.cursor.position, Unfinished::Token),
                Step::Unfinished(start, kind) => self.refill(start, kind),
            }
        }
    }

    /// Gets more bytes, keeping those from `start` on.
    fn refill(&mut self, start: usize, kind: Unfinished) {
        let kept = self.chunk.get(start..).unwrap_or_default();
        let (separator, mut more): (&[u8], _) = match self.source.more() {
            More::End => {
                self.cursor.ended = true;
                self.cursor.position = start;
                return;
            }
            More::Same(chunk) => (b"", chunk),
            More::Next(chunk) if kind == Unfinished::String => (b"", chunk),
            More::Next(chunk) if kind == Unfinished::Word && completes_operator(kept, &chunk) => (b"", chunk),
            More::Next(chunk) => (b"\n", chunk),
        };
        // A long string grows by doubling, so that looking through it again stays cheap.
        while kind == Unfinished::String && more.len() < kept.len() {
            match self.source.more() {
                More::Same(chunk) | More::Next(chunk) => more.to_mut().extend_from_slice(&chunk),
                More::End => {
                    self.cursor.ended = true;
                    break;
                }
            }
        }
        self.no_image_end = false;
        self.cursor.position = 0;
        self.chunk = if kept.is_empty() { more } else { Cow::Owned([kept, separator, &more].concat()) };
    }

    /// Steps over the data of an inline image whose `ID` was just read, and its `EI`.
    pub(crate) fn skip_image_data(&mut self, operands: &Operands) {
        self.cursor.position += self.image_end(operands).unwrap_or(0);
    }

    /// Reads the data of an inline image whose `ID` was just read, up to its `EI`; nothing when it has no end.
    pub(crate) fn read_image_data(&mut self, operands: &Operands) -> Vec<u8> {
        let Some(end) = self.image_end(operands) else { return Vec::new() };
        let start = self.cursor.position;
        self.cursor.position += end;
        // One white byte stands behind `ID`.
        let data = self.chunk.get(start + 1..(start + end).saturating_sub(b"EI".len()));
        data.unwrap_or_default().to_vec()
    }

    /// Where the `EI` of an inline image ends, counted from behind `ID`. Without one the scan goes on right there, so
    /// that text that follows is not lost.
    fn image_end(&mut self, operands: &Operands) -> Option<usize> {
        let exact = inline_image::data_length(operands);
        let mut searched = 0;
        loop {
            let data = self.chunk.get(self.cursor.position..).unwrap_or_default();
            if !self.no_image_end
                && let Some(end) = inline_image::find_end(data, exact, searched)
            {
                return Some(end);
            }
            if self.cursor.ended || data.len() > inline_image::MAX_LOOK_AHEAD {
                self.no_image_end = true;
                return None;
            }
            searched = data.len().saturating_sub(4);
            self.refill(self.cursor.position, Unfinished::String);
        }
    }
}

/// Whether the word at the end of one stream becomes an operator with the word that begins the next.
fn completes_operator(kept: &[u8], next: &[u8]) -> bool {
    let length = next.iter().take(4).take_while(|&&byte| is_regular(byte)).count();
    let joined = [kept, next.get(..length).unwrap_or_default()].concat();
    length > 0 && operator::is_known(Operator::from_name(&joined))
}

/// Reads tokens until an operator.
#[inline]
fn scan(data: &[u8], cursor: &mut Cursor, operands: &mut Operands) -> Step {
    let (mut at, ended) = (cursor.position, cursor.ended);
    let step = loop {
        let Some(&byte) = data.get(at) else { break Step::Exhausted };
        match byte {
            b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' => at += 1,
            b'0'..=b'9' | b'-' | b'+' | b'.' => match number(data, at) {
                (_, end) if goes_on(data, at, end, ended) => break Step::Unfinished(at, Unfinished::Token),
                (Some(value), end) => {
                    operands.push(Operand::Number(value));
                    at = end;
                }
                (None, end) => at = end,
            },
            b'A'..=b'Z' | b'a'..=b'z' | b'\'' | b'"' | b'*' => {
                let end = word_end(data, at);
                let word = data.get(at..end).unwrap_or_default();
                let operator = Operator::from_name(word);
                if goes_on(data, at, end, ended) {
                    let known = operator::is_known(operator);
                    break Step::Unfinished(at, if known { Unfinished::Token } else { Unfinished::Word });
                }
                at = end;
                match word {
                    b"true" | b"false" | b"null" => operands.push(Operand::Word),
                    _ => break Step::Operator(operator),
                }
            }
            _ => match delimited(data, at, operands, cursor) {
                Ok(end) => at = end,
                Err(kind) => break Step::Unfinished(at, kind),
            },
        }
    };
    cursor.position = at;
    step
}

/// Whether a token that ends with the bytes at hand may go on in the next ones. Longer ones than any real token are
/// taken as they are, so that a flood of digits costs one look at each.
#[inline]
fn goes_on(data: &[u8], start: usize, end: usize, ended: bool) -> bool {
    end >= data.len() && !ended && end - start <= MAX_NAME
}

#[inline]
fn word_end(data: &[u8], start: usize) -> usize {
    let rest = data.get(start..).unwrap_or_default();
    start + rest.iter().position(|&byte| !is_regular(byte)).unwrap_or(rest.len())
}

/// Reads a name, string, bracket or comment, or steps over a byte that is none; returns where it ends.
fn delimited(
    data: &[u8],
    at: usize,
    operands: &mut Operands,
    cursor: &mut Cursor,
) -> Result<usize, Unfinished> {
    let ended = cursor.ended;
    let rest = data.get(at + 1..).unwrap_or_default();
    match data.get(at) {
        Some(b'/') => {
            let end = word_end(data, at + 1);
            if goes_on(data, at, end, cursor.ended) {
                return Err(Unfinished::Token);
            }
            let raw = data.get(at + 1..end).unwrap_or_default();
            operands.push_name(raw.get(..MAX_NAME).unwrap_or(raw), decode_name);
            Ok(end)
        }
        Some(b'(') => literal(data, at, operands, cursor),
        Some(b'<') if rest.first() == Some(&b'<') => {
            operands.push(Operand::DictOpen);
            Ok(at + 2)
        }
        Some(b'<') if rest.is_empty() && !ended => Err(Unfinished::String),
        Some(b'<') => hex(data, at, operands, ended),
        Some(b'>') => {
            if rest.first() == Some(&b'>') {
                operands.push(Operand::DictClose);
                return Ok(at + 2);
            }
            if rest.is_empty() && !ended { Err(Unfinished::String) } else { Ok(at + 1) }
        }
        Some(b'[') => {
            operands.push(Operand::ArrayOpen);
            Ok(at + 1)
        }
        Some(b']') => {
            operands.push(Operand::ArrayClose);
            Ok(at + 1)
        }
        Some(b'%') => match memchr::memchr2(b'\n', b'\r', rest) {
            Some(end) => Ok(at + 1 + end),
            None if ended || rest.len() > MAX_TOKEN => Ok(data.len()),
            None => Err(Unfinished::Token),
        },
        _ => Ok(at + 1),
    }
}

/// A name longer than this is cut.
const MAX_NAME: usize = 4_096;
/// A string longer than this is taken to end there, so that an unclosed one cannot swallow memory.
const MAX_TOKEN: usize = 1 << 20;

fn literal(
    data: &[u8],
    at: usize,
    operands: &mut Operands,
    cursor: &mut Cursor,
) -> Result<usize, Unfinished> {
    let mut end = at + 1;
    if let Some(text) = plain_literal(data.get(end..).unwrap_or_default()) {
        operands.push_plain_string(text);
        return Ok(end + text.len() + 1);
    }
    let mut depth = 1usize;
    let closed = loop {
        let rest = data.get(end..).unwrap_or_default();
        let Some(found) = memchr::memchr3(b'(', b')', b'\\', rest) else { break false };
        end += found + 1;
        match rest.get(found) {
            Some(b'(') => depth += 1,
            Some(b'\\') => end += 1,
            _ => depth -= 1,
        }
        if depth == 0 {
            break true;
        }
        if end - at > MAX_TOKEN {
            break false;
        }
    };
    if closed {
        operands.push_string(data.get(at + 1..end - 1).unwrap_or_default(), decode_literal);
        return Ok(end);
    }
    if !cursor.ended && data.len() - at <= MAX_TOKEN {
        return Err(Unfinished::String);
    }
    if cursor.unclosed_left == 0 {
        return Ok(data.len().min(at + MAX_TOKEN));
    }
    // Never closed: what looks like one string is the rest of the page. Step over the bracket and read on.
    cursor.unclosed_left -= 1;
    Ok(at + 1)
}

/// A short string that means what it says, up to its closing bracket. Most are words or parts of them, and stepping
/// through them is faster than starting a search.
#[inline]
fn plain_literal(rest: &[u8]) -> Option<&[u8]> {
    let looked_at = rest.get(..PLAIN_LITERAL).unwrap_or(rest);
    let end = looked_at.iter().position(|byte| matches!(byte, b'(' | b')' | b'\\' | b'\r'))?;
    if rest.get(end) == Some(&b')') { rest.get(..end) } else { None }
}

/// So many bytes are stepped through.
const PLAIN_LITERAL: usize = 32;

fn hex(data: &[u8], at: usize, operands: &mut Operands, ended: bool) -> Result<usize, Unfinished> {
    let rest = data.get(at + 1..).unwrap_or_default();
    match memchr::memchr(b'>', rest) {
        Some(end) => {
            operands.push_string(rest.get(..end).unwrap_or_default(), decode_hex);
            Ok(at + end + 2)
        }
        None if !ended && rest.len() <= MAX_TOKEN => Err(Unfinished::String),
        None => Ok(at + 1),
    }
}

/// Reads a number as files write it; `None` when it is longer than any number (then it counts for nothing).
#[inline]
fn number(data: &[u8], start: usize) -> (Option<f64>, usize) {
    match short_number(data, start) {
        Some((value, end)) => (Some(value), end),
        None => long_number(data, start),
    }
}

/// The same byte eight times over.
const fn eight(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// A number of at most seven digits, which almost all are. Eight bytes are looked at together, so that the processor
/// need not guess where the number ends. `None` when it is longer, oddly written, or at the end of the data.
#[inline]
fn short_number(data: &[u8], start: usize) -> Option<(f64, usize)> {
    let negative = data.get(start) == Some(&b'-');
    let at = start + usize::from(negative);
    let bytes = data.get(at..)?.first_chunk::<8>()?;
    let digits = u64::from_le_bytes(*bytes) ^ eight(b'0');
    // The high bit is set in each byte that is no digit, at least up to the first that is neither digit nor dot.
    let others = (digits.wrapping_add(eight(0x7F - 9)) | digits) & eight(0x80);
    let byte_at = |index: u32| digits.checked_shr(8 * index).unwrap_or(0) & 0xFF;
    let whole = others.trailing_zeros() / 8;
    let (end, packed) = if byte_at(whole) == u64::from(b'.' ^ b'0') {
        let before_dot = !(u64::MAX << (8 * whole));
        let end = (others & (others - 1)).trailing_zeros() / 8;
        (end, digits & before_dot | digits >> 8 & !before_dot)
    } else {
        (whole, digits)
    };
    let has_dot = u32::from(end > whole);
    let count = end - has_dot;
    let noise = matches!(byte_at(end), NOISE_DOT | NOISE_MINUS);
    if count == 0 || end >= 8 || noise {
        return None;
    }
    let value = scaled(eight_digits(packed << (64 - 8 * count)), (count - whole) as usize, negative);
    Some((value, at + end as usize))
}

const NOISE_DOT: u64 = (b'.' ^ b'0') as u64;
const NOISE_MINUS: u64 = (b'-' ^ b'0') as u64;

/// The value of eight digits, one a byte, the first in the lowest byte: neighbours are joined to pairs, then all
/// pairs at once.
#[inline]
fn eight_digits(digits: u64) -> i64 {
    const EVERY_FOURTH: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let first_and_third = (pairs & EVERY_FOURTH).wrapping_mul(100 + (1_000_000 << 32));
    let second_and_fourth = (pairs >> 16 & EVERY_FOURTH).wrapping_mul(1 + (10_000 << 32));
    i64::from((first_and_third.wrapping_add(second_and_fourth) >> 32) as u32)
}

fn long_number(data: &[u8], start: usize) -> (Option<f64>, usize) {
    let mut at = start;
    let mut negative = false;
    while let Some(&sign @ (b'-' | b'+')) = data.get(at) {
        negative |= sign == b'-';
        at += 1;
    }
    let mut mantissa = 0i64;
    let mut digits = 0u32;
    while let Some(&digit @ b'0'..=b'9') = data.get(at) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
        digits += 1;
        at += 1;
    }
    let mut scale = 0usize;
    if data.get(at) == Some(&b'.') {
        at += 1;
        while let Some(&digit @ b'0'..=b'9') = data.get(at) {
            if digits < 18 {
                mantissa = mantissa.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
                digits += 1;
                scale += 1;
            }
            at += 1;
        }
    }
    // `1.2.3` and `12-34`: readers agree to drop what follows the first value.
    while let Some(b'0'..=b'9' | b'.' | b'-') = data.get(at) {
        at += 1;
    }
    if digits > 18 {
        return (slow_number(data, start, at), at);
    }
    (Some(scaled(mantissa, scale, negative)), at)
}

#[allow(clippy::cast_precision_loss)]
#[inline]
fn scaled(mantissa: i64, scale: usize, negative: bool) -> f64 {
    let value = mantissa as f64;
    let value = match scale {
        0 => value,
        // A product is several times faster than a quotient, and right to far more digits than a page has.
        _ => value * lexer::FRACTIONS.get(scale).copied().unwrap_or(1e-18),
    };
    if negative { -value } else { value }
}

/// Numbers with more digits than an integer holds.
fn slow_number(data: &[u8], start: usize, end: usize) -> Option<f64> {
    let text = data.get(start..end)?;
    if text.len() > 64 {
        return None;
    }
    std::str::from_utf8(text).ok()?.trim_start_matches(['+', '-']).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scans bytes given in chunks of one stream.
    fn scanner(text: &[u8]) -> Scanner<'_> {
        let mut scanner = Scanner::new(ContentSource::new(Vec::new(), u64::MAX));
        scanner.chunk = Cow::Borrowed(text);
        scanner
    }

    fn operators(text: &[u8]) -> Vec<(String, usize)> {
        let mut scanner = scanner(text);
        let mut operands = Operands::default();
        let mut found = Vec::new();
        while let Some(operator) = scanner.next(&mut operands) {
            found.push((operator.to_string(), operands.items().len()));
        }
        found
    }

    fn shown(pairs: &[(&str, usize)]) -> Vec<(String, usize)> {
        pairs.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn operators_with_their_operands() {
        let found = operators(b"q 1 0 0 1 10 -20.5 cm BT/F1 12 Tf[(a)-250<62>]TJ T* (x)' ET Q");
        let want =
            [("q", 0), ("cm", 6), ("BT", 0), ("Tf", 2), ("TJ", 5), ("T*", 0), ("'", 1), ("ET", 0), ("Q", 0)];
        assert_eq!(found, shown(&want));
    }

    #[test]
    fn malformed_syntax_loses_only_itself() {
        let found = operators(b"1 2 ) > } q (never closed Tj /F 1 Tf (ok) Tj");
        assert!(found.contains(&("q".into(), 2)));
        assert!(found.ends_with(&shown(&[("Tf", 2), ("Tj", 1)])));
    }

    #[test]
    fn numbers() {
        for (text, value) in
            [("12", 12.0), ("-.5", -0.5), ("4.", 4.0), ("--7", -7.0), ("1.2.3", 1.2), ("12-3", 12.0)]
        {
            let (found, end) = number(text.as_bytes(), 0);
            assert!(found.is_some_and(|found| (found - value).abs() < 1e-12) && end == text.len(), "{text}");
        }
        assert_eq!(number(b"123456789012345678901234", 0).0, Some(123_456_789_012_345_678_901_234.0));
        assert_eq!(number(&[b'9'; 3_000], 0), (None, 3_000));
    }

    #[test]
    fn short_numbers_are_what_the_long_way_reads() {
        let words =
            ["0", "7", "-7", "12.5", "-.5", ".5", "4.", "1234567", "12345.6", "-123.456", "0.0000", "."]
                .into_iter()
                .chain([
                    "-",
                    "--7",
                    "+7",
                    "1.2.3",
                    "12-3",
                    "1..2",
                    "12345678",
                    "123.45678",
                    "-1234567.8",
                    "7-",
                ]);
        for word in words {
            for tail in ["", " ", "]TJ (abcdefgh)", "Td 12345678", "/F1 12 Tf", "\u{ff}99999999"] {
                let text = format!("{word}{tail}");
                assert_eq!(number(text.as_bytes(), 0), long_number(text.as_bytes(), 0), "{text}");
            }
        }
        assert_eq!(short_number(b"-123.45 Td", 0), Some((-123.45, 7)));
    }

    #[test]
    fn words_that_go_on_in_the_next_stream() {
        assert!(completes_operator(b"T", b"j ET"));
        assert!(!completes_operator(b"Q", b" q"));
        assert!(!completes_operator(b"xy", b"zzy"));
    }
}
