//! The text stage: converts laid-out pages to clean Unicode text with offsets back to glyphs.
//!
//! [`page`] works on one page: it cleans every line ([`clean`]) and decides how each line continues on the next
//! ([`line_end`]), once for all output formats. Hyphens that a single page cannot resolve are left to [`evidence`],
//! which uses the words of earlier pages.

pub(crate) mod clean;
mod document_words;
pub mod drawing_order;
pub(crate) mod evidence;
pub(crate) mod glyph_range;
mod korean;
pub(crate) mod line_end;
mod model;
mod page;
pub(crate) mod placed_word;
mod soft_hyphen_ink;
pub(crate) mod stretch;
mod word_hash;
mod word_search;
mod word_set;
mod wrong_code_page;

pub(crate) use glyph_range::{GlyphRange, GlyphRanges, LineStretches};
pub(crate) use line_end::LineEnd;
pub(crate) use model::TextPage;
pub(crate) use page::{TextRules, page};
pub(crate) use stretch::Stretch;
