//! Formulas: blocks that consist mostly of operators and single letters.

/// Returns `true` for signs of formulas that are rare in prose.
fn is_sign(character: char) -> bool {
    match character {
        '=' | '+' | '<' | '>' | '±' | '×' | '÷' => true,
        // Few characters of any text are in this range.
        '→'..='≥' => "−≤≥∈∑∏∫√∞≈≠→⇒∂∇∀∃".contains(character),
        _ => false,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_formulas_are_rare_in_prose() {
        assert!("=+<>−±×÷≤≥∈∑∏∫√∞≈≠→⇒∂∇∀∃".chars().all(is_sign));
        assert!(!"aé漢-–'“…*/←↔≡".chars().any(is_sign));
    }

    #[test]
    fn formulas_have_at_most_as_many_words_as_signs() {
        assert!(is_formula("a = b + c") && is_formula("∑ x ≤ y"));
        assert!(!is_formula("the sum of a = b") && !is_formula("no signs at all"));
    }
}
