//! The cross-reference: the location of each object, read from tables and streams along `/Prev`, newest first.

use std::collections::HashSet;

use super::File;
use super::lexer::{Lexer, Token, is_white};
use super::object::{Dict, Object, ObjectId, Tree};
use super::parser;
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Limits;

/// The location of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The object is deleted.
    Free,
    /// At this byte offset.
    Plain(usize),
    /// In an object stream, at this index.
    Packed { container: u32, index: u16 },
}

/// The entry of an object, 16 bytes. Of several entries for one number, the one with the lowest `order` applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    number: u32,
    order: u16,
    /// The generation of a plain object, the index of a packed one.
    minor: u16,
    /// The offset or container, with the kind in the two lowest bits.
    major: u64,
}

/// Types of entries in a cross-reference stream.
const FREE: u64 = 0;
const PLAIN: u64 = 1;
const PACKED: u64 = 2;

impl Entry {
    fn new(number: u32, order: u16, generation: u16, place: Place) -> Self {
        let (minor, major) = match place {
            Place::Free => (generation, FREE),
            Place::Plain(offset) => (generation, (offset as u64) << 2 | PLAIN),
            Place::Packed { container, index } => (index, u64::from(container) << 2 | PACKED),
        };
        Self { number, order, minor, major }
    }

    fn place(&self) -> Place {
        let value = self.major >> 2;
        match self.major & 3 {
            PLAIN => Place::Plain(usize::try_from(value).unwrap_or(usize::MAX)),
            PACKED => Place::Packed { container: u32::try_from(value).unwrap_or(0), index: self.minor },
            _ => Place::Free,
        }
    }
}

/// All entries, sorted by number, one per number.
#[derive(Debug, Default)]
pub(crate) struct XrefTable {
    entries: Vec<Entry>,
}

impl XrefTable {
    pub(crate) fn get(&self, number: u32) -> Option<Place> {
        // Most tables have no gaps, in which case the number is the index.
        let guess = self.entries.get(number as usize).filter(|entry| entry.number == number);
        let found = guess.or_else(|| {
            let index = self.entries.binary_search_by_key(&number, |entry| entry.number).ok()?;
            self.entries.get(index)
        });
        found.map(Entry::place)
    }

    /// Returns numbers and locations of all objects that are not free.
    pub(crate) fn used(&self) -> impl Iterator<Item = (u32, Place)> + '_ {
        self.entries
            .iter()
            .map(|entry| (entry.number, entry.place()))
            .filter(|(_, place)| *place != Place::Free)
    }
}

/// Collects entries; earlier sections win.
#[derive(Debug, Default)]
pub(crate) struct XrefBuilder {
    entries: Vec<Entry>,
    pub(crate) full: bool,
}

impl XrefBuilder {
    pub(crate) fn add(&mut self, limits: &Limits, order: u16, id: ObjectId, place: Place) {
        if self.entries.len() >= limits.xref_entries {
            self.full = true;
        } else if id.number <= limits.object_number {
            self.entries.push(Entry::new(id.number, order, id.generation, place));
        }
    }

    pub(crate) fn finish(mut self) -> XrefTable {
        self.entries.sort_by_key(|entry| (entry.number, entry.order));
        self.entries.dedup_by_key(|entry| entry.number);
        self.entries.shrink_to_fit();
        XrefTable { entries: self.entries }
    }
}

/// The result of reading the chain of sections.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) table: XrefTable,
    /// The trailers, newest first.
    pub(crate) trailers: Vec<Tree>,
    /// `true` if a section could not be read, so that objects may be missing from the table.
    pub(crate) incomplete: bool,
}

/// Precedence within one revision: the table's entries, then those of its hybrid stream, then entries that the table
/// marks as free.
const ORDERS_PER_SECTION: u16 = 4;
const HYBRID_ORDER: u16 = 1;
const FREE_ORDER: u16 = 2;
/// Entries that are read between two looks at the clock.
const NUMBERS_BETWEEN_CHECKS: i64 = 1 << 16;

