//! Finds the default widths, the scale and the subroutines of a glyph: those of the font, or of its font dictionary
//! in a CID font.

use super::super::bytes::{u8_at, u16_at};
use super::dict::{self, Dict};
use super::index::Index;
use super::{DEFAULT_SCALE, TopDict, usable_scale};

/// The maximum number of font dictionaries; FDSelect numbers them with one byte.
const MOST_FONT_DICTS: usize = 256;

/// Default and nominal width of charstrings in glyph space, the scale to text space, and the local subroutines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Private {
    pub(super) default_width: f32,
    pub(super) nominal_width: f32,
    pub(super) scale: f32,
    /// The local subroutines.
    pub(super) subroutines: Index,
}

/// The private data of each font dictionary; a font that is not CID-keyed counts as having one.
#[derive(Debug)]
pub(super) struct FontDicts {
    dicts: Vec<Private>,
    select: Option<usize>,
}

impl FontDicts {
    pub(super) fn read(data: &[u8], top: &TopDict) -> Self {
        let array = top.font_dict_array.filter(|_| top.is_cid).and_then(|at| Index::read(data, at));
        let Some(array) = array else {
            let scale = usable_scale(top.scale).unwrap_or(DEFAULT_SCALE);
            return Self { dicts: vec![private(data, top.private, scale)], select: None };
        };
        let count = usize::from(array.count()).min(MOST_FONT_DICTS);
        let one = |index| {
            let dict = Dict::read(array.get(data, index).unwrap_or_default());
            private(
                data,
                dict.size_and_offset(dict::PRIVATE),
                scale(top.scale, dict.number(dict::FONT_MATRIX)),
            )
        };
        Self { dicts: (0..count).map(one).collect(), select: top.font_dict_select }
    }

    /// Returns the scale of a font dictionary.
    pub(super) fn scale(&self, index: usize) -> f32 {
        self.dicts.get(index).map_or(DEFAULT_SCALE, |dict| dict.scale)
    }

    pub(super) fn of_glyph(&self, data: &[u8], glyph: u16) -> Option<Private> {
        let index = self.select.map_or(Some(0), |at| font_dict(data, at, glyph)).unwrap_or(0);
        self.dicts.get(index).copied()
    }
}

/// Combines the scales of font and font dictionary. Their matrices multiply, but a dictionary often repeats the
/// font's.
fn scale(top: Option<f32>, own: Option<f32>) -> f32 {
    let product = top.unwrap_or(1.0) * own.unwrap_or(1.0);
    usable_scale(Some(product)).or(usable_scale(own)).or(usable_scale(top)).unwrap_or(DEFAULT_SCALE)
}

fn private(data: &[u8], place: Option<(usize, usize)>, scale: f32) -> Private {
    let bytes = place.and_then(|(size, start)| data.get(start..start.checked_add(size)?.min(data.len())));
    let dict = Dict::read(bytes.unwrap_or_default());
    // The offset of the subroutines counts from the start of the private dictionary.
    let subroutines =
        dict.offset(dict::SUBROUTINES).and_then(|at| Index::read(data, place?.1.checked_add(at)?));
    Private {
        default_width: dict.number(dict::DEFAULT_WIDTH).unwrap_or(0.0),
        nominal_width: dict.number(dict::NOMINAL_WIDTH).unwrap_or(0.0),
        scale,
        subroutines: subroutines.unwrap_or_default(),
    }
}

/// Returns the number of a glyph's font dictionary from FDSelect, formats 0 and 3.
fn font_dict(data: &[u8], start: usize, glyph: u16) -> Option<usize> {
    let table = data.get(start..)?;
    match u8_at(table, 0)? {
        0 => u8_at(table, 1 + usize::from(glyph)).map(usize::from),
        3 => {
            let count = usize::from(u16_at(table, 1)?);
            let first = |index: usize| u16_at(table, 3 + index * 3);
            let (mut low, mut high) = (0, count);
            while low < high {
                let middle = low.midpoint(high);
                if first(middle)? <= glyph { low = middle + 1 } else { high = middle }
            }
            u8_at(table, 3 + low.checked_sub(1)? * 3 + 2).map(usize::from)
        }
        _ => None,
    }
}
