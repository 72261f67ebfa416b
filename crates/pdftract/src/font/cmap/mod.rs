//! Parses embedded CMaps into tables that split strings into codes and map codes to CIDs.
//!
//! Parsing never fails: unreadable parts are counted in [`CMapFacts`] and the rest is used. The cost depends on the
//! bytes written, not on the number of codes that they claim to cover.

mod builder;
pub(crate) mod code_ranges;
mod codespace;
pub(crate) mod packed;
pub(crate) mod predefined;
#[cfg(test)]
mod predefined_tests;
mod scanner;
pub(crate) mod statement;
pub(crate) mod unicode_form;
pub(crate) mod use_cmap;

use std::sync::Arc;

use memchr::memmem;

use super::char_code::{CharCode, MAX_CODE_BYTES};
use builder::CMapBuilder;
use code_ranges::{CodeRanges, Hit};
use codespace::Codespaces;
use statement::{MapKind, Statements};
use unicode_form::UnicodeForm;
use use_cmap::{Inheritance, Inherits};

/// Limits for one CMap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CMapLimits {
    /// Ranges kept; each costs 16 bytes. Predefined CMaps have tens of thousands.
    pub(crate) ranges: usize,
    /// Distinct codespace ranges kept, since all are tried for each code. PostScript allows 100 in one section.
    pub(crate) codespaces: usize,
    /// Bytes of one destination text, name or string. ISO 32000-2, 9.10.3 allows 512.
    pub(crate) text_bytes: usize,
}

impl Default for CMapLimits {
    fn default() -> Self {
        Self { ranges: 200_000, codespaces: 100, text_bytes: 512 }
    }
}

/// Counts of the parsing, for diagnostics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CMapFacts {
    /// Ranges and codespaces kept.
    pub(crate) entries: usize,
    /// Unreadable entries.
    pub(crate) damaged: usize,
    /// Entries beyond [`CMapLimits`].
    pub(crate) dropped: usize,
}

/// The direction of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WritingMode {
    /// Left to right; `/WMode 0`.
    Horizontal,
    /// Top to bottom; `/WMode 1`.
    Vertical,
}

impl WritingMode {
    /// Returns the mode implied by the name of a CMap: `…-V`, or just `V`, is vertical.
    pub(crate) fn from_cmap_name(name: &[u8]) -> Self {
        if name == b"V" || name.ends_with(b"-V") { Self::Vertical } else { Self::Horizontal }
    }
}

/// The character collection that CIDs belong to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CidSystemInfo {
    /// Usually `Adobe`.
    pub(crate) registry: Vec<u8>,
    /// `Japan1`, `GB1`, `CNS1`, `KR`, `Korea1`, `Identity` …
    pub(crate) ordering: Vec<u8>,
    /// The supplement number of the collection.
    pub(crate) supplement: i64,
}

/// Tables by the width of the code, from one byte to four.
pub(super) type ByWidth = [CodeRanges; MAX_CODE_BYTES];

/// An embedded, predefined or identity CMap.
#[derive(Debug, Clone, Default)]
pub(crate) struct CMap {
    pub(super) codespaces: Codespaces,
    /// The length of codes if no codespace is declared; 0 if unknown.
    pub(super) usual_len: usize,
    pub(super) cids: ByWidth,
    pub(super) notdefs: ByWidth,
    /// The form in which codes are written; the ancestors have them in UTF-32.
    pub(super) form: Option<UnicodeForm>,
    pub(super) declared_mode: Option<WritingMode>,
    pub(super) name: Option<Vec<u8>>,
    pub(super) system_info: Option<CidSystemInfo>,
    /// `true` for the collection of a predefined CMap, which a file cannot misstate.
    pub(super) is_predefined: bool,
    pub(super) use_cmap: Option<Vec<u8>>,
    pub(super) ancestors: Vec<Arc<CMap>>,
    pub(super) facts: CMapFacts,
}

impl CMap {
    /// Parses an embedded CMap. Call [`link`](Self::link) next if [`use_cmap`](Self::use_cmap) names another.
    pub(crate) fn parse(bytes: &[u8], limits: &CMapLimits) -> Self {
        let mut builder = CMapBuilder::new(*limits);
        for statement in Statements::new(bytes) {
            builder.statement(statement);
        }
        builder.finish()
    }

    /// Returns `Identity-H` or `Identity-V`: two bytes are the CID.
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

    /// Returns the code at the start of `bytes`, and whether it is in a codespace. It has at least one byte, except
    /// for an empty string, and never more than there are.
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

    /// Returns the length of codes without a codespace. Most such CMaps belong to two-byte fonts.
    fn length_without_codespace(&self) -> usize {
        let lengths = self.line().map(|cmap| cmap.usual_len);
        lengths.into_iter().find(|&len| len > 0).unwrap_or(2)
    }

    /// Returns the CID of a code: from this CMap, else from its ancestors, else from a notdef range.
    pub(crate) fn cid(&self, code: CharCode) -> Option<u32> {
        self.mapped_cid(code).or_else(|| self.notdef_cid(code))
    }

