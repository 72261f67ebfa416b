//! A one-page document that shows HELLO, which each recipe damages in one place.
//!
//! Object 1 is the catalog, 2 the page tree, 3 the page, 4 Helvetica as `/F1`, 5 the content. Recipes add objects
//! from 6 or 10 on, and may replace the first five.

use std::collections::BTreeMap;

use crate::builder::{PdfBuilder, stream_body};

/// Content that shows the word HELLO.
pub(super) const HELLO: &str = "BT /F1 12 Tf 72 700 Td (HELLO) Tj ET\n";

/// The document under construction.
pub(super) struct HelloPage {
    /// Objects set by the recipe; they replace the defaults.
    objects: BTreeMap<u32, Vec<u8>>,
    trailer: String,
    catalog: Vec<u8>,
    resources: Vec<u8>,
    fonts: String,
    page: String,
    contents: Vec<u8>,
}

impl HelloPage {
    pub(super) fn new() -> Self {
        Self {
            objects: BTreeMap::new(),
            trailer: String::new(),
            catalog: Vec::new(),
            resources: Vec::new(),
            fonts: String::new(),
            page: String::new(),
            contents: b"5 0 R".to_vec(),
        }
    }

    /// Adds or replaces an object.
    pub(super) fn object(mut self, number: u32, body: impl Into<Vec<u8>>) -> Self {
        self.objects.insert(number, body.into());
        self
    }

    /// Adds or replaces a stream.
    pub(super) fn stream(self, number: u32, dict_entries: &str, data: impl AsRef<[u8]>) -> Self {
        self.object(number, stream_body(dict_entries, data.as_ref()))
    }

    /// Adds or replaces several objects.
    pub(super) fn objects(mut self, objects: impl IntoIterator<Item = (u32, Vec<u8>)>) -> Self {
        self.objects.extend(objects);
        self
    }

    /// Adds content after HELLO.
    pub(super) fn after_hello(self, content: impl AsRef<[u8]>) -> Self {
        let data = [HELLO.as_bytes(), content.as_ref()].concat();
        self.stream(5, "", data)
    }

    /// Sets the value of the page's `/Contents`.
    pub(super) fn contents(mut self, value: impl Into<Vec<u8>>) -> Self {
        self.contents = value.into();
        self
    }

    /// Adds entries to the catalog, after the default ones.
    pub(super) fn catalog(mut self, entries: impl AsRef<[u8]>) -> Self {
        self.catalog.extend_from_slice(entries.as_ref());
        self
    }

    /// Adds entries to the page.
    pub(super) fn page(mut self, entries: &str) -> Self {
        self.page.push_str(entries);
        self
    }

    /// Adds entries to the page's resources.
    pub(super) fn resources(mut self, entries: impl AsRef<[u8]>) -> Self {
        self.resources.extend_from_slice(entries.as_ref());
        self
    }

    /// Adds fonts, such as `/G 10 0 R`, to `/F1`.
    pub(super) fn fonts(mut self, entries: &str) -> Self {
        self.fonts.push_str(entries);
        self
    }

    /// Adds entries to the trailer.
    pub(super) fn trailer(mut self, entries: &str) -> Self {
        self.trailer.push_str(entries);
        self
    }

    /// Returns the builder, for recipes that need an unusual cross-reference.
    pub(super) fn into_builder(self) -> PdfBuilder {
        let head = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R{}>>",
            self.fonts
        );
        let page =
            [head.as_bytes(), &self.resources, b">>/Contents ", &self.contents, self.page.as_bytes(), b">>"];
        let mut builder = PdfBuilder::new();
        builder
            .set(1, [b"<</Type/Catalog/Pages 2 0 R", self.catalog.as_slice(), b">>"].concat())
            .set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>")
            .set(3, page.concat())
            .set(4, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
            .set(5, stream_body("", HELLO.as_bytes()))
            .trailer_extra(&self.trailer);
        for (number, body) in self.objects {
            builder.set(number, body);
        }
        builder
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.into_builder().finish()
    }
}

/// Replaces the first occurrence of a placeholder with the same number of bytes, so that no offset changes.
pub(super) fn patch(file: &mut [u8], placeholder: &[u8], value: &[u8]) {
    assert_eq!(placeholder.len(), value.len());
    let at = file.windows(placeholder.len()).position(|window| window == placeholder);
    let at = at.expect("the placeholder stands in the file");
    file[at..at + value.len()].copy_from_slice(value);
}
