//! Builds one-page documents from their content, fonts and resources.

use std::fmt::Write;

use crate::builder::PdfBuilder;

/// The font dictionary of Helvetica with WinAnsiEncoding.
pub const HELVETICA: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/// A page with fonts (F1, F2 …), content streams and additional entries. Catalog, page tree and page are objects 1 to
/// 3; added objects get the next numbers.
#[derive(Debug, Clone)]
pub struct Sheet {
    builder: PdfBuilder,
    media_box: String,
    fonts: String,
    resources: String,
    page: String,
    catalog: String,
    contents: String,
}

impl Sheet {
    /// Creates an empty page with this width and height in points.
    pub fn new(width: u32, height: u32) -> Self {
        let mut builder = PdfBuilder::new();
        for number in 1..=3 {
            builder.set(number, "null");
        }
        let [fonts, resources, page, catalog, contents] = [(); 5].map(|()| String::new());
        let media_box = format!("/MediaBox[0 0 {width} {height}]");
        Self { builder, media_box, fonts, resources, page, catalog, contents }
    }

    /// Adds a font dictionary: the first is `/F1`.
    #[must_use]
    pub fn font(mut self, dict: &str) -> Self {
        let number = self.builder.add(dict);
        let index = self.fonts.matches('/').count() + 1;
        let _ = write!(self.fonts, "/F{index} {number} 0 R");
        self
    }

    /// Adds an object and returns its number.
    #[must_use]
    pub fn object(mut self, body: impl Into<Vec<u8>>) -> (Self, u32) {
        let number = self.builder.add(body);
        (self, number)
    }

    /// Adds entries to the resources of the page.
    #[must_use]
    pub fn resource(mut self, entries: &str) -> Self {
        self.resources.push_str(entries);
        self
    }

    /// Adds entries to the page; a `/MediaBox` among them replaces the default one.
    #[must_use]
    pub fn page(mut self, entries: &str) -> Self {
        self.page.push_str(entries);
        self
    }

    /// Adds entries to the catalog.
    #[must_use]
    pub fn catalog(mut self, entries: &str) -> Self {
        self.catalog.push_str(entries);
        self
    }

    /// Adds a content stream.
    #[must_use]
    pub fn content(mut self, text: &str) -> Self {
        let number = self.builder.add_stream("", text.as_bytes());
        let _ = write!(self.contents, "{number} 0 R ");
        self
    }

    /// Returns the file.
    pub fn bytes(&self) -> Vec<u8> {
        let Self { fonts, resources, page, catalog, contents, .. } = self;
        let media_box = if page.contains("/MediaBox") { "" } else { &self.media_box };
        let mut builder = self.builder.clone();
        builder.set(1, format!("<</Type/Catalog/Pages 2 0 R{catalog}>>"));
        builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
        let resources = format!("/Resources<</Font<<{fonts}>>{resources}>>");
        builder
            .set(3, format!("<</Type/Page/Parent 2 0 R{media_box}{resources}/Contents[{contents}]{page}>>"));
        builder.finish()
    }
}
