//! The operands of the next operator: a flat list, reused from one operator to the next.

use std::borrow::Cow;

use super::hex_digits;

/// An operand. Arrays and dictionaries are represented by brackets in the list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Operand {
    Number(f64),
    Name(Bytes),
    String(Bytes),
    ArrayOpen,
    ArrayClose,
    DictOpen,
    DictClose,
    /// `true`, `false` or `null`.
    Word,
}

/// The location of the bytes of a string or name: in the current chunk if they need no decoding, else in the decoded
/// bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bytes {
    start: u32,
    /// The length, and a flag for decoded bytes.
    len_and_place: u32,
}

impl Bytes {
    const DECODED: u32 = 1 << 31;

    fn len(self) -> usize {
        (self.len_and_place & !Self::DECODED) as usize
    }

    fn is_decoded(self) -> bool {
        self.len_and_place & Self::DECODED != 0
    }

    fn decoded(start: usize, len: usize) -> Self {
        let small = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Self { start: small(start), len_and_place: small(len) | Self::DECODED }
    }

    /// Returns a location in the chunk; `None` for chunks that are too long.
    #[inline]
    fn in_chunk(start: usize, len: usize) -> Option<Self> {
        let len_and_place = u32::try_from(len).ok().filter(|len| len & Self::DECODED == 0)?;
        Some(Self { start: u32::try_from(start).ok()?, len_and_place })
    }
}

/// The maximum number of operands; further ones are dropped. A TJ array of a whole page has a few thousand.
const MAX_OPERANDS: usize = 1 << 20;

/// The initial capacity, enough for most TJ arrays.
const FIRST_OPERANDS: usize = 64;

/// The list, without the bytes of the chunk.
#[derive(Debug, Default)]
pub(super) struct OperandList {
    items: Vec<Operand>,
    /// Strings and names with escapes.
    decoded: Vec<u8>,
    /// `true` if some were dropped since the last [`take_overflow`](Self::take_overflow).
    overflow: bool,
}

impl OperandList {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.decoded.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, operand: Operand) {
        if self.items.len() < self.items.capacity() || self.may_grow() {
            self.items.push(operand);
        }
    }

    #[cold]
    fn may_grow(&mut self) -> bool {
        let may_grow = self.items.len() < MAX_OPERANDS;
        if self.items.is_empty() {
            self.items.reserve(FIRST_OPERANDS);
        }
        self.overflow |= !may_grow;
        may_grow
    }

    /// Adds a name that starts at `start` in the chunk.
    #[inline]
    pub(super) fn push_name(
        &mut self,
        chunk: &[u8],
        start: usize,
        len: usize,
        decode: impl Fn(&[u8], &mut Vec<u8>),
    ) {
        let raw = chunk.get(start..start + len).unwrap_or_default();
        let plain = if raw.contains(&b'#') { None } else { Bytes::in_chunk(start, len) };
        let bytes = plain.unwrap_or_else(|| self.store(raw, decode));
        self.push(Operand::Name(bytes));
    }

    pub(super) fn push_string(&mut self, raw: &[u8], decode: impl Fn(&[u8], &mut Vec<u8>)) {
        let bytes = self.store(raw, decode);
        self.push(Operand::String(bytes));
    }

    /// Adds a string without escapes that starts at `start` in the chunk.
    #[inline]
    pub(super) fn push_plain_string(&mut self, chunk: &[u8], start: usize, len: usize) {
        match Bytes::in_chunk(start, len) {
            Some(bytes) => self.push(Operand::String(bytes)),
            None => self.push_string(chunk.get(start..start + len).unwrap_or_default(), |raw, out| {
                out.extend_from_slice(raw);
            }),
        }
    }

    /// Adds a hex string that consists only of pairs of digits up to its closing bracket, and returns the number of
    /// bytes before the bracket; `None` for others.
    #[inline]
    pub(super) fn push_plain_hex(&mut self, rest: &[u8]) -> Option<usize> {
        if self.items.len() >= MAX_OPERANDS {
            return None;
        }
        let start = self.decoded.len();
        let length = hex_digits::decode_pairs(rest, &mut self.decoded);
        if length == 0 || rest.get(length) != Some(&b'>') {
            self.decoded.truncate(start);
            return None;
        }
        self.push(Operand::String(Bytes::decoded(start, length / 2)));
        Some(length)
    }

    #[inline]
    fn store(&mut self, raw: &[u8], decode: impl Fn(&[u8], &mut Vec<u8>)) -> Bytes {
        let start = self.decoded.len();
        if self.items.len() < MAX_OPERANDS {
            decode(raw, &mut self.decoded);
        }
        Bytes::decoded(start, self.decoded.len() - start)
    }

    /// Returns `true` if operands were dropped, and resets the flag.
    pub(super) fn take_overflow(&mut self) -> bool {
        std::mem::take(&mut self.overflow)
    }
}

