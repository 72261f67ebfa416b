//! The process that makes text of file after file with this library, for `lab bench peers`.

use std::io::{BufRead, Write};

use pdftract::{Document, ExtractOptions, Options};

use crate::workers::clock::Stopwatch;

/// Answers each path on standard input with the CPU milliseconds and the size of its text.
pub(crate) fn run() -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    for path in std::io::stdin().lock().lines() {
        let path = path.map_err(|error| error.to_string())?;
        let mut watch = Stopwatch::default();
        let size = watch.measure(|| text_size(&path));
        let size = size.map_or_else(|| "refused".to_owned(), |size| size.to_string());
        let answered = writeln!(out, "{:.4} {size}", watch.milliseconds()).and_then(|()| out.flush());
        answered.map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn text_size(path: &str) -> Option<usize> {
    let document = Document::open_path(path, &Options::default()).ok()?;
    let texts =
        (0..document.page_count()).filter_map(|index| document.raw_text(index, &ExtractOptions::default()));
    Some(texts.map(|text| text.len()).sum())
}
