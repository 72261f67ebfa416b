//! An embedded CFF font without maps: names and codes are meaningless, only the outlines identify characters.

use pdftract_testkit::fonts::cff::{CffFont, Charset};

use super::strokes::Point;
use super::{pages, strokes};

/// Operators of Type 2 charstrings.
const LINE_TO: u8 = 5;
const END: u8 = 14;
const MOVE_TO: u8 = 21;
/// The prefix of a two-byte number.
const SHORT: u8 = 28;

/// The number of the first custom string of a CFF font.
const FIRST_STRING: u16 = 391;

/// Returns a document with this many pages.
pub(super) fn document(count: usize) -> Vec<u8> {
    let mut builder = pages::builder();
    let file = builder.add_flate_stream("/Subtype/Type1C", &program().build());
    let descriptor = builder.add(format!(
        "<</Type/FontDescriptor/FontName/ABCDEF+Strokes/Flags 4/FontBBox[0 -330 560 700]/Ascent 700/Descent -330\
         /CapHeight 660/ItalicAngle 0/StemV 76/FontFile3 {file} 0 R>>"
    ));
    let font = builder.add(format!(
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Strokes/FontDescriptor {descriptor} 0 R/FirstChar {first}\
         /LastChar {last}/Widths[{widths}]/Encoding<</Type/Encoding/Differences[{first}{names}]>>>>",
        first = strokes::FIRST_CODE,
        last = strokes::FIRST_CODE + 25,
        widths = format!("{} ", strokes::ADVANCE).repeat(26),
        names = (0..26).map(|index| format!("/{}", name(index))).collect::<String>(),
    ));
    pages::file(builder, &format!("/F1 {font} 0 R"), (0..count).map(strokes::page))
}

fn name(index: usize) -> String {
    format!("q{index}x")
}

/// Returns a font whose glyphs are in the order of their codes.
fn program() -> CffFont {
    let mut outlines = vec![Vec::new(); 26];
    for (letter, drawn) in strokes::letters().iter().enumerate() {
        if let Some(outline) = outlines.get_mut(strokes::code(letter) - strokes::FIRST_CODE) {
            *outline = charstring(drawn);
        }
    }
    let charset = (FIRST_STRING..).take(outlines.len()).flat_map(u16::to_be_bytes);
    CffFont {
        strings: (0..26).map(name).collect(),
        charset: Charset::Table(std::iter::once(0).chain(charset).collect()),
        char_strings: std::iter::once(vec![END]).chain(outlines).collect(),
        // The default width of all glyphs, so that no charstring has to set one.
        widths: (i32::try_from(strokes::ADVANCE).unwrap_or(0), 0),
        ..CffFont::default()
    }
}

/// Returns the outline of strokes: each segment becomes a box around it.
fn charstring(drawn: &[Vec<Point>]) -> Vec<u8> {
    let (mut bytes, mut pen) = (Vec::new(), (0, 0));
    for pair in drawn.iter().flat_map(|stroke| stroke.windows(2)) {
        let &[from, to] = pair else { continue };
        for (index, point) in around(from, to).into_iter().enumerate() {
            for step in [point.0 - pen.0, point.1 - pen.1] {
                bytes.push(SHORT);
                bytes.extend(i16::try_from(step).unwrap_or(0).to_be_bytes());
            }
            bytes.push(if index == 0 { MOVE_TO } else { LINE_TO });
            pen = point;
        }
    }
    bytes.push(END);
    bytes
}

/// Returns the corners of a box around a line, slightly longer than the line so that strokes join, all with the same
/// orientation.
fn around(from: Point, to: Point) -> [Point; 4] {
    let half = f64::from(strokes::THICKNESS) / 2.0;
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy).max(1.0);
    let (along, across) =
        ((dx / length * half, dy / length * half), (-dy / length * half, dx / length * half));
    let corner = |point: Point, forward: f64, side: f64| {
        let x = f64::from(point.0) + forward * along.0 + side * across.0;
        let y = f64::from(point.1) + forward * along.1 + side * across.1;
        (x.round() as i32, y.round() as i32)
    };
    [corner(from, -0.5, -1.0), corner(to, 0.5, -1.0), corner(to, 0.5, 1.0), corner(from, -0.5, 1.0)]
}
