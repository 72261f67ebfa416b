//! Paragraphs: groups the lines of a column into blocks by spacing, indentation, style and text.

use super::caption;
use super::column::{Column, is_full};
use super::contents_entry::is_contents_entry;
use super::heading_style::BodyStyle;
use super::line_facts::LineFacts;
use super::numbering::{is_chapter_label, numbering};
use crate::char_class::ends_in_hyphen;
use crate::language::script::is_unspaced;
use crate::layout::IndexRange;

/// Sizes that differ by more than this factor are different paragraphs: the smallest step of headings is 11 to 12
/// points.
const SIZE_STEP: f32 = 1.06;
/// The greatest line spacing within a paragraph, in font sizes.
const MAX_PITCH: f32 = 2.4;
/// The factor by which a larger line spacing begins a paragraph.
const PITCH_STEP: f32 = 1.18;
/// The same factor if the sentence continues, because formulas and tall signs increase the spacing.
const OPEN_PITCH_STEP: f32 = 1.6;
/// The greatest spacing of lines of a program relative to the usual one, because it may have blank lines.
const CODE_STEP: f32 = 3.2;
/// The greatest spacing of lines of a program of which one is bold, relative to the usual one.
const KEYWORD_STEP: f32 = 1.1;
/// The least indentation of a first line, in font sizes.
const INDENT: f32 = 0.8;
/// The least distance by which text outdents from an item, in font sizes.
const OUTDENT: f32 = 0.5;
/// The greatest difference of the centres of centred lines, in font sizes.
const CENTRED: f32 = 0.6;
/// Lines that leave this much more space than the next word needs, in font sizes, have an intended break.
const MEANT_BREAK: f32 = 1.0;
/// Lines within sentences that leave more space than this, in font sizes, are verses.
const MAX_RAGGED: f32 = 8.0;
/// Lines of ragged text may leave this much more space than the widest that was seen, in font sizes.
const RAGGED_STEP: f32 = 0.2;
/// A column whose lines all end before this share of its width has intentionally short lines: an address, a verse.
const SHORT_LINES: f32 = 0.7;

/// Numbers of chapters and the titles below them are larger than text by this factor.
const CHAPTER_SIZE: f32 = 1.12;
/// The title of a chapter is at most this many sizes below its number.
const CHAPTER_PITCH: f32 = 4.0;
/// The title of a table is at most this many sizes below its number.
const LABEL_PITCH: f32 = 2.0;
/// Titles behind section numbers are indented by at most this many sizes.
const HANG: f32 = 4.0;
/// The usual distance of baselines, in sizes, of headings in columns of wider or closer text.
const USUAL_PITCH: f32 = 1.2;

/// The relation of a line to the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// In the same paragraph.
    Joins,
    /// In the same paragraph, after an intended line break.
    Breaks,
    /// Begins another block.
    Begins,
}

/// The blocks of a column.
#[derive(Debug, Default)]
pub(super) struct Paragraphs {
    pub(super) blocks: Vec<IndexRange>,
    /// The lines that end in an intended line break.
    pub(super) breaks: Vec<u32>,
}

/// Groups the lines of a column of a document with this body text.
pub(super) fn group(column: &Column, facts: &[LineFacts], body: &BodyStyle, out: &mut Paragraphs) {
    let IndexRange { start, end } = column.lines;
    let mut first = start;
    let slack = ragged(column, facts);
    for index in start + 1..end {
        let grouper = Grouper { column, facts, first, body, slack };
        match grouper.step(index) {
            Step::Joins => {}
            Step::Breaks => out.breaks.push(index - 1),
            Step::Begins => {
                out.blocks.push(IndexRange { start: first, end: index });
                first = index;
            }
        }
    }
    out.blocks.push(IndexRange { start: first, end });
}

