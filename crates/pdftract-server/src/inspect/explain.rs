//! The explanation of one glyph: its place, its font, its outline and the answer of each source of Unicode.

use pdftract::Document;
use pdftract::content::{Glyph, PageGlyphs, RunOrigin, Visibility};
use pdftract::unicode::{Explanation, FontReport, UnicodeSource};
use serde::Serialize;

use super::error::Refused;

/// The choice of a glyph of a page.
#[derive(Debug, Clone, Copy)]
pub(super) enum Choice {
    /// The glyph at a position.
    At(f32, f32),
    /// The glyph of this number, in drawing order.
    Number(usize),
}

/// One glyph.
#[derive(Debug, Serialize)]
pub(super) struct GlyphView {
    /// Its number among the glyphs of the page, in drawing order.
    glyph: usize,
    glyph_count: usize,
    text: String,
    code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    glyph_name: Option<String>,
    unicode_source: UnicodeSource,
    confidence: f32,
    bbox: [f32; 4],
    size: f32,
    visibility: Visibility,
    rendering_mode: Option<u8>,
    origin: Option<RunOrigin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
    font: FontReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    view: [f32; 4],
    #[serde(flatten)]
    explanation: Explanation,
}

/// Explains a glyph of a page.
pub(super) fn explain(document: &Document, page: &PageGlyphs, choice: Choice) -> Result<GlyphView, Refused> {
    let none = || Refused::missing("there is no glyph here");
    let found: Option<(usize, &Glyph)> = match choice {
        Choice::Number(number) => page.glyphs.get(number).map(|glyph| (number, glyph)),
        Choice::At(x, y) => page.glyph_at(x, y).and_then(|glyph| {
            let number = page.glyphs.iter().position(|other| std::ptr::eq(other, glyph))?;
            Some((number, glyph))
        }),
    };
    let (number, glyph) = found.ok_or_else(none)?;
    let font = page.font(glyph).ok_or_else(none)?;
    let path = font.glyph_path(document.file(), glyph.code, glyph.code_bytes);
    let run = page.run(glyph);
    Ok(GlyphView {
        glyph: number,
        glyph_count: page.glyphs.len(),
        text: page.text(glyph),
        code: format!("0x{:0digits$x}", glyph.code, digits = usize::from(glyph.code_bytes) * 2),
        glyph_name: font.glyph_name(glyph.code),
        unicode_source: glyph.source,
        confidence: glyph.confidence(),
        bbox: page.bbox(glyph),
        size: page.size(glyph),
        visibility: glyph.visibility,
        rendering_mode: run.map(|run| run.rendering_mode),
        origin: run.map(|run| run.origin),
        color: run.and_then(|run| run.color).map(|color| format!("#{color:06x}")),
        font: document.font_report(font),
        view: path.as_ref().map_or([0.0, -800.0, 1000.0, 1000.0], |path| path.view()),
        path: path.map(|path| path.data),
        explanation: document.explain(page, glyph).ok_or_else(none)?,
    })
}
