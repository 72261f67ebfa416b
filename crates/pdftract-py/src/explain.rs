//! Explains the text of glyphs.

use pdftract::Document;
use pdftract::content::{Glyph, PageGlyphs};

use crate::failure::Failure;

/// The largest number of glyphs of one text that are explained.
const MOST_GLYPHS: usize = 40;

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
        (Some((x, y)), _) => glyph_at(&page, x, y).into_iter().collect(),
        (None, Some(text)) => glyphs_of(&page, text),
        (None, None) => Vec::new(),
    };
    let entries: Vec<_> = glyphs.into_iter().filter_map(|glyph| entry(document, &page, glyph)).collect();
    Ok(serde_json::to_string(&entries)?)
}

/// Returns the last glyph drawn whose box contains the position.
fn glyph_at(page: &PageGlyphs, x: f32, y: f32) -> Option<&Glyph> {
    let holds = |glyph: &&Glyph| {
        let [x0, y0, x1, y1] = page.bbox(glyph);
        (x0..=x1).contains(&x) && (y0..=y1).contains(&y)
    };
    page.glyphs.iter().rev().find(holds)
}

/// Returns the glyphs that show a text. Spaces are ignored, since drawn text often has none.
fn glyphs_of<'p>(page: &'p PageGlyphs, text: &str) -> Vec<&'p Glyph> {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let sought = bare(text);
    let mut whole = String::new();
    let mut ends = Vec::new();
    for glyph in &page.glyphs {
        whole.push_str(&bare(&page.text(glyph)));
        ends.push(whole.len());
    }
    let Some(start) = whole.find(&sought).filter(|_| !sought.is_empty()) else { return Vec::new() };
    let end = start + sought.len();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let glyphs = page.glyphs.iter().zip(starts.zip(ends.iter().copied()));
    let shown = glyphs.filter(|(_, (from, to))| *from < end && *to > start);
    shown.map(|(glyph, _)| glyph).take(MOST_GLYPHS).collect()
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
