//! What a page becomes in the place of pdftotext, and what stands around all pages.

use pdftract::content::{Glyph, PageGlyphs};
use pdftract::layout::page_layout;
use pdftract::output::raw;
use pdftract::output::text::TextOptions;
use pdftract::structure::StructuredPage;
use pdftract::{Document, LaidOutPage, LayoutOptions, TextPolicy};

use super::args::{Form, Request};
use super::markup;
use crate::extract::format::Order;

/// Text whose direction has both parts above this runs diagonally: more than 3 degrees off level and upright.
const DIAGONAL: f32 = 0.05;

/// What stands before and after the pages.
pub(super) fn frame(document: &Document, request: &Request) -> (String, &'static str) {
    let head = || markup::head(&document.file().metadata());
    match request.form {
        Form::Text => (String::new(), ""),
        Form::Table => (markup::TABLE_HEAD.into(), ""),
        Form::Html => (head() + "<pre>\n", "</pre>\n</body>\n</html>\n"),
        Form::Boxes | Form::LayoutBoxes => (head() + "<doc>\n", "</doc>\n</body>\n</html>\n"),
    }
}

/// What a page becomes.
pub(super) fn page(document: &Document, page: usize, request: &Request) -> String {
    let Some(mut glyphs) = document.glyphs(page) else { return String::new() };
    if request.no_diagonal {
        drop_diagonal(&mut glyphs);
    }
    if request.order == Order::Drawing && matches!(request.form, Form::Text | Form::Html) {
        if let Some(area) = request.area {
            glyphs.glyphs.retain(|glyph| is_in(glyph, area));
        }
        return text(raw::text(&glyphs, &TextPolicy::default()), request);
    }
    // Like pdftotext, by what is seen on the page alone, whatever its tags say.
    let options = LayoutOptions { area: request.area, ..LayoutOptions::default() };
    let layout = StructuredPage::new(&glyphs, page_layout(&glyphs, &options, None));
    let page = LaidOutPage { glyphs, layout, diagnostics: Vec::new(), recognition: None };
    match request.form {
        Form::Text | Form::Html if request.order == Order::Physical => text(page.physical_text(), request),
        Form::Text | Form::Html => text(page.text(TextOptions::default()), request),
        Form::Boxes => markup::boxes(&page, request.scale),
        Form::LayoutBoxes => markup::layout_boxes(&page, request.scale),
        Form::Table => markup::table(&page, request.scale),
    }
}

/// Text with the line ends and page breaks that are wanted.
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

fn drop_diagonal(page: &mut PageGlyphs) {
    let runs = &page.runs;
    let is_diagonal = |glyph: &Glyph| {
        let run = runs.get(glyph.run as usize);
        run.is_some_and(|run| run.direction.iter().all(|part| part.abs() > DIAGONAL))
    };
    page.glyphs.retain(|glyph| !is_diagonal(glyph));
}

fn is_in(glyph: &Glyph, area: pdftract::geometry::Rect) -> bool {
    let rect = glyph.rect();
    let (x, y) = ((rect.x0 + rect.x1) / 2.0, (rect.y0 + rect.y1) / 2.0);
    (area.x0..=area.x1).contains(&x) && (area.y0..=area.y1).contains(&y)
}
