//! Formats the measurements as a table for people and as JSON.

use std::fmt::Write;

use serde::Serialize;

use super::contestant::Contestant;
use super::{Outcome, Row};
use crate::bench::floor::median_of;

/// How many files are named on which pdftract fares worst.
const WORST: usize = 10;

/// All contestants with their totals.
#[derive(Serialize)]
pub(super) struct Report {
    files: usize,
    /// Files that every contestant read; totals are over these alone.
    compared: usize,
    contestants: Vec<Total>,
    #[serde(skip)]
    worst: Vec<String>,
}

/// The total cost of all compared files for a contestant.
#[derive(Debug, Default, Serialize)]
struct Total {
    name: String,
    version: String,
    one_process: bool,
    cpu_ms: f64,
    median_cpu_ms: f64,
    /// CPU time of a process with next to nothing to do.
    start_ms: f64,
    /// CPU time without those starts.
    cpu_without_starts_ms: f64,
    peak_mb: f64,
    refused: usize,
    lost: usize,
}

/// A file in the JSON.
#[derive(Serialize)]
struct FileCosts<'r> {
    file: &'r str,
    /// In the order of the contestants; nothing where the file was refused or lost.
    cpu_ms: Vec<Option<f64>>,
}

impl Report {
    pub(super) fn new(contestants: &[Contestant], rows: &[Row]) -> Self {
        let compared: Vec<&Row> = rows.iter().filter(|row| row.outcomes.iter().all(is_done)).collect();
        let totals = contestants.iter().enumerate().map(|(index, each)| total(each, index, rows, &compared));
        let contestants: Vec<Total> = totals.collect();
        Self {
            files: rows.len(),
            compared: compared.len(),
            worst: worst(&compared, &contestants),
            contestants,
        }
    }

    /// The table, each contestant beside how many times pdftract's CPU time it needs.
    pub(super) fn text(&self) -> String {
        let mut text =
            format!("{} of {} files are read by all; totals over these\n", self.compared, self.files);
        let _ = writeln!(
            text,
            "{:<22} {:<10} {:>10} {:>7} {:>9} {:>10} {:>8} {:>8} {:>7} {:>4}",
            "", "version", "CPU ms", "times", "median ms", "no starts", "times", "peak MB", "refused", "lost"
        );
        let ours = self.contestants.first();
        for each in &self.contestants {
            // Libraries are compared with pdftract as a library.
            let base = if each.one_process { self.contestants.get(1) } else { ours };
            let times = |of: fn(&Total) -> f64| of(each) / base.map_or(0.0, of).max(1e-9);
            let _ = writeln!(
                text,
                "{:<22} {:<10} {:>10.1} {:>7.2} {:>9.2} {:>10.1} {:>8.2} {:>8.1} {:>7} {:>4}",
                each.name,
                each.version,
                each.cpu_ms,
                times(|total| total.cpu_ms),
                each.median_cpu_ms,
                each.cpu_without_starts_ms,
                times(|total| total.cpu_without_starts_ms),
                each.peak_mb,
                each.refused,
                each.lost
            );
        }
        for line in &self.worst {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    pub(super) fn json(&self, rows: &[Row]) -> String {
        let costs = rows
            .iter()
            .map(|row| FileCosts { file: &row.name, cpu_ms: row.outcomes.iter().map(cpu).collect() });
        let all = serde_json::json!({ "summary": self, "files": costs.collect::<Vec<_>>() });
        format!("{all:#}\n")
    }
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done(_))
}

fn cpu(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Done(cost) => Some(cost.cpu_ms),
        _ => None,
    }
}

fn total(contestant: &Contestant, index: usize, rows: &[Row], compared: &[&Row]) -> Total {
    let outcomes = || rows.iter().filter_map(|row| row.outcomes.get(index));
    let costs: Vec<f64> = compared.iter().filter_map(|row| row.outcomes.get(index)).filter_map(cpu).collect();
    let peak = |row: &&Row| match row.outcomes.get(index) {
        Some(Outcome::Done(cost)) => cost.peak_mb,
        _ => 0.0,
    };
    Total {
        name: contestant.name.to_owned(),
        version: contestant.version.clone(),
        one_process: contestant.is_library(),
        cpu_ms: costs.iter().sum(),
        start_ms: contestant.start_ms,
        cpu_without_starts_ms: costs.iter().map(|cost| (cost - contestant.start_ms).max(0.0)).sum(),
        median_cpu_ms: median_of(costs),
        peak_mb: compared.iter().map(peak).fold(0.0, f64::max),
        refused: outcomes().filter(|outcome| **outcome == Outcome::Refused).count(),
        lost: outcomes().filter(|outcome| **outcome == Outcome::Lost).count(),
    }
}

/// The files on which pdftract in process is furthest behind the best library, as lines.
fn worst(compared: &[&Row], contestants: &[Total]) -> Vec<String> {
    let mut behind: Vec<(f64, String)> = Vec::new();
    for row in compared {
        let cost = |index: usize| row.outcomes.get(index).and_then(cpu);
        let libraries = contestants.iter().enumerate().skip(2).filter(|(_, each)| each.one_process);
        let best = libraries.filter_map(|(index, each)| Some((cost(index)?, &each.name)));
        let Some((best, name)) = best.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        let ours = cost(1).unwrap_or_default();
        if ours > best {
            behind.push((ours - best, format!("  {ours:>8.2} ms, {name} {best:.2} ms  {}", row.name)));
        }
    }
    behind.sort_by(|a, b| b.0.total_cmp(&a.0));
    let title = format!("pdftract in process is slower than the best library on {} files:", behind.len());
    std::iter::once(title).chain(behind.into_iter().map(|(_, line)| line).take(WORST)).collect()
}
