//! Serialises values as PDF syntax.

use std::io::Write;

use crate::file::object::{Dict, Node, Object, Tree};

/// Converts a string before it is written: unchanged, encrypted or replaced. The first argument is the key of its
/// dictionary entry, empty outside of dictionaries.
pub(crate) type Seal<'s> = &'s dyn Fn(&[u8], &[u8]) -> Vec<u8>;

/// A pending step of the serialisation.
enum Step {
    Value(Node),
    Key(Node),
    End(&'static [u8]),
}

/// Writes a value; references are not resolved.
pub(crate) fn write_value(value: &Object<'_>, seal: Seal<'_>, out: &mut Vec<u8>) {
    write_node(&value.tree, value.node, b"", seal, out);
}

/// Writes a dictionary with entries added or replaced; an empty value removes its entry.
pub(crate) fn write_dict(dict: &Dict<'_>, changes: &[(&[u8], Vec<u8>)], seal: Seal<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"<<");
    for (key, value) in dict.iter_raw() {
        if changes.iter().all(|(changed, _)| *changed != key) {
            write_name(key, out);
            out.push(b' ');
            write_node(&value.tree, value.node, key, seal, out);
        }
    }
    for (key, text) in changes.iter().filter(|(_, text)| !text.is_empty()) {
        write_name(key, out);
        out.push(b' ');
        out.extend_from_slice(text);
    }
    out.extend_from_slice(b">>");
}

fn write_node<'t>(tree: &'t Tree, root: Node, mut key: &'t [u8], seal: Seal<'_>, out: &mut Vec<u8>) {
    let mut steps = vec![Step::Value(root)];
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::End(text) => {
                out.extend_from_slice(text);
                continue;
            }
            Step::Key(Node::Name(range)) => {
                key = tree.bytes_of(range);
                write_name(key, out);
                out.push(b' ');
                continue;
            }
            Step::Key(node) | Step::Value(node) => node,
        };
        match node {
            Node::Array(range) => {
                out.push(b'[');
                steps.push(Step::End(b"]"));
                steps.extend(tree.nodes_of(range).iter().rev().map(|node| Step::Value(*node)));
            }
            Node::Dict(range) => {
                out.extend_from_slice(b"<<");
                steps.push(Step::End(b">>"));
                for pair in tree.nodes_of(range).chunks_exact(2).rev() {
                    if let &[key, value] = pair {
                        steps.extend([Step::Value(value), Step::Key(key)]);
                    }
                }
            }
            plain => write_plain(tree, plain, key, seal, out),
        }
        // A separator keeps values that end in letters or digits apart from the next one.
        out.push(b' ');
    }
}

fn write_plain(tree: &Tree, node: Node, key: &[u8], seal: Seal<'_>, out: &mut Vec<u8>) {
    let written = match node {
        Node::Bool(value) => write!(out, "{value}"),
        Node::Int(value) => write!(out, "{value}"),
        Node::Real(value) => write!(out, "{value}"),
        Node::Reference(id) => write!(out, "{id}"),
        Node::Name(range) => return write_name(tree.bytes_of(range), out),
        Node::String(range) => return write_string(&seal(key, tree.bytes_of(range)), out),
        Node::Null | Node::Array(_) | Node::Dict(_) => write!(out, "null"),
    };
    // Writing to a vector cannot fail.
    drop(written);
}

/// Writes a name; irregular characters are escaped as `#` and two hexadecimal digits.
pub(crate) fn write_name(name: &[u8], out: &mut Vec<u8>) {
    out.push(b'/');
    for &byte in name {
        if byte.is_ascii_graphic() && !b"#/%()<>[]{}".contains(&byte) {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("#{byte:02X}").as_bytes());
        }
    }
}

const HEX_DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// Writes a string: literally if it is plain ASCII, otherwise in hexadecimal.
pub(crate) fn write_string(bytes: &[u8], out: &mut Vec<u8>) {
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte);
    if !bytes.iter().all(is_plain) {
        out.push(b'<');
        let digit = |value: u8| HEX_DIGITS.get(usize::from(value)).copied().unwrap_or(b'0');
        out.extend(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]));
        out.push(b'>');
        return;
    }
    out.push(b'(');
    for &byte in bytes {
        if matches!(byte, b'(' | b')' | b'\\') {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b')');
}
