//! Assigns the glyphs of a page to the elements of the structure tree.

use crate::content::{Glyph, PageGlyphs, RunOrigin};
use crate::file::structure::{PageStructure, Tag};
use crate::layout::glyph_class::is_blank;
use crate::layout::model::PageLayout;

/// The least share of the text, in per cent, that elements must claim.
const COVERED_PERCENT: usize = 95;

/// The claim of an element on the glyphs of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim {
    /// The element whose block the glyphs belong to.
    pub(super) block: u32,
    /// The position in the reading order of the structure tree.
    pub(super) order: u32,
    /// `true` if they are part of a label: the number or bullet of an item.
    in_label: bool,
}

/// The claims on the runs of a page.
pub(super) struct Claims {
    runs: Vec<Option<Claim>>,
}

impl Claims {
    /// Looks up the element of each run.
    pub(super) fn new(page: &PageGlyphs, structure: &PageStructure<'_>) -> Self {
        let claim = |mcid: u32| {
            let mark = structure.mark(mcid)?;
            let element = structure.element(mark.element)?;
            let block = structure.element(element.block)?;
            let in_label = element.in_label;
            (block.tag != Tag::Artifact).then_some(Claim {
                block: element.block,
                order: mark.order,
                in_label,
            })
        };
        let runs = page.runs.iter().map(|run| run.mcid.filter(|_| !run.artifact).and_then(claim)).collect();
        Self { runs }
    }

    /// Returns the claim on a glyph.
    pub(super) fn get(&self, glyph: &Glyph) -> Option<Claim> {
        self.runs.get(glyph.run as usize).copied().flatten()
    }

    /// Returns `true` if a glyph is part of the number or bullet of its block.
    pub(super) fn is_label(&self, glyph: &Glyph) -> bool {
        self.get(glyph).is_some_and(|claim| claim.in_label)
    }

    /// Returns `true` if elements claim nearly all text that is not marked as an artifact.
    pub(super) fn cover(&self, page: &PageGlyphs, layout: &PageLayout) -> bool {
        // Counted by runs, since all glyphs of a run share the claim.
        let mut inked = vec![0usize; page.runs.len()];
        for glyph in layout.pieces.iter().filter_map(|piece| page.glyphs.get(piece.glyph as usize)) {
            if let Some(count) = inked.get_mut(glyph.run as usize) {
                *count += usize::from(!is_blank(glyph));
            }
        }
        let (mut all, mut claimed) = (0, 0);
        for ((run, claim), inked) in page.runs.iter().zip(&self.runs).zip(inked) {
            let text = if !run.artifact && run.origin == RunOrigin::Content { inked } else { 0 };
            all += text;
            claimed += if claim.is_some() { text } else { 0 };
        }
        claimed > 0 && claimed * 100 >= all * COVERED_PERCENT
    }
}
