//! From pages to glyphs: position, Unicode, source and visibility.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::cast_possible_truncation)]

mod annotations;

use pdftract::content::{PageGlyphs, Visibility};
use pdftract::unicode::UnicodeSource;
use pdftract::{Document, ExtractOptions, Options};
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::sheet::{HELVETICA, Sheet};

/// Reads a page of the testkit.
trait Read {
    fn document(self) -> Document;
    fn glyphs(self) -> PageGlyphs;
}

impl Read for Sheet {
    fn document(self) -> Document {
        Document::open(self.bytes(), &Options::default()).unwrap()
    }

    fn glyphs(self) -> PageGlyphs {
        self.document().glyphs(0).unwrap()
    }
}

/// A page of 300 by 400 points.
fn sheet() -> Sheet {
    Sheet::new(300, 400)
}

fn text_of(page: &PageGlyphs) -> String {
    page.glyphs.iter().map(|glyph| page.text(glyph)).collect()
}

fn codes(document: &Document) -> Vec<&'static str> {
    document.diagnostics().iter().map(|diagnostic| diagnostic.code.as_str()).collect()
}

fn simple(content: &str) -> PageGlyphs {
    sheet().font(HELVETICA).content(content).glyphs()
}

fn near(found: f32, wanted: f64) -> bool {
    (f64::from(found) - wanted).abs() < 0.005
}

#[track_caller]
fn at(page: &PageGlyphs, index: usize, x: f64, y: f64) {
    let glyph = page.glyphs[index];
    assert!(near(glyph.x, x) && near(glyph.y, y), "glyph {index} at {} {}, wanted {x} {y}", glyph.x, glyph.y);
}

#[test]
fn places_under_size_spacing_scale_rise_and_adjustments() {
    // Helvetica: H 722, i 222, space 278.
    let page = simple("BT /F1 10 Tf 20 300 Td (Hi) Tj ET");
    at(&page, 0, 20.0, 100.0);
    at(&page, 1, 27.22, 100.0);
    assert!(near(page.glyphs[0].advance, 7.22) && near(page.size(&page.glyphs[0]), 10.0));
    let page = simple("BT /F1 10 Tf 2 Tc 3 Tw 50 Tz 4 Ts 20 300 Td (i i) Tj ET");
    at(&page, 1, 20.0 + (2.22 + 2.0) * 0.5, 96.0);
    at(&page, 2, 20.0 + (2.22 + 2.0 + 2.78 + 2.0 + 3.0) * 0.5, 96.0);
    let page = simple("BT /F1 10 Tf 20 300 Td [(i) -1000 (i) 500 (i)] TJ ET");
    at(&page, 1, 32.22, 100.0);
    at(&page, 2, 29.44, 100.0);
    let page = simple("2 0 0 2 10 20 cm BT /F1 5 Tf 1 0 0 1 5 5 Tm 14 TL (i) Tj T* (i) Tj 3 0 Td (i) ' ET");
    at(&page, 0, 20.0, 370.0);
    at(&page, 1, 20.0, 398.0);
    at(&page, 2, 26.0, 426.0);
}

#[test]
fn boxes_span_ascent_to_descent() {
    let page = simple("BT /F1 10 Tf 20 300 Td (H) Tj ET");
    let [x0, y0, x1, y1] = page.bbox(&page.glyphs[0]);
    assert!(near(x0, 20.0) && near(x1, 27.22));
    // The AFM of Helvetica has ascender 718 and descender -207.
    assert!(near(y0, 100.0 - 7.18) && near(y1, 100.0 + 2.07), "{y0} {y1}");
}

#[test]
fn rotation_crop_and_user_unit_give_page_coordinates() {
    let content = "BT /F1 10 Tf 20 300 Td (H) Tj ET";
    let place = |entries: &str| {
        let page = sheet().font(HELVETICA).page(entries).content(content).glyphs();
        let glyph = page.glyphs[0];
        let run = page.run(&glyph).unwrap();
        (
            glyph.x.round() as i32,
            glyph.y.round() as i32,
            run.direction.map(|v| v.round() as i32),
            page.width as i32,
        )
    };
    assert_eq!(place(""), (20, 100, [1, 0], 300));
    assert_eq!(place("/CropBox[10 50 200 350]"), (10, 50, [1, 0], 190));
    assert_eq!(place("/Rotate 90"), (300, 20, [0, 1], 400));
    assert_eq!(place("/Rotate 180"), (280, 300, [-1, 0], 300));
    assert_eq!(place("/Rotate 270"), (100, 280, [0, -1], 400));
    assert_eq!(place("/UserUnit 2"), (40, 200, [1, 0], 600));
}

