//! SHA256SUMS, in the format of `sha256sum --check`.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::build::{read, write as write_file};

/// The name of the file with the hashes.
pub(super) const NAME: &str = "SHA256SUMS";

/// Writes the hashes of all files in a folder and returns name, size and hash of each.
pub(super) fn write(out: &Path) -> Result<Vec<(String, usize, String)>, String> {
    let all = hashes(out)?;
    let lines: String = all.iter().map(|(name, _, hash)| format!("{hash}  {name}\n")).collect();
    write_file(&out.join(NAME), lines.as_bytes())?;
    Ok(all)
}

/// Returns name, size and hash of the files in a folder, by name.
pub(super) fn hashes(folder: &Path) -> Result<Vec<(String, usize, String)>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut all = Vec::new();
    for entry in folder.read_dir().map_err(told)? {
        let path = entry.map_err(told)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() && name != NAME {
            let bytes = read(&path)?;
            let hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            all.push((name, bytes.len(), hash));
        }
    }
    all.sort();
    Ok(all)
}
