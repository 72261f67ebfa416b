//! The sentences held out from training of the language models, for their evaluation.

use std::path::Path;

use super::languages;

/// Languages of the models: ISO 639-1 code, and the package of their sentences.
pub const LANGUAGES: &[(&str, &str)] = &languages::LANGUAGES;

/// Returns the sentences of a language that no model was trained on.
///
/// # Errors
/// Returns an error if the package is not below the folder.
pub fn sentences(sources: &Path, package: &str) -> Result<String, String> {
    languages::sentences(sources, package, true)
}
