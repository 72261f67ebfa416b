//! Simple fonts: each byte is a code, and an encoding maps it to a glyph name.

use super::encoding::{BaseEncoding, Differences, Encoding, Item};
use super::facts::{FontFacts, FontKind};
use super::program::{FontProgram, ProgramKind};
use super::standard_fonts::{StandardFont, standard_font};
use super::widths::SimpleWidths;
use crate::file::object::{Dict, Object};

/// The encoding and the widths of a simple font.
pub(crate) struct Simple {
    encoding: Encoding,
    widths: SimpleWidths,
    pub(crate) standard: Option<StandardFont>,
    /// Thousandths of an em per unit of glyph space in Type 3 fonts; 1 in other fonts.
    unit: f32,
    /// `true` if the file names an encoding or lists differences; otherwise the built-in encoding of the program
    /// applies.
    pub(crate) encoding_given: bool,
    /// `true` if the descriptor flags the font as symbolic.
    symbolic: bool,
}

impl Simple {
    pub(crate) fn read(font: &Dict<'_>, descriptor: Option<&Dict<'_>>, facts: &FontFacts) -> Self {
        let base_font = font.name(b"BaseFont").unwrap_or_default();
        let standard = standard_font(&base_font);
        let (encoding, encoding_given) = read_encoding(font, facts.kind, facts.embedded, standard);
        let unit = if facts.kind == FontKind::Type3 { glyph_space_unit(font) } else { 1.0 };
        let widths = SimpleWidths::read(font, descriptor);
        Self { encoding, widths, standard, unit, encoding_given, symbolic: facts.symbolic }
    }

    /// Returns the replacement of a missing font.
    pub(crate) fn substitute() -> Self {
        Self {
            encoding: Encoding { base: Some(BaseEncoding::WinAnsi), differences: Differences::default() },
            widths: SimpleWidths::default(),
            standard: Some(StandardFont::Helvetica),
            unit: 1.0,
            encoding_given: true,
            symbolic: false,
        }
    }

    /// Returns the number of thousandths of an em per unit of glyph space.
    pub(crate) fn unit(&self) -> f32 {
        self.unit
    }

    /// Returns the glyph name of a code in the encoding, unless it is `.notdef`.
    pub(crate) fn name(&self, code: u8) -> Option<&[u8]> {
        self.encoding.name(code).filter(|name| *name != b".notdef")
    }

    /// Returns the glyph name of a code in the differences listed by the file.
    pub(crate) fn own_name(&self, code: u8) -> Option<&[u8]> {
        self.encoding.differences.name(code).filter(|name| *name != b".notdef")
    }

    /// Returns the codes with a width.
    pub(crate) fn codes(&self) -> impl Iterator<Item = u8> + '_ {
        self.widths.codes()
    }

    /// Returns the advance of a code in thousandths of an em. `drawn` returns the width stated by its glyph.
    pub(crate) fn advance(&self, code: u8, drawn: impl FnOnce() -> Option<f32>) -> f32 {
        if let Some(width) = self.widths.listed(code) {
            return width * self.unit;
        }
        if self.widths.is_empty() {
            let width = self.standard_width(code).or_else(drawn);
            return width.or(self.widths.missing()).unwrap_or(0.0);
        }
        // Outside the array the descriptor's width applies, or 0 if it has none; a Type 3 glyph then does not
        // advance.
        self.widths.missing().unwrap_or(0.0) * self.unit
    }

    fn standard_width(&self, code: u8) -> Option<f32> {
        let standard = self.standard?;
        let name = self.name(code)?;
        standard.width(name).map(f32::from)
    }

    /// Returns the glyph of a code in an embedded program.
    pub(crate) fn program_glyph(&self, program: &FontProgram, code: u8) -> Option<u32> {
        let name = self.name(code);
        if program.kind() == ProgramKind::TrueType {
            return program.true_type_glyph(code, name, self.symbolic);
        }
        name.and_then(|name| program.glyph_by_name(name)).or_else(|| program.built_in_glyph(code))
    }
}

/// Returns the scale of glyph space, given by the font matrix, for the widths of Type 3 fonts.
#[allow(clippy::cast_possible_truncation)]
fn glyph_space_unit(font: &Dict<'_>) -> f32 {
    let matrix: Vec<f64> =
        font.array(b"FontMatrix").map(|array| array.numbers().collect()).unwrap_or_default();
    match matrix.as_slice() {
        [a, b, ..] if a.is_finite() && b.is_finite() => (a.hypot(*b) * 1000.0) as f32,
        _ => 1.0,
    }
}

/// Returns the effective encoding, and whether the file specifies one.
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
    // Without a base encoding, the built-in encoding applies: that of the program, or of a font that is not embedded.
    let implied = match standard {
        _ if kind == FontKind::Type3 => None,
        Some(standard) if !embedded => Some(standard.built_in_encoding()),
        _ if embedded => None,
        _ if kind == FontKind::TrueType => Some(BaseEncoding::WinAnsi),
        _ => Some(BaseEncoding::Standard),
    };
    let symbols = matches!(implied, Some(BaseEncoding::Symbol | BaseEncoding::ZapfDingbats));
    // Symbol and ZapfDingbats keep their built-in encoding, even if a careless producer names a text encoding.
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
