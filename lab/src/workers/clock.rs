//! CPU time and peak memory of this process.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Sums CPU time over sections of the work, excluding the time between them.
#[derive(Debug, Default)]
pub(crate) struct Stopwatch {
    total: Duration,
}

impl Stopwatch {
    /// Runs some work and adds the CPU time of all threads of the process.
    pub(crate) fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = cpu_time();
        let result = work();
        self.total += cpu_time().saturating_sub(start);
        result
    }

    /// Returns the sum in milliseconds.
    pub(crate) fn milliseconds(&self) -> f64 {
        self.total.as_secs_f64() * 1e3
    }
}

/// Returns the CPU time of all threads of this process.
pub(crate) fn cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// Returns the peak memory of this process in MB of 10⁶ bytes; 0 if the system does not report it.
pub(crate) fn peak_memory_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    peak_kib(&status).unwrap_or(0) as f64 * 1024.0 / 1e6
}

fn peak_kib(status: &str) -> Option<u64> {
    let value = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    value.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peak_is_read_from_the_status() {
        assert_eq!(peak_kib("Name:\tx\nVmHWM:\t    5120 kB\nVmRSS:\t 1 kB\n"), Some(5120));
        assert_eq!(peak_kib("Name:\tx\n"), None);
    }

    #[test]
    fn only_measured_work_counts() {
        let mut watch = Stopwatch::default();
        let sum = watch.measure(|| (0..1_000_000_u64).fold(0, |a, b| std::hint::black_box(a ^ b)));
        let after = watch.milliseconds();
        std::hint::black_box((0..sum % 7 + 1_000_000).fold(0, |a, b| std::hint::black_box(a ^ b)));
        assert!(after > 0.0);
        assert!((watch.milliseconds() - after).abs() < f64::EPSILON);
    }
}
