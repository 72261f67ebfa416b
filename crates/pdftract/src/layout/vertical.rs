//! Vertical writing with horizontal fonts: characters placed one under the other, and horizontal text within a
//! column.
//!
//! Browsers and office programs place the characters of vertical text one by one with a font for horizontal writing.
//! Such glyphs are given vertical runs of their own, and a pen above their middle, as a vertical font would have set
//! it. Then numbers set horizontally in a column (tate-chu-yoko), single characters between them, and rotated words
//! are moved to the centre line of the column that they belong to.

use crate::content::{Glyph, PageGlyphs, Run, TextId, Visibility};
use crate::spacing::PenStep;
use crate::unicode;

/// The least number of stacked characters that are a column; fewer may be a label or a list.
const MIN_STACKED: usize = 4;
/// The distance between the starts of the characters of a column, in font sizes. Rows of tables and lines are further
/// apart.
const STEP: std::ops::RangeInclusive<f32> = 0.5..=1.4;
/// The greatest distance of characters from the centre line of their column, in font sizes.
const OFF_MIDDLE: f32 = 0.3;
/// The greatest distance between the tops of neighbouring columns, in font sizes.
const OFF_TOP: f32 = 0.3;
/// The greatest distance between columns, in font sizes.
const COLUMN_PITCH: f32 = 3.0;
/// The greatest gap between a column and text that belongs to it, in font sizes.
const COLUMN_GAP: f32 = 0.75;
/// The greatest ratio of font sizes within one text.
const SIZE_STEP: f32 = 1.25;
/// The most glyphs that are set horizontally in a column, and their greatest total width, in font sizes.
const MOST_ACROSS: usize = 4;
const WIDEST_ACROSS: f32 = 1.5;
/// The height above the baseline at which the cell of a full-width character begins, in font sizes.
const CELL_TOP: f32 = 0.88;
/// The distance of the baseline below the middle of a line, in font sizes.
const BASELINE_OF_MIDDLE: f32 = 0.25;
/// The most rounds of joining: numbers and the characters between them are joined one after the other, and a line has
/// fewer.
const MOST_ROUNDS: usize = 16;
/// The most cells and columns that one glyph is compared with, nearby ones among them.
const MOST_NEAR: usize = 256;
/// The most glyphs of a page that is searched; pages with more are drawings.
const MOST_GLYPHS: usize = 20_000;
/// The first character that may be written vertically.
const FIRST_STACKED: TextId = TextId::from_char('\u{1100}');
/// Directions closer than this to an axis are along it.
const STRAIGHT: f32 = 0.02;

/// Detects vertical text among glyphs of horizontal fonts. Pages without Chinese, Japanese or Korean characters are
/// skipped at once.
pub(crate) fn recognise(page: &mut PageGlyphs) {
    if !page.traits.may_be_stackable() || !page.glyphs.iter().any(is_stackable) {
        return;
    }
    let mut turned = Turned::default();
    for stack in columns(page) {
        for index in stack {
            turned.stand(page, index);
        }
    }
    if page.glyphs.len() <= MOST_GLYPHS && page.runs.iter().any(|run| run.vertical) {
        join_across(page, &mut turned);
    }
}

/// Moves the pens of glyphs and leaves their boxes unchanged.
#[derive(Default)]
struct Turned {
    /// The last run created, and its source.
    last: Option<(Source, u32)>,
}

/// The facts that a run is created from.
#[derive(Clone, Copy, PartialEq)]
struct Source {
    run: u32,
    vertical: bool,
    cell: [f32; 4],
}

/// The position of a pen and its advance.
#[derive(Clone, Copy)]
struct Pen {
    x: f32,
    y: f32,
    advance: f32,
}

impl Turned {
    /// Makes an unrotated glyph part of a column.
    fn stand(&mut self, page: &mut PageGlyphs, index: usize) {
        let Some(glyph) = page.glyphs.get(index).copied() else { return };
        let Some(run) = page.run(&glyph) else { return };
        let (right, down, size) = (glyph.advance / 2.0, -CELL_TOP * run.size, run.size);
        let pen = Pen { x: glyph.x + right, y: glyph.y + down, advance: size };
        self.set_pen(page, index, pen, [right, down], true);
    }

    /// Gives a glyph another pen, shifted by `step`, and makes it part of a column if `stands` is set.
    fn set_pen(&mut self, page: &mut PageGlyphs, index: usize, pen: Pen, step: [f32; 2], stands: bool) {
        let Some(glyph) = page.glyphs.get(index).copied() else { return };
        let Some(run) = page.run(&glyph) else { return };
        let [left, top, right, bottom] = run.bbox(&Glyph { x: 0.0, y: 0.0, ..glyph });
        let ([dx, dy], [x, y]) = (if stands { [0.0, 1.0] } else { run.direction }, step);
        let along = [pen.advance * dx, pen.advance * dy];
        let [back, up] = along.map(|step| step.min(0.0));
        let [forth, down] = along.map(|step| step.max(0.0));
        let cell = [left - x - back, top - y - up, right - x - forth, bottom - y - down];
        let source = Source { run: glyph.run, vertical: stands || run.vertical, cell };
        let made = self.run(page, source);
        if let Some(glyph) = page.glyphs.get_mut(index) {
            *glyph = Glyph { x: pen.x, y: pen.y, advance: pen.advance, run: made, ..*glyph };
        }
    }

