//! Decodes the destination string of a `bfchar` or `bfrange` entry to Unicode.
//!
//! ISO 32000 requires UTF-16BE. Files also contain single bytes, UTF-8, UTF-32, byte order marks, trailing zeros and
//! numbers without leading zeros; a form that cannot be UTF-16 text is decoded accordingly.

use crate::font::char_code::{CharCode, four_hex_digits, hex_digit};
use crate::font::cmap::statement::Operand;

/// The number of one-byte destinations that make a map UTF-8 although its longer ones could be UTF-16 (Hangul looks
/// like it).
const ONE_BYTE_DESTINATIONS_OF_UTF8: usize = 4;

/// A decoded destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination<'a> {
    /// Empty.
    Empty,
    /// One code point; possibly a lone surrogate.
    Scalar(u32),
    /// Several characters. Lone surrogates among them are replaced with U+FFFD.
    Text(&'a str),
}

/// Decodes destinations and collects evidence about the encoding of the whole map.
#[derive(Debug)]
pub(crate) struct DestinationReader {
    utf8: bool,
    max_bytes: usize,
    bytes: Vec<u8>,
    text: String,
    evidence: Evidence,
    repaired: usize,
}

/// Evidence for and against a map written entirely in UTF-8.
#[derive(Debug, Default)]
struct Evidence {
    one_byte: usize,
    two_bytes: usize,
    more_bytes: usize,
    against: usize,
}

impl DestinationReader {
    /// Creates a reader for destinations of up to `max_bytes` in UTF-16BE, or in UTF-8.
    pub(crate) fn new(utf8: bool, max_bytes: usize) -> Self {
        let (bytes, text, evidence) = (Vec::new(), String::new(), Evidence::default());
        Self { utf8, max_bytes, bytes, text, evidence, repaired: 0 }
    }

    /// Returns the number of destinations that were not well-formed UTF-16BE and were decoded in another way.
    pub(crate) fn repaired(&self) -> usize {
        self.repaired
    }

    /// Returns `true` if the destinations so far are UTF-8: single bytes for ASCII, never `00xx`, and longer ones
    /// that are all well-formed UTF-8.
    pub(crate) fn looks_like_utf8(&self) -> bool {
        let Evidence { one_byte, two_bytes, more_bytes, against } = self.evidence;
        let many = one_byte >= ONE_BYTE_DESTINATIONS_OF_UTF8;
        against == 0 && one_byte > 0 && (more_bytes > 0 || (two_bytes > 0 && many))
    }

    /// Decodes a destination given as a string.
    #[inline]
    pub(crate) fn read(&mut self, operand: Operand<'_>) -> Destination<'_> {
        match operand {
            Operand::Hex(digits) => match four_hex_digits(digits) {
                Some([high, low]) if !self.utf8 => {
                    self.evidence.two(high, low);
                    Destination::Scalar(u32::from(u16::from_be_bytes([high, low])))
                }
                _ => self.hex(digits),
            },
            Operand::Literal(bytes) => {
                self.bytes.clear();
                self.bytes.extend(bytes.iter().take(self.max_bytes));
                self.collected()
            }
            Operand::Name(_) | Operand::Number(_) => Destination::Empty,
        }
    }

    fn hex(&mut self, digits: &[u8]) -> Destination<'_> {
        self.bytes.clear();
        let mut values = digits.iter().filter_map(|&byte| hex_digit(byte));
        let mut odd = false;
        while let Some(high) = values.next() {
            let Some(low) = values.next() else {
                odd = true;
                break;
            };
            if self.bytes.len() == self.max_bytes {
                self.repaired += 1;
                break;
            }
            self.bytes.push(high << 4 | low);
        }
        // An odd number of up to five digits is a code point printed without leading zeros.
        match CharCode::from_hex(digits) {
            Some(code) if odd && self.bytes.len() < 3 => {
                self.repaired += 1;
                Destination::Scalar(code.value)
            }
            _ => {
                self.repaired += usize::from(odd);
                self.collected()
            }
        }
    }

