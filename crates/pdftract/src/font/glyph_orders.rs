//! Maps the numbers by which font programs refer to glyph names (`post` format 1, CFF strings and charsets) to names.

use super::tables::glyph_orders::{CFF_STRINGS, EXPERT_CHARSET, EXPERT_SUBSET_CHARSET, MAC_GLYPHS};
use super::tables::name_at;

/// The number of standard strings in CFF; larger numbers refer to strings of the font.
pub(crate) const CFF_STRING_COUNT: u16 = 391;

/// The ISOAdobe charset consists of the standard strings up to and including this one.
const ISO_ADOBE_LAST: u16 = 228;

/// Returns the name of a glyph in the Mac OS standard order of 258 glyphs.
pub(crate) fn mac_glyph_name(number: u16) -> Option<&'static str> {
    name_at(*MAC_GLYPHS.get(usize::from(number))?)
}

/// Returns a standard string of CFF.
pub(crate) fn cff_string(number: u16) -> Option<&'static str> {
    name_at(*CFF_STRINGS.get(usize::from(number))?)
}

/// The predefined charsets of CFF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PredefinedCharset {
    /// Charset 0.
    IsoAdobe,
    /// Charset 1.
    Expert,
    /// Charset 2.
    ExpertSubset,
}

impl PredefinedCharset {
    /// Returns the charset for the `charset` operand of the top dictionary; values above 2 are offsets.
    pub(crate) fn from_operand(operand: u32) -> Option<Self> {
        match operand {
            0 => Some(Self::IsoAdobe),
            1 => Some(Self::Expert),
            2 => Some(Self::ExpertSubset),
            _ => None,
        }
    }

    /// Returns the string number of a glyph.
    pub(crate) fn string_number(self, glyph: u16) -> Option<u16> {
        match self {
            Self::IsoAdobe => (glyph <= ISO_ADOBE_LAST).then_some(glyph),
            Self::Expert => EXPERT_CHARSET.get(usize::from(glyph)).copied(),
            Self::ExpertSubset => EXPERT_SUBSET_CHARSET.get(usize::from(glyph)).copied(),
        }
    }

    /// Returns the name of a glyph.
    #[cfg(test)]
    pub(crate) fn glyph_name(self, glyph: u16) -> Option<&'static str> {
        cff_string(self.string_number(glyph)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w_20_mac_glyph_order() {
        assert_eq!(mac_glyph_name(0), Some(".notdef"));
        assert_eq!(mac_glyph_name(3), Some("space"));
        assert_eq!(mac_glyph_name(36), Some("A"));
        assert_eq!(mac_glyph_name(210), Some("apple"));
        assert_eq!(mac_glyph_name(257), Some("dcroat"));
        assert_eq!(mac_glyph_name(258), None);
    }

    #[test]
    fn w_20_cff_standard_strings() {
        assert_eq!(cff_string(1), Some("space"));
        assert_eq!(cff_string(34), Some("A"));
        assert_eq!(cff_string(149), Some("germandbls"));
        assert_eq!(cff_string(228), Some("zcaron"));
        assert_eq!(cff_string(229), Some("exclamsmall"));
        assert_eq!(cff_string(379), Some("001.000"));
        assert_eq!(cff_string(CFF_STRING_COUNT - 1), Some("Semibold"));
        assert_eq!(cff_string(CFF_STRING_COUNT), None);
    }

    #[test]
    fn w_20_cff_predefined_charsets() {
        use PredefinedCharset::{Expert, ExpertSubset, IsoAdobe};
        assert_eq!(IsoAdobe.glyph_name(228), Some("zcaron"));
        assert_eq!(IsoAdobe.glyph_name(229), None);
        assert_eq!((Expert.string_number(1), Expert.string_number(2)), (Some(1), Some(229)));
        assert_eq!((Expert.string_number(12), Expert.string_number(165)), (Some(13), Some(378)));
        assert_eq!(Expert.string_number(166), None);
        assert_eq!((ExpertSubset.string_number(2), ExpertSubset.string_number(86)), (Some(231), Some(346)));
        assert_eq!(ExpertSubset.string_number(87), None);
        assert_eq!(PredefinedCharset::from_operand(2), Some(ExpertSubset));
        assert_eq!(PredefinedCharset::from_operand(3), None);
    }
}
