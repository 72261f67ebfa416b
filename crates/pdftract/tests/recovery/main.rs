//! Recovery of Unicode: Type 3 glyph procedures, TeX encodings, wrong maps, and context.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod explain;
mod indic;
mod ladder;
mod letter_forms;
mod marks;
mod nested;
mod non_joiner;
mod paper;
mod shapes;
mod stamps;
mod symbols;

use pdftract::unicode::UnicodeSource;
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::sheet::HELVETICA;

use paper::{Paper, codes, text_of};

#[test]
fn t3_38_t3_39_text_inside_glyphs_is_their_text() {
    let mut paper = Paper::new();
    let inner = paper.add(HELVETICA);
    let font = paper.type3(
        &["900 0 d0 BT /N 1000 Tf (word) Tj ET", "500 0 0 0 1 1 d1 BT /N 1000 Tf [(of)-400(it)] TJ ET"],
        &format!("/FirstChar 65/LastChar 66/Widths[900 500]/Resources<</Font<</N {inner} 0 R>>>>"),
    );
    let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (ABA) Tj ET");
    let page = document.glyphs(0).unwrap();
    assert_eq!(text_of(&page), "wordof itword");
    assert_eq!(page.glyphs.len(), 3);
    assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::Agl));
    assert!((page.glyphs[2].x - 34.0).abs() < 0.01, "the outer widths rule: {}", page.glyphs[2].x);
}

#[test]
fn glyphs_that_show_whole_words_are_apart_by_spaces() {
    let mut paper = Paper::new();
    let inner = paper.add(HELVETICA);
    let words = ["Snow", "insulates", "ground", "beneath", "winter", "seeds", "survive"];
    let glyphs = words.map(|word| format!("4000 0 d0 BT /N 1000 Tf ({word}) Tj ET"));
    let font = paper.type3(
        &glyphs.each_ref().map(String::as_str),
        &format!(
            "/FirstChar 65/LastChar 71/Widths[{}]/Resources<</Font<</N {inner} 0 R>>>>",
            "4000 ".repeat(7)
        ),
    );
    let shown: String = ('A'..='G').map(|code| format!("({code}) Tj 42.7 0 Td ")).collect();
    let document = paper.document(font, &format!("BT /F1 10 Tf 20 500 Td {shown} ET"));
    assert_eq!(document.text().unwrap().trim_end(), words.join(" "));
}

#[test]
fn a_box_that_no_letter_fills_does_not_set_the_size() {
    let mut paper = Paper::new();
    // Ghostscript writes units of pixels, upside down, and an empty bounding box.
    let glyphs: Vec<u32> = [40, 70]
        .map(|height| paper.stream(&format!("50 0 0 -{height} 45 0 d1 0 -{height} 45 {height} re f")))
        .to_vec();
    let font = paper.add(&format!(
        "<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 -1 0 0]/FontBBox[0 0 1000 1000]/FirstChar 65/LastChar 66\
         /Widths[50 50]/CharProcs<</A {} 0 R/B {} 0 R>>/Encoding<</Differences[65/A/B]>>>>",
        glyphs[0], glyphs[1]
    ));
    let page = paper.document(font, "BT /F1 0.12 Tf 20 500 Td (ABBA) Tj ET").glyphs(0).unwrap();
    // Letters 70 pixels tall at 0.12 points belong to a font of about ten points.
    assert!((8.0..14.0).contains(&page.size(&page.glyphs[0])), "{}", page.size(&page.glyphs[0]));
}

#[test]
fn t3_37_a_font_that_shows_itself_ends() {
    let mut paper = Paper::new();
    // The font is the object after its one glyph.
    let font = paper.type3(
        &["500 0 d0 BT /Me 1000 Tf (AA) Tj ET"],
        "/FirstChar 65/LastChar 65/Widths[500]/Resources<</Font<</Me 6 0 R>>>>",
    );
    assert_eq!(font, 6);
    let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (A) Tj ET");
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "\u{FFFD}");
}

#[test]
fn gr_43_forms_inside_glyphs_are_followed_and_loops_end() {
    let mut paper = Paper::new();
    let inner = paper.add(HELVETICA);
    let looping = format!(
        "/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</Font<</N {inner} 0 R>>/XObject<</X 6 0 R>>>>"
    );
    let form = paper.builder.add(stream_body(&looping, b"BT /N 1000 Tf (x) Tj ET /X Do"));
    assert_eq!(form, 6);
    let font = paper.type3(
        &["500 0 d0 q /X Do Q"],
        &format!("/FirstChar 65/LastChar 65/Widths[500]/Resources<</XObject<</X {form} 0 R>>>>"),
    );
    let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (A) Tj ET");
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "x");
}

