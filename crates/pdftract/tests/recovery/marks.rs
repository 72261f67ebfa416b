//! Glyphs without names: stroked letters, connected components of a scan, shapes of unknown scripts.

use pdftract::unicode::UnicodeSource;
use pdftract::{Detail, ExtractOptions};

use crate::paper::{Paper, codes, text_of};

/// Letters as pen strokes, with their characters.
pub(crate) const STROKES: [(&str, char); 7] = [
    ("60 0 m 300 700 l 540 0 l S 150 240 m 450 240 l S", 'A'),
    ("100 0 m 100 660 l 480 660 l S 100 370 m 420 370 l S", 'F'),
    ("100 700 m 100 40 l 480 40 l S", 'L'),
    ("50 660 m 550 660 l S 300 660 m 300 0 l S", 'T'),
    ("50 700 m 300 350 l 550 700 l S 300 370 m 300 0 l S", 'Y'),
    ("100 0 m 100 660 l 480 660 l S 100 370 m 420 370 l S 100 40 m 480 40 l S", 'E'),
    ("60 700 m 300 0 l 540 700 l S", 'V'),
];

/// Returns a font built from the connected components of a scan: each glyph is positioned by its corner and drawn
/// upside down, which the page reverses. Glyphs with ink do not advance the pen; the blank glyph after each does.
fn marks(paper: &mut Paper, draw: impl Fn(&str) -> String) -> u32 {
    let blank = "640 0 d0".to_owned();
    let glyphs = STROKES.iter().map(|(strokes, _)| draw(strokes)).chain([blank]);
    let glyphs: Vec<String> = glyphs.collect();
    let glyphs: Vec<&str> = glyphs.iter().map(String::as_str).collect();
    paper.type3(&glyphs, "/FirstChar 65/LastChar 72/Widths[0 0 0 0 0 0 0 640]")
}

/// Returns words in the codes of [`marks`], with the blank glyph after each letter.
fn in_marks(words: &[&str]) -> String {
    let code = |letter: char| STROKES.iter().zip(b'A'..).find(|((_, of), _)| *of == letter).unwrap().1;
    let shown = |word: &&str| {
        let codes: String = word.chars().flat_map(|letter| [char::from(code(letter)), 'H']).collect();
        format!("({codes}) Tj 5000 0 Td ")
    };
    words.iter().map(shown).collect()
}

#[test]
fn marks_of_a_scan_drawn_upside_down_are_read() {
    let mut paper = Paper::new();
    let font = marks(&mut paper, |strokes| format!("0 0 d0 1 0 0 -1 0 700 cm 80 w {strokes}"));
    let content = format!("BT /F1 1 Tf 12 0 0 -12 20 500 Tm {} ET", in_marks(&["FLAT", "LEAF", "VALLEY"]))
        .replace("5000", "5");
    let document = paper.document(font, &content);
    assert_eq!(document.text().unwrap().trim_end(), "FLAT LEAF VALLEY");
}

#[test]
fn c_5_a_font_of_an_unknown_script_is_unknown_and_not_latin() {
    let mut paper = Paper::new();
    // The same strokes with knots and tails are not letters of any script.
    let strange = |strokes: &str| {
        format!(
            "640 0 d0 40 w {strokes} 20 300 m 580 420 l 300 900 l 80 150 l S 200 -200 m 560 260 l 10 640 l S \
             420 10 90 800 re f"
        )
    };
    let font = marks(&mut paper, strange);
    let content = format!("BT /F1 12 Tf 20 500 Td {} ET", in_marks(&["FLAT", "LEAF", "VALLEY"]));
    let page = paper.document(font, &content.replace("5000", "60")).glyphs(0).unwrap();
    let shown = page.glyphs.iter().filter(|glyph| page.text(glyph) != " ");
    assert!(shown.clone().count() > 0);
    assert!(shown.clone().all(|glyph| glyph.source == UnicodeSource::Unknown), "{}", text_of(&page));
}

#[test]
fn c_5_glyphs_missing_from_a_map_of_another_alphabet_are_not_latin() {
    let read = |mapped: [char; 6]| {
        let mut paper = Paper::new();
        let entries =
            mapped.iter().zip(b'A'..).map(|(to, code)| format!("<{code:02X}> <{:04X}> ", u32::from(*to)));
        let map = paper.stream(&format!("6 beginbfchar {} endbfchar", entries.collect::<String>()));
        let glyphs = STROKES.map(|(strokes, _)| format!("640 0 d0 80 w {strokes}"));
        let glyphs = glyphs.each_ref().map(String::as_str);
        let widths = "/FirstChar 65/LastChar 71/Widths[640 640 640 640 640 640 640]";
        let font = paper.type3(&glyphs, &format!("{widths}/ToUnicode {map} 0 R"));
        text_of(&paper.document(font, "BT /F1 12 Tf 20 500 Td (GACCFE) Tj ET").glyphs(0).unwrap())
    };
    assert_eq!(read(['A', 'F', 'L', 'T', 'Y', 'E']), "VALLEY");
    assert_eq!(read(['क', 'ख', 'ग', 'घ', 'ङ', 'च']), "\u{FFFD}कगगचङ");
    assert_eq!(
        read(['漢', '字', '仮', '名', '交', '文']),
        "V漢仮仮文交",
        "fonts of ideographs have our letters"
    );
}

