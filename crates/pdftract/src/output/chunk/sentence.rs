//! Finds the ends of sentences and words, where a paragraph that is too long for one chunk may be cut.

/// Abbreviations that a period does not end a sentence after, in lower case and without the period. Single letters
/// (initials, `e.g.`, `z. B.`) need no entry.
const ABBREVIATIONS: &[&str] = &[
    "abb", "al", "approx", "art", "bzw", "ca", "cf", "ch", "co", "corp", "dr", "ed", "eds", "eq", "eqs",
    "etc", "fig", "figs", "gen", "hr", "inc", "jr", "kap", "ltd", "mr", "mrs", "ms", "no", "nos", "nr", "pp",
    "prof", "ref", "refs", "resp", "sec", "sr", "st", "tab", "usw", "vgl", "vol", "vs",
];

/// Returns the offsets in characters at which a sentence ends and another one begins: the end of the first, before the
/// white space.
pub(super) fn sentence_ends(text: &[char]) -> Vec<usize> {
    let ends = text.iter().enumerate().filter_map(|(at, &character)| {
        let end = match character {
            // Ideographic full stops need no space behind them.
            '。' | '！' | '？' | '｡' => closing(text, at + 1),
            '.' | '!' | '?' | '…' | '।' | '؟' | '۔' => {
                let end = closing(text, at + 1);
                let is_end = begins_sentence(text, end) && !(character == '.' && is_abbreviated(text, at));
                return is_end.then_some(end);
            }
            _ => return None,
        };
        (end < text.len()).then_some(end)
    });
    let mut ends: Vec<_> = ends.collect();
    ends.dedup();
    ends
}

/// Returns the offsets in characters at which words end before white space.
pub(super) fn word_ends(text: &[char]) -> Vec<usize> {
    let pairs = text.iter().zip(text.iter().skip(1));
    let ends =
        pairs.enumerate().filter(|(_, (before, after))| !before.is_whitespace() && after.is_whitespace());
    ends.map(|(at, _)| at + 1).collect()
}

/// Returns the offset behind quotation marks and brackets that close at `at`.
fn closing(text: &[char], at: usize) -> usize {
    let is_closing = |character: &&char| {
        matches!(character, '"' | '\'' | ')' | ']' | '}' | '”' | '’' | '»' | '」' | '』' | '）')
    };
    at + text.iter().skip(at).take_while(is_closing).count()
}

/// Returns whether white space and then something other than a lower-case letter follows.
fn begins_sentence(text: &[char], at: usize) -> bool {
    let mut rest = text.iter().skip(at);
    let has_space = rest.next().is_some_and(|character| character.is_whitespace());
    has_space && rest.find(|character| !character.is_whitespace()).is_some_and(|next| !next.is_lowercase())
}

/// Returns whether the period at `at` belongs to an initial or an abbreviation.
fn is_abbreviated(text: &[char], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let letters = before.iter().rev().take_while(|character| character.is_alphabetic());
    let mut word: Vec<char> = letters.flat_map(|character| character.to_lowercase()).collect();
    word.reverse();
    match word.len() {
        0 => false,
        1 => true,
        _ => ABBREVIATIONS.contains(&word.iter().collect::<String>().as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(text: &str) -> Vec<String> {
        let characters: Vec<char> = text.chars().collect();
        let mut parts = Vec::new();
        let mut start = 0;
        for end in sentence_ends(&characters).into_iter().chain([characters.len()]) {
            parts.push(characters[start..end].iter().collect::<String>().trim().to_owned());
            start = end;
        }
        parts
    }

    #[test]
    fn sentences_end_at_full_stops_before_a_new_beginning() {
        assert_eq!(
            sentences("It rains. \"Really?\" 3 of 4 say so! Yes"),
            ["It rains.", "\"Really?\"", "3 of 4 say so!", "Yes"]
        );
        assert_eq!(sentences("一つ目。二つ目！三"), ["一つ目。", "二つ目！", "三"]);
    }

    #[test]
    fn abbreviations_initials_and_decimals_do_not_end_a_sentence() {
        for text in
            ["See Fig. 3 by J. R. Smith et al. Here", "Das gilt z. B. Hier", "It is 3.5 m", "the e.g. x"]
        {
            assert_eq!(sentences(text), [text]);
        }
    }

    #[test]
    fn words_end_before_white_space() {
        assert_eq!(word_ends(&"ab c  d".chars().collect::<Vec<_>>()), [2, 4]);
    }
}
