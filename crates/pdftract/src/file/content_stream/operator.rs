//! The operators of content streams, packed into integers so that matching is a single comparison.

use std::fmt;

/// The name of an operator, at most four bytes, as one number; longer names are all [`Operator::UNKNOWN`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operator(u32);

impl Operator {
    pub(crate) const UNKNOWN: Self = Self(u32::MAX);

    pub(crate) const fn from_name(name: &[u8]) -> Self {
        match *name {
            [a] => Self(a as u32),
            [a, b] => Self(a as u32 | (b as u32) << 8),
            [a, b, c] => Self(a as u32 | (b as u32) << 8 | (c as u32) << 16),
            _ => Self::UNKNOWN,
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.to_le_bytes();
        bytes.iter().take_while(|&&byte| byte != 0).try_for_each(|&byte| write!(f, "{}", char::from(byte)))
    }
}

macro_rules! operators {
    ($($constant:ident $name:literal),* $(,)?) => {
        $(pub(crate) const $constant: Operator = Operator::from_name($name);)*

        /// Returns `true` if the standard defines this operator.
        pub(crate) fn is_known(operator: Operator) -> bool {
            matches!(operator, $($constant)|*)
        }
    };
}

operators! {
    SAVE b"q", RESTORE b"Q", CONCAT b"cm",
    LINE_WIDTH b"w", LINE_CAP b"J", LINE_JOIN b"j", MITER b"M", DASH b"d", INTENT b"ri", FLATNESS b"i", EXT_STATE b"gs",
    MOVE b"m", LINE b"l", CURVE b"c", CURVE_V b"v", CURVE_Y b"y", CLOSE b"h", RECT b"re",
    STROKE b"S", CLOSE_STROKE b"s", FILL b"f", FILL_OLD b"F", FILL_EVEN_ODD b"f*",
    FILL_STROKE b"B", FILL_STROKE_EVEN_ODD b"B*", CLOSE_FILL_STROKE b"b", CLOSE_FILL_STROKE_EVEN_ODD b"b*",
    END_PATH b"n", CLIP b"W", CLIP_EVEN_ODD b"W*",
    BEGIN_TEXT b"BT", END_TEXT b"ET",
    CHAR_SPACE b"Tc", WORD_SPACE b"Tw", SCALE b"Tz", LEADING b"TL", FONT b"Tf", RENDER b"Tr", RISE b"Ts",
    MOVE_TEXT b"Td", MOVE_TEXT_LEADING b"TD", TEXT_MATRIX b"Tm", NEXT_LINE b"T*",
    SHOW b"Tj", SHOW_ARRAY b"TJ", NEXT_LINE_SHOW b"'", NEXT_LINE_SHOW_SPACED b"\"",
    GLYPH_WIDTH b"d0", GLYPH_WIDTH_BOX b"d1",
    STROKE_SPACE b"CS", FILL_SPACE b"cs", STROKE_COLOR b"SC", STROKE_COLOR_N b"SCN", FILL_COLOR b"sc", FILL_COLOR_N b"scn",
    STROKE_GRAY b"G", FILL_GRAY b"g", STROKE_RGB b"RG", FILL_RGB b"rg", STROKE_CMYK b"K", FILL_CMYK b"k",
    SHADING b"sh", BEGIN_IMAGE b"BI", IMAGE_DATA b"ID", END_IMAGE b"EI", X_OBJECT b"Do",
    MARK_POINT b"MP", MARK_POINT_DICT b"DP", BEGIN_MARK b"BMC", BEGIN_MARK_DICT b"BDC", END_MARK b"EMC",
    BEGIN_COMPAT b"BX", END_COMPAT b"EX",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinguished() {
        assert_ne!(Operator::from_name(b"Tj"), Operator::from_name(b"TJ"));
        assert_eq!(Operator::from_name(b"f*").to_string(), "f*");
        assert!(is_known(Operator::from_name(b"BDC")));
        assert!(!is_known(Operator::from_name(b"T")) && !is_known(Operator::from_name(b"BDCx")));
    }
}