/// The operands before an operator, with the bytes they were read from.
#[derive(Debug, Default)]
pub(crate) struct Operands<'f> {
    pub(super) chunk: Cow<'f, [u8]>,
    pub(super) list: OperandList,
}

impl<'f> Operands<'f> {
    /// Continues with another chunk. Bytes that refer to the old one are copied.
    pub(super) fn replace_chunk(&mut self, chunk: Cow<'f, [u8]>) {
        let OperandList { items, decoded, .. } = &mut self.list;
        for item in items {
            if let Operand::Name(bytes) | Operand::String(bytes) = item
                && !bytes.is_decoded()
            {
                let place = decoded.len();
                let start = bytes.start as usize;
                decoded.extend_from_slice(self.chunk.get(start..start + bytes.len()).unwrap_or_default());
                *bytes = Bytes::decoded(place, decoded.len() - place);
            }
        }
        self.chunk = chunk;
    }

    #[inline]
    pub(crate) fn items(&self) -> &[Operand] {
        &self.list.items
    }

    #[inline]
    pub(crate) fn bytes(&self, range: Bytes) -> &[u8] {
        let all = if range.is_decoded() { self.list.decoded.as_slice() } else { &self.chunk };
        let start = range.start as usize;
        all.get(start..start + range.len()).unwrap_or_default()
    }

    /// Returns the last `N` operands, if they are numbers. Operands before them are ignored, as in viewers.
    #[inline]
    pub(crate) fn numbers<const N: usize>(&self) -> Option<[f64; N]> {
        let start = self.items().len().checked_sub(N)?;
        let mut numbers = [0.0; N];
        for (slot, item) in numbers.iter_mut().zip(self.items().get(start..)?) {
            let Operand::Number(value) = *item else { return None };
            *slot = value;
        }
        Some(numbers)
    }

    /// Returns the last operand, if it is a number.
    #[inline]
    pub(crate) fn number(&self) -> Option<f64> {
        self.numbers::<1>().map(|[number]| number)
    }

    /// Returns the first operand that is a name.
    pub(crate) fn name(&self) -> Option<&[u8]> {
        self.items().iter().find_map(|item| match item {
            Operand::Name(range) => Some(self.bytes(*range)),
            _ => None,
        })
    }

    /// Returns the last operand, if it is a name.
    pub(crate) fn last_name(&self) -> Option<&[u8]> {
        match self.items().last()? {
            Operand::Name(range) => Some(self.bytes(*range)),
            _ => None,
        }
    }

    /// Returns the last operand, if it is a string.
    pub(crate) fn last_string(&self) -> Option<&[u8]> {
        match self.items().last()? {
            Operand::String(range) => Some(self.bytes(*range)),
            _ => None,
        }
    }

    /// Returns the operand that follows a name inside a dictionary.
    pub(crate) fn after_name(&self, name: &[u8]) -> Option<Operand> {
        let at = self
            .items()
            .iter()
            .position(|item| matches!(item, Operand::Name(key) if self.bytes(*key) == name))?;
        self.items().get(at + 1).copied()
    }

    /// Returns the value after a name inside a dictionary: the items of an array, or a single one.
    fn values_after(&self, name: &[u8]) -> impl Iterator<Item = Operand> + '_ {
        let is_key = |item: &Operand| matches!(item, Operand::Name(key) if self.bytes(*key) == name);
        let start = self.items().iter().position(is_key).map_or(self.items().len(), |at| at + 1);
        let values = self.items().get(start..).unwrap_or_default();
        let is_array = values.first() == Some(&Operand::ArrayOpen);
        let (skipped, most) = if is_array { (1, values.len()) } else { (0, 1) };
        values.iter().skip(skipped).take(most).take_while(|item| **item != Operand::ArrayClose).copied()
    }

    /// Returns the names after a name inside a dictionary.
    pub(crate) fn names_after(&self, name: &[u8]) -> impl Iterator<Item = &[u8]> + '_ {
        self.values_after(name).filter_map(|value| match value {
            Operand::Name(range) => Some(self.bytes(range)),
            _ => None,
        })
    }

    /// Returns the strings after a name inside a dictionary.
    pub(crate) fn strings_after(&self, name: &[u8]) -> impl Iterator<Item = &[u8]> + '_ {
        self.values_after(name).filter_map(|value| match value {
            Operand::String(range) => Some(self.bytes(range)),
            _ => None,
        })
    }

    /// Returns the numbers after a name inside a dictionary.
    pub(crate) fn numbers_after(&self, name: &[u8]) -> impl Iterator<Item = f64> + '_ {
        self.values_after(name).filter_map(|value| match value {
            Operand::Number(number) => Some(number),
            _ => None,
        })
    }

    /// Returns the number after one of some names inside a dictionary.
    pub(crate) fn number_after(&self, names: &[&[u8]]) -> Option<f64> {
        names.iter().find_map(|name| match self.after_name(name)? {
            Operand::Number(value) => Some(value),
            _ => None,
        })
    }
}
