//! The recorded counts and the environment that affects them.

use std::collections::BTreeMap;
use std::process::Command;

use serde::{Deserialize, Serialize};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.json");

/// CPU features that libraries detect at run time, which affects the counts.
const EXTENSIONS: [&str; 3] = ["avx2", "bmi2", "sse4_2"];

/// The contents of the file.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) environment: Environment,
    pub(super) counts: BTreeMap<String, u64>,
}

/// The environment that affects the counts.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Environment {
    rustc: String,
    host: String,
    extensions: Vec<String>,
}

impl Environment {
    /// Returns the environment of this machine.
    pub(super) fn read() -> Self {
        let output =
            Command::new("rustc").arg("-vV").output().map(|output| output.stdout).unwrap_or_default();
        let output = String::from_utf8_lossy(&output).into_owned();
        let line = |start: &str| {
            output.lines().find_map(|line| line.strip_prefix(start)).unwrap_or("unknown").to_owned()
        };
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let flags = cpu.lines().find(|line| line.starts_with("flags")).unwrap_or_default();
        let has = |name: &&str| flags.split(' ').any(|flag| flag == *name);
        Self {
            rustc: line("rustc "),
            host: line("host: "),
            extensions: EXTENSIONS.iter().filter(|name| has(name)).map(|name| (*name).to_owned()).collect(),
        }
    }

    /// Describes how this machine differs from the one that recorded the counts.
    pub(super) fn difference(&self, recorded: &Self) -> Option<String> {
        let differs = |what: &str, here: &str, there: &str| {
            (here != there).then(|| format!("counts were recorded with {what} {there}, here it is {here}"))
        };
        differs("rustc", &self.rustc, &recorded.rustc)
            .or_else(|| differs("host", &self.host, &recorded.host))
            .or_else(|| {
                differs("processor extensions", &self.extensions.join(" "), &recorded.extensions.join(" "))
            })
    }
}

impl Record {
    /// Reads the file; empty if there is none.
    pub(super) fn read() -> Result<Self, String> {
        let Ok(text) = std::fs::read_to_string(PATH) else { return Ok(Self::default()) };
        serde_json::from_str(&text).map_err(|error| format!("{PATH}: {error}"))
    }

    /// Writes the file.
    pub(super) fn write(&self) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(PATH, text + "\n").map_err(|error| format!("{PATH}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_compiler_is_named() {
        let here = Environment { rustc: "1.95.0".into(), ..Environment::default() };
        let there = Environment { rustc: "1.92.0".into(), ..Environment::default() };
        assert_eq!(here.difference(&here), None);
        let reason = here.difference(&there).expect("a reason");
        assert!(reason.contains("1.92.0") && reason.contains("1.95.0"));
    }
}
