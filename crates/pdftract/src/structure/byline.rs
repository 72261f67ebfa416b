//! Bylines: what is printed between the title of a document and its text, such as authors, addresses and dates.
//!
//! Producers set bylines in the sizes and weights of headings, so that their place and their wording have to tell them
//! apart.

use super::block_facts::BlockFacts;
use super::contents_entry::is_contents_entry;
use super::model::StructuredBlock;
use super::role::Role;

/// Dates have at most this many words.
const MAX_DATE_WORDS: usize = 8;
/// Years of documents.
const YEARS: std::ops::RangeInclusive<u32> = 1800..=2199;

/// Returns whether a text is a date with day and year, such as `September 20, 2013` or `2022 年 4 月 5 日`.
pub(super) fn is_date(text: &str) -> bool {
    if text.split_whitespace().count() > MAX_DATE_WORDS || !text.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let numbers: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let is_year = |part: &&str| part.len() == 4 && part.parse().is_ok_and(|year: u32| YEARS.contains(&year));
    let is_day = |part: &&str| part.len() <= 2 && part.parse().is_ok_and(|day: u32| (1..=31).contains(&day));
    let years = numbers.iter().filter(|part| is_year(part)).count();
    let days = numbers.iter().filter(|part| is_day(part)).count();
    let names = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 1).count();
    // A month, or none, and at most a word such as `Dated` or `version`.
    years == 1 && (1..=2).contains(&days) && numbers.len() <= 4 && names <= 2
}

/// Returns whether a text is a postal or electronic address and nothing else.
pub(super) fn is_address(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_electronic = |word: &str| {
        let word = word.trim_matches(['<', '>', '(', ')', ',', ';']);
        word.starts_with("http://")
            || word.starts_with("https://")
            || word.starts_with("www.")
            || word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
    };
    text.contains(['@', '/', '.']) && words.all(is_electronic)
}

/// Telephone numbers and the like have at least this many digits.
const CONTACT_DIGITS: usize = 7;

/// Returns whether a text tells how to reach somebody: an electronic address at its end, behind a label, or beside telephone
/// numbers.
pub(super) fn is_contact(text: &str) -> bool {
    let is_mail =
        |word: &str| word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    let is_link = |word: &str| {
        word.starts_with("http://")
            || word.starts_with("https://")
            || word.starts_with("www.")
            || is_mail(word)
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.windows(2).any(|pair| matches!(pair, [label, link] if label.ends_with(':') && is_link(link))) {
        return true;
    }
    if !text.split_whitespace().any(is_link) {
        return false;
    }
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= CONTACT_DIGITS || text.split_whitespace().next_back().is_some_and(is_link)
}

/// Returns whether a text tells who owns a document, or where it was printed: `Copyright 2020`, `ISSN 0146-4124`,
/// `Pages 351–354`.
pub(super) fn is_imprint(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default().trim_end_matches([':', '.']).to_lowercase();
    let second = words.next().unwrap_or_default();
    let is_number = second.starts_with(|c: char| c.is_ascii_digit());
    match first.as_str() {
        "©" | "copyright" => true,
        "issn" | "isbn" | "doi" => is_number,
        "pages" | "pp" => is_number && second.contains(['-', '–', '—']) && words.next().is_none(),
        _ => false,
    }
}

/// The least number of marks of affiliations in a list of authors.
const AUTHOR_MARKS: usize = 3;

/// Returns whether a text is a list of names with the numbers of their affiliations, as in `Ada Smith 1 Bob Lee 1 2`.
pub(super) fn is_author_list(text: &str) -> bool {
    let is_mark = |word: &str| {
        let word = word.trim_matches([',', ';', '*', '†', '‡', '§', '∗', '¶']);
        word.is_empty() || (word.len() <= 5 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b','))
    };
    let is_name = |word: &str| {
        word.starts_with(char::is_uppercase)
            || matches!(word, "and" | "&" | "de" | "van" | "von" | "der" | "la")
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let marks = words.iter().filter(|word| is_mark(word)).count();
    let begins_with_name = words.first().is_some_and(|word| !is_mark(word));
    marks >= AUTHOR_MARKS
        && begins_with_name
        && words.iter().all(|word| is_mark(word) || is_name(word))
        && words.len() >= 2 * marks
}

/// The blocks between the title of a page and its text.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct BylineZone {
    is_open: bool,
}

