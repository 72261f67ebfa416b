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
        Self::filtered(typed, &Filter::default())
    }

    /// Searches what was typed; a filter chooses among the files in folders.
    pub(crate) fn filtered(typed: Vec<PathBuf>, filter: &Filter) -> Self {
        let mut search = Self::default();
        for path in typed {
            if path.as_os_str() != "-" && path.is_dir() {
                search.folder(&path, filter);
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
    fn folder(&mut self, root: &Path, filter: &Filter) {
        let before = self.found.len() + self.failures.len();
        let mut stack = vec![(root.to_path_buf(), 0)];
        while let Some((path, depth)) = stack.pop() {
            if path != root && filter.excludes(&path) {
                continue;
            }
            // A link to a folder may lead back up, so that only the folder that was typed may be a link.
            let is_folder = path == root || (path.is_dir() && !path.is_symlink());
            if is_folder && filter.max_depth.is_some_and(|most| depth >= most) {
                continue;
            }
            if is_folder {
                match entries(&path) {
                    Ok(names) => stack.extend(names.into_iter().rev().map(|name| (name, depth + 1))),
                    Err(error) => self.failures.push(unreadable(&path, &error)),
                }
            } else if filter.takes(&path) && path.is_file() {
                let below = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
                self.found.push(Found { source: Source::Path(path), below, in_folder: true });
            } else if filter.takes(&path) {
                self.failures.push(not_a_file(&path));
            }
        }
        if self.found.len() + self.failures.len() == before && !filter.may_be_empty {
            let failure = Failure::new(Exit::NotPdf, "there are no PDF files in this folder");
            self.failures.push(failure.of_file(root.to_string_lossy()));
        }
    }
}

/// A choice among the files in folders.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    /// Patterns of names, one of which must match; without any, PDF files are taken.
    pub(crate) include: Vec<String>,
    /// Patterns of names of files and folders that are left out.
    pub(crate) exclude: Vec<String>,
    /// The depth of folders: 1 for the files of a folder itself.
    pub(crate) max_depth: Option<usize>,
    /// A folder without any file is no failure.
    pub(crate) may_be_empty: bool,
}

impl Filter {
    fn takes(&self, path: &Path) -> bool {
        if self.include.is_empty() { is_pdf(path) } else { any_matches(&self.include, path) }
    }

    fn excludes(&self, path: &Path) -> bool {
        any_matches(&self.exclude, path)
    }
}

fn any_matches(globs: &[String], path: &Path) -> bool {
    let Some(name) = path.file_name().map(|name| name.to_string_lossy().to_lowercase()) else { return false };
    let name: Vec<char> = name.chars().collect();
    globs.iter().any(|glob| matches(&glob.to_lowercase().chars().collect::<Vec<_>>(), &name))
}

/// Returns whether a name matches a pattern, in which `*` is any text and `?` any character.
fn matches(glob: &[char], name: &[char]) -> bool {
    let (mut at, mut in_glob) = (0, 0);
    // The place to try again from, with a longer text for the last `*`.
    let mut retry: Option<(usize, usize)> = None;
    while at < name.len() {
        match glob.get(in_glob) {
            Some('*') => {
                retry = Some((in_glob, at));
                in_glob += 1;
            }
            Some(&sign) if sign == '?' || name.get(at) == Some(&sign) => {
                (in_glob, at) = (in_glob + 1, at + 1)
            }
            _ => {
                let Some((star, start)) = retry else { return false };
                retry = Some((star, start + 1));
                (in_glob, at) = (star + 1, start + 1);
            }
        }
    }
    glob.iter().skip(in_glob).all(|sign| *sign == '*')
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

    #[test]
    fn names_are_chosen_by_patterns_and_depth() {
        let is_match = |glob: &str, name: &str| {
            matches(&glob.chars().collect::<Vec<_>>(), &name.chars().collect::<Vec<_>>())
        };
        for (glob, name) in
            [("*.pdf", "a.pdf"), ("a*b*c", "aXbYbZc"), ("?.p*", "ä.pdf"), ("*", ""), ("**x", "x")]
        {
            assert!(is_match(glob, name), "{glob} {name}");
        }
        for (glob, name) in [("*.pdf", "a.pdfx"), ("a*b", "ac"), ("?", ""), ("", "a"), ("a", "")] {
            assert!(!is_match(glob, name), "{glob} {name}");
        }
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("b/deep")).unwrap();
        for name in ["r1.pdf", "a.pdf", "b/R2.pdf", "b/deep/r3.pdf", "r4.bin"] {
            std::fs::write(root.join(name), "").unwrap();
        }
        let filtered = |filter| names(&Search::filtered(vec![root.to_path_buf()], &filter));
        let include = vec!["r*".to_owned()];
        assert_eq!(
            filtered(Filter { include: include.clone(), ..Filter::default() }),
            ["b/R2.pdf", "b/deep/r3.pdf", "r1.pdf", "r4.bin"]
        );
        let exclude = vec!["deep".to_owned(), "a*".to_owned()];
        assert_eq!(filtered(Filter { exclude, ..Filter::default() }), ["b/R2.pdf", "r1.pdf"]);
        assert_eq!(filtered(Filter { max_depth: Some(1), ..Filter::default() }), ["a.pdf", "r1.pdf"]);
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
