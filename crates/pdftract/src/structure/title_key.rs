//! Normalised texts for comparison: titles without case and spaces, running headers without numbers.

use crate::char_class::is_letter_or_number;

/// Returns the letters and digits of a title in lower case.
pub(super) fn title_key(title: &str) -> String {
    title.chars().filter(|c| is_letter_or_number(*c)).flat_map(char::to_lowercase).collect()
}

/// Returns a text without its Arabic and Roman numbers, so that running headers with page numbers are equal.
pub(super) fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    for word in text.split_whitespace().filter(|word| !is_roman(word)) {
        if word.bytes().any(|byte| byte.is_ascii_digit() || !byte.is_ascii()) {
            out.extend(word.chars().filter(|c| !c.is_numeric()));
        } else {
            out.push_str(word);
        }
        out.push(' ');
    }
    out
}

/// Returns whether a word consists of the small letters of Roman numbers.
pub(super) fn is_roman(word: &str) -> bool {
    word.bytes().all(is_roman_digit)
}

/// Returns whether a byte is a small letter of Roman numbers.
pub(super) fn is_roman_digit(byte: u8) -> bool {
    matches!(byte, b'i' | b'v' | b'x' | b'l' | b'c')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_left_out_of_texts() {
        let found =
            ["Page 12 of 9", "  iv Annual\u{a0}Report2024 xii ", "第 3 页 ½", "a1b²c", "\u{b}x\u{b}", ""]
                .map(without_numbers);
        assert_eq!(found, ["Page  of  ", "Annual Report ", "第  页  ", "abc ", "", ""]);
    }
}