    /// Returns the CID given by `cidchar` or `cidrange`.
    pub(crate) fn mapped_cid(&self, code: CharCode) -> Option<u32> {
        let hit = self.find(code, |cmap| &cmap.cids)?;
        hit.value.checked_add(hit.offset)
    }

    /// Returns the CID given by `notdefchar` or `notdefrange`, which is the same for the whole range.
    pub(crate) fn notdef_cid(&self, code: CharCode) -> Option<u32> {
        Some(self.find(code, |cmap| &cmap.notdefs)?.value)
    }

    /// Looks in the tables of the code's width. If all of them are empty, the ranges were written with another width
    /// than the strings have, and the value alone decides.
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

    /// Returns this CMap and its ancestors, each with the form in which this one writes the codes that it knows.
    #[cfg(test)]
    pub(crate) fn line_with_forms(&self) -> impl Iterator<Item = (&CMap, Option<UnicodeForm>)> {
        self.line().scan(None, |form: &mut Option<UnicodeForm>, cmap| {
            let form_here = *form;
            *form = form_here.or(cmap.form);
            Some((cmap, form_here))
        })
    }

    /// Returns this CMap and its ancestors, each with the code in its form.
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

    /// Returns this CMap and its ancestors, nearest first.
    fn line(&self) -> impl Iterator<Item = &CMap> {
        std::iter::once(self).chain(self.ancestors.iter().map(Arc::as_ref))
    }

    /// Resolves the ancestors by name. `resolve` need not link the CMaps that it returns.
    pub(crate) fn link(&mut self, resolve: impl FnMut(&[u8]) -> Option<Arc<CMap>>) -> Inheritance {
        let (line, inheritance) = use_cmap::follow(self.use_cmap.as_deref(), resolve);
        self.ancestors = line;
        self.inherit_codespaces();
        inheritance
    }

    /// Adds the codespaces of ancestors with the same form of codes.
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

    /// Returns the name given to `usecmap`.
    pub(crate) fn use_cmap(&self) -> Option<&[u8]> {
        self.use_cmap.as_deref()
    }

    /// Sets the parent named by `/UseCMap` in the stream dictionary, unless the stream itself names one.
    pub(crate) fn set_use_cmap(&mut self, name: &[u8]) {
        self.use_cmap.get_or_insert_with(|| name.to_vec());
    }

    /// Returns the direction of writing: as declared here, else as implied by the name, else that of the ancestors.
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

    /// Sets `/WMode` of the stream dictionary, unless the stream itself has one.
    pub(crate) fn set_writing_mode(&mut self, mode: WritingMode) {
        self.declared_mode.get_or_insert(mode);
    }

    /// Returns `/CMapName`.
    #[cfg(test)]
    pub(crate) fn name(&self) -> Option<&[u8]> {
        self.name.as_deref()
    }

    /// Returns the character collection declared here or by the nearest ancestor that declares one.
    pub(crate) fn system_info(&self) -> Option<&CidSystemInfo> {
        self.line().find_map(|cmap| cmap.system_info.as_ref())
    }

    /// Returns the collection of the nearest predefined CMap among this one and its ancestors.
    pub(crate) fn predefined_collection(&self) -> Option<&CidSystemInfo> {
        self.line().find(|cmap| cmap.is_predefined)?.system_info()
    }

    /// Returns the name of the nearest predefined CMap among this one and its ancestors.
    pub(crate) fn predefined_name(&self) -> Option<&[u8]> {
        self.line().find(|cmap| cmap.is_predefined)?.name.as_deref()
    }

    /// Returns the ASCII character of a one-byte code in the CMaps of Windows encodings.
    ///
    /// These CMaps map to glyphs of the national sets, in which the backslash is drawn as a yen sign and the tilde as
    /// a line. Files follow Windows instead: paths and programs are written with backslashes.
    pub(crate) fn windows_ascii(&self, code: CharCode) -> Option<char> {
        let character =
            u8::try_from(code.value).ok().filter(|byte| code.len == 1 && (b' '..=b'~').contains(byte))?;
        let is_windows =
            |name: &[u8]| [&b"ms-"[..], b"msp-"].iter().any(|part| memmem::find(name, part).is_some());
        let mut names = self.line().filter(|cmap| cmap.is_predefined).filter_map(|cmap| cmap.name.as_deref());
        (names.any(is_windows) && self.is_inherited(code)).then_some(char::from(character))
    }

    /// Returns `true` if no embedded CMap overrides the mapping of a code in its predefined ancestor.
    fn is_inherited(&self, code: CharCode) -> bool {
        let embedded = self.line().take_while(|cmap| !cmap.is_predefined);
        let mut tables = embedded.filter_map(|cmap| cmap.cids.first());
        !tables.any(|table| table.find(code.value).is_some())
    }

    /// Returns the counts of the parsing.
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
mod tests;
