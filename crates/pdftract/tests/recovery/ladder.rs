//! The order of the ladder, rung by rung, on a font whose sources all disagree.

use pdftract::content::PageGlyphs;
use pdftract::unicode::UnicodeSource;
use pdftract::{Document, Options};
use pdftract_testkit::Sheet;
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::fonts::sfnt;

use crate::paper::text_of;

/// The outlines of `K` and `k` in DejaVu Sans 2.37, in 2048 units per em, which are in the table of known outlines.
const KNOWN_K: [(i16, i16); 11] = [
    (201, 1493),
    (403, 1493),
    (403, 862),
    (1073, 1493),
    (1333, 1493),
    (592, 797),
    (1386, 0),
    (1120, 0),
    (403, 719),
    (403, 0),
    (201, 0),
];
const KNOWN_SMALL_K: [(i16, i16); 11] = [
    (186, 1556),
    (371, 1556),
    (371, 637),
    (920, 1120),
    (1155, 1120),
    (561, 596),
    (1180, 0),
    (940, 0),
    (371, 547),
    (371, 0),
    (186, 0),
];

/// The text of the only code of a font with the glyph `K`, by source.
#[derive(Clone, Copy, Default)]
struct Says<'s> {
    to_unicode: &'s str,
    /// The name of the code in the encoding.
    name: &'s str,
    /// The character of the glyph in the font's `cmap`.
    own_table: Option<char>,
}

/// Returns a TrueType program with these glyphs after the empty one.
fn program(outlines: &[&[(i16, i16)]], own_table: Option<char>) -> Vec<u8> {
    let advances: Vec<u16> = outlines.iter().map(|_| 1_400).chain([1_400]).collect();
    let mut tables = sfnt::basic_tables(2048, &advances);
    // Long offsets into `glyf`.
    if let Some((_, head)) = tables.first_mut() {
        head[51] = 1;
    }
    let glyphs: Vec<Vec<u8>> = outlines.iter().map(|outline| sfnt::simple_glyph(outline)).collect();
    let mut loca = vec![0_u32, 0];
    for glyph in &glyphs {
        loca.push(loca.last().unwrap() + u32::try_from(glyph.len()).unwrap());
    }
    tables.push((b"loca", loca.iter().flat_map(|at| at.to_be_bytes()).collect()));
    tables.push((b"glyf", glyphs.concat()));
    let mut subtables = vec![(1, 0, sfnt::cmap_format_0(&[(65, 1), (66, 2)]))];
    if let Some(character) = own_table {
        let code = u16::try_from(u32::from(character)).unwrap();
        subtables.push((3, 1, sfnt::cmap_format_4(&[(code, code, 1)])));
    }
    tables.push((b"cmap", sfnt::cmap(&subtables)));
    sfnt::sfnt(&[0, 1, 0, 0], &tables)
}

/// Returns the page of a font with these outlines at the codes 65 and 66, and only these sources.
fn page(outlines: &[&[(i16, i16)]], says: Says<'_>, codes: &str) -> PageGlyphs {
    let (sheet, program) = Sheet::new(300, 400).object(stream_body("", &program(outlines, says.own_table)));
    let (sheet, map) = sheet.object(stream_body("", says.to_unicode.as_bytes()));
    let (sheet, descriptor) =
        sheet.object(format!("<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 {program} 0 R>>"));
    let map = if says.to_unicode.is_empty() { String::new() } else { format!("/ToUnicode {map} 0 R") };
    let encoding = if says.name.is_empty() {
        String::new()
    } else {
        format!("/Encoding<</Differences[65/{}]>>", says.name)
    };
    let font = format!(
        "<</Type/Font/Subtype/TrueType/BaseFont/X/FirstChar 65/LastChar 66/Widths[684 684]\
         /FontDescriptor {descriptor} 0 R{encoding}{map}>>"
    );
    let sheet = sheet.font(&font).content(&format!("BT /F1 10 Tf 20 300 Td ({codes}) Tj ET"));
    Document::open(sheet.bytes(), &Options::default()).unwrap().glyphs(0).unwrap()
}

/// Returns the text of a page with one `K`, its source, and its confidence in hundredths.
fn answer(says: Says<'_>) -> (String, UnicodeSource, u8) {
    let page = page(&[&KNOWN_K], says, "A");
    (text_of(&page), page.glyphs[0].source, page.glyphs[0].confidence_percent)
}

