//! The entropy of the characters of a longer text: weak evidence that never decides alone.

/// Shorter texts cannot have the entropy of their language.
pub const MIN_CHARACTERS: u32 = 128;
/// The number of buckets for characters; two that share one lower the sum slightly.
const BASKETS: usize = 1024;

/// Counts of characters by bucket, without blanks.
#[derive(Debug)]
pub(super) struct Histogram {
    /// Characters of ASCII, of which most texts consist.
    ascii: [u32; 128],
    /// All buckets, from the first other character on.
    others: Option<Box<[u32; BASKETS]>>,
    /// `true` if other characters are counted, which only their entropy needs.
    counts_others: bool,
}

impl Histogram {
    /// Returns an empty histogram, which may be for characters of ASCII only.
    pub(super) fn new(counts_others: bool) -> Self {
        Self { ascii: [0; 128], others: None, counts_others }
    }

    /// Counts an ASCII character. Blanks may be counted too: their buckets are left out.
    #[inline]
    pub(super) fn add_ascii(&mut self, byte: u8) {
        if let Some(count) = self.ascii.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }

    /// Counts another character.
    pub(super) fn add(&mut self, character: char) {
        if !self.counts_others {
            return;
        }
        let code = u32::from(character) as usize;
        let others = self.others.get_or_insert_with(|| Box::new([0; BASKETS]));
        if let Some(count) = others.get_mut((code ^ code >> 10) % BASKETS) {
            *count += 1;
        }
    }

    /// Returns the number of characters of a range of ASCII.
    pub(super) fn count(&self, range: std::ops::RangeInclusive<u8>) -> u32 {
        let range = usize::from(*range.start())..=usize::from(*range.end());
        self.ascii.get(range).map_or(0, |counts| counts.iter().sum())
    }

    /// Returns the entropy in bits per character.
    pub(super) fn entropy(mut self) -> f64 {
        self.ascii.iter_mut().zip(0_u8..).for_each(|(count, byte)| {
            *count = if char::from(byte).is_whitespace() { 0 } else { *count };
        });
        match self.others {
            None => entropy_of(&self.ascii),
            Some(mut all) => {
                all.iter_mut().zip(&self.ascii).for_each(|(all, ascii)| *all += ascii);
                entropy_of(all.as_slice())
            }
        }
    }
}

fn entropy_of(counts: &[u32]) -> f64 {
    let all: u32 = counts.iter().sum();
    let share = |count: &u32| f64::from(*count) / f64::from(all.max(1));
    -counts.iter().filter(|count| **count > 0).map(share).map(|share| share * share.log2()).sum::<f64>()
}

/// Returns the entropy of a text without its blanks, in bits per character.
pub fn entropy(text: &str) -> f64 {
    let mut histogram = Histogram::new(true);
    for character in text.chars().filter(|character| !character.is_whitespace()) {
        match u8::try_from(character).ok().filter(u8::is_ascii) {
            Some(byte) => histogram.add_ascii(byte),
            None => histogram.add(character),
        }
    }
    histogram.entropy()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_other_alphabets_are_counted_alike_in_both_tables() {
        let mut counted = Histogram::new(true);
        "a b\nb\tc".bytes().for_each(|byte| counted.add_ascii(byte));
        assert_eq!(counted.entropy().to_bits(), entropy("abbc").to_bits());
        assert!((entropy("abcd") - 2.0).abs() < 1e-9);
        assert!((entropy("abéж") - 2.0).abs() < 1e-9);
    }
}
