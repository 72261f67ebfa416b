//! Gutters: strips without ink between columns, and the search for them from row to row.

use super::row::Segment;

/// The least width of a gutter, in font sizes of the text beside it.
const MIN_GUTTER: f32 = 0.8;
/// The most strips; more are a drawing.
const MAX_STRIPS: usize = 64;

/// A strip without ink, and the rows that it runs through.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gutter {
    pub(super) u0: f32,
    pub(super) u1: f32,
    pub(super) end: usize,
    /// The width of the widest text of these rows, in font sizes.
    pub(super) widest: f32,
}

impl Gutter {
    pub(super) fn middle(&self) -> f32 {
        f32::midpoint(self.u0, self.u1)
    }
}

/// The facts of a segment that matter for cutting.
#[derive(Debug, Clone, Copy)]
pub(super) struct InkSpan {
    u0: f32,
    u1: f32,
    middle: f32,
    /// Its position in drawing order.
    pub(super) drawn: u32,
    /// Its width in font sizes.
    pub(super) width: f32,
    /// Its font size.
    pub(super) size: f32,
}

impl InkSpan {
    pub(super) fn new(segment: &Segment) -> Self {
        let &Segment { u0, u1, drawn, size, .. } = segment;
        Self { u0, u1, middle: f32::midpoint(u0, u1), drawn, width: (u1 - u0) / size.max(0.1), size }
    }

    pub(super) fn is_left_of(&self, place: f32) -> bool {
        self.middle < place
    }
}

/// The ink of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowInk<'r> {
    /// Its spans from left to right.
    pub(super) spans: &'r [InkSpan],
    /// Their left edge.
    pub(super) u0: f32,
    /// Their right edge.
    pub(super) u1: f32,
    /// The width of the widest one, in font sizes; 0 if there is none.
    pub(super) widest: f32,
    /// The font size of the row.
    pub(super) size: f32,
}

/// The strips without ink during a scan over rows.
#[derive(Debug, Default)]
pub(super) struct Strips {
    /// The open strips, from left to right.
    pub(super) live: Vec<(f32, f32)>,
    /// The strips that the current row may close or part.
    rest: Vec<(f32, f32)>,
    /// The closed strips that are not margins.
    pub(super) gutters: Vec<Gutter>,
    /// The width of the widest text of the rows so far, in font sizes.
    widest: f32,
}

impl Strips {
    pub(super) fn begin(&mut self) {
        self.gutters.clear();
        self.widest = 0.0;
        self.live.clear();
        self.live.push((f32::MIN, f32::MAX));
    }

    /// Narrows the strips to what a row leaves free. Its ink spans come from left to right.
    pub(super) fn narrow(&mut self, number: usize, row: &RowInk<'_>) {
        let widest = self.widest;
        self.widest = if row.widest > widest { row.widest } else { widest };
        let room = MIN_GUTTER * row.size;
        if self.are_margins_of(row, room) {
            return;
        }
        let mut spans = row.spans;
        // Most rows leave one part of each strip.
        let changed = self.live.iter_mut().position(|strip| {
            spans = from_strip(spans, strip.0);
            match free_part(*strip, spans, room) {
                FreePart::One(u0, u1) => *strip = (u0, u1),
                FreePart::NoneOrSeveral => return true,
            }
            false
        });
        if let Some(changed) = changed {
            self.part(changed, number, spans, room, widest);
        }
    }

    /// Returns `true` if there are but two margins, between which a row is.
    fn are_margins_of(&self, row: &RowInk<'_>, room: f32) -> bool {
        let &[(u0, left), (right, u1)] = self.live.as_slice() else { return false };
        let are_margins = u0 == f32::MIN && u1 == f32::MAX && left - u0 > room && u1 - right > room;
        are_margins && row.u0 >= left && row.u1 <= right
    }

    /// Narrows the strips from one on to the parts, if any, that the spans of a row leave free. `widest` is the width of the
    /// widest text of the rows above.
    fn part(&mut self, first: usize, number: usize, mut spans: &[InkSpan], room: f32, widest: f32) {
        self.rest.clear();
        self.rest.extend(self.live.drain(first..));
        for &(u0, u1) in &self.rest {
            let before = self.live.len();
            spans = from_strip(spans, u0);
            let mut left = u0;
            for span in spans.iter().take_while(|span| span.u0 < u1) {
                keep(left, span.u0, room, &mut self.live);
                left = if span.u1 > left { span.u1 } else { left };
            }
            keep(left, u1, room, &mut self.live);
            self.live.truncate(MAX_STRIPS);
            if self.live.len() == before && is_inner(u0, u1) {
                self.gutters.push(Gutter { u0, u1, end: number, widest });
            }
        }
    }

