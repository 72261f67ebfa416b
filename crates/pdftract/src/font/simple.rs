//! Simple fonts: one byte a code, glyph names through an encoding.

use std::sync::OnceLock;

use super::Font;
use super::char_code::CharCode;
use super::encoding::{BaseEncoding, Differences, Encoding, Item};
use super::facts::FontKind;
use super::program::{FontProgram, ProgramKind};
use super::standard_fonts::{StandardFont, standard_font};
use super::widths::SimpleWidths;
use crate::file::File;
use crate::file::object::{Dict, Object};
use crate::unicode::code_spelling;

/// What a simple font says about its codes.
pub(crate) struct Simple {
    encoding: Encoding,
    widths: SimpleWidths,
    pub(crate) standard: Option<StandardFont>,
    /// Type 3 only: how many ems a unit of glyph space is, times 1000; 1 for other fonts.
    unit: f32,
    /// Whether the file names an encoding or lists differences; if not, the program's own encoding rules.
    pub(crate) encoding_given: bool,
    /// Whether codes of a renumbered program are ASCII after all; worked out when first asked.
    pub(crate) codes_are_ascii: OnceLock<bool>,
    spells_codes: OnceLock<bool>,
}

impl Simple {
    pub(crate) fn read(
        font: &Dict<'_>,
        descriptor: Option<&Dict<'_>>,
        kind: FontKind,
        embedded: bool,
    ) -> Self {
        let base_font = font.name(b"BaseFont").unwrap_or_default();
        let standard = standard_font(&base_font);
        let (encoding, encoding_given) = read_encoding(font, kind, embedded, standard);
        let unit = if kind == FontKind::Type3 { glyph_space_unit(font) } else { 1.0 };
        Self {
            encoding,
            widths: SimpleWidths::read(font, descriptor),
            standard,
            unit,
            encoding_given,
            codes_are_ascii: OnceLock::new(),
            spells_codes: OnceLock::new(),
        }
    }

    /// What a missing font is taken for.
    pub(crate) fn substitute() -> Self {
        Self {
            encoding: Encoding { base: Some(BaseEncoding::WinAnsi), differences: Differences::default() },
            widths: SimpleWidths::default(),
            standard: Some(StandardFont::Helvetica),
            unit: 1.0,
            encoding_given: true,
            codes_are_ascii: OnceLock::new(),
            spells_codes: OnceLock::new(),
        }
    }

    /// How many thousandths of an em a unit of glyph space is.
    pub(crate) fn unit(&self) -> f32 {
        self.unit
    }

    /// The glyph name that the encoding gives a code. `.notdef` is no name.
    pub(crate) fn name(&self, code: u8) -> Option<&[u8]> {
        self.encoding.name(code).filter(|name| *name != b".notdef")
    }

    /// The glyph name that the file itself lists for a code.
    pub(crate) fn own_name(&self, code: u8) -> Option<&[u8]> {
        self.encoding.differences.name(code).filter(|name| *name != b".notdef")
    }

    /// Whether names merely spell the code, so that they say nothing.
    pub(crate) fn spells_codes(&self) -> bool {
        *self.spells_codes.get_or_init(|| code_spelling::spelling(self).is_some())
    }

    /// The codes that the font gives a width.
    pub(crate) fn codes(&self) -> impl Iterator<Item = u8> + '_ {
        self.widths.codes()
    }

    /// The advance of a code in thousandths of an em.
    pub(crate) fn advance(&self, font: &Font, file: &File, code: CharCode) -> f32 {
        let byte = u8::try_from(code.value & 0xFF).unwrap_or(0);
        if let Some(width) = self.widths.listed(byte) {
            return width * self.unit;
        }
        let drawn = || super::type3::stated_width(font, file, byte).map(|width| width * self.unit);
        let fallback =
            || self.standard_width(byte).or_else(|| program_width(font, file, byte)).or_else(drawn);
        if self.widths.is_empty() {
            return fallback().or(self.widths.missing()).unwrap_or(0.0);
        }
        // Outside the array the descriptor's width holds, 0 if it has none; a Type 3 glyph then does not advance.
        self.widths.missing().unwrap_or(0.0) * self.unit
    }

    fn standard_width(&self, code: u8) -> Option<f32> {
        let standard = self.standard?;
        let name = self.name(code)?;
        standard.width(name).map(f32::from)
    }
}

fn program_width(font: &Font, file: &File, code: u8) -> Option<f32> {
    let program = font.program(file)?;
    program.advance(glyph_of(font, program, code)?)
}

/// The glyph that a simple font shows for a code.
pub(crate) fn glyph_of(font: &Font, program: &FontProgram, code: u8) -> Option<u32> {
    let super::Scheme::Simple(simple) = font.scheme() else { return None };
    let name = simple.name(code);
    if program.kind() == ProgramKind::TrueType {
        return program.true_type_glyph(code, name, font.facts().symbolic);
    }
    name.and_then(|name| program.glyph_by_name(name)).or_else(|| program.built_in_glyph(code))
}

/// Type 3 widths are in glyph space; the font matrix says how large that is.
#[allow(clippy::cast_possible_truncation)]
fn glyph_space_unit(font: &Dict<'_>) -> f32 {
    let matrix: Vec<f64> =
        font.array(b"FontMatrix").map(|array| array.numbers().collect()).unwrap_or_default();
    match matrix.as_slice() {
        [a, b, ..] if a.is_finite() && b.is_finite() => (a.hypot(*b) * 1000.0) as f32,
        _ => 1.0,
    }
}

/// The encoding in force and whether the file gives one.
fn read_encoding(
    font: &Dict<'_>,
    kind: FontKind,
    embedded: bool,
    standard: Option<StandardFont>,
) -> (Encoding, bool) {
    let entry = font.get(b"Encoding");
    let named = entry.as_name().and_then(BaseEncoding::from_pdf_name);
    let dict = entry.as_dict();
    let base_named = dict
        .as_ref()
        .and_then(|dict| dict.get(b"BaseEncoding").as_name().and_then(BaseEncoding::from_pdf_name));
    let differences = dict.as_ref().map(differences).unwrap_or_default();
    let given = named.is_some() || base_named.is_some() || !differences.is_empty();
    // Without a base the font's own encoding holds: that of the program, or of a font that is not there.
    let implied = match standard {
        _ if kind == FontKind::Type3 => None,
        Some(standard) if !embedded => Some(standard.built_in_encoding()),
        _ if embedded => None,
        _ if kind == FontKind::TrueType => Some(BaseEncoding::WinAnsi),
        _ => Some(BaseEncoding::Standard),
    };
    let symbols = matches!(implied, Some(BaseEncoding::Symbol | BaseEncoding::ZapfDingbats));
    // Symbol and ZapfDingbats keep their own encoding, whatever text encoding a careless producer names.
    let base = if symbols { implied } else { named.or(base_named).or(implied) };
    (Encoding { base, differences }, given)
}

fn differences(dict: &Dict<'_>) -> Differences {
    let Some(array) = dict.array(b"Differences") else { return Differences::default() };
    let items: Vec<Object<'_>> = array.iter().collect();
    let items = items.iter().filter_map(|item| match item.as_name() {
        Some(name) => Some(Item::Name(name)),
        None => item.as_int().map(Item::Code),
    });
    Differences::from_items(items)
}
