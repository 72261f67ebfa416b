//! Decodes ASCII85 and ASCIIHex, skipping invalid characters.

use super::{Damage, Decoder, Source, WINDOW};
use crate::file::escapes::{hex_byte, hex_digit};

#[derive(Default)]
pub(super) struct AsciiHex {
    high: Option<u8>,
}

impl Decoder for AsciiHex {
    fn decode(&mut self, input: &mut dyn Source, out: &mut Vec<u8>) -> Result<bool, Damage> {
        while out.len() < WINDOW {
            let bytes = input.fill()?;
            let taken = bytes.get(..bytes.len().min(WINDOW)).unwrap_or_default();
            let count = taken.len();
            let ended = taken.is_empty() || self.take(taken, out);
            input.consume(count);
            if ended {
                out.extend(self.high.take().map(|high| high << 4));
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The digits that are decoded together where nothing is between them.
const BLOCK: usize = 16;

impl AsciiHex {
    /// Returns `true` at the end marker.
    fn take(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) -> bool {
        while !bytes.is_empty() {
            if self.high.is_none() {
                bytes = take_blocks(bytes, out);
            }
            let (next, rest) = bytes.split_at(bytes.len().min(BLOCK));
            if self.take_each(next, out) {
                return true;
            }
            bytes = rest;
        }
        false
    }

    fn take_each(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        for &byte in bytes {
            match (hex_digit(byte), self.high) {
                (Some(digit), None) => self.high = Some(digit),
                (Some(digit), Some(high)) => {
                    out.push(high << 4 | digit);
                    self.high = None;
                }
                (None, _) if byte == b'>' => return true,
                (None, _) => {}
            }
        }
        false
    }
}

/// Decodes blocks of digits up to one with anything else, and returns what follows.
fn take_blocks<'b>(bytes: &'b [u8], out: &mut Vec<u8>) -> &'b [u8] {
    let mut rest = bytes;
    while let Some((block, after)) = rest.split_first_chunk::<BLOCK>() {
        let (pairs, _) = block.as_chunks::<2>();
        let start = out.len();
        let mut is_hex = true;
        out.extend(pairs.iter().map(|&[high, low]| {
            let byte = hex_byte(high, low);
            is_hex &= byte.is_some();
            byte.unwrap_or_default()
        }));
        if !is_hex {
            out.truncate(start);
            break;
        }
        rest = after;
    }
    rest
}

#[derive(Default)]
pub(super) struct Ascii85 {
    value: u32,
    digits: usize,
}

impl Decoder for Ascii85 {
    fn decode(&mut self, input: &mut dyn Source, out: &mut Vec<u8>) -> Result<bool, Damage> {
        while out.len() < WINDOW {
            let bytes = input.fill()?;
            // A `z` expands to four bytes, so a quarter of a window is taken at a time.
            let taken = bytes.get(..bytes.len().min(WINDOW / 4)).unwrap_or_default();
            let count = taken.len();
            let ended = taken.is_empty() || self.take(taken, out);
            input.consume(count);
            if ended {
                self.flush(out);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Ascii85 {
    /// Returns `true` at the end marker.
    fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        for &byte in bytes {
            match byte {
                b'!'..=b'u' => self.digit(byte - b'!', out),
                b'z' if self.digits == 0 => out.extend([0; 4]),
                b'~' => return true,
                _ => {}
            }
        }
        false
    }

    fn digit(&mut self, digit: u8, out: &mut Vec<u8>) {
        self.value = self.value.wrapping_mul(85).wrapping_add(u32::from(digit));
        self.digits += 1;
        if self.digits == 5 {
            out.extend(self.value.to_be_bytes());
            (self.value, self.digits) = (0, 0);
        }
    }

    /// Writes the last group, which may be short: n digits make n - 1 bytes.
    fn flush(&mut self, out: &mut Vec<u8>) {
        let count = self.digits.saturating_sub(1);
        for _ in self.digits..5 {
            self.value = self.value.wrapping_mul(85).wrapping_add(84);
        }
        out.extend(self.value.to_be_bytes().iter().take(count));
        (self.value, self.digits) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Filter, decode_all};

    #[test]
    fn hex_skips_noise_and_pads_the_last_digit() {
        assert_eq!(decode_all(b"48 65\n6C6c6F 7>zz", &Filter::AsciiHex).0, b"Hellop");
        assert_eq!(decode_all(b"48656", &Filter::AsciiHex).0, b"He`");
    }

    #[test]
    fn hex_in_blocks_is_hex_digit_by_digit() {
        let data: Vec<u8> = (0..=255).collect();
        let digits: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
        for length in [1, 2, 7, 15, 16, 17, 40, 511] {
            for noise in ["", "\n", " ", "x"] {
                let lines: Vec<&[u8]> = digits.as_bytes().chunks(length).collect();
                let written = lines.join(noise.as_bytes());
                assert_eq!(
                    decode_all(&written, &Filter::AsciiHex).0,
                    data,
                    "{length} digits between {noise:?}"
                );
            }
        }
        assert_eq!(decode_all(b"30313233343536373839>41", &Filter::AsciiHex).0, b"0123456789");
    }

    #[test]
    fn ascii85_groups_z_and_short_end() {
        assert_eq!(decode_all(b"87cUR\nD]i,\"Ebo80~>", &Filter::Ascii85).0, b"Hello World!");
        assert_eq!(decode_all(b"z87cURDZ~>", &Filter::Ascii85).0, b"\0\0\0\0Hello");
        assert_eq!(decode_all(b"87cURDZ", &Filter::Ascii85).0, b"Hello");
        assert_eq!(decode_all(b"", &Filter::Ascii85).0, b"");
    }

    #[test]
    fn ascii85_beyond_one_window() {
        let (out, damage) = decode_all(&vec![b'z'; 100_000], &Filter::Ascii85);
        assert_eq!((out.len(), damage), (400_000, None));
    }
}
