//! Text from PDF that can be trusted.
//!
//! pdftract turns bytes into objects, objects into glyphs, glyphs into text, in stages that follow each other like the
//! rooms of a house. What stands so far:
//!
//! | stage | module | turns | into |
//! |---|---|---|---|
//! | 1 | [`mod@file`] | bytes | objects, streams, pages |
//! | 2 | [`font`] | codes | Unicode with its source, widths |
//! | 3 | [`content`] | pages | glyphs with their places |
//! | 4 | [`output`] | glyphs | text |
//!
//! ```
//! use pdftract::{Document, Options};
//!
//! # fn main() -> Result<(), pdftract::Error> {
//! # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
//! let document = Document::open(bytes, &Options::default())?;
//! assert_eq!(document.file().metadata().title.as_deref(), Some("Hello"));
//! let text = document.raw_text(0).unwrap_or_default();
//! assert!(text.starts_with("Hello, reader!"));
//! # Ok(())
//! # }
//! ```
//!
//! # Untrusted input
//!
//! Any bytes may be given. The library contains no `unsafe` code and is built so that no input makes it panic, recurse
//! without bound or use memory beyond [`Limits`]. It never opens another file, runs a program, fetches an address or
//! executes a script that a PDF names. What is cut, lost or repaired is said in a [`Diagnostic`]; an [`Error`] means
//! that there is no result at all. Two things it cannot promise: that the allocator of the process always has memory
//! left, and that a memory map given as [`Input`] does not change while it is read. A service that opens
//! files of strangers should still do so in a process of its own.

pub mod budget;
pub mod content;
pub mod diagnostic;
pub mod error;
pub mod extract;
pub mod file;
pub mod font;
pub mod geometry;
pub mod limits;
pub mod options;
pub mod output;

pub use budget::{CancelFlag, Stop};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use error::Error;
pub use extract::Document;
pub use file::{File, Input};
pub use limits::Limits;
pub use options::Options;

/// Inner parts that `xtask bench` measures; not part of the API.
#[doc(hidden)]
pub mod bench_support {
    pub use crate::file::lexer::count_tokens;
}

/// What the makers of the shape tables need; not part of the API.
#[doc(hidden)]
pub mod shape_support {
    pub use crate::font::recover::study::{
        FEATURES, STRANGER, Specimen, Warp, classify, known, specimens, strangers,
    };
}
