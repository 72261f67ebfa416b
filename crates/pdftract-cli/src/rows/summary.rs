//! The summary of a run as JSON, and as a line for people.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::time::Instant;

use serde_json::json;

use super::journal::{Done, Finished};
use super::output::Output;
use crate::exit::{Exit, Failure};
use crate::for_each_file::unwritable;
use crate::plan::RowsPlan;

/// Counts of all runs into a folder, and of this one.
pub(super) struct Tally {
    started: Instant,
    counts: BTreeMap<&'static str, usize>,
    codes: BTreeMap<String, usize>,
    inputs: usize,
    resumed: usize,
    rows: usize,
    pages: usize,
    bytes: usize,
    /// Pages and bytes of this run.
    new_pages: usize,
    new_bytes: usize,
    retried: usize,
    pub(super) unlisted: usize,
}

impl Tally {
    /// Begins with what earlier runs have finished.
    pub(super) fn resumed(finished: &Finished) -> Self {
        Self {
            started: Instant::now(),
            counts: finished.counts.clone(),
            codes: finished.codes.clone(),
            inputs: finished.inputs,
            resumed: finished.inputs,
            rows: finished.rows,
            pages: finished.pages,
            bytes: finished.bytes,
            new_pages: 0,
            new_bytes: 0,
            retried: 0,
            unlisted: 0,
        }
    }

    pub(super) fn add(&mut self, done: &Done) {
        *self.counts.entry(done.status.name()).or_default() += 1;
        if let Some(failure) = &done.failure {
            *self.codes.entry(failure.code.clone()).or_default() += 1;
        }
        self.inputs += 1;
        self.rows += done.rows;
        self.pages += done.pages;
        self.bytes += done.bytes;
        self.new_pages += done.pages;
        self.new_bytes += done.bytes;
        self.retried += usize::from(done.attempts > 1);
    }

    fn count(&self, status: &str) -> usize {
        self.counts.get(status).copied().unwrap_or(0)
    }

    fn json(&self, parts: &[String]) -> serde_json::Value {
        let seconds = self.started.elapsed().as_secs_f64();
        #[allow(clippy::cast_precision_loss)]
        let rate = |count: usize| (count as f64 / seconds.max(1e-9) * 10.0).round() / 10.0;
        json!({
            "inputs": self.inputs,
            "ok": self.count("ok"),
            "partial": self.count("partial"),
            "failed": self.count("failed"),
            "failures_by_code": self.codes,
            "not_listed": self.unlisted,
            "rows": self.rows,
            "pages": self.pages,
            "bytes": self.bytes,
            "parts": parts,
            "run": {
                "inputs": self.inputs - self.resumed,
                "resumed_after": self.resumed,
                "retried": self.retried,
                "pages": self.new_pages,
                "bytes": self.new_bytes,
                "seconds": (seconds * 1000.0).round() / 1000.0,
                "inputs_per_second": rate(self.inputs - self.resumed),
                "pages_per_second": rate(self.new_pages),
                "bytes_per_second": rate(self.new_bytes),
            },
        })
    }

    /// Writes the summary beside the journal and where it is wanted.
    pub(super) fn write(&self, plan: &RowsPlan, output: &Output<'_>) -> Result<(), Failure> {
        let parts = output.state().map_or(&[][..], |(_, parts)| parts);
        let text = format!("{:#}\n", self.json(parts));
        if let Some((state, _)) = output.state() {
            fs::write(state.join("summary.json"), &text).map_err(|error| unwritable(&error))?;
        }
        match plan.summary.as_deref() {
            None => Ok(()),
            Some(path) if path.as_os_str() == "-" => {
                std::io::stdout().lock().write_all(text.as_bytes()).map_err(|error| unwritable(&error))
            }
            Some(path) => fs::write(path, &text).map_err(|error| {
                Failure::new(Exit::Error, error.to_string()).of_file(path.to_string_lossy())
            }),
        }
    }

    /// Returns a line for people.
    pub(super) fn line(&self) -> String {
        let resumed =
            if self.resumed > 0 { format!(" ({} by earlier runs)", self.resumed) } else { String::new() };
        format!(
            "{} inputs{resumed}: {} ok, {} partial, {} failed; {} pages, {} rows\n",
            self.inputs,
            self.count("ok"),
            self.count("partial"),
            self.count("failed"),
            self.pages,
            self.rows
        )
    }
}
