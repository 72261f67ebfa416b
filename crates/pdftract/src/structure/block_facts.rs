//! The facts about a block that determine its role: text, size, appearance and position.

use super::caption;
use super::line_facts::LineFacts;
use super::model::StructuredBlock;

/// The facts about a block before its role is decided.
#[derive(Debug)]
pub(super) struct BlockFacts {
    /// The text of its lines, joined by spaces.
    pub(super) text: String,
    /// The number of lines.
    pub(super) lines: usize,
    /// The largest font size of its lines, in points.
    pub(super) size: f32,
    /// The top of its bounding box.
    pub(super) top: f32,
    /// `true` if all lines are monospaced.
    pub(super) fixed_pitch: bool,
    /// `true` if it is the value of a form field.
    pub(super) form_value: bool,
    /// `true` if it is slanted, that is, written at an angle.
    pub(super) slanted: bool,
    /// `true` if it begins with a superscript.
    pub(super) raised_start: bool,
    /// The number of pieces at its start that look like the marker of a list item.
    pub(super) marker: u32,
    /// `true` if a bullet is drawn before it.
    pub(super) has_bullet: bool,
}

/// The least number of characters of text that follows a heading; shorter texts may be labels.
const MIN_TEXT: usize = 40;

impl BlockFacts {
    pub(super) fn new(facts: &[LineFacts], block: &StructuredBlock) -> Self {
        let lines = block.lines.slice(facts);
        let [_, top, _, _] = block.bbox;
        let first = lines.first();
        let all = |test: fn(&LineFacts) -> bool| !lines.is_empty() && lines.iter().all(test);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        Self {
            text: texts.join(" "),
            lines: lines.len(),
            size: lines.iter().map(|line| line.size).fold(0.0, f32::max),
            top,
            fixed_pitch: all(|line| line.look.fixed_pitch || line.is_number)
                && first.is_some_and(|line| line.look.fixed_pitch),
            form_value: all(|line| line.form_value),
            slanted: all(|line| line.slanted),
            raised_start: first.is_some_and(|line| line.raised_start),
            marker: first.and_then(|line| line.marker).map_or(0, |marker| marker.pieces),
            has_bullet: first.is_some_and(|line| line.has_bullet),
        }
    }

    /// Returns the number of characters of its text.
    pub(super) fn characters(&self) -> usize {
        self.text.chars().count()
    }

    /// Returns `true` if only its style can exclude that it is a heading.
    pub(super) fn may_be_heading(&self) -> bool {
        !self.form_value && !self.slanted && !self.raised_start && !caption::begins_caption(&self.text)
    }

    /// Returns `true` for text that may follow a heading: a paragraph, an item, a table.
    pub(super) fn is_text(&self, block: &StructuredBlock) -> bool {
        block.table.is_some()
            || self.lines > 1
            || self.marker > 0
            || self.has_bullet
            || self.fixed_pitch
            || self.characters() >= MIN_TEXT
    }
}
