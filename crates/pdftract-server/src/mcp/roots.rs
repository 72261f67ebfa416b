//! Folders below which documents are read. No path leaves them, by `..`, an absolute path or a symbolic link.

use std::fs::File;
use std::path::{Component, Path, PathBuf};

/// Folders below which documents are read.
#[derive(Debug)]
pub struct Roots {
    roots: Vec<PathBuf>,
}

/// A place below a root.
#[derive(Debug)]
pub(crate) struct Place {
    root: PathBuf,
    /// The path from the root, without `.` and `..`.
    relative: PathBuf,
}

/// Files of a folder that are listed.
const MAX_FILES: usize = 2_000;
/// Folders within folders that are searched.
const MAX_DEPTH: usize = 16;

impl Roots {
    /// Takes folders by their true names.
    ///
    /// # Errors
    ///
    /// Returns a sentence on a folder that is none.
    pub fn new(folders: &[PathBuf]) -> Result<Self, String> {
        let canonical = |folder: &PathBuf| {
            let path = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
            if path.is_dir() { Ok(path) } else { Err(format!("{}: not a folder", folder.display())) }
        };
        let roots = folders.iter().map(canonical).collect::<Result<Vec<_>, _>>()?;
        if roots.is_empty() { Err("no root was given".into()) } else { Ok(Self { roots }) }
    }

    /// Finds the place that an agent names: a path from a root, or an absolute path below one.
    pub(crate) fn place(&self, named: &str) -> Result<Place, String> {
        if named.contains("://") {
            return Err("URLs are not opened; name a file below a root".into());
        }
        let path = Path::new(named);
        if path.components().any(|part| matches!(part, Component::ParentDir)) || named.contains('\0') {
            return Err("the path may not contain `..`".into());
        }
        for root in &self.roots {
            let relative = if path.is_absolute() {
                let Ok(relative) = path.strip_prefix(root) else { continue };
                relative
            } else {
                path
            };
            let relative =
                relative.components().filter(|part| matches!(part, Component::Normal(_))).collect();
            let place = Place { root: root.clone(), relative };
            if place.exists() {
                return Ok(place);
            }
        }
        // The same answer for what does not exist and what may not be seen.
        Err("there is no such file below the roots, or a symbolic link leads to it".into())
    }
}

impl Place {
    /// Returns the name that an agent can use again.
    pub(crate) fn name(&self) -> String {
        let name = self.relative.to_string_lossy().into_owned();
        if name.is_empty() { ".".into() } else { name }
    }

    /// Returns whether it is there and no link is on the way.
    fn exists(&self) -> bool {
        let mut path = self.root.clone();
        let mut parts = self.relative.components();
        parts.all(|part| {
            path.push(part);
            std::fs::symlink_metadata(&path).is_ok_and(|found| !found.is_symlink())
        })
    }

    /// Returns whether it is a folder.
    pub(crate) fn is_folder(&self) -> bool {
        self.root.join(&self.relative).is_dir()
    }

    /// Opens it as a file. A link that was put there since it was found is not followed.
    pub(crate) fn open(&self, max_bytes: u64) -> Result<File, String> {
        let file = open_below(&self.root, &self.relative).map_err(|error| error.to_string())?;
        let found = file.metadata().map_err(|error| error.to_string())?;
        if !found.is_file() {
            return Err("it is not a file".into());
        }
        if found.len() > max_bytes {
            return Err(format!("the file has {} bytes; {max_bytes} are allowed", found.len()));
        }
        Ok(file)
    }

    /// Returns the PDF files below it, sorted by name, and whether there are more. Links are not followed.
    pub(crate) fn files(&self) -> (Vec<(Self, u64)>, bool) {
        let mut found = Vec::new();
        let mut folders = vec![(self.relative.clone(), 0)];
        while let Some((relative, depth)) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(self.root.join(&relative)) else { continue };
            for entry in entries.flatten() {
                let Ok(kind) = entry.file_type() else { continue };
                let path = relative.join(entry.file_name());
                if kind.is_dir() && depth < MAX_DEPTH && !entry.file_name().to_string_lossy().starts_with('.')
                {
                    folders.push((path, depth + 1));
                } else if kind.is_file()
                    && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
                {
                    let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
                    found.push((Self { root: self.root.clone(), relative: path }, bytes));
                }
                if found.len() > 4 * MAX_FILES {
                    break;
                }
            }
        }
        found.sort_by(|(a, _), (b, _)| a.relative.cmp(&b.relative));
        let is_cut = found.len() > MAX_FILES;
        found.truncate(MAX_FILES);
        (found, is_cut)
    }
}

#[cfg(target_os = "linux")]
fn open_below(root: &Path, relative: &Path) -> std::io::Result<File> {
    use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat, openat2};
    let folder = openat(CWD, root, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    // A FIFO must not make the server wait for a writer.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let file = openat2(folder, relative, flags, Mode::empty(), resolve)?;
    Ok(file.into())
}

/// The links on the way were looked for when the place was found; here only the last one can be refused.
#[cfg(not(target_os = "linux"))]
fn open_below(root: &Path, relative: &Path) -> std::io::Result<File> {
    let path = root.join(relative);
    if std::fs::symlink_metadata(&path)?.is_symlink() {
        return Err(std::io::ErrorKind::PermissionDenied.into());
    }
    File::open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn no_path_leaves_the_root() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret.pdf"), "%PDF-").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir(root.join("a")).unwrap();
        std::fs::write(root.join("a/in.pdf"), "%PDF-").unwrap();
        symlink(outside.path().join("secret.pdf"), root.join("link.pdf")).unwrap();
        symlink(outside.path(), root.join("linked")).unwrap();
        symlink(root.join("a/in.pdf"), root.join("within.pdf")).unwrap();
        let roots = Roots::new(&[root.to_path_buf()]).unwrap();
        for good in
            ["a/in.pdf", "./a/in.pdf", root.canonicalize().unwrap().join("a/in.pdf").to_str().unwrap()]
        {
            assert!(roots.place(good).and_then(|place| place.open(9)).is_ok(), "{good}");
        }
        let absolute = outside.path().join("secret.pdf");
        for bad in [
            "link.pdf",
            "linked/secret.pdf",
            "within.pdf",
            "../secret.pdf",
            "a/../a/in.pdf",
            absolute.to_str().unwrap(),
            "file:///etc/passwd",
            "http://example.org/a.pdf",
            "missing.pdf",
            "/etc/passwd",
        ] {
            assert!(roots.place(bad).is_err(), "{bad}");
        }
        let (files, is_cut) = roots.place(".").unwrap().files();
        assert_eq!(files.iter().map(|(place, _)| place.name()).collect::<Vec<_>>(), ["a/in.pdf"]);
        assert!(!is_cut);
        assert!(roots.place("a/in.pdf").unwrap().open(4).is_err());
    }

    #[test]
    fn a_link_put_there_later_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.pdf"), "%PDF-").unwrap();
        std::fs::write(folder.path().join("b.pdf"), "%PDF-").unwrap();
        let roots = Roots::new(&[folder.path().to_path_buf()]).unwrap();
        let place = roots.place("a.pdf").unwrap();
        std::fs::remove_file(folder.path().join("a.pdf")).unwrap();
        symlink("b.pdf", folder.path().join("a.pdf")).unwrap();
        assert!(place.open(9).is_err());
    }
}
