//! Reads a bare CFF program: glyph names or CIDs, the built-in encoding, advances and font-wide facts.
//!
//! Charstrings are executed only to draw an outline. Every offset is checked, and nothing is allocated for a count
//! that the data cannot hold.

mod charset;
mod dict;
mod encoding;
mod index;
mod private;
mod type2;
mod width;

use std::sync::OnceLock;

use super::bytes::u8_at;
use super::facts::{ProgramFacts, family_of_bytes, weight_of_word};
use crate::font::encoding::BaseEncoding;
use crate::font::outline::{Affine, Outline, OutlinePoint, Pen};
use charset::Charset;
use dict::Dict;
use encoding::BuiltInEncoding;
use index::Index;
use private::FontDicts;

/// The header size of every known CFF version 1; tried if the stated one is wrong.
const HEADER_SIZE: usize = 4;

/// The maximum length of junk before the header.
const MOST_JUNK: usize = 16;

/// The scale from glyph space to text space if the font has no usable matrix.
const DEFAULT_SCALE: f32 = 0.001;

/// The locations of the parts of a CFF program, and the data read from them so far.
#[derive(Debug)]
pub(super) struct Cff {
    /// The offset of the header, from which all others count.
    start: usize,
    top: TopDict,
    strings: Index,
    /// The global subroutines.
    subroutines: Index,
    char_strings: Index,
    charset: OnceLock<Charset>,
    encoding: OnceLock<BuiltInEncoding>,
    font_dicts: OnceLock<FontDicts>,
}

/// The relevant entries of the top dictionary.
#[derive(Debug, Default)]
struct TopDict {
    is_cid: bool,
    charset: usize,
    encoding: usize,
    char_strings: usize,
    private: Option<(usize, usize)>,
    font_dict_array: Option<usize>,
    font_dict_select: Option<usize>,
    scale: Option<f32>,
    bounds: Option<[f32; 4]>,
    italic_angle: Option<f32>,
    is_fixed_pitch: Option<bool>,
    weight: Option<u16>,
    family: Option<u16>,
}

impl Cff {
    /// Reads the header, the top dictionary and the location of the charstrings.
    pub(super) fn open(data: &[u8]) -> Option<Self> {
        let start = (0..MOST_JUNK).find(|at| looks_like_header(data, *at))?;
        let data = data.get(start..)?;
        let stated = usize::from(u8_at(data, 2)?);
        Self::read(data, start, stated).or_else(|| Self::read(data, start, HEADER_SIZE))
    }

    fn read(data: &[u8], start: usize, header_size: usize) -> Option<Self> {
        let names = Index::read(data, header_size)?;
        let dicts = Index::read(data, names.end(data)?)?;
        let top = TopDict::read(dicts.get(data, 0)?);
        let strings = dicts.end(data).and_then(|at| Index::read(data, at)).unwrap_or_default();
        let subroutines = strings.end(data).and_then(|at| Index::read(data, at)).unwrap_or_default();
        let char_strings = Index::read(data, top.char_strings).filter(|index| index.count() > 0)?;
        let (charset, encoding, font_dicts) = Default::default();
        Some(Self { start, top, strings, subroutines, char_strings, charset, encoding, font_dicts })
    }

    /// Returns `true` for a CID-keyed font, which has no glyph names.
    pub(super) fn is_cid(&self) -> bool {
        self.top.is_cid
    }

    pub(super) fn glyph_count(&self) -> u16 {
        self.char_strings.count()
    }

    /// Returns the scale from glyph space to text space of the font, or of the first font dictionary that has one.
    pub(super) fn scale(&self, data: &[u8]) -> f32 {
        usable_scale(self.top.scale).unwrap_or_else(|| self.font_dicts(self.past_junk(data)).scale(0))
    }

