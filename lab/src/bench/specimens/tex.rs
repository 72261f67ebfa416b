//! Pages as typeset by TeX: two columns, kerns inside words, ligatures, exponents, hyphenated words; an embedded Type
//! 1 font with glyph names but no `/ToUnicode`.

use pdftract_testkit::PdfBuilder;
use pdftract_testkit::fonts::type1::Type1Font;

use super::pages;
use super::words::Words;

/// The ligatures of TeX's text encoding with their codes.
const LIGATURES: [(&str, &str, &str); 3] =
    [("ffi", "\\016", "ffi"), ("fi", "\\014", "fi"), ("fl", "\\015", "fl")];
const LINES: usize = 55;
const LETTERS: usize = 44;

/// Returns a document with this many pages.
pub(super) fn document(pages: usize) -> Vec<u8> {
    let mut builder = pages::builder();
    let text = font(&mut builder, "CMR10");
    let math = font(&mut builder, "CMR7");
    let fonts = format!("/F8 {text} 0 R/F7 {math} 0 R");
    pages::file(builder, &fonts, (0..pages).map(page))
}

fn font(builder: &mut PdfBuilder, name: &str) -> u32 {
    let letters = (b'a'..=b'z').map(|letter| char::from(letter).to_string());
    let others = ["hyphen", "period", "comma", "one", "two", "three"].map(str::to_owned);
    let ligatures = LIGATURES.map(|(_, _, name)| name.to_owned());
    let names: Vec<String> =
        [".notdef".to_owned()].into_iter().chain(letters).chain(others).chain(ligatures).collect();
    let program =
        Type1Font { glyphs: names.into_iter().map(|name| (name, 500)).collect(), ..Type1Font::default() };
    let file = builder.add_flate_stream("", &program.build());
    let descriptor = builder.add(format!(
        "<</Type/FontDescriptor/FontName/ABCDEF+{name}/Flags 4/FontBBox[-40 -250 1009 750]/Ascent 694\
         /Descent -194/CapHeight 683/ItalicAngle 0/StemV 69/FontFile {file} 0 R>>"
    ));
    let letters: String = (b'a'..=b'z').map(|letter| format!("/{}", char::from(letter))).collect();
    builder.add(format!(
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+{name}/FontDescriptor {descriptor} 0 R/FirstChar 12\
         /LastChar 122/Widths[{}]/Encoding<</Differences[12/fi/fl/ffi 44/comma/hyphen/period 49/one/two/three \
         97{letters}]>>>>",
        "500 ".repeat(111)
    ))
}

fn page(number: usize) -> String {
    let mut words = Words::new(number as u64 + 1_000);
    let mut content = String::new();
    for left in [60, 310] {
        content.push_str(&format!("BT /F8 9.9626 Tf {left} 780 Td\n"));
        for line in 0..LINES {
            content.push_str(&format!("[{}]TJ", kerned(&words.line(LETTERS), line)));
            if line % 9 == 4 {
                // An exponent: another size on another line, and back.
                content.push_str(&format!(
                    " /F7 6.9738 Tf 228 3.615 Td [({})]TJ /F8 9.9626 Tf -228 -3.615 Td",
                    1 + line % 3
                ));
            }
            content.push_str(" 0 -12.3 Td\n");
        }
        content.push_str("ET\n");
    }
    content
}

/// Returns a line as strings with kerns between them; as in TeX's output, words are separated only by kerns.
fn kerned(line: &str, number: usize) -> String {
    let mut shown = String::new();
    for word in line.split(' ') {
        let mut word = word.to_owned();
        for (letters, code, _) in LIGATURES {
            word = word.replace(letters, code);
        }
        let kern = [28, -27, 83][(number + word.len()) % 3];
        let middle = word.find(['o', 'a', 'e']).filter(|at| *at > 0 && !word.contains('\\'));
        match middle {
            Some(at) => shown.push_str(&format!("({}){kern}({})-333", &word[..at], &word[at..])),
            None => shown.push_str(&format!("({word})-333")),
        }
    }
    if number % 4 == 3 {
        shown.push_str("(dif-)");
    }
    shown
}
