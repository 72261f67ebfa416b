//! Finds the Unicode of a code when the font does not simply say it.

pub(crate) mod cascade;
pub(crate) mod classifier;
pub(crate) mod code_spelling;
pub(crate) mod context;
pub(crate) mod decipher;
pub(crate) mod distrust;
mod drawn;
pub(crate) mod features;
pub(crate) mod fingerprint;
mod font_script;
mod frequency;
pub(crate) mod glyph_number;
mod hash;
mod labels;
pub(crate) mod language;
pub(crate) mod look_alikes;
pub(crate) mod passages;
pub(crate) mod raster;
mod script_vote;
pub(crate) mod shape;
pub(crate) mod study;
pub(crate) mod tex;
pub(crate) mod true_type;
pub(crate) mod width_fit;
