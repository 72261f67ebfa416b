//! The rarity of characters in text relative to common ones that look alike (GR-33).
//!
//! A dot is nearly always a full stop and hardly ever a one dot leader, although fonts have both with the same shape.
//! Letters are not ranked here, because their frequency depends on the language.

use crate::char_class::is_letter;

/// The rarity of signs in steps of the language model: signs of prose other than the most common, signs of formulas,
/// all others. Set by judgement, not counted in texts.
const USUAL: i32 = 2;
const OF_FORMULAS: i32 = 6;
const RARE: i32 = 10;

/// Returns the rarity of a character relative to the most common of its kind, in steps.
pub(crate) fn rarity(character: char) -> i32 {
    match character {
        'A'..='Z' | 'a'..='z' | '0'..='9' | ' ' => 0,
        '.' | ',' | ':' | ';' | '(' | ')' | '-' | '\'' | '’' | '“' | '”' | '"' | '?' | '!' | '/' => 0,
        '!'..='~' | '–' | '—' | '…' | '•' | '°' | '§' | '©' | '«' | '»' | '„' | '‘' | '€' | '·' => {
            USUAL
        }
        '±' | '×' | '−' | '²' | '³' | '®' | '™' | '½' | '£' | '≤' | '≥' | '′' | '∗' | '∑' | '→' => {
            OF_FORMULAS
        }
        '√' | '∞' | '∂' | '≈' | '≠' | '∈' | '∫' | '¿' | '¡' | '‹' | '›' | '№' | 'ª' | 'º' | '¬' => {
            OF_FORMULAS
        }
        _ if is_letter(character) => 0,
        _ => RARE,
    }
}

/// Returns the rarity of a letter relative to a plain one, in steps, for shapes without context: few texts use
/// letters beyond Latin-1, and only some of them.
pub(crate) fn letter_rarity(letter: char) -> i32 {
    match letter {
        '\u{100}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => 4,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gr_33_the_commoner_of_equal_shapes_comes_first() {
        for (common, rare) in
            [('.', '․'), (',', '‚'), ('(', '⟨'), ('/', '⁄'), ('’', '′'), ('2', '²'), ('-', '−')]
        {
            assert!(rarity(common) < rarity(rare), "{common} {rare}");
        }
        assert_eq!(rarity('é'), rarity('e'));
        assert!(letter_rarity('ń') > letter_rarity('n'));
    }
}
