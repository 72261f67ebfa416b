//! Extracts one file in one format with the library; `cargo lab bench guard` counts the instructions.

use std::process::ExitCode;

use pdftract::{Error, ExtractOptions, Format};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, format, path] = arguments.as_slice() else {
        eprintln!("usage: pdftract-guard text|json|markdown FILE");
        return ExitCode::from(2);
    };
    let format = match format.as_str() {
        "json" => Format::Json,
        "markdown" => Format::Markdown,
        _ => Format::Text,
    };
    match read(format, path) {
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
fn read(format: Format, path: &str) -> Result<usize, Error> {
    let mut written = Vec::new();
    pdftract::open(path)?.write(format, &mut written, &ExtractOptions::default())?;
    Ok(written.len())
}
