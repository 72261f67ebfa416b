//! Files that are generated and committed.

use std::fs;
use std::path::Path;

use crate::Check;

/// Writes files into a folder, or checks that those committed are the same and names the command for those that differ.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub(crate) fn write_or_check(
    folder: &Path,
    files: Vec<(&str, Vec<u8>)>,
    only_check: bool,
    command: &str,
) -> Result<Check, String> {
    let mut is_fresh = true;
    for (name, bytes) in files {
        let path = folder.join(name);
        if !only_check {
            fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        } else if fs::read(&path).ok() != Some(bytes) {
            println!("{} is stale: run `{command}`", path.display());
            is_fresh = false;
        }
    }
    Ok(Check::passed_if(is_fresh))
}
