//! Hashes of all generated tables, in `xtask/tables.sha256`.
//!
//! Regenerating some tables needs sources of hundreds of megabytes or a training run. The hash still detects a table
//! that was edited manually, damaged by a merge, or added without a generator.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::library_sources;

/// Files in `tables` folders that are not generated.
const BY_HAND: [&str; 2] = ["mod.rs", "tex_encodings.rs"];

/// Hexadecimal hashes by path below the sources of the library.
type Hashes = BTreeMap<String, String>;

/// Writes the hashes of the committed tables, in the format of `sha256sum`.
pub(super) fn record() -> Result<(), String> {
    let lines: String = committed()?.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
    fs::write(list(), lines).map_err(|error| format!("{}: {error}", list().display()))
}

/// Returns the differences between the committed tables and the recorded hashes.
pub(super) fn changed() -> Result<Vec<String>, String> {
    let text = fs::read_to_string(list()).map_err(|error| format!("{}: {error}", list().display()))?;
    Ok(differences(&recorded(&text), &committed()?))
}

fn list() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tables.sha256")
}

fn recorded(text: &str) -> Hashes {
    let entry = |line: &str| line.split_once("  ").map(|(hash, path)| (path.to_owned(), hash.to_owned()));
    text.lines().filter_map(entry).collect()
}

fn differences(recorded: &Hashes, committed: &Hashes) -> Vec<String> {
    let mut found = Vec::new();
    for (path, hash) in committed {
        match recorded.get(path) {
            Some(known) if known == hash => {}
            Some(_) => found.push(format!("{path} is not the table that was generated last")),
            None => found.push(format!("{path} has no recorded hash; `xtask tables` records it")),
        }
    }
    let gone = recorded.keys().filter(|path| !committed.contains_key(*path));
    found.extend(gone.map(|path| format!("{path} is missing")));
    found
}

/// Returns the hashes of all generated files in folders named `tables`.
fn committed() -> Result<Hashes, String> {
    let root = library_sources();
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut hashes = Hashes::new();
    let mut waiting = vec![root.clone()];
    while let Some(folder) = waiting.pop() {
        let is_tables = folder.file_name().is_some_and(|name| name == "tables");
        for entry in fs::read_dir(&folder).map_err(|error| failed(&folder, error))? {
            let path = entry.map_err(|error| failed(&folder, error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                waiting.push(path);
            } else if is_tables && !BY_HAND.contains(&name.as_ref()) {
                let bytes = fs::read(&path).map_err(|error| failed(&path, error))?;
                let hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
                let below = path.strip_prefix(&root).unwrap_or(&path);
                hashes.insert(below.to_string_lossy().into_owned(), hash);
            }
        }
    }
    Ok(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_tables_are_those_that_were_generated_last() {
        assert_eq!(changed().unwrap(), Vec::<String>::new(), "see `cargo xtask tables check`");
        assert!(committed().unwrap().contains_key("font/tables/agl.rs"));
    }

    #[test]
    fn edited_new_and_missing_tables_are_found() {
        let hashes = |list: &[(&str, &str)]| {
            list.iter().map(|(path, hash)| ((*path).to_owned(), (*hash).to_owned())).collect::<Hashes>()
        };
        let recorded = recorded("1  a\n2  b\n3  c\n");
        let found = differences(&recorded, &hashes(&[("a", "1"), ("b", "9"), ("d", "4")]));
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(
            found[0].starts_with("b is not")
                && found[1].starts_with("d has no")
                && found[2] == "c is missing"
        );
    }
}
