//! Formulas: blocks that consist mostly of operators and single letters.

/// Returns `true` for signs of formulas that are rare in prose.
fn is_sign(character: char) -> bool {
    match character {
        '\0'..='\x7f' => matches!(character, '=' | '+' | '<' | '>'),
        _ => matches!(
            character,
            '−' | '±'
                | '×'
                | '÷'
                | '≤'
                | '≥'
                | '∈'
                | '∑'
                | '∏'
                | '∫'
                | '√'
                | '∞'
                | '≈'
                | '≠'
                | '→'
                | '⇒'
                | '∂'
                | '∇'
                | '∀'
                | '∃'
        ),
    }
}

/// Returns `true` if a text is a formula: it has signs, and at most as many words.
pub(super) fn is_formula(text: &str) -> bool {
    let signs = text.chars().filter(|&c| is_sign(c)).count();
    if signs == 0 {
        return false;
    }
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 3)
        .count();
    words <= signs && text.chars().count() >= 3
}
