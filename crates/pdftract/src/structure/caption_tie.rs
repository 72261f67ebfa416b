//! Ties captions to the figure or table that they belong to.

use super::caption;
use super::figure::Figure;
use super::model::{CaptionTarget, StructuredBlock, StructuredPage};
use super::role::Role;

/// The greatest distance between a caption and its figure or table, in points.
const MAX_DISTANCE: f32 = 48.0;
/// A caption and its target overlap by at least this share of the narrower one.
const OVERLAP: f32 = 0.4;

/// Ties the captions of a page. Each figure or table has one caption, the nearest.
pub(super) fn tie(structured: &mut StructuredPage) {
    let mut pairs = pairs(&structured.blocks, &structured.figures);
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut tied: Vec<(u32, CaptionTarget)> = Vec::new();
    for (_, caption, target) in pairs {
        if !tied.iter().any(|known| known.0 == caption || known.1 == target) {
            tied.push((caption, target));
        }
    }
    for (caption, target) in tied {
        if let Some(block) = structured.blocks.get_mut(caption as usize) {
            block.caption_of = Some(target);
        }
        match target {
            CaptionTarget::Table(block) => {
                if let Some(block) = structured.blocks.get_mut(block as usize) {
                    block.caption = Some(caption);
                }
            }
            CaptionTarget::Figure(figure) => {
                if let Some(figure) = structured.figures.get_mut(figure as usize) {
                    figure.caption = Some(caption);
                }
            }
        }
    }
}

/// Returns captions and what they may belong to, with their distance. A caption that names a table prefers one.
fn pairs(blocks: &[StructuredBlock], figures: &[Figure]) -> Vec<(f32, u32, CaptionTarget)> {
    let tables = || (0u32..).zip(blocks).filter(|(_, block)| block.role == Role::Table);
    let targets: Vec<(CaptionTarget, [f32; 4])> = tables()
        .map(|(index, block)| (CaptionTarget::Table(index), block.bbox))
        .chain((0u32..).zip(figures).map(|(index, figure)| (CaptionTarget::Figure(index), figure.bbox)))
        .collect();
    let mut pairs = Vec::new();
    for (index, block) in (0u32..).zip(blocks).filter(|(_, block)| block.role == Role::Caption) {
        for &(target, bbox) in &targets {
            let is_wanted = match (block.caption_kind, target) {
                (Some(caption::Kind::Figure), CaptionTarget::Table(_)) => false,
                (Some(caption::Kind::Table), CaptionTarget::Figure(_)) => tables().next().is_none(),
                _ => true,
            };
            if is_wanted && let Some(distance) = distance(block.bbox, bbox) {
                pairs.push((distance, index, target));
            }
        }
    }
    pairs
}

/// Returns the distance between two boxes, one of which is above the other; `None` if they are not neighbours.
fn distance(caption: [f32; 4], target: [f32; 4]) -> Option<f32> {
    let overlap = caption[2].min(target[2]) - caption[0].max(target[0]);
    let narrower = (caption[2] - caption[0]).min(target[2] - target[0]);
    let gap = (target[1] - caption[3]).max(caption[1] - target[3]);
    (overlap > OVERLAP * narrower && gap < MAX_DISTANCE).then_some(gap.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_above_or_below() {
        let figure = [100.0, 100.0, 300.0, 200.0];
        assert_eq!(distance([120.0, 210.0, 280.0, 220.0], figure), Some(10.0));
        assert_eq!(distance([120.0, 80.0, 280.0, 90.0], figure), Some(10.0));
        assert_eq!(distance([310.0, 150.0, 400.0, 160.0], figure), None);
        assert_eq!(distance([120.0, 300.0, 280.0, 310.0], figure), None);
    }
}