#[test]
fn unbalanced_and_malformed_operators_lose_nothing_else() {
    let page = simple(
        "Q Q ET q BT 1 2 3 BT (no font) Tj /F1 10 Tf 9 9 9 9 9 9 9 Td xyz ) ] >> 20 300 Td (A) Tj Q (B) Tj",
    );
    assert!(text_of(&page).ends_with("AB"), "{}", text_of(&page));
    let page = simple("BT /F1 10 Tf 1 0 Tm (A) Tj [ (B) 5 /X ] TJ (C Tj ET BT /F1 9 Tf (D) Tj ET");
    assert!(text_of(&page).starts_with("AB") && text_of(&page).contains('D'));
}

#[test]
fn contents_split_inside_tokens() {
    let sheet =
        sheet().font(HELVETICA).content("BT /F1 10 Tf (sp").content("lit) T").content("j ET BT (next) Tj ET");
    assert_eq!(text_of(&sheet.glyphs()), "splitnext");
}

#[test]
fn inline_images_are_stepped_over() {
    let page = simple(
        "BT /F1 9 Tf (A) Tj ET BI /W 4 /H 1 /BPC 8 /CS /G ID EI EI EI BT (B) Tj ET BI /W 1 ID nothing",
    );
    assert_eq!(text_of(&page), "AB");
    assert_eq!(page.images.len(), 2);
}

#[test]
fn forms_nest_inherit_and_may_not_draw_themselves() {
    let form = |entries: &str, content: &str| {
        stream_body(&format!("/Type/XObject/Subtype/Form/BBox[0 0 300 400]{entries}"), content.as_bytes())
    };
    let (sheet, inner) = sheet().font(HELVETICA).object(form("", "BT /F1 10 Tf (in) Tj ET /Me Do"));
    let outer_entries =
        format!("/Matrix[1 0 0 1 50 0]/Resources<</XObject<</In {inner} 0 R/Me {inner} 0 R>>>>");
    let (sheet, outer) = sheet.object(form(&outer_entries, "q /In Do Q BT /F1 10 Tf (out) Tj ET"));
    let sheet = sheet.resource(&format!("/XObject<</Out {outer} 0 R>>"));
    let document = sheet.content("/Out Do /Out Do BT /F1 5 Tf (end) Tj ET").document();
    let page = document.glyphs(0).unwrap();
    assert_eq!(text_of(&page), "inoutinoutend");
    at(&page, 0, 50.0, 400.0);
    assert!(codes(&document).contains(&"FORM_LOOP"));
}

#[test]
fn text_is_covered_however_it_was_placed() {
    let ways = [
        "1 0 0 1 100 200 Tm (abc) Tj",
        "1 0 0 1 130 200 Tm [3000 (abc)] TJ",
        "1 0 0 1 100 200 Tm [(a) 250 (b) -250 (c)] TJ",
        "0 1 -1 0 120 190 Tm (abc) Tj",
        "-1 0 0 1 120 200 Tm (abc) Tj",
        "1 0 0 -1 100 205 Tm (abc) Tj",
        "1 0 0 1 120 200 Tm 100 Tz -10 Tc (abc) Tj",
        "1 0 0 1 100 200 Tm (a) Tj (bc) Tj",
    ];
    for way in ways {
        let hidden = |area: &str| {
            let content = format!("BT /F1 10 Tf {way} ET 0.5 g {area} re f");
            let page = sheet().font(HELVETICA).content(&content).glyphs();
            assert_eq!(page.glyphs.len(), 3, "{way}");
            page.glyphs.iter().filter(|glyph| glyph.visibility == Visibility::Covered).count()
        };
        assert_eq!(hidden("80 180 70 50"), 3, "{way}");
        assert_eq!(hidden("200 180 70 50"), 0, "{way}");
    }
}

