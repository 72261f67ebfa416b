//! Chunks: pieces of a document for search and language models, each with its headings, its pages and its boxes.
//!
//! Chunks are made of blocks, never by cutting Markdown: `piece.rs` has a block or a part of one, `group.rs` says which
//! pieces belong together, `pack.rs` fills chunks under a budget. Every block is in exactly one chunk, unless it is too
//! long for one; the order is the reading order. `docs/chunks.md` has the rules.

mod flow;
mod group;
mod pack;
mod piece;
mod sentence;
mod table;
mod tokens;

use std::sync::Arc;

use serde::Serialize;

use super::markdown::MarkdownWriter;
use super::model::{Block, Page};
use super::number::share;
use crate::options::ExtractOptions;
use crate::structure::Role;
use group::Grouper;
use pack::{Pack, Packer, separator, text_before};
use piece::Piece;

pub use crate::options::ChunkOptions;
pub(crate) use tokens::estimate as estimate_tokens;

/// A piece of a document that fits into a budget of tokens.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Chunk {
    /// The chunk's number in the document, from 1: `c1`.
    pub id: String,
    /// The plain text: the repeated context, if there is one, then the chunk's own text.
    pub text: String,
    /// The same as Markdown.
    pub markdown: String,
    /// The headings that all of it is under, the outermost first.
    pub heading_path: Vec<String>,
    /// The blocks that it is made of, by `id`. A block that is cut is named in each of its chunks.
    pub block_ids: Vec<String>,
    /// The pages that it is on, with the boxes of its blocks.
    pub pages: Vec<ChunkPage>,
    /// The position of its own text in the text of all chunks, in characters (Unicode scalar values).
    pub start: usize,
    /// The position after its last character.
    pub end: usize,
    /// The number of characters at the start of `text` that repeat earlier text: an overlap, or the head of a table that
    /// was cut. `text` without them has `end - start` characters.
    pub context: usize,
    /// The number of tokens of `text`, counted or estimated.
    pub tokens: usize,
    /// How far its text can be trusted, from 0 to 1: the mean over its characters.
    pub score: f32,
    /// Whether recognition would give better text on one of its pages.
    pub needs_ocr: bool,
    /// The `id` of the chunk before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prev: Option<String>,
    /// The `id` of the next chunk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The part of a chunk that is on one page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChunkPage {
    /// Counted from 0.
    pub page_index: usize,
    /// Counted from 1.
    pub page_number: usize,
    /// The page's width as shown, in points.
    pub width: f64,
    /// The page's height as shown, in points.
    pub height: f64,
    /// The boxes of the chunk's blocks on this page, in reading order.
    pub bboxes: Vec<[f32; 4]>,
}

/// Makes chunks as pages come in the order of the document. Holds a few chunks in memory, however long the document is.
///
/// ```
/// use pdftract::{ChunkOptions, Chunker, ExtractOptions};
///
/// # fn main() -> Result<(), pdftract::Error> {
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
/// let document = pdftract::open(path)?;
/// // A counter of one's own, such as a model's tokenizer; without one, tokens are estimated.
/// let mut chunker = Chunker::new(ChunkOptions::default()).with_counter(|text| text.split_whitespace().count());
/// let mut chunks = Vec::new();
/// for page in document.page_records(&ExtractOptions::default()) {
///     chunks.extend(chunker.page(page?));
/// }
/// chunks.extend(chunker.finish());
/// assert!(chunks[0].text.starts_with("Hello, reader!"));
/// # Ok(())
/// # }
/// ```
pub struct Chunker {
    count: Box<dyn Fn(&str) -> usize + Send>,
    grouper: Grouper,
    packer: Packer,
    headings: Headings,
    made: Made,
}

impl std::fmt::Debug for Chunker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chunker").field("packer", &self.packer).finish_non_exhaustive()
    }
}

impl Chunker {
    /// Begins a document. Tokens are estimated: one for every four letters of a word and three digits of a number begun,
    /// one for each ideograph and each other sign.
    pub fn new(options: ChunkOptions) -> Self {
        Self {
            count: Box::new(estimate_tokens),
            grouper: Grouper::default(),
            packer: Packer::new(options),
            headings: Headings::default(),
            made: Made::default(),
        }
    }

