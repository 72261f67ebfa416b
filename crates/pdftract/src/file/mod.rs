//! A parsed PDF file: reads objects, streams and pages from bytes, and repairs damage.
//!
//! [`File::open`] reads the cross-reference, unlocks the file and lists its pages; everything else is read on demand.
//! Values are small handles ([`Object`], [`Dict`], [`Array`], [`Stream`]) that follow references automatically.
//! Broken values read as null and add a [`Diagnostic`].

pub mod annotation;
pub mod attachment;
pub(crate) mod cache;
pub(crate) mod content_stream;
mod crypt;
pub(crate) mod escapes;
pub(crate) mod filter;
pub mod form;
mod input;
pub mod layer;
pub(crate) mod lexer;
mod load;
pub mod metadata;
pub mod object;
mod object_stream;
mod open;
pub mod outline;
pub mod page;
mod page_label;
mod page_tree;
mod parser;
mod repair;
pub mod stream;
mod stream_extent;
pub(crate) mod string;
mod strings;
pub mod structure;
mod structure_tag;
pub mod summary;
mod tree_walk;
mod unlock;
pub(crate) mod update_info;
mod xmp;
mod xref;

use std::fmt;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, OnceLock};

pub use filter::ImageFilter;
pub use input::Input;
pub use object::{Array, Dict, Object, ObjectId};
pub use page::Page;
pub use stream::{Chunks, Decoded, Stream};
pub use string::is_clean;

use crate::budget::{Budget, Stop};
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Limits;
use crate::session::Session;
use cache::Cache;
use crypt::Decryptor;
use object::Tree;
use object_stream::ObjectStream;
use page_tree::PageTree;
use xref::XrefTable;

/// An open PDF file. It may be shared between threads.
pub struct File {
    input: Input,
    /// The offset of `%PDF-`, from which offsets in the file count.
    base: usize,
    version: Option<String>,
    session: Arc<Session>,
    xref: XrefTable,
    /// Newest first.
    trailers: Vec<Tree>,
    /// `true` if the chain of sections is broken, so that an object may be missing from the table and still exist.
    xref_incomplete: bool,
    /// `true` if the table was built by scanning, so that there is no better fallback.
    scanned: bool,
    /// A table built by scanning, for objects with wrong entries in the cross-reference.
    repaired: OnceLock<XrefTable>,
    decryptor: Option<Decryptor>,
    /// The object of the encryption dictionary, whose strings are not encrypted.
    encryption_object: Option<u32>,
    objects: Cache<Tree>,
    object_streams: Cache<ObjectStream>,
    /// The offset after which a search has found no `endstream`.
    no_end_after: AtomicUsize,
    catalog: Option<ObjectId>,
    pages: PageTree,
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "File({} bytes, {} pages)", self.data().len(), self.page_count())
    }
}

impl File {
    /// Returns the bytes of the file.
    pub fn data(&self) -> &[u8] {
        self.input.bytes()
    }

    /// Returns the limits.
    pub fn limits(&self) -> &Limits {
        self.session.limits()
    }

    /// Returns the resource budget.
    pub fn budget(&self) -> &Budget {
        self.session.budget()
    }

    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// Returns the diagnostics so far, in a fixed order.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.session.diagnostics()
    }

    /// Returns the catalog; `None` if there is none and pages were salvaged.
    pub fn catalog(&self) -> Option<Dict<'_>> {
        self.object(self.catalog?).as_dict()
    }

    /// Returns the value of an indirect object; null if it does not exist.
    pub fn object(&self, id: ObjectId) -> Object<'_> {
        self.follow(id, false)
    }

    /// Returns the limits, the budget and the log of the document.
    pub(crate) fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// Adds a diagnostic.
    pub(crate) fn note(&self, diagnostic: Diagnostic) {
        self.session.note(diagnostic);
    }

    /// Reports that the document's budget is exhausted.
    pub(crate) fn note_stop(&self, stop: Stop) {
        self.session.note_stop(stop);
    }

    /// Returns whether work may go on; reports it if not. For steps of some microseconds.
    pub(crate) fn has_time(&self) -> bool {
        self.budget().check_often().inspect_err(|&stop| self.note_stop(stop)).is_ok()
    }

    pub(crate) fn note_sanitized(&self, decoded: &string::DecodedText, id: ObjectId) {
        if decoded.removed > 0 {
            let message =
                format!("{} control, override or tag characters removed from a string", decoded.removed);
            let mut diagnostic = Diagnostic::new(Code::TextSanitized, message);
            diagnostic.object = Some(id.number).filter(|&number| number != 0);
            self.note(diagnostic);
        }
    }

    /// Creates a handle for a tree that is not in the cache.
    pub(crate) fn wrap(&self, tree: Tree) -> Object<'_> {
        Object { file: self, node: tree.root, tree: Arc::new(tree) }
    }
}
