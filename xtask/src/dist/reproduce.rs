//! Builds a second time elsewhere, to see whether the bytes are the same.

use std::path::Path;
use std::process::Command;

use super::build::{Build, output, run};
use super::sums;
use crate::Check;

/// Clones the sources to a folder with a name of another length.
pub(super) fn copy(build: &Build) -> Result<Build, String> {
    let changed = output(Command::new("git").current_dir(&build.root).args(["status", "--porcelain"]))?;
    if !changed.is_empty() {
        return Err("commit or remove the changes first: the second build is that of a clone".to_owned());
    }
    let root = std::env::temp_dir().join(format!("pdftract-built-again-{}", std::process::id()));
    run(Command::new("git").args(["clone", "--quiet", "--no-hardlinks"]).arg(&build.root).arg(&root))?;
    Ok(Build { root, ..build.clone() })
}

/// Compares two folders of artefacts by their hashes.
pub(super) fn compare(first: &Path, second: &Path) -> Result<Check, String> {
    let (ours, theirs) = (sums::hashes(first)?, sums::hashes(second)?);
    let mut is_same = ours.len() == theirs.len();
    for (name, _, hash) in &ours {
        let found = theirs.iter().any(|(other, _, again)| other == name && again == hash);
        println!("{} {name}", if found { "identical" } else { "DIFFERENT" });
        is_same &= found;
    }
    Ok(Check::passed_if(is_same))
}
