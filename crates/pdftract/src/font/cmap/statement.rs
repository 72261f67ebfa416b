//! Parses the tokens of a CMap into statements: mappings of code ranges, and definitions of keys.
//!
//! Parsing of sections (`beginbfchar … endbfchar` and similar) is tolerant: declared counts are ignored, a section
//! without an end extends to the next one, and a broken entry loses only that entry.

use super::scanner::{Scanner, Token};
use crate::font::char_code::CharCode;

/// The kind of target of a mapping, given by its section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MapKind {
    /// `bfchar`, `bfrange`: Unicode or a glyph name.
    Bf,
    /// `cidchar`, `cidrange`: a CID.
    Cid,
    /// `notdefchar`, `notdefrange`: a CID that replaces missing ones.
    Notdef,
}

/// A value as written in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand<'a> {
    /// Digits of a hexadecimal string.
    Hex(&'a [u8]),
    /// Bytes of a literal string, with escapes not decoded.
    Literal(&'a [u8]),
    /// A name.
    Name(&'a [u8]),
    /// A number.
    Number(i64),
}

/// A statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statement<'a> {
    /// A codespace range.
    Codespace {
        /// The smallest byte at each position.
        lo: CharCode,
        /// The largest byte at each position.
        hi: CharCode,
    },
    /// Codes `lo` to `hi` map to `target`. Each element of an array is a separate statement.
    Map {
        /// The kind of section.
        kind: MapKind,
        /// The first code.
        lo: CharCode,
        /// The last code.
        hi: CharCode,
        /// The target of the first code.
        target: Operand<'a>,
    },
    /// All mappings of the named CMap apply here too.
    UseCMap(&'a [u8]),
    /// `/key value`, with or without `def`.
    Define {
        /// The key.
        key: &'a [u8],
        /// The value.
        value: Operand<'a>,
    },
    /// An unreadable entry.
    Damaged,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Codespace,
    Chars(MapKind),
    Ranges(MapKind),
}

impl Section {
    fn begun_by(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"begincodespacerange" => Self::Codespace,
            b"beginbfchar" => Self::Chars(MapKind::Bf),
            b"beginbfrange" => Self::Ranges(MapKind::Bf),
            b"begincidchar" => Self::Chars(MapKind::Cid),
            b"begincidrange" => Self::Ranges(MapKind::Cid),
            b"beginnotdefchar" => Self::Chars(MapKind::Notdef),
            b"beginnotdefrange" => Self::Ranges(MapKind::Notdef),
            _ => return None,
        })
    }

    /// Returns the number of codes at the start of an entry of the section.
    fn codes(self) -> usize {
        match self {
            Self::Chars(_) => 1,
            Self::Codespace | Self::Ranges(_) => 2,
        }
    }
}

/// The codes read so far of an entry. An unreadable code keeps its place, so that the next one is not mistaken for
/// it.
#[derive(Debug, Clone, Copy, Default)]
struct Codes {
    count: usize,
    first: Option<CharCode>,
    last: Option<CharCode>,
}

impl Codes {
    fn push(&mut self, code: Option<CharCode>) {
        if self.count == 0 {
            self.first = code;
        }
        self.last = code;
        self.count += 1;
    }

    /// Returns first and last code, if both are readable and in order.
    fn range(self) -> Option<(CharCode, CharCode)> {
        let (first, last) = (self.first?, self.last?);
        (first.value <= last.value).then_some((first, last))
    }
}

/// The codes for the elements of the current array.
#[derive(Debug, Clone, Copy)]
struct ArrayCodes {
    next: Option<CharCode>,
    last: u32,
    /// There are more elements than codes.
    too_long: bool,
}

/// An iterator over statements.
#[derive(Debug, Clone)]
pub(crate) struct Statements<'a> {
    scanner: Scanner<'a>,
    section: Option<Section>,
    codes: Codes,
    array: Option<ArrayCodes>,
    /// The key that waits for its value, outside of sections.
    key: Option<&'a [u8]>,
    /// The previous name, for `usecmap`.
    name: Option<&'a [u8]>,
}

