//! The standard 14 fonts with their common aliases and their metrics.

use super::encoding::BaseEncoding;
use super::tables::{self, standard_metrics as data};

/// The width of every glyph of Courier.
const COURIER_WIDTH: u16 = 600;

/// The longest recognised font name, without separators: `timesnewromanpsbolditalicmt` has 27 letters.
const LONGEST_NAME: usize = 32;

/// A standard font. Order and numbers are those of the generated metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StandardFont {
    /// `Courier`.
    Courier,
    /// `Courier-Bold`.
    CourierBold,
    /// `Courier-Oblique`.
    CourierOblique,
    /// `Courier-BoldOblique`.
    CourierBoldOblique,
    /// `Helvetica`.
    Helvetica,
    /// `Helvetica-Bold`.
    HelveticaBold,
    /// `Helvetica-Oblique`.
    HelveticaOblique,
    /// `Helvetica-BoldOblique`.
    HelveticaBoldOblique,
    /// `Times-Roman`.
    TimesRoman,
    /// `Times-Bold`.
    TimesBold,
    /// `Times-Italic`.
    TimesItalic,
    /// `Times-BoldItalic`.
    TimesBoldItalic,
    /// `Symbol`.
    Symbol,
    /// `ZapfDingbats`.
    ZapfDingbats,
}

use StandardFont as Font;

/// The values of a font descriptor, in thousandths of an em.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct StandardMetrics {
    /// Left, bottom, right and top of all glyphs together.
    pub(crate) bounds: [i16; 4],
    /// The height of the tallest letters; for Symbol and ZapfDingbats the top of the bounds.
    pub(crate) ascent: i16,
    /// The depth of the deepest letters, negative; for Symbol and ZapfDingbats the bottom of the bounds.
    pub(crate) descent: i16,
    /// The height of capitals, if the font has any.
    pub(crate) cap_height: Option<i16>,
    /// The height of lower-case letters, if the font has any.
    pub(crate) x_height: Option<i16>,
    /// The thickness of horizontal stems.
    pub(crate) stem_horizontal: i16,
    /// The thickness of vertical stems.
    pub(crate) stem_vertical: i16,
    /// The slant in degrees, negative if the letters lean to the right.
    pub(crate) italic_angle: f32,
}

/// The families that have four styles each, by their names in lower case without separators; longer names first.
const FAMILIES: [(&[u8], [StandardFont; 4]); 6] = [
    (b"timesnewroman", TIMES),
    (b"times", TIMES),
    (b"couriernew", COURIER),
    (b"courier", COURIER),
    (b"helvetica", HELVETICA),
    (b"arial", HELVETICA),
];
const TIMES: [Font; 4] = [Font::TimesRoman, Font::TimesBold, Font::TimesItalic, Font::TimesBoldItalic];
const COURIER: [Font; 4] = [Font::Courier, Font::CourierBold, Font::CourierOblique, Font::CourierBoldOblique];
const HELVETICA: [Font; 4] =
    [Font::Helvetica, Font::HelveticaBold, Font::HelveticaOblique, Font::HelveticaBoldOblique];

/// Families without styles. Some producers write `Symbol,Bold` anyway.
const SINGLE: [(&[u8], StandardFont); 2] = [(b"symbol", Font::Symbol), (b"zapfdingbats", Font::ZapfDingbats)];

/// Returns the standard font for a `/BaseFont` name, if there is one.
///
/// A subset tag (`ABCDEF+`) is dropped. Besides the 14 names, it recognises Arial, CourierNew and TimesNewRoman, with
/// `PS` and `MT` as the foundry writes them, and any of `-`, `,`, `_` or a space before the style; case does not
/// matter. Other fonts (`Arial-Black`, `Helvetica-Narrow`, `ArialUnicodeMS`) have other widths and are not
/// recognised.
pub(crate) fn standard_font(base_font: &[u8]) -> Option<StandardFont> {
    let mut folded = [0; LONGEST_NAME];
    let name = fold(without_subset_tag(base_font), &mut folded)?;
    let single = SINGLE.iter().find_map(|(family, font)| style(name.strip_prefix(*family)?).map(|_| *font));
    single.or_else(|| {
        let (style_name, fonts) =
            FAMILIES.iter().find_map(|(family, fonts)| Some((name.strip_prefix(*family)?, fonts)))?;
        fonts.get(style(style_name)?).copied()
    })
}

/// Strips a subset tag: six capital letters and a plus sign.
pub(crate) fn without_subset_tag(base_font: &[u8]) -> &[u8] {
    match base_font.split_at_checked(7) {
        Some((tag, name)) if tag.ends_with(b"+") && tag.iter().take(6).all(u8::is_ascii_uppercase) => name,
        _ => base_font,
    }
}