#[test]
fn hidden_text_is_labelled_with_its_reason() {
    let content = "BT /F1 12 Tf 20 380 Td (v) Tj ET BT 3 Tr 20 360 Td (m) Tj ET BT 0 Tr 1 g 20 340 Td (w) Tj ET 0 g \
        BT /F1 0.1 Tf 20 320 Td (t) Tj ET BT /F1 12 Tf 5000 5000 Td (o) Tj ET \
        /OC /L BDC BT 20 300 Td (l) Tj ET EMC q 0 0 1 1 re W n BT 20 280 Td (c) Tj ET Q \
        BT 20 260 Td (k) Tj ET 0.5 g 10 250 100 30 re f /G gs BT 0 g 20 240 Td (a) Tj ET /H gs \
        0 g 10 200 100 30 re f 1 g BT 20 210 Td (d) Tj ET";
    let (sheet, layer) = sheet().font(HELVETICA).object("<</Type/OCG/Name(L)>>");
    let sheet = sheet.resource(&format!("/Properties<</L {layer} 0 R>>/ExtGState<</G<</ca 0>>/H<</ca 1>>>>"));
    let sheet = sheet.catalog(&format!("/OCProperties<</OCGs[{layer} 0 R]/D<</OFF[{layer} 0 R]>>>>"));
    let page = sheet.content(content).glyphs();
    let label = |text: &str| {
        let glyph = page.glyphs.iter().find(|glyph| page.text(glyph) == text).unwrap();
        glyph.visibility
    };
    assert_eq!(label("v"), Visibility::Visible);
    assert_eq!(label("m"), Visibility::InvisibleMode);
    assert_eq!(label("w"), Visibility::SameAsBackground);
    assert_eq!(label("t"), Visibility::InvisibleMode);
    assert_eq!(label("o"), Visibility::OffPage);
    assert_eq!(label("l"), Visibility::LayerOff);
    assert_eq!(label("c"), Visibility::Clipped);
    assert_eq!(label("k"), Visibility::Covered);
    assert_eq!(label("a"), Visibility::InvisibleMode);
    assert_eq!(label("d"), Visibility::Visible, "white on a dark box can be read");
}

#[test]
fn marked_content_gives_identifiers_artifacts_and_actual_text() {
    let content = "BT /F1 10 Tf 20 300 Td /P <</MCID 7>> BDC (x) Tj EMC /Artifact BMC (y) Tj EMC \
        /Span <</ActualText (one)>> BDC (abc) Tj EMC /Span <</ActualText <FEFF0066006900720073007400>>> BDC (ab) Tj EMC \
        /Span <</ActualText ()>> BDC (-) Tj EMC /Span /Named BDC (q) Tj EMC ET";
    let sheet = sheet().font(HELVETICA).resource("/Properties<</Named<</ActualText(Q)/MCID 9>>>>");
    let page = sheet.content(content).glyphs();
    let run = |index: usize| page.run(&page.glyphs[index]).unwrap();
    assert_eq!((run(0).mcid, run(0).artifact), (Some(7), false));
    assert_eq!((run(1).mcid, run(1).artifact), (None, true));
    let texts: Vec<String> = page.glyphs.iter().map(|glyph| page.text(glyph)).collect();
    assert_eq!(texts, ["x", "y", "o", "n", "e", "first", "", "", "Q"]);
    assert_eq!(page.glyphs[3].source, UnicodeSource::ActualText);
    assert_eq!(run(8).mcid, Some(9));
}

#[test]
fn gr_1_ladder_stops_at_the_first_answer_for_each_code() {
    let map = "1 beginbfchar <41> <0058> endbfchar";
    let (sheet, number) = sheet().object(stream_body("", map.as_bytes()));
    let font = format!(
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode {number} 0 R>>"
    );
    let page = sheet.font(&font).content("BT /F1 9 Tf (AB) Tj ET").glyphs();
    assert_eq!(text_of(&page), "XB");
    let found: Vec<_> = page.glyphs.iter().map(|glyph| (glyph.source, glyph.confidence_percent)).collect();
    assert_eq!(found, [(UnicodeSource::ToUnicode, 100), (UnicodeSource::Agl, 90)]);
}

