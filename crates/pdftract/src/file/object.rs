//! PDF values: a flat tree per indirect object, and small handles that follow references automatically.
//!
//! A tree stores all its values in one vector, children adjacent and before their parent, and all its bytes in
//! another. There is no nesting in memory, so dropping a tree does not recurse.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{File, string};
use crate::file::stream::Stream;

/// The identifier of an indirect object: its number and generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    /// The object number.
    pub number: u32,
    /// The generation number.
    pub generation: u16,
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} R", self.number, self.generation)
    }
}

/// A range of a tree's values or bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Range {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Range {
    fn of<'a, T>(&self, items: &'a [T]) -> &'a [T] {
        let start = self.start as usize;
        items.get(start..start.saturating_add(self.len as usize)).unwrap_or_default()
    }
}

/// A value of a tree. Arrays list their items, dictionaries their keys and values alternately.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Int(i64),
    Real(f64),
    Name(Range),
    String(Range),
    Reference(ObjectId),
    Array(Range),
    Dict(Range),
}

/// The location of a stream's bytes in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StreamPlace {
    pub(crate) start: usize,
    pub(crate) len: usize,
}

/// A parsed indirect object.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) id: ObjectId,
    pub(crate) nodes: Vec<Node>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) root: Node,
    pub(crate) stream: Option<StreamPlace>,
    /// `true` if its references may only lead to objects outside object streams. Set on object and cross-reference
    /// streams, so that reading one never requires reading it first.
    pub(crate) plain_only: bool,
}

impl Tree {
    pub(crate) fn null(id: ObjectId) -> Self {
        let (nodes, bytes) = (Vec::new(), Vec::new());
        Self { id, nodes, bytes, root: Node::Null, stream: None, plain_only: false }
    }

    /// Returns the approximate memory usage in bytes.
    pub(crate) fn cost(&self) -> usize {
        size_of::<Self>() + self.nodes.capacity() * size_of::<Node>() + self.bytes.capacity()
    }

    pub(crate) fn bytes_of(&self, range: Range) -> &[u8] {
        range.of(&self.bytes)
    }

    pub(crate) fn nodes_of(&self, range: Range) -> &[Node] {
        range.of(&self.nodes)
    }

    fn key_of(&self, pair: &[Node]) -> &[u8] {
        match pair.first() {
            Some(Node::Name(range)) => self.bytes_of(*range),
            _ => &[],
        }
    }

    /// Returns the value of a key; the last one if the key occurs twice. Parsed dictionaries with more than
    /// [`SORTED_ABOVE`] entries are sorted.
    pub(crate) fn find(&self, dict: Range, key: &[u8]) -> Option<Node> {
        let pairs = self.nodes_of(dict);
        if pairs.len() <= 2 * SORTED_ABOVE {
            let found = pairs.chunks_exact(2).rev().find(|pair| self.key_of(pair) == key)?;
            return found.get(1).copied();
        }
        let (mut low, mut high) = (0, pairs.len() / 2);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key_of(pairs.get(2 * middle..).unwrap_or_default()) <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let pair = pairs.get(2 * low.checked_sub(1)?..)?;
        if self.key_of(pair) == key { pair.get(1).copied() } else { None }
    }
}

/// Dictionaries with more entries are sorted by key when parsed, so that a lookup stays cheap in a resource
/// dictionary of 18,000 names.
pub(crate) const SORTED_ABOVE: usize = 12;

/// A value of the file. It keeps its object in memory and may be kept as long as the file.
#[derive(Clone)]
pub struct Object<'f> {
    pub(crate) file: &'f File,
    pub(crate) tree: Arc<Tree>,
    pub(crate) node: Node,
}

/// A value detached from its file, for data stored beside the file.
#[derive(Clone)]
pub(crate) struct Value {
    tree: Arc<Tree>,
    node: Node,
}

impl Value {
    /// Attaches the value to its file again.
    pub(crate) fn of<'f>(&self, file: &'f File) -> Object<'f> {
        Object { file, tree: Arc::clone(&self.tree), node: self.node }
    }
}

impl fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Node::Null => write!(f, "null"),
            Node::Bool(value) => write!(f, "{value}"),
            Node::Int(value) => write!(f, "{value}"),
            Node::Real(value) => write!(f, "{value}"),
            Node::Name(range) => write!(f, "/{}", String::from_utf8_lossy(self.tree.bytes_of(range))),
            Node::String(range) => write!(f, "({})", String::from_utf8_lossy(self.tree.bytes_of(range))),
            Node::Reference(id) => write!(f, "{id}"),
            Node::Array(range) => write!(f, "[{} items]", range.len),
            Node::Dict(range) => write!(f, "<<{} entries>>", range.len / 2),
        }
    }
}

