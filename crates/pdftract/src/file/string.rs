//! Decodes text strings of a PDF (PDFDocEncoding, UTF-16 in either byte order, UTF-8) to clean Unicode.
//!
//! Clean means: no controls except tab and newline, no direction overrides, no tag characters, no noncharacters. A
//! hostile title must not smuggle them into a terminal or a prompt.

use std::borrow::Cow;

/// A decoded text string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DecodedText {
    pub(crate) text: String,
    /// The number of removed characters.
    pub(crate) removed: usize,
}

/// Decodes a text string by its byte order mark; without one it is PDFDocEncoding.
pub(crate) fn decode_text(bytes: &[u8]) -> DecodedText {
    let text = match bytes {
        [0xFE, 0xFF, rest @ ..] => from_utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => from_utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|&byte| from_pdf_doc(byte)).collect(),
    };
    let clean = clean(&text);
    let removed = text.chars().count() - clean.chars().count();
    DecodedText { text: clean.into_owned(), removed }
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok().map(unit));
    without_language_marks(&char::decode_utf16(units).map(|c| c.unwrap_or('\u{FFFD}')).collect::<String>())
}

/// Removes `ESC en ESC` marks (ISO 32000-1, 7.9.2.2.1), which give the language of the following text.
fn without_language_marks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut parts = text.split('\u{1B}').enumerate().peekable();
    while let Some((index, part)) = parts.next() {
        let is_mark = index % 2 == 1 && part.len() <= 8 && parts.peek().is_some();
        if !is_mark {
            kept.push_str(part);
        }
    }
    kept
}

/// Decodes the upper and special part of PDFDocEncoding (ISO 32000-1, Annex D.2); the rest equals Latin-1.
fn from_pdf_doc(byte: u8) -> char {
    match byte {
        0x18 => '\u{02D8}',
        0x19 => '\u{02C7}',
        0x1A => '\u{02C6}',
        0x1B => '\u{02D9}',
        0x1C => '\u{02DD}',
        0x1D => '\u{02DB}',
        0x1E => '\u{02DA}',
        0x1F => '\u{02DC}',
        0x80 => '\u{2022}',
        0x81 => '\u{2020}',
        0x82 => '\u{2021}',
        0x83 => '\u{2026}',
        0x84 => '\u{2014}',
        0x85 => '\u{2013}',
        0x86 => '\u{0192}',
        0x87 => '\u{2044}',
        0x88 => '\u{2039}',
        0x89 => '\u{203A}',
        0x8A => '\u{2212}',
        0x8B => '\u{2030}',
        0x8C => '\u{201E}',
        0x8D => '\u{201C}',
        0x8E => '\u{201D}',
        0x8F => '\u{2018}',
        0x90 => '\u{2019}',
        0x91 => '\u{201A}',
        0x92 => '\u{2122}',
        0x93 => '\u{FB01}',
        0x94 => '\u{FB02}',
        0x95 => '\u{0141}',
        0x96 => '\u{0152}',
        0x97 => '\u{0160}',
        0x98 => '\u{0178}',
        0x99 => '\u{017D}',
        0x9A => '\u{0131}',
        0x9B => '\u{0142}',
        0x9C => '\u{0153}',
        0x9D => '\u{0161}',
        0x9E => '\u{017E}',
        0xA0 => '\u{20AC}',
        other => char::from(other),
    }
}

/// Returns `true` for characters that are allowed in all outputs.
pub(crate) fn is_clean(c: char) -> bool {
    match c {
        '\t' | '\n' => true,
        '\u{00}'..='\u{1F}' | '\u{7F}'..='\u{9F}' => false,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => false,
        '\u{FDD0}'..='\u{FDEF}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' => false,
        '\u{E0000}'..='\u{E007F}' => false,
        _ => u32::from(c) & 0xFFFE != 0xFFFE,
    }
}

/// Returns the text without characters that [`is_clean`] rejects; carriage returns become newlines.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_clean) {
        return Cow::Borrowed(text);
    }
    let unix = text.replace("\r\n", "\n").replace('\r', "\n");
    Cow::Owned(unix.chars().filter(|&c| is_clean(c)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode_text(bytes).text
    }

    #[test]
    fn all_four_encodings() {
        assert_eq!(text(b"Gr\xFC\xDFe \x84 \x93"), "Grüße — \u{FB01}");
        assert_eq!(text(b"\xFE\xFF\x65\xE5\xD8\x40\xDC\x0B"), "日\u{2000B}");
        assert_eq!(text(b"\xFF\xFE\xE5\x65"), "日");
        assert_eq!(text(b"\xEF\xBB\xBF\xE6\x97\xA5"), "日");
        assert_eq!(text(b"\xFE\xFF\xD8\x00\x00A"), "\u{FFFD}A");
    }

    #[test]
    fn language_marks_go_and_text_between_stays() {
        assert_eq!(text(b"\xFE\xFF\0\x1B\0e\0n\0\x1B\0H\0i"), "Hi");
    }

    #[test]
    fn controls_overrides_and_tags_are_removed_and_counted() {
        let decoded = decode_text("\u{FEFF}a\u{202E}b\u{E0041}c\u{0}d".as_bytes());
        assert_eq!(decoded, DecodedText { text: "abcd".into(), removed: 3 });
        assert_eq!(text(b"a\r\nb\rc\x07"), "a\nb\nc");
    }

    #[test]
    fn un_19_metadata_and_form_values_keep_tabs_and_line_ends_and_no_other_control() {
        for byte in 0..=255u8 {
            let decoded = text(&[b'a', byte, b'b']);
            let wanted = |c: char| !c.is_control() || matches!(c, '\t' | '\n');
            assert!(decoded.chars().all(wanted), "{byte:02x} → {decoded:?}");
        }
        assert_eq!(text(b"a\tb\nc"), "a\tb\nc");
    }

    #[test]
    fn un_20_carriage_returns_are_line_feeds_and_nul_goes() {
        assert_eq!(text(b"a\r\nb\rc\0"), "a\nb\nc");
        assert_eq!(text(b"\xFE\xFF\0a\0\0\0\r\0b"), "a\nb");
    }
}
