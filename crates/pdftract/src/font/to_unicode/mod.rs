//! Turns the bytes of a `/ToUnicode` CMap into a table from character codes to text.
//!
//! Codes are looked up by value, whatever their width, because files write `<41>` for two-byte fonts and `<0041>` for
//! one-byte fonts. What a code maps to is returned as it stands; whether it is worth anything is a second question
//! ([`classify`]), since a private-use character is kept when nothing better is found. Nothing is refused: what
//! cannot be read is counted in [`ToUnicodeFacts`].

mod destination;
mod reading;
mod reject;

use std::sync::Arc;

use self::reject::classify_char;
pub(crate) use self::reject::{Reject, classify};
use super::cmap::CMapLimits;
use super::cmap::code_ranges::{CodeRanges, CodeRangesBuilder, Hit};
use super::cmap::use_cmap::{self, Inheritance, Inherits};

/// Marks a range's value as an index into the texts; without it the value is a code point.
const TEXT: u32 = 1 << 31;

/// What a code maps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mapped<'a> {
    /// One character.
    Char(char),
    /// Several characters.
    Text(&'a str),
    /// Several characters of which the last was counted up along a range.
    Counted {
        /// All but the last.
        head: &'a str,
        /// The last.
        last: char,
    },
    /// The name of a glyph, for the glyph list.
    Name(&'a str),
    /// The code is listed with something that is no text at all.
    Unusable(Reject),
}

impl Mapped<'_> {
    /// Appends the text; a name or an unusable value appends nothing.
    pub(crate) fn push_to(self, text: &mut String) {
        match self {
            Self::Char(char) => text.push(char),
            Self::Text(all) => text.push_str(all),
            Self::Counted { head, last } => {
                text.push_str(head);
                text.push(last);
            }
            Self::Name(_) | Self::Unusable(_) => {}
        }
    }

    /// Why the text counts as missing, if it does.
    pub(crate) fn reject(self) -> Option<Reject> {
        match self {
            Self::Char(char) => classify_char(char),
            Self::Text(text) => classify(text),
            Self::Counted { head, last } => classify(head).max(classify_char(last)),
            Self::Name(_) => None,
            Self::Unusable(reject) => Some(reject),
        }
    }
}

/// What was found while reading, for diagnostics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ToUnicodeFacts {
    /// Ranges kept; a single code is a range of one.
    pub(crate) entries: usize,
    /// Entries that cannot be read.
    pub(crate) damaged: usize,
    /// Destinations in another form than UTF-16BE that were understood.
    pub(crate) repaired: usize,
    /// Ranges that count the last byte of the destination beyond 255, which ISO 32000 leaves undefined.
    pub(crate) overflows: usize,
    /// Entries beyond [`CMapLimits`].
    pub(crate) dropped: usize,
    /// Entries of `cidchar` and `cidrange`, whose numbers were taken for code points.
    pub(crate) cid_entries: usize,
    /// Whether all destinations were read as UTF-8.
    pub(crate) utf8: bool,
    /// Bytes of the widest code that is mapped.
    pub(crate) code_bytes: u8,
}

/// A destination that is not a single code point.
#[derive(Debug, Clone, Copy)]
struct Stored {
    start: usize,
    end: usize,
    kind: StoredKind,
}

#[derive(Debug, Clone, Copy)]
enum StoredKind {
    /// All but the last character of the text, and that one.
    Text {
        head_end: usize,
        last: u32,
    },
    Name,
    Empty,
}

/// A font's table from codes to text.
#[derive(Debug, Clone, Default)]
pub(crate) struct ToUnicode {
    ranges: CodeRanges,
    stored: Vec<Stored>,
    pool: String,
    use_cmap: Option<Vec<u8>>,
    ancestors: Vec<Arc<ToUnicode>>,
    facts: ToUnicodeFacts,
}

impl ToUnicode {
    /// Returns the memory that the table takes, its ancestors aside.
    pub(crate) fn bytes(&self) -> usize {
        self.ranges.bytes() + self.stored.capacity() * size_of::<Stored>() + self.pool.capacity()
    }

