//! Appends new and changed objects to a file as an incremental update.
//!
//! The original bytes are unchanged. Strings and streams are encrypted like the rest of the file. The cross-reference
//! section has the form of the file's last one; if the file's sections are broken, the new one lists all objects, so
//! that every reader finds them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Read};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use super::value::{write_dict, write_string, write_value};
use crate::clock;
use crate::file::File;
use crate::file::object::{Dict, ObjectId};
use crate::file::update_info::{Ground, SectionForm};

/// New and changed objects of a file.
pub(crate) struct Update<'f> {
    file: &'f File,
    next_number: u32,
    objects: BTreeMap<u32, (u16, Vec<u8>)>,
}

/// The location of an object, for the new section.
#[derive(Clone, Copy)]
enum Entry {
    At { offset: usize, generation: u16 },
    Packed { container: u32, index: u16 },
}

type Entries = BTreeMap<u32, Entry>;

impl<'f> Update<'f> {
    pub(crate) fn new(file: &'f File) -> Self {
        Self { file, next_number: file.free_number(), objects: BTreeMap::new() }
    }

    /// Adds a compressed stream; `entries` are added to its dictionary. Returns `None` if the file's key is missing.
    pub(crate) fn add_stream(&mut self, entries: &str, data: &[u8]) -> Option<ObjectId> {
        let id = ObjectId { number: self.next_number, generation: 0 };
        let sealed = self.file.sealed_stream(id, &compressed(data)?)?;
        let head = format!("<</Length {}/Filter/FlateDecode{entries}>>\nstream\n", sealed.len());
        let body = [head.as_bytes(), &sealed, b"\nendstream"].concat();
        self.next_number = self.next_number.checked_add(1)?;
        self.objects.insert(id.number, (0, body));
        Some(id)
    }

    /// Adds an object other than a stream; its body may depend on its number. Returns `None` if `body` does.
    pub(crate) fn add_object(&mut self, body: impl FnOnce(ObjectId) -> Option<String>) -> Option<ObjectId> {
        let id = ObjectId { number: self.next_number, generation: 0 };
        let body = body(id)?.into_bytes();
        self.next_number = self.next_number.checked_add(1)?;
        self.objects.insert(id.number, (0, body));
        Some(id)
    }

    /// Replaces an indirect dictionary by one with changed entries. Returns `None` if the file's key is missing.
    pub(crate) fn change(&mut self, dict: &Dict<'f>, changes: &[(&[u8], Vec<u8>)]) -> Option<()> {
        let id = dict.id()?;
        // Sealing an empty string checks whether there is a key.
        self.file.sealed_string(id, b"")?;
        let seal = |_: &[u8], bytes: &[u8]| self.file.sealed_string(id, bytes).unwrap_or_default();
        let mut body = Vec::new();
        write_dict(dict, changes, &seal, &mut body);
        self.objects.insert(id.number, (id.generation, body));
        Some(())
    }

