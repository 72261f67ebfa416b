//! Heading styles: the shape of headings, and their difference from body text.

use super::contents_entry::ends_in_number;
use super::line_facts::{LineFacts, Look, is_same_color};
use super::numbering::{Numbering, numbering};
use super::title_wording::{has_two_sentences, is_no_title};
use crate::char_class::is_letter;

/// The maximum number of lines of a heading.
const MAX_LINES: usize = 4;
/// The maximum number of characters of a heading.
const MAX_CHARACTERS: usize = 200;
/// The maximum number of bytes of a character.
const MAX_BYTES: usize = 4;
/// The maximum number of lines and characters of headings without a larger size; longer ones are emphasised
/// paragraphs.
const MAX_PLAIN_LINES: usize = 2;
const MAX_PLAIN_CHARACTERS: usize = 120;
/// The least number of letters of a heading; page numbers and signs have fewer.
const MIN_LETTERS: usize = 2;
/// Text larger than the body text by this factor is a heading, regardless of its other properties.
const LARGE: f32 = 1.12;
/// Text larger by this factor may be one, if it is bold or recurs.
const LARGER: f32 = 1.05;
/// Text smaller than this share of the usual size is a label, not a heading.
const SMALLER: f32 = 0.94;
/// Bold headings with section numbers or in capitals may be smaller: REVTeX sets them in 9 points over text of 10.
const SMALLER_NUMBERED: f32 = 0.85;
/// Sizes closer than this factor are one style, because producers round sizes.
pub(super) const SAME_SIZE: f32 = 1.03;
/// The greatest factor between capitals and small capitals.
const SMALL_CAPITALS: f32 = 1.5;

/// The appearance of a heading.
#[derive(Debug, Clone, Copy)]
pub(super) struct StyleKey {
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) capitals: bool,
    pub(super) color: u32,
}

impl StyleKey {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.capitals == other.capitals && self.is_same_but_for_capitals(other)
    }

    /// Returns `true` if two styles only differ in capitals, which may be those of a name.
    pub(super) fn is_same_but_for_capitals(&self, other: &Self) -> bool {
        self.size.max(other.size) <= SAME_SIZE * self.size.min(other.size)
            && (self.bold, self.italic) == (other.bold, other.italic)
            && is_same_color(self.color, other.color)
    }
}

/// The body text of a document.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BodyStyle {
    pub(super) size: f32,
    pub(super) look: Look,
}

/// The property that distinguishes a heading from text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Emphasis {
    /// Its size.
    Large,
    /// A somewhat larger size, or its weight.
    Strong,
    /// Its colour, slant or capitals.
    Weak,
}

impl BodyStyle {
    /// Returns the property that distinguishes a style from text; `None` if there is none.
    pub(super) fn emphasis(&self, key: &StyleKey, is_numbered: bool) -> Option<Emphasis> {
        if key.size > self.size * LARGE {
            return Some(Emphasis::Large);
        }
        let may_be_small = key.bold && (is_numbered || key.capitals);
        if key.size < self.size * if may_be_small { SMALLER_NUMBERED } else { SMALLER } {
            return None;
        }
        if key.bold && !self.look.bold {
            return Some(Emphasis::Strong);
        }
        let is_set_apart = key.size > self.size * LARGER
            || (key.italic && !self.look.italic)
            || key.capitals
            || !is_same_color(key.color, self.look.color);
        is_set_apart.then_some(Emphasis::Weak)
    }

    /// Returns `true` if a line is larger or bolder than text.
    pub(super) fn is_emphatic(&self, line: &LineFacts) -> bool {
        line.size > self.size * LARGER || (line.look.bold && !self.look.bold)
    }
}

/// Returns the style of lines that have the shape of a heading: few, short, uniform, and not a sentence.
pub(super) fn heading_shape(
    lines: &[LineFacts],
    text: &str,
    body: &BodyStyle,
) -> Option<(StyleKey, Emphasis)> {
    shape_in_outline(lines, text, body).filter(|(_, emphasis)| !is_sentence(lines, *emphasis))
}

/// Returns the same and the depth in the outline of a title that the outline lists: such titles may begin with a small
/// letter. `depth` is only called for lines that may be a heading, which most are not.
pub(super) fn shape_and_depth(
    lines: &[LineFacts],
    text: &str,
    body: &BodyStyle,
    depth: impl FnOnce() -> Option<u8>,
) -> Option<(StyleKey, Emphasis, Option<u8>)> {
    let (key, emphasis) = shape_in_outline(lines, text, body)?;
    let depth = depth();
    (depth.is_some() || !is_sentence(lines, emphasis)).then_some((key, emphasis, depth))
}

/// Returns whether lines begin like the rest of a sentence, which is no heading unless it is large.
fn is_sentence(lines: &[LineFacts], emphasis: Emphasis) -> bool {
    emphasis != Emphasis::Large && lines.first().is_some_and(|first| first.begins_small() && !first.is_run_in)
}

