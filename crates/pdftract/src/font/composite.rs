//! Composite fonts: codes of one to four bytes are mapped to CIDs by a CMap, and CIDs to glyphs by a map.

use std::sync::{Arc, OnceLock};

use super::char_code::CharCode;
use super::cmap::predefined;
use super::cmap::unicode_form::UnicodeForm;
use super::cmap::{CMap, CMapLimits, CidSystemInfo, WritingMode};
use super::collection::Collection;
use super::legacy_charset::LegacyCharset;
use super::legacy_font::Legacy;
use super::program::FontProgram;
use super::shared_parts::SharedParts;
use super::widths::{CidWidths, VerticalMetrics};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::File;
use crate::file::object::{Dict, Object, ObjectId};
use crate::file::stream::Stream;
use crate::session::Session;

/// The CMap, the widths and the character collection of a composite font.
pub(crate) struct Composite {
    cmap: Arc<CMap>,
    widths: CidWidths,
    /// `/CIDToGIDMap`; `None` for identity.
    glyph_map: Option<GlyphMap>,
    /// The form of codes that are Unicode themselves.
    pub(crate) unicode_form: Option<UnicodeForm>,
    /// Registry, ordering and supplement of the CID font.
    collection: Option<CidSystemInfo>,
    /// `true` if each two-byte code is its CID, which is the common case and needs no CMap.
    identity: bool,
    /// `true` if the CMap is known, so that CIDs are meaningful.
    has_cids: bool,
    /// The charset of the strings.
    legacy_charset: Option<LegacyCharset>,
}

/// A stream that maps CIDs to glyphs, with two bytes per CID. It often has an entry for each of 65,536 CIDs although
/// the file uses twenty, so it is decoded only when a glyph is looked up.
struct GlyphMap {
    stream: ObjectId,
    parts: Arc<SharedParts>,
    entries: OnceLock<Option<Arc<Vec<u8>>>>,
}

/// Two bytes for each CID.
const MAP_BYTES: u64 = 2 * 65_536;

impl GlyphMap {
    fn new(stream: &Stream<'_>, parts: &Arc<SharedParts>) -> Self {
        Self { stream: stream.id(), parts: Arc::clone(parts), entries: OnceLock::new() }
    }

    /// Returns the entries; `None` if the stream is empty, which is treated like a missing map.
    fn entries(&self, file: &File) -> Option<&[u8]> {
        let decode = || Some(file.object(self.stream).as_stream()?.decode_up_to(MAP_BYTES).data.into_owned());
        let entries = self
            .entries
            .get_or_init(|| self.parts.glyph_maps.get(self.stream, file.session(), decode, Vec::capacity));
        entries.as_ref().map(|entries| entries.as_slice()).filter(|entries| !entries.is_empty())
    }
}

impl Composite {
    /// Reads the dictionaries. `true_cmap` is the name of the CMap that the strings were found to be written for, if
    /// the font names a wrong one.
    pub(crate) fn read(
        font: &Dict<'_>,
        cid_font: &Dict<'_>,
        true_cmap: Option<&str>,
        session: &Session,
        parts: &Arc<SharedParts>,
    ) -> Self {
        let encoding = font.get(b"Encoding");
        let name = true_cmap.map(str::as_bytes).or_else(|| encoding.as_name());
        let unicode_form = name.and_then(UnicodeForm::from_cmap_name);
        let known = name.map_or_else(|| read_cmap(&encoding, session, parts), predefined::cmap);
        let stand_in = || predefined::cmap(LegacyCharset::for_cmap(name?)?.cmap());
        let is_known = known.is_some();
        let known = known.or_else(stand_in);
        let has_cids = known.is_some();
        if let Some(name) = true_cmap {
            let message =
                format!("the strings are not in the encoding of the CMap {encoding:?}; read by {name}");
            note(font, session, Code::CmapDistrusted, message);
        } else if !is_known && unicode_form.is_none() {
            let instead =
                if has_cids { "one of its country is used" } else { "two bytes are taken for one CID" };
            note(font, session, Code::CmapUnknown, format!("the CMap {encoding:?} is not known; {instead}"));
        }
        let identity =
            matches!(name, Some(b"Identity-H" | b"Identity-V")) || !has_cids && unicode_form.is_none();
        let mode = WritingMode::from_cmap_name(name.unwrap_or_default());
        let cmap = known.unwrap_or_else(|| Arc::new(CMap::identity(mode)));
        Self {
            legacy_charset: cmap.predefined_name().and_then(LegacyCharset::for_cmap),
            cmap,
            widths: CidWidths::read(cid_font, session, &parts.widths),
            glyph_map: cid_font.stream(b"CIDToGIDMap").map(|stream| GlyphMap::new(&stream, parts)),
            unicode_form,
            collection: cid_font.dict(b"CIDSystemInfo").map(|info| system_info(&info)),
            identity,
            has_cids,
        }
    }

