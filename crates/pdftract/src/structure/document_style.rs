//! The style of a document: its body text, its headings and the positions of its running headers.
//!
//! It is learned once from a sample of pages, and determines the roles on all pages.

use std::collections::HashMap;

use super::block_facts::BlockFacts;
use super::column;
use super::heading_rank::{self, TextStyles};
use super::heading_style::{self, BodyStyle, Candidate, HeadingStyle};
use super::line_facts::{KnownLines, LineFacts, Look};
use super::line_number;
use super::model::{StructuredBlock, StructuredPage};
use super::numbering::numbering;
use super::page_edges::{EDGE, EdgePage, EdgeSampler, PageEdges, REPEATED_EDGE};
use super::regroup::regroup;
use super::role::Role;
use super::run_in;
use super::running_heads::LARGE;
use super::title_key::{title_key, without_numbers};
use crate::clock;
use crate::content::PageGlyphs;
use crate::layout::LayoutLine;

/// The style that the pages of a document have in common.
#[derive(Debug, Default)]
pub struct DocumentStyle {
    /// The body text.
    pub(super) body: BodyStyle,
    /// The usual line spacing, in font sizes.
    pub(super) pitch: f32,
    /// The styles of headings, from the highest to the lowest.
    pub(super) headings: Vec<HeadingStyle>,
    /// The page of the title, counted from 0: the first with something larger than text.
    pub(super) title_page: usize,
    /// The edges of pages, with their headers, footers and page numbers.
    pub(super) edges: PageEdges,
    /// The titles of the outline.
    pub(super) outline: Outline,
}

/// Titles of the outline without spaces and case, with their depth from 1 and their page.
#[derive(Debug, Default)]
pub(super) struct Outline {
    entries: HashMap<String, Vec<(u8, Option<usize>)>>,
}

impl Outline {
    /// Returns the depth of an outline entry with a title that points to a page, with or without the section number
    /// before it.
    pub(super) fn depth(&self, text: &str, page: usize) -> Option<u8> {
        if self.entries.is_empty() {
            return None;
        }
        let find = |title: &str| {
            let entries = self.entries.get(&title_key(title))?;
            entries.iter().find(|(_, at)| at.is_none_or(|at| at == page)).map(|(depth, _)| *depth)
        };
        let unnumbered = || numbering(text).and_then(|(_, end)| find(text.get(end..)?));
        find(text).or_else(unnumbered)
    }
}

/// The usual line spacing of books, in font sizes, for documents that do not determine theirs.
const USUAL_PITCH: f32 = 1.2;

/// Documents with fewer characters show the size of their text by its lines.
const FEW_CHARACTERS: usize = 300;

/// Longer texts are not looked up in the outline.
const MAX_TITLE_BYTES: usize = 960;

/// Learns the style of a document from a sample of its pages.
#[derive(Debug, Default)]
pub struct StyleSampler {
    /// The number of characters per style; sizes in tenths of points.
    styles: HashMap<(i32, Look), usize>,
    /// Lines per size.
    lines: HashMap<i32, usize>,
    /// Line spacings in font sizes.
    pitches: Vec<f32>,
    pages: Vec<SampledPage>,
    edges: EdgeSampler,
}

/// The data of a page that is kept until the style of the body text is known.
#[derive(Debug)]
struct SampledPage {
    index: usize,
    height: f32,
    blocks: Vec<StructuredBlock>,
    lines: Vec<LayoutLine>,
    facts: Vec<LineFacts>,
    tagged: bool,
}

/// What one page shows of the style of its document.
#[derive(Debug)]
pub struct StylePage {
    page: SampledPage,
    pitches: Vec<f32>,
    edges: EdgePage,
}

impl StylePage {
    /// Looks at a page, and leaves the facts of its lines there, which its turn needs again.
    pub fn new(page: &PageGlyphs, structured: &mut StructuredPage) -> Self {
        let (style, known) = Self::read(page, structured);
        structured.known_lines = known;
        style
    }

