//! Reverses PNG and TIFF prediction row by row (ISO 32000-1, 7.4.4.4).

use super::{Damage, Decoder, Source, WINDOW};

/// Validated predictor parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Predictor {
    png: bool,
    colors: usize,
    bits: usize,
    row_bytes: usize,
}

impl Predictor {
    /// Validates the parameters of a stream; returns `Err` if they are invalid or a row would exceed `max_row_bytes`,
    /// and `Ok(None)` if there is no prediction.
    pub(crate) fn new(
        predictor: i64,
        colors: i64,
        bits: i64,
        columns: i64,
        max_row_bytes: usize,
    ) -> Result<Option<Self>, ()> {
        let png = match predictor {
            ..=1 => return Ok(None),
            2 => false,
            10..=15 => true,
            _ => return Err(()),
        };
        let colors = usize::try_from(colors).map_err(drop)?;
        let bits = usize::try_from(bits).map_err(drop)?;
        let columns = usize::try_from(columns).map_err(drop)?;
        if colors == 0 || columns == 0 || !matches!(bits, 1 | 2 | 4 | 8 | 16) {
            return Err(());
        }
        let row_bits = colors.checked_mul(bits).and_then(|bits| bits.checked_mul(columns)).ok_or(())?;
        let row_bytes = row_bits.div_ceil(8);
        if row_bytes > max_row_bytes {
            return Err(());
        }
        Ok(Some(Self { png, colors, bits, row_bytes }))
    }

    /// Returns the distance in bytes between a sample and the same sample of the previous pixel.
    fn pixel_bytes(&self) -> usize {
        (self.colors * self.bits).div_ceil(8)
    }

    /// Reverses prediction of data in memory.
    pub(crate) fn undo_whole(self, data: &[u8]) -> Vec<u8> {
        let stored = self.row_bytes + usize::from(self.png);
        let mut undo = Undo::new(self);
        let mut out = Vec::with_capacity(data.len());
        for row in data.chunks(stored) {
            undo.row(row, &mut out);
        }
        out
    }
}

pub(super) struct Undo {
    parameters: Predictor,
    previous: Vec<u8>,
    stored: Vec<u8>,
}

impl Undo {
    pub(super) fn new(parameters: Predictor) -> Self {
        Self { parameters, previous: Vec::new(), stored: Vec::new() }
    }

    /// Reverses one stored row, which may be truncated at the end of the data.
    fn row(&mut self, stored: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        if self.parameters.png {
            let Some((&tag, body)) = stored.split_first() else { return };
            out.extend_from_slice(body);
            self.previous.resize(self.parameters.row_bytes, 0);
            let row = out.get_mut(start..).unwrap_or_default();
            undo_png(tag, row, &self.previous, self.parameters.pixel_bytes());
            self.previous.clear();
            self.previous.extend_from_slice(row);
        } else {
            out.extend_from_slice(stored);
            undo_tiff(out.get_mut(start..).unwrap_or_default(), &self.parameters);
        }
    }
}

impl Decoder for Undo {
    fn decode(&mut self, input: &mut dyn Source, out: &mut Vec<u8>) -> Result<bool, Damage> {
        let wanted = self.parameters.row_bytes + usize::from(self.parameters.png);
        let mut stored = std::mem::take(&mut self.stored);
        let mut result = Ok(false);
        while out.len() < WINDOW && result == Ok(false) {
            stored.clear();
            result = gather(input, wanted, &mut stored);
            self.row(&stored, out);
        }
        self.stored = stored;
        result
    }
}

/// Collects one stored row; returns `true` at the end of the input.
fn gather(input: &mut dyn Source, wanted: usize, row: &mut Vec<u8>) -> Result<bool, Damage> {
    while row.len() < wanted {
        let bytes = input.fill()?;
        let taken = bytes.len().min(wanted - row.len());
        if taken == 0 {
            return Ok(true);
        }
        row.extend_from_slice(bytes.get(..taken).unwrap_or_default());
        input.consume(taken);
    }
    Ok(false)
}

fn undo_png(tag: u8, row: &mut [u8], above: &[u8], pixel: usize) {
    match tag {
        1 => undo_sub(row, pixel),
        2 => row.iter_mut().zip(above).for_each(|(byte, up)| *byte = byte.wrapping_add(*up)),
        3 => undo_average(row, above, pixel),
        4 => undo_paeth(row, above, pixel),
        // 0 is "none"; unknown tags are treated like it.
        _ => {}
    }
}

fn undo_sub(row: &mut [u8], pixel: usize) {
    for at in pixel..row.len() {
        let left = row.get(at - pixel).copied().unwrap_or(0);
        if let Some(byte) = row.get_mut(at) {
            *byte = byte.wrapping_add(left);
        }
    }
}

