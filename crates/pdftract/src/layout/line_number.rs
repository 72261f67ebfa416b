//! Line numbers: a column of numbers beside the text that counts its lines, as in transcripts, bills and drafts.
//!
//! They are no column of the page and no cells of a table, so they are taken out before both are searched. Afterwards
//! each is put before the line that it counts, so that plain text shows lines as the page does; the glyphs are listed
//! in the layout, so that [`structure`](crate::structure) keeps them out of sentences.

use super::fragment::Fragment;
use super::glyph_class::first_character;
use super::model::{PageLayout, to_index};
use super::order::Region;
use super::row::{Rows, Segment};
use super::table::TextSource;

/// The most digits of a line number.
const MAX_DIGITS: u32 = 4;
/// The least number of line numbers if every line has one; fewer may be a list.
const MIN_EVERY: usize = 8;
/// The same if every fifth line has one.
const MIN_SOME: usize = 4;
/// The most line numbers of a page, and the most columns that are tried; more are a drawing.
const MAX_NUMBERS: usize = 400;
const MAX_COLUMNS: usize = 16;
/// The steps in which lines are counted.
const STEPS: [u32; 4] = [1, 2, 5, 10];
/// Numbers whose edges differ by less than this, in font sizes, are one below the other.
const ALIGNED: f32 = 0.35;
/// The least distance of line numbers from the text, in font sizes.
const APART: f32 = 0.5;
/// Distances of lines that differ by less than this factor are the same.
const SAME_PITCH: f32 = 1.2;
/// The least mean length of lines that no lower-case letters show to be sentences, in font sizes.
const LONG_LINE: f32 = 20.0;

/// A segment that consists of a number.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// Its index among the segments.
    segment: usize,
    number: u32,
    u0: f32,
    u1: f32,
    v: f32,
    size: f32,
    row: u32,
}

/// Takes the line numbers out of the segments of a page.
pub(super) fn take(rows: &mut Rows, source: TextSource<'_>) -> Vec<Segment> {
    let found = find(rows, source);
    let taken = found.iter().filter_map(|&index| rows.segments.get(index).copied()).collect();
    let mut index = 0;
    if !found.is_empty() {
        rows.segments.retain(|_| {
            index += 1;
            found.binary_search(&(index - 1)).is_err()
        });
    }
    taken
}

/// Puts line numbers before the lines that they count, and lists their glyphs.
pub(super) fn put_back(
    numbers: Vec<Segment>,
    rows: &mut Rows,
    regions: &mut [Region],
    source: TextSource<'_>,
    layout: &mut PageLayout,
) {
    for number in numbers {
        let fragments = number.fragments.slice(&rows.fragments).iter();
        layout.line_numbers.extend(fragments.flat_map(|fragment| source.wanted.glyphs(fragment.glyphs)));
        let index = to_index(rows.segments.len());
        rows.segments.push(number);
        let place = place_of(&number, rows, regions);
        let region = place.and_then(|(region, at)| Some((regions.get_mut(region)?, at)));
        if let Some((region, at)) = region {
            region.segments.insert(at.min(region.segments.len()), index);
        }
    }
    layout.line_numbers.sort_unstable();
}

/// Returns the region of a line number and its place there: beside the nearest text of its row, or below the rows above
/// it if it counts an empty line.
fn place_of(number: &Segment, rows: &Rows, regions: &[Region]) -> Option<(usize, usize)> {
    let all = || {
        let places = regions.iter().enumerate().flat_map(|(region, list)| {
            list.segments.iter().enumerate().map(move |(at, &index)| (region, at, index))
        });
        places.filter_map(|(region, at, index)| Some((region, at, rows.segments.get(index as usize)?)))
    };
    let distance = |other: &Segment| (other.u0 - number.u1).max(number.u0 - other.u1);
    let beside = all()
        .filter(|(_, _, other)| other.row == number.row)
        .min_by(|(_, _, a), (_, _, b)| distance(a).total_cmp(&distance(b)));
    if let Some((region, at, other)) = beside {
        return Some((region, at + usize::from(other.u0 < number.u0)));
    }
    let above = all().filter(|(_, _, other)| other.v < number.v);
    let last = above.max_by(|(_, _, a), (_, _, b)| a.v.total_cmp(&b.v));
    last.map_or(Some((0, 0)).filter(|_| !regions.is_empty()), |(region, at, _)| Some((region, at + 1)))
}

