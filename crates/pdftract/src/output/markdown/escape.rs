//! Escapes characters that Markdown would interpret as markup, and no others, so that text stays readable.

/// Escapes the inside of a line. `before` and `after` are the characters around it.
pub(super) fn inside_line(text: &str, before: Option<char>, after: Option<char>, out: &mut String) {
    let mut previous = before;
    let mut rest = text;
    while let Some((plain, tail)) =
        rest.bytes().position(may_be_markup).and_then(|at| rest.split_at_checked(at))
    {
        out.push_str(plain);
        previous = plain.chars().next_back().or(previous);
        let mut characters = tail.chars();
        let Some(character) = characters.next() else { break };
        let following = characters.as_str();
        let next = following.chars().next().or(after);
        match character {
            '&' if begins_entity(following) => out.push_str("&amp;"),
            _ if is_markup(character, previous, next) => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
        previous = Some(character);
        rest = following;
    }
    out.push_str(rest);
}

/// Returns whether a byte is a character that may need an escape.
fn may_be_markup(byte: u8) -> bool {
    matches!(byte, b'&' | b'`' | b'\\' | b'*' | b'_' | b'~' | b']' | b'[' | b'<')
}

/// Returns `true` if a character between two others could be interpreted as markup.
fn is_markup(character: char, previous: Option<char>, next: Option<char>) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    match character {
        '`' => true,
        '\\' => next.is_some_and(|c| c.is_ascii_punctuation()),
        '*' => !(is_space(previous) && is_space(next)),
        '_' => !(is_word(previous) && is_word(next) || is_space(previous) && is_space(next)),
        '~' => previous == Some('~') || next == Some('~'),
        // Without a definition `[1]` is plain text; these characters would make it a link, a footnote or a
        // definition.
        ']' => matches!(next, Some('(' | '[' | ':')),
        '[' => next == Some('^'),
        '<' => next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
        _ => false,
    }
}

/// Returns `true` if the text after an ampersand makes it an entity, such as `amp;` or `#38;`.
fn begins_entity(following: &str) -> bool {
    let name = following.strip_prefix('#').unwrap_or(following);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    end > 0 && name.get(end..).is_some_and(|rest| rest.starts_with(';'))
}

/// Escapes the start of a line if it would begin a heading, a list, a quotation or a rule.
pub(super) fn at_line_start(line: String) -> String {
    match place_of_escape(&line) {
        Some(at) => {
            let (head, tail) = line.split_at_checked(at).unwrap_or((&line, ""));
            format!("{head}\\{tail}")
        }
        None => line,
    }
}

/// Escapes the starts of all lines of a text that has line breaks.
pub(super) fn at_line_starts(text: String) -> String {
    if !text.contains('\n') {
        return at_line_start(text);
    }
    text.split('\n').map(|line| at_line_start(line.to_owned())).collect::<Vec<_>>().join("\n")
}

/// Returns the position of the backslash.
fn place_of_escape(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let run = line.chars().take_while(|&c| c == first).count();
    let after_run = line.chars().nth(run);
    let ends = after_run.is_none_or(char::is_whitespace);
    let begins_block = match first {
        '>' => true,
        '#' => run <= 6 && ends,
        '-' | '+' => (run == 1 && ends) || is_rule(line, first),
        '=' => is_rule(line, first),
        '~' => run >= 3,
        // A task list marker, as in `[ ] done`.
        '[' => matches!(line.get(..3), Some("[ ]" | "[x]" | "[X]")),
        // A separate star is not escaped within a line.
        '*' => ends,
        _ => false,
    };
    begins_block.then_some(0).or_else(|| number_delimiter(line))
}

/// Returns `true` if a line consists of one character and spaces.
fn is_rule(line: &str, character: char) -> bool {
    line.chars().all(|c| c == character || c == ' ')
}

/// Returns the position of the delimiter of a list number at the start of a line. CommonMark allows at most nine
/// digits.
fn number_delimiter(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after = line.get(digits..)?;
    let begins = after.starts_with(['.', ')']) && after.chars().nth(1).is_none_or(char::is_whitespace);
    ((1..=9).contains(&digits) && begins).then_some(digits)
}

/// Escapes text for HTML.
pub(super) fn html(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(text: &str) -> String {
        let mut out = String::new();
        inside_line(text, None, None, &mut out);
        out
    }

    #[test]
    fn ordinary_text_is_not_escaped() {
        for text in ["snake_case", "2 * 3 < 4 & 5", "see [1], p. 3", "C:\\Users", "~5 %", "a - b", "R&D; x"] {
            let expected = if text.contains("&D;") { "R&amp;D; x" } else { text };
            assert_eq!(inside(text), expected);
        }
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(inside("*a* _b_ `c`"), "\\*a\\* \\_b\\_ \\`c\\`");
        assert_eq!(inside("[a](b) [^1] x"), "[a\\](b) \\[^1] x");
        assert_eq!(inside("<b> &lt; \\* ~~x~~"), "\\<b> &amp;lt; \\\\\\* \\~\\~x\\~\\~");
    }

    #[test]
    fn starts_of_blocks_are_escaped() {
        let cases = [
            ("# a", "\\# a"),
            ("#a", "#a"),
            ("- a", "\\- a"),
            ("-5 degrees", "-5 degrees"),
            ("---", "\\---"),
            ("1. a", "1\\. a"),
            ("1984 was", "1984 was"),
            ("3) a", "3\\) a"),
            ("1.5 m", "1.5 m"),
            ("> a", "\\> a"),
            ("[x] done", "\\[x] done"),
            ("===", "\\==="),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(at_line_start(text.to_owned()), expected);
        }
    }
}
