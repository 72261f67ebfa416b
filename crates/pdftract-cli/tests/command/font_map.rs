//! `--font-map`: corrections by people override the file.

use pdftract_testkit::builder::{simple_builder, text_page};

use crate::running::{assert_exit, json, run_on, stderr, stdout};

fn with_map(map: &str, arguments: &[&str], pdf: Vec<u8>) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.toml");
    std::fs::write(&path, map).unwrap();
    let path = path.to_string_lossy().into_owned();
    let mut all = arguments.to_vec();
    all.extend(["--font-map", &path, "-"]);
    run_on(&all, pdf)
}

#[test]
fn c_31_codes_and_glyph_names_mean_what_the_map_says() {
    let map = "[[font]]\nname = \"ABCDEF+Helvetica\"\ncodes = { 0x61 = \"ffi\" }\nglyphs = { b = \"β\" }\n\
               [[font]]\nname = \"Other\"\ncodes = { 99 = \"wrong\" }\n";
    let pdf = simple_builder(&[&text_page("abc")]).finish();
    let output = with_map(map, &[], pdf.clone());
    assert_exit(&output, 0);
    assert_eq!(stdout(&output).trim(), "ffiβc");
    let glyphs = json(&with_map(map, &["glyphs", "--json"], pdf));
    assert_eq!(glyphs["glyphs"][0]["unicode_source"], "override");
    assert_eq!(glyphs["glyphs"][0]["confidence"], 1.0);
    assert_eq!(glyphs["glyphs"][2]["unicode_source"], "agl");
}

#[test]
fn c_31_actual_text_stands_above_the_map() {
    let map = "[[font]]\nname = \"Helvetica\"\ncodes = { 97 = \"x\" }\n";
    let content = "BT /F1 12 Tf 72 700 Td /Span<</ActualText(stated)>>BDC (a) Tj EMC ( a) Tj ET";
    let output = with_map(map, &[], simple_builder(&[content]).finish());
    assert_eq!(stdout(&output).trim(), "stated x");
}

#[test]
fn gr_23_gr_24_c_31_a_type_3_font_is_known_by_its_fingerprint() {
    let mut builder = simple_builder(&["BT /F1 12 Tf 72 700 Td (\\001\\002) Tj ET"]);
    let stream = builder.add_stream("", b"500 0 d0 0 0 500 700 re f");
    builder.set(
        3,
        format!(
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 1/LastChar 2\
             /Widths[500 500]/CharProcs<</q {stream} 0 R>>/Encoding<</Differences[1/q/q]>>>>"
        ),
    );
    let fonts = json(&run_on(&["fonts", "--json", "-"], builder.finish()));
    let fingerprint = fonts["fonts"][0]["fingerprint"].as_str().unwrap();
    let map = format!("[[font]]\nfingerprint = \"{fingerprint}\"\ncodes = {{ 1 = \"O\", 2 = \"K\" }}\n");
    assert_eq!(stdout(&with_map(&map, &[], builder.finish())).trim(), "OK");
}

#[test]
fn c_31_a_wrong_map_is_told_with_line_and_reason() {
    let pdf = simple_builder(&[&text_page("abc")]).finish();
    let output = with_map("[[font]]\nname = \"A\"\n[font.codes]\nzz = \"a\"\n", &[], pdf.clone());
    assert_exit(&output, 2);
    assert!(stderr(&output).contains("map.toml: line 4: \"zz\" is no code"), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
    assert_exit(&run_on(&["--font-map", "/no/such/file", "-"], pdf), 1);
}
