//! Prints the CPU seconds of reading a file, as a peer for `crates/pdftract-py/bench/speed.py`.
//!
//! ```sh
//! cargo run --release --example in_process -- words 3 report.pdf
//! ```
//!
//! `text` reads the plain text; `words` reads the record of each page down to its words. The best of some rounds counts.

// An example prints its result.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::hint::black_box;

use pdftract::{Detail, Document, ExtractOptions, Format, Options, PageAssembler};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [job, rounds, path] = arguments.as_slice() else {
        return Err("usage: in_process text|words ROUNDS FILE".into());
    };
    let bytes = std::fs::read(path)?;
    let mut best = u64::MAX;
    for _ in 0..rounds.parse()? {
        let begun = cpu_nanoseconds()?;
        read(&bytes, job == "words")?;
        best = best.min(cpu_nanoseconds()? - begun);
    }
    println!("{}.{:09}", best / 1_000_000_000, best % 1_000_000_000);
    Ok(())
}

fn read(bytes: &[u8], wants_words: bool) -> Result<(), pdftract::Error> {
    let document = Document::open(bytes, &Options::default())?;
    if !wants_words {
        black_box(document.text()?);
        return Ok(());
    }
    let options = ExtractOptions::default().detail(Detail::Words);
    for index in 0..document.page_count() {
        let mut assembler = PageAssembler::new(&options);
        assembler.page(document.page_output(index, &options, &[Format::Json]));
        black_box(assembler.finish());
    }
    Ok(())
}

/// Returns the CPU time of this thread (Linux).
fn cpu_nanoseconds() -> Result<u64, Box<dyn Error>> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(times.split_whitespace().next().ok_or("no times")?.parse()?)
}
