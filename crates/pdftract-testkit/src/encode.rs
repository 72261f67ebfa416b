//! Encodes stream data for filters to decode: Flate, ASCII85, ASCIIHex, RunLength and the predictors.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compress, Compression, FlushCompress, Status};

/// The modulus of Adler-32.
const ADLER_MODULUS: u64 = 65_521;

/// The length of the empty final block and the checksum at the end of [`flate_repeated`], in bytes.
pub(crate) const FLATE_END_BYTES: usize = 6;

/// Encodes for `/FlateDecode`.
pub fn flate(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).expect("writing to a vector");
    encoder.finish().expect("writing to a vector")
}

/// Encodes `prefix` and then `count` copies of `block` for `/FlateDecode`, compressing the block only once.
///
/// A decompression bomb of gigabytes takes no longer to build than one block.
pub fn flate_repeated(prefix: &[u8], block: &[u8], count: usize) -> Vec<u8> {
    let mut out = vec![0x78, 0xDA];
    out.append(&mut deflate_segment(prefix));
    out.extend_from_slice(&deflate_segment(block).repeat(count));
    // An empty final block with fixed codes.
    out.extend_from_slice(&[0x03, 0x00]);
    let block_sum = adler32(block);
    let sum = (0..count).fold(adler32(prefix), |sum, _| sum.followed_by(block_sum));
    out.extend_from_slice(&sum.to_be_bytes());
    out
}

/// Deflates to whole bytes that neither end the stream nor refer to earlier data.
fn deflate_segment(data: &[u8]) -> Vec<u8> {
    let mut compress = Compress::new(Compression::best(), false);
    let mut out = Vec::with_capacity(data.len() + 64);
    loop {
        let rest = &data[compress.total_in() as usize..];
        let status = compress.compress_vec(rest, &mut out, FlushCompress::Full).expect("valid state");
        if status != Status::Ok || (compress.total_in() as usize == data.len() && out.len() < out.capacity())
        {
            return out;
        }
        out.reserve(1 << 16);
    }
}

/// An Adler-32 checksum that can be combined with the checksum of the data that follows.
#[derive(Clone, Copy)]
struct Adler {
    low: u64,
    high: u64,
    length: u64,
}

fn adler32(data: &[u8]) -> Adler {
    let (low, high) = data.iter().fold((1, 0), |(low, high), byte| {
        let low = (low + u64::from(*byte)) % ADLER_MODULUS;
        (low, (high + low) % ADLER_MODULUS)
    });
    Adler { low, high, length: data.len() as u64 }
}

impl Adler {
    fn followed_by(self, next: Adler) -> Adler {
        let low_before = self.low + ADLER_MODULUS - 1;
        Adler {
            low: (low_before + next.low) % ADLER_MODULUS,
            high: (self.high + next.high + next.length % ADLER_MODULUS * low_before) % ADLER_MODULUS,
            length: self.length + next.length,
        }
    }

    fn to_be_bytes(self) -> [u8; 4] {
        ((self.high << 16 | self.low) as u32).to_be_bytes()
    }
}

/// Encodes for `/ASCIIHexDecode`.
pub fn ascii_hex(data: &[u8]) -> Vec<u8> {
    let mut out: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
    out.push('>');
    out.into_bytes()
}

/// Encodes for `/ASCII85Decode`.
pub fn ascii85(data: &[u8]) -> Vec<u8> {
    let mut out = ascii85_without_end(data);
    out.extend_from_slice(b"~>");
    out
}

/// Encodes for `/ASCII85Decode` without the end marker, so that more groups can follow. The length must be a multiple
/// of 4 for whole groups.
pub fn ascii85_without_end(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() / 4 * 5 + 8);
    for group in data.chunks(4) {
        if group == [0; 4] {
            out.push(b'z');
            continue;
        }
        let mut padded = [0; 4];
        padded[..group.len()].copy_from_slice(group);
        let mut value = u32::from_be_bytes(padded);
        let mut digits = [0; 5];
        for digit in digits.iter_mut().rev() {
            *digit = b'!' + (value % 85) as u8;
            value /= 85;
        }
        out.extend_from_slice(&digits[..=group.len()]);
    }
    out
}

