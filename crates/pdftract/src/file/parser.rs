//! Parses tokens into a flat tree, one object at a time, without recursion.
//!
//! Containers are closed from the inside out: values are kept on a stack, and a closing bracket moves those since its
//! opening one into the tree. Broken syntax never fails; the readable part is returned and the damage reported.

use std::cell::Cell;

use super::escapes::{decode_hex, decode_literal, decode_name};
use super::lexer::{Lexer, Token};
use super::object::{Node, ObjectId, Range, SORTED_ABOVE, Tree};
use crate::clock;
use crate::limits::Limits;

/// Defects found while parsing an object, to be reported by the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Trouble {
    /// Unbalanced brackets, keys other than names, or an unexpected end.
    pub(crate) broken: bool,
    /// Too many levels or values.
    pub(crate) limit: bool,
    /// A number, name or string was too long.
    pub(crate) token_limit: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Bracket {
    Array,
    Dict,
}

struct Open {
    bracket: Bracket,
    /// The index of its first value on the stack.
    first: usize,
}

/// Parses the object at the lexer's position and advances the lexer past it.
pub(crate) fn parse(lexer: &mut Lexer<'_>, id: ObjectId, limits: &Limits) -> (Tree, Trouble) {
    let Scratch { waiting, open } = SCRATCH.take();
    let mut parser = Parser { waiting, open, ..Parser::new(limits, id) };
    parser.run(lexer);
    parser.trouble.token_limit |= lexer.long_number;
    if parser.waiting.capacity() <= HUGE_NODES {
        parser.waiting.clear();
        SCRATCH.set(Scratch { waiting: parser.waiting, open: parser.open });
    }
    // The vector of a huge array may have twice the necessary capacity, and lives as long as it is in use.
    if parser.tree.nodes.len() > HUGE_NODES {
        parser.tree.nodes.shrink_to_fit();
    }
    (parser.tree, parser.trouble)
}

/// The memory of a parser, reused by the next one, because most objects are small and there are many.
#[derive(Default)]
struct Scratch {
    waiting: Vec<Node>,
    open: Vec<Open>,
}

thread_local! {
    static SCRATCH: Cell<Scratch> = const { Cell::new(Scratch { waiting: Vec::new(), open: Vec::new() }) };
}

/// Objects with more values are rare enough to be moved once more.
const HUGE_NODES: usize = 10_000;

/// The number of tokens of a huge object after which the clock is looked at.
const TOKENS_BETWEEN_CHECKS: u32 = 1 << 13;

/// The usual number of values and bytes of names in a page or font, allocated at once.
const USUAL_NODES: usize = 16;
const USUAL_BYTES: usize = 96;

struct Parser<'l> {
    limits: &'l Limits,
    tree: Tree,
    waiting: Vec<Node>,
    open: Vec<Open>,
    /// The number of open brackets beyond the nesting limit.
    too_deep: usize,
    trouble: Trouble,
}

impl<'l> Parser<'l> {
    fn new(limits: &'l Limits, id: ObjectId) -> Self {
        let (tree, waiting, open) = (Tree::null(id), Vec::new(), Vec::new());
        Self { limits, tree, waiting, open, too_deep: 0, trouble: Trouble::default() }
    }

    fn run(&mut self, lexer: &mut Lexer<'_>) {
        for tokens in 1_u32.. {
            // Whoever charges the object reports that it was cut.
            if tokens.is_multiple_of(TOKENS_BETWEEN_CHECKS) && clock::is_over() {
                break;
            }
            let before = lexer.position();
            let token = lexer.next();
            let is_taken = match token {
                // A third of the tokens of most files are parts of references, nearly all of generation 0.
                Token::Int(number) if !self.open.is_empty() && lexer.skip_reference_end() => {
                    self.waiting.push(reference_node(number, 0));
                    true
                }
                _ => self.accept(token),
            };
            if !is_taken {
                lexer.set_position(before);
                self.trouble.broken = true;
                break;
            }
            if self.open.is_empty() {
                break;
            }
            if self.tree.nodes.len() + self.waiting.len() > self.limits.elements_per_object {
                self.trouble.limit = true;
                break;
            }
        }
        while !self.open.is_empty() {
            self.close_innermost();
        }
        self.tree.root = self.waiting.first().copied().unwrap_or(Node::Null);
        if let Node::Int(number) = self.tree.root {
            self.tree.root = top_level_reference(lexer, number).unwrap_or(self.tree.root);
        }
    }

