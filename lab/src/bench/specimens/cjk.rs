//! Japanese in Shift JIS: the meaning of codes follows from the predefined CMap and the character collection.

use pdftract_testkit::random::Random;

use super::pages;

const LINES: usize = 40;
const CHARACTERS: usize = 36;

/// Returns a document with this many pages.
pub(super) fn document(count: usize) -> Vec<u8> {
    let mut builder = pages::builder();
    let descendant = builder.add(
        "<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/DW 1000/CIDSystemInfo<</Registry(Adobe)\
         /Ordering(Japan1)/Supplement 2>>>>",
    );
    let font = builder.add(format!(
        "<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light-90ms-RKSJ-H/Encoding/90ms-RKSJ-H\
         /DescendantFonts[{descendant} 0 R]>>"
    ));
    pages::file(builder, &format!("/F1 {font} 0 R"), (0..count).map(page))
}

fn page(number: usize) -> String {
    let mut random = Random::new(number as u64 + 3_000);
    let mut content = String::from("BT /F1 12 Tf 18 TL 72 780 Td\n");
    for _ in 0..LINES {
        let line: String = (0..CHARACTERS).map(|_| character(&mut random)).collect();
        content.push_str(&format!("<{line}> Tj T*\n"));
    }
    content + "ET\n"
}

/// Returns a syllable or an ideograph as a two-byte Shift JIS code in hexadecimal.
fn character(random: &mut Random) -> String {
    if random.below(2) == 0 {
        // The row of hiragana from small a to n.
        format!("82{:02X}", 0x9F + random.below(0xF1 - 0x9F))
    } else {
        // Rows of the first level of ideographs in which all second bytes are assigned.
        format!("{:02X}{:02X}", 0x8A + random.below(12), 0x80 + random.below(0x7C))
    }
}
