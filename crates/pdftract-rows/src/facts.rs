//! Columns for routers: facts of pages and documents that need no layout.

use pdftract::{Document, PageFacts};

use crate::read::share;
use crate::schema::{DOCUMENT_FACTS, Granularity, PAGE_FACTS, RowSchema};
use crate::value::Value;

/// Returns whether a schema has facts.
pub(crate) fn are_wanted(schema: &RowSchema) -> bool {
    let has = |(name, _): &(&str, crate::Kind)| schema.has(name);
    match schema.granularity() {
        Granularity::Document => DOCUMENT_FACTS.iter().any(has),
        Granularity::Page => PAGE_FACTS.iter().any(has),
        _ => false,
    }
}

/// Returns a fact of a page.
pub(crate) fn page_value(column: &str, facts: &PageFacts) -> Value {
    let profile = &facts.profile;
    let count = |count: u32| Value::Int(count as usize);
    match column {
        "fonts" => count(profile.fonts),
        "glyphs" => count(profile.glyphs),
        "hidden_glyphs" => count(profile.hidden_glyphs),
        "inkless_glyphs" => count(profile.inkless_glyphs),
        "unmapped_glyphs" => count(profile.unmapped_glyphs),
        "recovered_glyphs" => count(profile.recovered_glyphs),
        "turned_glyphs" => count(profile.turned_glyphs),
        "tagged_glyphs" => count(profile.tagged_glyphs),
        "annotation_glyphs" => count(profile.annotation_glyphs),
        "text_share" => Value::Number(share(profile.text_share)),
        "hidden_text_share" => Value::Number(share(profile.hidden_text_share)),
        "images" => count(profile.images),
        "largest_image_share" => Value::Number(share(profile.largest_image_share)),
        "image_share" => Value::Number(share(profile.image_share)),
        "strokes" => count(profile.strokes),
        "fills" => count(profile.fills),
        "rules" => count(profile.rules),
        "outlines" => count(profile.outlines),
        "garbled_share" => Value::Number(share(facts.garbled_share)),
        "text_score" => Value::Number(share(facts.text_score)),
        "ocr_probability" => Value::Number(share(facts.ocr_probability)),
        "ocr_likely" => Value::Flag(facts.ocr_likely),
        _ => Value::Null,
    }
}

/// The sum of the facts of pages.
#[derive(Debug, Default)]
pub(crate) struct DocumentFacts {
    pages: usize,
    fonts: u32,
    glyphs: usize,
    hidden_glyphs: usize,
    unmapped_glyphs: usize,
    images: usize,
    text_share: f64,
    image_share: f64,
    garbled_glyphs: f64,
    ocr_probability: f32,
    needing_ocr: Vec<usize>,
}

impl DocumentFacts {
    pub(crate) fn add(&mut self, facts: &PageFacts) {
        let profile = &facts.profile;
        self.pages += 1;
        self.fonts = self.fonts.max(profile.fonts);
        self.glyphs += profile.glyphs as usize;
        self.hidden_glyphs += profile.hidden_glyphs as usize;
        self.unmapped_glyphs += profile.unmapped_glyphs as usize;
        self.images += profile.images as usize;
        self.text_share += f64::from(profile.text_share);
        self.image_share += f64::from(profile.image_share);
        self.garbled_glyphs += f64::from(facts.garbled_share) * f64::from(profile.glyphs);
        self.ocr_probability = self.ocr_probability.max(facts.ocr_probability);
        if facts.ocr_likely {
            self.needing_ocr.push(profile.page_index);
        }
    }

    pub(crate) fn value(&self, column: &str, document: &Document) -> Value {
        let mean = |sum: f64, count: usize| {
            #[allow(clippy::cast_precision_loss)]
            let mean = if count == 0 { 0.0 } else { sum / count as f64 };
            Value::Number((mean * 1000.0).round() / 1000.0)
        };
        match column {
            "fonts" => Value::Int(self.fonts as usize),
            "glyphs" => Value::Int(self.glyphs),
            "hidden_glyphs" => Value::Int(self.hidden_glyphs),
            "unmapped_glyphs" => Value::Int(self.unmapped_glyphs),
            "images" => Value::Int(self.images),
            "text_share" => mean(self.text_share, self.pages),
            "image_share" => mean(self.image_share, self.pages),
            "garbled_share" => mean(self.garbled_glyphs, self.glyphs),
            "form_fields" => Value::Int(document.file().form_fields().len()),
            "is_form" => Value::Flag(!document.file().form_fields().is_empty()),
            "is_scanner" => Value::Flag(is_scanner(document)),
            "ocr_probability" => Value::Number(share(self.ocr_probability)),
            "pages_likely_needing_ocr" => Value::Ints(self.needing_ocr.clone()),
            _ => Value::Null,
        }
    }
}

/// Words in the names of programs that make PDFs of scans.
const SCANNERS: [&str; 18] = [
    "scan",
    "xerox",
    "ricoh",
    "canon",
    "konica",
    "kyocera",
    "toshiba",
    "fujitsu",
    "brother",
    "epson",
    "lexmark",
    "twain",
    "paper capture",
    "abbyy",
    "finereader",
    "omnipage",
    "ocrmypdf",
    "tesseract",
];

/// Returns whether a program or device that scans has made the document, by its name.
fn is_scanner(document: &Document) -> bool {
    let metadata = document.file().metadata();
    let names = [&metadata.producer, &metadata.creator].into_iter().flatten();
    names.map(|name| name.to_lowercase()).any(|name| SCANNERS.iter().any(|word| name.contains(word)))
}
