//! Detects the skew of a scan and straightens it for an engine: Tesseract recognises nothing from three degrees on.
//!
//! Lines of text produce rows with much ink and rows with none. At the correct angle the rows differ most.

use super::engine::Word;
use super::picture::{Picture, Turn};

/// The maximum skew in degrees that is corrected.
const MOST_DEGREES: f64 = 8.0;
/// The minimum skew that is corrected, since rotation blurs letters: engines read pages skewed by one degree as well
/// as straight ones.
const LEAST_DEGREES: f64 = 1.0;
/// The step of angles for the coarse search, and for the search around the best one, in degrees.
const STEP: f64 = 0.5;
const FINE_STEP: f64 = 0.1;
/// The number of rows into which a page is divided, unless it has fewer pixels: a line of small print spans five of
/// them.
const ROWS: u32 = 800;
/// One pixel in this many is sampled horizontally. Vertically all are sampled: gaps would make an unrotated page look
/// straight regardless of its content.
const EVERY: usize = 8;
/// Pixels darker than this share of the mean brightness are ink.
const INK: f64 = 0.7;
/// The least number of sampled ink pixels for a page to have lines; a page with more than a share of ink is a
/// photograph.
const LEAST_INK: usize = 500;
const MOST_INK: f64 = 0.4;
/// The factor by which the contrast of rows must exceed that of the unrotated page.
const CLEARLY_STRAIGHTER: f64 = 1.15;

/// The positions of ink relative to the centre of the page, in rows.
type Points = Vec<(f64, f64)>;

/// Returns the straightened image, if it is clearly skewed.
pub(crate) fn straightened(picture: &Picture) -> Option<(Picture, Turn)> {
    let degrees = skew(picture).filter(|degrees| degrees.abs() >= LEAST_DEGREES)?;
    picture.turned(-degrees)
}

/// Maps words of a straightened image back to the original; their boxes keep their size.
pub(crate) fn put_back(words: Vec<Word>, turn: &Turn) -> Vec<Word> {
    let back = |word: Word| {
        let [left, top, right, bottom] = word.bbox;
        let (x, y) = turn.source(f32::midpoint(left, right).into(), f32::midpoint(top, bottom).into());
        let (x, y) = (narrow(x), narrow(y));
        let (half_width, half_height) = ((right - left) / 2.0, (bottom - top) / 2.0);
        Word { bbox: [x - half_width, y - half_height, x + half_width, y + half_height], ..word }
    };
    words.into_iter().map(back).collect()
}

#[allow(clippy::cast_possible_truncation)]
fn narrow(number: f64) -> f32 {
    number as f32
}

/// Returns the clockwise skew of a page in degrees; `None` if it cannot be determined.
fn skew(picture: &Picture) -> Option<f64> {
    let points = ink(picture)?;
    let score = |degrees: &f64| evenness(&points, *degrees);
    let best = |from: f64, to: f64, step: f64| {
        let angles = steps(from, to, step);
        angles.into_iter().max_by(|one, other| score(one).total_cmp(&score(other)))
    };
    let rough = best(-MOST_DEGREES, MOST_DEGREES, STEP)?;
    let fine = best(rough - STEP, rough + STEP, FINE_STEP)?;
    (score(&fine) > score(&0.0) * CLEARLY_STRAIGHTER).then_some(fine)
}

fn steps(from: f64, to: f64, step: f64) -> Vec<f64> {
    let count = whole((to - from) / step);
    (0..=count).map(|index| from + step * f64::from(index)).collect()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> u32 {
    number.max(0.0).round() as u32
}

/// Returns the positions of ink; `None` for an empty page or a photograph.
fn ink(picture: &Picture) -> Option<Points> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let grey = picture.grey();
    let mean =
        grey.iter().map(|&shade| f64::from(shade)).sum::<f64>() / f64::from(length(grey.len())).max(1.0);
    let scale = f64::from(ROWS.min(picture.height())) / f64::from(picture.height().max(1));
    let (middle_x, middle_y) = (f64::from(picture.width()) / 2.0, f64::from(picture.height()) / 2.0);
    let mut points = Points::new();
    let mut looked_at = 0_u32;
    for (y, row) in grey.chunks_exact(width.max(1)).enumerate().take(height) {
        for (x, &shade) in row.iter().enumerate().step_by(EVERY) {
            looked_at = looked_at.saturating_add(1);
            if f64::from(shade) < mean * INK {
                let (x, y) = (f64::from(length(x)), f64::from(length(y)));
                points.push(((x - middle_x) * scale, (y - middle_y) * scale));
            }
        }
    }
    let is_text =
        points.len() >= LEAST_INK && f64::from(length(points.len())) <= f64::from(looked_at) * MOST_INK;
    is_text.then_some(points)
}

fn length(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the sum of the squared row counts when a page is rotated back by an angle.
fn evenness(points: &Points, degrees: f64) -> f64 {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let mut rows = vec![0_u32; ROWS as usize * 2];
    for (x, y) in points {
        let row = whole(y * cosine - x * sine + f64::from(ROWS)) as usize;
        if let Some(row) = rows.get_mut(row) {
            *row += 1;
        }
    }
    rows.iter().map(|&count| f64::from(count) * f64::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page of stripes of different lengths, similar to text.
    fn page() -> Picture {
        let (width, height) = (620_u32, 880_u32);
        let is_inked = |x: u32, y: u32| y % 22 < 7 && (60..560 - (y / 22 % 3) * 90).contains(&x);
        let shade = |x: u32, y: u32| if is_inked(x, y) && (60..820).contains(&y) { 20_u8 } else { 250 };
        let pixels = (0..height).flat_map(|y| (0..width).flat_map(move |x| [shade(x, y); 3])).collect();
        Picture::new(width, height, pixels).unwrap()
    }

    #[test]
    fn straight_pages_stay_and_turned_ones_are_straightened() {
        let page = page();
        assert!(straightened(&page).is_none());
        for degrees in [-6.0, -1.5, 2.0, 4.5] {
            let (turned, _) = page.turned(degrees).unwrap();
            let found = skew(&turned).unwrap_or_else(|| panic!("{degrees}"));
            assert!((found - degrees).abs() < 0.3, "{degrees}: {found}");
        }
        let (slightly, _) = page.turned(0.5).unwrap();
        assert!(straightened(&slightly).is_none());
    }

    #[test]
    fn words_map_back_to_the_original() {
        let (_, turn) = page().turned(-3.0).unwrap();
        let word =
            Word { text: "x".into(), bbox: [100.0, 50.0, 120.0, 60.0], confidence_percent: 90, line: 0 };
        let [back] = <[Word; 1]>::try_from(put_back(vec![word], &turn)).unwrap();
        let (x, y) = turn.source(110.0, 55.0);
        assert!((f64::from(f32::midpoint(back.bbox[0], back.bbox[2])) - x).abs() < 0.01);
        assert!((f64::from(f32::midpoint(back.bbox[1], back.bbox[3])) - y).abs() < 0.01);
        assert!((back.bbox[2] - back.bbox[0] - 20.0).abs() < 0.01);
    }
}
