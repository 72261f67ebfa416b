//! Outputs: records, JSON, Markdown, and the schema that describes them.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::cast_possible_truncation, clippy::string_slice)]

mod api;
mod chunks;
mod json;
mod markdown;
mod paper;
mod record;
mod schema;
