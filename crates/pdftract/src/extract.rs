//! The pipeline, one call per stage: a document, its pages, their glyphs.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::content::{self, PageGlyphs, open_text};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::file::layer::LayerState;
use crate::file::{File, Input};
use crate::font::recover::context;
use crate::font::recover::passages::{Answers, Passages};
use crate::font::{Font, FontReport, FontStore};
use crate::options::Options;
use crate::output::raw;

/// Pages that are read to find out what unknown codes mean.
const CONTEXT_PAGES: usize = 40;

/// An open document. Pages are read when they are asked for, from any thread; what they share, such as fonts, is
/// worked out once.
pub struct Document {
    file: File,
    fonts: FontStore,
    layers: OnceLock<LayerState>,
    /// What the text as a whole tells of codes that fonts leave open; worked out when a page first has such codes.
    context: OnceLock<Answers>,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Document({:?})", self.file)
    }
}

impl Document {
    /// Opens a document from bytes.
    pub fn open(input: impl Into<Input>, options: &Options) -> Result<Self, Error> {
        let file = File::open(input, options)?;
        Ok(Self { file, fonts: FontStore::default(), layers: OnceLock::new(), context: OnceLock::new() })
    }

    /// Opens a document from a file.
    pub fn open_path(path: impl AsRef<Path>, options: &Options) -> Result<Self, Error> {
        Self::open(Input::from_path(path)?, options)
    }

    /// The file underneath: objects, metadata, outline.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// How many pages there are.
    pub fn page_count(&self) -> usize {
        self.file.page_count()
    }

    /// The glyphs of a page, counted from 0, in drawing order; `None` when there is no such page.
    pub fn glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        let mut page = self.drawn_glyphs(page_index)?;
        if open_text::has_open(&page) {
            let answers = self.context.get_or_init(|| self.read_context());
            open_text::settle(&mut page, answers);
        }
        open_text::note_unmapped(&page, &self.file);
        Some(page)
    }

    /// The glyphs of a page as its fonts alone explain them.
    fn drawn_glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        let page = self.file.page(page_index)?;
        let layers = self.layers.get_or_init(|| self.file.layer_state());
        Some(content::page_glyphs(&self.file, &self.fonts, layers, &page))
    }

    /// Reads pages from all over the document, always the same ones, for codes that fonts leave open.
    fn read_context(&self) -> Answers {
        let step = self.page_count().div_ceil(CONTEXT_PAGES).max(1);
        let mut passages = Passages::default();
        for page in (0..self.page_count()).step_by(step).filter_map(|index| self.drawn_glyphs(index)) {
            open_text::collect(&page, &mut passages);
        }
        context::decide(&passages, &self.file)
    }

    /// The glyphs of all pages, one page at a time.
    pub fn pages(&self) -> impl Iterator<Item = PageGlyphs> + '_ {
        (0..self.page_count()).filter_map(|index| self.glyphs(index))
    }

    /// The text of a page in the order in which it is drawn, with spaces and line ends where gaps call for them.
    pub fn raw_text(&self, page_index: usize) -> Option<String> {
        let glyphs = self.glyphs(page_index)?;
        let left_out = raw::left_out(&glyphs);
        if left_out > 0 {
            let message = format!("glyphs that a person does not see were left out: {left_out}");
            let page = u32::try_from(page_index).unwrap_or(u32::MAX);
            self.file.note(Diagnostic::new(Code::HiddenTextLeftOut, message).on_page(page));
        }
        Some(raw::text(&glyphs))
    }

    /// The fonts that pages use, in the order of their first use. All pages are read for it.
    pub fn fonts(&self) -> Vec<FontReport> {
        let mut seen: Vec<Arc<Font>> = Vec::new();
        for font in self.pages().flat_map(|page| page.fonts) {
            let known = seen.iter().any(|other| Arc::ptr_eq(other, &font));
            if !known && seen.len() < self.file.limits().tree_items {
                seen.push(font);
            }
        }
        seen.iter().map(|font| font.report(&self.file)).collect()
    }

    /// What was lost or repaired so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.file.diagnostics()
    }
}
