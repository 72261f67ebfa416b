//! Properties of a font for users and for layout: name, kind, weight and slant.

use serde::Serialize;

use super::standard_fonts::{StandardFont, standard_font, without_subset_tag};
use super::style::{self, FontStyle};
use super::widths;
use crate::file::object::{Dict, Object};

/// The kind of a font, as distinguished by PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FontKind {
    /// PostScript Type 1, including CFF.
    Type1,
    /// Multiple master.
    MmType1,
    /// TrueType.
    #[serde(rename = "truetype")]
    TrueType,
    /// Composite, with PostScript outlines.
    CidType0,
    /// Composite, with TrueType outlines.
    CidType2,
    /// Glyphs drawn by content streams.
    Type3,
    /// The file does not specify it.
    Unknown,
}

impl FontKind {
    /// Returns the name used in outputs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Type1 => "type1",
            Self::MmType1 => "mm_type1",
            Self::TrueType => "truetype",
            Self::CidType0 => "cid_type0",
            Self::CidType2 => "cid_type2",
            Self::Type3 => "type3",
            Self::Unknown => "unknown",
        }
    }
}

/// The properties of a font.
#[derive(Debug, Clone, Serialize)]
pub struct FontFacts {
    /// The name without its subset tag.
    pub name: String,
    /// `true` if the name had a subset tag.
    pub subset: bool,
    /// The kind of font.
    pub kind: FontKind,
    /// `true` if a font program is embedded.
    pub embedded: bool,
    /// The encoding as named in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// `true` if there is a `/ToUnicode` map.
    pub to_unicode: bool,
    /// The weight from 100 to 900; 400 is regular, 700 bold.
    pub weight: u16,
    /// `true` if the font is italic or oblique.
    pub italic: bool,
    /// `true` if all glyphs have the same width.
    pub fixed_pitch: bool,
    /// `true` if it has serifs; `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serif: Option<bool>,
    /// `true` if the descriptor flags the font as symbolic.
    pub symbolic: bool,
    /// The ascent in ems.
    pub ascent: f32,
    /// The descent in ems, negative.
    pub descent: f32,
    /// The size of the font at size 1: 1, except for Type 3 fonts, which have a custom scale.
    pub em: f32,
}

/// Descriptor flags (ISO 32000-1, Table 123).
const SYMBOLIC: i64 = 1 << 2;

/// Heights of an ordinary text face, used if the file gives none.
const DEFAULT_ASCENT: f32 = 0.95;
const DEFAULT_DESCENT: f32 = -0.35;

/// Reads the properties from a font dictionary and its descriptor.
pub(crate) fn read(
    font: &Dict<'_>,
    described: &Dict<'_>,
    descriptor: Option<&Dict<'_>>,
    kind: FontKind,
) -> FontFacts {
    // The name of a composite font ends in the name of its CMap; that of its descendant does not.
    let names =
        [described.name(b"BaseFont"), font.name(b"BaseFont"), descriptor.and_then(|d| d.name(b"FontName"))];
    let base_font = names.into_iter().flatten().next().or_else(|| font.name(b"Name"));
    let base_font = base_font.unwrap_or_else(|| b"(unnamed)".to_vec());
    let plain = without_subset_tag(&base_font);
    let standard = standard_font(&base_font);
    let flags = descriptor.and_then(|descriptor| descriptor.int(b"Flags")).unwrap_or(0);
    let (ascent, descent) = heights(descriptor, standard);
    let em = if kind == FontKind::Type3 { type3_em(font) } else { 1.0 };
    let pitch = widths::pitch(font, described);
    let FontStyle { weight, italic, fixed_pitch, serif } = style::style(plain, descriptor, pitch);
    FontFacts {
        name: crate::file::string::clean(&String::from_utf8_lossy(plain)).into_owned(),
        subset: plain.len() < base_font.len(),
        kind,
        embedded: descriptor.is_some_and(has_program) || kind == FontKind::Type3,
        encoding: encoding_name(font),
        to_unicode: font.has(b"ToUnicode"),
        weight,
        italic,
        fixed_pitch: fixed_pitch || standard.is_some_and(StandardFont::is_fixed_pitch),
        serif,
        symbolic: flags & SYMBOLIC != 0,
        ascent: ascent * em,
        descent: descent * em,
        em,
    }
}

/// Returns the properties of the font that replaces a missing one.
pub(crate) fn substitute() -> FontFacts {
    let (ascent, descent) = heights(None, Some(StandardFont::Helvetica));
    FontFacts {
        name: "(missing)".into(),
        subset: false,
        kind: FontKind::Unknown,
        embedded: false,
        encoding: None,
        to_unicode: false,
        weight: 400,
        italic: false,
        fixed_pitch: false,
        serif: Some(false),
        symbolic: false,
        ascent,
        descent,
        em: 1.0,
    }
}

