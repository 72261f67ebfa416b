//! `xtask dist`: builds everything that a release consists of, with hashes, into one folder.
//!
//! Nothing is published. docs/releasing.md describes the artefacts and how they are checked.

mod archive;
mod binary;
mod build;
mod crates;
mod deb;
mod payload;
mod python;
mod reproduce;
mod sums;
mod tarball;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::Check;
use build::Build;

/// Arguments of `xtask dist`.
#[derive(Args)]
pub struct Arguments {
    /// The artefacts to build [default: all].
    #[arg(value_enum)]
    artefacts: Vec<Artefact>,
    /// The folder for the artefacts.
    #[arg(long, default_value = "target/dist")]
    out: PathBuf,
    /// The Cargo profile of the program and the wheel; `quick` for trying.
    #[arg(long, default_value = "release")]
    profile: String,
    /// The target of the static program: x86_64-unknown-linux-musl or x86_64-unknown-linux-gnu.
    #[arg(long, default_value = "x86_64-unknown-linux-musl")]
    target: String,
    /// Builds everything again from a copy in another folder and compares the bytes.
    #[arg(long)]
    reproduce: bool,
}

/// A part of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Artefact {
    /// The static program with completions, manual pages, licences, notices and bill of materials.
    Tarball,
    /// The same as a Debian package.
    Deb,
    /// The Python package, compiled.
    Wheel,
    /// The Python package as source.
    Sdist,
    /// The crates for crates.io.
    Crates,
}

/// Builds the artefacts.
///
/// # Errors
/// Returns an error if a tool is missing or fails, or an artefact does not meet its requirements.
pub fn run(arguments: &Arguments) -> Result<Check, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().map_err(|error| format!("{}: {error}", root.display()))?;
    let build = Build::new(&root, &arguments.profile, &arguments.target)?;
    let artefacts = match arguments.artefacts.as_slice() {
        [] => Artefact::value_variants(),
        chosen => chosen,
    };
    let out = root.join(&arguments.out);
    build_all(&build, artefacts, &out)?;
    if !arguments.reproduce {
        return Ok(Check::Passed);
    }
    let copy = reproduce::copy(&build)?;
    let again = root.join("target/dist-again");
    build_all(&copy, artefacts, &again)?;
    reproduce::compare(&out, &again)
}

/// Builds artefacts into a folder, which then has nothing else.
fn build_all(build: &Build, artefacts: &[Artefact], out: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", out.display());
    if out.exists() {
        std::fs::remove_dir_all(out).map_err(told)?;
    }
    std::fs::create_dir_all(out).map_err(told)?;
    for artefact in artefacts {
        let begun = Instant::now();
        match artefact {
            Artefact::Tarball => tarball::write(build, out)?,
            Artefact::Deb => deb::write(build, out)?,
            Artefact::Wheel => python::wheel(build, out)?,
            Artefact::Sdist => python::sdist(build, out)?,
            Artefact::Crates => crates::package(build, out)?,
        }
        println!("dist: {artefact:?} took {} s", begun.elapsed().as_secs());
    }
    for (name, bytes, hash) in sums::write(out)? {
        println!("{hash} {:9.3} MB {name}", bytes as f64 / 1e6);
    }
    Ok(())
}
