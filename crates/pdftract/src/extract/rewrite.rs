//! Writes changed documents: repaired, with text layers, or anonymised.

use std::collections::BTreeSet;

use super::Document;
use crate::clock;
use crate::diagnostic::Code;
use crate::error::Error;
use crate::write::anonymise;
use crate::write::font_uses::FontUses;
use crate::write::highlight;
use crate::write::repair::NewMaps;
use crate::write::{Highlighted, PageHighlights, RepairError, RepairOptions, Repaired};
#[cfg(feature = "render")]
use crate::{
    extract::LaidOutPage,
    ocr::PageType,
    options::ExtractOptions,
    write::{Layered, text_layer::TextLayers},
};

/// The maximum number of repair rounds; the third rarely adds anything.
const REPAIR_ROUNDS: usize = 6;

/// The maximum number of anonymised copies to try for the same defects.
const REPORT_TRIES: usize = 4;

/// Copies of documents with more pages or fonts are not read again: so much text does not depend on how its letters are replaced.
const MOST_COMPARED_PAGES: usize = 5_000;
const MOST_COMPARED_FONTS: usize = 2_000;

impl Document {
    /// Adds a `/ToUnicode` map to fonts whose text was recovered, in an incremental update. Reads all pages.
    ///
    /// # Errors
    ///
    /// Returns a [`RepairError`] if the file is signed and `force` is not set, or if work was stopped.
    ///
    /// ```
    /// use pdftract::RepairOptions;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let repaired = pdftract::open(path)?.repair(RepairOptions::default())?;
    /// assert!(repaired.fonts.is_empty(), "every font of the sample has its Unicode");
    /// # Ok(())
    /// # }
    /// ```
    pub fn repair(&self, options: RepairOptions) -> Result<Repaired, RepairError> {
        clock::watch(self.session.budget().clock(), || self.repair_in_time(options))
    }

    fn repair_in_time(&self, options: RepairOptions) -> Result<Repaired, RepairError> {
        let uses = self.font_uses();
        self.session.budget().check().map_err(RepairError::Stopped)?;
        let mut maps = NewMaps::find(self.access(), &uses, options);
        self.session.budget().check().map_err(RepairError::Stopped)?;
        let mut repaired = maps.write(&self.file, options)?;
        // Known letters increase the confidence in others, so the result is read again until nothing is added.
        for _ in 0..REPAIR_ROUNDS {
            if maps.is_empty() {
                break;
            }
            let Ok(document) = self.open_copy(repaired.bytes.clone()) else { break };
            let more = NewMaps::find(document.access(), &document.font_uses(), options);
            if more.is_empty() {
                break;
            }
            maps.add(more);
            repaired = maps.write(&self.file, options)?;
        }
        Ok(repaired)
    }

    /// Adds an invisible text layer to scanned pages that OCR can read, in an incremental update. Pages that already
    /// have text are unchanged. `force` permits this for signed files, although their signatures will no longer cover
    /// the whole file.
    ///
    /// # Errors
    ///
    /// Returns a [`RepairError`] if the file is signed and `force` is not set, or if work was stopped.
    #[cfg(feature = "render")]
    pub fn with_text_layer(&self, force: bool) -> Result<Layered, RepairError> {
        let signatures = if force { Vec::new() } else { self.file.signatures() };
        let mut layers = TextLayers::default();
        for index in 0..self.page_count() {
            self.session.budget().check().map_err(RepairError::Stopped)?;
            let laid_out = self.laid_out(index, &ExtractOptions::default());
            let is_scan = |page: &LaidOutPage| {
                page.recognition.as_ref().is_some_and(|read| read.page_type == PageType::Scanned)
            };
            if let (Some(read), Some(page)) = (laid_out.filter(is_scan), self.file.page(index)) {
                layers.add(&page, &read.glyphs);
            }
            // Reported at the first page, since OCR of the others may take an hour.
            if !layers.is_empty() && !signatures.is_empty() {
                return Err(RepairError::Signed(signatures));
            }
        }
        self.session.budget().check().map_err(RepairError::Stopped)?;
        layers.write(&self.file)
    }

    /// Adds highlight annotations in an incremental update: the original bytes stay in front.
    ///
    /// # Errors
    ///
    /// Returns a [`RepairError`] if strings of the file cannot be encrypted, or if work was stopped.
    pub fn highlighted(&self, pages: &[PageHighlights]) -> Result<Highlighted, RepairError> {
        self.session.budget().check().map_err(RepairError::Stopped)?;
        clock::watch(self.session.budget().clock(), || highlight::write(&self.file, pages))
    }

    /// Returns an anonymised copy of the document that can be shared: structure, fonts and geometry are kept, the
    /// text is not. Reads all pages.
    pub fn report(&self) -> Vec<u8> {
        clock::watch(self.session.budget().clock(), || self.report_in_time())
    }

    fn report_in_time(&self) -> Vec<u8> {
        let uses = self.font_uses();
        let wanted = self.codes();
        let is_large = self.page_count() > MOST_COMPARED_PAGES || uses.by_object.len() > MOST_COMPARED_FONTS;
        let mut best: Option<(usize, Vec<u8>)> = None;
        // Unknown codes are resolved by their context, which is different in the copy. So several copies are tried,
        // and the first with the same diagnostics is returned, or else the closest one.
        for choice in 0..REPORT_TRIES {
            // The first copy is written in any case; what does not fit into the time is missing from it.
            if choice > 0 && !self.has_time() {
                break;
            }
            let copy = anonymise::write(&self.session, &self.file, &self.fonts, &uses, choice);
            if is_large {
                return copy;
            }
            let difference = self.open_copy(copy.clone()).map_or(usize::MAX, |copy| {
                copy.pages().for_each(drop);
                copy.codes().symmetric_difference(&wanted).count()
            });
            if best.as_ref().is_none_or(|(least, _)| difference < *least) {
                best = Some((difference, copy));
            }
            if difference == 0 || self.session.budget().check().is_err() {
                break;
            }
        }
        best.map(|(_, copy)| copy).unwrap_or_default()
    }

    /// Opens a changed copy of the document, in the time that is left for the document.
    fn open_copy(&self, bytes: Vec<u8>) -> Result<Self, Error> {
        let time_limit = self.session.budget().time_left();
        Self::open(bytes, &self.options.clone().with(|options| options.time_limit = time_limit))
    }

    /// Returns the codes of the diagnostics so far.
    fn codes(&self) -> BTreeSet<Code> {
        self.session.diagnostics().into_iter().map(|diagnostic| diagnostic.code).collect()
    }

    fn font_uses(&self) -> FontUses {
        let mut uses = FontUses::default();
        self.pages().for_each(|page| uses.add(&page, self.access()));
        uses
    }
}
