//! Documents of a few pages with fonts that state little.

use pdftract::content::PageGlyphs;
use pdftract::{Document, Options};
use pdftract_testkit::builder::{PdfBuilder, stream_body};

/// Pages of 600 by 800 points. Objects that a test adds come after the first four.
pub(crate) struct Paper {
    pub(crate) builder: PdfBuilder,
}

impl Paper {
    pub(crate) fn new() -> Self {
        let mut builder = PdfBuilder::new();
        (1..=4).for_each(|number| {
            builder.set(number, "null");
        });
        Self { builder }
    }

    pub(crate) fn add(&mut self, body: &str) -> u32 {
        self.builder.add(body)
    }

    pub(crate) fn stream(&mut self, data: &str) -> u32 {
        self.builder.add(stream_body("", data.as_bytes()))
    }

    /// Adds a Type 3 font whose glyphs are drawn by these streams, from code 65 on, with further entries.
    pub(crate) fn type3(&mut self, glyphs: &[&str], entries: &str) -> u32 {
        let names: String = (0..glyphs.len()).map(|index| format!("/q{index}x")).collect();
        let streams: Vec<u32> = glyphs.iter().map(|glyph| self.stream(glyph)).collect();
        let procs: String =
            streams.iter().enumerate().map(|(index, number)| format!("/q{index}x {number} 0 R")).collect();
        self.add(&format!(
            "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 0 0]/CharProcs<<{procs}>>\
             /Encoding<</Differences[65{names}]>>{entries}>>"
        ))
    }

    pub(crate) fn document(self, font: u32, content: &str) -> Document {
        self.document_with(&font.to_string(), content)
    }

    /// Returns a document whose font `/F1` has a number, optionally followed by further fonts.
    pub(crate) fn document_with(self, font: &str, content: &str) -> Document {
        self.document_of_pages(font, &[content])
    }

    /// Returns a document with several pages.
    pub(crate) fn document_of_pages(mut self, font: &str, contents: &[&str]) -> Document {
        let page = |content: u32| {
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 {font} 0 R>>>>\
                 /Contents {content} 0 R>>"
            )
        };
        let streams: Vec<u32> = contents.iter().map(|content| self.stream(content)).collect();
        let pages: Vec<u32> = streams.into_iter().map(|content| self.add(&page(content))).collect();
        let kids: String = pages.iter().map(|page| format!("{page} 0 R ")).collect();
        self.builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
        self.builder.set(2, format!("<</Type/Pages/Count {}/Kids[{kids}]>>", pages.len()));
        Document::open(self.builder.finish(), &Options::default()).unwrap()
    }
}

pub(crate) fn text_of(page: &PageGlyphs) -> String {
    page.glyphs.iter().map(|glyph| page.text(glyph)).collect()
}

pub(crate) fn codes(document: &Document) -> Vec<&'static str> {
    document.diagnostics().iter().map(|diagnostic| diagnostic.code.as_str()).collect()
}
