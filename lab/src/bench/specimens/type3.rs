//! A Type 3 font: letters stroked by content streams, with meaningless names.

use super::{pages, strokes};

/// Returns a document with this many pages.
pub(super) fn document(count: usize) -> Vec<u8> {
    let mut builder = pages::builder();
    let (mut procedures, mut names) = (String::new(), vec![String::new(); 26]);
    for (letter, drawn) in strokes::letters().iter().enumerate() {
        let mut content = format!("{} 0 d0 {} w 1 J 1 j\n", strokes::ADVANCE, strokes::THICKNESS);
        for stroke in drawn {
            for (index, (x, y)) in stroke.iter().enumerate() {
                content.push_str(&format!("{x} {y} {} ", if index == 0 { "m" } else { "l" }));
            }
            content.push_str("S\n");
        }
        let number = builder.add_flate_stream("", content.as_bytes());
        let code = strokes::code(letter);
        procedures.push_str(&format!("/q{code}x {number} 0 R"));
        if let Some(name) = names.get_mut(code - strokes::FIRST_CODE) {
            *name = format!("/q{code}x");
        }
    }
    let font = builder.add(format!(
        "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 -330 560 700]\
         /CharProcs<<{procedures}>>/Encoding<</Differences[{first}{names}]>>/FirstChar {first}/LastChar {last}\
         /Widths[{widths}]/Resources<<>>>>",
        first = strokes::FIRST_CODE,
        last = strokes::FIRST_CODE + 25,
        names = names.concat(),
        widths = format!("{} ", strokes::ADVANCE).repeat(26),
    ));
    pages::file(builder, &format!("/F1 {font} 0 R"), (0..count).map(strokes::page))
}