/// Returns the indices of the segments that are line numbers, in ascending order.
fn find(rows: &Rows, source: TextSource<'_>) -> Vec<usize> {
    let is_short = |segment: &Segment| segment.inked <= MAX_DIGITS;
    if rows.segments.iter().filter(|segment| is_short(segment)).count() < MIN_SOME {
        return Vec::new();
    }
    let short = rows.segments.iter().enumerate().filter(|(_, segment)| is_short(segment));
    let mut candidates: Vec<Candidate> =
        short.filter_map(|(index, segment)| Candidate::new(index, segment, rows, source)).collect();
    let mut columns: Vec<Vec<Candidate>> = Vec::new();
    for edge in [|c: &Candidate| c.u1, |c: &Candidate| c.u0] {
        candidates.sort_by(|a, b| edge(a).total_cmp(&edge(b)).then(a.v.total_cmp(&b.v)));
        let is_aligned = |a: &Candidate, b: &Candidate| edge(b) - edge(a) < ALIGNED * a.size.min(b.size);
        columns.extend(candidates.chunk_by(is_aligned).filter_map(counted).take(MAX_COLUMNS));
    }
    // Numbers of one digit are aligned on both sides.
    columns.sort_by_key(|column| std::cmp::Reverse(column.len()));
    let numbers = columns.into_iter().find(|numbers| count_lines(numbers, rows, source));
    let mut found: Vec<usize> =
        numbers.into_iter().flatten().map(|number: Candidate| number.segment).collect();
    found.sort_unstable();
    found
}

impl Candidate {
    fn new(index: usize, segment: &Segment, rows: &Rows, source: TextSource<'_>) -> Option<Self> {
        let number = number_of(segment, &rows.fragments, source)?;
        let &Segment { u0, u1, v, size, row, .. } = segment;
        Some(Self { segment: index, number, u0, u1, v, size, row })
    }
}

/// Returns the number that a segment consists of.
fn number_of(segment: &Segment, fragments: &[Fragment], source: TextSource<'_>) -> Option<u32> {
    let glyphs = segment.fragments.slice(fragments).iter();
    let glyphs = glyphs.flat_map(|fragment| source.wanted.glyphs(fragment.glyphs));
    let mut number = None;
    for index in glyphs {
        let character = first_character(source.page, source.page.glyphs.get(index as usize)?)?;
        if !character.is_whitespace() {
            let digit = character.to_digit(10)?;
            number = Some(number.unwrap_or(0u32).checked_mul(10)?.checked_add(digit)?);
        }
    }
    number
}

/// Returns the longest part of a column, from top to bottom, whose numbers count in even steps.
fn counted(column: &[Candidate]) -> Option<Vec<Candidate>> {
    let mut column = column.to_vec();
    column.sort_by(|a, b| a.v.total_cmp(&b.v));
    let step = |a: &Candidate, b: &Candidate| b.number.checked_sub(a.number);
    let part_with = |wanted: u32| {
        let parts = column.chunk_by(move |a, b| step(a, b) == Some(wanted) && a.row != b.row);
        parts.max_by_key(|part| part.len()).map(|part| (wanted, part))
    };
    let (step, longest) = STEPS.into_iter().filter_map(part_with).max_by_key(|(_, part)| part.len())?;
    let least = if step == 1 { MIN_EVERY } else { MIN_SOME };
    let is_multiple = step == 1 || longest.first().is_some_and(|first| first.number % step == 0);
    ((least..=MAX_NUMBERS).contains(&longest.len()) && is_multiple).then(|| longest.to_vec())
}

/// The text beside the numbers, row by row.
#[derive(Debug, Default)]
struct Beside {
    /// Rows with text between the first and the last number.
    rows: usize,
    /// Such rows with a number.
    numbered: usize,
    /// Rows with a number and one text.
    single: usize,
    /// Rows whose text begins with a lower-case letter.
    lower: usize,
    /// The lengths of all texts, in font sizes.
    lengths: Vec<f32>,
}

