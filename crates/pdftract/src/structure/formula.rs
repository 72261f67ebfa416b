//! Formulas: blocks that are mostly operators and single letters.

/// Returns whether formulas have a sign that prose hardly has.
fn is_sign(character: char) -> bool {
    match character {
        '\0'..='\x7f' => matches!(character, '=' | '+' | '<' | '>'),
        _ => "−±×÷≤≥∈∑∏∫√∞≈≠→⇒∂∇∀∃".contains(character),
    }
}

/// Returns whether a text is a formula: it has signs, and at most as many words.
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
