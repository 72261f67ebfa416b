//! The walls around a worker: limits of the process, then Landlock, then a seccomp filter.
//!
//! Each is set if the system supports it. A missing one is reported.

#[cfg(target_os = "linux")]
mod landlock;
#[cfg(unix)]
mod limits;
#[cfg(target_os = "linux")]
mod seccomp;

use serde::{Deserialize, Serialize};

use crate::class::{Class, ProcessLimits};

/// The protections active in a worker process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Isolation {
    /// Limits on memory, processor time, open files and core dumps.
    pub limits: Layer,
    /// No program that it starts can gain privileges.
    pub no_new_privs: Layer,
    /// No file or TCP port can be opened.
    pub landlock: Layer,
    /// Only system calls that computing needs are possible.
    pub seccomp: Layer,
}

/// One of the walls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// It is in place.
    Active,
    /// A part of it is in place, as far as the system has it.
    Partial(String),
    /// It is missing, for this reason.
    Missing(String),
    /// It does not fit this class of workers.
    NotWanted,
}

impl Layer {
    fn from_result(set: Result<(), impl std::fmt::Display>) -> Self {
        match set {
            Ok(()) => Self::Active,
            Err(error) => Self::Missing(error.to_string()),
        }
    }
}

impl Isolation {
    /// Returns a sentence for each wall that is wanted and not fully in place.
    pub fn warnings(&self) -> Vec<String> {
        let walls = [
            ("limits of memory and time", &self.limits),
            ("no_new_privs", &self.no_new_privs),
            ("Landlock", &self.landlock),
            ("seccomp", &self.seccomp),
        ];
        let warning = |(name, layer): (&str, &Layer)| match layer {
            Layer::Active | Layer::NotWanted => None,
            Layer::Partial(what) => Some(format!("workers run with a part of {name}: {what}")),
            Layer::Missing(why) => Some(format!("workers run without {name}: {why}")),
        };
        walls.into_iter().filter_map(warning).collect()
    }
}

/// Locks this process in, as far as the system can and the class allows.
#[cfg(target_os = "linux")]
pub(crate) fn enter(class: Class, limits: &ProcessLimits) -> Isolation {
    // The kernel may end a worker before anything else when memory runs out; where that is forbidden, nothing is lost.
    let _ = std::fs::write("/proc/self/oom_score_adj", "500");
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    let limits = Layer::from_result(limits::set(limits));
    let no_new_privs = Layer::from_result(rustix::thread::set_no_new_privs(true));
    if !class.can_be_locked_in() {
        return Isolation { limits, no_new_privs, landlock: Layer::NotWanted, seccomp: Layer::NotWanted };
    }
    let landlock = landlock::restrict();
    Isolation { limits, no_new_privs, landlock, seccomp: Layer::from_result(seccomp::restrict()) }
}

/// Locks this process in, as far as the system can and the class allows.
#[cfg(not(target_os = "linux"))]
pub(crate) fn enter(class: Class, limits: &ProcessLimits) -> Isolation {
    let missing = || {
        if class.can_be_locked_in() {
            Layer::Missing("this system has none".into())
        } else {
            Layer::NotWanted
        }
    };
    #[cfg(unix)]
    let limits = Layer::from_result(limits::set(limits));
    #[cfg(not(unix))]
    let limits = {
        let _ = limits;
        missing()
    };
    Isolation { limits, no_new_privs: missing(), landlock: missing(), seccomp: missing() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said() {
        let isolation = Isolation {
            limits: Layer::Active,
            no_new_privs: Layer::Active,
            landlock: Layer::Missing("old kernel".into()),
            seccomp: Layer::NotWanted,
        };
        assert_eq!(isolation.warnings(), ["workers run without Landlock: old kernel"]);
    }
}