#[test]
fn gr_11_rejected_values_fall_to_the_next_source() {
    let map = "4 beginbfchar <41> <FFFD> <42> <0000> <43> <E001> <44> <D800> endbfchar 1 beginbfchar <80> <E123> endbfchar";
    let (sheet, number) = sheet().object(stream_body("", map.as_bytes()));
    let font = format!(
        "<</Type/Font/Subtype/Type1/BaseFont/Odd/Encoding<</Differences[65/A/B/C/D 128/g77]>>/ToUnicode {number} 0 R>>"
    );
    let document = sheet.font(&font).content("BT /F1 9 Tf (ABCD\\200\\201) Tj ET").document();
    let page = document.glyphs(0).unwrap();
    assert_eq!(text_of(&page), "ABCD\u{E123}\u{FFFD}");
    assert!(page.glyphs[..4].iter().all(|glyph| glyph.source == UnicodeSource::Agl));
    // A private-use value is kept if nothing better is known, with confidence 0 (C-7).
    assert_eq!((page.glyphs[4].source, page.glyphs[4].confidence_percent), (UnicodeSource::ToUnicode, 0));
}

#[test]
fn gr_46_unknown_codes_are_reported_once() {
    let font = "<</Type/Font/Subtype/Type3/FontMatrix[0.01 0 0 0.01 0 0]/FontBBox[0 0 0 0]/CharProcs<<>>\
        /Encoding<</Differences[65/g1/g2]>>/FirstChar 65/LastChar 66/Widths[50 60]>>";
    let document = sheet().font(font).content("BT /F1 10 Tf (AABA) Tj ET").document();
    let page = document.glyphs(0).unwrap();
    assert_eq!(text_of(&page), "\u{FFFD}".repeat(4));
    assert!(
        page.glyphs
            .iter()
            .all(|glyph| glyph.source == UnicodeSource::Unknown && glyph.confidence_percent == 0)
    );
    assert_eq!(codes(&document).iter().filter(|code| **code == "GLYPH_UNMAPPED").count(), 2);
}

#[test]
fn t3_4_font_matrix_scales_advances() {
    for (matrix, widths) in [
        ("[0.001 0 0 0.001 0 0]", "[500]"),
        ("[1 0 0 1 0 0]", "[0.5]"),
        ("[0.01204 0 0 0.01204 0 0]", "[41.5282]"),
    ] {
        let font = format!(
            "<</Type/Font/Subtype/Type3/FontMatrix{matrix}/FontBBox[0 0 0 0]/CharProcs<<>>\
             /Encoding<</Differences[65/A]>>/FirstChar 65/LastChar 65/Widths{widths}>>"
        );
        let page = sheet().font(&font).content("BT /F1 10 Tf (AA) Tj ET").glyphs();
        assert_eq!(text_of(&page), "AA", "t3_10: names go through the glyph list");
        assert!((page.glyphs[1].x - 5.0).abs() < 0.01, "{matrix}: {}", page.glyphs[1].x);
    }
}

#[test]
fn cj_15_identity_takes_two_bytes_and_w_40_vertical_metrics_place_glyphs() {
    let map = "1 beginbfrange <0001> <0003> <65E5> endbfrange";
    let (sheet, map) = sheet().object(stream_body("", map.as_bytes()));
    let (sheet, cid) = sheet.object(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
         /DW 1000/W[1[600] 2 3 700]/DW2[800 -900]/W2[2[-500 250 700]]>>",
    );
    let font = |encoding: &str| {
        format!(
            "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/{encoding}/DescendantFonts[{cid} 0 R]/ToUnicode {map} 0 R>>"
        )
    };
    let sheet = sheet.font(&font("Identity-H")).font(&font("Identity-V"));
    let content = "BT /F1 10 Tf 20 300 Td <000100020003> Tj ET BT /F2 10 Tf 100 300 Td <000100020003> Tj ET";
    let page = sheet.content(content).glyphs();
    assert_eq!(text_of(&page), "日旦旧".repeat(2));
    at(&page, 1, 26.0, 100.0);
    at(&page, 2, 33.0, 100.0);
    let run = page.run(&page.glyphs[3]).unwrap();
    assert!(run.vertical && run.direction == [0.0, 1.0]);
    at(&page, 4, 100.0, 109.0);
    at(&page, 5, 100.0, 114.0);
    let [x0, _, x1, _] = page.bbox(&page.glyphs[3]);
    assert!(near(x0, 97.0) && near(x1, 103.0), "a cell is centred on the pen");
}

