//! JSON and NDJSON: names, numbers, streaming.

use pdftract::output::json::{JsonForm, JsonWriter, to_json};
use pdftract::structure::Role;
use pdftract::{Document, ExtractOptions, Format, Normalization, TextPolicy};
use serde_json::Value;

use crate::paper::{Sheet, document, lines};

fn written(document: &Document, form: Format) -> String {
    let mut out = Vec::new();
    document.write(form, &mut out, &ExtractOptions::default()).unwrap();
    String::from_utf8(out).unwrap()
}

fn two_pages() -> Document {
    document(&[&lines(&["(First page) Tj"]), &lines(&["/F2 10 Tf (Second) Tj"])])
}

/// Pretty-printed, so that changes show line by line; the hash and the producer are irrelevant here.
#[test]
fn the_record_of_a_page() {
    let mut sheet = Sheet::with_annotations(
        &lines(&["/F2 14 Tf (Title) Tj", "/F1 10 Tf (Body with a link) Tj /F1 6 Tf 4 Ts (2) Tj"]),
        "<</Type/Annot/Subtype/Link/Rect[70 364 92 378]/A<</S/URI/URI(https://example.org)>>>>",
    );
    sheet.block(Role::Heading, 1, 1);
    sheet.block(Role::Paragraph, 0, 1);
    let value: Value = serde_json::from_str(&to_json(&sheet.record()).unwrap()).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn streamed_json_is_the_record() {
    let document = two_pages();
    let streamed: Value = serde_json::from_str(&written(&document, Format::Json)).unwrap();
    let record = document.record(&ExtractOptions::default()).unwrap();
    let whole: Value = serde_json::from_str(&to_json(&record).unwrap()).unwrap();
    assert_eq!(streamed, whole);
    assert_eq!(streamed["pages"].as_array().unwrap().len(), 2);
    assert_eq!(streamed["readable"], Value::Bool(true));
    assert_eq!(streamed["source"]["sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn the_document_records_its_text_policy() {
    let policy = TextPolicy::default().with(|policy| policy.normalization = Normalization::Nfkc);
    let mut out = Vec::new();
    let options = ExtractOptions::default().policy(policy);
    two_pages().write(Format::Json, &mut out, &options).unwrap();
    let value: Value = serde_json::from_slice(&out).unwrap();
    let wanted = r#"{"normalization":"nfkc","ligatures":"expand","hyphens":"join","private_use":"keep","spaces":"by_format"}"#;
    assert_eq!(value["text_policy"], serde_json::from_str::<Value>(wanted).unwrap());
}

#[test]
fn ndjson_has_a_line_for_the_document_each_page_and_the_end() {
    let json = written(&two_pages(), Format::Ndjson);
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let records: Vec<&str> = lines.iter().map(|line| line["record"].as_str().unwrap()).collect();
    assert_eq!(records, ["document", "page", "page", "end"]);
    assert_eq!(lines[2]["page_number"], 2);
    assert_eq!(lines[3]["readability"]["score"], 1);
}

#[test]
fn the_same_bytes_each_time() {
    assert_eq!(written(&two_pages(), Format::Json), written(&two_pages(), Format::Json));
}

#[test]
fn a_document_without_pages_is_still_json() {
    let document = two_pages();
    let writer =
        JsonWriter::new(Vec::new(), JsonForm::Document, &document.head(&ExtractOptions::default())).unwrap();
    let json = String::from_utf8(writer.finish(Vec::new()).unwrap()).unwrap();
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["pages"], Value::Array(Vec::new()));
    assert_eq!(value["readability"]["reasons"][0], "no_text");
}
