//! The guard shared by all walks over trees of the file: visits no node twice and limits depth and number.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use super::File;
use super::cache::NumberHasher;
use super::object::{Dict, ObjectId};
use crate::diagnostic::{Code, Diagnostic};

/// Counts and remembers the nodes visited by a walk.
pub(crate) struct Guard<'f> {
    file: &'f File,
    what: &'static str,
    seen: HashSet<ObjectId, BuildHasherDefault<NumberHasher>>,
    items: usize,
    max_items: usize,
    max_depth: usize,
}

impl<'f> Guard<'f> {
    pub(crate) fn new(file: &'f File, what: &'static str) -> Self {
        Self::with_limits(file, what, file.limits().tree_items, file.limits().tree_depth)
    }

    /// Creates a guard for a tree that may be larger than others.
    pub(crate) fn with_limits(
        file: &'f File,
        what: &'static str,
        max_items: usize,
        max_depth: usize,
    ) -> Self {
        Self { file, what, seen: HashSet::default(), items: 0, max_items, max_depth }
    }

    /// Returns `true` if the walk may enter this node; reports the reason if not.
    pub(crate) fn enter(&mut self, node: &Dict<'_>, depth: usize) -> bool {
        if node.id().is_some_and(|id| !self.seen.insert(id)) {
            self.note(Code::TreeLoop, "leads in a circle", node);
            return false;
        }
        self.items += 1;
        if self.items > self.max_items || depth > self.max_depth {
            self.note(Code::TreeLimit, "is larger or deeper than allowed", node);
            return false;
        }
        self.file.budget().check_often().inspect_err(|&stop| self.file.note_stop(stop)).is_ok()
    }

    /// Returns `true` if no further nodes may be entered.
    pub(crate) fn is_full(&self) -> bool {
        self.items > self.max_items
    }

    /// Returns how many of `wanted` further items fit beside those `taken`; reports if not all do.
    pub(crate) fn room(&self, wanted: usize, taken: usize, node: &Dict<'_>) -> usize {
        let room = self.max_items.saturating_sub(taken);
        if wanted > room {
            self.note(Code::TreeLimit, "is larger or deeper than allowed", node);
        }
        wanted.min(room)
    }

    fn note(&self, code: Code, how: &str, node: &Dict<'_>) {
        let mut diagnostic = Diagnostic::new(code, format!("the {} {how}", self.what));
        diagnostic.object = node.id().map(|id| id.number);
        self.file.note(diagnostic);
    }
}

/// Returns all pairs of a name or number tree (ISO 32000-1, 7.9.6 and 7.9.7), whose leaves have `leaf_key` arrays.
pub(crate) fn leaves<'f>(
    root: Dict<'f>,
    what: &'static str,
    leaf_key: &[u8],
) -> Vec<(super::Object<'f>, super::Object<'f>)> {
    let mut guard = Guard::new(root.file(), what);
    let mut pairs = Vec::new();
    let mut waiting = vec![(root, 0)];
    while let Some((node, depth)) = waiting.pop() {
        if !guard.enter(&node, depth) {
            continue;
        }
        if let Some(leaf) = node.array(leaf_key) {
            let room = guard.room(leaf.len() / 2, pairs.len(), &node);
            pairs.extend((0..room).map(|at| (leaf.get(2 * at), leaf.raw(2 * at + 1))));
        }
        if let Some(kids) = node.array(b"Kids") {
            // The stack is last in, first out, so the first child must be pushed last.
            let nodes: Vec<_> = kids.iter().filter_map(|kid| kid.as_dict()).collect();
            waiting.extend(nodes.into_iter().rev().map(|kid| (kid, depth + 1)));
        }
    }
    pairs
}
