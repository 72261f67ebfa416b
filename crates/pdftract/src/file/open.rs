//! Opens a file: header, cross-reference, password, catalog, pages; repairs any of them that is broken.

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, OnceLock};

use super::cache::Cache;
use super::lexer::Lexer;
use super::object::{Dict, ObjectId, Tree};
use super::object_stream::ObjectStream;
use super::page_tree::{self, PageTree};
use super::xref::{self, Place, XrefBuilder, XrefTable};
use super::{File, Input, parser, repair};
use crate::clock;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::options::Options;
use crate::session::Session;

impl File {
    /// Opens a PDF from bytes. Everything readable is read; an error means that nothing is.
    pub fn open(input: impl Into<Input>, options: &Options) -> Result<Self, Error> {
        let file = Self::bare(input.into(), options);
        clock::watch(file.budget().clock(), || file.open_in_time(options))
    }

    fn open_in_time(mut self, options: &Options) -> Result<Self, Error> {
        let has_header = self.find_header();
        let chain_found = self.read_chain();
        if !chain_found {
            self.end_if_over()?;
            self.scan();
            self.end_if_over()?;
            if self.xref.used().next().is_none() {
                return Err(if has_header { nothing_in_it() } else { Error::NotPdf });
            }
        }
        self.finish_open(options)
    }

    fn finish_open(mut self, options: &Options) -> Result<Self, Error> {
        self.end_if_over()?;
        self.unlock(options.password.as_deref())?;
        if self.scanned {
            self.index_packed_objects();
        }
        self.find_pages();
        self.end_if_over()?;
        if self.pages.is_doubtful() && !self.scanned {
            self = self.retry_scanned(options)?;
            self.end_if_over()?;
        }
        if self.pages.is_empty() {
            self.salvage_pages();
            self.end_if_over()?;
        }
        if self.catalog.is_none() && self.pages.is_empty() {
            return Err(nothing_in_it());
        }
        Ok(self)
    }

    /// Returns an error if the time is over: a file that was not opened by then is not opened at all.
    fn end_if_over(&self) -> Result<(), Error> {
        self.budget().check().map_err(Error::Stopped)
    }

    fn bare(input: Input, options: &Options) -> Self {
        let session = Arc::new(Session::new(options, input.bytes().len()));
        let limits = session.limits();
        Self {
            input,
            base: 0,
            version: None,
            xref: XrefTable::default(),
            trailers: Vec::new(),
            xref_incomplete: false,
            scanned: false,
            repaired: OnceLock::new(),
            decryptor: None,
            encryption_object: None,
            objects: Cache::new(limits.object_cache_bytes, Tree::cost),
            object_streams: Cache::new(limits.object_stream_cache_bytes, ObjectStream::cost),
            no_end_after: AtomicUsize::new(usize::MAX),
            catalog: None,
            pages: PageTree::default(),
            session,
        }
    }

    /// Searches for `%PDF-`; returns `true` if it is found.
    fn find_header(&mut self) -> bool {
        let data = self.input.bytes();
        let head = data.get(..data.len().min(self.limits().header_search_bytes)).unwrap_or_default();
        let Some(found) = memchr::memmem::find(head, b"%PDF-") else {
            self.note(Diagnostic::new(Code::HeaderMissing, "the file does not start with %PDF-"));
            return false;
        };
        let digits = head.get(found + 5..).unwrap_or_default().iter();
        let version: String = digits
            .take(8)
            .take_while(|b| b.is_ascii_digit() || **b == b'.')
            .map(|&b| char::from(b))
            .collect();
        if found > 0 {
            self.note(Diagnostic::new(Code::HeaderJunk, format!("{found} bytes stand before %PDF-")));
        }
        self.base = found;
        self.version = Some(version).filter(|version| !version.is_empty());
        true
    }

    /// Reads the chain of cross-reference sections; returns `false` if it is unusable.
    fn read_chain(&mut self) -> bool {
        let chain = xref::start_offset(self.data()).and_then(|start| xref::read_chain(self, start));
        let Some(chain) = chain else { return false };
        let has_root =
            xref::trailer_entry(self, &chain.trailers, b"Root").is_some_and(|root| root.id().is_some());
        if !has_root {
            return false;
        }
        self.xref = chain.table;
        self.trailers = chain.trailers;
        self.xref_incomplete = chain.incomplete;
        true
    }

