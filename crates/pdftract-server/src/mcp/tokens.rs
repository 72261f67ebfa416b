//! Tokens of an answer, by a rule that needs no vocabulary.

/// Bytes of UTF-8 that one token covers. English text has four to five letters a token, an ideograph has three bytes and
/// about one token; numbers and signs have fewer. The estimate errs on the high side for text.
const BYTES_PER_TOKEN: usize = 3;

/// Estimates the tokens of a text.
pub(crate) fn estimate(text: &str) -> usize {
    text.len().div_ceil(BYTES_PER_TOKEN)
}

/// Returns the longest beginning of a text within some tokens, and the rest. It is cut at a line end or a space if there
/// is one in its second half.
pub(crate) fn split(text: &str, tokens: usize) -> (&str, &str) {
    let mut end = tokens.saturating_mul(BYTES_PER_TOKEN).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    if end < text.len() {
        let half = end / 2;
        let head = text.get(..end).unwrap_or_default();
        let nice = head.rfind('\n').or_else(|| head.rfind(' ')).filter(|place| *place > half);
        end = nice.map_or(end, |place| place + 1);
    }
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_within_their_tokens() {
        let text = "one two three four 日本語";
        for tokens in 0..12 {
            let (head, rest) = split(text, tokens);
            assert_eq!(format!("{head}{rest}"), text);
            assert!(estimate(head) <= tokens);
        }
        assert_eq!(split(text, 4).0, "one two ");
    }
}
