//! Cross-reference sections that form cycles, declare wrong sizes, or are too numerous.

use crate::builder::{append_revision, append_revision_with_xref_stream, last_xref_offset};

use super::page::{HelloPage, patch};
use super::recipe::{Expect, PageExpectation, Recipe, scaled};

const LOOP: &[&str] = &["XREF_LOOP"];
const DAMAGED: &[&str] = &["XREF_DAMAGED", "XREF_REPAIRED", "XREF_LIMIT"];

/// A placeholder for an offset that is known only later.
const PLACEHOLDER: &str = "/Prev 0000000000";

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed(
        "xref_prev_loop",
        "The table names itself as its predecessor.",
        Expect::hello().saying(LOOP),
        || close_ring(HelloPage::new().trailer(PLACEHOLDER).finish()),
    ),
    Recipe::fixed(
        "xref_prev_ring",
        "Three tables name each other as predecessors.",
        Expect::hello().saying(LOOP),
        xref_prev_ring,
    ),
    Recipe::fixed(
        "xref_table_stream_ring",
        "A table and a cross-reference stream name each other as predecessors.",
        Expect::hello().saying(LOOP),
        xref_table_stream_ring,
    ),
    Recipe::fixed(
        "xref_stm_loop",
        "The trailer names its own table as its cross-reference stream.",
        Expect::hello().saying(&["XREF_LOOP", "XREF_DAMAGED"]),
        xref_stm_loop,
    ),
    Recipe::scaled(
        "xref_prev_chain",
        "5,000 revisions stand in a row.",
        Expect::hello().saying(&["XREF_LIMIT", "XREF_REPAIRED"]),
        xref_prev_chain,
    ),
    Recipe::fixed(
        "xref_w_zero",
        "A cross-reference stream has entries of no width and claims two thousand million of them.",
        Expect::anything().saying(&[
            "XREF_DAMAGED",
            "XREF_REPAIRED",
            "XREF_LIMIT",
            "OBJECT_MISSING",
            "PAGE_TREE_DAMAGED",
            "PAGE_TREE_REBUILT",
        ]),
        || xref_stream_claiming("/Size 4/W[0 0 0]/Index[0 2147483647]"),
    ),
    Recipe::fixed(
        "xref_w_huge",
        "A cross-reference stream has fields of two thousand million bytes.",
        Expect::hello().saying(DAMAGED),
        || hello_with_xref_stream("/Size 10/W[2147483647 2147483647 2147483647]/Index[0 10]"),
    ),
    Recipe::fixed(
        "xref_w_negative",
        "A cross-reference stream has fields of negative width.",
        Expect::hello().saying(DAMAGED),
        || hello_with_xref_stream("/Size 10/W[-1 -4 -2]/Index[0 10]"),
    ),
    Recipe::fixed(
        "xref_index_lie",
        "A cross-reference stream claims entries far beyond its data.",
        Expect::hello().saying(DAMAGED),
        || hello_with_xref_stream("/Size 2147483647/W[1 2 1]/Index[-5 2147483647 2147483647 2147483647]"),
    ),
    Recipe::fixed(
        "xref_table_count_lie",
        "A table claims two thousand million entries.",
        Expect::hello().saying(DAMAGED),
        xref_table_count_lie,
    ),
    Recipe::fixed(
        "xref_size_lie",
        "The trailer claims two thousand million objects.",
        Expect::hello(),
        || {
            let mut file = HelloPage::new().trailer("/Padding 12345678901").finish();
            patch(&mut file, b"/Size 6/", b"/Sizf 6/");
            patch(&mut file, b"/Padding 12345678901", b"/Size 2147483647    ");
            file
        },
    ),
    Recipe::fixed(
        "xref_offsets_wrong",
        "Every offset of the table is wrong by seven bytes.",
        Expect::hello().saying(&["XREF_REPAIRED", "XREF_DAMAGED"]),
        xref_offsets_wrong,
    ),
    Recipe::fixed(
        "startxref_missing",
        "The file ends before its table.",
        Expect::hello().saying(&["XREF_REPAIRED", "TRAILER_REBUILT"]),
        || HelloPage::new().into_builder().finish_without_xref(),
    ),
    Recipe::scaled(
        "xref_many_entries",
        "A cross-reference stream lists 4 million objects at offset 0.",
        Expect::hello().pages(PageExpectation::Exactly(1)).saying(&["XREF_LIMIT", "XREF_REPAIRED"]),
        xref_many_entries,
    ),
];

