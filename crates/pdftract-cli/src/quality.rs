//! `pdftract quality`: whether a plain text can be read or is garbled.

use pdftract::quality::{Quality, Signal, judge, repaired};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source, print};
use crate::input::Source;
use crate::json::{Layout, to_json};

/// The verdict as it is printed.
#[derive(Serialize)]
struct Report {
    /// `trusted`, `untrusted`, or `unknown` where there is too little to judge.
    verdict: &'static str,
    quality: Quality,
    readable: bool,
    /// Whether there was enough to judge. If not, nothing speaks against the text, and nothing for it.
    judged: bool,
    confidence: f64,
    quality_signals: Vec<Signal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<&'static str>,
    /// The text as it was meant, where only the code page is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<String>,
}

/// Judges the text and prints the verdict. A text that cannot be read is a result, not a failure.
pub(crate) fn run(source: &Source) -> Exit {
    each_source(std::slice::from_ref(source), |source| print(&[&report(source)?]).map_err(FileError::Output))
}

fn report(source: &Source) -> Result<String, Failure> {
    let input = source.read(false).map_err(Failure::from)?;
    let text = String::from_utf8_lossy(input.bytes());
    let verdict = judge(&text);
    let report = Report {
        verdict: match verdict.quality.is_readable() {
            false => "untrusted",
            true if verdict.judged => "trusted",
            true => "unknown",
        },
        quality: verdict.quality,
        judged: verdict.judged,
        readable: verdict.quality.is_readable(),
        confidence: (verdict.confidence * 1000.0).round() / 1000.0,
        quality_signals: verdict.signals,
        lang: verdict.lang,
        script: verdict.script.and_then(|script| script.code()),
        repaired: repaired(&text),
    };
    to_json(&report, Layout::LinePerItem)
}
