//! Decides the Unicode text of font codes, with its source and confidence.
//!
//! `ladder` lists all sources in the order in which they are tried, `resolver` applies them to one code of one font,
//! and `explain` reports all of their results. A [`ResolvedFont`] caches the results for all pages and threads.
//! `context` resolves the codes that fonts leave open, with the text of the whole document.

mod arabic_letters;
pub(crate) mod candidate;
mod claim_check;
pub(crate) mod classifier;
mod code_check;
mod code_spelling;
mod collection_check;
mod components;
pub(crate) mod context;
mod decipher;
mod dot_below;
pub(crate) mod explain;
mod features;
mod fingerprint;
mod font_report;
mod font_script;
mod font_sources;
pub(crate) mod font_store;
mod frequency;
mod gallery;
pub(crate) mod glyph_image;
mod glyph_name;
mod glyph_number;
mod glyph_table;
mod glyph_traits;
mod ideograph_width;
mod ideographs;
mod indic_cluster;
mod joined_letters;
mod ladder;
pub(crate) mod language;
mod learn;
mod learned;
mod letter_form;
mod letter_marks;
pub(crate) mod look_alikes;
mod name_check;
mod numbering;
mod overrides;
mod picture_cache;
mod polygon;
mod program_tables;
pub(crate) mod raster;
pub(crate) mod resolved;
pub(crate) mod resolved_font;
mod resolver;
mod same_outline;
mod script_familiarity;
mod script_vote;
pub(crate) mod shape;
mod shape_check;
mod shape_labels;
mod shape_sources;
pub(crate) mod source;
mod stretched_sign;
mod symbol_code;
mod tex_encoding;
pub(crate) mod text_sample;
mod to_unicode_check;
pub(crate) mod training;
mod true_type;
mod type3_text;
mod usual_width;
mod weighted_sums;
mod width_fit;
mod word_puzzle;
pub(crate) mod wrong_cmap;

pub use explain::{Alternative, Explanation, RungAnswer, RungOutcome};
pub use font_report::{FontReport, ProgramReport, SourceCount};
pub use learn::Harvest;
pub use resolved_font::ResolvedFont;
pub use source::UnicodeSource;

pub(crate) use font_store::FontStore;
pub(crate) use glyph_table::{GlyphInfo, GlyphKind, InfoText};
pub(crate) use glyph_traits::{GlyphTraits, is_stackable};
pub(crate) use resolver::Resolver;
