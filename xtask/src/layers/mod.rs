//! `xtask layers`: checks the direction of dependencies between the modules of the library.
//!
//! 1. The stages of `crates/pdftract/src` have a fixed order. A stage may refer to itself and to earlier stages; the
//!    foundation (limits, errors, geometry…) refers to no stage.
//! 2. `output` writes records: of `text` and `quality` it may only name record types.
//! 3. No stage holds a knot of more than [`knots::MAX_KNOT`] modules that all reach each other.

mod knots;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::source::{self, Kind, Reference};
use crate::{Check, source_files};
use knots::{MAX_KNOT, Module};

/// The stages in the order in which data passes through them. A missing stage is not an error.
const STAGES: [&str; 12] = [
    "file",
    "font",
    "unicode",
    "content",
    "layout",
    "structure",
    "text",
    "quality",
    "ocr",
    "output",
    "search",
    "write",
];

/// Files and folders that may refer to all stages.
const OVERSEERS: [&str; 3] = ["lib.rs", "extract.rs", "extract"];

/// The stage of pure writers, and the stages of which it may only name record types.
const WRITERS: &str = "output";
const LOGIC_STAGES: [&str; 2] = ["text", "quality"];

/// The record types of those stages that `output` may name, along with anything below them.
const RECORD_TYPES: [&str; 11] = [
    "quality::EmptyReason",
    "quality::PageEvidence",
    "quality::PageVerdict",
    "quality::Quality",
    "quality::Signal",
    "text::GlyphRange",
    "text::GlyphRanges",
    "text::LineEnd",
    "text::Stretch",
    "text::TextPage",
    "text::placed_word::PlacedWord",
];

/// A path that breaks a rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Breach {
    line: usize,
    what: String,
}

/// Checks the library of this workspace and prints what it finds.
///
/// # Errors
/// Returns an error if a source file cannot be read.
pub fn run() -> Result<Check, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/pdftract/src");
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let exported = exported_paths(&read(&root.join("lib.rs"))?);
    let mut breaches = 0;
    let mut references = BTreeMap::new();
    for path in source_files::below(&root)? {
        let below = path.strip_prefix(&root).unwrap_or(&path);
        let code = source::code_only(&read(&path)?);
        for breach in check(below, &code, &exported) {
            println!("{}:{}: {}", below.display(), breach.line, breach.what);
            breaches += 1;
        }
        if !is_test_file(below) {
            references.insert(module(below), source::references(&source::without_tests(&code)));
        }
    }
    let knots = knots::knots(&references);
    for knot in &knots {
        println!("{} modules import each other: {}", knot.len(), knot.join(", "));
    }
    let too_large = knots.iter().filter(|knot| knot.len() > MAX_KNOT).count();
    println!(
        "layers: {breaches} breaches, {} knots, {too_large} of more than {MAX_KNOT} modules",
        knots.len()
    );
    Ok(Check::passed_if(breaches + too_large == 0))
}

/// Returns `true` if a file holds only the tests of another one.
fn is_test_file(below: &Path) -> bool {
    let stem = below.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    stem == "tests" || stem.ends_with("_tests")
}

/// Returns the module path of a file at `below` in the source folder.
fn module(below: &Path) -> Module {
    let without_extension = below.with_extension("");
    let mut parts: Module =
        without_extension.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") || parts == ["lib"] {
        parts.pop();
    }
    parts
}

/// Returns all breaches in a file at `below` in the source folder; `code` is free of comments.
fn check(below: &Path, code: &str, exported: &BTreeMap<String, Module>) -> Vec<Breach> {
    let Some(first) = below.iter().next().and_then(|part| part.to_str()) else { return Vec::new() };
    if OVERSEERS.contains(&first) {
        return Vec::new();
    }
    let module = module(below);
    // Tests of writers may run the pipeline; the direction holds for tests too.
    let mut breaches = breaches(&source::references(code), &module, exported, later_stage);
    if first == WRITERS && !is_test_file(below) {
        let references = source::references(&source::without_tests(code));
        breaches.extend(self::breaches(&references, &module, exported, logic));
    }
    breaches.sort();
    breaches.dedup();
    breaches
}

