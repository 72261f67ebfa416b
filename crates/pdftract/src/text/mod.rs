//! The text stage: turns laid-out pages into clean Unicode text with offsets back to glyphs.
//!
//! [`page`] works on one page: it cleans every line ([`clean`]) and decides how each line goes on in the next
//! ([`line_end`]), once for every output format. A page alone cannot settle some hyphens; [`evidence`] does, by the words
//! of the pages before.

pub(crate) mod clean;
mod document_words;
pub mod drawing_order;
pub(crate) mod evidence;
pub(crate) mod glyph_range;
pub(crate) mod line_end;
mod model;
mod page;
pub(crate) mod placed_word;
mod soft_hyphen_ink;
mod word_set;
mod wrong_code_page;

pub(crate) use glyph_range::{GlyphRange, GlyphRanges};
pub(crate) use line_end::LineEnd;
pub(crate) use model::TextPage;
pub(crate) use page::{TextRules, page};
