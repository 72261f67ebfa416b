//! Words that hyphens divide at the ends of lines and pages, joined by what the document has said so far.
//!
//! A page alone often cannot tell whether `main-⏎tainer` is one word. Such hyphens are marked in its text, and settled
//! when pages come in their order: the result does not depend on who has read which page when, and of the pages before
//! only their words are kept.

use std::cell::OnceCell;

use crate::clean::SOFT_HYPHEN;
use crate::clean::document_words::{DOUBT, DocumentWords};
use crate::clean::line_end::{first_word, last_word};
use crate::options::{Hyphens, TextPolicy};
use crate::quality::language::Language;
use crate::quality::reading;
use crate::structure::Role;

use super::model::{Block, Page, Span};

/// The text of a page in which hyphens at the ends of lines, and of the page, may be in doubt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenText {
    marked: String,
}

impl OpenText {
    pub(super) fn new(marked: String) -> Self {
        Self { marked }
    }

    /// Text in which no word is to be joined.
    pub fn settled(text: String) -> Self {
        Self { marked: text }
    }

    /// The text by what the page says alone: hyphens in doubt stay.
    pub fn alone(self) -> String {
        unmarked(self.marked)
    }
}

/// Text without marks. What is still a soft hyphen divides a word whose rest is not to be seen.
fn unmarked(marked: String) -> String {
    if !marked.contains(DOUBT) && !marked.contains(SOFT_HYPHEN) {
        return marked;
    }
    marked.chars().filter(|&c| c != DOUBT).map(|c| if c == SOFT_HYPHEN { '-' } else { c }).collect()
}

/// Joins words of a document whose pages come in order.
#[derive(Debug, Default)]
pub struct Joiner {
    keeps: bool,
    evidence: Evidence,
    /// A page whose last word may go on.
    held: Option<String>,
}

/// What is known of words beyond the page at hand.
#[derive(Debug, Default)]
struct Evidence {
    words: DocumentWords,
    /// The beginning of the page at hand, and the language it is in, found out when a word asks for it.
    sample: String,
    language: OnceCell<Option<&'static Language>>,
    /// The language of a page before, which is tried first.
    kept: Option<&'static Language>,
}

/// Bytes of a page that tell its language: some 300 words.
const SAMPLE: usize = 2_000;

impl Evidence {
    /// Takes in the texts of a page.
    fn learn<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        self.sample.clear();
        self.kept = self.language.take().flatten().or(self.kept);
        for text in texts {
            self.words.learn(text);
            let room = text.floor_char_boundary(SAMPLE.saturating_sub(self.sample.len()));
            self.sample.extend([text.get(..room).unwrap_or_default(), "\n"]);
        }
    }

    /// Whether two parts are one word: by the document, else by the common words of the language.
    fn are_one(&mut self, before: &str, after: &str) -> bool {
        self.words.are_one(before, after).unwrap_or_else(|| self.is_common(before, after))
    }

    /// Whether the word is common, and not both its parts are, as in `half-way`.
    fn is_common(&self, before: &str, after: &str) -> bool {
        let language = self.language.get_or_init(|| reading::read(&self.sample, self.kept).sure_language());
        language.is_some_and(|language| {
            let are_words = language.has_word(before) && language.has_word(after);
            !are_words && language.has_word(&[before, after].concat())
        })
    }
}

impl Joiner {
    /// At the start of a document.
    pub fn new(policy: &TextPolicy) -> Self {
        Self { keeps: policy.hyphens == Hyphens::Keep, ..Self::default() }
    }

    /// Takes the text of the next page; returns the pages that are settled by it: none, this one, or the one before too.
    pub fn text(&mut self, page: OpenText) -> impl Iterator<Item = String> + use<> {
        if !self.keeps {
            self.evidence.learn(std::iter::once(page.marked.as_str()));
        }
        let mut page = self.settled(page.marked);
        let before = self.held.take().map(|mut before| {
            self.join_pages(&mut before, &mut page);
            unmarked(before)
        });
        let is_open = page.trim_end_matches('\n').ends_with(DOUBT);
        let this = if is_open {
            self.held = Some(page);
            None
        } else {
            Some(unmarked(page))
        };
        before.into_iter().chain(this)
    }

    /// The last page, if it was still waiting for the next.
    pub fn end(&mut self) -> Option<String> {
        self.held.take().map(unmarked)
    }

    /// Settles all marks of a page but the one at its end.
    fn settled(&mut self, page: String) -> String {
        if !page.contains(DOUBT) {
            return page;
        }
        let mut out = String::with_capacity(page.len());
        let mut rest = page.as_str();
        while let Some((before, after)) = rest.split_once(DOUBT) {
            out.push_str(before);
            let next = after.trim_start_matches(['\n', ' ']);
            let separator = after.get(..after.len() - next.len()).unwrap_or_default();
            rest = after;
            if next.is_empty() {
                out.push(DOUBT);
            } else if self.is_divided(&out, next) {
                out.pop();
                rest = push_rest(&mut out, separator, next);
            }
        }
        out.push_str(rest);
        out
    }

