//! Counts the connected components of a small black-and-white image, by the runs of its rows.

use super::raster::SIDE;

/// The adjacency of pixels.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Touch {
    /// Pixels that share a side.
    Side,
    /// Pixels that share a side or a corner.
    Corner,
}

/// A run of pixels in a row, and its component.
struct Stretch {
    first: u32,
    last: u32,
    area: usize,
}

/// Returns the number of connected components of the set bits of the rows.
pub(super) fn count(rows: &[u32; SIDE], touch: Touch) -> u8 {
    let mut areas = Areas::default();
    let (mut above, mut here): (Vec<Stretch>, Vec<Stretch>) = Default::default();
    for &row in rows {
        here.clear();
        push_stretches(row, &mut here);
        for stretch in &mut here {
            stretch.area = areas.add();
            for other in above.iter().filter(|other| meet(stretch, other, touch)) {
                areas.join(stretch.area, other.area);
            }
        }
        std::mem::swap(&mut above, &mut here);
    }
    u8::try_from(areas.count).unwrap_or(u8::MAX)
}

fn push_stretches(mut row: u32, found: &mut Vec<Stretch>) {
    while row != 0 {
        let first = row.trailing_zeros();
        let length = (row >> first).trailing_ones();
        found.push(Stretch { first, last: first + length - 1, area: 0 });
        let behind = first + length;
        row = if behind >= u32::BITS { 0 } else { row >> behind << behind };
    }
}

fn meet(one: &Stretch, other: &Stretch, touch: Touch) -> bool {
    let reach = u32::from(touch == Touch::Corner);
    one.first <= other.last + reach && other.first <= one.last + reach
}

/// A union-find structure of components.
#[derive(Default)]
struct Areas {
    part_of: Vec<usize>,
    count: usize,
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

    fn picture(drawn: &[u32]) -> [u32; SIDE] {
        let mut rows = [0; SIDE];
        rows.iter_mut().zip(drawn).for_each(|(row, drawn)| *row = *drawn);
        rows
    }

    #[test]
    fn areas_that_touch_are_counted_once() {
        let rows = picture(&[0b0_0110, 0b0_1000, 0b1_0111, 0b1_0101, 0b1_1101]);
        assert_eq!(count(&rows, Touch::Corner), 1);
        assert_eq!(count(&rows, Touch::Side), 3);
        assert_eq!(count(&picture(&[]), Touch::Side), 0);
        assert_eq!(count(&[u32::MAX; SIDE], Touch::Side), 1);
    }

    #[test]
    fn arms_that_meet_below_are_one_area() {
        let rows = picture(&[0b101_0101, 0b101_0101, 0b111_0111, 0b011_1110]);
        assert_eq!(count(&rows, Touch::Side), 1);
    }
}
