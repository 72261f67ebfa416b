//! Replaces non-breaking spaces with ordinary ones, since Markdown is read as running text.

use std::borrow::Cow;

use super::super::model::Block;
use crate::char_class::{has_non_breaking_space, is_non_breaking_space};
use crate::structure::Role;

/// Returns a block without non-breaking spaces. Code keeps them, since they may be significant there.
pub(super) fn ordinary(block: &Block) -> Cow<'_, Block> {
    if block.role == Role::Code || !has_non_breaking_space(&block.text) {
        return Cow::Borrowed(block);
    }
    let mut block = block.clone();
    replace(&mut block.text);
    block.lines.iter_mut().flat_map(|line| &mut line.spans).for_each(|span| replace(&mut span.text));
    let cells = block.table.iter_mut().flat_map(|table| &mut table.cells);
    cells.for_each(|cell| replace(&mut cell.text));
    block.list.iter_mut().for_each(|item| replace(&mut item.marker));
    Cow::Owned(block)
}

/// Replaces one character with another, so that offsets in characters do not change.
fn replace(text: &mut String) {
    *text = text.replace(is_non_breaking_space, " ");
}
