//! The operands that wait for their operator: a flat list, reused from one operator to the next.

/// One operand. Arrays and dictionaries stand as brackets in the list.
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

/// A range of [`Operands::bytes`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bytes {
    start: u32,
    len: u32,
}

/// More operands than this are dropped: a TJ array of a whole page has some thousands.
const MAX_OPERANDS: usize = 1 << 20;

/// The list.
#[derive(Debug, Default)]
pub(crate) struct Operands {
    items: Vec<Operand>,
    bytes: Vec<u8>,
    /// Some were dropped since the last [`take_overflow`](Self::take_overflow).
    overflow: bool,
}

impl Operands {
    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.bytes.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, operand: Operand) {
        if self.items.len() < MAX_OPERANDS {
            self.items.push(operand);
        } else {
            self.overflow = true;
        }
    }

    pub(crate) fn push_name(&mut self, raw: &[u8], decode: impl Fn(&[u8], &mut Vec<u8>)) {
        let bytes = self.store(raw, decode);
        self.push(Operand::Name(bytes));
    }

    pub(crate) fn push_string(&mut self, raw: &[u8], decode: impl Fn(&[u8], &mut Vec<u8>)) {
        let bytes = self.store(raw, decode);
        self.push(Operand::String(bytes));
    }

    /// A string without escapes.
    pub(crate) fn push_plain_string(&mut self, bytes: &[u8]) {
        self.push_string(bytes, |bytes, out| out.extend_from_slice(bytes));
    }

    #[inline]
    fn store(&mut self, raw: &[u8], decode: impl Fn(&[u8], &mut Vec<u8>)) -> Bytes {
        let start = self.bytes.len();
        if self.items.len() < MAX_OPERANDS {
            decode(raw, &mut self.bytes);
        }
        let small = |value| u32::try_from(value).unwrap_or(u32::MAX);
        Bytes { start: small(start), len: small(self.bytes.len() - start) }
    }

    /// Whether operands were dropped; asking resets it.
    pub(crate) fn take_overflow(&mut self) -> bool {
        std::mem::take(&mut self.overflow)
    }

    pub(crate) fn items(&self) -> &[Operand] {
        &self.items
    }

    pub(crate) fn bytes(&self, range: Bytes) -> &[u8] {
        let start = range.start as usize;
        self.bytes.get(start..start + range.len as usize).unwrap_or_default()
    }

    /// The last `N` operands, if they are numbers. What stands before them is ignored, as viewers do.
    #[inline]
    pub(crate) fn numbers<const N: usize>(&self) -> Option<[f64; N]> {
        let start = self.items.len().checked_sub(N)?;
        let mut numbers = [0.0; N];
        for (slot, item) in numbers.iter_mut().zip(self.items.get(start..)?) {
            let Operand::Number(value) = *item else { return None };
            *slot = value;
        }
        Some(numbers)
    }

    /// The last operand, if it is a number.
    #[inline]
    pub(crate) fn number(&self) -> Option<f64> {
        self.numbers::<1>().map(|[number]| number)
    }

    /// The first operand that is a name.
    pub(crate) fn name(&self) -> Option<&[u8]> {
        self.items.iter().find_map(|item| match item {
            Operand::Name(range) => Some(self.bytes(*range)),
            _ => None,
        })
    }

    /// The last operand, if it is a name.
    pub(crate) fn last_name(&self) -> Option<&[u8]> {
        match self.items.last()? {
            Operand::Name(range) => Some(self.bytes(*range)),
            _ => None,
        }
    }

    /// The last operand, if it is a string.
    pub(crate) fn last_string(&self) -> Option<&[u8]> {
        match self.items.last()? {
            Operand::String(range) => Some(self.bytes(*range)),
            _ => None,
        }
    }

    /// The operand that follows a name inside a dictionary.
    pub(crate) fn after_name(&self, name: &[u8]) -> Option<Operand> {
        let at = self
            .items
            .iter()
            .position(|item| matches!(item, Operand::Name(key) if self.bytes(*key) == name))?;
        self.items.get(at + 1).copied()
    }

    /// What stands behind a name inside a dictionary: the items of an array, or a single one.
    fn values_after(&self, name: &[u8]) -> impl Iterator<Item = Operand> + '_ {
        let is_key = |item: &Operand| matches!(item, Operand::Name(key) if self.bytes(*key) == name);
        let start = self.items.iter().position(is_key).map_or(self.items.len(), |at| at + 1);
        let values = self.items.get(start..).unwrap_or_default();
        let is_array = values.first() == Some(&Operand::ArrayOpen);
        let (skipped, most) = if is_array { (1, values.len()) } else { (0, 1) };
        values.iter().skip(skipped).take(most).take_while(|item| **item != Operand::ArrayClose).copied()
    }

    /// The names behind a name inside a dictionary.
    pub(crate) fn names_after(&self, name: &[u8]) -> impl Iterator<Item = &[u8]> + '_ {
        self.values_after(name).filter_map(|value| match value {
            Operand::Name(range) => Some(self.bytes(range)),
            _ => None,
        })
    }

    /// Returns the strings behind a name inside a dictionary.
    pub(crate) fn strings_after(&self, name: &[u8]) -> impl Iterator<Item = &[u8]> + '_ {
        self.values_after(name).filter_map(|value| match value {
            Operand::String(range) => Some(self.bytes(range)),
            _ => None,
        })
    }

    /// The numbers behind a name inside a dictionary.
    pub(crate) fn numbers_after(&self, name: &[u8]) -> impl Iterator<Item = f64> + '_ {
        self.values_after(name).filter_map(|value| match value {
            Operand::Number(number) => Some(number),
            _ => None,
        })
    }

    /// The number behind a name inside a dictionary.
    pub(crate) fn number_after(&self, names: &[&[u8]]) -> Option<f64> {
        names.iter().find_map(|name| match self.after_name(name)? {
            Operand::Number(value) => Some(value),
            _ => None,
        })
    }
}
