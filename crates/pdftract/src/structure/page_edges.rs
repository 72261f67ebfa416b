//! Learns where the pages of a document repeat lines at their edges: running headers, footers and page numbers.

use std::collections::{HashMap, HashSet};

use super::model::StructuredPage;
use super::page_number::is_page_number;
use super::title_key::without_numbers;
use crate::content::{Glyph, PageGlyphs};
use crate::hash;
use crate::layout::{LayoutLine, line_text};

/// The edges that the pages of a document have in common.
#[derive(Debug, Default)]
pub struct PageEdges {
    /// The positions of lines that adjacent pages repeat.
    pub(super) repeated_lines: Vec<RepeatedLine>,
    /// The font size of most lines, in points.
    pub(super) body_size: f32,
    /// `true` if all pages of the document were looked at, so that a text that none repeats is not a running header.
    pub(super) is_complete: bool,
}

/// The position of a line at the edge of pages that adjacent pages repeat.
#[derive(Debug)]
pub(super) struct RepeatedLine {
    /// The distance of the line's bottom from the top of the page, in points.
    y: f32,
    /// The font size.
    size: f32,
    /// The texts that were repeated there, without numbers.
    texts: HashMap<String, RepeatedText>,
    /// The pages of the sample that repeat something there.
    pages: HashSet<usize>,
    followers: Followers,
}

/// A text that adjacent pages repeat.
#[derive(Debug, Default)]
struct RepeatedText {
    /// The pages of the sample that show it.
    pages: HashSet<usize>,
    followers: Followers,
}

/// How often the next pages repeat a line, and how often they show something else in its place.
#[derive(Debug, Default)]
struct Followers {
    repeated: usize,
    changed: usize,
}

impl Followers {
    /// Returns whether the text often differs from page to page, as the fields of forms do. Titles of chapters differ
    /// too, but most pages have a neighbour in their chapter.
    fn are_varying(&self) -> bool {
        self.changed * CHANGING >= self.changed + self.repeated
    }
}

impl RepeatedLine {
    /// Returns `true` if a line whose bottom is at `y` has this position and size.
    pub(super) fn is_at(&self, y: f32, size: f32) -> bool {
        (self.y - y).abs() < SAME_PLACE && (self.size - size).abs() < SAME_SIZE
    }

    /// Returns whether a text is one that pages repeat in this place.
    pub(super) fn has_text(&self, text: &str) -> bool {
        self.texts.contains_key(&without_numbers(text))
    }

    /// Returns whether a text that no page of the sample repeats may be a running header here: the title of another
    /// chapter.
    pub(super) fn may_have_others(&self) -> bool {
        !self.followers.are_varying()
    }
}

/// The share of the page height at top and bottom that contains headers and footers.
pub(super) const EDGE: f32 = 0.14;
/// The share of the page height within which a line is a running head only if neighbouring pages repeat its text.
pub(super) const REPEATED_EDGE: f32 = 0.18;
/// Lines closer than this, in points, have the same position.
const SAME_PLACE: f32 = 3.0;
/// Sizes closer than this, in points, are the same.
const SAME_SIZE: f32 = 0.5;
/// One of this many pages, at least, repeats a running head.
const REPEATING_PAGES: usize = 6;
/// In samples of fewer pages, two pages are enough.
const FEW_PAGES: usize = 8;
/// A place is varying if one in this many of its lines, or more, is followed by others.
const CHANGING: usize = 3;
/// In a varying place, texts of one in this many pages or more are running headers.
const COMMON: usize = 3;
/// The number of edge lines of the next pages in which a repetition is searched.
const MAX_COMPARED: usize = 32;
/// The number of lines at each edge that may be repeated.
const LINES_AT_EDGE: usize = 4;

/// Learns the edges from a sample of pages.
#[derive(Debug, Default)]
pub struct EdgeSampler {
    lines: Vec<EdgeLine>,
    /// Hashes of the texts of pages.
    texts: HashMap<usize, u64>,
    /// Glyphs per font size, in tenths of points.
    sizes: HashMap<i32, usize>,
}

