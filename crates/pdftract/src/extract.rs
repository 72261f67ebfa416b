//! The pipeline, one call per stage: a document, its pages, their glyphs.

mod kept_pages;
mod open_codes;
mod writing;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::budget::Stop;
use crate::content::{self, Glyph, PageGlyphs};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::file::layer::LayerState;
use crate::file::outline::Targets;
use crate::file::structure::{PageStructure, Structure};
use crate::file::{File, Input, Page};
use crate::font::char_code::CharCode;
use crate::font::recover::explain::{self, Believed};
use crate::font::recover::passages::Answers;
use crate::font::{Explanation, Font, FontReport, FontStore, Harvest};
use crate::layout::{self, LayoutOptions};
use crate::ocr::PageRecognition;
#[cfg(feature = "render")]
use crate::ocr::{
    Recognition,
    render::{self, NoPicture, PagePicture},
};
use crate::options::{Options, TextPolicy};
use crate::output::document::{self, Readability};
use crate::output::join::{Joiner, OpenText};
use crate::output::json::{JsonForm, JsonWriter};
use crate::output::markdown::{MarkdownOptions, MarkdownWriter};
use crate::output::model;
use crate::output::page::{self, Detail, Extras};
use crate::output::text::{self, TextOptions};
use crate::output::{PageLinks, physical, raw};
use crate::structure::{self, DocumentStyle, PageInPass, StructuredPage, StyleSampler};
use kept_pages::KeptPages;

/// Opens a document from a file with the default options.
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

/// A page with its glyphs and what they form.
#[derive(Debug)]
pub struct LaidOutPage {
    /// The glyphs in drawing order.
    pub glyphs: PageGlyphs,
    /// Lines and blocks in reading order.
    pub layout: StructuredPage,
    /// What was lost or repaired on the page.
    pub diagnostics: Vec<Diagnostic>,
    /// What optical character recognition did to it, if it was called for.
    pub recognition: Option<PageRecognition>,
}

impl PageInPass for LaidOutPage {
    fn parts(&mut self) -> (&PageGlyphs, &mut StructuredPage) {
        (&self.glyphs, &mut self.layout)
    }
}

impl LaidOutPage {
    /// The text of the page in reading order.
    pub fn text(&self, options: TextOptions) -> String {
        self.open_text(options).alone()
    }

    /// The same for a [`Joiner`], which joins words by what other pages say.
    pub fn open_text(&self, options: TextOptions) -> OpenText {
        text::page_text(&self.glyphs, &self.layout, options)
    }

    /// The text of the page as it stands there, with blanks for distances.
    pub fn physical_text(&self) -> String {
        physical::page_text(&self.glyphs, &self.layout)
    }
}

/// An open document. Pages are read when they are asked for, from any thread; what they share, such as fonts, is
/// worked out once.
pub struct Document {
    file: File,
    /// How it was opened, to open what becomes of it.
    options: Options,
    fonts: FontStore,
    layers: OnceLock<LayerState>,
    labels: OnceLock<Option<Vec<String>>>,
    targets: OnceLock<Targets>,
    structure: OnceLock<Option<Structure>>,
    style: OnceLock<DocumentStyle>,
    /// What the text as a whole tells of codes that fonts leave open; worked out when a page first has such codes.
    context: OnceLock<Answers>,
    /// The pages that were drawn for that and not yet asked for.
    kept_pages: KeptPages,
    /// The fonts with the CMaps that their strings are meant for; worked out when a page first has codes that the CMap of a
    /// country does not know.
    true_fonts: OnceLock<FontStore>,
    /// How pages without usable text are read.
    #[cfg(feature = "render")]
    recognition: Option<Arc<Recognition>>,
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
        Ok(Self {
            file,
            options: options.clone(),
            fonts: FontStore::new(Arc::clone(&options.knowledge)),
            layers: OnceLock::new(),
            labels: OnceLock::new(),
            targets: OnceLock::new(),
            structure: OnceLock::new(),
            style: OnceLock::new(),
            context: OnceLock::new(),
            kept_pages: KeptPages::default(),
            true_fonts: OnceLock::new(),
            #[cfg(feature = "render")]
            recognition: None,
        })
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