/// Applies a rule to every path that leads to the root of the crate.
fn breaches(
    references: &[Reference],
    module: &Module,
    exported: &BTreeMap<String, Module>,
    rule: fn(&str, &[String]) -> Option<String>,
) -> Vec<Breach> {
    let own = module.first().map_or("", String::as_str);
    let breach = |reference: &Reference| {
        let path = from_root(module, &reference.path)?;
        let path = path.first().and_then(|first| exported.get(first)).map_or(path.as_slice(), Vec::as_slice);
        Some(Breach { line: reference.line, what: rule(own, path)? })
    };
    references.iter().filter_map(breach).collect()
}

/// Rule 1: no path into a later stage.
fn later_stage(own: &str, path: &[String]) -> Option<String> {
    let stage = path.first()?;
    // Foundation modules belong to no stage and come before the first one.
    (stage_index(stage)? + 1 > stage_index(own).map_or(0, |own| own + 1))
        .then(|| format!("refers to the later stage `{stage}`"))
}

/// Rule 2: only record types of `text` and `quality`.
fn logic(_own: &str, path: &[String]) -> Option<String> {
    let is_logic = LOGIC_STAGES.contains(&path.first()?.as_str());
    let path = path.join("::");
    let is_record = RECORD_TYPES.iter().any(|record| match path.strip_prefix(record) {
        Some(rest) => rest.is_empty() || rest.starts_with("::"),
        None => false,
    });
    (is_logic && !is_record).then(|| format!("a writer refers to `{path}`, which is no record type"))
}

fn stage_index(name: &str) -> Option<usize> {
    STAGES.iter().position(|stage| *stage == name)
}

/// Resolves a path from the root of the crate; returns `None` for a path that stays within the module.
///
/// Inside a `mod tests` one more `super` is needed, so a path that is one level short of the root there is taken for
/// one that reaches it; names of stages are rare enough elsewhere.
fn from_root(module: &Module, path: &[String]) -> Option<Module> {
    let climbed = path.iter().take_while(|segment| *segment == "super").count();
    let is_root =
        path.first().is_some_and(|first| first == "crate") || (climbed > 0 && climbed >= module.len());
    is_root.then(|| path.iter().skip(climbed.max(1)).cloned().collect())
}