impl<'a> Statements<'a> {
    /// Returns the statements of a CMap's bytes.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let scanner = Scanner::new(bytes);
        Self { scanner, section: None, codes: Codes::default(), array: None, key: None, name: None }
    }

    fn token(&mut self, token: Token<'a>) -> Option<Statement<'a>> {
        match token {
            Token::Hex { digits, closed } => self.hex(digits, closed),
            Token::Word(word) => self.word(word),
            Token::DictionaryMark => {
                self.key = None;
                None
            }
            Token::ArrayStart => {
                self.array_start();
                None
            }
            Token::ArrayEnd => self.array_end(),
            Token::Name(name) => {
                self.name = Some(name);
                self.operand(Operand::Name(name))
            }
            Token::Number(number) => self.operand(Operand::Number(number)),
            Token::Literal(text) => self.operand(Operand::Literal(text)),
        }
    }

    /// Handles a code while the entry expects codes, else a value.
    #[inline]
    fn hex(&mut self, digits: &'a [u8], closed: bool) -> Option<Statement<'a>> {
        let Some(section) = self.section else { return self.operand(Operand::Hex(digits)) };
        if self.array.is_none() && self.codes.count < section.codes() {
            self.codes.push(CharCode::from_hex(digits));
            return self.codespace(section);
        }
        // Without `>`, only whole UTF-16 units can be assumed to be complete.
        if !closed && digits.iter().filter(|byte| byte.is_ascii_hexdigit()).count() % 4 != 0 {
            self.take_codes();
            return Some(Statement::Damaged);
        }
        self.operand(Operand::Hex(digits))
    }

    fn codespace(&mut self, section: Section) -> Option<Statement<'a>> {
        if section != Section::Codespace || self.codes.count < section.codes() {
            return None;
        }
        let range = std::mem::take(&mut self.codes).range();
        Some(range.map_or(Statement::Damaged, |(lo, hi)| Statement::Codespace { lo, hi }))
    }

    fn operand(&mut self, value: Operand<'a>) -> Option<Statement<'a>> {
        match self.section {
            None => self.definition(value),
            Some(Section::Codespace) => None,
            Some(Section::Chars(kind) | Section::Ranges(kind)) => self.target(kind, value),
        }
    }

    fn definition(&mut self, value: Operand<'a>) -> Option<Statement<'a>> {
        match (self.key.take(), value) {
            (Some(key), value) => Some(Statement::Define { key, value }),
            (None, Operand::Name(name)) => {
                self.key = Some(name);
                None
            }
            (None, _) => None,
        }
    }

    fn target(&mut self, kind: MapKind, target: Operand<'a>) -> Option<Statement<'a>> {
        // After a section without an end, the declared count of the next section is not a destination.
        let is_kind = matches!(
            (kind, target),
            (MapKind::Bf, Operand::Hex(_) | Operand::Name(_) | Operand::Literal(_))
                | (MapKind::Cid | MapKind::Notdef, Operand::Number(_) | Operand::Hex(_))
        );
        let complete = self.section.is_some_and(|section| self.codes.count == section.codes());
        if !is_kind || !(complete || self.array.is_some()) {
            return None;
        }
        let in_array = self.array.is_some();
        match self.take_codes() {
            Some((lo, hi)) => Some(Statement::Map { kind, lo, hi, target }),
            None if in_array => None,
            None => Some(Statement::Damaged),
        }
    }

    /// Returns the codes of the next target: the next one of the array, or all of the entry's.
    fn take_codes(&mut self) -> Option<(CharCode, CharCode)> {
        let Some(array) = &mut self.array else { return std::mem::take(&mut self.codes).range() };
        let Some(code) = array.next else {
            array.too_long = true;
            return None;
        };
        let following = code.value.checked_add(1).filter(|&value| value <= array.last);
        array.next = following.map(|value| CharCode { value, ..code });
        Some((code, code))
    }

    fn array_start(&mut self) {
        let Some(section) = self.section else { return };
        let codes = std::mem::take(&mut self.codes);
        let range = codes.range().filter(|_| codes.count == section.codes());
        self.array = Some(ArrayCodes {
            next: range.map(|(first, _)| first),
            last: range.map_or(0, |(_, last)| last.value),
            too_long: range.is_none(),
        });
    }

    /// An array that is longer or shorter than its range counts as one damaged entry.
    fn array_end(&mut self) -> Option<Statement<'a>> {
        let array = self.array.take()?;
        (array.too_long || array.next.is_some()).then_some(Statement::Damaged)
    }

    fn word(&mut self, word: &'a [u8]) -> Option<Statement<'a>> {
        self.key = None;
        let name = self.name.take();
        if word == b"usecmap" {
            return name.map(Statement::UseCMap);
        }
        let begun = Section::begun_by(word);
        if begun.is_none() && !word.starts_with(b"end") {
            return None;
        }
        self.section = begun;
        let left_over = std::mem::take(&mut self.codes).count > 0 || self.array.take().is_some();
        left_over.then_some(Statement::Damaged)
    }
}

impl<'a> Iterator for Statements<'a> {
    type Item = Statement<'a>;

    fn next(&mut self) -> Option<Statement<'a>> {
        loop {
            let token = self.scanner.next()?;
            if let Some(statement) = self.token(token) {
                return Some(statement);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Statement<'_>> {
        Statements::new(bytes).collect()
    }

    fn map<'a>(lo: u32, hi: u32, digits: &'a [u8]) -> Statement<'a> {
        let code = |value| CharCode { value, len: 1 };
        Statement::Map { kind: MapKind::Bf, lo: code(lo), hi: code(hi), target: Operand::Hex(digits) }
    }

    #[test]
    fn definitions_with_and_without_def() {
        let bytes = b"/CIDInit /ProcSet findresource begin << /Registry (Adobe) /Supplement 2 >> def
            /CMapName /X-V def /WMode 1 def /Other usecmap";
        let define = |key, value| Statement::Define { key, value };
        let expected = [
            define(b"CIDInit", Operand::Name(b"ProcSet")),
            define(b"Registry", Operand::Literal(b"Adobe")),
            define(b"Supplement", Operand::Number(2)),
            define(b"CMapName", Operand::Name(b"X-V")),
            define(b"WMode", Operand::Number(1)),
            Statement::UseCMap(b"Other"),
        ];
        assert_eq!(read(bytes), expected);
    }

    #[test]
    fn a_section_without_end_lasts_to_the_next() {
        let read = read(b"2 beginbfchar <01> <0041> <02> <0042> 1 beginbfrange <03> <04> <0043> endbfrange");
        assert_eq!(read, [map(1, 1, b"0041"), map(2, 2, b"0042"), map(3, 4, b"0043")]);
    }

    #[test]
    fn arrays_give_one_statement_per_element() {
        let read = read(b"beginbfrange <01> <02> [<0041> <0042>] <05> <06> <0045> endbfrange");
        assert_eq!(read, [map(1, 1, b"0041"), map(2, 2, b"0042"), map(5, 6, b"0045")]);
    }

    #[test]
    fn arrays_of_another_length_are_one_damage() {
        let long = read(b"beginbfrange <01> <02> [<0041> <0042> <0043> <0044>] endbfrange");
        assert_eq!(long, [map(1, 1, b"0041"), map(2, 2, b"0042"), Statement::Damaged]);
        let short = read(b"beginbfrange <01> <02> [<0041>] endbfrange");
        assert_eq!(short, [map(1, 1, b"0041"), Statement::Damaged]);
        let open = read(b"beginbfrange <01> <02> [<0041> <0042> endbfrange beginbfchar <07> <0047>");
        assert_eq!(open, [map(1, 1, b"0041"), map(2, 2, b"0042"), Statement::Damaged, map(7, 7, b"0047")]);
    }

    #[test]
    fn a_broken_entry_costs_itself_only() {
        let wide = read(b"beginbfchar <0102030405> <0041> <02> <0042> endbfchar");
        assert_eq!(wide, [Statement::Damaged, map(2, 2, b"0042")]);
        let unclosed = read(b"beginbfchar <01> <00 <02> <0042> <03> endbfchar");
        assert_eq!(unclosed, [Statement::Damaged, map(2, 2, b"0042"), Statement::Damaged]);
        let reversed = read(b"beginbfrange <05> <01> <0041> <02> <02> <0042> endbfrange");
        assert_eq!(reversed, [Statement::Damaged, map(2, 2, b"0042")]);
    }
}
