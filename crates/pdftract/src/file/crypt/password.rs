//! Converts a typed password to the byte strings that it may be in a file.
//!
//! Passwords are truncated first, so that one of many megabytes costs nothing.

use unicode_normalization::UnicodeNormalization;

/// The number of bytes of a password used by revisions 2 to 4.
pub(super) const SHORT_PASSWORD_BYTES: usize = 32;
/// The number of bytes of a password used by revisions 5 and 6.
pub(super) const LONG_PASSWORD_BYTES: usize = 127;
/// The maximum number of bytes that are prepared. It exceeds the 127 that count, since SASLprep may drop and join
/// characters.
const PREPARED_BYTES: usize = 4096;

/// Maps and normalises a password as SASLprep (RFC 4013) does. The characters that it forbids are kept: a password with
/// them opens no file that was locked by the rules, and may open one that was not.
fn prepared(text: &str) -> String {
    let mapped = text.chars().filter_map(|character| match character {
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => Some(' '),
        '\u{AD}' | '\u{34F}' | '\u{1806}' | '\u{180B}'..='\u{180D}' | '\u{200C}' | '\u{200D}' => None,
        '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' => None,
        _ => Some(character),
    });
    mapped.nfkc().collect()
}

/// Returns the distinct byte strings of a password under revisions 2 to 4, the most likely first.
///
/// The standard requires PDFDocEncoding; writers have also used Latin-1 and unconverted bytes.
pub(super) fn short_forms(password: &[u8]) -> Vec<Vec<u8>> {
    let text = leading_text(password);
    let composed = text.map(prepared);
    let forms = [
        text.and_then(|text| encode(text, pdf_doc_byte)),
        text.and_then(|text| encode(text, latin_1_byte)),
        Some(cut(password, SHORT_PASSWORD_BYTES)),
        // macOS passes decomposed accents; the prepared form has them composed.
        composed.and_then(|text| encode(&text, pdf_doc_byte)),
    ];
    without_repetition(forms)
}

/// Returns the byte strings of a password under revisions 5 and 6: UTF-8 after SASLprep, or, as some writers do,
/// without it.
pub(super) fn long_forms(password: &[u8]) -> Vec<Vec<u8>> {
    let text = leading_text(password).map(prepared);
    let forms = [
        text.map(|text| cut(text.as_bytes(), LONG_PASSWORD_BYTES)),
        Some(cut(password, LONG_PASSWORD_BYTES)),
    ];
    without_repetition(forms)
}

fn without_repetition<const N: usize>(forms: [Option<Vec<u8>>; N]) -> Vec<Vec<u8>> {
    let mut kept: Vec<Vec<u8>> = Vec::with_capacity(N);
    for form in forms.into_iter().flatten() {
        if !kept.contains(&form) {
            kept.push(form);
        }
    }
    kept
}

fn cut(bytes: &[u8], most: usize) -> Vec<u8> {
    bytes.get(..most).unwrap_or(bytes).to_vec()
}

/// Returns the start of the password as text; `None` if it is not UTF-8.
fn leading_text(password: &[u8]) -> Option<&str> {
    let head = password.get(..PREPARED_BYTES).unwrap_or(password);
    match std::str::from_utf8(head) {
        Ok(text) => Some(text),
        // Only the truncation split a character.
        Err(error) if error.error_len().is_none() && head.len() < password.len() => {
            std::str::from_utf8(head.get(..error.valid_up_to())?).ok()
        }
        Err(_) => None,
    }
}

/// Encodes the first 32 characters in a single-byte encoding, if it has them all.
fn encode(text: &str, byte_of: fn(char) -> Option<u8>) -> Option<Vec<u8>> {
    text.chars().take(SHORT_PASSWORD_BYTES).map(byte_of).collect()
}

fn latin_1_byte(character: char) -> Option<u8> {
    u8::try_from(u32::from(character)).ok()
}

/// The characters of PDFDocEncoding from 0x18 to 0x1F.
const ACCENTS: &str = "˘ˇˆ˙˝˛˚˜";
/// The characters of PDFDocEncoding from 0x80 to 0x9E.
const MARKS: &str = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž";

/// Encodes a character in PDFDocEncoding: ISO 32000-2, annex D.2.
fn pdf_doc_byte(character: char) -> Option<u8> {
    match character {
        '\u{0}'..='\u{17}' | ' '..='~' | '\u{A1}'..='\u{AC}' | '\u{AE}'..='\u{FF}' => latin_1_byte(character),
        '€' => Some(0xA0),
        _ => place(ACCENTS, character, 0x18).or_else(|| place(MARKS, character, 0x80)),
    }
}

fn place(row: &str, character: char, first: u8) -> Option<u8> {
    let offset = row.chars().position(|known| known == character)?;
    u8::try_from(offset).ok()?.checked_add(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_start_with_pdf_doc_encoding() {
        assert_eq!(short_forms(b"abc"), [b"abc".to_vec()]);
        assert_eq!(short_forms("é".as_bytes()), [vec![0xE9], vec![0xC3, 0xA9]]);
        assert_eq!(short_forms("€•ž˘".as_bytes())[0], [0xA0, 0x80, 0x9E, 0x18]);
        assert_eq!(short_forms("e\u{301}".as_bytes()).last().unwrap(), &[0xE9]);
        assert_eq!(short_forms("日".as_bytes()), ["日".as_bytes().to_vec()]);
        assert_eq!(short_forms(&[0xE9]), [vec![0xE9]]);
        assert_eq!(short_forms(b""), [b"".to_vec()]);
    }

    #[test]
    fn long_forms_are_prepared_and_raw() {
        assert_eq!(long_forms("ﬁ".as_bytes()), [b"fi".to_vec(), "ﬁ".as_bytes().to_vec()]);
        assert_eq!(long_forms("I\u{AD}X".as_bytes())[0], b"IX");
        assert_eq!(long_forms("Ⅸ".as_bytes())[0], b"IX");
        assert_eq!(long_forms(b"\x07"), [b"\x07".to_vec()]);
        assert_eq!(long_forms(&[0xFF]), [vec![0xFF]]);
    }

    #[test]
    fn passwords_are_cut() {
        let huge = "é".repeat(5_000_000).into_bytes();
        let start = std::time::Instant::now();
        assert!(long_forms(&huge).iter().all(|form| form.len() == LONG_PASSWORD_BYTES));
        assert!(short_forms(&huge).iter().all(|form| form.len() == SHORT_PASSWORD_BYTES));
        assert!(start.elapsed().as_millis() < 100);
    }

    #[test]
    fn a_cut_through_a_character_keeps_the_text_before_it() {
        let password = format!("{}é tail", "a".repeat(PREPARED_BYTES - 1));
        assert_eq!(leading_text(password.as_bytes()).unwrap().len(), PREPARED_BYTES - 1);
        assert_eq!(leading_text("é".as_bytes().get(..1).unwrap()), None);
    }
}
