//! Every fixture cut at 64 places and mutated by seed: a result or an error, never a panic.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::{File, Options};
use pdftract_testkit::builder::{simple_builder, text_page};
use pdftract_testkit::cut::cuts;
use pdftract_testkit::mutate::Mutator;

fn fixtures() -> Vec<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/encrypted");
    let mut files: Vec<Vec<u8>> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pdf"))
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    let mut builder = simple_builder(&[&text_page("FIRST"), &text_page("SECOND")]);
    builder.pack(1..=4);
    files.extend([builder.finish(), builder.finish_with_xref_stream(), builder.finish_hybrid()]);
    files.push(include_bytes!("../../../samples/hello.pdf").to_vec());
    files
}

/// Asks a file everything there is to ask.
fn exercise(bytes: &[u8]) -> Option<usize> {
    let options = Options { password: Some("user".into()), ..Options::default() };
    let file = File::open(bytes, &options).ok()?;
    for page in file.pages().take(20) {
        let _ = (page.content(), page.resources(), page.size());
    }
    let _ = file.summary();
    Some(file.page_count())
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