    /// Creates a font whose strings are in a legacy charset.
    pub(crate) fn legacy(legacy: &Legacy) -> Self {
        let cmap = predefined::cmap(legacy.cmap);
        Self {
            legacy_charset: LegacyCharset::for_cmap(legacy.cmap),
            has_cids: cmap.is_some(),
            cmap: cmap.unwrap_or_else(|| Arc::new(CMap::identity(WritingMode::Horizontal))),
            widths: CidWidths::full_but_for(legacy.half_width),
            glyph_map: None,
            unicode_form: None,
            collection: None,
            identity: false,
        }
    }

    /// Returns the collection of the CIDs: that of a predefined CMap, which overrides the CID font; else that of the
    /// CID font, else the one declared by an embedded CMap.
    pub(crate) fn collection(&self) -> Option<&CidSystemInfo> {
        let declared = self.collection.as_ref().filter(|info| Collection::is_known(info));
        let of_cmap = || self.cmap.system_info().filter(|info| Collection::is_known(info));
        self.cmap.predefined_collection().or(declared).or_else(of_cmap).or(self.collection.as_ref())
    }

    /// Returns the text that the collection gives a code.
    pub(crate) fn collection_text(&self, code: CharCode) -> Option<String> {
        if !self.has_cids {
            return None;
        }
        if let Some(ascii) = self.cmap.windows_ascii(code) {
            return Some(ascii.into());
        }
        let cid = if self.identity { Some(code.value) } else { self.cmap.mapped_cid(code) };
        Collection::get(self.collection()?)?.text(cid?)
    }

    /// Returns the predefined CMap named by the font, if it is for a legacy charset.
    pub(crate) fn legacy_cmap(&self) -> Option<&[u8]> {
        self.cmap.name.as_deref().filter(|_| self.cmap.is_predefined && self.legacy_charset.is_some())
    }

    /// Returns the text of a code without a CID, in the legacy charset of the font.
    pub(crate) fn legacy_text(&self, code: CharCode) -> Option<String> {
        self.legacy_charset.filter(|_| self.cmap.cid(code).is_none())?.text(code)
    }

    /// Returns `true` if codes are CIDs.
    pub(crate) fn is_identity(&self) -> bool {
        self.identity
    }

    pub(crate) fn is_vertical(&self) -> bool {
        self.cmap.writing_mode() == WritingMode::Vertical
    }

    /// Returns whether strings are pairs of bytes, each of them a code.
    #[inline]
    pub(crate) fn has_two_byte_codes(&self) -> bool {
        self.identity
    }

    #[inline]
    pub(crate) fn next_code(&self, bytes: &[u8]) -> CharCode {
        if self.identity {
            // A single last byte is a separate code, as the standard prescribes outside of codespaces.
            return match *bytes {
                [high, low, ..] => CharCode { value: u32::from(high) << 8 | u32::from(low), len: 2 },
                [last] => CharCode { value: u32::from(last), len: 1 },
                [] => CharCode { value: 0, len: 0 },
            };
        }
        if let Some(form) = self.unicode_form {
            return form.next_code(bytes);
        }
        match self.cmap.next_code(bytes) {
            (code, true) => code,
            (code, false) => self.legacy_charset.and_then(|charset| charset.next_code(bytes)).unwrap_or(code),
        }
    }

    /// Returns the CID of a code; 0 if there is none.
    pub(crate) fn cid(&self, code: CharCode) -> u32 {
        match (self.identity, self.has_cids) {
            (true, _) => code.value,
            (false, true) => self.cmap.cid(code).unwrap_or(0),
            (false, false) => 0,
        }
    }

