//! Packs groups of pieces into chunks under a budget of tokens.

use super::super::model::Joint;
use super::ChunkOptions;
use super::piece::{Count, Piece};
use super::sentence::sentence_ends;
use super::table;
use crate::char_class::HYPHENS;
use crate::structure::Role;

/// A new section begins a new chunk once the chunk before it has a share of its budget of one in so many. Smaller sections
/// share a chunk, since a chunk of one sentence is of little use to a search.
const SHARE_THAT_ENDS_AT_A_HEADING: usize = 4;

/// The pieces of one chunk.
#[derive(Debug, Default)]
pub(super) struct Pack {
    /// A piece that repeats the end of the chunk before.
    pub(super) overlap: Option<Piece>,
    pub(super) pieces: Vec<Piece>,
    tokens: usize,
}

/// Fills chunks one after the other.
#[derive(Debug)]
pub(super) struct Packer {
    max: usize,
    overlap: usize,
    open: Pack,
}

impl Packer {
    pub(super) fn new(options: ChunkOptions) -> Self {
        let max = options.max_tokens.max(ChunkOptions::MIN_TOKENS);
        Self { max, overlap: options.overlap_tokens.min(max / 2), open: Pack::default() }
    }

    /// Returns the budget of a chunk.
    pub(super) fn max(&self) -> usize {
        self.max
    }

    /// Takes a group and returns the chunks that are complete.
    pub(super) fn group(&mut self, group: Vec<Piece>, count: Count<'_>) -> Vec<Pack> {
        let mut done = Vec::new();
        let begins_section = group.first().is_some_and(Piece::is_heading);
        if begins_section
            && self.open.has_body()
            && self.open.tokens * SHARE_THAT_ENDS_AT_A_HEADING >= self.max
        {
            done.extend(self.close(None, count));
        }
        let alone = cost_of_group(&group, count);
        if self.open.cost_with(&group, count) > self.max && alone <= self.max {
            done.extend(self.close(group.first(), count));
        }
        for piece in group {
            self.piece(piece, &mut done, count);
        }
        done
    }

    /// Returns the last chunk.
    pub(super) fn finish(&mut self) -> Option<Pack> {
        let pack = std::mem::take(&mut self.open);
        (!pack.pieces.is_empty()).then_some(pack)
    }

    fn piece(&mut self, piece: Piece, done: &mut Vec<Pack>, count: Count<'_>) {
        let cost = self.open.cost(&piece, count);
        if self.open.tokens + cost <= self.max {
            return self.open.push(piece, cost);
        }
        if count(&piece.text) <= self.max && self.open.has_body() {
            done.extend(self.close(Some(&piece), count));
            return self.piece_in_new_chunk(piece, done, count);
        }
        self.spill(piece, done, count);
    }

    /// Adds a piece to a chunk that has nothing but headings and, perhaps, the end of the chunk before, which is left out
    /// where it takes up the room of the piece.
    fn piece_in_new_chunk(&mut self, piece: Piece, done: &mut Vec<Pack>, count: Count<'_>) {
        if self.open.tokens + self.open.cost(&piece, count) > self.max {
            self.open.drop_overlap(count);
        }
        let cost = self.open.cost(&piece, count);
        if self.open.tokens + cost > self.max {
            return self.spill(piece, done, count);
        }
        self.open.push(piece, cost);
    }

    /// Adds a piece that is too long, in parts.
    fn spill(&mut self, piece: Piece, done: &mut Vec<Pack>, count: Count<'_>) {
        let separator = count(self.open.separator(&piece));
        let room = self.max.saturating_sub(self.open.tokens).saturating_sub(separator);
        let parts = match piece.block.role {
            Role::Table => table::split(piece, room, self.max, count),
            _ => piece.split_text(room, self.max, count),
        };
        for part in parts {
            // The end of the chunk before gives way to text that is not in any chunk yet. A heading that was carried over
            // becomes a chunk by itself where the part leaves no room for it.
            while self.open.tokens + self.open.cost(&part, count) > self.max && self.open.last().is_some() {
                match self.open.pieces.is_empty() {
                    true => self.open.drop_overlap(count),
                    false => done.extend(self.close(None, count)),
                }
            }
            let cost = self.open.cost(&part, count);
            self.open.push(part, cost);
        }
    }

