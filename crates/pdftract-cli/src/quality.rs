//! `pdftract quality`: checks whether plain text is readable or garbled.

use pdftract::Error;
use pdftract::quality::{Quality, Signal, judge, repaired};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source, print};
use crate::input::Source;
use crate::json::{Layout, to_json};

/// The verdict as printed.
#[derive(Serialize)]
struct Report {
    /// `trusted`, `untrusted`, or `unknown` where there is too little to judge.
    verdict: &'static str,
    quality: Quality,
    readable: bool,
    /// True if there was enough text to judge.
    judged: bool,
    confidence: f64,
    quality_signals: Vec<Signal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<&'static str>,
    /// The text decoded with the right code page, where only that was wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<String>,
}

/// The longest text that is judged. A book has 1 MB; judging takes about five times the memory of the text.
const MOST_BYTES: u64 = 48 << 20;

/// Letters from which on a language is named: shorter texts fit several related languages equally well.
const LETTERS_FOR_LANGUAGE: usize = 60;

/// Prints the verdict on a text. The exit code is that of `pdftract check`.
pub(crate) fn run(source: &Source) -> Exit {
    let mut verdict = Exit::Ok;
    let failed = each_source(std::slice::from_ref(source), |source| {
        let (report, is_readable) = report(source)?;
        if !is_readable {
            verdict = Exit::Untrusted;
        }
        print(&[&report]).map_err(FileError::Output)
    });
    failed.max(verdict)
}

/// Returns the report, and whether the text is readable.
fn report(source: &Source) -> Result<(String, bool), Failure> {
    let bytes = source.read_text(MOST_BYTES).map_err(|error| Failure::from(Error::from(error)))?;
    let text = String::from_utf8_lossy(&bytes);
    let verdict = judge(&text);
    let is_readable = verdict.quality.is_readable();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let report = Report {
        verdict: match is_readable {
            false => "untrusted",
            true if verdict.judged => "trusted",
            true => "unknown",
        },
        quality: verdict.quality,
        judged: verdict.judged,
        readable: is_readable,
        confidence: (verdict.confidence * 1000.0).round() / 1000.0,
        quality_signals: verdict.signals,
        lang: verdict.lang.filter(|_| verdict.judged && is_readable && letters >= LETTERS_FOR_LANGUAGE),
        script: verdict.script.and_then(|script| script.code()),
        repaired: repaired(&text),
    };
    Ok((to_json(&report, Layout::LinePerItem)?, is_readable))
}
