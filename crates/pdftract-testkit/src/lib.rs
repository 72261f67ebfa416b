//! Builds the PDFs that pdftract is tested with, and measures what came out.
//!
//! | module | what it makes |
//! |---|---|
//! | [`builder`] | well-formed files from objects, with every kind of cross-reference |
//! | [`encode`], [`lzw`] | encoded stream data, written independently of any decoder |
//!
//! Everything is deterministic: the same arguments give the same bytes on every machine.

pub mod builder;
pub mod encode;
pub mod lzw;
pub mod random;
mod xref;

pub use builder::PdfBuilder;
