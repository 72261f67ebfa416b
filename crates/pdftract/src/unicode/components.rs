//! Counts the connected components and the holes of a small black-and-white image, by the runs of its rows.

use super::raster::SIDE;

/// The maximum number of runs in a row.
const MOST_RUNS: usize = SIDE / 2;

/// The number of runs up to which memory is allocated once.
const USUAL_AREAS: usize = 64;

/// A run of pixels in a row, and its component.
#[derive(Clone, Copy, Default)]
struct Stretch {
    first: u32,
    last: u32,
    area: usize,
}

/// Returns the number of components of the set bits of the rows, which touch at sides or corners, and of the holes in them.
/// No bits may be set along the edges of the image.
pub(super) fn parts_and_holes(rows: &[u32; SIDE]) -> (u8, u8) {
    let parts = parts(rows);
    // By Euler's formula: components less holes are runs of pixels and corners less those of pixels alone.
    let above = std::iter::once(&0).chain(rows);
    let joined: u32 = above.zip(rows).map(|(above, row)| runs(above | row)).sum();
    let apart: u32 = rows.iter().map(|row| runs(*row)).sum();
    let last = rows.last().map_or(0, |row| runs(*row));
    let holes = parts.saturating_add(apart).saturating_sub(joined + last);
    let most = u32::from(u8::MAX);
    (u8::try_from(parts).unwrap_or(u8::MAX), u8::try_from(holes.min(most - 1)).unwrap_or(u8::MAX))
}

/// Returns the number of runs of set bits.
fn runs(row: u32) -> u32 {
    (row & !(row << 1)).count_ones()
}

/// Returns the number of components.
fn parts(rows: &[u32; SIDE]) -> u32 {
    let mut areas = Areas { part_of: Vec::with_capacity(USUAL_AREAS), count: 0 };
    let (mut above, mut here) = (&mut Row::default(), &mut Row::default());
    let mut last = 0;
    for &row in rows {
        // The runs of equal rows touch those above them, and no others.
        if row == last {
            continue;
        }
        last = row;
        here.read(row);
        let mut upper = above.stretches();
        for stretch in here.stretches_mut() {
            stretch.area = areas.add();
            // Runs are in order: those that end before this one touch none of the next ones.
            while let Some((_, rest)) =
                upper.split_first().filter(|(other, _)| other.last + 1 < stretch.first)
            {
                upper = rest;
            }
            for other in upper.iter().take_while(|other| other.first <= stretch.last + 1) {
                areas.join(stretch.area, other.area);
            }
        }
        std::mem::swap(&mut above, &mut here);
    }
    areas.count
}

/// The runs of a row.
#[derive(Default)]
struct Row {
    stretches: [Stretch; MOST_RUNS],
    count: usize,
}

impl Row {
    fn read(&mut self, mut row: u32) {
        self.count = 0;
        while row != 0
            && let Some(slot) = self.stretches.get_mut(self.count)
        {
            let first = row.trailing_zeros();
            let length = (row >> first).trailing_ones();
            *slot = Stretch { first, last: first + length - 1, area: 0 };
            self.count += 1;
            let behind = first + length;
            row = if behind >= u32::BITS { 0 } else { row >> behind << behind };
        }
    }

    fn stretches(&self) -> &[Stretch] {
        self.stretches.get(..self.count).unwrap_or_default()
    }

    fn stretches_mut(&mut self) -> &mut [Stretch] {
        self.stretches.get_mut(..self.count).unwrap_or_default()
    }
}

/// A union-find structure of components.
struct Areas {
    part_of: Vec<usize>,
    count: u32,
}

impl Areas {
    fn add(&mut self) -> usize {
        self.count += 1;
        self.part_of.push(self.part_of.len());
        self.part_of.len() - 1
    }

    fn whole(&self, mut area: usize) -> usize {
        while let Some(&whole) = self.part_of.get(area).filter(|whole| **whole != area) {
            area = whole;
        }
        area
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.whole(one), self.whole(other));
        if one != other
            && let Some(part_of) = self.part_of.get_mut(one.max(other))
        {
            *part_of = one.min(other);
            self.count -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(drawn: &[u32]) -> (u8, u8) {
        let mut rows = [0; SIDE];
        rows.iter_mut().skip(1).zip(drawn).for_each(|(row, drawn)| *row = *drawn << 1);
        parts_and_holes(&rows)
    }

    #[test]
    fn areas_that_touch_are_counted_once() {
        assert_eq!(counted(&[0b0_0110, 0b0_1000, 0b1_0111, 0b1_0101, 0b1_1101]), (1, 1));
        assert_eq!(counted(&[0b101, 0, 0b101]), (4, 0));
        assert_eq!(counted(&[0b101, 0b010, 0b101]), (1, 0), "corners touch");
        assert_eq!(counted(&[]), (0, 0));
    }

    #[test]
    fn equal_rows_change_nothing() {
        for drawn in [&[0b101_0101, 0b111_0111][..], &[0b1011, 0b0101, 0b1110], &[0b1, 0, 0b1]] {
            let twice: Vec<u32> = drawn.iter().flat_map(|row| [*row, *row]).collect();
            assert_eq!(counted(&twice).0, counted(drawn).0, "{drawn:?}");
        }
    }

    #[test]
    fn arms_that_meet_below_are_one_area() {
        assert_eq!(counted(&[0b101_0101, 0b101_0101, 0b111_0111, 0b011_1110]), (1, 0));
    }

    #[test]
    fn holes_do_not_leak_through_corners() {
        assert_eq!(counted(&[0b0110, 0b1001, 0b1001, 0b0110]), (1, 1));
        assert_eq!(counted(&[0b11111, 0b10101, 0b11111]), (1, 2));
        assert_eq!(
            counted(&[0b1111111, 0b1000001, 0b1011101, 0b1010101, 0b1011101, 0b1000001, 0b1111111]),
            (2, 2)
        );
    }
}
