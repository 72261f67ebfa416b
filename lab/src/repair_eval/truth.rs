//! The known text of a file, and the score of a reading.

use std::fs;
use std::path::Path;

use pdftract_testkit::compare::similarity;

/// Returns the known text of a file, from text files beside it, one per page; `None` if there are none.
pub(crate) fn of(pdf: &Path) -> Option<String> {
    let page = |number: usize| fs::read_to_string(pdf.with_extension(format!("p{number}.txt"))).ok();
    let pages: Vec<String> = (1..).map_while(page).collect();
    (!pages.is_empty()).then(|| pages.join("\n"))
}

/// Scores a reading against the known text, from 0 to 1. Hyphens at line ends may be kept or removed.
pub(crate) fn score(truth: &str, text: &str) -> f64 {
    let text = text.replace('\u{c}', "\n");
    let joined = text.replace("-\n", "");
    similarity(truth, &text).max(similarity(truth, &joined))
}

/// Returns the mean of numbers; 1 if there are none.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn mean(numbers: &[f64]) -> f64 {
    if numbers.is_empty() { 1.0 } else { numbers.iter().sum::<f64>() / numbers.len() as f64 }
}
