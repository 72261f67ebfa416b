//! The entropy of the characters of a longer text: weak evidence that never decides alone.

/// Shorter texts cannot have the entropy of their language.
pub const MIN_CHARACTERS: u32 = 128;
/// The number of buckets for characters; two that share one lower the sum slightly.
const BASKETS: usize = 1024;

/// Returns the entropy of a text without its blanks, in bits per character.
pub fn entropy(text: &str) -> f64 {
    let mut baskets = [0u32; BASKETS];
    let mut all = 0u32;
    for character in text.chars().filter(|character| !character.is_whitespace()) {
        let code = u32::from(character) as usize;
        if let Some(count) = baskets.get_mut((code ^ code >> 10) % BASKETS) {
            *count += 1;
        }
        all += 1;
    }
    let share = |count: &u32| f64::from(*count) / f64::from(all.max(1));
    -baskets.iter().filter(|count| **count > 0).map(share).map(|share| share * share.log2()).sum::<f64>()
}
