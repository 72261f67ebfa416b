//! One-bit glyph images, from the data of images and image masks.

use crate::font::outline::MOST_SEGMENTS;

/// A black-and-white image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bitmap {
    width: usize,
    height: usize,
    /// Row by row from the top, each from the highest bit of its first byte; set bits are ink, the bits behind the last
    /// pixel of a row are not set.
    ink: Vec<u8>,
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
/// Boxes of a picture that can still be an outline: each is four lines and more.
const MOST_BOXES: usize = MOST_SEGMENTS / 4;
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
        let mut ink = Vec::with_capacity(width.div_ceil(8) * height);
        let row_bytes = (width * bits * components).div_ceil(8);
        for row in 0..height {
            let samples = data.get(row * row_bytes..).unwrap_or_default();
            match (bits, components) {
                (1, 1) => push_bits(samples, form, &mut ink),
                _ => push_samples(samples, form, &mut ink),
            }
        }
        Some(Self { width, height, ink })
    }

    /// Returns how many pixels there are.
    pub(crate) fn pixels(&self) -> usize {
        self.width * self.height
    }

    /// Returns boxes that cover the ink, as fractions of width and height, y up. Identical runs in consecutive rows
    /// share a box.
    #[allow(clippy::cast_precision_loss)]
    pub(crate) fn boxes(&self) -> Vec<[f64; 4]> {
        let (w, h) = (self.width as f64, self.height as f64);
        let mut boxes = Vec::new();
        let close = |boxes: &mut Vec<[f64; 4]>, run: &Stretch, end: usize| {
            let (top, bottom) = (1.0 - run.row as f64 / h, 1.0 - end as f64 / h);
            boxes.push([run.from as f64 / w, bottom, run.to as f64 / w, top]);
        };
        let (mut open, mut next): (Vec<Stretch>, Vec<Stretch>) = Default::default();
        let mut last: &[u8] = &[];
        for (row, pixels) in self.ink.chunks_exact(self.width.div_ceil(8)).enumerate() {
            if pixels == last {
                continue;
            }
            last = pixels;
            next.clear();
            push_stretches(pixels, self.width, row, &mut next);
            // Both rows are in order, so that one walk along them finds what goes on.
            let mut at = 0;
            for ended in &open {
                let behind = next.get(at..).unwrap_or_default();
                at += behind.iter().take_while(|one| one.from < ended.from).count();
                match next.get_mut(at) {
                    Some(same) if (same.from, same.to) == (ended.from, ended.to) => same.row = ended.row,
                    _ => close(&mut boxes, ended, row),
                }
            }
            std::mem::swap(&mut open, &mut next);
            if boxes.len() + open.len() > MOST_BOXES {
                // As an outline it would be too long already.
                break;
            }
        }
        open.iter().for_each(|ended| close(&mut boxes, ended, self.height));
        boxes
    }
}

/// Adds a row of samples of one bit, of which some may be missing.
fn push_bits(samples: &[u8], form: SampleForm, ink: &mut Vec<u8>) {
    let start = ink.len();
    let row_bytes = form.width.div_ceil(8);
    let flip = if form.high_is_ink { 0 } else { u8::MAX };
    ink.extend(samples.iter().take(row_bytes).map(|byte| byte ^ flip));
    ink.resize(start + row_bytes, 0);
    if let Some(last) = ink.last_mut() {
        *last &= first_bits(form.width);
    }
}

/// Returns the bits of the last byte of a row that are pixels.
fn first_bits(width: usize) -> u8 {
    let behind = width.next_multiple_of(8) - width;
    u8::MAX << behind
}

/// Adds a row of larger samples, of which some may be missing.
fn push_samples(samples: &[u8], form: SampleForm, ink: &mut Vec<u8>) {
    let SampleForm { width, bits, components, .. } = form;
    let middle = 1_u16 << bits >> 1;
    let is_ink = |column: usize| {
        let sample = sample(samples, column * components, bits);
        sample.is_some_and(|sample| (u16::from(sample) >= middle) == form.high_is_ink)
    };
    ink.extend((0..width).step_by(8).map(|start| {
        let pixels = (start..start + 8).map(|column| column < width && is_ink(column));
        pixels.fold(0, |byte, is_ink| byte << 1 | u8::from(is_ink))
    }));
}

