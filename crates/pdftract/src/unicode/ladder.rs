//! The ladder: every source of Unicode in the order in which it is asked. The first answer that is believed holds.
//!
//! `ActualText` and optical recognition are not on it: they belong to a place on a page, not to a code of a font.

use super::resolved::Resolved;
use crate::font::Scheme;

/// A source of Unicode for a code of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rung {
    /// The caller's font maps.
    FontMap,
    /// The encoding of a well-known font of symbols.
    SymbolFont,
    /// The font's `/ToUnicode` map.
    ToUnicode,
    /// A CMap whose codes are Unicode.
    UnicodeCmap,
    /// The glyph name that the encoding gives the code.
    GlyphName,
    /// The character collection of the CIDs that a CMap leads to.
    CmapCollection,
    /// The charset of the font's CMap, for codes that the CMap lacks.
    LegacyCharset,
    /// Tables of the embedded program.
    ProgramTables,
    /// The stream of a Type 3 glyph: text in other fonts, or a blank.
    Type3Stream,
    /// Codes or names that are glyph numbers in a usual order.
    GlyphNumber,
    /// The character collection that the font names.
    FontCollection,
    /// An outline of a known font.
    KnownOutline,
    /// An encoding of TeX in which the text of the document reads well.
    TexEncoding,
    /// An outline that another font of the document explains.
    OtherFont,
    /// The text of the document, letter by letter.
    Context,
    /// The picture of the glyph.
    Shape,
    /// A private-use character of `/ToUnicode`, kept when nothing better is known.
    KeptPrivateUse,
}

/// All rungs, from the first to the last that is asked.
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
    /// Returns what the rung looks at, for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FontMap => "font map",
            Self::SymbolFont => "encoding of a symbol font",
            Self::ToUnicode => "ToUnicode",
            Self::UnicodeCmap => "Unicode CMap",
            Self::GlyphName => "glyph name of the encoding",
            Self::CmapCollection => "collection of the CMap",
            Self::LegacyCharset => "encoding of the country",
            Self::ProgramTables => "tables of the font program",
            Self::Type3Stream => "drawing of the glyph",
            Self::GlyphNumber => "usual glyph numbers",
            Self::FontCollection => "collection of the font",
            Self::KnownOutline => "outline of a known font",
            Self::TexEncoding => "encoding of TeX",
            Self::OtherFont => "outline in another font",
            Self::Context => "text of the document",
            Self::Shape => "shape of the glyph",
            Self::KeptPrivateUse => "private use, kept",
        }
    }

    /// Returns whether the rung asks the font itself, apart from its `/ToUnicode` map.
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

    /// Returns whether a kind of font can have an answer from the rung.
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

/// What a rung says of a code.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// It holds, unless a rung above has spoken.
    Believed(Resolved),
    /// It is kept in case no rung below is believed; with the reason.
    Doubtful(Resolved, &'static str),
    /// It is not believed; with the reason.
    Refused(Option<Resolved>, &'static str),
    /// The rung has nothing to say; with the reason.
    Silent(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_has_one_place_and_one_name() {
        for (index, rung) in LADDER.iter().enumerate() {
            assert!(
                !LADDER[..index].iter().any(|other| other == rung || other.name() == rung.name()),
                "{rung:?}"
            );
        }
    }
}
