//! All resource limits of the library, with their defaults and reasons.
//!
//! Reaching a limit never fails a document: it ends the current unit (an object, a stream, a tree) and adds a
//! [`Diagnostic`](crate::Diagnostic) that names the limit. Callers may raise or lower each limit.

use serde::{Deserialize, Serialize};

/// Resource limits for one document. `Limits::default()` suits programs that read untrusted files.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of an input that is read as a stream; a longer one is refused. A memory map may be longer.
    pub input_bytes: u64,
    /// The maximum offset of `%PDF-` in the file. Readers agree on 1,024 bytes.
    pub header_search_bytes: usize,
    /// The maximum nesting of arrays and dictionaries. PDFium allows 64, qpdf 499; real files stay below 30.
    pub nesting: usize,
    /// Values in one indirect object. The page label tree of a huge book has about 100,000.
    pub elements_per_object: usize,
    /// Values parsed while reading the whole document, counting an object again when it is read again.
    pub elements_per_document: u64,
    /// References followed from one value to the next (`5 0 R` that leads to `6 0 R` …).
    pub reference_hops: usize,
    /// The largest accepted object number. ISO 32000 Annex C gives 8,388,607.
    pub object_number: u32,
    /// Cross-reference entries kept; each costs 16 bytes.
    pub xref_entries: usize,
    /// Cross-reference sections followed along `/Prev`: one per saved revision.
    pub xref_sections: usize,
    /// Length of one number token; longer ones are read as 0.
    pub number_bytes: usize,
    /// Length of one name; longer ones are truncated.
    pub name_bytes: usize,
    /// Length of one string; longer ones are truncated.
    pub string_bytes: usize,
    /// Filters in one stream's chain. Real files use at most 3.
    pub filters_per_stream: usize,
    /// Decoded bytes of one stream that is held in memory as a whole.
    pub stream_bytes: u64,
    /// Decoded bytes of one XMP packet.
    pub xmp_bytes: u64,
    /// Decoded bytes of all streams of the document together.
    pub document_bytes: u64,
    /// Memory that the document may use. Fonts may keep a quarter of it, large objects in use another; the strings of each
    /// list (outline, fields, links …) a thirty-second part, since they are copied on their way to an output.
    pub memory_bytes: u64,
    /// Bytes of one predictor row.
    pub predictor_row_bytes: usize,
    /// Pages of one document.
    pub pages: usize,
    /// Depth of the page tree.
    pub page_tree_depth: usize,
    /// Content streams that one page's `/Contents` may list.
    pub contents_pieces: usize,
    /// Decoded bytes of content of one page, including forms. Content is read in windows.
    pub content_bytes: u64,
    /// Operators that one page may run, including forms.
    pub operators_per_page: u64,
    /// Forms that one page may draw, counting repetitions.
    pub forms_per_page: u32,
    /// Nesting depth of forms.
    pub form_depth: usize,
    /// Operators that a glyph of a Type 3 font may run, including forms and inner text.
    pub operators_per_glyph: u64,
    /// Decoded bytes of a glyph of a Type 3 font.
    pub glyph_bytes: u64,
    /// Nesting depth of forms within a glyph of a Type 3 font.
    pub type3_form_depth: usize,
    /// Graphics states that may be saved at a time; further ones are only counted.
    pub saved_states: usize,
    /// Glyphs of one page.
    pub glyphs_per_page: usize,
    /// Bytes of text that codes of several characters may add to one page. A ligature has 3.
    pub text_bytes_per_page: usize,
    /// Glyphs that pages may show again from streams of earlier pages, beside one for each byte of the file. The first 10,000
    /// of a page are not counted; with them there may be forty times as many.
    pub repeated_glyphs: u64,
    /// Pages that show nothing but what earlier pages showed. Blank backs of a book are some hundreds.
    pub repeated_pages: usize,
    /// Steps of some nanoseconds that drawing and recognising glyphs may take, beside 512 for each byte of the file.
    pub font_steps: u64,
    /// Depth of name, number, outline, field and layer trees.
    pub tree_depth: usize,
    /// Items of one name, number, outline, field or layer tree.
    pub tree_items: usize,
    /// Elements of the structure tree, and pieces of content that they claim. Each costs 16 bytes; a tagged book of
    /// 1,000 pages has about 200,000.
    pub structure_items: usize,
    /// Depth of the structure tree. Pages printed from the web nest as deeply as their `div` elements.
    pub structure_depth: usize,
    /// Target size of the cache of parsed objects in bytes; it may hold up to twice as much. It only affects speed,
    /// and little: objects shared by pages are requested often and stay cached, and others are parsed in a
    /// microsecond.
    pub object_cache_bytes: usize,
    /// Target size of the cache of decoded object streams in bytes; it may hold up to twice as much. It only affects
    /// speed.
    pub object_stream_cache_bytes: usize,
    /// Diagnostics kept; further ones are only counted.
    pub diagnostics: usize,
    /// Pixels of a rendered page; the resolution is reduced if there would be more. A4 has 8.7 million at 300 dpi and 34.8 at 600.
    pub picture_pixels: u32,
    /// Decoded bytes of everything drawn on a page when it is rendered; they are in memory twice for a moment. Images that
    /// are stored as JPEG and the like count as stored.
    pub picture_bytes: u64,
    /// Objects that rendering a page may use.
    pub picture_objects: usize,
    /// Pixels of one image on a rendered page; larger images are left out.
    pub image_pixels: u64,
    /// Seconds that rendering a page may take.
    pub picture_seconds: u64,
    /// Seconds that an OCR engine may take for a page.
    pub recognition_seconds: u64,
    /// Bytes read of an OCR engine's answer. A dense page has 100 KB.
    pub recognition_bytes: usize,
}

