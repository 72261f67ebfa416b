//! Entries of tables of contents: links to the headings that they name.

use super::super::model::Block;
use super::list::without_leaders;

/// Returns an entry as a link to the heading with its title, if the file links it to a page; other items are returned
/// unchanged.
///
/// The page number stays behind the link. The target is the anchor that Markdown viewers give a heading.
pub(super) fn linked(block: &Block, text: String) -> String {
    let links_to_page = block
        .lines
        .iter()
        .flat_map(|line| &line.spans)
        .find(|span| span.text.contains(char::is_alphabetic))
        .and_then(|span| span.link.as_ref())
        .is_some_and(|link| link.page_index.is_some() && link.uri.is_none());
    if !links_to_page || text.contains("](") || text.contains('\n') {
        return text;
    }
    let plain = without_leaders(block.text.replace('\n', " "));
    let (title, _) = split_number(&plain);
    let (label, number) = split_number(&text);
    let anchor = anchor(title);
    if anchor.is_empty() || label.is_empty() {
        return text;
    }
    let label = label.replace("\\]", "]").replace("\\[", "[").replace('[', "\\[").replace(']', "\\]");
    let space = if number.is_empty() { "" } else { " " };
    format!("[{label}](#{anchor}){space}{number}")
}

/// Splits the page number off the end of an entry.
fn split_number(text: &str) -> (&str, &str) {
    let text = text.trim();
    let Some((title, number)) = text.rsplit_once(' ') else { return (text, "") };
    let is_number = (1..=6).contains(&number.len())
        && (number.bytes().all(|byte| byte.is_ascii_digit())
            || number.bytes().all(|byte| b"ivxlc".contains(&byte)));
    if is_number { (title.trim_end(), number) } else { (text, "") }
}

/// Returns the anchor of a heading as GitHub and most Markdown viewers derive it: small letters and digits, with hyphens
/// for spaces.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_those_of_headings() {
        assert_eq!(anchor("1.2 Scope & Aims"), "12-scope--aims");
        assert_eq!(anchor("Übersicht"), "übersicht");
    }

    #[test]
    fn page_numbers_are_split_off() {
        assert_eq!(split_number("1 Scope 7"), ("1 Scope", "7"));
        assert_eq!(split_number("Preface ix"), ("Preface", "ix"));
        assert_eq!(split_number("Scope"), ("Scope", ""));
        assert_eq!(split_number("Part B"), ("Part B", ""));
    }
}