/// Returns the names that `lib.rs` re-exports, such as `File` from `file`, with their paths.
fn exported_paths(lib: &str) -> BTreeMap<String, Module> {
    let references = source::references(&source::code_only(lib));
    let exported = references.into_iter().filter(|reference| reference.kind == Kind::ReExport);
    exported
        .map(|reference| {
            let path = reference.path.into_iter().skip_while(|segment| segment == "crate");
            (reference.name, path.collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(below: &str, source: &str) -> Vec<String> {
        let exported = exported_paths("pub use file::{File, Input};\npub use output::model::Document;\n");
        let breaches = check(Path::new(below), &source::code_only(source), &exported);
        breaches.into_iter().map(|breach| breach.what).collect()
    }

    /// The names of the later stages that are reported.
    fn later_stages(below: &str, source: &str) -> Vec<String> {
        found(below, source).iter().filter_map(|what| Some(what.split('`').nth(1)?.to_owned())).collect()
    }

    #[test]
    fn the_library_keeps_its_layers() {
        assert!(matches!(run(), Ok(Check::Passed)), "see `cargo xtask layers`");
    }

    #[test]
    fn earlier_stages_are_allowed() {
        assert!(
            later_stages("font/load.rs", "use crate::file::Dict;\nuse crate::limits::Limits;").is_empty()
        );
        assert!(later_stages("file/open.rs", "use super::lexer::Lexer; use crate::file::xref;").is_empty());
        assert!(later_stages("extract.rs", "use crate::output::text;").is_empty());
    }

    #[test]
    fn later_stages_are_reported() {
        assert_eq!(later_stages("file/page.rs", "use crate::content::Glyph;"), ["content"]);
        assert_eq!(later_stages("font/mod.rs", "fn f() { crate::layout::line::g() }"), ["layout"]);
        assert_eq!(later_stages("file/page.rs", "use super::super::font::Font;"), ["font"]);
        assert_eq!(later_stages("file/mod.rs", "use super::font::Font;"), ["font"]);
        assert_eq!(later_stages("file/crypt/key.rs", "use super::super::super::ocr;"), ["ocr"]);
    }

    #[test]
    fn groups_are_searched_through() {
        let source = "use crate::{\n    file::{File, font},\n    limits::Limits,\n    text::Step,\n};";
        assert_eq!(later_stages("layout/line.rs", source), ["text"]);
    }

    #[test]
    fn names_lifted_to_the_root_count_as_their_stage() {
        assert_eq!(later_stages("content/glyph.rs", "use crate::Document;"), ["output"]);
        assert!(later_stages("content/glyph.rs", "use crate::{File, Input};").is_empty());
        assert_eq!(later_stages("limits.rs", "use crate::File;"), ["file"]);
    }

    #[test]
    fn the_foundation_names_no_stage() {
        assert_eq!(later_stages("geometry.rs", "use crate::file::Object;"), ["file"]);
        assert!(later_stages("geometry.rs", "use crate::limits::Limits;").is_empty());
    }

    #[test]
    fn comments_and_lookalikes_do_not_count() {
        assert!(
            later_stages("file/page.rs", "/// See [`x`](crate::output).\nlet a = 1; // crate::output::x")
                .is_empty()
        );
        assert!(later_stages("file/page.rs", "use other_crate::output::x;").is_empty());
        assert!(later_stages("file/crypt/key.rs", "use super::super::output;").is_empty());
    }

    #[test]
    fn lines_are_counted() {
        let code = source::code_only("// one\n\nuse crate::text::x;\n");
        let lines: Vec<usize> =
            check(Path::new("file/a.rs"), &code, &BTreeMap::new()).iter().map(|breach| breach.line).collect();
        assert_eq!(lines, [3]);
    }

    #[test]
    fn the_new_stages_have_their_place() {
        assert!(later_stages("content/show_text.rs", "use crate::unicode::Ladder;").is_empty());
        assert_eq!(later_stages("font/simple.rs", "use crate::unicode::Ladder;"), ["unicode"]);
        assert_eq!(later_stages("layout/line.rs", "use crate::structure::Role;"), ["structure"]);
        assert_eq!(later_stages("text/join.rs", "use crate::quality::Quality;"), ["quality"]);
        assert_eq!(later_stages("language/model.rs", "use crate::unicode::Ladder;"), ["unicode"]);
        assert_eq!(later_stages("output/json.rs", "use crate::search::Match;"), ["search"]);
        assert!(later_stages("unicode/context.rs", "use crate::language::Model;").is_empty());
    }

    #[test]
    fn writers_know_record_types_only() {
        assert!(found("output/model.rs", "pub use crate::quality::{EmptyReason, Signal as S};").is_empty());
        assert!(found("output/json.rs", "fn f() { crate::quality::Signal::Empty.name() }").is_empty());
        assert_eq!(found("output/page.rs", "use crate::quality::reading;").len(), 1);
        assert_eq!(found("output/page.rs", "use crate::quality::QualityOfPage;").len(), 1);
        assert_eq!(found("output/a/b.rs", "use super::super::super::text::clean;").len(), 1);
        assert!(found("output/page.rs", "#[cfg(test)]\nmod tests { use crate::text::clean; }").is_empty());
        assert!(found("write/repair.rs", "use crate::quality::reading;").is_empty());
    }
}
