//! Splits content streams into operators with their operands, in windows, and loses nothing else to malformed syntax.
//!
//! Streams of one page are joined as if there were a blank between them, except inside a string and inside an
//! operator that is only complete with the beginning of the next stream.

use std::borrow::Cow;

use super::inline_image;
use super::number;
use super::operands::{Operand, OperandList, Operands};
use super::operator::{self, Operator};
use super::plain_string::plain_length;
use super::source::{ContentSource, More};
use crate::clock;
use crate::file::escapes::{decode_hex, decode_literal, decode_name};
use crate::file::lexer::is_regular;

/// An iterator over operators.
#[derive(Default)]
pub(crate) struct Scanner<'f> {
    source: ContentSource<'f>,
    /// The current bytes and the operands read from them.
    operands: Operands<'f>,
    cursor: Cursor,
    /// `true` if a search has shown that there is no `EI` in the rest of the current chunk.
    no_image_end: bool,
}

/// The position of the scanner in its chunk.
struct Cursor {
    position: usize,
    /// `true` if there are no more bytes.
    ended: bool,
    /// The number of unclosed strings that may still be tolerated. Each costs a search through the current bytes.
    unclosed_left: u32,
}

impl Default for Cursor {
    fn default() -> Self {
        Self { position: 0, ended: false, unclosed_left: MAX_UNCLOSED }
    }
}

/// Enough for an occasional broken string, few enough to keep a flood of `(` linear.
const MAX_UNCLOSED: u32 = 64;

/// The result of scanning the current bytes.
enum Step {
    Operator(Operator),
    /// The bytes end between tokens.
    Exhausted,
    /// The bytes end inside a token that starts at this position.
    Unfinished(usize, Unfinished),
}

#[derive(Clone, Copy, PartialEq)]
enum Unfinished {
    /// A string or dictionary bracket, which continues in the next bytes, even of another stream.
    String,
    /// An operator that is unknown so far; it may continue in the next stream.
    Word,
    /// A number, name or known operator, which continues only within its stream.
    Token,
}

impl<'f> Scanner<'f> {
    pub(crate) fn new(source: ContentSource<'f>) -> Self {
        Self { source, ..Self::default() }
    }

    /// Returns the number of bytes of content that may still be read.
    pub(crate) fn bytes_left(&self) -> u64 {
        self.source.bytes_left
    }

    /// Returns `true` if the content exceeded the limit.
    pub(crate) fn was_cut(&self) -> bool {
        self.source.cut
    }

