//! Section numbers at the start of headings: `2.1 Scope`, `IV. RESULTS`, `A. Data`, `Chapter 3`.

use crate::layout::list_marker::roman;

/// The numbering of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbering {
    /// Numbers with this many parts: `2.1` has two.
    Parts(u8),
    /// A Roman numeral.
    Roman,
    /// A letter.
    Letter,
}

/// The maximum number of parts of a section number.
const MAX_PARTS: usize = 6;
/// Words before the number of a chapter, in lower case.
const CHAPTERS: [&str; 12] = [
    "chapter",
    "kapitel",
    "chapitre",
    "capítulo",
    "capitolo",
    "section",
    "abschnitt",
    "part",
    "teil",
    "appendix",
    "anhang",
    "глава",
];

/// Returns the numbering of a text and its length in bytes; `None` if no title follows it.
pub(super) fn numbering(text: &str) -> Option<(Numbering, usize)> {
    let end = text.find(char::is_whitespace)?;
    let (word, rest) = text.split_at(end);
    let title = rest.trim_start();
    if !title.contains(char::is_alphabetic) {
        return chapter(word, title).map(|numbering| (numbering, end));
    }
    let number = word.strip_suffix(['.', ':']).unwrap_or(word);
    let parts: Vec<&str> = number.split('.').collect();
    let is_part =
        |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if (1..=MAX_PARTS).contains(&parts.len()) && parts.iter().all(is_part) {
        return Some((Numbering::Parts(u8::try_from(parts.len()).unwrap_or(1)), end));
    }
    if !word.ends_with('.') {
        return chapter(word, title).map(|numbering| (numbering, end));
    }
    if number.bytes().all(|byte| byte.is_ascii_uppercase()) && roman(number).is_some() {
        return Some((Numbering::Roman, end));
    }
    (number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_uppercase()))
        .then_some((Numbering::Letter, end))
}

/// Returns the numbering of `Chapter 3` and similar.
fn chapter(word: &str, rest: &str) -> Option<Numbering> {
    let number = rest.split_whitespace().next()?.trim_end_matches(['.', ':', '—', '–']);
    let is_number =
        number.len() <= 3 && (number.bytes().all(|byte| byte.is_ascii_digit()) || roman(number).is_some());
    let is_chapter = CHAPTERS.contains(&word.to_lowercase().as_str());
    (is_chapter && !number.is_empty() && (is_number || number.len() == 1)).then_some(Numbering::Parts(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_numbers() {
        let found = |text: &str| numbering(text).map(|(numbering, _)| numbering);
        assert_eq!(found("2.1 Scope"), Some(Numbering::Parts(2)));
        assert_eq!(found("3. Results"), Some(Numbering::Parts(1)));
        assert_eq!(found("IV. RESULTS"), Some(Numbering::Roman));
        assert_eq!(found("B. Data"), Some(Numbering::Letter));
        assert_eq!(found("Chapter 3"), Some(Numbering::Parts(1)));
        for text in ["2012 Report", "A dog", "3.14159 is", "12", "I am", "Part of it"] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
