//! The generated tables, and the two lookups they share: a glyph name by its index, an index by its glyph name.

pub(crate) mod agl;
pub(crate) mod encodings;
pub(crate) mod glyph_orders;
pub(crate) mod names;
pub(crate) mod picture_fonts;
pub(crate) mod standard_metrics;
pub(crate) mod tex_encodings;

/// Hashes of outlines of open fonts: the end of each bucket, then the entries, four bytes each.
pub(crate) static FINGERPRINTS: &[u8] = include_bytes!("fingerprints.bin");

/// The number of buckets of [`FINGERPRINTS`].
pub(crate) const FINGERPRINT_BUCKETS: usize = 4096;

/// The weights of the network that recognises shapes.
pub(crate) static SHAPE_MODEL: &[u8] = include_bytes!("shape_model.bin");

/// The labels of shapes, one per line: first those of the network, then those used only by fingerprints.
pub(crate) static SHAPE_LABELS: &str = include_str!("shape_labels.txt");

/// Adobe's CMaps of Chinese, Japanese and Korean.
pub(crate) static CMAPS: &[u8] = include_bytes!("cmaps.bin");

/// The texts of the CIDs of Adobe's collections.
pub(crate) static COLLECTIONS: &[u8] = include_bytes!("collections.bin");

/// The number of codes in each table and a hash of all of them, computed from the sources.
#[cfg(test)]
pub(crate) static CMAP_CHECKS: &str = include_str!("cmap_checks.txt");

/// Returns the name at `index` of the sorted list of names.
pub(crate) fn name_at(index: u16) -> Option<&'static str> {
    let index = usize::from(index);
    let start = names::STARTS.get(index)?;
    let end = names::STARTS.get(index + 1)?;
    names::TEXT.get(usize::from(*start)..usize::from(*end))
}

/// Returns the index of `name` in the sorted list of names.
pub(crate) fn index_of(name: &[u8]) -> Option<u16> {
    let first = usize::from(*name.first()?);
    let (mut low, mut high) = (*BY_FIRST_BYTE.get(first)?, *BY_FIRST_BYTE.get(first + 1)?);
    if name.len() == 1 {
        // Nearly all glyphs of a text are named by their letter, which is the first of the names that begin with it.
        high = high.min(low + 1);
    }
    while low < high {
        let middle = low.midpoint(high);
        match name_at(middle)?.as_bytes().cmp(name) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

/// For each byte, the index of the first name that begins with it or a greater one.
static BY_FIRST_BYTE: [u16; 257] = by_first_byte();

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
const fn by_first_byte() -> [u16; 257] {
    let mut places = [0; 257];
    let (mut index, mut byte) = (0, 0);
    while byte < places.len() {
        // Names are not empty, and there are fewer than 2¹⁶ of them.
        while index + 1 < names::STARTS.len()
            && (names::TEXT.as_bytes()[names::STARTS[index] as usize] as usize) < byte
        {
            index += 1;
        }
        places[byte] = index as u16;
        byte += 1;
    }
    places
}

/// Returns the value for `key` in two parallel tables, of which the first is sorted.
pub(crate) fn beside(key: u16, keys: &[u16], values: &[u16]) -> Option<u16> {
    values.get(keys.binary_search(&key).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t3_11_every_name_is_found_at_its_own_index() {
        let count = u16::try_from(names::STARTS.len() - 1).unwrap();
        for index in 0..count {
            let name = name_at(index).unwrap();
            assert_eq!(index_of(name.as_bytes()), Some(index), "{name}");
        }
        assert_eq!(name_at(0), Some(".notdef"));
        assert_eq!(name_at(count), None);
    }

    #[test]
    fn unknown_names_are_not_found() {
        for name in ["", "a1000", "AA", "zzzz", "~", "!", "spac", "spaces"] {
            assert_eq!(index_of(name.as_bytes()), None, "{name}");
        }
        assert_eq!(index_of(b"\xFF"), None);
    }
}
