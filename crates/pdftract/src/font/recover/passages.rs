//! Text in which some codes are not understood yet: what is known, what is open, and where words end.

use std::collections::HashMap;
use std::sync::Arc;

use super::cascade::Resolved;
use crate::font::Font;
use crate::font::char_code::CharCode;

/// An element of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Token {
    /// The edge of a word or line.
    Edge,
    /// A character that is known.
    Known(char),
    /// A code that is not understood: an index into [`Passages::open`].
    Open(u32),
}

/// A code that is not understood, and its font as an index into [`Passages::fonts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct OpenCode {
    pub(crate) font: usize,
    pub(crate) code: CharCode,
}

/// The text of several pages.
#[derive(Default)]
pub(crate) struct Passages {
    pub(crate) fonts: Vec<Arc<Font>>,
    pub(crate) open: Vec<OpenCode>,
    pub(crate) tokens: Vec<Token>,
    index: HashMap<OpenCode, u32>,
}

/// Tokens that are looked at: some forty pages.
const MAX_TOKENS: usize = 120_000;

impl Passages {
    pub(crate) fn push(&mut self, token: Token) {
        let repeats_edge = token == Token::Edge && matches!(self.tokens.last(), None | Some(Token::Edge));
        if !repeats_edge && !self.is_full() {
            self.tokens.push(token);
        }
    }

    /// Adds a code that is not understood.
    pub(crate) fn push_open(&mut self, font: &Arc<Font>, code: CharCode) {
        let known = self.fonts.iter().position(|other| Arc::ptr_eq(other, font));
        let font = known.unwrap_or_else(|| {
            self.fonts.push(Arc::clone(font));
            self.fonts.len() - 1
        });
        let open = OpenCode { font, code };
        let next = u32::try_from(self.open.len()).unwrap_or(u32::MAX);
        let index = *self.index.entry(open).or_insert(next);
        if index == next {
            self.open.push(open);
        }
        self.push(Token::Open(index));
    }

    pub(crate) fn is_full(&self) -> bool {
        self.tokens.len() >= MAX_TOKENS
    }

    /// The text of one font under a reading of its codes. Other open codes count as edges, and so do codes that the
    /// reading leaves out.
    pub(crate) fn read(&self, font: usize, reading: impl Fn(CharCode) -> Option<char>) -> String {
        let mut text = String::new();
        for token in &self.tokens {
            match *token {
                Token::Edge => text.push(' '),
                Token::Known(character) => text.push(character),
                Token::Open(index) => {
                    let open = self.open.get(index as usize).filter(|open| open.font == font);
                    let character = open.and_then(|open| reading(open.code));
                    text.push(character.unwrap_or(' '));
                }
            }
        }
        text
    }

    /// The open codes of a font.
    pub(crate) fn codes_of(&self, font: usize) -> impl Iterator<Item = CharCode> + '_ {
        self.open.iter().filter(move |open| open.font == font).map(|open| open.code)
    }
}

/// What was found out: the meaning of codes, by the object of their font.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    by_code: HashMap<(u32, u32), Resolved>,
}

impl Answers {
    pub(crate) fn insert(&mut self, font: &Font, code: CharCode, resolved: Resolved) {
        if let Some(object) = font.object() {
            self.by_code.insert((object, code.value), resolved);
        }
    }

    pub(crate) fn get(&self, font: &Font, code: u32) -> Option<&Resolved> {
        self.by_code.get(&(font.object()?, code))
    }
}
