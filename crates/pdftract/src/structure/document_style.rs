//! The style of a document: the size of its text, the sizes of its headings and the places of its running heads.
//!
//! Learned once from a sample of pages; the roles of all pages follow from it.

use std::collections::HashMap;

use super::model::StructuredPage;
use super::title_key::{title_key, without_numbers};
use crate::content::PageGlyphs;
use crate::layout::{LayoutLine, line_text};

/// What the pages of a document have in common.
#[derive(Debug, Default)]
pub struct DocumentStyle {
    /// The size of most text, in points.
    pub(super) body_size: f32,
    /// Sizes of headings, largest first.
    pub(super) heading_sizes: Vec<f32>,
    /// The places of headers, footers and page numbers.
    pub(super) repeated_lines: Vec<RepeatedLine>,
    /// Titles of the outline without spaces and case, with their depth from 1.
    pub(super) outline: HashMap<String, u8>,
}

/// The place of a line at the edge of pages that neighbouring pages repeat.
#[derive(Debug, Clone, Copy)]
pub(super) struct RepeatedLine {
    /// Distance of the line's bottom from the top of the page, in points.
    y: f32,
    /// The size of its text.
    size: f32,
}

impl RepeatedLine {
    /// Returns whether a line whose bottom is at `y` is in this place and of this size.
    pub(super) fn is_at(self, y: f32, size: f32) -> bool {
        (self.y - y).abs() < SAME_PLACE && (self.size - size).abs() < SAME_SIZE
    }
}

/// Headings are larger than text by this factor.
const HEADING_FACTOR: f32 = 1.12;
/// Sizes closer than this factor are one level.
const SAME_LEVEL: f32 = 1.05;
/// Levels that sizes can tell apart.
const MAX_LEVELS: usize = 5;
/// Headers and footers are set in this part of the page at its top and bottom.
pub(super) const EDGE: f32 = 0.14;
/// Lines closer than this, in points, are in the same place.
const SAME_PLACE: f32 = 3.0;
/// Sizes closer than this, in points, are the same.
const SAME_SIZE: f32 = 0.5;

/// Learns the style of a document from a sample of its pages.
#[derive(Debug, Default)]
pub struct StyleSampler {
    /// Glyphs per size, in tenths of points.
    sizes: HashMap<i32, usize>,
    edges: Vec<EdgeLine>,
    pages: usize,
}

#[derive(Debug)]
struct EdgeLine {
    page: usize,
    y: f32,
    size: f32,
    text: String,
}

impl StyleSampler {
    /// Adds a page to the sample.
    pub fn add(&mut self, page: &PageGlyphs, structured: &StructuredPage) {
        for line in &structured.lines {
            *self.sizes.entry(tenths(line.size)).or_default() += line.pieces.len();
        }
        for line in edge_lines(page, structured) {
            let mut text = String::new();
            line_text::push_line(page, &structured.pieces, line, &mut text);
            let [_, _, _, y] = line.bbox;
            self.edges.push(EdgeLine {
                page: page.page_index,
                y,
                size: line.size,
                text: without_numbers(&text),
            });
        }
        self.pages += 1;
    }

    /// Returns the style; `outline` are the titles of the outline with their depth from 0.
    pub fn finish<'o>(self, outline: impl Iterator<Item = (&'o str, usize)>) -> DocumentStyle {
        let body =
            self.sizes.iter().max_by_key(|(size, count)| (**count, **size)).map_or(0, |(size, _)| *size);
        let body_size = points(body);
        let outline = outline.map(|(title, depth)| (title_key(title), u8::try_from(depth + 1).unwrap_or(9)));
        DocumentStyle {
            body_size,
            heading_sizes: self.heading_sizes(body_size),
            repeated_lines: self.repeated_lines(),
            outline: outline.filter(|(title, _)| !title.is_empty()).collect(),
        }
    }

    fn heading_sizes(&self, body: f32) -> Vec<f32> {
        let mut sizes: Vec<f32> = self.sizes.keys().map(|&size| points(size)).collect();
        sizes.retain(|&size| size > body * HEADING_FACTOR);
        sizes.sort_by(|a, b| b.total_cmp(a));
        sizes.dedup_by(|smaller, larger| *larger < *smaller * SAME_LEVEL);
        sizes.truncate(MAX_LEVELS);
        sizes
    }

    /// Returns the places where neighbouring pages have the same text, numbers aside.
    fn repeated_lines(&self) -> Vec<RepeatedLine> {
        let mut found: Vec<RepeatedLine> = Vec::new();
        for (index, line) in self.edges.iter().enumerate() {
            let place = RepeatedLine { y: line.y, size: line.size };
            let mut near = self.edges.iter().skip(index + 1).take(MAX_COMPARED);
            let is_repeated = near.any(|other| {
                (line.page + 1..=line.page + 2).contains(&other.page)
                    && place.is_at(other.y, other.size)
                    && other.text == line.text
            });
            if is_repeated && !found.iter().any(|known| known.is_at(line.y, line.size)) {
                found.push(place);
            }
        }
        found
    }
}

/// Edge lines of the next pages among which a repetition is sought.
const MAX_COMPARED: usize = 24;
/// Lines at each edge that may be repeated.
const LINES_AT_EDGE: usize = 3;

/// Returns the outermost lines at the top and the bottom of a page.
fn edge_lines<'l>(page: &PageGlyphs, structured: &'l StructuredPage) -> Vec<&'l LayoutLine> {
    let mut lines: Vec<&LayoutLine> = structured.lines.iter().collect();
    lines.sort_by(|a, b| bottom(a).total_cmp(&bottom(b)));
    #[allow(clippy::cast_possible_truncation)]
    let height = page.height as f32;
    let top = lines.iter().take(LINES_AT_EDGE).filter(|line| bottom(line) < height * EDGE);
    let last = lines.iter().rev().take(LINES_AT_EDGE).filter(|line| bottom(line) > height * (1.0 - EDGE));
    top.chain(last).copied().collect()
}

fn bottom(line: &LayoutLine) -> f32 {
    let [_, _, _, y] = line.bbox;
    y
}

#[allow(clippy::cast_possible_truncation)]
fn tenths(size: f32) -> i32 {
    (size.clamp(0.0, 10_000.0) * 10.0).round() as i32
}

#[allow(clippy::cast_precision_loss)]
fn points(tenths: i32) -> f32 {
    tenths as f32 / 10.0
}
