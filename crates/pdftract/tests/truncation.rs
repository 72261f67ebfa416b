//! Every fixture truncated at 64 positions and mutated by seed, and every regression: read in all formats without a
//! panic.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod default_path;

use std::path::PathBuf;

use pdftract::{Document, Options};
use pdftract_testkit::builder::{simple_builder, text_page};
use pdftract_testkit::cut::cuts;
use pdftract_testkit::mutate::Mutator;
use pdftract_testkit::template;

/// Returns the files with an extension in a folder beside this one, sorted by name.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    paths.sort();
    paths
}

fn fixtures() -> Vec<Vec<u8>> {
    let mut fixtures: Vec<Vec<u8>> =
        files("fixtures/encrypted", "pdf").iter().map(|path| std::fs::read(path).unwrap()).collect();
    for folder in ["fixtures/reading", "regressions"] {
        fixtures.extend(files(folder, "in").iter().map(expanded));
    }
    let mut builder = simple_builder(&[&text_page("FIRST"), &text_page("SECOND")]);
    builder.pack(1..=4);
    fixtures.extend([builder.finish(), builder.finish_with_xref_stream(), builder.finish_hybrid()]);
    fixtures.push(include_bytes!("../../../samples/hello.pdf").to_vec());
    fixtures
}

fn expanded(path: &PathBuf) -> Vec<u8> {
    let expanded = template::expand(std::fs::read(path).unwrap());
    expanded.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Calls everything there is on a file; returns the number of pages, if it opens.
fn exercise(bytes: &[u8]) -> Option<usize> {
    let options = Options::default().with(|options| options.password = Some("user".into()));
    let document = Document::open(bytes, &options).ok()?;
    for page in document.file().pages().take(20) {
        let _ = (page.content(), page.resources(), page.size());
    }
    let _ = document.file().summary();
    default_path::read(&document);
    Some(document.page_count())
}

#[test]
fn cut_files_return() {
    for file in fixtures() {
        for cut in cuts(&file, 64) {
            exercise(cut);
        }
    }
    let readable = fixtures().iter().filter(|file| exercise(file) > Some(0)).count();
    assert!(readable > 10, "only {readable} fixtures have pages when they are whole");
}

#[test]
fn mutated_files_return() {
    let fixtures = fixtures();
    let mut mutator = Mutator::new(20_240_131);
    let mut opened = 0;
    for round in 0..3_000 {
        let mutated = mutator.mutate(&fixtures[round % fixtures.len()]);
        opened += usize::from(exercise(&mutated).is_some());
    }
    assert!(opened > 300, "only {opened} mutated files opened: repair does not work");
}

#[test]
fn regressions_give_the_text_beside_them_in_every_format() {
    let regressions = files("regressions", "in");
    assert!(!regressions.is_empty());
    for path in regressions {
        let wanted = std::fs::read_to_string(path.with_extension("").with_extension("txt")).unwrap();
        let document = Document::open(expanded(&path), &Options::default()).unwrap();
        let outputs = default_path::read(&document);
        assert_eq!(outputs.text.trim_end(), wanted.trim_end(), "{}", path.display());
        for word in wanted.split_whitespace() {
            assert!(outputs.markdown.contains(word), "{}: no {word} in the Markdown", path.display());
            assert!(outputs.json.contains(word), "{}: no {word} in the JSON", path.display());
        }
    }
}
