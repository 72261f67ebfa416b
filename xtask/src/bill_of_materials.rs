//! `xtask sbom`: writes the bill of materials of the command and the notices of third parties, for a release.
//!
//! The bill is CycloneDX 1.5 in JSON. Both files only depend on `Cargo.lock` and the downloaded crates, so that two runs write
//! the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Check;

/// Arguments of `xtask sbom`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The package whose dependencies are listed.
    #[arg(long, default_value = "pdftract-cli")]
    package: String,
    /// The folder to write `bom.cdx.json` and `third-party-notices.txt` to.
    #[arg(long, default_value = "target/release-files")]
    out: PathBuf,
}

/// Writes both files.
///
/// # Errors
/// Returns an error if cargo does not run or a file cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Check, String> {
    let bill = Bill::new(&arguments.package, None)?;
    fs::create_dir_all(&arguments.out).map_err(|error| format!("{}: {error}", arguments.out.display()))?;
    for (name, text) in bill.files()? {
        let path = arguments.out.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let without: Vec<&str> =
        bill.third_parties().filter(|part| part.license.is_none()).map(|part| part.name.as_str()).collect();
    println!(
        "sbom: {} crates in {}, {} without a licence {}",
        bill.third_parties().count(),
        arguments.out.display(),
        without.len(),
        without.join(" ")
    );
    Ok(Check::passed_if(without.is_empty()))
}

