//! Compares `docs/spec.md` with the tests of the repository: every item has its tests, and every test its item.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The families of items, as spelled in test names.
const FAMILIES: [&str; 7] = ["gr", "t3", "rv", "cj", "un", "c", "w"];

/// The families that a test may only be named after with the number of an item. `c_` and `w_` begin ordinary words
/// too.
const RESERVED: [&str; 5] = ["gr", "t3", "rv", "cj", "un"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// An item of the specification.
struct Item {
    id: String,
    text: String,
    tests: BTreeSet<String>,
}

/// Returns the rows of the tables, which begin with the id of an item.
fn items(spec: &str) -> Vec<Item> {
    spec.lines().filter_map(item).collect()
}

fn item(line: &str) -> Option<Item> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
    let (&id, &text) = (cells.first()?, cells.get(1)?);
    let (family, number) = id.split_once('-')?;
    let is_item = FAMILIES.contains(&family.to_lowercase().as_str())
        && number.starts_with(|c: char| c.is_ascii_digit());
    let tests = cells.get(2).map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect());
    is_item.then(|| Item { id: id.into(), text: text.into(), tests: tests.unwrap_or_default() })
}

/// Returns the Rust sources below `crates/`, in order.
fn sources() -> Vec<PathBuf> {
    let mut folders = vec![root().join("crates")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns all tests as `crate/path.rs::name`.
fn tests() -> BTreeSet<String> {
    let crates = root().join("crates");
    let mut found = BTreeSet::new();
    for path in sources() {
        let place = path.strip_prefix(&crates).unwrap().to_str().unwrap().replace('\\', "/");
        let text = std::fs::read_to_string(&path).unwrap();
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if let Some(name) =
                line.strip_prefix("fn ").and_then(|rest| rest.split('(').next()).filter(|_| is_test)
            {
                found.insert(format!("{place}::{name}"));
            }
            // There may be other attributes between `#[test]` and the function.
            is_test = line == "#[test]" || is_test && line.starts_with("#[");
        }
    }
    found
}

fn name_of(test: &str) -> &str {
    test.rsplit("::").next().unwrap()
}

/// Returns the items that a test is named after: `t3_12_15_codes_of_…` is T3-12 and T3-15.
fn named_after(test: &str) -> Vec<String> {
    let mut named = Vec::new();
    let mut family = None;
    let mut last = "";
    for word in name_of(test).split('_') {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if FAMILIES.contains(&last) && is_number {
            family = Some(last.to_uppercase());
        } else if !is_number {
            family = None;
        }
        named.extend(family.iter().filter(|_| is_number).map(|family| format!("{family}-{word}")));
        last = word;
    }
    named
}

fn spec_path() -> PathBuf {
    root().join("docs/spec.md")
}

fn spec() -> String {
    std::fs::read_to_string(spec_path()).unwrap()
}

/// Returns the page with a new last column: tests that moved, and those named after an item.
fn updated(spec: &str) -> String {
    let all = tests();
    let mut by_name: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    all.iter().for_each(|test| by_name.entry(name_of(test)).or_default().push(test));
    let row = |line: &str| {
        let Some(item) = item(line) else { return format!("{line}\n") };
        let kept = item.tests.iter().flat_map(|test| match all.get(test) {
            Some(test) => vec![test],
            None => by_name.get(name_of(test)).cloned().unwrap_or_default(),
        });
        let named = all.iter().filter(|test| named_after(test).contains(&item.id));
        let tests: BTreeSet<&String> = kept.chain(named).collect();
        let cell: Vec<String> = tests.into_iter().map(|test| format!("`{test}`")).collect();
        format!("| {} | {} | {} |\n", item.id, item.text, cell.join("<br>"))
    };
    spec.lines().map(row).collect()
}

#[test]
fn the_specification_and_the_tests_refer_to_each_other() {
    if std::env::var_os("PDFTRACT_UPDATE_SPEC").is_some() {
        std::fs::write(spec_path(), updated(&spec())).unwrap();
    }
    let (spec, all) = (spec(), tests());
    let items = items(&spec);
    assert!(items.len() > 300 && all.len() > 900, "{} items, {} tests", items.len(), all.len());
    let mut wrong = Vec::new();
    for item in &items {
        let missing = item.tests.iter().filter(|test| !all.contains(*test));
        wrong.extend(missing.map(|test| format!("{}: there is no test {test}", item.id)));
    }
    for test in &all {
        let named = named_after(test);
        let prefix = name_of(test).split('_').next().unwrap();
        if RESERVED.contains(&prefix) && named.is_empty() {
            wrong.push(format!("{test} is named after a family and no item"));
        }
        for id in named {
            match items.iter().find(|item| item.id == id) {
                None => wrong.push(format!("{test}: there is no item {id}")),
                Some(item) if !item.tests.contains(test) => wrong.push(format!("{id} does not name {test}")),
                Some(_) => (),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "run with PDFTRACT_UPDATE_SPEC=1 where tests have moved:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn every_item_has_a_test_or_a_reason() {
    let spec = spec();
    let items = items(&spec);
    let is_known =
        |id: &str| items.iter().any(|item| item.id == id && (!item.tests.is_empty() || is_excused(item)));
    for item in &items {
        let seen =
            item.text.split("See ").nth(1).map(|rest| rest.trim_end_matches('.').split(", ").collect());
        let seen: Vec<&str> = seen.unwrap_or_default();
        for id in &seen {
            assert!(is_known(id), "{} refers to {id}, which has no proof", item.id);
        }
        let has_proof = !item.tests.is_empty() || !seen.is_empty() || is_excused(item);
        assert!(has_proof, "{} has no test, and does not say why", item.id);
    }
}

/// Returns `true` if an item is marked as a gap or as not tested.
fn is_excused(item: &Item) -> bool {
    item.text.contains("**Gap:**") || item.text.contains("**No test:**")
}

#[test]
fn items_are_listed_once_and_without_holes() {
    let spec = spec();
    let ids: Vec<String> = items(&spec).into_iter().map(|item| item.id).collect();
    for (family, count) in [("GR", 46), ("T3", 48), ("RV", 50), ("CJ", 48), ("UN", 36), ("C", 34), ("W", 66)]
    {
        for number in 1..=count {
            let id = format!("{family}-{number}");
            assert_eq!(ids.iter().filter(|found| **found == id).count(), 1, "{id}");
        }
    }
}

#[test]
fn gr_25_the_size_of_the_table_is_the_one_that_the_specification_admits() {
    let mut folders = vec![root().join("crates/pdftract/src")];
    let mut table = None;
    while let Some(folder) = folders.pop() {
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let (inner, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
        folders.extend(inner);
        table = table.or_else(|| files.into_iter().find(|path| path.ends_with("fingerprints.bin")));
    }
    let bytes = std::fs::metadata(table.unwrap()).unwrap().len();
    let text = format!("{},{:03} bytes", bytes / 1000, bytes % 1000);
    let spec = spec();
    let item = items(&spec).into_iter().find(|item| item.id == "GR-25").unwrap();
    assert!(item.text.contains(&text), "GR-25 should say {text}");
    // The limit is 500 KB: as long as the table is larger, that is a gap.
    assert_eq!(is_excused(&item), bytes > 500_000);
}
