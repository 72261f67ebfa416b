//! Characters of formulas and their LaTeX commands.

/// Functions with a command of their name.
pub(super) const FUNCTIONS: [&str; 26] = [
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "log",
    "ln", "exp", "min", "max", "inf", "sup", "lim", "det", "dim", "ker", "deg", "gcd", "arg",
];

/// Words between parts of formulas.
pub(super) const WORDS: [&str; 20] = [
    "and",
    "or",
    "for",
    "all",
    "if",
    "as",
    "such",
    "that",
    "where",
    "with",
    "is",
    "the",
    "of",
    "otherwise",
    "when",
    "then",
    "let",
    "on",
    "by",
    "every",
];

/// Greek letters from alpha to omega; those without a command look like Latin letters.
const SMALL_GREEK: [&str; 25] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "", "pi", "rho", "varsigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
];
/// Capital Greek letters with a command.
const CAPITAL_GREEK: [(char, &str); 11] = [
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Υ', "Upsilon"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
];
/// Other signs with a command.
const SIGNS: [(char, &str); 64] = [
    ('ϕ', "phi"),
    ('ϵ', "epsilon"),
    ('ε', "varepsilon"),
    ('ϑ', "vartheta"),
    ('φ', "varphi"),
    ('ϱ', "varrho"),
    ('ħ', "hbar"),
    ('ℏ', "hbar"),
    ('ℓ', "ell"),
    ('∂', "partial"),
    ('∇', "nabla"),
    ('∑', "sum"),
    ('∏', "prod"),
    ('∫', "int"),
    ('∮', "oint"),
    ('∞', "infty"),
    ('±', "pm"),
    ('∓', "mp"),
    ('×', "times"),
    ('÷', "div"),
    ('·', "cdot"),
    ('⋅', "cdot"),
    ('∗', "ast"),
    ('∘', "circ"),
    ('•', "bullet"),
    ('≤', "leq"),
    ('≥', "geq"),
    ('⩽', "leqslant"),
    ('⩾', "geqslant"),
    ('≠', "neq"),
    ('≈', "approx"),
    ('≃', "simeq"),
    ('≅', "cong"),
    ('≡', "equiv"),
    ('∼', "sim"),
    ('∝', "propto"),
    ('≪', "ll"),
    ('≫', "gg"),
    ('→', "to"),
    ('←', "leftarrow"),
    ('↔', "leftrightarrow"),
    ('⇒', "Rightarrow"),
    ('⇐', "Leftarrow"),
    ('⇔', "Leftrightarrow"),
    ('↦', "mapsto"),
    ('∈', "in"),
    ('∉', "notin"),
    ('∋', "ni"),
    ('⊂', "subset"),
    ('⊆', "subseteq"),
    ('⊃', "supset"),
    ('∪', "cup"),
    ('∩', "cap"),
    ('∧', "wedge"),
    ('∨', "vee"),
    ('¬', "neg"),
    ('∀', "forall"),
    ('∃', "exists"),
    ('∅', "emptyset"),
    ('⊗', "otimes"),
    ('⊕', "oplus"),
    ('⟨', "langle"),
    ('⟩', "rangle"),
    ('†', "dagger"),
];

/// Appends a character; returns `false` if it has no certain LaTeX.
pub(super) fn push(character: char, out: &mut String) -> bool {
    match character {
        'a'..='z' | 'A'..='Z' | '0'..='9' => out.push(character),
        '+' | '=' | '<' | '>' | '(' | ')' | '[' | ']' | '|' | ',' | '.' | ':' | ';' | '/' | '!' | '*'
        | '\'' => {
            out.push(character);
        }
        '-' | '−' | '–' => out.push('-'),
        '{' | '}' | '%' | '&' | '#' | '_' | '$' => {
            out.push('\\');
            out.push(character);
        }
        '…' | '⋯' => out.push_str("\\cdots "),
        '′' => out.push('\''),
        '‖' | '∥' => out.push_str("\\|"),
        _ => return push_command(character, out),
    }
    true
}

fn push_command(character: char, out: &mut String) -> bool {
    let listed =
        SIGNS.iter().chain(&CAPITAL_GREEK).find(|(sign, _)| *sign == character).map(|(_, name)| *name);
    let small = || {
        let index = u32::from(character).checked_sub(u32::from('α'))?;
        SMALL_GREEK.get(index as usize).copied().filter(|name| !name.is_empty())
    };
    let Some(name) = listed.or_else(small) else { return false };
    out.push('\\');
    out.push_str(name);
    out.push(' ');
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_commands() {
        let written = |character: char| {
            let mut out = String::new();
            push(character, &mut out).then_some(out)
        };
        assert_eq!(written('α').as_deref(), Some("\\alpha "));
        assert_eq!(written('ω').as_deref(), Some("\\omega "));
        assert_eq!(written('−').as_deref(), Some("-"));
        assert_eq!(written('{').as_deref(), Some("\\{"));
        assert_eq!(written('雨'), None);
    }
}
