//! Turns the bytes of a `/ToUnicode` CMap into a table from character codes to text.
//!
//! Codes are looked up by value, whatever their width, because files write `<41>` for two-byte fonts and `<0041>` for
//! one-byte fonts. What a code maps to is returned as it stands; whether it is worth anything is a second question
//! ([`classify`]), since a private-use character is kept when nothing better is found. Nothing is refused: what
//! cannot be read is counted in [`ToUnicodeFacts`].

use std::sync::Arc;

use super::char_code::CharCode;
use super::cmap::CMapLimits;
use super::cmap_statement::{MapKind, Operand, Statement, Statements};
use super::code_ranges::{CodeRanges, CodeRangesBuilder, Hit};
use super::unicode_destination::{Destination, DestinationReader};
use super::use_cmap::{self, Inheritance, Inherits};

/// Marks a range's value as an index into the texts; without it the value is a code point.
const TEXT: u32 = 1 << 31;

/// What a code maps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mapped<'a> {
    /// One character.
    Char(char),
    /// Several characters.
    Text(&'a str),
    /// Several characters of which the last was counted up along a range.
    Counted {
        /// All but the last.
        head: &'a str,
        /// The last.
        last: char,
    },
    /// The name of a glyph, for the glyph list.
    Name(&'a str),
    /// The code is listed with something that is no text at all.
    Unusable(Reject),
}

impl Mapped<'_> {
    /// Appends the text; a name or an unusable value appends nothing.
    pub(crate) fn push_to(self, text: &mut String) {
        match self {
            Self::Char(char) => text.push(char),
            Self::Text(all) => text.push_str(all),
            Self::Counted { head, last } => {
                text.push_str(head);
                text.push(last);
            }
            Self::Name(_) | Self::Unusable(_) => {}
        }
    }

    /// Why the text counts as missing, if it does.
    pub(crate) fn reject(self) -> Option<Reject> {
        match self {
            Self::Char(char) => classify_char(char),
            Self::Text(text) => classify(text),
            Self::Counted { head, last } => classify(head).max(classify_char(last)),
            Self::Name(_) => None,
            Self::Unusable(reject) => Some(reject),
        }
    }
}

/// Why a value counts as missing, so that the next source is asked. The later, the worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reject {
    /// A private-use character: kept verbatim if nothing better is found.
    PrivateUse,
    /// U+FDD0 to U+FDEF, U+xxFFFE and U+xxFFFF, and what lies beyond U+10FFFF.
    Noncharacter,
    /// U+FFFD.
    Replacement,
    /// U+0000.
    Null,
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// An empty string.
    Empty,
}

/// Why `text` counts as missing: the worst of its characters decides. `None` is text that can be used.
pub(crate) fn classify(text: &str) -> Option<Reject> {
    if text.is_empty() {
        return Some(Reject::Empty);
    }
    text.chars().filter_map(classify_char).max()
}

fn classify_char(char: char) -> Option<Reject> {
    match u32::from(char) {
        0 => Some(Reject::Null),
        0xFFFD => Some(Reject::Replacement),
        0xFDD0..=0xFDEF => Some(Reject::Noncharacter),
        scalar if scalar & 0xFFFE == 0xFFFE => Some(Reject::Noncharacter),
        0xE000..=0xF8FF | 0xF_0000.. => Some(Reject::PrivateUse),
        _ => None,
    }
}

/// What was found while reading, for diagnostics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ToUnicodeFacts {
    /// Ranges kept; a single code is a range of one.
    pub(crate) entries: usize,
    /// Entries that cannot be read.
    pub(crate) damaged: usize,
    /// Destinations in another form than UTF-16BE that were understood.
    pub(crate) repaired: usize,
    /// Ranges that count the last byte of the destination beyond 255, which ISO 32000 leaves undefined.
    pub(crate) overflows: usize,
    /// Entries beyond [`CMapLimits`].
    pub(crate) dropped: usize,
    /// Entries of `cidchar` and `cidrange`, whose numbers were taken for code points.
    pub(crate) cid_entries: usize,
    /// Whether all destinations were read as UTF-8.
    pub(crate) utf8: bool,
    /// Bytes of the widest code that is mapped.
    pub(crate) code_bytes: u8,
}

