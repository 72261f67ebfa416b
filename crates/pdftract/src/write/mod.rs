//! PDF written: what was found out goes back into the file, or into a copy that can be shared.
//!
//! | file | job |
//! |---|---|
//! | `value` | values as PDF syntax |
//! | `update` | new and changed objects behind the original bytes, with a section of the cross-reference |
//! | `to_unicode_map` | codes and texts as a `/ToUnicode` CMap |
//! | `font_uses` | which codes of which fonts pages show |
//! | `repair` | which fonts of a document get one |
//! | `text_layer` | an invisible layer of text on scanned pages |
//! | `report` | a copy of a document without what people wrote |
//! | `substitutes`, `scrubbed_content`, `content_streams` | what stands in for text; content with it; where content is |

pub(crate) mod anonymise;
mod anonymous_codes;
mod content_streams;
pub(crate) mod font_uses;
pub mod repair;
mod scrubbed_content;
#[cfg(feature = "render")]
pub(crate) mod text_layer;
mod to_unicode_map;
mod update;
mod value;

pub use repair::{RepairError, RepairOptions, Repaired, RepairedFont};
#[cfg(feature = "render")]
pub use text_layer::Layered;