#[test]
fn t3_40_blank_glyphs_are_spaces_and_t3_42_others_keep_their_width() {
    let mut paper = Paper::new();
    let font =
        paper.type3(&["300 0 d0", "700 0 d0 0 0 10 700 re f"], "/FirstChar 65/LastChar 66/Widths[300 700]");
    let page = paper.document(font, "BT /F1 10 Tf 20 500 Td (BAB) Tj ET").glyphs(0).unwrap();
    assert_eq!(page.text(&page.glyphs[1]), " ");
    assert!((page.glyphs[2].x - 30.0).abs() < 0.01);
}

#[test]
fn t3_6_widths_of_d0_and_d1_hold_where_the_font_lists_none() {
    let mut paper = Paper::new();
    let font = paper.type3(&["300 0 d0", "700 0 0 0 1 1 d1 0 0 10 700 re f"], "");
    let page = paper.document(font, "BT /F1 10 Tf 20 500 Td (ABA) Tj ET").glyphs(0).unwrap();
    let steps: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.x).collect();
    assert_eq!(steps, [20.0, 23.0, 30.0]);
}

#[test]
fn t3_7_a_missing_width_is_reported_and_the_glyph_is_drawn() {
    let mut paper = Paper::new();
    let font = paper.type3(&["100 0 80 700 re 100 0 380 80 re f"], "/FirstChar 65/LastChar 65/Widths[640]");
    let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (A) Tj ET");
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "L");
    assert!(codes(&document).contains(&"TYPE3_WIDTH_MISSING"));
}

#[test]
fn t3_9_good_maps_leave_glyph_streams_alone() {
    let mut paper = Paper::new();
    let map = paper.stream("1 beginbfchar <41> <0042> endbfchar");
    let font = paper
        .type3(&["0 0 10 700 re f"], &format!("/FirstChar 65/LastChar 65/Widths[500]/ToUnicode {map} 0 R"));
    let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (A) Tj ET");
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "B");
    assert!(codes(&document).is_empty(), "nothing was drawn, so nothing can be missed");
}

#[test]
fn t3_8_nothing_leaks_out_of_a_glyph() {
    let mut paper = Paper::new();
    let font = paper.type3(
        &["500 0 d0 q q 5 0 0 5 9 9 cm 3 w BT ET", "500 0 d0"],
        "/FirstChar 65/LastChar 66/Widths[500 500]",
    );
    let page = paper.document(font, "BT /F1 10 Tf 20 500 Td (AB) Tj ET").glyphs(0).unwrap();
    assert!(
        (page.glyphs[1].x - 25.0).abs() < 0.01
            && (page.size(&page.glyphs[1]) - page.size(&page.glyphs[0])).abs() < 0.01
    );
}

/// Returns a Type 3 font whose names spell the codes, as pdfTeX writes bitmap fonts.
fn spelled_font(paper: &mut Paper, spell: impl Fn(u8) -> String, entries: &str) -> u32 {
    let glyph = paper.stream("500 0 d0 0 0 400 400 re f");
    let used = 1..=126;
    let names: String = used.clone().map(|code| format!("/{}", spell(code))).collect();
    let procs: String = used.map(|code| format!("/{} {glyph} 0 R", spell(code))).collect();
    let widths = "500 ".repeat(126);
    paper.add(&format!(
        "<</Type/Font/Subtype/Type3/Name/F8/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 500 700]\
         /CharProcs<<{procs}>>/Encoding<</Differences[1{names}]>>/FirstChar 1/LastChar 126/Widths[{widths}]{entries}>>"
    ))
}

/// Text in OT1, in which 014 is the fi ligature and 134 a double quote; words are separated by pen movements.
const OT1_TEXT: &str = "BT /F1 10 Tf 20 500 Td [(The)-300(\\014rst)-300(of)-300(the)-300(\\134letters)-300(came)-300(with)\
     -300(the)-300(morning)-300(post)-300(and)-300(nobody)-300(opened)-300(it)] TJ ET";

#[test]
fn t3_12_15_17_codes_that_names_spell_are_read_in_the_encoding_of_tex() {
    for spell in [
        |code: u8| format!("a{code}"),
        |code: u8| {
            let digit = char::from_digit(u32::from(code % 36), 36).unwrap().to_ascii_uppercase();
            format!("{}{digit}", char::from(b'A' + code / 36))
        },
    ] {
        let mut paper = Paper::new();
        let font = spelled_font(&mut paper, spell, "");
        let page = paper.document(font, OT1_TEXT).glyphs(0).unwrap();
        assert_eq!(
            text_of(&page),
            "The\u{FB01}rstofthe\u{201C}letterscamewiththemorningpostandnobodyopenedit"
        );
        assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::TexEncoding));
    }
}

