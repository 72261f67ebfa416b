//! Writes a document as Markdown, page by page, with the position of every block in it.
//!
//! Markdown is generated from page records, so that it agrees with JSON. `docs/markdown.md` documents the mapping.

mod code;
mod contents;
mod escape;
mod footnote;
mod image;
mod inline;
mod list;
mod space;
mod table;

use super::model::{Block, Joint, MarkdownBlock, Page};
use super::table_parts;
use crate::char_class::HYPHENS;
use crate::options::{ExtractOptions, MarkdownOptions, Spaces};
use crate::structure::Role;
use footnote::Footnotes;
use inline::{Emphasis, Inline};
use list::Lists;

/// The Markdown of one page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PageMarkdown {
    /// The text to append to the output so far.
    pub(crate) text: String,
    /// The positions of the page's blocks in the Markdown of the whole document.
    pub(crate) blocks: Vec<MarkdownBlock>,
}

/// Writes Markdown page by page.
#[derive(Debug, Default)]
pub(crate) struct MarkdownWriter {
    options: MarkdownOptions,
    shows_running_heads: bool,
    /// The handling of non-breaking spaces; unless they are kept, they are kept only in code.
    spaces: Spaces,
    /// The number of characters written so far.
    characters: usize,
    lists: Lists,
    /// A table or program that continues in a later block.
    open_whole: Option<OpenWhole>,
    /// The last written block, if its paragraph continues.
    open: Option<OpenParagraph>,
    /// Blocks between the parts of the open paragraph, to be written after it.
    deferred: Vec<Rendered>,
}

/// A table or program whose last part is still missing.
#[derive(Debug)]
struct OpenWhole {
    /// The parts so far, merged into one block.
    whole: Block,
    /// The position of each part.
    parts: Vec<MarkdownBlock>,
    /// The left edge of the text on the page of the first part.
    margin: Option<f32>,
}

/// A paragraph whose end is not yet written.
#[derive(Debug)]
struct OpenParagraph {
    id: String,
    joint: Joint,
}

/// The Markdown of a block that is not yet written.
#[derive(Debug)]
struct Rendered {
    text: String,
    places: Vec<MarkdownBlock>,
    is_item: bool,
    follows_item: bool,
}

/// The maximum number of deferred blocks; more of them end the paragraph.
const MAX_DEFERRED: usize = 64;

impl MarkdownWriter {
    /// Starts a document.
    pub(crate) fn new(options: &ExtractOptions) -> Self {
        Self {
            options: options.markdown,
            shows_running_heads: options.shows_running_heads(),
            spaces: options.policy.spaces,
            ..Self::default()
        }
    }

    /// Writes the next page.
    pub(crate) fn page(&mut self, page: &Page) -> PageMarkdown {
        let notes = Footnotes::find(page);
        let mut written = PageMarkdown::default();
        if self.options.page_markers {
            self.close(&mut written);
            self.begin_block(false, &mut written.text);
            self.append(&format!("<!-- page {} -->\n", page.page_number), &mut written.text);
            self.lists.end();
        }
        let images = image::places(page, !self.options.no_figures);
        for (index, block) in page.blocks.iter().enumerate() {
            self.images(&images, index, &mut written);
            if (self.shows_running_heads || !block.role.is_furniture())
                && !self.is_part(page, block, &notes, &mut written)
            {
                self.block(block, vec![place_of(page, block)], &notes, &mut written);
            }
        }
        self.images(&images, page.blocks.len(), &mut written);
        written
    }

