//! The tarball: unpacked over a prefix such as `/usr/local`, every file is where programs look for it.

use std::path::Path;

use super::archive::{Entry, gzip, tar};
use super::build::{Build, write as write_file};
use super::payload::Payload;

/// Writes the tarball.
pub(super) fn write(build: &Build, out: &Path) -> Result<(), String> {
    let name = format!("pdftract-{}-{}", build.version, build.target);
    let packed = gzip(&tar(&entries(&Payload::new(build)?, &name), build.epoch)?)?;
    write_file(&out.join(format!("{name}.tar.gz")), &packed)
}

fn entries(payload: &Payload, name: &str) -> Vec<Entry> {
    let [(_, bash), (_, zsh), (_, fish)] = &payload.completions;
    let mut entries = vec![
        payload.program(format!("{name}/bin/pdftract")),
        Entry::new(format!("{name}/share/bash-completion/completions/pdftract"), bash.as_slice()),
        Entry::new(format!("{name}/share/zsh/site-functions/_pdftract"), zsh.as_slice()),
        Entry::new(format!("{name}/share/fish/vendor_completions.d/pdftract.fish"), fish.as_slice()),
    ];
    let mut all = |folder: &str, files: &[(String, Vec<u8>)]| {
        let files =
            files.iter().map(|(file, bytes)| Entry::new(format!("{name}/{folder}/{file}"), bytes.as_slice()));
        entries.extend(files);
    };
    all("share/man/man1", &payload.manual);
    all("share/doc/pdftract", &payload.documents);
    all("share/doc/pdftract/examples", &payload.examples);
    entries
}
