//! Cleaning: from the characters of glyphs to the characters that people mean.

pub(crate) mod ligature;
