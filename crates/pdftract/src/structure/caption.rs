//! Captions: blocks that begin with a word such as "Figure" and its number.

use super::block_facts::BlockFacts;
use super::title_key::title_key;

/// The maximum number of lines of a caption.
const MAX_LINES: usize = 12;
/// Words that begin captions, as title keys.
const CAPTIONS: [&str; 18] = [
    "figure",
    "fig",
    "table",
    "tab",
    "abbildung",
    "abb",
    "tabelle",
    "tableau",
    "figura",
    "tabla",
    "tabela",
    "рисунок",
    "рис",
    "таблица",
    "图",
    "表",
    "図",
    "algorithm",
];

/// What a caption says that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A figure, diagram or listing.
    Figure,
    /// A table.
    Table,
}

/// Returns what a text that begins like a caption belongs to.
pub(super) fn kind(text: &str) -> Option<Kind> {
    if !begins_caption(text) {
        return None;
    }
    let word = text.split(|c: char| c.is_whitespace() || c.is_ascii_digit()).next().unwrap_or_default();
    let is_table = ["tab", "табл", "表"].iter().any(|start| title_key(word).starts_with(start));
    Some(if is_table { Kind::Table } else { Kind::Figure })
}

/// Returns `true` if a block is the caption of a figure or table.
pub(super) fn is_caption(facts: &BlockFacts) -> bool {
    facts.lines <= MAX_LINES && begins_caption(&facts.text)
}

/// Returns `true` if a text begins with the number of a figure or table: `Figure 3`, `Tab. IV`, `图3`.
pub(super) fn begins_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(first), second) = (words.next(), words.next()) else { return false };
    let split = first.find(|c: char| c.is_ascii_digit()).unwrap_or(first.len());
    let (word, number) = first.split_at(split);
    let numbered = !number.is_empty() || second.is_some_and(is_caption_number);
    numbered && CAPTIONS.contains(&title_key(word).as_str()) && first.starts_with(|c: char| !c.is_lowercase())
}

/// Returns whether a word begins with the number of a figure: `3`, `IV`, `A.2`, `CA7`.
fn is_caption_number(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = word.len() - digits.len();
    let is_lettered = || {
        (1..=2).contains(&letters)
            && digits.trim_start_matches(['.', '-']).starts_with(|c: char| c.is_ascii_digit())
    };
    word.starts_with(|c: char| c.is_ascii_digit() || "IVX".contains(c)) || is_lettered()
}

/// Returns `true` if a text is the number of a figure or table and nothing else: its title is on the lines below.
pub(super) fn is_bare_label(text: &str) -> bool {
    let number = text.split_whitespace().nth(1).map(|word| word.trim_end_matches(['.', ':']));
    let is_number = number.is_some_and(|number| {
        !number.is_empty() && number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
    });
    is_number && text.split_whitespace().count() == 2 && begins_caption(text)
}

/// Returns `true` if a sign ends the number of a caption, as in `Figure 3:`; without it, a sentence may begin in the
/// same way.
pub(super) fn is_labelled(text: &str) -> bool {
    let Some(digit) = text.find(|c: char| c.is_ascii_digit() || "IVX".contains(c)) else { return false };
    let rest = text.get(digit..).unwrap_or_default();
    let number = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '-');
    let number =
        number.strip_prefix('.').map_or(number, |rest| if rest.starts_with(' ') { number } else { rest });
    number.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ':', '|', '—', '–', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_captions_may_have_letters() {
        for text in ["Table CA7. Samples", "Figure A.2: Map", "Fig. S3 Shapes", "Table IV"] {
            assert!(begins_caption(text), "{text}");
        }
        for text in ["Table ABC1 is", "Figure NATO", "Table of contents"] {
            assert!(!begins_caption(text), "{text}");
        }
    }

    #[test]
    fn bare_labels_have_no_title() {
        for text in ["TABLE 6", "Table IV", "Figure 2.1:"] {
            assert!(is_bare_label(text), "{text}");
        }
        for text in ["Table 6 Weights", "Tables", "6", "Chapter 3"] {
            assert!(!is_bare_label(text), "{text}");
        }
    }
}
