//! An RGB image, and the two file formats in which it is written.

use crate::png::{PngColor, PngWriter};

/// An image: pixels row by row, three bytes each for red, green and blue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

/// The number of bytes per pixel: red, green, blue.
const CHANNELS: usize = 3;

impl Picture {
    /// Creates an image from its pixels; returns `None` if their number does not match the size.
    pub fn new(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        let needed = (width as usize).checked_mul(height as usize)?.checked_mul(CHANNELS)?;
        (pixels.len() == needed).then_some(Self { width, height, pixels })
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns red, green and blue of all pixels, row by row.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns a pixel, as a slice of three bytes.
    pub fn pixel_mut(&mut self, x: u32, y: u32) -> Option<&mut [u8]> {
        if x >= self.width {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * CHANNELS;
        self.pixels.get_mut(start..start + CHANNELS)
    }

    /// Returns the brightness of each pixel, row by row.
    pub fn grey(&self) -> Vec<u8> {
        self.pixels.chunks_exact(CHANNELS).map(brightness).collect()
    }

    /// Returns a copy that is white outside of some boxes (left, top, right, bottom, in pixels).
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

    /// Returns the image rotated clockwise, enlarged so that nothing is lost; the corners are white. `None` if it
    /// would exceed the maximum size.
    pub fn turned(&self, degrees: f64) -> Option<(Self, Turn)> {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        let sides = [width * cosine.abs() + height * sine.abs(), width * sine.abs() + height * cosine.abs()];
        let [new_width, new_height] = sides.map(|side| pixel(side.ceil()));
        let turn = Turn {
            sine,
            cosine,
            from: (width / 2.0, height / 2.0),
            to: (f64::from(new_width) / 2.0, f64::from(new_height) / 2.0),
        };
        let bytes = (new_width as usize).checked_mul(new_height as usize)?.checked_mul(CHANNELS)?;
        let mut pixels = Vec::with_capacity(bytes);
        for y in 0..new_height {
            for x in 0..new_width {
                let (x, y) = turn.source(f64::from(x), f64::from(y));
                pixels.extend(self.between(x, y));
            }
        }
        Some((Self::new(new_width, new_height, pixels)?, turn))
    }

    /// Returns the colour at a fractional position, by bilinear interpolation.
    fn between(&self, x: f64, y: f64) -> [u8; CHANNELS] {
        let (left, top) = (x.floor(), y.floor());
        let (to_right, to_bottom) = (x - left, y - top);
        let [upper_left, upper_right, lower_left, lower_right] =
            [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(dx, dy)| self.color(left + dx, top + dy));
        let mix = |one: u8, other: u8, share: f64| f64::from(one) * (1.0 - share) + f64::from(other) * share;
        let mut out = [u8::MAX; CHANNELS];
        for (channel, out) in out.iter_mut().enumerate() {
            let of = |color: &[u8; CHANNELS]| color.get(channel).copied().unwrap_or(u8::MAX);
            let upper = mix(of(&upper_left), of(&upper_right), to_right);
            let lower = mix(of(&lower_left), of(&lower_right), to_right);
            *out = u8::try_from(pixel(upper * (1.0 - to_bottom) + lower * to_bottom)).unwrap_or(u8::MAX);
        }
        out
    }

    /// Returns the colour of a pixel; white outside.
    fn color(&self, x: f64, y: f64) -> [u8; CHANNELS] {
        let is_inside = x >= 0.0 && y >= 0.0 && x < f64::from(self.width) && y < f64::from(self.height);
        let start = (pixel(y) as usize * self.width as usize + pixel(x) as usize) * CHANNELS;
        let found = self.pixels.get(start..start + CHANNELS).filter(|_| is_inside);
        found.and_then(|found| found.try_into().ok()).unwrap_or([u8::MAX; CHANNELS])
    }

    /// Draws the outline of a box (left, top, right, bottom, in pixels), one pixel wide.
    pub fn frame(&mut self, [left, top, right, bottom]: [u32; 4], color: [u8; 3]) {
        let columns = (left..=right).flat_map(|x| [(x, top), (x, bottom)]);
        let rows = (top..=bottom).flat_map(|y| [(left, y), (right, y)]);
        for (x, y) in columns.chain(rows).collect::<Vec<_>>() {
            if let Some(pixel) = self.pixel_mut(x, y) {
                pixel.copy_from_slice(&color);
            }
        }
    }

    /// Encodes the image as a portable grey map (`P5`), which engines read without decompression.
    pub fn to_pgm(&self) -> Vec<u8> {
        let mut out = format!("P5\n{} {}\n255\n", self.width, self.height).into_bytes();
        out.extend(self.pixels.chunks_exact(CHANNELS).map(brightness));
        out
    }

    /// Encodes the image as PNG.
    pub fn to_png(&self) -> std::io::Result<Vec<u8>> {
        let mut png = PngWriter::new(self.width, self.height, 8, &PngColor::Rgb);
        for row in self.pixels.chunks_exact((self.width as usize * CHANNELS).max(1)) {
            png.row(row)?;
        }
        png.finish()
    }
}

/// A rotation of an image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    sine: f64,
    cosine: f64,
    /// The centres of the image before and after.
    from: (f64, f64),
    to: (f64, f64),
}

impl Turn {
    /// Maps a point of the rotated image to the original.
    pub fn source(&self, x: f64, y: f64) -> (f64, f64) {
        let (dx, dy) = (x - self.to.0, y - self.to.1);
        (self.from.0 + dx * self.cosine + dy * self.sine, self.from.1 - dx * self.sine + dy * self.cosine)
    }
}

/// Converts a number to a pixel coordinate.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn pixel(number: f64) -> u32 {
    number.max(0.0).round() as u32
}

/// Returns the perceived brightness (ITU-R BT.601), in integers.
fn brightness(pixel: &[u8]) -> u8 {
    let weighted: u32 =
        pixel.iter().zip([299u32, 587, 114]).map(|(&part, weight)| u32::from(part) * weight).sum();
    u8::try_from(weighted / 1_000).unwrap_or(u8::MAX)
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
    fn formats_state_their_size() {
        let picture = Picture::new(2, 1, vec![255, 255, 255, 0, 0, 0]).unwrap();
        assert_eq!(picture.to_pgm(), b"P5\n2 1\n255\n\xFF\x00");
        let png = picture.to_png().unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&png[16..24], [0, 0, 0, 2, 0, 0, 0, 1]);
    }

    #[test]
    fn everything_outside_the_boxes_turns_white() {
        let picture = Picture::new(2, 1, vec![0; 6]).unwrap();
        assert_eq!(picture.only(&[[1, 0, 9, 9]]).pixels(), [255, 255, 255, 0, 0, 0]);
    }
}
