//! `xtask deny`: checks dependencies against `deny.toml`, where cargo-deny is not installed.
//!
//! Runs the same three checks as `cargo deny check bans licenses sources`, for the keys used in this repository's
//! `deny.toml`. Bans and sources are read from `Cargo.lock`, which lists the crates of all platforms; licences come
//! from `cargo metadata`.

mod licence;
mod version;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::Check;

/// The part of `deny.toml` that is checked here.
#[derive(Deserialize)]
struct Policy {
    licenses: Licenses,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
}

/// Licences that one crate may have beside the allowed ones.
#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Ban>,
    wildcards: String,
}

#[derive(Deserialize)]
struct Ban {
    /// A name, or a name and a version requirement with a colon between them.
    #[serde(rename = "crate")]
    spec: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    unknown_registry: String,
    unknown_git: String,
}

/// `Cargo.lock`.
#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    /// `None` for members of the workspace.
    source: Option<String>,
}

/// The output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    path: Option<String>,
}

/// The names of crates.io in lock files and metadata.
const CRATES_IO: [&str; 2] =
    ["registry+https://github.com/rust-lang/crates.io-index", "sparse+https://index.crates.io/"];

/// Checks the dependencies of this workspace and prints what is not allowed.
///
/// # Errors
/// Returns an error if `deny.toml` or `Cargo.lock` cannot be read, or cargo does not run.
pub fn run() -> Result<Check, String> {
    let policy: Policy = read_toml("deny.toml")?;
    let lock: Lock = read_toml("Cargo.lock")?;
    let metadata = metadata()?;
    let mut found = unknown_sources(&policy.sources, &lock);
    found.extend(banned(&policy.bans, &lock));
    found.extend(wildcards(&policy.bans, &metadata));
    found.extend(refused_licences(&policy.licenses, &metadata));
    found.iter().for_each(|what| println!("{what}"));
    println!(
        "deny: sources and bans of {} crates, licences of {}: {} findings",
        lock.package.len(),
        metadata.packages.len(),
        found.len()
    );
    Ok(Check::passed_if(found.is_empty()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read_toml<T: for<'de> Deserialize<'de>>(name: &str) -> Result<T, String> {
    let text = fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))?;
    toml::from_str(&text).map_err(|error| format!("{name}: {error}"))
}

/// Returns the packages of all platforms if their manifests are on this machine, otherwise of this platform.
fn metadata() -> Result<Metadata, String> {
    if let Ok(all) = cargo_metadata(&[]) {
        return Ok(all);
    }
    println!("deny: crates for other platforms are not downloaded; their licences are not checked");
    let rustc = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let described = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let host = described.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    cargo_metadata(&["--filter-platform", host])
}

fn cargo_metadata(arguments: &[&str]) -> Result<Metadata, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.current_dir(root());
    command
        .args(["metadata", "--format-version", "1", "--all-features", "--locked", "--offline"])
        .args(arguments);
    let output = command.output().map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

fn unknown_sources(policy: &Sources, lock: &Lock) -> Vec<String> {
    let refused = |source: &str| match source.split_once('+') {
        Some(("git", _)) => policy.unknown_git == "deny",
        _ => policy.unknown_registry == "deny" && !CRATES_IO.contains(&source),
    };
    let unknown = lock.package.iter().filter(|package| package.source.as_deref().is_some_and(refused));
    unknown.map(|package| format!("{} {}: not from crates.io", package.name, package.version)).collect()
}

fn banned(policy: &Bans, lock: &Lock) -> Vec<String> {
    let is_banned = |package: &&Locked| {
        policy.deny.iter().any(|ban| {
            let (name, requirement) = ban.spec.split_once(':').unwrap_or((&ban.spec, ""));
            name == package.name && version::matches(&package.version, requirement)
        })
    };
    let found = lock.package.iter().filter(is_banned);
    found.map(|package| format!("{} {}: banned", package.name, package.version)).collect()
}

/// Finds wildcard requirements. Workspace members refer to each other by path; registry dependencies need a version.
fn wildcards(policy: &Bans, metadata: &Metadata) -> Vec<String> {
    if policy.wildcards != "deny" {
        return Vec::new();
    }
    let mut found = Vec::new();
    for package in metadata.packages.iter().filter(|package| package.source.is_none()) {
        let any = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.req == "*" && dependency.path.is_none());
        found.extend(any.map(|dependency| format!("{}: {} in any version", package.name, dependency.name)));
    }
    found
}

