//! The destinations of results: unique names in a folder, one file, or standard output.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use super::format::Format;
use super::walk::Found;
use crate::exit::Failure;
use crate::input::Source;

/// The destination of results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    /// Standard output, one file after another.
    Stdout,
    /// One file.
    File(PathBuf),
    /// A folder: the path of each result in it, without extension.
    Folder(Vec<PathBuf>),
}

impl Destination {
    /// Returns the destination that `--output` means for these files.
    pub(crate) fn new(output: Option<&Path>, formats: usize, found: &[Found]) -> Result<Self, Failure> {
        let Some(output) = output.filter(|output| output.as_os_str() != "-") else {
            return if formats > 1 {
                Err(usage("several formats need a folder for their results: -o FOLDER/"))
            } else {
                Ok(Self::Stdout)
            };
        };
        if output.as_os_str().is_empty() {
            return Err(usage("--output is empty"));
        }
        let one_result = formats == 1 && matches!(found, [one] if !one.in_folder);
        if !one_result || output.is_dir() || ends_in_separator(output) {
            if output.exists() && !output.is_dir() {
                return Err(usage("several results need a folder, but the output is a file")
                    .of_file(output.to_string_lossy()));
            }
            return Ok(Self::Folder(names(found).into_iter().map(|name| output.join(name)).collect()));
        }
        // `pdftract -o a.pdf b.pdf` is an option without its value, and must not overwrite the PDF.
        if is_pdf(output) {
            return Err(usage(
                "the output has the extension of a PDF; pdftract writes text, Markdown and JSON",
            )
            .of_file(output.to_string_lossy()));
        }
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(usage("there is no such folder").of_file(folder.to_string_lossy()));
        }
        Ok(Self::File(output.to_path_buf()))
    }

    /// Returns the folders that results go into.
    pub(crate) fn folders(&self) -> BTreeSet<&Path> {
        match self {
            Self::Stdout => BTreeSet::new(),
            Self::File(path) => path.parent().into_iter().collect(),
            Self::Folder(names) => names.iter().filter_map(|name| name.parent()).collect(),
        }
    }

    /// Returns the path of one result, or `None` for standard output.
    pub(crate) fn path(&self, index: usize, format: Format) -> Option<PathBuf> {
        match self {
            Self::Stdout => None,
            Self::File(path) => Some(path.clone()),
            Self::Folder(names) => names.get(index).map(|name| with_extension(name, format.extension())),
        }
    }
}

/// The folder that images are saved to, and the beginnings of their names.
#[derive(Debug)]
pub(crate) struct ImageTarget {
    folder: PathBuf,
    prefixes: Vec<String>,
}

impl ImageTarget {
    /// Chooses a beginning for each document that is unique in the run and safe as a part of other names.
    pub(crate) fn new(folder: &Path, found: &[Found]) -> Self {
        let flat = |name: PathBuf| name.to_string_lossy().replace(['/', '\\'], "-");
        Self { folder: folder.to_path_buf(), prefixes: names(found).into_iter().map(flat).collect() }
    }

    /// Returns the folder, and the beginning of the names of a document's images.
    pub(crate) fn of_document(&self, index: usize) -> (&Path, &str) {
        (&self.folder, self.prefixes.get(index).map_or("", String::as_str))
    }
}

fn usage(message: &str) -> Failure {
    Failure::usage(message)
}

fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

fn ends_in_separator(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(char::from(byte)))
}

/// Adds an extension and keeps what looks like one: `v1.2` becomes `v1.2.txt`.
fn with_extension(name: &Path, extension: &str) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Returns a unique name for each file, on file systems that ignore case too.
///
/// The name is the path below the folder that was typed; if that is taken, the path as typed; else with a number.
fn names(found: &[Found]) -> Vec<PathBuf> {
    let short: Vec<PathBuf> = found.iter().map(|found| without_pdf(&found.below)).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    short.iter().for_each(|name| *counts.entry(folded(name)).or_default() += 1);
    let is_unique = |name: &Path| counts.get(&folded(name)) == Some(&1);
    let mut taken: HashSet<String> =
        short.iter().filter(|name| is_unique(name)).map(|name| folded(name)).collect();
    let choose = |(found, short): (&Found, PathBuf)| {
        if is_unique(&short) {
            return short;
        }
        let name = numbered(&typed_name(found), &taken);
        taken.insert(folded(&name));
        name
    };
    found.iter().zip(short).map(choose).collect()
}