    /// Returns the name of a glyph; CID fonts have none.
    pub(super) fn glyph_name<'a>(&self, data: &'a [u8], glyph: u16) -> Option<&'a [u8]> {
        if self.top.is_cid {
            return None;
        }
        let data = self.past_junk(data);
        self.string(data, self.charset(data).number(glyph)?)
    }

    /// Returns the glyph of a CID, by the charset.
    pub(super) fn glyph_of_cid(&self, data: &[u8], cid: u16) -> Option<u16> {
        self.charset(self.past_junk(data)).glyph(cid)
    }

    /// Returns the glyph name of a code in the built-in encoding.
    pub(super) fn built_in_name<'a>(&self, data: &'a [u8], code: u8) -> Option<&'a [u8]> {
        let bytes = self.past_junk(data);
        match self.built_in(bytes)? {
            BuiltInEncoding::Known(base) => base.name(code).map(str::as_bytes),
            BuiltInEncoding::Custom(custom) => match custom.supplement(code) {
                Some(number) => self.string(bytes, number),
                None => self.glyph_name(data, custom.glyph(code)?),
            },
        }
    }

    /// Returns the glyph of a code in a custom built-in encoding, regardless of its name.
    pub(super) fn built_in_glyph(&self, data: &[u8], code: u8) -> Option<u16> {
        match self.built_in(self.past_junk(data))? {
            BuiltInEncoding::Known(_) => None,
            BuiltInEncoding::Custom(custom) => custom.glyph(code).filter(|glyph| *glyph < self.glyph_count()),
        }
    }

    /// Returns the advance width of a glyph in thousandths of an em; `None` if the charstring would have to be
    /// executed.
    pub(super) fn advance(&self, data: &[u8], glyph: u16) -> Option<f32> {
        let data = self.past_junk(data);
        let widths = self.font_dicts(data).of_glyph(data, glyph)?;
        let width = match width::first_operand(self.char_strings.get(data, usize::from(glyph))?)? {
            width::Width::Default => widths.default_width,
            width::Width::AboveNominal(difference) => widths.nominal_width + difference,
        };
        Some(width * (widths.scale * 1000.0))
    }

    /// Returns the outline of a glyph in thousandths of an em; `None` if its charstring is invalid.
    pub(super) fn outline(&self, data: &[u8], glyph: u16) -> Option<Outline> {
        let data = self.past_junk(data);
        let private = self.font_dicts(data).of_glyph(data, glyph)?;
        let subroutines = type2::Subroutines { data, global: self.subroutines, local: private.subroutines };
        let origin = OutlinePoint::default();
        let mut pen = Pen::default();
        let char_string = self.char_strings.get(data, usize::from(glyph))?;
        if let type2::End::Accented(parts) = type2::run(char_string, subroutines, origin, &mut pen)? {
            for (code, place) in [(parts.base, origin), (parts.accent, parts.offset)] {
                let glyph = self.standard_glyph(data, code)?;
                // The standard does not allow a part that is itself accented; its parts are ignored.
                type2::run(self.char_strings.get(data, usize::from(glyph))?, subroutines, place, &mut pen)?;
            }
        }
        pen.finish()?.transformed(&Affine::scale(private.scale * 1000.0))
    }

    /// Returns the glyph of a code in the standard encoding, for the parts of accented letters.
    fn standard_glyph(&self, data: &[u8], code: u8) -> Option<u16> {
        let name = BaseEncoding::Standard.name(code)?.as_bytes();
        let named = |glyph: u16| self.string(data, self.charset(data).number(glyph)?);
        (0..self.glyph_count()).find(|glyph| named(*glyph) == Some(name))
    }

    pub(super) fn facts(&self, data: &[u8]) -> ProgramFacts {
        let scale = self.scale(data) * 1000.0;
        let data = self.past_junk(data);
        let text = |number| self.string(data, number);
        let bounds = self.top.bounds.map(|bounds| bounds.map(|edge| edge * scale));
        ProgramFacts {
            ascent: None,
            descent: None,
            bounds: bounds.filter(|edges| edges.iter().any(|edge| *edge != 0.0)),
            italic_angle: self.top.italic_angle,
            weight: self.top.weight.and_then(text).and_then(weight_of_word),
            is_fixed_pitch: self.top.is_fixed_pitch,
            family: self.top.family.and_then(text).and_then(family_of_bytes),
        }
    }

    fn past_junk<'a>(&self, data: &'a [u8]) -> &'a [u8] {
        data.get(self.start..).unwrap_or_default()
    }

    fn charset(&self, data: &[u8]) -> &Charset {
        let read = || Charset::read(data, self.top.charset, self.top.is_cid, self.glyph_count());
        self.charset.get_or_init(read)
    }

    fn built_in(&self, data: &[u8]) -> Option<&BuiltInEncoding> {
        (!self.top.is_cid)
            .then(|| self.encoding.get_or_init(|| BuiltInEncoding::read(data, self.top.encoding)))
    }

    fn font_dicts(&self, data: &[u8]) -> &FontDicts {
        self.font_dicts.get_or_init(|| FontDicts::read(data, &self.top))
    }

    /// Returns the text of a string number: a standard string, or one of the font's.
    fn string<'a>(&self, data: &'a [u8], number: u16) -> Option<&'a [u8]> {
        use crate::font::glyph_orders::{CFF_STRING_COUNT, cff_string};
        match number.checked_sub(CFF_STRING_COUNT) {
            None => cff_string(number).map(str::as_bytes),
            Some(own) => self.strings.get(data, usize::from(own)),
        }
    }
}

impl TopDict {
    fn read(bytes: &[u8]) -> Self {
        let dict = Dict::read(bytes);
        let angle = dict.number(dict::ITALIC_ANGLE);
        Self {
            is_cid: dict.operands(dict::ROS).is_some(),
            charset: dict.offset(dict::CHARSET).unwrap_or(0),
            encoding: dict.offset(dict::ENCODING).unwrap_or(0),
            char_strings: dict.offset(dict::CHAR_STRINGS).unwrap_or(0),
            private: dict.size_and_offset(dict::PRIVATE),
            font_dict_array: dict.offset(dict::FONT_DICT_ARRAY),
            font_dict_select: dict.offset(dict::FONT_DICT_SELECT),
            scale: dict.number(dict::FONT_MATRIX),
            bounds: dict.operands(dict::FONT_BBOX).and_then(|edges| edges.first_chunk().copied()),
            italic_angle: angle,
            is_fixed_pitch: dict.number(dict::IS_FIXED_PITCH).map(|flag| flag != 0.0),
            weight: dict.string_number(dict::WEIGHT),
            family: dict.string_number(dict::FAMILY_NAME),
        }
    }
}

/// Returns `true` if a CFF header of version 1 starts at `at`: version, header size and offset size are plausible.
pub(super) fn looks_like_header(data: &[u8], at: usize) -> bool {
    match data.get(at..).and_then(|rest| rest.first_chunk()) {
        Some([1, minor, header_size, offset_size]) => {
            *minor < 4 && *header_size >= 2 && *header_size < 32 && *offset_size <= 4
        }
        _ => false,
    }
}

/// Accepts a plausible scale: 10 to 100,000 units per em.
fn usable_scale(scale: Option<f32>) -> Option<f32> {
    scale.map(f32::abs).filter(|scale| (0.00001..=0.1).contains(scale))
}
