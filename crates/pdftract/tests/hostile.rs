//! Opens every hostile recipe of the testkit and reads it in all formats on a small stack, and checks the expected
//! result.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod default_path;

use std::collections::BTreeSet;

use pdftract::{Document, Error, Options};
use pdftract_testkit::hostile::{self, PageExpectation, Recipe};

/// Deep recursion over input would overflow this.
const STACK_BYTES: usize = 128 << 10;

struct Outcome {
    pages: Result<usize, Error>,
    text: String,
    codes: BTreeSet<&'static str>,
}

fn read(bytes: Vec<u8>) -> Outcome {
    let document = match Document::open(bytes, &Options::default()) {
        Ok(document) => document,
        Err(error) => return Outcome { pages: Err(error), text: String::new(), codes: BTreeSet::new() },
    };
    let pages = document.page_count();
    let text = default_path::read(&document).text;
    assert!(serde_json::to_string(&document.file().summary()).is_ok());
    let codes = document.diagnostics().iter().map(|diagnostic| diagnostic.code.as_str()).collect();
    Outcome { pages: Ok(pages), text, codes }
}

fn on_small_stack(recipe: &'static Recipe) -> Outcome {
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
    worker.spawn(|| read(recipe.generate(1.0))).unwrap().join().unwrap()
}

/// Describes the defect of an outcome, if there is one.
fn complaint(recipe: &Recipe, outcome: &Outcome) -> Option<String> {
    let pages_fit = match (&recipe.expects.pages, &outcome.pages) {
        (PageExpectation::Any, _) | (PageExpectation::Unopenable, Err(_)) => true,
        (PageExpectation::Exactly(wanted), Ok(found)) => wanted == found,
        (PageExpectation::AtLeast(wanted), Ok(found)) => found >= wanted,
        _ => false,
    };
    if !pages_fit {
        return Some(format!("pages: {:?}, wanted {:?}", outcome.pages, recipe.expects.pages));
    }
    if outcome.pages.is_err() {
        return None;
    }
    let wanted = recipe.expects.diagnostics;
    if !wanted.is_empty() && !wanted.iter().any(|code| outcome.codes.contains(code)) {
        return Some(format!("diagnostics: {:?}, wanted one of {wanted:?}", outcome.codes));
    }
    let wanted = recipe.expects.page_text.unwrap_or_default();
    (!outcome.text.contains(wanted)).then(|| format!("no {wanted} in {} bytes of text", outcome.text.len()))
}

#[test]
fn hostile_files_are_read_within_bounds_and_report_cuts() {
    let mut complaints = Vec::new();
    for recipe in hostile::all() {
        let outcome = on_small_stack(recipe);
        if let Some(complaint) = complaint(recipe, &outcome) {
            complaints.push(format!("{}: {complaint}", recipe.name));
        }
    }
    assert!(
        complaints.is_empty(),
        "{} of {}:\n{}",
        complaints.len(),
        hostile::all().len(),
        complaints.join("\n")
    );
}

#[test]
fn malformed_encryption_dictionaries_never_panic() {
    for (name, bytes) in hostile::encryption_sweep() {
        match Document::open(bytes, &Options::default().with(|options| options.password = Some("x".into()))) {
            Ok(document) => drop(default_path::read(&document)),
            Err(error) => assert!(!matches!(error, Error::NotPdf), "{name}: {error}"),
        }
    }
}
