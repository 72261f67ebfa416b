//! What a font knows of each code, found once and kept: a table that fills as pages ask.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::char_code::CharCode;
use super::recover::cascade::Resolved;
use super::source::UnicodeSource;

/// What is known of one code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GlyphInfo {
    pub(crate) text: InfoText,
    pub(crate) source: UnicodeSource,
    pub(crate) confidence_percent: u8,
    /// In thousandths of an em.
    pub(crate) advance: f32,
}

/// The text of a code: one character, or several in the font's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InfoText {
    Char(char),
    Sequence(u32),
}

type Block = [OnceLock<GlyphInfo>; 256];

/// Codes of one and two bytes stand in blocks of 256; longer ones in a map.
pub(crate) struct GlyphTable {
    one_byte: Box<Block>,
    /// Not there in fonts whose codes have one byte.
    two_bytes: OnceLock<Box<[OnceLock<Box<Block>>; 256]>>,
    longer: Mutex<HashMap<CharCode, GlyphInfo>>,
    sequences: Mutex<Vec<Arc<str>>>,
}

fn block() -> Box<Block> {
    Box::new([const { OnceLock::new() }; 256])
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GlyphTable {
    pub(crate) fn new() -> Self {
        Self {
            one_byte: block(),
            two_bytes: OnceLock::new(),
            longer: Mutex::default(),
            sequences: Mutex::default(),
        }
    }

    /// The entry of a code, worked out if it is not there yet.
    #[inline]
    pub(crate) fn get(&self, code: CharCode, work_out: impl FnOnce() -> GlyphInfo) -> GlyphInfo {
        let [low, high, ..] = code.value.to_le_bytes();
        let slot = match code.len {
            0 | 1 => self.one_byte.get(usize::from(low)),
            2 => {
                let blocks = self.two_bytes.get_or_init(|| Box::new([const { OnceLock::new() }; 256]));
                let block = blocks.get(usize::from(high)).map(|slot| slot.get_or_init(block));
                block.and_then(|block| block.get(usize::from(low)))
            }
            _ => None,
        };
        match slot {
            Some(slot) => *slot.get_or_init(work_out),
            None => self.get_long(code, work_out),
        }
    }

    fn get_long(&self, code: CharCode, work_out: impl FnOnce() -> GlyphInfo) -> GlyphInfo {
        let known = lock(&self.longer).get(&code).copied();
        known.unwrap_or_else(|| {
            let info = work_out();
            *lock(&self.longer).entry(code).or_insert(info)
        })
    }

    /// Packs the ladder's answer.
    pub(crate) fn info(&self, resolved: &Resolved, advance: f32) -> GlyphInfo {
        let mut characters = resolved.text.chars();
        let text = match (characters.next(), characters.next()) {
            (Some(single), None) => InfoText::Char(single),
            _ => self.store(&resolved.text),
        };
        GlyphInfo { text, source: resolved.source, confidence_percent: resolved.confidence_percent, advance }
    }

    fn store(&self, text: &str) -> InfoText {
        let mut sequences = lock(&self.sequences);
        sequences.push(Arc::from(text));
        InfoText::Sequence(u32::try_from(sequences.len() - 1).unwrap_or(u32::MAX))
    }

    pub(crate) fn sequence(&self, index: usize) -> Option<Arc<str>> {
        lock(&self.sequences).get(index).cloned()
    }

    /// How many of the codes asked for came from which source.
    pub(crate) fn count_by_source(&self) -> Vec<(UnicodeSource, usize)> {
        let blocks = self.two_bytes.get().into_iter().flat_map(|blocks| blocks.iter());
        let blocks = blocks.filter_map(OnceLock::get).flat_map(|block| block.iter());
        let short = self.one_byte.iter().chain(blocks).filter_map(|slot| slot.get().map(|info| info.source));
        let longer: Vec<UnicodeSource> = lock(&self.longer).values().map(|info| info.source).collect();
        let all: Vec<UnicodeSource> = short.chain(longer).collect();
        let count = |source| all.iter().filter(|&&found| found == source).count();
        UnicodeSource::ALL
            .into_iter()
            .map(|source| (source, count(source)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }
}
