//! Explains the text of glyphs.

use pdftract::Document;
use pdftract::content::{Glyph, PageGlyphs};

use crate::failure::Failure;

/// Explains the glyph at a position, or the glyphs that show a text, as JSON.
pub(crate) fn explain(
    document: &Document,
    page_index: usize,
    at: Option<(f32, f32)>,
    text: Option<&str>,
) -> Result<String, Failure> {
    let page = document.glyphs(page_index);
    let page = page.ok_or_else(|| Failure::no_such_page(page_index, document.page_count()))?;
    let glyphs: Vec<&Glyph> = match (at, text) {
        (Some((x, y)), _) => page.glyph_at(x, y).into_iter().collect(),
        (None, Some(text)) => page.glyphs_of(text),
        (None, None) => Vec::new(),
    };
    let entries: Vec<_> = glyphs.into_iter().filter_map(|glyph| entry(document, &page, glyph)).collect();
    Ok(serde_json::to_string(&entries)?)
}

fn entry(document: &Document, page: &PageGlyphs, glyph: &Glyph) -> Option<serde_json::Value> {
    let font = page.font(glyph)?;
    let explanation = document.explain(page, glyph)?;
    Some(serde_json::json!({
        "text": page.text(glyph),
        "code": glyph.code,
        "glyph_name": font.glyph_name(glyph.code),
        "font": font.facts().name,
        "unicode_source": glyph.source.as_str(),
        "confidence": crate::reading::share(glyph.confidence()),
        "bbox": page.bbox(glyph).map(crate::reading::rounded),
        "rungs": explanation.rungs.iter().map(|rung| serde_json::json!({
            "rung": rung.rung,
            "text": rung.text,
            "confidence": rung.confidence.map(crate::reading::share),
            "verdict": rung.outcome,
            "reason": rung.reason,
        })).collect::<Vec<_>>(),
        "alternatives": explanation.alternatives.iter().map(|other| serde_json::json!({
            "text": other.text, "chance": crate::reading::share(other.chance),
        })).collect::<Vec<_>>(),
        "outline": explanation.outline,
    }))
}
