//! Figures of a run.

use std::time::Duration;

use super::process::{Sample, load_average};

/// Answers by kind.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) good: usize,
    pub(super) hostile: usize,
    /// 429.
    pub(super) refused: usize,
    /// 503: the worker was killed.
    pub(super) died: usize,
    /// Other failures of the server.
    pub(super) faults: usize,
    pub(super) unanswered: usize,
}

/// Figures of a run, or of one client.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Times of good documents.
    times: Vec<Duration>,
    pub(super) counts: Counts,
    /// Kills, and the longest time until the pool was whole.
    pub(super) kills: (usize, Duration),
    pub(super) elapsed: Duration,
    pub(super) server_cpu: Duration,
}

impl Report {
    /// Counts an answer.
    pub(super) fn answered(&mut self, status: Option<u16>, time: Duration, is_hostile: bool) {
        match status {
            None => self.counts.unanswered += 1,
            Some(429) => self.counts.refused += 1,
            Some(503) => self.counts.died += 1,
            Some(500) => self.counts.faults += 1,
            Some(_) if is_hostile => self.counts.hostile += 1,
            // Files of a corpus may be locked or broken; the answer to them is as good.
            Some(_) => {
                self.counts.good += 1;
                self.times.push(time);
            }
        }
    }

    /// Adds the figures of another client.
    pub(super) fn add(&mut self, other: Self) {
        self.times.extend(other.times);
        let (all, more) = (&mut self.counts, other.counts);
        all.good += more.good;
        all.hostile += more.hostile;
        all.refused += more.refused;
        all.died += more.died;
        all.faults += more.faults;
        all.unanswered += more.unanswered;
    }

    /// Prints everything.
    pub(super) fn print(&mut self, clients: usize, samples: &[Sample]) {
        self.times.sort_unstable();
        let at = |share: f64| {
            let index = (share * (self.times.len().saturating_sub(1)) as f64).round() as usize;
            self.times.get(index).copied().unwrap_or_default().as_secs_f64() * 1e3
        };
        let Counts { good, hostile, refused, died, faults, unanswered } = self.counts;
        let seconds = self.elapsed.as_secs_f64();
        println!(
            "{clients} clients, {seconds:.1} s: {good} good, {hostile} hostile, {refused} refused (429), {died} worker killed (503), {faults} faults (500), {unanswered} unanswered"
        );
        println!(
            "p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, longest {:.1} ms; {:.0} requests/s",
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0),
            (good + hostile) as f64 / seconds
        );
        if self.kills.0 > 0 {
            println!(
                "{} workers killed; the pool was whole again after at most {:.0} ms",
                self.kills.0,
                self.kills.1.as_secs_f64() * 1e3
            );
        }
        print_memory(samples);
        println!("server CPU {:.1} s; load average {}", self.server_cpu.as_secs_f64(), load_average());
    }
}

/// Prints the memory of the server process, without pages of files, which the system takes and gives as it likes. Memory rises
/// and falls with the documents of the moment: the mean of the last fifth is compared with that of the second.
fn print_memory(samples: &[Sample]) {
    let fifth = samples.len() / 5;
    let (Some(second), Some(last)) =
        (samples.get(fifth..2 * fifth), samples.get(samples.len().saturating_sub(fifth)..))
    else {
        return;
    };
    let mean = |part: &[Sample]| {
        let sum: u64 = part.iter().map(|sample| sample.private_kib).sum();
        sum as f64 / part.len().max(1) as f64 / 1024.0
    };
    let (before, after) = (mean(second), mean(last));
    let most = samples.iter().map(|sample| sample.memory_kib).max().unwrap_or(0);
    let (Some(first), Some(end)) = (second.first(), last.last()) else { return };
    println!(
        "server process: {before:.1} MB of private memory after warm-up, {after:.1} MB at the end ({:+.1} %); {:.1} MB in all at \
         most; {} to {} open files; {} to {} children",
        (after / before.max(f64::MIN_POSITIVE) - 1.0) * 100.0,
        most as f64 / 1024.0,
        first.open_files,
        end.open_files,
        first.children,
        end.children,
    );
}