/// Adds a Type 3 font with the codes 1 to 255 in the names of its glyphs, which all look the same.
fn font_of_bytes(paper: &mut Paper) -> u32 {
    let glyph = paper.stream("500 0 d0 0 0 400 400 re f");
    let names: String = (1..=255).map(|code| format!("/x{code:02X}")).collect();
    let procs: String = (1..=255).map(|code| format!("/x{code:02X} {glyph} 0 R")).collect();
    let widths = "500 ".repeat(255);
    paper.add(&format!(
        "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 500 700]/CharProcs<<{procs}>>\
         /Encoding<</Differences[1{names}]>>/FirstChar 1/LastChar 255/Widths[{widths}]>>"
    ))
}

#[test]
fn raw_fonts_of_postscript_are_read_in_their_own_encoding() {
    let mut paper = Paper::new();
    let font = font_of_bytes(&mut paper);
    // 002 is the fi ligature and 227 an em dash; in the Cork encoding they are an accent and a letter.
    let content = "BT /F1 10 Tf 20 500 Td [(The)-300(\\002rst)-300(of)-300(their)-300(goals\\227they)-300(said)-300(so)\
         -300(\\223often\\224\\227was)-300(to)-300(\\002nish)-300(the)-300(work)-300(before)-300(the)-300(winter)\
         -300(came)-300(and)-300(the)-300(of\\002ce)-300(closed)] TJ ET";
    let page = paper.document(font, content).glyphs(0).unwrap();
    assert_eq!(
        text_of(&page),
        "The\u{FB01}rstoftheirgoals—theysaidso“often”—wasto\u{FB01}nishtheworkbeforethewintercameandtheof\u{FB01}ceclosed"
    );
}

#[test]
fn vietnamese_is_read_in_its_encoding_of_tex() {
    let mut paper = Paper::new();
    let font = font_of_bytes(&mut paper);
    let content = "BT /F1 10 Tf 20 500 Td [(T\\247t)-300(c\\243)-300(m\\345i)-300(ng\\367\\355i)-300(sinh)-300(ra)\
         -300(\\037\\267u)-300(\\037\\367\\361c)-300(t\\374)-300(do)-300(v\\240)-300(b\\274nh)\
         -300(\\037\\257ng)-300(v\\267)-300(nh\\245n)-300(ph\\251m)-300(v\\240)-300(quy\\267n)\
         -300(l\\361i)] TJ ET";
    let page = paper.document(font, content).glyphs(0).unwrap();
    let text = "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi";
    assert_eq!(text_of(&page), text.replace(' ', ""));
    assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::TexEncoding));
}

#[test]
fn t3_12_codes_that_spell_no_text_stay_unknown() {
    let mut paper = Paper::new();
    let font = spelled_font(&mut paper, |code| format!("a{code}"), "");
    let content = "BT /F1 10 Tf 20 500 Td (qzxjwvkqpzzxwqjkvbnmqzxcvqwrtpsdfgqhjklzzxcvbnmqwrtpqsdf) Tj ET";
    let document = paper.document(font, content);
    let page = document.glyphs(0).unwrap();
    assert!(page.glyphs.iter().all(|glyph| glyph.source != UnicodeSource::TexEncoding), "{}", text_of(&page));
}

/// Returns a simple font with the widths of Helvetica for `a` to `z` and a map.
fn mapped_font(paper: &mut Paper, map: &str) -> u32 {
    let map = paper.stream(map);
    let widths = "556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500";
    paper.add(&format!(
        "<</Type/Font/Subtype/TrueType/BaseFont/Any/Encoding/WinAnsiEncoding/FirstChar 97/LastChar 122/Widths[{widths}]\
         /ToUnicode {map} 0 R>>"
    ))
}

const PANGRAM: &str = "BT /F1 10 Tf 20 500 Td (thequickbrownfoxjumpsoverthelazydog) Tj ET";

#[test]
fn c_28_maps_that_contradict_names_and_widths_are_not_trusted() {
    for map in ["1 beginbfrange <61> <7A> <0062> endbfrange", &all_to_one()] {
        let mut paper = Paper::new();
        let font = mapped_font(&mut paper, map);
        let document = paper.document(font, PANGRAM);
        assert_eq!(text_of(&document.glyphs(0).unwrap()), "thequickbrownfoxjumpsoverthelazydog");
        assert!(codes(&document).contains(&"TOUNICODE_DISTRUSTED"));
    }
}

