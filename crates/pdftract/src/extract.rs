//! The pipeline, one call per stage: a document, its pages, their glyphs.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::budget::Stop;
use crate::content::{self, PageGlyphs};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::file::layer::LayerState;
use crate::file::structure::{PageStructure, Structure};
use crate::file::{File, Input};
use crate::font::{Font, FontReport, FontStore};
use crate::layout::{self, DocumentStyle, LayoutOptions, PageLayout, StyleSampler};
use crate::options::Options;
use crate::output::text::{self, TextOptions};
use crate::output::{physical, raw};

/// Opens a document from a file with the default options.
///
/// ```no_run
/// # fn main() -> Result<(), pdftract::Error> {
/// println!("{}", pdftract::open("report.pdf")?.text()?);
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
    pub layout: PageLayout,
}

impl LaidOutPage {
    /// The text of the page in reading order.
    pub fn text(&self, options: TextOptions) -> String {
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
    fonts: FontStore,
    layers: OnceLock<LayerState>,
    structure: OnceLock<Option<Structure>>,
    style: OnceLock<DocumentStyle>,
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
            fonts: FontStore::default(),
            layers: OnceLock::new(),
            structure: OnceLock::new(),
            style: OnceLock::new(),
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

    /// The glyphs of a page, counted from 0, in drawing order; `None` when there is no such page.
    pub fn glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        let page = self.file.page(page_index)?;
        let layers = self.layers.get_or_init(|| self.file.layer_state());
        Some(content::page_glyphs(&self.file, &self.fonts, layers, &page))
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
        let glyphs = self.glyphs(page_index)?;
        let mut layout = layout::page_layout(&glyphs, options, self.structure(&glyphs));
        if options.roles {
            layout::assign_roles(&glyphs, &mut layout, self.style());
        }
        Some(LaidOutPage { glyphs, layout })
    }

    /// What the pages have in common, learned from a sample of them.
    fn style(&self) -> &DocumentStyle {
        self.style.get_or_init(|| {
            let mut sampler = StyleSampler::default();
            for index in sample(self.page_count()) {
                if let Some(page) = self.laid_out(index, &LayoutOptions::default()) {
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
        let mut out = String::new();
        for index in 0..self.page_count() {
            if index > 0 {
                out.push('\u{c}');
            }
            out.push_str(&self.page_text(index).unwrap_or_default());
            if self.file.budget().check() == Err(Stop::Cancelled) {
                return Err(Error::Stopped(Stop::Cancelled));
            }
        }
        Ok(out)
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
