//! The machine and the versions that the figures were measured with.

use std::collections::BTreeMap;
use std::process::Command;

use serde::Serialize;

use super::contestant::Contestant;
use crate::tool;

/// The machine, versions and date of a run.
#[derive(Debug, Serialize)]
pub(super) struct Machine {
    date: String,
    processor: String,
    cores: usize,
    system: String,
    rustc: String,
    /// The checked-out commit; the measured program may have been built from another one.
    commit: String,
    /// The load average of the last minute, before and after the run.
    load: Vec<String>,
    versions: BTreeMap<&'static str, String>,
    /// Peers that are not available, with the reason.
    left_out: Vec<String>,
}

impl Machine {
    /// Collects the data available before the run.
    pub(super) fn read(contestants: &[Contestant], left_out: Vec<String>) -> Self {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        Self {
            date: printed("date", &["-u", "+%Y-%m-%d"]),
            processor: model.map_or("unknown", |(_, name)| name.trim()).to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: system(),
            rustc: tool::version("rustc", &["--version"]),
            commit: printed("git", &["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty"]),
            load: vec![load()],
            versions: contestants.iter().map(|each| (each.who.name(), each.version.clone())).collect(),
            left_out,
        }
    }

    /// Adds the data available after the run.
    pub(super) fn finish(mut self) -> Self {
        self.load.push(load());
        self
    }

    /// Formats everything as sentences.
    pub(super) fn text(&self) -> String {
        let is_named = |name: &&str| !["floor", "JSON", "Markdown"].contains(name);
        let versions: Vec<String> = self
            .versions
            .iter()
            .filter(|(name, _)| is_named(name))
            .map(|(name, version)| format!("{name} {version}"))
            .collect();
        let mut text = format!(
            "Measured on {} at commit {}: {} with {} cores, {}, rustc {}; load {} before and after. Versions: {}.\n",
            self.date,
            self.commit,
            self.processor,
            self.cores,
            self.system,
            self.rustc,
            self.load.join(" and "),
            versions.join(", ")
        );
        if !self.left_out.is_empty() {
            text.push_str(&format!("Left out: {}.\n", self.left_out.join("; ")));
        }
        text
    }
}

fn system() -> String {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    name.map_or_else(|| std::env::consts::OS.to_owned(), |name| name.trim_matches('"').to_owned())
}

/// Returns the load average of the last minute.
fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").to_owned()
}

fn printed(program: &str, arguments: &[&str]) -> String {
    let printed =
        Command::new(program).args(arguments).output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&printed).trim().to_owned()
}
