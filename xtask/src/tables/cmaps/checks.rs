//! Hashes of whole tables; a test of the library computes the same hashes over all codes.

use std::collections::BTreeMap;

use super::source::Code;

/// The number of entries of a table and the FNV-1a hash of all of them in order.
pub(super) struct Check {
    entries: usize,
    hash: u64,
}

const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;
const FNV_PRIME: u64 = 0x100_0000_01B3;

fn hash(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME))
}

/// Hashes codes: width, code and CID, all big-endian.
pub(super) fn of_codes(codes: &BTreeMap<Code, u32>) -> Check {
    let add = |sum, (code, cid): (&Code, &u32)| {
        let sum = hash(sum, &[code.bytes]);
        hash(hash(sum, &code.value.to_be_bytes()), &cid.to_be_bytes())
    };
    Check { entries: codes.len(), hash: codes.iter().fold(FNV_START, add) }
}

/// Hashes texts: CID, then the text in UTF-8 and a zero byte.
pub(super) fn of_texts(texts: &BTreeMap<u32, String>) -> Check {
    let add =
        |sum, (cid, text): (&u32, &String)| hash(hash(hash(sum, &cid.to_be_bytes()), text.as_bytes()), &[0]);
    Check { entries: texts.len(), hash: texts.iter().fold(FNV_START, add) }
}

pub(super) fn line(name: &str, check: &Check) -> String {
    format!("{name} {} {:016x}\n", check.entries, check.hash)
}
