//! Chinese, Japanese and Korean from file to text: fonts that are not embedded, embedded CMaps, vertical lines.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod learned;
mod lying;

use pdftract::ExtractOptions;
use pdftract::layout::WritingMode;
use pdftract::unicode::UnicodeSource;
use pdftract::{Document, Options};
use pdftract_testkit::builder::PdfBuilder;

/// The number of the first object that a test adds.
const FIRST: u32 = 4;

/// Returns a page of 300 by 400 points. `objects` get the numbers from 4 on; the fonts F1, F2 … are among them.
fn document(fonts: &[u32], objects: &[Vec<u8>], content: &str) -> Document {
    document_with(&Options::default(), fonts, objects, content)
}

fn document_with(options: &Options, fonts: &[u32], objects: &[Vec<u8>], content: &str) -> Document {
    let mut builder = PdfBuilder::new();
    builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
    builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
    let names: String = (1..).zip(fonts).map(|(index, number)| format!("/F{index} {number} 0 R")).collect();
    let content_number = FIRST + u32::try_from(objects.len()).unwrap();
    builder.set(3, format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<<{names}>>>>/Contents {content_number} 0 R>>"
    ));
    for (number, object) in (FIRST..).zip(objects) {
        builder.set(number, object.clone());
    }
    assert_eq!(builder.add_stream("", content.as_bytes()), content_number);
    Document::open(builder.finish(), options).unwrap()
}

/// Returns a CID font that is not embedded, and a font over it. `encoding` is a name or a reference.
fn font(encoding: &str, ordering: &str, number: u32, more: &str) -> [Vec<u8>; 2] {
    let cid_font = number + 1;
    [
        format!("<</Type/Font/Subtype/Type0/BaseFont/X/Encoding {encoding}/DescendantFonts[{cid_font} 0 R]{more}>>").into(),
        format!(
            "<</Type/Font/Subtype/CIDFontType0/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering({ordering})/Supplement 2>>>>"
        )
        .into(),
    ]
}

fn show(hex: &str) -> String {
    format!("BT /F1 10 Tf 20 300 Td <{hex}> Tj ET")
}

fn text(document: &Document) -> String {
    let page = document.glyphs(0).unwrap();
    page.glyphs.iter().map(|glyph| page.text(glyph)).collect()
}

fn shown(encoding: &str, ordering: &str, hex: &str) -> String {
    text(&document(&[4], &font(encoding, ordering, 4, ""), &show(hex)))
}

/// Returns the text without line ends.
fn read(document: &Document) -> String {
    document.page_text(0, &ExtractOptions::default()).unwrap().split_whitespace().collect()
}

#[test]
fn cj_1_shift_jis_and_euc_jp() {
    assert_eq!(shown("/90ms-RKSJ-H", "Japan1", "93FA967B41B1"), "日本Aｱ");
    assert_eq!(shown("/EUC-H", "Japan1", "C6FCCBDC41"), "日本A");
}

#[test]
fn cj_2_gb_2312_gbk_and_gb_18030() {
    assert_eq!(shown("/GB-EUC-H", "GB1", "D6D0B9FA"), "中国");
    assert_eq!(shown("/GBK-EUC-H", "GB1", "D6D0B9FA8140"), "中国丂");
    assert_eq!(shown("/GBK2K-H", "GB1", "D6D08139EE39"), "中㐀");
}

#[test]
fn cj_3_big5_and_hkscs() {
    assert_eq!(shown("/ETen-B5-H", "CNS1", "A4A4B0EA"), "中國");
    assert_eq!(shown("/HKscs-B5-H", "CNS1", "A4A4B0EA"), "中國");
}

#[test]
fn w_62_codes_beyond_a_cmap_are_read_in_its_national_encoding() {
    // A syllable, an ideograph and a rare one that Windows, Hong Kong and JIS X 0212 added; then a letter.
    assert_eq!(shown("/KSC-EUC-H", "Korea1", "8141C7D141"), "갂한A");
    assert_eq!(shown("/GB-EUC-H", "GB1", "8140D6D041"), "丂中A");
    assert_eq!(shown("/ETen-B5-H", "CNS1", "8740A4A441"), "䏰中A");
    assert_eq!(shown("/EUC-H", "Japan1", "8FB0A1C6FC41"), "丂日A");
}

