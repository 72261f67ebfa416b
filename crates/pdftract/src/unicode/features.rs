//! The feature vector of a glyph image: coarse pixels, edge directions and measures, as numbers from 0 to 255.
//!
//! Edges are split into eight directions and summed over overlapping cells, which captures the positions of strokes
//! with some tolerance. Measures are spread over several slots, so that a small change has a small effect.

use super::raster::{Measures, Picture, SIDE};
use super::weighted_sums::products;

/// The number of cells along a side for edge directions, and of pixels in a cell.
const CELLS: usize = 8;
const CELL: usize = SIDE / CELLS;

/// The number of edge directions, each an eighth of a turn.
const DIRECTIONS: usize = 8;

/// The number of coarse pixels along a side.
const COARSE: usize = 16;

/// The weight of a pixel for a cell, by its distance from the cell's first pixel, which is two to the left.
const WINDOW: [i16; 8] = [1, 2, 3, 4, 4, 3, 2, 1];

/// A measure spread over slots: the position of the first, and their distance, in thousandths of an em.
struct Scale {
    first: i32,
    step: i32,
    places: usize,
}

const TOP: Scale = Scale { first: -100, step: 60, places: 20 };
const BOTTOM: Scale = Scale { first: -320, step: 60, places: 20 };
const HEIGHT: Scale = Scale { first: 0, step: 60, places: 18 };
const WIDTH: Scale = Scale { first: 0, step: 70, places: 16 };
const ADVANCE: Scale = Scale { first: 0, step: 80, places: 15 };
/// The ratio of width to height, in thousandths.
const ASPECT: Scale = Scale { first: 0, step: 125, places: 17 };

/// The maximum numbers of parts and holes that are distinguished.
const MOST_PARTS: u8 = 5;
const MOST_HOLES: u8 = 4;

/// The number of features.
pub(crate) const COUNT: usize =
    COARSE * COARSE + CELLS * CELLS * DIRECTIONS + 20 + 20 + 18 + 16 + 15 + 17 + 5 + 4;

/// Returns the features of an image, [`COUNT`] of them.
pub(crate) fn of_picture(picture: &Picture) -> Vec<u8> {
    let mut features = Vec::with_capacity(COUNT);
    push_coarse(&picture.frame, &mut features);
    push_directions(&picture.frame, &mut features);
    push_measures(&picture.measures, &mut features);
    features
}

fn push_coarse(frame: &[u8; SIDE * SIDE], features: &mut Vec<u8>) {
    let (rows, _) = frame.as_chunks::<SIDE>();
    let (pairs, _) = rows.as_chunks::<{ SIDE / COARSE }>();
    for [upper, lower] in pairs {
        let (upper, _) = upper.as_chunks::<{ SIDE / COARSE }>();
        let (lower, _) = lower.as_chunks::<{ SIDE / COARSE }>();
        features.extend(upper.iter().zip(lower).map(|([a, b], [c, d])| {
            let sum = [a, b, c, d].into_iter().fold(0, |sum: u16, pixel| sum.wrapping_add(u16::from(*pixel)));
            u8::try_from(sum / 4).unwrap_or(u8::MAX)
        }));
    }
}

/// A number for each pixel of a row. All results stay below 2¹⁵, so nothing wraps; 16 bits allow processing eight at
/// a time.
type RowNumbers = [i16; SIDE];

/// Returns the Sobel gradients along and across for a row of pixels, from the rows above, at and below it. They are 0
/// at both ends.
fn gradients([above, at, below]: [&[u8; SIDE]; 3]) -> [RowNumbers; 2] {
    let (mut smooth, mut steep) = ([0_i16; SIDE], [0_i16; SIDE]);
    let rows =
        above.iter().zip(at).zip(below).map(|((a, b), c)| (i16::from(*a), i16::from(*b), i16::from(*c)));
    for ((smooth, steep), (above, at, below)) in smooth.iter_mut().zip(&mut steep).zip(rows) {
        *smooth = above.wrapping_add(below).wrapping_add(at << 1);
        *steep = below.wrapping_sub(above);
    }
    let (mut along, mut across) = ([0; SIDE], [0; SIDE]);
    let smooth = smooth.iter().zip(smooth.iter().skip(2));
    for (along, (left, right)) in along.iter_mut().skip(1).zip(smooth) {
        *along = right.wrapping_sub(*left);
    }
    let steep = steep.iter().zip(steep.iter().skip(1)).zip(steep.iter().skip(2));
    for (across, ((left, middle), right)) in across.iter_mut().skip(1).zip(steep) {
        *across = left.wrapping_add(*middle << 1).wrapping_add(*right);
    }
    [along, across]
}

