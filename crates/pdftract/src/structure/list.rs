//! Lists: how deep the items of a page are nested.

use super::model::StructuredPage;
use super::role::Role;

/// Items of a nested list are further right than those around them by this part of their size.
const NESTED: f32 = 0.5;
/// The size of an item without lines, in points.
const USUAL_SIZE: f32 = 10.0;

/// Gives list items their levels: an item is nested in those further left, up to the heading above.
pub(super) fn nest(structured: &mut StructuredPage) {
    let mut lefts: Vec<f32> = Vec::new();
    for block in &mut structured.blocks {
        match block.role {
            Role::Heading | Role::Title => lefts.clear(),
            Role::ListItem => {
                let first = block.lines.slice(&structured.lines).first();
                let size = first.map_or(USUAL_SIZE, |line| line.size);
                let [left, ..] = block.bbox;
                lefts.retain(|&other| other < left - size * NESTED);
                lefts.push(left);
                block.level = u8::try_from(lefts.len()).unwrap_or(u8::MAX);
            }
            _ => {}
        }
    }
}
