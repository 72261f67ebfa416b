//! Cross-checks CIDs with the national encodings in which their codes are defined.

use std::collections::{BTreeMap, BTreeSet};

use encoding_rs::Encoding;

use super::SourceCMaps;
use super::source::{Code, expand};

/// For each collection, a CMap whose codes are those of a national encoding.
const ENCODINGS: [(&str, &str, &Encoding); 4] = [
    ("Japan1", "90ms-RKSJ-H", encoding_rs::SHIFT_JIS),
    ("GB1", "GBK-EUC-H", encoding_rs::GBK),
    ("CNS1", "ETenms-B5-H", encoding_rs::BIG5),
    ("Korea1", "KSCms-UHC-H", encoding_rs::EUC_KR),
];

/// Returns the characters that national encodings assign to the CIDs of a collection.
pub(super) fn characters(ordering: &str, all: &SourceCMaps) -> Result<BTreeMap<u32, BTreeSet<char>>, String> {
    let mut characters: BTreeMap<u32, BTreeSet<char>> = BTreeMap::new();
    for (_, name, encoding) in ENCODINGS.iter().filter(|(known, ..)| *known == ordering) {
        let cmap = all.get(*name).ok_or_else(|| format!("no CMap {name}"))?;
        for (code, cid) in expand(cmap, all)? {
            characters.entry(cid).or_default().extend(decoded(code, encoding));
        }
    }
    Ok(characters)
}

fn decoded(code: Code, encoding: &'static Encoding) -> Option<char> {
    let all = code.value.to_be_bytes();
    let text =
        encoding.decode_without_bom_handling_and_without_replacement(&all[4 - usize::from(code.bytes)..])?;
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
