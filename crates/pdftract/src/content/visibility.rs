//! Decides the visibility of each glyph, with the reason if it is hidden.
//!
//! Properties that follow from the graphics state are decided when the glyph is drawn. The colour of its background
//! and covering areas are checked when the page is complete. Only glyphs that are certainly hidden are marked as
//! such.

use super::glyph::{Glyph, PageGlyphs, Run, Visibility};
use super::paint::{Paint, Paints, contains};
use super::state::State;
use crate::geometry::{Point, Rect};

/// The minimum visible text size on the page, in points.
const MIN_VISIBLE_SIZE: f32 = 1.0;

/// Returns the reason why nothing drawn in this state is visible, if there is one.
pub(crate) fn of_state(state: &State, hidden: bool, size: f32) -> Option<Visibility> {
    if hidden {
        return Some(Visibility::LayerOff);
    }
    let inkless = matches!(state.rendering_mode, 3 | 7) || state.fill_alpha <= 0.0 || size < MIN_VISIBLE_SIZE;
    inkless.then_some(Visibility::InvisibleMode)
}

/// Returns the visibility of a glyph by its position.
pub(crate) fn of_place(clip: &Rect, page: &Rect, bbox: &[f32; 4]) -> Visibility {
    if !overlaps(page, bbox) {
        Visibility::OffPage
    } else if overlaps(clip, bbox) {
        Visibility::Visible
    } else {
        Visibility::Clipped
    }
}

/// Returns `true` if a box is within a rectangle.
pub(crate) fn is_within(rect: &Rect, bounds: &Rect) -> bool {
    bounds.x0 >= rect.x0 && bounds.x1 <= rect.x1 && bounds.y0 >= rect.y0 && bounds.y1 <= rect.y1
}

/// Returns the intersection of clip and page. If they are disjoint, its edges are reversed.
pub(crate) fn seen_part(clip: &Rect, page: &Rect) -> Rect {
    Rect {
        x0: clip.x0.max(page.x0),
        y0: clip.y0.max(page.y0),
        x1: clip.x1.min(page.x1),
        y1: clip.y1.min(page.y1),
    }
}

/// Returns `true` if a box overlaps a rectangle.
fn overlaps(rect: &Rect, [x0, y0, x1, y1]: &[f32; 4]) -> bool {
    f64::from(*x1) >= rect.x0
        && f64::from(*x0) <= rect.x1
        && f64::from(*y1) >= rect.y0
        && f64::from(*y0) <= rect.y1
}

/// Decides the properties that need the whole page.
pub(crate) fn settle(page: &mut PageGlyphs, paints: &Paints) {
    let suspects = Suspects::new(&page.runs, paints.list());
    if suspects.none() {
        return;
    }
    let mut grid = Grid::new(page.width, page.height, paints.list());
    grid.is_cut = paints.is_cut();
    let mut looks_left = MAX_LOOKS;
    let PageGlyphs { glyphs, runs, .. } = page;
    let mut start = 0;
    for string in glyphs.chunk_by_mut(|first, second| first.run == second.run && first.y == second.y) {
        let first = start;
        if first >= suspects.covered_before && !suspects.has_colors {
            break;
        }
        start += string.len();
        let Some(run) = string.first().and_then(|glyph| runs.get(glyph.run as usize)) else { continue };
        let color = string.first().and_then(|glyph| suspects.color(glyph.run));
        if color.is_none()
            && (first >= suspects.covered_before || grid.leaves_free(&bounds(string, run), first))
        {
            continue;
        }
        for (index, glyph) in (first..).zip(string) {
            let is_suspect = color.is_some() || index < suspects.covered_before;
            if is_suspect && glyph.visibility == Visibility::Visible {
                let [x0, y0, x1, y1] = run.bbox(glyph).map(f64::from);
                glyph.visibility =
                    among_paints(&Rect { x0, y0, x1, y1 }, index, color, &grid, &mut looks_left);
            }
        }
    }
}

/// Returns the bounding box of glyphs of a run that have one baseline.
fn bounds(glyphs: &[Glyph], run: &Run) -> Rect {
    if run.direction == [1.0, 0.0] {
        return bounds_of_level(glyphs, run);
    }
    let mut bounds = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    for glyph in glyphs {
        let [x0, y0, x1, y1] = run.bbox(glyph);
        let [left, top, right, bottom] = bounds;
        bounds = [left.min(x0), top.min(y0), right.max(x1), bottom.max(y1)];
    }
    let [x0, y0, x1, y1] = bounds.map(f64::from);
    Rect { x0, y0, x1, y1 }
}

