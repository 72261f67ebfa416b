//! What a caller already knows, as plain data: of fonts corrections, and outlines learned from other files; of words
//! lists.

mod dictionary;
mod fingerprint;
mod font_database;
mod font_map;
mod learned_fonts;

pub use dictionary::{Dictionary, DictionaryError};
pub use fingerprint::Fingerprint;
pub use font_database::{Added, FontDatabase, FontDatabaseError, LearnedGlyph};
pub use font_map::{FontMap, FontMapError, FontRule};
pub use learned_fonts::LearnedFonts;

use std::sync::Arc;

/// What a caller knows of fonts; by default nothing.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Knowledge {
    /// What codes and glyphs of fonts mean; outranks everything but `ActualText`. Of several maps the first counts
    /// that knows a code.
    pub font_maps: Vec<FontMap>,
    /// Outlines learned from other files.
    pub font_databases: Vec<Arc<LearnedFonts>>,
}

impl Knowledge {
    /// Returns these facts with a change.
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
