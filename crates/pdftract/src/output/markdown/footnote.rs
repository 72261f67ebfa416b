//! Footnotes: finds the notes at the foot of a page that are referenced on the page.
//!
//! A note becomes `[^3-1]: text` (page 3, note 1) and each raised `1` on the page a reference to it. A note without a
//! reference stays a paragraph, and a superscript number without a note stays superscript.

use std::collections::BTreeMap;

use super::super::model::{Block, Page, Span};
use super::inline::{Emphasis, Inline};
use crate::layout::BaselineShift;
use crate::structure::Role;

/// The footnotes of a page.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    /// The Markdown label of each marker.
    labels: BTreeMap<String, String>,
}

impl Footnotes {
    /// Finds the referenced notes of a page.
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

    /// Returns the label of the note that a superscript refers to.
    pub(super) fn label(&self, text: &str) -> Option<&str> {
        self.labels.get(text.trim()).map(String::as_str)
    }

    /// Returns the definition of a note; `None` if it is not referenced.
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

/// The maximum length of a marker: three digits, one letter or signs.
const MAX_MARKER: usize = 3;

/// Returns the marker at the start of a note: a superscript span, or a number or sign before the first space.
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

/// Reduces a marker to letters and digits, for use in a label.
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
