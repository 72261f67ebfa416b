//! JSON by level of detail, form fields, annotations and colours; Markdown with page markers.

use serde_json::Value;

use pdftract_testkit::builder::simple_document;

use crate::running::{assert_exit, json, repository, run, run_on, saying, stdout};

fn sample(name: &str) -> String {
    repository().join("samples").join(name).to_string_lossy().into_owned()
}

fn page(level: &str) -> Value {
    json(&run(&["--json", "--detail", level, &sample("hello.pdf")]))["pages"][0].clone()
}

#[test]
fn each_level_has_its_parts_and_no_more() {
    let text = "Hello, reader!\n\nThis page says where each word stands.";
    assert_eq!(page("page")["text"], text);
    assert_eq!(page("page")["blocks"], serde_json::json!([]));
    let block = |level: &str| page(level)["blocks"][0].clone();
    assert_eq!(block("block")["text"], "Hello, reader!");
    assert!(block("block").get("lines").is_none());
    let line = |level: &str| block(level)["lines"][0].clone();
    assert_eq!(line("line")["text"], "Hello, reader!");
    assert!(line("line").get("spans").is_none() && line("line").get("words").is_none());
    assert_eq!(line("word")["words"][1]["text"], "reader!");
    assert_eq!(line("word")["words"][1]["bbox"].as_array().map(Vec::len), Some(4));
    assert!(line("word").get("spans").is_none());
    assert!(line("span")["spans"][0].get("glyphs").is_none() && line("span").get("text").is_none());
    assert!(line("glyph")["spans"][0]["glyphs"][0]["text"] == "H");
}

#[test]
fn higher_levels_are_smaller() {
    let size = |level| stdout(&run(&["--json", "--detail", level, &sample("two-columns.pdf")])).len();
    let sizes: Vec<usize> =
        ["page", "block", "line", "word", "span", "glyph"].into_iter().map(size).collect();
    let [page, block, line, word, span, glyph] = sizes[..] else { panic!("six levels") };
    assert!(page < block && block < line && line < word.min(span) && word.max(span) < glyph, "{sizes:?}");
    assert!(block * 2 < span, "{sizes:?}");
}

#[test]
fn form_fields_have_page_box_options_and_state() {
    let head = json(&run(&["--json", "--detail", "page", &sample("form.pdf")]));
    let fields = head["form_fields"].as_array().unwrap();
    let field = |name: &str| fields.iter().find(|field| field["name"] == name).unwrap();
    assert_eq!(field("newsletter")["checked"], true);
    assert_eq!(field("newsletter")["widgets"][0]["on_value"], "Yes");
    assert_eq!(field("catalogue")["checked"], false);
    assert_eq!(field("country")["options"][1], serde_json::json!({"value": "PT", "label": "Portugal"}));
    assert_eq!(field("country")["widgets"][0]["page_index"], 0);
    assert_eq!(field("country")["widgets"][0]["bbox"], serde_json::json!([120, 148, 260, 164]));
}

#[test]
fn annotations_colours_and_fonts_are_in_records() {
    let objects: [&[u8]; 6] = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Annots[6 0 R]\
          /Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length 93>>stream\nBT /F1 12 Tf 20 150 Td 1 0 0 rg (Stop) Tj 0 g ( here) Tj ET                           \nendstream",
        b"<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
        b"<</Type/Annot/Subtype/Text/Rect[10 20 30 40]/Contents(Check this)/T(Ada)>>",
    ];
    let pdf = crate::running::pdf_of(&objects, "");
    let record = json(&run_on(&["--json", "-"], pdf));
    let page = &record["pages"][0];
    assert_eq!(page["annotations"][0]["contents"], "Check this");
    assert_eq!(page["annotations"][0]["author"], "Ada");
    assert_eq!(page["annotations"][0]["bbox"], serde_json::json!([10, 160, 30, 180]));
    let spans = &page["blocks"][0]["lines"][0]["spans"];
    assert_eq!((&spans[0]["text"], &spans[0]["color"]), (&"Stop".into(), &"#ff0000".into()));
    assert_eq!(spans[1]["text"], "here");
    assert!(spans[1].get("color").is_none(), "black is left out");
    assert_eq!(spans[0]["monospace"], true);
}

#[test]
fn markdown_marks_pages_on_request() {
    let pdf = saying(&["first", "second"]);
    let marked = stdout(&run_on(&["--md", "--page-markers", "-"], pdf.clone()));
    assert_eq!(marked, "<!-- page 1 -->\n\nfirst\n\n<!-- page 2 -->\n\nsecond\n");
    assert_eq!(stdout(&run_on(&["--md", "-"], pdf)), "first\n\nsecond\n");
}

/// Five pages with a running header, a paragraph and a page number.
fn report() -> Vec<u8> {
    let page = |number: usize| {
        format!(
            "BT /F1 9 Tf 72 760 Td (Annual report of the society) Tj ET \
             BT /F1 12 Tf 72 600 Td 14 TL (This is the text of page {number}, which goes on) Tj T* \
             (over two lines and ends here.) Tj ET \
             BT /F1 9 Tf 300 30 Td ({number}) Tj ET"
        )
    };
    let pages: Vec<String> = (1..=5).map(page).collect();
    simple_document(&pages.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn running_headers_are_kept_or_left_out_in_every_format() {
    let header = "Annual report of the society";
    for (arguments, has_headers) in [
        (&["-"][..], false),
        (&["--no-headers", "-"], false),
        (&["--keep-headers", "-"], true),
        (&["--md", "-"], false),
        (&["--md", "--no-headers", "-"], false),
        (&["--md", "--keep-headers", "-"], true),
        (&["--json", "-"], true),
        (&["--json", "--no-headers", "-"], false),
        (&["--layout", "-"], true),
        (&["--raw", "-"], true),
        (&["--bbox", "0,0,600,800", "-"], true),
        (&["--pdftotext", "-", "-"], true),
    ] {
        let text = stdout(&run_on(arguments, report()));
        assert_eq!(text.contains(header), has_headers, "{arguments:?}: {text}");
        assert!(text.contains("This is the text of page 3"), "{arguments:?}: {text}");
    }
    assert_exit(&run_on(&["--no-headers", "--keep-headers", "-"], report()), 2);
}

#[test]
fn chunks_have_a_budget_headings_and_pages() {
    let output = stdout(&run_on(&["-f", "chunks", "--max-tokens", "16", "-"], report()));
    let records: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (first, last) = (&records[0]["record"], &records[records.len() - 1]["record"]);
    assert_eq!((first, last), (&"document".into(), &"end".into()));
    let chunks: Vec<_> = records.iter().filter(|record| record["record"] == "chunk").collect();
    assert!(chunks.len() >= 5, "{output}");
    for chunk in chunks {
        assert!(chunk["tokens"].as_u64().unwrap() <= 16, "{chunk}");
        assert!(!chunk["pages"][0]["bboxes"][0].is_null(), "{chunk}");
        assert!(!chunk["text"].as_str().unwrap().contains("Annual report"), "{chunk}");
    }
    assert_exit(&run_on(&["--max-tokens", "16", "-"], report()), 2);
}
