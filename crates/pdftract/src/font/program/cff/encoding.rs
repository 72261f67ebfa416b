//! Reads the built-in encoding of a CFF font: codes to glyphs, and the supplement of codes to string numbers.

use super::super::bytes::{u8_at, u16_at};
use crate::font::encoding::BaseEncoding;

/// The bit of the format byte that announces a supplement.
const HAS_SUPPLEMENT: u8 = 0x80;

#[derive(Debug)]
pub(super) enum BuiltInEncoding {
    /// Operand 0 or 1.
    Known(BaseEncoding),
    /// A table.
    Custom(Box<CustomEncoding>),
}

/// Codes of glyphs as listed in the font.
#[derive(Debug)]
pub(super) struct CustomEncoding {
    /// The glyph of each code, 0 if there is none.
    glyphs: [u16; 256],
    /// Codes with string numbers: additional codes of glyphs that already have one.
    supplement: Vec<(u8, u16)>,
}

impl CustomEncoding {
    pub(super) fn glyph(&self, code: u8) -> Option<u16> {
        self.glyphs.get(usize::from(code)).copied().filter(|glyph| *glyph != 0)
    }

    /// Returns the string number of a code in the supplement.
    pub(super) fn supplement(&self, code: u8) -> Option<u16> {
        self.supplement.iter().find(|(other, _)| *other == code).map(|(_, number)| *number)
    }
}

impl BuiltInEncoding {
    /// Reads the encoding for an operand of the top dictionary. A truncated table keeps the codes before the cut.
    pub(super) fn read(data: &[u8], operand: usize) -> Self {
        match operand {
            0 => return Self::Known(BaseEncoding::Standard),
            1 => return Self::Known(BaseEncoding::CffExpert),
            _ => {}
        }
        let mut glyphs = [0; 256];
        let format = u8_at(data, operand).unwrap_or(0);
        let rest = data.get(operand.saturating_add(1)..).unwrap_or_default();
        let count = rest.first().map_or(0, |count| usize::from(*count));
        let mut end = 1;
        match format & !HAS_SUPPLEMENT {
            0 => {
                for (code, glyph) in rest.iter().skip(1).take(count).zip(1..) {
                    set(&mut glyphs, *code, glyph);
                }
                end += count;
            }
            1 => {
                read_ranges(&mut glyphs, rest.get(1..).unwrap_or_default(), count);
                end += count * 2;
            }
            _ => {}
        }
        let has_supplement = format & HAS_SUPPLEMENT != 0;
        let supplement = if has_supplement { read_supplement(rest, end) } else { Vec::new() };
        Self::Custom(Box::new(CustomEncoding { glyphs, supplement }))
    }
}

/// Reads ranges of codes, each a first code and the number of codes after it, whose glyphs ascend from 1.
fn read_ranges(glyphs: &mut [u16; 256], ranges: &[u8], count: usize) {
    let mut glyph = 1;
    for range in ranges.chunks_exact(2).take(count) {
        let [first, more] = *range else { return };
        for offset in 0..=more {
            if let Some(code) = first.checked_add(offset) {
                set(glyphs, code, glyph);
            }
            glyph += 1;
        }
    }
}

fn set(glyphs: &mut [u16; 256], code: u8, glyph: u16) {
    if let Some(place) = glyphs.get_mut(usize::from(code)) {
        *place = glyph;
    }
}

fn read_supplement(data: &[u8], at: usize) -> Vec<(u8, u16)> {
    let count = u8_at(data, at).map_or(0, usize::from);
    let entry = |index| Some((u8_at(data, at + 1 + index * 3)?, u16_at(data, at + 2 + index * 3)?));
    (0..count).map_while(entry).collect()
}
