//! One-bit glyph images, from the data of images and image masks.

/// A black-and-white image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bitmap {
    width: usize,
    height: usize,
    /// Row by row from the top; `true` is ink.
    ink: Vec<bool>,
}

/// The format of the samples of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SampleForm {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) bits: usize,
    /// The number of samples per pixel; only the first one counts.
    pub(crate) components: usize,
    /// `true` if high samples are ink.
    pub(crate) high_is_ink: bool,
}

/// The maximum width and height in pixels. Bitmap fonts for 1200 dpi need a few hundred.
const MAX_SIDE: usize = 4_096;
/// The maximum number of pixels of a glyph.
const MAX_PIXELS: usize = 1 << 22;

impl Bitmap {
    /// Reads samples; missing rows are blank. Returns `None` if the image cannot be a glyph.
    pub(crate) fn read(form: SampleForm, data: &[u8]) -> Option<Self> {
        let SampleForm { width, height, bits, components, .. } = form;
        let fits = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
        if !fits || width * height > MAX_PIXELS || !matches!(bits, 1 | 2 | 4 | 8) || components > 4 {
            return None;
        }
        let row_bytes = (width * bits * components).div_ceil(8);
        let middle = 1_u16 << bits >> 1;
        let mut ink = Vec::with_capacity(width * height);
        for row in 0..height {
            let bytes = data.get(row * row_bytes..).unwrap_or_default();
            if (bits, components) == (1, 1) {
                let bytes = bytes.get(..row_bytes).unwrap_or(bytes);
                let pixels = bytes.iter().flat_map(|byte| eight_pixels(*byte, form.high_is_ink));
                ink.extend(pixels.take(width));
                ink.resize((row + 1) * width, false);
                continue;
            }
            ink.extend((0..width).map(|column| {
                let sample = sample(bytes, column * components, bits);
                sample.is_some_and(|sample| (u16::from(sample) >= middle) == form.high_is_ink)
            }));
        }
        Some(Self { width, height, ink })
    }

    /// Returns boxes that cover the ink, as fractions of width and height, y up. Identical runs in consecutive rows
    /// share a box.
    #[allow(clippy::cast_precision_loss)]
    pub(crate) fn boxes(&self) -> Vec<[f64; 4]> {
        let (w, h) = (self.width as f64, self.height as f64);
        let mut boxes = Vec::new();
        let mut close = |run: &Stretch, end: usize| {
            let (top, bottom) = (1.0 - run.row as f64 / h, 1.0 - end as f64 / h);
            boxes.push([run.from as f64 / w, bottom, run.to as f64 / w, top]);
        };
        let (mut open, mut next): (Vec<Stretch>, Vec<Stretch>) = Default::default();
        let mut last: &[bool] = &[];
        for (row, pixels) in self.ink.chunks_exact(self.width).enumerate() {
            if pixels == last {
                continue;
            }
            last = pixels;
            next.clear();
            push_stretches(pixels, row, &mut next);
            for ended in &open {
                match next.iter_mut().find(|one| (one.from, one.to) == (ended.from, ended.to)) {
                    Some(same) => same.row = ended.row,
                    None => close(ended, row),
                }
            }
            std::mem::swap(&mut open, &mut next);
        }
        open.iter().for_each(|ended| close(ended, self.height));
        boxes
    }
}

/// A run of ink, and the row in which it begins.
struct Stretch {
    from: usize,
    to: usize,
    row: usize,
}

/// Adds the runs of ink of a row.
fn push_stretches(pixels: &[bool], row: usize, stretches: &mut Vec<Stretch>) {
    let mut from = 0;
    for part in pixels.chunk_by(|one, other| one == other) {
        let to = from + part.len();
        if part.first() == Some(&true) {
            stretches.push(Stretch { from, to, row });
        }
        from = to;
    }
}

/// Returns the pixels of a byte, starting with the highest bit.
fn eight_pixels(byte: u8, high_is_ink: bool) -> [bool; 8] {
    [0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1].map(|bit| (byte & bit != 0) == high_is_ink)
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
    fn t3_23_a_stem_is_one_box_whatever_is_beside_it() {
        let bitmap = Bitmap::read(form(4, 2), &[0b1010_0000, 0b1011_0000]).unwrap();
        assert_eq!(bitmap.boxes(), [[0.5, 0.5, 0.75, 1.0], [0.0, 0.0, 0.25, 1.0], [0.5, 0.0, 1.0, 0.5]]);
    }

    #[test]
    fn t3_23_images_that_cannot_be_glyphs_are_refused() {
        assert_eq!(Bitmap::read(form(0, 3), &[]), None);
        assert_eq!(Bitmap::read(form(100_000, 3), &[]), None);
        let cut = Bitmap::read(form(8, 2), &[0xFF]).unwrap();
        assert_eq!(cut.boxes(), [[0.0, 0.5, 1.0, 1.0]], "missing rows are paper");
    }
}
