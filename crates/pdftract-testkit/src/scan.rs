//! Simulated scans: page images with noise, skew and JPEG artefacts, and PDF files that contain only such an image.

use crate::builder::PdfBuilder;
use crate::random::Random;

/// A greyscale image, row by row.
#[derive(Debug, Clone)]
pub struct Scan {
    width: usize,
    height: usize,
    grey: Vec<u8>,
}

/// The side of a JPEG block, in pixels.
const SQUARE: usize = 8;

impl Scan {
    /// Creates a scan from its pixels.
    ///
    /// # Panics
    /// Panics if their number is not `width * height`.
    pub fn new(width: usize, height: usize, grey: Vec<u8>) -> Self {
        assert_eq!(width * height, grey.len(), "pixels of a scan");
        Self { width, height, grey }
    }

    /// Adds uniform noise of at most `shades` grey levels in both directions.
    pub fn noise(&mut self, shades: u8, seed: u64) -> &mut Self {
        let mut random = Random::new(seed);
        let span = 2 * usize::from(shades) + 1;
        for pixel in &mut self.grey {
            let shift = random.below(span) as i32 - i32::from(shades);
            *pixel = (i32::from(*pixel) + shift).clamp(0, 255) as u8;
        }
        self
    }

    /// Rotates the page clockwise around its centre; the corners are filled with white.
    pub fn skew(&mut self, degrees: f64) -> &mut Self {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let (middle_x, middle_y) = (self.width as f64 / 2.0, self.height as f64 / 2.0);
        let mut turned = Vec::with_capacity(self.grey.len());
        for y in 0..self.height {
            for x in 0..self.width {
                let (dx, dy) = (x as f64 - middle_x, y as f64 - middle_y);
                turned.push(
                    self.between(middle_x + dx * cosine + dy * sine, middle_y - dx * sine + dy * cosine),
                );
            }
        }
        self.grey = turned;
        self
    }

    /// Returns the grey level at a fractional position, by bilinear interpolation.
    fn between(&self, x: f64, y: f64) -> u8 {
        let (left, top) = (x.floor(), y.floor());
        let (right_share, lower_share) = (x - left, y - top);
        let shade = |dx: i64, dy: i64| f64::from(self.at(left as i64 + dx, top as i64 + dy));
        let upper = shade(0, 0) * (1.0 - right_share) + shade(1, 0) * right_share;
        let lower = shade(0, 1) * (1.0 - right_share) + shade(1, 1) * right_share;
        (upper * (1.0 - lower_share) + lower * lower_share).round() as u8
    }

    fn at(&self, x: i64, y: i64) -> u8 {
        let inside = (0..self.width as i64).contains(&x) && (0..self.height as i64).contains(&y);
        if inside { self.grey[y as usize * self.width + x as usize] } else { 255 }
    }

    /// Adds JPEG artefacts: the frequencies of each block are quantised, high ones more than low ones.
    pub fn jpeg(&mut self, coarseness: f64) -> &mut Self {
        let waves = waves();
        for top in (0..self.height).step_by(SQUARE) {
            for left in (0..self.width).step_by(SQUARE) {
                self.pack_square(left, top, coarseness, &waves);
            }
        }
        self
    }

    fn pack_square(&mut self, left: usize, top: usize, coarseness: f64, waves: &[[f64; SQUARE]; SQUARE]) {
        let mut square = [[0.0; SQUARE]; SQUARE];
        for (y, row) in square.iter_mut().enumerate() {
            for (x, value) in row.iter_mut().enumerate() {
                *value = f64::from(self.at((left + x) as i64, (top + y) as i64)) - 128.0;
            }
        }
        let mut frequencies = product(&product(waves, &square), &transposed(waves));
        for (v, row) in frequencies.iter_mut().enumerate() {
            for (u, value) in row.iter_mut().enumerate() {
                let step = coarseness * (1.0 + (u + v) as f64);
                *value = (*value / step).round() * step;
            }
        }
        let back = product(&product(&transposed(waves), &frequencies), waves);
        for (y, row) in back.iter().enumerate().take(self.height - top) {
            for (x, value) in row.iter().enumerate().take(self.width - left) {
                self.grey[(top + y) * self.width + left + x] =
                    (value + 128.0).round().clamp(0.0, 255.0) as u8;
            }
        }
    }

    /// Returns a file with one page that shows only the scan.
    pub fn document(&self, dpi: f64) -> Vec<u8> {
        self.document_with(dpi, "")
    }

    /// Returns a file with one page that shows the scan, with content over it; `/F1` is Helvetica.
    pub fn document_with(&self, dpi: f64, content: &str) -> Vec<u8> {
        let (width, height) = (self.width as f64 * 72.0 / dpi, self.height as f64 * 72.0 / dpi);
        let mut builder = PdfBuilder::new();
        builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
        builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
        builder.set(
            3,
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.2} {height:.2}]\
                 /Resources<</XObject<</I 4 0 R>>/Font<</F1 6 0 R>>>>/Contents 5 0 R>>"
            ),
        );
        let entries = format!(
            "/Type/XObject/Subtype/Image/Width {}/Height {}/ColorSpace/DeviceGray/BitsPerComponent 8",
            self.width, self.height
        );
        builder.add_flate_stream(&entries, &self.grey);
        let content = format!("q {width:.2} 0 0 {height:.2} 0 0 cm /I Do Q {content}");
        builder.add_stream("", content.as_bytes());
        builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
        builder.finish()
    }
}

type Square = [[f64; SQUARE]; SQUARE];

/// Returns the basis functions of the discrete cosine transform.
fn waves() -> Square {
    let mut waves = [[0.0; SQUARE]; SQUARE];
    for (u, row) in waves.iter_mut().enumerate() {
        let scale = if u == 0 { (1.0 / SQUARE as f64).sqrt() } else { (2.0 / SQUARE as f64).sqrt() };
        for (x, value) in row.iter_mut().enumerate() {
            let angle = (2 * x + 1) as f64 * u as f64 * std::f64::consts::PI / (2 * SQUARE) as f64;
            *value = scale * angle.cos();
        }
    }
    waves
}

fn product(a: &Square, b: &Square) -> Square {
    let mut out = [[0.0; SQUARE]; SQUARE];
    for (row, from) in out.iter_mut().zip(a) {
        for (column, value) in row.iter_mut().enumerate() {
            *value = from.iter().zip(b).map(|(a, row)| a * row[column]).sum();
        }
    }
    out
}

fn transposed(square: &Square) -> Square {
    let mut out = [[0.0; SQUARE]; SQUARE];
    for (y, row) in square.iter().enumerate() {
        for (x, value) in row.iter().enumerate() {
            out[x][y] = *value;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wear_is_repeatable_and_mild() {
        let page = || Scan::new(20, 10, (0..200).map(|n| if n % 7 == 0 { 0 } else { 255 }).collect());
        let (mut a, mut b) = (page(), page());
        a.noise(10, 3).skew(1.0).jpeg(2.0);
        b.noise(10, 3).skew(1.0).jpeg(2.0);
        assert_eq!(a.grey, b.grey);
        let mut packed = page();
        packed.jpeg(0.01);
        assert!(packed.grey.iter().zip(&page().grey).all(|(a, b)| a.abs_diff(*b) < 2));
        assert!(a.document(72.0).starts_with(b"%PDF-"));
    }
}