impl<'f> Object<'f> {
    /// Detaches the value from its file.
    pub(crate) fn detach(self) -> Value {
        Value { tree: self.tree, node: self.node }
    }

    /// Returns the target of a reference; other values unchanged.
    pub fn resolve(&self) -> Object<'f> {
        match self.node {
            Node::Reference(id) => self.file.follow(id, self.tree.plain_only),
            _ => self.clone(),
        }
    }

    /// Returns `true` for `null`, which is also the value of a missing entry or a broken reference.
    pub fn is_null(&self) -> bool {
        self.node == Node::Null
    }

    /// Returns the object that a reference points to, or the indirect object whose value this is.
    pub fn id(&self) -> Option<ObjectId> {
        match self.node {
            Node::Reference(id) => Some(id),
            node if node == self.tree.root && self.tree.id.number != 0 => Some(self.tree.id),
            _ => None,
        }
    }

    /// Returns the value as a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self.node {
            Node::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the value as an integer; a real is truncated.
    #[allow(clippy::cast_possible_truncation)]
    pub fn as_int(&self) -> Option<i64> {
        match self.node {
            Node::Int(value) => Some(value),
            Node::Real(value) => Some(value as i64),
            _ => None,
        }
    }

    /// Returns the value as a number.
    pub fn as_number(&self) -> Option<f64> {
        number_of(self.node)
    }

    /// Returns the bytes of a name.
    pub fn as_name(&self) -> Option<&[u8]> {
        match self.node {
            Node::Name(range) => Some(self.tree.bytes_of(range)),
            _ => None,
        }
    }

    /// Returns the bytes of a string, decrypted.
    pub fn as_string(&self) -> Option<&[u8]> {
        match self.node {
            Node::String(range) => Some(self.tree.bytes_of(range)),
            _ => None,
        }
    }

    /// Returns a text string (ISO 32000-1, 7.9.2.2) as clean Unicode.
    pub fn as_text(&self) -> Option<String> {
        let decoded = string::decode_text(self.as_string()?);
        self.file.note_sanitized(&decoded, self.tree.id);
        Some(decoded.text)
    }

    /// Returns the value as an array.
    pub fn as_array(&self) -> Option<Array<'f>> {
        match self.node {
            Node::Array(range) => Some(Array { file: self.file, tree: Arc::clone(&self.tree), range }),
            _ => None,
        }
    }

    /// Returns the value as a dictionary, including that of a stream.
    pub fn as_dict(&self) -> Option<Dict<'f>> {
        match self.node {
            Node::Dict(range) => Some(Dict { file: self.file, tree: Arc::clone(&self.tree), range }),
            _ => None,
        }
    }

    /// Returns the value as a stream.
    pub fn as_stream(&self) -> Option<Stream<'f>> {
        if self.node != self.tree.root {
            return None;
        }
        Some(Stream::new(self.as_dict()?, self.tree.stream?))
    }
}

#[allow(clippy::cast_precision_loss)]
fn number_of(node: Node) -> Option<f64> {
    match node {
        Node::Int(value) => Some(value as f64),
        Node::Real(value) => Some(value),
        _ => None,
    }
}

/// An array of the file.
#[derive(Clone)]
pub struct Array<'f> {
    file: &'f File,
    tree: Arc<Tree>,
    range: Range,
}

impl<'f> Array<'f> {
    fn nodes(&self) -> &[Node] {
        self.tree.nodes_of(self.range)
    }

    fn wrap(&self, node: Node) -> Object<'f> {
        Object { file: self.file, tree: Arc::clone(&self.tree), node }
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.nodes().len()
    }

    /// Returns `true` if there are no items.
    pub fn is_empty(&self) -> bool {
        self.nodes().is_empty()
    }

    /// Returns an item with its reference resolved; null past the end.
    pub fn get(&self, index: usize) -> Object<'f> {
        self.raw(index).resolve()
    }

    /// Returns an item without resolving references.
    pub fn raw(&self, index: usize) -> Object<'f> {
        self.wrap(self.nodes().get(index).copied().unwrap_or(Node::Null))
    }

    /// Returns all items, with references resolved.
    pub fn iter(&self) -> impl Iterator<Item = Object<'f>> + '_ {
        self.nodes().iter().map(|&node| self.wrap(node).resolve())
    }

    /// Returns all items without resolving references.
    pub fn iter_raw(&self) -> impl Iterator<Item = Object<'f>> + '_ {
        self.nodes().iter().map(|&node| self.wrap(node))
    }

    /// Returns all items that are numbers, in order; a fast path for `/Widths` and similar arrays.
    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        self.nodes().iter().filter_map(|&node| match node {
            Node::Reference(_) => self.wrap(node).resolve().as_number(),
            _ => number_of(node),
        })
    }
}

