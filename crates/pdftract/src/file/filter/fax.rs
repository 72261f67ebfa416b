//! Decodes one-bit images of CCITT Group 3 and 4 (ISO 32000-1, 7.4.6) to packed rows: Ghostscript writes bitmap fonts
//! in this form.

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode};

/// The maximum width and height in pixels; glyphs have a few hundred.
const MAX_SIDE: u32 = 4_096;

/// The format of a fax image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FaxForm {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// Negative for Group 4, 0 for one-dimensional Group 3, positive for two-dimensional Group 3.
    pub(crate) k: i64,
    /// `true` if a set bit is black.
    pub(crate) black_is_high: bool,
    pub(crate) is_aligned: bool,
}

/// Returns the readable rows of an image, eight pixels per byte; `None` for sizes that no glyph has.
pub(crate) fn decode(data: &[u8], form: FaxForm) -> Option<Vec<u8>> {
    let sizes = 1..=MAX_SIDE;
    if !sizes.contains(&form.columns) || !sizes.contains(&form.rows) {
        return None;
    }
    Some(decode_rows(data, form))
}

/// Decodes an image of any size, which the caller has checked. Rows after damage are missing.
pub(crate) fn decode_rows(data: &[u8], form: FaxForm) -> Vec<u8> {
    let settings = DecodeSettings {
        columns: form.columns,
        rows: form.rows,
        end_of_block: true,
        end_of_line: false,
        rows_are_byte_aligned: form.is_aligned,
        encoding: match form.k {
            ..0 => EncodingMode::Group4,
            0 => EncodingMode::Group3_1D,
            1.. => EncodingMode::Group3_2D,
        },
        strict: false,
    };
    let mut rows = Rows { form, bytes: Vec::new() };
    // Rows before damage are kept.
    let _ = hayro_ccitt::decode(data, &mut rows, &mut DecoderContext::new(settings));
    rows.bytes
}

/// The rows read so far.
struct Rows {
    form: FaxForm,
    bytes: Vec<u8>,
}

impl Decoder for Rows {
    fn push_row(&mut self, changes: &[u32]) {
        let mut changes = changes.iter().copied().peekable();
        let mut is_black = false;
        for first in (0..self.form.columns).step_by(8) {
            // Most bytes are of one colour.
            if changes.peek().is_none_or(|change| *change > first + 7) {
                self.bytes.push(if is_black == self.form.black_is_high { u8::MAX } else { 0 });
                continue;
            }
            let mut byte = 0;
            for column in first..first + 8 {
                while changes.next_if(|change| *change <= column).is_some() {
                    is_black = !is_black;
                }
                byte = byte << 1 | u8::from(is_black == self.form.black_is_high);
            }
            self.bytes.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: FaxForm = FaxForm { columns: 8, rows: 2, k: -1, black_is_high: true, is_aligned: false };

    #[test]
    fn rows_of_group_4_are_decoded() {
        // Horizontal mode, 2 white and 3 black; then vertical mode to the end of the row; then a row like the one
        // above.
        let bits = "001 0111 10 1  1 1 1  000000000001 000000000001";
        let bits: Vec<u8> = bits.bytes().filter(|bit| *bit != b' ').map(|bit| bit - b'0').collect();
        let data: Vec<u8> = bits
            .chunks(8)
            .map(|bits| (0..8).fold(0, |byte, at| byte << 1 | bits.get(at).unwrap_or(&0)))
            .collect();
        assert_eq!(decode(&data, FORM), Some(vec![0b0011_1000, 0b0011_1000]));
        let inverted = FaxForm { black_is_high: false, ..FORM };
        assert_eq!(decode(&data, inverted), Some(vec![0b1100_0111, 0b1100_0111]));
    }

    #[test]
    fn any_bytes_are_survived() {
        let mut state = 1_u32;
        for length in 0..600 {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                u8::try_from(state >> 24).unwrap_or(0)
            };
            let data: Vec<u8> = (0..length % 60).map(|_| next()).collect();
            for k in [-1, 0, 1] {
                let columns = u32::from(next()) + 1;
                let rows = decode(&data, FaxForm { columns, rows: 40, k, ..FORM }).unwrap();
                assert!(rows.len() <= 40 * columns.div_ceil(8) as usize);
            }
        }
        assert_eq!(decode(&[], FaxForm { columns: 1 << 20, ..FORM }), None);
    }
}