    /// Returns `true` if there are no changes.
    pub(crate) fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Returns the file with the update appended, or unchanged if there are no changes.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let mut out = self.file.data().to_vec();
        if self.is_empty() {
            return out;
        }
        if out.last().is_some_and(|last| !matches!(last, b'\n' | b'\r')) {
            out.push(b'\n');
        }
        let base = self.file.base();
        let (mut entries, previous, form) = self.ground(base);
        for (number, (generation, body)) in std::mem::take(&mut self.objects) {
            entries.insert(number, Entry::At { offset: out.len() - base, generation });
            out.extend_from_slice(format!("{number} {generation} obj\n").as_bytes());
            out.extend_from_slice(&body);
            out.extend_from_slice(b"\nendobj\n");
        }
        let start = out.len() - base;
        match form {
            SectionForm::Table => self.write_table(&entries, previous, &mut out),
            SectionForm::Stream => self.write_stream(entries, previous, start, &mut out),
        }
        out.extend_from_slice(format!("startxref\n{start}\n%%EOF\n").as_bytes());
        out
    }

    /// Returns the old objects that the new section must list, the offset of the previous section, and the form of
    /// the new one.
    fn ground(&self, base: usize) -> (Entries, Option<usize>, SectionForm) {
        use crate::file::update_info::Place;
        let found = match self.file.ground() {
            Ground::Section { offset, form } => return (Entries::new(), Some(offset), form),
            Ground::Objects(found) => found,
        };
        let mut form = SectionForm::Table;
        let mut entries = Entries::new();
        for (number, place) in found {
            let entry = match place {
                Place::Free => continue,
                Place::Plain(offset) => {
                    // Objects in use almost always have generation 0.
                    Entry::At { offset: offset.saturating_sub(base), generation: self.generation(number) }
                }
                Place::Packed { container, index } => {
                    form = SectionForm::Stream;
                    Entry::Packed { container, index }
                }
            };
            entries.insert(number, entry);
        }
        (entries, None, form)
    }

    fn generation(&self, number: u32) -> u16 {
        let object = self.file.object(ObjectId { number, generation: 0 });
        object.tree.id.generation
    }

    fn write_table(&self, entries: &Entries, previous: Option<usize>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"xref\n");
        if previous.is_none() {
            out.extend_from_slice(b"0 1\n0000000000 65535 f \n");
        }
        for run in runs(entries) {
            let first = run.first().map_or(0, |(number, _)| *number);
            out.extend_from_slice(format!("{first} {}\n", run.len()).as_bytes());
            for (_, entry) in run {
                if let Entry::At { offset, generation } = entry {
                    out.extend_from_slice(format!("{offset:010} {generation:05} n \n").as_bytes());
                }
            }
        }
        out.extend_from_slice(b"trailer\n<<");
        self.write_trailer(self.size(entries), previous, out);
        out.extend_from_slice(b">>\n");
    }

    fn write_stream(&self, mut entries: Entries, previous: Option<usize>, start: usize, out: &mut Vec<u8>) {
        let number = self.size(&entries);
        entries.insert(number, Entry::At { offset: start, generation: 0 });
        let mut rows = Vec::new();
        for entry in entries.values() {
            let (kind, major, minor) = match *entry {
                Entry::At { offset, generation } => (1_u8, offset as u64, generation),
                Entry::Packed { container, index } => (2, u64::from(container), index),
            };
            rows.push(kind);
            rows.extend(major.to_be_bytes());
            rows.extend(minor.to_be_bytes());
        }
        let index: Vec<String> = runs(&entries)
            .iter()
            .map(|run| format!("{} {}", run.first().map_or(0, |(number, _)| *number), run.len()))
            .collect();
        let data = compressed(&rows).unwrap_or_default();
        out.extend_from_slice(format!("{number} 0 obj\n<</Type/XRef/W[1 8 2]/Index[").as_bytes());
        out.extend_from_slice(index.join(" ").as_bytes());
        out.extend_from_slice(format!("]/Filter/FlateDecode/Length {}", data.len()).as_bytes());
        self.write_trailer(number.saturating_add(1), previous, out);
        out.extend_from_slice(b">>\nstream\n");
        out.extend_from_slice(&data);
        out.extend_from_slice(b"\nendstream\nendobj\n");
    }

    /// Returns one more than the highest object number.
    fn size(&self, entries: &Entries) -> u32 {
        let last = entries.last_key_value().map_or(0, |(last, _)| *last);
        self.next_number.max(last.saturating_add(1))
    }

    /// Writes the trailer with those entries of the original that still apply.
    fn write_trailer(&self, size: u32, previous: Option<usize>, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("/Size {size}").as_bytes());
        if let Some(offset) = previous {
            out.extend_from_slice(format!("/Prev {offset}").as_bytes());
        }
        if let Some(root) = self.file.catalog_id() {
            out.extend_from_slice(format!("/Root {root}").as_bytes());
        }
        let as_is = |_: &[u8], bytes: &[u8]| bytes.to_vec();
        for key in [b"Info".as_slice(), b"Encrypt"] {
            if let Some(value) = self.file.trailer_value(key) {
                super::value::write_name(key, out);
                out.push(b' ');
                write_value(&value, &as_is, out);
            }
        }
        self.write_id(out);
    }

    /// Writes the file identifier: the first half is kept, the second identifies this version.
    fn write_id(&self, out: &mut Vec<u8>) {
        let ids = self.file.trailer_value(b"ID").and_then(|ids| ids.resolve().as_array());
        let Some(first) = ids.and_then(|ids| ids.get(0).as_string().map(<[u8]>::to_vec)) else { return };
        let hash = Sha256::digest(&*out);
        out.extend_from_slice(b"/ID[");
        write_string(&first, out);
        write_string(hash.get(..16).unwrap_or_default(), out);
        out.push(b']');
    }
}

/// Groups entries with consecutive numbers.
fn runs(entries: &Entries) -> Vec<Vec<(u32, Entry)>> {
    let mut runs: Vec<Vec<(u32, Entry)>> = Vec::new();
    for (&number, &entry) in entries {
        let last = runs.last_mut().filter(|run| run.last().is_some_and(|(last, _)| last + 1 == number));
        match last {
            Some(run) => run.push((number, entry)),
            None => runs.push(vec![(number, entry)]),
        }
    }
    runs
}

/// Compresses data for `/FlateDecode`.
pub(crate) fn compressed(mut data: &[u8]) -> Option<Vec<u8>> {
    compressed_from(&mut data)
}

/// Bytes that are compressed between two looks at the clock.
const PIECE_BYTES: u64 = 256 << 10;

thread_local! {
    /// One for all streams of a copy: allocating the tables of a compressor for each of thousands of streams leaves gaps of
    /// memory that no other can use, a gigabyte in all.
    static ENCODER: RefCell<ZlibEncoder<Vec<u8>>> =
        RefCell::new(ZlibEncoder::new(Vec::new(), Compression::default()));
}

/// Compresses the data of a reader for `/FlateDecode`.
pub(crate) fn compressed_from(data: &mut impl Read) -> Option<Vec<u8>> {
    ENCODER.with_borrow_mut(|encoder| {
        let is_whole = compress(data, encoder);
        // The encoder is ready for the next stream in any case.
        let compressed = encoder.reset(Vec::new()).ok()?;
        is_whole.then_some(compressed)
    })
}

/// Compresses in pieces, so that a large stream sees the clock; returns whether nothing is missing.
fn compress(data: &mut impl Read, encoder: &mut ZlibEncoder<Vec<u8>>) -> bool {
    loop {
        match io::copy(&mut data.by_ref().take(PIECE_BYTES), encoder) {
            Ok(0) => return true,
            Ok(_) if !clock::is_over() => {}
            _ => return false,
        }
    }
}