impl BylineZone {
    /// Notes the role that a block was given.
    pub(super) fn pass(&mut self, block: &StructuredBlock, facts: &BlockFacts) {
        match block.role {
            Role::Title => self.is_open = true,
            Role::Heading => self.is_open = false,
            _ if is_running_text(facts) || block.table.is_some() => self.is_open = false,
            _ => {}
        }
    }

    /// Returns whether a block without a section number is a byline: the title precedes it, and neither text nor a list
    /// follows it.
    pub(super) fn holds(self, next: Option<&BlockFacts>) -> bool {
        let is_list =
            |facts: &BlockFacts| facts.marker > 0 || facts.has_bullet || is_contents_entry(&facts.text);
        self.is_open && !next.is_some_and(|next| is_running_text(next) || is_list(next))
    }
}

/// Lines from which on a block is text whatever its wording; addresses have fewer.
const MANY_LINES: usize = 4;

/// Characters from which on a single sentence is text.
const LONG_SENTENCE: usize = 60;

/// Returns whether a block is a paragraph, not an address or a list of names.
fn is_running_text(facts: &BlockFacts) -> bool {
    let text = facts.text.trim_end_matches([')', '"', '”', '’', '»']);
    let ends_sentence = text.ends_with(['.', '!', '?', ':', '。', '؟', '।']);
    let is_long = facts.lines >= 2 || facts.characters() >= LONG_SENTENCE;
    facts.lines >= MANY_LINES || (is_long && ends_sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_a_day_and_a_year() {
        for text in [
            "September 20, 2013",
            "18 декабря 2016 г.",
            "2022 年 4 月 5 日",
            "(Dated: January 24, 2018)",
            "1.2.2020",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in
            ["Annual report 2015", "12 Angry men", "1 Introduction to 2020 and beyond it", "2015", "Budget"]
        {
            assert!(!is_date(text), "{text}");
        }
    }

    #[test]
    fn author_lists_have_marks_of_affiliations() {
        assert!(is_author_list("Ada Smith 1 Bob B. Lee 1 2 Carla de Vries 3"));
        assert!(is_author_list("Ada Smith *, Bob Lee 1,2 and Carla Vries 3"));
        assert!(!is_author_list("Results of Phase 1 and Phase 2"));
        assert!(!is_author_list("2 Results"));
    }

    #[test]
    fn contacts_have_addresses_and_numbers() {
        assert!(is_contact("MILL LTD 12 Harbour St | Tel (516) 555-0137 | www.example.com for more"));
        assert!(is_contact("Id: doc-01 https://example.org/doc-01"));
        assert!(!is_contact("Call (516) 555-0137 now") && !is_contact("How www.example.com works"));
    }

    #[test]
    fn imprints_name_owners_and_places() {
        for text in ["Copyright 1999 by the Society", "© 2020 Mill Ltd", "ISSN: 0146-4124", "Pages 351–354"]
        {
            assert!(is_imprint(text), "{text}");
        }
        for text in ["Copying", "Pages of history", "Pages 3", "Doing 3 things"] {
            assert!(!is_imprint(text), "{text}");
        }
    }

    #[test]
    fn addresses_are_electronic_words_only() {
        assert!(is_address("jane@example.org, <joe@example.org>"));
        assert!(is_address("http://example.org/tp/"));
        assert!(!is_address("Mail jane@example.org"));
        assert!(!is_address("Node.js"));
    }
}
