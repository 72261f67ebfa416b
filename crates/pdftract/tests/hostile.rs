//! Opens every hostile recipe of the testkit and reads it in all formats on a small stack, and checks the expected
//! result.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod default_path;

use std::collections::BTreeSet;

use std::time::Duration;

use pdftract::{Code, Document, Error, ExtractOptions, Format, Options, RepairOptions, Stop};
use pdftract_testkit::builder::{PdfBuilder, stream_body, text_page};
use pdftract_testkit::hostile::{self, PageExpectation, Recipe};

/// Deep recursion over input would overflow this.
const STACK_BYTES: usize = 128 << 10;

/// Documents with more pages are not read by commands that read all of them.
const MOST_PAGES: usize = 100;

/// The time for fonts, repair and report of one document.
const TIME_LIMIT: Duration = Duration::from_secs(1);

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

/// The work of `pdftract fonts`, `repair` and `report`.
#[test]
fn fonts_repairs_and_reports_of_hostile_files_end() {
    for recipe in hostile::all() {
        // Damage is what these recipes are for, not a full result: the clock must end the long ones.
        let options = Options::default().time_limit(TIME_LIMIT);
        let Ok(document) = Document::open(recipe.generate(1.0), &options) else { continue };
        if document.page_count() > MOST_PAGES {
            continue;
        }
        assert!(document.fonts().len() <= Options::default().limits.tree_items, "{}", recipe.name);
        drop(document.repair(RepairOptions::default()));
        assert!(!document.report().is_empty(), "{}", recipe.name);
    }
}

#[test]
fn pages_after_the_end_of_work_cost_nothing() {
    for name in ["shared_content", "text_bomb", "fonts_many", "shared_widget_value", "chequered_glyphs"] {
        let options = Options::default();
        let bytes = hostile::by_name(name).unwrap().generate(1.0);
        let document = Document::open(bytes, &options).unwrap();
        options.cancel.cancel();
        for page in 0..document.page_count() {
            let output = document.page_output(page, &ExtractOptions::default(), &[Format::Json]);
            assert!(output.into_record().is_none(), "{name}");
        }
        assert!(matches!(document.text(), Err(Error::Stopped(Stop::Cancelled))), "{name}");
    }
}

/// The pages of `pages_many` share one stream; a page of its own content stays wherever it is.
#[test]
fn pages_that_repeat_others_are_left_out_beyond_the_limit() {
    let mut builder = PdfBuilder::new();
    let kids: String = (10..40).map(|number| format!("{number} 0 R ")).collect();
    let root = format!(
        "<</Type/Pages/Count 30/Kids[{kids}]/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>>>"
    );
    builder
        .set(1, "<</Type/Catalog/Pages 2 0 R>>")
        .set(2, root)
        .set(4, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        .set(5, stream_body("", text_page("shared").as_bytes()))
        .set(6, stream_body("", text_page("single").as_bytes()));
    for number in 10..40 {
        let contents = if number == 35 { 6 } else { 5 };
        builder.set(number, format!("<</Type/Page/Parent 2 0 R/Contents {contents} 0 R>>"));
    }
    let bytes = builder.finish();
    let options = Options::default().with(|options| options.limits.repeated_pages = 10);
    let document = Document::open(bytes.clone(), &options).unwrap();
    // The first page and ten that repeat it, and the page with a content of its own.
    let read =
        |document: &Document| (0..30).filter(|&page| document.glyphs(page).is_some()).collect::<Vec<usize>>();
    assert_eq!(read(&document), (0..11).chain([25]).collect::<Vec<usize>>());
    assert!(document.diagnostics().iter().any(|diagnostic| diagnostic.code == Code::DocumentLimit));
    let document = Document::open(bytes, &Options::default()).unwrap();
    assert_eq!(read(&document).len(), 30);
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
