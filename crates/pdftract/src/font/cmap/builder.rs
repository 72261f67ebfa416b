//! Builds a CMap from statements and ranges, under limits.

use super::code_ranges::CodeRangesBuilder;
use super::statement::{MapKind, Operand, Statement};
use super::{CMap, CMapLimits, CidSystemInfo, WritingMode};
use crate::font::char_code::{CharCode, MAX_CODE_BYTES};

/// Builds a CMap, from an embedded stream or from another table.
#[derive(Debug)]
pub(crate) struct CMapBuilder {
    pub(super) cmap: CMap,
    limits: CMapLimits,
    ranges: usize,
    cids: [CodeRangesBuilder; MAX_CODE_BYTES],
    notdefs: [CodeRangesBuilder; MAX_CODE_BYTES],
}

impl CMapBuilder {
    /// Creates a builder of an empty CMap.
    pub(crate) fn new(limits: CMapLimits) -> Self {
        Self {
            cmap: CMap::default(),
            limits,
            ranges: 0,
            cids: Default::default(),
            notdefs: Default::default(),
        }
    }

    /// Adds a codespace range.
    pub(crate) fn codespace(&mut self, lo: CharCode, hi: CharCode) {
        if self.cmap.codespaces.add(lo, hi, self.limits.codespaces) {
            self.cmap.facts.entries += 1;
        } else {
            self.cmap.facts.dropped += 1;
        }
    }

    /// Adds codes that map to CIDs from `cid` on. If ranges overlap, the last one added wins.
    pub(crate) fn range(&mut self, kind: MapKind, lo: CharCode, hi: CharCode, cid: u32) {
        if self.ranges >= self.limits.ranges {
            self.cmap.facts.dropped += 1;
            return;
        }
        let tables = match kind {
            MapKind::Notdef => &mut self.notdefs,
            MapKind::Cid | MapKind::Bf => &mut self.cids,
        };
        let place = usize::from(lo.len.max(hi.len)).saturating_sub(1);
        if tables.get_mut(place).is_some_and(|table| table.push(lo.value, hi.value, cid)) {
            self.ranges += 1;
            self.cmap.facts.entries += 1;
        } else {
            self.cmap.facts.damaged += 1;
        }
    }

    pub(super) fn statement(&mut self, statement: Statement<'_>) {
        match statement {
            Statement::Codespace { lo, hi } => self.codespace(lo, hi),
            Statement::Map { kind: MapKind::Bf, .. } => {}
            Statement::Map { kind, lo, hi, target } => match cid_of(target) {
                Some(cid) => self.range(kind, lo, hi, cid),
                None => self.cmap.facts.damaged += 1,
            },
            Statement::UseCMap(name) => self.cmap.use_cmap = Some(self.cut(name)),
            Statement::Define { key, value } => self.define(key, value),
            Statement::Damaged => self.cmap.facts.damaged += 1,
        }
    }

    fn define(&mut self, key: &[u8], value: Operand<'_>) {
        match (key, value) {
            (b"CMapName", Operand::Name(name)) => self.cmap.name = Some(self.cut(name)),
            (b"UseCMap", Operand::Name(name)) => self.cmap.use_cmap = Some(self.cut(name)),
            (b"WMode", Operand::Number(mode)) => {
                let vertical = mode == 1;
                let mode = if vertical { WritingMode::Vertical } else { WritingMode::Horizontal };
                self.cmap.declared_mode = Some(mode);
            }
            (b"Registry", value) => self.system_info().registry = self.string(value),
            (b"Ordering", value) => self.system_info().ordering = self.string(value),
            (b"Supplement", Operand::Number(number)) => self.system_info().supplement = number,
            _ => {}
        }
    }

    fn system_info(&mut self) -> &mut CidSystemInfo {
        self.cmap.system_info.get_or_insert_default()
    }

    /// Returns a string's bytes without decoding escapes; names of collections have none.
    fn string(&self, value: Operand<'_>) -> Vec<u8> {
        match value {
            Operand::Literal(bytes) => {
                let plain = bytes.iter().copied().filter(|&byte| byte != b'\\');
                plain.take(self.limits.text_bytes).collect()
            }
            Operand::Hex(digits) => {
                let pairs = digits.chunks_exact(2).filter_map(CharCode::from_hex);
                pairs.filter_map(|code| u8::try_from(code.value).ok()).take(self.limits.text_bytes).collect()
            }
            Operand::Name(name) => self.cut(name),
            Operand::Number(_) => Vec::new(),
        }
    }

    fn cut(&self, bytes: &[u8]) -> Vec<u8> {
        bytes.get(..self.limits.text_bytes).unwrap_or(bytes).to_vec()
    }

    /// Returns the finished CMap.
    pub(crate) fn finish(self) -> CMap {
        let mut cmap = self.cmap;
        let most = self.cids.iter().enumerate().max_by_key(|(place, table)| (table.len(), *place));
        cmap.usual_len = most.filter(|(_, table)| table.len() > 0).map_or(0, |(place, _)| place + 1);
        cmap.cids = self.cids.map(CodeRangesBuilder::finish);
        cmap.notdefs = self.notdefs.map(CodeRangesBuilder::finish);
        cmap
    }
}

/// Returns the CID of an entry. Some files write it as a hexadecimal string.
fn cid_of(target: Operand<'_>) -> Option<u32> {
    match target {
        Operand::Number(number) => u32::try_from(number).ok(),
        Operand::Hex(digits) => CharCode::from_hex(digits).map(|code| code.value),
        Operand::Literal(_) | Operand::Name(_) => None,
    }
}
