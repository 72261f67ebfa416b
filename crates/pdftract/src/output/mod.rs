//! What people and programs get: plain text, the public data model, JSON and Markdown.

mod block;
pub mod document;
pub mod json;
mod links;
pub mod markdown;
pub mod model;
mod number;
pub mod page;
pub mod raw;
mod span;
pub mod text;

pub use links::PageLinks;
