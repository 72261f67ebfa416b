//! Chinese, Japanese and Korean Windows fonts that old programs used as if they were Western ones.
//!
//! Such a font is not embedded, claims to have one-byte codes, usually in the Western Windows encoding, and has a
//! name in its national encoding. Its strings are in that encoding too.

use crate::file::object::Dict;

/// A legacy charset as a CMap, and the CIDs of its half-width characters.
pub(crate) struct Legacy {
    pub(crate) cmap: &'static [u8],
    pub(crate) half_width: [u32; 2],
}

const GBK: Legacy = Legacy { cmap: b"GBK-EUC-H", half_width: [814, 908] };
const SHIFT_JIS: Legacy = Legacy { cmap: b"90ms-RKSJ-H", half_width: [231, 632] };
const BIG5: Legacy = Legacy { cmap: b"ETenms-B5-H", half_width: [1, 98] };
const UHC: Legacy = Legacy { cmap: b"KSCms-UHC-HW-H", half_width: [8_094, 8_190] };

/// Prefixes of the names of common fonts: Song, Hei, Fangsong, Kai, Li, Yuan; MS Gothic and Mincho; Ming and Kai;
/// Gulim, Batang, Dotum, Gungsuh.
const NAMES: [(&[u8], Legacy); 15] = [
    (&[0xCB, 0xCE, 0xCC, 0xE5], GBK),
    (&[0xD0, 0xC2, 0xCB, 0xCE], GBK),
    (&[0xBA, 0xDA, 0xCC, 0xE5], GBK),
    (&[0xB7, 0xC2, 0xCB, 0xCE], GBK),
    (&[0xBF, 0xAC, 0xCC, 0xE5], GBK),
    (&[0xC1, 0xA5, 0xCA, 0xE9], GBK),
    (&[0xD3, 0xD7, 0xD4, 0xB2], GBK),
    (&[0x82, 0x6C, 0x82, 0x72], SHIFT_JIS),
    (&[0xB2, 0xD3, 0xA9, 0xFA, 0xC5, 0xE9], BIG5),
    (&[0xB7, 0x73, 0xB2, 0xD3, 0xA9, 0xFA], BIG5),
    (&[0xBC, 0xD0, 0xB7, 0xA2, 0xC5, 0xE9], BIG5),
    (&[0xB1, 0xBC, 0xB8, 0xB2], UHC),
    (&[0xB9, 0xD9, 0xC5, 0xC1], UHC),
    (&[0xB5, 0xB8, 0xBF, 0xF2], UHC),
    (&[0xB1, 0xC3, 0xBC, 0xAD], UHC),
];

/// Returns the legacy charset of a simple font that is not embedded.
pub(crate) fn find(font: &Dict<'_>) -> Option<&'static Legacy> {
    let encoding = font.get(b"Encoding");
    let says_nothing = encoding.is_null() || encoding.as_name() == Some(b"WinAnsiEncoding");
    if !says_nothing || font.has(b"ToUnicode") {
        return None;
    }
    let name = font.name(b"BaseFont")?;
    NAMES.iter().find(|(start, _)| name.starts_with(start)).map(|(_, legacy)| legacy)
}
