//! Worker processes that read one file each, and the result they send to their parent.

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
    /// Why the file could not be opened, in one word.
    pub error: Option<String>,
    /// How many pages it has.
    pub pages: usize,
    /// The decoded content of each page; `None` for a page that cannot be had.
    pub contents: Vec<Option<Fingerprint>>,
    /// How often each diagnostic code arose.
    pub diagnostics: Counts,
    /// The glyphs of each page; empty when nobody looked for them.
    pub page_glyphs: Vec<GlyphCount>,
    /// The word asked for occurs in the decoded content.
    pub word_found: bool,
    /// CPU time of opening, decoding and extracting, without starting the process, reading the bytes or
    /// fingerprinting.
    pub cpu_ms: f64,
    /// CPU time of the slowest of text, JSON and Markdown, opening included; 0 when they were not written.
    pub slowest_format_ms: f64,
    /// The most memory that the process ever held.
    pub peak_mb: f64,
}

impl Reading {
    /// A file that could not be opened.
    pub(crate) fn refused(error: &str) -> Self {
        Self { error: Some(error.to_owned()), ..Self::default() }
    }

    /// The CPU time that limits apply to: that of the costliest way through the file.
    pub(crate) fn costliest_ms(&self) -> f64 {
        self.cpu_ms.max(self.slowest_format_ms)
    }

    /// Parses the line that a worker printed.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line.trim()).ok()
    }

    /// The diagnostics as `CODE=count`, in a fixed order.
    pub(crate) fn diagnostics_text(&self) -> String {
        glyph_count::text(&self.diagnostics)
    }

    /// How many glyphs all pages have.
    pub(crate) fn glyphs(&self) -> usize {
        self.page_glyphs.iter().map(|page| page.glyphs).sum()
    }

    /// How often each source of Unicode was used on all pages.
    pub(crate) fn sources(&self) -> Counts {
        let mut sum = Counts::new();
        for (source, count) in self.page_glyphs.iter().flat_map(|page| &page.sources) {
            *sum.entry(source.clone()).or_default() += count;
        }
        sum
    }
}
