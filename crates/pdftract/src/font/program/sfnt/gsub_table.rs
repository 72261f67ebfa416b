//! Reads `GSUB`: the forms that replace glyphs in vertical text, mostly rotated or shifted signs, and the forms and
//! ligatures of letters.

use super::super::bytes::{i16_at, offset_at, u16_at};
use crate::clock;

/// The features that replace glyphs in vertical text.
const VERTICAL: [&[u8]; 2] = [b"vert", b"vrt2"];

/// The maximum number of features, lookups and subtables: fonts have about a hundred features, and a few for vertical
/// text.
const MOST_TABLES: usize = 512;

/// The maximum number of pairs: fonts have a few hundred, or as many as they have Latin letters.
const MOST_PAIRS: usize = 65_535;

/// The feature that lists all forms of a glyph, among them other characters.
const ALL_ALTERNATES: &[u8] = b"aalt";

const SINGLE: u16 = 1;
const MULTIPLE: u16 = 2;
const LIGATURE: u16 = 4;
const EXTENSION: u16 = 7;

/// The maximum number of glyphs of a ligature.
const MOST_PARTS: usize = 17;

/// The substitutions of a font that keep the text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Substitutions {
    /// Glyphs with their forms.
    pub(in super::super) forms: Vec<(u16, u16)>,
    /// Ligatures with the glyphs that they replace.
    pub(in super::super) ligatures: Vec<Ligature>,
}

/// A ligature and the glyphs that it replaces. Fonts can have 65,535 of them, so that each is kept without an allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Ligature {
    pub(in super::super) glyph: u16,
    count: u8,
    parts: [u16; MOST_PARTS],
}

