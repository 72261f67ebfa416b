//! One page with thousands of glyphs, as in maps and drawings.

use super::pages::{self, Page};
use super::words::Words;

/// The number of characters per line.
const LINE: usize = 100;
/// The number of lines side by side, and their distance in points.
const COLUMNS: usize = 20;
const WIDTH: usize = 560;
const HEIGHT: usize = 14;

/// Returns a page with this many thousands of glyphs, as large as necessary.
pub(super) fn document(thousands: usize) -> Vec<u8> {
    let mut builder = pages::builder();
    let font = builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
    let mut words = Words::new(1);
    let lines = (thousands * 1_000).div_ceil(LINE);
    let height = (lines.div_ceil(COLUMNS) + 1) * HEIGHT;
    let mut content = String::from("BT /F1 10 Tf\n");
    for line in 0..lines {
        let (x, y) = (20 + line % COLUMNS * WIDTH, height - (line / COLUMNS + 1) * HEIGHT);
        content.push_str(&format!("1 0 0 1 {x} {y} Tm ({:<LINE$}) Tj\n", words.line(LINE)));
    }
    content.push_str("ET\n");
    let page = Page { content, entries: format!("/MediaBox[0 0 {} {height}]", COLUMNS * WIDTH + 40) };
    pages::add(&mut builder, &format!("/F1 {font} 0 R"), std::iter::once(page));
    builder.finish()
}