/// Returns whether numbers count the lines of a text rather than the rows of a table or the items of a list.
fn count_lines(numbers: &[Candidate], rows: &Rows, source: TextSource<'_>) -> bool {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return false };
    let left = numbers.iter().map(|number| number.u0).fold(f32::MAX, f32::min) - APART * first.size;
    let right = numbers.iter().map(|number| number.u1).fold(f32::MIN, f32::max) + APART * first.size;
    let step = numbers.get(1).map_or(1, |second| second.number - first.number);
    let mut beside = Beside::default();
    let mut sides = (0, 0);
    for row in rows.segments.chunk_by(|a, b| a.row == b.row) {
        let Some(start) = row.first() else { continue };
        let number = numbers.binary_search_by_key(&start.row, |number| number.row).ok();
        let is_within = (first.row..=last.row).contains(&start.row);
        let is_number = |segment: &&Segment| {
            number.and_then(|at| numbers.get(at)).is_some_and(|number| number.u0 == segment.u0)
        };
        let mut texts = row.iter().filter(|segment| !is_number(segment)).peekable();
        let Some(text) = texts.peek().copied().filter(|_| is_within) else { continue };
        let end = row.last().map_or(text.u1, |segment| segment.u1);
        // Nothing but the numbers may be in their column.
        if row.iter().filter(|segment| !is_number(segment)).any(|text| text.u1 > left && text.u0 < right) {
            return false;
        }
        sides.0 += usize::from(text.u1 < left);
        sides.1 += usize::from(text.u0 > right);
        beside.add(number.is_some(), texts.count(), (end - text.u0) / text.size.max(0.1));
        beside.lower += usize::from(begins_small(text, &rows.fragments, source));
    }
    let is_beside = sides.0 == 0 || sides.1 == 0;
    let outside = rows.segments.iter().filter(|text| !(first.row..=last.row).contains(&text.row));
    let is_whole_page = outside.count() <= numbers.len();
    match step {
        1 => is_beside && is_whole_page && beside.is_text() && are_even(numbers),
        _ => beside.has_rows_between(numbers.len(), step),
    }
}

impl Beside {
    fn add(&mut self, is_numbered: bool, texts: usize, length: f32) {
        self.rows += 1;
        self.numbered += usize::from(is_numbered);
        self.single += usize::from(is_numbered && texts == 1);
        self.lengths.push(length);
    }

    /// Returns whether numbered lines are sentences: most are one text, and some go on in lower case or fill the width.
    fn is_text(&self) -> bool {
        let widest = self.lengths.iter().copied().fold(0.0, f32::max);
        let mean = self.lengths.iter().sum::<f32>() / self.lengths.len().max(1) as f32;
        let full = self.lengths.iter().filter(|length| **length > 0.85 * widest).count();
        let is_prose = self.lower >= 3 && self.lower * 10 >= self.numbered;
        let is_filled = full * 2 > self.rows && mean > LONG_LINE;
        self.numbered * 5 >= self.rows * 4
            && self.single * 2 >= self.numbered
            && self.numbered > 0
            && (is_prose || is_filled)
    }

    /// Returns whether there are as many rows as the numbers count.
    fn has_rows_between(&self, numbers: usize, step: u32) -> bool {
        let counted = (numbers - 1) * step as usize;
        self.rows * 4 >= counted * 3 && self.rows * 3 <= counted * 4 + 3
    }
}

/// Returns whether most numbers are equally far apart.
fn are_even(numbers: &[Candidate]) -> bool {
    let mut steps: Vec<f32> = numbers.windows(2).filter_map(|p| Some(p.last()?.v - p.first()?.v)).collect();
    steps.sort_by(f32::total_cmp);
    let usual = steps.get(steps.len() / 2).copied().unwrap_or(0.0);
    let even = steps.iter().filter(|step| **step < usual * SAME_PITCH && **step * SAME_PITCH > usual).count();
    even * 3 >= steps.len() * 2
}

/// Returns whether a text begins with a lower-case letter.
fn begins_small(segment: &Segment, fragments: &[Fragment], source: TextSource<'_>) -> bool {
    let mut glyphs = segment
        .fragments
        .slice(fragments)
        .iter()
        .flat_map(|fragment| source.wanted.glyphs(fragment.glyphs))
        .filter_map(|index| first_character(source.page, source.page.glyphs.get(index as usize)?));
    glyphs.find(|character| !character.is_whitespace()).is_some_and(char::is_lowercase)
}
