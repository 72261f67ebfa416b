//! Lists the pages: walks the page tree without trusting its counts, or collects pages from the whole file.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};

use super::File;
use super::object::{Dict, Object, ObjectId};
use crate::diagnostic::{Code, Diagnostic};

/// The location of a page dictionary.
#[derive(Debug, Clone, Copy)]
enum Place {
    Object(ObjectId),
    /// A direct object in the `/Kids` of its parent, at this index. Not allowed, but it occurs.
    Direct(u32),
}

#[derive(Debug, Clone, Copy)]
struct Leaf {
    place: Place,
    /// The parent node; [`NO_NODE`] for salvaged pages.
    node: u32,
    content: ContentKey,
    has_annotations: bool,
}

impl Leaf {
    fn new(place: Place, node: u32, dict: &Dict<'_>) -> Self {
        Self { place, node, content: ContentKey::new(dict), has_annotations: dict.has(b"Annots") }
    }
}

/// The numbers of the first content stream, or of the list of them, and of the resources. Pages with equal ones show the same.
/// Resources that are inherited or direct do not count: an attacker gets them for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ContentKey {
    contents: u32,
    resources: u32,
}

impl ContentKey {
    fn new(page: &Dict<'_>) -> Self {
        let contents = page.reference(b"Contents").or_else(|| page.array(b"Contents")?.raw(0).id());
        let resources = page.reference(b"Resources");
        let number = |id: Option<ObjectId>| id.map_or(0, |id| id.number);
        Self { contents: number(contents), resources: number(resources) }
    }
}

/// Marks a page without a node in the tree.
const NO_NODE: u32 = u32::MAX;
/// Marks an entry of which it is not yet known which node has it.
const UNKNOWN: u32 = u32::MAX - 1;

/// The entries that pages inherit.
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];

#[derive(Debug, Clone, Copy)]
struct InnerNode {
    place: Place,
    parent: u32,
}

/// All pages in order, and the inner nodes they inherit from. Takes 32 bytes per page.
#[derive(Debug, Default)]
pub(crate) struct PageTree {
    leaves: Vec<Leaf>,
    nodes: Vec<InnerNode>,
    /// For each node the nearest one that has an entry of [`INHERITED`]: the node itself or one above it.
    holders: Vec<[AtomicU32; INHERITED.len()]>,
    /// `true` if part of the tree is missing, so that a scan may find more.
    damaged: bool,
}