    /// Closes all strips before a row.
    pub(super) fn end_all(&mut self, end: usize) {
        let inner = self.live.iter().filter(|&&(u0, u1)| is_inner(u0, u1));
        self.gutters.extend(inner.map(|&(u0, u1)| Gutter { u0, u1, end, widest: self.widest }));
    }

    /// Returns `true` if only the two margins were found.
    pub(super) fn are_margins(&self) -> bool {
        self.live.len() == 2
            && self.gutters.is_empty()
            && self.live.iter().all(|&(u0, u1)| u0 == f32::MIN || u1 == f32::MAX)
    }
}

/// Returns `true` if a strip is not a margin.
fn is_inner(u0: f32, u1: f32) -> bool {
    u0 > f32::MIN && u1 < f32::MAX
}

/// Returns `true` if there is room for a gutter between two places.
pub(super) fn has_room(u0: f32, u1: f32, size: f32) -> bool {
    u1 - u0 > MIN_GUTTER * size
}

/// Keeps a strip if it is wider than the room that a gutter needs.
fn keep(u0: f32, u1: f32, room: f32, free: &mut Vec<(f32, f32)>) {
    if u1 - u0 > room {
        free.push((u0, u1));
    }
}

/// Returns the spans of a row without those that end before a strip begins.
fn from_strip(spans: &[InkSpan], u0: f32) -> &[InkSpan] {
    let mut spans = spans;
    while let [passed, rest @ ..] = spans
        && passed.u1 <= u0
    {
        spans = rest;
    }
    spans
}

/// What the spans of a row leave free of a strip.
#[derive(Debug, Clone, Copy)]
enum FreePart {
    One(f32, f32),
    NoneOrSeveral,
}

/// Returns the part of a strip that spans leave free, if there is one that is wider than the room that a gutter needs.
fn free_part((u0, u1): (f32, f32), spans: &[InkSpan], room: f32) -> FreePart {
    let mut left = u0;
    let mut free = None;
    for span in spans.iter().take_while(|span| span.u0 < u1) {
        if span.u0 - left > room && free.replace((left, span.u0)).is_some() {
            return FreePart::NoneOrSeveral;
        }
        left = if span.u1 > left { span.u1 } else { left };
    }
    match (free, u1 - left > room) {
        (None, true) => FreePart::One(left, u1),
        (Some((u0, end)), false) => FreePart::One(u0, end),
        _ => FreePart::NoneOrSeveral,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Narrows strips one after the other, whatever the row.
    fn narrow_slowly(strips: &mut Strips, number: usize, row: &RowInk<'_>) {
        let widest = strips.widest;
        strips.part(0, number, row.spans, MIN_GUTTER * row.size, widest);
        strips.widest = widest.max(row.widest);
    }

    /// Returns a row of spans at places that look random.
    fn row(state: &mut u32) -> Vec<InkSpan> {
        let mut next = |limit: u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((*state >> 16) % limit) as f32
        };
        let mut u0 = 5.0 * next(12);
        let count = 1.0 + next(4);
        let mut spans = Vec::new();
        while (spans.len() as f32) < count {
            let u1 = u0 + 5.0 * next(30);
            let span =
                InkSpan { u0, u1, middle: f32::midpoint(u0, u1), drawn: 0, width: u1 - u0, size: 10.0 };
            spans.push(span);
            u0 = u1 + 4.0 * next(10) - 8.0;
        }
        spans.sort_by(|a, b| a.u0.total_cmp(&b.u0));
        spans
    }

    #[test]
    fn rows_that_change_little_narrow_strips_like_others() {
        let mut state = 1;
        let mut found = 0;
        for _ in 0..300 {
            let (mut strips, mut expected) = (Strips::default(), Strips::default());
            strips.begin();
            expected.begin();
            for number in 0..12 {
                let spans = row(&mut state);
                let u0 = spans.iter().map(|span| span.u0).fold(f32::MAX, f32::min);
                let u1 = spans.iter().map(|span| span.u1).fold(f32::MIN, f32::max);
                let widest = spans.iter().map(|span| span.width).fold(0.0, f32::max);
                let size = if number % 5 == 4 { 30.0 } else { 10.0 };
                let ink = RowInk { spans: &spans, u0, u1, widest, size };
                strips.narrow(number, &ink);
                narrow_slowly(&mut expected, number, &ink);
                assert_eq!(strips.live, expected.live);
                assert_eq!(format!("{:?}", strips.gutters), format!("{:?}", expected.gutters));
            }
            found += strips.gutters.len();
        }
        assert!(found > 300, "{found}");
    }
}
