//! Extracts one file in one format, or the facts of its pages, with the library; `cargo lab bench guard` counts the instructions.

use std::process::ExitCode;

use pdftract::{Error, ExtractOptions, Format};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, format, path] = arguments.as_slice() else {
        eprintln!("usage: pdftract-guard text|json|markdown|facts FILE");
        return ExitCode::from(2);
    };
    let read = match format.as_str() {
        "json" => written(Format::Json, path),
        "markdown" => written(Format::Markdown, path),
        "facts" => facts(path),
        _ => written(Format::Text, path),
    };
    match read {
        Ok(bytes) => {
            println!("{bytes}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes a document to memory and returns its size in bytes.
fn written(format: Format, path: &str) -> Result<usize, Error> {
    let mut written = Vec::new();
    pdftract::open(path)?.write(format, &mut written, &ExtractOptions::default())?;
    Ok(written.len())
}

/// Returns the number of pages with facts.
fn facts(path: &str) -> Result<usize, Error> {
    let document = pdftract::open(path)?;
    Ok((0..document.page_count()).filter_map(|index| document.page_facts(index)).count())
}
