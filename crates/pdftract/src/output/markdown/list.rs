//! List items: their markers in Markdown and the indentation of nested items.

use super::super::model::Block;
use super::contents;
use super::escape;
use super::footnote::Footnotes;
use super::inline::{Emphasis, Inline};

/// The list being written.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// For each open level, the indentation of its text.
    indents: Vec<usize>,
}

/// Some Markdown readers take deeper nesting for code.
const MAX_DEPTH: usize = 8;

impl Lists {
    /// Returns `true` if the previous block was an item.
    pub(super) fn are_open(&self) -> bool {
        !self.indents.is_empty()
    }

    /// Ends the list.
    pub(super) fn end(&mut self) {
        self.indents.clear();
    }

    /// Renders an item.
    pub(super) fn item(&mut self, block: &Block, notes: &Footnotes) -> String {
        let Some(list) = &block.list else { return String::new() };
        let (marker, skipped) = match own_marker(&list.marker) {
            Some(marker) => (marker, list.marker.chars().count()),
            None => ("-".to_owned(), 0),
        };
        let text = Inline::new(&block.lines).skip(skipped).render(notes, Emphasis::Full);
        let text = contents::linked(block, without_leaders(text));
        let depth = usize::from(list.depth).clamp(1, MAX_DEPTH).min(self.indents.len() + 1);
        self.indents.truncate(depth - 1);
        let indent = self.indents.last().copied().unwrap_or(0);
        self.indents.push(indent + marker.len() + 1);
        format!("{}{marker} {}", " ".repeat(indent), escape::at_line_start(text)).trim_end().to_owned()
    }
}

/// The minimum number of dots of a leader.
const LEADER: usize = 4;

/// Removes dot leaders, as in tables of contents.
pub(super) fn without_leaders(text: String) -> String {
    if !text.contains("...") && !text.contains(". . .") && !text.contains("……") {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['.', '…']) {
        let (before, dots) = rest.split_at(at);
        let end = dots.find(|c: char| !matches!(c, '.' | '…' | ' ')).unwrap_or(dots.len());
        let (run, after) = dots.split_at(end);
        out.push_str(before);
        if run.chars().filter(|c| *c != ' ').count() >= LEADER {
            let end = out.trim_end().len();
            out.truncate(end);
            out.push(' ');
        } else {
            out.push_str(run);
        }
        rest = after;
    }
    out + rest
}

/// Returns the marker in Markdown. Other markers, such as `(a)`, have none and stay in the text.
fn own_marker(marker: &str) -> Option<String> {
    if is_bullet(marker) {
        return Some("-".to_owned());
    }
    let digits = marker.strip_suffix(['.', ')'])?;
    let is_number = (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| marker.to_owned())
}

/// Returns `true` for a single sign that is neither a letter nor a digit. Meaningful signs, such as a ticked box,
/// stay in the text.
fn is_bullet(marker: &str) -> bool {
    let mut characters = marker.chars();
    let (Some(first), None) = (characters.next(), characters.next()) else { return false };
    !first.is_alphanumeric()
        && !matches!(first, '\u{2610}'..='\u{2612}' | '\u{2713}'..='\u{2718}' | '\u{FFFD}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_leaders_are_removed() {
        assert_eq!(without_leaders("1.2 Scope ........ 7".into()), "1.2 Scope 7");
        assert_eq!(without_leaders("1.2 Scope . . . . . 7".into()), "1.2 Scope 7");
        assert_eq!(without_leaders("Well... perhaps".into()), "Well... perhaps");
    }

    #[test]
    fn markers() {
        assert_eq!(own_marker("•").as_deref(), Some("-"));
        assert_eq!(own_marker("–").as_deref(), Some("-"));
        assert_eq!(own_marker("12.").as_deref(), Some("12."));
        assert_eq!(own_marker("3)").as_deref(), Some("3)"));
        assert_eq!([own_marker("(a)"), own_marker("iv."), own_marker("☑")], [None, None, None]);
    }
}