/// Reads the chain from the newest section on. Returns `None` if not even that one can be read.
pub(crate) fn read_chain(file: &File, start: usize) -> Option<Chain> {
    let mut reader = Reader {
        file,
        builder: XrefBuilder::default(),
        visited: HashSet::new(),
        incomplete: false,
        // Each revision may list all objects again, but not many do.
        rows_left: file.limits().xref_entries.saturating_mul(2),
    };
    let mut trailers = Vec::new();
    let mut next = Some(start);
    while let Some(offset) = next.take() {
        let Some(order) = reader.enter(offset, trailers.len()) else { break };
        let Some(trailer) = reader.section(offset, order) else {
            reader.damaged(offset);
            break;
        };
        let trailer_dict = file.wrap(trailer.clone()).as_dict()?;
        if let Some(hybrid) = offset_entry(&trailer_dict, b"XRefStm") {
            reader.hybrid(hybrid, order);
        }
        next = offset_entry(&trailer_dict, b"Prev");
        trailers.push(trailer);
    }
    if trailers.is_empty() {
        return None;
    }
    reader.note_full();
    let incomplete = reader.incomplete || reader.builder.full;
    Some(Chain { table: reader.builder.finish(), trailers, incomplete })
}

fn offset_entry(trailer: &Dict<'_>, key: &[u8]) -> Option<usize> {
    // References are not followed here, because that would need the table that is being read.
    trailer.raw(key).as_int().and_then(|offset| usize::try_from(offset).ok())
}

struct Reader<'f> {
    file: &'f File,
    builder: XrefBuilder,
    visited: HashSet<usize>,
    incomplete: bool,
    /// Rows of cross-reference streams that may still be read.
    rows_left: usize,
}