/// Returns the style of lines that have the shape of a heading if the outline lists them.
fn shape_in_outline(lines: &[LineFacts], text: &str, body: &BodyStyle) -> Option<(StyleKey, Emphasis)> {
    let first = lines.first()?;
    // Most blocks are paragraphs, whose characters need not be counted.
    if lines.len() > MAX_LINES || text.len() > MAX_CHARACTERS * MAX_BYTES {
        return None;
    }
    let key = uniform_style(first, lines, text, body)?;
    // A number can only lower the size from which text is emphasised, and most texts are not.
    body.emphasis(&key, true)?;
    let characters = text.chars().count();
    let letters = text.chars().filter(|c| is_letter(*c)).count();
    if characters > MAX_CHARACTERS || letters < MIN_LETTERS || letters * 3 < characters {
        return None;
    }
    let is_numbered = numbering(text).is_some();
    let emphasis = body.emphasis(&key, is_numbered)?;
    let is_plain = emphasis != Emphasis::Large;
    let is_long = lines.len() > MAX_PLAIN_LINES || characters > MAX_PLAIN_CHARACTERS;
    // Code or a link in a line of text does not make the line a heading.
    let is_patched = emphasis == Emphasis::Weak && lines.iter().any(|line| !line.is_uniform);
    let is_listed = emphasis == Emphasis::Weak && ends_in_number(text) && !ends_in_year(text);
    let is_bullet = first.has_bullet
        || first.marker.is_some_and(|marker| marker.kind == crate::layout::list_marker::MarkerKind::Bullet);
    let is_out = (is_plain && (is_long || is_row(lines, text, is_numbered) || is_listed || is_patched))
        || is_bullet
        || text.contains("____")
        || ends_badly(text, is_plain, is_numbered)
        || is_no_title(text, letters, is_numbered);
    (!is_out).then_some((key, emphasis))
}

/// Returns the style that lines share; `None` if they are rotated, or differ and are not large.
fn uniform_style(first: &LineFacts, lines: &[LineFacts], text: &str, body: &BodyStyle) -> Option<StyleKey> {
    if lines.iter().any(|line| line.is_turned) {
        return None;
    }
    let is_one_look = lines.iter().all(|line| {
        (line.look.bold, line.look.italic) == (first.look.bold, first.look.italic)
            && (!line.look.fixed_pitch || line.look.bold)
    });
    if !is_one_look && first.size <= body.size * LARGE {
        return None;
    }
    let capitals = is_in_capitals(text);
    // Small capitals have two sizes, of which the larger is that of the heading.
    let size = |line: &LineFacts| {
        if capitals && line.largest < line.size * SMALL_CAPITALS { line.largest } else { line.size }
    };
    Some(StyleKey {
        size: lines.iter().map(size).fold(0.0, f32::max),
        bold: first.look.bold,
        italic: first.look.italic,
        capitals,
        color: first.look.color,
    })
}

/// Returns whether lines are a row: after a wide gap, a number is a page number or a table cell. A title may follow its
/// section number in this way.
fn is_row(lines: &[LineFacts], text: &str, is_numbered: bool) -> bool {
    lines.iter().any(|line| line.has_wide_gap && !line.has_number_gap)
        && (!is_numbered || text.ends_with(|c: char| c.is_ascii_digit()))
}

/// Returns whether a text ends as no title does, or is more than a sentence.
fn ends_badly(text: &str, is_plain: bool, is_numbered: bool) -> bool {
    // Titles that a search engine has cut end in an ellipsis.
    let is_cut = text.ends_with("...") || text.ends_with('…');
    text.ends_with([',', ';'])
        || (is_plain && text.ends_with(['.', ':']) && !is_numbered && !is_cut)
        || (!is_numbered && has_two_sentences(text))
}

/// Returns `true` if a text ends in a year of our time, which is no page number.
fn ends_in_year(text: &str) -> bool {
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    last.len() == 4 && (last.starts_with("19") || last.starts_with("20"))
}

fn is_in_capitals(text: &str) -> bool {
    let (mut upper, mut lower, mut letters) = (0, 0, 0);
    for (at, character) in text.char_indices() {
        // Most texts have so many small letters at their start that all others could be capitals.
        if lower * 10 > upper + text.len() - at {
            return false;
        }
        upper += usize::from(character.is_uppercase());
        lower += usize::from(character.is_lowercase());
        letters += usize::from(is_letter(character));
    }
    upper >= 3 && lower * 10 <= upper && upper * 4 > letters * 3
}

/// A block of the sample that has the shape of a heading.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) key: StyleKey,
    pub(super) emphasis: Emphasis,
    pub(super) page: usize,
    pub(super) numbering: Option<Numbering>,
    /// The depth in the outline, from 1, of the entry with its title.
    pub(super) outline: Option<u8>,
    /// `true` if text follows it on its page; `None` if nothing does.
    pub(super) leads_text: Option<bool>,
    /// Its text without numbers, spaces and case.
    pub(super) label: String,
    /// The number of its words.
    pub(super) words: usize,
    /// `true` if it is the title of the first page that later pages repeat.
    pub(super) is_repeated: bool,
}

/// A heading style.
#[derive(Debug, Clone)]
pub(super) struct HeadingStyle {
    pub(super) key: StyleKey,
    pub(super) emphasis: Emphasis,
    pub(super) level: u8,
    pub(super) count: usize,
    pub(super) is_numbered: bool,
    pub(super) is_title: bool,
    /// `true` if the outline lists most of its headings.
    pub(super) is_in_outline: bool,
}
