//! The style of a font: weight, slant, pitch and serifs, from its name, its descriptor and its widths.
//!
//! Names are the most reliable source. Foundries abbreviate them (`NimbusRomNo9L-MediItal`, `MyriadPro-SemiboldIt`)
//! and TeX fonts follow a separate scheme (`CMBX12`, `SFTI1000`), so only whole words of the name count.

use super::program::ProgramFacts;
use super::stem::MeasuredStyle;
use super::widths::Pitch;
use crate::file::object::Dict;

/// The weight from which a font counts as bold.
pub(crate) const BOLD: u16 = 600;
/// The text rendering mode that fills and strokes letters, with which producers fake a bold face.
pub(crate) const FILL_AND_STROKE: u8 = 2;

/// The style of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FontStyle {
    /// The weight from 100 to 900; 400 is regular, 700 bold.
    pub(crate) weight: u16,
    /// `true` if the font is italic or oblique.
    pub(crate) italic: bool,
    /// `true` if all glyphs have the same width.
    pub(crate) fixed_pitch: bool,
    /// `true` if it has serifs; `None` if unknown.
    pub(crate) serif: Option<bool>,
}

impl FontStyle {
    /// Refines the style with the facts of the embedded program. Programs of subsets are often filled with zeros, so
    /// only values that are present count.
    pub(super) fn refined(self, program: &ProgramFacts) -> Self {
        let weight = program.weight.filter(|weight| (BOLD..=900).contains(weight));
        let leans = program.italic_angle.is_some_and(|angle| (LEANS..45.0).contains(&f64::from(angle.abs())));
        Self { weight: weight.unwrap_or(self.weight), italic: self.italic || leans, ..self }
    }
}

impl FontStyle {
    /// Returns the style with weight and slant as measured on outlines.
    pub(super) fn measured(self, measured: MeasuredStyle) -> Self {
        let weight = if measured.is_bold { BOLD_WEIGHT } else { self.weight };
        Self { weight, italic: self.italic || measured.leans, ..self }
    }
}

/// The weight of a font whose stems are bold.
const BOLD_WEIGHT: u16 = 700;

/// Returns `true` if a name states the style of its font, including regular.
pub(super) fn names_style(name: &str) -> bool {
    let style = by_name(name.as_bytes());
    style.weight.is_some() || style.italic
}

/// The style stated by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct NameStyle {
    weight: Option<u16>,
    italic: bool,
    fixed_pitch: bool,
    serif: Option<bool>,
}

/// Descriptor flags (ISO 32000-1, Table 123).
const FIXED_PITCH: i64 = 1;
const SERIF: i64 = 1 << 1;
const ITALIC: i64 = 1 << 6;
const FORCE_BOLD: i64 = 1 << 18;

/// The slant in degrees below which a font is upright.
const LEANS: f64 = 3.0;
/// The least stem width of bold text faces, in thousandths of an em: CMBX10 has 114, Times-Bold 139, Times-Roman 84.
const BOLD_STEM: f64 = 110.0;
/// Wider stems are errors of the producer.
const MAX_STEM: f64 = 400.0;

/// Returns the style of a font. `name` has no subset tag.
pub(crate) fn style(name: &[u8], descriptor: Option<&Dict<'_>>, pitch: Pitch) -> FontStyle {
    let flags = descriptor.and_then(|descriptor| descriptor.int(b"Flags")).unwrap_or(0);
    let by_name = by_name(name);
    let number = |key: &[u8]| descriptor.and_then(|descriptor| descriptor.number(key));
    let leans = number(b"ItalicAngle").is_some_and(|angle| (LEANS..45.0).contains(&angle.abs()));
    let stated_pitch = flags & FIXED_PITCH != 0 || by_name.fixed_pitch;
    FontStyle {
        weight: weight(by_name.weight, number(b"FontWeight"), number(b"StemV"), flags),
        italic: by_name.italic || flags & ITALIC != 0 || leans,
        fixed_pitch: match pitch {
            Pitch::Fixed => true,
            Pitch::Proportional => false,
            Pitch::Unknown => stated_pitch,
        },
        serif: by_name.serif.or_else(|| (flags != 0).then_some(flags & SERIF != 0)),
    }
}

