//! Escapes characters that a terminal would act on.

use std::borrow::Cow;

/// Returns the text with all characters that a terminal would act on, or hide, written as `\u{1b}`.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_printable(c) {
            out.push(c);
        } else {
            out.extend(c.escape_unicode());
        }
    }
    Cow::Owned(out)
}

/// Returns whether a character may reach a terminal: no controls, line ends, direction overrides or tags.
pub(crate) fn is_printable(c: char) -> bool {
    let overrides = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let separators = matches!(c, '\u{2028}' | '\u{2029}');
    let tags = matches!(c, '\u{E0000}'..='\u{E007F}');
    !c.is_control() && !overrides && !separators && !tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(printable("a\u{1B}[2Jb\u{9B}c\u{202E}"), "a\\u{1b}[2Jb\\u{9b}c\\u{202e}");
        assert_eq!(printable("Grüße, 日本"), "Grüße, 日本");
    }
}
