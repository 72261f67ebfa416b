//! A hash that is stable across machines and versions: tables in the repository are keyed by it.

use std::hash::Hasher;

/// The FNV-1a offset basis, which is the hash of no data.
pub(crate) const BASIS: u64 = 0xCBF2_9CE4_8422_2325;

/// Extends an FNV-1a hash by one value.
#[inline]
pub(crate) fn extended(hash: u64, value: u32) -> u64 {
    (hash ^ u64::from(value)).wrapping_mul(0x0100_0000_01B3)
}

/// FNV-1a with a final mix, so that all bits depend on all bytes.
#[derive(Debug)]
pub(crate) struct Mixer(u64);

impl Default for Mixer {
    fn default() -> Self {
        Self(BASIS)
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = extended(self.0, u32::from(*byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.write(&value.to_le_bytes());
    }

    fn write_i32(&mut self, value: i32) {
        self.write(&value.to_le_bytes());
    }

    fn finish(&self) -> u64 {
        let mut mixed = self.0;
        for _ in 0..2 {
            mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        mixed ^ (mixed >> 29)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gr_45_the_hash_is_the_same_in_every_process_and_on_every_machine() {
        let mut mixer = Mixer::default();
        mixer.write(b"pdftract");
        let once = mixer.finish();
        // Computed independently of this code: FNV-1a, then twice `(x ^ x >> 32) * 0x9E3779B97F4A7C15`, then `x ^ x
        // >> 29`.
        assert_eq!(once, 0x1572_AC07_D63F_4A48);
        let mut again = Mixer::default();
        again.write(b"pdf");
        again.write(b"tract");
        assert_eq!(again.finish(), once);
        assert_ne!(Mixer::default().finish(), once);
    }
}
