//! Sums the instructions of Rust functions in a callgrind profile, and names the functions that take most of them.
//!
//! The format (valgrind manual, "Callgrind Format Specification"): `ob=` and `fn=` name the object and function that
//! the lines of costs below belong to, by a number in parentheses, with the name on first occurrence. `calls=` is
//! followed by a line with the cost of the callee, which is already counted there.

use std::collections::HashMap;

/// Names by number, and the current one if it counts.
#[derive(Default)]
struct Names<'p> {
    counted: HashMap<&'p str, Option<&'p str>>,
    current: Option<&'p str>,
}

impl<'p> Names<'p> {
    /// Takes `(number) name` or `(number)`; returns the name if it counts.
    fn take(&mut self, value: &'p str, is_counted: impl Fn(&str) -> bool) -> Option<&'p str> {
        match value.split_once(' ') {
            Some((number, name)) => {
                *self.counted.entry(number).or_insert_with(|| Some(name).filter(|name| is_counted(name)))
            }
            None => self.counted.get(value).copied().flatten(),
        }
    }
}

/// Returns the instructions of each Rust function in the object whose path ends in `object`, without those of the functions
/// that it calls.
pub(super) fn rust_functions<'p>(profile: &'p str, object: &str) -> HashMap<&'p str, u64> {
    let (mut objects, mut functions) = (Names::default(), Names::default());
    let (mut costs, mut is_of_callee) = (HashMap::new(), false);
    let is_object = |name: &str| name.ends_with(object);
    for line in profile.lines() {
        if let Some((key, value)) = line.split_once('=') {
            match key {
                "ob" => objects.current = objects.take(value, is_object),
                "cob" => drop(objects.take(value, is_object)),
                "fn" => functions.current = functions.take(value, is_rust),
                "cfn" => drop(functions.take(value, is_rust)),
                "calls" => is_of_callee = true,
                _ => {}
            }
        } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
            let is_own = !std::mem::take(&mut is_of_callee);
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse::<u64>().ok());
            if let (true, Some(_), Some(function), Some(cost)) =
                (is_own, objects.current, functions.current, cost)
            {
                *costs.entry(function).or_default() += cost;
            }
        }
    }
    costs
}

/// Returns `true` for a Rust function, whose name is a path, demangled or not.
fn is_rust(name: &str) -> bool {
    name.contains("::") || name.starts_with("_R") || name.starts_with("_ZN")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_costs_of_rust_functions_in_the_program_count() {
        let profile = "version: 1\nevents: Ir\n\
            ob=(1) /x/pdftract-guard\nfl=(1) ???\nfn=(1) pdftract::layout::page\n0 10\n\
            cob=(2) /lib/libc.so.6\ncfn=(2) memcpy\ncalls=3 0\n0 400\n+5 7\n\
            fn=(3) libdeflate_zlib_decompress\n0 1000\n\
            ob=(2)\nfn=(2)\n0 400\n\
            ob=(1)\nfn=(1)\n* 5\ntotals: 9999\n";
        assert_eq!(
            rust_functions(profile, "pdftract-guard"),
            HashMap::from([("pdftract::layout::page", 22)])
        );
        assert_eq!(rust_functions(profile, "other"), HashMap::new());
    }

    #[test]
    fn calls_of_functions_that_do_not_count_take_nothing_from_the_next() {
        let profile = "ob=(2) /lib/libc.so.6\nfn=(2) qsort\n0 5\ncob=(1) /x/pdftract-guard\n\
            cfn=(1) pdftract::layout::page\ncalls=1 0\n0 400\nob=(1)\nfn=(1)\n0 10\n";
        assert_eq!(
            rust_functions(profile, "pdftract-guard"),
            HashMap::from([("pdftract::layout::page", 10)])
        );
    }
}