/// A dictionary of the file.
#[derive(Clone)]
pub struct Dict<'f> {
    pub(crate) file: &'f File,
    pub(crate) tree: Arc<Tree>,
    range: Range,
}

impl fmt::Debug for Dict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter_raw().map(|(k, v)| (String::from_utf8_lossy(k).into_owned(), v)))
            .finish()
    }
}

impl<'f> Dict<'f> {
    /// Returns the file of this dictionary.
    pub fn file(&self) -> &'f File {
        self.file
    }

    /// Returns the indirect object whose value this dictionary is; `None` if it is only a part of one.
    pub fn id(&self) -> Option<ObjectId> {
        (self.tree.root == Node::Dict(self.range) && self.tree.id.number != 0).then_some(self.tree.id)
    }

    /// Returns the value of a key with its reference resolved; null if it is missing.
    pub fn get(&self, key: &[u8]) -> Object<'f> {
        self.raw(key).resolve()
    }

    /// Returns the value of a key without resolving references.
    pub fn raw(&self, key: &[u8]) -> Object<'f> {
        let node = self.tree.find(self.range, key).unwrap_or(Node::Null);
        Object { file: self.file, tree: Arc::clone(&self.tree), node }
    }

    /// Returns `true` if the key is present.
    pub fn has(&self, key: &[u8]) -> bool {
        self.tree.find(self.range, key).is_some()
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.tree.nodes_of(self.range).len() / 2
    }

    /// Returns `true` if there are no keys.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all keys with their values, without resolving references.
    pub fn iter_raw(&self) -> impl Iterator<Item = (&[u8], Object<'f>)> + '_ {
        self.tree.nodes_of(self.range).chunks_exact(2).map(|pair| {
            let node = pair.get(1).copied().unwrap_or(Node::Null);
            (self.tree.key_of(pair), Object { file: self.file, tree: Arc::clone(&self.tree), node })
        })
    }

    /// Returns all keys with their values, with references resolved.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Object<'f>)> + '_ {
        self.iter_raw().map(|(key, value)| (key, value.resolve()))
    }

    /// Returns a boolean entry.
    pub fn bool(&self, key: &[u8]) -> Option<bool> {
        self.get(key).as_bool()
    }

    /// Returns an integer entry.
    pub fn int(&self, key: &[u8]) -> Option<i64> {
        self.get(key).as_int()
    }

    /// Returns a number entry.
    pub fn number(&self, key: &[u8]) -> Option<f64> {
        self.get(key).as_number()
    }

    /// Returns a name entry.
    pub fn name(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.get(key).as_name().map(<[u8]>::to_vec)
    }

    /// Returns a name entry for display, with invalid UTF-8 replaced.
    pub fn name_text(&self, key: &[u8]) -> Option<String> {
        let name = self.get(key);
        name.as_name().map(|bytes| string::clean(&String::from_utf8_lossy(bytes)).into_owned())
    }

    /// Returns `true` if an entry is this name.
    pub fn name_is(&self, key: &[u8], name: &[u8]) -> bool {
        self.get(key).as_name() == Some(name)
    }

    /// Returns a byte string entry.
    pub fn string(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.get(key).as_string().map(<[u8]>::to_vec)
    }

    /// Returns a text string entry.
    pub fn text(&self, key: &[u8]) -> Option<String> {
        self.get(key).as_text()
    }

    /// Returns a dictionary entry.
    pub fn dict(&self, key: &[u8]) -> Option<Dict<'f>> {
        self.get(key).as_dict()
    }

    /// Returns an array entry.
    pub fn array(&self, key: &[u8]) -> Option<Array<'f>> {
        self.get(key).as_array()
    }

    /// Returns a stream entry.
    pub fn stream(&self, key: &[u8]) -> Option<Stream<'f>> {
        self.get(key).as_stream()
    }

    /// Returns the object that an entry refers to.
    pub fn reference(&self, key: &[u8]) -> Option<ObjectId> {
        match self.tree.find(self.range, key) {
            Some(Node::Reference(id)) => Some(id),
            _ => None,
        }
    }

    /// Returns an entry that may be one value or an array of them, as a list.
    pub fn list(&self, key: &[u8]) -> Vec<Object<'f>> {
        let value = self.get(key);
        match value.as_array() {
            Some(array) => array.iter().collect(),
            None if value.is_null() => Vec::new(),
            None => vec![value],
        }
    }
}

/// Converts a name for display.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
