//! Finds objects by scanning the bytes once, for files whose cross-reference is missing or wrong.
//!
//! Memory grows with the number of distinct object numbers, not with the number of definitions: the last definition,
//! which is the newest revision, is kept. Stream data is skipped, so that objects of an attached PDF are not found.

use std::collections::HashMap;

use memchr::memmem::Finder;

use super::lexer::{Lexer, is_white};
use super::object::{Node, ObjectId, Tree};
use super::parser;
use super::stream_extent::{data_start, ends_stream, find_end, is_keyword};
use crate::clock;
use crate::limits::Limits;

/// The result of a scan.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// For each object number, the generation and offset of its last definition.
    pub(crate) objects: HashMap<u32, (u16, usize)>,
    /// Numbers of object streams among them.
    pub(crate) object_streams: Vec<u32>,
    /// Offsets of trailer dictionaries, in file order.
    pub(crate) trailers: Vec<usize>,
    /// Offsets of cross-reference streams, in file order.
    pub(crate) xref_streams: Vec<usize>,
    /// `true` if there are more objects than allowed.
    pub(crate) full: bool,
}

/// The maximum number of trailers kept; only the last ones can matter.
const TRAILERS_KEPT: usize = 64;

/// Scans the file from `base` on.
pub(crate) fn scan(data: &[u8], base: usize, limits: &Limits) -> Scan {
    let mut scanner = Scanner { data, limits, found: Scan::default(), open: None, end_search_from: Some(0) };
    scanner.run(base);
    let mut found = scanner.found;
    found.object_streams.sort_unstable();
    found.object_streams.dedup();
    found.trailers = trailers(data, base);
    found
}

fn trailers(data: &[u8], base: usize) -> Vec<usize> {
    let tail = data.get(base..).unwrap_or_default();
    let mut places: Vec<usize> = Vec::new();
    for found in memchr::memmem::rfind_iter(tail, b"trailer").take(TRAILERS_KEPT) {
        places.push(base + found + b"trailer".len());
    }
    places.reverse();
    places
}

struct Open {
    number: u32,
    start: usize,
    body: usize,
}

struct Scanner<'a> {
    data: &'a [u8],
    limits: &'a Limits,
    found: Scan,
    /// The object whose end has not been seen yet.
    open: Option<Open>,
    /// `None` once it is known that no `endstream` follows.
    end_search_from: Option<usize>,
}

impl Scanner<'_> {
    /// Visits all `obj` and `stream` keywords in order. Each finder only moves forward, so this is linear.
    fn run(&mut self, base: usize) {
        let (object_finder, stream_finder) = (Finder::new(b"obj"), Finder::new(b"stream"));
        let find = |finder: &Finder<'_>, from: usize| {
            let rest = self.data.get(from..)?;
            finder.find(rest).map(|found| from + found)
        };
        let mut position = base;
        let mut next_object = find(&object_finder, position);
        let mut next_stream = find(&stream_finder, position);
        while !clock::is_over_often() {
            if next_object.is_some_and(|place| place < position) {
                next_object = find(&object_finder, position);
            }
            if next_stream.is_some_and(|place| place < position) {
                next_stream = find(&stream_finder, position);
            }
            position = match (next_object, next_stream) {
                (Some(object), Some(stream)) if stream < object => self.stream(stream),
                (Some(object), _) => self.object(object),
                (None, Some(stream)) if self.open.is_some() => self.stream(stream),
                _ => return,
            };
        }
    }

    fn preceded_by_end(&self, place: usize) -> bool {
        self.data.get(place.saturating_sub(3)..place) == Some(b"end")
    }

    /// Handles an `obj`; returns the position to continue at.
    fn object(&mut self, place: usize) -> usize {
        let after = place + b"obj".len();
        if self.preceded_by_end(place) {
            self.open = None;
        } else if let Some((id, start)) = id_before(self.data, place) {
            self.record(id, start);
            self.open = Some(Open { number: id.number, start, body: after });
        }
        after
    }

    fn record(&mut self, id: ObjectId, start: usize) {
        if id.number > self.limits.object_number {
            return;
        }
        if self.found.objects.len() >= self.limits.xref_entries
            && !self.found.objects.contains_key(&id.number)
        {
            self.found.full = true;
            return;
        }
        self.found.objects.insert(id.number, (id.generation, start));
    }

    /// Handles a `stream`: records its kind and skips its data.
    fn stream(&mut self, place: usize) -> usize {
        let after = place + b"stream".len();
        if self.preceded_by_end(place) || !is_keyword(self.data, place) {
            return after;
        }
        // The dictionary ends before the keyword, so the parser cannot read past it.
        let head = self.open.as_ref().and_then(|open| self.data.get(open.body..place));
        // The word may also occur in a comment or a string of the dictionary.
        let Some(head) = head.filter(|head| head.trim_ascii_end().ends_with(b">>")) else { return after };
        let Some(open) = self.open.take() else { return after };
        let id = ObjectId { number: open.number, generation: 0 };
        let (dict, _) = parser::parse(&mut Lexer::new(head, 0), id, self.limits);
        match kind_of(&dict) {
            Some(b"ObjStm") => self.found.object_streams.push(open.number),
            Some(b"XRef") => self.found.xref_streams.push(open.start),
            _ => {}
        }
        let start = data_start(self.data, place);
        let declared = length_of(&dict).map(|length| start.saturating_add(length));
        match declared {
            Some(end) if ends_stream(self.data, end) => end,
            _ => self.search_end(after),
        }
    }

    fn search_end(&mut self, from: usize) -> usize {
        let Some(known) = self.end_search_from else { return from };
        let from = from.max(known);
        match find_end(self.data, from) {
            Some(end) => end,
            None => {
                self.end_search_from = None;
                from
            }
        }
    }
}