    /// Counts tokens with a function instead of the estimate. The budget is kept as far as the count of a text is not
    /// larger than the sum over its parts.
    pub fn with_counter(mut self, count: impl Fn(&str) -> usize + Send + 'static) -> Self {
        self.count = Box::new(count);
        self
    }

    /// Takes the next page and returns the chunks that are complete.
    pub fn page(&mut self, mut page: Page) -> Vec<Chunk> {
        let blocks = std::mem::take(&mut page.blocks);
        page.diagnostics.clear();
        page.markdown_blocks.clear();
        page.readability.block_scores.clear();
        let page = Arc::new(page);
        let mut chunks = Vec::new();
        for block in blocks {
            if block.role.is_furniture() || block.text.trim().is_empty() {
                continue;
            }
            let path = self.headings.path_of(&block);
            let piece = Piece::new(&page, &path, block);
            if let Some(group) = self.grouper.push(piece, self.packer.max(), &self.count) {
                chunks.extend(self.group(group));
            }
        }
        chunks
    }

    /// Ends the document and returns its last chunks.
    pub fn finish(&mut self) -> Vec<Chunk> {
        let group = self.grouper.finish();
        let mut chunks = self.group(group);
        let last = self.packer.finish();
        chunks.extend(last.and_then(|pack| self.made.next(&pack, &self.count)));
        chunks.extend(self.made.finish());
        chunks
    }

    fn group(&mut self, group: Vec<Piece>) -> Vec<Chunk> {
        let packs = self.packer.group(group, &self.count);
        packs.iter().filter_map(|pack| self.made.next(pack, &self.count)).collect()
    }
}

/// The headings in force.
#[derive(Debug, Default)]
struct Headings {
    /// Level and text, the outermost first; a title has level 0.
    open: Vec<(u8, String)>,
    path: Arc<[String]>,
}

impl Headings {
    /// Returns the headings that a block is under; of a heading, with itself.
    fn path_of(&mut self, block: &Block) -> Arc<[String]> {
        let level = match block.role {
            Role::Title => 0,
            Role::Heading => block.level.unwrap_or(1),
            _ => return Arc::clone(&self.path),
        };
        self.open.retain(|(open, _)| *open < level);
        self.open.push((level, flow::running_text(block)));
        self.path = self.open.iter().map(|(_, text)| text.clone()).collect();
        Arc::clone(&self.path)
    }
}

/// Chunks that were made: the last one is held back until it is known whether another one follows.
#[derive(Debug, Default)]
struct Made {
    count: usize,
    /// The number of characters of all chunks so far, with the separators between them.
    characters: usize,
    last: Option<Chunk>,
}

/// The characters between two chunks in the text of all chunks: a blank line.
const BETWEEN_CHUNKS: usize = 2;

impl Made {
    /// Takes a chunk and returns the one before it.
    fn next(&mut self, pack: &Pack, count: &dyn Fn(&str) -> usize) -> Option<Chunk> {
        let mut chunk = chunk_of(pack, count);
        self.count += 1;
        chunk.id = format!("c{}", self.count);
        chunk.start = if self.count == 1 { 0 } else { self.characters + BETWEEN_CHUNKS };
        chunk.end = chunk.start + chunk.text.chars().count() - chunk.context;
        self.characters = chunk.end;
        let mut before = self.last.take();
        if let Some(before) = &mut before {
            before.next = Some(chunk.id.clone());
            chunk.prev = Some(before.id.clone());
        }
        self.last = Some(chunk);
        before
    }

    fn finish(&mut self) -> Option<Chunk> {
        self.last.take()
    }
}

/// Returns the chunk of some pieces, without what only its place in the document tells.
fn chunk_of(pack: &Pack, count: &dyn Fn(&str) -> usize) -> Chunk {
    let (text, context) = text_of(pack);
    Chunk {
        id: String::new(),
        tokens: count(&text),
        text,
        markdown: markdown_of(pack),
        heading_path: common_path(&pack.pieces),
        block_ids: block_ids(&pack.pieces),
        pages: pages_of(&pack.pieces),
        start: 0,
        end: 0,
        context,
        score: mean_score(&pack.pieces),
        needs_ocr: pack.pieces.iter().any(|piece| piece.page.readability.ocr_recommended),
        prev: None,
        next: None,
    }
}

