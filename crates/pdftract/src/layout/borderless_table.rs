//! Tables without lines: rows whose gaps stand below each other.

use super::row::Segment;

/// A table as its gaps show it.
#[derive(Debug)]
pub(super) struct Columns {
    /// How many of the rows it takes.
    pub(super) rows: usize,
    /// Where its columns are parted, from left to right.
    pub(super) partings: Vec<f32>,
}

/// Gaps between columns are at least this wide, in sizes of their text.
const MIN_GAP: f32 = 0.8;
/// Rows further apart than this many sizes are not one table.
const MAX_PITCH: f32 = 2.6;
/// Fewer rows with several cells are no table.
const MIN_ROWS: usize = 3;
/// A first column narrower than this many sizes, of two, holds the markers of a list.
const MARKER_WIDTH: f32 = 2.5;

/// Returns the table that begins at the first of some rows.
pub(super) fn columns(rows: &[&[&Segment]]) -> Option<Columns> {
    let first = rows.first().filter(|row| row.len() >= 2)?;
    let mut gaps = inner_gaps(first);
    let mut taken = (1, gaps.clone());
    let mut several = 1;
    for (index, pair) in rows.windows(2).enumerate() {
        let [above, row] = pair else { break };
        if is_far(above, row) {
            break;
        }
        narrow(&mut gaps, row);
        if gaps.is_empty() {
            break;
        }
        if row.len() >= 2 {
            several += 1;
            taken.0 = index + 2;
            taken.1.clone_from(&gaps);
        }
    }
    let (rows_taken, gaps) = taken;
    let members = rows.get(..rows_taken)?;
    let partings: Vec<f32> = gaps.iter().map(|&(u0, u1)| f32::midpoint(u0, u1)).collect();
    let is_table = several >= MIN_ROWS && several * 3 >= rows_taken * 2 && !is_list(members, &partings);
    is_table.then_some(Columns { rows: rows_taken, partings })
}

fn inner_gaps(row: &[&Segment]) -> Vec<(f32, f32)> {
    row.windows(2).filter_map(|pair| Some((pair.first()?.u1, pair.last()?.u0))).collect()
}

/// Leaves what a row leaves of some gaps. Gaps that it has besides do not count: not every cell is filled.
fn narrow(gaps: &mut Vec<(f32, f32)>, row: &[&Segment]) {
    let size = row.iter().map(|segment| segment.size).fold(0.1, f32::max);
    gaps.retain_mut(|gap| {
        let (u0, u1) = *gap;
        let from = row
            .iter()
            .filter(|s| s.u0 < u0 || s.u1 < u1)
            .map(|s| s.u1)
            .filter(|&end| end <= u1)
            .fold(u0, f32::max);
        let to = row.iter().map(|s| s.u0).filter(|&start| start >= from).fold(u1, f32::min);
        let crossed = row.iter().any(|s| s.u0 < from && s.u1 > to);
        *gap = (from, to);
        !crossed && to - from > MIN_GAP * size
    });
}

fn is_far(above: &[&Segment], below: &[&Segment]) -> bool {
    let (Some(above), Some(below)) = (above.first(), below.first()) else { return true };
    below.v - above.v > MAX_PITCH * above.size.max(below.size)
}

/// Returns whether the rows are the items of a list: a narrow marker and its text.
fn is_list(rows: &[&[&Segment]], partings: &[f32]) -> bool {
    let [parting] = partings else { return partings.is_empty() };
    let markers = rows.iter().copied().flatten().filter(|segment| segment.u1 <= *parting);
    markers.clone().all(|segment| segment.u1 - segment.u0 < MARKER_WIDTH * segment.size)
}

impl Columns {
    /// Returns the column of a segment.
    pub(super) fn column(&self, segment: &Segment) -> usize {
        let middle = f32::midpoint(segment.u0, segment.u1);
        self.partings.partition_point(|&parting| parting < middle)
    }
}
