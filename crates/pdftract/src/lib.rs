//! Extracts text from PDF files, with a measure of how far it can be trusted.
//!
//! For every character, pdftract reports its position on the page, the source of its Unicode value and a confidence.
//! Text that cannot be decoded is reported as unreadable instead of being returned as if it were correct.
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
//! # Positions, sources and scores
//!
//! A [record] holds, for each span of text, its position, its font, the source of its Unicode and a confidence. Pages
//! are delivered one at a time, so that memory does not grow with their number.
//!
//! ```
//! use pdftract::{Document, ExtractOptions, Options};
//!
//! # fn main() -> Result<(), pdftract::Error> {
//! # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
//! let document = Document::open(bytes, &Options::default())?;
//! for page in document.page_records(&ExtractOptions::default()) {
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
//! use pdftract::{Document, ExtractOptions, Format, Options};
//!
//! # fn main() -> Result<(), pdftract::Error> {
//! # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
//! let document = Document::open(bytes, &Options::default())?;
//! let options = ExtractOptions::default();
//! let mut json = Vec::new();
//! document.write(Format::Ndjson, &mut json, &options)?;
//! let markdown = document.markdown(&options)?;
//! assert!(markdown.contains("Hello, reader!"));
//! # assert!(json.starts_with(b"{\"record\":\"document\""));
//! # Ok(())
//! # }
//! ```
//!
//! # Stopping work
//!
//! [`Options::time_limit`] limits the time spent on a document; everything read until then is kept. A [`CancelFlag`]
//! stops the work at once, from any thread:
//!
//! ```
//! use pdftract::{CancelFlag, Document, Error, Options, Stop};
//!
//! # fn main() -> Result<(), pdftract::Error> {
//! # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
//! let cancel = CancelFlag::new();
//! let document = Document::open(bytes, &Options::default().with(|options| options.cancel = cancel.clone()))?;
//! cancel.cancel();
//! assert!(matches!(document.text(), Err(Error::Stopped(Stop::Cancelled))));
//! # Ok(())
//! # }
//! ```
//!
//! `examples/` has complete programs: text, NDJSON page by page, a search that prints bounding boxes, a list of
//! unreliable pages.
//!
//! # The public API
//!
//! A test compares this list with the crate, so that every change is deliberate.
//!
//! | for | items |
//! |---|---|
//! | documents | [`open`], [`Document`], [`Input`], [`Options`], [`Limits`], [`CancelFlag`], [`Stop`], [`Error`], [`Diagnostic`], [`Code`], [`Severity`] |
//! | extraction | [`ExtractOptions`], [`Hidden`], [`RunningHeads`], [`TextOrder`], [`LineForm`], [`Detail`], [`Math`], [`MarkdownOptions`], [`ChunkOptions`], [`Rect`] |
//! | text | [`TextPolicy`], [`Normalization`], [`Ligatures`], [`Hyphens`], [`PrivateUse`], [`Spaces`], [`clean_text`], [`Cleaned`], [`OffsetMap`] |
//! | pages and formats | [`Format`], [`DocumentWriter`], [`PageOutput`], [`PageAssembler`], [`Chunker`], [`PageRanges`], [`PageRangesError`], [`PageProfile`], [`PageFacts`] |
//! | threads (feature `threads`) | `WorkerPermits`, `Permit`, `ReleasedPermit`, `PageError` |
//! | trust | [`judge`], [`TextVerdict`], [`Quality`], [`Signal`] |
//! | search | [`Search`], [`SearchOptions`], [`SearchError`], [`SearchMatch`], [`MatchPart`] |
//! | images | [`PageImage`], [`ImageBytes`], [`ImageForm`], [`ImageFormat`], [`ImageKind`], [`ImageColorSpace`], [`ImageError`] |
//! | attachments | [`Attachment`], [`AttachmentBytes`], [`AttachmentError`] |
//! | fonts | [`Knowledge`], [`FontMap`], [`FontMapError`], [`FontDatabase`], [`FontDatabaseError`], [`LearnedFonts`], [`Dictionary`], [`DictionaryError`], [`FontReport`], [`UnicodeSource`] |
//! | repair | [`RepairOptions`], [`Repaired`], [`RepairedFont`], [`RepairError`] |
//! | recognition (feature `render`) | `Recognition`, `RecognitionMode`, `Engine`, `EngineFailure`, `Tesseract`, `CommandEngine`, `PageRenderer`, `Picture`, `PagePicture`, `NoPicture` |
//! | records | [`record`] |
//!
//! # Untrusted input
//!
//! The input may be arbitrary bytes. The library contains no `unsafe` code and is designed so that no input makes it
//! panic, recurse without bound or use memory beyond [`Limits`]. It never opens other files, runs programs, fetches
//! URLs or executes scripts that a PDF refers to. Everything cut, lost or repaired is reported in a [`Diagnostic`];
//! an [`Error`] means that there is no result at all. Two failures remain possible: the allocator of the process may
//! run out of memory, and a memory map given as [`Input`] may change while it is read. A service that opens untrusted
//! files should still do so in a separate process.

// Without `internals`, items used only by the workspace are private, and some of them unused.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

/// Examples in documents outside of the sources.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/book/src/rust.md")]
    struct Guide;
}

// The stages. Their items are `pub` for each other; the public API is listed below. The feature `internals` opens the
// stages to `lab`, `xtask`, the command and the tests of this workspace, without any promise of stability.
mod bmp_table;
mod budget;
mod char_class;
mod clock;
mod diagnostic;
mod error;
mod extract;
mod hash;
mod joint_value;
mod limits;
mod options;
mod page_ranges;
mod png;
mod session;
mod spacing;
mod table_reader;

