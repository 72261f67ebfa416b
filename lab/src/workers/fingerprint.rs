//! Hashes decoded page content independently of white space.

use serde::{Deserialize, Serialize};

/// A fingerprint of content. Equal fingerprints mean the same tokens in the same order, barring hash collisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    /// FNV-1a of the normalised bytes.
    pub hash: u64,
    /// The number of normalised bytes.
    pub bytes: usize,
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

impl Fingerprint {
    /// Computes the fingerprint. Each run of PDF white space counts as one space and is ignored at both ends, since
    /// readers join the streams of a page with different separators.
    pub(crate) fn new(data: &[u8]) -> Self {
        let mut fingerprint = Self { hash: FNV_OFFSET, bytes: 0 };
        for word in data.split(|&byte| is_white(byte)).filter(|word| !word.is_empty()) {
            if fingerprint.bytes > 0 {
                fingerprint.add(b' ');
            }
            word.iter().for_each(|&byte| fingerprint.add(byte));
        }
        fingerprint
    }

    fn add(&mut self, byte: u8) {
        self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        self.bytes += 1;
    }
}

/// Returns `true` for white space as in ISO 32000-1, Table 1.
fn is_white(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_does_not_matter() {
        let plain = Fingerprint::new(b"BT (a) Tj ET");
        assert_eq!(Fingerprint::new(b"\n BT\r\n(a)  Tj\0ET \n"), plain);
        assert_eq!(plain.bytes, 12);
        assert_ne!(Fingerprint::new(b"BT (b) Tj ET"), plain);
        assert_ne!(Fingerprint::new(b"BT(a) Tj ET"), plain);
    }

    #[test]
    fn hash_is_fnv_1a() {
        assert_eq!(Fingerprint::new(b"").hash, FNV_OFFSET);
        assert_eq!(Fingerprint::new(b"foobar").hash, 0x8594_4171_f739_67e8);
    }
}
