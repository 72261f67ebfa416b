//! Builds the text of a page: cleans its lines and decides how each continues on the next.

use std::cell::OnceCell;

use super::clean::control::{UpperControls, is_upper_control, may_have_controls_or_soft_hyphens};
use super::clean::{self, Context, OffsetMap, TextForm, mojibake};
use super::korean;
use super::line_end::{self, LineEnd, Words};
use super::model::{Continuation, TextLine, TextPage};
use super::soft_hyphen_ink::seen_hyphens;
use super::wrong_code_page::is_misread;
use crate::char_class::ends_in_hyphen;
use crate::clock;
use crate::content::PageGlyphs;
use crate::knowledge::Dictionary;
use crate::language::fit::language_fit;
use crate::layout::{IndexRange, LayoutLine, line_text};
use crate::options::{Hyphens, TextPolicy};
use crate::structure::{Role, StructuredPage};

/// The rules by which the glyphs of a page become text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextRules<'r> {
    /// The caller's policy.
    pub(crate) policy: &'r TextPolicy,
    /// The word list for spelling correction.
    pub(crate) dictionary: Option<&'r Dictionary>,
    /// Returns the probability that a text is correct, from 0 to 1; decides between two decodings of the same bytes.
    pub(crate) plausibility: fn(&str) -> f64,
}

/// Returns the text of a laid-out page.
pub(crate) fn page(glyphs: &PageGlyphs, layout: &StructuredPage, rules: TextRules<'_>) -> TextPage {
    let mut page = TextPage {
        text: String::with_capacity(layout.pieces.len() + layout.pieces.len() / 4),
        lines: Vec::with_capacity(layout.lines.len()),
        ..TextPage::default()
    };
    let cleaner =
        Cleaner { glyphs, layout, rules, misread: OnceCell::new(), stray_controls: OnceCell::new() };
    for (index, line) in (0u32..).zip(&layout.lines).take_while(|_| !clock::is_over_often()) {
        let start = page.text.len();
        let offsets = cleaner.push_line(index, line, &mut page.text);
        if let Some(offsets) = offsets {
            page.offsets.push((index, offsets));
        }
        page.lines.push(TextLine { range: range(start, page.text.len()), ..TextLine::default() });
    }
    LineEnds { layout, policy: rules.policy, words: OnceCell::new() }.find(&mut page);
    page
}

fn range(start: usize, end: usize) -> IndexRange {
    let small = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    IndexRange { start: small(start), end: small(end) }
}

/// Writes clean lines.
struct Cleaner<'p> {
    glyphs: &'p PageGlyphs,
    layout: &'p StructuredPage,
    rules: TextRules<'p>,
    /// `true` if the page is UTF-8 decoded as Windows-1252; determined when a line first looks like it.
    misread: OnceCell<bool>,
    /// Whether controls of the page are no bytes of code page 1252, determined when a line first has one.
    stray_controls: OnceCell<bool>,
}

impl Cleaner<'_> {
    /// Appends the clean text of a line; returns its offset map if offsets changed.
    fn push_line(&self, index: u32, line: &LayoutLine, out: &mut String) -> Option<OffsetMap> {
        let start = out.len();
        self.layout.push_line(self.glyphs, index, line, out);
        let raw = out.get(start..).unwrap_or_default();
        if self.rules.dictionary.is_none() && clean::is_plain(raw) {
            line_text::trim_line(start, out);
            return None;
        }
        let may_need_repair = may_have_controls_or_soft_hyphens(raw);
        let seen_hyphens =
            if may_need_repair { seen_hyphens(self.glyphs, self.layout, line, raw) } else { Vec::new() };
        let context = Context {
            seen_hyphens: &seen_hyphens,
            misread: self.is_misread(raw),
            stray_controls: may_need_repair && self.has_stray_controls(raw),
            dictionary: self.rules.dictionary.filter(|_| reads_well(raw)),
            ..Context::new(self.rules.policy, TextForm::Record)
        };
        let offsets = clean::clean_from(start, out, &context);
        // Cleaning may have removed characters after the last space.
        line_text::trim_line(start, out);
        (!offsets.is_identity()).then_some(offsets)
    }

    fn has_stray_controls(&self, raw: &str) -> bool {
        raw.chars().any(is_upper_control)
            && *self.stray_controls.get_or_init(|| self.upper_controls().are_stray())
    }

    /// Counts the controls of the whole page: a line has too few to show what they are.
    fn upper_controls(&self) -> UpperControls {
        let mut controls = UpperControls::default();
        let mut text = String::new();
        for line in &self.layout.lines {
            text.clear();
            line_text::push_line(self.glyphs, &self.layout.pieces, line, &mut text);
            controls.add(&text);
        }
        controls
    }

    fn is_misread(&self, raw: &str) -> bool {
        mojibake::utf8_sequences(raw) > 0
            && *self.misread.get_or_init(|| is_misread(self.glyphs, self.layout, self.rules.plausibility))
            && mojibake::undone(raw).is_some()
    }
}

