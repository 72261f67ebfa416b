//! Summarises all files: outcomes, diagnostics, distribution of time and memory, and files that exceed the limits.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::outcome::{CPU_LIMIT_MS, MEMORY_LIMIT_MB, Outcome, Result};
use crate::workers::Reading;

/// The number of most expensive files that are named.
const COSTLIEST: usize = 5;

/// Formats the summary.
pub(super) fn text(results: &[Result]) -> String {
    let mut text = format!("{} files, {} pages\n", results.len(), total_pages(results));
    add_counts(&mut text, "outcomes", results.iter().map(|result| (result.ours.label(), 1)));
    let diagnostics = readings(results).flat_map(|(_, reading)| reading.diagnostics.keys().cloned());
    add_counts(&mut text, "files with diagnostic", diagnostics.map(|code| (code, 1)));
    let glyphs: usize = readings(results).map(|(_, reading)| reading.glyphs()).sum();
    let sources = readings(results).flat_map(|(_, reading)| reading.sources());
    add_counts(&mut text, &format!("{glyphs} glyphs by source of Unicode"), sources);
    add_spread(&mut text, results, "CPU", "ms", |reading| reading.cpu_ms);
    add_spread(&mut text, results, "CPU of the slowest format", "ms", |reading| reading.slowest_format_ms);
    add_spread(&mut text, results, "peak memory", "MB", |reading| reading.peak_mb);
    add_lost_pages(&mut text, results);
    add_theirs(&mut text, results);
    add_offenders(&mut text, results);
    text
}

fn readings(results: &[Result]) -> impl Iterator<Item = (&str, &Reading)> {
    results.iter().filter_map(|result| Some((result.file.as_str(), result.ours.reading()?)))
}

fn total_pages(results: &[Result]) -> usize {
    readings(results).map(|(_, reading)| reading.pages).sum()
}

fn add_counts(text: &mut String, title: &str, items: impl Iterator<Item = (String, usize)>) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, count) in items {
        *counts.entry(name).or_default() += count;
    }
    let counts: Vec<String> = counts.into_iter().map(|(name, count)| format!("{name} {count}")).collect();
    let _ = writeln!(text, "{title}: {}", if counts.is_empty() { "none".into() } else { counts.join(", ") });
}

fn add_spread(text: &mut String, results: &[Result], what: &str, unit: &str, of: fn(&Reading) -> f64) {
    let mut costs: Vec<(f64, &str)> = readings(results).map(|(file, reading)| (of(reading), file)).collect();
    costs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    let values: Vec<f64> = costs.iter().map(|(value, _)| *value).collect();
    let (p50, p99, max) = (quantile(&values, 0.50), quantile(&values, 0.99), quantile(&values, 1.0));
    let total: f64 = values.iter().sum();
    let _ = writeln!(text, "{what}: p50 {p50:.1} {unit}, p99 {p99:.1}, max {max:.1}, total {total:.0}");
    for (value, file) in costs.iter().rev().take(COSTLIEST) {
        let _ = writeln!(text, "  {value:.1} {unit} {file}");
    }
}

/// Returns a quantile of sorted values by nearest rank; 0 if there are none.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// Adds pages that are counted but unreadable; such pages must have a diagnostic.
fn add_lost_pages(text: &mut String, results: &[Result]) {
    for (file, reading) in readings(results) {
        let lost = reading.contents.iter().filter(|content| content.is_none()).count();
        if lost > 0 {
            let _ = writeln!(text, "{lost} of {} pages cannot be had: {file}", reading.pages);
        }
    }
}

fn add_theirs(text: &mut String, results: &[Result]) {
    let theirs: Vec<&Outcome> = results.iter().filter_map(|result| result.theirs.as_ref()).collect();
    if !theirs.is_empty() {
        add_counts(text, "hayro outcomes", theirs.iter().map(|outcome| (outcome.label(), 1)));
    }
}

fn add_offenders(text: &mut String, results: &[Result]) {
    for result in results.iter().filter(|result| !result.is_acceptable()) {
        let (label, message) = (result.ours.label(), result.ours.message());
        let _ = match result.ours.reading() {
            Some(reading) => writeln!(
                text,
                "OVER LIMIT ({CPU_LIMIT_MS} ms, {MEMORY_LIMIT_MB} MB) {:.0} ms {:.0} MB {}",
                reading.costliest_ms(),
                reading.peak_mb,
                result.file
            ),
            None => writeln!(text, "{} {} {message}", label.to_uppercase(), result.file),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::{read, refused};
    use super::*;

    #[test]
    fn quantiles_are_by_nearest_rank() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(quantile(&values, 0.5), 50.0);
        assert_eq!(quantile(&values, 0.99), 99.0);
        assert_eq!(quantile(&values, 1.0), 100.0);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn offenders_are_named() {
        let outcomes = [read(&["a", "b"]), refused("locked"), Outcome::Panicked("at x".into())];
        let results = outcomes.map(|ours| Result { file: "f.pdf".into(), ours, theirs: None });
        let text = text(&results);
        assert!(text.starts_with("3 files, 2 pages\noutcomes: error:locked 1, ok 1, panic 1\n"), "{text}");
        assert!(text.ends_with("PANIC f.pdf at x\n"), "{text}");
    }
}
