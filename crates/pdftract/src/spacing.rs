//! Spaces without a glyph: measures the gap between two glyphs and decides from which gap on they belong to two
//! words.
//!
//! Producers leave out spaces and move the pen instead. Every stage that must decide whether a gap is a space takes
//! the geometry and the thresholds from this file. The thresholds differ with the available context:
//! [`layout`](crate::layout) sees whole lines and subtracts their letter-spacing from each gap first; text in drawing
//! order and text samples see two glyphs at a time; the text of a Type 3 glyph has only the numbers of a `TJ` array.

/// The smallest gap between words in font sizes, after the letter-spacing of the line is subtracted. Kerning stays
/// below 0.1; the spaces of fonts start at 0.2, and justified lines squeeze them.
pub(crate) const WORD_GAP: f32 = 0.115;
/// The smallest gap between words if only two glyphs are known: slight letter-spacing must not split words.
pub(crate) const WORD_GAP_OF_PAIR: f32 = 0.13;
/// The smallest gap between words in a `TJ` array, in thousandths of an em. Kerning cannot be distinguished from
/// spaces there, so a full space of a narrow font is required.
pub(crate) const WORD_GAP_OF_ARRAY: f64 = 200.0;
/// The smallest space beside an ideograph, where producers separate Latin text without a space.
pub(crate) const WORD_GAP_BESIDE_IDEOGRAPH: f32 = 0.13;
/// The smallest space between Arabic letters, which are kerned apart within words, in a line whose spaces are drawn.
pub(crate) const WORD_GAP_IN_ARABIC: f32 = 0.2;
/// The smallest space between ideographs, which are written without spaces.
pub(crate) const WORD_GAP_BETWEEN_IDEOGRAPHS: f32 = 0.9;
/// A gap this wide separates texts that merely share a line, in font sizes.
pub(crate) const WIDE_GAP: f32 = 1.6;

/// The movement of the pen from the end of one glyph to the origin of the next, in points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PenStep {
    /// Along the direction of writing; negative if the pen moves back.
    pub(crate) along: f32,
    /// The distance from the baseline, to either side.
    pub(crate) across: f32,
}

impl PenStep {
    /// Measures the step from a glyph with an origin, an advance and a direction of writing to the origin of the next.
    pub(crate) fn new(origin: [f32; 2], advance: f32, direction: [f32; 2], next: [f32; 2]) -> Self {
        let ([x0, y0], [dx, dy], [x1, y1]) = (origin, direction, next);
        let (x, y) = (x1 - x0, y1 - y0);
        Self { along: x * dx + y * dy - advance, across: (x * -dy + y * dx).abs() }
    }

    /// Returns `true` if the step forward is a space between words. `size` is the smaller font size of both glyphs.
    pub(crate) fn is_space(self, size: f32) -> bool {
        self.along > size * WORD_GAP_OF_PAIR
    }

    /// Returns `true` if the pen jumps forward or back by more than within a word.
    pub(crate) fn leaves_word(self, size: f32) -> bool {
        self.along.abs() > size * WORD_GAP_OF_PAIR
    }
}

/// Returns `true` if a number between the strings of a `TJ` array separates words. Positive numbers move the pen
/// back.
pub(crate) fn is_space_in_array(adjustment: f64) -> bool {
    adjustment < -WORD_GAP_OF_ARRAY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_measured_along_the_direction_of_writing() {
        // Ten points down the page from a glyph that advances by eight, written downwards.
        let step = PenStep::new([50.0, 100.0], 8.0, [0.0, 1.0], [53.0, 110.0]);
        assert_eq!((step.along, step.across), (2.0, 3.0));
        assert!(step.is_space(10.0) && !step.is_space(20.0));
    }

    #[test]
    fn a_pen_that_moves_back_leaves_the_word_without_a_space() {
        let step = PenStep::new([50.0, 100.0], 8.0, [1.0, 0.0], [55.0, 100.0]);
        assert!(step.leaves_word(10.0) && !step.is_space(10.0));
    }

    #[test]
    fn arrays_need_a_full_space() {
        assert!(is_space_in_array(-201.0) && !is_space_in_array(-199.0) && !is_space_in_array(300.0));
    }
}
