//! The files that come with the program: completions, manual pages, licences, notices, bill of materials, samples.

use std::path::Path;

use super::archive::Entry;
use super::build::{Build, read};
use super::{binary, build};
use crate::bill_of_materials;

/// All files beside the program.
pub(super) struct Payload {
    pub(super) program: Vec<u8>,
    /// Completions by shell: bash, zsh, fish.
    pub(super) completions: [(&'static str, Vec<u8>); 3],
    /// Manual pages by file name.
    pub(super) manual: Vec<(String, Vec<u8>)>,
    /// Documents by file name: licences, notices, bill of materials, README, changelog.
    pub(super) documents: Vec<(String, Vec<u8>)>,
    /// Files to start from, by path: deployment, a sample.
    pub(super) examples: Vec<(String, Vec<u8>)>,
}

impl Payload {
    /// Builds the program and collects the files.
    pub(super) fn new(build: &Build) -> Result<Self, String> {
        let program = binary::build(build)?;
        let completion = |shell| binary::printed(&program, &["completions", shell]);
        let documents = ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-MIT", "LICENSE-APACHE"];
        let documents = documents.iter().map(|name| Ok(((*name).to_owned(), read(&build.root.join(name))?)));
        let mut documents: Vec<(String, Vec<u8>)> = documents.collect::<Result<_, String>>()?;
        documents.extend(
            bill_of_materials::files("pdftract-cli", Some(&build.target))?
                .map(|(name, text)| (name.to_owned(), text.into_bytes())),
        );
        let mut examples = in_folder(&build.root.join("deploy"))?;
        examples.push(("hello.pdf".to_owned(), read(&build.root.join("samples/hello.pdf"))?));
        Ok(Self {
            completions: [
                ("bash", completion("bash")?),
                ("zsh", completion("zsh")?),
                ("fish", completion("fish")?),
            ],
            program: build::read(&program)?,
            manual: in_folder(&build.root.join("docs/man"))?,
            documents,
            examples,
        })
    }

    /// Returns the program as a file of an archive.
    pub(super) fn program(&self, path: String) -> Entry {
        Entry { path, bytes: self.program.clone(), is_program: true }
    }
}

/// Returns the files of a folder by name.
fn in_folder(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path.is_file() {
            files.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), read(&path)?));
        }
    }
    files.sort();
    Ok(files)
}
