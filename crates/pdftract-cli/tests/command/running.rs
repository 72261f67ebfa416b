//! Runs the real binary and finds the files it is tried on.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use pdftract_testkit::builder::{simple_document, text_page};

/// The binary.
pub(crate) fn pdftract() -> Command {
    cargo_bin_cmd!("pdftract")
}

/// Runs it.
pub(crate) fn run(arguments: &[&str]) -> Output {
    pdftract().args(arguments).output().unwrap()
}

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sample.
pub(crate) fn hello() -> String {
    repository().join("samples/hello.pdf").to_string_lossy().into_owned()
}

/// A locked file; its passwords are `user` and `owner`.
pub(crate) fn encrypted(name: &str) -> String {
    let folder = repository().join("crates/pdftract/tests/fixtures/encrypted");
    folder.join(name).to_string_lossy().into_owned()
}

/// Returns its standard output.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns its standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Fails with all output unless the exit code is the expected one.
#[track_caller]
pub(crate) fn assert_exit(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(output), stderr(output));
}

/// A PDF of plain objects, numbered from 1; the first is the catalog, and `trailer` is added to the trailer.
pub(crate) fn pdf_of(objects: &[&[u8]], trailer: &str) -> Vec<u8> {
    let mut pdf = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(pdf.len());
        pdf.extend(format!("{} 0 obj\n", index + 1).bytes());
        pdf.extend_from_slice(object);
        pdf.extend(b"\nendobj\n");
    }
    let start = pdf.len();
    let size = objects.len() + 1;
    pdf.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    offsets.iter().for_each(|offset| pdf.extend(format!("{offset:010} 00000 n \n").bytes()));
    pdf.extend(format!("trailer\n<</Size {size}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n").bytes());
    pdf
}

/// Runs it with these bytes as standard input.
pub(crate) fn run_on(arguments: &[&str], stdin: Vec<u8>) -> Output {
    pdftract().args(arguments).write_stdin(stdin).output().unwrap()
}

/// Parses its standard output as JSON.
pub(crate) fn json(output: &Output) -> serde_json::Value {
    assert_exit(output, 0);
    serde_json::from_str(&stdout(output)).unwrap()
}

/// A folder with files of these names and contents.
pub(crate) fn folder_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    folder
}

/// Runs it in a folder.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    pdftract().current_dir(folder).args(arguments).output().unwrap()
}

/// All files below a folder, by name.
pub(crate) fn files_in(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    files.sort();
    files
}

/// Returns a document with these words on its pages.
pub(crate) fn saying(pages: &[&str]) -> Vec<u8> {
    let contents: Vec<String> = pages.iter().map(|page| text_page(page)).collect();
    simple_document(&contents.iter().map(String::as_str).collect::<Vec<_>>())
}