fn undo_average(row: &mut [u8], above: &[u8], pixel: usize) {
    for (at, &up) in above.iter().enumerate().take(row.len()) {
        let left = at.checked_sub(pixel).and_then(|left| row.get(left)).copied().unwrap_or(0);
        if let Some(byte) = row.get_mut(at) {
            *byte = byte.wrapping_add(u8::midpoint(left, up));
        }
    }
}

fn undo_paeth(row: &mut [u8], above: &[u8], pixel: usize) {
    for (at, &up) in above.iter().enumerate().take(row.len()) {
        let (left, corner) = match at.checked_sub(pixel) {
            Some(before) => (row.get(before).copied().unwrap_or(0), above.get(before).copied().unwrap_or(0)),
            None => (0, 0),
        };
        if let Some(byte) = row.get_mut(at) {
            *byte = byte.wrapping_add(paeth(left, up, corner));
        }
    }
}

fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let estimate = i16::from(left) + i16::from(up) - i16::from(corner);
    let distance = |value: u8| (estimate - i16::from(value)).abs();
    if distance(left) <= distance(up) && distance(left) <= distance(corner) {
        left
    } else if distance(up) <= distance(corner) {
        up
    } else {
        corner
    }
}

fn undo_tiff(row: &mut [u8], parameters: &Predictor) {
    match parameters.bits {
        8 => undo_sub(row, parameters.colors),
        16 => undo_tiff_wide(row, parameters.colors),
        bits => undo_tiff_narrow(row, bits, parameters.colors),
    }
}

fn undo_tiff_wide(row: &mut [u8], colors: usize) {
    let sample = |row: &[u8], at: usize| match row.get(2 * at..2 * at + 2) {
        Some(&[high, low]) => u16::from_be_bytes([high, low]),
        _ => 0,
    };
    for at in colors..row.len() / 2 {
        let value = sample(row, at).wrapping_add(sample(row, at - colors));
        if let Some(slot) = row.get_mut(2 * at..2 * at + 2) {
            slot.copy_from_slice(&value.to_be_bytes());
        }
    }
}

fn undo_tiff_narrow(row: &mut [u8], bits: usize, colors: usize) {
    let mask = (1u8 << bits) - 1;
    let per_byte = 8 / bits;
    let shift = |at: usize| 8 - bits * (at % per_byte + 1);
    for at in colors..row.len() * per_byte {
        let before = at - colors;
        let left = row.get(before / per_byte).copied().unwrap_or(0) >> shift(before) & mask;
        if let Some(byte) = row.get_mut(at / per_byte) {
            let value = (*byte >> shift(at)).wrapping_add(left) & mask;
            *byte = *byte & !(mask << shift(at)) | value << shift(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn predictor(kind: i64, colors: i64, bits: i64, columns: i64) -> Predictor {
        Predictor::new(kind, colors, bits, columns, 4 << 20).unwrap().unwrap()
    }

    #[test]
    fn png_rows_of_every_kind() {
        let data = [0, 1, 2, 3, 1, 1, 1, 1, 2, 1, 1, 1, 3, 2, 2, 2, 4, 1, 1, 1];
        let out = predictor(15, 1, 8, 3).undo_whole(&data);
        assert_eq!(out, [1, 2, 3, 1, 2, 3, 2, 3, 4, 3, 5, 6, 4, 6, 7]);
    }

    #[test]
    fn tiff_of_every_width() {
        assert_eq!(predictor(2, 1, 8, 4).undo_whole(&[1, 1, 1, 1]), [1, 2, 3, 4]);
        assert_eq!(predictor(2, 1, 16, 2).undo_whole(&[0, 255, 0, 2]), [0, 255, 1, 1]);
        assert_eq!(predictor(2, 1, 4, 4).undo_whole(&[0x11, 0x1F]), [0x12, 0x32]);
        assert_eq!(predictor(2, 1, 1, 8).undo_whole(&[0b1100_0001]), [0b1000_0001]);
    }

    #[test]
    fn impossible_parameters_are_refused() {
        assert_eq!(Predictor::new(1, 1, 8, 1, 100), Ok(None));
        for (colors, bits, columns) in [(32, 16, i64::MAX), (0, 8, 1), (1, 7, 1), (1, 8, -1), (1, 8, 101)] {
            assert_eq!(Predictor::new(12, colors, bits, columns, 100), Err(()), "{colors} {bits} {columns}");
        }
        assert_eq!(Predictor::new(7, 1, 8, 1, 100), Err(()));
    }

    #[test]
    fn a_row_cut_short_is_kept() {
        assert_eq!(predictor(12, 1, 8, 4).undo_whole(&[2, 5, 6, 7, 8, 2, 1, 1]), [5, 6, 7, 8, 6, 7]);
    }
}
