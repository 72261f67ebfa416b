//! Groups of pieces that belong in one chunk if they fit: a heading and what it heads, a caption and its table, the items
//! of a list, the parts of a paragraph.

use super::piece::{Count, Piece};
use crate::structure::Role;

/// Collects pieces into groups as they come.
#[derive(Debug, Default)]
pub(super) struct Grouper {
    open: Vec<Piece>,
    tokens: usize,
}

impl Grouper {
    /// Takes the next piece and returns the group before it, if the piece does not belong to that. A group that cannot fit
    /// into a chunk is returned at once, so that a list of any length is not held in memory.
    pub(super) fn push(&mut self, piece: Piece, max: usize, count: Count<'_>) -> Option<Vec<Piece>> {
        let belongs = self.open.last().is_none_or(|last| belong_together(last, &piece));
        let finished = (!belongs || self.tokens > max).then(|| self.finish());
        self.tokens += count(&piece.text);
        self.open.push(piece);
        finished
    }

    /// Returns the last group; empty if there is none.
    pub(super) fn finish(&mut self) -> Vec<Piece> {
        self.tokens = 0;
        std::mem::take(&mut self.open)
    }
}

/// Returns whether a piece belongs to the one before it.
fn belong_together(before: &Piece, piece: &Piece) -> bool {
    let (last, next) = (&before.block, &piece.block);
    let goes_on = next.continues.as_ref() == Some(&last.id);
    let is_next_part = next.table.as_ref().is_some_and(|table| table.continues.as_ref() == Some(&last.id));
    goes_on || is_next_part || by_role(before, next.role)
}

fn by_role(before: &Piece, next: Role) -> bool {
    let announces = || before.text.trim_end().ends_with([':', '：']);
    match (before.block.role, next) {
        (Role::Title | Role::Heading, _)
        | (Role::ListItem, Role::ListItem)
        | (Role::Caption, Role::Table | Role::Figure | Role::Code)
        | (Role::Table | Role::Figure | Role::Code, Role::Caption)
        | (Role::Paragraph, Role::Formula) => true,
        (Role::Paragraph, Role::ListItem | Role::Table | Role::Code | Role::BlockQuote) => announces(),
        _ => false,
    }
}
