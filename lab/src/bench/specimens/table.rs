//! Tables with rules around their cells, text above and below.

use std::fmt::Write;

use super::pages;
use super::words::Words;

const ROWS: usize = 24;
const COLUMNS: usize = 5;
const WIDTH: usize = 90;
const HEIGHT: usize = 22;

/// Returns a document with this many pages.
pub(super) fn document(count: usize) -> Vec<u8> {
    let mut builder = pages::builder();
    let font = builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
    pages::file(builder, &format!("/F1 {font} 0 R"), (0..count).map(page))
}

fn page(number: usize) -> String {
    let mut words = Words::new(number as u64 + 4_000);
    let mut content = format!(
        "BT /F1 10 Tf 12 TL 72 800 Td ({}) Tj T* ({}) Tj ET\n0.5 w\n",
        words.line(80),
        words.line(60)
    );
    let (left, top) = (72, 760);
    for row in 0..=ROWS {
        let _ = writeln!(content, "{left} {y} m {} {y} l S", left + COLUMNS * WIDTH, y = top - row * HEIGHT);
    }
    for column in 0..=COLUMNS {
        let _ = writeln!(content, "{x} {top} m {x} {} l S", top - ROWS * HEIGHT, x = left + column * WIDTH);
    }
    for cell in 0..ROWS * COLUMNS {
        let (row, column) = (cell / COLUMNS, cell % COLUMNS);
        let text = match column {
            0 => words.line(14),
            _ if row == 0 => words.word().to_owned(),
            _ => format!("{}.{:02}", words.number(10_000), words.number(100)),
        };
        let (x, y) = (left + column * WIDTH + 4, top - row * HEIGHT - 15);
        let _ = writeln!(content, "BT /F1 9 Tf {x} {y} Td ({text}) Tj ET");
    }
    let _ = writeln!(
        content,
        "BT /F1 10 Tf 12 TL 72 200 Td ({}) Tj T* ({}) Tj ET",
        words.line(80),
        words.line(70)
    );
    content
}
