//! Figures for Prometheus, in its text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pdftract_worker::PoolStatus;

/// Upper bounds of the buckets of durations, in milliseconds.
const BUCKETS: [u64; 11] = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000, 30_000];

/// Counters since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    durations: [AtomicU64; BUCKETS.len() + 1],
    duration_micros: AtomicU64,
    pub(crate) bytes_in: AtomicU64,
    pub(crate) bytes_out: AtomicU64,
    pub(crate) pages: AtomicU64,
}

/// Values at this moment.
#[derive(Debug)]
pub(crate) struct Gauges {
    pub(crate) connections: u64,
    pub(crate) connections_refused: u64,
    pub(crate) open_connections: usize,
    pub(crate) waiting: usize,
    pub(crate) busy: usize,
    pub(crate) buffer_bytes_left: usize,
    pub(crate) pools: Vec<(&'static str, PoolStatus)>,
}

impl Metrics {
    /// Counts a request that was answered.
    pub(crate) fn answered(&self, route: &'static str, status: u16, time: Duration) {
        *self.requests.lock().unwrap_or_else(PoisonError::into_inner).entry((route, status)).or_default() +=
            1;
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let bucket = BUCKETS.iter().position(|&bound| millis <= bound).unwrap_or(BUCKETS.len());
        if let Some(bucket) = self.durations.get(bucket) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.duration_micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// Returns everything as text.
    pub(crate) fn text(&self, gauges: &Gauges) -> String {
        let mut out = String::new();
        out.push_str("# TYPE pdftract_requests_total counter\n");
        for ((route, status), count) in self.requests.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "pdftract_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}");
        }
        self.durations(&mut out);
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        counter(&mut out, "pdftract_request_bytes_total", load(&self.bytes_in));
        counter(&mut out, "pdftract_response_bytes_total", load(&self.bytes_out));
        counter(&mut out, "pdftract_pages_total", load(&self.pages));
        counter(&mut out, "pdftract_connections_total", gauges.connections);
        counter(&mut out, "pdftract_connections_refused_total", gauges.connections_refused);
        gauge(&mut out, "pdftract_connections_open", gauges.open_connections);
        gauge(&mut out, "pdftract_queue_waiting", gauges.waiting);
        gauge(&mut out, "pdftract_queue_busy", gauges.busy);
        gauge(&mut out, "pdftract_buffer_bytes_left", gauges.buffer_bytes_left);
        pools(&mut out, &gauges.pools);
        out
    }

    fn durations(&self, out: &mut String) {
        out.push_str("# TYPE pdftract_request_duration_seconds histogram\n");
        let mut sum = 0;
        let bounds = BUCKETS.iter().map(|&millis| seconds(millis * 1_000)).chain(["+Inf".to_owned()]);
        for (bound, count) in bounds.zip(&self.durations) {
            sum += count.load(Ordering::Relaxed);
            let _ = writeln!(out, "pdftract_request_duration_seconds_bucket{{le=\"{bound}\"}} {sum}");
        }
        let total = seconds(self.duration_micros.load(Ordering::Relaxed));
        let _ = writeln!(out, "pdftract_request_duration_seconds_sum {total}");
        let _ = writeln!(out, "pdftract_request_duration_seconds_count {sum}");
    }
}

fn seconds(micros: u64) -> String {
    format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

fn counter(out: &mut String, name: &str, value: u64) {
    let _ = writeln!(out, "# TYPE {name} counter\n{name} {value}");
}

fn gauge(out: &mut String, name: &str, value: usize) {
    let _ = writeln!(out, "# TYPE {name} gauge\n{name} {value}");
}

fn pools(out: &mut String, pools: &[(&'static str, PoolStatus)]) {
    out.push_str("# TYPE pdftract_workers gauge\n");
    for (class, status) in pools {
        let _ = writeln!(out, "pdftract_workers{{class=\"{class}\",state=\"idle\"}} {}", status.idle);
        let busy = status.live.saturating_sub(status.idle);
        let _ = writeln!(out, "pdftract_workers{{class=\"{class}\",state=\"busy\"}} {busy}");
    }
    out.push_str("# TYPE pdftract_workers_started_total counter\n");
    for (class, status) in pools {
        let _ = writeln!(out, "pdftract_workers_started_total{{class=\"{class}\"}} {}", status.started);
    }
    out.push_str("# TYPE pdftract_workers_lost_total counter\n");
    for (class, status) in pools {
        let _ = writeln!(out, "pdftract_workers_lost_total{{class=\"{class}\"}} {}", status.lost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let metrics = Metrics::default();
        metrics.answered("/v1/text", 200, Duration::from_millis(3));
        metrics.answered("/v1/text", 200, Duration::from_millis(40));
        metrics.answered("/v1/text", 504, Duration::from_secs(60));
        let gauges = Gauges {
            connections: 2,
            connections_refused: 0,
            open_connections: 1,
            waiting: 0,
            busy: 0,
            buffer_bytes_left: 0,
            pools: Vec::new(),
        };
        let text = metrics.text(&gauges);
        for line in [
            "pdftract_requests_total{route=\"/v1/text\",status=\"200\"} 2",
            "pdftract_request_duration_seconds_bucket{le=\"0.005000\"} 1",
            "pdftract_request_duration_seconds_bucket{le=\"0.050000\"} 2",
            "pdftract_request_duration_seconds_bucket{le=\"+Inf\"} 3",
            "pdftract_request_duration_seconds_sum 60.043000",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
