//! Writes PDF: repaired files with recovered text, files with a text layer or highlights, and anonymised copies.
//!
//! | file | job |
//! |---|---|
//! | `value` | serialises values as PDF syntax |
//! | `update` | appends new and changed objects to the original bytes, with a cross-reference section |
//! | `to_unicode_map` | writes a `/ToUnicode` CMap |
//! | `font_uses` | collects the codes that pages use in each font |
//! | `repair` | adds maps to the fonts that need one |
//! | `text_layer` | adds an invisible text layer to scanned pages |
//! | `highlight` | adds highlight annotations |
//! | `anonymise` | writes a copy of a document without its text |
//! | `anonymous_codes`, `scrubbed_content`, `content_streams` | substitute codes; content rewritten with them; the content streams of a document |

pub(crate) mod anonymise;
mod anonymous_codes;
mod content_streams;
pub(crate) mod font_uses;
pub(crate) mod highlight;
pub mod repair;
mod scrubbed_content;
#[cfg(feature = "render")]
pub(crate) mod text_layer;
mod to_unicode_map;
mod update;
mod value;

pub use highlight::{Highlighted, PageHighlights};
pub use repair::{RepairError, RepairOptions, Repaired, RepairedFont};
#[cfg(feature = "render")]
pub use text_layer::Layered;