/// A destination that is not a single code point.
#[derive(Debug, Clone, Copy)]
struct Stored {
    start: usize,
    end: usize,
    kind: StoredKind,
}

#[derive(Debug, Clone, Copy)]
enum StoredKind {
    /// All but the last character of the text, and that one.
    Text {
        head_end: usize,
        last: u32,
    },
    Name,
    Empty,
}

/// A font's table from codes to text.
#[derive(Debug, Clone, Default)]
pub(crate) struct ToUnicode {
    ranges: CodeRanges,
    stored: Vec<Stored>,
    pool: String,
    use_cmap: Option<Vec<u8>>,
    ancestors: Vec<Arc<ToUnicode>>,
    facts: ToUnicodeFacts,
}

impl ToUnicode {
    /// Reads a `/ToUnicode` stream. Follow with [`link`](Self::link) if [`use_cmap`](Self::use_cmap) names another.
    pub(crate) fn parse(bytes: &[u8], limits: &CMapLimits) -> Self {
        let mut reading = Reading::new(false, *limits);
        reading.all(bytes);
        if reading.reader.looks_like_utf8() {
            reading = Reading::new(true, *limits);
            reading.all(bytes);
        }
        reading.finish()
    }

    /// `/ToUnicode /Identity-H`: the code is the UTF-16BE value.
    pub(crate) fn identity() -> Self {
        let mut builder = CodeRangesBuilder::default();
        builder.push(0, 0xFFFF, 0);
        let facts = ToUnicodeFacts { entries: 1, code_bytes: 2, ..ToUnicodeFacts::default() };
        Self { ranges: builder.finish(), facts, ..Self::default() }
    }

    /// What the code maps to, here or else in the ancestors; `None` if it is not listed.
    pub(crate) fn lookup(&self, code: u32) -> Option<Mapped<'_>> {
        self.own(code).or_else(|| self.ancestors.iter().find_map(|ancestor| ancestor.own(code)))
    }

    fn own(&self, code: u32) -> Option<Mapped<'_>> {
        let Hit { value, offset } = self.ranges.find(code)?;
        if value & TEXT == 0 {
            return Some(counted(value, offset).map_or_else(Mapped::Unusable, Mapped::Char));
        }
        let stored = self.stored.get((value ^ TEXT) as usize)?;
        let StoredKind::Text { head_end, last } = stored.kind else {
            let name = || self.pool.get(stored.start..stored.end).map(Mapped::Name);
            let empty = matches!(stored.kind, StoredKind::Empty);
            return if empty { Some(Mapped::Unusable(Reject::Empty)) } else { name() };
        };
        if offset == 0 {
            return self.pool.get(stored.start..stored.end).map(Mapped::Text);
        }
        let head = self.pool.get(stored.start..head_end)?;
        Some(counted(last, offset).map_or_else(Mapped::Unusable, |last| Mapped::Counted { head, last }))
    }

    /// The first `most` codes that are mapped, here or in the ancestors.
    pub(crate) fn codes(&self, most: usize) -> impl Iterator<Item = u32> + '_ {
        let ancestors = self.ancestors.iter().flat_map(|ancestor| ancestor.ranges.codes());
        self.ranges.codes().chain(ancestors).take(most)
    }

    /// Whether no code is mapped, here or in the ancestors.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.ancestors.iter().all(|ancestor| ancestor.ranges.is_empty())
    }

    /// Gives the table its ancestors, which `resolve` finds by name. It need not link what it returns.
    pub(crate) fn link(&mut self, resolve: impl FnMut(&[u8]) -> Option<Arc<ToUnicode>>) -> Inheritance {
        let (line, inheritance) = use_cmap::follow(self.use_cmap.as_deref(), resolve);
        self.ancestors = line;
        inheritance
    }

    /// The name given to `usecmap`.
    #[cfg(test)]
    pub(crate) fn use_cmap(&self) -> Option<&[u8]> {
        self.use_cmap.as_deref()
    }

    /// Names the parent that the stream dictionary's `/UseCMap` gives, unless the stream itself names one.
    pub(crate) fn set_use_cmap(&mut self, name: &[u8]) {
        self.use_cmap.get_or_insert_with(|| name.to_vec());
    }

    /// What was found while reading.
    pub(crate) fn facts(&self) -> ToUnicodeFacts {
        self.facts
    }
}

