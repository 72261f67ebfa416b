//! Turns numbered objects into a PDF file with a classic, a stream or a hybrid cross-reference.
//!
//! Object bodies are raw bytes and are never checked, so a test may put anything into them; only offsets and lengths
//! are computed, and [`PdfBuilder::force_entry`] overrides even those.

use std::collections::{BTreeMap, BTreeSet};

use crate::{encode, xref};

/// The cross-reference entry of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum XrefEntry {
    /// The object is free.
    Free,
    /// The object is at this byte offset.
    At(usize),
    /// The object is inside an object stream.
    Packed {
        /// The number of the object stream.
        container: u32,
        /// The position among the objects of that stream, counted from 0.
        index: u16,
    },
}

/// Builds a PDF file from its objects.
#[derive(Debug, Clone)]
pub struct PdfBuilder {
    version: String,
    root: u32,
    objects: BTreeMap<u32, Vec<u8>>,
    packed: BTreeSet<u32>,
    forced: BTreeMap<u32, XrefEntry>,
    trailer_extra: Vec<u8>,
}

impl Default for PdfBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl PdfBuilder {
    /// Creates an empty file of version 1.7 whose catalog will be object 1.
    pub fn new() -> Self {
        Self {
            version: "1.7".to_owned(),
            root: 1,
            objects: BTreeMap::new(),
            packed: BTreeSet::new(),
            forced: BTreeMap::new(),
            trailer_extra: Vec::new(),
        }
    }

    /// Sets the version in the header, such as `1.4`.
    pub fn version(&mut self, version: &str) -> &mut Self {
        version.clone_into(&mut self.version);
        self
    }

    /// Sets the object number of the catalog.
    pub fn root(&mut self, number: u32) -> &mut Self {
        self.root = number;
        self
    }

    /// Adds entries to the trailer dictionary, such as `/Info 7 0 R`.
    pub fn trailer_extra(&mut self, entries: &str) -> &mut Self {
        self.trailer_extra.extend_from_slice(entries.as_bytes());
        self
    }

    /// Returns the object number that [`add`](Self::add) will assign next.
    pub fn next_number(&self) -> u32 {
        let last_object = self.objects.last_key_value().map_or(0, |(last, _)| *last);
        let last_forced = self.forced.last_key_value().map_or(0, |(last, _)| *last);
        last_object.max(last_forced) + 1
    }

    /// Adds an object under the next free number and returns that number.
    pub fn add(&mut self, body: impl Into<Vec<u8>>) -> u32 {
        let number = self.next_number();
        self.set(number, body);
        number
    }

    /// Adds or replaces the object with that number.
    pub fn set(&mut self, number: u32, body: impl Into<Vec<u8>>) -> &mut Self {
        self.objects.insert(number, body.into());
        self
    }

    /// Adds a stream with a correct `/Length` and returns its number; `dict_entries` are added to its dictionary.
    pub fn add_stream(&mut self, dict_entries: &str, data: &[u8]) -> u32 {
        self.add(stream_body(dict_entries, data))
    }

    /// Adds a stream compressed with `/FlateDecode`.
    pub fn add_flate_stream(&mut self, dict_entries: &str, data: &[u8]) -> u32 {
        self.add(flate_stream_body(dict_entries, data))
    }

    /// Selects objects to be placed in an object stream, for the outputs that have one. Streams cannot be packed.
    pub fn pack(&mut self, numbers: impl IntoIterator<Item = u32>) -> &mut Self {
        self.packed.extend(numbers);
        self
    }

    /// Overrides the cross-reference entry of an object, correct or not.
    pub fn force_entry(&mut self, number: u32, entry: XrefEntry) -> &mut Self {
        self.forced.insert(number, entry);
        self
    }

    /// Returns the file with a classic cross-reference table; packing is ignored.
    pub fn finish(&self) -> Vec<u8> {
        let (mut out, mut entries) = self.start();
        self.write_objects(&mut out, &mut entries, |_| true);
        entries.extend(&self.forced);
        let trailer = self.trailer(&entries, 0, "");
        xref::write_table(&mut out, &entries, &trailer);
        out
    }

