//! Codes that are Unicode themselves, in one of its encoding forms.

use crate::font::char_code::CharCode;

/// The encoding form of the codes of a Unicode CMap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnicodeForm {
    /// UCS-2 and UTF-16.
    Utf16,
    /// UTF-32.
    Utf32,
    /// UTF-8.
    Utf8,
}

impl UnicodeForm {
    /// Returns the form implied by the name of a predefined CMap (ISO 32000-1, Table 118).
    pub(crate) fn from_cmap_name(name: &[u8]) -> Option<Self> {
        let name = name.strip_prefix(b"Uni")?;
        let contains = |part: &[u8]| memchr::memmem::find(name, part).is_some();
        if contains(b"UCS2") || contains(b"UTF16") {
            Some(Self::Utf16)
        } else if contains(b"UTF32") {
            Some(Self::Utf32)
        } else if contains(b"UTF8") {
            Some(Self::Utf8)
        } else {
            None
        }
    }

    /// Returns the first code of a string; its first byte determines the length.
    pub(crate) fn next_code(self, bytes: &[u8]) -> CharCode {
        let wanted = match (self, bytes.first()) {
            (_, None) => 0,
            (Self::Utf32, _) => 4,
            (Self::Utf16, Some(0xD8..=0xDB)) => 4,
            (Self::Utf16, _) => 2,
            (Self::Utf8, Some(0xC2..=0xDF)) => 2,
            (Self::Utf8, Some(0xE0..=0xEF)) => 3,
            (Self::Utf8, Some(0xF0..=0xF4)) => 4,
            (Self::Utf8, _) => 1,
        };
        let used = bytes.get(..wanted).unwrap_or(bytes);
        CharCode::from_bytes(used).unwrap_or(CharCode { value: 0, len: 0 })
    }

    /// Decodes a code to a character.
    pub(crate) fn character(self, code: CharCode) -> Option<char> {
        match self {
            Self::Utf32 => char::from_u32(code.value),
            Self::Utf16 if code.len <= 2 => char::from_u32(code.value),
            Self::Utf16 => {
                let units = [u16::try_from(code.value >> 16).ok()?, u16::try_from(code.value & 0xFFFF).ok()?];
                char::decode_utf16(units).next()?.ok()
            }
            Self::Utf8 => {
                let bytes = code.value.to_be_bytes();
                let used = bytes.get(4usize.checked_sub(usize::from(code.len))?..)?;
                std::str::from_utf8(used).ok()?.chars().next()
            }
        }
    }

    /// Returns the code of the same character in UTF-32.
    pub(crate) fn to_utf32(self, code: CharCode) -> Option<CharCode> {
        Some(CharCode { value: u32::from(self.character(code)?), len: 4 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cj_34_unicode_cmaps_give_the_code_itself() {
        let utf16 = UnicodeForm::from_cmap_name(b"UniJIS-UTF16-H").unwrap();
        assert_eq!(utf16.character(utf16.next_code(&[0x65, 0xE5, 0x67])), Some('日'));
        assert_eq!(utf16.character(utf16.next_code(&[0xD8, 0x42, 0xDF, 0xB7])), Some('𠮷'));
        let utf8 = UnicodeForm::from_cmap_name(b"UniGB-UTF8-V").unwrap();
        assert_eq!(utf8.character(utf8.next_code("中国".as_bytes())), Some('中'));
        assert_eq!(UnicodeForm::from_cmap_name(b"90ms-RKSJ-H"), None);
    }

    #[test]
    fn cj_48_truncated_codes_have_no_characters() {
        for (form, bytes) in [
            (UnicodeForm::Utf16, &[0xD8, 0x42, 0xDF][..]),
            (UnicodeForm::Utf16, &[0xD8]),
            (UnicodeForm::Utf8, &[0xE4, 0xB8]),
            (UnicodeForm::Utf32, &[0, 1]),
            (UnicodeForm::Utf32, &[]),
        ] {
            let code = form.next_code(bytes);
            assert!(usize::from(code.len) <= bytes.len());
            form.character(code);
        }
    }
}