    /// Processes a token; returns `false` if the object ended without its closing brackets.
    fn accept(&mut self, token: Token<'_>) -> bool {
        match token {
            Token::Int(value) => self.waiting.push(Node::Int(value)),
            Token::Real(value) => self.waiting.push(Node::Real(value)),
            Token::Name(raw) => self.name(raw),
            Token::Literal(raw) => self.string(raw, decode_literal),
            Token::Hex(raw) => self.string(raw, decode_hex),
            Token::ArrayOpen => self.open(Bracket::Array),
            Token::DictOpen => self.open(Bracket::Dict),
            Token::ArrayClose => self.close(Bracket::Array),
            Token::DictClose => self.close(Bracket::Dict),
            Token::Keyword(word) => return self.keyword(word),
            Token::End => return false,
        }
        true
    }

    fn keyword(&mut self, word: &[u8]) -> bool {
        match word {
            b"R" => self.reference(),
            b"true" => self.waiting.push(Node::Bool(true)),
            b"false" => self.waiting.push(Node::Bool(false)),
            b"null" => self.waiting.push(Node::Null),
            b"endobj" | b"obj" | b"stream" | b"endstream" | b"xref" | b"trailer" | b"startxref" => {
                return false;
            }
            _ if self.open.is_empty() => {
                self.trouble.broken = true;
                self.waiting.push(Node::Null);
            }
            _ => self.trouble.broken = true,
        }
        true
    }

    fn reference(&mut self) {
        let first = self.open.last().map_or(0, |open| open.first);
        let values = self.waiting.get(first..).unwrap_or_default();
        let [.., Node::Int(number), Node::Int(generation)] = *values else {
            self.trouble.broken = true;
            return;
        };
        self.waiting.truncate(self.waiting.len() - 2);
        self.waiting.push(reference_node(number, generation));
    }

    fn name(&mut self, raw: &[u8]) {
        let kept = self.cut(raw, self.limits.name_bytes);
        let range = self.bytes(kept, decode_name);
        self.waiting.push(Node::Name(range));
    }

    fn string(&mut self, raw: &[u8], decode: fn(&[u8], &mut Vec<u8>)) {
        let kept = self.cut(raw, self.limits.string_bytes);
        let range = self.bytes(kept, decode);
        self.waiting.push(Node::String(range));
    }

