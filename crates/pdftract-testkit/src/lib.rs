//! Builds the PDFs that pdftract is tested with, and measures what came out.
//!
//! | module | what it makes |
//! |---|---|
//! | [`builder`] | well-formed files from objects, with every kind of cross-reference |
//! | [`template`] | files from readable `.pdf.in` templates |
//! | [`encode`], [`lzw`] | encoded stream data, written independently of any decoder |
//! | [`fonts`] | tiny font programs: Type 1, CFF, sfnt |
//! | [`hostile`] | files that attack a reader, one class per recipe |
//! | [`mutate`], [`cut`] | damaged variants of a given file |
//! | [`scan`] | pictures of pages as scanners make them |
//! | [`compare`] | how near two texts are |
//!
//! Everything is deterministic: the same arguments give the same bytes on every machine.

pub mod builder;
pub mod compare;
pub mod cut;
pub mod encode;
pub mod fonts;
pub mod hostile;
pub mod lzw;
pub mod mutate;
pub mod random;
pub mod scan;
pub mod template;
mod xref;

pub use builder::PdfBuilder;
