//! Turns the bytes of an embedded CMap into a table that cuts strings into codes and codes into CIDs.
//!
//! Nothing is refused: what cannot be read is counted in [`CMapFacts`] and the rest is used. Cost follows the bytes
//! that were written, not the codes that they claim to cover.

use std::sync::Arc;

use memchr::memmem;

use super::char_code::{CharCode, MAX_CODE_BYTES};
use super::cmap_builder::CMapBuilder;
use super::cmap_statement::{MapKind, Statements};
use super::code_ranges::{CodeRanges, Hit};
use super::codespace::Codespaces;
use super::unicode_form::UnicodeForm;
use super::use_cmap::{self, Inheritance, Inherits};

/// Ceilings on one CMap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CMapLimits {
    /// Ranges kept; each costs 16 bytes. Predefined CMaps have some ten thousands.
    pub(crate) ranges: usize,
    /// Distinct codespace ranges kept, as each is looked at for each code. PostScript allows 100 in one section.
    pub(crate) codespaces: usize,
    /// Bytes of one destination text, name or string. ISO 32000-2, 9.10.3 allows 512.
    pub(crate) text_bytes: usize,
}

impl Default for CMapLimits {
    fn default() -> Self {
        Self { ranges: 200_000, codespaces: 100, text_bytes: 512 }
    }
}

/// What was found while reading, for diagnostics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CMapFacts {
    /// Ranges and codespaces kept.
    pub(crate) entries: usize,
    /// Entries that cannot be read.
    pub(crate) damaged: usize,
    /// Entries beyond [`CMapLimits`].
    pub(crate) dropped: usize,
}

/// Which way text runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WritingMode {
    /// From left to right; `/WMode 0`.
    Horizontal,
    /// From top to bottom; `/WMode 1`.
    Vertical,
}

impl WritingMode {
    /// What the name of a CMap says: `…-V`, or just `V`, is vertical.
    pub(crate) fn from_cmap_name(name: &[u8]) -> Self {
        if name == b"V" || name.ends_with(b"-V") { Self::Vertical } else { Self::Horizontal }
    }
}

/// The character collection that CIDs belong to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CidSystemInfo {
    /// `Adobe`, mostly.
    pub(crate) registry: Vec<u8>,
    /// `Japan1`, `GB1`, `CNS1`, `KR`, `Korea1`, `Identity` …
    pub(crate) ordering: Vec<u8>,
    /// Which edition of the collection.
    pub(crate) supplement: i64,
}

/// Tables by the width of the code, from one byte to four.
pub(super) type ByWidth = [CodeRanges; MAX_CODE_BYTES];

/// An embedded, predefined or identity CMap.
#[derive(Debug, Clone, Default)]
pub(crate) struct CMap {
    pub(super) codespaces: Codespaces,
    /// How long codes are when no codespace is declared; 0 is unknown.
    pub(super) usual_len: usize,
    pub(super) cids: ByWidth,
    pub(super) notdefs: ByWidth,
    /// Codes are written in this form, and the ancestors know them in UTF-32.
    pub(super) form: Option<UnicodeForm>,
    pub(super) declared_mode: Option<WritingMode>,
    pub(super) name: Option<Vec<u8>>,
    pub(super) system_info: Option<CidSystemInfo>,
    /// The collection is that of a predefined CMap, about which no file can be wrong.
    pub(super) is_predefined: bool,
    pub(super) use_cmap: Option<Vec<u8>>,
    pub(super) ancestors: Vec<Arc<CMap>>,
    pub(super) facts: CMapFacts,
}

impl CMap {
    /// Reads an embedded CMap. Follow with [`link`](Self::link) if [`use_cmap`](Self::use_cmap) names another.
    pub(crate) fn parse(bytes: &[u8], limits: &CMapLimits) -> Self {
        let mut builder = CMapBuilder::new(*limits);
        for statement in Statements::new(bytes) {
            builder.statement(statement);
        }
        builder.finish()
    }