fn refused_licences(policy: &Licenses, metadata: &Metadata) -> Vec<String> {
    let refused = |package: &&Package| {
        let exceptions = policy.exceptions.iter().filter(|exception| exception.name == package.name);
        let more = exceptions.flat_map(|exception| &exception.allow);
        let allowed = policy.allow.iter().chain(more).cloned().collect();
        !package.license.as_deref().is_some_and(|licence| licence::is_allowed(licence, &allowed))
    };
    let describe = |package: &Package| {
        let licence = package.license.as_deref().unwrap_or("none");
        format!("{} {}: licence {licence} is not allowed", package.name, package.version)
    };
    metadata.packages.iter().filter(refused).map(describe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Policy {
        let text = "[licenses]\nallow = [\"MIT\"]\nexceptions = [{ crate = \"odd\", allow = [\"CC0-1.0\"] }]\n[bans]\nwildcards = \"deny\"\ndeny = [{ crate = \"bad\" }, { crate = \"old:<0.41\" }]\n[sources]\nunknown-registry = \"deny\"\nunknown-git = \"deny\"\n";
        toml::from_str(text).unwrap()
    }

    fn lock(packages: &[(&str, &str, Option<&str>)]) -> Lock {
        let locked = |(name, version, source): &(&str, &str, Option<&str>)| Locked {
            name: (*name).into(),
            version: (*version).into(),
            source: source.map(str::to_owned),
        };
        Lock { package: packages.iter().map(locked).collect() }
    }

    #[test]
    fn workspace_dependencies_are_allowed() {
        assert_eq!(run(), Ok(Check::Passed), "see `cargo xtask deny`");
    }

    #[test]
    fn other_sources_than_crates_io_are_refused() {
        let lock = lock(&[
            ("a", "1.0.0", Some(CRATES_IO[0])),
            ("b", "1.0.0", None),
            ("c", "1.0.0", Some("git+https://example.org/c")),
            ("d", "1.0.0", Some("registry+https://example.org/index")),
        ]);
        let found = unknown_sources(&policy().sources, &lock);
        assert_eq!(found, ["c 1.0.0: not from crates.io", "d 1.0.0: not from crates.io"]);
    }

    #[test]
    fn banned_crates_and_versions_are_refused() {
        let lock = lock(&[("bad", "2.0.0", None), ("old", "0.40.9", None), ("old", "0.41.0", None)]);
        assert_eq!(banned(&policy().bans, &lock), ["bad 2.0.0: banned", "old 0.40.9: banned"]);
    }

    #[test]
    fn wildcards_and_licences_are_checked() {
        let json = r#"{"packages": [
            {"name": "own", "version": "0.1.0", "license": "MIT OR GPL-3.0", "source": null, "dependencies":
             [{"name": "x", "req": "*", "path": null}, {"name": "kit", "req": "*", "path": "/kit"}]},
            {"name": "odd", "version": "0.3.0", "license": "CC0-1.0", "source": "registry", "dependencies": []},
            {"name": "even", "version": "0.3.0", "license": "CC0-1.0", "source": "registry", "dependencies": []},
            {"name": "none", "version": "0.2.0", "license": null, "source": "registry", "dependencies": []}]}"#;
        let metadata: Metadata = serde_json::from_str(json).unwrap();
        assert_eq!(wildcards(&policy().bans, &metadata), ["own: x in any version"]);
        let refused = refused_licences(&policy().licenses, &metadata);
        let expected =
            ["even 0.3.0: licence CC0-1.0 is not allowed", "none 0.2.0: licence none is not allowed"];
        assert_eq!(refused, expected);
    }
}
