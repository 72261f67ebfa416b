//! Fonts whose glyphs are pictures: by their names, and whether their text is letters all the same.

use super::characters::Characters;

/// Beginnings of the names of fonts of pictures, in lower case. `Symbol` is none of them: it has Greek letters.
const PICTURES: [&str; 6] =
    ["wingdings", "webdings", "zapfdingbats", "itczapfdingbats", "dingbats", "marlett"];

/// Whether a font is known to have pictures for letters. A subset tag is taken off; the flag that calls a font symbolic
/// says nothing, since ordinary fonts have it too.
pub fn shows_pictures(name: &str) -> bool {
    let untagged = match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    };
    let plain: String = untagged.chars().filter(char::is_ascii_alphanumeric).collect();
    PICTURES.iter().any(|known| plain.to_ascii_lowercase().starts_with(known))
}

/// Whether characters of such a font are letters, which it does not have: its codes went through an encoding of text.
pub fn reads_as_letters(characters: &Characters) -> bool {
    characters.letters * 2 > characters.all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rv_30_fonts_of_pictures_are_known_by_name_and_symbol_is_none_of_them() {
        for name in ["Wingdings", "ABCDEF+Wingdings-Regular", "Wingdings 2", "Webdings", "ITC Zapf Dingbats"]
        {
            assert!(shows_pictures(name), "{name}");
        }
        for name in ["Symbol", "Helvetica", "ABCDEF+CMSY10", "Kings Wing"] {
            assert!(!shows_pictures(name), "{name}");
        }
    }
}
