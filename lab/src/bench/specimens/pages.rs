//! Documents of many pages, and the plain book.

use pdftract_testkit::PdfBuilder;
use pdftract_testkit::builder::flate_stream_body;

use super::words::Words;

/// Lines per page and characters per line, as in a book.
const LINES: usize = 45;
const LETTERS: usize = 80;

/// The objects that every document has: catalog, page tree and the dictionary of fonts.
const CATALOG: u32 = 1;
const TREE: u32 = 2;
const FONTS: u32 = 3;

/// Returns a builder whose first objects are reserved.
pub(super) fn builder() -> PdfBuilder {
    let mut builder = PdfBuilder::new();
    for number in [CATALOG, TREE, FONTS] {
        builder.set(number, "null");
    }
    builder
}

/// The default size of a page.
pub(super) const A4: &str = "/MediaBox[0 0 595 842]";

/// A page: its content, and further entries of its dictionary such as the size.
pub(super) struct Page {
    pub(super) content: String,
    pub(super) entries: String,
}

impl From<String> for Page {
    fn from(content: String) -> Self {
        Self { content, entries: A4.to_owned() }
    }
}

/// Adds pages with the fonts in `fonts` and returns the object numbers of the pages.
pub(super) fn add(builder: &mut PdfBuilder, fonts: &str, pages: impl Iterator<Item = Page>) -> Vec<u32> {
    builder.set(FONTS, format!("<<{fonts}>>"));
    let mut numbers = Vec::new();
    for page in pages {
        let content = builder.add(flate_stream_body("", page.content.as_bytes()));
        numbers.push(builder.add(format!(
            "<</Type/Page/Parent {TREE} 0 R/Contents {content} 0 R\
             /Resources<</Font {FONTS} 0 R>>{}>>",
            page.entries
        )));
    }
    let kids: String = numbers.iter().map(|number| format!("{number} 0 R ")).collect();
    builder.set(TREE, format!("<</Type/Pages/Count {}/Kids[{kids}]>>", numbers.len()));
    builder.set(CATALOG, format!("<</Type/Catalog/Pages {TREE} 0 R>>"));
    numbers
}

/// Returns a file with the fonts and pages given.
pub(super) fn file(mut builder: PdfBuilder, fonts: &str, pages: impl Iterator<Item = String>) -> Vec<u8> {
    add(&mut builder, fonts, pages.map(Page::from));
    builder.finish()
}

/// Returns a book: lines of text in a standard font, one string each.
pub(super) fn book(pages: usize) -> Vec<u8> {
    let mut builder = builder();
    let font = builder.add("<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>");
    file(builder, &format!("/F1 {font} 0 R"), (0..pages).map(book_page))
}

fn book_page(number: usize) -> String {
    let mut words = Words::new(number as u64);
    let mut content = String::from("BT /F1 10 Tf 14 TL 72 780 Td\n");
    for _ in 0..LINES {
        let line = words.line(LETTERS);
        let (left, right) = line.split_at(line.len() / 2);
        content.push_str(&format!("[({left}) -20 ({right})] TJ T*\n"));
    }
    content + "ET\n"
}
