//! The edit distance between two readings of the same line.

use unicode_normalization::UnicodeNormalization;

/// The share of edits below which two readings agree (RV-25).
pub(crate) const AGREES_BELOW: f32 = 0.15;
/// The share from which one of them is wrong (RV-27); in between, the text needs a review (RV-26).
pub(crate) const CONTRADICTS_FROM: f32 = 0.40;
/// Longer lines are truncated, since the time is quadratic.
const MAX_CHARACTERS: usize = 1_000;

/// The number of edits and of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Edits {
    pub(crate) edits: usize,
    pub(crate) characters: usize,
}

impl Edits {
    pub(crate) fn add(&mut self, other: Self) {
        self.edits += other.edits;
        self.characters += other.characters;
    }

    /// Returns the edits per character, from 0 to 1.
    #[allow(clippy::cast_precision_loss)]
    pub(crate) fn share(self) -> f32 {
        if self.characters == 0 { 0.0 } else { self.edits as f32 / self.characters as f32 }
    }
}

/// Counts the edits between two readings. Spaces and variants of quotes and dashes are ignored.
pub(crate) fn between(a: &str, b: &str) -> Edits {
    let (a, b) = (folded(a), folded(b));
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, from) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(row.first_mut().unwrap_or(&mut 0), index + 1);
        let mut left = index + 1;
        for (to, cell) in b.iter().zip(row.iter_mut().skip(1)) {
            let change = diagonal + usize::from(from != to);
            diagonal = *cell;
            *cell = change.min(left + 1).min(diagonal + 1);
            left = *cell;
        }
    }
    Edits { edits: row.last().copied().unwrap_or(0), characters: a.len().max(b.len()) }
}

fn folded(text: &str) -> Vec<char> {
    text.nfkc().filter(|c| !c.is_whitespace()).map(plain).take(MAX_CHARACTERS).collect()
}

fn plain(character: char) -> char {
    match character {
        '‘' | '’' | '`' | '´' => '\'',
        '“' | '”' | '„' => '"',
        '‐' | '‑' | '–' | '—' | '−' => '-',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rv_24_edits_are_counted_without_spaces_and_looks() {
        assert_eq!(between("kitten", "sitting"), Edits { edits: 3, characters: 7 });
        assert_eq!(between("o\u{FB03}ce — “x”", "office - \"x\"").edits, 0);
        assert_eq!(between("", "abc"), Edits { edits: 3, characters: 3 });
        assert_eq!(between("", "").share(), 0.0);
    }

    #[test]
    fn rv_25_rv_26_rv_27_shares_distinguish_agreement_from_contradiction() {
        assert!(between("recognition", "recognitlon").share() < AGREES_BELOW);
        let review = between("recognition", "recoqmtion").share();
        assert!((AGREES_BELOW..CONTRADICTS_FROM).contains(&review), "{review}");
        assert!(between("recognition", "sfdphojujpo").share() >= CONTRADICTS_FROM);
        // Two, three, seven and eight of twenty letters differ.
        let of_twenty = |wrong: usize| {
            between(
                "abcdefghijklmnopqrst",
                &format!("{}{}", "#".repeat(wrong), "abcdefghijklmnopqrst".get(wrong..).unwrap_or_default()),
            )
            .share()
        };
        assert!(of_twenty(2) < AGREES_BELOW && of_twenty(3) >= AGREES_BELOW, "15 % is too much to agree");
        assert!(
            of_twenty(7) < CONTRADICTS_FROM && of_twenty(8) >= CONTRADICTS_FROM,
            "40 % is a contradiction"
        );
    }
}
