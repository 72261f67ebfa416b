//! The known text of a file, and how near a reading comes to it.

use std::fs;
use std::path::Path;

use pdftract_testkit::compare::similarity;

/// Returns the known text of a file, from text files beside it, one per page; `None` when there are none.
pub(crate) fn of(pdf: &Path) -> Option<String> {
    let page = |number: usize| fs::read_to_string(pdf.with_extension(format!("p{number}.txt"))).ok();
    let pages: Vec<String> = (1..).map_while(page).collect();
    (!pages.is_empty()).then(|| pages.join("\n"))
}

/// How near a reading comes to the truth, from 0 to 1. Hyphens at line ends may stay or go.
pub(crate) fn score(truth: &str, text: &str) -> f64 {
    let text = text.replace('\u{c}', "\n");
    let joined = text.replace("-\n", "");
    similarity(truth, &text).max(similarity(truth, &joined))
}

/// The mean of numbers; 1 of none.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn mean(numbers: &[f64]) -> f64 {
    if numbers.is_empty() { 1.0 } else { numbers.iter().sum::<f64>() / numbers.len() as f64 }
}