    fn run(&mut self, page: &mut PageGlyphs, source: Source) -> u32 {
        if let Some((known, made)) = self.last
            && known == source
        {
            return made;
        }
        let Some(run) = page.runs.get(source.run as usize).cloned() else { return source.run };
        let made = u32::try_from(page.runs.len()).unwrap_or(source.run);
        let direction = if source.vertical { [0.0, 1.0] } else { run.direction };
        page.runs.push(Run { vertical: source.vertical, direction, cell: source.cell, ..run });
        self.last = Some((source, made));
        made
    }
}

/// Returns `true` if a glyph is a character of a script that may be written vertically.
#[inline]
fn is_stackable(glyph: &Glyph) -> bool {
    glyph.text >= FIRST_STACKED && glyph.text.character().is_some_and(unicode::is_stackable)
}

fn is_upright(page: &PageGlyphs, glyph: &Glyph) -> bool {
    page.run(glyph).is_some_and(|run| {
        let [x, y] = run.direction;
        !run.vertical && x > 0.0 && y.abs() < STRAIGHT
    })
}

/// Glyphs drawn one after the other.
type Stack = std::ops::Range<usize>;

/// Returns the stacks that are columns: long ones, and short ones that begin beside a long one, such as the last line
/// of a paragraph.
fn columns(page: &PageGlyphs) -> Vec<Stack> {
    let stacks = stacks(page);
    let first = |stack: &Stack| page.glyphs.get(stack.start).map(|glyph| Head::new(page, glyph));
    let long = |stack: &Stack| stack.len() >= MIN_STACKED;
    let heads: Vec<Head> =
        stacks.iter().filter(|stack| long(stack)).filter_map(first).take(MOST_NEAR).collect();
    let begins_beside = |glyph: Head| {
        heads.iter().any(|head| {
            is_same_size(head.size, glyph.size)
                && (head.y - glyph.y).abs() < OFF_TOP * head.size
                && (head.middle - glyph.middle).abs() < COLUMN_PITCH * head.size
        })
    };
    let is_column =
        |stack: &Stack| long(stack) || first(stack).is_some_and(begins_beside) && is_alone(page, stack);
    if heads.is_empty() { Vec::new() } else { stacks.into_iter().filter(is_column).collect() }
}

/// The facts of a glyph for stacking.
#[derive(Clone, Copy)]
struct Head {
    middle: f32,
    y: f32,
    size: f32,
}

impl Head {
    fn new(page: &PageGlyphs, glyph: &Glyph) -> Self {
        let [left, _, right, _] = page.bbox(glyph);
        Self { middle: f32::midpoint(left, right), y: glyph.y, size: page.size(glyph) }
    }
}

/// Returns `true` if no line of text runs through the glyphs of a stack.
fn is_alone(page: &PageGlyphs, stack: &Stack) -> bool {
    let around = page.glyphs.get(stack.start.saturating_sub(1)..(stack.end + 1).min(page.glyphs.len()));
    let mut pairs = around.unwrap_or_default().windows(2);
    !pairs.any(|pair| matches!(pair, [glyph, next] if continues(page, glyph, next)))
}

/// Returns the stacks: glyphs drawn one after the other, each under the one before; a glyph with none under it is a
/// stack of one.
fn stacks(page: &PageGlyphs) -> Vec<Stack> {
    let mut stacks: Vec<Stack> = Vec::new();
    let mut last: Option<Head> = None;
    for (index, glyph) in page.glyphs.iter().enumerate() {
        let is_candidate =
            is_stackable(glyph) && glyph.visibility != Visibility::OffPage && is_upright(page, glyph);
        if !is_candidate {
            last = None;
            continue;
        }
        let head = Head::new(page, glyph);
        let goes_on = last.is_some_and(|last| is_under(last, head));
        match stacks.last_mut().filter(|_| goes_on) {
            Some(stack) => stack.end = index + 1,
            None => stacks.push(index..index + 1),
        }
        last = Some(head);
    }
    stacks
}

fn is_under(above: Head, below: Head) -> bool {
    let size = above.size;
    is_same_size(size, below.size)
        && (above.middle - below.middle).abs() < OFF_MIDDLE * size
        && STEP.contains(&((below.y - above.y) / size))
}

fn is_same_size(a: f32, b: f32) -> bool {
    a < b * SIZE_STEP && b < a * SIZE_STEP
}

/// A cell of a column: the centre line of the column, the top and bottom of the cell, its font size.
#[derive(Clone, Copy)]
struct Cell {
    middle: f32,
    top: f32,
    bottom: f32,
    size: f32,
}

/// Glyphs drawn in one go that may belong to a column.
struct Group {
    glyphs: std::ops::Range<usize>,
    cell: Cell,
    is_sideways: bool,
}

