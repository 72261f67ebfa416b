//! The summary of a file as JSON, together with where it came from.

use std::fmt::Write;

use pdftract::File;
use pdftract::file::summary::Summary;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::sheet::is_printable;
use crate::exit::{Exit, Failure};

/// How the object is laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Over many lines, for one file.
    Indented,
    /// On one line, for several files. The name then stands first, so that lines can be told apart.
    OneLine,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    source: Origin<'a>,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// Which bytes the summary is about.
#[derive(Serialize)]
struct Origin<'a> {
    file: &'a str,
    bytes: usize,
    sha256: String,
}

/// The report, ending with a newline.
pub(crate) fn report(name: &str, file: &File, summary: &Summary, layout: Layout) -> Result<String, Failure> {
    let source = Origin { file: name, bytes: file.data().len(), sha256: sha256(file.data()) };
    let report = Report { file: Some(name).filter(|_| layout == Layout::OneLine), source, summary };
    let json = match layout {
        Layout::Indented => serde_json::to_string_pretty(&report),
        Layout::OneLine => serde_json::to_string(&report),
    };
    let json = json.map_err(|error| Failure::new(Exit::Error, format!("no JSON: {error}")))?;
    Ok(without_controls(&json) + "\n")
}

fn sha256(data: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(data) {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Escapes what JSON allows raw and a terminal does not like: DEL, C1 controls, direction overrides. They stand in
/// strings only, where an escape means the same.
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
}