    /// Returns the objects without any cross-reference or trailer, for readers that must find them by scanning.
    pub fn finish_without_xref(&self) -> Vec<u8> {
        let (mut out, mut entries) = self.start();
        self.write_objects(&mut out, &mut entries, |_| true);
        out
    }

    /// Returns the file with a cross-reference stream; packed objects are in an object stream.
    pub fn finish_with_xref_stream(&self) -> Vec<u8> {
        let (mut out, mut entries) = self.start();
        self.write_objects(&mut out, &mut entries, |number| !self.packed.contains(&number));
        let number = self.write_container(&mut out, &mut entries);
        entries.extend(&self.forced);
        let trailer = self.trailer(&entries, number, "");
        let offset = xref::write_stream(&mut out, number, &entries, &trailer);
        xref::write_end(&mut out, offset);
        out
    }

    /// Returns a hybrid file: a table for old readers, with packed objects only in the stream that `/XRefStm` points
    /// to.
    pub fn finish_hybrid(&self) -> Vec<u8> {
        let (mut out, mut entries) = self.start();
        self.write_objects(&mut out, &mut entries, |number| !self.packed.contains(&number));
        let number = self.write_container(&mut out, &mut entries);
        entries.extend(&self.forced);
        let stream_entries = entries.iter().filter(|(_, entry)| matches!(entry, XrefEntry::Packed { .. }));
        let stream_entries = stream_entries.map(|(number, entry)| (*number, *entry)).collect();
        let offset =
            xref::write_stream(&mut out, number, &stream_entries, format!("/Size {}", number + 1).as_bytes());
        entries.insert(number, XrefEntry::At(offset));
        let trailer = self.trailer(&entries, number, &format!("/XRefStm {offset}"));
        xref::write_table(&mut out, &entries, &trailer);
        out
    }

    /// Returns the header and an entry list that holds only the head of the free list.
    fn start(&self) -> (Vec<u8>, BTreeMap<u32, XrefEntry>) {
        let mut out = format!("%PDF-{}\n", self.version).into_bytes();
        // ISO 32000 recommends bytes above 127 here so that transfer programs treat the file as binary.
        out.extend_from_slice(b"%\xE2\xE3\xCF\xD3\n");
        let last = self.objects.last_key_value().map_or(0, |(last, _)| *last);
        (out, (0..=last).map(|number| (number, XrefEntry::Free)).collect())
    }

    fn write_objects(
        &self,
        out: &mut Vec<u8>,
        entries: &mut BTreeMap<u32, XrefEntry>,
        wanted: impl Fn(u32) -> bool,
    ) {
        for (&number, body) in self.objects.iter().filter(|(number, _)| wanted(**number)) {
            entries.insert(number, XrefEntry::At(out.len()));
            write_object(out, number, body);
        }
    }

    /// Writes the object stream, if any object is packed; returns the next free number.
    fn write_container(&self, out: &mut Vec<u8>, entries: &mut BTreeMap<u32, XrefEntry>) -> u32 {
        let container = self.next_number();
        let members: Vec<(u32, &[u8])> = self
            .packed
            .iter()
            .filter_map(|number| self.objects.get(number).map(|body| (*number, body.as_slice())))
            .collect();
        if members.is_empty() {
            return container;
        }
        for (index, (number, _)) in members.iter().enumerate() {
            entries.insert(*number, XrefEntry::Packed { container, index: index as u16 });
        }
        entries.insert(container, XrefEntry::At(out.len()));
        write_object(out, container, &object_stream_body(&members, ""));
        container + 1
    }

    fn trailer(&self, entries: &BTreeMap<u32, XrefEntry>, at_least: u32, extra: &str) -> Vec<u8> {
        let last = entries.last_key_value().map_or(0, |(last, _)| *last).max(at_least);
        let mut trailer = format!("/Size {}/Root {} 0 R{extra}", last + 1, self.root).into_bytes();
        trailer.extend_from_slice(&self.trailer_extra);
        trailer
    }
}

fn write_object(out: &mut Vec<u8>, number: u32, body: &[u8]) {
    out.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
    out.extend_from_slice(body);
    out.extend_from_slice(b"\nendobj\n");
}

/// Returns the body of a stream object with a correct `/Length`.
pub fn stream_body(dict_entries: &str, data: &[u8]) -> Vec<u8> {
    stream_body_with_length(dict_entries, data, &data.len().to_string())
}

