//! What people and programs get: plain text, the public data model, JSON and Markdown.

mod block;
pub mod document;
pub mod join;
pub mod json;
mod line;
mod links;
pub mod markdown;
pub mod model;
mod number;
mod ocr_text;
pub(crate) mod page;
pub mod physical;
pub mod raw;
#[cfg(feature = "schema")]
pub mod schema;
mod span;
pub mod text;

pub(crate) use links::PageLinks;
pub use page::Detail;
