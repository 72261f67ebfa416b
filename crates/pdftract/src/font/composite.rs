//! Composite fonts: codes of one to four bytes, through a CMap to CIDs, through a map to glyphs.

use std::sync::Arc;

use super::char_code::CharCode;
use super::cmap::{CMap, CMapLimits, CidSystemInfo, WritingMode};
use super::program::FontProgram;
use super::widths::{CidWidths, VerticalMetrics};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::object::{Dict, Object};

/// What a composite font says about its codes.
pub(crate) struct Composite {
    cmap: Arc<CMap>,
    widths: CidWidths,
    /// `/CIDToGIDMap`, two bytes a CID; `None` for identity.
    cid_to_gid: Option<Vec<u8>>,
    /// The codes themselves are Unicode in this form.
    pub(crate) unicode_form: Option<UnicodeForm>,
    /// Registry, ordering and supplement of the CID font.
    collection: Option<CidSystemInfo>,
    /// One two-byte code is one CID: the common case, which needs no CMap.
    identity: bool,
}

/// How a Unicode CMap writes its codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnicodeForm {
    /// UCS-2 and UTF-16.
    Utf16,
    /// UTF-32.
    Utf32,
    /// UTF-8.
    Utf8,
}

impl UnicodeForm {
    /// The form that a predefined CMap's name announces (ISO 32000-1, Table 118).
    fn from_cmap_name(name: &[u8]) -> Option<Self> {
        let name = name.strip_prefix(b"Uni")?;
        let contains = |part: &[u8]| memchr::memmem::find(name, part).is_some();
        if contains(b"UCS2") || contains(b"UTF16") {
            Some(Self::Utf16)
        } else if contains(b"UTF32") {
            Some(Self::Utf32)
        } else if contains(b"UTF8") {
            Some(Self::Utf8)
        } else {
            None
        }
    }

    /// The first code of a string: as many bytes as its first one announces.
    fn next_code(self, bytes: &[u8]) -> CharCode {
        let wanted = match (self, bytes.first()) {
            (_, None) => 0,
            (Self::Utf32, _) => 4,
            (Self::Utf16, Some(0xD8..=0xDB)) => 4,
            (Self::Utf16, _) => 2,
            (Self::Utf8, Some(0xC2..=0xDF)) => 2,
            (Self::Utf8, Some(0xE0..=0xEF)) => 3,
            (Self::Utf8, Some(0xF0..=0xF4)) => 4,
            (Self::Utf8, _) => 1,
        };
        let used = bytes.get(..wanted).unwrap_or(bytes);
        CharCode::from_bytes(used).unwrap_or(CharCode { value: 0, len: 0 })
    }

    /// The character that a code is.
    pub(crate) fn character(self, code: CharCode) -> Option<char> {
        match self {
            Self::Utf32 => char::from_u32(code.value),
            Self::Utf16 if code.len <= 2 => char::from_u32(code.value),
            Self::Utf16 => {
                let units = [u16::try_from(code.value >> 16).ok()?, u16::try_from(code.value & 0xFFFF).ok()?];
                char::decode_utf16(units).next()?.ok()
            }
            Self::Utf8 => {
                let bytes = code.value.to_be_bytes();
                let used = bytes.get(4usize.checked_sub(usize::from(code.len))?..)?;
                std::str::from_utf8(used).ok()?.chars().next()
            }
        }
    }
}

impl Composite {
    pub(crate) fn read(font: &Dict<'_>, cid_font: &Dict<'_>) -> Self {
        let file = font.file();
        let encoding = font.get(b"Encoding");
        let (cmap, known) = read_cmap(&encoding);
        let unicode_form = encoding.as_name().and_then(UnicodeForm::from_cmap_name);
        if !known && unicode_form.is_none() {
            let message = format!("the CMap {encoding:?} is not known; two bytes are taken for one CID");
            let mut diagnostic = Diagnostic::new(Code::CmapUnknown, message);
            diagnostic.object = font.id().map(|id| id.number);
            file.note(diagnostic);
        }
        let identity = matches!(encoding.as_name(), Some(b"Identity-H" | b"Identity-V"))
            || !known && unicode_form.is_none();
        let map = cid_font.stream(b"CIDToGIDMap").map(|stream| stream.decode_data().data.into_owned());
        Self {
            cmap,
            widths: CidWidths::read(cid_font),
            cid_to_gid: map.filter(|map| !map.is_empty()),
            unicode_form,
            collection: cid_font.dict(b"CIDSystemInfo").map(|info| system_info(&info)),
            identity,
        }
    }