    /// `Identity-H` or `Identity-V`: two bytes are the CID.
    pub(crate) fn identity(mode: WritingMode) -> Self {
        let mut builder = CMapBuilder::new(CMapLimits::default());
        let code = |value| CharCode { value, len: 2 };
        builder.codespace(code(0), code(0xFFFF));
        builder.range(MapKind::Cid, code(0), code(0xFFFF), 0);
        let name: &[u8] = match mode {
            WritingMode::Horizontal => b"Identity-H",
            WritingMode::Vertical => b"Identity-V",
        };
        builder.cmap.name = Some(name.to_vec());
        builder.cmap.declared_mode = Some(mode);
        builder.finish()
    }

    /// The code at the start of `bytes`, and whether a codespace has it. At least one byte is taken, except from an
    /// empty string, and never more than there are.
    pub(crate) fn next_code(&self, bytes: &[u8]) -> (CharCode, bool) {
        let (length, is_full) = if self.codespaces.is_empty() {
            let length = self.length_without_codespace();
            (length, bytes.len() >= length)
        } else {
            self.codespaces.code_length(bytes)
        };
        let taken = bytes.get(..length).unwrap_or(bytes);
        let code = CharCode::from_bytes(taken).unwrap_or(CharCode { value: 0, len: 1 });
        (code, is_full && code.len > 0)
    }

    /// Most embedded CMaps without a codespace are for two-byte fonts.
    fn length_without_codespace(&self) -> usize {
        let lengths = self.line().map(|cmap| cmap.usual_len);
        lengths.into_iter().find(|&len| len > 0).unwrap_or(2)
    }

    /// The CID of a code: of this CMap, else of its ancestors, else the one that stands in for missing ones.
    pub(crate) fn cid(&self, code: CharCode) -> Option<u32> {
        self.mapped_cid(code).or_else(|| self.notdef_cid(code))
    }

    /// The CID a `cidchar` or `cidrange` gives.
    pub(crate) fn mapped_cid(&self, code: CharCode) -> Option<u32> {
        let hit = self.find(code, |cmap| &cmap.cids)?;
        hit.value.checked_add(hit.offset)
    }

    /// The CID a `notdefchar` or `notdefrange` gives: one for the whole range.
    pub(crate) fn notdef_cid(&self, code: CharCode) -> Option<u32> {
        Some(self.find(code, |cmap| &cmap.notdefs)?.value)
    }

    /// Looks in the tables of the code's width. If there are none at all, ranges were written with another width than
    /// the strings have, and the value alone decides.
    fn find(&self, code: CharCode, tables: impl Fn(&CMap) -> &ByWidth) -> Option<Hit> {
        let of_width = || {
            self.line_with(code).filter_map(|(cmap, code)| {
                let place = usize::from(code.len).checked_sub(1)?;
                Some((tables(cmap).get(place)?, code))
            })
        };
        if of_width().any(|(table, _)| !table.is_empty()) {
            return of_width().find_map(|(table, code)| table.find(code.value));
        }
        self.line_with(code)
            .find_map(|(cmap, code)| tables(cmap).iter().find_map(|table| table.find(code.value)))
    }

    /// The line of CMaps, each with the form in which this one writes the codes that it knows.
    #[cfg(test)]
    pub(crate) fn line_with_forms(&self) -> impl Iterator<Item = (&CMap, Option<UnicodeForm>)> {
        self.line().scan(None, |form: &mut Option<UnicodeForm>, cmap| {
            let form_here = *form;
            *form = form_here.or(cmap.form);
            Some((cmap, form_here))
        })
    }

    /// The line of CMaps, each with the code as it knows it.
    fn line_with(&self, code: CharCode) -> impl Iterator<Item = (&CMap, CharCode)> {
        self.line().scan(Some(code), |code, cmap| {
            let known_here = (*code)?;
            *code = match cmap.form {
                Some(form) => form.to_utf32(known_here),
                None => Some(known_here),
            };
            Some((cmap, known_here))
        })
    }