#[test]
fn fonts_that_are_missing_read_as_western_text() {
    let document = sheet().content("BT /Nope 10 Tf (caf\\351) Tj ET").document();
    assert_eq!(text_of(&document.glyphs(0).unwrap()), "café");
    assert!(codes(&document).contains(&"FONT_MISSING"));
}

#[test]
fn threads_share_a_document() {
    fn assert_shareable<T: Send + Sync>(_: &T) {}
    let document = sheet().font(HELVETICA).content("BT /F1 10 Tf (shared) Tj ET").document();
    assert_shareable(&document);
    let texts: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| document.raw_text(0, &ExtractOptions::default()).unwrap()))
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert!(texts.iter().all(|text| text == "shared\n"));
}

/// Returns a Type 0 font over a CID font without a program, with these entries.
fn composite(sheet: Sheet, encoding: &str, cid_font: &str, entries: &str) -> Sheet {
    let (sheet, cid) = sheet.object(format!("<</Type/Font/Subtype/CIDFontType2/BaseFont/X{cid_font}>>"));
    sheet.font(&format!(
        "<</Type/Font/Subtype/Type0/BaseFont/X-{encoding}/Encoding/{encoding}/DescendantFonts[{cid} 0 R]{entries}>>"
    ))
}

#[test]
fn gr_2_gr_22_c_3_every_glyph_has_a_source_and_a_confidence() {
    let map = "1 beginbfchar <41> <0058> endbfchar";
    let (sheet, number) = sheet().object(stream_body("", map.as_bytes()));
    let font = format!(
        "<</Type/Font/Subtype/Type1/BaseFont/Odd/Encoding<</Differences[66/B/g1]>>/ToUnicode {number} 0 R>>"
    );
    let page = sheet.font(&font).content("BT /F1 9 Tf (ABC) Tj ET").glyphs();
    let found: Vec<_> = page.glyphs.iter().map(|glyph| (glyph.source.as_str(), glyph.confidence())).collect();
    assert_eq!(found, [("to_unicode", 1.0), ("agl", 0.9), ("unknown", 0.0)]);
}

#[test]
fn gr_3_a_lower_source_with_higher_confidence_does_not_override() {
    // The name is explicit (0.95) and the map names a glyph (0.9), but the map still takes precedence.
    let map = "1 beginbfchar <41> /eacute endbfchar";
    let (sheet, number) = sheet().object(stream_body("", map.as_bytes()));
    let font = format!(
        "<</Type/Font/Subtype/Type1/BaseFont/Odd/Encoding<</Differences[65/uni0041]>>/ToUnicode {number} 0 R>>"
    );
    let page = sheet.font(&font).content("BT /F1 9 Tf (A) Tj ET").glyphs();
    let glyph = page.glyphs[0];
    assert_eq!((page.text(&glyph).as_str(), glyph.source), ("é", UnicodeSource::ToUnicode));
    assert!(glyph.confidence_percent < 95);
}

#[test]
fn gr_10_to_unicode_is_certain_and_may_give_several_characters() {
    let map = "2 beginbfchar <41> <006600660069> <42> <D835DC00> endbfchar";
    let (sheet, number) = sheet().object(stream_body("", map.as_bytes()));
    let font = format!("<</Type/Font/Subtype/Type1/BaseFont/Odd/ToUnicode {number} 0 R>>");
    let page = sheet.font(&font).content("BT /F1 9 Tf (AB) Tj ET").glyphs();
    let texts: Vec<String> = page.glyphs.iter().map(|glyph| page.text(glyph)).collect();
    assert_eq!(texts, ["ffi", "𝐀"]);
    assert!(page.glyphs.iter().all(|glyph| glyph.confidence_percent == 100));
}

#[test]
fn t3_5_widths_outside_the_range_are_zero_and_codes_still_decode() {
    let font = "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 0 0]/CharProcs<<>>\
        /Encoding<</Differences[65/A/B/C]>>/FirstChar 65/LastChar 66/Widths[500 0]>>";
    let page = sheet().font(font).content("BT /F1 10 Tf (ABCA) Tj ET").glyphs();
    assert_eq!(text_of(&page), "ABCA", "t3_2: code, encoding, name");
    let steps: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.x).collect();
    assert_eq!(steps, [0.0, 5.0, 5.0, 5.0]);
    assert!(page.glyphs.iter().all(|glyph| page.font(glyph).unwrap().facts().kind.as_str() == "type3"));
}

