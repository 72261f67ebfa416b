//! `pdftract glyphs`: the table and the JSON, with boxes computed manually.

use pdftract_testkit::builder::simple_document;
use serde_json::{Value, json};

use crate::running::{assert_exit, encrypted, hello, json, run, run_on, stderr, stdout};

/// Widths from the metrics of Helvetica, in thousandths of an em.
const WIDTHS: [(&str, f64); 5] = [("W", 944.0), ("e", 556.0), (" ", 278.0), ("i", 222.0), (".", 278.0)];
/// Of Helvetica as well, from the baseline.
const ASCENT: f64 = 0.718;
const DESCENT: f64 = 0.207;

#[track_caller]
fn assert_near(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < 0.01, "{value} is not {expected}");
}

#[test]
fn boxes_of_a_line_follow_the_metrics() {
    // 20 points at (100, 700) on a page 792 points high, with 2 points more after each character.
    let document = simple_document(&["", "1 0 0 rg BT /F1 20 Tf 2 Tc 100 700 Td (We i.) Tj ET"]);
    let page = json(&run_on(&["glyphs", "--page", "2", "--json", "-"], document));
    let glyphs = page["glyphs"].as_array().unwrap();
    assert_eq!(glyphs.len(), WIDTHS.len());
    let mut pen = 100.0;
    for (glyph, (text, width)) in glyphs.iter().zip(WIDTHS) {
        let advance = width / 1000.0 * 20.0;
        assert_eq!(glyph["text"], text);
        assert_near(&glyph["advance"], advance);
        assert_near(&glyph["origin"][0], pen);
        assert_near(&glyph["origin"][1], 92.0);
        let edges = [pen, 92.0 - ASCENT * 20.0, pen + advance, 92.0 + DESCENT * 20.0];
        for (index, edge) in edges.into_iter().enumerate() {
            assert_near(&glyph["bbox"][index], edge);
        }
        pen += advance + 2.0;
    }
}

#[test]
fn json_has_all_facts_of_a_glyph() {
    let content = "BT 3 Tr 0 0.5 1 rg /F1 12 Tf 72 700 Td /P<</MCID 7>>BDC (A) Tj EMC \
                   /Artifact BMC 0 Tr (B) Tj EMC ET";
    let page = json(&run_on(&["glyphs", "--json", "-"], simple_document(&[content])));
    assert_eq!((&page["page_index"], &page["page_number"]), (&json!(0), &json!(1)));
    assert_eq!((&page["width"], &page["height"]), (&json!(612.0), &json!(792.0)));
    assert_eq!(page["coords"], "top-left origin, points, y down");
    assert_eq!(page["fonts"][0]["name"], "Helvetica");
    assert_eq!(page["source"]["file"], "-");
    assert_eq!(page["diagnostics"], json!([]));
    let expected = json!({
        "code": 65, "glyph_name": "A", "text": "A", "unicode_source": "agl", "confidence": 0.9,
        "bbox": [72.0, 83.384, 80.004, 94.484], "origin": [72.0, 92.0], "advance": 8.004, "size": 12.0,
        "font": 0, "rendering_mode": 3, "visibility": "invisible_mode", "direction": [1.0, 0.0],
        "color": "#0080ff", "mcid": 7, "origin_kind": "content",
    });
    assert_eq!(page["glyphs"][0], expected);
    assert_eq!(page["glyphs"][1]["artifact"], true);
    assert_eq!(page["glyphs"][1]["visibility"], "visible");
    assert!(page["glyphs"][1].get("mcid").is_none());
}

#[test]
fn json_has_a_line_for_each_glyph() {
    let output = run(&["glyphs", "--json", &hello()]);
    assert_exit(&output, 0);
    assert_eq!(stdout(&output).lines().filter(|line| line.starts_with("    {\"code\":")).count(), 52);
}

#[test]
fn the_table_is_for_people() {
    let content = "BT /F1 12 Tf 72 700 Td (A i) Tj ET";
    let output = run_on(&["glyphs", "-"], simple_document(&[content, ""]));
    assert_exit(&output, 0);
    let expected = "\
(standard input)
  page 1 of 2: 612 × 792 pt, measured from the top left corner, y down; 3 glyphs

  #  text  code  name   source  conf      x      y  bbox                     advance   size  visibility  mcid  font
  0  A       41  A      agl     0.90  72.00  92.00  72.00 83.38 80.00 94.48     8.00  12.00  visible        –  0 Helvetica
  1  ␣       20  space  agl     0.90  80.00  92.00  80.00 83.38 83.34 94.48     3.34  12.00  visible        –  0 Helvetica
  2  i       69  i      agl     0.90  83.34  92.00  83.34 83.38 86.00 94.48     2.66  12.00  visible        –  0 Helvetica
";
    assert_eq!(stdout(&output), expected);
    let output = run_on(&["glyphs", "--page", "2", "-"], simple_document(&[content, ""]));
    assert!(stdout(&output).ends_with("; no glyphs\n"));
}

#[test]
fn wrong_pages_and_bad_files_are_reported() {
    let output = run(&["glyphs", "--page", "2", &hello()]);
    assert_exit(&output, 5);
    assert!(stderr(&output).ends_with("there is no page 2: the file has 1 page\n"));
    for wrong in ["0", "-1", "x"] {
        assert_exit(&run(&["glyphs", "--page", wrong, &hello()]), 2);
    }
    assert_exit(&run(&["glyphs", "no-such.pdf"]), 1);
    assert_exit(&run(&["glyphs", &encrypted("aes-256-r6.pdf")]), 3);
    assert_exit(&run(&["glyphs", "--password", "owner", &encrypted("aes-256-r6.pdf")]), 0);
}

#[test]
fn controls_of_a_file_do_not_reach_the_terminal() {
    let evil = "<</Type/Font/Subtype/Type1/BaseFont/Ev#1b[31mil/Encoding<</Differences[1/a#1b[2J]>>>>";
    let mut builder = pdftract_testkit::builder::simple_builder(&["BT /F1 12 Tf 72 700 Td (\\001) Tj ET"]);
    builder.set(3, evil);
    for arguments in
        [&["glyphs", "-v", "-"][..], &["glyphs", "--json", "-"], &["fonts", "-v", "-"], &["-v", "-"]]
    {
        let output = run_on(arguments, builder.finish());
        assert_exit(&output, 0);
        let text = stdout(&output) + &stderr(&output);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text}");
    }
}
