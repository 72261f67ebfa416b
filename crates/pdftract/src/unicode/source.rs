//! The names of the sources that Unicode can come from, in the order in which they are asked.

use serde::Serialize;

/// How the Unicode of a glyph was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum UnicodeSource {
    /// The page says what the text is (`/ActualText`).
    ActualText,
    /// The caller said it.
    Override,
    /// The font's `/ToUnicode`.
    ToUnicode,
    /// The font's CMap, whose codes are Unicode.
    UnicodeCmap,
    /// The glyph's name, through the encoding and the Adobe Glyph List.
    Agl,
    /// Tables inside the embedded font program.
    FontCmap,
    /// The font's character collection.
    CidCollection,
    /// A known encoding of TeX.
    TexEncoding,
    /// The glyph's outline is that of a known font.
    Fingerprint,
    /// The glyph's picture looks like that of a character.
    ShapeMatch,
    /// The surrounding text leaves one possibility.
    Context,
    /// Optical character recognition.
    Ocr,
    /// It was not found.
    Unknown,
}

impl UnicodeSource {
    /// All sources, in order.
    pub const ALL: [Self; 13] = [
        Self::ActualText,
        Self::Override,
        Self::ToUnicode,
        Self::UnicodeCmap,
        Self::Agl,
        Self::FontCmap,
        Self::CidCollection,
        Self::TexEncoding,
        Self::Fingerprint,
        Self::ShapeMatch,
        Self::Context,
        Self::Ocr,
        Self::Unknown,
    ];

    /// The name in outputs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ActualText => "actual_text",
            Self::Override => "override",
            Self::ToUnicode => "to_unicode",
            Self::UnicodeCmap => "unicode_cmap",
            Self::Agl => "agl",
            Self::FontCmap => "font_cmap",
            Self::CidCollection => "cid_collection",
            Self::TexEncoding => "tex_encoding",
            Self::Fingerprint => "fingerprint",
            Self::ShapeMatch => "shape_match",
            Self::Context => "context",
            Self::Ocr => "ocr",
            Self::Unknown => "unknown",
        }
    }
}
