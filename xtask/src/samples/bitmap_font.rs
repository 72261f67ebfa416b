//! The sample of a broken font: a letter set in a bitmap font whose codes say nothing about the characters.
//!
//! Old TeX installations and many print servers write such fonts. Viewers show the text; search, copy and most extractors
//! get the codes.

use std::fmt::Write;

use pdftract_testkit::Sheet;
use pdftract_testkit::builder::flate_stream_body;
use pdftract_testkit::sheet::HELVETICA;

use super::rendered::{Bitmap, render};

/// The text of the sample.
const LINES: [&str; 7] = [
    "Dear reader,",
    "the letters on this page look right, yet the file",
    "does not say which characters they are. Copy the",
    "text with a viewer and you will get nonsense.",
    "",
    "The shapes of the glyphs are compared with known",
    "letters, and a language model settles the rest.",
];

/// Pixels of the em square in which glyphs are rendered.
const EM_PIXELS: u32 = 40;
/// The first code; each further character gets the next one in the order of first use, not of the alphabet.
const FIRST_CODE: usize = 33;

/// Returns the sample.
pub(super) fn letter() -> Result<Vec<u8>, String> {
    let mut characters: Vec<char> = Vec::new();
    for character in LINES.iter().flat_map(|line| line.chars()).filter(|c| *c != ' ') {
        if !characters.contains(&character) {
            characters.push(character);
        }
    }
    let mut sheet = Sheet::new(360, 200);
    let (mut procedures, mut differences, mut widths) = (String::new(), String::new(), String::new());
    let mut advances = Vec::new();
    for (index, &character) in characters.iter().enumerate() {
        let (bitmap, left, top) =
            glyph(character)?.trimmed().ok_or_else(|| format!("{character} has no ink"))?;
        // One pixel of white on either side of the ink.
        let advance = bitmap.width + 5;
        let _ = (left, write!(differences, "/g{index}"), write!(widths, "{advance} "));
        advances.push(advance);
        let number;
        (sheet, number) = sheet.object(flate_stream_body("", &procedure(&bitmap, top, advance)));
        let _ = write!(procedures, "/g{index} {number} 0 R");
    }
    let last = FIRST_CODE + characters.len() - 1;
    let scale = 1.0 / f64::from(EM_PIXELS);
    let font = format!(
        "<</Type/Font/Subtype/Type3/FontMatrix[{scale} 0 0 {scale} 0 0]/FontBBox[0 0 0 0]/Resources<<>>\
         /CharProcs<<{procedures}>>/Encoding<</Type/Encoding/Differences[{FIRST_CODE}{differences}]>>\
         /FirstChar {FIRST_CODE}/LastChar {last}/Widths[{widths}]>>"
    );
    Ok(sheet.font(&font).content(&content(&characters, &advances)).bytes())
}

/// Renders a character on a page as large as the em square, with its baseline a quarter above the bottom.
fn glyph(character: char) -> Result<Bitmap, String> {
    let text = match character {
        '(' | ')' | '\\' => format!("\\{character}"),
        _ => character.to_string(),
    };
    let (size, baseline) = (EM_PIXELS, EM_PIXELS / 4);
    let content = format!("BT /F1 {size} Tf 2 {baseline} Td ({text}) Tj ET");
    render(Sheet::new(EM_PIXELS + 10, EM_PIXELS + 4).font(HELVETICA).content(&content).bytes(), 72.0)
}

/// Returns the glyph procedure that paints a bitmap; `top` is its distance from the top of the page it was rendered on.
fn procedure(bitmap: &Bitmap, top: usize, advance: usize) -> Vec<u8> {
    let Bitmap { width, height, .. } = *bitmap;
    let baseline = i64::from(EM_PIXELS + 4 - EM_PIXELS / 4);
    let bottom = baseline - i64::try_from(top + height).unwrap_or(0);
    let highest = bottom + i64::try_from(height).unwrap_or(0);
    let mut out = format!(
        "{advance} 0 1 {bottom} {} {highest} d1\nq {width} 0 0 {height} 2 {bottom} cm\n\
         BI /W {width} /H {height} /IM true /BPC 1 ID ",
        width + 2
    )
    .into_bytes();
    out.extend(bitmap.packed());
    out.extend(b"\nEI Q");
    out
}

/// Returns the content of the page. Spaces are movements of the pen, as such producers write them.
fn content(characters: &[char], advances: &[usize]) -> String {
    let code = |character| characters.iter().position(|c| *c == character).unwrap_or(0);
    let size = 12.0;
    let mut out = String::new();
    for (index, line) in LINES.iter().enumerate() {
        let mut x = 30.0;
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            let hex: String = word.chars().map(|c| format!("{:02X}", FIRST_CODE + code(c))).collect();
            let _ = writeln!(out, "BT /F1 {size} Tf {x:.2} {} Td <{hex}> Tj ET", 160 - 20 * index);
            let pixels: usize = word.chars().map(|c| advances[code(c)]).sum();
            #[allow(clippy::cast_precision_loss)]
            let width = pixels as f64 * size / f64::from(EM_PIXELS);
            x += width + 0.28 * size;
        }
    }
    out
}
