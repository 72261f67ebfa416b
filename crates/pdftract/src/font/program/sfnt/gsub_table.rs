//! Finds the glyph substitutions for vertical text in `GSUB`: mostly rotated or shifted signs.

use super::super::bytes::{i16_at, offset_at, u16_at};

/// The features that replace glyphs in vertical text.
const VERTICAL: [&[u8]; 2] = [b"vert", b"vrt2"];

/// The maximum number of features, lookups and subtables: fonts have about a hundred features, and a few for vertical
/// text.
const MOST_TABLES: usize = 512;

/// The maximum number of pairs: fonts have a few hundred, or as many as they have Latin letters.
const MOST_PAIRS: usize = 65_535;

const SINGLE: u16 = 1;
const EXTENSION: u16 = 7;

/// Returns glyphs with their replacements in vertical text.
pub(super) fn vertical_forms(table: &[u8]) -> Vec<(u16, u16)> {
    let lookups = u16_at(table, 8).and_then(|at| table.get(usize::from(at)..)).unwrap_or_default();
    let lookup = |index: u16| lookups.get(usize::from(u16_at(lookups, 2 + usize::from(index) * 2)?)..);
    let subtables = lookup_indices(table).into_iter().filter_map(lookup).flat_map(single_substitutions);
    subtables.take(MOST_TABLES).flat_map(pairs).take(MOST_PAIRS).collect()
}

/// Returns the lookups of the features for vertical text.
fn lookup_indices(table: &[u8]) -> Vec<u16> {
    let features = u16_at(table, 6).and_then(|at| table.get(usize::from(at)..)).unwrap_or_default();
    let count = usize::from(u16_at(features, 0).unwrap_or(0)).min(MOST_TABLES);
    let records = (0..count).filter_map(|index| features.get(2 + index * 6..8 + index * 6));
    let vertical = records.filter(|record| VERTICAL.iter().any(|tag| record.starts_with(tag)));
    let mut indices: Vec<u16> = vertical
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

/// Returns the subtables of a lookup that replace single glyphs.
fn single_substitutions(lookup: &[u8]) -> Vec<&[u8]> {
    let kind = u16_at(lookup, 0);
    let count = usize::from(u16_at(lookup, 4).unwrap_or(0)).min(MOST_TABLES);
    let subtables = (0..count).filter_map(|index| lookup.get(usize::from(u16_at(lookup, 6 + index * 2)?)..));
    subtables
        .filter_map(|subtable| match kind {
            Some(SINGLE) => Some(subtable),
            Some(EXTENSION) if u16_at(subtable, 2) == Some(SINGLE) => subtable.get(offset_at(subtable, 4)?..),
            _ => None,
        })
        .collect()
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
}
