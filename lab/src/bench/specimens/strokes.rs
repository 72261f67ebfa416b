//! Lower-case letters as strokes, for fonts whose characters can only be recognised by shape.

use super::words::Words;

/// A point of a stroke, in thousandths of an em.
pub(super) type Point = (i32, i32);

/// The stroke thickness.
pub(super) const THICKNESS: i32 = 76;

/// The first code; letters are shuffled from there, so that no standard encoding decodes them.
pub(super) const FIRST_CODE: usize = 33;

/// The advance of each letter.
pub(super) const ADVANCE: usize = 560;

/// The strokes of `a` to `z`: digits are points of a grid (x from 0 to 4, y from 0 to 9, baseline at 3, x-height at 7).
const LETTERS: [&str; 26] = [
    "07 37 46 43 13 04 15 45",
    "09 03 33 44 46 37 07",
    "46 37 17 06 04 13 33 44",
    "49 43 13 04 06 17 47",
    "05 45 46 37 17 06 04 13 43",
    "13 18 29 39|07 37",
    "47 17 06 04 13 43|47 41 30 10 01",
    "09 03|06 17 37 46 43",
    "27 23|29 28",
    "27 21 10 00|29 28",
    "09 03|05 37|15 43",
    "29 23",
    "03 07|06 17 26 23|26 37 46 43",
    "03 07|06 17 37 46 43",
    "17 06 04 13 33 44 46 37 17",
    "00 07 37 46 44 33 03",
    "40 47 17 06 04 13 43",
    "13 17|16 27 37",
    "46 37 17 06 16 34 44 33 13 04",
    "19 14 23 33|07 37",
    "07 04 13 33 44|47 43",
    "07 23 47",
    "07 13 26 33 47",
    "07 43|47 03",
    "07 23|47 10 00",
    "07 47 03 43",
];

/// Returns the strokes of each letter, as sequences of points.
pub(super) fn letters() -> Vec<Vec<Vec<Point>>> {
    LETTERS.iter().map(|letter| letter.split('|').map(points).collect()).collect()
}

fn points(stroke: &str) -> Vec<Point> {
    let digit = |byte: u8| i32::from(byte) - i32::from(b'0');
    let point = |pair: &str| match pair.as_bytes() {
        &[x, y] => (60 + 100 * digit(x), 110 * (digit(y) - 3)),
        _ => (0, 0),
    };
    stroke.split(' ').map(point).collect()
}

/// Returns the code of a letter, counted from `a`.
pub(super) fn code(letter: usize) -> usize {
    FIRST_CODE + (letter * 7 + 5) % LETTERS.len()
}

/// Returns a page of lines in the font `/F1`, in its codes.
pub(super) fn page(number: usize) -> String {
    let mut words = Words::new(number as u64 + 5_000);
    let mut content = String::from("BT /F1 11 Tf 17 TL 72 780 Td\n");
    for _ in 0..40 {
        let mut shown = String::new();
        for word in words.line(68).split(' ') {
            let codes: String =
                word.bytes().map(|byte| format!("{:02X}", code(usize::from(byte - b'a')))).collect();
            shown.push_str(&format!("<{codes}>-380"));
        }
        content.push_str(&format!("[{shown}] TJ T*\n"));
    }
    content + "ET\n"
}
