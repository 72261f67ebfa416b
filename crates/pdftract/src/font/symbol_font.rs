//! Well-known symbol and pictogram fonts: recognised by name, with the character of each code.
//!
//! Their codes overlap the letters of Latin-1 (`§` is a square bullet in Wingdings), or are 0xF000 higher in the
//! private use area, where Windows maps the codes of symbolic fonts.

use super::encoding::BaseEncoding;
use super::glyph_names::{NameContext, unicode_of};
use super::open_symbol;
use super::tables::picture_fonts;

/// A font whose codes have fixed meanings outside any text encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SymbolFont {
    Symbol,
    ZapfDingbats,
    Wingdings,
    Wingdings2,
    Wingdings3,
    Webdings,
    /// The signs of MathType's formulas that Symbol lacks.
    MtExtra,
    /// The symbol font of LibreOffice, whose codes are private-use characters.
    OpenSymbol,
}

/// The codes of MT Extra with their characters. Parts of brackets and accents over several letters have none.
///
/// These are facts about the font, written manually. Codes from 0x43 to 0x63 of the version that Windows installs were
/// cross-checked with Mozilla's page on the font's encoding.
const MT_EXTRA: &str = "(⌣)⌢:∼;≃<⊲=≪>⊳?≫@≜A≙B≐C∐DƛI∩J℧K…L⋯M⋮N⋰O⋱P∥Q∵R∡S∢U∪V△W□X▭Y▱Z↗[↙]↘^↖`‵a↦b↕c⇕d○e⊙f≻hℏlℓm∓o∘p≺{⏟}⏞\
                        \u{80}⇄\u{83}⇌\u{86}⇀\u{87}↽\u{a1}ℝ\u{a2}ℤ\u{a3}ℂ\u{a4}ℚ\u{a5}ℕ\u{a7}⟦\u{a8}⟧";

/// Names in lower case without separators; longer names first.
const NAMES: [(&str, SymbolFont); 11] = [
    ("wingdings2", SymbolFont::Wingdings2),
    ("wingdings3", SymbolFont::Wingdings3),
    ("wingdings", SymbolFont::Wingdings),
    ("webdings", SymbolFont::Webdings),
    ("itczapfdingbats", SymbolFont::ZapfDingbats),
    ("zapfdingbats", SymbolFont::ZapfDingbats),
    ("monotypesorts", SymbolFont::ZapfDingbats),
    ("mtextra", SymbolFont::MtExtra),
    ("opensymbol", SymbolFont::OpenSymbol),
    ("starsymbol", SymbolFont::OpenSymbol),
    ("symbol", SymbolFont::Symbol),
];

/// Suffixes allowed after the name of the family: styles, and those of the foundry.
const STYLES: [&str; 9] = ["", "regular", "normal", "bold", "italic", "bolditalic", "mt", "std", "roman"];

impl SymbolFont {
    /// Returns the font for a name without subset tag.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let plain: String =
            name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        let (rest, font) =
            NAMES.iter().find_map(|(known, font)| Some((plain.strip_prefix(known)?, *font)))?;
        STYLES.contains(&rest).then_some(font)
    }

    /// Returns the character that a private-use character of `/ToUnicode` shows, in a font that has such codes.
    pub(crate) fn private_character(self, private: char) -> Option<char> {
        (self == Self::OpenSymbol).then(|| open_symbol::character(private)).flatten()
    }

    /// Returns the character of a code in the font's built-in encoding.
    pub(crate) fn character(self, code: u8) -> Option<char> {
        match self {
            Self::Symbol => named(BaseEncoding::Symbol.name(code)?, NameContext::Greek),
            Self::ZapfDingbats => named(BaseEncoding::ZapfDingbats.name(code)?, NameContext::ZapfDingbats),
            Self::Wingdings => listed(&picture_fonts::WINGDINGS, code),
            Self::Wingdings2 => listed(&picture_fonts::WINGDINGS_2, code),
            Self::Wingdings3 => listed(&picture_fonts::WINGDINGS_3, code),
            Self::Webdings => listed(&picture_fonts::WEBDINGS, code),
            Self::MtExtra => {
                let mut pairs = MT_EXTRA.chars().step_by(2).zip(MT_EXTRA.chars().skip(1).step_by(2));
                pairs.find_map(|(own, character)| (own == char::from(code)).then_some(character))
            }
            // Its codes are characters, of which the private ones are known to `private_character`.
            Self::OpenSymbol => None,
        }
    }
}

fn named(name: &str, context: NameContext) -> Option<char> {
    match *unicode_of(name.as_bytes(), context)?.text.as_slice() {
        [character] => Some(character),
        _ => None,
    }
}

fn listed(table: &[u32; 256], code: u8) -> Option<char> {
    table.get(usize::from(code)).copied().filter(|point| *point != 0).and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_styles_and_separators() {
        let cases = [
            ("Wingdings", SymbolFont::Wingdings),
            ("Wingdings-Regular", SymbolFont::Wingdings),
            ("Wingdings 2", SymbolFont::Wingdings2),
            ("Wingdings3", SymbolFont::Wingdings3),
            ("Webdings,Bold", SymbolFont::Webdings),
            ("ITC Zapf Dingbats", SymbolFont::ZapfDingbats),
            ("SymbolMT", SymbolFont::Symbol),
            ("MT Extra", SymbolFont::MtExtra),
            ("MTExtra", SymbolFont::MtExtra),
            ("OpenSymbol", SymbolFont::OpenSymbol),
            ("StarSymbol", SymbolFont::OpenSymbol),
        ];
        for (name, font) in cases {
            assert_eq!(SymbolFont::from_name(name), Some(font), "{name}");
        }
        for name in ["Symbola", "SymbolicSans", "Wingdingsish", "Segoe UI Symbol", "MT Extra Bold X", ""] {
            assert_eq!(SymbolFont::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn codes_have_the_characters_of_the_font() {
        let cases = [
            (SymbolFont::Symbol, 0xB7, Some('•')),
            (SymbolFont::Symbol, 0x61, Some('α')),
            (SymbolFont::ZapfDingbats, 0x34, Some('✔')),
            (SymbolFont::Wingdings, 0xA7, Some('▪')),
            (SymbolFont::Wingdings, 0x6C, Some('⚫')),
            (SymbolFont::Wingdings, 0x1F, None),
            (SymbolFont::Wingdings2, 0x50, Some('🗸')),
            (SymbolFont::Webdings, 0x61, Some('✔')),
            (SymbolFont::MtExtra, b'K', Some('…')),
            (SymbolFont::MtExtra, b'h', Some('ℏ')),
            (SymbolFont::MtExtra, 0xA1, Some('ℝ')),
            (SymbolFont::MtExtra, b'1', None),
        ];
        for (font, code, character) in cases {
            assert_eq!(font.character(code), character, "{font:?} {code:#x}");
        }
    }
}