/// Returns the weight. A bold name outweighs the descriptor, which many producers fill with the same numbers for all
/// fonts.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn weight(by_name: Option<u16>, stated: Option<f64>, stem: Option<f64>, flags: i64) -> u16 {
    let stated = stated.filter(|weight| (100.0..=900.0).contains(weight)).map(|weight| weight as u16);
    if by_name.is_some_and(|weight| weight >= BOLD) || (stated.is_none() && by_name.is_some()) {
        return by_name.unwrap_or(400);
    }
    let has_bold_stem = || stem.is_some_and(|stem| (BOLD_STEM..MAX_STEM).contains(&stem));
    stated.unwrap_or(if flags & FORCE_BOLD != 0 || has_bold_stem() { 700 } else { 400 })
}

/// Whole words of names, in lower case, with the weight they state.
const WEIGHTS: [(&str, u16); 35] = [
    ("thin", 100),
    ("hairline", 100),
    ("extralight", 200),
    ("ultralight", 200),
    ("light", 300),
    ("lt", 300),
    ("demilight", 350),
    ("semilight", 350),
    ("regular", 400),
    ("regu", 400),
    ("rg", 400),
    ("roman", 400),
    ("roma", 400),
    ("book", 400),
    ("normal", 400),
    ("medium", 500),
    ("md", 500),
    // URW uses this for the bold faces of Times and Bookman.
    ("medi", 700),
    ("demi", 600),
    ("dm", 600),
    ("semibold", 600),
    ("semi", 600),
    ("sb", 600),
    ("demibold", 600),
    ("bold", 700),
    ("bd", 700),
    ("fett", 700),
    ("gras", 700),
    ("bolditalic", 700),
    ("extrabold", 800),
    ("ultrabold", 800),
    ("heavy", 800),
    ("hv", 800),
    ("black", 900),
    ("blk", 900),
];
/// Whole words of names that state a slant.
const SLANTS: [&str; 16] = [
    "italic",
    "ital",
    "it",
    "oblique",
    "obli",
    "obl",
    "slanted",
    "slant",
    "slanting",
    "inclined",
    "kursiv",
    "cursive",
    "italique",
    "itmt",
    "bolditalic",
    "italicmt",
];
/// Words of names of monospaced faces.
const TYPEWRITERS: [&str; 21] = [
    "courier",
    "mono",
    "monospace",
    "monospaced",
    "mon",
    "typewriter",
    "consolas",
    "console",
    "inconsolata",
    "menlo",
    "monaco",
    "code",
    "terminal",
    "fixed",
    "cursor",
    "cousine",
    "andale",
    "typewr",
    "tt",
    "monof",
    "monolt",
];
/// Words of names of sans-serif faces, and of some with serifs.
const SANS: [&str; 16] = [
    "sans",
    "san",
    "arial",
    "helvetica",
    "verdana",
    "calibri",
    "carlito",
    "tahoma",
    "gothic",
    "univers",
    "frutiger",
    "myriad",
    "roboto",
    "dejavu",
    "segoe",
    "futura",
];
const SERIFS: [&str; 14] = [
    "serif",
    "times",
    "roman",
    "georgia",
    "cambria",
    "garamond",
    "minion",
    "palatino",
    "palladio",
    "bookman",
    "century",
    "rom",
    "caslon",
    "baskerville",
];

/// Reads the style from a name.
fn by_name(name: &[u8]) -> NameStyle {
    if let Some(style) = tex_style(name) {
        return style;
    }
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let heaviest = words.iter().filter_map(|word| weight_of(word)).max_by_key(|weight| weight.abs_diff(400));
    let lower = name.to_ascii_lowercase();
    // Names without capitals, such as `arialbold`.
    let contains = |word: &str| memchr::memmem::find(&lower, word.as_bytes()).is_some();
    let is_sans = has(&SANS) || contains("sans");
    NameStyle {
        weight: heaviest
            .filter(|weight| *weight != 400 || !contains("bold"))
            .or_else(|| contains("bold").then_some(700)),
        italic: has(&SLANTS) || contains("italic") || contains("oblique"),
        fixed_pitch: has(&TYPEWRITERS) || contains("courier") || contains("mono"),
        serif: if is_sans { Some(false) } else { has(&SERIFS).then_some(true) },
    }
}

