//! Compares version numbers with requirements such as `<0.41` or `>=1.2, <2`.

/// Returns `true` if a version satisfies all parts of a requirement; an empty requirement is always satisfied.
///
/// Missing numbers count as 0. Pre-release tags are ignored.
pub(super) fn matches(version: &str, requirement: &str) -> bool {
    let version = numbers(version);
    requirement.split(',').map(str::trim).filter(|part| !part.is_empty()).all(|part| {
        let digits = part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len());
        let (operator, wanted) = part.split_at(digits);
        let wanted = numbers(wanted);
        match operator.trim() {
            "<" => version < wanted,
            "<=" => version <= wanted,
            ">" => version > wanted,
            ">=" => version >= wanted,
            // An unknown operator bans more rather than less.
            "=" | "" => version == wanted,
            _ => true,
        }
    })
}

fn numbers(version: &str) -> [u64; 3] {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    let mut numbers = [0; 3];
    for (number, text) in numbers.iter_mut().zip(core.split('.')) {
        *number = text.parse().unwrap_or(0);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_hold_or_not() {
        assert!(matches("0.40.9", "<0.41") && !matches("0.41.0", "<0.41"));
        assert!(matches("1.5.0", ">=1.2, <2") && !matches("2.0.0", ">=1.2, <2"));
        assert!(matches("1.0.0+build", "=1") && matches("3.0.0", ""));
    }
}