fn all_to_one() -> String {
    let entries: String = (0x61..=0x7A).map(|code| format!("<{code:02X}> <0020>\n")).collect();
    format!("26 beginbfchar\n{entries}endbfchar")
}

#[test]
fn c_28_good_maps_are_trusted_even_if_the_encoding_differs() {
    let mut paper = Paper::new();
    // The widths and the map are those of a to z; the encoding is shifted.
    let map = paper.stream("1 beginbfrange <62> <7B> <0061> endbfrange");
    let widths = "556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500";
    let font = paper.add(&format!(
        "<</Type/Font/Subtype/TrueType/BaseFont/Any/Encoding/WinAnsiEncoding/FirstChar 98/LastChar 123/Widths[{widths}]\
         /ToUnicode {map} 0 R>>"
    ));
    let document = paper.document(font, "BT /F1 10 Tf 20 500 Td (bcd) Tj ET");
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "abc");
    assert!(codes(&document).is_empty());
}

/// Returns text in Helvetica in which each bar is drawn by a Type 3 font without Unicode mapping.
fn barred(text: &str) -> pdftract::Document {
    let mut paper = Paper::new();
    let latin = paper.add(HELVETICA);
    let font = paper.type3(&["250 0 d0 80 0 80 720 re f"], "/FirstChar 65/LastChar 65/Widths[250]");
    let words: Vec<&str> = text.split(' ').collect();
    let line = |words: &[&str]| {
        let shown = words.join(" ").replace('|', ") Tj /F1 10 Tf (A) Tj /F2 10 Tf (");
        format!("({shown}) Tj T* ")
    };
    let lines: String = words.chunks(8).map(line).collect();
    paper
        .document_with(&format!("{font} 0 R/F2 {latin}"), &format!("BT /F2 10 Tf 14 TL 20 700 Td {lines} ET"))
}

/// Returns the bars of a page of [`barred`] text: text, source and confidence in hundredths.
fn bars(document: &pdftract::Document) -> Vec<(String, UnicodeSource, u8)> {
    let page = document.glyphs(0).unwrap();
    let is_bar = |glyph: &&pdftract::content::Glyph| {
        page.font(glyph).is_some_and(|font| font.facts().kind == pdftract::font::FontKind::Type3)
    };
    let bars = page.glyphs.iter().filter(is_bar);
    bars.map(|glyph| (page.text(glyph), glyph.source, glyph.confidence_percent)).collect()
}

#[test]
fn t3_14_c_6_the_text_around_decides_what_a_shape_alone_leaves_open() {
    let alone = barred("|");
    assert_eq!(bars(&alone)[0].2, 50, "nobody can tell which bar this is");
    let text = "a|| the wi|d fie|ds be|ow the hi|| are fu|| of ye||ow tu|ips and on|y a |itt|e |ater the ho||y wi|| fo||ow";
    let among_words = barred(text);
    let found = bars(&among_words);
    assert_eq!(found.len(), text.matches('|').count());
    assert!(found.iter().all(|bar| *bar == ("l".into(), UnicodeSource::Context, 75)), "{found:?}");
    assert_eq!(
        among_words.text().unwrap().split_whitespace().collect::<Vec<_>>().join(" "),
        text.replace('|', "l")
    );
}

#[test]
fn t3_21_w_14_an_encoding_of_tex_comes_before_shapes_unless_they_contradict_it() {
    let read = |glyph: &str| {
        let mut paper = Paper::new();
        let font = spelled_font(&mut paper, |code| format!("a{code}"), "");
        // The stream that all codes of the font draw.
        paper.builder.set(5, stream_body("", glyph.as_bytes()));
        let page = paper.document(font, OT1_TEXT).glyphs(0).unwrap();
        (text_of(&page).contains("morningpost"), page.glyphs[0].source)
    };
    assert_eq!(
        read("500 0 d0 0 0 400 400 re f"),
        (true, UnicodeSource::TexEncoding),
        "a square contradicts nothing"
    );
    // Glyphs that are all drawn as an L are not a TeX alphabet, whatever their codes would spell.
    let (is_read, source) = read("640 0 d0 100 0 80 700 re 100 0 380 80 re f");
    assert!(!is_read && source != UnicodeSource::TexEncoding, "{source:?}");
}
