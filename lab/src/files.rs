//! Finds the PDF files below folders, in a fixed order.

use std::fs;
use std::path::{Path, PathBuf};

/// A file to read: its path, and its name as shown in reports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PdfFile {
    /// The path below the given folder, so that reports from two machines can be compared.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
}

/// Returns all files named `*.pdf` below the folders, sorted by name. Single files may be given too.
pub(crate) fn find(folders: &[PathBuf]) -> Result<Vec<PdfFile>, String> {
    let mut found = Vec::new();
    for folder in folders {
        if folder.is_file() {
            found.push(PdfFile { name: name_below(folder.parent(), folder), path: folder.clone() });
        } else {
            collect(folder, &mut found)?;
        }
    }
    found.sort();
    found.dedup();
    if found.is_empty() { Err("there are no PDF files".into()) } else { Ok(found) }
}

fn collect(root: &Path, found: &mut Vec<PdfFile>) -> Result<(), String> {
    let mut waiting = vec![root.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
            let path = entry.path();
            // Links to folders are not followed, since they may form cycles.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push(path);
            } else if is_pdf(&path) {
                found.push(PdfFile { name: name_below(Some(root), &path), path });
            }
        }
    }
    Ok(())
}

fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")) && path.is_file()
}

fn name_below(root: Option<&Path>, path: &Path) -> String {
    let below = root.and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path);
    // A tab or line break in a name would break the table.
    below.to_string_lossy().replace(['\t', '\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_and_fit_for_a_table() {
        assert_eq!(name_below(Some(Path::new("a")), Path::new("a/pdf/x\ty.pdf")), "pdf/x y.pdf");
        assert_eq!(name_below(None, Path::new("x.pdf")), "x.pdf");
    }

    #[test]
    fn samples_are_found() {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples");
        let found = find(&[samples]).expect("samples");
        assert!(found.iter().any(|file| file.name == "hello.pdf"));
        assert!(found.is_sorted());
    }
}
