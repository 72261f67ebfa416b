//! Finds the Unicode of a code when the font does not simply say it.

pub(crate) mod cascade;
pub(crate) mod code_spelling;
pub(crate) mod context;
pub(crate) mod decipher;
pub(crate) mod distrust;
pub(crate) mod glyph_number;
pub(crate) mod language;
pub(crate) mod passages;
pub(crate) mod tex;
pub(crate) mod true_type;
pub(crate) mod width_fit;
