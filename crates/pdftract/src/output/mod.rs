//! What people and programs get: plain text, the public data model, JSON and Markdown.

pub mod physical;
pub mod raw;
pub mod text;
