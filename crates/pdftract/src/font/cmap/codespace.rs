//! Codespaces: which bytes make up a code.

use crate::font::char_code::{CharCode, MAX_CODE_BYTES};

/// The shape of codes of one width: at each place the byte lies between the two given ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Codespace {
    lo: [u8; MAX_CODE_BYTES],
    hi: [u8; MAX_CODE_BYTES],
    len: usize,
}

impl Codespace {
    /// Ends of different width take the larger one. A place whose ends are reversed, which would fit nothing, was
    /// meant as part of a plain interval and takes any byte.
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

    /// Returns how many bytes at the start of `bytes` fit.
    fn matching_prefix(&self, bytes: &[u8]) -> usize {
        let places = self.lo.iter().zip(&self.hi).take(self.len);
        places.zip(bytes).take_while(|((lo, hi), byte)| (*lo..=*hi).contains(byte)).count()
    }
}

/// The codespaces of a CMap, each once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Codespaces {
    spaces: Vec<Codespace>,
}

impl Codespaces {
    /// Adds the codes from `lo` to `hi`; `false` if there are `max` already.
    pub(crate) fn add(&mut self, lo: CharCode, hi: CharCode, max: usize) -> bool {
        self.push(Codespace::new(lo, hi), max)
    }

    /// Adds those of another CMap, as far as there is room.
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

    /// Returns how long the code at the start of `bytes` is, and whether a codespace has it.
    ///
    /// A code that none has is as long as ISO 32000-2, 9.7.6.3 says: of the codespaces that fit the most leading
    /// bytes, the shortest.
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