    /// Decodes the bytes in `self.bytes`.
    fn collected(&mut self) -> Destination<'_> {
        match *self.bytes.as_slice() {
            [] => return Destination::Empty,
            [byte] => {
                self.repaired += 1;
                self.evidence.one(byte);
                return Destination::Scalar(u32::from(byte));
            }
            [high, low] => self.evidence.two(high, low),
            _ => self.evidence.more(&self.bytes),
        }
        self.text.clear();
        if let Some(scalar) = self.other_than_utf16() {
            self.repaired += 1;
            return Destination::Scalar(scalar);
        }
        if self.text.is_empty() {
            return self.utf16();
        }
        self.repaired += 1;
        whole_or_scalar(&self.text)
    }

    /// Decodes forms other than UTF-16BE: returns a code point, or leaves text in `self.text`.
    fn other_than_utf16(&mut self) -> Option<u32> {
        let odd = self.bytes.len() % 2 == 1;
        let utf8 = std::str::from_utf8(&self.bytes).ok().filter(|_| self.utf8 || odd);
        if let Some(text) = utf8.filter(|text| !text.contains('\0')) {
            self.text.push_str(text);
            return None;
        }
        let value = CharCode::from_bytes(&self.bytes)?.value;
        match self.bytes.len() {
            3 if (0x1_0000..=0x10_FFFF).contains(&value) => Some(value),
            // UTF-32. Planes beyond the third contain no text, and `<000D000A>` is a line break.
            4 if value < 0x4_0000 => Some(value),
            _ => None,
        }
    }

    fn utf16(&mut self) -> Destination<'_> {
        let mut units = self.bytes.as_chunks::<2>().0;
        let mut damaged = self.bytes.len() % 2 == 1;
        let mut read: fn([u8; 2]) -> u16 = u16::from_be_bytes;
        if let [mark @ ([0xFE, 0xFF] | [0xFF, 0xFE]), text @ ..] = units
            && !text.is_empty()
        {
            if *mark == [0xFF, 0xFE] {
                read = u16::from_le_bytes;
            }
            (units, damaged) = (text, true);
        }
        while let [text @ .., [0, 0]] = units
            && !text.is_empty()
        {
            (units, damaged) = (text, true);
        }
        if is_byte_swapped(units) {
            (read, damaged) = (u16::from_le_bytes, true);
        }
        if let [unit] = units {
            self.repaired += usize::from(damaged);
            return Destination::Scalar(u32::from(read(*unit)));
        }
        for unit in char::decode_utf16(units.iter().map(|&unit| read(unit))) {
            damaged |= unit.is_err();
            self.text.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.repaired += usize::from(damaged);
        whole_or_scalar(&self.text)
    }
}

/// Detects ASCII letters with swapped bytes in several units: some versions of Ghostscript write the ligature `fi` as
/// `<66006900>`, which decodes to two ideographs. A single unit may be a real ideograph.
fn is_byte_swapped(units: &[[u8; 2]]) -> bool {
    units.len() > 1 && units.iter().all(|[letter, zero]| letter.is_ascii_alphabetic() && *zero == 0)
}

fn whole_or_scalar(text: &str) -> Destination<'_> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Destination::Empty,
        (Some(only), None) => Destination::Scalar(u32::from(only)),
        _ => Destination::Text(text),
    }
}

impl Evidence {
    fn one(&mut self, byte: u8) {
        let count = if byte.is_ascii() { &mut self.one_byte } else { &mut self.against };
        *count += 1;
    }

    /// Two ASCII bytes are inconclusive: `<6669>` is "fi" or U+6669.
    #[inline]
    fn two(&mut self, high: u8, low: u8) {
        match (high, low) {
            (0xC2..=0xDF, 0x80..=0xBF) => self.two_bytes += 1,
            (0x20..=0x7E, 0x20..=0x7E) => {}
            _ => self.against += 1,
        }
    }

    fn more(&mut self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) if text.contains('\0') => self.against += 1,
            Ok(text) => self.more_bytes += usize::from(!text.is_ascii()),
            Err(_) => self.against += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    enum Read {
        Empty,
        Scalar(u32),
        Text(String),
    }

    fn read_as(utf8: bool, digits: &str) -> (Read, usize) {
        let mut reader = DestinationReader::new(utf8, 512);
        let read = match reader.read(Operand::Hex(digits.as_bytes())) {
            Destination::Empty => Read::Empty,
            Destination::Scalar(scalar) => Read::Scalar(scalar),
            Destination::Text(text) => Read::Text(text.to_owned()),
        };
        (read, reader.repaired())
    }

    fn read(digits: &str) -> (Read, usize) {
        read_as(false, digits)
    }

    fn text(text: &str) -> Read {
        Read::Text(text.to_owned())
    }