#[test]
fn cj_20_characters_of_users_are_private() {
    assert_eq!(shown("/90ms-RKSJ-H", "Japan1", "F04093FA"), "\u{E000}日");
}

#[test]
fn w_62_names_of_encodings_select_their_cmaps() {
    for (name, hex, expected) in
        [("SJIS-H", "93FA41", "日A"), ("Big5-H", "A4A441", "中A"), ("EUC-KR-H", "C7D141", "한A")]
    {
        let document = document(&[4], &font(&format!("/{name}"), "Identity", 4, ""), &show(hex));
        assert_eq!(text(&document), expected, "{name}");
        assert!(document.diagnostics().iter().any(|diagnostic| diagnostic.code.as_str() == "CMAP_UNKNOWN"));
    }
}

#[test]
fn cj_6_the_collection_of_a_predefined_cmap_overrides_the_font() {
    assert_eq!(shown("/90ms-RKSJ-H", "Identity", "93FA967B"), "日本");
    assert_eq!(shown("/90ms-RKSJ-H", "GB1", "93FA967B"), "日本");
}

#[test]
fn cj_9_to_unicode_is_looked_up_by_code_before_the_collection() {
    let mut objects = font("/90ms-RKSJ-H", "Japan1", 4, "/ToUnicode 6 0 R").to_vec();
    let map = "1 beginbfchar <93FA> <0041> endbfchar";
    objects.push(format!("<</Length {}>>stream\n{map}\nendstream", map.len()).into());
    assert_eq!(text(&document(&[4], &objects, &show("93FA967B"))), "A本");
}

#[test]
fn cj_21_w_42_windows_paths_keep_their_backslashes() {
    assert_eq!(shown("/90ms-RKSJ-H", "Japan1", "433A5C7E"), "C:\\~");
    assert_eq!(shown("/90pv-RKSJ-H", "Japan1", "5C"), "¥");
}

#[test]
fn w_42_the_wave_of_japan_is_the_wave_dash() {
    assert_eq!(shown("/H", "Japan1", "2141"), "〜");
    assert_eq!(shown("/Identity-H", "Japan1", "0299"), "〜");
}

#[test]
fn text_drawn_twice_in_one_place_is_read_once() {
    let twice = show("93FA967B8CEA").repeat(2);
    assert_eq!(read(&document(&[4], &font("/90ms-RKSJ-H", "Japan1", 4, ""), &twice)), "日本語");
}

#[test]
fn text_beyond_the_edge_of_the_page_is_not_read() {
    let beyond = "BT /F1 10 Tf 282 300 Td <93FA967B8CEA> Tj ET";
    assert_eq!(read(&document(&[4], &font("/90ms-RKSJ-H", "Japan1", 4, ""), beyond)), "日本");
}

#[test]
fn cj_35_identity_and_a_known_collection() {
    let document = document(&[4], &font("/Identity-H", "Japan1", 4, ""), &show("0CD40E8A"));
    assert_eq!(text(&document), "日本");
    assert!(
        document.glyphs(0).unwrap().glyphs.iter().all(|glyph| glyph.source == UnicodeSource::CidCollection)
    );
    assert_eq!(shown("/Identity-H", "Identity", "0CD4"), "\u{FFFD}", "without one a CID says nothing");
}

#[test]
fn cj_39_full_and_half_width_stay() {
    assert_eq!(shown("/90ms-RKSJ-H", "Japan1", "826041B6DE"), "ＡAｶﾞ");
}

#[test]
fn w_63_codes_of_radicals_mean_the_ideographs_of_their_glyphs() {
    assert_eq!(shown("/UniJIS-UTF16-H", "Japan1", "2F54"), "水");
    assert_eq!(shown("/UniGB-UTF16-H", "GB1", "2F55"), "火");
}

/// An embedded CMap.
fn cmap(dict: &str, body: &str) -> Vec<u8> {
    format!("<</Type/CMap{dict}/Length {}>>stream\n{body}\nendstream", body.len()).into()
}