impl Reader<'_> {
    /// Starts a section; returns `None` if it was already read or there are too many.
    fn enter(&mut self, offset: usize, sections: usize) -> Option<u16> {
        let limits = self.file.limits();
        if !self.visited.insert(offset) {
            let loops = Diagnostic::new(Code::XrefLoop, "the chain of cross-reference sections is a circle");
            self.file.note(loops.at(offset as u64));
            return None;
        }
        if sections >= limits.xref_sections.min(usize::from(u16::MAX / ORDERS_PER_SECTION)) {
            self.file.note(
                Diagnostic::new(Code::XrefLimit, "too many cross-reference sections").at(offset as u64),
            );
            self.incomplete = true;
            return None;
        }
        u16::try_from(sections).ok().map(|section| section * ORDERS_PER_SECTION)
    }

    fn damaged(&mut self, offset: usize) {
        self.incomplete = true;
        let message = "a cross-reference section cannot be read";
        self.file.note(Diagnostic::new(Code::XrefDamaged, message).at(offset as u64));
    }

    fn note_full(&self) {
        if self.builder.full {
            self.file.note(Diagnostic::new(Code::XrefLimit, "too many cross-reference entries"));
        }
    }

    fn hybrid(&mut self, offset: usize, order: u16) {
        if !self.visited.insert(offset) {
            let loops = Diagnostic::new(Code::XrefLoop, "/XRefStm leads to a section already read");
            return self.file.note(loops.at(offset as u64));
        }
        if self.stream(self.file.base() + offset, order + HYBRID_ORDER).is_none() {
            self.damaged(offset);
        }
    }

    /// Reads the section at an offset and returns its trailer dictionary.
    fn section(&mut self, offset: usize, order: u16) -> Option<Tree> {
        let data = self.file.data();
        let place = find_section(data, self.file.base(), offset)?;
        let mut lexer = Lexer::new(data, place);
        if lexer.lookahead() == Token::Keyword(b"xref") {
            lexer.next();
            return self.table(&mut lexer, order);
        }
        self.stream(place, order)
    }

    fn table(&mut self, lexer: &mut Lexer<'_>, order: u16) -> Option<Tree> {
        loop {
            match lexer.next() {
                Token::Int(first) => {
                    let Token::Int(count) = lexer.next() else { return None };
                    self.subsection(lexer, first, count, order);
                }
                Token::Keyword(b"trailer") => break,
                // A table without its trailer is useless, because the catalog is unknown.
                _ => return None,
            }
        }
        let start = lexer.position();
        let (mut tree, trouble) =
            parser::parse(lexer, ObjectId { number: 0, generation: 0 }, self.file.limits());
        self.file.account(&mut tree, trouble, Some(start))?;
        Some(tree)
    }

    /// Reads entries until the count or the digits end; entries need not be 20 bytes long.
    fn subsection(&mut self, lexer: &mut Lexer<'_>, first: i64, count: i64, order: u16) {
        let mut number = first;
        for index in 0..count.max(0) {
            let before = lexer.position();
            let (Token::Int(offset), Token::Int(generation), Token::Keyword(kind)) =
                (lexer.next(), lexer.next(), lexer.next())
            else {
                return lexer.set_position(before);
            };
            // A table that starts at 1 with the head of the free list should start at 0 (a common off-by-one error).
            if index == 0 && first == 1 && kind == b"f" && generation == 65_535 {
                number = 0;
            }
            let place = match kind {
                b"n" => Place::Plain(
                    usize::try_from(offset).unwrap_or(usize::MAX).saturating_add(self.file.base()),
                ),
                b"f" => Place::Free,
                _ => return lexer.set_position(before),
            };
            self.entry(number, generation, place, order);
            number = number.saturating_add(1);
            if self.is_over_at(number) {
                return;
            }
        }
    }

    /// Returns whether the time is over, looked at for one number in many. Opening then fails.
    fn is_over_at(&self, number: i64) -> bool {
        number % NUMBERS_BETWEEN_CHECKS == 0 && self.file.budget().check().is_err()
    }

    fn entry(&mut self, number: i64, generation: i64, place: Place, order: u16) {
        let Ok(number) = u32::try_from(number) else { return };
        let generation = u16::try_from(generation).unwrap_or(u16::MAX);
        let order = if place == Place::Free { order + FREE_ORDER } else { order };
        self.builder.add(self.file.limits(), order, ObjectId { number, generation }, place);
    }

    fn stream(&mut self, place: usize, order: u16) -> Option<Tree> {
        let tree = self.file.parse_plain_at(place, None)?;
        let object = self.file.wrap(tree.clone());
        let stream = object.as_stream()?;
        let widths = field_widths(stream.dict())?;
        let width: usize = widths.iter().sum();
        let most = (self.rows_left as u64).saturating_mul(width as u64).min(self.file.limits().stream_bytes);
        let data = stream.decode_up_to(most).data;
        self.rows_left = self.rows_left.saturating_sub(data.len() / width.max(1));
        let size = stream.dict().int(b"Size").unwrap_or(i64::MAX);
        let index: Vec<i64> = match stream.dict().array(b"Index") {
            Some(array) => array.iter().filter_map(|value| value.as_int()).collect(),
            None => vec![0, size],
        };
        let mut rows = data.chunks_exact(widths.iter().sum());
        for range in index.chunks_exact(2) {
            let &[first, count] = range else { continue };
            let count = usize::try_from(count).unwrap_or(0);
            if first > i64::from(self.file.limits().object_number) {
                continue;
            }
            for (number, row) in (first..).zip(rows.by_ref().take(count)) {
                self.row(number, row, widths, order);
                if self.is_over_at(number) {
                    return None;
                }
            }
        }
        // From here on it serves as a trailer, whose entries may refer to any object.
        Some(Tree { plain_only: false, ..tree })
    }

    fn row(&mut self, number: i64, row: &[u8], widths: [usize; 3], order: u16) {
        let (kind, rest) = row.split_at(widths[0].min(row.len()));
        let (second, third) = rest.split_at(widths[1].min(rest.len()));
        let kind = if kind.is_empty() { 1 } else { big_endian(kind) };
        let (second, third) = (big_endian(second), big_endian(third));
        let generation = i64::try_from(third).unwrap_or(i64::MAX);
        let place = match kind {
            0 => Place::Free,
            1 => Place::Plain(usize::try_from(second).unwrap_or(usize::MAX).saturating_add(self.file.base())),
            2 => match (u32::try_from(second), u16::try_from(third)) {
                (Ok(container), index) => Place::Packed { container, index: index.unwrap_or(u16::MAX) },
                _ => return,
            },
            // Other kinds are references to null objects (ISO 32000-1, 7.5.8.3).
            _ => return,
        };
        self.entry(number, generation, place, order);
    }
}

