//! The public API: `lib.rs` exports exactly the items that the crate documentation lists.

use std::collections::BTreeSet;

const LIB: &str = include_str!("../src/lib.rs");

/// The number of items at the root of the crate. Raise it only together with the list in the documentation,
/// deliberately.
const ITEMS: usize = 87;

/// The number of record types.
const RECORD_TYPES: usize = 42;

/// Returns the names that `pub use` items export.
fn exported(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for item in code.split("pub use ").skip(1) {
        let paths = item.split(';').next().unwrap_or_default();
        let list = paths.split_once('{').map_or(paths, |(_, list)| list.trim_end_matches('}'));
        for path in list.split(',').map(str::trim).filter(|path| !path.is_empty()) {
            let name = path.rsplit(" as ").next().unwrap_or(path);
            names.push(name.rsplit("::").next().unwrap_or(name).trim().to_owned());
        }
    }
    names
}

/// Returns the code that every caller sees, without the items opened by `internals`.
fn stable_code() -> &'static str {
    let code = LIB.split("\n// Documents.\n").nth(1).unwrap_or_default();
    code.split("\n// Parts of the pipeline").next().unwrap_or_default()
}

#[test]
fn the_documentation_lists_every_public_item() {
    let (root, records) = stable_code().split_once("pub mod record {").expect("records");
    let mut found: BTreeSet<String> = exported(root).into_iter().collect();
    found.insert("record".to_owned());
    let table =
        LIB.split("//! # The public API").nth(1).and_then(|rest| rest.split("//! # Untrusted").next());
    let listed: BTreeSet<String> =
        table.expect("the list").split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let groups = ["threads", "render"].map(str::to_owned);
    let listed: BTreeSet<String> =
        listed.into_iter().filter(|name| !groups.contains(name) || found.contains(name)).collect();
    assert_eq!(found.symmetric_difference(&listed).collect::<Vec<_>>(), Vec::<&String>::new());
    assert_eq!((found.len(), exported(records).len()), (ITEMS, RECORD_TYPES), "the API has grown or shrunk");
}

#[test]
fn stages_are_public_only_with_internals() {
    let lines: Vec<&str> = LIB.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let is_room = line.starts_with("pub mod ") && !line.starts_with("pub mod record");
        let guard = lines[index.saturating_sub(2)..index].join(" ");
        assert!(!is_room || guard.contains("internals"), "{line} is public to everybody");
    }
}
