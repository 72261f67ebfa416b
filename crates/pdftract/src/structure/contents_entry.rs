//! Entries of tables of contents, told by their wording.

/// Returns `true` for an entry of a table of contents: dots lead to a number.
pub(super) fn is_contents_entry(text: &str) -> bool {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit() || "ivxlc ".contains(c));
    before.len() < text.len()
        && (before.ends_with("....") || before.ends_with(". . .") || before.ends_with("……"))
}

/// Returns `true` if a text ends in a number, like entries of tables of contents, whose links are often coloured.
pub(super) fn ends_in_number(text: &str) -> bool {
    text.rsplit(char::is_whitespace).next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}
