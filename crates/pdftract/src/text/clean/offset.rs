//! Maps offsets between the clean text and the raw text that it was made from.

use std::ops::Range;

use super::tracked_char::Letter;

/// A range in which clean and raw text differ, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    clean: (u32, u32),
    raw: (u32, u32),
}

/// Maps offsets between clean and raw text. Outside of changes, both advance equally; an offset within a change maps
/// to its start.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OffsetMap {
    changes: Vec<Change>,
}

impl OffsetMap {
    /// Builds the map from characters with their ranges of the raw text.
    pub(super) fn new(letters: &[Letter], raw_text: &str) -> Self {
        let mut map = Self::default();
        let (mut clean, mut raw) = (0u32, 0u32);
        for cluster in letters.chunk_by(|a, b| (a.start, a.end) == (b.start, b.end)) {
            let Some(&Letter { start, end, .. }) = cluster.first() else { continue };
            let length: usize = cluster.iter().map(|letter| letter.character.len_utf8()).sum();
            let clean_end = clean + u32::try_from(length).unwrap_or(0);
            let (start, end) = (start.max(raw), end.max(raw));
            if start > raw {
                map.changes.push(Change { clean: (clean, clean), raw: (raw, start) });
            }
            // Even if the length is the same, there may be several characters.
            let is_one = raw_text.get(start as usize..end as usize).is_some_and(is_one_character);
            if cluster.len() > 1 || !is_one || end - start != clean_end - clean {
                map.changes.push(Change { clean: (clean, clean_end), raw: (start, end) });
            }
            (clean, raw) = (clean_end, end);
        }
        let raw_end = u32::try_from(raw_text.len()).unwrap_or(u32::MAX);
        if raw_end > raw {
            map.changes.push(Change { clean: (clean, clean), raw: (raw, raw_end) });
        }
        map
    }

    /// Adds a range that differs; it is behind those added before.
    pub(super) fn add_change(&mut self, clean: Range<usize>, raw: Range<usize>) {
        let small = |range: Range<usize>| {
            let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            (place(range.start), place(range.end))
        };
        self.changes.push(Change { clean: small(clean), raw: small(raw) });
    }

    /// Returns `true` if both texts have the same offsets.
    pub(crate) fn is_identity(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns `true` if nothing is left of a byte range of the raw text.
    pub(crate) fn is_removed(&self, start: usize, end: usize) -> bool {
        let holds = |(from, to): (u32, u32)| from as usize <= start && end <= to as usize;
        self.changes.iter().any(|change| change.clean.0 == change.clean.1 && holds(change.raw))
    }

    /// Maps a byte offset in the raw text to the clean text.
    pub fn to_clean(&self, raw: usize) -> usize {
        self.carry(raw, |change| (change.raw, change.clean))
    }

    /// Maps the end of a range in the raw text to the clean text: an offset within a change maps to its end.
    pub fn end_to_clean(&self, raw: usize) -> usize {
        let inside =
            self.changes.iter().find(|change| (change.raw.0 as usize) < raw && raw < change.raw.1 as usize);
        inside.map_or_else(|| self.to_clean(raw), |change| change.clean.1 as usize)
    }

    /// Maps a byte offset in the clean text to the raw text.
    pub fn to_raw(&self, clean: usize) -> usize {
        self.carry(clean, |change| (change.clean, change.raw))
    }

    fn carry(&self, place: usize, ends: impl Fn(&Change) -> ((u32, u32), (u32, u32))) -> usize {
        let upto = self.changes.partition_point(|change| ends(change).0.1 as usize <= place);
        if let Some((from, to)) = self.changes.get(upto).map(&ends)
            && place > from.0 as usize
        {
            return to.0 as usize;
        }
        let before = upto.checked_sub(1).and_then(|index| self.changes.get(index));
        let (from, to) =
            before.map_or((0, 0), |change| (ends(change).0.1 as usize, ends(change).1.1 as usize));
        to + (place - from)
    }
}

fn is_one_character(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some() && characters.next().is_none()
}