impl Inherits for ToUnicode {
    fn use_cmap(&self) -> Option<&[u8]> {
        self.use_cmap.as_deref()
    }

    fn ancestors(&self) -> &[Arc<Self>] {
        &self.ancestors
    }
}

/// Counts a code point up. Surrogates are left out without closing the gap, so that `<0000> <FFFF> <0000>`, which
/// many files have, stays the identity beyond them.
fn counted(first: u32, offset: u32) -> Result<char, Reject> {
    let scalar = first.checked_add(offset).ok_or(Reject::Noncharacter)?;
    match scalar {
        0xD800..=0xDFFF => Err(Reject::LoneSurrogate),
        _ => char::from_u32(scalar).ok_or(Reject::Noncharacter),
    }
}

/// A table while it is read.
struct Reading {
    limits: CMapLimits,
    reader: DestinationReader,
    ranges: CodeRangesBuilder,
    table: ToUnicode,
}

impl Reading {
    fn new(utf8: bool, limits: CMapLimits) -> Self {
        let mut table = ToUnicode::default();
        table.facts.utf8 = utf8;
        let reader = DestinationReader::new(utf8, limits.text_bytes);
        Self { limits, reader, ranges: CodeRangesBuilder::default(), table }
    }

    fn all(&mut self, bytes: &[u8]) {
        for statement in Statements::new(bytes) {
            match statement {
                Statement::Map { kind, lo, hi, target } => self.map(kind, lo, hi, target),
                Statement::UseCMap(name) => {
                    let name = name.get(..self.limits.text_bytes).unwrap_or(name);
                    self.table.use_cmap = Some(name.to_vec());
                }
                Statement::Damaged => self.table.facts.damaged += 1,
                Statement::Codespace { .. } | Statement::Define { .. } => {}
            }
        }
    }

    fn map(&mut self, kind: MapKind, lo: CharCode, hi: CharCode, target: Operand<'_>) {
        if self.ranges.len() >= self.limits.ranges {
            self.table.facts.dropped += 1;
            return;
        }
        let last_code = match target {
            Operand::Name(_) => lo,
            _ => hi,
        };
        let value = match (kind, target) {
            (MapKind::Bf, Operand::Name(name)) => self.name(name),
            (MapKind::Bf, text) => self.text(text, hi.value.saturating_sub(lo.value)),
            (MapKind::Cid, number) => self.number(number),
            (MapKind::Notdef, _) => return,
        };
        self.table.facts.damaged += usize::from(value.is_none() || last_code != hi);
        let Some(value) = value else { return };
        if self.ranges.push(lo.value, last_code.value, value) {
            let facts = &mut self.table.facts;
            facts.entries += 1;
            facts.code_bytes = facts.code_bytes.max(hi.len);
        }
    }

    /// A name stands for one glyph; along a range it would repeat, which no file means.
    fn name(&mut self, name: &[u8]) -> Option<u32> {
        let name = std::str::from_utf8(name).ok().filter(|name| name.len() <= self.limits.text_bytes)?;
        self.store(name, |_| StoredKind::Name)
    }

    fn text(&mut self, text: Operand<'_>, count: u32) -> Option<u32> {
        let table = &mut self.table;
        let overflows = |last: u32| usize::from((last & 0xFF).saturating_add(count) > 0xFF);
        match self.reader.read(text) {
            Destination::Scalar(scalar) => {
                table.facts.overflows += overflows(scalar);
                Some(scalar).filter(|scalar| scalar & TEXT == 0)
            }
            Destination::Text(text) => {
                let (head, last) = text.char_indices().next_back()?;
                table.facts.overflows += overflows(u32::from(last));
                let kind = |start| StoredKind::Text { head_end: start + head, last: u32::from(last) };
                store(table, text, kind)
            }
            Destination::Empty => self.store("", |_| StoredKind::Empty),
        }
    }