impl PageTree {
    pub(crate) fn len(&self) -> usize {
        self.leaves.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    pub(crate) fn is_doubtful(&self) -> bool {
        self.damaged || self.leaves.is_empty()
    }

    /// Returns the page's object, if it is an indirect object.
    pub(crate) fn id(&self, index: usize) -> Option<ObjectId> {
        match self.leaves.get(index)?.place {
            Place::Object(id) => Some(id),
            Place::Direct(_) => None,
        }
    }

    /// Returns the page dictionary.
    pub(crate) fn dict<'f>(&self, file: &'f File, index: usize) -> Option<Dict<'f>> {
        let leaf = self.leaves.get(index)?;
        match leaf.place {
            Place::Object(id) => file.object(id).as_dict(),
            Place::Direct(at) => self.node(file, leaf.node)?.array(b"Kids")?.get(at as usize).as_dict(),
        }
    }

    /// Returns the dictionary of an inner node. Direct nodes are reached from their nearest ancestor that is an
    /// indirect object, or from the catalog.
    fn node<'f>(&self, file: &'f File, node: u32) -> Option<Dict<'f>> {
        let mut path = Vec::new();
        let mut next = node;
        let top = loop {
            match self.nodes.get(next as usize).map(|inner| (inner.place, inner.parent)) {
                Some((Place::Object(id), _)) => break file.object(id).as_dict(),
                Some((Place::Direct(_), NO_NODE)) => break file.catalog()?.dict(b"Pages"),
                Some((Place::Direct(at), parent)) => {
                    path.push(at);
                    next = parent;
                }
                None => return None,
            }
        };
        path.iter().rev().try_fold(top?, |dict, &at| dict.array(b"Kids")?.get(at as usize).as_dict())
    }

    /// Returns an entry that pages inherit: from the page, or from its nearest ancestor that has it.
    pub(crate) fn inherited<'f>(
        &self,
        file: &'f File,
        index: usize,
        page: &Dict<'f>,
        key: &[u8],
    ) -> Object<'f> {
        let own = page.get(key);
        if !own.is_null() {
            return own;
        }
        if self.nodes.is_empty() {
            return inherited_upwards(file, page, key);
        }
        let node = self.leaves.get(index).map_or(NO_NODE, |leaf| leaf.node);
        let holder = self.holder(file, node, key).and_then(|holder| self.node(file, holder));
        holder.map_or(own, |dict| dict.get(key))
    }

    /// Returns the nearest node that has an entry. It is remembered: thousands of pages may hang from a chain of nodes.
    fn holder(&self, file: &File, node: u32, key: &[u8]) -> Option<u32> {
        let place = INHERITED.iter().position(|inherited| *inherited == key);
        let known = place.and_then(|place| self.holders.get(node as usize)?.get(place));
        if let Some(found) =
            known.map(|known| known.load(Ordering::Relaxed)).filter(|&found| found != UNKNOWN)
        {
            return Some(found).filter(|&found| found != NO_NODE);
        }
        let mut next = node;
        // Parents have smaller indices than their children, so this terminates.
        let found = loop {
            let Some(inner) = self.nodes.get(next as usize) else { break NO_NODE };
            if self.node(file, next).is_some_and(|dict| !dict.get(key).is_null()) {
                break next;
            }
            next = inner.parent;
        };
        known.into_iter().for_each(|known| known.store(found, Ordering::Relaxed));
        Some(found).filter(|&found| found != NO_NODE)
    }

    /// Returns what a page shows, for comparison with others.
    pub(crate) fn content(&self, index: usize) -> Option<ContentKey> {
        self.leaves.get(index).map(|leaf| leaf.content)
    }

    /// Returns whether a page lists annotations.
    pub(crate) fn has_annotations(&self, index: usize) -> bool {
        self.leaves.get(index).is_some_and(|leaf| leaf.has_annotations)
    }
}

/// Follows `/Parent` of salvaged pages to find an inherited entry.
fn inherited_upwards<'f>(file: &'f File, page: &Dict<'f>, key: &[u8]) -> Object<'f> {
    let mut node = page.dict(b"Parent");
    for _ in 0..file.limits().page_tree_depth {
        let Some(dict) = node else { break };
        let value = dict.get(key);
        if !value.is_null() {
            return value;
        }
        node = dict.dict(b"Parent");
    }
    page.get(key)
}

/// Walks the tree from the catalog.
pub(crate) fn read(file: &File) -> PageTree {
    let mut walk = Walk { file, tree: PageTree::default(), seen: HashSet::new(), waiting: Vec::new() };
    let root = file.catalog().map(|catalog| catalog.raw(b"Pages"));
    if let Some(root) = root {
        walk.waiting.push(Waiting { kid: root, parent: NO_NODE, at: 0, depth: 0 });
    }
    walk.run();
    walk.tree
}

struct Waiting<'f> {
    kid: Object<'f>,
    parent: u32,
    at: u32,
    depth: usize,
}

struct Walk<'f> {
    file: &'f File,
    tree: PageTree,
    /// Inner nodes are visited once; a page may be listed twice.
    seen: HashSet<ObjectId>,
    waiting: Vec<Waiting<'f>>,
}

impl<'f> Walk<'f> {
    fn run(&mut self) {
        while let Some(next) = self.waiting.pop() {
            if self.tree.leaves.len() >= self.file.limits().pages {
                return self.note(Code::PageLimit, "more pages than allowed", next.kid.id());
            }
            if let Err(stop) = self.file.budget().check() {
                return self.file.note_stop(stop);
            }
            self.visit(&next);
        }
    }

