//! Renders pages as pdftotext does, with the parts before and after all pages.

use pdftract::{Document, ExtractOptions, Hidden, RunningHeads, TextOrder};

use super::args::{Form, Request};
use super::markup;

/// Returns the parts before and after all pages.
pub(super) fn frame(document: &Document, request: &Request) -> (String, &'static str) {
    let head = || markup::head(&document.file().metadata());
    match request.form {
        Form::Text => (String::new(), ""),
        Form::Table => (markup::TABLE_HEAD.into(), ""),
        Form::Html => (head() + "<pre>\n", "</pre>\n</body>\n</html>\n"),
        Form::Boxes | Form::LayoutBoxes => (head() + "<doc>\n", "</doc>\n</body>\n</html>\n"),
    }
}

/// Returns the output of a page.
pub(super) fn page(document: &Document, page: usize, request: &Request) -> String {
    let mut options = ExtractOptions::default()
        // pdftotext ignores tags.
        .ignore_tags(true)
        // It prints invisible text too.
        .hidden(Hidden::Mark)
        .running_heads(RunningHeads::Keep)
        .without_diagonal_text(request.no_diagonal);
    options.area = request.area;
    let is_text = matches!(request.form, Form::Text | Form::Html);
    if is_text && request.order == TextOrder::Drawing {
        return document.raw_text(page, &options).map(|found| text(found, request)).unwrap_or_default();
    }
    let Some(page) = document.laid_out(page, &options) else { return String::new() };
    match request.form {
        Form::Text | Form::Html if request.order == TextOrder::Physical => {
            text(page.physical_text(&options), request)
        }
        Form::Text | Form::Html => text(page.text(&options), request),
        Form::Boxes => markup::boxes(&page, request.scale),
        Form::LayoutBoxes => markup::layout_boxes(&page, request.scale),
        Form::Table => markup::table(&page, request.scale),
    }
}

/// Returns the text with the requested line ends and page breaks.
fn text(mut text: String, request: &Request) -> String {
    if request.form == Form::Html {
        text = markup::escaped(&text);
    }
    if request.line_end != "\n" {
        text = text.replace('\n', request.line_end);
    }
    if request.page_breaks {
        text.push('\u{C}');
    }
    text
}