    #[allow(clippy::cast_possible_truncation)]
    fn read(page: &PageGlyphs, structured: &StructuredPage) -> (Self, KnownLines) {
        let counted = line_number::set_aside_in_copy(page, structured);
        let structured = counted.as_ref().unwrap_or(structured);
        let cut = run_in::split_copy(page, structured);
        let structured = cut.as_ref().unwrap_or(structured);
        let known = KnownLines::read(page, structured);
        let facts = known.facts(structured);
        let columns = column::columns(&structured.blocks, &facts, USUAL_PITCH);
        let inner =
            columns.iter().filter_map(|column| column::inner_pitch(column.lines.slice(&facts), column.right));
        let pitches = inner.collect();
        let edges = EdgePage::new(page, structured);
        let page = SampledPage {
            index: page.page_index,
            height: page.height as f32,
            blocks: structured.blocks.clone(),
            lines: structured.lines.clone(),
            facts,
            tagged: structured.tagged,
        };
        (Self { page, pitches, edges }, known)
    }
}

impl StyleSampler {
    /// Adds a page to the sample. Pages are added in order.
    pub fn add(&mut self, page: StylePage) {
        for line in &page.page.facts {
            *self.styles.entry((tenths(line.size), line.look)).or_default() += line.text.chars().count();
            *self.lines.entry(tenths(line.size)).or_default() += 1;
        }
        self.pitches.extend(page.pitches);
        self.edges.add(page.edges);
        self.pages.push(page.page);
    }

    /// Returns the style of a document with a number of pages; `outline` are the titles of the outline with their depth
    /// from 0 and their page.
    pub fn finish<'o>(
        mut self,
        page_count: usize,
        outline: impl Iterator<Item = (&'o str, usize, Option<usize>)>,
    ) -> DocumentStyle {
        let body = self.body();
        let pitch = self.pitch();
        let edges = PageEdges { body_size: body.size, ..std::mem::take(&mut self.edges).finish(page_count) };
        let mut entries: HashMap<String, Vec<(u8, Option<usize>)>> = HashMap::new();
        // Longer titles are none of the texts that are looked up, unless most of them is spaces.
        let short = outline.filter(|(title, ..)| title.len() <= 2 * MAX_TITLE_BYTES);
        for (title, depth, page) in short.take_while(|_| !clock::is_over_often()) {
            let key = title_key(title);
            if !key.is_empty() {
                entries.entry(key).or_default().push((u8::try_from(depth + 1).unwrap_or(9), page));
            }
        }
        let outline = Outline { entries };
        let style = DocumentStyle { body, pitch, edges, outline, ..DocumentStyle::default() };
        let pages = std::mem::take(&mut self.pages);
        let mut texts = TextStyles::default();
        let candidates: Vec<Candidate> = pages
            .iter()
            .take_while(|_| !clock::is_over_often())
            .flat_map(|page| candidates(page, &style, &mut texts))
            .collect();
        let title_page = heading_rank::title_page(&candidates);
        DocumentStyle {
            headings: heading_rank::rank(&candidates, title_page, &body, &texts),
            title_page,
            ..style
        }
    }

    /// Returns the style of most characters.
    fn body(&self) -> BodyStyle {
        let mut sizes: HashMap<i32, usize> = HashMap::new();
        for ((size, _), count) in &self.styles {
            *sizes.entry(*size).or_default() += count;
        }
        let total: usize = sizes.values().sum();
        // A chart or a form has little text, of which its title may be the most; its labels have more lines.
        let weights = if total < FEW_CHARACTERS { &self.lines } else { &sizes };
        let size = weights.iter().max_by_key(|(size, count)| (**count, **size)).map_or(0, |(size, _)| *size);
        let looks = self.styles.iter().filter(|((other, _), _)| *other == size);
        let key = |look: &Look| (!look.bold, !look.italic, !look.fixed_pitch, look.color);
        let look = looks.max_by_key(|((_, look), count)| (**count, key(look))).map(|((_, look), _)| *look);
        BodyStyle { size: points(size), look: look.unwrap_or_default() }
    }

