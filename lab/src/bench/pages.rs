//! `lab bench pages`: how time and memory grow with the number of pages, and what a second thread brings.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use pdftract_testkit::PdfBuilder;
use pdftract_testkit::builder::flate_stream_body;

use super::floor::median_of;
use crate::Check;
use crate::files::PdfFile;
use crate::process::{self, Ending};
use crate::tool::{self, Spent};

/// Arguments of `lab bench pages`.
#[derive(Args)]
pub(super) struct Arguments {
    /// How many pages the files made have.
    #[arg(default_values_t = [200, 500, 5_000])]
    pages: Vec<usize>,
    /// How often each is read.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The program to measure; the one built beside this one unless given.
    #[arg(long, value_name = "PROGRAM")]
    pdftract: Option<PathBuf>,
}

/// The longest document may take this long.
const LIMIT: Duration = Duration::from_secs(120);
/// Lines on a page and letters in a line: a page of a book.
const LINES: usize = 45;
const LETTERS: usize = 80;
/// With two threads a long document should be this many times faster.
const TARGET: f64 = 1.7;
/// Documents with fewer pages are not worth a second thread.
const LONG: usize = 200;
/// How many documents of a folder are compared.
const DOCUMENTS: usize = 5;
/// How often each of them is read.
const ROUNDS: usize = 5;

/// Measures and prints.
pub(super) fn run(arguments: &Arguments) -> Result<Check, String> {
    let program = match &arguments.pdftract {
        Some(path) => path.clone(),
        None => tool::built_beside("pdftract", "cargo build --release")?,
    };
    let mut faster = Vec::new();
    for &count in &arguments.pages {
        let path = std::env::temp_dir().join(format!("pdftract-bench-{}-{count}.pdf", std::process::id()));
        write_in_child(count, &path)?;
        let measured = compare(&program, &path, &format!("{count} pages"), arguments.rounds.max(1));
        // Nothing is lost if it stays.
        let _ = std::fs::remove_file(&path);
        faster.push(measured?);
    }
    Ok(Check::passed_if(faster.iter().all(|&faster| faster >= TARGET)))
}

/// Arguments of the hidden command that writes a book.
#[derive(Args)]
pub(crate) struct BookArguments {
    pages: usize,
    path: PathBuf,
}

/// Writes a book. Its own process does so: memory of this one would count for the programs that it starts.
fn write_in_child(pages: usize, path: &Path) -> Result<(), String> {
    let arguments: [OsString; 3] = ["bench-book".into(), pages.to_string().into(), path.into()];
    match process::run_self(&arguments, LIMIT)? {
        Ending::Finished(_) => Ok(()),
        other => Err(format!("{}: {other:?}", path.display())),
    }
}

/// The hidden chore.
pub(crate) fn write_book(arguments: &BookArguments) -> Result<(), String> {
    let written = std::fs::write(&arguments.path, book(arguments.pages));
    written.map_err(|error| format!("{}: {error}", arguments.path.display()))
}

/// The same for the longest documents among some files.
pub(super) fn compare_threads(program: &Path, files: &[PdfFile]) -> Result<(), String> {
    let mut long: Vec<(usize, &PdfFile)> =
        files.iter().filter_map(|file| Some((pages(file)?, file))).collect();
    long.retain(|(pages, _)| *pages >= LONG);
    long.sort_by_key(|(pages, _)| std::cmp::Reverse(*pages));
    for (pages, file) in long.into_iter().take(DOCUMENTS) {
        compare(program, &file.path, &format!("{} ({pages} pages)", file.name), ROUNDS)?;
    }
    Ok(())
}

fn pages(file: &PdfFile) -> Option<usize> {
    let opened =
        pdftract::File::open(pdftract::Input::from_path(&file.path).ok()?, &pdftract::Options::default());
    opened.ok().map(|opened| opened.page_count())
}

/// Reads a file with one thread and with two, in turn; how many times faster two are.
fn compare(program: &Path, path: &Path, title: &str, rounds: usize) -> Result<f64, String> {
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        one.push(read(program, path, "1")?);
        two.push(read(program, path, "2")?);
    }
    // The file itself is held in memory, so only what is beyond it tells whether memory grows with the pages.
    let size = std::fs::metadata(path).map_or(0, |data| data.len() / 1024);
    println!("{title}, file of {:.1} MB", f64::from(u32::try_from(size).unwrap_or(u32::MAX)) / 1024.0);
    for (name, all) in [("1 thread", &one), ("2 threads", &two)] {
        let median = |of: fn(&Spent) -> f64| median_of(all.iter().map(of).collect());
        let (cpu, wall) = (median(|spent| spent.cpu.as_secs_f64()), median(|spent| spent.wall.as_secs_f64()));
        let peak = median(|spent| spent.peak_mb);
        println!("  {name:<10} CPU {:>8.1} ms  wall {:>8.1} ms  peak {peak:>6.1} MB", cpu * 1e3, wall * 1e3);
    }
    // Other work on the machine slows single runs: the best of each says what the threads can do.
    let best = |all: &[Spent]| all.iter().map(|spent| spent.wall.as_secs_f64()).fold(f64::MAX, f64::min);
    let faster = best(&one) / best(&two).max(1e-9);
    println!("  two threads are {faster:.2} times faster at best, target {TARGET}");
    Ok(faster)
}

fn read(program: &Path, path: &Path, jobs: &str) -> Result<Spent, String> {
    let spent = tool::spend(Command::new(program).args(["--jobs", jobs]).arg(path), LIMIT)?;
    spent.filter(|spent| spent.success).ok_or_else(|| format!("{}: pdftract failed", path.display()))
}

/// Returns a file with this number of pages of text, no two alike.
fn book(pages: usize) -> Vec<u8> {
    let mut builder = PdfBuilder::new();
    builder.set(1, "<< /Type /Catalog /Pages 2 0 R >>");
    builder.set(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>");
    let mut kids = String::new();
    for number in 0..pages {
        let content = builder.next_number().max(4);
        builder.set(content, flate_stream_body("", page(number).as_bytes()));
        let leaf = builder.add(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>"
        ));
        kids.push_str(&format!("{leaf} 0 R "));
    }
    builder.set(2, format!("<< /Type /Pages /Kids [{kids}] /Count {pages} >>"));
    builder.finish()
}

/// The content of a page: words of letters that depend on the page and line.
fn page(number: usize) -> String {
    let mut content = String::from("BT /F1 10 Tf 14 TL 72 780 Td\n");
    for line in 0..LINES {
        let letter = |at: usize| match (number * 7 + line * 13 + at * 5) % 31 {
            0..=25 if at % 6 != 5 => {
                char::from(b'a' + u8::try_from((number + line * 3 + at) % 26).unwrap_or(0))
            }
            _ => ' ',
        };
        let text: String = (0..LETTERS).map(letter).collect();
        content.push_str(&format!("[({}) -20 ({})] TJ T*\n", &text[..LETTERS / 2], &text[LETTERS / 2..]));
    }
    content + "ET\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_has_its_pages_with_text() {
        let document = pdftract::Document::open(book(3), &pdftract::Options::default()).expect("a book");
        assert_eq!(document.page_count(), 3);
        let texts: Vec<String> = (0..3)
            .filter_map(|index| document.raw_text(index, &pdftract::ExtractOptions::default()))
            .collect();
        assert!(texts.iter().all(|text| text.lines().count() == LINES), "{texts:?}");
        assert_ne!(texts.first(), texts.last());
    }
}
