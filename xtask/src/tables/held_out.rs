//! The sentences that the language models do not learn from, for those who evaluate the models.

use std::path::Path;

use super::languages;

/// Languages of the models: ISO 639-1 code, and the package of their sentences.
pub const LANGUAGES: &[(&str, &str)] = &languages::LANGUAGES;

/// Returns the sentences of a language that no model has learned.
///
/// # Errors
/// When the package is not below the folder.
pub fn sentences(sources: &Path, package: &str) -> Result<String, String> {
    languages::sentences(sources, package, true)
}