    /// Reads a `/ToUnicode` stream. Follow with [`link`](Self::link) if [`use_cmap`](Self::use_cmap) names another.
    pub(crate) fn parse(bytes: &[u8], limits: &CMapLimits) -> Self {
        reading::read(bytes, *limits)
    }

    /// `/ToUnicode /Identity-H`: the code is the UTF-16BE value.
    pub(crate) fn identity() -> Self {
        let mut builder = CodeRangesBuilder::default();
        builder.push(0, 0xFFFF, 0);
        let facts = ToUnicodeFacts { entries: 1, code_bytes: 2, ..ToUnicodeFacts::default() };
        Self { ranges: builder.finish(), facts, ..Self::default() }
    }

    /// Returns what the code maps to, here or else in the ancestors; `None` if it is not listed.
    pub(crate) fn lookup(&self, code: u32) -> Option<Mapped<'_>> {
        self.own(code).or_else(|| self.ancestors.iter().find_map(|ancestor| ancestor.own(code)))
    }

    fn own(&self, code: u32) -> Option<Mapped<'_>> {
        let Hit { value, offset } = self.ranges.find(code)?;
        if value & TEXT == 0 {
            return Some(counted(value, offset).map_or_else(Mapped::Unusable, Mapped::Char));
        }
        let stored = self.stored.get((value ^ TEXT) as usize)?;
        let StoredKind::Text { head_end, last } = stored.kind else {
            let name = || self.pool.get(stored.start..stored.end).map(Mapped::Name);
            let empty = matches!(stored.kind, StoredKind::Empty);
            return if empty { Some(Mapped::Unusable(Reject::Empty)) } else { name() };
        };
        if offset == 0 {
            return self.pool.get(stored.start..stored.end).map(Mapped::Text);
        }
        let head = self.pool.get(stored.start..head_end)?;
        Some(counted(last, offset).map_or_else(Mapped::Unusable, |last| Mapped::Counted { head, last }))
    }

    /// Returns the first `most` codes that are mapped, here or in the ancestors.
    pub(crate) fn codes(&self, most: usize) -> impl Iterator<Item = u32> + '_ {
        let ancestors = self.ancestors.iter().flat_map(|ancestor| ancestor.ranges.codes());
        self.ranges.codes().chain(ancestors).take(most)
    }

    /// Returns whether no code is mapped, here or in the ancestors.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.ancestors.iter().all(|ancestor| ancestor.ranges.is_empty())
    }

    /// Gives the table its ancestors, which `resolve` finds by name. It need not link what it returns.
    pub(crate) fn link(&mut self, resolve: impl FnMut(&[u8]) -> Option<Arc<ToUnicode>>) -> Inheritance {
        let (line, inheritance) = use_cmap::follow(self.use_cmap.as_deref(), resolve);
        self.ancestors = line;
        inheritance
    }

    /// Returns the name given to `usecmap`.
    #[cfg(test)]
    pub(crate) fn use_cmap(&self) -> Option<&[u8]> {
        self.use_cmap.as_deref()
    }

    /// Names the parent that the stream dictionary's `/UseCMap` gives, unless the stream itself names one.
    pub(crate) fn set_use_cmap(&mut self, name: &[u8]) {
        self.use_cmap.get_or_insert_with(|| name.to_vec());
    }

    /// Returns what was found while reading.
    pub(crate) fn facts(&self) -> ToUnicodeFacts {
        self.facts
    }
}

impl Inherits for ToUnicode {
    fn use_cmap(&self) -> Option<&[u8]> {
        self.use_cmap.as_deref()
    }

    fn ancestors(&self) -> &[Arc<Self>] {
        &self.ancestors
    }
}

/// Counts a code point up. Surrogates are left out without closing the gap, so that `<0000> <FFFF> <0000>`, which
/// many files have, stays the identity beyond them.
fn counted(first: u32, offset: u32) -> Result<char, Reject> {
    let scalar = first.checked_add(offset).ok_or(Reject::Noncharacter)?;
    match scalar {
        0xD800..=0xDFFF => Err(Reject::LoneSurrogate),
        _ => char::from_u32(scalar).ok_or(Reject::Noncharacter),
    }
}

#[cfg(test)]
mod tests;
