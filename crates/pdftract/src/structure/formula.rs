//! Formulas: blocks that are mostly operators and single letters.

/// Signs that formulas have and prose hardly has.
const SIGNS: &str = "=+−±×÷≤≥<>∈∑∏∫√∞≈≠→⇒∂∇∀∃";

/// Returns whether a text is a formula: it has signs, and at most as many words.
pub(super) fn is_formula(text: &str) -> bool {
    let signs = text.chars().filter(|c| SIGNS.contains(*c)).count();
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 3)
        .count();
    signs >= 1 && words <= signs && text.chars().count() >= 3
}
