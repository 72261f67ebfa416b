//! Markers of footnotes: the raised number at the beginning of a line is not part of its first word.

use super::glyph_class::Kind;
use super::model::{BaselineShift, Gap};

/// The facts of a glyph that matter at the start of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lead {
    /// The gap before it.
    pub(super) gap: Gap,
    /// Its shift from the baseline.
    pub(super) shift: BaselineShift,
    /// Its first character that is not a mark.
    pub(super) character: Option<char>,
    /// The kind of that character.
    pub(super) kind: Kind,
}

impl Lead {
    /// Returns `true` if it is raised by its position, or is a superscript character of its own.
    fn is_raised(&self) -> bool {
        let by_character = |c: char| matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹');
        self.shift == BaselineShift::Super || self.character.is_some_and(by_character)
    }

    fn is_digit(&self) -> bool {
        self.character.is_some_and(|c| c.is_ascii_digit())
    }
}

/// Returns the index in a line of the glyph that must be separated from a raised number before it, if there is one.
pub(super) fn behind_marker(line: impl Iterator<Item = Lead>) -> Option<usize> {
    let (mut begins, mut has_raised) = (None, false);
    for (index, lead) in line.enumerate() {
        let is_raised = lead.is_raised();
        if lead.gap == Gap::None && (is_raised || lead.is_digit()) {
            begins.get_or_insert(is_raised);
            has_raised |= is_raised;
            continue;
        }
        // Some fonts have raised characters for some digits only; then a letter must follow, since 2² is a power.
        let is_apart = begins == Some(true) || (has_raised && lead.kind.is(Kind::LETTER));
        return (is_apart && lead.gap == Gap::None && !lead.kind.is(Kind::SPACE)).then_some(index);
    }
    None
}