    /// Writes the images that belong before a block, behind a paragraph that goes on there.
    fn images(&mut self, images: &[image::Placed<'_>], block_index: usize, written: &mut PageMarkdown) {
        for placed in images.iter().filter(|placed| placed.block_index == block_index) {
            let (text, places) = (image::render(placed), Vec::new());
            self.deferred.push(Rendered { text, places, is_item: false, follows_item: false });
            if self.open.is_none() || self.deferred.len() >= MAX_DEFERRED {
                self.close(written);
            }
        }
    }

    /// Finishes the document and returns the rest.
    pub(crate) fn finish(&mut self) -> PageMarkdown {
        let mut written = PageMarkdown::default();
        self.end_whole(&Footnotes::default(), &mut written);
        self.close(&mut written);
        written
    }

    /// Writes the deferred table or program, if there is one.
    fn end_whole(&mut self, notes: &Footnotes, written: &mut PageMarkdown) {
        if let Some(OpenWhole { whole, parts, .. }) = self.open_whole.take() {
            self.block(&whole, parts, notes, written);
        }
    }

    /// Takes a part of a table or program with several parts; the last part writes the whole.
    fn is_part(&mut self, page: &Page, block: &Block, notes: &Footnotes, written: &mut PageMarkdown) -> bool {
        let table = block.table.as_ref().filter(|_| block.role == Role::Table);
        let (continues, goes_on) = match (table, block.role) {
            (Some(table), _) => (table.continues.as_ref(), table.continued_by.is_some()),
            (None, Role::Code) => (block.continues.as_ref(), block.goes_on.is_some()),
            _ => return false,
        };
        let is_next = |open: &&mut OpenWhole| open.parts.last().map(|part| &part.block_id) == continues;
        match self.open_whole.as_mut().filter(is_next) {
            Some(open) => {
                if table.is_some() {
                    table_parts::append(&mut open.whole, block);
                } else {
                    let shift = margin(page).zip(open.margin).map_or(0.0, |(here, first)| first - here);
                    code::append(&mut open.whole, block, shift);
                }
                open.parts.push(place_of(page, block));
            }
            None if goes_on => {
                self.end_whole(notes, written);
                let whole = Block { goes_on: None, ..block.clone() };
                let parts = vec![place_of(page, block)];
                self.open_whole = Some(OpenWhole { whole, parts, margin: margin(page) });
            }
            None => return false,
        }
        if !goes_on {
            self.end_whole(notes, written);
        }
        true
    }

    fn block(
        &mut self,
        block: &Block,
        places: Vec<MarkdownBlock>,
        notes: &Footnotes,
        written: &mut PageMarkdown,
    ) {
        let joint = self
            .open
            .as_ref()
            .filter(|open| block.continues.as_ref() == Some(&open.id))
            .map(|open| open.joint);
        let follows_item = self.lists.are_open();
        let text = match self.spaces {
            Spaces::Keep => self.render(block, notes),
            Spaces::ByFormat | Spaces::Plain => self.render(&space::ordinary(block), notes),
        };
        if text.is_empty() {
            return;
        }
        let is_item = block.role == Role::ListItem;
        let rendered = Rendered { text, places, is_item, follows_item };
        if let Some(joint) = joint {
            self.continue_block(rendered, joint, block, written);
        } else if self.open.is_some() && self.deferred.len() < MAX_DEFERRED {
            self.deferred.push(rendered);
        } else {
            self.close(written);
            self.write(rendered, block, written);
        }
    }

    /// Writes a block. If its paragraph continues, the line break after it is written at the paragraph's end.
    fn write(&mut self, rendered: Rendered, block: &Block, written: &mut PageMarkdown) {
        self.begin_block(rendered.is_item && rendered.follows_item, &mut written.text);
        if !rendered.is_item {
            self.lists.end();
        }
        self.append_block(rendered, block.goes_on, written);
        self.open = block.goes_on.map(|joint| OpenParagraph { id: block.id.clone(), joint });
        if self.open.is_none() {
            self.append("\n", &mut written.text);
        }
    }

    /// Writes the next part of the open paragraph.
    fn continue_block(
        &mut self,
        rendered: Rendered,
        joint: Joint,
        block: &Block,
        written: &mut PageMarkdown,
    ) {
        if joint == Joint::Space {
            self.append(" ", &mut written.text);
        }
        self.append_block(rendered, block.goes_on, written);
        self.open = block.goes_on.map(|joint| OpenParagraph { id: block.id.clone(), joint });
        if self.open.is_none() {
            self.append("\n", &mut written.text);
            self.write_deferred(written);
        }
    }

    /// Ends the open paragraph and writes the deferred blocks.
    fn close(&mut self, written: &mut PageMarkdown) {
        if self.open.take().is_some() {
            self.append("\n", &mut written.text);
        }
        self.write_deferred(written);
    }

    fn write_deferred(&mut self, written: &mut PageMarkdown) {
        for rendered in std::mem::take(&mut self.deferred) {
            self.begin_block(rendered.is_item && rendered.follows_item, &mut written.text);
            if !rendered.is_item {
                self.lists.end();
            }
            self.append_block(rendered, None, written);
            self.append("\n", &mut written.text);
        }
    }

    fn append_block(&mut self, rendered: Rendered, goes_on: Option<Joint>, written: &mut PageMarkdown) {
        let Rendered { text, places, .. } = rendered;
        let text = match goes_on {
            Some(Joint::DropHyphen) => text.strip_suffix(HYPHENS).unwrap_or(&text),
            _ => &text,
        };
        let start = self.characters;
        self.append(text, &mut written.text);
        let end = self.characters;
        written.blocks.extend(places.into_iter().map(|place| MarkdownBlock { start, end, ..place }));
    }

    /// Writes a blank line between blocks, but not between list items.
    fn begin_block(&mut self, is_next_item: bool, out: &mut String) {
        if self.characters > 0 && !is_next_item {
            self.append("\n", out);
        }
    }

    fn append(&mut self, text: &str, out: &mut String) {
        self.characters += text.chars().count();
        out.push_str(text);
    }

    /// Renders a block without a final line break; empty if there is nothing to write.
    fn render(&mut self, block: &Block, notes: &Footnotes) -> String {
        match block.role {
            Role::Title => heading(1, block, notes),
            Role::Heading => heading(block.level.unwrap_or(1), block, notes),
            Role::ListItem => self.lists.item(block, notes),
            Role::Table => block
                .table
                .as_ref()
                .map_or_else(|| paragraph(block, notes), |table| table::render(block, table, notes)),
            Role::Code => code::render(block),
            Role::Formula => formula(block).unwrap_or_else(|| paragraph(block, notes)),
            Role::BlockQuote => quote(block, notes),
            Role::Footnote => notes.definition(block).unwrap_or_else(|| paragraph(block, notes)),
            _ => paragraph(block, notes),
        }
    }
}

/// Returns the left edge of the text of a page; `None` if it has nothing but code, which may be indented.
fn margin(page: &Page) -> Option<f32> {
    let texts = page.blocks.iter().filter(|block| block.role == Role::Paragraph);
    texts.map(|block| block.bbox[0]).min_by(f32::total_cmp)
}

/// Returns the location of a block on its page; its position in the Markdown is set when it is written.
fn place_of(page: &Page, block: &Block) -> MarkdownBlock {
    MarkdownBlock {
        start: 0,
        end: 0,
        page_index: page.page_index,
        bbox: block.bbox,
        block_id: block.id.clone(),
    }
}

/// The number of heading levels in Markdown.
const MAX_LEVEL: usize = 6;

fn heading(level: u8, block: &Block, notes: &Footnotes) -> String {
    let inline = Inline::new(&block.lines).without_uniform_emphasis();
    // A heading is one line in Markdown.
    let text = inline.render(notes, Emphasis::ItalicOnly).replace("\\\n", " ");
    if text.is_empty() {
        return text;
    }
    // A closing sequence of number signs would be removed by Markdown.
    let text = if text.ends_with('#') { format!("{} \\#", text.trim_end_matches('#')) } else { text };
    format!("{} {text}", "#".repeat(usize::from(level).clamp(1, MAX_LEVEL)))
}

fn paragraph(block: &Block, notes: &Footnotes) -> String {
    // The rest of a paragraph does not start a line, so it needs no escape.
    let text = Inline::new(&block.lines).render(notes, Emphasis::Full);
    if block.continues.is_some() { text } else { escape::at_line_starts(text) }
}

/// Returns a formula as displayed LaTeX, if its record has it.
fn formula(block: &Block) -> Option<String> {
    block.latex.as_ref().map(|latex| format!("$$\n{latex}\n$$"))
}

fn quote(block: &Block, notes: &Footnotes) -> String {
    let text = escape::at_line_starts(Inline::new(&block.lines).render(notes, Emphasis::Full));
    text.split('\n').map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
}