/// Returns the text of a chunk and the number of characters at its start that are repeated.
fn text_of(pack: &Pack) -> (String, usize) {
    let mut text = String::new();
    let mut context = 0;
    let all = pack.all();
    for (at, piece) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        let is_context_so_far = context == text.chars().count();
        text.push_str(before.map_or("", |before| separator(before, piece)));
        if is_context_so_far && piece.context > 0 {
            context = text.chars().count() + piece.context;
        } else if is_context_so_far && before.is_some() && context > 0 {
            context = text.chars().count();
        }
        text.push_str(text_before(piece, all.get(at + 1).copied()));
    }
    (text, context)
}

/// Returns the Markdown of a chunk: that of its blocks, as if the document had no others.
fn markdown_of(pack: &Pack) -> String {
    let mut writer = MarkdownWriter::new(&ExtractOptions::default());
    let mut out = String::new();
    let pieces = pack.all();
    let mut start = 0;
    while let Some(first) = pieces.get(start) {
        let same_page = pieces.iter().skip(start).take_while(|piece| Arc::ptr_eq(&piece.page, &first.page));
        let end = start + same_page.count();
        let mut page = Page::clone(&first.page);
        page.blocks = (start..end).filter_map(|at| linked_block(&pieces, at)).collect();
        out.push_str(&writer.page(&page).text);
        start = end;
    }
    out.push_str(&writer.finish().text);
    out.trim_end().to_owned()
}

/// Returns a block of a chunk, without links to blocks of other chunks.
fn linked_block(pieces: &[&Piece], at: usize) -> Option<Block> {
    let mut block = pieces.get(at)?.block.clone();
    let before = at.checked_sub(1).and_then(|before| pieces.get(before)).map(|piece| &piece.block.id);
    let next = pieces.get(at + 1).map(|piece| &piece.block);
    if block.continues.as_ref() != before {
        block.continues = None;
    }
    if next.and_then(|next| next.continues.as_ref()) != Some(&block.id) {
        block.goes_on = None;
    }
    let next_part = next.and_then(|next| next.table.as_ref()).and_then(|table| table.continues.as_ref());
    let is_open = next_part == Some(&block.id);
    if let Some(table) = &mut block.table {
        if table.continues.as_ref() != before {
            table.continues = None;
        }
        if !is_open {
            table.continued_by = None;
        }
    }
    Some(block)
}

/// Returns the headings that all pieces are under. Headings themselves do not count beside other pieces.
fn common_path(pieces: &[Piece]) -> Vec<String> {
    let has_body = pieces.iter().any(|piece| !piece.is_heading());
    let mut paths = pieces.iter().filter(|piece| !has_body || !piece.is_heading()).map(|piece| &piece.path);
    let Some(first) = paths.next() else { return Vec::new() };
    let common = |length: usize, path: &Arc<[String]>| {
        first.iter().zip(path.iter()).take(length).take_while(|(a, b)| a == b).count()
    };
    let length = paths.fold(first.len(), common);
    first.iter().take(length).cloned().collect()
}

fn block_ids(pieces: &[Piece]) -> Vec<String> {
    let mut ids: Vec<String> = pieces.iter().map(|piece| piece.block.id.clone()).collect();
    ids.dedup();
    ids
}

fn pages_of(pieces: &[Piece]) -> Vec<ChunkPage> {
    let mut pages: Vec<ChunkPage> = Vec::new();
    for Piece { page, block, .. } in pieces {
        match pages.last_mut().filter(|last| last.page_index == page.page_index) {
            Some(last) => last.bboxes.push(block.bbox),
            None => pages.push(ChunkPage {
                page_index: page.page_index,
                page_number: page.page_number,
                width: page.width,
                height: page.height,
                bboxes: vec![block.bbox],
            }),
        }
    }
    pages
}

#[allow(clippy::cast_precision_loss)]
fn mean_score(pieces: &[Piece]) -> f32 {
    let characters = |piece: &Piece| piece.text.chars().count() as f64;
    let all: f64 = pieces.iter().map(characters).sum();
    let sum: f64 = pieces.iter().map(|piece| characters(piece) * f64::from(piece.block.score)).sum();
    if all > 0.0 { share(sum / all) } else { 1.0 }
}
