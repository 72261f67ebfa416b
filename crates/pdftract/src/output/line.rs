//! Lines as they are written: cleaned, and joined where a hyphen divides a word.

use std::cell::OnceCell;

use crate::clean::line_end::{self, LineEnd, Words};
use crate::clean::{self, Cleaned, Context, SOFT_HYPHEN, mojibake};
use crate::content::{Glyph, PageGlyphs};
use crate::layout::line_text::{self, push_piece};
use crate::layout::{IndexRange, LayoutLine};
use crate::options::Hyphens;
use crate::quality::reading;
use crate::quality::wrong_code_page::is_misread;
use crate::structure::{Role, StructuredPage};

use super::number::small;

/// The lines of a page.
pub(super) struct Lines<'p> {
    page: &'p PageGlyphs,
    layout: &'p StructuredPage,
    /// Whether they are for plain text, not for records.
    plain: bool,
    /// Their texts, written when they are first asked for.
    texts: OnceCell<Texts>,
    /// The words of the page, gathered when a hyphen first asks for them.
    words: OnceCell<Words>,
    /// Whether the page is UTF-8 read as Windows-1252, found out when a line first looks like it.
    misread: OnceCell<bool>,
}

/// The texts of all lines of a page.
#[derive(Default)]
pub(super) struct Texts {
    text: String,
    /// Where the text of each line stands.
    places: Vec<IndexRange>,
}

impl Texts {
    /// The texts of some lines.
    pub(super) fn of(&self, lines: IndexRange) -> impl Iterator<Item = &str> {
        let places = lines.slice(&self.places).iter();
        places.filter_map(|place| self.text.get(place.start as usize..place.end as usize))
    }
}

/// A soft hyphen is seen when at least this part of it is free of the next glyph.
const SEEN_PART: f32 = 0.5;

impl<'p> Lines<'p> {
    pub(super) fn new(page: &'p PageGlyphs, layout: &'p StructuredPage, plain: bool) -> Self {
        Self { page, layout, plain, texts: OnceCell::new(), words: OnceCell::new(), misread: OnceCell::new() }
    }

    /// The texts of all lines, without line ends.
    pub(super) fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| {
            let mut text = String::with_capacity(self.layout.pieces.len() + self.layout.pieces.len() / 4);
            let places = self.layout.lines.iter().map(|line| {
                let start = small(text.len());
                self.push(line, &mut text);
                IndexRange { start, end: small(text.len()) }
            });
            Texts { places: places.collect(), text }
        })
    }

    /// Appends the text of a line, without a line end.
    pub(super) fn push(&self, line: &LayoutLine, out: &mut String) {
        let start = out.len();
        line_text::push_line(self.page, &self.layout.pieces, line, out);
        let raw = out.get(start..).unwrap_or_default();
        let seen = self.seen_hyphens(line, raw);
        let context = self.context(raw, &seen);
        clean::clean_from(start, out, &context);
    }

    /// The text of a line whose raw text is known.
    pub(super) fn clean(&self, line: &LayoutLine, raw: &str) -> Cleaned {
        let seen = self.seen_hyphens(line, raw);
        clean::clean(raw, &self.context(raw, &seen))
    }

    fn context<'c>(&'c self, raw: &str, seen_hyphens: &'c [u32]) -> Context<'c> {
        Context {
            seen_hyphens,
            misread: self.is_misread(raw),
            dictionary: self.layout.dictionary.as_deref().filter(|_| reads_well(raw)),
            ..Context::new(&self.layout.policy, self.plain)
        }
    }

    fn is_misread(&self, raw: &str) -> bool {
        !raw.is_ascii()
            && mojibake::utf8_sequences(raw) > 0
            && *self.misread.get_or_init(|| is_misread(self.page, self.layout))
            && mojibake::undone(raw).is_some()
    }

    /// What the end of a line of a block means, by its text and that of the next.
    pub(super) fn end(&self, role: Role, before: &str, after: &str) -> LineEnd {
        if self.layout.policy.hyphens == Hyphens::Keep || matches!(role, Role::Code | Role::Formula) {
            return LineEnd::Break;
        }
        line_end::judge(before, after, || self.words.get_or_init(|| self.words_of_page()))
    }

    fn words_of_page(&self) -> Words {
        let mut words = Words::default();
        let all = IndexRange { start: 0, end: small(self.layout.lines.len()) };
        self.texts().of(all).for_each(|line| words.add_line(line));
        words
    }

    /// Where soft hyphens stand in the raw text of a line that people see although the line goes on behind them.
    fn seen_hyphens(&self, line: &LayoutLine, raw: &str) -> Vec<u32> {
        let mut seen = Vec::new();
        if raw.is_ascii() || !raw.trim_end_matches([' ', SOFT_HYPHEN]).contains(SOFT_HYPHEN) {
            return seen;
        }
        let pieces = line.pieces.slice(&self.layout.pieces);
        let glyph =
            |index: usize| pieces.get(index).and_then(|piece| self.page.glyphs.get(piece.glyph as usize));
        let mut text = String::new();
        for (index, piece) in pieces.iter().enumerate() {
            push_piece(self.page, piece, 0, &mut text);
            if text.ends_with(SOFT_HYPHEN)
                && let (Some(hyphen), Some(next)) = (glyph(index), glyph(index + 1))
                && is_seen(hyphen, next)
            {
                seen.extend(u32::try_from(text.len() - SOFT_HYPHEN.len_utf8()));
            }
        }
        seen
    }
}

/// Letters of a line from which on it shows whether it reads well.
const ENOUGH_LETTERS: u32 = 16;
/// A line that is stranger than this in its language is no text whose words can be corrected.
const STRANGE: f64 = 0.3;

/// Whether the letters of a line are those of a language that we know, so that a wrong word is an exception.
fn reads_well(raw: &str) -> bool {
    let reading = reading::read(raw, None);
    reading.letters >= ENOUGH_LETTERS && reading.strangeness < STRANGE
}

/// Whether a glyph is a soft hyphen and takes room that the next one leaves free.
pub(super) fn is_seen(hyphen: &Glyph, next: &Glyph) -> bool {
    let free = (next.x - hyphen.x).hypot(next.y - hyphen.y);
    hyphen.text.character() == Some(SOFT_HYPHEN) && hyphen.advance > 0.0 && free >= hyphen.advance * SEEN_PART
}