#[test]
fn t3_9_to_unicode_comes_before_names() {
    let (sheet, number) = sheet().object(stream_body("", b"1 beginbfchar <41> <0042> endbfchar"));
    let font = format!(
        "<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/FontBBox[0 0 1 1]/CharProcs<<>>\
         /Encoding<</Differences[65/A/uni0043.alt/f_f_i]>>/FirstChar 65/LastChar 67/Widths[1 1 1]/ToUnicode {number} 0 R>>"
    );
    let page = sheet.font(&font).content("BT /F1 10 Tf (ABC) Tj ET").glyphs();
    assert_eq!(
        text_of(&page),
        "BCffi",
        "t3_10 and w_2: names by the rules of the glyph list, underscores too"
    );
    assert!(
        page.glyphs.iter().all(|glyph| glyph.visibility == Visibility::Visible),
        "a matrix of 1 is not a tiny size"
    );
}

#[test]
fn cj_5_type_0_with_a_name_or_a_stream_as_encoding() {
    let cmap = "/CMapName /Own def 1 begincodespacerange <00> <FF> endcodespacerange 1 begincidrange <41> <43> 7 endcidrange";
    let (sheet, stream) = sheet().object(stream_body("/Type/CMap/CMapName/Own", cmap.as_bytes()));
    let (sheet, map) = sheet.object(stream_body("", b"1 beginbfrange <41> <43> <0061> endbfrange"));
    let (sheet, cid) = sheet.object("<</Type/Font/Subtype/CIDFontType2/BaseFont/X/W[7[100 200 300]]>>");
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding {stream} 0 R/DescendantFonts[{cid} 0 R]/ToUnicode {map} 0 R>>"
    );
    let page = sheet.font(&font).content("BT /F1 10 Tf (ABC) Tj ET").glyphs();
    assert_eq!(text_of(&page), "abc", "cj_9: the map is asked by code, not by CID");
    let advances: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.advance.round()).collect();
    assert_eq!(advances, [1.0, 2.0, 3.0]);
}

#[test]
fn cj_7_widths_come_in_both_forms_and_are_1000_where_none_is_given() {
    let advances = |entries: &str| {
        let sheet = composite(sheet(), "Identity-H", entries, "");
        let page = sheet.content("BT /F1 10 Tf 20 300 Td <0001000200030004000500060007> Tj ET").glyphs();
        page.glyphs.iter().map(|glyph| (glyph.advance * 100.0).round() as i32).collect::<Vec<_>>()
    };
    assert_eq!(advances(""), [1000; 7]);
    assert_eq!(advances("/DW 500"), [500; 7]);
    // A list from 2 on, then one width from 4 to 6; later entries win.
    assert_eq!(advances("/DW 500/W[2[100 200] 4 6 300]"), [500, 100, 200, 300, 300, 300, 500]);
}

#[test]
fn pairs_of_bytes_are_shown_alike_the_first_time_and_later() {
    let sheet = composite(sheet(), "Identity-H", "/DW 500/W[1[100] 32[250]]", "");
    // Word spacing is for the one-byte code 32 alone; a lone last byte is a code of one byte.
    let string = "<000100200001000720> Tj";
    let content =
        format!("BT /F1 10 Tf 5 Tw 1 0 0 1 20 300 Tm {string} 1 0 0 1 20 200 Tm {string} (\\001) Tj ET");
    let page = sheet.content(&content).glyphs();
    let found: Vec<_> = page.glyphs.iter().map(|glyph| (glyph.code, glyph.code_bytes, glyph.x)).collect();
    let expected = [(1, 2, 20.0), (32, 2, 21.0), (1, 2, 23.5), (7, 2, 24.5), (32, 1, 29.5)];
    assert_eq!(found[..5], expected);
    assert_eq!(found[5..10], expected);
    // Behind the lone byte the pen has moved by its width and the space between words.
    assert_eq!(found[10].0, 1);
    assert!(near(found[10].2, 37.0), "{found:?}");
}

