//! The static program.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::{Build, output, read, run};

/// Builds the program and returns its path.
pub(super) fn build(build: &Build) -> Result<PathBuf, String> {
    let mut cargo = build.cargo(&[
        "build",
        "--locked",
        "--package",
        "pdftract-cli",
        "--bin",
        "pdftract",
        "--profile",
        &build.profile,
        "--target",
        &build.target,
    ])?;
    // At a fixed address, as the build script of the command explains.
    build.settle(&mut cargo, &["-Ctarget-feature=+crt-static", "-Crelocation-model=static"])?;
    if build.target.ends_with("-musl") {
        check_musl(&build.target)?;
        cargo.env(format!("CC_{}", build.target.replace('-', "_")), "musl-gcc");
    }
    run(&mut cargo)?;
    let folder = if build.profile == "dev" { "debug" } else { build.profile.as_str() };
    let program = build.target_folder().join(&build.target).join(folder).join("pdftract");
    if is_dynamic(&read(&program)?) {
        return Err(format!("{} is not static", program.display()));
    }
    Ok(program)
}

/// Runs the program and returns what it prints.
pub(super) fn printed(program: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    output(Command::new(program).args(arguments))
}

/// Checks that the standard library and a C compiler for musl are there.
fn check_musl(target: &str) -> Result<(), String> {
    let library = output(Command::new("rustc").args(["--print", "target-libdir", "--target", target]))?;
    if !Path::new(String::from_utf8_lossy(&library).trim()).exists() {
        return Err(format!(
            "the standard library of {target} is missing: run `rustup target add {target}`, or build with \
             `--target x86_64-unknown-linux-gnu`"
        ));
    }
    if Command::new("musl-gcc").arg("--version").output().is_err() {
        return Err("musl-gcc is missing: run `apt-get install musl-tools`".to_owned());
    }
    Ok(())
}

/// Reports whether a 64-bit ELF file names a program interpreter, which loads shared libraries. Other files are dynamic.
fn is_dynamic(elf: &[u8]) -> bool {
    const INTERPRETER: [u8; 4] = 3_u32.to_le_bytes();
    let number = |at: usize, length: usize| -> Option<usize> {
        let bytes = elf.get(at..at.checked_add(length)?)?;
        bytes
            .iter()
            .rev()
            .try_fold(0_usize, |number, byte| number.checked_mul(256)?.checked_add(usize::from(*byte)))
    };
    // A header: the table of segments is at 32, the size of an entry at 54, their number at 56.
    let table = if elf.starts_with(b"\x7fELF\x02\x01") {
        number(32, 8).zip(number(54, 2)).zip(number(56, 2))
    } else {
        None
    };
    let Some(((start, size), count)) = table else { return true };
    (0..count)
        .any(|index| elf.get(start + index * size..).is_none_or(|entry| entry.starts_with(&INTERPRETER)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf(segments: &[u32]) -> Vec<u8> {
        let mut elf = b"\x7fELF\x02\x01".to_vec();
        elf.resize(64, 0);
        elf[32] = 64;
        elf[54] = 56;
        elf[56] = u8::try_from(segments.len()).unwrap();
        for kind in segments {
            elf.extend(kind.to_le_bytes());
            elf.extend([0; 52]);
        }
        elf
    }

    #[test]
    fn a_program_interpreter_makes_a_program_dynamic() {
        assert!(!is_dynamic(&elf(&[1, 1, 4])));
        assert!(is_dynamic(&elf(&[1, 3, 4])));
        assert!(is_dynamic(b"#!/bin/sh\n"));
        assert!(is_dynamic(&elf(&[1, 1])[..70]));
    }
}
