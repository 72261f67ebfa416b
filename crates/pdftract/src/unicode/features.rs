//! The feature vector of a picture: coarse pixels, directions of edges and the measures, as numbers from 0 to 255.
//!
//! Edges are split into eight directions and summed over overlapping cells, which says where strokes run and forgives
//! where exactly. Measures are spread over a row of places, so that a small change moves little.

use super::raster::{Measures, Picture, SIDE};

/// Cells along a side for directions of edges, and pixels in a cell.
const CELLS: usize = 8;
const CELL: usize = SIDE / CELLS;

/// Directions of edges, each an eighth of a turn.
const DIRECTIONS: usize = 8;

/// Coarse pixels along a side.
const COARSE: usize = 16;

/// How much a pixel counts for a cell, by its distance from the cell's first pixel, which is two to the left.
const WINDOW: [u32; 8] = [1, 2, 3, 4, 4, 3, 2, 1];

/// A measure spread over places: where the first is, and how far apart they are, in thousandths of the em.
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
/// Width to height, in thousandths.
const ASPECT: Scale = Scale { first: 0, step: 125, places: 17 };

/// Numbers of parts and holes that are distinguished.
const MOST_PARTS: u8 = 5;
const MOST_HOLES: u8 = 4;

/// How many numbers there are.
pub(crate) const COUNT: usize =
    COARSE * COARSE + CELLS * CELLS * DIRECTIONS + 20 + 20 + 18 + 16 + 15 + 17 + 5 + 4;

/// Returns the numbers of a picture, [`COUNT`] of them.
pub(crate) fn of_picture(picture: &Picture) -> Vec<u8> {
    let mut features = Vec::with_capacity(COUNT);
    push_coarse(&picture.frame, &mut features);
    push_directions(&picture.frame, &mut features);
    push_measures(&picture.measures, &mut features);
    features
}

fn pixel(frame: &[u8; SIDE * SIDE], row: usize, column: usize) -> i32 {
    frame.get(row * SIDE + column).copied().map_or(0, i32::from)
}

fn push_coarse(frame: &[u8; SIDE * SIDE], features: &mut Vec<u8>) {
    let cell = SIDE / COARSE;
    for row in (0..SIDE).step_by(cell) {
        for column in (0..SIDE).step_by(cell) {
            let pixels = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let sum: i32 = pixels.iter().map(|(down, right)| pixel(frame, row + down, column + right)).sum();
            features.push(u8::try_from(sum / 4).unwrap_or(u8::MAX));
        }
    }
}

/// Sobel's differences along and across for the inner pixels of a row, from the rows above, at and below it. Pixels are
/// bytes, so that nothing wraps; saying so lets many be made at a time.
fn gradients([above, at, below]: [&[u8; SIDE]; 3]) -> impl Iterator<Item = (i32, i32)> {
    let (mut smooth, mut steep) = ([0_i32; SIDE], [0_i32; SIDE]);
    let rows =
        above.iter().zip(at).zip(below).map(|((a, b), c)| (i32::from(*a), i32::from(*b), i32::from(*c)));
    for ((smooth, steep), (above, at, below)) in smooth.iter_mut().zip(&mut steep).zip(rows) {
        *smooth = above.wrapping_add(below).wrapping_add(at << 1);
        *steep = below.wrapping_sub(above);
    }
    let along =
        smooth.into_iter().zip(smooth.into_iter().skip(2)).map(|(left, right)| right.wrapping_sub(left));
    let middle = steep.into_iter().skip(1).zip(steep.into_iter().skip(2));
    let across = steep.into_iter().zip(middle);
    let across = across.map(|(left, (middle, right))| left.wrapping_add(middle << 1).wrapping_add(right));
    along.zip(across)
}

/// Returns the two directions next to a gradient and how much of it each takes.
fn directions((dx, dy): (i32, i32)) -> [(usize, u32); 2] {
    let (along, across) = (dx.unsigned_abs(), dy.unsigned_abs());
    let straight = match (along >= across, dx >= 0, dy >= 0) {
        (true, true, _) => 0,
        (false, _, true) => 2,
        (true, false, _) => 4,
        (false, _, false) => 6,
    };
    let diagonal = match (dx >= 0, dy >= 0) {
        (true, true) => 1,
        (false, true) => 3,
        (false, false) => 5,
        (true, false) => 7,
    };
    [(straight, along.abs_diff(across)), (diagonal, along.min(across))]
}

/// Sums of the edges of each direction, cell by cell.
type Cells = [[u32; DIRECTIONS]; CELLS];

fn push_directions(frame: &[u8; SIDE * SIDE], features: &mut Vec<u8>) {
    let mut sums: [Cells; CELLS] = Default::default();
    let windows: [[(usize, u32); 2]; SIDE] = std::array::from_fn(windows);
    let (rows, _) = frame.as_chunks::<SIDE>();
    for (rows, row_windows) in rows.windows(3).zip(windows.iter().skip(1)) {
        let [above, at, below] = rows else { continue };
        let mut row = Cells::default();
        let edges = gradients([above, at, below]).zip(windows.iter().skip(1));
        for (edge, column_windows) in edges.filter(|(edge, _)| *edge != (0, 0)) {
            let edges = directions(edge);
            for (cell, weight) in column_windows {
                let Some(cell) = row.get_mut(*cell) else { continue };
                for (direction, strength) in edges {
                    if let Some(sum) = cell.get_mut(direction) {
                        *sum = sum.wrapping_add(strength.wrapping_mul(*weight));
                    }
                }
            }
        }
        for (cells, weight) in row_windows {
            let Some(sums) = sums.get_mut(*cells) else { continue };
            for (sum, part) in sums.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
                *sum = sum.wrapping_add(part.wrapping_mul(*weight));
            }
        }
    }
    // The root evens out strong and weak edges; the largest sums stay just below 255 times 255.
    let sums = sums.as_flattened().as_flattened().iter();
    features.extend(sums.map(|sum| u8::try_from((sum / 4).isqrt()).unwrap_or(u8::MAX)));
}

/// Returns the two cells whose windows hold a pixel, and how much it counts for each: at the edges for one of them nothing.
fn windows(at: usize) -> [(usize, u32); 2] {
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

/// Spreads a value over the two places next to it.
fn push_scale(scale: &Scale, value: i32, features: &mut Vec<u8>) {
    let end = scale.step * i32::try_from(scale.places - 1).unwrap_or(0);
    let value = value.saturating_sub(scale.first).clamp(0, end);
    let places = (0..).step_by(usize::try_from(scale.step).unwrap_or(1)).take(scale.places);
    features.extend(places.map(|place: i32| {
        let near = (scale.step - (value - place).abs()).max(0);
        u8::try_from(near * 255 / scale.step).unwrap_or(u8::MAX)
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(ink: impl Fn(usize, usize) -> bool, measures: Measures) -> Picture {
        let frame = std::array::from_fn(|at| if ink(at / SIDE, at % SIDE) { 255 } else { 0 });
        Picture { frame, measures }
    }

    #[test]
    fn c_1_as_many_numbers_as_promised() {
        let blank = picture(|_, _| false, Measures::default());
        assert_eq!(of_picture(&blank).len(), COUNT);
    }

    #[test]
    fn w_10_measures_tell_a_full_stop_from_a_middle_dot() {
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
        // Absolute values would make all of these 0; a blank picture is some 5,000 away.
        for (one, other) in [(&upright, &mirrored), (&upright, &flipped), (&mirrored, &flipped)] {
            assert!(distance(one, other) > 1_000, "{}", distance(one, other));
        }
    }
}
