//! Quality scores used to route and merge OCR.

use std::collections::BTreeMap;

use crate::content::{Glyph, PageGlyphs};
use crate::layout::{Gap, LayoutLine, Piece};
use crate::options::TextPolicy;
use crate::quality::{self, PageEvidence, page::OCR_BELOW, verdict::Facts};
use crate::structure::{Role, StructuredBlock, StructuredPage};
use crate::text::{self, GlyphRanges, TextRules};
use crate::unicode::UnicodeSource;

/// The scores of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scores {
    /// The score of all its text, from 0 to 1.
    pub(crate) page: f64,
    /// The scores of its blocks.
    pub(crate) blocks: Vec<BlockScore>,
    /// The bounding boxes of lines with unknown letters within words.
    pub(crate) gapped_lines: Vec<[f32; 4]>,
}

/// The score of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BlockScore {
    /// The bounding box, in points.
    pub(crate) bbox: [f32; 4],
    /// The score from 0 to 1.
    pub(crate) score: f64,
    /// The number of glyphs without spaces.
    pub(crate) glyphs: u32,
    /// The number of glyphs without known Unicode.
    pub(crate) unknown: u32,
    /// `true` if it consists of sentences.
    pub(crate) is_prose: bool,
}

/// Returns the scores of a page.
pub(crate) fn judged(page: &PageGlyphs, layout: &StructuredPage) -> Scores {
    let policy = TextPolicy::default();
    let rules = TextRules { policy: &policy, dictionary: None, plausibility: quality::plausibility };
    let text = text::page(page, layout, rules);
    let ranges = GlyphRanges::new(page, layout, &text);
    let verdict = quality::judge_page(PageEvidence::new(page, layout, &text, &ranges));
    let blocks = layout.blocks.iter().enumerate().map(|(index, block)| BlockScore {
        bbox: block.bbox,
        score: verdict.block_score(index),
        glyphs: count(page, layout, block, |glyph| !glyph.text.character().is_some_and(char::is_whitespace)),
        unknown: count(page, layout, block, |glyph| glyph.source == UnicodeSource::Unknown),
        is_prose: !matches!(block.role, Role::Table | Role::Formula | Role::Code | Role::Figure),
    });
    Scores { page: verdict.score, blocks: blocks.collect(), gapped_lines: gapped_lines(page, layout) }
}

/// The maximum number of lines of a page that are recognised for single letters (T3-45).
const MOST_GAPPED_LINES: usize = 50;

/// The least number of occurrences of an unknown code in words: an engine may misread one of them.
const LEAST_GAPS: usize = 2;

/// Returns the bounding boxes of lines with an unknown glyph beside a letter of the same word. An isolated one is a
/// bullet or a pictogram, which an engine cannot identify either.
fn gapped_lines(page: &PageGlyphs, layout: &StructuredPage) -> Vec<[f32; 4]> {
    let gaps: Vec<(&LayoutLine, Vec<CodeOfFont>)> =
        layout.lines.iter().map(|line| (line, gaps(page, line.pieces.slice(&layout.pieces)))).collect();
    let mut counts: BTreeMap<CodeOfFont, usize> = BTreeMap::new();
    gaps.iter().flat_map(|(_, codes)| codes).for_each(|code| *counts.entry(*code).or_default() += 1);
    let is_worth_it = |code: &CodeOfFont| counts.get(code).is_some_and(|count| *count >= LEAST_GAPS);
    let lines = gaps.iter().filter(|(_, codes)| codes.iter().any(is_worth_it));
    lines.map(|(line, _)| line.bbox).take(MOST_GAPPED_LINES).collect()
}

/// A code of a font of the page.
type CodeOfFont = (u16, u32);

/// Returns the unknown codes of a line that are beside letters.
fn gaps(page: &PageGlyphs, pieces: &[Piece]) -> Vec<CodeOfFont> {
    let unknown = |piece: &Piece| {
        let glyph = page.glyphs.get(piece.glyph as usize)?;
        let is_unknown = glyph.source == UnicodeSource::Unknown;
        Some((page.run(glyph).filter(|_| is_unknown)?.font, glyph.code))
    };
    let is_letter = |piece: &Piece| {
        let character = page.glyphs.get(piece.glyph as usize).and_then(|glyph| glyph.text.character());
        character.is_some_and(char::is_alphabetic)
    };
    let joins_letter = |(index, piece): &(usize, &Piece)| {
        let before = index.checked_sub(1).and_then(|index| pieces.get(index));
        let after = pieces.get(index + 1).filter(|after| after.gap == Gap::None);
        after.is_some_and(is_letter) || (piece.gap == Gap::None && before.is_some_and(is_letter))
    };
    pieces.iter().enumerate().filter(joins_letter).filter_map(|(_, piece)| unknown(piece)).collect()
}

/// Counts the glyphs of a block that satisfy a predicate.
fn count(
    page: &PageGlyphs,
    layout: &StructuredPage,
    block: &StructuredBlock,
    is_it: impl Fn(&Glyph) -> bool,
) -> u32 {
    let pieces = block.lines.slice(&layout.lines).iter().flat_map(|line| line.pieces.slice(&layout.pieces));
    let glyphs = pieces.filter_map(|piece| page.glyphs.get(piece.glyph as usize));
    u32::try_from(glyphs.filter(|glyph| is_it(glyph)).count()).unwrap_or(u32::MAX)
}

/// The plausibility of a reading.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Worth {
    /// The probability that it is correct.
    confidence: f64,
    /// The distance from known languages: 0 is prose, 1 is noise.
    strangeness: f64,
}

/// The difference in confidence with which a reading replaces another.
const CLEARLY_SURER: f64 = 0.1;
/// The difference in strangeness that decides if both are too short to be certain.
const CLEARLY_NEARER: f64 = 0.15;

impl Worth {
    pub(crate) fn measure(text: &str) -> Self {
        let facts = Facts::measure(text, None);
        Self {
            confidence: quality::verdict::verdict(&facts).confidence,
            strangeness: facts.reading.strangeness,
        }
    }

    /// Returns `true` if it is clearly more plausible than another.
    pub(crate) fn beats(self, other: Self) -> bool {
        self.confidence > other.confidence + CLEARLY_SURER
            || (self.confidence >= other.confidence && self.strangeness + CLEARLY_NEARER < other.strangeness)
    }

    pub(crate) fn is_language(self) -> bool {
        self.confidence >= OCR_BELOW
    }
}