/// Moves groups to the columns that they touch, until none touches one any more.
fn join_across(page: &mut PageGlyphs, turned: &mut Turned) {
    let mut cells: Vec<Cell> = page.glyphs.iter().filter_map(|glyph| column_cell(page, glyph)).collect();
    let mut groups = groups(page);
    for _ in 0..MOST_ROUNDS {
        cells.sort_by(|a, b| a.middle.total_cmp(&b.middle).then(a.top.total_cmp(&b.top)));
        let (touching, others): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .map(|group| (column_of(&cells, &group.cell), group))
            .partition(|(column, _)| column.is_some());
        groups = others.into_iter().map(|(_, group)| group).collect();
        if touching.is_empty() {
            return;
        }
        for (column, group) in touching {
            let middle = column.unwrap_or(group.cell.middle);
            cells.push(Cell { middle, ..group.cell });
            join(page, turned, &group, middle);
        }
    }
}

fn column_cell(page: &PageGlyphs, glyph: &Glyph) -> Option<Cell> {
    let run = page.run(glyph)?;
    let [x, y] = run.direction;
    (run.vertical && x.abs() < STRAIGHT && y > 0.0).then_some(Cell {
        middle: glyph.x,
        top: glyph.y,
        bottom: glyph.y + glyph.advance,
        size: run.size,
    })
}

/// Returns the centre line of the column that a cell continues above or below.
fn column_of(cells: &[Cell], cell: &Cell) -> Option<f32> {
    let reach = OFF_MIDDLE * cell.size * SIZE_STEP;
    let first = cells.partition_point(|other| other.middle < cell.middle - reach);
    let near =
        cells.iter().skip(first).take(MOST_NEAR).take_while(|other| other.middle <= cell.middle + reach);
    let touches = |other: &&Cell| {
        let gap = (cell.top - other.bottom).max(other.top - cell.bottom);
        cell.size < other.size * SIZE_STEP && gap.abs() < COLUMN_GAP * other.size
    };
    near.filter(touches).map(|other| other.middle).next()
}

fn join(page: &mut PageGlyphs, turned: &mut Turned, group: &Group, middle: f32) {
    if group.is_sideways {
        for index in group.glyphs.clone() {
            let Some(glyph) = page.glyphs.get(index).copied() else { continue };
            let x = middle - BASELINE_OF_MIDDLE * page.size(&glyph);
            let pen = Pen { x, y: glyph.y, advance: glyph.advance };
            turned.set_pen(page, index, pen, [x - glyph.x, 0.0], false);
        }
        return;
    }
    #[allow(clippy::cast_precision_loss)]
    let share = (group.cell.bottom - group.cell.top) / group.glyphs.len().max(1) as f32;
    let mut top = group.cell.top;
    for index in group.glyphs.clone() {
        if let Some(&Glyph { x, y, .. }) = page.glyphs.get(index) {
            let pen = Pen { x: middle, y: top, advance: share };
            turned.set_pen(page, index, pen, [middle - x, top - y], true);
        }
        top += share;
    }
}

/// Returns short unrotated groups and rotated words.
fn groups(page: &PageGlyphs) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut start = 0;
    for (index, glyph) in page.glyphs.iter().enumerate() {
        let follows = page.glyphs.get(index + 1).is_some_and(|next| continues(page, glyph, next));
        if !follows {
            groups.extend(group(page, start..index + 1));
            start = index + 1;
        }
    }
    groups
}

/// Returns `true` if a glyph continues the line of the one before.
fn continues(page: &PageGlyphs, glyph: &Glyph, next: &Glyph) -> bool {
    let (Some(run), Some(next_run)) = (page.run(glyph), page.run(next)) else { return false };
    let step = PenStep::new([glyph.x, glyph.y], glyph.advance, run.direction, [next.x, next.y]);
    run.direction == next_run.direction
        && run.vertical == next_run.vertical
        && step.across < 0.1 * run.size
        && step.along.abs() < 0.5 * run.size
}

fn group(page: &PageGlyphs, glyphs: std::ops::Range<usize>) -> Option<Group> {
    let list = page.glyphs.get(glyphs.clone())?;
    let first = list.first()?;
    let run = page.run(first)?;
    let [dx, dy] = run.direction;
    let is_sideways = dx.abs() < STRAIGHT && dy > 0.0;
    let is_upright = dy.abs() < STRAIGHT && dx > 0.0;
    if run.vertical || !(is_sideways || is_upright) {
        return None;
    }
    let start = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    let [x0, y0, x1, y1] = list.iter().fold(start, |[x0, y0, x1, y1], glyph| {
        let [left, top, right, bottom] = page.bbox(glyph);
        [x0.min(left), y0.min(top), x1.max(right), y1.max(bottom)]
    });
    let size = run.size;
    let middle = f32::midpoint(x0, x1);
    if is_sideways {
        return Some(Group { glyphs, cell: Cell { middle, top: y0, bottom: y1, size }, is_sideways });
    }
    let top = first.y - CELL_TOP * size;
    let fits = list.len() <= MOST_ACROSS && x1 - x0 <= WIDEST_ACROSS * size;
    fits.then_some(Group { glyphs, cell: Cell { middle, top, bottom: top + size, size }, is_sideways })
}
