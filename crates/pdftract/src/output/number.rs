//! Rounds numbers for output, so that they are short and reproducible.

/// Rounds points to two decimals, which is below the visible difference. Values that are not finite become 0.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn points(value: impl Into<f64>) -> f32 {
    rounded(value.into(), 100.0) as f32
}

/// Rounds confidences and scores to three decimals.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn share(value: impl Into<f64>) -> f32 {
    rounded(value.into(), 1000.0) as f32
}

/// Rounds to a multiple of `1 / parts`.
pub(super) fn rounded(value: f64, parts: f64) -> f64 {
    // Adding zero turns negative zero into zero.
    if value.is_finite() { nearest(value * parts) / parts + 0.0 } else { 0.0 }
}

/// Rounds as [`f64::round`] does, which is a call of a function on most machines.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn nearest(value: f64) -> f64 {
    // Larger numbers are integers already.
    const EXACT: f64 = 4_503_599_627_370_496.0;
    if value.abs() >= EXACT {
        return value;
    }
    let whole = value as i64 as f64;
    if (value - whole).abs() < 0.5 { whole } else { whole + 1.0_f64.copysign(value) }
}

/// Converts a count to 32 bits, which no page exceeds.
pub(super) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_away_from_zero() {
        let values = [0.5, 0.499_999_999_999_999_94, 1.5, 2.5, 0.0, 7.25, 123_456.75, 4.6e15, 9.1e18, 1e300];
        for value in values.into_iter().flat_map(|value| [value, -value]) {
            assert!(nearest(value) == value.round(), "{value}");
        }
    }

    #[test]
    fn numbers_are_short_and_finite() {
        assert_eq!([72.345_67_f32, -0.001, 2.0].map(points), [72.35, 0.0, 2.0]);
        assert!(points(-0.001).is_sign_positive());
        assert_eq!([f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(points), [0.0; 3]);
        assert_eq!(share(1.0 / 3.0), 0.333);
    }
}
