//! Encodes bytes as PDF's LZW, with either interpretation of `/EarlyChange`.

use std::collections::HashMap;

const CLEAR: u16 = 256;
const END: u16 = 257;
const FIRST_FREE: u16 = 258;
/// The table is cleared before it is full, since decoders disagree about the last few codes.
const CLEAR_AT: u16 = 4_093;

/// The moment at which the code width grows by one bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyChange {
    /// `/EarlyChange 0`: when the table is full for the current width.
    No,
    /// `/EarlyChange 1`, the default in PDF: one code earlier.
    Yes,
}

/// Encodes `data`.
pub fn encode(data: &[u8], early_change: EarlyChange) -> Vec<u8> {
    let mut writer = Writer::new(early_change);
    let mut table: HashMap<(u16, u8), u16> = HashMap::new();
    let mut prefix: Option<u16> = None;
    for &byte in data {
        let Some(code) = prefix else {
            prefix = Some(u16::from(byte));
            continue;
        };
        if let Some(&longer) = table.get(&(code, byte)) {
            prefix = Some(longer);
            continue;
        }
        table.insert((code, byte), FIRST_FREE + table.len() as u16);
        if writer.emit(code) {
            table.clear();
        }
        prefix = Some(u16::from(byte));
    }
    if let Some(code) = prefix {
        writer.emit(code);
    }
    writer.finish()
}

/// Encodes `prefix` and then at least `count` copies of `byte`, in time proportional to the output.
///
/// Within a run each code represents one byte more than the previous one, which is the fastest growth that LZW
/// permits.
pub fn encode_run(prefix: &[u8], byte: u8, count: u64) -> Vec<u8> {
    let mut writer = Writer::new(EarlyChange::Yes);
    for &byte in prefix {
        writer.emit(u16::from(byte));
    }
    writer.clear();
    let (mut written, mut length) = (0, 1);
    while written < count {
        let code = if length == 1 { u16::from(byte) } else { FIRST_FREE + length as u16 - 2 };
        written += length;
        length = if writer.emit(code) { 1 } else { length + 1 };
    }
    writer.finish()
}

/// Writes codes of growing width and tracks the size of the table that a decoder builds from them.
struct Writer {
    out: Vec<u8>,
    buffer: u32,
    buffered_bits: u32,
    width: u32,
    early: u16,
    /// The number of the decoder's next table entry.
    decoder_next: u16,
    is_first: bool,
}

impl Writer {
    fn new(early_change: EarlyChange) -> Self {
        let early = u16::from(early_change == EarlyChange::Yes);
        let mut writer = Self {
            out: Vec::new(),
            buffer: 0,
            buffered_bits: 0,
            width: 9,
            early,
            decoder_next: FIRST_FREE,
            is_first: true,
        };
        writer.clear();
        writer
    }

    /// Writes a data code. Returns `true` if the table had to be cleared after it.
    fn emit(&mut self, code: u16) -> bool {
        self.put(code);
        if self.is_first {
            self.is_first = false;
        } else {
            self.decoder_next += 1;
        }
        if self.decoder_next + self.early >= 1 << self.width && self.width < 12 {
            self.width += 1;
        }
        let is_full = self.decoder_next >= CLEAR_AT;
        if is_full {
            self.clear();
        }
        is_full
    }

    fn clear(&mut self) {
        self.put(CLEAR);
        self.width = 9;
        self.decoder_next = FIRST_FREE;
        self.is_first = true;
    }

    fn put(&mut self, code: u16) {
        self.buffer = (self.buffer << self.width) | u32::from(code);
        self.buffered_bits += self.width;
        while self.buffered_bits >= 8 {
            self.buffered_bits -= 8;
            self.out.push((self.buffer >> self.buffered_bits) as u8);
        }
        self.buffer &= (1 << self.buffered_bits) - 1;
    }

    fn finish(mut self) -> Vec<u8> {
        self.put(END);
        if self.buffered_bits > 0 {
            self.out.push((self.buffer << (8 - self.buffered_bits)) as u8);
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A plain decoder written from the text of ISO 32000, for these tests only.
    fn decode(data: &[u8], early: usize) -> Vec<u8> {
        let (mut out, mut table, mut width, mut bit) = (Vec::new(), base(), 9, 0);
        let mut previous: Option<Vec<u8>> = None;
        loop {
            let code = (bit..bit + width)
                .fold(0, |code, at| code << 1 | usize::from(data[at / 8] >> (7 - at % 8) & 1));
            bit += width;
            match code {
                256 => (table, width, previous) = (base(), 9, None),
                257 => return out,
                _ => {
                    if let Some(mut entry) = previous.take() {
                        let next = table.get(code).map_or(entry[0], |found: &Vec<u8>| found[0]);
                        entry.push(next);
                        table.push(entry);
                    }
                    out.extend_from_slice(&table[code]);
                    previous = Some(table[code].clone());
                    if table.len() + early >= 1 << width && width < 12 {
                        width += 1;
                    }
                }
            }
        }
    }

    fn base() -> Vec<Vec<u8>> {
        (0..258).map(|code| vec![code as u8]).collect()
    }

    #[test]
    fn example_of_the_specification() {
        let data = [45, 45, 45, 45, 45, 65, 45, 45, 45, 66];
        let expected = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01];
        assert_eq!(encode(&data, EarlyChange::Yes), expected);
    }

    #[test]
    fn round_trips() {
        let mut random = Random::new(3);
        let noise = random.bytes(20_000);
        let few: Vec<u8> = noise.iter().map(|byte| byte % 3).collect();
        for data in [&b""[..], b"a", b"aaaaaaaaaaaaaaaa", &noise, &few] {
            assert_eq!(decode(&encode(data, EarlyChange::Yes), 1), data);
            assert_eq!(decode(&encode(data, EarlyChange::No), 0), data);
        }
    }

    #[test]
    fn runs_are_tiny() {
        let encoded = encode_run(b"HELLO", b' ', 10_000_000);
        assert!(encoded.len() < 20_000, "{}", encoded.len());
        let decoded = decode(&encoded, 1);
        assert!(decoded.starts_with(b"HELLO  ") && decoded.len() >= 10_000_005);
        assert!(decoded[5..].iter().all(|byte| *byte == b' '));
    }
}
