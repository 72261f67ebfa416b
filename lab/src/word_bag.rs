//! Bags of words: word counts of a text, to compare texts regardless of their order.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// Words with their counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct WordBag(HashMap<String, usize>);

impl WordBag {
    /// Counts the words of a text: runs of letters and digits, after NFKC and case folding; single characters in
    /// scripts without spaces; words hyphenated at a line end are joined.
    pub(crate) fn new(text: &str) -> Self {
        let folded: String = text.nfkc().flat_map(char::to_lowercase).filter(|c| *c != '\u{AD}').collect();
        let mut bag = Self::default();
        let mut word = String::new();
        let mut rest = folded.chars().peekable();
        while let Some(c) = rest.next() {
            if is_word_by_itself(c) {
                bag.add(&mut word);
                word.push(c);
                bag.add(&mut word);
            } else if c.is_alphanumeric() || is_mark(c) {
                word.push(c);
            } else if matches!(c, '-' | '\u{2010}') && !word.is_empty() && ends_line(&mut rest) {
                // The word continues on the next line.
            } else {
                bag.add(&mut word);
            }
        }
        bag.add(&mut word);
        bag
    }

    fn add(&mut self, word: &mut String) {
        if !word.is_empty() {
            *self.0.entry(std::mem::take(word)).or_default() += 1;
        }
    }

    /// Returns the number of words.
    pub(crate) fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// Returns the number of words that two bags share.
    fn shared(&self, other: &Self) -> usize {
        self.0.iter().map(|(word, count)| *count.min(other.0.get(word).unwrap_or(&0))).sum()
    }

    /// Returns the harmonic mean of precision and recall, which is 1 if both bags are equal.
    pub(crate) fn f1(&self, other: &Self) -> f64 {
        match self.total() + other.total() {
            0 => 1.0,
            all => 2.0 * self.shared(other) as f64 / all as f64,
        }
    }

    /// Returns the words on which at least two bags agree, with the count that two of them have.
    pub(crate) fn agreed(bags: &[Self]) -> Self {
        let mut counts: HashMap<&str, Vec<usize>> = HashMap::new();
        for (word, count) in bags.iter().flat_map(|bag| &bag.0) {
            counts.entry(word).or_default().push(*count);
        }
        let second = |mut counts: Vec<usize>| {
            counts.sort_unstable();
            counts.iter().rev().nth(1).copied()
        };
        let agreed = counts.into_iter().filter_map(|(word, counts)| Some((word.to_owned(), second(counts)?)));
        Self(agreed.collect())
    }

    /// Returns the words that another bag lacks, the most frequent first.
    pub(crate) fn lacking_in(&self, other: &Self) -> Vec<(String, usize)> {
        let missing = |(word, count): (&String, &usize)| {
            let missing = count.saturating_sub(*other.0.get(word).unwrap_or(&0));
            (missing > 0).then(|| (word.clone(), missing))
        };
        let mut missing: Vec<(String, usize)> = self.0.iter().filter_map(missing).collect();
        missing.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        missing
    }
}

/// Returns `true` for scripts written without spaces: Thai, Lao, Burmese, Khmer, kana and ideographs.
pub(crate) fn is_word_by_itself(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns `true` for marks, which belong to the letter before them.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// Returns `true` if only white space with a line end precedes the next letter, and consumes it in that case.
fn ends_line(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    let mut ahead = rest.clone();
    let mut has_line_end = false;
    while let Some(c) = ahead.next_if(|c| c.is_whitespace()) {
        has_line_end |= c == '\n';
    }
    let goes_on = has_line_end && ahead.peek().is_some_and(|c| c.is_alphanumeric());
    if goes_on {
        *rest = ahead;
    }
    goes_on
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_divided_words_joined() {
        let bag = WordBag::new("The ﬁrst divi-\n ded word, well-known 日本");
        assert_eq!(bag, WordBag::new("the first divided word well known 日 本"));
        assert_eq!(bag.total(), 8);
    }

    #[test]
    fn two_must_agree_on_what_is_missing() {
        let bags = ["a a b", "a a a c", "a b b"].map(WordBag::new);
        let agreed = WordBag::agreed(&bags);
        assert_eq!(agreed, WordBag::new("a a b"));
        assert_eq!(agreed.lacking_in(&WordBag::new("a c")), [("a".to_owned(), 1), ("b".to_owned(), 1)]);
    }

    #[test]
    fn f1_of_bags() {
        assert_eq!(WordBag::new("a b").f1(&WordBag::new("b a")), 1.0);
        assert_eq!(WordBag::new("a b").f1(&WordBag::new("a c")), 0.5);
        assert_eq!(WordBag::new("").f1(&WordBag::new("")), 1.0);
    }
}