#[test]
fn a_page_read_early_for_its_text_reports_its_diagnostics_when_asked_for() {
    let mut paper = Paper::new();
    let glyphs = STROKES.map(|(strokes, _)| format!("640 0 d0 80 w {strokes}"));
    let font = paper.type3(
        &glyphs.each_ref().map(String::as_str),
        "/FirstChar 65/LastChar 71/Widths[640 640 640 640 640 640 640]",
    );
    // The first page causes all pages to be read; the second uses a missing font.
    let valley = "BT /F1 12 Tf 20 500 Td (GACCFE) Tj ET";
    let damaged = format!("{valley} BT /F9 12 Tf 20 400 Td (AB) Tj ET");
    let document = paper.document_of_pages(&font.to_string(), &[valley, &damaged]);
    let options = ExtractOptions::default();
    let pages: Vec<_> = document.page_records(&options).map(Result::unwrap).collect();
    let told = |page: usize| pages[page].diagnostics.iter().any(|one| one.code.as_str() == "FONT_MISSING");
    assert!(!told(0) && told(1), "{:?}", pages[1].diagnostics);
    assert!(pages.iter().all(|page| page.blocks[0].text.starts_with("VALLEY")));
    let alone = document.page_record(1, &options).unwrap();
    assert_eq!(alone.diagnostics, pages[1].diagnostics, "drawn anew it says the same");
}

#[test]
fn gr_27_an_outline_identified_in_one_font_is_known_in_another() {
    let strange = |strokes: &str| {
        format!("640 0 d0 40 w {strokes} 20 300 m 580 420 l 300 900 l 80 150 l S 420 10 90 800 re f")
    };
    let mut paper = Paper::new();
    let map = paper.stream(
        "6 beginbfchar <41> <0161> <42> <0162> <43> <0163> <44> <0164> <45> <0165> <46> <0166> endbfchar",
    );
    let glyphs: Vec<String> = STROKES.iter().map(|(strokes, _)| strange(strokes)).collect();
    let glyphs: Vec<&str> = glyphs.iter().map(String::as_str).collect();
    let widths = "/FirstChar 65/LastChar 71/Widths[640 640 640 640 640 640 640]";
    let known = paper.type3(&glyphs, &format!("{widths}/ToUnicode {map} 0 R"));
    let mute = paper.type3(&glyphs, widths);
    let fonts = format!("{known} 0 R/F2 {mute}");
    let document =
        paper.document_with(&fonts, "BT /F1 12 Tf 20 500 Td (ABCDEF) Tj /F2 12 Tf 0 -20 Td (FEABCDG) Tj ET");
    let page = document.glyphs(0).unwrap();
    assert_eq!(text_of(&page), "šŢţŤťŦŦťšŢţŤ\u{FFFD}");
    assert!(page.glyphs[6..12].iter().all(|glyph| glyph.source == UnicodeSource::Fingerprint));
    assert!(page.glyphs[6..12].iter().all(|glyph| glyph.confidence_percent == 85));
}

#[test]
fn gr_39_t3_33_c_25_a_shape_of_several_characters_lists_the_others() {
    let mut paper = Paper::new();
    let bar = "300 0 d0 110 0 80 720 re f";
    let font = paper.type3(&[bar], "/FirstChar 65/LastChar 65/Widths[300]");
    let document = paper.document(font, "BT /F1 12 Tf 20 500 Td (A) Tj ET");
    let record = document.page_record(0, &ExtractOptions::default().detail(Detail::Glyphs)).unwrap();
    let span = &record.blocks[0].lines[0].spans[0];
    let glyph = &span.glyphs.as_ref().unwrap()[0];
    assert!(span.ambiguous && glyph.confidence <= 0.5, "{glyph:?}");
    let mut all: Vec<&str> = glyph.alternatives.iter().map(String::as_str).collect();
    assert!(!all.contains(&glyph.text.as_str()));
    all.push(&glyph.text);
    assert!(all.contains(&"l") && all.contains(&"I"), "{all:?}");
    assert!(codes(&document).contains(&"SHAPE_AMBIGUOUS"));
}