#[test]
fn w_63_embedded_cmaps_use_predefined_ones() {
    let mut objects = font("6 0 R", "Japan1", 4, "").to_vec();
    objects.push(cmap("/CMapName/Own", "/90ms-RKSJ-H usecmap 1 begincidchar <93FA> 3722 endcidchar"));
    let by_operator = text(&document(&[4], &objects, &show("93FA967B41")));
    objects[2] = cmap("/CMapName/Own/UseCMap/90ms-RKSJ-H", "1 begincidchar <93FA> 3722 endcidchar");
    let by_dictionary = text(&document(&[4], &objects, &show("93FA967B41")));
    assert_eq!((by_operator.as_str(), by_dictionary.as_str()), ("本本A", "本本A"));
}

#[test]
fn w_63_embedded_cmaps_use_embedded_ones_that_use_predefined_ones() {
    let mut objects = font("6 0 R", "Japan1", 4, "").to_vec();
    objects.push(cmap("/CMapName/Own/UseCMap 7 0 R", "1 begincidchar <41> 3722 endcidchar"));
    objects.push(cmap("/CMapName/Parent/UseCMap/90ms-RKSJ-V", ""));
    let document = document(&[4], &objects, &show("93FA967B41"));
    assert_eq!(text(&document), "日本本");
    let page = document.glyphs(0).unwrap();
    assert!(page.runs.iter().all(|run| run.vertical), "w_45: the mode is inherited");
}

#[test]
fn cj_42_wmode_in_the_dictionary_of_an_embedded_cmap() {
    let mut objects = font("6 0 R", "Japan1", 4, "").to_vec();
    objects.push(cmap("/CMapName/Own/WMode 1/UseCMap/90ms-RKSJ-H", ""));
    let page = document(&[4], &objects, &show("93FA967B")).glyphs(0).unwrap();
    assert!(page.runs.iter().all(|run| run.vertical));
}

#[test]
fn unknown_cmaps_are_reported() {
    let document = document(&[4], &font("/No-Such-H", "Japan1", 4, ""), &show("93FA"));
    assert_eq!(text(&document), "\u{FFFD}");
    assert!(document.diagnostics().iter().any(|diagnostic| diagnostic.code.as_str() == "CMAP_UNKNOWN"));
}

/// Returns columns of Shift-JIS: each string begins at the top, to the left of the previous one.
fn columns(strings: &[&str]) -> String {
    let column =
        |(index, hex): (usize, &&str)| format!("BT /F1 10 Tf {} 380 Td <{hex}> Tj ET\n", 250 - 18 * index);
    strings.iter().enumerate().map(column).collect()
}

#[test]
fn cj_46_columns_run_from_right_to_left() {
    let strings = ["82A082A282A482A682A8", "82A982AB82AD82AF82B1", "82B382B582B782B982BB"];
    let document = document(&[4], &font("/90ms-RKSJ-V", "Japan1", 4, ""), &columns(&strings));
    assert_eq!(read(&document), "あいうえおかきくけこさしすせそ");
    let page = document.laid_out(0, &ExtractOptions::default()).unwrap();
    assert_eq!(page.layout.writing_mode, WritingMode::Ttb);
}

#[test]
fn cj_47_pages_and_spans_have_a_writing_mode() {
    let mut objects = font("/90ms-RKSJ-V", "Japan1", 4, "").to_vec();
    objects.extend(font("/90ms-RKSJ-H", "Japan1", 6, ""));
    let content =
        columns(&["82A082A282A482A682A8", "82A982AB82AD82AF82B1"]) + "BT /F2 10 Tf 30 60 Td <93FA967B> Tj ET";
    let page = document(&[4, 6], &objects, &content).page_record(0, &ExtractOptions::default()).unwrap();
    assert_eq!(page.writing_mode, WritingMode::Ttb);
    let spans = page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans);
    let modes: Vec<(&str, WritingMode)> = spans.map(|span| (span.text.as_str(), span.direction)).collect();
    assert!(modes.contains(&("あいうえお", WritingMode::Ttb)), "{modes:?}");
    assert!(modes.contains(&("日本", WritingMode::Ltr)), "{modes:?}");
}

#[test]
fn cj_45_horizontal_numbers_in_vertical_lines_are_read_in_order() {
    let mut objects = font("/90ms-RKSJ-V", "Japan1", 4, "").to_vec();
    objects.extend(["<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".into()]);
    // Four characters, a number of two digits in the fifth cell, four more below it.
    let content = "BT /F1 10 Tf 250 380 Td <82A082A282A482A6> Tj ET BT /F2 9 Tf 245 331.2 Td (48) Tj ET
        BT /F1 10 Tf 250 330 Td <82A882A982AB82AD> Tj ET BT /F1 10 Tf 232 380 Td <82B382B582B782B982BB> Tj ET";
    assert_eq!(read(&document(&[4, 6], &objects, content)), "あいうえ48おかきくさしすせそ");
}