/// Returns the strengths of the edges of a row in each direction. An edge is divided among the two adjacent
/// directions, one straight and one diagonal.
fn strengths([along, across]: [RowNumbers; 2]) -> [RowNumbers; DIRECTIONS] {
    let straight = |dx: i16, dy: i16| dx.wrapping_abs().wrapping_sub(dy.wrapping_abs());
    let diagonal = |dx: i16, dy: i16| dx.wrapping_abs().min(dy.wrapping_abs());
    [
        row(&along, &across, |dx, dy| if dx >= 0 { straight(dx, dy).max(0) } else { 0 }),
        row(&along, &across, |dx, dy| if dx >= 0 && dy >= 0 { diagonal(dx, dy) } else { 0 }),
        row(&along, &across, |dx, dy| if dy >= 0 { straight(dy, dx).max(0) } else { 0 }),
        row(&along, &across, |dx, dy| if dx < 0 && dy >= 0 { diagonal(dx, dy) } else { 0 }),
        row(&along, &across, |dx, dy| if dx < 0 { straight(dx, dy).max(0) } else { 0 }),
        row(&along, &across, |dx, dy| if dx < 0 && dy < 0 { diagonal(dx, dy) } else { 0 }),
        row(&along, &across, |dx, dy| if dy < 0 { straight(dy, dx).max(0) } else { 0 }),
        row(&along, &across, |dx, dy| if dx >= 0 && dy < 0 { diagonal(dx, dy) } else { 0 }),
    ]
}

#[inline(always)]
fn row(along: &RowNumbers, across: &RowNumbers, strength: impl Fn(i16, i16) -> i16) -> RowNumbers {
    let mut row = [0; SIDE];
    for ((slot, dx), dy) in row.iter_mut().zip(along).zip(across) {
        *slot = strength(*dx, *dy);
    }
    row
}

fn push_directions(frame: &[u8; SIDE * SIDE], features: &mut Vec<u8>) {
    // Sums over the rows of pixels of a row of cells: at most 20 times 1,020.
    let mut sums = [[[0_i16; SIDE]; DIRECTIONS]; CELLS];
    let (rows, _) = frame.as_chunks::<SIDE>();
    for (number, rows) in (1..).zip(rows.windows(3)) {
        let [above, at, below] = rows else { continue };
        // Blank rows above and below the ink, or between its parts.
        if [above, at, below].iter().all(|row| **row == [0; SIDE]) {
            continue;
        }
        let edges = strengths(gradients([above, at, below]));
        for (cells, weight) in windows(number) {
            let Some(sums) = sums.get_mut(cells) else { continue };
            for (sum, strength) in sums.as_flattened_mut().iter_mut().zip(edges.as_flattened()) {
                *sum = sum.wrapping_add(strength.wrapping_mul(weight));
            }
        }
    }
    sums.iter().for_each(|sums| push_cells(sums, features));
}

/// Adds the features of a row of cells: all directions for each cell.
fn push_cells(sums: &[RowNumbers; DIRECTIONS], features: &mut Vec<u8>) {
    let mut cells = [[0; DIRECTIONS]; CELLS];
    for (direction, sums) in sums.iter().enumerate() {
        // Windows begin two pixels to the left of their cells and end two to the right.
        let mut padded = [0; SIDE + CELL];
        padded.iter_mut().skip(CELL / 2).zip(sums).for_each(|(slot, sum)| *slot = *sum);
        let windows = padded.windows(WINDOW.len()).step_by(CELL).filter_map(<[i16]>::first_chunk);
        for (cell, window) in cells.iter_mut().zip(windows) {
            if let Some(slot) = cell.get_mut(direction) {
                let [a, b, c, d] = products(window, &WINDOW);
                *slot = a.wrapping_add(b).wrapping_add(c.wrapping_add(d));
            }
        }
    }
    let mut roots = [0; CELLS * DIRECTIONS];
    roots.iter_mut().zip(cells.as_flattened()).for_each(|(slot, sum)| *slot = root(sum / 4));
    features.extend_from_slice(&roots);
}

/// Returns the square root, rounded down. It evens out strong and weak edges; the largest sums stay just below 255
/// times 255.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
fn root(sum: i32) -> u8 {
    // Exact: the number has less than 24 bits, and every machine rounds a root equally.
    (sum as f32).sqrt() as u8
}