    fn cut<'a>(&mut self, raw: &'a [u8], max: usize) -> &'a [u8] {
        self.trouble.token_limit |= raw.len() > max;
        raw.get(..max).unwrap_or(raw)
    }

    fn bytes(&mut self, raw: &[u8], decode: fn(&[u8], &mut Vec<u8>)) -> Range {
        let start = self.tree.bytes.len();
        decode(raw, &mut self.tree.bytes);
        range(start, self.tree.bytes.len() - start)
    }

    fn open(&mut self, bracket: Bracket) {
        if self.open.len() >= self.limits.nesting {
            self.too_deep += 1;
            self.trouble.limit = true;
            return;
        }
        if self.open.is_empty() {
            self.tree.nodes.reserve(USUAL_NODES);
            self.tree.bytes.reserve(USUAL_BYTES);
        }
        self.open.push(Open { bracket, first: self.waiting.len() });
    }

    fn close(&mut self, bracket: Bracket) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            // The values that were nested too deeply are dropped; a null keeps keys and values aligned.
            if self.too_deep == 0 {
                self.waiting.push(Node::Null);
            }
            return;
        }
        let expected = self.open.last().is_some_and(|open| open.bracket == bracket);
        self.trouble.broken |= !expected;
        // `[1 2 >>`: the end of the array is missing. A single `]` inside a dictionary is noise.
        let closes_outer =
            bracket == Bracket::Dict && self.open.iter().any(|open| open.bracket == Bracket::Dict);
        if !expected && !closes_outer {
            return;
        }
        while let Some(innermost) = self.open.last().map(|open| open.bracket) {
            self.close_innermost();
            if innermost == bracket {
                return;
            }
        }
    }

    fn close_innermost(&mut self) {
        let Some(Open { bracket, first }) = self.open.pop() else { return };
        let first = first.min(self.waiting.len());
        let node = match bracket {
            Bracket::Array => Node::Array(self.store(first)),
            Bracket::Dict => self.store_dict(first),
        };
        self.waiting.truncate(first);
        self.waiting.push(node);
    }

    fn store(&mut self, first: usize) -> Range {
        let start = self.tree.nodes.len();
        let values = self.waiting.get(first..).unwrap_or_default();
        self.tree.nodes.extend_from_slice(values);
        range(start, values.len())
    }

    /// Stores keys and values alternately. A value without a key is dropped, a key without a value is null.
    fn store_dict(&mut self, first: usize) -> Node {
        let start = self.tree.nodes.len();
        let values = self.waiting.get(first..).unwrap_or_default();
        let tidy = values.len().is_multiple_of(2)
            && values.chunks_exact(2).all(|pair| matches!(pair, [Node::Name(_), _]));
        if tidy {
            self.tree.nodes.extend_from_slice(values);
        } else {
            self.trouble.broken = true;
            pair_up(values, &mut self.tree.nodes);
        }
        let len = self.tree.nodes.len() - start;
        if len > 2 * SORTED_ABOVE {
            self.sort_pairs(start);
        }
        Node::Dict(range(start, len))
    }

    fn sort_pairs(&mut self, start: usize) {
        let nodes = self.tree.nodes.get(start..).unwrap_or_default();
        let mut pairs: Vec<(Node, Node)> =
            nodes.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
        let key = |node: &Node| match node {
            Node::Name(range) => self.tree.bytes_of(*range),
            _ => &[],
        };
        // The sort is stable, so that of equal keys the later one stays later.
        pairs.sort_by(|a, b| key(&a.0).cmp(key(&b.0)));
        self.tree.nodes.truncate(start);
        self.tree.nodes.extend(pairs.into_iter().flat_map(|(key, value)| [key, value]));
    }
}

fn pair_up(values: &[Node], out: &mut Vec<Node>) {
    let mut key = None;
    for &node in values {
        match (key.take(), node) {
            (None, Node::Name(_)) => key = Some(node),
            (None, _) => {}
            (Some(name), value) => out.extend([name, value]),
        }
    }
    if let Some(name) = key {
        out.extend([name, Node::Null]);
    }
}

/// Parses `12 0 R` as a whole object.
fn top_level_reference(lexer: &mut Lexer<'_>, number: i64) -> Option<Node> {
    let mut ahead = lexer.clone();
    let Token::Int(generation) = ahead.next() else { return None };
    if ahead.next() != Token::Keyword(b"R") {
        return None;
    }
    *lexer = ahead;
    Some(reference_node(number, generation))
}

/// A reference with an invalid number is null, as the standard specifies for missing objects.
fn reference_node(number: i64, generation: i64) -> Node {
    match (u32::try_from(number), u16::try_from(generation)) {
        (Ok(number), Ok(generation)) if number > 0 => Node::Reference(ObjectId { number, generation }),
        _ => Node::Null,
    }
}