    /// This CMap and its ancestors, nearest first.
    fn line(&self) -> impl Iterator<Item = &CMap> {
        std::iter::once(self).chain(self.ancestors.iter().map(Arc::as_ref))
    }

    /// Gives the CMap its ancestors, which `resolve` finds by name. It need not link what it returns.
    pub(crate) fn link(&mut self, resolve: impl FnMut(&[u8]) -> Option<Arc<CMap>>) -> Inheritance {
        let (line, inheritance) = use_cmap::follow(self.use_cmap.as_deref(), resolve);
        self.ancestors = line;
        self.inherit_codespaces();
        inheritance
    }

    /// Takes the codespaces of ancestors whose codes are written alike.
    fn inherit_codespaces(&mut self) {
        let mut is_other_form = self.form.is_some();
        for ancestor in &self.ancestors {
            if is_other_form {
                return;
            }
            self.codespaces.add_all(&ancestor.codespaces, CMapLimits::default().codespaces);
            is_other_form = ancestor.form.is_some();
        }
    }

    /// The name given to `usecmap`.
    pub(crate) fn use_cmap(&self) -> Option<&[u8]> {
        self.use_cmap.as_deref()
    }

    /// Names the parent that the stream dictionary's `/UseCMap` gives, unless the stream itself names one.
    pub(crate) fn set_use_cmap(&mut self, name: &[u8]) {
        self.use_cmap.get_or_insert_with(|| name.to_vec());
    }

    /// Which way text runs: as declared here, else as the name says, else as the ancestors say.
    pub(crate) fn writing_mode(&self) -> WritingMode {
        let modes = self.line().map(|cmap| (cmap.declared_mode, cmap.name.as_deref()));
        for (declared, name) in modes {
            let by_name = WritingMode::from_cmap_name(name.unwrap_or_default());
            match declared {
                Some(mode) => return mode,
                None if by_name == WritingMode::Vertical => return by_name,
                None => {}
            }
        }
        WritingMode::from_cmap_name(self.use_cmap().unwrap_or_default())
    }

    /// Takes `/WMode` of the stream dictionary, unless the stream itself has one.
    pub(crate) fn set_writing_mode(&mut self, mode: WritingMode) {
        self.declared_mode.get_or_insert(mode);
    }

    /// `/CMapName`.
    #[cfg(test)]
    pub(crate) fn name(&self) -> Option<&[u8]> {
        self.name.as_deref()
    }

    /// The character collection declared here or by the nearest ancestor that declares one.
    pub(crate) fn system_info(&self) -> Option<&CidSystemInfo> {
        self.line().find_map(|cmap| cmap.system_info.as_ref())
    }

    /// The collection of the nearest predefined CMap in the line.
    pub(crate) fn predefined_collection(&self) -> Option<&CidSystemInfo> {
        self.line().find(|cmap| cmap.is_predefined)?.system_info()
    }

    /// The name of the nearest predefined CMap in the line.
    pub(crate) fn predefined_name(&self) -> Option<&[u8]> {
        self.line().find(|cmap| cmap.is_predefined)?.name.as_deref()
    }

    /// The character of ASCII that a one-byte code is in the CMaps of Windows' encodings.
    ///
    /// They lead to glyphs of the national sets, in which the backslash is drawn as a yen sign and the tilde as a
    /// line. Files mean what Windows means: paths and programs are written with backslashes.
    pub(crate) fn windows_ascii(&self, code: CharCode) -> Option<char> {
        let character =
            u8::try_from(code.value).ok().filter(|byte| code.len == 1 && (b' '..=b'~').contains(byte))?;
        let is_windows =
            |name: &[u8]| [&b"ms-"[..], b"msp-"].iter().any(|part| memmem::find(name, part).is_some());
        let mut names = self.line().filter(|cmap| cmap.is_predefined).filter_map(|cmap| cmap.name.as_deref());
        (names.any(is_windows) && self.is_inherited(code)).then_some(char::from(character))
    }

