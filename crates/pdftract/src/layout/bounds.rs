//! Bounding boxes as four numbers: left, top, right, bottom.

/// The bounding box of nothing: the neutral element of [`union`].
pub(crate) const EMPTY_BOX: [f32; 4] = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];

/// Returns the smallest box that contains both boxes.
#[inline]
pub(crate) fn union(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a, b);
    // Comparing instead of `min` and `max` keeps NaN out of the result.
    let less = |a: f32, b: f32| if b < a { b } else { a };
    let more = |a: f32, b: f32| if b > a { b } else { a };
    [less(a0, b0), less(a1, b1), more(a2, b2), more(a3, b3)]
}
