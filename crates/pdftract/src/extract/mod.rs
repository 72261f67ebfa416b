//! The pipeline, one call per stage: a document, its pages, their glyphs.

mod assemble;
mod attachments;
mod edges;
mod explain;
mod facts;
mod glyphs;
mod images;
mod judgement;
mod open_codes;
mod page;
mod page_cache;
#[cfg(feature = "threads")]
mod parallel;
mod profile;
mod repeated_pages;
mod rewrite;
mod sample;
mod search;
mod style;
mod unknown_glyphs;

pub use assemble::PageAssembler;
pub use facts::PageFacts;
pub use judgement::Judgement;
pub(crate) use page::Judging;
pub use page::LaidOutPage;
pub use unknown_glyphs::{UnknownGlyph, UnknownGlyphs};

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::budget::Stop;
use crate::clock;
use crate::content::{self, PageGlyphs};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::file::annotation::Link;
use crate::file::layer::LayerState;
use crate::file::outline::{OutlineItem, Targets};
use crate::file::structure::{PageStructure, Structure};
use crate::file::{File, Input, Page};
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::joint_value::JointValue;
#[cfg(feature = "render")]
use crate::ocr::{
    Recognition,
    render::{self, NoPicture, PagePicture, PageRenderer, ThreadRenderer},
};
use crate::options::{ExtractOptions, Options};
use crate::output::PageLinks;
use crate::output::{document, model};
use crate::session::Session;
use crate::structure::{DocumentStyle, PageEdges};
use crate::text::drawing_order;
use crate::unicode::text_sample::Answers;
use crate::unicode::{FontReport, FontStore, Harvest, ResolvedFont};
use edges::EdgeWork;
use open_codes::ContextWork;
use page_cache::PageCache;
use repeated_pages::LeftOut;
use style::StyleWork;

/// Opens a document from a file with the default options.
///
/// # Errors
///
/// Returns [`Error::Io`] if the file cannot be read, [`Error::NotPdf`] or [`Error::Unreadable`] if nothing in it can
/// be read as PDF, and [`Error::PasswordNeeded`] if it is encrypted.
///
/// ```
/// # fn main() -> Result<(), pdftract::Error> {
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
/// println!("{}", pdftract::open(path)?.text()?);
/// # Ok(())
/// # }
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Document, Error> {
    Document::open_path(path, &Options::default())
}

/// An open document. Pages are read on demand, from any thread; shared data, such as fonts, is computed once.
pub struct Document {
    file: File,
    /// Limits, budget and log, shared with the file.
    session: Arc<Session>,
    /// The options it was opened with, used to open repaired copies.
    options: Options,
    fonts: FontStore,
    layers: OnceLock<LayerState>,
    labels: OnceLock<Option<Vec<String>>>,
    targets: OnceLock<Targets>,
    outline: OnceLock<Vec<OutlineItem>>,
    structure: OnceLock<Option<Structure>>,
    style: JointValue<DocumentStyle, StyleWork>,
    edges: JointValue<PageEdges, EdgeWork>,
    /// The resolution of codes that fonts leave open, from the text as a whole; computed when a page first has such
    /// codes.
    context: JointValue<Answers, ContextWork>,
    /// Pages that were drawn for that and not yet requested.
    drawn_pages: PageCache<(PageGlyphs, Vec<Diagnostic>)>,
    /// Pages that repeat others beyond the limit; found when a page behind the limit is first requested.
    left_out: OnceLock<LeftOut>,
    /// Pages that were laid out for the style and not yet requested.
    sampled_pages: PageCache<LaidOutPage>,
    /// The fonts with the CMaps that their strings were written for; computed when a page first has codes that are
    /// missing from a legacy CMap.
    true_fonts: OnceLock<FontStore>,
    /// The fonts for facts about pages, which only give the text that the file states.
    stated_fonts: OnceLock<FontStore>,
    /// The OCR engine for pages without usable text.
    #[cfg(feature = "render")]
    recognition: Option<Arc<Recognition>>,
    /// By what pictures of pages are drawn.
    #[cfg(feature = "render")]
    renderer: Arc<dyn PageRenderer>,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Document({:?})", self.file)
    }
}

