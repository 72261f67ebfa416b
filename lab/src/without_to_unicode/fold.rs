//! Folds forms that are visually indistinguishable or that text output unifies: ligatures, blanks, hyphens, symbols
//! that look like letters.

/// Folds such forms in a text.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::new();
    for character in text.chars() {
        match character {
            '\u{FB00}' => folded.push_str("ff"),
            '\u{FB01}' => folded.push_str("fi"),
            '\u{FB02}' => folded.push_str("fl"),
            '\u{FB03}' => folded.push_str("ffi"),
            '\u{FB04}' => folded.push_str("ffl"),
            '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\t' | '\r' | '\n' => folded.push(' '),
            '\u{AD}' | '\u{2010}' | '\u{2011}' => folded.push('-'),
            '\u{2206}' => folded.push('Δ'),
            '\u{2126}' => folded.push('Ω'),
            '\u{B5}' => folded.push('μ'),
            '\u{3D5}' => folded.push('φ'),
            '\u{3F5}' => folded.push('ε'),
            '\u{2219}' | '\u{22C5}' => folded.push('·'),
            '\u{2015}' => folded.push('\u{2014}'),
            _ => folded.push(character),
        }
    }
    folded
}

/// Returns `true` for Latin, Greek and Cyrillic characters, and punctuation used with them.
pub(super) fn is_european(character: char) -> bool {
    matches!(
        u32::from(character),
        0x20..=0x7E | 0xA0..=0x24F | 0x2B0..=0x2FF | 0x370..=0x52F | 0x1E00..=0x1FFF | 0x2010..=0x2027
            | 0x2030..=0x205E | 0x20A0..=0x23FF | 0x25A0..=0x25FF | 0xFB00..=0xFB06
    )
}
