//! Pictogram fonts: detected by name, and whether their text is letters nevertheless.

use super::characters::Characters;

/// Prefixes of the names of pictogram fonts, in lower case. `Symbol` is not one of them, since it has Greek letters.
const PICTURES: [&str; 6] =
    ["wingdings", "webdings", "zapfdingbats", "itczapfdingbats", "dingbats", "marlett"];

/// Returns `true` for a font known to have pictograms instead of letters. A subset tag is ignored; the symbolic flag
/// is not used, since ordinary fonts have it too.
pub fn shows_pictures(name: &str) -> bool {
    let untagged = match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    };
    let plain: String = untagged.chars().filter(char::is_ascii_alphanumeric).collect();
    PICTURES.iter().any(|known| plain.to_ascii_lowercase().starts_with(known))
}

/// Returns `true` if characters of such a font are letters, which it does not have: its codes were decoded with a
/// text encoding.
pub fn reads_as_letters(characters: &Characters) -> bool {
    characters.letters * 2 > characters.all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rv_30_pictorial_fonts_are_detected_by_name_and_symbol_is_not_one_of_them() {
        for name in ["Wingdings", "ABCDEF+Wingdings-Regular", "Wingdings 2", "Webdings", "ITC Zapf Dingbats"]
        {
            assert!(shows_pictures(name), "{name}");
        }
        for name in ["Symbol", "Helvetica", "ABCDEF+CMSY10", "Kings Wing"] {
            assert!(!shows_pictures(name), "{name}");
        }
    }
}
