//! Converts the samples of an image to PNG, row by row.

use std::borrow::Cow;

use super::ImageError;
use super::colors::Colors;
use crate::budget::Budget;
use crate::png::{PngColor, PngWriter};

/// The packing and interpretation of the samples of an image.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SampleLayout {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The number of bits per sample: 1, 2, 4, 8 or 16.
    pub(super) bits: u8,
    pub(super) colors: Colors,
    /// The declared range of each component; empty for the default.
    pub(super) decode: Vec<f64>,
    /// The number of pixels in a stored row, if it differs from the width.
    pub(super) stored_width: u32,
}

/// The number of rows between two checks of the clock.
const ROWS_PER_CHECK: u32 = 256;

impl SampleLayout {
    /// Returns the size of a stored row; `None` on overflow.
    fn row_bytes(&self) -> Option<usize> {
        let samples = (self.stored_width as usize).checked_mul(self.colors.components())?;
        samples.checked_mul(usize::from(self.bits)).map(|bits| bits.div_ceil(8))
    }

    /// Returns the size of all stored rows.
    pub(super) fn stored_bytes(&self) -> Option<usize> {
        self.row_bytes()?.checked_mul(self.height as usize)
    }

    /// Writes the image as PNG. Missing rows are white.
    pub(super) fn to_png(&self, data: &[u8], budget: &Budget) -> Result<Vec<u8>, ImageError> {
        let row_bytes = self.row_bytes().filter(|bytes| *bytes > 0).ok_or(ImageError::BadSize)?;
        let form = RowForm::new(self);
        let mut png = PngWriter::new(self.width, self.height, form.bits, &form.color);
        let white = vec![u8::MAX; form.row_bytes(self.width)];
        let mut rows = data.chunks(row_bytes);
        for row in 0..self.height {
            if row.is_multiple_of(ROWS_PER_CHECK) {
                budget.check().map_err(ImageError::Stopped)?;
            }
            let written = match rows.next() {
                Some(stored) => png.row(&form.convert(self, stored, white.len())),
                None => png.row(&white),
            };
            // Writing to memory does not fail.
            written.map_err(|_| ImageError::NoData)?;
        }
        png.finish().map_err(|_| ImageError::NoData)
    }
}

/// The conversion of rows to PNG.
struct RowForm {
    color: PngColor,
    bits: u8,
    conversion: Conversion,
}

enum Conversion {
    /// The samples are copied.
    Copy,
    /// All bits are inverted.
    Invert,
    /// Each component is converted to eight bits, with lookup tables for samples of up to eight bits, and colours to
    /// RGB.
    Compute(Vec<[u8; 256]>),
}

impl RowForm {
    fn new(layout: &SampleLayout) -> Self {
        let bits = layout.bits;
        let range = Range::new(layout);
        match (&layout.colors, range) {
            (Colors::Palette(colors), _) if bits <= 8 => {
                let color = PngColor::Palette(full_palette(colors, layout));
                Self { color, bits, conversion: Conversion::Copy }
            }
            (Colors::Gray, Range::Default | Range::Inverted) => Self::kept(PngColor::Gray, bits, range),
            (Colors::Rgb, Range::Default | Range::Inverted) if bits >= 8 => {
                Self::kept(PngColor::Rgb, bits, range)
            }
            (colors, _) => {
                let color = if *colors == Colors::Gray { PngColor::Gray } else { PngColor::Rgb };
                Self { color, bits: 8, conversion: Conversion::Compute(tables(layout)) }
            }
        }
    }

    fn kept(color: PngColor, bits: u8, range: Range) -> Self {
        let conversion = if range == Range::Inverted { Conversion::Invert } else { Conversion::Copy };
        Self { color, bits, conversion }
    }

    /// Returns the size of a PNG row.
    fn row_bytes(&self, width: u32) -> usize {
        let channels = if self.color == PngColor::Rgb { 3 } else { 1 };
        (width as usize).saturating_mul(channels).saturating_mul(usize::from(self.bits)).div_ceil(8)
    }

