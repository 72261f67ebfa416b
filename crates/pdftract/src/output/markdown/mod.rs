//! Markdown of a document, page by page, with the place of every block in it.
//!
//! It is made from the records of pages, so that it says what JSON says. `docs/markdown.md` tells which Markdown is
//! written for what.

mod code;
mod escape;
mod footnote;
mod inline;
mod list;
mod space;
mod table;

use super::model::{Block, MarkdownBlock, Page};
use super::table_parts;
use crate::options::{MarkdownOptions, Spaces};
use crate::structure::Role;
use footnote::Footnotes;
use inline::{Emphasis, Inline};
use list::Lists;

/// The Markdown of one page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PageMarkdown {
    /// To be appended to what was written before, as it is.
    pub(crate) text: String,
    /// Where the page's blocks stand in the Markdown of the whole document.
    pub(crate) blocks: Vec<MarkdownBlock>,
}

impl PageMarkdown {
    /// Appends what comes behind it.
    fn with(mut self, rest: Self) -> Self {
        self.text.push_str(&rest.text);
        self.blocks.extend(rest.blocks);
        self
    }
}

/// Writes Markdown page by page.
#[derive(Debug, Default)]
pub(crate) struct MarkdownWriter {
    options: MarkdownOptions,
    /// What becomes of non-breaking spaces; unless they are to be kept, they stay in code alone.
    spaces: Spaces,
    /// How many characters were written so far.
    characters: usize,
    lists: Lists,
    /// A table that goes on in a later block.
    open_table: Option<OpenTable>,
}

/// A table whose last part has not come yet.
#[derive(Debug)]
struct OpenTable {
    /// Its parts so far as one block.
    whole: Block,
    /// The place of each part: page, box and block.
    parts: Vec<(usize, [f32; 4], String)>,
}

impl MarkdownWriter {
    /// Begins a document.
    pub(crate) fn new(options: MarkdownOptions, spaces: Spaces) -> Self {
        Self { options, spaces, ..Self::default() }
    }

    /// Writes the next page.
    pub(crate) fn page(&mut self, page: &Page) -> PageMarkdown {
        let notes = Footnotes::find(page);
        let mut written = PageMarkdown::default();
        if self.options.page_markers {
            self.begin_block(false, &mut written.text);
            self.append(&format!("<!-- page {} -->\n", page.page_number), &mut written.text);
            self.lists.end();
        }
        for block in &page.blocks {
            if (self.options.running_heads || !block.role.is_furniture())
                && !self.is_part(page, block, &notes, &mut written)
            {
                let place = (page.page_index, block.bbox, block.id.clone());
                self.block(block, &[place], &notes, &mut written);
            }
        }
        written
    }

    /// Ends the document: returns what is left of it.
    pub(crate) fn finish(&mut self) -> PageMarkdown {
        let mut written = PageMarkdown::default();
        if let Some(OpenTable { whole, parts }) = self.open_table.take() {
            self.block(&whole, &parts, &Footnotes::default(), &mut written);
        }
        written
    }

    /// Takes a part of a table that has several; the last part lets the whole be written.
    fn is_part(&mut self, page: &Page, block: &Block, notes: &Footnotes, written: &mut PageMarkdown) -> bool {
        let Some(table) = block.table.as_ref().filter(|_| block.role == Role::Table) else { return false };
        let place = (page.page_index, block.bbox, block.id.clone());
        let is_next =
            |open: &&mut OpenTable| open.parts.last().map(|part| &part.2) == table.continues.as_ref();
        match self.open_table.as_mut().filter(is_next) {
            Some(open) => {
                table_parts::append(&mut open.whole, block);
                open.parts.push(place);
            }
            None if table.continued_by.is_some() => {
                *written = std::mem::take(written).with(self.finish());
                self.open_table = Some(OpenTable { whole: block.clone(), parts: vec![place] });
            }
            None => return false,
        }
        if table.continued_by.is_none()
            && let Some(OpenTable { whole, parts }) = self.open_table.take()
        {
            self.block(&whole, &parts, notes, written);
        }
        true
    }

    fn block(
        &mut self,
        block: &Block,
        places: &[(usize, [f32; 4], String)],
        notes: &Footnotes,
        written: &mut PageMarkdown,
    ) {
        let follows_item = self.lists.are_open();
        let text = match self.spaces {
            Spaces::Keep => self.render(block, notes),
            Spaces::ByFormat | Spaces::Plain => self.render(&space::ordinary(block), notes),
        };
        if text.is_empty() {
            return;
        }
        let is_item = block.role == Role::ListItem;
        self.begin_block(is_item && follows_item, &mut written.text);
        if !is_item {
            self.lists.end();
        }
        let start = self.characters;
        self.append(&text, &mut written.text);
        for (page_index, bbox, block_id) in places {
            written.blocks.push(MarkdownBlock {
                start,
                end: self.characters,
                page_index: *page_index,
                bbox: *bbox,
                block_id: block_id.clone(),
            });
        }
        self.append("\n", &mut written.text);
    }

    /// A blank line between blocks, none between the items of a list.
    fn begin_block(&mut self, is_next_item: bool, out: &mut String) {
        if self.characters > 0 && !is_next_item {
            self.append("\n", out);
        }
    }

    fn append(&mut self, text: &str, out: &mut String) {
        self.characters += text.chars().count();
        out.push_str(text);
    }

    /// The Markdown of a block without the line end behind it; empty if there is nothing to write.
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
            Role::Footnote => notes.definition(block).unwrap_or_else(|| paragraph(block, notes)),
            _ => paragraph(block, notes),
        }
    }
}

/// Markdown knows six levels.
const MAX_LEVEL: usize = 6;

fn heading(level: u8, block: &Block, notes: &Footnotes) -> String {
    let inline = Inline::new(&block.lines).without_uniform_emphasis();
    let text = inline.render(notes, Emphasis::ItalicOnly);
    if text.is_empty() {
        return text;
    }
    // A closing run of number signs would be taken for decoration.
    let text = if text.ends_with('#') { format!("{} \\#", text.trim_end_matches('#')) } else { text };
    format!("{} {text}", "#".repeat(usize::from(level).clamp(1, MAX_LEVEL)))
}

fn paragraph(block: &Block, notes: &Footnotes) -> String {
    escape::at_line_start(Inline::new(&block.lines).render(notes, Emphasis::Full))
}
