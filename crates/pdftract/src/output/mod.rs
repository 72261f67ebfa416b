//! Output formats: plain text, the public data model, JSON and Markdown.

mod block;
pub(crate) mod char_boxes;
pub mod chunk;
pub(crate) mod continuation;
mod detail;
pub mod document;
pub(crate) mod join;
pub mod json;
mod json_number;
mod json_text;
mod latex;
mod latex_signs;
mod links;
pub mod markdown;
pub mod model;
mod number;
mod ocr_text;
pub(crate) mod page;
pub(crate) mod physical;
#[cfg(feature = "schema")]
pub mod schema;
pub(crate) mod span;
mod span_key;
pub(crate) mod table_parts;
pub(crate) mod text;
mod words;
pub(crate) mod writer;

pub(crate) use links::PageLinks;