fn range(start: usize, len: usize) -> Range {
    let small = |value| u32::try_from(value).unwrap_or(u32::MAX);
    Range { start: small(start), len: small(len) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: ObjectId = ObjectId { number: 1, generation: 0 };

    fn tree(data: &[u8]) -> (Tree, Trouble) {
        parse(&mut Lexer::new(data, 0), ID, &Limits::default())
    }

    fn show(tree: &Tree, node: Node) -> String {
        let list = |range| tree.nodes_of(range).iter().map(|&n| show(tree, n)).collect::<Vec<_>>().join(" ");
        match node {
            Node::Null => "null".into(),
            Node::Bool(v) => v.to_string(),
            Node::Int(v) => v.to_string(),
            Node::Real(v) => format!("{v:?}"),
            Node::Name(r) => format!("/{}", String::from_utf8_lossy(tree.bytes_of(r))),
            Node::String(r) => format!("({})", String::from_utf8_lossy(tree.bytes_of(r))),
            Node::Reference(id) => id.to_string(),
            Node::Array(r) => format!("[{}]", list(r)),
            Node::Dict(r) => format!("<<{}>>", list(r)),
        }
    }

    fn shown(data: &[u8]) -> String {
        let (tree, _) = tree(data);
        show(&tree, tree.root)
    }

    #[test]
    fn references_are_read_however_they_are_spaced() {
        for text in ["[7 0 R 8 0 R/N 9 0 R]", "[7  0 R 8 0  R/N 9\n0 R]", "[7 0 R 8 0 R /N 9 00 R]"] {
            assert_eq!(shown(text.as_bytes()), shown(b"[+7 0 R +8 0 R/N +9 0 R]"), "{text}");
            assert!(shown(text.as_bytes()).contains("/N"), "{text}");
        }
        assert_eq!(shown(b"[7 0 Rx 8]"), "[7 0 8]");
        assert_eq!(shown(b"<</A 7 0 R>>"), shown(b"<</A  7  0  R  >>"));
        assert_eq!(shown(b"[7 0 R"), shown(b"[7 0  R"));
        assert_eq!(shown(b"[0 0 R]"), "[null]");
    }

    #[test]
    fn nested_values() {
        assert_eq!(
            shown(b"<</A[1 2.5(x)<41>]/B<</C 3 0 R/D null>>/E true>>"),
            "<</A [1 2.5 (x) (A)] /B <</C 3 0 R /D null>> /E true>>"
        );
        assert_eq!(shown(b"12 0 R"), "12 0 R");
        assert_eq!(shown(b"12 0"), "12");
        assert_eq!(shown(b"[1 0 R 2 0 R 7]"), "[1 0 R 2 0 R 7]");
    }

    #[test]
    fn broken_syntax_keeps_what_it_can() {
        assert_eq!(shown(b"<</A 1/B[1 2 >> endobj"), "<</A 1 /B [1 2]>>");
        assert_eq!(shown(b"<</A 1 2/B 3>>"), "<</A 1 /B 3>>");
        assert_eq!(shown(b"<</A 1/B>>"), "<</A 1 /B null>>");
        assert_eq!(shown(b"<</A 1] /B 2>>"), "<</A 1 /B 2>>");
        assert_eq!(shown(b"<</A (x) endobj"), "<</A (x)>>");
        assert_eq!(shown(b"[1 foo 2]"), "[1 2]");
        assert!(tree(b"<</A (x) endobj").1.broken);
        assert!(!tree(b"<</A (x)>>").1.broken);
    }

    #[test]
    fn deep_nesting_is_cut_not_recursed() {
        let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
        let (tree, trouble) = tree(&[b"<</X ".as_slice(), &deep, b"/Y 2>>"].concat());
        assert!(trouble.limit);
        let Node::Dict(dict) = tree.root else { panic!("not a dictionary") };
        assert_eq!(tree.find(dict, b"Y"), Some(Node::Int(2)));
    }

    #[test]
    fn large_dictionaries_find_every_key_and_the_last_of_equals() {
        let mut text = String::from("<<");
        for n in 0..500 {
            text.push_str(&format!("/K{n} {n} "));
        }
        text.push_str("/K7 777>>");
        let (tree, _) = tree(text.as_bytes());
        let Node::Dict(dict) = tree.root else { panic!("not a dictionary") };
        assert_eq!(tree.find(dict, b"K499"), Some(Node::Int(499)));
        assert_eq!(tree.find(dict, b"K0"), Some(Node::Int(0)));
        assert_eq!(tree.find(dict, b"K7"), Some(Node::Int(777)));
        assert_eq!(tree.find(dict, b"Z"), None);
    }

    #[test]
    fn values_beyond_the_limit_are_dropped() {
        let limits = Limits { elements_per_object: 10, ..Limits::default() };
        let (tree, trouble) = parse(&mut Lexer::new(b"[0 0 0 0 0 0 0 0 0 0 0 0 0 0]", 0), ID, &limits);
        assert!(trouble.limit);
        assert!(matches!(tree.root, Node::Array(r) if r.len <= 11));
    }
}
