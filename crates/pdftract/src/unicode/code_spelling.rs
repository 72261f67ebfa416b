//! Detects glyph names that only spell the code: `a97`, `c97`, `x61`, `G61`, and the two letters of dvips.
//!
//! Such a name does not identify the character, even if it looks like a name of the glyph list (dvips calls code 14
//! `AE`). But codes that were preserved belong to some encoding.

use crate::font::simple::Simple;

/// The rule by which names are derived from codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// One prefix and the code in decimal.
    Decimal,
    /// One prefix and the code in hexadecimal.
    Hexadecimal,
    /// `A0` to `A9`, `AA` to `AZ`, `B0`…: 36 codes per letter, as in dvips.
    Dvips,
}

/// The percentage of names that must follow the rule.
const MIN_SHARE: usize = 90;
/// The least number of names from which a rule is detected.
const MIN_NAMES: usize = 4;
/// Longer prefixes are words.
const MAX_PREFIX: usize = 8;

/// Returns the rule that the names of a font follow, if they only spell codes.
pub(crate) fn spelling(simple: &Simple) -> Option<Spelling> {
    let names: Vec<(u8, &[u8])> = (0..=255).filter_map(|code| Some((code, simple.own_name(code)?))).collect();
    if names.len() < MIN_NAMES {
        return None;
    }
    let rules = [Spelling::Dvips, Spelling::Decimal, Spelling::Hexadecimal];
    rules.into_iter().find(|&rule| {
        let prefix = names.iter().find_map(|&(code, name)| prefix(rule, code, name));
        let follows = |&&(code, name): &&(u8, &[u8])| {
            let found = self::prefix(rule, code, name);
            found.is_some() && found == prefix
        };
        names.iter().filter(follows).count() * 100 >= names.len() * MIN_SHARE
    })
}

/// Returns the part before the code in a name that follows the rule.
fn prefix(rule: Spelling, code: u8, name: &[u8]) -> Option<&[u8]> {
    if rule == Spelling::Dvips {
        let digit = |value: u8| if value < 10 { b'0' + value } else { b'A' + value - 10 };
        return (name == [b'A' + code / 36, digit(code % 36)]).then_some(&[]);
    }
    // Most names are words, which end in a letter.
    let ends_in_digit = name.last().is_some_and(|last| match rule {
        Spelling::Decimal => last.is_ascii_digit(),
        _ => last.is_ascii_hexdigit(),
    });
    if !ends_in_digit {
        return None;
    }
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic();
    let (digits, radix) = match rule {
        Spelling::Decimal => (name.iter().skip_while(|byte| !byte.is_ascii_digit()).count(), 10),
        _ => (name.len().saturating_sub(1).min(if name.len() > 4 { 4 } else { 2 }), 16),
    };
    let (prefix, number) = name.split_at(name.len().checked_sub(digits)?);
    let value = u32::from_str_radix(std::str::from_utf8(number).ok()?, radix).ok()?;
    let is_prefix = (1..=MAX_PREFIX).contains(&prefix.len()) && prefix.iter().all(|byte| is_letter(&byte));
    // `u0041` and `uni0041` are names of the glyph list.
    let is_listed = rule == Spelling::Hexadecimal && matches!(prefix, b"u" | b"uni");
    (value == u32::from(code) && is_prefix && !is_listed).then_some(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t3_15_names_that_spell_the_code() {
        assert_eq!(prefix(Spelling::Decimal, 97, b"a97"), Some(b"a".as_slice()));
        assert_eq!(prefix(Spelling::Decimal, 98, b"a97"), None);
        assert_eq!(prefix(Spelling::Decimal, 97, b"a97b"), None);
        assert_eq!(prefix(Spelling::Hexadecimal, 0x2E, b"x2E"), Some(b"x".as_slice()));
        assert_eq!(prefix(Spelling::Hexadecimal, 0x41, b"C0041"), Some(b"C".as_slice()));
        assert_eq!(prefix(Spelling::Hexadecimal, 0x41, b"uni0041"), None, "a name of the glyph list");
        assert_eq!(prefix(Spelling::Dvips, 14, b"AE"), Some(b"".as_slice()));
        assert_eq!(prefix(Spelling::Dvips, 104, b"CW"), Some(b"".as_slice()));
    }
}
