//! `xtask layers`: checks the house rule that a stage never looks at a later stage.
//!
//! The rooms of `crates/pdftract/src` stand in a fixed order. A room may name itself and the rooms before it; the
//! foundation (limits, errors, geometry…) may name no room. Paths are found by reading the source as text, comments
//! and strings left out, so the check needs no compiler and sees code behind every feature.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Verdict;

/// The rooms in the order in which data walks through them.
const ROOMS: [&str; 10] =
    ["file", "font", "content", "layout", "structure", "clean", "quality", "ocr", "output", "write"];
/// Files and folders that see the whole house.
const OVERSEERS: [&str; 4] = ["lib.rs", "extract.rs", "extract", "bench_support.rs"];

/// A path from one place into a room that it must not know.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Breach {
    line: usize,
    room: &'static str,
}

/// Checks the library of this workspace.
pub(crate) fn run() -> Result<Verdict, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/pdftract/src");
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let exported = exported_rooms(&read(&source.join("lib.rs"))?);
    let mut breaches = 0;
    for path in rust_files(&source)? {
        let below = path.strip_prefix(&source).unwrap_or(&path);
        for breach in check(below, &read(&path)?, &exported) {
            println!("{}:{}: refers to the later room `{}`", below.display(), breach.line, breach.room);
            breaches += 1;
        }
    }
    println!("layers: {breaches} breaches");
    Ok(Verdict::good_if(breaches == 0))
}

fn rust_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut waiting = vec![root.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// All breaches in a file that stands at `below` in the source folder.
fn check(below: &Path, source: &str, exported: &BTreeMap<String, &'static str>) -> Vec<Breach> {
    let parts: Vec<&str> = below.iter().filter_map(|part| part.to_str()).collect();
    let Some(first) = parts.first() else { return Vec::new() };
    if OVERSEERS.contains(first) {
        return Vec::new();
    }
    // What stands in no room is foundation and comes before the first one.
    let own = room_index(first.trim_end_matches(".rs"));
    let mut breaches: Vec<Breach> = root_names(&code_only(source), steps_to_root(&parts))
        .into_iter()
        .filter_map(|(line, name)| {
            let room =
                room_index(&name).and_then(|index| ROOMS.get(index)).or(exported.get(&name)).copied()?;
            (room_index(room) > own).then_some(Breach { line, room })
        })
        .collect();
    breaches.sort();
    breaches.dedup();
    breaches
}

fn room_index(name: &str) -> Option<usize> {
    ROOMS.iter().position(|room| *room == name)
}

/// How many `super::` lead from a file to the root of the crate. Inside a `mod tests` there is one more to go, so
/// a path that stops short there is taken for one that arrives; names of rooms are rare enough elsewhere.
fn steps_to_root(parts: &[&str]) -> usize {
    parts.len() - usize::from(parts.last() == Some(&"mod.rs"))
}

/// The names that `lib.rs` lifts out of rooms, such as `File` out of `file`.
fn exported_rooms(lib: &str) -> BTreeMap<String, &'static str> {
    let code = code_only(lib);
    let mut names = BTreeMap::new();
    for statement in code.split(';') {
        let Some((_, path)) = statement.split_once("pub use ") else { continue };
        let path = path.trim().trim_start_matches("crate::");
        let first = identifier(path);
        let Some(room) = room_index(first).and_then(|index| ROOMS.get(index)) else { continue };
        for item in path.get(first.len()..).unwrap_or_default().split([',', '{', '}']) {
            let name = item.rsplit([':', ' ']).find(|word| !word.is_empty());
            names.extend(name.map(|name| (name.trim().to_owned(), *room)));
        }
    }
    names
}

/// Every name that a path takes directly from the root of the crate, with its line.
fn root_names(code: &str, steps: usize) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    for (start, rest) in path_starts(code, steps) {
        let line = 1 + code.get(..start).unwrap_or_default().matches('\n').count();
        if let Some(group) = rest.strip_prefix('{') {
            names.extend(group_heads(group).into_iter().map(|name| (line, name)));
        } else {
            names.push((line, identifier(rest).to_owned()));
        }
    }
    names
}