#[test]
fn vertical_text_of_placed_glyphs_is_read_in_columns() {
    let characters = ["82A0", "82A2", "82A4", "82A6", "82A8", "82A9", "82AB", "82AD", "82AF", "82B1"];
    let place = |(index, hex): (usize, &&str)| {
        let (column, row) = (index / 5, index % 5);
        format!("BT /F1 10 Tf {} {} Td <{hex}> Tj ET\n", 250 - 18 * column, 380 - 10 * row)
    };
    let content: String = characters.iter().enumerate().map(place).collect();
    let document = document(&[4], &font("/90ms-RKSJ-H", "Japan1", 4, ""), &content);
    assert_eq!(read(&document), "あいうえおかきくけこ");
    let page = document.laid_out(0, &ExtractOptions::default()).unwrap();
    assert_eq!(page.layout.writing_mode, WritingMode::Ttb);
}

#[test]
fn w_46_single_characters_in_rows_are_not_a_column() {
    let place = |(index, hex): (usize, &&str)| {
        format!(
            "BT /F1 10 Tf 50 {} Td <{hex}> Tj ET BT /F1 10 Tf 90 {0} Td <93FA967B> Tj ET\n",
            380 - 20 * index
        )
    };
    let content: String = ["8D62", "89B3", "95B8", "929A", "95BA"].iter().enumerate().map(place).collect();
    let document = document(&[4], &font("/90ms-RKSJ-H", "Japan1", 4, ""), &content);
    assert!(document.glyphs(0).unwrap().runs.iter().all(|run| !run.vertical));
}

#[test]
fn cj_43_w_46_rotated_text_is_not_vertical_writing() {
    let content = "BT /F1 10 Tf 0 -1 1 0 100 300 Tm <93FA967B93FA967B> Tj ET";
    let document = document(&[4], &font("/90ms-RKSJ-H", "Japan1", 4, ""), content);
    assert_eq!(read(&document), "日本日本");
    assert!(document.glyphs(0).unwrap().runs.iter().all(|run| !run.vertical));
}

#[test]
fn cj_33_characters_that_do_not_fit_the_collection_are_reported_and_kept() {
    let mut objects = font("/90ms-RKSJ-H", "Japan1", 4, "/ToUnicode 6 0 R").to_vec();
    let map = "1 beginbfchar <93FA> <D55C> endbfchar";
    objects.push(format!("<</Length {}>>stream\n{map}\nendstream", map.len()).into());
    let document = document(&[4], &objects, &show("93FA967B"));
    assert_eq!(text(&document), "한本");
    assert!(document.diagnostics().iter().any(|diagnostic| diagnostic.code.as_str() == "COLLECTION_MISFIT"));
}

#[test]
fn cj_7_w_40_widths_by_cid_hold_for_predefined_cmaps() {
    let mut objects = font("/90ms-RKSJ-H", "Japan1", 4, "").to_vec();
    objects[1] = "<</Type/Font/Subtype/CIDFontType0/BaseFont/X/DW 1000/W[231 632 500]\
        /CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>"
        .into();
    let page = document(&[4], &objects, &show("4193FA")).glyphs(0).unwrap();
    let advances: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.advance).collect();
    assert_eq!(advances, [5.0, 10.0]);
}

/// Returns a stream without additional entries.
fn stream(body: &str) -> Vec<u8> {
    format!("<</Length {}>>stream\n{body}\nendstream", body.len()).into()
}

fn mapped(map: &str, hex: &str) -> String {
    let mut objects = font("/Identity-H", "Identity", 4, "/ToUnicode 6 0 R").to_vec();
    objects.push(stream(map));
    text(&document(&[4], &objects, &show(hex)))
}

#[test]
fn cj_30_a_row_of_94_in_an_array() {
    let row: String = (0..94).map(|cell| format!("<{:04X}>", 0x4E00 + 2 * cell)).collect();
    let map = format!("1 beginbfrange <3021> <307E> [{row}] endbfrange");
    assert_eq!(mapped(&map, "30213022307E"), "一丂人");
}