    /// Replaces the cross-reference with the plain objects found by a scan. Packed objects follow once the file is
    /// unlocked.
    fn scan(&mut self) {
        let scan = repair::scan(self.data(), self.base, self.limits());
        let mut builder = XrefBuilder::default();
        for (&number, &(generation, offset)) in &scan.objects {
            builder.add(self.limits(), 0, ObjectId { number, generation }, Place::Plain(offset));
        }
        self.xref = builder.finish();
        self.trailers = self.scanned_trailers(&scan);
        self.scanned = true;
        self.xref_incomplete = false;
        self.forget();
        let message = format!("objects were found by scanning the file: {}", scan.objects.len());
        self.note(Diagnostic::new(Code::XrefRepaired, message));
    }

    /// Returns trailer dictionaries and cross-reference streams, the last in the file first.
    fn scanned_trailers(&self, scan: &repair::Scan) -> Vec<Tree> {
        let no_id = ObjectId { number: 0, generation: 0 };
        let tables = scan.trailers.iter().map(|&offset| {
            (offset, Some(parser::parse(&mut Lexer::new(self.data(), offset), no_id, self.limits()).0))
        });
        let streams = scan.xref_streams.iter().map(|&offset| (offset, self.parse_plain_at(offset, None)));
        let mut found: Vec<(usize, Option<Tree>)> = tables.chain(streams).collect();
        found.sort_by_key(|(offset, _)| std::cmp::Reverse(*offset));
        found.into_iter().filter_map(|(_, tree)| Some(Tree { plain_only: false, ..tree? })).collect()
    }

    fn index_packed_objects(&mut self) {
        let scan = repair::scan(self.data(), self.base, self.limits());
        if !scan.object_streams.is_empty() {
            self.xref = self.table_of(&scan);
            self.forget();
        }
    }

    fn forget(&self) {
        self.objects.clear();
        self.object_streams.clear();
    }

    fn find_pages(&mut self) {
        self.catalog = self.find_catalog();
        self.pages = page_tree::read(self);
    }

    /// Returns the catalog named by the trailer, or else one found among all objects.
    fn find_catalog(&self) -> Option<ObjectId> {
        let named =
            self.trailers.iter().filter_map(|tree| self.wrap(tree.clone()).as_dict()?.reference(b"Root"));
        let is_catalog = |dict: &Dict<'_>| dict.has(b"Pages") || dict.name_is(b"Type", b"Catalog");
        let mut named = named.filter(|&id| self.object(id).as_dict().is_some_and(|dict| is_catalog(&dict)));
        if let Some(id) = named.next() {
            return Some(id);
        }
        if !self.scanned {
            return None;
        }
        let found = self.all_dicts().filter(|dict| dict.name_is(b"Type", b"Catalog")).last()?;
        self.note(Diagnostic::new(Code::TrailerRebuilt, "the catalog was found by looking at all objects"));
        found.id()
    }

    /// Returns all dictionaries of the file, by object number.
    pub(crate) fn all_dicts(&self) -> impl Iterator<Item = Dict<'_>> {
        let numbers = self.xref.used().take_while(|_| self.has_time());
        numbers.filter_map(|(number, _)| self.object(ObjectId { number, generation: 0 }).as_dict())
    }

    /// Reads the file again by scanning and keeps the result with more pages.
    fn retry_scanned(mut self, options: &Options) -> Result<Self, Error> {
        let table = std::mem::take(&mut self.xref);
        let trailers = std::mem::take(&mut self.trailers);
        let before = (self.catalog, std::mem::take(&mut self.pages), self.xref_incomplete);
        self.scan();
        self.decryptor = None;
        self.encryption_object = None;
        self.unlock(options.password.as_deref())?;
        self.index_packed_objects();
        self.find_pages();
        if !before.1.is_empty() && self.pages.len() <= before.1.len() {
            (self.xref, self.trailers, self.scanned) = (table, trailers, false);
            (self.catalog, self.pages, self.xref_incomplete) = before;
            self.forget();
            self.decryptor = None;
            self.unlock(options.password.as_deref())?;
        }
        Ok(self)
    }

    fn salvage_pages(&mut self) {
        let pages = page_tree::salvage(self);
        if !pages.is_empty() {
            let message = format!("pages were collected from the whole file: {}", pages.len());
            self.note(Diagnostic::new(Code::PageTreeRebuilt, message));
        } else {
            self.note(Diagnostic::new(Code::NoPages, "the file has no pages"));
        }
        self.pages = pages;
    }
}

fn nothing_in_it() -> Error {
    Error::Unreadable("no objects, catalog or pages were found in it".into())
}