impl Limits {
    /// Returns these limits after applying a change.
    ///
    /// ```
    /// use pdftract::Limits;
    /// let limits = Limits::default().with(|limits| limits.pages = 100);
    /// # assert_eq!(limits.pages, 100);
    /// ```
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            input_bytes: 4 << 30,
            header_search_bytes: 1_024,
            nesting: 256,
            elements_per_object: 1_000_000,
            elements_per_document: 64_000_000,
            reference_hops: 64,
            object_number: 8_388_607,
            xref_entries: 3_000_000,
            xref_sections: 1_024,
            number_bytes: 64,
            name_bytes: 4_096,
            string_bytes: 16 << 20,
            filters_per_stream: 16,
            stream_bytes: 64 << 20,
            xmp_bytes: 4 << 20,
            document_bytes: 1 << 30,
            memory_bytes: 256 << 20,
            predictor_row_bytes: 4 << 20,
            pages: 500_000,
            page_tree_depth: 64,
            contents_pieces: 10_000,
            content_bytes: 256 << 20,
            operators_per_page: 20_000_000,
            forms_per_page: 100_000,
            form_depth: 40,
            // Glyphs traced from scans have a few thousand.
            operators_per_glyph: 50_000,
            // A bitmap of 4,096 pixels square has 2 MB.
            glyph_bytes: 4 << 20,
            type3_form_depth: 20,
            saved_states: 1_024,
            glyphs_per_page: 1_000_000,
            text_bytes_per_page: 4 << 20,
            repeated_glyphs: 100_000,
            repeated_pages: 20_000,
            font_steps: 50_000_000,
            tree_depth: 32,
            tree_items: 100_000,
            structure_items: 1_000_000,
            structure_depth: 250,
            object_cache_bytes: 1 << 20,
            object_stream_cache_bytes: 8 << 20,
            diagnostics: 1_000,
            picture_pixels: 36_000_000,
            picture_bytes: 128 << 20,
            picture_objects: 50_000,
            image_pixels: 150_000_000,
            picture_seconds: 20,
            recognition_seconds: 60,
            recognition_bytes: 16 << 20,
        }
    }
}