    pub(crate) fn advance(&self, cid: u32) -> f32 {
        self.widths.advance(cid)
    }

    /// Returns `true` if a table maps CIDs to glyphs.
    pub(crate) fn maps_cids(&self, file: &File) -> bool {
        self.glyph_map.as_ref().is_some_and(|map| map.entries(file).is_some())
    }

    /// Returns the codes with a width; none if codes are not CIDs.
    pub(crate) fn codes(&self) -> impl Iterator<Item = u32> + '_ {
        self.widths.listed().take_while(|_| self.identity)
    }

    pub(crate) fn vertical(&self, code: CharCode) -> VerticalMetrics {
        self.widths.vertical(self.cid(code))
    }

    /// Returns the glyph of a CID in the embedded program.
    pub(crate) fn program_glyph(&self, file: &File, program: &FontProgram, cid: u32) -> Option<u32> {
        if let Some(map) = self.glyph_map.as_ref().and_then(|map| map.entries(file)) {
            let start = usize::try_from(cid).ok()?.checked_mul(2)?;
            // CIDs beyond the end of a short map are their own glyphs, as without a map.
            return match map.get(start..start + 2) {
                Some(&[high, low]) => Some(u32::from(high) << 8 | u32::from(low)),
                _ => Some(cid),
            };
        }
        if program.is_cid() { program.glyph_of_cid(cid) } else { Some(cid) }
    }
}

fn note(font: &Dict<'_>, session: &Session, code: Code, message: String) {
    let mut diagnostic = Diagnostic::new(code, message);
    diagnostic.object = font.id().map(|id| id.number);
    session.note(diagnostic);
}

fn system_info(info: &Dict<'_>) -> CidSystemInfo {
    CidSystemInfo {
        registry: info.string(b"Registry").unwrap_or_default(),
        ordering: info.string(b"Ordering").unwrap_or_default(),
        supplement: info.int(b"Supplement").unwrap_or(0),
    }
}

/// Reads the CMap of an `/Encoding` entry that is a stream.
fn read_cmap(encoding: &Object<'_>, session: &Session, parts: &SharedParts) -> Option<Arc<CMap>> {
    let stream = encoding.as_stream()?;
    let bytes = |cmap: &CMap| cmap.facts().entries * BYTES_OF_ENTRY;
    parts.cmaps.get(stream.id(), session, || Some(read_stream(&stream, session)), bytes)
}

/// A range takes 16 bytes, and lists grow to twice their size.
const BYTES_OF_ENTRY: usize = 32;

fn read_stream(stream: &Stream<'_>, session: &Session) -> CMap {
    let (mut cmap, mut parent) = read_embedded(stream);
    cmap.link(|name| match parent.take() {
        Some(stream) => {
            let (cmap, grandparent) = read_embedded(&stream);
            parent = grandparent;
            Some(Arc::new(cmap))
        }
        None => predefined::cmap(name),
    });
    let facts = cmap.facts();
    if facts.damaged + facts.dropped > 0 {
        let message = format!("{} entries of a CMap cannot be read", facts.damaged + facts.dropped);
        session.note(Diagnostic::new(Code::CmapDamaged, message).in_object(stream.id().number));
    }
    cmap
}

/// The name of an embedded parent that has none.
const EMBEDDED_PARENT: &[u8] = b"parent";

/// Reads an embedded CMap without its ancestors, and its parent if that is embedded too.
fn read_embedded<'f>(stream: &Stream<'f>) -> (CMap, Option<Stream<'f>>) {
    let mut cmap = CMap::parse(&stream.decode_data().data, &CMapLimits::default());
    let dict = stream.dict();
    if dict.int(b"WMode") == Some(1) {
        cmap.set_writing_mode(WritingMode::Vertical);
    }
    let parent = dict.stream(b"UseCMap");
    match dict.name(b"UseCMap") {
        Some(name) => cmap.set_use_cmap(&name),
        None if parent.is_some() => cmap.set_use_cmap(EMBEDDED_PARENT),
        None => {}
    }
    (cmap, parent)
}
