//! Writes cross-reference sections, as a classic table or a cross-reference stream.

use std::collections::BTreeMap;

use crate::builder::XrefEntry;
use crate::encode;

/// The length of one record in a cross-reference stream: kind, offset or container, generation or index.
const RECORD_BYTES: usize = 7;

/// Appends `xref`, its subsections, `trailer`, its dictionary and the end of the file.
pub(crate) fn write_table(out: &mut Vec<u8>, entries: &BTreeMap<u32, XrefEntry>, trailer: &[u8]) {
    let start = out.len();
    out.extend_from_slice(b"xref\n");
    for (first, run) in runs(entries) {
        out.extend_from_slice(format!("{first} {}\n", run.len()).as_bytes());
        for (index, entry) in run.iter().enumerate() {
            out.extend_from_slice(table_line(*entry, first == 0 && index == 0).as_bytes());
        }
    }
    out.extend_from_slice(b"trailer\n<<");
    out.extend_from_slice(trailer);
    out.extend_from_slice(b">>\n");
    write_end(out, start);
}

/// Formats one line of a table. A table cannot represent packed objects, so they are permanently free, as in the
/// hybrid example of ISO 32000.
fn table_line(entry: XrefEntry, is_head_of_free_list: bool) -> String {
    match entry {
        XrefEntry::At(offset) => format!("{offset:010} 00000 n \n"),
        XrefEntry::Free if !is_head_of_free_list => "0000000000 00000 f \n".to_owned(),
        _ => "0000000000 65535 f \n".to_owned(),
    }
}

/// Appends a cross-reference stream as object `number`, without the end of the file; returns its offset.
pub(crate) fn write_stream(
    out: &mut Vec<u8>,
    number: u32,
    entries: &BTreeMap<u32, XrefEntry>,
    trailer: &[u8],
) -> usize {
    let start = out.len();
    let mut entries = entries.clone();
    entries.insert(number, XrefEntry::At(start));
    let (mut index, mut records) = (String::new(), Vec::new());
    for (first, run) in runs(&entries) {
        index.push_str(&format!("{first} {} ", run.len()));
        run.iter().for_each(|entry| records.extend_from_slice(&record(*entry)));
    }
    let data = encode::flate(&encode::png_predict(&records, encode::PngFilter::Up, RECORD_BYTES, 1));
    let head = format!(
        "{number} 0 obj\n<</Type/XRef/W[1 4 2]/Index[{}]/Filter/FlateDecode\
         /DecodeParms<</Predictor 12/Columns {RECORD_BYTES}>>/Length {}",
        index.trim_end(),
        data.len(),
    );
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(trailer);
    out.extend_from_slice(b">>\nstream\n");
    out.extend_from_slice(&data);
    out.extend_from_slice(b"\nendstream\nendobj\n");
    start
}

fn record(entry: XrefEntry) -> [u8; RECORD_BYTES] {
    let (kind, second, third) = match entry {
        XrefEntry::Free => (0, 0, 0),
        XrefEntry::At(offset) => (1, offset as u32, 0),
        XrefEntry::Packed { container, index } => (2, container, index),
    };
    let mut bytes = [kind, 0, 0, 0, 0, 0, 0];
    bytes[1..5].copy_from_slice(&second.to_be_bytes());
    bytes[5..].copy_from_slice(&third.to_be_bytes());
    bytes
}

/// Appends `startxref`, the offset and `%%EOF`.
pub(crate) fn write_end(out: &mut Vec<u8>, xref_offset: usize) {
    out.extend_from_slice(format!("startxref\n{xref_offset}\n%%EOF\n").as_bytes());
}

/// Groups entries with consecutive numbers under the first number.
fn runs(entries: &BTreeMap<u32, XrefEntry>) -> Vec<(u32, Vec<XrefEntry>)> {
    let mut runs: Vec<(u32, Vec<XrefEntry>)> = Vec::new();
    for (&number, &entry) in entries {
        match runs.last_mut() {
            Some((first, run)) if *first as usize + run.len() == number as usize => run.push(entry),
            _ => runs.push((number, vec![entry])),
        }
    }
    runs
}
