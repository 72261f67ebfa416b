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

/// The strips without ink during a scan over rows.
#[derive(Debug, Default)]
pub(super) struct Strips {
    /// The open strips, from left to right.
    pub(super) live: Vec<(f32, f32)>,
    /// The remainder of the open strips after the current row.
    next: Vec<(f32, f32)>,
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
    pub(super) fn narrow(&mut self, number: usize, size: f32, spans: &[InkSpan]) {
        let mut row = spans;
        self.next.clear();
        for &(u0, u1) in &self.live {
            let before = self.next.len();
            while let [passed, rest @ ..] = row
                && passed.u1 <= u0
            {
                row = rest;
            }
            let mut left = u0;
            for span in row.iter().take_while(|span| span.u0 < u1) {
                keep(left, span.u0, size, &mut self.next);
                left = if span.u1 > left { span.u1 } else { left };
            }
            keep(left, u1, size, &mut self.next);
            self.next.truncate(MAX_STRIPS);
            if self.next.len() == before && is_inner(u0, u1) {
                self.gutters.push(Gutter { u0, u1, end: number, widest: self.widest });
            }
        }
        std::mem::swap(&mut self.live, &mut self.next);
        let wider = |widest: f32, span: &InkSpan| if span.width > widest { span.width } else { widest };
        self.widest = spans.iter().fold(self.widest, wider);
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

/// Keeps a strip if it is wide enough.
fn keep(u0: f32, u1: f32, size: f32, free: &mut Vec<(f32, f32)>) {
    if has_room(u0, u1, size) {
        free.push((u0, u1));
    }
}
