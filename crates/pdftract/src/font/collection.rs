//! Character collections: the Unicode text of the CIDs of Adobe-Japan1, GB1, CNS1, Korea1, KR and Japan2.

use std::sync::OnceLock;

use super::cmap::CidSystemInfo;
use super::cmap::code_ranges::CodeRanges;
use super::cmap::packed::{self, Numbers};
use super::tables::COLLECTIONS;

/// The orderings of the known collections, in the order in which the packed CMaps number them.
pub(crate) const ORDERINGS: [&str; 6] = ["Japan1", "GB1", "CNS1", "Korea1", "KR", "Japan2"];

/// The collections unpacked so far, shared by all documents.
static UNPACKED: [OnceLock<Option<Collection>>; ORDERINGS.len()] =
    [const { OnceLock::new() }; ORDERINGS.len()];

/// The texts of the CIDs of one collection.
#[derive(Debug)]
pub(crate) struct Collection {
    characters: CodeRanges,
    /// CIDs that represent several characters, ascending.
    sequences: Vec<(u32, Box<str>)>,
}

impl Collection {
    /// Returns `true` for one of Adobe's collections.
    pub(crate) fn is_known(info: &CidSystemInfo) -> bool {
        index(info).is_some()
    }

    /// Returns the declared collection, if it is one of Adobe's.
    pub(crate) fn get(info: &CidSystemInfo) -> Option<&'static Self> {
        let index = index(info)?;
        let slot = UNPACKED.get(index)?;
        slot.get_or_init(|| Self::unpack(ORDERINGS.get(index)?.as_bytes())).as_ref()
    }

    fn unpack(ordering: &[u8]) -> Option<Self> {
        let block = packed::block(COLLECTIONS, ordering)?;
        let mut numbers = Numbers { rest: block };
        let characters = numbers.ranges()?;
        let count = usize::try_from(numbers.next()?).ok()?;
        let mut cids: Vec<u32> = Vec::new();
        for _ in 0..count {
            let after = cids.last().map_or(0, |cid| cid + 1);
            cids.push(after.checked_add(numbers.next()?)?);
        }
        let mut sequences = Vec::new();
        for cid in cids {
            sequences.push((cid, std::str::from_utf8(numbers.name()?).ok()?.into()));
        }
        Some(Self { characters, sequences })
    }

    /// Returns the text of a CID.
    pub(crate) fn text(&self, cid: u32) -> Option<String> {
        if let Some(hit) = self.characters.find(cid) {
            return char::from_u32(hit.value.checked_add(hit.offset)?).map(String::from);
        }
        let place = self.sequences.binary_search_by_key(&cid, |(cid, _)| *cid).ok()?;
        self.sequences.get(place).map(|(_, text)| text.to_string())
    }
}

/// Returns the index of a collection. Only the ordering counts, because writers omit the registry or put their own
/// name there.
fn index(info: &CidSystemInfo) -> Option<usize> {
    ORDERINGS.iter().position(|known| known.as_bytes() == info.ordering)
}
