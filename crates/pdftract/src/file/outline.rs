//! The outline (bookmarks) with the target pages of its entries, and named destinations.

use std::collections::HashMap;

use serde::Serialize;

use super::File;
use super::object::{Dict, Object, ObjectId, Value};
use super::tree_walk::{self, Guard};

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutlineItem {
    /// The title.
    pub title: String,
    /// The depth, 0 for the top level.
    pub level: usize,
    /// The target page, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_index: Option<usize>,
    /// The target URI, if it is not a page of this file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// The type of any other action, such as `GoToR` or `JavaScript`. pdftract never executes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// The target of an outline entry or a link.
#[derive(Debug, Default)]
pub(crate) struct Target {
    pub(crate) page_index: Option<usize>,
    pub(crate) uri: Option<String>,
    pub(crate) action: Option<String>,
}

/// Resolves destinations and actions to pages. Creating it reads the page list once.
pub(crate) struct Targets {
    page_of: HashMap<ObjectId, usize>,
    named: HashMap<Vec<u8>, Value>,
}

impl Targets {
    pub(crate) fn new(file: &File) -> Self {
        let page_of = file.page_ids().enumerate().filter_map(|(index, id)| Some((id?, index))).collect();
        Self { page_of, named: named_destinations(file) }
    }

    /// Returns the page of a `/Dest` or of the `/D` of a go-to action.
    fn page_of_destination(&self, destination: &Object<'_>) -> Option<usize> {
        let file = destination.file;
        let mut destination = destination.resolve();
        // A name refers to an array or to a dictionary that contains one; more steps are not allowed.
        for _ in 0..3 {
            if let Some(name) = destination.as_string().or_else(|| destination.as_name()) {
                destination = self.named.get(name)?.of(file).resolve();
            } else if let Some(dict) = destination.as_dict() {
                destination = dict.get(b"D");
            } else {
                break;
            }
        }
        let page = destination.as_array()?.raw(0);
        match page.id() {
            Some(id) => self.page_of.get(&id).copied(),
            None => page.as_int().and_then(|n| usize::try_from(n).ok()).filter(|&n| n < file.page_count()),
        }
    }

    /// Returns the target of an outline entry or a link, given by `/Dest` or `/A`.
    pub(crate) fn target(&self, dict: &Dict<'_>) -> Target {
        if dict.has(b"Dest") {
            return Target { page_index: self.page_of_destination(&dict.get(b"Dest")), ..Target::default() };
        }
        let Some(action) = dict.dict(b"A") else { return Target::default() };
        match action.get(b"S").as_name() {
            Some(b"GoTo") => {
                Target { page_index: self.page_of_destination(&action.get(b"D")), ..Target::default() }
            }
            // A URI is reported, never fetched.
            Some(b"URI") => Target { uri: action.text(b"URI"), ..Target::default() },
            _ => Target { action: action.name_text(b"S"), ..Target::default() },
        }
    }
}

fn named_destinations(file: &File) -> HashMap<Vec<u8>, Value> {
    let Some(catalog) = file.catalog() else { return HashMap::new() };
    let old = catalog
        .dict(b"Dests")
        .into_iter()
        .flat_map(|dests| dests.iter_raw().map(|(name, value)| (name.to_vec(), value)).collect::<Vec<_>>());
    let tree = catalog.dict(b"Names").and_then(|names| names.dict(b"Dests"));
    let new =
        tree.into_iter().flat_map(|tree| tree_walk::leaves(tree, "tree of named destinations", b"Names"));
    let new = new.filter_map(|(name, value)| Some((name.as_string()?.to_vec(), value)));
    old.chain(new).map(|(name, value)| (name, value.detach())).collect()
}

impl File {
    /// Returns the outline in reading order, with its depth in `level`.
    pub fn outline(&self) -> Vec<OutlineItem> {
        let root = self.catalog().and_then(|catalog| catalog.dict(b"Outlines"));
        let Some(root) = root else { return Vec::new() };
        let targets = Targets::new(self);
        let mut guard = Guard::new(self, "outline");
        guard.enter(&root, 0);
        let mut items = Vec::new();
        let mut waiting: Vec<(Dict<'_>, usize)> =
            root.dict(b"First").map(|first| (first, 0)).into_iter().collect();
        while let Some((entry, level)) = waiting.pop() {
            if !guard.enter(&entry, level) {
                continue;
            }
            let Target { page_index, uri, action } = targets.target(&entry);
            let title = entry.text(b"Title").unwrap_or_default();
            items.push(OutlineItem { title, level, page_index, uri, action });
            waiting.extend(entry.dict(b"Next").map(|next| (next, level)));
            waiting.extend(entry.dict(b"First").map(|first| (first, level + 1)));
        }
        items
    }
}