    /// Converts a stored row, which may be truncated or longer than needed.
    fn convert<'r>(&self, layout: &SampleLayout, stored: &'r [u8], length: usize) -> Cow<'r, [u8]> {
        let mut row = match &self.conversion {
            Conversion::Copy if stored.len() >= length => {
                return Cow::Borrowed(stored.get(..length).unwrap_or(stored));
            }
            Conversion::Copy => stored.to_vec(),
            Conversion::Invert => stored.iter().map(|byte| !byte).collect(),
            Conversion::Compute(tables) => computed(layout, tables, stored, self.color == PngColor::Gray),
        };
        row.resize(length, u8::MAX);
        Cow::Owned(row)
    }
}

/// The relation of the declared ranges of the components to the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    Default,
    Inverted,
    Other,
}

impl Range {
    fn new(layout: &SampleLayout) -> Self {
        let mut pairs = layout.decode.chunks_exact(2).take(layout.colors.components());
        if pairs.clone().all(|pair| pair == [0.0, 1.0]) {
            Self::Default
        } else if pairs.len() == layout.colors.components() && pairs.all(|pair| pair == [1.0, 0.0]) {
            Self::Inverted
        } else {
            Self::Other
        }
    }
}

/// Returns a colour for each index that the bits allow, as PNG requires, with a declared range of indices applied.
fn full_palette(colors: &[[u8; 3]], layout: &SampleLayout) -> Vec<[u8; 3]> {
    let count = 1_u16 << layout.bits.min(8);
    let color = |index: u16| {
        let index = match layout.decode.as_slice() {
            &[low, high, ..] => low + f64::from(index) * (high - low) / f64::from(count - 1),
            _ => f64::from(index),
        };
        colors.get(usize::from(byte(index))).or(colors.last()).copied().unwrap_or_default()
    };
    (0..count).map(color).collect()
}

/// Returns a lookup table for each component that converts samples of up to eight bits to eight bits.
fn tables(layout: &SampleLayout) -> Vec<[u8; 256]> {
    let highest = f64::from((1_u16 << layout.bits.min(8)) - 1);
    (0..layout.colors.components())
        .map(|component| {
            let pair = layout.decode.get(2 * component..2 * component + 2);
            let (low, high) = match pair {
                Some(&[low, high]) => (low, high),
                _ => (0.0, 1.0),
            };
            let mut sample = 0.0;
            [0; 256].map(|_: u8| {
                let value = low + sample * (high - low) / highest;
                sample += 1.0;
                byte(value * 255.0)
            })
        })
        .collect()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn byte(value: f64) -> u8 {
    value.clamp(0.0, 255.0).round() as u8
}

/// Computes a row of grey or RGB pixels with eight bits per sample.
fn computed(layout: &SampleLayout, tables: &[[u8; 256]], stored: &[u8], is_gray: bool) -> Vec<u8> {
    let mut row = Vec::with_capacity(layout.width as usize * 3);
    let mut pixel = [0_u8; 4];
    let count = tables.len().min(pixel.len());
    for column in 0..layout.width as usize {
        for (component, (slot, table)) in pixel.iter_mut().zip(tables).enumerate() {
            let Some(sample) = sample(stored, column * count + component, layout.bits) else { return row };
            *slot = table.get(usize::from(sample)).copied().unwrap_or(0);
        }
        let samples = pixel.get(..count).unwrap_or_default();
        if is_gray {
            row.extend(samples);
        } else {
            row.extend(layout.colors.rgb(samples));
        }
    }
    row
}

/// Returns a sample of a row; the high byte if it has sixteen bits.
fn sample(row: &[u8], index: usize, bits: u8) -> Option<u8> {
    let bits = usize::from(bits);
    let bit = index.checked_mul(bits)?;
    let byte = *row.get(bit / 8)?;
    if bits >= 8 {
        return Some(byte);
    }
    let mask = u8::try_from((1_u16 << bits) - 1).unwrap_or(u8::MAX);
    Some(byte >> (8 - bits - bit % 8) & mask)
}
