//! Builds the PDFs that pdftract is tested with, and compares extracted text with the expected text.
//!
//! | module | what it makes |
//! |---|---|
//! | [`builder`] | well-formed files from objects, with every kind of cross-reference |
//! | [`sheet`] | documents of one page |
//! | [`template`] | files from readable `.pdf.in` templates |
//! | [`encode`], [`lzw`] | encoded stream data, written independently of any decoder |
//! | [`fonts`] | tiny font programs: Type 1, CFF, sfnt |
//! | [`hostile`] | files that attack a reader, one class per recipe |
//! | [`mutate`], [`cut`] | damaged variants of a given file |
//! | [`scan`] | pictures of pages as scanners make them |
//! | [`garble`] | text garbled as PDF files do it |
//! | [`compare`] | how near two texts are |
//!
//! Everything is deterministic: the same arguments give the same bytes on every machine.

pub mod builder;
pub mod compare;
pub mod cut;
pub mod encode;
pub mod fonts;
pub mod garble;
pub mod hostile;
pub mod lzw;
pub mod mutate;
pub mod random;
pub mod scan;
pub mod sheet;
pub mod template;
mod xref;

pub use builder::PdfBuilder;
pub use sheet::Sheet;
