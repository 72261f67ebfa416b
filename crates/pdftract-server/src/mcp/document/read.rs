//! `pdf_read`: Markdown of pages, a section or blocks, with marks and within a number of tokens.

use pdftract::record::{Block, Page, Role};
use pdftract::{Document, PageRanges, Quality};
use pdftract_worker::{Failed, Reason};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{bad, options};
use crate::mcp::tokens;

/// Tokens of an answer for everything but Markdown.
const ENVELOPE: usize = 200;
/// Warnings of an answer.
const MAX_WARNINGS: usize = 12;

#[derive(Debug, Deserialize)]
pub(super) struct ReadTask {
    pages: Option<String>,
    section: Option<String>,
    block_ids: Option<Vec<String>>,
    max_tokens: usize,
    cursor: Option<String>,
}

/// The place at which reading goes on: a block of a page, and a byte of its Markdown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    page_index: usize,
    block: usize,
    byte: usize,
}

impl Place {
    fn parse(cursor: &str) -> Option<Self> {
        let mut numbers = cursor.split('.').map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some(Self { page_index: next()?, block: next()?, byte: next()? })
    }

    fn cursor(self) -> String {
        format!("{}.{}.{}", self.page_index, self.block, self.byte)
    }
}

/// An answer that grows until its tokens are used up.
struct Answer {
    markdown: String,
    left: usize,
    pages: Vec<usize>,
    hidden: u32,
    warnings: Vec<String>,
    next: Option<Place>,
}

/// Returns the Markdown of what was asked for, as far as there is room.
pub(super) fn read(document: &Document, task: &ReadTask) -> Result<Value, Failed> {
    let start = match task.cursor.as_deref() {
        None => Place::default(),
        Some(cursor) => Place::parse(cursor).ok_or_else(|| bad(&"the cursor is not one of this tool"))?,
    };
    let pages = wanted_pages(document, task)?;
    let mut section = task.section.as_deref().map(Section::new);
    let mut answer = Answer {
        markdown: String::new(),
        left: task.max_tokens.saturating_sub(ENVELOPE),
        pages: Vec::new(),
        hidden: 0,
        warnings: Vec::new(),
        next: None,
    };
    for index in pages {
        // A section begins on any page; its pages before the cursor have to be looked at again.
        if section.is_none() && index < start.page_index {
            continue;
        }
        let Some(page) = document.page_record(index, &options()) else { break };
        answer.page(&page, task, section.as_mut(), start);
        if answer.next.is_some() || section.as_ref().is_some_and(|section| section.is_over) {
            break;
        }
    }
    if section.is_some_and(|section| section.level.is_none()) {
        return Err(Failed::new(
            Reason::BadRequest,
            "no heading contains this section; pdf_map lists headings",
        ));
    }
    Ok(answer.value(document))
}

fn wanted_pages(document: &Document, task: &ReadTask) -> Result<Vec<usize>, Failed> {
    let count = document.page_count();
    if let Some(ids) = &task.block_ids {
        let page =
            |id: &String| id.strip_prefix('p')?.split('-').next()?.parse::<usize>().ok()?.checked_sub(1);
        let mut pages: Vec<usize> = ids.iter().filter_map(page).filter(|index| *index < count).collect();
        pages.sort_unstable();
        pages.dedup();
        return if pages.is_empty() { Err(bad(&"no such blocks; they are named p1-b2")) } else { Ok(pages) };
    }
    match &task.pages {
        None => Ok((0..count).collect()),
        Some(pages) => {
            let ranges: PageRanges = pages.parse().map_err(|error| bad(&error))?;
            let indices = ranges.page_indices(count);
            Ok(indices.map_err(|error| Failed::new(Reason::NoSuchPage, error.to_string()))?.collect())
        }
    }
}

/// A section by its heading: it ends at the next heading of its level or above.
struct Section {
    wanted: String,
    level: Option<u8>,
    is_over: bool,
}

impl Section {
    fn new(wanted: &str) -> Self {
        Self { wanted: folded(wanted), level: None, is_over: false }
    }