/// Returns the name, with the first free number if it is taken.
fn numbered(name: &Path, taken: &HashSet<String>) -> PathBuf {
    let with_number = |number: usize| {
        let mut numbered = name.as_os_str().to_owned();
        numbered.push(format!("-{number}"));
        PathBuf::from(numbered)
    };
    let mut tries = std::iter::once(name.to_path_buf()).chain((2..).map(with_number));
    tries.find(|name| !taken.contains(&folded(name))).unwrap_or_else(|| name.to_path_buf())
}

/// Returns the path as typed, without parts that lead out of the folder.
fn typed_name(found: &Found) -> PathBuf {
    let path = match &found.source {
        Source::Stdin => &found.below,
        Source::Path(path) => path,
    };
    let inside = |part: &Component<'_>| matches!(part, Component::Normal(_));
    without_pdf(&path.components().filter(inside).collect::<PathBuf>())
}

fn without_pdf(path: &Path) -> PathBuf {
    if is_pdf(path) { path.with_extension("") } else { path.to_path_buf() }
}

fn folded(name: &Path) -> String {
    name.to_string_lossy().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, below: &str) -> Found {
        Found { source: Source::Path(path.into()), below: below.into(), in_folder: path != below }
    }

    fn names_of(files: &[(&str, &str)]) -> Vec<String> {
        let found: Vec<Found> = files.iter().map(|(path, below)| found(path, below)).collect();
        names(&found).iter().map(|name| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn names_keep_their_path_and_never_clash() {
        assert_eq!(names_of(&[("f/a.pdf", "a.pdf"), ("f/g/a.PDF", "g/a.PDF")]), ["a", "g/a"]);
        assert_eq!(
            names_of(&[("a/x.pdf", "x.pdf"), ("b/x.pdf", "x.pdf"), ("b/y.pdf", "y.pdf")]),
            ["a/x", "b/x", "y"]
        );
        assert_eq!(names_of(&[("../a/x.pdf", "x.pdf"), ("a/X.pdf", "X.pdf")]), ["a/x", "a/X-2"]);
        assert_eq!(
            names_of(&[("f/x.pdf", "x.pdf"), ("f/x.PDF", "x.PDF"), ("f/x-2.pdf", "x-2.pdf")]),
            ["f/x", "f/x-2", "x-2"]
        );
        assert_eq!(names_of(&[("v1.2", "v1.2"), ("v1.2.pdf", "v1.2.pdf")]), ["v1.2", "v1.2-2"]);
    }

    #[test]
    fn outputs_are_a_file_a_folder_or_standard_output() {
        let one = [found("a.pdf", "a.pdf")];
        let two = [found("a.pdf", "a.pdf"), found("b.pdf", "b.pdf")];
        let of = |output: &str, formats, found: &[Found]| {
            Destination::new(Some(Path::new(output)), formats, found).ok()
        };
        assert_eq!(of("-", 1, &two), Some(Destination::Stdout));
        assert_eq!(of("no-such", 1, &one), Some(Destination::File("no-such".into())));
        assert_eq!(of("no-such/", 1, &one), Some(Destination::Folder(vec!["no-such/a".into()])));
        assert_eq!(of("no-such", 2, &one), Some(Destination::Folder(vec!["no-such/a".into()])));
        assert_eq!(
            of("no-such", 1, &two),
            Some(Destination::Folder(vec!["no-such/a".into(), "no-such/b".into()]))
        );
        for (output, formats) in [("-", 2), ("b.pdf", 1), ("", 1), ("Cargo.toml", 2)] {
            assert_eq!(of(output, formats, &one), None, "{output}");
        }
    }

    #[test]
    fn images_of_documents_with_the_same_name_are_told_apart() {
        let images = ImageTarget::new(
            Path::new("pictures"),
            &[found("a/x.pdf", "x.pdf"), found("b/x.pdf", "x.pdf"), found("b/c/y.pdf", "c/y.pdf")],
        );
        let prefix = |index| images.of_document(index);
        assert_eq!([0, 1, 2].map(|index| prefix(index).1), ["a-x", "b-x", "c-y"]);
        assert_eq!(prefix(0).0, Path::new("pictures"));
    }

    #[test]
    fn extensions_are_added() {
        let folder = Destination::Folder(vec!["out/v1.2".into()]);
        assert_eq!(folder.path(0, Format::Markdown), Some("out/v1.2.md".into()));
    }
}
