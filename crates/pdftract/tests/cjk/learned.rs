//! Fonts with nothing but outlines, read with a database learned from font files.

use std::sync::Arc;

use pdftract::knowledge::{FontDatabase, LearnedFonts};
use pdftract::unicode::Harvest;
use pdftract::{Code, Document, Knowledge, Options};

use crate::{document, document_with, embedded, show, text};

/// Angular glyphs: three ideographs, a full stop in full and half width, a bar, an ideograph of the second font, the full stop
/// of vertical text.
fn angular_tables(codes: &[(u16, u16, u16)]) -> Vec<(&'static [u8; 4], Vec<u8>)> {
    use pdftract_testkit::fonts::sfnt::{basic_tables, cmap, cmap_format_4, simple_glyph};
    let sign = |seed: i16| {
        let inner = 60 + 35 * seed;
        vec![
            (0, 0),
            (900, 40 * seed),
            (880, 700),
            (300, inner),
            (260, 690),
            (90, inner + 20),
            (40, 600 - 30 * seed),
        ]
    };
    let stop = vec![(40, 0), (160, 10), (190, 90), (150, 180), (60, 170), (20, 80)];
    let bar = vec![(60, 340), (940, 340), (940, 410), (60, 410)];
    let moved = stop.iter().map(|(x, y)| (x + 600, y + 550)).collect();
    let shapes = [vec![], sign(1), sign(2), sign(3), stop.clone(), stop, bar, sign(4), moved];
    let (mut glyf, mut loca) = (Vec::new(), vec![0, 0]);
    for shape in &shapes {
        glyf.extend(simple_glyph(shape));
        loca.extend(u16::try_from(glyf.len() / 2).unwrap().to_be_bytes());
    }
    let mut tables = basic_tables(1000, &[1000, 1000, 1000, 1000, 1000, 500, 1000, 1000, 1000]);
    tables.extend([(b"glyf", glyf), (b"loca", loca)]);
    if !codes.is_empty() {
        tables.push((b"cmap", cmap(&[(3, 1, cmap_format_4(codes))])));
        tables.push((b"GSUB", vertical_stop()));
    }
    tables
}

/// A `GSUB` table with one feature, by which glyph 8 replaces glyph 4 in vertical text.
fn vertical_stop() -> Vec<u8> {
    let words = |numbers: &[u16]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<u8>>();
    let feature = [words(&[1]), b"vert".to_vec(), words(&[8, 0, 1, 0])].concat();
    let lookup = words(&[1, 4, 1, 0, 1, 8, 1, 6, 4, 1, 1, 4]);
    [words(&[1, 0, 0, 10, 24]), feature, lookup].concat()
}

/// Returns options with a database learned from a collection of two fonts, the second of which has one more
/// character.
fn learned() -> Options {
    use pdftract_testkit::fonts::sfnt::collection;
    let first = [
        (0x3002, 0x3002, 4),
        (0x4E00, 0x4E00, 6),
        (0x65E5, 0x65E5, 1),
        (0x672C, 0x672C, 2),
        (0x8A9E, 0x8A9E, 3),
        (0xFF61, 0xFF61, 5),
    ];
    let mut second = first.to_vec();
    second.insert(2, (0x56FD, 0x56FD, 7));
    let file = collection(&[angular_tables(&first), angular_tables(&second)]);
    let mut harvest = Harvest::default();
    assert!(harvest.add_font_file(&file, "Angular"));
    assert_eq!(harvest.glyphs.len(), 8, "what both fonts have is learned once");
    knowing(harvest)
}

fn knowing(harvest: Harvest) -> Options {
    let mut database = FontDatabase::default();
    database.add(harvest.glyphs);
    let knowledge =
        Knowledge::default().with(|knowledge| knowledge.font_databases = vec![Arc::new(database.into())]);
    Options::default().with(|options| options.knowledge = Arc::new(knowledge))
}

/// Returns a subset of that font with nothing but outlines.
fn mute(ordering: &str) -> Vec<Vec<u8>> {
    use pdftract_testkit::fonts::sfnt::sfnt;
    let mut objects = embedded(ordering, "/CIDToGIDMap/Identity/DW 1000/W[5[500]]", &[]);
    objects[3] = pdftract_testkit::builder::stream_body("", &sfnt(&[0, 1, 0, 0], &angular_tables(&[])));
    objects
}

#[test]
fn cj_35_a_font_without_any_mapping_is_read_by_learned_outlines() {
    let all = show("00010002000300060007000400050008");
    for ordering in ["Identity", "Japan1"] {
        let document = document_with(&learned(), &[4], &mute(ordering), &all);
        assert_eq!(text(&document), "日本語一国。｡。", "{ordering}");
    }
    assert_ne!(text(&document(&[4], &mute("Identity"), &all)), "日本語一国。｡。");
}

#[test]
fn a_font_database_that_fails_is_reported_when_it_is_needed() {
    let fonts = LearnedFonts::later(|| FontDatabase::read(b"PTFP"));
    let knowledge = Knowledge::default().with(|knowledge| knowledge.font_databases = vec![Arc::new(fonts)]);
    let options = Options::default().with(|options| options.knowledge = Arc::new(knowledge));
    let is_told = |document: Document| {
        text(&document);
        document.diagnostics().iter().any(|diagnostic| diagnostic.code == Code::FontDatabaseUnusable)
    };
    assert!(is_told(document_with(&options, &[4], &mute("Identity"), &show("00010002"))));
    let good = embedded("Identity", "/CIDToGIDMap/Identity", &[]);
    assert!(!is_told(document_with(&options, &[4], &good, &show("00010002"))), "nobody asked for it");
}

#[test]
fn cj_35_cids_of_a_collection_are_trusted_where_learned_outlines_confirm_them() {
    use pdftract_testkit::fonts::sfnt::{basic_tables, cmap, cmap_format_4, sfnt, simple_glyph};
    // The glyphs 34 to 37 are at the CIDs of A to D; the last has an unknown outline.
    let tables = |codes: &[(u16, u16, u16)], strange: i16| {
        let (mut glyf, mut loca) = (Vec::new(), vec![0, 0]);
        for glyph in 0..38_i16 {
            let shift = if glyph == 37 { strange } else { 0 };
            let points = [
                (0, 0),
                (500, 9 * glyph),
                (480, 700),
                (300, 200 + shift),
                (260, 690),
                (90, 5 * glyph),
                (40, 600),
            ];
            glyf.extend(simple_glyph(if glyph < 34 { &[] } else { &points }));
            loca.extend(u16::try_from(glyf.len() / 2).unwrap().to_be_bytes());
        }
        let mut tables = basic_tables(1000, &[600; 38]);
        tables.extend([(b"glyf", glyf), (b"loca", loca)]);
        tables.push((b"cmap", cmap(&[(3, 1, cmap_format_4(codes))])));
        tables
    };
    let mut harvest = Harvest::default();
    assert!(harvest.add_font_file(&sfnt(&[0, 1, 0, 0], &tables(&[(0x41, 0x44, 34)], 0)), "Numbered"));
    let mut objects = embedded("Japan1", "/CIDToGIDMap/Identity/DW 600", &[]);
    objects[3] = pdftract_testkit::builder::stream_body("", &sfnt(&[0, 1, 0, 0], &tables(&[], 77)));
    let document = document_with(&knowing(harvest), &[4], &objects, &show("0022002300240025"));
    assert_eq!(text(&document), "ABCD");
}
