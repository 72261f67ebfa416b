//! The Debian package.
//!
//! Written here and not by cargo-deb: the format is three members of an `ar` archive, two of which the tarball's code already
//! writes, and cargo-deb is a tree of crates more to build and to trust. The program is static, so that there are no dependencies to compute.

use std::path::Path;

use super::archive::{Entry, ar, gzip, tar};
use super::build::{Build, write as write_file};
use super::payload::Payload;

/// The revision of the package.
const REVISION: u32 = 1;

/// Writes the package.
pub(super) fn write(build: &Build, out: &Path) -> Result<(), String> {
    let payload = Payload::new(build)?;
    let files = files(&payload)?;
    let version = format!("{}-{REVISION}", build.version);
    let package = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&tar(&control(&files, &version), build.epoch)?)?),
        ("data.tar.gz", gzip(&tar(&files, build.epoch)?)?),
    ];
    write_file(&out.join(format!("pdftract_{version}_amd64.deb")), &ar(&package, build.epoch))
}

/// Returns the installed files. Debian keeps manual pages and long documents compressed.
fn files(payload: &Payload) -> Result<Vec<Entry>, String> {
    let [(_, bash), (_, zsh), (_, fish)] = &payload.completions;
    let mut entries = vec![
        payload.program("./usr/bin/pdftract".to_owned()),
        Entry::new("./usr/share/bash-completion/completions/pdftract", bash.as_slice()),
        Entry::new("./usr/share/zsh/vendor-completions/_pdftract", zsh.as_slice()),
        Entry::new("./usr/share/fish/vendor_completions.d/pdftract.fish", fish.as_slice()),
        Entry::new("./usr/share/doc/pdftract/copyright", COPYRIGHT),
    ];
    for (name, bytes) in &payload.manual {
        entries.push(Entry::new(format!("./usr/share/man/man1/{name}.gz"), gzip(bytes)?));
    }
    for (name, bytes) in &payload.documents {
        let folder = "./usr/share/doc/pdftract";
        match name.as_str() {
            "CHANGELOG.md" => entries.push(Entry::new(format!("{folder}/changelog.gz"), gzip(bytes)?)),
            "bom.cdx.json" | "third-party-notices.txt" => {
                entries.push(Entry::new(format!("{folder}/{name}.gz"), gzip(bytes)?));
            }
            _ => entries.push(Entry::new(format!("{folder}/{name}"), bytes.as_slice())),
        }
    }
    for (name, bytes) in &payload.examples {
        // The unit starts the program where the package puts it.
        let bytes = match std::str::from_utf8(bytes) {
            Ok(text) if name.ends_with(".service") => {
                text.replace("/usr/local/bin/", "/usr/bin/").into_bytes()
            }
            _ => bytes.clone(),
        };
        entries.push(Entry::new(format!("./usr/share/doc/pdftract/examples/{name}"), bytes));
    }
    Ok(entries)
}

/// Returns the files that describe the package.
fn control(files: &[Entry], version: &str) -> Vec<Entry> {
    let kilobytes: usize = files.iter().map(|file| file.bytes.len().div_ceil(1024)).sum();
    let control = format!(
        "Package: pdftract\nVersion: {version}\nArchitecture: amd64\nMaintainer: {MAINTAINER}\nInstalled-Size: {kilobytes}\n\
         Suggests: tesseract-ocr\nSection: text\nPriority: optional\n{DESCRIPTION}"
    );
    let sum = |file: &Entry| format!("{}  {}\n", md5(&file.bytes), file.path.trim_start_matches("./"));
    let sums: String = files.iter().map(sum).collect();
    vec![Entry::new("./control", control), Entry::new("./md5sums", sums)]
}

fn md5(bytes: &[u8]) -> String {
    use md5::{Digest as _, Md5};
    Md5::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A package has to name whom to write to; a distribution replaces it.
const MAINTAINER: &str = "the pdftract authors <pdftract@localhost>";

const DESCRIPTION: &str = "Description: text from PDF files that can be trusted
 Extracts text, Markdown, JSON, tables and chunks from PDF files, also damaged
 and malicious ones, and reports how far the result can be trusted.
 .
 Fonts that do not state their characters are read by the shapes of their
 glyphs. The package also contains a server (pdftract serve), a server for
 agents (pdftract mcp) and a viewer in the browser (pdftract inspect).
";

const COPYRIGHT: &str = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: pdftract

Files: *
Copyright: the pdftract authors
License: MIT or Apache-2.0
Comment:
 The texts of both licences are LICENSE-MIT and LICENSE-APACHE in this folder.
 Licences and notices of the libraries in the program are in
 third-party-notices.txt.gz, and its bill of materials is bom.cdx.json.gz.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_file_describes_the_files() {
        let files = [Entry::new("./usr/bin/pdftract", vec![0; 1500]), Entry::new("./usr/share/a", "")];
        let control = control(&files, "0.2.0-1");
        let text = String::from_utf8(control[0].bytes.clone()).unwrap();
        assert!(text.contains("Version: 0.2.0-1\n") && text.contains("Installed-Size: 2\n"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        let sums = String::from_utf8(control[1].bytes.clone()).unwrap();
        assert!(sums.ends_with("d41d8cd98f00b204e9800998ecf8427e  usr/share/a\n"), "{sums}");
    }
}
