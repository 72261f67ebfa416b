//! Finds knots: groups of modules that all import each other, directly or indirectly.
//!
//! A module is a source file. An edge leads from a file to each module that it names in a private `use` or in a path;
//! re-exports do not count, because a `mod.rs` that only re-exports its children does not depend on them.

use std::collections::BTreeMap;

use crate::source::{Kind, Reference};

/// The largest knot that is still easy to read.
pub(super) const MAX_KNOT: usize = 6;

/// A module path without `crate`; the root of the crate is empty.
pub(super) type Module = Vec<String>;

/// Returns all groups of more than one module, the largest first.
pub(super) fn knots(references: &BTreeMap<Module, Vec<Reference>>) -> Vec<Vec<String>> {
    let modules: Vec<&Module> = references.keys().collect();
    let number: BTreeMap<&Module, usize> = modules.iter().copied().zip(0..).collect();
    let edges: Vec<Vec<usize>> = modules.iter().map(|module| targets(module, references, &number)).collect();
    let name = |index: usize| match modules[index].join("::") {
        root if root.is_empty() => "lib".to_owned(),
        name => name,
    };
    let mut groups: Vec<Vec<String>> =
        strong_components(&edges).into_iter().map(|group| group.into_iter().map(name).collect()).collect();
    groups.iter_mut().for_each(|group| group.sort());
    groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group.clone()));
    groups
}

fn targets(
    module: &Module,
    references: &BTreeMap<Module, Vec<Reference>>,
    number: &BTreeMap<&Module, usize>,
) -> Vec<usize> {
    let own = references.get(module).map(Vec::as_slice).unwrap_or_default();
    let counted = own.iter().filter(|reference| reference.kind != Kind::ReExport);
    let mut targets: Vec<usize> = counted
        .filter_map(|reference| target(module, &reference.path, number))
        .filter(|target| number.get(module) != Some(target))
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Returns the module that a path leads to: the longest part of it that is a source file.
fn target(module: &Module, path: &[String], number: &BTreeMap<&Module, usize>) -> Option<usize> {
    let mut place = module.clone();
    let mut rest = path;
    match rest.first().map(String::as_str) {
        Some("crate") => place.clear(),
        Some("self" | "super") => {}
        // Another crate, or an item of this file, unless it is a child of this module.
        first => {
            place.extend(first.map(str::to_owned));
            number.get(&place)?;
            place.pop();
        }
    }
    while let Some((first @ ("crate" | "self" | "super"), after)) =
        rest.split_first().map(|(first, after)| (first.as_str(), after))
    {
        if first == "super" {
            place.pop();
        }
        rest = after;
    }
    let mut found = number.get(&place).copied();
    for segment in rest {
        place.push(segment.clone());
        match number.get(&place) {
            Some(deeper) => found = Some(*deeper),
            None => break,
        }
    }
    found
}

/// Returns the strongly connected components of more than one node (Tarjan's algorithm, without recursion).
fn strong_components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let count = edges.len();
    let mut search = Search {
        order: vec![None; count],
        low: vec![0; count],
        is_open: vec![false; count],
        ..Search::default()
    };
    for start in 0..edges.len() {
        if search.order[start].is_none() {
            search.from(start, edges);
        }
    }
    search.groups
}

#[derive(Default)]
struct Search {
    /// The order in which nodes were entered.
    order: Vec<Option<usize>>,
    /// The earliest node on the stack that each one reaches.
    low: Vec<usize>,
    stack: Vec<usize>,
    /// `true` while the node is on the stack.
    is_open: Vec<bool>,
    entered: usize,
    groups: Vec<Vec<usize>>,
}

impl Search {
    fn from(&mut self, start: usize, edges: &[Vec<usize>]) {
        let mut path = vec![(start, 0)];
        self.enter(start);
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if let Some(&target) = edges[node].get(*next) {
                *next += 1;
                match self.order[target] {
                    None => {
                        self.enter(target);
                        path.push((target, 0));
                    }
                    Some(order) if self.is_open[target] => self.low[node] = self.low[node].min(order),
                    Some(_) => {}
                }
            } else {
                path.pop();
                if let Some((parent, _)) = path.last() {
                    self.low[*parent] = self.low[*parent].min(self.low[node]);
                }
                self.leave(node);
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.order[node] = Some(self.entered);
        self.low[node] = self.entered;
        self.entered += 1;
        self.stack.push(node);
        self.is_open[node] = true;
    }

    /// Closes the component of a node that reaches nothing earlier than itself.
    fn leave(&mut self, node: usize) {
        if self.order[node] != Some(self.low[node]) {
            return;
        }
        let at = self.stack.iter().rposition(|other| *other == node).unwrap_or(self.stack.len());
        let group = self.stack.split_off(at);
        group.iter().for_each(|member| self.is_open[*member] = false);
        if group.len() > 1 {
            self.groups.push(group);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    fn knots_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let references =
            |source: &str| source::references(&source::without_tests(&source::code_only(source)));
        let module =
            |name: &str| name.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        knots(&files.iter().map(|(name, source)| (module(name), references(source))).collect())
    }

    #[test]
    fn modules_that_import_each_other_are_a_knot() {
        let files = [
            ("", "mod a; mod b; pub use a::X;"),
            ("a", "use crate::b::Y;"),
            ("b", "fn f() { crate::c::g() }"),
            ("c", "use super::a::X;"),
            ("d", "use crate::a::X;"),
        ];
        assert_eq!(knots_of(&files), [["a", "b", "c"]]);
    }

    #[test]
    fn re_exports_and_tests_make_no_knot() {
        let files = [
            ("a", "mod b; pub use b::X; pub(crate) use self::b::Y;"),
            ("a::b", "use super::Z;"),
            ("c", "#[cfg(test)]\nmod tests { use crate::a::b::X; }"),
        ];
        assert!(knots_of(&files).is_empty());
    }

    #[test]
    fn children_groups_and_longest_paths_are_resolved() {
        let files = [
            ("a", "use b::{self, Item};"),
            ("a::b", "use crate::a::{b::c::deep, other};"),
            ("a::b::c", "use super::super::Root;"),
            ("e", "use other_crate::a::b;"),
        ];
        assert_eq!(knots_of(&files), [["a", "a::b", "a::b::c"]]);
    }

    #[test]
    fn two_knots_are_separated_and_long_chains_do_not_overflow() {
        let edges = [vec![1], vec![0, 2], vec![3], vec![2]];
        assert_eq!(strong_components(&edges).len(), 2);
        let chain: Vec<Vec<usize>> = (0..100_000).map(|node| vec![(node + 1) % 100_000]).collect();
        let found =
            strong_components(&chain.iter().take(99_999).cloned().chain([vec![]]).collect::<Vec<_>>());
        assert!(found.is_empty());
    }
}
