//! How far the text of a page and of its blocks can be trusted, as far as routing needs to know.

use crate::content::PageGlyphs;
use crate::font::UnicodeSource;
use crate::font::recover::language;
use crate::layout::PageLayout;

/// The scores of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scores {
    /// Of all its text, from 0 to 1.
    pub(crate) page: f32,
    /// Of its blocks.
    pub(crate) blocks: Vec<BlockScore>,
}

/// The score of one block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BlockScore {
    /// Where it stands, in points.
    pub(crate) bbox: [f32; 4],
    /// From 0 to 1.
    pub(crate) score: f32,
    /// How many glyphs it has that are no spaces.
    pub(crate) glyphs: u32,
}

/// The scores of a page: the share of glyphs whose Unicode is known.
pub(crate) fn scores(page: &PageGlyphs, layout: &PageLayout) -> Scores {
    let (mut all, mut known) = (0, 0);
    let blocks = layout.blocks.iter().map(|block| {
        let (glyphs, mapped) = counts(page, layout, block);
        all += glyphs;
        known += mapped;
        BlockScore { bbox: block.bbox, score: share(mapped, glyphs), glyphs }
    });
    let blocks = blocks.collect();
    Scores { page: share(known, all), blocks }
}

fn counts(page: &PageGlyphs, layout: &PageLayout, block: &crate::layout::Block) -> (u32, u32) {
    let (mut glyphs, mut mapped) = (0, 0);
    for piece in block.lines.of(&layout.lines).iter().flat_map(|line| line.pieces.of(&layout.pieces)) {
        let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { continue };
        if !glyph.text.character().is_some_and(char::is_whitespace) {
            glyphs += 1;
            mapped += u32::from(glyph.source != UnicodeSource::Unknown);
        }
    }
    (glyphs, mapped)
}

#[allow(clippy::cast_precision_loss)]
fn share(part: u32, of: u32) -> f32 {
    if of == 0 { 1.0 } else { part as f32 / of as f32 }
}

/// What a character without known Unicode costs, in hundredths of a bit: far more than any letter.
const UNKNOWN_COST: usize = 3_000;

/// How little a text looks like a language, in hundredths of a bit per character; `None` without text.
pub(crate) fn strangeness(text: &str) -> Option<usize> {
    let (_, cost) = language::best_language(text)?;
    let unknown = text.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
    Some(usize::try_from(cost).unwrap_or(0) + unknown * UNKNOWN_COST / text.chars().count().max(1))
}
