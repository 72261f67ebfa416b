//! Evaluates SPDX licence expressions against a list of allowed licences.

use std::collections::BTreeSet;

/// Returns whether a licence expression can be fulfilled with allowed licences alone.
///
/// `AND` binds closer than `OR`. The old form `MIT/Apache-2.0` means `OR`. An expression that cannot be understood is
/// not allowed.
pub(super) fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut stack = vec![Sum::default()];
    let mut words = spaced.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match (word, stack.last_mut()) {
            ("(", _) => stack.push(Sum::default()),
            (")", _) => {
                let Some(inner) = stack.pop().and_then(Sum::value) else { return false };
                let Some(outer) = stack.last_mut() else { return false };
                outer.operand(inner);
            }
            ("OR", Some(sum)) => sum.or(),
            ("AND", Some(_)) => {}
            (licence, Some(sum)) => {
                let mut licence = licence.to_owned();
                if words.next_if_eq(&"WITH").is_some() {
                    licence = format!("{licence} WITH {}", words.next().unwrap_or_default());
                }
                sum.operand(allowed.contains(&licence));
            }
            (_, None) => return false,
        }
    }
    match (stack.pop(), stack.pop()) {
        (Some(sum), None) => sum.value().unwrap_or(false),
        _ => false,
    }
}

/// Alternatives joined by `OR`; the last one is still being read.
#[derive(Default)]
struct Sum {
    any: bool,
    /// The current alternative; `None` before its first operand.
    current: Option<bool>,
}

impl Sum {
    fn operand(&mut self, value: bool) {
        self.current = Some(self.current.unwrap_or(true) && value);
    }

    fn or(&mut self) {
        self.any |= self.current.take().unwrap_or(false);
    }

    /// Returns the result; `None` when the last alternative is empty.
    fn value(self) -> Option<bool> {
        Some(self.any || self.current?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_evaluated() {
        let allowed: BTreeSet<String> =
            ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
        let is_allowed = |expression: &str| is_allowed(expression, &allowed);
        for good in [
            "MIT",
            "GPL-3.0 OR MIT",
            "MIT/GPL-3.0",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "GPL-3.0 AND GPL-2.0 OR MIT",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Unicode-3.0) AND GPL-3.0",
            "Apache-2.0",
            "",
            "(MIT",
            "MIT)",
            "()",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }
}