fn weight_of(word: &str) -> Option<u16> {
    let heavy = WEIGHTS.iter().find(|(known, _)| *known == word).map(|(_, weight)| *weight);
    // Japanese faces number weights from W1 to W9; W6 is bold.
    let counted = || word.strip_prefix('w')?.parse::<u16>().ok().filter(|weight| (1..=9).contains(weight));
    heavy.or_else(|| counted().map(|weight| weight * 100 + 100)).map(|weight| weight.min(900))
}

/// Splits a name into words in lower case, at signs and between a lower-case letter and a capital.
fn words(name: &[u8]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = b' ';
    for &byte in name.iter().take(MAX_NAME) {
        let starts = !last.is_ascii_alphanumeric()
            || (last.is_ascii_lowercase() && byte.is_ascii_uppercase())
            || (last.is_ascii_digit() && byte.is_ascii_alphabetic());
        if byte.is_ascii_alphanumeric() {
            if starts {
                words.push(String::new());
            }
            // `W6` is a word; `CMBX12` and `Sans10` are words followed by a size.
            let is_size = byte.is_ascii_digit() && words.last().is_some_and(|word| word != "w");
            if let Some(word) = words.last_mut().filter(|_| !is_size) {
                word.push(char::from(byte.to_ascii_lowercase()));
            }
        }
        last = byte;
    }
    words
}

/// The part of a name that is examined.
const MAX_NAME: usize = 128;

/// Reads the style from the name of a TeX font: a family, letters for the style and a size, as in `CMBX12` or
/// `SFTI1000`; also from names generated by a publisher's system, as in `AdvOT1ef757c0.B`.
fn tex_style(name: &[u8]) -> Option<NameStyle> {
    if let Some(suffix) = name.strip_prefix(b"Adv").and_then(|rest| rest.rsplit(|byte| *byte == b'.').next())
    {
        let weight = matches!(suffix, b"B" | b"BI").then_some(700);
        return Some(NameStyle { weight, italic: matches!(suffix, b"I" | b"BI"), ..NameStyle::default() });
    }
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let letters = name.get(..name.len() - digits)?.to_ascii_lowercase();
    let style = TEX_FAMILIES.iter().find_map(|family| letters.strip_prefix(family.as_bytes()))?;
    let style = std::str::from_utf8(style).ok().filter(|_| digits > 0)?;
    let (_, weight, italic, fixed_pitch) = *TEX_STYLES.iter().find(|(known, ..)| *known == style)?;
    let serif = Some(!style.starts_with("ss") && !style.starts_with("sx") && style != "si");
    Some(NameStyle { weight: Some(weight), italic, fixed_pitch, serif })
}