/// Returns the two cells whose windows contain a pixel, and its weight for each; one weight is 0 at the edges.
fn windows(at: usize) -> [(usize, i16); 2] {
    let cell = (at + 2) / CELL;
    let weight = |place: usize| WINDOW.get(place).copied().unwrap_or(0);
    let into = (at + 2) % CELL;
    let own = if cell < CELLS { (cell, weight(into)) } else { (0, 0) };
    let before = cell.checked_sub(1).map_or((0, 0), |before| (before, weight(into + CELL)));
    [own, before]
}

fn push_measures(measures: &Measures, features: &mut Vec<u8>) {
    let height = measures.height();
    let aspect = i64::from(measures.width) * 1000 / i64::from(height.max(1));
    let scales = [
        (TOP, measures.top),
        (BOTTOM, measures.bottom),
        (HEIGHT, height),
        (WIDTH, measures.width),
        (ADVANCE, measures.advance),
        (ASPECT, i32::try_from(aspect).unwrap_or(i32::MAX)),
    ];
    for (scale, value) in scales {
        push_scale(&scale, value, features);
    }
    let one_of =
        |count: u8, most: u8| (1..=most).map(move |place| if count.min(most) == place { 255 } else { 0 });
    features.extend(one_of(measures.parts, MOST_PARTS));
    features.extend(one_of(measures.holes.saturating_add(1), MOST_HOLES));
}

/// Spreads a value over the two adjacent slots.
fn push_scale(scale: &Scale, value: i32, features: &mut Vec<u8>) {
    let end = scale.step * i32::try_from(scale.places - 1).unwrap_or(0);
    let value = value.saturating_sub(scale.first).clamp(0, end);
    let (place, beyond) = (value / scale.step, value % scale.step);
    let first = features.len() + usize::try_from(place).unwrap_or(0);
    let share = |near: i32| u8::try_from(near * 255 / scale.step).unwrap_or(u8::MAX);
    features.resize(features.len() + scale.places, 0);
    // The last slot has no next one, and a value in it is not beyond it.
    let slots = features.iter_mut().skip(first);
    slots.zip([scale.step - beyond, beyond]).for_each(|(slot, near)| *slot = share(near));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(ink: impl Fn(usize, usize) -> bool, measures: Measures) -> Picture {
        let frame = std::array::from_fn(|at| if ink(at / SIDE, at % SIDE) { 255 } else { 0 });
        Picture { frame, measures }
    }

    #[test]
    fn c_1_the_feature_vector_has_the_documented_length() {
        let blank = picture(|_, _| false, Measures::default());
        assert_eq!(of_picture(&blank).len(), COUNT);
    }

    #[test]
    fn a_value_is_divided_among_the_two_slots_beside_it() {
        for scale in [TOP, BOTTOM, HEIGHT, WIDTH, ADVANCE, ASPECT] {
            for value in (-500..2_500).chain([i32::MIN, i32::MAX]) {
                let end = scale.step * i32::try_from(scale.places - 1).unwrap();
                let within = value.saturating_sub(scale.first).clamp(0, end);
                let places = (0..).step_by(usize::try_from(scale.step).unwrap()).take(scale.places);
                let near = places.map(|place: i32| (scale.step - (within - place).abs()).max(0));
                let expected: Vec<u8> =
                    near.map(|near| u8::try_from(near * 255 / scale.step).unwrap()).collect();
                let mut features = vec![7];
                push_scale(&scale, value, &mut features);
                assert_eq!(features[1..], expected, "{value}");
            }
        }
    }

    #[test]
    fn w_10_measures_distinguish_a_full_stop_from_a_middle_dot() {
        let dot = |bottom: i32| {
            let measures =
                Measures { bottom, top: bottom + 100, width: 100, advance: 250, ..Measures::default() };
            of_picture(&picture(|row, column| (6..26).contains(&row) && (6..26).contains(&column), measures))
        };
        assert_ne!(dot(0), dot(300));
        assert_eq!(dot(0), dot(0));
    }

    #[test]
    fn gr_30_t3_27_w_8_mirrored_shapes_differ() {
        let b = |row: usize, column: usize| {
            (4..28).contains(&row) && (8..11).contains(&column)
                || row > 15 && row < 28 && column > 8 && column < 24
        };
        let upright = of_picture(&picture(b, Measures::default()));
        let mirrored = of_picture(&picture(|row, column| b(row, 31 - column), Measures::default()));
        let flipped = of_picture(&picture(|row, column| b(31 - row, column), Measures::default()));
        let distance = |one: &[u8], other: &[u8]| {
            one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other))).sum::<u32>()
        };
        // Absolute values would make all of these 0; a blank image is about 5,000 away.
        for (one, other) in [(&upright, &mirrored), (&upright, &flipped), (&mirrored, &flipped)] {
            assert!(distance(one, other) > 1_000, "{}", distance(one, other));
        }
    }
}
