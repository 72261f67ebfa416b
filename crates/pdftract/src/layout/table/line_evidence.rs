//! Evidence against tables in their lines alone, which is cheaper than columns and cells and refutes most candidates.

use super::evidence::{Found, MARKER_WIDTH};
use super::word::{TextLine, Word};

/// What lines show that tables do not have, as counts of lines and words.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LineEvidence {
    lines: usize,
    /// The lines with several texts.
    several: usize,
    /// The lines that consist of a narrow marker and a text.
    items: usize,
    /// The lines with several texts that are running text with wide spaces.
    stretched: usize,
    /// The entries of a table of contents.
    entries: usize,
    /// The lines that begin in a monospaced font.
    fixed: usize,
    /// The lines with signs of programs.
    code: usize,
    /// The lines with signs of formulas.
    formulas: usize,
    words: usize,
    /// The words that are signs of formulas.
    signs: usize,
    operators: usize,
    /// The words that are as short as variables.
    short: usize,
}

/// A formula has at least this many signs that tables hardly have.
const FORMULA_SIGNS: usize = 3;
/// A formula without such signs has at most this many lines, most of them numerators, denominators and limits.
const FORMULA_LINES: usize = 12;
/// Text this much smaller than the line below it, and close to it, annotates it.
const RUBY_SIZE: f32 = 0.65;
/// The distance of such text from the line below, in sizes of that.
const RUBY_DISTANCE: f32 = 1.2;

impl LineEvidence {
    /// Returns what one line shows.
    pub(super) fn of_line(line: &TextLine) -> Self {
        let is_several = line.runs.len() > 1;
        let is_item = match line.runs.as_slice() {
            [marker, _] => marker.u1 - marker.u0 < MARKER_WIDTH * line.size,
            _ => false,
        };
        let mut own = Self {
            lines: 1,
            several: usize::from(is_several),
            items: usize::from(is_item),
            stretched: usize::from(is_several && line.is_stretched()),
            entries: usize::from(line.is_contents_entry()),
            fixed: usize::from(line.words.first().is_some_and(|word| word.is_fixed)),
            words: line.words.len(),
            ..Self::default()
        };
        line.words.iter().for_each(|word| own.count(word));
        (own.code, own.formulas) = (own.code.min(1), own.formulas.min(1));
        own
    }

    fn count(&mut self, word: &Word) {
        let word = word.spelling();
        self.short += usize::from(word.is_short());
        if !word.may_have_signs() {
            return;
        }
        let is_sign = word.is_formula_sign();
        self.code += usize::from(word.has_code_sign());
        self.formulas += usize::from(is_sign || word.has_operator());
        self.signs += usize::from(is_sign);
        self.operators += usize::from(word.is_operator());
    }

    /// Returns what several lines show together.
    pub(super) fn of_lines(lines: &[TextLine]) -> Self {
        lines.iter().map(Self::of_line).fold(Self::default(), Self::with)
    }

    /// Returns what two groups of lines show together.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            lines: self.lines + other.lines,
            several: self.several + other.several,
            items: self.items + other.items,
            stretched: self.stretched + other.stretched,
            entries: self.entries + other.entries,
            fixed: self.fixed + other.fixed,
            code: self.code + other.code,
            formulas: self.formulas + other.formulas,
            words: self.words + other.words,
            signs: self.signs + other.signs,
            operators: self.operators + other.operators,
            short: self.short + other.short,
        }
    }

    /// Returns whether lines with this evidence cannot be a table.
    pub(super) fn refutes(&self, found: Found) -> bool {
        self.is_list()
            || self.is_formula()
            || self.stretched * 2 > self.several
            || self.is_contents()
            || (found == Found::ByWhite && self.is_listing())
    }

    /// Returns `true` if the lines are list items, at any depth: a narrow marker and its text.
    fn is_list(&self) -> bool {
        self.items * 5 >= self.several * 4
    }

    /// Returns whether a line is a list item or has a single text.
    pub(super) fn is_item_or_single(&self) -> bool {
        self.items == self.several
    }

    /// Returns whether lines are those of a program: most begin in a monospaced font, and half have signs of programs.
    fn is_listing(&self) -> bool {
        self.fixed * 4 >= self.lines * 3 && self.code * 2 >= self.lines
    }

    /// Returns whether most lines are entries of a table of contents: dots lead to one number.
    fn is_contents(&self) -> bool {
        self.entries > 2 && self.entries * 2 > self.lines
    }

    /// Returns whether lines are a displayed formula: at least two in five have signs of formulas, or there are few lines of
    /// variables and operators.
    fn is_formula(&self) -> bool {
        if self.signs >= FORMULA_SIGNS && self.formulas * 5 >= self.lines * 2 {
            return true;
        }
        self.lines <= FORMULA_LINES
            && self.operators > 0
            && self.formulas * 4 >= self.lines
            && self.short * 3 >= self.words * 2
            && self.operators * 8 >= self.words
    }
}

/// Returns whether a quarter of the lines or more annotate the line below them.
pub(super) fn has_ruby(lines: &[TextLine]) -> bool {
    let is_ruby = |pair: &&[TextLine]| match pair {
        [small, base] => small.size < RUBY_SIZE * base.size && base.v - small.v < RUBY_DISTANCE * base.size,
        _ => false,
    };
    lines.windows(2).filter(is_ruby).count() * 4 >= lines.len()
}
