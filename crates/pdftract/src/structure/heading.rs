//! Headings and titles: by the outline of the document, by size, by weight and section number.

use super::block_facts::BlockFacts;
use super::document_style::DocumentStyle;
use super::role::Role;
use super::title_key::title_key;
use crate::content::PageGlyphs;

/// Headings have at most this many lines.
const MAX_LINES: usize = 4;
/// Headings have at most this many characters.
const MAX_CHARACTERS: usize = 160;
/// Headings have at least this many letters; page numbers and signs have fewer.
const MIN_LETTERS: usize = 2;
/// Headings that only their weight shows have at most this many lines.
const MAX_BOLD_LINES: usize = 2;
/// Headings that only their weight shows have at most this many characters; longer ones are emphasised paragraphs.
const MAX_BOLD_CHARACTERS: usize = 100;
/// The deepest level of a heading.
const MAX_LEVEL: u8 = 6;
/// Text in the outline is a heading from this factor of the body size on; running text may repeat a title.
const OUTLINE_FACTOR: f32 = 1.02;
/// Sizes are this part of a heading size or more to be of its level: producers round sizes.
const SAME_SIZE: f32 = 0.99;
/// Bold text is a heading from this part of the body size on; smaller bold text is a label.
const BOLD_FACTOR: f32 = 0.98;

/// Returns the role and level of a heading or title; `None` when the block is neither.
pub(super) fn heading(page: &PageGlyphs, style: &DocumentStyle, facts: &BlockFacts) -> Option<(Role, u8)> {
    let letters = facts.text.chars().filter(|c| c.is_alphabetic()).count();
    if facts.lines > MAX_LINES || facts.characters() > MAX_CHARACTERS || letters < MIN_LETTERS {
        return None;
    }
    if let Some(level) = outline_level(style, facts) {
        return Some((Role::Heading, level));
    }
    if let Some(rank) = style.heading_sizes.iter().position(|&size| facts.size >= size * SAME_SIZE) {
        let is_title = rank == 0 && page.page_index == 0 && style.heading_sizes.len() > 1;
        return Some(if is_title { (Role::Title, 1) } else { numbered(facts, rank) });
    }
    is_bold_heading(style, facts).then(|| numbered(facts, style.heading_sizes.len()))
}

/// Returns the level of a block that the outline of the document lists.
fn outline_level(style: &DocumentStyle, facts: &BlockFacts) -> Option<u8> {
    let level = style.outline.get(&title_key(&facts.text))?;
    (facts.bold || facts.size > style.body_size * OUTLINE_FACTOR).then(|| (*level).clamp(1, MAX_LEVEL))
}

/// Returns whether a short bold block of the size of text is a heading.
fn is_bold_heading(style: &DocumentStyle, facts: &BlockFacts) -> bool {
    let is_short = facts.lines <= MAX_BOLD_LINES && facts.characters() <= MAX_BOLD_CHARACTERS;
    let ends_sentence = facts.text.ends_with(['.', ',', ';', ':']);
    facts.bold && is_short && !ends_sentence && facts.size >= style.body_size * BOLD_FACTOR
}

/// Returns a heading with the level of its section number, or else of the rank of its size, from 0.
fn numbered(facts: &BlockFacts, rank: usize) -> (Role, u8) {
    let by_rank = u8::try_from(rank + 1).unwrap_or(MAX_LEVEL).min(MAX_LEVEL);
    (Role::Heading, numbering_depth(&facts.text).unwrap_or(by_rank))
}

/// Returns the number of parts of a section number: `2.1 Scope` has two.
fn numbering_depth(text: &str) -> Option<u8> {
    let number = text.split_whitespace().next()?.trim_end_matches('.');
    let parts = number.split('.');
    let is_part = |part: &str| (1..=2).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit());
    let depth = u8::try_from(parts.clone().count()).unwrap_or(MAX_LEVEL).min(MAX_LEVEL);
    (parts.into_iter().all(is_part) && text.len() > number.len() + 1).then_some(depth)
}