/// Returns the bounding box of glyphs that are written from left to right, as nearly all are: their boxes differ in their
/// horizontal extent only.
fn bounds_of_level(glyphs: &[Glyph], run: &Run) -> Rect {
    let less = |a: f32, b: f32| if b < a { b } else { a };
    let more = |a: f32, b: f32| if b > a { b } else { a };
    let (mut start, mut end) = (f32::MAX, f32::MIN);
    for &Glyph { x, advance, .. } in glyphs {
        (start, end) = (less(start, less(x, x + advance)), more(end, more(x, x + advance)));
    }
    let baseline = glyphs.first().map_or(0.0, |glyph| glyph.y);
    let [left, top, right, bottom] = run.cell;
    let [x0, y0, x1, y1] = [start + left, baseline + top, end + right, baseline + bottom].map(f64::from);
    Rect { x0, y0, x1, y1 }
}

/// The glyphs to check: those in the colour of something behind them, and those before a covering area.
struct Suspects {
    /// By run: its colour, if the page or a painted area has it too.
    colors: Vec<Option<u32>>,
    /// `true` if any run has one.
    has_colors: bool,
    covered_before: usize,
}

/// With more colours on a page, every run is checked.
const MAX_COLORS: usize = 64;

impl Suspects {
    fn new(runs: &[Run], paints: &[Paint]) -> Self {
        let mut behind: Vec<u32> =
            paints.iter().filter(|paint| paint.hides).filter_map(|paint| paint.color).collect();
        behind.push(WHITE);
        behind.sort_unstable();
        behind.dedup();
        let too_many = behind.len() > MAX_COLORS;
        // Strokes have a separate colour, and outlines of any colour are visible.
        let filled = |run: &Run| run.color.filter(|_| run.rendering_mode == 0);
        let suspect = |color: &u32| too_many || behind.iter().any(|&other| is_near(*color, other));
        let colors: Vec<Option<u32>> = runs.iter().map(|run| filled(run).filter(suspect)).collect();
        // Rules are lower than any glyph, and most pages have some.
        let lowest = runs.iter().map(|run| run.cell[3] - run.cell[1]).fold(f32::INFINITY, f32::min);
        let may_cover = |paint: &&Paint| {
            paint.hides && paint.is_over_text && paint.area.height() >= COVERED_PART * f64::from(lowest)
        };
        let covers = paints.iter().filter(may_cover).map(|paint| paint.glyphs_before);
        let has_colors = colors.iter().any(Option::is_some);
        Self { colors, has_colors, covered_before: covers.max().unwrap_or(0) }
    }

    fn none(&self) -> bool {
        self.covered_before == 0 && !self.has_colors
    }

    fn color(&self, run: u32) -> Option<u32> {
        self.colors.get(run as usize).copied().flatten()
    }
}

/// The maximum number of pairs of glyph and painted area checked on a page. Beyond that, hidden text is missed, never
/// invented.
const MAX_LOOKS: usize = 20_000_000;

/// The colour of paper.
const WHITE: u32 = 0xFF_FFFF;
/// Channels that differ by less look equal.
const NEAR: u8 = 6;

fn is_near(a: u32, b: u32) -> bool {
    a.to_le_bytes().iter().zip(b.to_le_bytes()).all(|(x, y)| x.abs_diff(y) < NEAR)
}

fn among_paints(
    bbox: &Rect,
    index: usize,
    color: Option<u32>,
    grid: &Grid<'_>,
    looks_left: &mut usize,
) -> Visibility {
    let middle = Point { x: f64::midpoint(bbox.x0, bbox.x1), y: f64::midpoint(bbox.y0, bbox.y1) };
    let mut background = Some(WHITE).filter(|_| !grid.is_cut_at(middle));
    for paint in grid.at(middle) {
        *looks_left = looks_left.saturating_sub(1);
        if *looks_left == 0 {
            return Visibility::Visible;
        }
        let is_behind = paint.glyphs_before <= index;
        if is_behind && color.is_none() {
            break;
        }
        if !contains(&paint.area, middle) {
            continue;
        }
        if is_behind && paint.hides {
            background = paint.color;
            break;
        }
        if is_behind {
            // The shape may leave the glyph on the area below it. The glyph is hidden if it has the colour of both.
            match (color, paint.color) {
                (Some(color), Some(other)) if is_near(color, other) => continue,
                _ => return Visibility::Visible,
            }
        }
        if paint.hides && covers(&paint.area, bbox) {
            return Visibility::Covered;
        }
    }
    match (color, background) {
        (Some(color), Some(background)) if is_near(color, background) => Visibility::SameAsBackground,
        _ => Visibility::Visible,
    }
}

/// The part of the height of a glyph's cell that an area must have to hide it: somewhat less than [`covers`] asks, since
/// places on the page are rounded.
const COVERED_PART: f64 = 0.45;