    /// The collection that CIDs belong to: that of the CID font, or what the CMap declares.
    pub(crate) fn collection(&self) -> Option<&CidSystemInfo> {
        self.collection.as_ref().or_else(|| self.cmap.system_info())
    }

    pub(crate) fn is_vertical(&self) -> bool {
        self.cmap.writing_mode() == WritingMode::Vertical
    }

    #[inline]
    pub(crate) fn next_code(&self, bytes: &[u8]) -> CharCode {
        if self.identity {
            // A lone last byte is a code of its own, as the standard prescribes for what fits no codespace.
            return match *bytes {
                [high, low, ..] => CharCode { value: u32::from(high) << 8 | u32::from(low), len: 2 },
                [last] => CharCode { value: u32::from(last), len: 1 },
                [] => CharCode { value: 0, len: 0 },
            };
        }
        match self.unicode_form {
            Some(form) => form.next_code(bytes),
            None => self.cmap.next_code(bytes).0,
        }
    }

    /// The CID of a code; 0 where only the collection's own table would know it.
    pub(crate) fn cid(&self, code: CharCode) -> u32 {
        if self.identity {
            code.value
        } else if self.unicode_form.is_some() {
            0
        } else {
            self.cmap.cid(code).unwrap_or(0)
        }
    }

    pub(crate) fn advance(&self, cid: u32) -> f32 {
        self.widths.advance(cid)
    }

    /// Whether a table leads from CIDs to glyphs.
    pub(crate) fn maps_cids(&self) -> bool {
        self.cid_to_gid.is_some()
    }

    /// The codes that the font gives a width; none when codes are not CIDs.
    pub(crate) fn codes(&self) -> impl Iterator<Item = u32> + '_ {
        self.widths.listed().take_while(|_| self.identity)
    }

    pub(crate) fn vertical(&self, code: CharCode) -> VerticalMetrics {
        self.widths.vertical(self.cid(code))
    }

    /// The glyph in the embedded program that a CID means.
    pub(crate) fn glyph_of(&self, program: &FontProgram, cid: u32) -> Option<u32> {
        if let Some(map) = &self.cid_to_gid {
            let start = usize::try_from(cid).ok()?.checked_mul(2)?;
            // A map that is too short leaves the CIDs beyond it as they are.
            return match map.get(start..start + 2) {
                Some(&[high, low]) => Some(u32::from(high) << 8 | u32::from(low)),
                _ => Some(cid),
            };
        }
        if program.is_cid() { program.glyph_of_cid(cid) } else { Some(cid) }
    }
}

fn system_info(info: &Dict<'_>) -> CidSystemInfo {
    CidSystemInfo {
        registry: info.string(b"Registry").unwrap_or_default(),
        ordering: info.string(b"Ordering").unwrap_or_default(),
        supplement: info.int(b"Supplement").unwrap_or(0),
    }
}

/// The CMap of an `/Encoding` entry and whether it is known.
fn read_cmap(encoding: &Object<'_>) -> (Arc<CMap>, bool) {
    if let Some(name) = encoding.as_name() {
        let known = matches!(name, b"Identity-H" | b"Identity-V");
        let mode = WritingMode::from_cmap_name(name);
        return (Arc::new(CMap::identity(mode)), known);
    }
    let Some(stream) = encoding.as_stream() else {
        return (Arc::new(CMap::identity(WritingMode::Horizontal)), false);
    };
    let mut cmap = CMap::parse(&stream.decode_data().data, &CMapLimits::default());
    if stream.dict().int(b"WMode") == Some(1) {
        cmap.set_writing_mode(WritingMode::Vertical);
    }
    if let Some(parent) = stream.dict().name(b"UseCMap") {
        cmap.set_use_cmap(&parent);
    }
    let embedded_parent = stream.dict().stream(b"UseCMap");
    cmap.link(|name| match name {
        b"Identity-H" => Some(Arc::new(CMap::identity(WritingMode::Horizontal))),
        b"Identity-V" => Some(Arc::new(CMap::identity(WritingMode::Vertical))),
        _ => {
            let parent = embedded_parent.as_ref()?;
            Some(Arc::new(CMap::parse(&parent.decode_data().data, &CMapLimits::default())))
        }
    });
    let facts = cmap.facts();
    if facts.damaged + facts.dropped > 0 {
        let message = format!("{} entries of a CMap cannot be read", facts.damaged + facts.dropped);
        stream.dict().file().note(Diagnostic::new(Code::CmapDamaged, message).in_object(stream.id().number));
    }
    (Arc::new(cmap), true)
}
