//! The letters of Arabic script: their dots, their bodies, and the glyphs of a font that are forms of them.

use super::letter_marks::Marks;
use super::resolved_font::ResolvedFont;
use crate::clock;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::outline::Outline;
use crate::font::program::FontProgram;
use crate::language::Script;
use crate::language::model::{self, Language};

/// The cost, in steps, of a letter with other dots or another body than the glyph.
pub(super) const UNLIKE: i32 = 14;

/// The cost, in steps, of a ligature, or of a letter whose forms are other glyphs.
pub(super) const RARE: i32 = 4;

/// Ligatures that fonts draw with one glyph.
pub(super) const LIGATURES: [&str; 4] = ["لا", "لأ", "لإ", "لآ"];

/// The letters by their dots above and below.
const DOTS: [(u8, u8, &str); 7] = [
    (0, 0, "احدرسصطعكلمهوىءکیہںھےگ"),
    (1, 0, "خذزضظغفن"),
    (2, 0, "تقة"),
    (3, 0, "ثشژ"),
    (0, 1, "بج"),
    (0, 2, "يی"),
    (0, 3, "پچ"),
];

/// Letters with a hamza, a madda or another mark that is no dot; the last ones only in some of their forms.
const OTHER_MARKS: &str = "أإآؤئٱۀۓٹڈڑكگک";

/// Letters that share their body in at least one of their forms.
const BODIES: [&str; 14] =
    ["بتثنيئپیٹى", "جحخچ", "دذڈ", "رزژڑ", "سش", "صض", "طظ", "عغ", "فق", "اأإآٱ", "وؤ", "هةۀ", "كگک", "ىيئی"];

/// A letter that a glyph is a form of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LetterKey {
    /// The letter is known.
    Known(char),
    /// An unknown letter with several forms, by the first of them.
    Forms(u16),
    /// An unknown letter with one form, by its code.
    Code(u32),
}

/// Returns the languages in Arabic script.
pub(super) fn languages() -> impl Iterator<Item = &'static Language> {
    model::languages().iter().filter(|language| language.script == Script::Arabic)
}

/// Returns the letters that the glyph of a code is a form of, first to last; several for a ligature.
pub(super) fn spelling(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Vec<LetterKey> {
    let alone = vec![LetterKey::Code(code.value)];
    let glyph = font.program_glyph(access, code).and_then(|glyph| u16::try_from(glyph).ok());
    let (Some(program), Some(glyph)) = (font.program(access), glyph) else { return alone };
    match program.letter_forms().parts(glyph) {
        Some(parts) => parts.iter().map(|part| key(program, *part)).collect(),
        None => program.letter_forms().letter(glyph).map_or(alone, |letter| vec![LetterKey::Forms(letter)]),
    }
}

fn key(program: &FontProgram, glyph: u16) -> LetterKey {
    let forms = program.letter_forms();
    let by_form = || forms.text(glyph).and_then(super::candidate::single);
    let known = program.unicode_of_glyph(u32::from(glyph)).or_else(by_form);
    known.map_or_else(|| LetterKey::Forms(forms.letter(glyph).unwrap_or(glyph)), LetterKey::Known)
}

/// The maximum number of glyphs whose bodies are compared.
const MOST_GLYPHS: u32 = 10_000;

/// Returns the glyphs of a program that are Arabic letters or forms of them, one at a time, since outlines may be large.
pub(super) fn known_glyphs<'f>(
    font: &'f ResolvedFont,
    access: Access<'f>,
) -> impl Iterator<Item = (char, Outline)> + 'f {
    font.program(access).into_iter().flat_map(|program| {
        let glyphs = 1..program.glyph_count().min(MOST_GLYPHS);
        glyphs.take_while(|_| !clock::is_over_often()).filter_map(|glyph| {
            let form =
                || program.letter_forms().text(u16::try_from(glyph).ok()?).and_then(super::candidate::single);
            let letter = program.unicode_of_glyph(glyph).or_else(form)?;
            let is_arabic = Script::from_char(letter) == Some(Script::Arabic);
            Some((letter, is_arabic.then(|| program.outline(glyph))??))
                .filter(|(_, outline)| !outline.is_empty())
        })
    })
}

/// Returns the cost of a letter for a glyph with some marks.
pub(super) fn mark_cost(letter: char, marks: Marks) -> i32 {
    if marks.others {
        let is_likely = OTHER_MARKS.contains(letter);
        return if is_likely { 0 } else { UNLIKE / 2 };
    }
    let mut rows = DOTS.iter().filter(|(.., letters)| letters.contains(letter)).peekable();
    if rows.peek().is_none() {
        return UNLIKE;
    }
    let is_like =
        |&&(above, below, _): &&(u8, u8, &str)| (above, below) == (marks.dots_above, marks.dots_below);
    // The dot of some letters is inside the body, where above and below mean little.
    let is_moved = |&&(above, below, _): &&(u8, u8, &str)| above + below == marks.dots() && above + below > 0;
    match (rows.clone().any(|row| is_like(&row)), rows.any(|row| is_moved(&row))) {
        (true, _) => 0,
        (false, true) => UNLIKE / 2,
        (false, false) => UNLIKE,
    }
}

/// Returns `true` if two letters may have one body.
pub(super) fn share_body(one: char, other: char) -> bool {
    one == other || BODIES.iter().any(|group| group.contains(one) && group.contains(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_tell_letters_apart() {
        let marks = |dots_above, dots_below| Marks { dots_above, dots_below, others: false };
        assert_eq!(mark_cost('ب', marks(0, 1)), 0);
        assert_eq!(mark_cost('ت', marks(0, 1)), UNLIKE);
        assert_eq!(mark_cost('ی', marks(0, 2)), 0, "at the beginning of a word");
        assert_eq!(mark_cost('ی', marks(0, 0)), 0, "at the end of a word");
        assert_eq!(mark_cost('ج', marks(1, 0)), UNLIKE / 2, "the dot is inside the bowl");
        assert_eq!(mark_cost('أ', Marks { others: true, ..Marks::default() }), 0);
        assert_eq!(mark_cost('أ', marks(0, 0)), UNLIKE);
        // A drawing of hundreds of specks is no letter, and must not overflow either.
        assert_eq!(mark_cost('ج', marks(u8::MAX, 2)), UNLIKE);
    }

    #[test]
    fn letters_that_differ_in_dots_share_a_body() {
        assert!(share_body('ب', 'ي') && share_body('س', 'ش') && share_body('م', 'م'));
        assert!(!share_body('م', 'ل') && !share_body('ب', 'س'));
    }
}
