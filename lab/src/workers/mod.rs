//! Worker processes that read one file each, and the result they send to the parent.

pub(crate) mod all_formats;
pub(crate) mod clock;
pub(crate) mod fingerprint;
pub(crate) mod glyph_count;
pub(crate) mod hayro;
pub(crate) mod pdftract;
pub(crate) mod worker;

use serde::{Deserialize, Serialize};

use fingerprint::Fingerprint;
use glyph_count::{Counts, GlyphCount};

/// The result of reading one file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reading {
    /// The reason why the file could not be opened, in one word.
    pub error: Option<String>,
    /// The number of pages.
    pub pages: usize,
    /// The decoded content of each page; `None` for an unreadable page.
    pub contents: Vec<Option<Fingerprint>>,
    /// The number of occurrences of each diagnostic code.
    pub diagnostics: Counts,
    /// The glyph counts of each page; empty if glyphs were not counted.
    pub page_glyphs: Vec<GlyphCount>,
    /// `true` if the requested word occurs in the decoded content.
    pub word_found: bool,
    /// CPU time of opening, decoding and extracting, without process start-up, reading the bytes and fingerprinting.
    pub cpu_ms: f64,
    /// CPU time of the slowest of text, JSON and Markdown, including opening; 0 if they were not written.
    pub slowest_format_ms: f64,
    /// The peak memory of the process.
    pub peak_mb: f64,
}

impl Reading {
    /// Returns the result for a file that could not be opened.
    pub(crate) fn refused(error: &str) -> Self {
        Self { error: Some(error.to_owned()), ..Self::default() }
    }

    /// Returns the CPU time that limits apply to: that of the most expensive way to read the file.
    pub(crate) fn costliest_ms(&self) -> f64 {
        self.cpu_ms.max(self.slowest_format_ms)
    }

    /// Parses the line printed by a worker.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line.trim()).ok()
    }

    /// Formats the diagnostics as `CODE=count`, in a fixed order.
    pub(crate) fn diagnostics_text(&self) -> String {
        glyph_count::text(&self.diagnostics)
    }

    /// Returns the number of glyphs on all pages.
    pub(crate) fn glyphs(&self) -> usize {
        self.page_glyphs.iter().map(|page| page.glyphs).sum()
    }

    /// Returns the number of uses of each source of Unicode over all pages.
    pub(crate) fn sources(&self) -> Counts {
        let mut sum = Counts::new();
        for (source, count) in self.page_glyphs.iter().flat_map(|page| &page.sources) {
            *sum.entry(source.clone()).or_default() += count;
        }
        sum
    }
}
