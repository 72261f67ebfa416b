//! The glyphs of a page as JSON, one line for each.

use pdftract::content::{Glyph, PageGlyphs, RunOrigin, Visibility};
use pdftract::file::summary::SCHEMA_VERSION;
use pdftract::unicode::{FontReport, UnicodeSource};
use pdftract::{Diagnostic, Document};
use serde::Serialize;

use crate::exit::Failure;
use crate::json::{Layout, Origin, rounded, to_json};

#[derive(Serialize)]
struct Report<'a> {
    schema_version: &'static str,
    source: Origin<'a>,
    page_index: usize,
    page_number: usize,
    width: f64,
    height: f64,
    coords: &'static str,
    fonts: Vec<FontReport>,
    glyphs: Vec<Entry>,
    diagnostics: Vec<Diagnostic>,
}

/// One glyph.
#[derive(Serialize)]
struct Entry {
    code: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    glyph_name: Option<String>,
    text: String,
    unicode_source: UnicodeSource,
    confidence: f64,
    bbox: [f64; 4],
    origin: [f64; 2],
    advance: f64,
    size: f64,
    #[serde(flatten)]
    shared: Option<Shared>,
}

/// The facts that a glyph shares with its run.
#[derive(Serialize)]
struct Shared {
    /// An index into the report's fonts.
    font: u16,
    rendering_mode: u8,
    visibility: Visibility,
    direction: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mcid: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    artifact: bool,
    origin_kind: RunOrigin,
}

/// The report, ending with a newline.
pub(crate) fn report(name: &str, document: &Document, page: &PageGlyphs) -> Result<String, Failure> {
    let file = document.file();
    let report = Report {
        schema_version: SCHEMA_VERSION,
        source: Origin::new(name, file),
        page_index: page.page_index,
        page_number: page.page_index + 1,
        width: rounded(page.width),
        height: rounded(page.height),
        coords: "top-left origin, points, y down",
        fonts: page.fonts.iter().map(|font| document.font_report(font)).collect(),
        glyphs: page.glyphs.iter().map(|glyph| entry(page, glyph)).collect(),
        diagnostics: document.diagnostics(),
    };
    to_json(&report, Layout::LinePerItem)
}

fn entry(page: &PageGlyphs, glyph: &Glyph) -> Entry {
    Entry {
        code: glyph.code,
        glyph_name: page.font(glyph).and_then(|font| font.glyph_name(glyph.code)),
        text: page.text(glyph),
        unicode_source: glyph.source,
        confidence: rounded(glyph.confidence()),
        bbox: page.bbox(glyph).map(rounded),
        origin: [glyph.x, glyph.y].map(rounded),
        advance: rounded(glyph.advance),
        size: rounded(page.size(glyph)),
        shared: shared(page, glyph),
    }
}

fn shared(page: &PageGlyphs, glyph: &Glyph) -> Option<Shared> {
    let run = page.run(glyph)?;
    Some(Shared {
        font: run.font,
        rendering_mode: run.rendering_mode,
        visibility: glyph.visibility,
        direction: run.direction.map(rounded),
        color: run.color.map(|color| format!("#{color:06x}")),
        mcid: run.mcid,
        artifact: run.artifact,
        origin_kind: run.origin,
    })
}
