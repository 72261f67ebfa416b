//! A picture in shades of grey or in colour, and the two file formats it is written in.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Pixels row by row, three bytes each: red, green, blue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

const CHANNELS: usize = 3;

impl Picture {
    /// A picture from its pixels; `None` when they are not as many as the sides say.
    pub fn new(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        let needed = (width as usize).checked_mul(height as usize)?.checked_mul(CHANNELS)?;
        (pixels.len() == needed).then_some(Self { width, height, pixels })
    }

    /// How many pixels a row has.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows there are.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green and blue of all pixels, row by row.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The pixel at a place, as a slice of three bytes.
    pub fn pixel_mut(&mut self, x: u32, y: u32) -> Option<&mut [u8]> {
        if x >= self.width {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * CHANNELS;
        self.pixels.get_mut(start..start + CHANNELS)
    }

    /// How bright each pixel is, row by row.
    pub fn grey(&self) -> Vec<u8> {
        self.pixels.chunks_exact(CHANNELS).map(brightness).collect()
    }

    /// The same picture, white outside of some boxes (left, top, right, bottom, in pixels).
    pub fn only(&self, boxes: &[[u32; 4]]) -> Self {
        let mut pixels = vec![u8::MAX; self.pixels.len()];
        let row = self.width as usize * CHANNELS;
        for &[left, top, right, bottom] in boxes {
            let (left, right) = (left.min(self.width) as usize, right.min(self.width) as usize);
            for y in top as usize..bottom.min(self.height) as usize {
                let part = y * row + left * CHANNELS..y * row + right.max(left) * CHANNELS;
                if let (Some(to), Some(from)) = (pixels.get_mut(part.clone()), self.pixels.get(part)) {
                    to.copy_from_slice(from);
                }
            }
        }
        Self { width: self.width, height: self.height, pixels }
    }

    /// Draws the frame of a box (left, top, right, bottom, in pixels), one pixel wide.
    pub fn frame(&mut self, [left, top, right, bottom]: [u32; 4], color: [u8; 3]) {
        let columns = (left..=right).flat_map(|x| [(x, top), (x, bottom)]);
        let rows = (top..=bottom).flat_map(|y| [(left, y), (right, y)]);
        for (x, y) in columns.chain(rows).collect::<Vec<_>>() {
            if let Some(pixel) = self.pixel_mut(x, y) {
                pixel.copy_from_slice(&color);
            }
        }
    }

    /// As a portable grey map (`P5`), which engines read without unpacking.
    pub fn to_pgm(&self) -> Vec<u8> {
        let mut out = format!("P5\n{} {}\n255\n", self.width, self.height).into_bytes();
        out.extend(self.pixels.chunks_exact(CHANNELS).map(brightness));
        out
    }

    /// As PNG.
    pub fn to_png(&self) -> std::io::Result<Vec<u8>> {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        for row in self.pixels.chunks_exact((self.width as usize * CHANNELS).max(1)) {
            // Each row says which filter it has: none.
            packed.write_all(&[0])?;
            packed.write_all(row)?;
        }
        let mut header = Vec::with_capacity(13);
        header.extend_from_slice(&self.width.to_be_bytes());
        header.extend_from_slice(&self.height.to_be_bytes());
        // Eight bits per channel, true colour, and the only methods there are.
        header.extend_from_slice(&[8, 2, 0, 0, 0]);
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        push_chunk(b"IHDR", &header, &mut out);
        push_chunk(b"IDAT", &packed.finish()?, &mut out);
        push_chunk(b"IEND", &[], &mut out);
        Ok(out)
    }
}

/// The brightness that people see (ITU-R BT.601), in integers.
fn brightness(pixel: &[u8]) -> u8 {
    let weighted: u32 =
        pixel.iter().zip([299u32, 587, 114]).map(|(&part, weight)| u32::from(part) * weight).sum();
    u8::try_from(weighted / 1_000).unwrap_or(u8::MAX)
}

fn push_chunk(kind: &[u8; 4], data: &[u8], out: &mut Vec<u8>) {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    let mut sum = flate2::Crc::new();
    sum.update(kind);
    sum.update(data);
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(kind);
    out.extend_from_slice(data);
    out.extend_from_slice(&sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_fit_the_sides() {
        assert!(Picture::new(2, 2, vec![0; 11]).is_none());
        assert!(Picture::new(u32::MAX, u32::MAX, Vec::new()).is_none());
    }

    #[test]
    fn formats_say_their_sides() {
        let picture = Picture::new(2, 1, vec![255, 255, 255, 0, 0, 0]).unwrap();
        assert_eq!(picture.to_pgm(), b"P5\n2 1\n255\n\xFF\x00");
        let png = picture.to_png().unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&png[16..24], [0, 0, 0, 2, 0, 0, 0, 1]);
    }

    #[test]
    fn what_is_not_asked_for_turns_white() {
        let picture = Picture::new(2, 1, vec![0; 6]).unwrap();
        assert_eq!(picture.only(&[[1, 0, 9, 9]]).pixels(), [255, 255, 255, 0, 0, 0]);
    }
}
