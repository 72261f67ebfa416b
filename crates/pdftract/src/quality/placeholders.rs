//! Replaces the placeholders that other programs print for glyphs without known text, so that they count as unknown
//! characters: `(cid:36)` by pdfminer, `GLYPH<36>` by docling, `glyph[suppress]`.

use std::borrow::Cow;

/// The beginnings and ends of placeholders.
const BRACKETS: [(&str, char); 4] = [("(cid:", ')'), ("GLYPH<", '>'), ("glyph<", '>'), ("glyph[", ']')];

/// The longest content of a placeholder: `c=36,font=/ABCDEF+TimesNewRomanPS-BoldMT`.
const LONGEST: usize = 80;

/// Fewer placeholders are a text about them.
const FEWEST: usize = 3;

/// Returns the text with U+FFFD for each placeholder.
pub(super) fn as_unknown(text: &str) -> Cow<'_, str> {
    if BRACKETS.iter().all(|(open, _)| !text.contains(open)) {
        return Cow::Borrowed(text);
    }
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    let mut count = 0;
    while let Some((before, after)) = next(rest) {
        replaced.push_str(before);
        replaced.push('\u{fffd}');
        rest = after;
        count += 1;
    }
    replaced.push_str(rest);
    if count < FEWEST { Cow::Borrowed(text) } else { Cow::Owned(replaced) }
}

/// Returns the text before and after the next placeholder.
fn next(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find(['(', 'G', 'g']) {
        let start = from + at;
        let rest = text.get(start..)?;
        if let Some(length) = placeholder(rest) {
            return Some((text.get(..start)?, rest.get(length..)?));
        }
        from = start + 1;
    }
    None
}

/// Returns the length of the placeholder at the beginning of a text.
fn placeholder(text: &str) -> Option<usize> {
    BRACKETS.iter().find_map(|(open, close)| {
        let content = text.strip_prefix(open)?;
        let (end, _) = content.char_indices().take(LONGEST).find(|(_, character)| character == close)?;
        let is_whole = content.get(..end).is_some_and(is_content);
        is_whole.then(|| open.len() + end + close.len_utf8())
    })
}

fn is_content(content: &str) -> bool {
    !content.is_empty() && content.chars().all(|c| c.is_ascii_alphanumeric() || "=,/+-_.".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_of_other_programs_are_unknown_characters() {
        assert_eq!(as_unknown("(cid:36)(cid:7) of (cid:1)"), "\u{fffd}\u{fffd} of \u{fffd}");
        assert_eq!(
            as_unknown("GLYPH<36>GLYPH<c=3,font=/AB+Times-Roman>\nglyph[suppress]"),
            "\u{fffd}\u{fffd}\n\u{fffd}"
        );
    }

    #[test]
    fn other_text_stays() {
        for text in
            ["plain (text)", "pdfminer prints (cid:36) for it", "(cid:) (cid: 3) (cid:a b) (cid:", "glyph[]"]
        {
            assert_eq!(as_unknown(text), text);
        }
    }
}
