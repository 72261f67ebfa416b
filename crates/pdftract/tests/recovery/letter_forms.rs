//! Joined letters without a map: the substitutions of the font tell which glyphs are forms of one letter.

use pdftract::{Document, Options};
use pdftract_testkit::Sheet;
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::fonts::sfnt;

const TEXT: &str = "كان الولد يقرأ الكتاب في البيت كل يوم بعد أن يكمل عمله في المدرسة ثم يلعب مع أخيه الصغير في \
                    الحديقة حتى المساء وكانت أمه تنظر إليهما من النافذة وتبتسم";

/// Returns the different letters of the text, in order.
fn letters() -> Vec<char> {
    let mut letters: Vec<char> = TEXT.chars().filter(|letter| *letter != ' ').collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}

fn words(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// Returns a `GSUB` table without features whose only lookup replaces glyphs by others.
fn gsub(pairs: &[(u16, u16)]) -> Vec<u8> {
    let count = u16::try_from(pairs.len()).unwrap();
    let (plain, forms): (Vec<u16>, Vec<u16>) = pairs.iter().copied().unzip();
    let substitution = [vec![2, 6 + 2 * count, count], forms, vec![1, count], plain].concat();
    [words(&[1, 0, 0, 10, 12, 0]), words(&[1, 4]), words(&[1, 0, 1, 8]), words(&substitution)].concat()
}

/// Returns a font in which each letter has a plain glyph and two forms. Of letters that are `unknown`, `cmap` and the
/// substitutions lack the plain glyph.
fn program(unknown: &str) -> Vec<u8> {
    let letters = letters();
    let count = u16::try_from(letters.len()).unwrap();
    let mut tables = sfnt::basic_tables(1000, &vec![500; usize::from(count) * 3 + 1]);
    tables[0].1[51] = 1;
    // A step whose height tells the letters apart, and which looks like none.
    let shape = |index: u16| {
        let step = 100 + i16::try_from(index).unwrap() * 5;
        sfnt::simple_glyph(&[(0, 0), (480, 0), (480, step), (300, step / 2), (200, 900), (0, 40)])
    };
    let glyphs: Vec<Vec<u8>> = (0..count * 3).map(shape).collect();
    let mut loca = vec![0_u32, 0];
    glyphs.iter().for_each(|glyph| loca.push(loca.last().unwrap() + u32::try_from(glyph.len()).unwrap()));
    tables.push((b"loca", loca.iter().flat_map(|at| at.to_be_bytes()).collect()));
    tables.push((b"glyf", glyphs.concat()));
    let (mut segments, mut plain, mut forms) = (Vec::new(), Vec::new(), Vec::new());
    for (letter, glyph) in letters.into_iter().zip(1..) {
        if !unknown.contains(letter) {
            let code = u16::try_from(u32::from(letter)).unwrap();
            segments.push((code, code, glyph));
            plain.push((glyph, glyph + count));
        }
        forms.push((glyph + count, glyph + 2 * count));
    }
    tables.push((b"cmap", sfnt::cmap(&[(3, 1, sfnt::cmap_format_4(&segments))])));
    tables.push((b"GSUB", gsub(&[plain, forms].concat())));
    sfnt::sfnt(&[0, 1, 0, 0], &tables)
}

/// Returns the text of a page with [`TEXT`], whose glyphs are forms of letters, drawn from left to right.
fn text(unknown: &str) -> String {
    let document = Document::open(sheet(unknown, "").bytes(), &Options::default()).unwrap();
    document.text().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the page. After each word it shows a string of the font `F2`, in a line of its own.
fn sheet(unknown: &str, between: &str) -> Sheet {
    let letters = letters();
    let code = |(letter, place): (char, usize)| {
        let glyph = 1 + letters.iter().position(|other| *other == letter).unwrap();
        format!("{:04X}", glyph + letters.len() * (1 + place % 2))
    };
    let mut content = String::new();
    let (mut right, mut y) = (560.0, 380.0);
    let mut place = 20;
    for word in TEXT.split(' ') {
        let codes: Vec<String> = word.chars().zip(0..).map(code).collect();
        let left = right - 5.0 * codes.len() as f32;
        content += &format!(
            "BT /F1 10 Tf {left} {y} Td <{}> Tj ET ",
            codes.iter().rev().cloned().collect::<String>()
        );
        if !between.is_empty() {
            place += 15;
            content += &format!("BT /F2 10 Tf {place} 20 Td ({between}) Tj ET ");
        }
        (right, y) = if left < 120.0 { (560.0, y - 16.0) } else { (left - 5.0, y) };
    }
    let (sheet, program) = Sheet::new(600, 400).object(stream_body("", &program(unknown)));
    let (sheet, descriptor) =
        sheet.object(format!("<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 {program} 0 R>>"));
    let (sheet, descendant) = sheet.object(format!(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500/CIDToGIDMap/Identity\
         /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor {descriptor} 0 R>>"
    ));
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[{descendant} 0 R]>>"
    );
    sheet.font(&font).content(&content)
}

#[test]
fn latin_fonts_of_an_arabic_page_get_no_arabic_letters() {
    // The encoding of this font of TeX has no character at the code of the comma.
    let (sheet, glyph) =
        sheet("", "a,").object(stream_body("", b"500 0 d0 0 0 480 100 re 0 300 200 600 re f"));
    let names: String = (1..=126).map(|code| format!("/a{code}")).collect();
    let procs: String = (1..=126).map(|code| format!("/a{code} {glyph} 0 R")).collect();
    let latin = format!(
        "<</Type/Font/Subtype/Type3/Name/CMMI10/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 500 700]\
         /CharProcs<<{procs}>>/Encoding<</Differences[1{names}]>>/FirstChar 1/LastChar 126/Widths[{}]>>",
        "500 ".repeat(126)
    );
    let document = Document::open(sheet.font(&latin).bytes(), &Options::default()).unwrap();
    let text = document.text().unwrap();
    let line = text.lines().rev().find(|line| line.contains('a')).unwrap_or_default();
    assert!(!line.is_empty() && !line.chars().any(|c| ('\u{600}'..'\u{700}').contains(&c)), "{text}");
}

#[test]
fn forms_of_letters_in_the_cmap_are_those_letters() {
    assert_eq!(text(""), TEXT);
}

#[test]
fn letters_without_a_plain_glyph_are_found_by_the_words_around_them() {
    assert_eq!(text("ل"), TEXT);
    assert_eq!(text("لمي"), TEXT);
}

#[test]
fn a_letter_of_a_single_word_is_right_or_unknown() {
    let found = text("ظ");
    assert!(found == TEXT || found.contains("تن\u{fffd}ر"), "{found}");
}