/// The height of a font's box, relative to the widest glyph, below which the box is ignored.
const SMALLEST_BOX: f64 = 0.3;
/// The height above which the box is ignored. A font of a few narrow letters has four times its widest glyph; pieces
/// of large brackets reach eight.
const LARGEST_BOX: f64 = 10.0;
/// The height of the tallest letters in ems.
const TALLEST: f64 = 0.75;
/// The number of glyphs whose boxes are read.
const DRAWN: usize = 32;
/// The number of bytes of a glyph's stream in which its box is looked for.
const BOX_BYTES: usize = 96;

/// Returns the height of the tallest box that glyphs of a Type 3 font state, in glyph space; 0 if none does, or if
/// all state the same one.
fn drawn_height(font: &Dict<'_>) -> f64 {
    let Some(glyphs) = font.dict(b"CharProcs") else { return 0.0 };
    let height = |glyph: Object<'_>| {
        // The glyph as a whole: decoding only its start would be reported as a stream that was cut.
        let data = glyph.as_stream()?.decode_up_to(font.file().limits().glyph_bytes).data;
        let data = data.get(..BOX_BYTES).unwrap_or(&data);
        let words: Vec<&[u8]> = data.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<f64>().ok();
        match words.as_slice() {
            [_, _, _, y0, _, y1, b"d1", ..] => Some((number(y1)? - number(y0)?).abs()),
            _ => None,
        }
    };
    let heights = glyphs.iter().take(DRAWN).filter_map(|(_, glyph)| height(glyph));
    let heights: Vec<f64> = heights.filter(|height| height.is_finite()).collect();
    let tallest = heights.iter().copied().fold(0.0, f64::max);
    let lowest = heights.iter().copied().fold(f64::MAX, f64::min);
    if lowest < tallest { tallest } else { 0.0 }
}

/// Returns the size of a Type 3 font at size 1. Its matrix maps glyph space to text space: a thousandth is the scale
/// of ordinary fonts; with any other, the font's box, or else its widest glyph, determines the size of its glyphs.
fn type3_em(font: &Dict<'_>) -> f32 {
    let numbers = |key: &[u8]| -> Vec<f64> {
        font.array(key).map(|array| array.numbers().collect()).unwrap_or_default()
    };
    let matrix = numbers(b"FontMatrix");
    let (along, across) = match matrix.as_slice() {
        [a, b, c, d, ..] => (a.hypot(*b), c.hypot(*d)),
        _ => return 1.0,
    };
    if (0.000_5..=0.002).contains(&across) {
        return 1.0;
    }
    let bounds = numbers(b"FontBBox");
    let height = match bounds.as_slice() {
        [_, y0, _, y1] => (y1 - y0).abs(),
        _ => 0.0,
    };
    let widest = numbers(b"Widths").into_iter().take(256).fold(0.0, f64::max) * along;
    // Some writers give a box of one unit at any scale (W-12); Ghostscript gives one of a thousand units to fonts
    // whose letters have fifty.
    let boxes = widest * SMALLEST_BOX..=widest * LARGEST_BOX;
    let is_box_usable = height > 0.0 && (boxes.contains(&(height * across)) || widest <= 0.0);
    let size =
        if is_box_usable { height * across } else { widest.max(drawn_height(font) * across / TALLEST) };
    if (1e-6..1e6).contains(&size) { small(size) } else { 1.0 }
}

fn has_program(descriptor: &Dict<'_>) -> bool {
    [b"FontFile".as_slice(), b"FontFile2", b"FontFile3"].iter().any(|key| descriptor.has(key))
}

fn encoding_name(font: &Dict<'_>) -> Option<String> {
    let encoding = font.get(b"Encoding");
    if let Some(dict) = encoding.as_dict() {
        let base = dict.name_text(b"BaseEncoding").or_else(|| dict.name_text(b"CMapName"));
        let changed = if dict.has(b"Differences") { "with differences" } else { "embedded" };
        return Some(base.map_or_else(|| changed.into(), |base| format!("{base} {changed}")));
    }
    font.name_text(b"Encoding")
}

/// Returns ascent and descent in ems: those of a standard font that is not embedded, which override its descriptor;
/// else from the descriptor if they are plausible; else those of an ordinary face.
fn heights(descriptor: Option<&Dict<'_>>, standard: Option<StandardFont>) -> (f32, f32) {
    let metrics = standard.map(StandardFont::metrics);
    if let Some(metrics) = metrics.as_ref().filter(|_| !descriptor.is_some_and(has_program)) {
        return (f32::from(metrics.ascent) / 1000.0, f32::from(metrics.descent) / 1000.0);
    }
    let stated = |key: &[u8]| {
        let value = descriptor?.number(key)?.abs() / 1000.0;
        (value > 0.0 && value < 3.0).then_some(small(value))
    };
    let descent = stated(b"Descent").map(|depth| -depth);
    (stated(b"Ascent").unwrap_or(DEFAULT_ASCENT), descent.unwrap_or(DEFAULT_DESCENT))
}

#[allow(clippy::cast_possible_truncation)]
fn small(value: f64) -> f32 {
    value as f32
}
