//! Facts supplied by the caller, as plain data: corrections for fonts, outlines learned from other files, and word
//! lists.

mod dictionary;
mod fingerprint;
mod font_database;
mod font_map;
mod learned_fonts;
mod toml;

pub use dictionary::{Dictionary, DictionaryError};
pub use fingerprint::Fingerprint;
pub use font_database::{Added, FontDatabase, FontDatabaseError, LearnedGlyph};
pub use font_map::{FontMap, FontMapError, FontRule};
pub use learned_fonts::LearnedFonts;

use std::sync::Arc;

/// Facts that the caller supplies about fonts; empty by default.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Knowledge {
    /// Texts of codes and glyphs. They outrank everything except `ActualText`; of several maps, the first that
    /// contains a code applies.
    pub font_maps: Vec<FontMap>,
    /// Outlines learned from other files.
    pub font_databases: Vec<Arc<LearnedFonts>>,
}

impl Knowledge {
    /// Returns this value after applying a change.
    ///
    /// ```
    /// use pdftract::Knowledge;
    /// let knowledge = Knowledge::default().with(|knowledge| knowledge.font_maps.clear());
    /// # assert!(knowledge.font_maps.is_empty());
    /// ```
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