    fn contains(&mut self, block: &Block) -> bool {
        let heading = matches!(block.role, Role::Heading | Role::Title).then(|| block.level.unwrap_or(1));
        match (self.level, heading) {
            (None, Some(level)) if folded(&block.text).contains(&self.wanted) => self.level = Some(level),
            (Some(of_section), Some(level)) if level <= of_section => self.is_over = true,
            _ => {}
        }
        self.level.is_some() && !self.is_over
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Answer {
    fn page(&mut self, page: &Page, task: &ReadTask, mut section: Option<&mut Section>, start: Place) {
        let mut is_marked = false;
        for (number, block) in page.blocks.iter().enumerate() {
            let place = Place { page_index: page.page_index, block: number, byte: 0 };
            let is_wanted = task.block_ids.as_ref().is_none_or(|ids| ids.contains(&block.id));
            let is_in_section = section.as_deref_mut().is_none_or(|section| section.contains(block));
            let is_before = (place.page_index, place.block) < (start.page_index, start.block);
            if !is_wanted || !is_in_section || is_before {
                continue;
            }
            if !is_marked {
                self.begin_page(page);
                is_marked = true;
            }
            let is_first = (place.page_index, place.block) == (start.page_index, start.block);
            self.block(page, block, Place { byte: if is_first { start.byte } else { 0 }, ..place });
            if self.next.is_some() {
                return;
            }
        }
        if !is_marked && section.is_none() && task.block_ids.is_none() {
            self.begin_page(page);
        }
    }

    fn begin_page(&mut self, page: &Page) {
        self.push(&format!("<!-- page {} -->\n", page.page_number));
        self.pages.push(page.page_number);
        let unseen = page.dropped.unseen();
        self.hidden = self.hidden.saturating_add(unseen);
        let number = page.page_number;
        if page.readability.ocr_recommended {
            self.warn(format!(
                "page {number}: its text is missing or cannot be trusted; look at it with pdf_look"
            ));
        } else if page.readability.quality != Quality::High {
            self.warn(format!("page {number}: its text may be wrong in places; compare with pdf_look"));
        }
        if unseen > 0 {
            self.warn(format!("page {number}: {unseen} characters that a reader does not see were left out"));
        }
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < MAX_WARNINGS {
            self.left = self.left.saturating_sub(tokens::estimate(&warning) + 4);
            self.warnings.push(warning);
        }
    }

    fn push(&mut self, text: &str) {
        self.left = self.left.saturating_sub(tokens::estimate(text));
        self.markdown.push_str(text);
    }

    fn block(&mut self, page: &Page, block: &Block, place: Place) {
        let markdown = markdown(page, block);
        let rest = markdown.get(place.byte..).unwrap_or_default();
        if rest.trim().is_empty() {
            return;
        }
        let mark = format!("<!-- {} -->\n", block.id);
        // JSON escapes line ends and quotation marks, which costs bytes of the structured answer.
        let room = self.left.saturating_sub(tokens::estimate(&mark) + 2) * 9 / 10;
        let (head, tail) = tokens::split(rest, room);
        if !tail.is_empty()
            && !(self.markdown.is_empty() || self.pages.len() == 1 && place.block == 0)
            && room < 200
        {
            // Better begun in the next answer than torn.
            self.next = Some(place);
            return;
        }
        self.push(&mark);
        self.push(head);
        self.push("\n");
        if !tail.is_empty() {
            self.next = Some(Place { byte: place.byte + head.len(), ..place });
        }
    }

    fn value(self, document: &Document) -> Value {
        json!({
            "page_count": document.page_count(),
            "pages": self.pages,
            "warnings": self.warnings,
            "hidden_characters": self.hidden,
            "markdown": self.markdown,
            "next_cursor": self.next.map(Place::cursor),
        })
    }
}

/// Returns the Markdown of a block alone.
fn markdown(page: &Page, block: &Block) -> String {
    let mut alone = page.clone();
    alone.blocks = vec![block.clone()];
    alone.figures.clear();
    let text = pdftract::test_support::markdown(&alone, &options());
    format!("{}\n", text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_come_back_as_they_went() {
        let place = Place { page_index: 3, block: 7, byte: 120 };
        assert_eq!(Place::parse(&place.cursor()), Some(place));
        assert_eq!(Place::parse("1.2"), None);
        assert_eq!(Place::parse("x"), None);
    }
}
