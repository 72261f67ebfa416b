//! Prints the text of a file: `cargo run --example text -- report.pdf`

// The library itself never prints.
#![allow(clippy::print_stdout)]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: text FILE")?;
    print!("{}", pdftract::open(path)?.text()?);
    Ok(())
}
