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
//! | 4 | [`layout`] | glyphs | lines and blocks in reading order |
//! | 5 | [`output`] | blocks | text, records, JSON, Markdown |
//!
//! # Text
//!
//! ```
//! # fn main() -> Result<(), pdftract::Error> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
//! let text = pdftract::open(path)?.text()?;
//! assert!(text.starts_with("Hello, reader!"));
//! # Ok(())
//! # }
//! ```
//!
//! # Where it stands, and how far it can be trusted
//!
//! A [record](output::model) says for each span of text its place, its font, how its Unicode was found and how sure that
//! is. Pages come one at a time, so that memory does not grow with their number.
//!
//! ```
//! use pdftract::{Document, LayoutOptions, Options};
//!
//! # fn main() -> Result<(), pdftract::Error> {
//! # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
//! let document = Document::open(bytes, &Options::default())?;
//! for page in document.page_records(&LayoutOptions::default()) {
//!     let page = page?;
//!     if page.readability.ocr_recommended {
//!         println!("page {} needs recognition", page.page_number);
//!     }
//!     for span in page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans) {
//!         println!("{:?} at {:?} in {}: {}", span.text, span.bbox, span.font, span.confidence);
//! #       assert!(span.confidence > 0.8);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # JSON and Markdown
//!
//! ```
//! use pdftract::{Document, JsonForm, LayoutOptions, MarkdownOptions, Options};
//!
//! # fn main() -> Result<(), pdftract::Error> {
//! # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
//! let document = Document::open(bytes, &Options::default())?;
//! let layout = LayoutOptions::default();
//! let mut json = Vec::new();
//! document.write_json(&mut json, JsonForm::Lines, &layout)?;
//! let markdown = document.markdown(&layout, MarkdownOptions::default())?;
//! assert!(markdown.contains("Hello, reader!"));
//! # assert!(json.starts_with(b"{\"record\":\"document\""));
//! # Ok(())
//! # }
//! ```
//!
//! # Ending the work from outside
//!
//! [`Options::time_limit`] bounds the time of a document; what was read until then stays. A [`CancelFlag`] ends the work
//! at once, from any thread:
//!
//! ```
//! use pdftract::{CancelFlag, Document, Error, Options, Stop};
//!
//! # fn main() -> Result<(), pdftract::Error> {
//! # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
//! let cancel = CancelFlag::new();
//! let document = Document::open(bytes, &Options { cancel: cancel.clone(), ..Options::default() })?;
//! cancel.cancel();
//! assert!(matches!(document.text(), Err(Error::Stopped(Stop::Cancelled))));
//! # Ok(())
//! # }
//! ```
//!
//! `examples/` has programs: text, NDJSON page by page, a search that prints boxes, a list of unreliable pages.
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
mod char_class;
pub mod content;
pub mod diagnostic;
pub mod error;
pub mod extract;
pub mod file;
pub mod font;
pub mod geometry;
mod hash;
pub mod knowledge;
pub mod language;
pub mod layout;
pub mod limits;
pub mod ocr;
pub mod options;
pub mod output;
mod page_ranges;
mod png;
pub mod quality;
pub mod search;
mod session;
mod spacing;
pub mod structure;
mod table_reader;
pub mod text;
#[cfg(feature = "threads")]
pub mod threads;
pub mod unicode;
pub mod write;

pub use budget::{CancelFlag, Stop};
pub use content::{PageProfile, image};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use error::Error;
pub use extract::{Document, LaidOutPage, PageAssembler, open};
pub use file::attachment::{Attachment, AttachmentBytes, AttachmentError};
pub use file::{File, Input};
pub use knowledge::Knowledge;
pub use limits::Limits;
pub use options::{
    Detail, ExtractOptions, Hidden, Hyphens, Ligatures, LineForm, MarkdownOptions, Normalization, Options,
    PrivateUse, Spaces, TextOrder, TextPolicy,
};
pub use output::json::JsonForm;
pub use output::writer::{DocumentWriter, Format, PageOutput};
pub use page_ranges::{PageRanges, PageRangesError};
pub use text::clean::{Cleaned, OffsetMap, clean_text};

/// Inner parts that `lab bench` measures; not part of the API.
#[doc(hidden)]
pub mod bench_support {
    pub use crate::file::lexer::count_tokens;
}

/// What the makers of the shape tables need; not part of the API.
#[doc(hidden)]
pub mod shape_support {
    pub use crate::unicode::training::{FEATURES, OUT_OF_SET as STRANGER, Specimen, Warp};
    pub use crate::unicode::training::{classify, known, rarity, specimens, strangers};
}

/// Records and Markdown of pages that tests lay out by hand; not part of the API.
#[doc(hidden)]
pub mod test_support {
    use crate::output::markdown::MarkdownWriter;
    use crate::output::model::Page;
    use crate::{Document, ExtractOptions, LaidOutPage};

    /// Returns the record of a page whose layout was changed.
    pub fn record(document: &Document, page: &LaidOutPage, options: &ExtractOptions) -> Option<Page> {
        document.record_of(page, &page.text_page(options), options)
    }

    /// Returns the Markdown of one page.
    pub fn markdown(page: &Page, options: &ExtractOptions) -> String {
        MarkdownWriter::new(options.markdown, options.policy.spaces).page(page).text
    }
}