impl Document {
    /// Opens a document from bytes.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no result at all: the bytes are not a PDF, the file is encrypted, or work was
    /// stopped before the file was open. Repaired damage is reported as a diagnostic.
    ///
    /// ```
    /// use pdftract::{Document, Options};
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let bytes = include_bytes!("../../../../samples/hello.pdf").to_vec();
    /// let document = Document::open(bytes, &Options::default())?;
    /// assert_eq!(document.page_count(), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn open(input: impl Into<Input>, options: &Options) -> Result<Self, Error> {
        let file = File::open(input, options)?;
        Ok(Self {
            session: Arc::clone(file.session()),
            options: options.clone(),
            fonts: FontStore::new(
                Arc::clone(&options.knowledge),
                file.session().budget().font_work().clone(),
            ),
            layers: OnceLock::new(),
            labels: OnceLock::new(),
            targets: OnceLock::new(),
            outline: OnceLock::new(),
            structure: OnceLock::new(),
            style: JointValue::default(),
            edges: JointValue::default(),
            context: JointValue::default(),
            drawn_pages: PageCache::new(DRAWN_GLYPHS),
            sampled_pages: PageCache::new(SAMPLED_GLYPHS),
            left_out: OnceLock::new(),
            true_fonts: OnceLock::new(),
            stated_fonts: OnceLock::new(),
            #[cfg(feature = "render")]
            recognition: None,
            file,
            #[cfg(feature = "render")]
            renderer: Arc::new(ThreadRenderer),
        })
    }

    /// Opens a document from a file.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`](Self::open), and [`Error::Io`] if the file cannot be read.
    pub fn open_path(path: impl AsRef<Path>, options: &Options) -> Result<Self, Error> {
        Self::open(Input::read_within(std::fs::File::open(path)?, options)?, options)
    }

    /// Returns the underlying file: objects, metadata, outline.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> usize {
        self.file.page_count()
    }

    /// Returns the glyphs of all pages, one page at a time.
    pub fn pages(&self) -> impl Iterator<Item = PageGlyphs> + '_ {
        (0..self.page_count()).take_while(|_| self.has_time()).filter_map(|index| self.glyphs(index))
    }

    /// Returns the structure tree's data for a page; the tree is read when it is first needed by a page with marked
    /// content.
    fn structure(&self, page: &PageGlyphs) -> Option<PageStructure<'_>> {
        if !page.runs.iter().any(|run| run.mcid.is_some()) {
            return None;
        }
        self.page_structure(page)
    }

    fn page_structure(&self, page: &PageGlyphs) -> Option<PageStructure<'_>> {
        self.structure.get_or_init(|| self.file.structure()).as_ref()?.page(page.page_index)
    }

    /// Enables OCR for pages without usable text.
    #[cfg(feature = "render")]
    pub fn with_recognition(mut self, recognition: Arc<Recognition>) -> Self {
        self.recognition = Some(recognition);
        self
    }

    /// Draws pictures of pages, also those for recognition, by another renderer: one that works in a separate process can
    /// be ended. By default a thread of this process draws.
    #[cfg(feature = "render")]
    pub fn with_renderer(mut self, renderer: Arc<dyn PageRenderer>) -> Self {
        self.renderer = renderer;
        self
    }

    /// Runs OCR on a page if it is enabled and needed, and lays the page out again.
    #[cfg(feature = "render")]
    fn recognise(&self, laid_out: &mut LaidOutPage, options: &ExtractOptions) {
        let Some(recognition) = &self.recognition else { return self.report_missing_text(&laid_out.glyphs) };
        let Some(page) = self.file.page(laid_out.glyphs.page_index) else { return };
        let LaidOutPage { glyphs, layout, .. } = laid_out;
        laid_out.recognition =
            recognition.improve(&self.session, &page, self.renderer.as_ref(), glyphs, layout);
        if laid_out.recognition.is_some() {
            laid_out.layout = self.layout(&laid_out.glyphs, options);
        }
    }

    /// Reports a scan without text, which must not be mistaken for an empty page.
    #[cfg(feature = "render")]
    fn report_missing_text(&self, glyphs: &PageGlyphs) {
        if glyphs.glyphs.is_empty() && !glyphs.images.is_empty() {
            let message = "the page has pictures and no text (--ocr auto reads it)";
            let page = u32::try_from(glyphs.page_index).unwrap_or(u32::MAX);
            self.session.note(Diagnostic::new(Code::OcrSkipped, message).on_page(page));
        }
    }

    #[cfg(feature = "render")]
    fn recognises(&self) -> bool {
        self.recognition.is_some()
    }

    #[cfg(not(feature = "render"))]
    fn recognises(&self) -> bool {
        false
    }

    #[cfg(not(feature = "render"))]
    fn recognise(&self, _: &mut LaidOutPage, _: &ExtractOptions) {}

    /// Renders a page, counted from 0, at a resolution in dots per inch; returns `None` if it does not exist.
    #[cfg(feature = "render")]
    pub fn picture(&self, page_index: usize, dpi: f64) -> Option<Result<PagePicture, NoPicture>> {
        Some(render::page_picture(&self.session, &self.file.page(page_index)?, dpi, self.renderer.as_ref()))
    }

    /// Returns the link annotations of a page, counted from 0; `None` if it does not exist.
    pub fn link_annotations(&self, page_index: usize) -> Option<Vec<Link>> {
        let page = self.file.page(page_index)?;
        Some(page.links(|| self.targets.get_or_init(|| Targets::new(&self.file))))
    }

    fn page_links(&self, page: &Page<'_>) -> PageLinks {
        let links = page.links(|| self.targets.get_or_init(|| Targets::new(&self.file)));
        let (_, height) = page.size();
        PageLinks::new(links, &content::to_page(page), height)
    }

    /// Returns the label of a page, counted from 0, as shown to readers; `None` if the file does not define one.
    pub fn page_label(&self, page_index: usize) -> Option<String> {
        self.labels.get_or_init(|| self.file.page_labels()).as_ref()?.get(page_index).cloned()
    }

    /// Returns the outline, which the head of the document shows and the style of its headings is learned from.
    pub(super) fn outline(&self) -> &[OutlineItem] {
        self.outline.get_or_init(|| self.file.outline())
    }

    /// Returns the facts that are known before any page is read.
    pub fn head(&self, options: &ExtractOptions) -> model::DocumentHead {
        clock::watch(self.session.budget().clock(), || {
            document::head(&self.file, self.outline().to_vec(), options.policy)
        })
    }

    /// Returns the access that fonts need to read their programs and streams.
    pub(super) fn access(&self) -> Access<'_> {
        Access::new(&self.file, &self.session)
    }

    /// Returns whether there is time left; reports it if not.
    pub(super) fn has_time(&self) -> bool {
        self.session.budget().check().inspect_err(|&stop| self.session.note_stop(stop)).is_ok()
    }

    fn check_cancelled(&self) -> Result<(), Error> {
        match self.session.budget().check() {
            Err(Stop::Cancelled) => Err(Error::Stopped(Stop::Cancelled)),
            _ => Ok(()),
        }
    }

    /// Returns the text of a page in drawing order, with spaces and line ends derived from gaps; `None` if the page
    /// does not exist.
    pub fn raw_text(&self, page_index: usize, options: &ExtractOptions) -> Option<String> {
        self.drawn_text(page_index, options).map(|(text, _)| text)
    }

    /// Returns the text of a page in drawing order, and the number of glyphs that were left out.
    fn drawn_text(&self, page_index: usize, options: &ExtractOptions) -> Option<(String, u32)> {
        let mut glyphs = if self.recognises() {
            self.laid_out(page_index, options)?.glyphs
        } else {
            self.wanted_glyphs(page_index, options)?
        };
        if let Some(area) = options.area {
            glyphs.keep_area(&area);
        }
        let left_out = u32::try_from(drawing_order::left_out(&glyphs)).unwrap_or(u32::MAX);
        self.note_left_out(page_index, left_out);
        Some((drawing_order::text(&glyphs, &options.policy), left_out))
    }

    fn note_left_out(&self, page_index: usize, left_out: u32) {
        if left_out > 0 {
            let message = format!("glyphs that a person does not see were left out: {left_out}");
            let page = u32::try_from(page_index).unwrap_or(u32::MAX);
            self.session.note(Diagnostic::new(Code::HiddenTextLeftOut, message).on_page(page));
        }
    }

    /// Returns the fonts that pages use, in the order of their first use. Reads all pages.
    pub fn fonts(&self) -> Vec<FontReport> {
        clock::watch(self.session.budget().clock(), || self.fonts_in_time())
    }

    fn fonts_in_time(&self) -> Vec<FontReport> {
        let mut seen: Vec<Arc<ResolvedFont>> = Vec::new();
        let mut known: HashSet<*const ResolvedFont> = HashSet::new();
        for font in self.pages().flat_map(|page| page.fonts) {
            // The list keeps the fonts, so that no other can come to the same place in memory.
            if seen.len() < self.session.limits().tree_items && known.insert(Arc::as_ptr(&font)) {
                seen.push(font);
            }
        }
        seen.iter().take_while(|_| self.has_time()).map(|font| self.font_report(font)).collect()
    }

    /// Reports on a font of the document. Codes count once a page has shown them.
    pub fn font_report(&self, font: &ResolvedFont) -> FontReport {
        font.report(self.access())
    }

    /// Learns the texts of the outlines of the document's fonts, as far as they can be trusted. Reads all pages.
    pub fn learn(&self) -> Harvest {
        clock::watch(self.session.budget().clock(), || self.learn_in_time())
    }

    fn learn_in_time(&self) -> Harvest {
        let mut fonts: Vec<(Arc<ResolvedFont>, BTreeSet<CharCode>)> = Vec::new();
        let mut places: HashMap<*const ResolvedFont, usize> = HashMap::new();
        for page in self.pages() {
            for glyph in &page.glyphs {
                let Some(font) = page.font(glyph) else { continue };
                let index = *places.entry(Arc::as_ptr(font)).or_insert_with(|| {
                    fonts.push((Arc::clone(font), BTreeSet::new()));
                    fonts.len() - 1
                });
                let code = CharCode { value: glyph.code, len: glyph.code_bytes };
                fonts.get_mut(index).map(|(_, codes)| codes.insert(code));
            }
        }
        let mut harvest = Harvest::default();
        let fonts = fonts.iter().take_while(|_| self.has_time());
        fonts.for_each(|(font, codes)| harvest.add_font(font, self.access(), codes));
        harvest
    }

    /// Returns the diagnostics so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.session.diagnostics()
    }
}

/// The most glyphs of cached pages that are only drawn: 4 MB, about forty dense pages, which are read as context.
const DRAWN_GLYPHS: usize = 144_000;
/// The most glyphs of cached pages that are laid out, which takes more memory: about twenty dense pages.
const SAMPLED_GLYPHS: usize = 64_000;
