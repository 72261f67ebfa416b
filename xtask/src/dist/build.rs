//! The settings that all artefacts are built with, chosen so that the folder and the time of a build do not show in them.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// A release to be built from a folder of sources.
#[derive(Debug, Clone)]
pub(super) struct Build {
    pub(super) root: PathBuf,
    /// The Cargo profile.
    pub(super) profile: String,
    /// The target of the static program.
    pub(super) target: String,
    pub(super) version: String,
    /// The time that all files of an archive get, in seconds since 1970: `SOURCE_DATE_EPOCH`, or the time of the last commit.
    pub(super) epoch: u64,
}

#[derive(Deserialize)]
struct Manifest {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    version: String,
}

impl Build {
    /// Reads version and time of the sources.
    pub(super) fn new(root: &Path, profile: &str, target: &str) -> Result<Self, String> {
        let manifest = read_text(&root.join("Cargo.toml"))?;
        let manifest: Manifest = toml::from_str(&manifest).map_err(|error| format!("Cargo.toml: {error}"))?;
        Ok(Self {
            root: root.to_owned(),
            profile: profile.to_owned(),
            target: target.to_owned(),
            version: manifest.workspace.package.version,
            epoch: epoch(root)?,
        })
    }

    /// Returns the folder of compiled files.
    pub(super) fn target_folder(&self) -> PathBuf {
        self.root.join("target")
    }

    /// Returns a command of Cargo in the root of the sources, with settings for reproducible results.
    pub(super) fn cargo(&self, arguments: &[&str]) -> Result<Command, String> {
        let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let mut command = Command::new(program);
        command.args(arguments);
        self.settle(&mut command, &[])?;
        Ok(command)
    }

    /// Gives a command the folder, the time and the compiler flags of this build.
    pub(super) fn settle(&self, command: &mut Command, flags: &[&str]) -> Result<(), String> {
        let maps = self.path_maps()?;
        let rust = maps.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
        let rust: Vec<String> = rust.chain(flags.iter().map(|flag| (*flag).to_owned())).collect();
        let c = maps.iter().map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display()));
        command
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.target_folder())
            // Flags may contain spaces in paths; this variable separates them by a unit separator.
            .env("CARGO_ENCODED_RUSTFLAGS", rust.join("\u{1f}"))
            .env("CFLAGS", c.collect::<Vec<_>>().join(" "))
            .env("SOURCE_DATE_EPOCH", self.epoch.to_string())
            // Incremental builds divide the code differently each time.
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS");
        Ok(())
    }

    /// Returns folders of this machine and the names that stand for them in debug information and panic messages.
    fn path_maps(&self) -> Result<Vec<(PathBuf, &'static str)>, String> {
        let home = match std::env::var_os("CARGO_HOME") {
            Some(home) => PathBuf::from(home),
            None => PathBuf::from(std::env::var_os("HOME").ok_or("neither CARGO_HOME nor HOME is set")?)
                .join(".cargo"),
        };
        let mut maps = vec![(home, "/cargo")];
        // The name of the folder of a registry contains a hash of its address.
        let sources = maps.iter().map(|(home, _)| home.join("registry/src")).collect::<Vec<_>>();
        for entry in sources.iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten() {
            maps.push((entry.path(), "/crates"));
        }
        maps.push((self.root.clone(), "/pdftract"));
        Ok(maps)
    }
}

/// Runs a command to its end.
pub(super) fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}")) }
}

/// Runs a command to its end and returns its standard output.
pub(super) fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{name}: {} {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// Reads a file of text.
pub(super) fn read_text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn epoch(root: &Path) -> Result<u64, String> {
    let seconds = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => seconds,
        Err(_) => {
            let mut git = Command::new("git");
            git.arg("-C").arg(root).args(["log", "-1", "--format=%ct"]);
            String::from_utf8_lossy(&output(&mut git)?).into_owned()
        }
    };
    seconds.trim().parse().map_err(|_| format!("SOURCE_DATE_EPOCH is not a number of seconds: {seconds}"))
}
