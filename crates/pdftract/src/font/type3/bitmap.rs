//! One-bit pictures of glyphs, from the data of images and image masks.

/// A picture of ink and paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bitmap {
    width: usize,
    height: usize,
    /// Row by row from the top.
    ink: Vec<bool>,
}

/// How the samples of an image are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SampleForm {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) bits: usize,
    /// Samples of one pixel; the first one counts.
    pub(crate) components: usize,
    /// Whether high samples are ink.
    pub(crate) high_is_ink: bool,
}

/// Pixels along one side. Bitmap fonts for 1200 dots an inch need some hundreds.
const MAX_SIDE: usize = 4_096;
/// Pixels of one glyph.
const MAX_PIXELS: usize = 1 << 22;

impl Bitmap {
    /// Reads samples; rows that are missing are paper. `None` for what cannot be a glyph.
    pub(crate) fn read(form: SampleForm, data: &[u8]) -> Option<Self> {
        let SampleForm { width, height, bits, components, .. } = form;
        let fits = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
        if !fits || width * height > MAX_PIXELS || !matches!(bits, 1 | 2 | 4 | 8) || components > 4 {
            return None;
        }
        let row_bytes = (width * bits * components).div_ceil(8);
        let middle = 1_u16 << bits >> 1;
        let mut ink = Vec::new();
        for row in 0..height {
            let bytes = data.get(row * row_bytes..).unwrap_or_default();
            ink.extend((0..width).map(|column| {
                let sample = sample(bytes, column * components, bits);
                sample.is_some_and(|sample| (u16::from(sample) >= middle) == form.high_is_ink)
            }));
        }
        Some(Self { width, height, ink })
    }

    /// Boxes that cover the ink, in parts of the width and height, y up. Equal rows share their boxes.
    #[allow(clippy::cast_precision_loss)]
    pub(crate) fn boxes(&self) -> Vec<[f64; 4]> {
        let mut boxes = Vec::new();
        let mut row = 0;
        while row < self.height {
            let runs = self.runs(row);
            let same = (row + 1..self.height).take_while(|&next| self.runs(next) == runs).count();
            let end = row + 1 + same;
            let (w, h) = (self.width as f64, self.height as f64);
            boxes.extend(runs.iter().map(|&(from, to)| {
                [from as f64 / w, 1.0 - end as f64 / h, to as f64 / w, 1.0 - row as f64 / h]
            }));
            row = end;
        }
        boxes
    }

    /// Where ink starts and ends in a row.
    fn runs(&self, row: usize) -> Vec<(usize, usize)> {
        let pixels = self.ink.get(row * self.width..(row + 1) * self.width).unwrap_or_default();
        let mut runs = Vec::new();
        let mut start = None;
        for (column, &is_ink) in pixels.iter().chain(std::iter::once(&false)).enumerate() {
            match (start, is_ink) {
                (None, true) => start = Some(column),
                (Some(from), false) => {
                    runs.push((from, column));
                    start = None;
                }
                _ => {}
            }
        }
        runs
    }
}

fn sample(row: &[u8], index: usize, bits: usize) -> Option<u8> {
    let bit = index * bits;
    let byte = *row.get(bit / 8)?;
    let shift = 8 - bits - bit % 8;
    let mask = u8::try_from((1_u16 << bits) - 1).unwrap_or(u8::MAX);
    Some(byte >> shift & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(width: usize, height: usize) -> SampleForm {
        SampleForm { width, height, bits: 1, components: 1, high_is_ink: true }
    }

    #[test]
    fn t3_23_pixels_become_boxes() {
        let bitmap = Bitmap::read(form(4, 3), &[0b0110_0000, 0b0110_0000, 0b1000_0000]).unwrap();
        let third = 1.0 - 2.0 / 3.0;
        assert_eq!(bitmap.boxes(), [[0.25, third, 0.75, 1.0], [0.0, 0.0, 0.25, third]]);
    }

    #[test]
    fn t3_23_what_is_no_glyph_is_refused() {
        assert_eq!(Bitmap::read(form(0, 3), &[]), None);
        assert_eq!(Bitmap::read(form(100_000, 3), &[]), None);
        let cut = Bitmap::read(form(8, 2), &[0xFF]).unwrap();
        assert_eq!(cut.boxes(), [[0.0, 0.5, 1.0, 1.0]], "missing rows are paper");
    }
}