/// Returns `name` in lower case without separators; `None` if it is longer than any known name.
fn fold<'a>(name: &[u8], folded: &'a mut [u8; LONGEST_NAME]) -> Option<&'a [u8]> {
    let mut length = 0;
    for byte in name.iter().filter(|byte| !b" -,_".contains(byte)) {
        *folded.get_mut(length)? = byte.to_ascii_lowercase();
        length += 1;
    }
    folded.get(..length)
}

/// Returns the index of a style among a family's four styles.
fn style(name: &[u8]) -> Option<usize> {
    let name = name.strip_prefix(b"ps").unwrap_or(name);
    match name.strip_suffix(b"mt").unwrap_or(name) {
        b"" | b"roman" | b"regular" | b"normal" => Some(0),
        b"bold" => Some(1),
        b"italic" | b"oblique" => Some(2),
        b"bolditalic" | b"boldoblique" | b"italicbold" => Some(3),
        _ => None,
    }
}

impl StandardFont {
    /// Returns the PostScript name.
    #[cfg(test)]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Courier => "Courier",
            Self::CourierBold => "Courier-Bold",
            Self::CourierOblique => "Courier-Oblique",
            Self::CourierBoldOblique => "Courier-BoldOblique",
            Self::Helvetica => "Helvetica",
            Self::HelveticaBold => "Helvetica-Bold",
            Self::HelveticaOblique => "Helvetica-Oblique",
            Self::HelveticaBoldOblique => "Helvetica-BoldOblique",
            Self::TimesRoman => "Times-Roman",
            Self::TimesBold => "Times-Bold",
            Self::TimesItalic => "Times-Italic",
            Self::TimesBoldItalic => "Times-BoldItalic",
            Self::Symbol => "Symbol",
            Self::ZapfDingbats => "ZapfDingbats",
        }
    }

    /// Returns the width of the glyph `name`; `None` if the font has no such glyph.
    pub(crate) fn width(self, name: &[u8]) -> Option<u16> {
        let index = tables::index_of(name)?;
        let latin = |widths: &[u16]| tables::beside(index, &data::LATIN_GLYPHS, widths);
        match self {
            Self::Courier | Self::CourierBold | Self::CourierOblique | Self::CourierBoldOblique => {
                data::LATIN_GLYPHS.binary_search(&index).ok().map(|_| COURIER_WIDTH)
            }
            Self::Helvetica | Self::HelveticaOblique => latin(&data::HELVETICA),
            Self::HelveticaBold | Self::HelveticaBoldOblique => latin(&data::HELVETICA_BOLD),
            Self::TimesRoman => latin(&data::TIMES_ROMAN),
            Self::TimesBold => latin(&data::TIMES_BOLD),
            Self::TimesItalic => latin(&data::TIMES_ITALIC),
            Self::TimesBoldItalic => latin(&data::TIMES_BOLD_ITALIC),
            Self::Symbol => tables::beside(index, &data::SYMBOL_GLYPHS, &data::SYMBOL),
            Self::ZapfDingbats => tables::beside(index, &data::ZAPF_GLYPHS, &data::ZAPF),
        }
    }

    /// Returns the encoding that applies if the font dictionary names none.
    pub(crate) fn built_in_encoding(self) -> BaseEncoding {
        match self {
            Self::Symbol => BaseEncoding::Symbol,
            Self::ZapfDingbats => BaseEncoding::ZapfDingbats,
            _ => BaseEncoding::Standard,
        }
    }

    /// Returns `true` if all glyphs have the same width.
    pub(crate) fn is_fixed_pitch(self) -> bool {
        COURIER.contains(&self)
    }

    /// Returns heights, stems and slant.
    pub(crate) fn metrics(self) -> StandardMetrics {
        let [left, bottom, right, top, ascent, descent, cap, x, stem_horizontal, stem_vertical, slant] =
            data::METRICS.get(self as usize).copied().unwrap_or_default();
        let given = |value: i16| (value != 0).then_some(value);
        StandardMetrics {
            bounds: [left, bottom, right, top],
            ascent: given(ascent).unwrap_or(top),
            descent: given(descent).unwrap_or(bottom),
            cap_height: given(cap),
            x_height: given(x),
            stem_horizontal,
            stem_vertical,
            italic_angle: f32::from(slant) / 10.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StandardFont::*;
    use super::*;

    const ALL: [StandardFont; 14] = [
        Courier,
        CourierBold,
        CourierOblique,
        CourierBoldOblique,
        Helvetica,
        HelveticaBold,
        HelveticaOblique,
        HelveticaBoldOblique,
        TimesRoman,
        TimesBold,
        TimesItalic,
        TimesBoldItalic,
        Symbol,
        ZapfDingbats,
    ];

    #[test]
    fn own_names() {
        for font in ALL {
            assert_eq!(standard_font(font.name().as_bytes()), Some(font));
            assert_eq!(standard_font(format!("ABCDEF+{}", font.name()).as_bytes()), Some(font));
        }
    }

    #[test]
    fn other_names() {
        let aliases: [(StandardFont, &[&str]); 9] = [
            (Helvetica, &["Arial", "ArialMT", "Arial-Regular", "arial", "Arial,Normal"]),
            (HelveticaBold, &["Arial,Bold", "Arial-Bold", "Arial-BoldMT", "Arial Bold", "Helvetica,Bold"]),
            (HelveticaOblique, &["Arial-ItalicMT", "Arial,Italic", "Helvetica-Italic"]),
            (HelveticaBoldOblique, &["Arial-BoldItalicMT", "Arial,BoldItalic", "Helvetica-BoldItalic"]),
            (
                TimesRoman,
                &["TimesNewRoman", "TimesNewRomanPSMT", "TimesNewRomanPS", "Times New Roman", "Times"],
            ),
            (
                TimesBold,
                &["TimesNewRomanPS-BoldMT", "TimesNewRoman,Bold", "TimesNewRomanPS-Bold", "Times,Bold"],
            ),
            (TimesBoldItalic, &["TimesNewRomanPS-BoldItalicMT", "TimesNewRoman-BoldItalic"]),
            (CourierBoldOblique, &["CourierNewPS-BoldItalicMT", "CourierNew,BoldItalic"]),
            (Symbol, &["SymbolMT", "Symbol,Bold", "Symbol,BoldItalic"]),
        ];
        for (font, names) in aliases {
            for name in names {
                assert_eq!(standard_font(name.as_bytes()), Some(font), "{name}");
            }
        }
    }

    #[test]
    fn other_fonts_are_not_standard() {
        let names = ["", "Arial-Black", "ArialNarrow", "ArialUnicodeMS", "Helvetica-Narrow", "HelveticaNeue"];
        let more =
            ["Times-Ten", "TimesTen-Roman", "CourierStd", "SymbolStd", "Symbola", "ABCDE+Arial", "Cambria"];
        for name in names.into_iter().chain(more) {
            assert_eq!(standard_font(name.as_bytes()), None, "{name}");
        }
        assert_eq!(standard_font(&[b'a'; 4096]), None);
    }

    #[test]
    fn widths_are_those_of_the_metrics_files() {
        let facts = [
            (Helvetica, "space", 278),
            (Helvetica, "A", 667),
            (Helvetica, "at", 1015),
            (HelveticaOblique, "Euro", 556),
            (HelveticaBold, "a", 556),
            (HelveticaBoldOblique, "m", 889),
            (TimesRoman, "space", 250),
            (TimesRoman, "W", 944),
            (TimesBold, "a", 500),
            (TimesItalic, "emdash", 889),
            (TimesBoldItalic, "ampersand", 778),
            (Courier, "W", 600),
            (CourierBoldOblique, "i", 600),
            (Symbol, "alpha", 631),
            (Symbol, "Omega", 768),
            (ZapfDingbats, "a1", 974),
            (ZapfDingbats, "a191", 918),
        ];
        for (font, name, width) in facts {
            assert_eq!(font.width(name.as_bytes()), Some(width), "{font:?} {name}");
        }
        assert_eq!((Courier.width(b"alpha"), Helvetica.width(b"a1"), Symbol.width(b"A")), (None, None, None));
    }

    #[test]
    fn every_code_of_the_built_in_encoding_has_a_width() {
        for font in ALL {
            let names = (0..=255).filter_map(|code| font.built_in_encoding().name(code));
            assert!(names.into_iter().all(|name| font.width(name.as_bytes()).is_some()), "{font:?}");
        }
    }

    #[test]
    fn gr_12_every_win_ansi_and_mac_roman_glyph_has_a_width() {
        for encoding in [BaseEncoding::WinAnsi, BaseEncoding::MacRoman, BaseEncoding::PdfDoc] {
            let names = (0..=255).filter_map(|code| encoding.name(code));
            assert!(
                names.into_iter().all(|name| TimesRoman.width(name.as_bytes()).is_some()),
                "{encoding:?}"
            );
        }
    }

    #[test]
    fn metrics_are_those_of_the_metrics_files() {
        let helvetica = Helvetica.metrics();
        assert_eq!(
            (helvetica.ascent, helvetica.descent, helvetica.bounds),
            (718, -207, [-166, -225, 1000, 931])
        );
        assert_eq!((helvetica.cap_height, helvetica.x_height), (Some(718), Some(523)));
        let times_italic = TimesItalic.metrics();
        assert_eq!((times_italic.stem_horizontal, times_italic.stem_vertical), (32, 76));
        assert_eq!(times_italic.italic_angle, -15.5);
        let symbol = Symbol.metrics();
        assert_eq!((symbol.ascent, symbol.descent, symbol.cap_height), (1010, -293, None));
        assert_eq!(ZapfDingbats.metrics().bounds, [-1, -143, 981, 820]);
        assert!(ALL.into_iter().all(|font| font.is_fixed_pitch() == (font.width(b"i") == Some(600))));
    }
}