/// Returns the body of a stream object with the given text as `/Length`, correct or not.
pub fn stream_body_with_length(dict_entries: &str, data: &[u8], length: &str) -> Vec<u8> {
    let mut body = format!("<</Length {length}{dict_entries}>>\nstream\n").into_bytes();
    body.extend_from_slice(data);
    body.extend_from_slice(b"\nendstream");
    body
}

/// Returns the body of a stream object whose data is compressed with `/FlateDecode`.
pub fn flate_stream_body(dict_entries: &str, data: &[u8]) -> Vec<u8> {
    stream_body(&format!("/Filter/FlateDecode{dict_entries}"), &encode::flate(data))
}

/// Returns the body of an object stream that holds the given objects.
pub fn object_stream_body(members: &[(u32, &[u8])], dict_entries: &str) -> Vec<u8> {
    let (mut index, mut bodies) = (String::new(), Vec::new());
    for (number, body) in members {
        index.push_str(&format!("{number} {} ", bodies.len()));
        bodies.extend_from_slice(body);
        bodies.push(b'\n');
    }
    let first = index.len();
    let mut data = index.into_bytes();
    data.append(&mut bodies);
    flate_stream_body(&format!("/Type/ObjStm/N {}/First {first}{dict_entries}", members.len()), &data)
}

/// Appends an incremental update with a classic table whose `/Prev` is the last section of `previous`.
pub fn append_revision(previous: &[u8], changes: &[(u32, &[u8])]) -> Vec<u8> {
    let (mut out, entries) = append_objects(previous, changes);
    let trailer = revision_trailer(previous, &entries, 0);
    xref::write_table(&mut out, &entries, trailer.as_bytes());
    out
}

/// Appends an incremental update with a cross-reference stream.
pub fn append_revision_with_xref_stream(previous: &[u8], changes: &[(u32, &[u8])]) -> Vec<u8> {
    let (mut out, entries) = append_objects(previous, changes);
    let last = entries.last_key_value().map_or(0, |(last, _)| *last);
    let number = (last + 1).max(last_integer_after(previous, b"/Size ").unwrap_or(1) as u32);
    let trailer = revision_trailer(previous, &entries, number + 1);
    let offset = xref::write_stream(&mut out, number, &entries, trailer.as_bytes());
    xref::write_end(&mut out, offset);
    out
}

fn append_objects(previous: &[u8], changes: &[(u32, &[u8])]) -> (Vec<u8>, BTreeMap<u32, XrefEntry>) {
    let mut out = previous.to_vec();
    let mut entries = BTreeMap::new();
    for (number, body) in changes {
        entries.insert(*number, XrefEntry::At(out.len()));
        write_object(&mut out, *number, body);
    }
    (out, entries)
}

fn revision_trailer(previous: &[u8], entries: &BTreeMap<u32, XrefEntry>, at_least: u32) -> String {
    let last = entries.last_key_value().map_or(0, |(last, _)| *last);
    let size = (u64::from(last) + 1)
        .max(u64::from(at_least))
        .max(last_integer_after(previous, b"/Size ").unwrap_or(1));
    let root = last_integer_after(previous, b"/Root ").unwrap_or(1);
    format!("/Size {size}/Root {root} 0 R/Prev {}", last_xref_offset(previous).unwrap_or(0))
}

/// Returns the offset after the last `startxref` of a file.
pub fn last_xref_offset(file: &[u8]) -> Option<usize> {
    last_integer_after(file, b"startxref\n").map(|offset| offset as usize)
}

/// Returns the integer after the last occurrence of a key.
fn last_integer_after(file: &[u8], key: &[u8]) -> Option<u64> {
    let at = file.windows(key.len()).rposition(|window| window == key)? + key.len();
    let digits: String =
        file[at..].iter().take_while(|byte| byte.is_ascii_digit()).map(|byte| char::from(*byte)).collect();
    digits.parse().ok()
}

/// Returns a document with one page per content stream; `/F1` is Helvetica.
pub fn simple_document(pages: &[&str]) -> Vec<u8> {
    simple_builder(pages).finish()
}

