//! Reports maps with characters that cannot be in the font's collection. The text is not changed.

use super::resolved_font::ResolvedFont;
use crate::diagnostic::Code;
use crate::font::Scheme;
use crate::font::access::Access;

/// Reports that the text of a code does not belong to the collection; the log keeps one diagnostic per font.
pub(crate) fn signal(font: &ResolvedFont, access: Access<'_>, text: &str) {
    let Scheme::Composite(composite) = font.scheme() else { return };
    let Some(info) = composite.collection() else { return };
    if !text.chars().any(|character| is_foreign(&info.ordering, character)) {
        return;
    }
    let ordering = String::from_utf8_lossy(&info.ordering);
    let message = format!("font {}: characters that Adobe-{ordering} does not have", font.facts().name);
    font.note(access, Code::CollectionMisfit, message);
}

/// Returns `true` if a collection has no characters of this script. Kana, Greek, Cyrillic and ideographs are in all
/// of them.
fn is_foreign(ordering: &[u8], character: char) -> bool {
    let is_hangul = matches!(character, '\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7A3}');
    let is_distant =
        matches!(character, '\u{590}'..='\u{DFF}' | '\u{1200}'..='\u{13FF}' | '\u{FB1D}'..='\u{FDFF}');
    match ordering {
        b"Japan1" | b"Japan2" | b"CNS1" | b"GB1" => is_hangul || is_distant,
        b"Korea1" | b"KR" => is_distant,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_foreign;

    #[test]
    fn cj_33_hangul_is_foreign_to_japanese_fonts_alone() {
        assert!(is_foreign(b"Japan1", '한') && !is_foreign(b"Korea1", '한'));
        assert!(!is_foreign(b"Korea1", 'あ') && !is_foreign(b"GB1", 'あ') && !is_foreign(b"Japan1", '日'));
        assert!(is_foreign(b"Korea1", 'ب') && !is_foreign(b"Identity", '한'));
    }
}
