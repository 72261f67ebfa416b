//! Latin ligatures as the letters they join.

/// Appends a character; a ligature as its letters.
#[inline]
pub(crate) fn push_expanded(character: char, out: &mut String) {
    match letters(character) {
        Some(letters) => out.push_str(letters),
        None => out.push(character),
    }
}

/// The letters of a ligature.
fn letters(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ligatures_become_letters_and_the_rest_stays() {
        let mut out = String::new();
        "o\u{fb03}ce \u{fb05}æ".chars().for_each(|c| push_expanded(c, &mut out));
        assert_eq!(out, "office stæ");
    }
}