    /// Returns the operands of the last operator.
    #[inline]
    pub(crate) fn operands(&self) -> &Operands<'f> {
        &self.operands
    }

    /// Returns `true` if operands were dropped, and resets the flag.
    pub(crate) fn take_overflow(&mut self) -> bool {
        self.operands.list.take_overflow()
    }

    /// Returns the next operator; [`operands`](Self::operands) then returns its operands.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Operator> {
        self.operands.list.clear();
        loop {
            let step = scan(&self.operands.chunk, &mut self.cursor, &mut self.operands.list);
            match step {
                Step::Operator(operator) => return Some(operator),
                Step::Exhausted if self.cursor.ended => return None,
                Step::Exhausted => self.refill(self.cursor.position, Unfinished::Token),
                Step::Unfinished(start, kind) => self.refill(start, kind),
            }
        }
    }

    /// Reads more bytes, keeping those from `start` on.
    #[cold]
    fn refill(&mut self, start: usize, kind: Unfinished) {
        let kept = self.operands.chunk.get(start..).unwrap_or_default();
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
        // The buffer of a long string is doubled, so that repeated scanning stays linear.
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
        let chunk = if kept.is_empty() { more } else { Cow::Owned([kept, separator, &more].concat()) };
        self.operands.replace_chunk(chunk);
    }

    /// Skips the data of an inline image after `ID`, including `EI`.
    pub(crate) fn skip_image_data(&mut self) {
        self.cursor.position += self.image_end().unwrap_or(0);
    }

    /// Reads the data of an inline image after `ID`, up to `EI`; empty if it has no end.
    pub(crate) fn read_image_data(&mut self) -> Vec<u8> {
        let Some(end) = self.image_end() else { return Vec::new() };
        let start = self.cursor.position;
        self.cursor.position += end;
        // `ID` is followed by one white-space byte.
        let data = self.operands.chunk.get(start + 1..(start + end).saturating_sub(b"EI".len()));
        data.unwrap_or_default().to_vec()
    }

    /// Returns the end of the `EI` of an inline image, counted from after `ID`. Without one, scanning continues
    /// there, so that text that follows is not lost.
    fn image_end(&mut self) -> Option<usize> {
        let exact = inline_image::data_length(&self.operands);
        let mut searched = 0;
        loop {
            let data = self.operands.chunk.get(self.cursor.position..).unwrap_or_default();
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

/// Returns `true` if the word at the end of one stream and the word at the start of the next form an operator.
fn completes_operator(kept: &[u8], next: &[u8]) -> bool {
    let length = next.iter().take(4).take_while(|&&byte| is_regular(byte)).count();
    let joined = [kept, next.get(..length).unwrap_or_default()].concat();
    length > 0 && operator::is_known(Operator::from_name(&joined))
}

/// The kind of a token, by its first byte.
#[derive(Clone, Copy)]
enum Start {
    White,
    Digit,
    /// A sign or dot of a number.
    Sign,
    Word,
    Name,
    Array,
    Literal,
    Hex,
    Other,
}

const fn start_of(byte: u8) -> Start {
    match byte {
        b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' => Start::White,
        b'0'..=b'9' => Start::Digit,
        b'-' | b'+' | b'.' => Start::Sign,
        b'A'..=b'Z' | b'a'..=b'z' | b'\'' | b'"' | b'*' => Start::Word,
        b'/' => Start::Name,
        b'[' | b']' => Start::Array,
        b'(' => Start::Literal,
        b'<' => Start::Hex,
        _ => Start::Other,
    }
}

/// The kind of token that each byte starts, computed at compile time.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
static STARTS: [Start; 256] = {
    let mut table = [Start::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = start_of(byte as u8);
        byte += 1;
    }
    table
};

/// Reads tokens until an operator.
#[inline(always)]
fn scan(data: &[u8], cursor: &mut Cursor, operands: &mut OperandList) -> Step {
    let mut at = cursor.position;
    // Each kind goes on by itself: a result that all of them share would be stored and looked at again.
    macro_rules! go_on {
        ($end:expr) => {
            match $end {
                Ok(end) => at = end,
                Err(kind) => break Step::Unfinished(at, kind),
            }
        };
    }
    let step = loop {
        let Some(&byte) = data.get(at) else { break Step::Exhausted };
        match STARTS.get(usize::from(byte)).copied().unwrap_or(Start::Other) {
            Start::White => at = behind_same(data, at, byte),
            Start::Digit => go_on!(number(data, at, false, operands, cursor)),
            Start::Sign => go_on!(number(data, at, byte == b'-', operands, cursor)),
            Start::Word => {
                if let Some((operator, end)) = short_operator(data, at) {
                    at = behind_operator(data, operator, end);
                    break Step::Operator(operator);
                }
                match long_word(data, at, operands, cursor.ended) {
                    Ok((Some(operator), end)) => {
                        at = end;
                        break Step::Operator(operator);
                    }
                    Ok((None, end)) => at = end,
                    Err(kind) => break Step::Unfinished(at, kind),
                }
            }
            Start::Name => go_on!(name(data, at, operands, cursor.ended)),
            Start::Array => {
                operands.push(if byte == b'[' { Operand::ArrayOpen } else { Operand::ArrayClose });
                at += 1;
            }
            Start::Literal => {
                if let Some(length) = plain_length(data, at + 1, MAX_TOKEN) {
                    operands.push_plain_string(data, at + 1, length);
                    at += length + 2;
                } else {
                    go_on!(literal(data, at, operands, cursor));
                }
            }
            Start::Hex => {
                if let Some(length) = operands.push_plain_hex(data.get(at + 1..).unwrap_or_default()) {
                    at += length + 2;
                } else {
                    go_on!(delimited(data, at, operands, cursor.ended));
                }
            }
            Start::Other => go_on!(delimited(data, at, operands, cursor.ended)),
        }
    };
    cursor.position = at;
    step
}

/// Returns the position behind a token, and behind the blank that follows most of them.
#[inline(always)]
fn behind_blank(data: &[u8], end: usize) -> usize {
    end + usize::from(data.get(end) == Some(&b' '))
}

/// Returns the position behind an operator, and behind the blank or the line end that follows nearly all of them. The data
/// of an inline image begins at a fixed distance from its operator.
#[inline(always)]
fn behind_operator(data: &[u8], operator: Operator, end: usize) -> usize {
    let is_white = matches!(data.get(end), Some(b' ' | b'\n'));
    end + usize::from(is_white && operator != operator::IMAGE_DATA)
}

/// Returns the position behind a byte without meaning. Streams that unpack to a flood of the same byte are skipped in blocks.
#[inline(always)]
fn behind_same(data: &[u8], at: usize, byte: u8) -> usize {
    if data.get(at + 1) == Some(&byte) && data.get(at + FLOOD) == Some(&byte) {
        behind_flood(data, at + 1, byte)
    } else {
        at + 1
    }
}

/// The number of equal bytes that are skipped at once.
const FLOOD: usize = 32;

#[cold]
fn behind_flood(data: &[u8], start: usize, byte: u8) -> usize {
    let (blocks, _) = data.get(start..).unwrap_or_default().as_chunks::<FLOOD>();
    start + blocks.iter().take_while(|block| **block == [byte; FLOOD]).count() * FLOOD
}

/// Reads a number and returns its end.
#[inline(always)]
fn number(
    data: &[u8],
    at: usize,
    negative: bool,
    operands: &mut OperandList,
    cursor: &Cursor,
) -> Result<usize, Unfinished> {
    // A third of the numbers are one digit: parts of colours and matrices.
    if let Some(&[digit @ b'0'..=b'9', b' ']) = data.get(at..).and_then(<[u8]>::first_chunk::<2>) {
        operands.push(Operand::Number(f64::from(digit & 0x0F)));
        return Ok(at + 2);
    }
    match number::short(data, at, negative) {
        Some((value, end)) => {
            operands.push(Operand::Number(value));
            Ok(behind_blank(data, end))
        }
        None => long_number(data, at, operands, cursor.ended),
    }
}

/// Reads a name and returns its end.
#[inline(always)]
fn name(data: &[u8], at: usize, operands: &mut OperandList, ended: bool) -> Result<usize, Unfinished> {
    let end = word_end(data, at + 1);
    if goes_on(data, at, end, ended) {
        return Err(Unfinished::Token);
    }
    operands.push_name(data, at + 1, (end - at - 1).min(MAX_NAME), decode_name);
    Ok(behind_blank(data, end))
}

/// Reads an operator of one or two bytes that ends before the end of the data.
#[inline(always)]
fn short_operator(data: &[u8], at: usize) -> Option<(Operator, usize)> {
    let &[first, second, third] = data.get(at..)?.first_chunk::<3>()?;
    if !is_regular(second) {
        Some((Operator::from_name(&[first]), at + 1))
    } else if !is_regular(third) {
        Some((Operator::from_name(&[first, second]), at + 2))
    } else {
        None
    }
}

/// Reads an operator of more than two bytes or at the end of the data, or an unknown word, and returns its end.
fn long_word(
    data: &[u8],
    at: usize,
    operands: &mut OperandList,
    ended: bool,
) -> Result<(Option<Operator>, usize), Unfinished> {
    let end = word_end(data, at);
    let word = data.get(at..end).unwrap_or_default();
    let operator = Operator::from_name(word);
    if goes_on(data, at, end, ended) {
        return Err(if operator::is_known(operator) { Unfinished::Token } else { Unfinished::Word });
    }
    if matches!(word, b"true" | b"false" | b"null") {
        operands.push(Operand::Word);
        return Ok((None, end));
    }
    Ok((Some(operator), end))
}

/// Reads a number that is not short and regular, and returns its end.
fn long_number(data: &[u8], at: usize, operands: &mut OperandList, ended: bool) -> Result<usize, Unfinished> {
    let (value, end) = number::long(data, at);
    if goes_on(data, at, end, ended) {
        return Err(Unfinished::Token);
    }
    if let Some(value) = value {
        operands.push(Operand::Number(value));
    }
    Ok(end)
}

/// Returns `true` if a token at the end of the current bytes may continue in the next ones. Tokens longer than any
/// real one are taken as complete, so that a flood of digits is scanned once.
#[inline]
fn goes_on(data: &[u8], start: usize, end: usize, ended: bool) -> bool {
    end >= data.len() && !ended && end - start <= MAX_NAME
}

#[inline]
fn word_end(data: &[u8], start: usize) -> usize {
    let rest = data.get(start..).unwrap_or_default();
    start + rest.iter().position(|&byte| !is_regular(byte)).unwrap_or(rest.len())
}

/// Reads a hex string with other bytes than pairs of digits, a dictionary bracket or a comment, or skips an unexpected
/// byte; returns its end.
fn delimited(data: &[u8], at: usize, operands: &mut OperandList, ended: bool) -> Result<usize, Unfinished> {
    let rest = data.get(at + 1..).unwrap_or_default();
    match data.get(at) {
        Some(b'<') => match rest.first() {
            Some(b'<') => {
                operands.push(Operand::DictOpen);
                Ok(at + 2)
            }
            None if !ended => Err(Unfinished::String),
            _ => hex(data, at, operands, ended),
        },
        Some(b'>') => {
            if rest.first() == Some(&b'>') {
                operands.push(Operand::DictClose);
                return Ok(at + 2);
            }
            if rest.is_empty() && !ended { Err(Unfinished::String) } else { Ok(at + 1) }
        }
        Some(b'%') => match memchr::memchr2(b'\n', b'\r', rest) {
            Some(end) => Ok(at + 1 + end),
            None if ended || rest.len() > MAX_TOKEN => Ok(data.len()),
            None => Err(Unfinished::Token),
        },
        Some(&byte) => Ok(behind_same(data, at, byte)),
        None => Ok(at + 1),
    }
}

/// The maximum length of a name; longer ones are truncated.
const MAX_NAME: usize = 4_096;
/// The maximum length of a string; longer ones end there, so that an unclosed one cannot use up memory.
const MAX_TOKEN: usize = 1 << 20;

fn literal(
    data: &[u8],
    at: usize,
    operands: &mut OperandList,
    cursor: &mut Cursor,
) -> Result<usize, Unfinished> {
    let mut end = at + 1;
    let mut depth = 1usize;
    let closed = loop {
        let rest = data.get(end..).unwrap_or_default();
        // A search takes longer than a look at the next byte, and hostile strings have nothing but parentheses.
        let found = match rest.first() {
            Some(b'(' | b')' | b'\\') => Some(0),
            _ => memchr::memchr3(b'(', b')', b'\\', rest),
        };
        let Some(found) = found else { break false };
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
    if cursor.unclosed_left == 0 || clock::is_over() {
        return Ok(data.len().min(at + MAX_TOKEN));
    }
    // The string is never closed and would be the rest of the page, so only the parenthesis is skipped.
    cursor.unclosed_left -= 1;
    Ok(at + 1)
}

fn hex(data: &[u8], at: usize, operands: &mut OperandList, ended: bool) -> Result<usize, Unfinished> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a scanner for one stream given in chunks.
    fn scanner(text: &[u8]) -> Scanner<'_> {
        let mut scanner = Scanner::new(ContentSource::new(Vec::new(), u64::MAX));
        scanner.operands.chunk = Cow::Borrowed(text);
        scanner
    }

    fn operators(text: &[u8]) -> Vec<(String, usize)> {
        let mut scanner = scanner(text);
        let mut found = Vec::new();
        while let Some(operator) = scanner.next() {
            found.push((operator.to_string(), scanner.operands().items().len()));
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
    fn floods_of_equal_bytes_lose_nothing_behind_them() {
        for (byte, count) in
            [b' ', b'\0', b'\n', 0x81, b'}'].into_iter().flat_map(|byte| (0..100).map(move |n| (byte, n)))
        {
            let content = [&b"q "[..], &vec![byte; count], b" (x)Tj"].concat();
            assert_eq!(operators(&content), shown(&[("q", 0), ("Tj", 1)]), "{byte} {count}");
        }
    }

    #[test]
    fn malformed_syntax_loses_only_itself() {
        let found = operators(b"1 2 ) > } q (never closed Tj /F 1 Tf (ok) Tj");
        assert!(found.contains(&("q".into(), 2)));
        assert!(found.ends_with(&shown(&[("Tf", 2), ("Tj", 1)])));
    }

    #[test]
    fn words_that_continue_in_the_next_stream() {
        assert!(completes_operator(b"T", b"j ET"));
        assert!(!completes_operator(b"Q", b" q"));
        assert!(!completes_operator(b"xy", b"zzy"));
    }

    /// Returns the strings and names of some content.
    fn strings(text: &[u8]) -> Vec<Vec<u8>> {
        let mut scanner = scanner(text);
        while scanner.next().is_some() {}
        let operands = scanner.operands();
        let bytes = operands.items().iter().filter_map(|item| match *item {
            Operand::String(range) | Operand::Name(range) => Some(operands.bytes(range).to_vec()),
            _ => None,
        });
        bytes.collect()
    }

    #[test]
    fn strings_are_decoded() {
        for length in 0..40 {
            let text = &b"0123456789 abcdefghijklmnopqrstuvwxyz [/]"[..length];
            for (escaped, meant) in
                [("", ""), ("\\n", "\n"), ("\r", "\n"), ("(x)", "(x)"), ("\u{e9}", "\u{e9}")]
            {
                let content = [b"[(", text, escaped.as_bytes(), text, b")(b)/N#41/M"].concat();
                let wanted = [text, meant.as_bytes(), text].concat();
                assert_eq!(strings(&content), [wanted, b"b".to_vec(), b"NA".to_vec(), b"M".to_vec()]);
            }
        }
        let found = strings(b"<41>< 4142><4 1><414><ff00FE41424344>/N ");
        assert_eq!(found, [&b"A"[..], b"AB", b"A", b"A@", b"\xff\0\xfeABCD", b"N"]);
    }

    #[test]
    fn operands_outlive_the_bytes_they_were_read_from() {
        let mut scanner = scanner(b"/Name (plain text) <4142> 7 ");
        assert!(scanner.next().is_none());
        scanner.operands.replace_chunk(Cow::Borrowed(b"other bytes, other bytes"));
        let operands = scanner.operands();
        assert_eq!(operands.name(), Some(&b"Name"[..]));
        let strings = operands.items().iter().filter_map(|item| match *item {
            Operand::String(range) => Some(operands.bytes(range)),
            _ => None,
        });
        assert_eq!(strings.collect::<Vec<_>>(), [&b"plain text"[..], b"AB"]);
    }
}