/// Encodes for `/RunLengthDecode`.
pub fn run_length(data: &[u8]) -> Vec<u8> {
    let mut out = run_length_without_end(data);
    out.push(128);
    out
}

/// Encodes for `/RunLengthDecode` without the end marker, so that more runs can follow.
pub fn run_length_without_end(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = data;
    while let Some(&byte) = rest.first() {
        let run = rest.iter().take(128).take_while(|next| **next == byte).count();
        if run > 1 {
            out.extend_from_slice(&[(257 - run) as u8, byte]);
            rest = &rest[run..];
        } else {
            let literal = literal_length(rest);
            out.push((literal - 1) as u8);
            out.extend_from_slice(&rest[..literal]);
            rest = &rest[literal..];
        }
    }
    out
}

/// Returns the number of bytes before the next pair of equal bytes, from 1 to 128.
fn literal_length(data: &[u8]) -> usize {
    let end = data.len().min(128);
    data[..end].windows(2).position(|pair| pair[0] == pair[1]).unwrap_or(end).max(1)
}

/// A PNG row filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PngFilter {
    /// Unfiltered bytes (`/Predictor 10`).
    None,
    /// The difference from the byte to the left (`/Predictor 11`).
    Sub,
    /// The difference from the byte above (`/Predictor 12`).
    Up,
    /// The difference from the mean of both (`/Predictor 13`).
    Average,
    /// The difference from the Paeth predictor of left, above and upper left (`/Predictor 14`).
    Paeth,
}

impl PngFilter {
    /// All filters, ordered by their tags.
    pub const ALL: [PngFilter; 5] =
        [PngFilter::None, PngFilter::Sub, PngFilter::Up, PngFilter::Average, PngFilter::Paeth];

    fn prediction(self, left: u8, above: u8, above_left: u8) -> u8 {
        match self {
            PngFilter::None => 0,
            PngFilter::Sub => left,
            PngFilter::Up => above,
            PngFilter::Average => ((u16::from(left) + u16::from(above)) / 2) as u8,
            PngFilter::Paeth => paeth(left, above, above_left),
        }
    }
}

fn paeth(left: u8, above: u8, above_left: u8) -> u8 {
    let estimate = i16::from(left) + i16::from(above) - i16::from(above_left);
    let distance = |value: u8| (estimate - i16::from(value)).abs();
    if distance(left) <= distance(above) && distance(left) <= distance(above_left) {
        left
    } else if distance(above) <= distance(above_left) {
        above
    } else {
        above_left
    }
}

/// Applies one PNG filter to every row; the last row may be short.
pub fn png_predict(data: &[u8], filter: PngFilter, row_bytes: usize, pixel_bytes: usize) -> Vec<u8> {
    png_predict_rows(data, &[filter], row_bytes, pixel_bytes)
}

/// Applies the given PNG filters in turn, one per row (`/Predictor 15`).
pub fn png_predict_rows(data: &[u8], filters: &[PngFilter], row_bytes: usize, pixel_bytes: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() + data.len() / row_bytes.max(1) + 1);
    let mut above: &[u8] = &[];
    for (row, filter) in data.chunks(row_bytes.max(1)).zip(filters.iter().cycle()) {
        out.push(*filter as u8);
        for (at, byte) in row.iter().enumerate() {
            let before = at.checked_sub(pixel_bytes.max(1));
            let left = before.map_or(0, |before| row[before]);
            let above_left = before.and_then(|before| above.get(before)).copied().unwrap_or(0);
            let above = above.get(at).copied().unwrap_or(0);
            out.push(byte.wrapping_sub(filter.prediction(left, above, above_left)));
        }
        above = row;
    }
    out
}

/// Applies the TIFF predictor (`/Predictor 2`) for 1, 2, 4, 8 or 16 bits per component.
pub fn tiff_predict(data: &[u8], columns: usize, colors: usize, bits_per_component: usize) -> Vec<u8> {
    let row_bytes = (columns * colors * bits_per_component).div_ceil(8).max(1);
    data.chunks(row_bytes)
        .flat_map(|row| tiff_predict_row(row, columns, colors, bits_per_component))
        .collect()
}

