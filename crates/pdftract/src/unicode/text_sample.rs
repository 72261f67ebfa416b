//! Text with unresolved codes: known characters, open codes, and word edges.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use crate::font::char_code::CharCode;
use crate::font::type3::Placement;

/// An element of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Token {
    /// The edge of a word or line.
    Edge,
    /// A known character.
    Known(char),
    /// An unresolved code: an index into [`TextSample::open`].
    Open(u32),
}

/// An unresolved code, and the index of its font in [`TextSample::fonts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct OpenCode {
    pub(crate) font: usize,
    pub(crate) code: CharCode,
}

/// The text of several pages.
#[derive(Default)]
pub(crate) struct TextSample {
    pub(crate) fonts: Vec<Arc<ResolvedFont>>,
    pub(crate) open: Vec<OpenCode>,
    pub(crate) tokens: Vec<Token>,
    index: HashMap<OpenCode, u32>,
    /// By the low byte of a code, the index of the open code last added with it, which is tried before the map.
    recent: Vec<u32>,
    /// The positions of the open codes of each font among the tokens.
    places: Vec<Vec<usize>>,
    /// Fonts with resolved glyphs, and their texts.
    teachers: Vec<Teacher>,
    lessons: BTreeMap<(usize, u32), (CharCode, String)>,
    /// The placements of open codes without a baseline in lines, page by page.
    placements: HashMap<OpenCode, Vec<Placement>>,
}

/// A font with resolved glyphs.
struct Teacher {
    font: Arc<ResolvedFont>,
    /// A bit for each one-byte code whose text is stored: most are taught again by every page.
    taught: [u64; 4],
}

impl Teacher {
    /// Returns `true` if a code may not have been taught yet, and remembers that it is now.
    fn is_new(&mut self, code: u32) -> bool {
        let Some(bits) = self.taught.get_mut((code / u64::BITS) as usize) else { return true };
        let bit = 1 << (code % u64::BITS);
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }
}

/// The maximum number of resolved glyphs kept: about twenty text fonts.
const MOST_LESSONS: usize = 2_000;

/// The number of characters of a font's text that decide its encoding: two pages.
const SAMPLE: usize = 6_000;
/// The number of tokens on both sides of a code that form its context: a word or two.
const NEAR: usize = 12;

/// The number of open codes that are found without hashing: those of a font with codes of one byte.
const RECENT: usize = 256;

/// The maximum number of tokens: about forty pages.
const MAX_TOKENS: usize = 120_000;

impl TextSample {
    #[inline]
    pub(crate) fn push(&mut self, token: Token) {
        let repeats_edge = token == Token::Edge && matches!(self.tokens.last(), None | Some(Token::Edge));
        if !repeats_edge && !self.is_full() {
            self.tokens.push(token);
        }
    }

    /// Adds an unresolved code.
    pub(crate) fn push_open(&mut self, font: &Arc<ResolvedFont>, code: CharCode) {
        let known = self.fonts.iter().position(|other| Arc::ptr_eq(other, font));
        let font = known.unwrap_or_else(|| {
            self.fonts.push(Arc::clone(font));
            self.places.push(Vec::new());
            self.fonts.len() - 1
        });
        let is_kept = !self.is_full();
        if let Some(places) = self.places.get_mut(font).filter(|_| is_kept) {
            places.push(self.tokens.len());
        }
        let index = self.open_index(OpenCode { font, code });
        self.push(Token::Open(index));
    }

    /// Returns the index of an open code, which is added at its first occurrence.
    fn open_index(&mut self, open: OpenCode) -> u32 {
        if self.recent.is_empty() {
            self.recent = vec![0; RECENT];
        }
        let mut slot = self.recent.get_mut(open.code.value as usize % RECENT);
        if let Some(index) = slot.as_deref().copied()
            && self.open.get(index as usize) == Some(&open)
        {
            return index;
        }
        let next = u32::try_from(self.open.len()).unwrap_or(u32::MAX);
        let index = *self.index.entry(open).or_insert(next);
        if index == next {
            self.open.push(open);
        }
        if let Some(slot) = &mut slot {
            **slot = index;
        }
        index
    }

    /// Stores the placement of a code without a baseline in the lines of a page.
    pub(crate) fn push_placement(&mut self, font: &Arc<ResolvedFont>, code: CharCode, placement: Placement) {
        if let Some(font) = self.fonts.iter().position(|other| Arc::ptr_eq(other, font)) {
            self.placements.entry(OpenCode { font, code }).or_default().push(placement);
        }
    }

