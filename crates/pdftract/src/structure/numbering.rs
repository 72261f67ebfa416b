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
const CHAPTERS: [&str; 22] = [
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
    "annexe",
    "capítol",
    "kapitola",
    "rozdział",
    "hoofdstuk",
    "kapittel",
    "bölüm",
    "chương",
    "appendice",
    "apéndice",
    "глава",
];

/// Returns the numbering of a text and its length in bytes; `None` if no title follows it.
pub(super) fn numbering(text: &str) -> Option<(Numbering, usize)> {
    let end = text.find(char::is_whitespace)?;
    let (word, rest) = text.split_at(end);
    let title = rest.trim_start();
    let title_at = text.len() - title.len();
    let chapter_end = || chapter(word, title).map(|(numbering, length)| (numbering, title_at + length));
    if !title.contains(char::is_alphabetic) {
        return chapter_end();
    }
    let number = word.strip_suffix(['.', ':']).unwrap_or(word);
    let parts: Vec<&str> = number.split('.').collect();
    let is_part =
        |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if (1..=MAX_PARTS).contains(&parts.len()) && parts.iter().all(is_part) {
        return Some((Numbering::Parts(u8::try_from(parts.len()).unwrap_or(1)), end));
    }
    if let [letter, rest @ ..] = parts.as_slice()
        && (1..MAX_PARTS).contains(&rest.len())
        && letter.len() == 1
        && letter.bytes().all(|byte| byte.is_ascii_uppercase())
        && rest.iter().all(is_part)
    {
        return Some((Numbering::Parts(u8::try_from(parts.len()).unwrap_or(1)), end));
    }
    if !word.ends_with('.') {
        return chapter_end();
    }
    if number.bytes().all(|byte| byte.is_ascii_uppercase()) && roman(number).is_some() {
        return Some((Numbering::Roman, end));
    }
    (number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_uppercase()))
        .then_some((Numbering::Letter, end))
}

/// Returns the numbering of `Chapter 3` and the like, and how many bytes the number takes.
fn chapter(word: &str, rest: &str) -> Option<(Numbering, usize)> {
    if !is_chapter_word(word) {
        return None;
    }
    let number = rest.split_whitespace().next()?;
    let bare = number.trim_end_matches(['.', ':', '—', '–']);
    let is_number =
        bare.len() <= 3 && (bare.bytes().all(|byte| byte.is_ascii_digit()) || roman(bare).is_some());
    let is_counted = is_number || bare.len() == 1 || NUMBER_WORDS.contains(&bare.to_lowercase().as_str());
    (!bare.is_empty() && is_counted).then_some((Numbering::Parts(1), number.len()))
}

fn is_chapter_word(word: &str) -> bool {
    if word.is_ascii() {
        return CHAPTERS.iter().any(|chapter| chapter.eq_ignore_ascii_case(word));
    }
    CHAPTERS.contains(&word.to_lowercase().as_str())
}

/// Numbers of chapters that are written out, as Sphinx does: `CHAPTER ONE`.
const NUMBER_WORDS: [&str; 20] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Returns whether a text is the number of a chapter and nothing else, such as `Chapter 3`, `PART II` or `Appendix A`:
/// its title is on the lines below.
pub(super) fn is_chapter_label(text: &str) -> bool {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => chapter(word, rest).is_some_and(|(_, length)| length == rest.len()),
        None => is_chapter_word(text) || is_chinese_chapter(text),
    }
}

/// Returns whether a text is `第3章` or the like.
fn is_chinese_chapter(text: &str) -> bool {
    let number = text.strip_prefix('第').and_then(|rest| rest.strip_suffix(['章', '部', '編', '篇']));
    number.is_some_and(|number| {
        !number.is_empty()
            && number.chars().all(|c| c.is_ascii_digit() || "〇一二三四五六七八九十".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapter_labels_have_no_title() {
        for text in ["Chapter 3", "PART II", "Appendix A", "CHAPTER", "CHAPTER ONE", "第3章", "Capitolo 2"]
        {
            assert!(is_chapter_label(text), "{text}");
        }
        for text in ["Chapter 3 Results", "Part of it", "Section", "3", "第一次"] {
            assert_eq!(is_chapter_label(text), text == "Section", "{text}");
        }
        assert_eq!(numbering("Chapter 3 Results"), Some((Numbering::Parts(1), "Chapter 3".len())));
    }

    #[test]
    fn section_numbers() {
        let found = |text: &str| numbering(text).map(|(numbering, _)| numbering);
        assert_eq!(found("2.1 Scope"), Some(Numbering::Parts(2)));
        assert_eq!(found("3. Results"), Some(Numbering::Parts(1)));
        assert_eq!(found("IV. RESULTS"), Some(Numbering::Roman));
        assert_eq!(found("B. Data"), Some(Numbering::Letter));
        assert_eq!(found("Chapter 3"), Some(Numbering::Parts(1)));
        assert_eq!(found("A.1 Shared libraries"), Some(Numbering::Parts(2)));
        for text in ["2012 Report", "A dog", "3.14159 is", "12", "I am", "Part of it"] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
