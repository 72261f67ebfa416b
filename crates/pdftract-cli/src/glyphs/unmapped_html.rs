//! An HTML page with every glyph whose text is unknown or doubtful, and input fields for its text.
//!
//! The page needs nothing but itself: pictures are paths, and what is typed is saved as a font map by its own script.

use pdftract::{Document, UnknownGlyph, UnknownGlyphs};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::printable::is_printable;

/// The page around the data.
const HEAD: &str = include_str!("sheet_head.html");
const TAIL: &str = include_str!("sheet_tail.html");

#[derive(Serialize)]
struct Sheet {
    file: String,
    glyphs: Vec<UnknownGlyph>,
    /// Glyphs that found no place on the sheet.
    left_out: usize,
}

/// The page.
pub(crate) fn html(title: &str, document: &Document) -> Result<String, Failure> {
    let mut found = UnknownGlyphs::default();
    document.pages().for_each(|page| found.add(document, &page));
    let left_out = found.left_out;
    let glyphs = found.into_list().into_iter().map(cleaned).collect();
    let sheet = Sheet { file: clean(title), glyphs, left_out };
    let failure = |error| Failure::new(Exit::Error, format!("no sheet: {error}"));
    let data = serde_json::to_string(&sheet).map_err(failure)?;
    // Inside a script nothing of the data may look like the end of it.
    Ok([HEAD, &data.replace('<', "\\u003c"), TAIL].concat())
}

fn cleaned(glyph: UnknownGlyph) -> UnknownGlyph {
    UnknownGlyph {
        font: clean(&glyph.font),
        name: glyph.name.as_deref().map(clean),
        before: clean(&glyph.before),
        text: clean(&glyph.text),
        after: clean(&glyph.after),
        ..glyph
    }
}

/// The text without what steers a terminal or turns writing around.
fn clean(text: &str) -> String {
    text.chars().filter(|c| is_printable(*c)).collect()
}
