//! Finds a text and prints its positions: `cargo run --example search -- report.pdf "annual budget"`
//!
//! The boxes are those of the glyphs that spell it, one for each line, in points from the top left corner of the page.

// The library itself never prints.
#![allow(clippy::print_stdout)]

use pdftract::{ExtractOptions, Search, SearchOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(text)) = (arguments.next(), arguments.next()) else {
        return Err("usage: search FILE TEXT".into());
    };
    let search = Search::literal(&text, SearchOptions::new().ignore_case(true))?;
    let document = pdftract::open(path)?;
    for page_index in 0..document.page_count() {
        let matches = document.search_page(page_index, &search, &ExtractOptions::default());
        for found in matches.unwrap_or_default() {
            let boxes: Vec<[f32; 4]> = found.parts.iter().map(|part| part.bbox).collect();
            println!("page {} at {boxes:?}: {}", page_index + 1, found.snippet);
        }
    }
    Ok(())
}