    /// Returns the placement of an open code on most pages; `None` for codes of fonts with a baseline.
    pub(crate) fn placement(&self, open: OpenCode) -> Option<Placement> {
        let mut seen = self.placements.get(&open)?.clone();
        seen.sort_unstable_by(|one, other| one.top.total_cmp(&other.top));
        seen.get(seen.len() / 2).copied()
    }

    /// Returns `true` if the codes of a font have no baseline: a letter has several codes there, one for each size.
    pub(crate) fn has_placements(&self, font: usize) -> bool {
        self.placements.keys().any(|open| open.font == font)
    }

    /// Stores the text of a resolved glyph.
    pub(crate) fn teach(&mut self, font: &Arc<ResolvedFont>, code: CharCode, text: impl FnOnce() -> String) {
        if self.lessons.len() >= MOST_LESSONS {
            return;
        }
        let known = self.teachers.iter().position(|teacher| Arc::ptr_eq(&teacher.font, font));
        let index = known.unwrap_or_else(|| {
            self.teachers.push(Teacher { font: Arc::clone(font), taught: [0; 4] });
            self.teachers.len() - 1
        });
        if self.teachers.get_mut(index).is_some_and(|teacher| teacher.is_new(code.value)) {
            self.lessons.entry((index, code.value)).or_insert_with(|| (code, text()));
        }
    }

    /// Returns the resolved glyphs: font, code and text.
    pub(crate) fn lessons(&self) -> impl Iterator<Item = (&ResolvedFont, CharCode, &str)> {
        self.lessons.iter().filter_map(|((teacher, _), (code, text))| {
            Some((self.teachers.get(*teacher)?.font.as_ref(), *code, text.as_str()))
        })
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.tokens.len() >= MAX_TOKENS
    }

    /// Returns the contexts of the codes of one font: the tokens within [`NEAR`] of them, at most [`SAMPLE`]. Text
    /// far from the font is irrelevant for it; an edge replaces each omitted stretch.
    pub(crate) fn sample(&self, font: usize) -> Vec<Token> {
        let mut sample = Vec::new();
        // The first token that has not been processed yet.
        let mut next = 0;
        for &place in self.places.get(font).into_iter().flatten() {
            if sample.len() >= SAMPLE {
                break;
            }
            let start = (place + 1).saturating_sub(NEAR).max(next);
            if start > next && next > 0 {
                sample.push(Token::Edge);
            }
            next = (place + NEAR + 1).min(self.tokens.len()).max(start);
            sample.extend_from_slice(self.tokens.get(start..next).unwrap_or_default());
        }
        if next > 0 && next < self.tokens.len() {
            sample.push(Token::Edge);
        }
        sample.truncate(SAMPLE);
        sample
    }

    /// Returns the text of a [`sample`](Self::sample) with the font's codes replaced by a reading. Other open codes,
    /// and codes that the reading omits, count as edges.
    pub(crate) fn read(
        &self,
        sample: &[Token],
        font: usize,
        reading: impl Fn(CharCode) -> Option<char>,
    ) -> String {
        let character = |token: &Token| match *token {
            Token::Edge => ' ',
            Token::Known(character) => character,
            Token::Open(index) => {
                let open = self.open.get(index as usize).filter(|open| open.font == font);
                open.and_then(|open| reading(open.code)).unwrap_or(' ')
            }
        };
        sample.iter().map(character).collect()
    }

    /// Returns the open codes of a font.
    pub(crate) fn codes_of(&self, font: usize) -> impl Iterator<Item = CharCode> + '_ {
        self.open.iter().filter(move |open| open.font == font).map(|open| open.code)
    }
}

/// The answers: texts of codes, by the object of their font.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    by_code: HashMap<(u32, u32), Resolved>,
}

impl Answers {
    pub(crate) fn insert(&mut self, font: &ResolvedFont, code: CharCode, resolved: Resolved) {
        if let Some(object) = font.object() {
            self.by_code.insert((object, code.value), resolved);
        }
    }

    pub(crate) fn get(&self, font: &ResolvedFont, code: u32) -> Option<&Resolved> {
        self.by_code.get(&(font.object()?, code))
    }
}
