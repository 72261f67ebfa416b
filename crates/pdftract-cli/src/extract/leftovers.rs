//! Removes the unfinished results that killed runs have left behind.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How names of unfinished results begin and end; the number of their process comes first between them.
const PREFIX: &str = ".pdftract-";
const SUFFIX: &str = ".tmp";

/// The name of an unfinished result of this process.
pub(super) fn temporary_name(count: usize) -> String {
    format!("{PREFIX}{}-{count}{SUFFIX}", std::process::id())
}

/// Removes from a folder the unfinished results of processes that are gone. Each folder is looked at once.
pub(super) fn clear(folder: &Path) {
    static SEEN: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.get_or_insert_with(HashSet::new).insert(folder.to_path_buf()) {
        return;
    }
    drop(seen);
    // Nothing depends on this: a folder that cannot be listed, or a file that cannot be removed, stays as it is.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(process_of).is_some_and(is_gone) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the process that an unfinished result belongs to; `None` for other names.
fn process_of(name: &str) -> Option<u32> {
    let (process, count) = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(process) && is_number(count)).then(|| process.parse().ok()).flatten()
}

/// Returns whether a process is surely gone.
#[cfg(unix)]
fn is_gone(process: u32) -> bool {
    let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    process.is_some_and(|process| rustix::process::test_kill_process(process) == Err(rustix::io::Errno::SRCH))
}

/// Returns whether a process is surely gone.
#[cfg(not(unix))]
fn is_gone(_: u32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unfinished_results_of_dead_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let dead = child.id();
        child.wait().unwrap();
        let names = [
            format!("{PREFIX}{dead}-0.tmp"),
            format!("{PREFIX}{}-1.tmp", std::process::id()),
            format!("{PREFIX}{dead}-x.tmp"),
            format!("pdftract-{dead}-0.tmp"),
            "a.txt".to_owned(),
        ];
        names.iter().for_each(|name| fs::write(folder.path().join(name), "half").unwrap());
        clear(folder.path());
        let left: Vec<bool> = names.iter().map(|name| folder.path().join(name).exists()).collect();
        assert_eq!(left, [false, true, true, true, true]);
    }
}