/// Returns `true` if an area hides a glyph's cell except for its margins, which are empty in most glyphs.
fn covers(area: &Rect, bbox: &Rect) -> bool {
    let (dx, dy) = (bbox.width() * 0.1, bbox.height() * 0.25);
    area.x0 <= bbox.x0 + dx && area.x1 >= bbox.x1 - dx && area.y0 <= bbox.y0 + dy && area.y1 >= bbox.y1 - dy
}

/// A grid index of painted areas, so that a glyph is only compared with nearby ones. The areas of a cell are a linked
/// list, from the last to the first.
struct Grid<'p> {
    paints: &'p [Paint],
    links: Vec<Link>,
    cells: [Cell; CELLS * CELLS],
    columns_per_point: f64,
    rows_per_point: f64,
    /// `true` if areas are missing.
    is_cut: bool,
}

/// A painted area of a cell, and the link to the previous one.
#[derive(Clone, Copy)]
struct Link {
    paint: u32,
    before: Option<u32>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    last: Option<u32>,
    length: usize,
}

/// The number of cells along each side of the grid.
const CELLS: usize = 16;
/// The maximum number of areas per cell; beyond that, hidden text is missed, never invented.
const MAX_PER_CELL: usize = 512;
/// The number of areas on a page up to which each of them is compared with whole strings first.
const FEW_PAINTS: usize = 32;

fn touches(area: &Rect, bounds: &Rect) -> bool {
    area.x0 <= bounds.x1 && area.x1 >= bounds.x0 && area.y0 <= bounds.y1 && area.y1 >= bounds.y0
}

impl<'p> Grid<'p> {
    fn new(width: f64, height: f64, paints: &'p [Paint]) -> Self {
        let mut grid = Self {
            paints,
            links: Vec::new(),
            cells: [Cell::default(); CELLS * CELLS],
            columns_per_point: cells_per_point(width),
            rows_per_point: cells_per_point(height),
            is_cut: false,
        };
        for (index, paint) in (0..).zip(paints) {
            let Rect { x0, y0, x1, y1 } = paint.area;
            for row in cell_of(y0, grid.rows_per_point)..=cell_of(y1, grid.rows_per_point) {
                for column in cell_of(x0, grid.columns_per_point)..=cell_of(x1, grid.columns_per_point) {
                    grid.add(index, row * CELLS + column);
                }
            }
        }
        grid
    }

    fn add(&mut self, paint: u32, cell: usize) {
        let next = u32::try_from(self.links.len()).ok();
        let cell = self.cells.get_mut(cell).filter(|cell| cell.length < MAX_PER_CELL);
        if let (Some(cell), Some(next)) = (cell, next) {
            self.links.push(Link { paint, before: cell.last });
            *cell = Cell { last: Some(next), length: cell.length + 1 };
        }
    }

    /// Returns `true` if nothing is painted over a box after this number of glyphs. With many areas, the answer is not worth
    /// its time.
    fn leaves_free(&self, bounds: &Rect, glyphs_before: usize) -> bool {
        let covers = |paint: &Paint| {
            paint.hides && paint.glyphs_before > glyphs_before && touches(&paint.area, bounds)
        };
        self.paints.len() <= FEW_PAINTS && !self.paints.iter().any(covers)
    }

    /// Returns `true` if painted areas near a point may be missing, so that its background is uncertain.
    fn is_cut_at(&self, point: Point) -> bool {
        let (row, column) = (cell_of(point.y, self.rows_per_point), cell_of(point.x, self.columns_per_point));
        self.is_cut || self.cells.get(row * CELLS + column).is_none_or(|cell| cell.length >= MAX_PER_CELL)
    }

    /// Returns the painted areas near a point, from the last to the first.
    #[inline]
    fn at(&self, point: Point) -> impl Iterator<Item = &'p Paint> + '_ {
        let (row, column) = (cell_of(point.y, self.rows_per_point), cell_of(point.x, self.columns_per_point));
        let mut next = self.cells.get(row * CELLS + column).and_then(|cell| cell.last);
        std::iter::from_fn(move || {
            let link = self.links.get(next? as usize)?;
            next = link.before;
            self.paints.get(link.paint as usize)
        })
    }
}

#[allow(clippy::cast_precision_loss)]
fn cells_per_point(extent: f64) -> f64 {
    if extent > 0.0 { CELLS as f64 / extent } else { 0.0 }
}

/// Returns the row or column of a position; positions outside of the page are in the outermost one.
#[inline]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn cell_of(value: f64, cells_per_point: f64) -> usize {
    usize::from((value * cells_per_point) as u8).min(CELLS - 1)
}
