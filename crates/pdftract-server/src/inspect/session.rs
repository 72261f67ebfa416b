//! The state of an inspector: the open document, what it was taught, and caches of answers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use axum::body::Bytes;
use pdftract::{CancelFlag, Detail, Document, ExtractOptions, Input, Knowledge, Options, PageRenderer};

use super::against::Against;
use super::cache::Cache;
use super::error::Refused;
use super::scan::Scan;
use super::teach::Taught;
use super::{Inspection, StartError};

/// The bytes of cached answers about pages, and of cached pictures.
const PAGE_BYTES: usize = 16 << 20;
const PICTURE_BYTES: usize = 24 << 20;
/// A document is opened anew after this many readings of each page on average: its limits count everything that was ever
/// read, which is right for one run and wrong for a long session.
const READINGS_PER_PAGE: usize = 3;
const LEAST_READINGS: usize = 400;

/// The state shared by all requests.
#[derive(Debug)]
pub(super) struct Session {
    input: Input,
    options: Options,
    renderer: Option<Arc<dyn PageRenderer>>,
    pub(super) name: String,
    pub(super) against: Option<Against>,
    open: RwLock<Open>,
    taught: Mutex<Taught>,
    pub(super) scan: Scan,
    pub(super) pages: Cache<(u64, usize, &'static str)>,
    pub(super) pictures: Cache<(usize, u32)>,
    readings: AtomicUsize,
}

/// The open document with the number of times it was taught something.
#[derive(Debug, Clone)]
pub(super) struct Open {
    pub(super) document: Arc<Document>,
    pub(super) generation: u64,
}

impl Session {
    pub(super) fn open(inspection: Inspection) -> Result<Self, StartError> {
        let Inspection { input, options, name, renderer, font_map, against, .. } = inspection;
        let options = options.with(|options| options.cancel = CancelFlag::new());
        let taught = Taught::read(font_map).map_err(StartError::FontMap)?;
        let document = opened(&input, &options, renderer.as_ref(), &taught).map_err(StartError::Document)?;
        let scan = Scan::new(document.page_count());
        Ok(Self {
            input,
            options,
            renderer,
            name,
            against,
            open: RwLock::new(Open { document: Arc::new(document), generation: 0 }),
            taught: Mutex::new(taught),
            scan,
            pages: Cache::new(PAGE_BYTES),
            pictures: Cache::new(PICTURE_BYTES),
            readings: AtomicUsize::new(0),
        })
    }

    /// Returns the options of records: down to words, hidden text left out as by default.
    pub(super) fn extract_options() -> ExtractOptions {
        ExtractOptions::default().detail(Detail::Words)
    }

    /// Returns the document.
    pub(super) fn current(&self) -> Open {
        self.open.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the document to read one more page of it.
    pub(super) fn for_reading(&self) -> Open {
        let open = self.current();
        let most = (open.document.page_count() * READINGS_PER_PAGE).max(LEAST_READINGS);
        if self.readings.fetch_add(1, Ordering::Relaxed) < most {
            return open;
        }
        // Nothing can be taught meanwhile, so that the number of the lesson stays true.
        let taught = self.lock_taught();
        self.reopen(&taught, self.current().generation).unwrap_or(open)
    }

    /// Returns the result to compare with.
    pub(super) fn against(&self) -> Result<&Against, Refused> {
        let none = || Refused::missing("there is nothing to compare with; start with --against");
        self.against.as_ref().ok_or_else(none)
    }

    /// Returns the index of a page that a request counts from 1.
    pub(super) fn page_index(&self, page_number: usize) -> Result<usize, Refused> {
        let count = self.current().document.page_count();
        let index = page_number.checked_sub(1).filter(|index| *index < count);
        index.ok_or_else(|| Refused::no_such_page(page_number, count))
    }

    /// Returns the path of the font map that taught glyphs are written to, and the number of texts in it.
    pub(super) fn font_map(&self) -> (PathBuf, usize) {
        let taught = self.lock_taught();
        (taught.path().to_owned(), taught.len())
    }

    /// States the text of a code of a font, writes the font map and reads the document anew.
    pub(super) fn teach(&self, glyph: &super::teach::Lesson) -> Result<u64, Refused> {
        let mut taught = self.lock_taught();
        taught.add(glyph).map_err(|error| Refused::bad(error.to_string()))?;
        let generation = self.current().generation + 1;
        let opened = self.reopen(&taught, generation);
        drop(taught);
        self.pages.clear();
        self.scan.restart();
        opened.map(|open| open.generation).ok_or_else(|| Refused::failed("the document cannot be read again"))
    }

    fn reopen(&self, taught: &Taught, generation: u64) -> Option<Open> {
        let document = opened(&self.input, &self.options, self.renderer.as_ref(), taught).ok()?;
        let open = Open { document: Arc::new(document), generation };
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = open.clone();
        self.readings.store(0, Ordering::Relaxed);
        Some(open)
    }

    /// Opens an anonymised copy of the document.
    pub(super) fn anonymous_copy(&self) -> Result<Document, Refused> {
        let copy = self.for_reading().document.report();
        let opened = Document::open(copy, &self.options);
        let opened = opened.map_err(|error| Refused::failed(format!("no anonymous copy: {error}")))?;
        Ok(drawn_by(opened, self.renderer.as_ref()))
    }

    /// Returns the picture of a page as PNG.
    pub(super) fn picture(&self, page_index: usize, dpi: u32) -> Result<Bytes, Refused> {
        if let Some(png) = self.pictures.get(&(page_index, dpi)) {
            return Ok(png);
        }
        // Glyphs that were taught look the same, so that a picture stays true.
        let png = Bytes::from(png(&self.current().document, page_index, dpi)?);
        self.pictures.keep((page_index, dpi), png.clone());
        Ok(png)
    }

    /// Stops all work on the document.
    pub(super) fn cancel(&self) {
        self.options.cancel.cancel();
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.options.cancel.is_cancelled()
    }

    /// Returns the file name without its folder.
    pub(super) fn short_name(&self) -> String {
        let name = Path::new(&self.name).file_name();
        name.map_or_else(|| self.name.clone(), |name| name.to_string_lossy().into_owned())
    }

    fn lock_taught(&self) -> MutexGuard<'_, Taught> {
        self.taught.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Draws a page as PNG.
pub(super) fn png(document: &Document, page_index: usize, dpi: u32) -> Result<Vec<u8>, Refused> {
    let missing = || Refused::no_such_page(page_index + 1, document.page_count());
    let drawn = document.picture(page_index, f64::from(dpi)).ok_or_else(missing)?;
    let failed = |why: &dyn std::fmt::Display| Refused::failed(format!("the page cannot be rendered: {why}"));
    let drawn = drawn.map_err(|why| failed(&why.reason()))?;
    drawn.picture.to_png().map_err(|error| failed(&error))
}

fn opened(
    input: &Input,
    options: &Options,
    renderer: Option<&Arc<dyn PageRenderer>>,
    taught: &Taught,
) -> Result<Document, pdftract::Error> {
    let options = options.clone().with(|options| {
        let mut knowledge = Knowledge::clone(&options.knowledge);
        // The first map that has a code applies; the last lesson outranks maps given by the caller.
        knowledge.font_maps.insert(0, taught.font_map().clone());
        options.knowledge = Arc::new(knowledge);
    });
    Ok(drawn_by(Document::open(input.clone(), &options)?, renderer))
}

pub(super) fn drawn_by(document: Document, renderer: Option<&Arc<dyn PageRenderer>>) -> Document {
    match renderer {
        Some(renderer) => document.with_renderer(Arc::clone(renderer)),
        None => document,
    }
}