    #[test]
    fn gr_5_bfchar_sequence_and_surrogates() {
        assert_eq!(read("00660069"), (text("fi"), 0));
        assert_eq!(read("D83DDE00"), (Read::Scalar(0x1F600), 0));
        assert_eq!(read("00 66\n00 69"), (text("fi"), 0));
        assert_eq!(read("0066D83DDE000069"), (text("f\u{1F600}i"), 0));
        assert_eq!(read("D840DC0B"), (Read::Scalar(0x2000B), 0));
    }

    #[test]
    fn ligatures_with_swapped_bytes_are_letters() {
        assert_eq!(read("66006900"), (text("fi"), 1));
        assert_eq!(read("660066006C00"), (text("ffl"), 1));
        // A single unit, and units that are not all letters, are unchanged.
        assert_eq!(read("6600"), (Read::Scalar(0x6600), 0));
        assert_eq!(read("66006901"), (text("\u{6600}\u{6901}"), 0));
    }

    #[test]
    fn lone_surrogates_are_reported() {
        assert_eq!(read("D800"), (Read::Scalar(0xD800), 0));
        assert_eq!(read("0041DC00"), (text("A\u{FFFD}"), 1));
    }

    #[test]
    fn w_22_one_byte_destination() {
        assert_eq!(read("20"), (Read::Scalar(0x20), 1));
        assert_eq!(read("E9"), (Read::Scalar(0xE9), 1));
    }

    #[test]
    fn w_22_odd_digits_are_numbers() {
        assert_eq!(read("041"), (Read::Scalar(0x41), 1));
        assert_eq!(read("A"), (Read::Scalar(0xA), 1));
        assert_eq!(read("1F600"), (Read::Scalar(0x1F600), 1));
        assert_eq!(read("004100420"), (text("AB"), 1));
    }

    #[test]
    fn w_22_utf32_destination() {
        assert_eq!(read("0001F600"), (Read::Scalar(0x1F600), 1));
        assert_eq!(read("00000041"), (Read::Scalar(0x41), 1));
        assert_eq!(read("01F600"), (Read::Scalar(0x1F600), 1));
        assert_eq!(read("000D000A"), (text("\r\n"), 0));
    }

    #[test]
    fn w_22_utf8_destination_of_odd_length() {
        assert_eq!(read("E282AC"), (Read::Scalar(0x20AC), 1));
        assert_eq!(read("666669"), (text("ffi"), 1));
        assert_eq!(read("004100"), (Read::Scalar(0x41), 1));
    }

    #[test]
    fn w_22_utf8_destination_of_even_length_in_a_utf8_map() {
        assert_eq!(read("C3A9"), (Read::Scalar(0xC3A9), 0));
        assert_eq!(read_as(true, "C3A9"), (Read::Scalar(0xE9), 1));
        assert_eq!(read_as(true, "F09F9880"), (Read::Scalar(0x1F600), 1));
    }

    #[test]
    fn w_22_byte_order_mark_and_closing_zeros() {
        assert_eq!(read("FEFF0041"), (Read::Scalar(0x41), 1));
        assert_eq!(read("FFFE41004200"), (text("AB"), 1));
        assert_eq!(read("FEFF"), (Read::Scalar(0xFEFF), 0));
        assert_eq!(read("00410000"), (Read::Scalar(0x41), 1));
        assert_eq!(read("0000"), (Read::Scalar(0), 0));
        assert_eq!(read(""), (Read::Empty, 0));
    }

    #[test]
    fn long_destinations_are_cut() {
        let (read, repaired) = read(&"0041".repeat(1_000));
        assert_eq!((read, repaired), (text(&"A".repeat(256)), 1));
    }

    #[test]
    fn maps_of_utf8_are_distinguished_from_hangul() {
        let looks = |all: &[&str]| {
            let mut reader = DestinationReader::new(false, 512);
            for digits in all {
                reader.read(Operand::Hex(digits.as_bytes()));
            }
            reader.looks_like_utf8()
        };
        assert!(looks(&["41", "E282AC"]));
        assert!(looks(&["41", "42", "43", "44", "C3A9"]));
        assert!(!looks(&["20", "C3A9"]));
        assert!(!looks(&["41", "42", "43", "44", "C3A9", "0045"]));
        assert!(!looks(&["41", "42", "43", "44", "C3A9", "AC00"]));
        assert!(!looks(&["C3A9", "C3A8"]));
    }
}
