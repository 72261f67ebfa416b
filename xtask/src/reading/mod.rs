//! What came out of reading one file, as it travels from a worker process to its parent.

pub(crate) mod clock;
pub(crate) mod fingerprint;
pub(crate) mod oracle;
pub(crate) mod ours;
pub(crate) mod worker;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use fingerprint::Fingerprint;

/// What came out of reading one file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reading {
    /// Why the file could not be opened, in one word.
    pub error: Option<String>,
    /// How many pages it has.
    pub pages: usize,
    /// The decoded content of each page; `None` for a page that cannot be had.
    pub contents: Vec<Option<Fingerprint>>,
    /// How often each diagnostic code arose.
    pub diagnostics: BTreeMap<String, usize>,
    /// Whether the word asked for stands in the decoded content.
    pub word_found: bool,
    /// CPU time of opening and decoding, without starting the process, reading the bytes or fingerprinting.
    pub cpu_ms: f64,
    /// The most memory that the process ever held.
    pub peak_mb: f64,
}

impl Reading {
    /// A file that could not be opened.
    pub(crate) fn refused(error: &str) -> Self {
        Self { error: Some(error.to_owned()), ..Self::default() }
    }

    /// What a worker printed.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line.trim()).ok()
    }

    /// The diagnostics as `CODE=count`, in a fixed order.
    pub(crate) fn diagnostics_text(&self) -> String {
        let items: Vec<String> =
            self.diagnostics.iter().map(|(code, count)| format!("{code}={count}")).collect();
        items.join(",")
    }
}
