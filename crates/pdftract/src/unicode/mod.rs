//! Decides which Unicode text the codes of fonts mean, from which source, and how sure that is.

pub(crate) mod classifier;
pub(crate) mod code_spelling;
pub(crate) mod collection_check;
pub(crate) mod components;
pub(crate) mod context;
pub(crate) mod decipher;
pub(crate) mod explain;
pub(crate) mod features;
pub(crate) mod fingerprint;
pub(crate) mod font_report;
pub(crate) mod font_script;
pub(crate) mod font_store;
pub(crate) mod frequency;
pub(crate) mod glyph_image;
pub(crate) mod glyph_number;
pub(crate) mod glyph_table;
pub(crate) mod ideograph_width;
pub(crate) mod ideographs;
pub(crate) mod ladder;
pub(crate) mod language;
pub(crate) mod learn;
pub(crate) mod learned;
pub(crate) mod look_alikes;
pub(crate) mod overrides;
pub(crate) mod raster;
pub(crate) mod same_outline;
pub(crate) mod script_familiarity;
pub(crate) mod script_vote;
pub(crate) mod shape;
pub(crate) mod shape_labels;
pub(crate) mod source;
pub(crate) mod tex_encoding;
pub(crate) mod text_sample;
pub(crate) mod to_unicode_check;
pub(crate) mod training;
pub(crate) mod true_type;
pub(crate) mod width_fit;
pub(crate) mod wrong_cmap;

pub use explain::{Alternative, Explanation, RungAnswer, Verdict};
pub use font_report::{FontReport, ProgramReport, SourceCount};
pub use learn::Harvest;
pub use source::UnicodeSource;

pub(crate) use font_store::FontStore;
pub(crate) use glyph_table::{GlyphInfo, InfoText};
