//! Says how much rarer a character is in text than the usual ones that look like it (GR-33).
//!
//! A dot is nearly always a full stop and hardly ever a one dot leader, though fonts have both and shapes do not tell
//! them apart. Letters are not ranked here: how common they are depends on the language.

/// Steps of the language model that signs are rarer than the commonest: those of prose beside it, of formulas, all
/// others. Set by judgement, not counted in texts.
const USUAL: i32 = 2;
const OF_FORMULAS: i32 = 6;
const RARE: i32 = 10;

/// Steps that a character is rarer than the commonest of its kind.
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
        _ if character.is_alphabetic() => 0,
        _ => RARE,
    }
}

/// Steps that a letter is rarer than a plain one, for shapes without text around them: few texts use letters beyond
/// Latin-1, and those use only some of them.
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
