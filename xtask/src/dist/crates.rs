//! The crates for crates.io, packaged and checked.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use super::build::{Build, output, run};

/// The limit of crates.io.
const MOST_BYTES: u64 = 10_000_000;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// A member of the workspace.
#[derive(Deserialize)]
struct Package {
    name: String,
    /// Registries that it may be published to; `None` is any.
    publish: Option<Vec<String>>,
    description: Option<String>,
    license: Option<String>,
    repository: Option<String>,
    readme: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
}

/// Packages the publishable crates.
pub(super) fn package(build: &Build, out: &Path) -> Result<(), String> {
    let crates = publishable(build)?;
    let mut cargo = build.cargo(&["package", "--locked", "--allow-dirty", "--quiet"])?;
    for package in &crates {
        cargo.args(["--package", &package.name]);
    }
    run(&mut cargo)?;
    for package in &crates {
        let name = format!("{}-{}.crate", package.name, build.version);
        let path = build.target_folder().join("package").join(&name);
        let bytes =
            std::fs::copy(&path, out.join(&name)).map_err(|error| format!("{}: {error}", path.display()))?;
        let list = output(Command::new("tar").arg("-tzf").arg(&path))?;
        let list = String::from_utf8_lossy(&list).into_owned();
        let files: Vec<&str> =
            list.lines().filter_map(|line| line.split_once('/')).map(|(_, file)| file).collect();
        let faults = faults_of_contents(&files, bytes);
        if !faults.is_empty() {
            return Err(format!("{name}: {}", faults.join(", ")));
        }
    }
    Ok(())
}

fn publishable(build: &Build) -> Result<Vec<Package>, String> {
    let found = output(&mut build.cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"])?)?;
    let metadata: Metadata =
        serde_json::from_slice(&found).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut crates = metadata.packages;
    // `publish = false` is an empty list.
    crates.retain(|package| package.publish.is_none());
    let faults: Vec<String> = crates.iter().flat_map(Package::faults).collect();
    if faults.is_empty() { Ok(crates) } else { Err(faults.join("; ")) }
}

impl Package {
    /// Returns what crates.io or its readers miss in the manifest.
    fn faults(&self) -> Vec<String> {
        let texts = [
            ("description", &self.description),
            ("license", &self.license),
            ("repository", &self.repository),
            ("readme", &self.readme),
        ];
        let missing = texts.into_iter().filter(|(_, text)| text.is_none()).map(|(name, _)| name);
        let counts = [("keywords", self.keywords.len()), ("categories", self.categories.len())];
        let wrong = counts.into_iter().filter(|(_, count)| !(1..=5).contains(count)).map(|(name, _)| name);
        missing.chain(wrong).map(|name| format!("{} has no valid {name}", self.name)).collect()
    }
}

/// Returns what is wrong with the contents of a packaged crate.
fn faults_of_contents(files: &[&str], bytes: u64) -> Vec<String> {
    let required = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml", "src/lib.rs"];
    let missing =
        required.iter().filter(|name| !files.contains(name)).map(|name| format!("{name} is missing"));
    let unwanted =
        files.iter().filter(|name| name.starts_with("tests/")).map(|name| format!("{name} is in it"));
    let large = (bytes > MOST_BYTES).then(|| format!("{bytes} bytes are more than {MOST_BYTES}"));
    missing.chain(unwanted).chain(large).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn published_crates_have_everything_that_crates_io_shows() {
        let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let build = Build::new(&root, "dev", "x86_64-unknown-linux-gnu").unwrap();
        let names: Vec<String> =
            publishable(&build).unwrap().into_iter().map(|package| package.name).collect();
        assert_eq!(
            names,
            ["pdftract", "pdftract-cli", "pdftract-rows", "pdftract-server", "pdftract-worker"]
        );
    }

    #[test]
    fn contents_are_checked() {
        let files = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml", "src/lib.rs"];
        assert!(faults_of_contents(&files, MOST_BYTES).is_empty());
        let faults = faults_of_contents(
            &["README.md", "LICENSE-MIT", "Cargo.toml", "src/lib.rs", "tests/a.rs"],
            MOST_BYTES + 1,
        );
        assert_eq!(
            faults,
            ["LICENSE-APACHE is missing", "tests/a.rs is in it", "10000001 bytes are more than 10000000"]
        );
    }
}