/// The number of letters from which the language fit of a line is meaningful.
const ENOUGH_LETTERS: u32 = 16;
/// Words of a line with a greater strangeness in its language are not corrected.
const STRANGE: f64 = 0.3;

/// Returns `true` if the letters of a line fit a known language, so that a wrong word is an exception.
fn reads_well(raw: &str) -> bool {
    let reading = language_fit(raw, None);
    reading.letters >= ENOUGH_LETTERS && reading.strangeness < STRANGE
}

/// Decides how lines continue, with the words of the page.
struct LineEnds<'p> {
    layout: &'p StructuredPage,
    policy: &'p TextPolicy,
    /// The words of the page, collected when a hyphen first needs them.
    words: OnceCell<Words>,
}

impl LineEnds<'_> {
    fn find(&self, page: &mut TextPage) {
        for block in self.layout.blocks.iter().take_while(|_| !clock::is_over_often()) {
            match self.layout.whole_table(block) {
                Some(table) => {
                    table.cells.iter().for_each(|cell| self.find_in(cell.lines, Role::Table, page));
                }
                None => self.find_in(block.lines, block.role, page),
            }
        }
        self.find_continuations(page);
    }

    /// Decides for consecutive lines in a block or cell.
    fn find_in(&self, lines: IndexRange, role: Role, page: &mut TextPage) {
        let mut last: Option<u32> = None;
        for index in lines.start..lines.end {
            let line = page.line(index);
            if line.range.is_empty() {
                continue;
            }
            if let Some(before) = last.replace(index) {
                let (text, next) = (page.line_text(before), page.slice(line.range));
                if line_end::is_between_words(text, next) {
                    continue;
                }
                let is_unspaced = line_end::is_unspaced(text, next)
                    || korean::is_inside_word(text, next, role == Role::Table, || {
                        self.words.get_or_init(|| words_of(page))
                    });
                let end = self.judge(role, text, next, page);
                if let Some(line) = page.lines.get_mut(before as usize) {
                    *line = TextLine { end, is_unspaced, ..*line };
                }
            }
        }
    }

    /// Decides for paragraphs that end in a hyphen. There may be running headers between them.
    fn find_continuations(&self, page: &mut TextPage) {
        if self.policy.hyphens == Hyphens::Keep {
            return;
        }
        let mut open: Option<(u32, u32)> = None;
        for (index, block) in (0u32..).zip(&self.layout.blocks) {
            let Some(first) = page.lines_with_text(block.lines).next() else { continue };
            if block.role.is_furniture() {
                continue;
            }
            if let Some((before, line)) = open.take() {
                let next = (block.role == Role::Paragraph).then_some(index);
                let end = next.map_or(LineEnd::Pending, |_| {
                    self.judge(block.role, page.line_text(line), page.line_text(first), page)
                });
                page.continuations.push(Continuation { block: before, next, end });
            }
            let last = page.lines_with_text(block.lines).last().filter(|_| block.role == Role::Paragraph);
            open = last.filter(|&line| ends_in_hyphen(page.line_text(line))).map(|line| (index, line));
        }
        let at_page_end = open.map(|(block, _)| Continuation { block, next: None, end: LineEnd::Pending });
        page.continuations.extend(at_page_end);
    }

    #[inline]
    fn judge(&self, role: Role, before: &str, after: &str, page: &TextPage) -> LineEnd {
        let joins = self.policy.hyphens == Hyphens::Join && !matches!(role, Role::Code | Role::Formula);
        if !joins || !ends_in_hyphen(before) {
            return LineEnd::Break;
        }
        line_end::judge(before, after, || self.words.get_or_init(|| words_of(page)))
    }
}

fn words_of(page: &TextPage) -> Words {
    Words::of_lines(page.lines.iter().map(|line| page.slice(line.range)))
}
