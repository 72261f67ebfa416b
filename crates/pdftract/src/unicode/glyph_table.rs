//! The table of codes of a font with their texts, filled on demand.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::candidate::AMBIGUOUS;
use super::glyph_traits::GlyphTraits;
use super::resolved::Resolved;
use super::source::UnicodeSource;
use crate::budget::{Account, Charge};
use crate::font::char_code::CharCode;

/// The data of a code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GlyphInfo {
    pub(crate) text: InfoText,
    pub(crate) source: UnicodeSource,
    pub(crate) confidence_percent: u8,
    /// The advance in thousandths of an em.
    pub(crate) advance: f32,
    /// The visible width in the same unit: the advance, unless that is meaningless.
    pub(crate) extent: f32,
    pub(crate) kind: GlyphKind,
    pub(crate) traits: GlyphTraits,
}

/// The placement of a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GlyphKind {
    /// In a cell as wide as its advance, on the baseline of the font, as nearly all glyphs are.
    Cell,
    /// In a cell of another width, or whose advance is negative.
    OtherCell,
    /// By the corner of its ink, without a baseline.
    Stamp,
    /// Not placed: it is blank, has no text, and only moves the pen.
    PenMove,
}

impl GlyphInfo {
    /// Returns `true` if the text is the most likely one for the shape, but others are possible.
    pub(crate) fn is_uncertain_shape(&self) -> bool {
        self.source == UnicodeSource::ShapeMatch && self.confidence_percent == AMBIGUOUS
    }
}

/// The text of a code: one character, or several in the font's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InfoText {
    Char(char),
    Sequence(u32),
}

type Block = [OnceLock<GlyphInfo>; 256];
/// The blocks of codes of two bytes by their first byte.
type Blocks = [OnceLock<Box<Block>>; 256];

/// The table: codes of one and two bytes are in blocks of 256, longer ones in a map.
pub(crate) struct GlyphTable {
    one_byte: Box<Block>,
    /// Missing in fonts with one-byte codes.
    two_bytes: OnceLock<Box<Blocks>>,
    longer: Mutex<HashMap<CharCode, GlyphInfo>>,
    sequences: Mutex<Vec<Arc<str>>>,
    /// What blocks are charged to, and what was charged.
    account: Account,
    charges: Mutex<Vec<Charge>>,
}

fn block() -> Box<Block> {
    Box::new([const { OnceLock::new() }; 256])
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The entries of one-byte codes that were worked out before.
#[derive(Clone, Copy)]
pub(crate) struct KnownBytes<'t> {
    block: &'t Block,
}

impl<'t> KnownBytes<'t> {
    #[inline(always)]
    pub(crate) fn get(self, byte: u8) -> Option<&'t GlyphInfo> {
        self.block.get(usize::from(byte)).and_then(OnceLock::get)
    }
}

/// The entries of codes of two bytes that were worked out before. The block of the last code is kept at hand: nearly all
/// codes of a line have the same first byte.
pub(crate) struct KnownPairs<'t> {
    blocks: &'t OnceLock<Box<Blocks>>,
    /// The first byte of the codes of the last block.
    high: u8,
    block: Option<&'t Block>,
}

impl<'t> KnownPairs<'t> {
    #[inline(always)]
    pub(crate) fn get(&mut self, [high, low]: [u8; 2]) -> Option<&'t GlyphInfo> {
        let block = match self.block {
            Some(block) if self.high == high => block,
            _ => self.turn_to(high)?,
        };
        block.get(usize::from(low)).and_then(OnceLock::get)
    }

    #[inline(never)]
    fn turn_to(&mut self, high: u8) -> Option<&'t Block> {
        self.high = high;
        self.block = self.blocks.get()?.get(usize::from(high))?.get().map(AsRef::as_ref);
        self.block
    }
}

impl GlyphTable {
    pub(crate) fn new(account: Account) -> Self {
        Self {
            one_byte: block(),
            two_bytes: OnceLock::new(),
            longer: Mutex::default(),
            sequences: Mutex::default(),
            account,
            charges: Mutex::default(),
        }
    }

    /// Returns the entry of a code, computing it if necessary.
    #[inline]
    pub(crate) fn get(&self, code: CharCode, work_out: impl FnOnce() -> GlyphInfo) -> GlyphInfo {
        let [low, high, ..] = code.value.to_le_bytes();
        let slot = match code.len {
            0 | 1 => self.one_byte.get(usize::from(low)),
            2 => {
                let blocks = self.two_bytes.get_or_init(|| Box::new([const { OnceLock::new() }; 256]));
                let block = blocks
                    .get(usize::from(high))
                    .and_then(|slot| slot.get().map(AsRef::as_ref).or_else(|| self.add_block(slot)));
                let Some(block) = block else { return work_out() };
                block.get(usize::from(low))
            }
            _ => None,
        };
        match slot {
            Some(slot) => *slot.get_or_init(work_out),
            None => self.get_long(code, work_out),
        }
    }