fn tiff_predict_row(row: &[u8], columns: usize, colors: usize, bits: usize) -> Vec<u8> {
    let mut out = row.to_vec();
    let components = (columns * colors).min(row.len() * 8 / bits);
    for component in colors..components {
        let difference =
            component_at(row, component, bits).wrapping_sub(component_at(row, component - colors, bits))
                & ((1_u32 << bits) - 1) as u16;
        set_component(&mut out, component, bits, difference);
    }
    out
}

fn component_at(row: &[u8], component: usize, bits: usize) -> u16 {
    let bit = component * bits;
    if bits == 16 {
        return u16::from_be_bytes([row[bit / 8], row[bit / 8 + 1]]);
    }
    u16::from(row[bit / 8] >> (8 - bits - bit % 8)) & ((1 << bits) - 1)
}

fn set_component(row: &mut [u8], component: usize, bits: usize, value: u16) {
    let bit = component * bits;
    if bits == 16 {
        row[bit / 8..bit / 8 + 2].copy_from_slice(&value.to_be_bytes());
        return;
    }
    let shift = 8 - bits - bit % 8;
    let mask = (((1_u16 << bits) - 1) << shift) as u8;
    row[bit / 8] = row[bit / 8] & !mask | (value << shift) as u8 & mask;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::io::Read;

    fn inflate(data: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        flate2::read::ZlibDecoder::new(data).read_to_end(&mut out).unwrap();
        out
    }

    #[test]
    fn repeated_blocks_inflate_with_a_right_checksum() {
        let block = Random::new(1).bytes(70_000);
        let expected = [b"HELLO".to_vec(), block.repeat(3)].concat();
        assert_eq!(inflate(&flate_repeated(b"HELLO", &block, 3)), expected);
        assert_eq!(inflate(&flate_repeated(b"", b"", 0)), b"");
        let spaces = vec![b' '; 1 << 20];
        assert!(flate_repeated(b"", &spaces, 8).len() < 16_000);
        assert_eq!(inflate(&flate_repeated(b"", &spaces, 8)).len(), 8 << 20);
    }

    #[test]
    fn ascii_filters_match_known_values() {
        assert_eq!(ascii_hex(b"\x00\xffA"), b"00ff41>");
        assert_eq!(ascii85(b"Man sure."), b"9jqo^F*2M7/c~>");
        assert_eq!(ascii85(&[0, 0, 0, 0, 0]), b"z!!~>");
    }

    #[test]
    fn run_length_matches_known_values() {
        assert_eq!(run_length(b"aaaab"), [253, b'a', 0, b'b', 128]);
        assert_eq!(run_length(b"abcc"), [1, b'a', b'b', 255, b'c', 128]);
        assert_eq!(run_length(&[7; 129]), [129, 7, 0, 7, 128]);
    }

    #[test]
    fn png_filters_match_known_values() {
        let rows = [10, 20, 30, 11, 22, 33];
        let predict = |filter| png_predict(&rows, filter, 3, 1);
        assert_eq!(predict(PngFilter::None), [0, 10, 20, 30, 0, 11, 22, 33]);
        assert_eq!(predict(PngFilter::Sub), [1, 10, 10, 10, 1, 11, 11, 11]);
        assert_eq!(predict(PngFilter::Up), [2, 10, 20, 30, 2, 1, 2, 3]);
        assert_eq!(predict(PngFilter::Average), [3, 10, 15, 20, 3, 6, 7, 7]);
        assert_eq!(predict(PngFilter::Paeth), [4, 10, 10, 10, 4, 1, 2, 3]);
    }

    #[test]
    fn tiff_predictor_matches_known_values() {
        assert_eq!(tiff_predict(&[1, 2, 4, 8, 16, 32], 3, 2, 8), [1, 2, 3, 6, 12, 24]);
        assert_eq!(tiff_predict(&[0b1011_0100], 8, 1, 1), [0b1110_1110]);
        assert_eq!(tiff_predict(&[0x13, 0x52], 4, 1, 4), [0x12, 0x2D]);
        assert_eq!(tiff_predict(&[0x00, 0xFF, 0x01, 0x00], 2, 1, 16), [0x00, 0xFF, 0x00, 0x01]);
        assert_eq!(tiff_predict(&[0b00_01_11_10], 4, 1, 2), [0b00_01_10_11]);
    }
}
