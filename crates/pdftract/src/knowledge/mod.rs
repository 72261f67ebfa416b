//! What a caller already knows, as plain data: of fonts corrections, and outlines learned from other files; of words
//! lists.

mod dictionary;
mod fingerprint;
mod font_database;
mod font_map;

pub use dictionary::{Dictionary, DictionaryError};
pub use fingerprint::Fingerprint;
pub use font_database::{Added, FontDatabase, FontDatabaseError, LearnedGlyph};
pub use font_map::{FontMap, FontMapError, FontRule};

/// What a caller knows of fonts; by default nothing.
#[derive(Debug, Clone, Default)]
pub struct Knowledge {
    /// What codes and glyphs of fonts mean; outranks everything but `ActualText`. Of several maps the first counts
    /// that knows a code.
    pub font_maps: Vec<FontMap>,
    /// Outlines learned from other files.
    pub font_databases: Vec<FontDatabase>,
}