struct Grouper<'f> {
    column: &'f Column,
    facts: &'f [LineFacts],
    /// The first line of the open block.
    first: u32,
    body: &'f BodyStyle,
    /// The space at the end of lines, besides that of the next word, from which a break is intended, in font sizes.
    slack: f32,
}

/// Returns the space that lines of a column leave although the next word would have fitted: that of text with a ragged
/// edge, shown by lines within sentences.
fn ragged(column: &Column, facts: &[LineFacts]) -> f32 {
    let (mut widest, mut second) = (0.0f32, 0.0f32);
    for pair in column.lines.slice(facts).windows(2) {
        let [last, line] = pair else { continue };
        let is_inside = !last.ends_sentence() && line.begins_small() && !differ(last.size, line.size);
        let room = (column.right - last.right - line.first_word) / last.size.max(0.1);
        if is_inside && room > second && room < MAX_RAGGED {
            (widest, second) = if room > widest { (room, widest) } else { (widest, room) };
        }
    }
    // A single line may be short for another reason.
    (second + RAGGED_STEP).max(MEANT_BREAK)
}

impl Grouper<'_> {
    fn line(&self, index: u32) -> Option<&LineFacts> {
        self.facts.get(index as usize)
    }

    fn step(&self, index: u32) -> Step {
        let (Some(last), Some(line), Some(head)) =
            (self.line(index - 1), self.line(index), self.line(self.first))
        else {
            return Step::Begins;
        };
        // An empty line of a numbered program shows its number only.
        let is_code = |line: &LineFacts| line.look.fixed_pitch || (line.is_number && head.look.fixed_pitch);
        if is_code(last) && is_code(line) && !self.body.look.fixed_pitch {
            return self.code_step(head, last, line);
        }
        if self.continues_heading(head, last, line) || self.continues_caption(head, last, line) {
            return Step::Joins;
        }
        let is_open = !last.ends_sentence()
            && (line.begins_small() || ends_in_hyphen(&last.text) || continues_unspaced(last, line));
        let goes_on = is_open && is_full(last, line, self.right(index));
        let is_entry = |line: &LineFacts| is_contents_entry(&line.text);
        if is_entry(last) || (is_entry(line) && !goes_on) {
            return Step::Begins;
        }
        if self.begins_item(index, goes_on) || is_restyled(last, line) {
            return Step::Begins;
        }
        if self.is_further(last, line, goes_on) || self.begins_caption(last, line, index) {
            return Step::Begins;
        }
        if head.is_marked() {
            return self.item_step(head, last, line, index, goes_on);
        }
        if !goes_on && self.is_indented(index) {
            return Step::Begins;
        }
        // The lines of transcripts and statutes are numbered, and cited by these numbers.
        if counts_lines(last, line) {
            return Step::Breaks;
        }
        self.end_step(last, line, index, is_open)
    }

    /// Returns whether a line goes on a heading: it is the title below the number of its chapter, or it hangs below the
    /// title behind the number of its section.
    fn continues_heading(&self, head: &LineFacts, last: &LineFacts, line: &LineFacts) -> bool {
        let is_first = std::ptr::eq(head, last);
        let pitch = (line.baseline - last.baseline) / line.size.max(last.size).max(0.1);
        if self.body.is_emphatic(last) && line.size > self.body.size * CHAPTER_SIZE && pitch < CHAPTER_PITCH {
            let label = if is_first { last.text.clone() } else { [&*head.text, &*last.text].join(" ") };
            if is_chapter_label(&label) && (is_chapter_label(&head.text) || is_first) && !is_numbered(line) {
                return true;
            }
        }
        let hangs = line.left > head.left + INDENT * line.size && line.left < head.left + HANG * line.size;
        is_first
            && (hangs || is_centred(last, line))
            && self.body.is_emphatic(line)
            && !differ(last.size, line.size)
            && !last.look.differs(line.look)
            && !line.is_marked()
            && pitch < self.column.pitch.max(USUAL_PITCH) * PITCH_STEP
            && is_numbered(last)
            && !is_numbered(line)
    }

    /// Returns whether a line is the title below the number of a table or figure, as in `TABLE 6` above the title of the
    /// table.
    fn continues_caption(&self, head: &LineFacts, last: &LineFacts, line: &LineFacts) -> bool {
        let pitch = (line.baseline - last.baseline) / line.size.max(last.size).max(0.1);
        let is_title = (self.body.is_emphatic(last) && self.body.is_emphatic(line)) || is_centred(last, line);
        std::ptr::eq(head, last)
            && pitch < LABEL_PITCH
            && is_title
            && last.look.bold == line.look.bold
            && caption::is_bare_label(&last.text)
            && !caption::begins_caption(&line.text)
    }

    /// Returns `true` if a line begins a caption rather than a sentence about a figure.
    fn begins_caption(&self, last: &LineFacts, line: &LineFacts, index: u32) -> bool {
        let is_inside = || is_full(last, line, self.right(index)) && !caption::is_labelled(&line.text);
        caption::begins_caption(&line.text)
            && (last.ends_sentence() || !is_full(last, line, self.right(index)))
            && !is_inside()
    }

    /// Decides for lines of a program, which may have blank lines between them.
    fn code_step(&self, head: &LineFacts, last: &LineFacts, line: &LineFacts) -> Step {
        if head.is_marked() && line.is_marked() {
            return Step::Begins;
        }
        let pitch = (line.baseline - last.baseline) / line.size.max(0.1);
        let is_same_size = !differ(last.size, line.size) || last.is_number || line.is_number;
        let is_near = pitch < CODE_STEP * self.column.pitch.min(1.3) && is_same_size;
        // Bold keywords may fill a line of a program; a bold heading has more space above it.
        let is_same_look = last.look.bold == line.look.bold || pitch < self.column.pitch * KEYWORD_STEP;
        if is_near && is_same_look { Step::Joins } else { Step::Begins }
    }

    /// Returns `true` if a line begins an item. Numbers and dashes inside a sentence do not.
    fn begins_item(&self, index: u32, goes_on: bool) -> bool {
        use crate::layout::list_marker::MarkerKind;
        let Some(line) = self.line(index).filter(|line| line.is_marked()) else { return false };
        let is_sure = line.has_bullet || line.marker.is_some_and(|marker| marker.kind == MarkerKind::Bullet);
        let Some(last) = self.line(index - 1) else { return true };
        let head = self.line(self.first).filter(|head| head.is_marked());
        let expected = head.map_or(last.left, |head| head.text_left);
        let is_shifted = (line.left - expected).abs() > OUTDENT * line.size;
        // `see section⏎3. The` continues a sentence; a line with space left does not.
        let may_go_on = !last.ends_sentence() && is_full(last, line, self.right(index)) && !is_shifted;
        is_sure || !(goes_on || may_go_on) || self.counts_on(line)
    }

    /// Returns `true` if the marker of a line follows the marker of the open block.
    fn counts_on(&self, line: &LineFacts) -> bool {
        use crate::layout::list_marker::MarkerKind::{Initial, Letter, Number, Roman};
        let head = self.line(self.first).and_then(|head| head.marker);
        match (head.map(|marker| marker.kind), line.marker.map(|marker| marker.kind)) {
            (Some(Number(a)), Some(Number(b)))
            | (Some(Letter(a)), Some(Letter(b)))
            | (Some(Initial(a)), Some(Initial(b)))
            | (Some(Roman(a)), Some(Roman(b))) => b == a + 1,
            _ => false,
        }
    }

    /// Returns `true` if the distance to the last line is greater than within a paragraph.
    fn is_further(&self, last: &LineFacts, line: &LineFacts, goes_on: bool) -> bool {
        let size = last.size.max(line.size).max(0.1);
        let pitch = (line.baseline - last.baseline) / size;
        let limit = if goes_on { OPEN_PITCH_STEP } else { PITCH_STEP };
        pitch > MAX_PITCH || pitch > self.column.pitch * limit
    }

    /// Returns the right edge of the lines around a line: that of the column, or an earlier one if all lines with the
    /// same left edge end there, as in a quotation.
    fn right(&self, index: u32) -> f32 {
        let Some(line) = self.line(index) else { return self.column.right };
        let is_item = line.is_marked() || self.line(self.first).is_some_and(LineFacts::is_marked);
        if is_item || line.left < self.column.left + INDENT * line.size {
            return self.column.right;
        }
        let is_near = |other: &&LineFacts| {
            (other.left - line.left).abs() < INDENT * line.size && !differ(other.size, line.size)
        };
        let IndexRange { start, end } = self.column.lines;
        let above = (start..index).rev().take(WINDOW).map_while(|at| self.line(at).filter(is_near));
        let below = (index..end).take(WINDOW).map_while(|at| self.line(at).filter(is_near));
        let right = above.chain(below).map(|line| line.right).fold(f32::MIN, f32::max);
        let width = self.column.right - self.column.left;
        // The first line of a paragraph may be indented, so its right edge counts too.
        let last = self.line(index.saturating_sub(1)).map_or(right, |last| last.right);
        let right = right.max(last);
        if right < self.column.left + SHORT_LINES * width { self.column.right } else { right }
    }

    /// Decides for a line after the first line of an item.
    fn item_step(
        &self,
        head: &LineFacts,
        last: &LineFacts,
        line: &LineFacts,
        index: u32,
        goes_on: bool,
    ) -> Step {
        let slack = OUTDENT * line.size;
        let hangs = head.text_left > head.left + slack || head.has_bullet;
        if hangs && line.left < head.text_left - slack {
            // Some lists do not indent the lines of an item; then the sentence must continue.
            let is_in_column = line.left > self.column.left - slack;
            // Numbered paragraphs of pleadings have an indented first line, whatever the next begins with.
            let is_indented = head.left > line.left + INDENT * line.size
                && line.left < self.column.left + slack
                && is_full(last, line, self.right(index));
            let is_flat = is_in_column && (goes_on || (is_indented && !line.is_marked()));
            return if is_flat && !self.has_hanging_line(head, index) { Step::Joins } else { Step::Begins };
        }
        if line.left > head.text_left + INDENT * line.size && !goes_on {
            return Step::Begins;
        }
        if !goes_on && !is_full(last, line, self.right(index)) && last.ends_sentence() {
            return Step::Begins;
        }
        Step::Joins
    }

    /// Returns `true` if a line of the open item has a hanging indent.
    fn has_hanging_line(&self, head: &LineFacts, index: u32) -> bool {
        let mut lines = (self.first + 1..index).filter_map(|at| self.line(at));
        lines.any(|line| (line.left - head.text_left).abs() < OUTDENT * line.size)
    }

    /// Returns `true` if a line is indented relative to the open block, or to the next line if the block has one
    /// line.
    fn is_indented(&self, index: u32) -> bool {
        let (Some(line), Some(last)) = (self.line(index), self.line(index - 1)) else { return false };
        if is_centred(last, line) {
            return false;
        }
        let indent = INDENT * line.size;
        let later = (self.first + 1..index)
            .filter_map(|at| self.line(at))
            .map(|line| line.left)
            .fold(f32::MAX, f32::min);
        let Some(head) = self.line(self.first) else { return false };
        if later < f32::MAX {
            let hangs = later > head.left + indent;
            return line.left > later + indent || (hangs && line.left < later - indent);
        }
        if line.left <= head.left + indent {
            return false;
        }
        // After a single line: the first line of a paragraph, or the second of an entry with a hanging indent, as in
        // a bibliography.
        let next = self.line(index + 1).filter(|_| index + 1 < self.column.lines.end);
        let hangs = next.is_some_and(|next| (next.left - line.left).abs() < OUTDENT * line.size);
        !hangs || !is_full(last, line, self.right(index))
    }

    /// Decides by the end of the last line: if the next word would have fitted, the break is intended.
    fn end_step(&self, last: &LineFacts, line: &LineFacts, index: u32, is_open: bool) -> Step {
        if last.has_wide_gap && line.has_wide_gap {
            return Step::Breaks;
        }
        if is_open || self.body.is_emphatic(last) {
            return Step::Joins;
        }
        let centred = is_centred(last, line);
        // A centred line has space on both sides.
        let width = self.column.right - self.column.left;
        let free = if centred { width - (last.right - last.left) } else { self.right(index) - last.right };
        let room = free - line.first_word;
        if room < self.slack * last.size {
            return Step::Joins;
        }
        if last.ends_sentence() && !centred && !self.are_short_lines() { Step::Begins } else { Step::Breaks }
    }

    /// Returns `true` if no line of the open block comes near the right edge of its column.
    fn are_short_lines(&self) -> bool {
        let width = self.column.right - self.column.left;
        let edge = self.column.left + SHORT_LINES * width;
        let IndexRange { end, .. } = self.column.lines;
        (self.first..end).take(WINDOW).filter_map(|at| self.line(at)).take(3).all(|line| line.right < edge)
    }
}