fn dict_entry<'t>(tree: &'t Tree, key: &[u8]) -> Option<&'t Node> {
    let Node::Dict(range) = tree.root else { return None };
    let pairs = tree.nodes_of(range);
    pairs.chunks_exact(2).find_map(|pair| match pair {
        [Node::Name(name), value] if tree.bytes_of(*name) == key => Some(value),
        _ => None,
    })
}

fn kind_of(tree: &Tree) -> Option<&[u8]> {
    match dict_entry(tree, b"Type")? {
        Node::Name(range) => Some(tree.bytes_of(*range)),
        _ => None,
    }
}

fn length_of(tree: &Tree) -> Option<usize> {
    match dict_entry(tree, b"Length")? {
        Node::Int(length) => usize::try_from(*length).ok(),
        _ => None,
    }
}

/// The maximum length of the two numbers before `obj`.
const ID_BYTES: usize = 48;

/// Parses `N G` backwards from the `obj` at `place`; returns the id and the start of `N`.
fn id_before(data: &[u8], place: usize) -> Option<(ObjectId, usize)> {
    // A longer word such as `objects` or `objstm`.
    if data.get(place + 3).is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let head = data.get(place.saturating_sub(ID_BYTES)..place)?;
    let (rest, generation) = number_at_end(head)?;
    let (rest, number) = number_at_end(rest)?;
    let id = ObjectId { number: u32::try_from(number).ok()?, generation: u16::try_from(generation).ok()? };
    Some((id, place - (head.len() - rest.len())))
}

/// Returns the number at the end of some bytes, ignoring white space, and the bytes before it.
fn number_at_end(bytes: &[u8]) -> Option<(&[u8], u64)> {
    let trimmed = bytes.len() - bytes.iter().rev().take_while(|&&byte| is_white(byte)).count();
    let bytes = bytes.get(..trimmed)?;
    let digits = bytes.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=10).contains(&digits) {
        return None;
    }
    let (before, number) = bytes.split_at(bytes.len() - digits);
    Some((before, number.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(data: &[u8]) -> Vec<(u32, usize)> {
        let found = scan(data, 0, &Limits::default());
        let mut list: Vec<_> = found.objects.iter().map(|(&number, &(_, offset))| (number, offset)).collect();
        list.sort_unstable();
        list
    }

    #[test]
    fn finds_objects_and_prefers_the_last() {
        let data = b"%PDF 1 0 obj 5 endobj 2 0 obj 6 endobj\n1 0 obj 7 endobj";
        assert_eq!(offsets(data), [(1, 39), (2, 22)]);
        assert_eq!(offsets(b"endobj12 0 obj 5"), [(12, 6)]);
        assert_eq!(offsets(b"objects 3 obj x 0 obj"), []);
    }

    #[test]
    fn steps_over_stream_data_by_length_and_by_keyword() {
        let inner = b"9 0 obj 1 endobj";
        let sound =
            [b"1 0 obj<</Length 16>>stream\n".as_slice(), inner, b"\nendstream endobj 2 0 obj 1"].concat();
        assert_eq!(offsets(&sound).iter().map(|o| o.0).collect::<Vec<_>>(), [1, 2]);
        let wrong =
            [b"1 0 obj<</Length 3>>stream\n".as_slice(), inner, b"\nendstream endobj 2 0 obj 1"].concat();
        assert_eq!(offsets(&wrong).iter().map(|o| o.0).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn notes_streams_of_objects_and_cross_references() {
        let data =
            b"4 0 obj<</Type/ObjStm/N 1>>stream\n\nendstream endobj 5 0 obj<</Type/XRef>>stream\nendstream";
        let found = scan(data, 0, &Limits::default());
        assert_eq!(found.object_streams, [4]);
        let place = data.windows(7).position(|window| window == b"5 0 obj").unwrap();
        assert_eq!(found.xref_streams, [place]);
    }

    #[test]
    fn floods_cost_one_entry() {
        let found = scan(&b"1 0 obj\n<<\n".repeat(10_000), 0, &Limits::default());
        assert_eq!(found.objects.len(), 1);
        let found = scan(&b"1 0 obj<<stream\n".repeat(10_000), 0, &Limits::default());
        assert_eq!(found.objects.len(), 1);
    }
}