impl Ligature {
    /// Returns the glyphs that it replaces.
    pub(in super::super) fn parts(&self) -> &[u16] {
        self.parts.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Returns a ligature of at most [`MOST_PARTS`] glyphs.
    pub(in super::super) fn new(glyph: u16, replaced: impl IntoIterator<Item = u16>) -> Self {
        let (mut count, mut parts) = (0, [0; MOST_PARTS]);
        for (place, part) in parts.iter_mut().zip(replaced) {
            *place = part;
            count += 1;
        }
        Self { glyph, count, parts }
    }
}

/// Returns the substitutions of all lookups, among them those that only other lookups refer to.
pub(super) fn substitutions(table: &[u8]) -> Substitutions {
    let listed = lookup_indices(table, |tag| tag.starts_with(ALL_ALTERNATES));
    let others = lookup_indices(table, |tag| !tag.starts_with(ALL_ALTERNATES));
    let lookups = u16_at(table, 8).and_then(|at| table.get(usize::from(at)..)).unwrap_or_default();
    let count = u16_at(lookups, 0).unwrap_or(0);
    let is_kept = |index: &u16| listed.binary_search(index).is_err() || others.binary_search(index).is_ok();
    let lookup = |index: u16| lookups.get(usize::from(u16_at(lookups, 2 + usize::from(index) * 2)?)..);
    let subtables = (0..count).filter(is_kept).filter_map(lookup).flat_map(subtables);
    let mut found = Substitutions::default();
    // Overlapping tables may name the same glyphs again and again.
    let mut left = MOST_PAIRS;
    for (kind, subtable) in subtables.take(MOST_TABLES) {
        match kind {
            SINGLE => found.forms.extend(pairs(subtable).take(left).inspect(|_| left -= 1)),
            MULTIPLE => found.forms.extend(sequences(subtable).take(left).inspect(|_| left -= 1).flatten()),
            LIGATURE => {
                // The other kinds are short enough for a look at the clock per subtable.
                let in_time = ligatures(subtable).take_while(|_| !clock::is_over_often());
                found.ligatures.extend(in_time.take(left).inspect(|_| left -= 1));
            }
            _ => {}
        }
        if left == 0 || clock::is_over() {
            break;
        }
    }
    found
}

/// Returns glyphs with their replacements in vertical text.
pub(super) fn vertical_forms(table: &[u8]) -> Vec<(u16, u16)> {
    let lookups = u16_at(table, 8).and_then(|at| table.get(usize::from(at)..)).unwrap_or_default();
    let lookup = |index: u16| lookups.get(usize::from(u16_at(lookups, 2 + usize::from(index) * 2)?)..);
    let is_vertical = |tag: &[u8]| VERTICAL.iter().any(|vertical| tag.starts_with(vertical));
    let subtables = lookup_indices(table, is_vertical).into_iter().filter_map(lookup).flat_map(subtables);
    let singles = subtables.filter(|(kind, _)| *kind == SINGLE);
    let in_time = singles.take(MOST_TABLES).take_while(|_| !clock::is_over());
    in_time.flat_map(|(_, subtable)| pairs(subtable)).take(MOST_PAIRS).collect()
}

/// Returns the lookups of the features with some tags.
fn lookup_indices(table: &[u8], is_wanted: impl Fn(&[u8]) -> bool) -> Vec<u16> {
    let features = u16_at(table, 6).and_then(|at| table.get(usize::from(at)..)).unwrap_or_default();
    let count = usize::from(u16_at(features, 0).unwrap_or(0)).min(MOST_TABLES);
    let records = (0..count).filter_map(|index| features.get(2 + index * 6..8 + index * 6));
    let mut indices: Vec<u16> = records
        .filter(|record| is_wanted(record))
        .filter_map(|record| features.get(usize::from(u16_at(record, 4)?)..))
        .flat_map(|feature| {
            let count = usize::from(u16_at(feature, 2).unwrap_or(0)).min(MOST_TABLES);
            (0..count).map_while(|index| u16_at(feature, 4 + index * 2))
        })
        .take(MOST_TABLES)
        .collect();
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// Returns the subtables of a lookup with their kinds.
fn subtables(lookup: &[u8]) -> Vec<(u16, &[u8])> {
    let kind = u16_at(lookup, 0).unwrap_or(0);
    let count = usize::from(u16_at(lookup, 4).unwrap_or(0)).min(MOST_TABLES);
    let subtables = (0..count).filter_map(|index| lookup.get(usize::from(u16_at(lookup, 6 + index * 2)?)..));
    subtables
        .filter_map(|subtable| match kind {
            EXTENSION => Some((u16_at(subtable, 2)?, subtable.get(offset_at(subtable, 4)?..)?)),
            _ => Some((kind, subtable)),
        })
        .collect()
}

/// Returns the glyphs of a subtable with the single glyphs that replace them; `None` for glyphs that become several.
fn sequences(subtable: &[u8]) -> impl Iterator<Item = Option<(u16, u16)>> + '_ {
    let coverage = u16_at(subtable, 2).and_then(|at| subtable.get(usize::from(at)..));
    let form = |(index, glyph): (usize, u16)| {
        let sequence = subtable.get(usize::from(u16_at(subtable, 6 + index * 2)?)..)?;
        Some((u16_at(sequence, 0)? == 1).then_some((glyph, u16_at(sequence, 2)?)))
    };
    coverage.map(covered).unwrap_or_default().into_iter().enumerate().map_while(form)
}

/// Returns the ligatures of a subtable.
fn ligatures(subtable: &[u8]) -> impl Iterator<Item = Ligature> + '_ {
    let coverage = u16_at(subtable, 2).and_then(|at| subtable.get(usize::from(at)..));
    let set = |(index, first): (usize, u16)| {
        Some((first, subtable.get(usize::from(u16_at(subtable, 6 + index * 2)?)..)?))
    };
    let sets = coverage.map(covered).unwrap_or_default().into_iter().enumerate().map_while(set);
    sets.flat_map(|(first, set)| {
        let count = usize::from(u16_at(set, 0).unwrap_or(0));
        (0..count).map_while(move |index| {
            let ligature = set.get(usize::from(u16_at(set, 2 + index * 2)?)..)?;
            let others = usize::from(u16_at(ligature, 2)?).saturating_sub(1);
            let others = (0..others).map_while(|index| u16_at(ligature, 4 + index * 2));
            Some(Ligature::new(u16_at(ligature, 0)?, std::iter::once(first).chain(others)))
        })
    })
}

/// Returns the glyphs of a subtable with their replacements.
fn pairs(subtable: &[u8]) -> impl Iterator<Item = (u16, u16)> + '_ {
    let coverage = u16_at(subtable, 2).and_then(|at| subtable.get(usize::from(at)..));
    let form = |(index, glyph): (usize, u16)| match u16_at(subtable, 0)? {
        1 => Some((glyph, glyph.wrapping_add_signed(i16_at(subtable, 4)?))),
        2 => Some((glyph, u16_at(subtable, 6 + index * 2)?)),
        _ => None,
    };
    coverage.map(covered).unwrap_or_default().into_iter().enumerate().map_while(form)
}

