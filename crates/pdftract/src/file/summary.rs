//! Collects the facts about a file as plain data, for `pdftract info`.

use serde::Serialize;

use super::annotation::{Annotation, Link};
use super::attachment::Attachment;
use super::form::FormField;
use super::layer::Layer;
use super::lexer::{Lexer, Token};
use super::metadata::Metadata;
use super::object::ObjectId;
use super::outline::OutlineItem;
use super::{File, parser};
use crate::clock;
use crate::diagnostic::Diagnostic;
use crate::geometry::Rect;

/// The version of this structure and of all JSON that pdftract writes.
pub const SCHEMA_VERSION: &str = "0.2";

/// The facts about a file.
#[derive(Debug, Clone, Serialize)]
pub struct Summary {
    /// See [`SCHEMA_VERSION`].
    pub schema_version: &'static str,
    /// Properties of the PDF file.
    pub pdf: PdfFacts,
    /// The document metadata: title, author, dates.
    pub metadata: Metadata,
    /// The number of pages.
    pub page_count: usize,
    /// The pages.
    pub pages: Vec<PageFacts>,
    /// Bookmarks.
    pub outline: Vec<OutlineItem>,
    /// Layers.
    pub layers: Vec<Layer>,
    /// Links.
    pub links: Vec<Link>,
    /// Other annotations.
    pub annotations: Vec<Annotation>,
    /// Form fields.
    pub form_fields: Vec<FormField>,
    /// Attached files.
    pub attachments: Vec<Attachment>,
    /// Losses and repairs while reading.
    pub diagnostics: Vec<Diagnostic>,
}

/// Properties of the PDF file.
#[derive(Debug, Clone, Serialize)]
pub struct PdfFacts {
    /// Size in bytes.
    pub bytes: usize,
    /// The newer of the header's and the catalog's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// `true` if any part is encrypted.
    pub encrypted: bool,
    /// The encryption, such as `AES-256 (V5 R6)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encryption: Option<String>,
    /// The password it was opened with: `user`, `owner` or `none needed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlocked_as: Option<&'static str>,
    /// The operations that the owner forbids. pdftract reports them and does not enforce them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<&'static str>,
    /// `true` if the file is tagged, that is, has a structure tree that identifies headings, paragraphs, tables.
    pub tagged: bool,
    /// `true` if the file is linearized for reading over a network.
    pub linearized: bool,
    /// The number of saved revisions, as far as the cross-reference shows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revisions: Option<usize>,
    /// `true` if it contains an XFA form, which pdftract does not read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub xfa: bool,
    /// The program that produced the PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producer: Option<String>,
}

/// Properties of a page.
#[derive(Debug, Clone, Serialize)]
pub struct PageFacts {
    /// The page index, counted from 0.
    pub page_index: usize,
    /// The page number, counted from 1.
    pub page_number: usize,
    /// The page label shown to readers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_label: Option<Box<str>>,
    /// The width as shown, in points.
    pub width: f64,
    /// The height as shown, in points.
    pub height: f64,
    /// The clockwise rotation, in degrees.
    pub rotation: u16,
    /// The page boxes in PDF coordinates.
    pub boxes: PageBoxes,
}

/// The boxes of a page in PDF coordinates.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageBoxes {
    /// The media box.
    pub media: Rect,
    /// The visible part of the page.
    pub crop: Rect,
    /// Boxes that few pages have.
    #[serde(flatten)]
    pub production: Option<Box<ProductionBoxes>>,
}

/// Boxes for print production.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProductionBoxes {
    /// The bleed box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bleed: Option<Rect>,
    /// The trim box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trim: Option<Rect>,
    /// The art box, with the meaningful content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub art: Option<Rect>,
}

/// Permission bits of ISO 32000-1, Table 22, and the operations that their absence forbids.
const PERMISSIONS: [(u32, &str); 8] = [
    (1 << 2, "print"),
    (1 << 3, "modify"),
    (1 << 4, "copy"),
    (1 << 5, "annotate"),
    (1 << 8, "fill_forms"),
    (1 << 9, "extract_for_accessibility"),
    (1 << 10, "assemble"),
    (1 << 11, "print_high_quality"),
];

impl File {
    /// Collects all facts.
    pub fn summary(&self) -> Summary {
        clock::watch(self.budget().clock(), || self.summary_in_time())
    }