    fn number(&mut self, number: Operand<'_>) -> Option<u32> {
        self.table.facts.cid_entries += 1;
        let Operand::Number(number) = number else { return None };
        u32::try_from(number).ok().filter(|scalar| scalar & TEXT == 0)
    }

    fn store(&mut self, text: &str, kind: impl FnOnce(usize) -> StoredKind) -> Option<u32> {
        store(&mut self.table, text, kind)
    }

    fn finish(self) -> ToUnicode {
        let mut table = self.table;
        table.facts.repaired = self.reader.repaired();
        table.ranges = self.ranges.finish();
        table.stored.shrink_to_fit();
        table.pool.shrink_to_fit();
        table
    }
}

/// Keeps a text in the pool. `kind` is told where it starts. The result is a range's value.
fn store(table: &mut ToUnicode, text: &str, kind: impl FnOnce(usize) -> StoredKind) -> Option<u32> {
    let index = u32::try_from(table.stored.len()).ok().filter(|index| index & TEXT == 0)?;
    let start = table.pool.len();
    table.pool.push_str(text);
    table.stored.push(Stored { start, end: table.pool.len(), kind: kind(start) });
    Some(index | TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(bytes: &[u8]) -> ToUnicode {
        ToUnicode::parse(bytes, &CMapLimits::default())
    }

    fn text(table: &ToUnicode, code: u32) -> String {
        let mut text = String::new();
        if let Some(mapped) = table.lookup(code) {
            mapped.push_to(&mut text);
        }
        text
    }

    #[test]
    fn gr_4_bfchar_single() {
        let table = parse(b"1 beginbfchar <0003> <0020> endbfchar");
        assert_eq!(table.lookup(3), Some(Mapped::Char(' ')));
        assert_eq!(table.lookup(4), None);
        let facts = ToUnicodeFacts { entries: 1, code_bytes: 2, ..ToUnicodeFacts::default() };
        assert_eq!(table.facts(), facts);
    }

    #[test]
    fn gr_5_bfchar_sequence_and_surrogates() {
        let table = parse(b"2 beginbfchar <01> <00660069> <02> <D83DDE00> endbfchar");
        assert_eq!(table.lookup(1), Some(Mapped::Text("fi")));
        assert_eq!(table.lookup(2), Some(Mapped::Char('\u{1F600}')));
    }

    #[test]
    fn gr_6_bfrange_increment() {
        let table = parse(b"2 beginbfrange <20> <7E> <0020> <80> <82> <00660069> endbfrange");
        assert_eq!(table.lookup(0x41), Some(Mapped::Char('A')));
        assert_eq!(table.lookup(0x80), Some(Mapped::Text("fi")));
        assert_eq!(table.lookup(0x82), Some(Mapped::Counted { head: "f", last: 'k' }));
        assert_eq!(text(&table, 0x82), "fk");
        assert_eq!(table.lookup(0x7F), None);
        assert_eq!(table.facts().overflows, 0);
    }

    #[test]
    fn w_21_bfrange_across_ff() {
        let table = parse(b"1 beginbfrange <4E00> <9FFF> <4E00> endbfrange");
        assert_eq!(table.lookup(0x4EFF), Some(Mapped::Char('\u{4EFF}')));
        assert_eq!(table.lookup(0x4F00), Some(Mapped::Char('\u{4F00}')));
        assert_eq!(table.lookup(0x9FFF), Some(Mapped::Char('\u{9FFF}')));
        assert_eq!(table.facts().overflows, 1);
        let sequence = parse(b"beginbfrange <01> <03> <004100FF> endbfrange");
        assert_eq!(text(&sequence, 2), "A\u{100}");
        assert_eq!(sequence.facts().overflows, 1);
    }

    #[test]
    fn w_21_bfrange_leaves_surrogates_out() {
        let table = parse(b"1 beginbfrange <0000> <FFFF> <0000> endbfrange");
        assert_eq!(table.lookup(0xD7FF), Some(Mapped::Char('\u{D7FF}')));
        assert_eq!(table.lookup(0xD800), Some(Mapped::Unusable(Reject::LoneSurrogate)));
        assert_eq!(table.lookup(0xE000), Some(Mapped::Char('\u{E000}')));
        let pair = parse(b"beginbfrange <01> <03> <D83FDFFF> endbfrange");
        assert_eq!(table.facts().overflows, 1);
        assert_eq!(pair.lookup(2), Some(Mapped::Char('\u{20000}')));
        let beyond = parse(b"beginbfrange <01> <03> <DBFFDFFF> endbfrange");
        assert_eq!(beyond.lookup(2), Some(Mapped::Unusable(Reject::Noncharacter)));
    }

    #[test]
    fn gr_7_bfrange_array() {
        let table = parse(b"1 beginbfrange <01> <04> [<0041> <00660069> /space <0044>] endbfrange");
        assert_eq!(table.lookup(1), Some(Mapped::Char('A')));
        assert_eq!(table.lookup(2), Some(Mapped::Text("fi")));
        assert_eq!(table.lookup(3), Some(Mapped::Name("space")));
        assert_eq!(table.lookup(4), Some(Mapped::Char('D')));
    }

    #[test]
    fn cj_30_array_of_a_row() {
        let row: String = (0..94).map(|n| format!("<{:04X}> ", 0x4E00 + n * 3)).collect();
        let table = parse(format!("beginbfrange <2121> <217E> [{row}] endbfrange").as_bytes());
        assert_eq!(table.facts().entries, 94);
        assert_eq!(table.lookup(0x217E), char::from_u32(0x4E00 + 93 * 3).map(Mapped::Char));
    }

    #[test]
    fn gr_8_usecmap_inherits() {
        let mut table = parse(b"/Adobe-Japan1-UCS2 usecmap beginbfchar <01> <0041> endbfchar");
        assert_eq!(table.use_cmap(), Some(&b"Adobe-Japan1-UCS2"[..]));
        assert_eq!(table.lookup(2), None);
        let parent = Arc::new(parse(b"beginbfrange <00> <FF> <0061> endbfrange"));
        assert_eq!(table.link(|_| Some(Arc::clone(&parent))), Inheritance::Complete);
        assert_eq!(table.lookup(1), Some(Mapped::Char('A')));
        assert_eq!(table.lookup(2), Some(Mapped::Char('c')));
    }

    #[test]
    fn gr_8_usecmap_cycle() {
        let mut table = parse(b"/A usecmap");
        let itself = Arc::new(parse(b"/A usecmap"));
        assert_eq!(table.link(|_| Some(Arc::clone(&itself))), Inheritance::Loop);
        assert_eq!(table.lookup(1), None);
        assert!(table.is_empty());
    }

    #[test]
    fn gr_9_comments() {
        let table = parse(b"beginbfchar % <01> <0058>\r<01> % [ (\n<0041>%x\nendbfchar");
        assert_eq!(table.lookup(1), Some(Mapped::Char('A')));
        assert_eq!(table.facts().entries, 1);
    }

    #[test]
    fn gr_11_rejects() {
        let table = parse(
            b"beginbfchar <01> <0000> <02> <FFFD> <03> <E000> <04> <D800> <05> <FFFE> <06> <FDD0>
            <07> <0041E000> <08> <> <09> <DB80DC00> <0A> <0041> <0B> <004100000042> endbfchar",
        );
        let reject = |code| table.lookup(code).unwrap().reject();
        assert_eq!(reject(1), Some(Reject::Null));
        assert_eq!(reject(2), Some(Reject::Replacement));
        assert_eq!(reject(3), Some(Reject::PrivateUse));
        assert_eq!(text(&table, 3), "\u{E000}");
        assert_eq!(reject(4), Some(Reject::LoneSurrogate));
        assert_eq!(reject(5), Some(Reject::Noncharacter));
        assert_eq!(reject(6), Some(Reject::Noncharacter));
        assert_eq!(reject(7), Some(Reject::PrivateUse));
        assert_eq!(reject(8), Some(Reject::Empty));
        assert_eq!(reject(9), Some(Reject::PrivateUse));
        assert_eq!(reject(10), None);
        assert_eq!(reject(11), Some(Reject::Null));
        assert_eq!(classify("text"), None);
        assert_eq!(classify("a\u{10FFFF}"), Some(Reject::Noncharacter));
    }

    #[test]
    fn w_22_one_byte_codes_in_a_two_byte_font() {
        let table =
            parse(b"begincodespacerange <0000> <FFFF> endcodespacerange beginbfchar <41> <0041> endbfchar");
        assert_eq!(table.lookup(u32::from(u16::from_be_bytes([0, 0x41]))), Some(Mapped::Char('A')));
        assert_eq!(table.facts().code_bytes, 1);
    }

    #[test]
    fn w_22_two_byte_codes_in_a_one_byte_font() {
        let table = parse(
            b"begincodespacerange <00> <FF> endcodespacerange beginbfrange <0041> <0042> <0041> endbfrange",
        );
        assert_eq!(table.lookup(u32::from(b'B')), Some(Mapped::Char('B')));
        assert_eq!(table.facts().code_bytes, 2);
    }

    #[test]
    fn w_22_section_ends_are_missing() {
        let table = parse(
            b"1 beginbfchar <01> <0041> 1 beginbfrange <02> <03> <0042> endcmap 1 beginbfchar <05> <0045>",
        );
        assert_eq!([1, 2, 3, 5].map(|code| text(&table, code)).concat(), "ABCE");
        assert_eq!(table.facts().damaged, 0);
    }

    #[test]
    fn w_22_more_than_100_entries_and_wrong_counts() {
        let entries: String = (0..300).map(|n| format!("<{n:04X}> <{:04X}>\n", 0x4E00 + n)).collect();
        let table = parse(format!("1 beginbfchar\n{entries}endbfchar").as_bytes());
        assert_eq!(table.facts().entries, 300);
        assert_eq!(table.lookup(299), char::from_u32(0x4E00 + 299).map(Mapped::Char));
    }

    #[test]
    fn w_22_one_byte_destinations() {
        let table = parse(b"beginbfrange <20> <7E> <20> endbfrange");
        assert_eq!(table.lookup(0x41), Some(Mapped::Char('A')));
        assert_eq!(table.facts().repaired, 1);
    }

    #[test]
    fn w_22_utf8_destinations() {
        let table = parse(b"beginbfchar <01> <41> <02> <C3A9> <03> <E282AC> <04> <6669> endbfchar");
        assert_eq!([1, 2, 3, 4].map(|code| text(&table, code)).concat(), "A\u{e9}\u{20ac}fi");
        assert!(table.facts().utf8);
    }

    #[test]
    fn w_22_glyph_name_as_destination() {
        let table =
            parse(b"beginbfchar <01> /space <02> /f_i endbfchar beginbfrange <05> <07> /A endbfrange");
        assert_eq!(table.lookup(1), Some(Mapped::Name("space")));
        assert_eq!(table.lookup(2), Some(Mapped::Name("f_i")));
        assert_eq!((table.lookup(5), table.lookup(6)), (Some(Mapped::Name("A")), None));
        assert_eq!(table.facts().damaged, 1);
    }

    #[test]
    fn w_22_reversed_range_is_ignored() {
        let table = parse(b"beginbfrange <05> <01> <0041> <06> <06> <0046> endbfrange");
        assert_eq!((table.lookup(3), table.lookup(6)), (None, Some(Mapped::Char('F'))));
        assert_eq!(table.facts().damaged, 1);
    }

    #[test]
    fn w_22_range_ends_with_other_leading_bytes() {
        let table = parse(b"beginbfrange <00FE> <0101> <0041> endbfrange");
        assert_eq!(table.lookup(0x101), Some(Mapped::Char('D')));
    }

    #[test]
    fn w_22_range_ends_of_other_width() {
        let table = parse(b"beginbfrange <41> <0043> <0041> endbfrange");
        assert_eq!(table.lookup(0x43), Some(Mapped::Char('C')));
    }

    #[test]
    fn w_22_no_space_between_tokens() {
        let table = parse(b"2beginbfchar<01><0041><02><0042>endbfchar");
        assert_eq!(text(&table, 1) + &text(&table, 2), "AB");
    }

    #[test]
    fn w_22_cidrange_instead_of_bfrange() {
        let table = parse(b"begincidrange <20> <7E> 32 endcidrange");
        assert_eq!(table.lookup(0x41), Some(Mapped::Char('A')));
        assert_eq!(table.facts().cid_entries, 1);
    }

    #[test]
    fn w_22_literal_string_as_destination() {
        let table = parse(b"beginbfchar <01> (A) <02> <0042> endbfchar");
        assert_eq!(text(&table, 1) + &text(&table, 2), "AB");
    }

    #[test]
    fn w_22_identity_name() {
        let table = ToUnicode::identity();
        assert_eq!(table.lookup(0x20AC), Some(Mapped::Char('\u{20ac}')));
        assert_eq!(table.lookup(0xDC00), Some(Mapped::Unusable(Reject::LoneSurrogate)));
        assert_eq!(table.lookup(0x1_0000), None);
    }

    #[test]
    fn later_definitions_win() {
        let table =
            parse(b"beginbfrange <00> <FF> <0000> endbfrange beginbfchar <41> <0058> <41> <0059> endbfchar");
        assert_eq!([0x40, 0x41, 0x42].map(|code| text(&table, code)).concat(), "@YB");
    }

    #[test]
    fn range_bombs_are_fast() {
        let started = std::time::Instant::now();
        let full = "<00000000> <ffffffff> <0041>\n".repeat(20_000);
        let table = parse(format!("beginbfrange {full} endbfrange").as_bytes());
        assert_eq!(table.lookup(1), Some(Mapped::Char('B')));
        assert_eq!(table.lookup(u32::MAX), Some(Mapped::Unusable(Reject::Noncharacter)));
        assert_eq!(table.facts().overflows, 20_000);
        assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
    }

    #[test]
    fn limits_drop_and_count() {
        let limits = CMapLimits { ranges: 1, ..CMapLimits::default() };
        let table = ToUnicode::parse(b"beginbfchar <01> <0041> <02> <0042> endbfchar", &limits);
        assert_eq!((table.facts().entries, table.facts().dropped), (1, 1));
    }

    #[test]
    fn truncated_input_keeps_what_is_there() {
        let whole: &[u8] = b"beginbfchar <01> <0041> <02> <00660069> endbfchar
            beginbfrange <10> <12> [<0041> /space <0042>] <20> <30> <0061> endbfrange";
        for end in 0..whole.len() {
            let table = parse(&whole[..end]);
            assert!(end < 24 || text(&table, 1) == "A", "{end}");
        }
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), code: u32) {
            parse(&bytes).lookup(code);
        }

        #[test]
        fn random_maps_never_panic(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "beginbfchar", "endbfchar", "beginbfrange", "endbfrange", "begincidrange", "<", ">", "[", "]", "(", ")",
                "%", "\n", "<00>", "<41>", "<0041>", "<D800>", "<D83DDE00>", "<C3A9>", "<E282AC>", "<041>", "<ffffffff>",
                "<0102030405>", "<>", "/space", "usecmap", "7", "<FEFF0041>", "<00410000>", "<80000000>",
            ]), 0..80),
        ) {
            let table = parse(pieces.join(" ").as_bytes());
            for code in [0, 0x40, 0x41, 0x42, 0xD800, 0xE282AC, u32::MAX] {
                let mut text = String::new();
                if let Some(mapped) = table.lookup(code) {
                    mapped.push_to(&mut text);
                    mapped.reject();
                }
            }
        }
    }
}
