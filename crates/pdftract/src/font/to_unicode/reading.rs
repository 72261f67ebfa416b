//! Reads a `/ToUnicode` CMap statement by statement into its table.

use super::{Stored, StoredKind, TEXT, ToUnicode};
use crate::font::char_code::CharCode;
use crate::font::cmap::CMapLimits;
use crate::font::cmap::code_ranges::CodeRangesBuilder;
use crate::font::cmap::statement::{MapKind, Operand, Statement, Statements};
use crate::font::to_unicode::destination::{Destination, DestinationReader};

/// Parses a map, and a second time as UTF-8 if its texts look like that.
pub(super) fn read(bytes: &[u8], limits: CMapLimits) -> ToUnicode {
    let mut reading = Reading::new(false, limits);
    reading.all(bytes);
    if reading.reader.looks_like_utf8() {
        reading = Reading::new(true, limits);
        reading.all(bytes);
    }
    reading.finish()
}

/// A table under construction.
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

    /// A name denotes one glyph; along a range it would repeat, which no file intends.
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

/// Stores a text in the pool and returns the value for a range. `kind` receives the start of the text.
fn store(table: &mut ToUnicode, text: &str, kind: impl FnOnce(usize) -> StoredKind) -> Option<u32> {
    let index = u32::try_from(table.stored.len()).ok().filter(|index| index & TEXT == 0)?;
    let start = table.pool.len();
    table.pool.push_str(text);
    table.stored.push(Stored { start, end: table.pool.len(), kind: kind(start) });
    Some(index | TEXT)
}