    fn summary_in_time(&self) -> Summary {
        let metadata = self.metadata();
        let (links, annotations) = self.annotations();
        let labels = self.page_labels();
        let label_of = |index: usize| labels.as_ref().and_then(|labels| labels.get(index).cloned());
        Summary {
            schema_version: SCHEMA_VERSION,
            pdf: self.facts(&metadata),
            page_count: self.page_count(),
            pages: self.all_page_facts(label_of),
            outline: self.outline(),
            layers: self.layers(),
            links,
            annotations,
            form_fields: self.form_fields(),
            attachments: self.attachments(),
            metadata,
            diagnostics: self.diagnostics(),
        }
    }

    fn all_page_facts(&self, label_of: impl Fn(usize) -> Option<String>) -> Vec<PageFacts> {
        let mut facts = Vec::with_capacity(self.page_count());
        let pages = self.pages().take_while(|_| self.has_time());
        facts.extend(pages.map(|page| page_facts(&page, label_of(page.index()))));
        facts
    }

    fn facts(&self, metadata: &Metadata) -> PdfFacts {
        let permissions = self.permissions().unwrap_or(u32::MAX);
        PdfFacts {
            bytes: self.data().len(),
            version: self.version(),
            encrypted: self.encryption().is_some(),
            encryption: self.encryption(),
            unlocked_as: self.unlocked_as(),
            forbidden: PERMISSIONS
                .iter()
                .filter(|(bit, _)| permissions & bit == 0)
                .map(|(_, what)| *what)
                .collect(),
            tagged: self.is_tagged(),
            linearized: self.is_linearized(),
            revisions: self.revisions(),
            xfa: self.has_xfa(),
            producer: metadata.producer.clone(),
        }
    }

    /// Returns the newer of the header's and the catalog's version.
    pub fn version(&self) -> Option<String> {
        let stated = self.catalog().and_then(|catalog| catalog.name_text(b"Version"));
        stated.into_iter().chain(self.version.clone()).max()
    }

    /// Returns `true` if the file is tagged.
    pub fn is_tagged(&self) -> bool {
        self.catalog().is_some_and(|catalog| {
            let marked = catalog.dict(b"MarkInfo").and_then(|info| info.bool(b"Marked"));
            marked == Some(true) && catalog.has(b"StructTreeRoot")
        })
    }

    /// Returns `true` if the file is linearized and has not been changed since.
    pub fn is_linearized(&self) -> bool {
        let mut lexer = Lexer::new(self.data(), self.base);
        let header = (lexer.next(), lexer.next(), lexer.next());
        if !matches!(header, (Token::Int(_), Token::Int(_), Token::Keyword(b"obj"))) {
            return false;
        }
        let (tree, _) = parser::parse(&mut lexer, ObjectId { number: 0, generation: 0 }, self.limits());
        let dict = self.wrap(tree).as_dict();
        let length = dict.filter(|dict| dict.has(b"Linearized")).and_then(|dict| dict.raw(b"L").as_int());
        length.and_then(|length| usize::try_from(length).ok()) == Some(self.data().len() - self.base)
    }

    /// Returns the number of saved revisions; `None` if the cross-reference does not show it.
    fn revisions(&self) -> Option<usize> {
        if self.scanned || self.xref_incomplete {
            return None;
        }
        // A linearized file has two sections from the start.
        Some(self.trailers.len().saturating_sub(usize::from(self.is_linearized())).max(1))
    }
}

fn page_facts(page: &super::Page<'_>, page_label: Option<String>) -> PageFacts {
    let (boxes, rotation) = (page.boxes(), page.rotation());
    let (width, height) = page.size_of(boxes.crop, rotation);
    PageFacts {
        page_index: page.index(),
        page_number: page.index() + 1,
        page_label: page_label.map(String::into_boxed_str),
        width,
        height,
        rotation,
        boxes,
    }
}

impl super::Page<'_> {
    /// Returns all boxes of the page in PDF coordinates.
    pub fn boxes(&self) -> PageBoxes {
        let media = self.media_box();
        PageBoxes { media, crop: self.crop_box_within(media), production: production_boxes(self) }
    }
}

fn production_boxes(page: &super::Page<'_>) -> Option<Box<ProductionBoxes>> {
    let keys = [b"BleedBox".as_slice(), b"TrimBox", b"ArtBox"];
    if !keys.iter().any(|key| page.dict().has(key)) {
        return None;
    }
    let [bleed, trim, art] = keys.map(|key| page.other_box(key));
    Some(Box::new(ProductionBoxes { bleed, trim, art }))
}