#[test]
fn gr_1_each_rung_is_tried_only_if_those_above_have_no_result() {
    let all =
        Says { to_unicode: "1 beginbfchar <41> <0051> endbfchar", name: "uni0052", own_table: Some('S') };
    assert_eq!(answer(all), ("Q".into(), UnicodeSource::ToUnicode, 100));
    let named = Says { to_unicode: "", ..all };
    assert_eq!(answer(named), ("R".into(), UnicodeSource::Agl, 95));
    let own = Says { name: "", ..named };
    assert_eq!(answer(own), ("S".into(), UnicodeSource::FontCmap, 85));
    let known = Says { own_table: None, ..own };
    assert_eq!(answer(known), ("K".into(), UnicodeSource::Fingerprint, 85));
    let stretched = KNOWN_K.map(|(x, y)| (x + y / 60, y));
    let page = page(&[&stretched], Says::default(), "A");
    assert_eq!((text_of(&page).as_str(), page.glyphs[0].source), ("K", UnicodeSource::ShapeMatch));
}

#[test]
fn gr_23_w_7_glyphs_of_a_subset_are_known_by_their_outlines() {
    // The program is a new subset, so no hash of its bytes can be in a table.
    let page = page(&[&KNOWN_SMALL_K, &KNOWN_K], Says::default(), "ABA");
    assert_eq!(text_of(&page), "kKk");
    for glyph in &page.glyphs {
        assert_eq!((glyph.source, glyph.confidence_percent), (UnicodeSource::Fingerprint, 85));
    }
}

#[test]
fn gr_27_c_27_a_known_outline_has_more_confidence_than_any_shape() {
    let known = page(&[&KNOWN_K], Says::default(), "A").glyphs[0];
    let slanted = KNOWN_K.map(|(x, y)| (x + y / 60, y));
    let seen = page(&[&slanted], Says::default(), "A").glyphs[0];
    assert_eq!((known.source, known.confidence_percent), (UnicodeSource::Fingerprint, 85));
    assert_eq!(seen.source, UnicodeSource::ShapeMatch);
    assert!((70..85).contains(&seen.confidence_percent), "{}", seen.confidence_percent);
}

#[test]
fn w_20_the_tables_of_an_embedded_program_come_before_its_outlines() {
    let (text, source, _) = answer(Says { own_table: Some('Ж'), ..Says::default() });
    assert_eq!((text.as_str(), source), ("Ж", UnicodeSource::FontCmap));
}

#[test]
fn a_map_that_gives_a_mark_its_whole_cluster_is_not_believed_for_that_code() {
    let cluster = Says {
        to_unicode: "1 beginbfchar <41> <05E105B505BC> endbfchar",
        own_table: Some('\u{5b5}'),
        ..Says::default()
    };
    assert_eq!(answer(cluster), ("\u{5b5}".into(), UnicodeSource::FontCmap, 85));
    let letter = Says { own_table: Some('ס'), ..cluster };
    assert_eq!(answer(letter), ("ס\u{5b5}\u{5bc}".into(), UnicodeSource::ToUnicode, 100));
}

#[test]
fn a_blank_glyph_is_a_space_and_no_character_that_does_not_exist() {
    let says = Says { to_unicode: "1 beginbfchar <41> <0E00> endbfchar", ..Says::default() };
    assert_eq!(text_of(&page(&[&[]], says, "A")), " ");
    assert_eq!(
        text_of(&page(&[&KNOWN_K], says, "A")),
        "\u{e00}",
        "ink may be a character that is yet unknown"
    );
    let hyphen = Says { to_unicode: "1 beginbfchar <41> <00AD> endbfchar", ..says };
    assert_eq!(text_of(&page(&[&[]], hyphen, "A")), "\u{ad}", "a soft hyphen may have no ink");
}

#[test]
fn a_glyph_named_after_a_letter_of_another_script_is_not_its_code() {
    let says =
        Says { to_unicode: "1 beginbfchar <41> <0041> endbfchar", name: "aleffinal", ..Says::default() };
    assert_eq!(answer(says), ("\u{fe8e}".into(), UnicodeSource::Agl, 90));
    assert_eq!(answer(Says { name: "Aacute", ..says }), ("A".into(), UnicodeSource::ToUnicode, 100));
    let other = Says { to_unicode: "1 beginbfchar <41> <0042> endbfchar", ..says };
    assert_eq!(answer(other), ("B".into(), UnicodeSource::ToUnicode, 100), "it does not repeat the code");
}

#[test]
fn a_glyph_named_after_a_letter_of_another_script_is_no_sign() {
    let says =
        Says { to_unicode: "1 beginbfchar <41> <201D> endbfchar", name: "thalfinal", ..Says::default() };
    assert_eq!(answer(says), ("\u{feac}".into(), UnicodeSource::Agl, 90));
    let at = Says { to_unicode: "1 beginbfchar <41> <0040> endbfchar", ..says };
    assert_eq!(answer(at).0, "\u{feac}");
    assert_eq!(answer(Says { name: "quotedblright", ..says }).0, "”", "the name of a sign");
    assert_eq!(answer(Says { name: "A", ..says }).0, "”", "the name of a Latin letter");
}