#[test]
fn w_39_a_unicode_cmap_means_its_codes_and_identity_does_not() {
    let sheet = composite(sheet(), "UniJIS-UTF16-H", "", "");
    let sheet = composite(sheet, "Identity-H", "", "");
    let content = "BT /F1 9 Tf <65E5D840DC0B> Tj /F2 9 Tf <65E5> Tj ET";
    let page = sheet.content(content).glyphs();
    assert_eq!(text_of(&page), "日\u{2000B}\u{FFFD}");
    assert_eq!(page.glyphs[0].source, UnicodeSource::UnicodeCmap);
    assert_eq!(page.glyphs[2].source, UnicodeSource::Unknown);
}

/// Returns a charstring that fills a polygon.
fn polygon(corners: &[(i16, i16)]) -> Vec<u8> {
    let number = |value: i16| [vec![28], value.to_be_bytes().to_vec()].concat();
    let mut code = Vec::new();
    let mut at = (0, 0);
    for (index, corner) in corners.iter().enumerate() {
        code.extend(number(corner.0 - at.0));
        code.extend(number(corner.1 - at.1));
        code.push(if index == 0 { 21 } else { 5 });
        at = *corner;
    }
    code.push(14);
    code
}

/// Returns a page that shows CIDs 1, 2 … of a font with nothing but outlines.
fn outlines_only(char_strings: Vec<Vec<u8>>, text: &str, to_unicode: &str) -> PageGlyphs {
    use pdftract_testkit::fonts::CffFont;
    use pdftract_testkit::fonts::cff::Charset;
    let cids = (1..=u8::try_from(char_strings.len()).unwrap()).flat_map(|cid| [0, cid]);
    let charset = Charset::Table(std::iter::once(0).chain(cids).collect());
    let char_strings = std::iter::once(vec![14]).chain(char_strings).collect();
    let font = CffFont { char_strings, charset, is_cid: true, ..CffFont::default() };
    let (sheet, program) = sheet().object(stream_body("/Subtype/CIDFontType0C", &font.build()));
    let (sheet, map) = sheet.object(stream_body("", to_unicode.as_bytes()));
    let (sheet, descriptor) =
        sheet.object(format!("<</Type/FontDescriptor/FontName/X/Flags 4/FontFile3 {program} 0 R>>"));
    let (sheet, cid_font) = sheet.object(format!(
        "<</Type/Font/Subtype/CIDFontType0/BaseFont/X/DW 600/FontDescriptor {descriptor} 0 R\
         /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>"
    ));
    let map = if to_unicode.is_empty() { String::new() } else { format!("/ToUnicode {map} 0 R") };
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[{cid_font} 0 R]{map}>>"
    );
    sheet.font(&font).content(&format!("BT /F1 10 Tf 20 300 Td <{text}> Tj ET")).glyphs()
}

const L: [(i16, i16); 6] = [(80, 0), (520, 0), (520, 85), (175, 85), (175, 715), (80, 715)];
const T: [(i16, i16); 8] =
    [(255, 0), (350, 0), (350, 630), (590, 630), (590, 715), (15, 715), (15, 630), (255, 630)];

#[test]
fn gr_38_c_4_outlines_are_recognised_with_more_confidence_if_the_text_agrees() {
    let shapes = || vec![polygon(&L), polygon(&T), vec![14]];
    let read = |codes: &str| {
        let page = outlines_only(shapes(), codes, "");
        assert!(
            page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::ShapeMatch),
            "{}",
            text_of(&page)
        );
        let confidences: Vec<u8> = page.glyphs.iter().map(|glyph| glyph.confidence_percent).collect();
        (text_of(&page), confidences)
    };
    // Shapes confirmed by the text have 0.75 and a blank of the width of a space 0.85; ambiguous ones 0.5.
    assert_eq!(read("0001000200010002000300020001"), ("LTLT TL".into(), vec![75, 75, 75, 75, 85, 75, 75]));
    assert_eq!(read("0001"), ("L".into(), vec![50]));
}

