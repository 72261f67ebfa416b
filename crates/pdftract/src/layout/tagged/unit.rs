//! Units: the strips of one element, which become one block.

use std::collections::HashMap;

use super::strip::{Strip, tag_of};
use crate::file::structure::{PageStructure, Tag};
use crate::layout::bounds::{EMPTY_BOX, union};
use crate::layout::model::{LayoutBlock, PageLayout};

/// The strips that become one block.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// Its origin.
    pub(super) kind: UnitKind,
    /// Its position in the reading order of the structure tree; the maximum value when it has none.
    pub(super) order: u32,
    /// The indices of its strips, in the order of geometry.
    pub(super) strips: Vec<u32>,
    /// Its bounding box.
    pub(super) bbox: [f32; 4],
}

impl Unit {
    /// Returns its position in the order of geometry.
    pub(super) fn first(&self) -> u32 {
        self.strips.first().copied().unwrap_or(0)
    }

    /// Returns the tag of its element.
    pub(super) fn tag(&self, structure: &PageStructure<'_>) -> Option<Tag> {
        let UnitKind::Element(element) = self.kind else { return None };
        structure.element(element).map(|element| element.tag)
    }
}

/// The origin of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum UnitKind {
    /// An element, or the table of which it is a cell.
    Element(u32),
    /// A table that geometry found and that has no tags: the index of a block.
    Kept(u32),
    /// Text that no element claims, by the block it was in.
    Rest(u32),
}

/// Collects the strips of each element.
pub(super) struct Gatherer<'p> {
    structure: &'p PageStructure<'p>,
    strips: &'p [Strip],
    /// For each block, `true` if it is a table that only geometry found.
    kept: Vec<bool>,
    places: HashMap<UnitKind, usize>,
    units: Vec<Unit>,
}

impl<'p> Gatherer<'p> {
    pub(super) fn new(structure: &'p PageStructure<'p>, layout: &PageLayout, strips: &'p [Strip]) -> Self {
        let kept = untagged_tables(structure, layout, strips);
        Self { structure, strips, kept, places: HashMap::new(), units: Vec::new() }
    }

    /// Returns the units in the order of geometry.
    pub(super) fn gather(mut self) -> Vec<Unit> {
        for (index, strip) in (0u32..).zip(self.strips) {
            let kind = self.kind(strip);
            let units = &mut self.units;
            let place = *self.places.entry(kind).or_insert_with(|| {
                units.push(Unit { kind, order: u32::MAX, strips: Vec::new(), bbox: EMPTY_BOX });
                units.len() - 1
            });
            if let Some(unit) = units.get_mut(place) {
                unit.order = unit.order.min(strip.order);
                unit.strips.push(index);
                unit.bbox = union(unit.bbox, strip.bbox);
            }
        }
        self.units
    }

    fn kind(&self, strip: &Strip) -> UnitKind {
        if self.kept.get(strip.block as usize) == Some(&true) {
            return UnitKind::Kept(strip.block);
        }
        let Some(owner) = strip.owner else { return UnitKind::Rest(strip.block) };
        let is_cell = self.structure.element(owner).is_some_and(|element| element.tag.is_cell());
        UnitKind::Element(if is_cell { table_of(self.structure, owner).unwrap_or(owner) } else { owner })
    }
}

/// The deepest nesting of a cell within its table: sections, headers and bodies.
const MAX_STEPS_UP: usize = 16;

/// Returns the table that a cell belongs to.
fn table_of(structure: &PageStructure<'_>, cell: u32) -> Option<u32> {
    let mut at = cell;
    for _ in 0..MAX_STEPS_UP {
        at = structure.element(at)?.parent?;
        if structure.element(at)?.tag == Tag::Table {
            return Some(at);
        }
    }
    None
}

/// Returns for each block whether it is a table that is not tagged as one: such tables stay as geometry found them.
fn untagged_tables(structure: &PageStructure<'_>, layout: &PageLayout, strips: &[Strip]) -> Vec<bool> {
    let mut votes: Vec<(u32, u32)> = vec![(0, 0); layout.blocks.len()];
    for strip in strips {
        if let Some((all, cells)) = votes.get_mut(strip.block as usize) {
            *all += 1;
            *cells += u32::from(tag_of(structure, strip).is_some_and(Tag::is_cell));
        }
    }
    let is_kept =
        |(block, (all, cells)): (&LayoutBlock, (u32, u32))| block.table.is_some() && cells * 2 < all;
    layout.blocks.iter().zip(votes).map(is_kept).collect()
}
