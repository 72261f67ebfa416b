//! Expands files and folders to PDF files, in a fixed order.

use std::path::{Path, PathBuf};

use crate::exit::{Exit, Failure};
use crate::input::Source;

/// A PDF to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its source.
    pub(crate) source: Source,
    /// Its path below the folder that was typed; its name alone if it was typed itself.
    pub(crate) below: PathBuf,
    /// True if it was found in a folder.
    pub(crate) in_folder: bool,
}

/// The files found, in the order typed and sorted within folders, and the folders that could not be
/// searched.
#[derive(Debug, Default)]
pub(crate) struct Search {
    pub(crate) found: Vec<Found>,
    pub(crate) failures: Vec<Failure>,
}

impl Search {
    /// Searches what was typed.
    pub(crate) fn new(typed: Vec<PathBuf>) -> Self {
        let mut search = Self::default();
        for path in typed {
            if path.as_os_str() != "-" && path.is_dir() {
                search.folder(&path);
            } else {
                search.file(path);
            }
        }
        search
    }

    fn file(&mut self, path: PathBuf) {
        let source = Source::from_argument(path);
        let below = match &source {
            Source::Stdin => "stdin".into(),
            Source::Path(path) => path.file_name().map_or_else(|| path.clone(), PathBuf::from),
        };
        self.found.push(Found { source, below, in_folder: false });
    }

    /// Adds all PDF files below a folder. The stack holds the entries still to visit, the next one last.
    fn folder(&mut self, root: &Path) {
        let before = self.found.len() + self.failures.len();
        let mut stack = vec![root.to_path_buf()];
        while let Some(path) = stack.pop() {
            // A link to a folder may lead back up, so that only the folder that was typed may be a link.
            let is_folder = path == root || (path.is_dir() && !path.is_symlink());
            if is_folder {
                match entries(&path) {
                    Ok(names) => stack.extend(names.into_iter().rev()),
                    Err(error) => self.failures.push(unreadable(&path, &error)),
                }
            } else if is_pdf(&path) && path.is_file() {
                let below = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
                self.found.push(Found { source: Source::Path(path), below, in_folder: true });
            } else if is_pdf(&path) {
                self.failures.push(not_a_file(&path));
            }
        }
        if self.found.len() + self.failures.len() == before {
            let failure = Failure::new(Exit::NotPdf, "there are no PDF files in this folder");
            self.failures.push(failure.of_file(root.to_string_lossy()));
        }
    }
}

/// Returns the entries of a folder, sorted by name.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort_unstable();
    Ok(entries)
}

fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

/// Says what is named like a PDF and cannot be read as one. Opening a pipe could wait for ever.
fn not_a_file(path: &Path) -> Failure {
    let message = match std::fs::metadata(path) {
        Ok(kind) if kind.is_dir() => "it is a link to a folder, which is not followed".to_owned(),
        Ok(_) => "it is a pipe, a socket or a device, not a file".to_owned(),
        Err(error) if path.is_symlink() => format!("it is a link that leads nowhere: {error}"),
        Err(error) => error.to_string(),
    };
    Failure::new(Exit::Error, message).of_file(path.to_string_lossy())
}

fn unreadable(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Exit::Error, format!("the folder cannot be read: {error}")).of_file(folder.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(search: &Search) -> Vec<String> {
        search.found.iter().map(|found| found.below.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn folders_are_searched_by_name_and_to_their_depth() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("b/deep")).unwrap();
        for name in ["c.pdf", "a.PDF", "b/deep/x.pdf", "b/a.pdf", "notes.txt", "pdf"] {
            std::fs::write(root.join(name), "").unwrap();
        }
        let search = Search::new(vec![root.to_path_buf(), "other/z.bin".into(), "-".into()]);
        assert_eq!(names(&search), ["a.PDF", "b/a.pdf", "b/deep/x.pdf", "c.pdf", "z.bin", "stdin"]);
        assert!(search.failures.is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_named_like_a_pdf_and_is_no_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::write(root.join("a.pdf"), "").unwrap();
        let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, root.join(from)).unwrap();
        link("missing", "dangling.pdf");
        link("loop.pdf", "loop.pdf");
        link(".", "up.pdf");
        let made = std::process::Command::new("mkfifo").arg(root.join("pipe.pdf")).status().unwrap();
        assert!(made.success());
        let search = Search::new(vec![root.to_path_buf()]);
        assert_eq!(names(&search), ["a.pdf"]);
        let told: Vec<String> = search.failures.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told[0].contains("dangling.pdf: it is a link that leads nowhere"), "{told:?}");
        assert!(told[1].contains("loop.pdf: it is a link that leads nowhere"), "{told:?}");
        assert!(told[2].contains("pipe.pdf: it is a pipe"), "{told:?}");
        assert!(told[3].contains("up.pdf: it is a link to a folder"), "{told:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_loop_of_links_is_not_followed_and_an_empty_folder_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::os::unix::fs::symlink(root, root.join("loop")).unwrap();
        assert_eq!(Search::new(vec![root.to_path_buf()]).failures.len(), 1);
        std::fs::write(root.join("a.pdf"), "").unwrap();
        let search = Search::new(vec![root.join("loop")]);
        assert_eq!(names(&search), ["a.pdf"]);
    }
}
