//! Reads one path per line and prints, for each file, the CPU milliseconds and the number of bytes of its text.

use std::io::{BufRead, Write};

use pdfboss_core::{Document, Immediate};
use pdfboss_output::{FontCache, ReadingOrder, TextOptions};
use rustix::time::{ClockId, clock_gettime};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let start = cpu_milliseconds();
        let bytes = std::panic::catch_unwind(|| text_bytes(&path)).ok().flatten();
        let spent = cpu_milliseconds() - start;
        match bytes {
            Some(bytes) => writeln!(out, "{spent:.4} {bytes}")?,
            None => writeln!(out, "{spent:.4} refused")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// Extracts the text of each page, as pdfboss's command does, but in one thread.
fn text_bytes(path: &str) -> Option<usize> {
    let document = Document::open_with_password(path, "").ok()?;
    let (fonts, layers) = (FontCache::default(), document.oc_state());
    let mut bytes = 0;
    for page in (0..document.page_count()).filter_map(|index| document.page(index).ok()) {
        let text = pdfboss_output::extract_text_reporting_cached_with_opts(
            Immediate(&document),
            &page,
            &fonts,
            layers.as_ref(),
            None,
            ReadingOrder::Content,
            TextOptions::default(),
        );
        bytes += pdfboss_core::source::block_on(text).map_or(0, |(text, _)| text.len());
    }
    Some(bytes)
}

fn cpu_milliseconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}