/// A run of ink, and the row in which it begins.
struct Stretch {
    from: usize,
    to: usize,
    row: usize,
}

/// Adds the runs of ink of a row.
fn push_stretches(pixels: &[u8], width: usize, row: usize, stretches: &mut Vec<Stretch>) {
    let mut at = 0;
    while let Some(from) = next_bit(pixels, at, true) {
        let to = next_bit(pixels, from, false).unwrap_or(width).min(width);
        stretches.push(Stretch { from, to, row });
        at = to;
    }
}

/// Returns the position of the next bit with a value.
fn next_bit(bytes: &[u8], from: usize, value: bool) -> Option<usize> {
    let flip = if value { 0 } else { u8::MAX };
    let (first, rest) = bytes.get(from / 8..)?.split_first()?;
    let start = from / 8 * 8;
    let here = (first ^ flip) & u8::MAX >> (from % 8);
    if here != 0 {
        return Some(start + here.leading_zeros() as usize);
    }
    let behind = rest.iter().position(|byte| byte ^ flip != 0)?;
    Some(start + (behind + 1) * 8 + (rest.get(behind)? ^ flip).leading_zeros() as usize)
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
    fn t3_23_a_picture_of_too_many_boxes_is_left_early() {
        // A chequered picture, in which no stretch goes on in the next row: 2,000,000 boxes.
        let rows =
            (0..2_048_usize).flat_map(|row| [if row % 2 == 0 { 0b1010_1010 } else { 0b0101_0101 }; 256]);
        let bitmap = Bitmap::read(form(2_048, 2_048), &rows.collect::<Vec<u8>>()).unwrap();
        let boxes = bitmap.boxes().len();
        assert!((MOST_BOXES..2 * MOST_BOXES).contains(&boxes), "{boxes}");
    }

    #[test]
    fn t3_23_images_that_cannot_be_glyphs_are_refused() {
        assert_eq!(Bitmap::read(form(0, 3), &[]), None);
        assert_eq!(Bitmap::read(form(100_000, 3), &[]), None);
        let cut = Bitmap::read(form(8, 2), &[0xFF]).unwrap();
        assert_eq!(cut.boxes(), [[0.0, 0.5, 1.0, 1.0]], "missing rows are paper");
    }

    #[test]
    fn runs_end_at_any_bit() {
        let runs = |width: usize, row: &[u8]| -> Vec<(usize, usize)> {
            let mut found = Vec::new();
            push_stretches(row, width, 0, &mut found);
            found.into_iter().map(|run| (run.from, run.to)).collect()
        };
        assert_eq!(runs(20, &[0b0000_0111, 0xFF, 0b1010_0000]), [(5, 17), (18, 19)]);
        assert_eq!(runs(8, &[0xFF]), [(0, 8)]);
        assert_eq!(runs(17, &[0, 0x01, 0x80]), [(15, 17)]);
        assert_eq!(runs(9, &[0, 0]), []);
    }

    #[test]
    fn samples_of_all_sizes_are_read_alike() {
        let boxes = |form: SampleForm, data: &[u8]| Bitmap::read(form, data).map(|bitmap| bitmap.boxes());
        let low = SampleForm { high_is_ink: false, ..form(10, 1) };
        let expected = boxes(form(10, 1), &[0b0110_0000, 0b0100_0000]);
        assert_eq!(boxes(low, &[0b1001_1111, 0b1011_1111]), expected);
        let bytes = SampleForm { bits: 8, ..form(10, 1) };
        assert_eq!(boxes(bytes, &[0, 200, 200, 0, 0, 0, 0, 0, 0, 200]), expected);
        let pairs = SampleForm { bits: 4, components: 2, ..form(10, 1) };
        assert_eq!(boxes(pairs, &[0x0F, 0x80, 0xF0, 0, 0, 0, 0, 0, 0x70, 0x90]), expected);
        assert_eq!(
            boxes(low, &[0b1001_1111]),
            boxes(form(10, 1), &[0b0110_0000]),
            "missing pixels are paper"
        );
    }
}
