//! Decodes LZW (ISO 32000-1, 7.4.4), with either setting of `/EarlyChange`.

use super::{Damage, Decoder, Source, WINDOW};

/// The clear-table and end-of-data codes.
const CLEAR: u16 = 256;
const END: u16 = 257;
const FIRST_FREE: u16 = 258;
const TABLE: usize = 4096;

pub(super) struct Lzw {
    /// 1 if the code width grows one code early, which is the default in PDF.
    early: u16,
    /// For each code, the code of its prefix, its last byte, and its length.
    prefix: Box<[u16; TABLE]>,
    suffix: Box<[u8; TABLE]>,
    length: Box<[u16; TABLE]>,
    next: u16,
    width: u32,
    previous: Option<u16>,
    bits: u32,
    bit_count: u32,
}

impl Lzw {
    pub(super) fn new(early_change: bool) -> Self {
        let mut suffix = Box::new([0; TABLE]);
        let mut length = Box::new([0; TABLE]);
        for byte in 0..=255u8 {
            if let Some(slot) = suffix.get_mut(usize::from(byte)) {
                *slot = byte;
            }
            if let Some(slot) = length.get_mut(usize::from(byte)) {
                *slot = 1;
            }
        }
        let prefix = Box::new([0; TABLE]);
        let early = u16::from(early_change);
        Self {
            early,
            prefix,
            suffix,
            length,
            next: FIRST_FREE,
            width: 9,
            previous: None,
            bits: 0,
            bit_count: 0,
        }
    }

    fn next_code(&mut self, input: &mut dyn Source) -> Result<Option<u16>, Damage> {
        while self.bit_count < self.width {
            let Some(&byte) = input.fill()?.first() else { return Ok(None) };
            input.consume(1);
            self.bits = self.bits << 8 | u32::from(byte);
            self.bit_count += 8;
        }
        self.bit_count -= self.width;
        let code = self.bits >> self.bit_count & ((1 << self.width) - 1);
        self.bits &= (1 << self.bit_count) - 1;
        Ok(u16::try_from(code).ok())
    }

    fn clear(&mut self) {
        self.next = FIRST_FREE;
        self.width = 9;
        self.previous = None;
    }

    fn length_of(&self, code: u16) -> u16 {
        self.length.get(usize::from(code)).copied().unwrap_or(0)
    }

    /// Appends the string of a code and returns its first byte.
    fn write(&self, code: u16, out: &mut Vec<u8>) -> u8 {
        let start = out.len();
        out.resize(start + usize::from(self.length_of(code)), 0);
        let mut at = code;
        for slot in out.iter_mut().skip(start).rev() {
            *slot = self.suffix.get(usize::from(at)).copied().unwrap_or(0);
            at = self.prefix.get(usize::from(at)).copied().unwrap_or(0);
        }
        out.get(start).copied().unwrap_or(0)
    }

    fn add(&mut self, prefix: u16, suffix: u8) {
        let slot = usize::from(self.next);
        if slot >= TABLE {
            return;
        }
        let length = self.length_of(prefix).saturating_add(1);
        if let (Some(p), Some(s), Some(l)) =
            (self.prefix.get_mut(slot), self.suffix.get_mut(slot), self.length.get_mut(slot))
        {
            (*p, *s, *l) = (prefix, suffix, length);
        }
        self.next += 1;
        self.width = match self.next + self.early {
            ..512 => 9,
            512..1024 => 10,
            1024..2048 => 11,
            _ => 12,
        };
    }

    fn expand(&mut self, code: u16, out: &mut Vec<u8>) -> Result<(), Damage> {
        let Some(previous) = self.previous else {
            if code >= CLEAR {
                return Err(Damage::Corrupt("LZW data starts with an undefined code"));
            }
            self.write(code, out);
            return Ok(());
        };
        if code < self.next && code != CLEAR && code != END {
            let first = self.write(code, out);
            self.add(previous, first);
        } else if code == self.next {
            // The code being defined right now: the previous string followed by its first byte.
            let first = self.write(previous, out);
            out.push(first);
            self.add(previous, first);
        } else {
            return Err(Damage::Corrupt("LZW data holds an undefined code"));
        }
        Ok(())
    }
}

impl Decoder for Lzw {
    fn decode(&mut self, input: &mut dyn Source, out: &mut Vec<u8>) -> Result<bool, Damage> {
        while out.len() < WINDOW {
            match self.next_code(input)? {
                // Data without an end code is common and complete.
                None | Some(END) => return Ok(true),
                Some(CLEAR) => self.clear(),
                Some(code) => {
                    self.expand(code, out)?;
                    self.previous = Some(code);
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Filter, decode_all};

    fn lzw(data: &[u8], early_change: bool) -> (Vec<u8>, bool) {
        let (out, damage) = decode_all(data, &Filter::Lzw { early_change, predictor: None });
        (out, damage.is_some())
    }

    #[test]
    fn example_of_the_standard() {
        let packed = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01];
        assert_eq!(lzw(&packed, true), (vec![45, 45, 45, 45, 45, 65, 45, 45, 45, 66], false));
    }

    #[test]
    fn undefined_codes_are_damage_after_what_was_read() {
        // 9-bit codes: clear, 'A', then 400, which is undefined.
        let packed = [0x80, 0x10, 0x72, 0x00];
        let (out, damaged) = lzw(&packed, true);
        assert_eq!(out, b"A");
        assert!(damaged);
    }
}