#[test]
fn cj_31_a_range_over_a_whole_block() {
    assert_eq!(mapped("1 beginbfrange <4E00> <9FFF> <4E00> endbfrange", "4E0065E56C34"), "一日水");
}

#[test]
fn cj_32_extension_b_as_surrogate_pairs() {
    assert_eq!(mapped("1 beginbfchar <0001> <D842DFB7> endbfchar", "0001"), "𠮷");
}

/// Returns a font whose embedded TrueType program has glyphs for 火 and 水, with these entries in the CID font.
fn embedded(ordering: &str, entries: &str, more: &[Vec<u8>]) -> Vec<Vec<u8>> {
    use pdftract_testkit::builder::stream_body;
    use pdftract_testkit::fonts::sfnt::{basic_tables, cmap, cmap_format_4, sfnt};
    let mut tables = basic_tables(1000, &[500, 1000, 1000]);
    tables.push((b"cmap", cmap(&[(3, 1, cmap_format_4(&[(0x6C34, 0x6C34, 2), (0x706B, 0x706B, 1)]))])));
    let mut objects = font("/Identity-H", ordering, 4, "").to_vec();
    objects[1] = format!(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/FontDescriptor 6 0 R{entries}\
         /CIDSystemInfo<</Registry(Adobe)/Ordering({ordering})/Supplement 2>>>>"
    )
    .into();
    objects.push("<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 7 0 R>>".into());
    objects.push(stream_body("", &sfnt(&[0, 1, 0, 0], &tables)));
    objects.extend_from_slice(more);
    objects
}

#[test]
fn cj_8_cids_lead_to_glyphs_directly_or_by_a_map_which_may_be_short() {
    let direct = embedded("Identity", "/CIDToGIDMap/Identity", &[]);
    assert_eq!(text(&document(&[4], &direct, &show("00010002"))), "火水");
    let map = pdftract_testkit::builder::stream_body("", &[0, 2, 0, 2]);
    let mapped = embedded("Identity", "/CIDToGIDMap 8 0 R", &[map]);
    assert_eq!(text(&document(&[4], &mapped, &show("000100000002"))), "水水水", "CID 2 is beyond the map");
}

#[test]
fn w_39_the_cmap_of_an_embedded_font_outranks_the_stated_collection() {
    let objects = embedded("Japan1", "/CIDToGIDMap/Identity", &[]);
    let page = document(&[4], &objects, &show("00010002")).glyphs(0).unwrap();
    let found: String = page.glyphs.iter().map(|glyph| page.text(glyph)).collect();
    assert_eq!(found, "火水");
    assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::FontCmap));
}

/// Returns the text of each line, and whether it is ruby.
fn lines(document: &Document) -> Vec<(String, bool)> {
    let page = document.page_record(0, &ExtractOptions::default()).unwrap();
    let lines = page.blocks.iter().flat_map(|block| &block.lines);
    lines
        .map(|line| {
            let text: String = line.spans.iter().map(|span| span.text.as_str()).collect();
            (text, line.spans.iter().all(|span| span.role.is_some()))
        })
        .collect()
}

#[test]
fn ruby_stays_apart_from_its_base_and_is_marked() {
    // 東京 with とう and きょう over it or beside it.
    let across = "BT /F1 10 Tf 40 300 Td <938C8B9E82C98D7382AD> Tj ET BT /F1 5 Tf 40 309.5 Td <82C682A482AB82E582A4> Tj ET";
    let down = "BT /F1 10 Tf 250 380 Td <938C8B9E82C98D7382AD> Tj ET BT /F1 5 Tf 257.5 380 Td <82C682A482AB82E582A4> Tj ET";
    for (encoding, content) in [("/90ms-RKSJ-H", across), ("/90ms-RKSJ-V", down)] {
        let document = document(&[4], &font(encoding, "Japan1", 4, ""), content);
        let expected = [("とうきょう".to_owned(), true), ("東京に行く".to_owned(), false)];
        assert_eq!(lines(&document), expected, "{encoding}");
    }
}

