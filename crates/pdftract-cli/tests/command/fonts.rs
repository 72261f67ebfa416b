//! `pdftract fonts`: the table and the JSON.

use pdftract_testkit::builder::{simple_builder, text_page};

use crate::running::{assert_exit, encrypted, hello, json, run, run_on, stderr, stdout};

/// Three pages, of which the last uses a second font.
fn two_fonts() -> Vec<u8> {
    let last = format!("{}BT /F2 9 Tf 72 600 Td (\\001A) Tj ET", text_page("c"));
    let mut builder = simple_builder(&[&text_page("aab"), &text_page("b"), &last]);
    let font = "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Cut/Encoding<</Differences[1/g1]>>>>";
    let number = builder.add(font);
    // The third page is object 8; see the builder.
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]\
         /Resources<</Font<</F1 3 0 R/F2 {number} 0 R>>>>/Contents 9 0 R>>"
    );
    builder.set(8, page);
    builder.finish()
}

#[test]
fn the_table_shows_each_font_once() {
    let output = run_on(&["fonts", "-"], two_fonts());
    assert_exit(&output, 0);
    let expected = "\
(standard input)
  2 fonts on 3 pages

  object  name       type   embedded  subset  encoding          ToUnicode  program  codes by source
       3  Helvetica  type1  no        no      –                 no         –        agl 3
      10  Cut        type1  no        yes     with differences  no         –        agl 1, unknown 1
";
    assert_eq!(stdout(&output), expected);
}

#[test]
fn only_chosen_pages_are_read() {
    let output = run_on(&["fonts", "--pages", "1-2", "-"], two_fonts());
    assert_exit(&output, 0);
    assert!(stdout(&output).contains("  1 font on 2 of 3 pages\n"));
    assert!(stdout(&output).contains("agl 2\n"));
    assert!(!stdout(&output).contains("Cut"));
    let output = run_on(&["fonts", "--pages", "4", "-"], two_fonts());
    assert_exit(&output, 5);
}

#[test]
fn json_holds_the_same_and_more() {
    let json = json(&run_on(&["fonts", "--json", "--jobs", "2", "-"], two_fonts()));
    assert_eq!(json["source"]["file"], "-");
    assert_eq!((&json["page_count"], &json["pages_read"]), (&3.into(), &3.into()));
    let fonts = json["fonts"].as_array().unwrap();
    assert_eq!(fonts.len(), 2);
    assert_eq!(fonts[0]["object"], 3);
    assert_eq!(fonts[0]["name"], "Helvetica");
    assert_eq!(fonts[0]["kind"], "type1");
    assert_eq!(fonts[0]["embedded"], false);
    assert_eq!(fonts[0]["codes_by_source"], serde_json::json!([{"source": "agl", "codes": 3}]));
    assert_eq!(fonts[1]["subset"], true);
    assert_eq!(fonts[1]["to_unicode"], false);
    assert_eq!(fonts[1]["codes_by_source"][1], serde_json::json!({"source": "unknown", "codes": 1}));
    let codes: Vec<&str> =
        json["diagnostics"].as_array().unwrap().iter().map(|d| d["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["GLYPH_UNMAPPED"]);
}

#[test]
fn files_without_text_and_bad_files() {
    let output = run_on(&["fonts", "-"], simple_builder(&[""]).finish());
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "(standard input)\n  0 fonts on 1 page\n");
    assert_exit(&run(&["fonts", "no-such.pdf"]), 1);
    assert_exit(&run(&["fonts", &encrypted("aes-256-r6.pdf")]), 3);
    assert_exit(&run(&["fonts", "--password", "user", &encrypted("aes-256-r6.pdf")]), 0);
    assert_exit(&run(&["fonts", &hello(), &hello()]), 2);
    let output = run_on(&["fonts", "-v", "-"], two_fonts());
    assert!(stderr(&output).starts_with("pdftract: -: loss GLYPH_UNMAPPED: "), "{}", stderr(&output));
}