#[cfg(not(feature = "internals"))]
mod content;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod content;
#[cfg(not(feature = "internals"))]
mod file;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod file;
#[cfg(not(feature = "internals"))]
mod font;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod font;
#[cfg(not(feature = "internals"))]
mod geometry;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod geometry;
#[cfg(not(feature = "internals"))]
mod knowledge;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod knowledge;
#[cfg(not(feature = "internals"))]
mod language;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod language;
#[cfg(not(feature = "internals"))]
mod layout;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod layout;
#[cfg(not(feature = "internals"))]
mod ocr;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod ocr;
#[cfg(not(feature = "internals"))]
mod output;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod output;
#[cfg(not(feature = "internals"))]
mod quality;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod quality;
#[cfg(not(feature = "internals"))]
mod search;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod search;
#[cfg(not(feature = "internals"))]
mod structure;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod structure;
#[cfg(not(feature = "internals"))]
mod text;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod text;
#[cfg(all(feature = "threads", not(feature = "internals")))]
mod threads;
#[cfg(all(feature = "threads", feature = "internals"))]
#[doc(hidden)]
pub mod threads;
#[cfg(not(feature = "internals"))]
mod unicode;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod unicode;
#[cfg(not(feature = "internals"))]
mod write;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod write;

// Documents.
pub use budget::{CancelFlag, Stop};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use error::Error;
pub use extract::{Document, open};
pub use file::Input;
pub use limits::Limits;
pub use options::Options;

// Extraction options, and the policy for text.
pub use geometry::Rect;
pub use options::{
    ChunkOptions, Detail, ExtractOptions, Hidden, Hyphens, Ligatures, LineForm, MarkdownOptions, Math,
    Normalization, PrivateUse, RunningHeads, Spaces, TextOrder, TextPolicy,
};
pub use text::clean::{Cleaned, OffsetMap, clean_text};

// Pages, one by one or in parallel, in any format.
pub use content::PageProfile;
pub use extract::PageAssembler;
pub use extract::PageFacts;
pub use output::chunk::Chunker;
pub use output::writer::{DocumentWriter, Format, PageOutput};
pub use page_ranges::{PageRanges, PageRangesError};
#[cfg(feature = "threads")]
pub use threads::{PageError, Permit, ReleasedPermit, WorkerPermits};

// The quality of text.
pub use quality::{Quality, Signal, TextVerdict, judge};

// Search, images, attachments.
pub use content::image::{
    ImageBytes, ImageColorSpace, ImageError, ImageForm, ImageFormat, ImageKind, PageImage,
};
pub use file::attachment::{Attachment, AttachmentBytes, AttachmentError};
pub use search::{MatchPart, Search, SearchError, SearchMatch, SearchOptions};

// Fonts: reports, facts supplied by the caller, and repaired files.
pub use knowledge::{
    Dictionary, DictionaryError, FontDatabase, FontDatabaseError, FontMap, FontMapError, Knowledge,
    LearnedFonts,
};
pub use unicode::{FontReport, UnicodeSource};
pub use write::{RepairError, RepairOptions, Repaired, RepairedFont};

// Optical character recognition.
#[cfg(feature = "render")]
pub use ocr::{
    CommandEngine, Engine, EngineFailure, Mode as RecognitionMode, NoPicture, PagePicture, PageRenderer,
    Picture, Recognition, Tesseract,
};

/// Records of documents and pages: the data model of the JSON output.
pub mod record {
    pub use crate::content::Visibility;
    pub use crate::file::form::{FieldKind, FieldOption, FormField, Widget};
    pub use crate::font::FontKind;
    pub use crate::layout::{BaselineShift, Dropped, WritingMode};
    pub use crate::output::model::{
        Annotation, Block, Cell, Chunk, ChunkPage, Document, DocumentEnd, DocumentHead, DocumentReadability,
        EmptyReason, Figure, Glyph, Image, Line, Link, ListItem, MarkdownBlock, Page, PageReadability,
        PageRecognition, PageSignals, PageType, Pdf, Reason, Record, Recovery, Source, Span, SpanRole, Table,
        Word,
    };
    pub use crate::structure::{Evidence, Role};
}

// Parts of the pipeline used by the workspace.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use {
    budget::Refusal,
    extract::{Judgement, LaidOutPage, UnknownGlyph, UnknownGlyphs},
    file::File,
    output::json::JsonForm,
};

/// Internals measured by `lab bench`; not part of the API.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod bench_support {
    pub use crate::file::lexer::count_tokens;
}

/// Internals used to generate the shape tables; not part of the API.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod shape_support {
    pub use crate::unicode::training::{FEATURES, OUT_OF_SET as STRANGER, Specimen, Warp};
    pub use crate::unicode::training::{classify, is_certain, known, rarity, specimens, strangers};
}

/// Records and Markdown of pages whose layout tests have changed; not part of the API.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod test_support {
    use crate::extract::Judging;
    use crate::output::markdown::MarkdownWriter;
    use crate::output::model::Page;
    use crate::{Document, ExtractOptions, LaidOutPage};

    /// Returns the record of a page whose layout was changed.
    pub fn record(document: &Document, page: &LaidOutPage, options: &ExtractOptions) -> Option<Page> {
        document.record_of(page, &page.text_page(options), options, Judging::Whole).map(|(record, _)| record)
    }

    /// Returns the Markdown of one page.
    pub fn markdown(page: &Page, options: &ExtractOptions) -> String {
        MarkdownWriter::new(options).page(page).text
    }
}
