//! The verdict on a plain text.

use pdftract::quality::repaired;
use pyo3::prelude::*;

use crate::failure::Failure;

/// Letters from which on a language is named: shorter texts fit several related languages equally well.
const LETTERS_FOR_LANGUAGE: usize = 60;

/// Returns the verdict on a text as JSON.
#[pyfunction]
pub(crate) fn judge(py: Python<'_>, text: &str) -> PyResult<String> {
    let text = text.to_owned();
    let json = crate::guard::run(
        py,
        || {},
        move || {
            let verdict = pdftract::judge(&text);
            let is_readable = verdict.quality.is_readable();
            let letters = text.chars().filter(|c| c.is_alphabetic()).count();
            let is_named = verdict.judged && is_readable && letters >= LETTERS_FOR_LANGUAGE;
            serde_json::to_string(&serde_json::json!({
                "verdict": match is_readable {
                    false => "untrusted",
                    true if verdict.judged => "trusted",
                    true => "unknown",
                },
                "quality": verdict.quality,
                "readable": is_readable,
                "judged": verdict.judged,
                "confidence": (verdict.confidence * 1000.0).round() / 1000.0,
                "signals": verdict.signals,
                "lang": verdict.lang.filter(|_| is_named),
                "script": verdict.script.and_then(|script| script.code()),
                "repaired": repaired(&text),
            }))
        },
    )?;
    Ok(json.map_err(Failure::from)?)
}