    fn pitch(&mut self) -> f32 {
        self.pitches.sort_by(f32::total_cmp);
        self.pitches.get(self.pitches.len() / 2).copied().unwrap_or(USUAL_PITCH)
    }
}

/// Returns the blocks of a page that have the shape of headings.
fn candidates(page: &SampledPage, style: &DocumentStyle, texts: &mut TextStyles) -> Vec<Candidate> {
    let made = regroup(&page.blocks, &page.lines, &page.facts, &style.body, style.pitch, page.tagged);
    let blocks: Vec<(&StructuredBlock, BlockFacts)> = made
        .blocks
        .iter()
        .map(|block| (block, BlockFacts::new(&page.facts, block)))
        .filter(|(block, _)| !is_running(page, style, block) || is_title_of_first_page(page, style, block))
        .collect();
    let mut found = Vec::new();
    for (index, (block, facts)) in blocks.iter().enumerate() {
        if block.role != Role::Paragraph || !facts.may_be_heading() {
            continue;
        }
        let lines = block.lines.slice(&page.facts);
        // Paragraphs, which are most blocks, are too long for titles.
        let is_short = facts.text.len() < MAX_TITLE_BYTES;
        let depth = || is_short.then(|| style.outline.depth(&facts.text, page.index)).flatten();
        let shape = heading_style::shape_and_depth(lines, &facts.text, &style.body, depth);
        let Some((key, emphasis, outline)) = shape else {
            texts.add(lines, &facts.text);
            continue;
        };
        let leads_text = blocks.get(index + 1).map(|(next, next_facts)| {
            let shape =
                heading_style::heading_shape(next.lines.slice(&page.facts), &next_facts.text, &style.body);
            next_facts.is_text(next) && shape.is_none_or(|(other, _)| !other.is_same(&key))
        });
        let numbering = numbering(&facts.text).map(|(numbering, _)| numbering);
        let label = title_key(&without_numbers(&facts.text));
        let words = facts.text.split_whitespace().count();
        found.push(Candidate {
            key,
            emphasis,
            page: page.index,
            numbering,
            outline,
            leads_text,
            label,
            words,
            is_repeated: is_running(page, style, block),
        });
    }
    found
}

/// Returns whether a running header is the title of the first page: nothing there is larger, and it stands out.
fn is_title_of_first_page(page: &SampledPage, style: &DocumentStyle, block: &StructuredBlock) -> bool {
    let Some(line) = block.lines.slice(&page.facts).first().filter(|_| page.index == 0) else { return false };
    let largest = page.facts.iter().map(|line| line.size).fold(0.0, f32::max);
    let stands_out = line.size > LARGE * style.body.size || (line.look.bold && !style.body.look.bold);
    line.bottom < page.height / 2.0 && line.size >= largest && stands_out
}

/// Returns `true` if a block is at the position of a running header.
fn is_running(page: &SampledPage, style: &DocumentStyle, block: &StructuredBlock) -> bool {
    let Some(line) = block.lines.slice(&page.facts).first() else { return false };
    let is_within = |edge: f32| line.bottom < page.height * edge || line.bottom > page.height * (1.0 - edge);
    let mut places = style.edges.repeated_lines.iter().filter(|other| other.is_at(line.bottom, line.size));
    let may_be_new = is_within(EDGE) && !style.edges.is_complete;
    is_within(REPEATED_EDGE)
        && places.any(|place| place.has_text(&line.text) || (may_be_new && place.may_have_others()))
}

#[allow(clippy::cast_possible_truncation)]
fn tenths(size: f32) -> i32 {
    (size.clamp(0.0, 10_000.0) * 10.0).round() as i32
}

#[allow(clippy::cast_precision_loss)]
fn points(tenths: i32) -> f32 {
    tenths as f32 / 10.0
}
