//! Checks by widths whether a mapping of codes to characters can be correct: in any text face an `i` is narrow and an
//! `m` wide.

use super::usual_width::usual_widths;

/// The least number of glyphs needed to compare widths.
pub(crate) const MIN_WIDTHS: usize = 10;

/// The relative standard deviation of widths below which a face counts as monospaced. Text faces have 0.3; a
/// monospaced face with some odd glyphs has less than 0.1.
const MIN_SPREAD: f64 = 0.12;

/// Fewer different widths are not conclusive: East Asian faces have full and half width.
const MIN_DISTINCT: usize = 5;

/// Returns how well the widths of glyphs match their claimed characters: Pearson's correlation with the better of a
/// serif and a sans serif face. `None` if there is too little to compare, or if all widths are equal.
pub(crate) fn fit(reading: impl Iterator<Item = (char, f32)>) -> Option<f64> {
    let rows: Vec<(f64, [f64; 2])> = reading
        .filter(|(_, width)| *width > 0.0)
        .filter_map(|(character, width)| Some((f64::from(width), usual_widths(character)?)))
        .collect();
    let mut widths: Vec<f64> = rows.iter().map(|(width, _)| width.round()).collect();
    widths.sort_by(f64::total_cmp);
    widths.dedup();
    if widths.len() < MIN_DISTINCT {
        return None;
    }
    let column = |pick: fn(&[f64; 2]) -> f64| -> Vec<(f64, f64)> {
        rows.iter().map(|(width, usual)| (*width, pick(usual))).collect()
    };
    let serif = correlation(&column(|[serif, _]| *serif));
    let sans = correlation(&column(|[_, sans]| *sans));
    match (serif, sans) {
        (Some(serif), Some(sans)) => Some(serif.max(sans)),
        (one, other) => one.or(other),
    }
}

/// Returns Pearson's correlation; `None` for too few pairs or for widths that hardly vary.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < MIN_WIDTHS {
        return None;
    }
    let count = pairs.len() as f64;
    let mean_x = pairs.iter().map(|pair| pair.0).sum::<f64>() / count;
    let mean_y = pairs.iter().map(|pair| pair.1).sum::<f64>() / count;
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        let (dx, dy) = (x - mean_x, y - mean_y);
        xy += dx * dy;
        xx += dx * dx;
        yy += dy * dy;
    }
    let spread = (xx / count).sqrt();
    (spread > MIN_SPREAD * mean_x && yy > 1e-6).then(|| xy / (xx * yy).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::standard_fonts::StandardFont;

    #[test]
    fn widths_of_letters_fit_letters_and_not_numbered_codes() {
        let line: Vec<(f64, f64)> = (0..20).map(|n| (f64::from(n), f64::from(2 * n + 5))).collect();
        assert!(correlation(&line).is_some_and(|value| value > 0.99));
        let zigzag: Vec<(f64, f64)> = (0..20).map(|n| (f64::from(n), f64::from(n % 2))).collect();
        assert!(correlation(&zigzag).is_some_and(|value| value.abs() < 0.3));
        assert_eq!(correlation(&[(1.0, 1.0); 30]), None, "equal widths say nothing");
        assert_eq!(correlation(&line[..5]), None, "too few say nothing");
    }

    #[test]
    fn a_shifted_reading_does_not_fit_the_widths() {
        let helvetica: Vec<(char, f32)> = ('a'..='z')
            .filter_map(|letter| {
                let mut name = [0; 4];
                let width = StandardFont::Helvetica.width(letter.encode_utf8(&mut name).as_bytes())?;
                Some((letter, f32::from(width)))
            })
            .collect();
        assert!(fit(helvetica.iter().copied()).is_some_and(|fit| fit > 0.99));
        let next = |letter: char| char::from_u32(u32::from(letter) + 1).unwrap_or(letter);
        let shifted = helvetica.iter().map(|&(letter, width)| (next(letter), width));
        assert!(fit(shifted).is_some_and(|fit| fit < 0.35));
    }
}