/// Letters of straight strokes beside [`L`] and [`T`].
const E: [(i16, i16); 12] = [
    (80, 0),
    (520, 0),
    (520, 85),
    (175, 85),
    (175, 330),
    (470, 330),
    (470, 415),
    (175, 415),
    (175, 630),
    (520, 630),
    (520, 715),
    (80, 715),
];
const F: [(i16, i16); 10] = [
    (80, 0),
    (175, 0),
    (175, 330),
    (450, 330),
    (450, 410),
    (175, 410),
    (175, 630),
    (520, 630),
    (520, 715),
    (80, 715),
];
const H: [(i16, i16); 12] = [
    (80, 0),
    (175, 0),
    (175, 330),
    (425, 330),
    (425, 0),
    (520, 0),
    (520, 715),
    (425, 715),
    (425, 415),
    (175, 415),
    (175, 715),
    (80, 715),
];
const V: [(i16, i16); 7] = [(250, 0), (350, 0), (590, 715), (490, 715), (300, 120), (110, 715), (10, 715)];

#[test]
fn maps_of_fonts_of_equal_widths_are_checked_by_the_shapes_of_all_letters() {
    let shapes = || vec![polygon(&L), polygon(&T), polygon(&E), polygon(&F), polygon(&H), polygon(&V)];
    let read = |shift: u32| {
        let entries: String = (1..)
            .zip("LTEFHV".chars())
            .map(|(code, letter)| format!("<{code:04X}> <{:04X}> ", u32::from(letter) + shift))
            .collect();
        let map = format!("6 beginbfchar {entries} endbfchar");
        let page = outlines_only(shapes(), "0005000300010004", &map);
        (text_of(&page), page.glyphs[0].source == UnicodeSource::ToUnicode)
    };
    assert_eq!(read(0), ("HELF".into(), true), "a true map is believed");
    assert_eq!(read(1), ("HELF".into(), false));
    assert_eq!(read(3), ("HELF".into(), false));
}

#[test]
fn gr_34_unknown_shapes_stay_unknown() {
    // Hatching: down and up twenty times, and back beside it.
    let there = (0..20).map(|step| (step * 40, 700 * ((step + 1) % 2)));
    let back = (0..20).rev().map(|step| (step * 40 + 15, if step % 2 == 0 { 700 } else { 60 }));
    let hatching: Vec<(i16, i16)> = there.chain(back).collect();
    let page = outlines_only(vec![polygon(&hatching), polygon(&L)], "00010002", "");
    assert_eq!(text_of(&page), "\u{FFFD}L");
    assert_eq!((page.glyphs[0].source, page.glyphs[0].confidence_percent), (UnicodeSource::Unknown, 0));
}

#[test]
fn gr_33_of_equal_shapes_the_more_common_character_is_read() {
    // A full stop has the shape of a one dot leader, a comma that of a low quote, a stroke that of a fraction slash.
    let dot = [(80, 0), (190, 0), (190, 110), (80, 110)];
    let comma = [(80, 110), (190, 110), (190, 20), (110, -140), (60, -140), (100, 0), (80, 0)];
    let stroke = [(0, -20), (70, -20), (330, 730), (260, 730)];
    let page = outlines_only(vec![polygon(&dot), polygon(&comma), polygon(&stroke)], "000100020003", "");
    assert_eq!(text_of(&page), ".,/");
}

#[test]
fn gr_45_c_26_the_text_does_not_depend_on_threads() {
    let read = || {
        let shapes = vec![polygon(&T), polygon(&L), polygon(&T), polygon(&L)];
        let page = outlines_only(shapes, "0001000200030004", "");
        let glyph =
            |glyph: &pdftract::content::Glyph| (page.text(glyph), glyph.source, glyph.confidence_percent);
        page.glyphs.iter().map(glyph).collect::<Vec<_>>()
    };
    let first = read();
    assert_eq!(first.len(), 4);
    let others: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(read)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert!(others.iter().all(|other| *other == first));
}

#[test]
fn gr_3_a_shape_never_overrides_to_unicode() {
    let map = "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0001> <0051> endbfchar";
    let page = outlines_only(vec![polygon(&L)], "0001", map);
    assert_eq!((text_of(&page).as_str(), page.glyphs[0].source), ("Q", UnicodeSource::ToUnicode));
}

#[test]
fn a_clip_hides_only_the_glyphs_outside_of_it() {
    let content = "q 20 0 40 500 re W n BT /F1 10 Tf 10 100 Td [(iii)-2000(mm)-3000(iii)] TJ ET Q";
    let page = simple(content);
    let seen: Vec<bool> = page.glyphs.iter().map(|glyph| glyph.visibility == Visibility::Visible).collect();
    assert_eq!(seen, [false, false, false, true, true, false, false, false]);
}
