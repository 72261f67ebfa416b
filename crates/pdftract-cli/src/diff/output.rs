//! Changes for people and as JSON.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use pdftract::structure::Role;
use serde::Serialize;

use super::sequence::Change;
use super::text::{Block, Word, Words, is_ideograph};
use crate::plan::DiffPlan;

const RED: &str = "\x1B[31m";
const GREEN: &str = "\x1B[32m";
const CYAN: &str = "\x1B[36m";
const BOLD: &str = "\x1B[1m";
const PLAIN: &str = "\x1B[0m";

/// The comparison of two documents.
pub(super) struct Comparison<'c> {
    pub(super) plan: &'c DiffPlan,
    pub(super) old: &'c Words,
    pub(super) new: &'c Words,
    pub(super) changes: &'c [Change],
}

/// Changes that share blocks, or whose context overlaps.
struct Hunk<'c> {
    changes: &'c [Change],
}

#[derive(Serialize)]
struct Json<'c> {
    old: Side<'c>,
    new: Side<'c>,
    equal: bool,
    changes: Vec<JsonChange<'c>>,
}

#[derive(Serialize)]
struct Side<'c> {
    file: String,
    pages: usize,
    words: usize,
    changed_words: usize,
    unreadable_pages: &'c [usize],
}

#[derive(Serialize)]
struct JsonChange<'c> {
    kind: &'static str,
    old: JsonPlace<'c>,
    new: JsonPlace<'c>,
}

#[derive(Serialize)]
struct JsonPlace<'c> {
    text: String,
    /// The block in which the change begins, or that it follows.
    block: Option<&'c str>,
    role: Option<Role>,
    bbox: Option<[f32; 4]>,
    page_number: Option<usize>,
    label: Option<&'c str>,
    /// The first word of the change, counted from 0 in its block.
    word: usize,
    words: usize,
}

impl Comparison<'_> {
    /// Returns the changes as JSON.
    pub(super) fn json(&self) -> io::Result<String> {
        let json = Json {
            old: self.side(0, self.old, |change| change.old.len()),
            new: self.side(1, self.new, |change| change.new.len()),
            equal: self.changes.is_empty(),
            changes: self.changes.iter().map(|change| self.json_change(change)).collect(),
        };
        Ok(serde_json::to_string_pretty(&json)? + "\n")
    }

    fn side<'w>(&self, index: usize, words: &'w Words, changed: fn(&Change) -> usize) -> Side<'w> {
        Side {
            file: self.plan.sources[index].name(),
            pages: words.pages,
            words: words.words.len(),
            changed_words: self.changes.iter().map(changed).sum(),
            unreadable_pages: &words.unreadable,
        }
    }

    fn json_change(&self, change: &Change) -> JsonChange<'_> {
        let kind = match (change.old.is_empty(), change.new.is_empty()) {
            (true, _) => "inserted",
            (_, true) => "deleted",
            _ => "replaced",
        };
        let (old, new) = (place(self.old, &change.old), place(self.new, &change.new));
        JsonChange { kind, old, new }
    }

    /// Returns the changes for people; nothing if there are none.
    pub(super) fn text(&self, color: bool) -> String {
        let mut out = String::new();
        if self.changes.is_empty() {
            return out;
        }
        let paint =
            |text: &str, with: &str| if color { format!("{with}{text}{PLAIN}") } else { text.to_owned() };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", paint(&format!("--- {}", self.plan.sources[0].name()), BOLD));
        let _ = writeln!(out, "{}", paint(&format!("+++ {}", self.plan.sources[1].name()), BOLD));
        for hunk in self.hunks() {
            let Some((first, last)) = hunk.changes.first().zip(hunk.changes.last()) else { continue };
            let head =
                format!("@@ {} → {} @@", title(self.old, first.old.start), title(self.new, first.new.start));
            let _ = writeln!(out, "{}", paint(&head, CYAN));
            let context = self.plan.context;
            let start = first.new.start.saturating_sub(context);
            if start > 0 {
                out.push_str("… ");
            }
            let mut done = start;
            for change in hunk.changes {
                push_words(&mut out, &self.new.words[done..change.new.start]);
                let (old, new) = (
                    joined(&self.old.words[change.old.clone()]),
                    joined(&self.new.words[change.new.clone()]),
                );
                if !old.is_empty() {
                    out.push_str(&if color { paint(&old, RED) } else { format!("[-{old}-]") });
                    out.push(' ');
                }
                if !new.is_empty() {
                    out.push_str(&if color { paint(&new, GREEN) } else { format!("{{+{new}+}}") });
                    out.push(' ');
                }
                done = change.new.end;
            }
            let end = (last.new.end + context).min(self.new.words.len());
            push_words(&mut out, &self.new.words[done..end]);
            if end < self.new.words.len() {
                out.push('…');
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out
    }

    /// Groups changes with few words between them, in the same block of the new document.
    fn hunks(&self) -> Vec<Hunk<'_>> {
        let mut hunks = Vec::new();
        let mut start = 0;
        for index in 1..=self.changes.len() {
            let is_near = self.changes.get(index).is_some_and(|next| {
                let before = &self.changes[index - 1];
                next.new.start - before.new.end <= 2 * self.plan.context
                    && block_at(self.new, next.new.start)
                        == block_at(self.new, before.new.end.saturating_sub(1))
            });
            if !is_near {
                hunks.push(Hunk { changes: &self.changes[start..index] });
                start = index;
            }
        }
        hunks
    }
}

/// Returns the block of a word; behind the last word, the last block.
fn block_at(words: &Words, at: usize) -> Option<usize> {
    words.words.get(at).or(words.words.last()).map(|word| word.block)
}

fn title(words: &Words, at: usize) -> String {
    let Some(block) = block_at(words, at).and_then(|block| words.blocks.get(block)) else {
        return "empty".into();
    };
    let label = block.label.as_deref().filter(|label| *label != (block.page_index + 1).to_string());
    let label = label.map(|label| format!("[{label}]")).unwrap_or_default();
    format!("page {}{label}, {}", block.page_index + 1, role_name(block.role))
}

/// Returns the name of a role, as JSON has it.
fn role_name(role: Role) -> String {
    let name = serde_json::to_value(role).ok();
    name.and_then(|name| name.as_str().map(|name| name.replace('_', " "))).unwrap_or_default()
}

fn place<'c>(words: &'c Words, range: &Range<usize>) -> JsonPlace<'c> {
    let block: Option<&Block> = block_at(words, range.start).and_then(|block| words.blocks.get(block));
    JsonPlace {
        text: joined(&words.words[range.clone()]),
        block: block.map(|block| block.id.as_str()),
        role: block.map(|block| block.role),
        bbox: block.map(|block| block.bbox),
        page_number: block.map(|block| block.page_index + 1),
        label: block.and_then(|block| block.label.as_deref()),
        word: block.map_or(0, |block| range.start.saturating_sub(block.start)),
        words: range.len(),
    }
}

/// Returns words as text, without spaces in scripts that have none.
fn joined(words: &[Word]) -> String {
    let mut text = String::new();
    push_words(&mut text, words);
    text.truncate(text.trim_end().len());
    text
}

fn push_words(out: &mut String, words: &[Word]) {
    for word in words {
        let is_tight = |character: Option<char>| character.is_some_and(is_ideograph);
        if out.ends_with(' ')
            && is_tight(out.trim_end().chars().next_back())
            && is_tight(word.text.chars().next())
        {
            out.pop();
        }
        out.push_str(&word.text);
        out.push(' ');
    }
}