    /// Adds a block for 256 codes; `None` when there is no memory left for it. Its codes are then worked out each time.
    #[cold]
    fn add_block<'t>(&self, slot: &'t OnceLock<Box<Block>>) -> Option<&'t Block> {
        let charge = self.account.charge(size_of::<Block>()).ok()?;
        lock(&self.charges).push(charge);
        Some(slot.get_or_init(block).as_ref())
    }

    /// Returns the entries of one-byte codes.
    #[inline]
    pub(crate) fn known_bytes(&self) -> KnownBytes<'_> {
        KnownBytes { block: &self.one_byte }
    }

    /// Returns the entries of codes of two bytes.
    #[inline]
    pub(crate) fn known_pairs(&self) -> KnownPairs<'_> {
        KnownPairs { blocks: &self.two_bytes, high: 0, block: None }
    }

    fn get_long(&self, code: CharCode, work_out: impl FnOnce() -> GlyphInfo) -> GlyphInfo {
        let known = lock(&self.longer).get(&code).copied();
        known.unwrap_or_else(|| {
            let info = work_out();
            *lock(&self.longer).entry(code).or_insert(info)
        })
    }

    /// Packs the result of the ladder.
    pub(crate) fn info(&self, resolved: &Resolved, advance: f32) -> GlyphInfo {
        let mut characters = resolved.text.chars();
        let (first, second) = (characters.next(), characters.next());
        let character = first.filter(|_| second.is_none());
        let text = character.map_or_else(|| self.store(&resolved.text), InfoText::Char);
        GlyphInfo {
            text,
            source: resolved.source,
            confidence_percent: resolved.confidence_percent,
            advance,
            extent: advance,
            kind: if advance >= 0.0 { GlyphKind::Cell } else { GlyphKind::OtherCell },
            traits: GlyphTraits::of_code(character, resolved.source),
        }
    }

    fn store(&self, text: &str) -> InfoText {
        let mut sequences = lock(&self.sequences);
        sequences.push(Arc::from(text));
        InfoText::Sequence(u32::try_from(sequences.len() - 1).unwrap_or(u32::MAX))
    }

    pub(crate) fn sequence(&self, index: usize) -> Option<Arc<str>> {
        lock(&self.sequences).get(index).cloned()
    }

    /// Returns the number of used codes by source. `settled` returns the source of codes that were resolved later.
    pub(crate) fn count_by_source(
        &self,
        settled: impl Fn(u32) -> Option<UnicodeSource>,
    ) -> Vec<(UnicodeSource, usize)> {
        let source = |(code, info): (u32, GlyphInfo)| settled(code).unwrap_or(info.source);
        let two_bytes = self.two_bytes.get().into_iter().flat_map(|blocks| (0_u32..).zip(blocks.iter()));
        let two_bytes = two_bytes.filter_map(|(high, block)| Some((high << 8, block.get()?)));
        let blocks = std::iter::once((0, &self.one_byte)).chain(two_bytes);
        let short = blocks.flat_map(|(start, block)| {
            (start..).zip(block.iter()).filter_map(|(code, slot)| Some((code, *slot.get()?)))
        });
        let longer: Vec<(u32, GlyphInfo)> =
            lock(&self.longer).iter().map(|(code, info)| (code.value, *info)).collect();
        let all: Vec<UnicodeSource> = short.chain(longer).map(source).collect();
        let count = |source| all.iter().filter(|&&found| found == source).count();
        UnicodeSource::ALL
            .into_iter()
            .map(|source| (source, count(source)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_codes_are_those_that_were_worked_out() {
        let table = GlyphTable::new(Account::unlimited());
        let info =
            |character: &str| table.info(&Resolved::new(character, UnicodeSource::ToUnicode, 100), 500.0);
        let mut pairs = table.known_pairs();
        assert_eq!(pairs.get([0, b'A']), None);
        for (value, text) in [(0x41, "a"), (0x141, "b"), (0x142, "c")] {
            table.get(CharCode { value, len: 2 }, || info(text));
        }
        table.get(CharCode { value: 0x41, len: 1 }, || info("d"));
        let mut text = |pair| pairs.get(pair).map(|info| info.text);
        // From one block to another and back, also to one that does not exist.
        assert_eq!(text([0, 0x41]), Some(InfoText::Char('a')));
        assert_eq!(text([1, 0x41]), Some(InfoText::Char('b')));
        assert_eq!((text([2, 0x41]), text([1, 0x43])), (None, None));
        assert_eq!(text([1, 0x42]), Some(InfoText::Char('c')));
        assert_eq!(text([0, 0x41]), Some(InfoText::Char('a')));
        assert_eq!(table.known_bytes().get(0x41).map(|info| info.text), Some(InfoText::Char('d')));
        assert_eq!(table.known_bytes().get(0x42), None);
    }
}
