//! Rows about PDFs: one schema for documents, pages, blocks, words and chunks, whoever reads them.
//!
//! The command (`-f parquet`, `-f rows`), the Python package and the worker processes all use this crate, so that the same
//! document has the same rows everywhere. `docs/rows.md` describes every column; [`VERSION`] is the version of the schema.
//!
//! `schema.rs` has the columns, `value.rs` their values, `read.rs` reads documents into rows and `facts.rs` the columns for
//! routers. With the feature `arrow` rows become record batches, with `parquet` files.

#[cfg(feature = "arrow")]
mod arrow;
mod facts;
mod failure;
#[cfg(feature = "parquet")]
mod parquet;
mod read;
mod schema;
mod value;

#[cfg(feature = "arrow")]
pub use arrow::{Batch, arrow_schema};
pub use failure::RowFailure;
#[cfg(feature = "parquet")]
pub use parquet::PartWriter;
pub use read::{Origin, Outcome, Status, failed, read_document, sha256};
pub use schema::{Column, Granularity, Kind, RowSchema, VERSION};
pub use value::{BlockValue, Row, Value};