/// Replaces the placeholder with the offset of the last section.
fn close_ring(mut file: Vec<u8>) -> Vec<u8> {
    let offset = last_xref_offset(&file).unwrap_or(0);
    patch(&mut file, PLACEHOLDER.as_bytes(), format!("/Prev {offset:010}").as_bytes());
    file
}

fn xref_prev_ring() -> Vec<u8> {
    let first = HelloPage::new().trailer(PLACEHOLDER).finish();
    let second = append_revision(&first, &[(8, b"(second)")]);
    close_ring(append_revision(&second, &[(9, b"(third)")]))
}

fn xref_table_stream_ring() -> Vec<u8> {
    let table = HelloPage::new().trailer(PLACEHOLDER).finish();
    close_ring(append_revision_with_xref_stream(&table, &[(8, b"(second)")]))
}

fn xref_stm_loop() -> Vec<u8> {
    let mut file = HelloPage::new().trailer("/XRefStm 0000000000").finish();
    let offset = last_xref_offset(&file).unwrap_or(0);
    patch(&mut file, b"/XRefStm 0000000000", format!("/XRefStm {offset:010}").as_bytes());
    file
}

/// Written in one go, since appending revisions one by one would copy the file each time.
fn xref_prev_chain(scale: f64) -> Vec<u8> {
    let mut file = HelloPage::new().finish();
    let mut previous = last_xref_offset(&file).unwrap_or(0);
    for _ in 0..scaled(5_000, scale) {
        let start = file.len();
        let section = format!(
            "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 6/Root 1 0 R/Prev {previous}>>\n\
             startxref\n{start}\n%%EOF\n"
        );
        file.extend_from_slice(section.as_bytes());
        previous = start;
    }
    file
}

fn xref_stream_claiming(entries: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n".to_vec();
    append_xref_stream(&mut file, entries);
    file
}

fn hello_with_xref_stream(entries: &str) -> Vec<u8> {
    let mut file = HelloPage::new().into_builder().finish_without_xref();
    append_xref_stream(&mut file, entries);
    file
}

fn append_xref_stream(file: &mut Vec<u8>, entries: &str) {
    let start = file.len();
    let section = format!(
        "9 0 obj\n<</Type/XRef{entries}/Root 1 0 R/Length 0>>\nstream\n\nendstream\nendobj\n\
         startxref\n{start}\n%%EOF\n"
    );
    file.extend_from_slice(section.as_bytes());
}

fn xref_table_count_lie() -> Vec<u8> {
    let mut file = HelloPage::new().into_builder().finish_without_xref();
    let start = file.len();
    let section = format!(
        "xref\n0 2147483647\n0000000000 65535 f \ntrailer\n<</Size 6/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    file.extend_from_slice(section.as_bytes());
    file
}

fn xref_offsets_wrong() -> Vec<u8> {
    let builder = HelloPage::new().into_builder();
    let whole = builder.finish();
    let body_length = builder.finish_without_xref().len();
    let mut file = builder.finish_without_xref();
    file.extend_from_slice(b"%12345\n");
    let table = String::from_utf8_lossy(&whole[body_length..]).into_owned();
    let shifted: Vec<String> = table.lines().map(shift_entry).collect();
    let end = format!("\nstartxref\n{}\n%%EOF\n", body_length + 7);
    let table = shifted.join("\n");
    let table = table.split("\nstartxref").next().unwrap_or("");
    file.extend_from_slice(table.as_bytes());
    file.extend_from_slice(end.as_bytes());
    file
}

/// Adds seven to the offset of a line that is an in-use entry.
fn shift_entry(line: &str) -> String {
    match line.strip_suffix(" 00000 n ").and_then(|offset| offset.parse::<usize>().ok()) {
        Some(offset) => format!("{:010} 00000 n ", offset + 7),
        None => line.to_owned(),
    }
}

/// Uses a compressed cross-reference stream, since classic entries of 20 bytes would take 80 MB.
fn xref_many_entries(scale: f64) -> Vec<u8> {
    let mut file = HelloPage::new().finish();
    let previous = last_xref_offset(&file).unwrap_or(0);
    let start = file.len();
    let count = scaled(4_000_000, scale);
    let data = crate::encode::flate_repeated(b"", &[1, 0, 0, 0].repeat(1_000), count.div_ceil(1_000));
    let head = format!(
        "9 0 obj\n<</Type/XRef/Size {}/W[1 2 1]/Index[100 {count}]/Root 1 0 R/Prev {previous}\
         /Filter/FlateDecode/Length {}>>\nstream\n",
        count + 100,
        data.len(),
    );
    file.extend_from_slice(head.as_bytes());
    file.extend_from_slice(&data);
    file.extend_from_slice(format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").as_bytes());
    file
}