/// Where paths from the root begin, and what follows their `crate::` or their run of `super::`.
fn path_starts(code: &str, steps: usize) -> Vec<(usize, &str)> {
    let mut starts: Vec<(usize, &str)> = word_starts(code, "crate::").collect();
    let climbs = word_starts(code, "super::")
        .filter(|(at, _)| !code.get(..*at).unwrap_or_default().ends_with("super::"));
    starts.extend(climbs.filter_map(|(at, mut rest)| {
        let mut climbed = 1;
        while let Some(further) = rest.strip_prefix("super::") {
            (rest, climbed) = (further, climbed + 1);
        }
        (climbed >= steps).then_some((at, rest))
    }));
    starts
}

/// Occurrences of `word` that are not the tail of a longer name, with what follows each.
fn word_starts<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    code.match_indices(word).filter_map(move |(at, _)| {
        let before = code.get(..at)?.chars().next_back();
        let inside = before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
        (!inside).then_some((at, code.get(at + word.len()..)?))
    })
}

/// The first names of all members of a `{…}` group.
fn group_heads(group: &str) -> Vec<String> {
    let (mut heads, mut depth, mut fresh) = (Vec::new(), 0, true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            c if c.is_whitespace() => {}
            _ if fresh => {
                heads.push(identifier(group.get(at..).unwrap_or_default()).to_owned());
                fresh = false;
            }
            _ => {}
        }
    }
    heads
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// The source without line comments; a link in a comment is no dependency. Line numbers stay as they are.
fn code_only(source: &str) -> String {
    let lines = source.lines().map(|line| match line.trim_start() {
        comment if comment.starts_with("//") => "",
        _ => line.split(" // ").next().unwrap_or(line),
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooms(below: &str, source: &str) -> Vec<&'static str> {
        let exported = exported_rooms("pub use file::{File, Input};\npub use output::model::Document;\n");
        check(Path::new(below), source, &exported).into_iter().map(|breach| breach.room).collect()
    }

    #[test]
    fn the_library_keeps_its_layers() {
        assert!(matches!(run(), Ok(Verdict::Good)), "see `cargo xtask layers`");
    }

    #[test]
    fn earlier_rooms_may_be_named() {
        assert!(rooms("font/load.rs", "use crate::file::Dict;\nuse crate::limits::Limits;").is_empty());
        assert!(rooms("file/open.rs", "use super::lexer::Lexer; use crate::file::xref;").is_empty());
        assert!(rooms("extract.rs", "use crate::output::text;").is_empty());
    }

    #[test]
    fn later_rooms_may_not() {
        assert_eq!(rooms("file/page.rs", "use crate::content::Glyph;"), ["content"]);
        assert_eq!(rooms("font/mod.rs", "fn f() { crate::layout::line::g() }"), ["layout"]);
        assert_eq!(rooms("file/page.rs", "use super::super::font::Font;"), ["font"]);
        assert_eq!(rooms("file/mod.rs", "use super::font::Font;"), ["font"]);
        assert_eq!(rooms("file/crypt/key.rs", "use super::super::super::ocr;"), ["ocr"]);
    }

    #[test]
    fn groups_are_searched_through() {
        let source = "use crate::{\n    file::{File, font},\n    limits::Limits,\n    clean::Step,\n};";
        assert_eq!(rooms("layout/line.rs", source), ["clean"]);
    }

    #[test]
    fn names_lifted_to_the_root_count_as_their_room() {
        assert_eq!(rooms("content/glyph.rs", "use crate::Document;"), ["output"]);
        assert!(rooms("content/glyph.rs", "use crate::{File, Input};").is_empty());
        assert_eq!(rooms("limits.rs", "use crate::File;"), ["file"]);
    }

    #[test]
    fn the_foundation_names_no_room() {
        assert_eq!(rooms("geometry.rs", "use crate::file::Object;"), ["file"]);
        assert!(rooms("geometry.rs", "use crate::limits::Limits;").is_empty());
    }

    #[test]
    fn comments_and_lookalikes_do_not_count() {
        assert!(
            rooms("file/page.rs", "/// See [`x`](crate::output).\nlet a = 1; // crate::output::x").is_empty()
        );
        assert!(rooms("file/page.rs", "use other_crate::output::x;").is_empty());
        assert!(rooms("file/crypt/key.rs", "use super::super::output;").is_empty());
    }

    #[test]
    fn lines_are_counted() {
        let exported = BTreeMap::new();
        let breaches = check(Path::new("file/a.rs"), "// one\n\nuse crate::clean::x;\n", &exported);
        assert_eq!(breaches, [Breach { line: 3, room: "clean" }]);
    }
}
