//! Headings and titles: by the outline of the document, and by styles that its headings share.

use super::block_facts::BlockFacts;
use super::contents_entry::ends_in_number;
use super::document_style::DocumentStyle;
use super::heading_rank::{MAX_LEVEL, depth};
use super::heading_style::{Emphasis, HeadingStyle, StyleKey, shape_and_depth};
use super::line_facts::{LineFacts, is_same_color};
use super::numbering::{Numbering, numbering};
use super::role::{Evidence, Role};
use super::run_in::is_abstract;

/// A heading, with its evidence.
#[derive(Debug)]
pub(super) struct Heading {
    pub(super) role: Role,
    pub(super) level: u8,
    pub(super) evidence: Vec<Evidence>,
}

/// The maximum number of lines and characters of text that matches the outline; a longer text merely begins with a
/// title.
const MAX_OUTLINE_CHARACTERS: usize = 240;

/// The context of a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surroundings {
    /// The page index, counted from 0.
    pub(super) page: usize,
    /// What follows it; `None` at the end of the page.
    pub(super) next: Option<Next>,
    /// `true` if the page already has a title.
    pub(super) has_title: bool,
    /// `true` if an entry of a table of contents precedes or follows it.
    pub(super) is_in_contents: bool,
    /// Whether it is printed between the title and the text, as authors and dates are.
    pub(super) is_byline: bool,
}

/// The block after another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Text that may follow a heading.
    Text,
    /// A short line, which may be text or the value of a label.
    Short,
    /// Another block of the same appearance, or something that the block is part of.
    Alike,
}

/// Text of this many words at the end of a page is a sentence.
const SENTENCE_WORDS: usize = 8;
/// Styles that occur at least this often may precede short lines too.
const OFTEN: usize = 3;

/// Returns the heading that a block is; `None` if it is not one.
pub(super) fn heading(
    style: &DocumentStyle,
    lines: &[LineFacts],
    facts: &BlockFacts,
    around: Surroundings,
) -> Option<Heading> {
    let is_long =
        facts.text.len() > 4 * MAX_OUTLINE_CHARACTERS || facts.characters() > MAX_OUTLINE_CHARACTERS;
    if is_long || !facts.may_be_heading() {
        return None;
    }
    // Entries of a table of contents for chapters are bold, and have no dots.
    if around.is_in_contents && ends_in_number(&facts.text) {
        return None;
    }
    if is_abstract_here(style, lines, facts) {
        let titled = u8::from(style.headings.iter().any(|known| known.is_title));
        return Some(Heading { role: Role::Heading, level: titled + 1, evidence: vec![Evidence::Wording] });
    }
    // Running text may repeat a title, so an entry of the outline alone is not enough.
    let depth_here = || style.outline.depth(&facts.text, around.page);
    let (key, _, outline) = shape_and_depth(lines, &facts.text, &style.body, depth_here)?;
    let alike = || style.headings.iter().find(|known| known.key.is_same_but_for_capitals(&key));
    let known = style.headings.iter().find(|known| known.key.is_same(&key)).or_else(alike);
    let mut evidence = Vec::new();
    evidence.extend(outline.map(|_| Evidence::Outline));
    let number = numbering(&facts.text).map(|(numbering, _)| numbering);
    evidence.extend(
        (number.is_some() && known.is_some_and(|known| known.is_numbered)).then_some(Evidence::Numbering),
    );
    evidence.extend(differences(style, &key));
    let has_place = !around.is_byline || matches!(number, Some(Numbering::Parts(_) | Numbering::Roman));
    let is_title_here = |known: &HeadingStyle| known.is_title && around.page == style.title_page;
    let is_styled = has_place
        && known.is_some_and(|known| {
            is_title_here(known) || is_heading_here(known, facts, around, number.is_some())
        });
    if outline.is_none() && !is_styled {
        return None;
    }
    if known.is_some_and(|known| is_title(style, known))
        && around.page == style.title_page
        && !around.has_title
        && number.is_none()
    {
        return Some(Heading { role: Role::Title, level: 1, evidence });
    }
    let titled = u8::from(style.headings.iter().any(|known| known.is_title));
    let is_title_listed = style.headings.iter().any(|known| known.is_title && known.is_in_outline);
    let by_outline = outline.map(|depth| depth + if is_title_listed { 0 } else { titled });
    let by_number =
        || known.filter(|known| known.is_numbered).and_then(|_| depth(number)).map(|depth| depth + titled);
    let level = by_outline.or_else(by_number).or(known.map(|known| known.level)).unwrap_or(titled + 1);
    Some(Heading { role: Role::Heading, level: level.clamp(1, MAX_LEVEL), evidence })
}

/// Returns `true` if a block is the word `Abstract`, in bold letters or cut off the text behind it.
fn is_abstract_here(style: &DocumentStyle, lines: &[LineFacts], facts: &BlockFacts) -> bool {
    let [line] = lines else { return false };
    // LaTeX sets the title of an abstract in bold letters smaller than the text of the document.
    let is_set_apart = line.is_run_in || (line.look.bold && !style.body.look.bold);
    // Without headings, a document is no paper.
    is_set_apart && is_abstract(&facts.text) && !style.headings.is_empty()
}

/// Returns `true` if a style is the largest of several, which makes its text on the first page the title.
fn is_title(style: &DocumentStyle, known: &HeadingStyle) -> bool {
    let is_largest = style.headings.first().is_some_and(|first| first.key.is_same(&known.key));
    let has_other = style.headings.iter().any(|other| other.is_title && !other.key.is_same(&known.key));
    known.is_title
        || is_largest && !has_other && known.emphasis == Emphasis::Large && style.headings.len() > 1
}

/// Returns `true` if a block in a heading style is a heading in its context.
fn is_heading_here(
    known: &HeadingStyle,
    facts: &BlockFacts,
    around: Surroundings,
    is_numbered: bool,
) -> bool {
    let is_sentence = || facts.text.split_whitespace().nth(SENTENCE_WORDS - 1).is_some();
    match known.emphasis {
        Emphasis::Large => true,
        _ if known.is_in_outline => true,
        // The first line of a bold paragraph that goes on on the next page.
        _ if around.next.is_none() && is_sentence() => false,
        Emphasis::Strong if known.is_numbered && is_numbered => true,
        // At the end of a page, its text follows on the next.
        _ => match around.next {
            None => known.count > 1,
            Some(Next::Text) => true,
            Some(Next::Short) => known.count >= OFTEN,
            Some(Next::Alike) => false,
        },
    }
}

/// Returns the differences of a style from that of the body text.
fn differences(style: &DocumentStyle, key: &StyleKey) -> Vec<Evidence> {
    let body = &style.body;
    let differences = [
        (key.size > body.size * 1.02, Evidence::Size),
        (key.bold && !body.look.bold, Evidence::Weight),
        (key.italic && !body.look.italic, Evidence::Slant),
        (key.capitals, Evidence::Capitals),
        (!is_same_color(key.color, body.look.color), Evidence::Color),
    ];
    differences.into_iter().filter_map(|(holds, evidence)| holds.then_some(evidence)).collect()
}
