//! Learns where the pages of a document repeat lines at their edges: running headers, footers and page numbers.

use std::collections::{HashMap, HashSet};

use super::model::StructuredPage;
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
}

/// The position of a line at the edge of pages that adjacent pages repeat.
#[derive(Debug)]
pub(super) struct RepeatedLine {
    /// The distance of the line's bottom from the top of the page, in points.
    y: f32,
    /// The font size.
    size: f32,
    /// The texts that were repeated there, without numbers.
    texts: HashSet<String>,
    /// The pages of the sample that repeat something there.
    pages: HashSet<usize>,
}

impl RepeatedLine {
    /// Returns `true` if a line whose bottom is at `y` has this position and size.
    pub(super) fn is_at(&self, y: f32, size: f32) -> bool {
        (self.y - y).abs() < SAME_PLACE && (self.size - size).abs() < SAME_SIZE
    }

    /// Returns whether a text is one that pages repeat in this place.
    pub(super) fn has_text(&self, text: &str) -> bool {
        self.texts.contains(&without_numbers(text))
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
    text: String,
}

impl EdgePage {
    /// Looks at the edges of a page.
    #[allow(clippy::cast_possible_truncation)]
    pub fn new(page: &PageGlyphs, structured: &StructuredPage) -> Self {
        let mut sizes = HashMap::new();
        for line in &structured.lines {
            *sizes.entry((line.size * 10.0).round() as i32).or_default() += line.pieces.len();
        }
        let text_of = |line: &LayoutLine| {
            let mut text = String::new();
            line_text::push_line(page, &structured.pieces, line, &mut text);
            without_numbers(&text)
        };
        let height = page.height as f32;
        let edges = edge_lines(height, &structured.lines).into_iter();
        let lines = edges.map(|line| {
            let [_, _, _, y] = line.bbox;
            EdgeLine { page: page.page_index, y, size: line.size, text: text_of(line) }
        });
        let character = |glyph: &Glyph| glyph.text.character().map_or(0, u32::from);
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

    /// Returns the edges.
    #[allow(clippy::cast_precision_loss)]
    pub fn finish(self) -> PageEdges {
        let size =
            self.sizes.iter().max_by_key(|(size, glyphs)| (**glyphs, **size)).map_or(0, |(size, _)| *size);
        PageEdges { repeated_lines: self.repeated_lines(), body_size: size as f32 / 10.0 }
    }

    /// Returns the places where neighbouring pages have the same text, numbers aside. Copies of a page repeat all of
    /// it, which is no evidence. Captions and listings may repeat a line by chance, so that a good part of the pages
    /// must do so.
    fn repeated_lines(&self) -> Vec<RepeatedLine> {
        let mut found: Vec<RepeatedLine> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let mut near = self.lines.iter().skip(index + 1).take(MAX_COMPARED);
            let again = near.find(|other| {
                (line.page + 1..=line.page + 2).contains(&other.page)
                    && (line.y - other.y).abs() < SAME_PLACE
                    && (line.size - other.size).abs() < SAME_SIZE
                    && other.text == line.text
                    && self.texts.get(&line.page) != self.texts.get(&other.page)
            });
            let Some(again) = again else { continue };
            let place = match found.iter_mut().position(|known| known.is_at(line.y, line.size)) {
                Some(at) => found.get_mut(at),
                None => {
                    let (texts, pages) = (HashSet::new(), HashSet::new());
                    found.push(RepeatedLine { y: line.y, size: line.size, texts, pages });
                    found.last_mut()
                }
            };
            if let Some(place) = place {
                place.texts.insert(line.text.clone());
                place.pages.extend([line.page, again.page]);
            }
        }
        let least = match self.texts.len() {
            ..FEW_PAGES => 2,
            pages => (pages / REPEATING_PAGES).max(3),
        };
        found.retain(|place| place.pages.len() >= least);
        found
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