    /// Whether no embedded CMap maps a code otherwise than its predefined ancestor.
    fn is_inherited(&self, code: CharCode) -> bool {
        let embedded = self.line().take_while(|cmap| !cmap.is_predefined);
        let mut tables = embedded.filter_map(|cmap| cmap.cids.first());
        !tables.any(|table| table.find(code.value).is_some())
    }

    /// What was found while reading.
    pub(crate) fn facts(&self) -> CMapFacts {
        self.facts
    }
}

impl Inherits for CMap {
    fn use_cmap(&self) -> Option<&[u8]> {
        self.use_cmap.as_deref()
    }

    fn ancestors(&self) -> &[Arc<Self>] {
        &self.ancestors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(bytes: &[u8]) -> CMap {
        CMap::parse(bytes, &CMapLimits::default())
    }

    fn code(value: u32, len: u8) -> CharCode {
        CharCode { value, len }
    }

    /// Value, width and match of every code of a string.
    fn codes(cmap: &CMap, mut bytes: &[u8]) -> Vec<(u32, u8, bool)> {
        let mut all = Vec::new();
        while !bytes.is_empty() {
            let (code, matched) = cmap.next_code(bytes);
            assert!((1..=4).contains(&code.len));
            all.push((code.value, code.len, matched));
            bytes = &bytes[usize::from(code.len)..];
        }
        all
    }

    const SHIFT_JIS: &[u8] = b"%!PS-Adobe-3.0 Resource-CMap
        /CIDInit /ProcSet findresource begin 12 dict begin begincmap
        /CIDSystemInfo 3 dict dup begin
          /Registry (Adobe) def /Ordering (Japan1) def /Supplement 2 def
        end def
        /CMapName /Sample-RKSJ-H def /CMapType 1 def /WMode 0 def
        4 begincodespacerange
          <00> <80> <8140> <9ffc> <a0> <de> <e040> <fbfc>
        endcodespacerange
        1 beginnotdefrange <00> <1f> 231 endnotdefrange
        3 begincidrange <20> <7e> 231 <8140> <817e> 633 <8180> <81ac> 696 endcidrange
        1 begincidchar <a0> 99 endcidchar
        endcmap CMapName currentdict /CMap defineresource pop end end";

    #[test]
    fn cj_15_identity() {
        let cmap = CMap::identity(WritingMode::Horizontal);
        assert_eq!(codes(&cmap, &[0x12, 0x34, 0xFF, 0xFF]), [(0x1234, 2, true), (0xFFFF, 2, true)]);
        assert_eq!(cmap.cid(code(0x1234, 2)), Some(0x1234));
        assert_eq!(cmap.writing_mode(), WritingMode::Horizontal);
        let vertical = CMap::identity(WritingMode::Vertical);
        assert_eq!(
            (vertical.writing_mode(), vertical.name()),
            (WritingMode::Vertical, Some(&b"Identity-V"[..]))
        );
    }

    #[test]
    fn cj_15_identity_with_a_byte_left_over() {
        let cmap = CMap::identity(WritingMode::Horizontal);
        assert_eq!(codes(&cmap, &[0x12, 0x34, 0x56]), [(0x1234, 2, true), (0x56, 1, false)]);
        assert_eq!(cmap.next_code(&[]), (code(0, 0), false));
    }

    #[test]
    fn cj_16_mixed_width() {
        let cmap = parse(SHIFT_JIS);
        let string = [0x41, 0x81, 0x40, 0xA0, 0x81, 0xAC];
        assert_eq!(
            codes(&cmap, &string),
            [(0x41, 1, true), (0x8140, 2, true), (0xA0, 1, true), (0x81AC, 2, true)]
        );
        assert_eq!(cmap.cid(code(0x41, 1)), Some(264));
        assert_eq!(cmap.cid(code(0x8141, 2)), Some(634));
        assert_eq!(cmap.cid(code(0x817F, 2)), None);
        assert_eq!(cmap.cid(code(0xA0, 1)), Some(99));
        assert_eq!(cmap.facts(), CMapFacts { entries: 9, damaged: 0, dropped: 0 });
    }

    #[test]
    fn cj_16_illegal_bytes_take_the_best_partial_match() {
        let cmap = parse(SHIFT_JIS);
        // 0xFF begins no code: the shortest codespace, one byte. 0x81 0x20 begins like a two-byte code: two bytes.
        assert_eq!(codes(&cmap, &[0xFF, 0x41]), [(0xFF, 1, false), (0x41, 1, true)]);
        assert_eq!(codes(&cmap, &[0x81, 0x20, 0x41]), [(0x8120, 2, false), (0x41, 1, true)]);
        assert_eq!(codes(&cmap, &[0x41, 0x81]), [(0x41, 1, true), (0x81, 1, false)]);
    }

    #[test]
    fn cj_16_the_longest_partial_match_then_the_shortest_code() {
        let cmap = parse(
            b"begincodespacerange <8140> <81FE> <82308130> <8239FE39> <823081> <8230FE> endcodespacerange",
        );
        assert_eq!(cmap.next_code(&[0x82, 0x30, 0x40, 0x41]), (code(0x82_3040, 3), false));
        assert_eq!(cmap.next_code(&[0x82, 0x39, 0x81, 0x41]), (code(0x8239_8141, 4), false));
        assert_eq!(cmap.next_code(&[0x00, 0x30]), (code(0x0030, 2), false));
    }

    #[test]
    fn w_61_codes_of_three_and_four_bytes() {
        let cmap = parse(
            b"begincodespacerange <00> <7f> <8ea1a1a1> <8ea2fefe> <81308130> <8130fe39> <8fa1a1> <8ffefe>
            endcodespacerange begincidrange <8ea1a1a1> <8ea1a1fe> 100 <8fa1a1> <8fa1fe> 7000 endcidrange",
        );
        assert_eq!(cmap.next_code(&[0x8E, 0xA1, 0xA1, 0xA3, 0x41]), (code(0x8EA1_A1A3, 4), true));
        assert_eq!(cmap.cid(code(0x8EA1_A1A3, 4)), Some(102));
        assert_eq!(cmap.next_code(&[0x8F, 0xA1, 0xA2]), (code(0x8F_A1A2, 3), true));
        assert_eq!(cmap.cid(code(0x8F_A1A2, 3)), Some(7001));
    }

    #[test]
    fn equal_values_of_other_width_are_other_codes() {
        let cmap = parse(b"begincidchar <41> 1 <0041> 2 endcidchar");
        assert_eq!(cmap.cid(code(0x41, 1)), Some(1));
        assert_eq!(cmap.cid(code(0x41, 2)), Some(2));
    }

    #[test]
    fn w_22_ranges_of_another_width_than_the_codespace() {
        let cmap = parse(
            b"begincodespacerange <0000> <FFFF> endcodespacerange begincidrange <00> <7F> 0 endcidrange",
        );
        assert_eq!(cmap.cid(code(0x41, 2)), Some(0x41));
    }

    #[test]
    fn w_22_codespace_is_missing() {
        let one = parse(b"begincidrange <00> <7F> 0 endcidrange");
        assert_eq!(one.next_code(&[1, 2]), (code(1, 1), true));
        let two = parse(b"begincidrange <0000> <007F> 0 endcidrange");
        assert_eq!(two.next_code(&[1, 2]), (code(0x0102, 2), true));
        assert_eq!(parse(b"").next_code(&[1, 2]), (code(0x0102, 2), true));
    }

    #[test]
    fn notdef_ranges_give_one_cid_for_all() {
        let cmap = parse(SHIFT_JIS);
        assert_eq!(cmap.mapped_cid(code(0x05, 1)), None);
        assert_eq!(cmap.cid(code(0x05, 1)), Some(231));
        assert_eq!(cmap.notdef_cid(code(0x1F, 1)), Some(231));
    }

    #[test]
    fn cj_6_cid_system_info() {
        let expected =
            CidSystemInfo { registry: b"Adobe".to_vec(), ordering: b"Japan1".to_vec(), supplement: 2 };
        assert_eq!(parse(SHIFT_JIS).system_info(), Some(&expected));
        let short = b"/CIDSystemInfo << /Registry (Adobe) /Ordering <4a6170616e31> /Supplement 2 >> def";
        assert_eq!(parse(short).system_info(), Some(&expected));
        assert_eq!(parse(b"").system_info(), None);
    }

    #[test]
    fn cj_41_wmode_by_name() {
        for (name, vertical) in [("X-V", true), ("V", true), ("X-H", false), ("H", false), ("XV", false)] {
            let mode = parse(format!("/CMapName /{name} def").as_bytes()).writing_mode();
            assert_eq!(mode == WritingMode::Vertical, vertical, "{name}");
        }
    }

    #[test]
    fn cj_42_wmode_def() {
        assert_eq!(parse(b"/WMode 1 def").writing_mode(), WritingMode::Vertical);
        assert_eq!(parse(b"/CMapName /X-V def /WMode 0 def").writing_mode(), WritingMode::Horizontal);
        let mut from_dictionary = parse(b"/CMapName /X def");
        from_dictionary.set_writing_mode(WritingMode::Vertical);
        assert_eq!(from_dictionary.writing_mode(), WritingMode::Vertical);
    }

    #[test]
    fn w_45_wmode_inherited() {
        let mut child = parse(b"/Parent usecmap");
        child.link(|_| Some(Arc::new(parse(b"/WMode 1 def"))));
        assert_eq!(child.writing_mode(), WritingMode::Vertical);
        assert_eq!(parse(b"/V usecmap").writing_mode(), WritingMode::Vertical);
    }

    #[test]
    fn gr_8_usecmap_inherits_codespaces_and_cids() {
        let mut child = parse(b"/Base usecmap begincidchar <8140> 1 endcidchar");
        assert_eq!(child.use_cmap(), Some(&b"Base"[..]));
        let base = Arc::new(parse(SHIFT_JIS));
        let found = child.link(|name| (name == b"Base").then(|| Arc::clone(&base)));
        assert_eq!(found, Inheritance::Complete);
        assert_eq!(codes(&child, &[0x41, 0x81, 0x40]), [(0x41, 1, true), (0x8140, 2, true)]);
        assert_eq!(child.cid(code(0x8140, 2)), Some(1));
        assert_eq!(child.cid(code(0x8141, 2)), Some(634));
        assert_eq!(child.cid(code(0x41, 1)), Some(264));
        assert_eq!(child.cid(code(0x05, 1)), Some(231));
        assert_eq!(child.system_info().unwrap().ordering, b"Japan1");
    }

    #[test]
    fn gr_8_usecmap_cycle() {
        let mut cmap = parse(b"/B usecmap");
        let (a, b) = (Arc::new(parse(b"/B usecmap")), Arc::new(parse(b"/A usecmap")));
        let found = cmap.link(|name| Some(Arc::clone(if name == b"A" { &a } else { &b })));
        assert_eq!(found, Inheritance::Loop);
        assert_eq!(cmap.cid(code(1, 1)), None);
    }

    #[test]
    fn range_over_all_codes_stays_one_range() {
        let cmap = parse(
            b"begincodespacerange <00000000> <ffffffff> endcodespacerange
            begincidrange <00000000> <ffffffff> 1 endcidrange",
        );
        assert_eq!(cmap.cid(code(41, 4)), Some(42));
        assert_eq!(cmap.cid(code(u32::MAX, 4)), None);
        assert_eq!(cmap.next_code(&[1, 2, 3, 4, 5]), (code(0x0102_0304, 4), true));
    }

    #[test]
    fn range_bombs_are_fast() {
        let started = std::time::Instant::now();
        let full = "<00000000> <ffffffff> 7\n".repeat(20_000);
        let cmap = parse(format!("begincidrange {full} endcidrange").as_bytes());
        assert_eq!(cmap.cid(code(1, 4)), Some(8));
        let nested: String = (0..100_000_u32).map(|n| format!("<{n:08x}> <{:08x}> 7\n", !n)).collect();
        let cmap = parse(format!("begincidrange {nested} endcidrange").as_bytes());
        assert_eq!(cmap.cid(code(99_999, 4)), Some(7));
        assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
    }

    #[test]
    fn limits_drop_and_count() {
        let limits = CMapLimits { ranges: 2, codespaces: 1, ..CMapLimits::default() };
        let bytes = b"begincodespacerange <00> <7f> <00> <7f> <80> <ff> endcodespacerange
            begincidchar <01> 1 <02> 2 <03> 3 endcidchar";
        let cmap = CMap::parse(bytes, &limits);
        assert_eq!(cmap.facts(), CMapFacts { entries: 4, damaged: 0, dropped: 2 });
        assert_eq!(cmap.cid(code(3, 1)), None);
    }

    #[test]
    fn codespace_widths_zero_to_five() {
        let all = |width: usize, byte: &str| format!("<{}>", byte.repeat(width));
        for lo in 0..=5 {
            for hi in 0..=5 {
                let (from, to) = (all(lo, "00"), all(hi, "ff"));
                let cmap = parse(format!("begincodespacerange {from} {to} endcodespacerange").as_bytes());
                let usable = (1..=4).contains(&lo) && (1..=4).contains(&hi);
                assert_eq!(cmap.facts().damaged, usize::from(!usable));
                let width = if usable { lo.max(hi) } else { 2 };
                let (code, matched) = cmap.next_code(&[0; 6]);
                assert_eq!((usize::from(code.len), matched), (width, true), "{lo} {hi}");
            }
        }
    }

    #[test]
    fn codespaces_with_reversed_places_are_intervals() {
        let cmap = parse(b"begincodespacerange <0080> <017F> endcodespacerange");
        assert_eq!(cmap.next_code(&[0, 0xFF]), (code(0xFF, 2), true));
        assert_eq!(cmap.next_code(&[2, 0xFF]), (code(0x02FF, 2), false));
    }

    #[test]
    fn truncated_input_keeps_what_is_there() {
        for end in 0..SHIFT_JIS.len() {
            let cmap = parse(&SHIFT_JIS[..end]);
            codes(&cmap, &[0x41, 0x81, 0x40, 0xA0, 0x81]);
        }
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(cmap in prop::collection::vec(any::<u8>(), 0..400),
                                    string in prop::collection::vec(any::<u8>(), 0..40)) {
            codes(&parse(&cmap), &string);
        }

        #[test]
        fn random_cmaps_never_panic(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "begincodespacerange", "endcodespacerange", "begincidrange", "endcidrange", "begincidchar",
                "beginnotdefrange", "<", ">", "<<", "[", "]", "(", "%", "\n", "<00>", "<8140>", "<9ffcfc>", "<ffffffff>",
                "<0102030405>", "<>", "/X", "usecmap", "7", "-1", "99999999999", "/WMode", "/Registry", "def", "endcmap",
            ]), 0..80),
            string in prop::collection::vec(any::<u8>(), 0..40),
        ) {
            let cmap = parse(pieces.join(" ").as_bytes());
            for (value, len, _) in codes(&cmap, &string) {
                cmap.cid(code(value, len));
            }
        }
    }
}
