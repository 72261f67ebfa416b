//! Decodes byte strings in the legacy encodings of China, Japan, Korea and Taiwan, as programs use them today.
//!
//! A CMap covers the characters of the fonts of its time. Files refer to `KSC-EUC-H` but contain codes of the larger
//! encoding that Windows derived from it, or name an encoding that is not a CMap. Only such codes are decoded here: a
//! CMap takes precedence for all codes that it contains.

use encoding_rs::Encoding;

use super::char_code::CharCode;

/// The length of the longest code, in bytes.
const LONGEST: usize = 4;

/// A legacy encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LegacyCharset {
    encoding: &'static Encoding,
    /// The predefined CMap with most of its codes.
    cmap: &'static [u8],
}

const SHIFT_JIS: LegacyCharset = LegacyCharset { encoding: encoding_rs::SHIFT_JIS, cmap: b"90ms-RKSJ-H" };
const EUC_JP: LegacyCharset = LegacyCharset { encoding: encoding_rs::EUC_JP, cmap: b"EUC-H" };
const GBK: LegacyCharset = LegacyCharset { encoding: encoding_rs::GBK, cmap: b"GBK-EUC-H" };
const GB_18030: LegacyCharset = LegacyCharset { encoding: encoding_rs::GB18030, cmap: b"GBK2K-H" };
const BIG5: LegacyCharset = LegacyCharset { encoding: encoding_rs::BIG5, cmap: b"HKscs-B5-H" };
const UHC: LegacyCharset = LegacyCharset { encoding: encoding_rs::EUC_KR, cmap: b"KSCms-UHC-H" };

/// Parts of CMap names that identify the encoding; the first match decides.
const NAME_PARTS: [(&str, LegacyCharset); 16] = [
    ("RKSJ", SHIFT_JIS),
    ("SJIS", SHIFT_JIS),
    ("SHIFT", SHIFT_JIS),
    ("932", SHIFT_JIS),
    ("GBK2K", GB_18030),
    ("GB18030", GB_18030),
    ("GBK", GBK),
    ("GBPC-EUC", GBK),
    ("GB-EUC", GBK),
    ("GB2312", GBK),
    ("B5", BIG5),
    ("BIG5", BIG5),
    ("UHC", UHC),
    ("EUC-KR", UHC),
    ("KSCPC-EUC", UHC),
    ("KSC-EUC", UHC),
];

/// The names of CMaps for Japanese EUC.
const EUC_JP_NAMES: [&str; 6] = ["EUC-H", "EUC-V", "78-EUC-H", "78-EUC-V", "EUC-JP-H", "EUC-JP-V"];

impl LegacyCharset {
    /// Returns the encoding of the strings of a CMap, by its name; `None` for Unicode and plain 94×94 sets.
    pub(crate) fn for_cmap(name: &[u8]) -> Option<Self> {
        let name = std::str::from_utf8(name).ok()?.to_ascii_uppercase();
        if name.starts_with("UNI") {
            return None;
        }
        if EUC_JP_NAMES.contains(&name.as_str()) {
            return Some(EUC_JP);
        }
        NAME_PARTS.iter().find(|(part, _)| name.contains(part)).map(|(_, national)| *national)
    }

    pub(crate) fn encoding(self) -> &'static Encoding {
        self.encoding
    }

    /// Returns the name of the CMap that replaces an unknown one.
    pub(crate) fn cmap(self) -> &'static [u8] {
        self.cmap
    }

    /// Returns the code at the start of a string, if it is longer than one byte.
    pub(crate) fn next_code(self, bytes: &[u8]) -> Option<CharCode> {
        let starts = (2..=LONGEST).map_while(|len| bytes.get(..len));
        let code = starts.into_iter().find(|start| self.decode(start).is_some())?;
        CharCode::from_bytes(code)
    }

    /// Returns the text of a code.
    pub(crate) fn text(self, code: CharCode) -> Option<String> {
        let bytes = code.value.to_be_bytes();
        self.decode(bytes.get(LONGEST.checked_sub(usize::from(code.len))?..)?)
    }

    /// Decodes bytes that are one code. Two letters would be two codes, but some codes are a letter with its marks.
    fn decode(self, bytes: &[u8]) -> Option<String> {
        let text = self.encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        let is_one = !text.is_empty() && text.chars().skip(1).all(is_mark);
        is_one.then(|| text.into_owned())
    }
}

fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(national: LegacyCharset, mut bytes: &[u8]) -> String {
        let mut text = String::new();
        while let Some(code) = national.next_code(bytes) {
            text += &national.text(code).unwrap();
            bytes = &bytes[usize::from(code.len)..];
        }
        text
    }

    #[test]
    fn cj_23_cj_24_codes_of_four_bytes_over_all_ranges() {
        assert_eq!(read(GB_18030, &[0x81, 0x30, 0x81, 0x30]), "\u{80}", "the first range");
        assert_eq!(read(GB_18030, &[0x81, 0x39, 0xEE, 0x39]), "㐀");
        assert_eq!(read(GB_18030, &[0x90, 0x30, 0x81, 0x30, 0xE3, 0x32, 0x9A, 0x35]), "\u{10000}\u{10FFFF}");
    }

    #[test]
    fn cj_26_cj_29_big5_with_hong_kong() {
        assert_eq!(read(BIG5, &[0xA4, 0xA4, 0x87, 0x40, 0x88, 0x62]), "中䏰Ê̄");
        assert_eq!(BIG5.next_code(&[0xA4, 0x90]), None, "the gap between trail bytes");
    }

    #[test]
    fn names_identify_the_encoding() {
        let cmap = |name: &str| LegacyCharset::for_cmap(name.as_bytes()).map(|national| national.cmap);
        assert_eq!(cmap("90ms-RKSJ-V"), Some(&b"90ms-RKSJ-H"[..]));
        assert_eq!(cmap("GBKp-EUC-H"), Some(&b"GBK-EUC-H"[..]));
        assert_eq!(cmap("ETen-B5-H"), Some(&b"HKscs-B5-H"[..]));
        assert_eq!(cmap("EUC-V"), Some(&b"EUC-H"[..]));
        for other in
            ["UniGB-UCS2-H", "GBT-EUC-H", "H", "KSC-Johab-H", "CNS-EUC-H", "Identity-H", "No-Such-H", ""]
        {
            assert_eq!(cmap(other), None, "{other}");
        }
    }
}
