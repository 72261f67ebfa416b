//! Footnotes: finds the notes at the foot of a page that something on the page refers to.
//!
//! A note becomes `[^3-1]: text` (page 3, note 1) and each raised `1` on the page a reference to it. A note that nothing
//! refers to stays a paragraph, and a raised number without a note stays raised.

use std::collections::BTreeMap;

use super::super::model::{Block, Page, Span};
use super::inline::{Emphasis, Inline};
use crate::layout::BaselineShift;
use crate::structure::Role;

/// The footnotes of a page.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    /// By marker: the label in Markdown.
    labels: BTreeMap<String, String>,
}

impl Footnotes {
    /// The notes of a page that are referred to.
    pub(super) fn find(page: &Page) -> Self {
        let is_note = |block: &&Block| block.role == Role::Footnote;
        let markers: Vec<String> = page.blocks.iter().filter(is_note).filter_map(marker).collect();
        if markers.is_empty() {
            return Self::default();
        }
        let text = page.blocks.iter().filter(|block| !is_note(block) && !block.role.is_furniture());
        let spans = text.flat_map(|block| &block.lines).flat_map(|line| &line.spans);
        let raised: Vec<&str> = spans.filter(|span| is_raised(span)).map(|span| span.text.trim()).collect();
        let referred = markers.into_iter().filter(|marker| raised.contains(&marker.as_str()));
        let labels = referred.map(|marker| {
            let label = format!("{}-{}", page.page_number, name(&marker));
            (marker, label)
        });
        Self { labels: labels.collect() }
    }

    /// The label of the note that a raised text refers to.
    pub(super) fn label(&self, text: &str) -> Option<&str> {
        self.labels.get(text.trim()).map(String::as_str)
    }

    /// The definition of a note; `None` if nothing refers to it.
    pub(super) fn definition(&self, block: &Block) -> Option<String> {
        let marker = marker(block)?;
        let label = self.label(&marker)?;
        let inline = Inline::new(&block.lines).skip(marker.chars().count());
        Some(format!("[^{label}]: {}", inline.render(self, Emphasis::Full)))
    }
}

fn is_raised(span: &Span) -> bool {
    span.baseline_shift == Some(BaselineShift::Super)
}

/// Notes are numbered by up to three digits, one letter or signs.
const MAX_MARKER: usize = 3;

/// The marker that a note begins with: a raised span, or a number or sign before the first space.
fn marker(block: &Block) -> Option<String> {
    let first = block.lines.first()?.spans.first()?;
    let marker = if is_raised(first) {
        first.text.trim()
    } else {
        let word = first.text.split(' ').next()?;
        Some(word).filter(|word| word.chars().all(|c| c.is_ascii_digit() || sign_name(c).is_some()))?
    };
    ((1..=MAX_MARKER).contains(&marker.chars().count()) && !name(marker).is_empty())
        .then(|| marker.to_owned())
}

/// A marker as part of a label: letters and digits only.
fn name(marker: &str) -> String {
    let mut name = String::new();
    for character in marker.chars() {
        match sign_name(character) {
            Some(sign) => name.push_str(sign),
            None => name.extend(character.is_alphanumeric().then_some(character)),
        }
    }
    name
}

fn sign_name(character: char) -> Option<&'static str> {
    match character {
        '*' | '∗' => Some("star"),
        '†' => Some("dagger"),
        '‡' => Some("ddagger"),
        '§' => Some("section"),
        '¶' => Some("pilcrow"),
        _ => None,
    }
}