/// Returns three widths of at most 8 bytes whose sum is not zero.
fn field_widths(dict: &Dict<'_>) -> Option<[usize; 3]> {
    let array = dict.array(b"W")?;
    let width = |index| -> Option<usize> {
        let value = array.get(index).as_int().unwrap_or(0);
        usize::try_from(value).ok().filter(|&width| width <= 8)
    };
    let widths = [width(0)?, width(1)?, width(2)?];
    (widths.iter().sum::<usize>() > 0).then_some(widths)
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// The maximum distance of a section from its stated offset. Line-end conversion and manual editing shift it
/// slightly.
const SECTION_DRIFT: usize = 32;

/// Returns the actual offset of a section stated to be at `offset`: there, after junk, or a few bytes off.
fn find_section(data: &[u8], base: usize, offset: usize) -> Option<usize> {
    let is_section = |place: &usize| {
        let mut lexer = Lexer::new(data, *place);
        match lexer.next() {
            Token::Keyword(b"xref") => true,
            Token::Int(_) => matches!(lexer.next(), Token::Int(_)) && lexer.next() == Token::Keyword(b"obj"),
            _ => false,
        }
    };
    let direct = [base.saturating_add(offset), offset].into_iter().filter(|&place| place < data.len());
    if let Some(place) = direct.clone().find(is_section) {
        return Some(place);
    }
    let start = base.saturating_add(offset).saturating_sub(SECTION_DRIFT);
    let window = data.get(start..data.len().min(start + 2 * SECTION_DRIFT + 4))?;
    let found = memchr::memmem::rfind(window, b"xref")?;
    let glued = found.checked_sub(1).and_then(|before| window.get(before)).is_some_and(|&b| !is_white(b));
    (!glued).then_some(start + found)
}

/// The distance from the end within which `startxref` is searched. The standard specifies 1,024; mail gateways append
/// more.
const TAIL: usize = 4_096;

/// Returns the offset given by the last `startxref`.
pub(crate) fn start_offset(data: &[u8]) -> Option<usize> {
    let tail_start = data.len().saturating_sub(TAIL);
    let tail = data.get(tail_start..)?;
    let found = memchr::memmem::rfind(tail, b"startxref")?;
    match Lexer::new(tail, found + b"startxref".len()).next() {
        Token::Int(offset) => usize::try_from(offset).ok(),
        _ => None,
    }
}

/// Returns an entry from the newest trailer that has it.
pub(crate) fn trailer_entry<'f>(file: &'f File, trailers: &[Tree], key: &[u8]) -> Option<Object<'f>> {
    trailers.iter().find_map(|tree| {
        let value = file.wrap(tree.clone()).as_dict()?.raw(key);
        (!value.is_null()).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_small_and_newest_wins() {
        assert_eq!(size_of::<Entry>(), 16);
        let limits = Limits::default();
        let id = |number| ObjectId { number, generation: 0 };
        let mut builder = XrefBuilder::default();
        builder.add(&limits, 0, id(5), Place::Plain(50));
        builder.add(&limits, 2, id(3), Place::Free);
        builder.add(&limits, 1, id(3), Place::Packed { container: 9, index: 4 });
        builder.add(&limits, 4, id(5), Place::Plain(10));
        let table = builder.finish();
        assert_eq!(table.get(5), Some(Place::Plain(50)));
        assert_eq!(table.get(3), Some(Place::Packed { container: 9, index: 4 }));
        assert_eq!(table.get(4), None);
        assert_eq!(table.used().count(), 2);
    }

    #[test]
    fn start_offset_is_the_last_one() {
        assert_eq!(start_offset(b"startxref\n7\n%%EOF startxref 12 %%EOF"), Some(12));
        assert_eq!(start_offset(b"startxref -1"), None);
        assert_eq!(start_offset(b"nothing"), None);
    }
}
