//! Finds a word and prints where it stands: `cargo run --example search -- report.pdf budget`
//!
//! The boxes are those of the glyphs that spell the word, in points from the top left corner of the page.

// The library itself never prints.
#![allow(clippy::print_stdout)]

use pdftract::output::Detail;
use pdftract::output::model::{Glyph, Span};
use pdftract::{Document, LayoutOptions, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(word)) = (arguments.next(), arguments.next()) else {
        return Err("usage: search FILE WORD".into());
    };
    let word = word.to_lowercase();
    let document = Document::open_path(path, &Options::default())?;
    for index in 0..document.page_count() {
        let Some(laid_out) = document.laid_out(index, &LayoutOptions::default()) else { continue };
        let Some(page) = document.record_of(&laid_out, Detail::Glyphs) else { continue };
        for span in page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans) {
            for bbox in places(span, &word) {
                println!("page {} at {bbox:?}: {}", page.page_number, span.text);
            }
        }
    }
    Ok(())
}

/// The boxes around each occurrence of a word in a span.
fn places(span: &Span, word: &str) -> Vec<[f32; 4]> {
    let glyphs = span.glyphs.as_deref().unwrap_or_default();
    let starts = 0..glyphs.len();
    starts.filter_map(|start| spelled(glyphs.get(start..)?, word)).collect()
}

/// The box around the glyphs that spell a word, if the first ones do.
fn spelled(glyphs: &[Glyph], word: &str) -> Option<[f32; 4]> {
    let mut text = String::new();
    let mut bbox = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    for glyph in glyphs {
        text.push_str(&glyph.text.to_lowercase());
        let [x0, y0, x1, y1] = glyph.bbox;
        bbox = [bbox[0].min(x0), bbox[1].min(y0), bbox[2].max(x1), bbox[3].max(y1)];
        if !word.starts_with(&text) {
            return None;
        }
        if text == word {
            return Some(bbox);
        }
    }
    None
}