    /// Ends the open chunk; the next one begins with the end of it if `next` is running text.
    fn close(&mut self, next: Option<&Piece>, count: Count<'_>) -> Option<Pack> {
        if self.open.pieces.is_empty() {
            return None;
        }
        let mut pack = std::mem::take(&mut self.open);
        // A heading is never the last of a chunk: it goes with what it heads.
        let body = pack.pieces.iter().rposition(|piece| !piece.is_heading()).map_or(0, |last| last + 1);
        let carried = if body > 0 { pack.pieces.split_off(body) } else { Vec::new() };
        let is_text =
            |piece: &Piece| matches!(piece.block.role, Role::Paragraph | Role::ListItem | Role::BlockQuote);
        if self.overlap > 0 && carried.is_empty() && next.is_some_and(is_text) {
            let last = pack.pieces.last().filter(|last| is_text(last));
            self.open.overlap = last.and_then(|last| last_sentences(last, self.overlap, count));
            self.open.tokens = self.open.overlap.as_ref().map_or(0, |overlap| count(&overlap.text));
        }
        for piece in carried {
            let cost = self.open.cost(&piece, count);
            self.open.push(piece, cost);
        }
        Some(pack)
    }
}

/// Returns the sentences at the end of a piece that fit into a number of tokens.
fn last_sentences(piece: &Piece, max: usize, count: Count<'_>) -> Option<Piece> {
    let text: Vec<char> = piece.block.text.chars().collect();
    let fits = |end: &usize| {
        let rest: String = text.get(*end..).unwrap_or_default().iter().collect();
        count(&rest) <= max
    };
    let ends = sentence_ends(&text);
    let start = ends.into_iter().rev().take_while(fits).last()?;
    Some(piece.tail(&text, start))
}

fn cost_of_group(group: &[Piece], count: Count<'_>) -> usize {
    Pack::default().cost_with(group, count)
}

impl Pack {
    /// Returns whether it has more than headings.
    fn has_body(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.is_heading())
    }

    /// Returns all pieces in the order of the text.
    pub(super) fn all(&self) -> Vec<&Piece> {
        self.overlap.iter().chain(&self.pieces).collect()
    }

    fn drop_overlap(&mut self, count: Count<'_>) {
        // The overlap and headings that are carried over never come together, so nothing else was counted with it.
        if let Some(overlap) = self.overlap.take() {
            self.tokens = self.tokens.saturating_sub(count(&overlap.text));
        }
    }

    fn last(&self) -> Option<&Piece> {
        self.pieces.last().or(self.overlap.as_ref())
    }

    fn separator(&self, piece: &Piece) -> &'static str {
        self.last().map_or("", |last| separator(last, piece))
    }

    /// Returns what a piece adds to the tokens.
    fn cost(&self, piece: &Piece, count: Count<'_>) -> usize {
        count(self.separator(piece)) + count(&piece.text)
    }

    fn cost_with(&self, group: &[Piece], count: Count<'_>) -> usize {
        let Some(first) = group.first() else { return self.tokens };
        let pairs = group.iter().zip(group.iter().skip(1));
        let rest: usize =
            pairs.map(|(before, piece)| count(separator(before, piece)) + count(&piece.text)).sum();
        self.tokens + self.cost(first, count) + rest
    }

    fn push(&mut self, piece: Piece, cost: usize) {
        self.tokens += cost;
        self.pieces.push(piece);
    }
}

/// Returns what is between two pieces in the text of a chunk.
pub(super) fn separator(before: &Piece, piece: &Piece) -> &'static str {
    let goes_on = piece.block.continues.as_ref() == Some(&before.block.id);
    match (before.block.goes_on.filter(|_| goes_on), before.block.role, piece.block.role) {
        (Some(Joint::Space), ..) => " ",
        (Some(Joint::Nothing | Joint::DropHyphen), ..) => "",
        (None, Role::ListItem, Role::ListItem) => "\n",
        (Some(Joint::Line) | None, ..) => "\n\n",
    }
}

/// Returns the text of a piece without the hyphen that divides a word which goes on in the next piece.
pub(super) fn text_before<'p>(piece: &'p Piece, next: Option<&Piece>) -> &'p str {
    let drops = next.is_some_and(|next| {
        next.block.continues.as_ref() == Some(&piece.block.id)
            && piece.block.goes_on == Some(Joint::DropHyphen)
    });
    let text = piece.text.as_str();
    if drops { text.strip_suffix(HYPHENS).unwrap_or(text) } else { text }
}