#[test]
fn national_fonts_that_pass_for_western_ones() {
    let font = |name: &str| {
        format!("<</Type/Font/Subtype/TrueType/BaseFont/{name}/Encoding/WinAnsiEncoding>>").into_bytes()
    };
    for (name, hex, expected) in [
        ("#B7#C2#CB#CE_GB2312", "D6D0B9FA41", "中国A"),
        ("#82#6C#82#72#96#BE#92#A9", "93FA967B41", "日本A"),
        ("#B2#D3#A9#FA#C5#E9,Bold", "A4A4B0EA41", "中國A"),
        ("#B1#BC#B8#B2", "C7D1B1DB41", "한글A"),
        ("Arial", "D6D041", "ÖÐA"),
    ] {
        let document = document(&[4], &[font(name)], &show(hex));
        assert_eq!(text(&document), expected, "{name}");
    }
    let page = document(&[4], &[font("#82#6C#82#72")], &show("93FA41")).glyphs(0).unwrap();
    let advances: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.advance).collect();
    assert_eq!(advances, [10.0, 5.0]);
}

#[test]
fn cj_6_the_ordering_decides_for_any_registry() {
    let mut objects = font("/Identity-H", "Japan1", 4, "").to_vec();
    objects[1] = "<</Type/Font/Subtype/CIDFontType0/BaseFont/X/CIDSystemInfo<</Registry(Own)/Ordering(Japan1)/Supplement 2>>>>".into();
    assert_eq!(text(&document(&[4], &objects, &show("0CD40E8A"))), "日本");
}

#[test]
fn the_short_last_column_of_placed_glyphs_is_a_column_too() {
    let columns: [&[&str]; 3] = [
        &["82A0", "82A2", "82A4", "82A6", "82A8"],
        &["82A9", "82AB", "82AD", "82AF", "82B1"],
        &["82B3", "8142"],
    ];
    let mut content = String::new();
    for (column, characters) in columns.iter().enumerate() {
        for (row, hex) in characters.iter().enumerate() {
            content += &format!("BT /F1 10 Tf {} {} Td <{hex}> Tj ET\n", 250 - 18 * column, 380 - 10 * row);
        }
    }
    content += "BT /F1 10 Tf 60 300 Td <93FA967B> Tj ET BT /F1 10 Tf 60 280 Td <93FA967B> Tj ET";
    let document = document(&[4], &font("/90ms-RKSJ-H", "Japan1", 4, ""), &content);
    assert_eq!(read(&document), "あいうえおかきくけこさ。日本日本");
}

#[test]
fn cj_14_w_63_cmaps_of_manga1_are_unicode() {
    assert_eq!(shown("/UniManga-UTF16-H", "Manga1", "3042D842DFB7"), "あ𠮷");
    assert_eq!(shown("/UniManga-UTF32-H", "Manga1", "0000304200020BB7"), "あ𠮷");
    assert_eq!(shown("/UniManga-UTF8-H", "Manga1", "E38182F0A0AEB7"), "あ𠮷");
    let document = document(&[4], &font("/UniManga-UTF16-V", "Manga1", 4, ""), &show("30423044"));
    assert!(document.glyphs(0).unwrap().runs.iter().all(|run| run.vertical));
}

#[test]
fn cj_34_codes_that_share_a_cid_keep_their_characters() {
    // Both hyphens are CID 14.
    assert_eq!(shown("/UniJIS-UCS2-H", "Japan1", "002D2011"), "-\u{2011}");
}

#[test]
fn the_appearance_of_a_field_is_read_and_else_its_value_in_utf_8() {
    let field = |appearance: &str| {
        let mut builder = PdfBuilder::new();
        builder.set(1, "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DR<</Font<</F1 6 0 R>>>>>>>>");
        builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
        builder.set(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[4 0 R]>>");
        builder.set(4, format!(
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[20 20 200 40]/DA(/F1 10 Tf)/V<EFBBBFE7A68FE69895>{appearance}>>"
        ));
        builder.set(
            5,
            pdftract_testkit::builder::stream_body(
                "/Type/XObject/Subtype/Form/BBox[0 0 180 20]/Resources<</Font<</F1 6 0 R>>>>",
                b"BT /F1 10 Tf 2 5 Td <4F60597D> Tj ET",
            ),
        );
        for (number, object) in (6..).zip(font("/UniGB-UCS2-H", "GB1", 6, "")) {
            builder.set(number, object);
        }
        read(&Document::open(builder.finish(), &Options::default()).unwrap())
    };
    assert_eq!(field("/AP<</N 5 0 R>>"), "你好");
    assert_eq!(field(""), "福昕");
}
