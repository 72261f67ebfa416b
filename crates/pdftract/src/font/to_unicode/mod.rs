//! Parses a `/ToUnicode` CMap into a table from character codes to text.
//!
//! Codes are looked up by value, regardless of their width, because files write `<41>` for two-byte fonts and
//! `<0041>` for one-byte fonts. Mappings are returned unchanged; their usability is a separate question
//! ([`classify`]), since a private-use character is kept if nothing better is found. Parsing never fails: unreadable
//! entries are counted in [`ToUnicodeFacts`].

mod destination;
mod reading;
mod reject;

use std::sync::Arc;

use self::reject::classify_char;
pub(crate) use self::reject::{Reject, classify};
use super::cmap::CMapLimits;
use super::cmap::code_ranges::{CodeRanges, CodeRangesBuilder, Hit};
use super::cmap::use_cmap::{self, Inheritance, Inherits};

/// Marks the value of a range as an index into the texts; without it the value is a code point.
const TEXT: u32 = 1 << 31;

/// The mapping of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mapped<'a> {
    /// One character.
    Char(char),
    /// Several characters.
    Text(&'a str),
    /// Several characters, the last of which was incremented along a range.
    Counted {
        /// All but the last.
        head: &'a str,
        /// The last character.
        last: char,
    },
    /// A glyph name, to be looked up in the glyph list.
    Name(&'a str),
    /// The code is mapped to something that is not text.
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

    /// Returns the reason why the text counts as missing, if it does.
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

/// Counts of the parsing, for diagnostics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ToUnicodeFacts {
    /// Ranges kept; a single code is a range of one.
    pub(crate) entries: usize,
    /// Unreadable entries.
    pub(crate) damaged: usize,
    /// Destinations in forms other than UTF-16BE that were decoded.
    pub(crate) repaired: usize,
    /// Ranges that increment the last byte of the destination beyond 255, which ISO 32000 leaves undefined.
    pub(crate) overflows: usize,
    /// Entries beyond [`CMapLimits`].
    pub(crate) dropped: usize,
    /// Entries of `cidchar` and `cidrange`, whose numbers were treated as code points.
    pub(crate) cid_entries: usize,
    /// `true` if all destinations were decoded as UTF-8.
    pub(crate) utf8: bool,
    /// The width in bytes of the widest mapped code.
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
    /// A text, split into all but the last character and the last one.
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
    /// Parses a `/ToUnicode` stream. Call [`link`](Self::link) next if [`use_cmap`](Self::use_cmap) names another.
    pub(crate) fn parse(bytes: &[u8], limits: &CMapLimits) -> Self {
        reading::read(bytes, *limits)
    }

    /// Returns the map for `/ToUnicode /Identity-H`: the code is the UTF-16BE value.
    pub(crate) fn identity() -> Self {
        let mut builder = CodeRangesBuilder::default();
        builder.push(0, 0xFFFF, 0);
        let facts = ToUnicodeFacts { entries: 1, code_bytes: 2, ..ToUnicodeFacts::default() };
        Self { ranges: builder.finish(), facts, ..Self::default() }
    }

    /// Looks up a code here, then in the ancestors; returns `None` if it is not listed.
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

    /// Returns the first `most` mapped codes, here or in the ancestors.
    pub(crate) fn codes(&self, most: usize) -> impl Iterator<Item = u32> + '_ {
        let ancestors = self.ancestors.iter().flat_map(|ancestor| ancestor.ranges.codes());
        self.ranges.codes().chain(ancestors).take(most)
    }

    /// Returns `true` if no code is mapped, here or in the ancestors.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.ancestors.iter().all(|ancestor| ancestor.ranges.is_empty())
    }

    /// Resolves the ancestors by name. `resolve` need not link the maps that it returns.
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

    /// Sets the parent named by `/UseCMap` in the stream dictionary, unless the stream itself names one.
    pub(crate) fn set_use_cmap(&mut self, name: &[u8]) {
        self.use_cmap.get_or_insert_with(|| name.to_vec());
    }

    /// Returns the counts of the parsing.
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

/// Increments a code point. Surrogates are rejected but counted, so that `<0000> <FFFF> <0000>`, which many files
/// have, stays the identity beyond them.
fn counted(first: u32, offset: u32) -> Result<char, Reject> {
    let scalar = first.checked_add(offset).ok_or(Reject::Noncharacter)?;
    match scalar {
        0xD800..=0xDFFF => Err(Reject::LoneSurrogate),
        _ => char::from_u32(scalar).ok_or(Reject::Noncharacter),
    }
}

#[cfg(test)]
mod tests;
