//! Non-joiners of Persian, which shapers leave out: the forms of the letters tell where they were.

use pdftract::{Document, Options};
use pdftract_testkit::Sheet;
use pdftract_testkit::builder::stream_body;

/// Text of words, one in each line, whose letters are glyphs given by code and character, first to last.
fn text(words: &[&[(u16, char)]]) -> String {
    let mut letters: Vec<(u16, char)> = words.concat();
    letters.sort_unstable();
    letters.dedup();
    let entries: String =
        letters.iter().map(|(code, letter)| format!("<{code:04X}> <{:04X}> ", u32::from(*letter))).collect();
    let map = format!("{} beginbfchar {entries}endbfchar", letters.len());
    let (sheet, map) = Sheet::new(300, 900).object(stream_body("", map.as_bytes()));
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode {map} 0 R/DescendantFonts[\
         <</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
         /Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/X/Flags 4>>>>]>>"
    );
    // Drawn from left to right, as shapers give them.
    let shown = |(word, line): (&&[(u16, char)], usize)| {
        let codes: String = word.iter().rev().map(|(code, _)| format!("{code:04X}")).collect();
        format!("BT /F1 10 Tf 50 {} Td <{codes}> Tj ET ", 860 - 20 * line)
    };
    let content: String = words.iter().zip(0..).map(shown).collect();
    let document = sheet.font(&font).content(&content).bytes();
    Document::open(document, &Options::default()).unwrap().text().unwrap()
}

const MEEM: (u16, char) = (1, 'م');
const FINAL_YEH: (u16, char) = (2, 'ی');
const INITIAL_YEH: (u16, char) = (3, 'ی');
const REH: (u16, char) = (4, 'ر');
const WAW: (u16, char) = (5, 'و');
const DAL: (u16, char) = (6, 'د');

#[test]
fn a_final_form_within_a_word_is_kept_apart() {
    let mut words: Vec<&[(u16, char)]> = vec![&[MEEM, FINAL_YEH]; 6];
    words.push(&[MEEM, FINAL_YEH, REH, WAW, DAL]);
    words.push(&[MEEM, INITIAL_YEH, REH]);
    let text = text(&words);
    assert!(text.contains("می\u{200c}رود"), "{text:?}");
    assert_eq!(text.matches('\u{200c}').count(), 1, "{text:?}");
}

#[test]
fn a_font_with_one_glyph_for_all_forms_tells_nothing() {
    let mut words: Vec<&[(u16, char)]> = vec![&[MEEM, FINAL_YEH]; 2];
    words.extend(vec![&[MEEM, FINAL_YEH, REH] as &[(u16, char)]; 12]);
    let text = text(&words);
    assert!(text.contains("میر") && !text.contains('\u{200c}'), "{text:?}");
}