    fn visit(&mut self, next: &Waiting<'f>) {
        let id = next.kid.id();
        let Some(dict) = next.kid.resolve().as_dict() else {
            return self.damage("a kid of the page tree is missing or not a page", id);
        };
        if is_inner(&dict) {
            return self.descend(&dict, next);
        }
        if !looks_like_page(&dict) {
            return self.damage("a kid of the page tree is not a page", id);
        }
        let place = id.map_or(Place::Direct(next.at), Place::Object);
        self.tree.leaves.push(Leaf::new(place, next.parent, &dict));
    }

    fn descend(&mut self, dict: &Dict<'f>, from: &Waiting<'f>) {
        let id = from.kid.id();
        if id.is_some_and(|id| !self.seen.insert(id)) {
            // This is not damage that a scan could repair: all children of this node are already listed.
            return self.note(
                Code::PageTreeDamaged,
                "the page tree lists a node twice or leads in a circle",
                id,
            );
        }
        if from.depth >= self.file.limits().page_tree_depth {
            return self.note(Code::PageLimit, "the page tree is deeper than allowed", id);
        }
        let Some(kids) = dict.array(b"Kids") else {
            return self.damage("an inner node of the page tree has no kids", id);
        };
        let Ok(node) = u32::try_from(self.tree.nodes.len()) else { return };
        let place = id.map_or(Place::Direct(from.at), Place::Object);
        self.tree.nodes.push(InnerNode { place, parent: from.parent });
        self.tree.holders.push(std::array::from_fn(|_| AtomicU32::new(UNKNOWN)));
        let room = self.file.limits().pages.saturating_add(1).saturating_sub(self.tree.leaves.len());
        let depth = from.depth + 1;
        // The stack is last in, first out.
        for at in (0..kids.len().min(room)).rev() {
            let position = u32::try_from(at).unwrap_or(u32::MAX);
            self.waiting.push(Waiting { kid: kids.raw(at), parent: node, at: position, depth });
        }
    }

    fn damage(&mut self, message: &str, id: Option<ObjectId>) {
        self.tree.damaged = true;
        self.note(Code::PageTreeDamaged, message, id);
    }

    fn note(&self, code: Code, message: &str, id: Option<ObjectId>) {
        let mut diagnostic = Diagnostic::new(code, message);
        diagnostic.object = id.map(|id| id.number);
        self.file.note(diagnostic);
    }
}

fn is_inner(dict: &Dict<'_>) -> bool {
    dict.array(b"Kids").is_some() || dict.name_is(b"Type", b"Pages") && !dict.has(b"Contents")
}

/// Returns `true` for a dictionary with the type or the typical entries of a page; `/Type` is missing in some files
/// and wrong in others.
fn looks_like_page(dict: &Dict<'_>) -> bool {
    let has_any = |keys: &[&[u8]]| keys.iter().any(|key| dict.has(key));
    match dict.get(b"Type").as_name() {
        Some(b"Page") => true,
        Some(_) => has_any(&[b"Contents", b"MediaBox"]),
        None => has_any(&[b"Contents", b"MediaBox", b"Resources", b"CropBox", b"Parent", b"Annots"]),
    }
}

/// Collects all pages of the file, regardless of the tree, in the order of object numbers.
pub(crate) fn salvage(file: &File) -> PageTree {
    let is_page = |dict: &Dict<'_>| dict.name_is(b"Type", b"Page");
    let pages = file.all_dicts().filter(is_page);
    let leaves = pages.filter_map(|dict| Some(Leaf::new(Place::Object(dict.id()?), NO_NODE, &dict)));
    let mut leaves: Vec<Leaf> = leaves.take(file.limits().pages + 1).collect();
    if leaves.len() > file.limits().pages {
        leaves.pop();
        file.note(Diagnostic::new(Code::PageLimit, "more pages than allowed"));
    }
    PageTree { leaves, damaged: true, ..PageTree::default() }
}