    /// The glyphs of all pages, one page at a time.
    pub fn pages(&self) -> impl Iterator<Item = PageGlyphs> + '_ {
        (0..self.page_count()).filter_map(|index| self.glyphs(index))
    }

    /// What the structure tree says of a page; the tree is read when the first page with marked content asks for it.
    fn structure(&self, page: &PageGlyphs) -> Option<PageStructure<'_>> {
        if !page.runs.iter().any(|run| run.mcid.is_some()) {
            return None;
        }
        self.structure.get_or_init(|| self.file.structure()).as_ref()?.page(page.page_index)
    }

    /// A page, counted from 0, with its words, lines and blocks; `None` when there is no such page.
    pub fn laid_out(&self, page_index: usize, options: &LayoutOptions) -> Option<LaidOutPage> {
        let (page, diagnostics) = self.file.noting_page(page_index, || {
            let mut page = self.drawn_layout(page_index, options)?;
            self.recognise(&mut page, options);
            Some(page)
        });
        let mut page = LaidOutPage { diagnostics, ..page? };
        if options.roles {
            self.assign_roles(&mut page);
        }
        Some(page)
    }

    /// A page as the file has it.
    fn drawn_layout(&self, page_index: usize, options: &LayoutOptions) -> Option<LaidOutPage> {
        let glyphs = self.glyphs(page_index)?;
        let layout = self.layout(&glyphs, options);
        Some(LaidOutPage { glyphs, layout, diagnostics: Vec::new(), recognition: None })
    }

    /// Lays out the glyphs of a page, with the roles that the file states.
    fn layout(&self, glyphs: &PageGlyphs, options: &LayoutOptions) -> StructuredPage {
        let layout = layout::page_layout(glyphs, options, self.structure(glyphs));
        StructuredPage::new(glyphs, layout)
    }

    /// Lets pages without usable text be read by optical character recognition.
    #[cfg(feature = "render")]
    pub fn with_recognition(mut self, recognition: Arc<Recognition>) -> Self {
        self.recognition = Some(recognition);
        self
    }

    /// Reads a page by recognition where that is wanted and called for, and lays it out again.
    #[cfg(feature = "render")]
    fn recognise(&self, laid_out: &mut LaidOutPage, options: &LayoutOptions) {
        let Some(recognition) = &self.recognition else { return self.tell_of_picture(&laid_out.glyphs) };
        let Some(page) = self.file.page(laid_out.glyphs.page_index) else { return };
        let LaidOutPage { glyphs, layout, .. } = laid_out;
        laid_out.recognition = recognition.improve(&self.file, &page, glyphs, layout);
        if laid_out.recognition.is_some() {
            laid_out.layout = self.layout(&laid_out.glyphs, options);
        }
    }

    /// A scan without text must not pass for an empty page.
    #[cfg(feature = "render")]
    fn tell_of_picture(&self, glyphs: &PageGlyphs) {
        if glyphs.glyphs.is_empty() && !glyphs.images.is_empty() {
            let message = "the page has pictures and no text (--ocr auto reads it)";
            let page = u32::try_from(glyphs.page_index).unwrap_or(u32::MAX);
            self.file.note(Diagnostic::new(Code::OcrSkipped, message).on_page(page));
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
    fn recognise(&self, _: &mut LaidOutPage, _: &LayoutOptions) {}

    /// A picture of a page, counted from 0, at so many dots per inch; `None` when there is no such page.
    #[cfg(feature = "render")]
    pub fn picture(&self, page_index: usize, dpi: f64) -> Option<Result<PagePicture, NoPicture>> {
        Some(render::page_picture(&self.file, &self.file.page(page_index)?, dpi))
    }

    /// Finds out what the blocks of a page are, if that was not asked for when it was laid out.
    pub fn assign_roles(&self, page: &mut LaidOutPage) {
        structure::assign_roles(&page.glyphs, &mut page.layout, self.style());
    }

    /// What the pages have in common, learned from a sample of them.
    fn style(&self) -> &DocumentStyle {
        self.style.get_or_init(|| {
            let mut sampler = StyleSampler::default();
            for index in sample(self.page_count()) {
                // Recognition is too dear for a sample.
                if let Some(page) = self.drawn_layout(index, &LayoutOptions::default()) {
                    sampler.add(&page.glyphs, &page.layout);
                }
            }
            let outline = self.file.outline();
            sampler.finish(outline.iter().map(|item| (item.title.as_str(), item.level)))
        })
    }

    /// The text of a page, counted from 0, in reading order; `None` when there is no such page.
    pub fn page_text(&self, page_index: usize) -> Option<String> {
        Some(self.laid_out(page_index, &LayoutOptions::default())?.text(TextOptions::default()))
    }

    /// The text of all pages in reading order, with a form feed between pages.
    pub fn text(&self) -> Result<String, Error> {
        let layout = LayoutOptions::default();
        let mut joiner = Joiner::new(&layout.policy);
        let mut out = String::new();
        let mut separator = "";
        let mut push = |page: String| {
            out.push_str(std::mem::replace(&mut separator, "\u{c}"));
            out.push_str(&page);
        };
        for index in 0..self.page_count() {
            let page = self.laid_out(index, &layout).map(|page| page.open_text(TextOptions::default()));
            joiner.text(page.unwrap_or_default()).for_each(&mut push);
            self.check_cancelled()?;
        }
        joiner.end().into_iter().for_each(&mut push);
        Ok(out)
    }

    /// The record of a page, counted from 0: its blocks, lines and spans, and how far they can be trusted; `None` when
    /// there is no such page. Roles are found whatever the options say.
    ///
    /// ```
    /// # use pdftract::{Document, LayoutOptions, Options};
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
    /// let document = Document::open(bytes, &Options::default())?;
    /// let page = document.page_record(0, &LayoutOptions::default());
    /// let blocks = page.map(|page| page.blocks).unwrap_or_default();
    /// for block in &blocks {
    ///     println!("{} ({:?}) at {:?}: {}", block.id, block.role, block.bbox, block.text);
    /// }
    /// # assert_eq!(blocks[0].id, "p1-b1");
    /// # Ok(())
    /// # }
    /// ```
    pub fn page_record(&self, page_index: usize, options: &LayoutOptions) -> Option<model::Page> {
        let options = LayoutOptions { roles: true, ..options.clone() };
        self.record_of(&self.laid_out(page_index, &options)?, Detail::Spans)
    }

    /// The record of a page that is laid out already; `None` when it is not one of this document.
    ///
    /// For several outputs at once: a page is laid out once and gives text, JSON and Markdown.
    ///
    /// ```
    /// # use pdftract::output::{json::to_json, markdown::MarkdownWriter};
    /// # use pdftract::{Detail, Document, LayoutOptions, MarkdownOptions, Options, TextOptions};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let bytes = include_bytes!("../../../samples/hello.pdf").to_vec();
    /// let document = Document::open(bytes, &Options::default())?;
    /// let layout = LayoutOptions { roles: true, ..LayoutOptions::default() };
    /// let laid_out = document.laid_out(0, &layout).ok_or("no page")?;
    /// let text = laid_out.text(TextOptions::default());
    /// let mut record = document.record_of(&laid_out, Detail::Spans).ok_or("no page")?;
    /// let markdown = MarkdownWriter::new(MarkdownOptions::default()).page(&record);
    /// record.markdown_blocks = markdown.blocks;
    /// let json = to_json(&record)?;
    /// # assert!(json.contains("Hello") && text.contains("Hello") && markdown.text.contains("Hello"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn record_of(&self, laid_out: &LaidOutPage, detail: Detail) -> Option<model::Page> {
        let page_index = laid_out.glyphs.page_index;
        let page = self.file.page(page_index)?;
        let extras = Extras {
            label: self.page_label(page_index),
            links: self.page_links(&page),
            diagnostics: laid_out.diagnostics.clone(),
            detail,
            ocr: laid_out.recognition.clone(),
        };
        let mut record = page::record(&page, &laid_out.glyphs, &laid_out.layout, extras);
        if let Some(diagnostic) = page::unreadable(&record) {
            self.file.note(diagnostic.clone());
            record.diagnostics.push(diagnostic);
        }
        Some(record)
    }

    fn page_links(&self, page: &Page<'_>) -> PageLinks {
        let links = page.links(|| self.targets.get_or_init(|| Targets::new(&self.file)));
        let (_, height) = page.size();
        PageLinks::new(links, &content::to_page(page), height)
    }

    /// What a reader sees as the number of a page, counted from 0; `None` when the file does not say.
    pub fn page_label(&self, page_index: usize) -> Option<String> {
        self.labels.get_or_init(|| self.file.page_labels()).as_ref()?.get(page_index).cloned()
    }

    /// The records of all pages, one at a time, their words joined by what the pages before say too. Ends with an error
    /// when the caller cancels.
    pub fn page_records<'d>(
        &'d self,
        options: &'d LayoutOptions,
    ) -> impl Iterator<Item = Result<model::Page, Error>> + 'd {
        let mut cancelled = false;
        let mut joiner = Joiner::new(&options.policy);
        (0..self.page_count())
            .map_while(move |index| {
                if cancelled {
                    return None;
                }
                let record = self.page_record(index, options).map(|mut record| {
                    joiner.record(&mut record);
                    Ok(record)
                });
                match self.check_cancelled() {
                    Err(error) => {
                        cancelled = true;
                        Some(Some(Err(error)))
                    }
                    Ok(()) => Some(record),
                }
            })
            .flatten()
    }

    /// What is known of the document before any page is read.
    pub fn head(&self, options: &LayoutOptions) -> model::DocumentHead {
        document::head(&self.file, options.policy)
    }

    /// The record of the whole document, held in memory; [`write_json`](Self::write_json) holds one page at a time.
    pub fn record(&self, options: &LayoutOptions) -> Result<model::Document, Error> {
        let head = self.head(options);
        let pages = self.page_records(options).collect::<Result<Vec<_>, _>>()?;
        let mut readability = Readability::default();
        pages.iter().for_each(|page| readability.add(page));
        Ok(model::Document { head, pages, end: readability.end(self.diagnostics()) })
    }

    /// The document as Markdown.
    pub fn markdown(&self, layout: &LayoutOptions, options: MarkdownOptions) -> Result<String, Error> {
        let mut writer = MarkdownWriter::new(MarkdownOptions { spaces: layout.policy.spaces, ..options });
        let mut out = String::new();
        for page in self.page_records(layout) {
            out.push_str(&writer.page(&page?).text);
        }
        Ok(out)
    }

    /// The document as Markdown together with its record, whose pages say where each block stands in it
    /// ([`model::Page::markdown_blocks`]).
    pub fn markdown_and_record(
        &self,
        layout: &LayoutOptions,
        options: MarkdownOptions,
    ) -> Result<(String, model::Document), Error> {
        let mut writer = MarkdownWriter::new(MarkdownOptions { spaces: layout.policy.spaces, ..options });
        let mut out = String::new();
        let mut record = self.record(layout)?;
        for page in &mut record.pages {
            let written = writer.page(page);
            out.push_str(&written.text);
            page.markdown_blocks = written.blocks;
        }
        Ok((out, record))
    }

    /// Writes the record of the whole document as JSON, one page at a time.
    pub fn write_json(
        &self,
        out: impl std::io::Write,
        form: JsonForm,
        options: &LayoutOptions,
    ) -> Result<(), Error> {
        let mut writer = JsonWriter::new(out, form, &self.head(options))?;
        for page in self.page_records(options) {
            writer.page(&page?)?;
        }
        writer.finish(self.diagnostics())?;
        Ok(())
    }

    fn check_cancelled(&self) -> Result<(), Error> {
        match self.file.budget().check() {
            Err(Stop::Cancelled) => Err(Error::Stopped(Stop::Cancelled)),
            _ => Ok(()),
        }
    }

    /// The text of a page in the order in which it is drawn, with spaces and line ends where gaps call for them.
    pub fn raw_text(&self, page_index: usize, policy: &TextPolicy) -> Option<String> {
        let glyphs = if self.recognises() {
            self.laid_out(page_index, &LayoutOptions::default())?.glyphs
        } else {
            self.glyphs(page_index)?
        };
        let left_out = raw::left_out(&glyphs);
        if left_out > 0 {
            let message = format!("glyphs that a person does not see were left out: {left_out}");
            let page = u32::try_from(page_index).unwrap_or(u32::MAX);
            self.file.note(Diagnostic::new(Code::HiddenTextLeftOut, message).on_page(page));
        }
        Some(raw::text(&glyphs, policy))
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

    /// Says for a glyph of a page what each source answers, and why it was believed or not.
    pub fn explain(&self, page: &PageGlyphs, glyph: &Glyph) -> Option<Explanation> {
        let believed = Believed { text: page.text(glyph), source: glyph.source };
        let code = CharCode { value: glyph.code, len: glyph.code_bytes };
        Some(explain::explain(page.font(glyph)?, &self.file, code, &believed))
    }

    /// Learns what the outlines of the document's fonts mean, as far as that can be trusted. All pages are read for it.
    pub fn learn(&self) -> Harvest {
        let mut fonts: Vec<(Arc<Font>, BTreeSet<CharCode>)> = Vec::new();
        for page in self.pages() {
            for glyph in &page.glyphs {
                let Some(font) = page.font(glyph) else { continue };
                let known = fonts.iter().position(|(other, _)| Arc::ptr_eq(other, font));
                let index = known.unwrap_or_else(|| {
                    fonts.push((Arc::clone(font), BTreeSet::new()));
                    fonts.len() - 1
                });
                let code = CharCode { value: glyph.code, len: glyph.code_bytes };
                fonts.get_mut(index).map(|(_, codes)| codes.insert(code));
            }
        }
        let mut harvest = Harvest::default();
        fonts.iter().for_each(|(font, codes)| harvest.add_font(font, &self.file, codes));
        harvest
    }

    /// What was lost or repaired so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.file.diagnostics()
    }
}

/// Pages read to learn the style of a document.
const SAMPLE_PAGES: usize = 24;
/// Sampled pages that follow each other, so that repetitions show.
const SAMPLE_RUN: usize = 3;

/// The pages to learn from: all of a short document, runs of a few pages throughout a long one.
fn sample(pages: usize) -> Vec<usize> {
    if pages <= SAMPLE_PAGES {
        return (0..pages).collect();
    }
    let runs = SAMPLE_PAGES / SAMPLE_RUN;
    (0..runs)
        .flat_map(|run| (0..SAMPLE_RUN).map(move |page| run * (pages - SAMPLE_RUN) / (runs - 1) + page))
        .collect()
}
