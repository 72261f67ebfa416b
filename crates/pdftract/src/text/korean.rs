//! Korean line ends: lines are broken inside words, and only words are followed by a space.
//!
//! Two facts show that a word continues on the next line: the next line begins with an ending that is never a word, or
//! the page has the joined word elsewhere. Without evidence, a space separates the lines.

use super::line_end::{Words, first_word, last_word};

/// Returns `true` for Hangul syllables.
fn is_hangul(character: char) -> bool {
    matches!(character, '\u{AC00}'..='\u{D7A3}')
}

/// Particles that follow a noun and never begin a word.
const PARTICLES: [&str; 30] = [
    "은",
    "는",
    "을",
    "를",
    "의",
    "에",
    "와",
    "과",
    "로",
    "으로",
    "에서",
    "에게",
    "에는",
    "에도",
    "에서는",
    "에서도",
    "에게는",
    "으로는",
    "으로써",
    "으로서",
    "로는",
    "로서",
    "로써",
    "까지",
    "부터",
    "까지는",
    "부터는",
    "이며",
    "이고",
    "이나",
];
/// Particles that are also words.
const MORE_PARTICLES: [&str; 4] = ["이", "가", "도", "만"];
/// Endings of verbs that are made of a noun; they follow it without a space.
const VERB_ENDINGS: [&str; 24] = [
    "하는",
    "하여",
    "하고",
    "하며",
    "하면",
    "하기",
    "하지",
    "하게",
    "한다",
    "했다",
    "합니다",
    "했습니다",
    "하였다",
    "하였습니다",
    "되는",
    "되어",
    "되고",
    "되며",
    "되면",
    "된다",
    "됩니다",
    "되었다",
    "되었습니다",
    "입니다",
];
/// Endings of polite sentences, which are parts of words.
const SENTENCE_ENDINGS: [&str; 4] = ["습니다", "니다", "습니까", "니까"];
/// Particles at the end of a word, after which a new word begins.
const WORD_ENDS: [char; 14] =
    ['은', '는', '을', '를', '의', '에', '와', '과', '로', '도', '게', '히', '서', '고'];

/// Returns `true` if a word begins at the end of a line and continues on the next.
pub(super) fn is_inside_word<'w>(
    before: &str,
    after: &str,
    is_cell: bool,
    words: impl FnOnce() -> &'w Words,
) -> bool {
    let ends =
        before.chars().next_back().is_some_and(is_hangul) && after.chars().next().is_some_and(is_hangul);
    if !ends {
        return false;
    }
    let (last, first) = (last_word(before), first_word(after));
    let ends_word = last.chars().count() > 1 && last.ends_with(WORD_ENDS);
    if PARTICLES.contains(&first) || SENTENCE_ENDINGS.contains(&first) {
        return !ends_word;
    }
    if VERB_ENDINGS.contains(&first) && last.chars().count() > 1 {
        return !ends_word;
    }
    // Narrow cells have one word on each line, and two words may also be one elsewhere.
    if is_cell && last.chars().count() > 1 {
        return false;
    }
    let words = words();
    let stem = without_particle(first);
    let is_known = |end: &str| words.has_word(&[last, end]);
    is_known(first)
        || (stem.len() < first.len() && is_known(stem))
        || PARTICLES.iter().chain(&MORE_PARTICLES).any(|particle| words.has_word(&[last, stem, particle]))
}

/// Returns a word without the particle at its end.
fn without_particle(word: &str) -> &str {
    let stems = PARTICLES.iter().filter_map(|particle| word.strip_suffix(particle));
    let more = MORE_PARTICLES.iter().filter_map(|particle| word.strip_suffix(particle));
    stems.chain(more).filter(|stem| !stem.is_empty()).min_by_key(|stem| stem.len()).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_joined(before: &str, after: &str, page: &[&str]) -> bool {
        let words = Words::of_lines(page.iter().copied());
        is_inside_word(before, after, false, || &words)
    }

    #[test]
    fn particles_and_endings_continue_a_word() {
        assert!(is_joined("오늘 학교", "에서 만난", &[]));
        assert!(is_joined("자료를 사용", "하는 방법", &[]));
        assert!(is_joined("알려드리겠", "습니다.", &[]));
        assert!(!is_joined("그 일을", "하는 사람", &[]));
        assert!(!is_joined("새로운", "방법", &[]));
        assert!(!is_joined("새로운", "method", &[]));
    }

    #[test]
    fn words_of_the_page_are_evidence() {
        let page = ["어제 확진자가 늘었다"];
        assert!(is_joined("누적 확", "진자는 모두", &page));
        assert!(!is_joined("누적 확", "진자는 모두", &[]));
    }
}
