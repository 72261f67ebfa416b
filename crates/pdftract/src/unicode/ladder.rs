//! The ladder: all sources of Unicode in the order in which they are tried. The first trusted result is used.
//!
//! `ActualText` and OCR are not on it, because they belong to a place on a page rather than to a code of a font.

use super::resolved::Resolved;
use crate::font::Scheme;

/// A source of Unicode for a code of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rung {
    /// The caller's font maps.
    FontMap,
    /// The encoding of a well-known symbol font.
    SymbolFont,
    /// The font's `/ToUnicode` map.
    ToUnicode,
    /// A CMap whose codes are Unicode.
    UnicodeCmap,
    /// The glyph name of the code in the encoding.
    GlyphName,
    /// The character collection of the CIDs that a CMap maps to.
    CmapCollection,
    /// The charset of the font's CMap, for codes that the CMap lacks.
    LegacyCharset,
    /// Tables of the embedded program.
    ProgramTables,
    /// The procedure of a Type 3 glyph: text in other fonts, or a blank.
    Type3Stream,
    /// Codes or names that are glyph numbers in a usual order.
    GlyphNumber,
    /// The character collection named by the font.
    FontCollection,
    /// An outline of a known font.
    KnownOutline,
    /// A TeX encoding in which the text of the document is plausible.
    TexEncoding,
    /// An outline identified in another font of the document.
    OtherFont,
    /// The text of the document, letter by letter.
    Context,
    /// The shape of the glyph.
    Shape,
    /// A private-use character of `/ToUnicode`, kept if nothing better is known.
    KeptPrivateUse,
}

/// All rungs, in the order in which they are tried.
pub(crate) const LADDER: [Rung; 17] = [
    Rung::FontMap,
    Rung::SymbolFont,
    Rung::ToUnicode,
    Rung::UnicodeCmap,
    Rung::GlyphName,
    Rung::CmapCollection,
    Rung::LegacyCharset,
    Rung::ProgramTables,
    Rung::Type3Stream,
    Rung::GlyphNumber,
    Rung::FontCollection,
    Rung::KnownOutline,
    Rung::TexEncoding,
    Rung::OtherFont,
    Rung::Context,
    Rung::Shape,
    Rung::KeptPrivateUse,
];

impl Rung {
    /// Returns a description of the source, for users.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FontMap => "font map",
            Self::SymbolFont => "symbol font encoding",
            Self::ToUnicode => "ToUnicode",
            Self::UnicodeCmap => "Unicode CMap",
            Self::GlyphName => "glyph name in the encoding",
            Self::CmapCollection => "character collection of the CMap",
            Self::LegacyCharset => "national encoding",
            Self::ProgramTables => "tables in the font program",
            Self::Type3Stream => "Type 3 glyph procedure",
            Self::GlyphNumber => "standard glyph order",
            Self::FontCollection => "character collection of the font",
            Self::KnownOutline => "outline in a known font",
            Self::TexEncoding => "TeX encoding",
            Self::OtherFont => "same outline in another font",
            Self::Context => "context in the document",
            Self::Shape => "glyph shape",
            Self::KeptPrivateUse => "private-use character, kept",
        }
    }

    /// Returns `true` if the rung uses the font itself, apart from its `/ToUnicode` map.
    pub(crate) fn is_of_font(self) -> bool {
        match self {
            Self::UnicodeCmap
            | Self::GlyphName
            | Self::CmapCollection
            | Self::LegacyCharset
            | Self::ProgramTables
            | Self::Type3Stream
            | Self::GlyphNumber
            | Self::FontCollection => true,
            Self::FontMap
            | Self::SymbolFont
            | Self::ToUnicode
            | Self::KnownOutline
            | Self::TexEncoding
            | Self::OtherFont
            | Self::Context
            | Self::Shape
            | Self::KeptPrivateUse => false,
        }
    }

    /// Returns `true` if the rung is applicable to a kind of font.
    pub(crate) fn applies_to(self, scheme: &Scheme) -> bool {
        match self {
            Self::GlyphName | Self::Type3Stream => matches!(scheme, Scheme::Simple(_)),
            Self::UnicodeCmap | Self::CmapCollection | Self::LegacyCharset | Self::FontCollection => {
                matches!(scheme, Scheme::Composite(_))
            }
            _ => true,
        }
    }
}

/// The result of a rung for a code.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// Accepted, unless a rung above was.
    Believed(Resolved),
    /// Kept in case no rung below is accepted; with the reason.
    Doubtful(Resolved, &'static str),
    /// Rejected; with the reason.
    Refused(Option<Resolved>, &'static str),
    /// No result; with the reason.
    Silent(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_has_one_position_and_one_name() {
        for (index, rung) in LADDER.iter().enumerate() {
            assert!(
                !LADDER[..index].iter().any(|other| other == rung || other.name() == rung.name()),
                "{rung:?}"
            );
        }
    }
}