/// The facts about the edges of one page.
#[derive(Debug)]
pub struct EdgePage {
    page: usize,
    lines: Vec<EdgeLine>,
    /// A hash of its text.
    text: u64,
    /// Glyphs per font size, in tenths of points.
    sizes: HashMap<i32, usize>,
}

#[derive(Debug)]
struct EdgeLine {
    page: usize,
    y: f32,
    size: f32,
    /// The text without numbers.
    text: String,
    /// The numbers in the text.
    numbers: Vec<u32>,
    /// `true` if the text is only a page number.
    is_page_number: bool,
}

impl EdgeLine {
    fn new(page: usize, line: &LayoutLine, text: &str) -> Self {
        let [_, _, _, y] = line.bbox;
        let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
        Self {
            page,
            y,
            size: line.size,
            text: without_numbers(text),
            numbers: digits.map(|digits| digits.parse().unwrap_or(u32::MAX)).collect(),
            is_page_number: is_page_number(text),
        }
    }

    /// Returns whether a line of a later page has the same place and size.
    fn is_in_place_of(&self, other: &Self) -> bool {
        (self.y - other.y).abs() < SAME_PLACE && (self.size - other.size).abs() < SAME_SIZE
    }

    /// Returns whether the numbers of a later line are the same, or count pages: one more on each page, or again from
    /// 1. Other numbers are the fields of forms.
    fn counts_on(&self, later: &Self) -> bool {
        let pages = u32::try_from(later.page - self.page).unwrap_or(u32::MAX);
        let pairs = || self.numbers.iter().zip(&later.numbers);
        let begins_again = || pairs().any(|(a, b)| *b <= pages && b < a);
        self.is_page_number
            || self.numbers.len() != later.numbers.len()
            || pairs().all(|(a, b)| a == b || a.checked_add(pages) == Some(*b))
            || begins_again()
    }
}

impl EdgePage {
    /// Looks at the edges of a page.
    #[allow(clippy::cast_possible_truncation)]
    pub fn new(page: &PageGlyphs, structured: &StructuredPage) -> Self {
        let mut sizes = HashMap::new();
        for lines in structured.lines.chunk_by(|a, b| a.size == b.size) {
            let size = lines.first().map_or(0.0, |line| line.size);
            let glyphs = lines.iter().map(|line| line.pieces.len()).sum::<usize>();
            *sizes.entry((size * 10.0).round() as i32).or_default() += glyphs;
        }
        let height = page.height as f32;
        let edges = edge_lines(height, &structured.lines).into_iter();
        let lines = edges.map(|line| {
            let mut text = String::new();
            line_text::push_line(page, &structured.pieces, line, &mut text);
            EdgeLine::new(page.page_index, line, &text)
        });
        let character = |glyph: &Glyph| match glyph.text.ascii() {
            Some(byte) => u32::from(byte),
            None => glyph.text.character().map_or(0, u32::from),
        };
        let text = page.glyphs.iter().fold(hash::BASIS, |hash, glyph| hash::extended(hash, character(glyph)));
        Self { page: page.page_index, lines: lines.collect(), text, sizes }
    }
}

impl EdgeSampler {
    /// Adds a page to the sample. Pages are added in order.
    pub fn add(&mut self, page: EdgePage) {
        self.lines.extend(page.lines);
        self.texts.insert(page.page, page.text);
        for (size, glyphs) in page.sizes {
            *self.sizes.entry(size).or_default() += glyphs;
        }
    }

    /// Returns the edges of a document with a number of pages.
    #[allow(clippy::cast_precision_loss)]
    pub fn finish(self, page_count: usize) -> PageEdges {
        let size =
            self.sizes.iter().max_by_key(|(size, glyphs)| (**glyphs, **size)).map_or(0, |(size, _)| *size);
        PageEdges {
            repeated_lines: self.repeated_lines(),
            body_size: size as f32 / 10.0,
            is_complete: self.texts.len() >= page_count,
        }
    }

