//! Prints a file as NDJSON, one page at a time: `cargo run --example json_pages -- report.pdf`
//!
//! Only one page is held in memory, regardless of the length of the document. A second thread cancels the work after
//! ten seconds.

use std::io::{BufWriter, Write};
use std::thread;
use std::time::Duration;

use pdftract::{CancelFlag, Document, ExtractOptions, Format, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: json_pages FILE")?;
    let cancel = CancelFlag::new();
    let watch = cancel.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(10));
        watch.cancel();
    });
    let document = Document::open_path(path, &Options::default().with(|options| options.cancel = cancel))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    document.write(Format::Ndjson, &mut out, &ExtractOptions::default())?;
    out.flush()?;
    Ok(())
}
