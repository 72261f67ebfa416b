//! JSON reports with a readable layout and without control characters.

use std::fmt::Write as _;
use std::io::{self, Write};

use pdftract::File;
use serde::Serialize;
use serde_json::ser::Formatter;
use sha2::{Digest, Sha256};

use crate::exit::{Exit, Failure};
use crate::printable::is_printable;

/// The layout of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Over many lines.
    Indented,
    /// On one line.
    OneLine,
    /// One line for each field, and for each item of a field that is a list: long lists stay readable line by line.
    LinePerItem,
}

/// The file that a report is about.
#[derive(Serialize)]
pub(crate) struct Origin<'a> {
    file: &'a str,
    bytes: usize,
    sha256: String,
}

impl<'a> Origin<'a> {
    /// The origin of what was read from a file of this name.
    pub(crate) fn new(name: &'a str, file: &File) -> Self {
        Self { file: name, bytes: file.data().len(), sha256: sha256(file.data()) }
    }
}

/// The value as JSON, ending with a newline.
pub(crate) fn to_json(value: &impl Serialize, layout: Layout) -> Result<String, Failure> {
    let json = match layout {
        Layout::Indented => serde_json::to_vec_pretty(value),
        Layout::OneLine => serde_json::to_vec(value),
        Layout::LinePerItem => line_per_item(value),
    };
    let failure = |error: &dyn std::fmt::Display| Failure::new(Exit::Error, format!("no JSON: {error}"));
    let json = String::from_utf8(json.map_err(|error| failure(&error))?).map_err(|error| failure(&error))?;
    Ok(without_controls(&json) + "\n")
}

/// A length in points with three decimals: a thousandth of a point is far below what can be seen.
pub(crate) fn rounded(points: impl Into<f64>) -> f64 {
    // Adding zero turns a negative zero into zero.
    (points.into() * 1000.0).round() / 1000.0 + 0.0
}

fn sha256(data: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(data) {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Escapes characters that JSON allows and a terminal would act on: DEL, C1 controls, direction overrides. They occur
/// in strings only, where an escape has the same meaning.
fn without_controls(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || is_printable(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

fn line_per_item(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut json = Vec::new();
    let lines = LinePerItem { depth: 0, is_empty: true };
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut json, lines))?;
    Ok(json)
}

/// Starts a line for each field of the outermost object and for each item of its lists. Deeper levels are written
/// without spaces, which is the default of the trait.
struct LinePerItem {
    depth: usize,
    /// True if the list of the field has no items so far.
    is_empty: bool,
}

/// The outermost object.
const OBJECT: usize = 1;
/// A list in one of its fields.
const LIST: usize = 2;

impl Formatter for LinePerItem {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.is_empty |= self.depth == LIST;
        out.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.is_empty &= self.depth != LIST;
        out.write_all(if first { b"" } else { b"," })?;
        out.write_all(if self.depth == LIST { b"\n    " } else { b"" })
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let breaks = self.depth == LIST && !self.is_empty;
        self.depth -= 1;
        out.write_all(if breaks { b"\n  ]" } else { b"]" })
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })?;
        out.write_all(if self.depth == OBJECT { b"\n  " } else { b"" })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.depth == OBJECT { b": " } else { b":" })
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let breaks = self.depth == OBJECT;
        self.depth -= 1;
        out.write_all(if breaks { b"\n}" } else { b"}" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_escaped_and_mean_the_same() {
        let text = "a\u{7F}b\u{9B}c\u{202E}d\u{1B}e é 日";
        let json = without_controls(&serde_json::to_string(text).unwrap());
        assert_eq!(json, r#""a\u007fb\u009bc\u202ed\u001be é 日""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn the_hash_is_the_known_one() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn items_stand_on_lines_of_their_own() {
        let value = serde_json::json!({"a": 1, "b": [{"c": [1, 2]}, {"c": []}], "d": [], "e": {"f": [3]}});
        let json = to_json(&value, Layout::LinePerItem).unwrap_or_default();
        let expected = "{\n  \"a\": 1,\n  \"b\": [\n    {\"c\":[1,2]},\n    {\"c\":[]}\n  ],\n  \"d\": [],\n  \"e\": {\"f\":[3]}\n}\n";
        assert_eq!(json, expected);
    }

    #[test]
    fn three_decimals() {
        assert_eq!([1.23456_f64, -0.0001, 2.0].map(rounded), [1.235, 0.0, 2.0]);
        assert!(rounded(-0.0001_f64).is_sign_positive());
    }
}
