//! A character code: the bytes that represent one character in a shown string, as a number with its width.

/// The widest code that a CMap may declare.
pub(crate) const MAX_CODE_BYTES: usize = 4;

/// One code. `<41>` and `<0041>` have the same value and different widths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CharCode {
    /// The bytes, read as one big-endian number.
    pub(crate) value: u32,
    /// The number of bytes, 1 to 4. It is 0 only at the end of a string.
    pub(crate) len: u8,
}

impl CharCode {
    /// Returns the code made of all of `bytes`; `None` for more than four.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > MAX_CODE_BYTES {
            return None;
        }
        let value = bytes.iter().fold(0, |value, &byte| value << 8 | u32::from(byte));
        Some(Self { value, len: u8::try_from(bytes.len()).ok()? })
    }

    /// Returns the code written as hexadecimal digits (other bytes between them are skipped).
    ///
    /// An odd number of digits means that a leading zero is missing: `<041>` is `<0041>`. ISO 32000 pads strings at
    /// the end, but that would yield another code, which no such file intends.
    #[inline]
    pub(crate) fn from_hex(digits: &[u8]) -> Option<Self> {
        if let Some(bytes) = four_hex_digits(digits) {
            return Some(Self { value: u32::from(u16::from_be_bytes(bytes)), len: 2 });
        }
        let (mut value, mut count) = (0_u32, 0_u8);
        for digit in digits.iter().filter_map(|&byte| hex_digit(byte)) {
            if usize::from(count) == 2 * MAX_CODE_BYTES {
                return None;
            }
            value = value << 4 | u32::from(digit);
            count += 1;
        }
        (count > 0).then_some(Self { value, len: count.div_ceil(2) })
    }

    /// Returns the value as four big-endian bytes, left-aligned: the first `len` of them are the code.
    pub(crate) fn leading_bytes(self) -> [u8; MAX_CODE_BYTES] {
        let unused_bits = 8 * MAX_CODE_BYTES.saturating_sub(usize::from(self.len));
        let shift = u32::try_from(unused_bits).unwrap_or(u32::BITS);
        self.value.checked_shl(shift).unwrap_or(0).to_be_bytes()
    }
}

/// The entry of [`HEX_DIGITS`] for bytes that are not digits.
const NO_DIGIT: u8 = 0xFF;

/// The value of each byte as a hexadecimal digit; a table, because most bytes of a CMap are digits.
const HEX_DIGITS: [u8; 256] = {
    let mut table = [NO_DIGIT; 256];
    let mut rest: &mut [u8] = &mut table;
    let mut byte = 0_u8;
    while let Some((slot, after)) = rest.split_first_mut() {
        *slot = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            b'A'..=b'F' => byte - b'A' + 10,
            _ => NO_DIGIT,
        };
        rest = after;
        byte = byte.wrapping_add(1);
    }
    table
};

/// Returns the value of a hexadecimal digit.
#[inline]
pub(crate) fn hex_digit(byte: u8) -> Option<u8> {
    HEX_DIGITS.get(usize::from(byte)).copied().filter(|&value| value != NO_DIGIT)
}

/// Decodes exactly four hexadecimal digits, which is by far the most common form.
#[inline]
pub(crate) fn four_hex_digits(digits: &[u8]) -> Option<[u8; 2]> {
    let &[a, b, c, d] = digits else { return None };
    Some([hex_digit(a)? << 4 | hex_digit(b)?, hex_digit(c)? << 4 | hex_digit(d)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(value: u32, len: u8) -> Option<CharCode> {
        Some(CharCode { value, len })
    }

    #[test]
    fn hex_digits_give_value_and_width() {
        assert_eq!(CharCode::from_hex(b"41"), code(0x41, 1));
        assert_eq!(CharCode::from_hex(b"0041"), code(0x41, 2));
        assert_eq!(CharCode::from_hex(b"00 4\n1"), code(0x41, 2));
        assert_eq!(CharCode::from_hex(b"fFfFfFfF"), code(u32::MAX, 4));
        assert_eq!(CharCode::from_hex(b"041"), code(0x41, 2));
        assert_eq!(CharCode::from_hex(b""), None);
        assert_eq!(CharCode::from_hex(b"0000000041"), None);
    }

    #[test]
    fn bytes_and_back() {
        assert_eq!(CharCode::from_bytes(&[0x81, 0x40]), code(0x8140, 2));
        assert_eq!(CharCode::from_bytes(&[]), code(0, 0));
        assert_eq!(CharCode::from_bytes(&[0; 5]), None);
        assert_eq!(CharCode { value: 0x8140, len: 2 }.leading_bytes(), [0x81, 0x40, 0, 0]);
        assert_eq!(CharCode { value: 7, len: 0 }.leading_bytes(), [0; 4]);
    }
}