/// The number of lines around a line that determine its right edge.
const WINDOW: usize = 12;

fn differ(a: f32, b: f32) -> bool {
    a.max(b) > SIZE_STEP * a.min(b)
}

/// Returns `true` if size, weight, slant or colour of the whole line change. An emphasised phrase that happens to
/// fill a line changes the style too, but within a sentence.
fn is_restyled(last: &LineFacts, line: &LineFacts) -> bool {
    if differ(last.size, line.size) {
        return true;
    }
    if last.look.fixed_pitch != line.look.fixed_pitch {
        return !continues_monospaced(last, line);
    }
    let changes =
        last.is_uniform && line.is_uniform && last.look.differs(line.look) && last.last.differs(line.first);
    let is_inside = !last.ends_sentence() && line.begins_small();
    changes && !is_inside
}

/// Returns `true` if a monospaced phrase at the end of a line, such as a URL, goes on at the start of the next.
fn continues_monospaced(last: &LineFacts, line: &LineFacts) -> bool {
    let is_address = || last.text.rsplit(' ').next().is_some_and(|word| word.contains("://"));
    last.last.fixed_pitch && line.first.fixed_pitch && (!last.ends_sentence() || is_address())
}

/// Returns `true` if a text without spaces between words, such as Chinese, goes on: such scripts have no small letters.
fn continues_unspaced(last: &LineFacts, line: &LineFacts) -> bool {
    last.text.chars().next_back().is_some_and(is_unspaced)
        && line.text.chars().next().is_some_and(is_unspaced)
        && !line.is_marked()
}

/// Returns `true` if both lines begin with the number of the line.
fn counts_lines(last: &LineFacts, line: &LineFacts) -> bool {
    let number = |line: &LineFacts| -> Option<u32> {
        let word = line.text.split(char::is_whitespace).next()?;
        word.parse().ok().filter(|_| word.len() <= MAX_LINE_NUMBER && !word.starts_with('+'))
    };
    number(last).zip(number(line)).is_some_and(|(a, b)| b == a + 1)
}

/// The most digits of the number of a line.
const MAX_LINE_NUMBER: usize = 4;

fn is_numbered(line: &LineFacts) -> bool {
    numbering(&line.text).is_some()
}

/// Returns `true` if two lines have a common centre and different edges.
fn is_centred(last: &LineFacts, line: &LineFacts) -> bool {
    let middle = |line: &LineFacts| f32::midpoint(line.left, line.right);
    let size = line.size;
    (middle(last) - middle(line)).abs() < CENTRED * size && (last.left - line.left).abs() > CENTRED * size
}