/// Returns names and contents of the bill of materials and of the notices, for a target or for this machine.
pub(crate) fn files(package: &str, target: Option<&str>) -> Result<[(&'static str, String); 2], String> {
    Bill::new(package, target)?.files()
}

/// The output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    /// `None` for members of the workspace.
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    dependencies: Vec<String>,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// The crates that a package is built of.
struct Bill {
    /// The name of the package.
    of: String,
    /// The crates by name and version, the package included.
    parts: Vec<Package>,
    /// The direct dependencies of a crate among the parts, by id.
    uses: BTreeMap<String, Vec<String>>,
    checksums: BTreeMap<(String, String), String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn cargo(arguments: &[&str]) -> Result<Vec<u8>, String> {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(program).current_dir(root()).args(arguments).output();
    let output = output.map_err(|error| format!("cargo: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("cargo {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
}

/// Returns name and version of the crates that a package is built of on a target, by default this machine. `cargo metadata` would add those that only
/// other members of the workspace ask for.
fn names(package: &str, target: Option<&str>) -> Result<BTreeSet<(String, String)>, String> {
    let mut arguments = vec!["tree", "--locked", "--offline", "-p", package, "-e", "normal"];
    arguments.extend(["--prefix", "none", "--format", "{p}"]);
    arguments.extend(target.iter().flat_map(|target| ["--target", target]));
    let tree = cargo(&arguments)?;
    let lines = String::from_utf8_lossy(&tree).into_owned();
    let pairs = lines.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
    });
    Ok(pairs.collect())
}

impl Bill {
    fn new(package: &str, target: Option<&str>) -> Result<Self, String> {
        let names = names(package, target)?;
        let arguments = ["metadata", "--format-version", "1", "--locked", "--offline"];
        let metadata: Metadata = serde_json::from_slice(&cargo(&arguments)?)
            .map_err(|error| format!("cargo metadata: {error}"))?;
        let text =
            fs::read_to_string(root().join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
        let lock: Lock = toml::from_str(&text).map_err(|error| format!("Cargo.lock: {error}"))?;
        let mut parts = metadata.packages;
        parts.retain(|part| names.contains(&(part.name.clone(), part.version.clone())));
        parts.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        let known: BTreeSet<&String> = parts.iter().map(|part| &part.id).collect();
        let uses = metadata.resolve.nodes.into_iter().filter(|node| known.contains(&node.id)).map(|node| {
            let mut used = node.dependencies;
            used.retain(|id| known.contains(id));
            used.sort();
            (node.id, used)
        });
        let uses = uses.collect();
        let checksums = lock.package.into_iter();
        let checksums =
            checksums.filter_map(|locked| Some(((locked.name, locked.version), locked.checksum?))).collect();
        Ok(Self { of: package.to_owned(), parts, uses, checksums })
    }

    /// Returns the crates that do not belong to this workspace.
    fn third_parties(&self) -> impl Iterator<Item = &Package> {
        self.parts.iter().filter(|part| part.source.is_some())
    }

    fn files(&self) -> Result<[(&'static str, String); 2], String> {
        let document = serde_json::to_string_pretty(&self.cyclone_dx()).map_err(|error| error.to_string())?;
        Ok([("bom.cdx.json", document + "\n"), ("third-party-notices.txt", self.notices()?)])
    }

    fn cyclone_dx(&self) -> Value {
        let places: BTreeMap<&String, String> =
            self.parts.iter().map(|part| (&part.id, part.url())).collect();
        let (whole, parts): (Vec<&Package>, Vec<&Package>) =
            self.parts.iter().partition(|part| part.name == self.of);
        let components: Vec<Value> = parts.into_iter().map(|part| self.component(part, "library")).collect();
        let dependencies: Vec<Value> = self
            .parts
            .iter()
            .map(|part| {
                let used = self.uses.get(&part.id).into_iter().flatten();
                let used: Vec<&String> = used.filter_map(|id| places.get(id)).collect();
                json!({ "ref": part.url(), "dependsOn": used })
            })
            .collect();
        let whole = whole.first().map(|part| self.component(part, "application"));
        json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": whole },
            "components": components,
            "dependencies": dependencies,
        })
    }

    fn component(&self, part: &Package, kind: &str) -> Value {
        let mut component = json!({
            "type": kind,
            "bom-ref": part.url(),
            "name": part.name,
            "version": part.version,
            "purl": part.url(),
        });
        if let Some(license) = &part.license {
            // Older crates separate alternatives by a slash.
            component["licenses"] = json!([{ "expression": license.replace('/', " OR ") }]);
        }
        if let Some(checksum) = self.checksums.get(&(part.name.clone(), part.version.clone())) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        if let Some(repository) = &part.repository {
            component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
        }
        component
    }

    /// Returns licences, copyright notices and their texts; equal texts once.
    fn notices(&self) -> Result<String, String> {
        let mut notices = String::from(
            "Third-party notices\n\nThis program contains the following software, under the licences stated.\n\n",
        );
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for part in self.third_parties() {
            let license = part.license.as_deref().unwrap_or("unknown licence");
            let repository = part.repository.as_deref().unwrap_or_default();
            let _ = writeln!(notices, "{} {}: {license} {repository}", part.name, part.version);
            for text in part.licence_texts()? {
                texts.entry(text).or_default().push(format!("{} {}", part.name, part.version));
            }
        }
        let mut texts: Vec<(Vec<String>, String)> =
            texts.into_iter().map(|(text, names)| (names, text)).collect();
        texts.sort();
        for (names, text) in texts {
            let _ = write!(notices, "\n{}\n{}\n\n{}\n", "-".repeat(80), names.join(", "), text.trim_end());
        }
        let data = root().join("docs/data-licences.md");
        let data = fs::read_to_string(&data).map_err(|error| format!("{}: {error}", data.display()))?;
        let _ = write!(notices, "\n{}\nData\n\n{data}", "-".repeat(80));
        Ok(notices)
    }
}

impl Package {
    fn url(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }

    /// Returns the texts of licences and notices in the folder of the crate.
    fn licence_texts(&self) -> Result<Vec<String>, String> {
        let folder = self.manifest_path.parent().unwrap_or(Path::new("."));
        let told = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(told)? {
            let entry = entry.map_err(told)?;
            let name = entry.file_name().to_string_lossy().to_uppercase();
            let is_licence = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"]
                .iter()
                .any(|start| name.starts_with(start));
            if is_licence && entry.path().is_file() {
                paths.push(entry.path());
            }
        }
        paths.sort();
        paths.iter().map(|path| fs::read(path).map_err(told)).map(|text| Ok(clean(&text?))).collect()
    }
}

/// Returns a text without carriage returns, so that equal texts are equal.
fn clean(text: &[u8]) -> String {
    String::from_utf8_lossy(text).replace('\r', "").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bill_lists_what_the_library_is_built_of() {
        let bill = match Bill::new("pdftract", None) {
            Ok(bill) => bill,
            // Crates of other platforms may not be downloaded, and nothing is downloaded here.
            Err(reason) => return println!("skipped: {reason}"),
        };
        let document = bill.cyclone_dx();
        assert_eq!(document["metadata"]["component"]["purl"], "pkg:cargo/pdftract@0.2.0");
        let components = document["components"].as_array().unwrap();
        let memchr = components.iter().find(|component| component["name"] == "memchr").unwrap();
        assert_eq!(memchr["licenses"][0]["expression"], "Unlicense OR MIT");
        assert_eq!(memchr["hashes"][0]["content"].as_str().unwrap().len(), 64);
        assert!(bill.third_parties().all(|part| part.license.is_some()));
        let whole = &document["metadata"]["component"];
        let references: BTreeSet<&str> =
            components.iter().chain([whole]).filter_map(|component| component["bom-ref"].as_str()).collect();
        let dependencies = document["dependencies"].as_array().unwrap();
        let used = dependencies.iter().flat_map(|entry| entry["dependsOn"].as_array().unwrap());
        assert!(used.clone().count() > 20);
        assert!(used.clone().all(|used| references.contains(used.as_str().unwrap())));
        let notices = bill.notices().unwrap();
        assert!(notices.contains("memchr") && notices.contains("Permission is hereby granted"));
        assert!(notices.contains("Andrew Gallant"), "the texts of crates are there");
    }

    /// The allocator is linked on musl only.
    #[test]
    fn the_bill_is_that_of_the_target() {
        let has_allocator = |target| {
            let names = names("pdftract-cli", Some(target))?;
            Ok::<bool, String>(names.iter().any(|(name, _)| name == "mimalloc"))
        };
        match (has_allocator("x86_64-unknown-linux-musl"), has_allocator("x86_64-unknown-linux-gnu")) {
            (Ok(on_musl), Ok(elsewhere)) => assert_eq!((on_musl, elsewhere), (true, false)),
            (Err(reason), _) | (_, Err(reason)) => println!("skipped: {reason}"),
        }
    }

    /// The limit of the reliability goals. A dependency that exceeds it replaces another.
    #[test]
    fn the_library_has_at_most_40_dependencies() {
        match names("pdftract", None) {
            Ok(names) => assert!(names.len() <= 41, "{}: {names:?}", names.len() - 1),
            Err(reason) => println!("skipped: {reason}"),
        }
    }
}