/// Families of TeX fonts: Computer Modern, its Type 1 and European forms, and those with Cyrillic letters.
const TEX_FAMILIES: [&str; 9] = ["cm", "sf", "ec", "tc", "la", "lh", "wn", "la", "eu"];
/// Style letters of TeX fonts, with weight, slant and fixed pitch.
const TEX_STYLES: [(&str, u16, bool, bool); 50] = [
    ("r", 400, false, false),
    ("rm", 400, false, false),
    ("bx", 700, false, false),
    ("b", 700, false, false),
    ("rb", 700, false, false),
    ("ti", 400, true, false),
    ("sl", 400, true, false),
    ("bxti", 700, true, false),
    ("bxsl", 700, true, false),
    ("bi", 700, true, false),
    ("bl", 700, true, false),
    ("xb", 700, false, false),
    ("u", 400, false, false),
    ("ui", 400, true, false),
    ("ss", 400, false, false),
    ("ssi", 400, true, false),
    ("si", 400, true, false),
    ("ssbx", 700, false, false),
    ("sx", 700, false, false),
    ("so", 700, true, false),
    ("ssdc", 600, false, false),
    ("ssq", 400, false, false),
    ("ssqi", 400, true, false),
    ("csc", 400, false, false),
    ("cc", 400, false, false),
    ("sc", 400, true, false),
    ("xc", 700, false, false),
    ("oc", 700, true, false),
    ("tt", 400, false, true),
    ("itt", 400, true, true),
    ("it", 400, true, true),
    ("sltt", 400, true, true),
    ("st", 400, true, true),
    ("tcsc", 400, false, true),
    ("tc", 400, false, true),
    ("vtt", 400, false, false),
    ("vt", 400, false, false),
    ("mi", 400, true, false),
    ("mib", 700, true, false),
    ("sy", 400, false, false),
    ("bsy", 700, false, false),
    ("ex", 400, false, false),
    ("ff", 400, false, false),
    ("fi", 400, true, false),
    ("fib", 400, false, false),
    ("fb", 400, false, false),
    ("dh", 400, false, false),
    ("dunh", 400, false, false),
    ("inch", 700, false, false),
    ("vi", 400, true, false),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str) -> (Option<u16>, bool, bool) {
        let style = by_name(name.as_bytes());
        (style.weight, style.italic, style.fixed_pitch)
    }

    #[test]
    fn names_state_weight_and_slant() {
        let bold = [
            "NimbusRomNo9L-Medi",
            "CMBX12",
            "SFBX1000",
            "ecbx1000",
            "LMRoman12-Bold",
            "Arial Rounded MT Bold",
        ];
        let bold = bold.into_iter().chain(["TimesNewRoman,Bold", "HelveticaNeueLTStd-Bd", "AdvOT1ef757c0.B"]);
        for name in
            bold.chain(["arialbold", "URWGothicL-Demi", "FranklinGothic-Heavy", "HiraKakuPro-W6", "SFSX1095"])
        {
            assert!(shown(name).0.is_some_and(|weight| weight >= BOLD), "{name}");
            assert!(!shown(name).1, "{name}");
        }
        for name in ["CMTI10", "CMSL10", "SFTI1000", "MinionPro-It", "NimbusRomNo9L-ReguItal", "AdvP4C4E74.I"]
        {
            assert!(shown(name).1, "{name}");
            assert!(shown(name).0.is_none_or(|weight| weight < BOLD), "{name}");
        }
        for name in
            ["NimbusRomNo9L-MediItal", "CMBXTI10", "MyriadPro-SemiboldIt", "Times-BoldItalic", "SFBI1200"]
        {
            assert!(shown(name).0.is_some_and(|weight| weight >= BOLD) && shown(name).1, "{name}");
        }
    }

    #[test]
    fn parts_of_words_state_nothing() {
        for name in [
            "AcademicSans",
            "Bookmania",
            "MinionPro-Medium",
            "Italia",
            "Blackadder",
            "TimesNewRomanPSMT",
            "CMR10",
        ] {
            assert!(shown(name).0.is_none_or(|weight| weight < BOLD), "{name}");
        }
        for name in ["CMR10", "Italia", "TimesNewRomanPSMT", "SFRM1000", "Umbrella"] {
            assert!(!shown(name).1 && !shown(name).2, "{name}");
        }
    }

    #[test]
    fn names_state_typewriters() {
        for name in [
            "CMTT10",
            "SFTT1000",
            "LMMono10-Regular",
            "NimbusMonL-Regu",
            "CourierNewPSMT",
            "DejaVuSansMono",
            "SourceCodePro-Regular",
        ] {
            assert!(shown(name).2, "{name}");
        }
    }

    #[test]
    fn a_bold_name_outweighs_a_descriptor_that_calls_everything_regular() {
        assert_eq!(weight(Some(700), Some(400.0), None, 0), 700);
        assert_eq!(weight(Some(400), Some(700.0), None, 0), 700);
        assert_eq!(weight(None, None, Some(140.0), 0), 700);
        assert_eq!(weight(Some(400), None, Some(140.0), 0), 400);
        assert_eq!(weight(None, None, None, FORCE_BOLD), 700);
        assert_eq!(weight(None, None, Some(80.0), 0), 400);
    }
}
