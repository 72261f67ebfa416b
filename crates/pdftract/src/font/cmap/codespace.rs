//! Codespaces, which determine the length of codes.

use crate::font::char_code::{CharCode, MAX_CODE_BYTES};

/// A codespace range: at each position the byte must be between the two given bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Codespace {
    lo: [u8; MAX_CODE_BYTES],
    hi: [u8; MAX_CODE_BYTES],
    len: usize,
}

impl Codespace {
    /// Creates a range. If the ends differ in width, the larger one applies. A position with reversed ends, which
    /// would match nothing, accepts any byte: the producer meant a plain interval.
    fn new(lo: CharCode, hi: CharCode) -> Self {
        let len = lo.len.max(hi.len);
        let mut space = Self {
            lo: CharCode { len, ..lo }.leading_bytes(),
            hi: CharCode { len, ..hi }.leading_bytes(),
            len: usize::from(len),
        };
        for (lo, hi) in space.lo.iter_mut().zip(&mut space.hi) {
            if lo > hi {
                (*lo, *hi) = (0, u8::MAX);
            }
        }
        space
    }

    /// Returns the length of the prefix of `bytes` that matches.
    fn matching_prefix(&self, bytes: &[u8]) -> usize {
        let places = self.lo.iter().zip(&self.hi).take(self.len);
        places.zip(bytes).take_while(|((lo, hi), byte)| (*lo..=*hi).contains(byte)).count()
    }
}

/// The distinct codespaces of a CMap.
#[derive(Debug, Clone, Default)]
pub(crate) struct Codespaces {
    spaces: Vec<Codespace>,
}

impl Codespaces {
    /// Adds the codes from `lo` to `hi`; returns `false` if there are already `max` codespaces.
    pub(crate) fn add(&mut self, lo: CharCode, hi: CharCode, max: usize) -> bool {
        self.push(Codespace::new(lo, hi), max)
    }

    /// Adds the codespaces of another CMap, up to `max`.
    pub(crate) fn add_all(&mut self, others: &Self, max: usize) {
        for &space in &others.spaces {
            self.push(space, max);
        }
    }

    fn push(&mut self, space: Codespace, max: usize) -> bool {
        if self.spaces.contains(&space) {
            return true;
        }
        let room = self.spaces.len() < max;
        if room {
            self.spaces.push(space);
        }
        room
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// Returns the length of the code at the start of `bytes`, and whether it is in a codespace.
    ///
    /// A code outside all codespaces has the length defined in ISO 32000-2, 9.7.6.3: that of the shortest of the
    /// codespaces that match the most leading bytes.
    pub(crate) fn code_length(&self, bytes: &[u8]) -> (usize, bool) {
        let (mut best_prefix, mut best_len) = (0, usize::MAX);
        let mut full: Option<usize> = None;
        for space in &self.spaces {
            let prefix = space.matching_prefix(bytes);
            if prefix == space.len {
                full = Some(full.map_or(prefix, |len| len.min(prefix)));
            }
            if prefix > best_prefix || (prefix == best_prefix && space.len < best_len) {
                (best_prefix, best_len) = (prefix, space.len);
            }
        }
        (full.unwrap_or(best_len), full.is_some())
    }
}
