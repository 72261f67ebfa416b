//! Refuses every charge to the budget in turn: the result is partial and says so, or it is an error.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use pdftract::{Diagnostic, Document, Error, ExtractOptions, Format, Options, Refusal};
use pdftract_testkit::hostile;

/// The charges that are refused, one in each run.
const CHARGES: u64 = 500;

/// Recipes that use other parts of the library than the samples.
const RECIPES: [&str; 12] = [
    "objstm_many",
    "shared_widths",
    "shared_to_unicode",
    "shared_title",
    "shared_field_value",
    "shared_layer_name",
    "shared_note",
    "type1_eexec_huge",
    "form_many",
    "struct_tree_deep",
    "xref_prev_chain",
    "page_labels_extreme",
];

fn fixtures() -> Vec<(String, Vec<u8>)> {
    let samples =
        ["arabic", "broken-font", "form", "hello", "scan", "table", "two-columns", "vertical-japanese"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let samples = samples.iter().map(|name| {
        let bytes = std::fs::read(folder.join(format!("{name}.pdf"))).unwrap();
        ((*name).to_owned(), bytes)
    });
    let recipes = RECIPES.iter().map(|name| {
        let recipe = hostile::by_name(name).unwrap_or_else(|| panic!("{name}"));
        ((*name).to_owned(), recipe.generate(0.02))
    });
    samples.chain(recipes).collect()
}

/// What a reader learns of a document.
struct Outcome {
    output: Vec<u8>,
    diagnostics: Vec<Diagnostic>,
}

fn read(bytes: &[u8], refusal: Refusal) -> Result<Outcome, Error> {
    let document = Document::open(bytes, &Options::default().refusing(refusal))?;
    let mut output = Vec::new();
    document.write(Format::Text, &mut output, &ExtractOptions::default())?;
    drop(document.file().summary());
    Ok(Outcome { output, diagnostics: document.diagnostics() })
}

#[test]
fn a_refused_charge_is_an_error_or_a_partial_result_that_says_so() {
    let fixtures = fixtures();
    assert_eq!(fixtures.len(), 20);
    let (mut refused, mut silent) = (0, Vec::new());
    for (name, bytes) in &fixtures {
        let whole = read(bytes, Refusal::default()).unwrap();
        for number in 1..=CHARGES {
            let refusal = Refusal::of_charge(number);
            let read = read(bytes, refusal.clone());
            if !refusal.has_happened() {
                break;
            }
            refused += 1;
            let Ok(read) = read else { continue };
            if read.output != whole.output && read.diagnostics == whole.diagnostics {
                silent.push(format!("{name}: charge {number}"));
            }
        }
    }
    assert!(silent.is_empty(), "text is lost and nothing is said:\n{}", silent.join("\n"));
    assert!(refused > 1_000, "{refused}");
}
