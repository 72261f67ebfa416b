//! Where runs of a line may begin, by its glyphs alone: many candidates for tables are given up without reading words.

use super::spelling::Traits;
use super::word::{CELL_GAP, GlyphPlace, GlyphScan, LEADER_DOTS, TextSource, see_glyphs};
use crate::content::{Glyph, PageGlyphs};
use crate::layout::row::Rows;

/// Passes the places to `see` where runs of a line may begin, except the first, without reading its words. Returns `false`
/// if the line must be read: it may have leaders, or not all of its glyphs are in order.
pub(super) fn see_run_starts(
    segments: &[u32],
    rows: &Rows,
    source: TextSource<'_>,
    see: impl FnMut(f32),
) -> bool {
    let mut members = segments.iter().filter_map(|&index| rows.segments.get(index as usize));
    let gap = CELL_GAP * members.clone().map(|segment| segment.size).fold(0.1, f32::max);
    let mut scan = RunScan { page: source.page, gap, start: f32::MIN, end: f32::MAX, dots: 0, see };
    members.all(|segment| see_glyphs(segment, rows, source, &mut scan))
}

/// The runs of a line while its glyphs are read.
struct RunScan<'p, F> {
    page: &'p PageGlyphs,
    /// The least gap between two runs.
    gap: f32,
    /// The start of the last glyph.
    start: f32,
    /// The end of the text so far; [`f32::MAX`] if there is none, so that the first glyph begins no later run.
    end: f32,
    /// The number of dots at the end of the text.
    dots: usize,
    see: F,
}

impl<F: FnMut(f32)> GlyphScan for RunScan<'_, F> {
    #[inline(always)]
    fn see(&mut self, glyph: &Glyph, (u0, u1): (f32, f32), _: GlyphPlace) -> bool {
        let traits = Traits::of_glyph(self.page, glyph);
        if traits.is(Traits::SPACE) {
            return true;
        }
        if traits.is(Traits::DOT) {
            self.dots += 1;
        } else if traits != Traits::NONE {
            self.dots = 0;
        }
        let is_in_order = u0 >= self.start;
        self.start = u0;
        if u0 - self.end <= self.gap {
            self.end = if u1 > self.end || self.end == f32::MAX { u1 } else { self.end };
        } else {
            (self.see)(u0);
            self.end = u1;
        }
        is_in_order && self.dots < LEADER_DOTS
    }
}

/// Returns a number of runs that a line does not exceed, without reading its words; `None` if the line must be read.
pub(super) fn most_runs(segments: &[u32], rows: &Rows, source: TextSource<'_>) -> Option<usize> {
    let mut runs = 1;
    see_run_starts(segments, rows, source, |_| runs += 1).then_some(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Run, RunOrigin, TextId, Visibility};
    use crate::layout::fragment::{self, Fragments};
    use crate::layout::overprint::Overprints;
    use crate::layout::ruling::Rulings;
    use crate::layout::table::word::{TextLine, Words};
    use crate::layout::writing_frame::WritingFrames;
    use crate::layout::{LayoutOptions, row, select};
    use crate::unicode::UnicodeSource;

    /// Returns rows of glyphs in one font at places that look random.
    fn page(seed: u32) -> PageGlyphs {
        let mut state = seed;
        let mut next = |limit: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 16) % limit) as usize
        };
        let run = Run {
            font: 0,
            direction: [1.0, 0.0],
            vertical: false,
            rendering_mode: 0,
            color: Some(0),
            mcid: None,
            artifact: false,
            rise: 0.0,
            origin: RunOrigin::Content,
            size: 10.0,
            cell: [0.0, -8.0, 0.0, 2.0],
        };
        let mut page = PageGlyphs { width: 600.0, height: 800.0, runs: vec![run], ..PageGlyphs::default() };
        for line in 0u8..30 {
            let (mut x, y) = (50.0, 20.0 + 15.0 * f32::from(line));
            for _ in 0..30 {
                let text = TextId::from_char(['a', 'b', '1', ' ', ' ', '.', 'é', '字'][next(8)]);
                x += [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.2, 1.0, 2.0, 3.0, 5.0, 12.0, -1.0, -7.0][next(15)];
                page.glyphs.push(Glyph {
                    code: 0,
                    text,
                    source: UnicodeSource::ToUnicode,
                    confidence_percent: 100,
                    visibility: Visibility::Visible,
                    code_bytes: 1,
                    x,
                    y,
                    advance: 5.0,
                    run: 0,
                });
                x += 5.0;
            }
        }
        page
    }

    #[test]
    fn runs_begin_where_gaps_end() {
        let (mut known, mut several) = (0, 0);
        for seed in 0..40 {
            let page = page(seed);
            let (mut wanted, mut dropped) = select::wanted(&page, &LayoutOptions::default());
            let (rulings, mut frames) = (Rulings::default(), WritingFrames::default());
            let (mut found, mut rows) = (Fragments::default(), Rows::default());
            fragment::fragments(&page, &wanted, &rulings, &mut frames, &mut found);
            let mut overprints =
                Overprints { page: &page, frames: &frames, wanted: &mut wanted, dropped: &mut dropped };
            row::rows(&mut found.list, &rulings, &mut overprints, &mut rows);
            let words = Words::default();
            let source = TextSource { page: &page, wanted: &wanted, frames: &frames, words: &words };
            let all: Vec<u32> = (0u32..).take(rows.segments.len()).collect();
            let row_of = |index: &u32| rows.segments[*index as usize].row;
            for segments in all.chunk_by(|a, b| row_of(a) == row_of(b)) {
                let line = TextLine::or_blank(segments, &rows, source);
                let mut starts = Vec::new();
                if !see_run_starts(segments, &rows, source, |u| starts.push(u)) {
                    continue;
                }
                known += 1;
                several += usize::from(line.runs.len() > 1);
                assert!(line.runs.iter().skip(1).all(|run| starts.contains(&run.u0)), "{seed} {line:?}");
                assert!(most_runs(segments, &rows, source) >= Some(line.runs.len()));
            }
        }
        assert!(known > 200 && several > 150, "{known} {several}");
    }
}