    /// Returns the places where neighbouring pages have the same text, numbers of pages aside. Copies of a page repeat
    /// all of it, which is no evidence. Captions and listings may repeat a line by chance, so that a good part of the
    /// pages must do so.
    fn repeated_lines(&self) -> Vec<RepeatedLine> {
        let mut found: Vec<RepeatedLine> = Vec::new();
        let followers: Vec<Follower<'_>> = (0..self.lines.len()).map(|index| self.follower(index)).collect();
        for (line, follower) in self.lines.iter().zip(&followers) {
            let Follower::Repeats(again) = follower else { continue };
            let at = found.iter().position(|known| known.is_at(line.y, line.size)).unwrap_or_else(|| {
                found.push(RepeatedLine::new(line));
                found.len() - 1
            });
            if let Some(place) = found.get_mut(at) {
                let text = place.texts.entry(line.text.clone()).or_default();
                text.followers.repeated += 1;
                text.pages.extend([line.page, again.page]);
                place.followers.repeated += 1;
                place.pages.extend([line.page, again.page]);
            }
        }
        for (line, follower) in self.lines.iter().zip(&followers) {
            let Some(place) = found.iter_mut().find(|known| known.is_at(line.y, line.size)) else { continue };
            place.followers.changed +=
                usize::from(!matches!(follower, Follower::Repeats(_) | Follower::None));
            if let (Follower::Recounts, Some(text)) = (follower, place.texts.get_mut(&line.text)) {
                text.followers.changed += 1;
            }
        }
        let least = match self.texts.len() {
            ..FEW_PAGES => 2,
            pages => (pages / REPEATING_PAGES).max(3),
        };
        found.retain(|place| place.pages.len() >= least);
        for place in &mut found {
            let is_varying = place.followers.are_varying();
            let is_common = |text: &RepeatedText| text.pages.len() * COMMON >= self.texts.len();
            place.texts.retain(|_, text| !text.followers.are_varying() && (!is_varying || is_common(text)));
        }
        found
    }

    /// Returns what the next pages show in the place of a line.
    fn follower(&self, index: usize) -> Follower<'_> {
        let Some(line) = self.lines.get(index) else { return Follower::None };
        let near = || {
            self.lines.iter().skip(index + 1).take(MAX_COMPARED).filter(|other| {
                (line.page + 1..=line.page + 2).contains(&other.page)
                    && line.is_in_place_of(other)
                    && self.texts.get(&line.page) != self.texts.get(&other.page)
            })
        };
        match near().find(|other| other.text == line.text) {
            Some(again) if line.counts_on(again) => Follower::Repeats(again),
            Some(_) => Follower::Recounts,
            None if near().next().is_none() => Follower::None,
            None => Follower::Differs,
        }
    }
}

/// What the next pages show in the place of a line.
enum Follower<'l> {
    /// The same text.
    Repeats(&'l EdgeLine),
    /// The same text with numbers that do not count pages.
    Recounts,
    /// Another text.
    Differs,
    /// Nothing.
    None,
}

impl RepeatedLine {
    fn new(line: &EdgeLine) -> Self {
        Self {
            y: line.y,
            size: line.size,
            texts: HashMap::new(),
            pages: HashSet::new(),
            followers: Followers::default(),
        }
    }
}

/// Returns the outermost lines at the top and the bottom of a page.
fn edge_lines(height: f32, lines: &[LayoutLine]) -> Vec<&LayoutLine> {
    let bottom = |line: &LayoutLine| line.bbox[3];
    let outermost = |is_at_edge: &dyn Fn(f32) -> bool| {
        let mut found: Vec<&LayoutLine> = lines.iter().filter(|line| is_at_edge(bottom(line))).collect();
        found.sort_by(|a, b| bottom(a).total_cmp(&bottom(b)));
        found
    };
    let mut found = outermost(&|y| y < height * REPEATED_EDGE);
    found.truncate(LINES_AT_EDGE);
    let last = outermost(&|y| y > height * (1.0 - REPEATED_EDGE));
    found.extend(last.into_iter().rev().take(LINES_AT_EDGE));
    found
}