/// Returns the objects of [`simple_document`], for tests that change some of them or choose another cross-reference.
///
/// Objects 1 to 3 are the catalog, the page tree and the font; page *n* (from 0) is object 4 + 2*n*, followed by its
/// content.
pub fn simple_builder(pages: &[&str]) -> PdfBuilder {
    let mut builder = PdfBuilder::new();
    let kids: Vec<String> = (0..pages.len()).map(|index| format!("{} 0 R", 4 + 2 * index)).collect();
    builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
    builder.set(2, format!("<</Type/Pages/Count {}/Kids[{}]>>", pages.len(), kids.join(" ")));
    builder.set(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
    for content in pages {
        let page = builder.next_number();
        builder.add(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]\
             /Resources<</Font<</F1 3 0 R>>>>/Contents {} 0 R>>",
            page + 1
        ));
        builder.add_stream("", content.as_bytes());
    }
    builder
}

/// Returns the content of a page that shows one line of text near its top.
pub fn text_page(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(character, '(' | ')' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    format!("BT /F1 12 Tf 72 700 Td ({escaped}) Tj ET\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> PdfBuilder {
        simple_builder(&[&text_page("HELLO"), &text_page("a (b) c")])
    }

    /// Reads the last table of a file back: numbers and offsets of the entries in use.
    fn table_of(file: &[u8]) -> Vec<(u32, usize)> {
        let text = String::from_utf8_lossy(&file[last_xref_offset(file).unwrap()..]).into_owned();
        let mut lines = text.lines().skip(1);
        let mut found = Vec::new();
        while let Some(head) = lines.next().filter(|line| *line != "trailer") {
            let (first, count) = head.split_once(' ').unwrap();
            for number in (first.parse().unwrap()..).take(count.parse().unwrap()) {
                let line: &str = lines.next().unwrap();
                assert_eq!(line.len(), 19);
                if line.ends_with("n ") {
                    found.push((number, line[..10].parse().unwrap()));
                }
            }
        }
        found
    }

    fn assert_offsets_are_right(file: &[u8]) {
        let entries = table_of(file);
        assert!(!entries.is_empty());
        for (number, offset) in entries {
            assert!(file[offset..].starts_with(format!("{number} 0 obj").as_bytes()), "object {number}");
        }
    }

    #[test]
    fn table_offsets_point_to_objects() {
        let file = sample().finish();
        assert_offsets_are_right(&file);
        assert_eq!(table_of(&file).len(), 7);
    }

    #[test]
    fn revision_points_to_its_predecessor() {
        let first = sample().finish();
        let second = append_revision(&first, &[(5, b"(new)"), (12, b"(added)")]);
        assert!(second.starts_with(&first));
        assert_offsets_are_right(&second);
        let text = String::from_utf8_lossy(&second[first.len()..]).into_owned();
        assert!(text.contains(&format!("/Prev {}", last_xref_offset(&first).unwrap())));
        assert!(text.contains("/Size 13/Root 1 0 R"));
    }

    #[test]
    fn startxref_points_to_the_xref_stream() {
        let mut builder = sample();
        builder.pack([1, 2, 3, 4]);
        for file in
            [builder.finish_with_xref_stream(), append_revision_with_xref_stream(&builder.finish(), &[])]
        {
            let offset = last_xref_offset(&file).unwrap();
            let text = String::from_utf8_lossy(&file[offset..offset + 40]).into_owned();
            assert!(text.contains(" 0 obj\n<</Type/XRef"), "{text}");
        }
    }

    #[test]
    fn hybrid_table_hides_packed_objects() {
        let mut builder = sample();
        builder.pack([3]);
        let file = builder.finish_hybrid();
        assert_offsets_are_right(&file);
        assert!(table_of(&file).iter().all(|(number, _)| *number != 3));
        let offset = last_integer_after(&file, b"/XRefStm ").unwrap() as usize;
        assert!(String::from_utf8_lossy(&file[offset..offset + 30]).contains("/Type/XRef"));
    }

    #[test]
    fn forced_entries_override_real_ones() {
        let mut builder = sample();
        builder.force_entry(5, XrefEntry::Free);
        assert!(table_of(&builder.finish()).iter().all(|(number, _)| *number != 5));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(text_page("a(b"), "BT /F1 12 Tf 72 700 Td (a\\(b) Tj ET\n");
    }
}
