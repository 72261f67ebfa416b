//! Records of a document as a whole: its head before the pages, its readability after them.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::content;
use crate::diagnostic::{Code, Diagnostic};
use crate::file::form::FormField;
use crate::file::outline::OutlineItem;
use crate::file::{self, File};
use crate::geometry::{Matrix, Rect};
use crate::options::TextPolicy;

use super::model::{
    Annotation, COORDS, DocumentEnd, DocumentHead, DocumentReadability, Page, PageType, Pdf, Reason,
    SCHEMA_VERSION, Source,
};
use super::number::{points, share};

/// A document with a lower score should not be trusted: more of its text is likely wrong than correct.
pub const READABLE_FROM: f64 = 0.5;

/// Returns the head of a document with this outline, for a text policy. Hashes all bytes of the file.
pub fn head(file: &File, outline: Vec<OutlineItem>, text_policy: TextPolicy) -> DocumentHead {
    let metadata = file.metadata();
    DocumentHead {
        schema_version: SCHEMA_VERSION,
        coords: COORDS,
        source: Source { file: None, bytes: file.data().len(), sha256: sha256(file.data()) },
        pdf: Pdf {
            version: file.version(),
            encrypted: file.encryption().is_some(),
            tagged: file.is_tagged(),
            linearized: file.is_linearized(),
            producer: metadata.producer.clone(),
        },
        text_policy,
        metadata,
        page_count: file.page_count(),
        outline,
        form_fields: form_fields(file),
        attachments: file.attachments(),
    }
}

/// Returns the fields of the form with the boxes of their widgets in coordinates of pages as shown.
fn form_fields(file: &File) -> Vec<FormField> {
    let mut fields = file.form_fields();
    for widget in fields.iter_mut().flat_map(|field| &mut field.widgets) {
        let page = widget.page_index.and_then(|index| file.page(index));
        if let Some((page, rect)) = page.zip(widget.rect.take()) {
            widget.bbox = Some(page_box(&content::to_page(&page), &rect));
        }
    }
    fields
}

/// Returns a rectangle of PDF coordinates in those of the page as shown.
#[allow(clippy::cast_possible_truncation)]
fn page_box(to_page: &Matrix, rect: &Rect) -> [f32; 4] {
    let Rect { x0, y0, x1, y1 } = to_page.apply_to_rect(rect);
    [x0, y0, x1, y1].map(|edge| points(edge as f32))
}

/// Returns the annotations of a page other than links and widgets.
pub(crate) fn annotations(page: &file::Page<'_>) -> Vec<Annotation> {
    let to_page = content::to_page(page);
    let found = page.annotations().into_iter().map(|annotation| Annotation {
        subtype: annotation.subtype,
        bbox: annotation.rect.map(|rect| page_box(&to_page, &rect)),
        contents: annotation.contents,
        author: annotation.author,
        hidden: annotation.hidden,
    });
    found.collect()
}

fn sha256(data: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(data) {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Returns whether a limit ended the reading of a page before its end.
pub fn is_cut(page: &Page) -> bool {
    page.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::PageWorkLimit)
}

/// Accumulates the readability of pages.
#[derive(Debug, Clone, Default)]
pub struct Readability {
    score: f64,
    pages: u32,
    judged: u32,
    has_text: bool,
    scanned: bool,
    broken: bool,
    unmapped: bool,
    cut: bool,
    /// Glyphs of pages that recognition has not read, and those among them whose text is not known.
    glyphs: u64,
    lost: u64,
    needing_ocr: Vec<usize>,
}

/// A document of which more than one glyph in this many has no known text has lost too much to be read, however good the
/// rest is.
const MOST_UNMAPPED: u64 = 10;

impl Readability {
    /// Adds a page.
    pub fn add(&mut self, page: &Page) {
        if page.page_type != PageType::Blank {
            self.score += f64::from(page.readability.score);
            self.pages += 1;
            self.judged += u32::from(page.readability.judged);
        }
        self.has_text |= page.empty_because.is_none();
        self.scanned |= page.page_type == PageType::Scanned && page.ocr.is_none();
        self.broken |= page.page_type == PageType::BrokenText && page.ocr.is_none();
        self.unmapped |= page.recovery.unmapped > 0;
        self.cut |= is_cut(page);
        if page.ocr.is_none() {
            self.lost += u64::from(page.recovery.unmapped);
            self.glyphs += page.recovery.by_source.values().copied().map(u64::from).sum::<u64>();
        }
        if page.readability.ocr_recommended {
            self.needing_ocr.push(page.page_index);
        }
    }

    /// Adds a page that has no record because a limit of the document was reached.
    pub fn add_missing(&mut self) {
        self.cut = true;
    }

    /// Returns the record that follows the last page.
    pub fn end(&self, diagnostics: Vec<Diagnostic>) -> DocumentEnd {
        let score = if self.pages == 0 { 1.0 } else { self.score / f64::from(self.pages) };
        let judged = self.judged * 2 > self.pages;
        let readability = DocumentReadability { score: share(score), judged, reasons: self.reasons() };
        let readable = score >= READABLE_FROM && !self.loses_text();
        DocumentEnd { readable, readability, pages_needing_ocr: self.needing_ocr.clone(), diagnostics }
    }

    /// Returns whether the document is not readable, whatever its score: too many glyphs have no known text, or a limit
    /// cut pages.
    pub fn loses_text(&self) -> bool {
        self.cut || (self.glyphs > 0 && self.lost * MOST_UNMAPPED > self.glyphs)
    }

    fn reasons(&self) -> Vec<Reason> {
        let reasons = [
            (!self.has_text, Reason::NoText),
            (self.scanned, Reason::ScannedPages),
            (self.broken, Reason::BrokenTextPages),
            (self.unmapped, Reason::UnmappedGlyphs),
            (self.cut, Reason::PagesCut),
        ];
        reasons.into_iter().filter_map(|(holds, reason)| holds.then_some(reason)).collect()
    }
}