    /// Whether the word before the hyphen at the end of a text goes on in the next.
    fn is_divided(&mut self, before: &str, next: &str) -> bool {
        let Some(hyphen) = before.chars().next_back() else { return false };
        let stem = before.strip_suffix(hyphen).unwrap_or_default();
        let goes_on = next.starts_with(char::is_lowercase) && stem.ends_with(char::is_alphabetic);
        goes_on && (hyphen == SOFT_HYPHEN || self.evidence.are_one(last_word(stem), first_word(next)))
    }

    /// Brings the rest of a word from the beginning of a page to the end of the page before.
    fn join_pages(&mut self, before: &mut String, page: &mut String) {
        let line_end = before.len() - before.trim_end_matches('\n').len();
        let end = before.trim_end_matches(['\n', DOUBT]).len();
        if !before.get(..end).is_some_and(|before| self.is_divided(before, page)) {
            return;
        }
        before.truncate(end);
        before.pop();
        let rest = push_rest(before, "", page).trim_start_matches([' ', '\n']).to_owned();
        before.extend(std::iter::repeat_n('\n', line_end));
        *page = rest;
    }

    /// Takes the record of the next page and joins words at the ends of its lines. Words that go on on the next page
    /// stay as they are: a record tells what stands on its page.
    pub fn record(&mut self, page: &mut Page) {
        if self.keeps {
            return;
        }
        self.evidence.learn(page.blocks.iter().map(|block| block.text.as_str()));
        let evidence = &mut self.evidence;
        let may_join =
            |block: &&mut Block| block.table.is_none() && !matches!(block.role, Role::Code | Role::Formula);
        page.blocks.iter_mut().filter(may_join).for_each(|block| join_block(evidence, block));
    }
}

/// Appends the rest of a word, and the separator of its line in the place of the space behind it; returns what follows.
fn push_rest<'t>(out: &mut String, separator: &str, next: &'t str) -> &'t str {
    let (word, behind) = next.split_at(next.find([' ', '\n', '\t', DOUBT]).unwrap_or(next.len()));
    out.push_str(word);
    match behind.strip_prefix(' ').filter(|_| separator.contains('\n')) {
        Some(behind) => {
            out.push_str(separator);
            behind
        }
        None => behind,
    }
}

fn join_block(evidence: &mut Evidence, block: &mut Block) {
    let cuts = cuts(evidence, &block.text);
    if cuts.is_empty() {
        return;
    }
    // The hyphen goes, and the line end behind it.
    let is_cut = |index: u32| {
        cuts.binary_search(&index).is_ok()
            || index.checked_sub(1).is_some_and(|before| cuts.binary_search(&before).is_ok())
    };
    block.text = (0..).zip(block.text.chars()).filter(|(index, _)| !is_cut(*index)).map(|(_, c)| c).collect();
    for line in &mut block.lines {
        line.spans.iter_mut().for_each(|span| cut_span(span, &cuts));
        line.spans.retain(|span| span.end > span.start);
    }
}

/// The hyphens that divide words at line ends, by their places in characters.
fn cuts(evidence: &mut Evidence, text: &str) -> Vec<u32> {
    let mut cuts = Vec::new();
    let mut place = 0u32;
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        place += super::number::small(line.chars().count()) + 1;
        let (Some(stem), Some(next)) = (line.strip_suffix(['-', '\u{2010}']), lines.peek()) else { continue };
        let goes_on = stem.ends_with(char::is_alphabetic) && next.starts_with(char::is_lowercase);
        if goes_on && evidence.are_one(last_word(stem), first_word(next)) {
            cuts.push(place.saturating_sub(2));
        }
    }
    cuts
}

/// Moves a span to where its text stands after the cuts; one that ends in a hyphen that goes loses it.
fn cut_span(span: &mut Span, cuts: &[u32]) {
    let passed = |place: u32| cuts.partition_point(|&cut| cut < place);
    let loses_hyphen = span.end.checked_sub(1).is_some_and(|last| cuts.binary_search(&last).is_ok());
    if loses_hyphen {
        span.raw_text.get_or_insert_with(|| span.text.clone());
        span.text.pop();
    }
    let (start, end) = (passed(span.start), passed(span.end));
    span.start = span.start.saturating_sub(super::number::small(start * 2));
    span.end = (span.end + u32::from(loses_hyphen)).saturating_sub(super::number::small(end * 2));
}
