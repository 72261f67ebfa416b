//! The names of the sources of Unicode, in the order in which they are tried.

use serde::Serialize;

/// The source of the Unicode of a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[non_exhaustive]
pub enum UnicodeSource {
    /// The page states the text (`/ActualText`).
    ActualText,
    /// The caller's font map.
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
    /// A known TeX encoding.
    TexEncoding,
    /// The encoding of a well-known symbol font, such as Wingdings.
    SymbolEncoding,
    /// The glyph's outline is that of a known font.
    Fingerprint,
    /// The glyph's image looks like that of a character.
    ShapeMatch,
    /// The context leaves one possibility.
    Context,
    /// Optical character recognition.
    Ocr,
    /// Not found.
    Unknown,
}

impl UnicodeSource {
    /// All sources, in order.
    pub const ALL: [Self; 14] = [
        Self::ActualText,
        Self::Override,
        Self::ToUnicode,
        Self::UnicodeCmap,
        Self::Agl,
        Self::FontCmap,
        Self::CidCollection,
        Self::TexEncoding,
        Self::SymbolEncoding,
        Self::Fingerprint,
        Self::ShapeMatch,
        Self::Context,
        Self::Ocr,
        Self::Unknown,
    ];

    /// Returns `true` if the page, the caller or the font states the text, directly or through a table.
    pub fn is_stated(self) -> bool {
        match self {
            Self::ActualText
            | Self::Override
            | Self::ToUnicode
            | Self::UnicodeCmap
            | Self::Agl
            | Self::FontCmap
            | Self::CidCollection
            | Self::TexEncoding
            | Self::SymbolEncoding => true,
            Self::Fingerprint | Self::ShapeMatch | Self::Context | Self::Ocr | Self::Unknown => false,
        }
    }

    /// Returns `true` if the text was derived from shapes, images or context.
    pub fn is_guess(self) -> bool {
        match self {
            Self::Fingerprint | Self::ShapeMatch | Self::Context | Self::Ocr => true,
            Self::ActualText
            | Self::Override
            | Self::ToUnicode
            | Self::UnicodeCmap
            | Self::Agl
            | Self::FontCmap
            | Self::CidCollection
            | Self::TexEncoding
            | Self::SymbolEncoding
            | Self::Unknown => false,
        }
    }

    /// Returns `true` if the text of the whole document may give a better result for a code.
    pub(crate) fn may_be_settled_by_context(self) -> bool {
        match self {
            Self::ShapeMatch | Self::Context | Self::Ocr | Self::Unknown => true,
            Self::ActualText
            | Self::Override
            | Self::ToUnicode
            | Self::UnicodeCmap
            | Self::Agl
            | Self::FontCmap
            | Self::CidCollection
            | Self::TexEncoding
            | Self::SymbolEncoding
            | Self::Fingerprint => false,
        }
    }

    /// Returns `true` if the source identifies the glyph itself, so that an equal outline has the same text. A
    /// character collection does not: some files name one but number glyphs.
    pub(crate) fn identifies_glyphs(self) -> bool {
        match self {
            Self::Override
            | Self::ToUnicode
            | Self::UnicodeCmap
            | Self::Agl
            | Self::FontCmap
            | Self::SymbolEncoding => true,
            Self::ActualText
            | Self::CidCollection
            | Self::TexEncoding
            | Self::Fingerprint
            | Self::ShapeMatch
            | Self::Context
            | Self::Ocr
            | Self::Unknown => false,
        }
    }

    /// Returns the less trustworthy of two sources: the one that comes later in [`ALL`](Self::ALL).
    pub(crate) fn weaker(self, other: Self) -> Self {
        let later = Self::ALL.into_iter().rev().find(|source| *source == self || *source == other);
        later.unwrap_or(self)
    }

    /// Returns the name in outputs.
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
            Self::SymbolEncoding => "symbol_encoding",
            Self::Fingerprint => "fingerprint",
            Self::ShapeMatch => "shape_match",
            Self::Context => "context",
            Self::Ocr => "ocr",
            Self::Unknown => "unknown",
        }
    }
}
