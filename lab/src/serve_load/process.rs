//! The server as a process: its workers, its processor time, its memory and its open files.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// A server that was started for the measurement.
pub(super) struct Server {
    child: std::sync::Mutex<Child>,
    id: u32,
    pub(super) address: SocketAddr,
}

/// The state of the server at one moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) memory_kib: u64,
    pub(super) open_files: usize,
    pub(super) children: usize,
}

impl Server {
    pub(super) fn start(binary: &Path, workers: usize) -> Result<Self, String> {
        let mut command = Command::new(binary);
        command.args(["serve", "--quiet", "--listen", "127.0.0.1:0", "--workers", &workers.to_string()]);
        Self::start_command(&mut command)
    }

    /// Starts a server that writes its address as JSON to its standard error.
    pub(super) fn start_command(command: &mut Command) -> Result<Self, String> {
        let mut child = command.stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let id = child.id();
        let mut lines = BufReader::new(child.stderr.take().ok_or("no standard error")?).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let event: serde_json::Value = serde_json::from_str(&line).ok()?;
            event.get("address")?.as_str()?.parse().ok()
        });
        std::thread::spawn(move || lines.for_each(drop));
        std::thread::sleep(Duration::from_millis(500));
        Ok(Self { child: child.into(), id, address: address.ok_or("the server did not start")? })
    }

    /// Returns the process numbers of its workers.
    pub(super) fn workers(&self) -> Vec<u32> {
        let Ok(tasks) = std::fs::read_dir(format!("/proc/{}/task", self.id)) else { return Vec::new() };
        let lists =
            tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        lists
            .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
            .collect()
    }

    pub(super) fn sample(&self) -> Option<Sample> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id)).ok()?;
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(Sample {
            memory_kib: memory.split_whitespace().next()?.parse().ok()?,
            open_files: std::fs::read_dir(format!("/proc/{}/fd", self.id)).ok()?.count(),
            children: self.workers().len(),
        })
    }

    /// Returns the processor time of the server and its workers, those that are gone included.
    pub(super) fn cpu(&self) -> Duration {
        let of = |id: u32, with_children: bool| {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            let fields: Vec<u64> = stat
                .rsplit(')')
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .map(|field| field.parse().unwrap_or(0))
                .collect();
            // utime, stime, cutime, cstime are the fields 14 to 17; two are before the parenthesis.
            let count = if with_children { 4 } else { 2 };
            fields.iter().skip(11).take(count).sum::<u64>()
        };
        let ticks = of(self.id, true) + self.workers().into_iter().map(|id| of(id, false)).sum::<u64>();
        // A tick is a hundredth of a second on Linux.
        Duration::from_millis(ticks * 10)
    }

    /// Stops the server and fails if it does not end well.
    pub(super) fn stop(self) -> Result<(), String> {
        terminate(self.id);
        let mut child = self.child.into_inner().map_err(|error| error.to_string())?;
        let status = child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status}")) }
    }
}

fn signal(process: u32, signal: Signal) {
    if let Some(process) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // It may be gone already.
        let _ = kill_process(process, signal);
    }
}

pub(super) fn kill(process: u32) {
    signal(process, Signal::KILL);
}

fn terminate(process: u32) {
    signal(process, Signal::TERM);
}

pub(super) fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// Returns the processor time of the command over files.
pub(super) fn command_cpu(binary: &Path, files: &[&Path]) -> Result<Duration, String> {
    use wait4::Wait4;
    let folder = std::env::temp_dir().join(format!("serve-load-{}", std::process::id()));
    let mut child = Command::new(binary)
        .args(["--quiet", "--output"])
        .arg(format!("{}/", folder.display()))
        .args(files)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let used = child.wait4().map_err(|error| error.to_string())?.rusage;
    let _ = std::fs::remove_dir_all(folder);
    Ok(used.utime + used.stime)
}