/// Returns the glyphs of a coverage table, in order.
fn covered(table: &[u8]) -> Vec<u16> {
    let count = usize::from(u16_at(table, 2).unwrap_or(0));
    match u16_at(table, 0) {
        Some(1) => (0..count).map_while(|index| u16_at(table, 4 + index * 2)).collect(),
        Some(2) => {
            let range = |index: usize| Some(u16_at(table, 4 + index * 6)?..=u16_at(table, 6 + index * 6)?);
            (0..count).map_while(range).flatten().take(MOST_PAIRS).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::CancelFlag;

    fn words(numbers: &[u16]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
    }

    /// `liga` with lookup 0, `vert` with lookup 1: an extension that replaces 5, 6 and 9 by 20, 21 and 30.
    fn table() -> Vec<u8> {
        let lookup_list = [
            words(&[2, 6, 12]),
            words(&[4, 0, 0]),
            words(&[7, 0, 1, 8]),
            words(&[1, 1, 0, 8]),
            words(&[2, 12, 3, 20, 21, 30]),
            words(&[2, 2, 5, 6, 0, 9, 9, 2]),
        ]
        .concat();
        let mut features = words(&[2]);
        features.extend(b"liga");
        features.extend(words(&[14]));
        features.extend(b"vert");
        features.extend(words(&[20]));
        features.extend(words(&[0, 1, 0, 0, 1, 1]));
        let features_at = 10;
        let lookups_at = features_at + u16::try_from(features.len()).unwrap();
        [words(&[1, 0, 0, features_at, lookups_at]), features, lookup_list].concat()
    }

    #[test]
    fn cj_44_glyphs_for_vertical_text_are_found() {
        assert_eq!(vertical_forms(&table()), [(5, 20), (6, 21), (9, 30)]);
        for length in 0..table().len() {
            vertical_forms(&table()[..length]);
        }
    }

    /// Lookups of kinds 1, 2 and 4: 5 becomes 20; 6 becomes 21, and 7 two glyphs; 8 and 9 become 30. `aalt` has a
    /// lookup that makes 5 of 8.
    fn letters() -> Vec<u8> {
        let lookup = |kind: u16, subtable: &[u16]| words(&[&[kind, 0, 1, 8], subtable].concat());
        let lookups = [
            lookup(1, &[1, 6, 15, 1, 1, 5]),
            lookup(2, &[1, 10, 2, 18, 22, 1, 2, 6, 7, 1, 21, 2, 1, 1]),
            lookup(4, &[1, 8, 1, 14, 1, 1, 8, 1, 4, 30, 2, 9]),
            lookup(1, &[1, 6, 3, 1, 1, 8]),
        ];
        let mut features = words(&[1]);
        features.extend(b"aalt");
        features.extend(words(&[8, 0, 1, 3]));
        let mut list = words(&[4]);
        let mut at = 10;
        for lookup in &lookups {
            list.extend(words(&[at]));
            at += u16::try_from(lookup.len()).unwrap();
        }
        list.extend(lookups.concat());
        let lookups_at = 10 + u16::try_from(features.len()).unwrap();
        [words(&[1, 0, 0, 10, lookups_at]), features, list].concat()
    }

    #[test]
    fn forms_and_ligatures_of_letters_are_found() {
        let found = substitutions(&letters());
        assert_eq!(found.forms, [(5, 20), (6, 21)]);
        assert_eq!(found.ligatures, [Ligature::new(30, [8, 9])]);
        for length in 0..letters().len() {
            substitutions(&letters()[..length]);
        }
        for byte in 0..letters().len() {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut bad = letters();
                bad[byte] = value;
                let found = substitutions(&bad);
                assert!(found.forms.len() + found.ligatures.len() <= MOST_PAIRS);
            }
        }
    }

    #[test]
    fn cj_44_hostile_tables_end() {
        for byte in 0..table().len() {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut bad = table();
                bad[byte] = value;
                assert!(vertical_forms(&bad).len() <= MOST_PAIRS);
            }
        }
        assert_eq!(vertical_forms(&vec![0xFF; 70_000]), []);
    }

    #[test]
    fn ligatures_are_not_read_when_the_time_is_over() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        let found = clock::watch(clock::Clock::new(None, cancel), || substitutions(&letters()));
        assert_eq!(found.ligatures, []);
    }
}
