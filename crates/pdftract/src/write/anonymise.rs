//! Writes a copy of a document that can be shared: it shows the same faults and says nothing.
//!
//! All objects are written anew, each under its number: structure, fonts, encodings and operators as they are; letters
//! and digits of text and strings replaced; pictures blank; metadata, attachments, scripts and whatever else is not
//! needed to draw the pages empty. Damage of the file itself that pdftract has told is made again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};

use super::anonymous_codes::{Substitutes, anonymous};
use super::content_streams::{self, Rewritten};
use super::font_uses::FontUses;
use super::update::{compressed, compressed_from};
use super::value::{write_dict, write_value};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::object::{Dict, Node, Object, ObjectId, Tree};
use crate::file::{File, Stream};
use crate::font::access::Access;
use crate::session::Session;
use crate::unicode::FontStore;

/// Keys of streams that are needed to understand fonts.
const NEEDED: [&[u8]; 7] =
    [b"FontFile", b"FontFile2", b"FontFile3", b"ToUnicode", b"CIDToGIDMap", b"Encoding", b"UseCMap"];
/// Keys of strings that are no text: names of collections, of languages and glyphs, operators of forms.
const KEPT_STRINGS: [&[u8]; 7] = [b"Registry", b"Ordering", b"Lang", b"CharSet", b"Panose", b"CIDSet", b"DA"];
/// Bytes of a blank picture: a scanned page has one million. A larger picture shrinks.
const MOST_PICTURE_BYTES: u64 = 4 << 20;
/// What stands before the header in a copy of a file that has something there.
const JUNK: &[u8] = b"%junk\n";
/// A word that means nothing in an object.
const STRAY_WORD: &[u8] = b" damaged ";
/// Bytes of a stream whose length is made wrong by adding to it.
const SHORT_STREAM: usize = 5;
/// How many bytes a stream is cut by whose data was damaged: enough to lose the checksum and the last block.
const CUT_BYTES: usize = 12;

/// The data of a stream that says it is a picture where content is expected.
const NO_PICTURE: &[u8] = b"no picture";

/// The copy. `choice` counts through ways to replace text, which differ in what the rest of it tells of unknown codes.
pub(crate) fn write(
    session: &Session,
    file: &File,
    fonts: &FontStore,
    uses: &FontUses,
    choice: usize,
) -> Vec<u8> {
    let substitutes = Substitutes::new(Access::new(file, session), uses, choice);
    let content = content_streams::rewrite(session, file, fonts, &substitutes);
    let diagnostics = session.diagnostics();
    let found: BTreeSet<Code> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    let numbers = file.object_numbers();
    let copy = Copy {
        file,
        content,
        needed: needed_streams(file, &numbers),
        wrong_lengths: objects_with(&diagnostics, Code::StreamLengthWrong),
        damaged: objects_with(&diagnostics, Code::ObjectDamaged),
        wrong_checksums: objects_with(&diagnostics, Code::StreamChecksumWrong),
    };
    let mut out = if found.contains(&Code::HeaderJunk) { JUNK.to_vec() } else { Vec::new() };
    let base = out.len();
    if !found.contains(&Code::HeaderMissing) {
        let version = file.version().unwrap_or_else(|| "1.7".into());
        out.extend_from_slice(format!("%PDF-{version}\n%\u{E2}\u{E3}\n").as_bytes());
    }
    let mut places = BTreeMap::new();
    for number in numbers {
        if session.budget().check().is_err() {
            break;
        }
        let object = file.object(ObjectId { number, generation: 0 });
        // A number whose object is a mere reference would be written as what it leads to.
        let id = ObjectId { number, generation: generation_of(&object, number) };
        let mut body = Vec::new();
        if copy.write_object(number, &object, &mut body).is_some() {
            places.insert(number, (out.len() - base, id.generation));
            out.extend_from_slice(format!("{number} {} obj\n", id.generation).as_bytes());
            copy.damage_again(number, &mut body);
            out.extend_from_slice(&body);
            out.extend_from_slice(b"\nendobj\n");
        }
    }
    write_end(file, &places, &found, base, &mut out);
    out
}

fn generation_of(object: &Object<'_>, number: u32) -> u16 {
    if object.tree.id.number == number { object.tree.id.generation } else { 0 }
}

/// Writes table and trailer; where readers had to look for the objects by themselves, they have to again.
fn write_end(
    file: &File,
    places: &BTreeMap<u32, (usize, u16)>,
    found: &BTreeSet<Code>,
    base: usize,
    out: &mut Vec<u8>,
) {
    let is_broken = found.contains(&Code::XrefRepaired);
    let start = out.len() - base;
    let size = places.last_key_value().map_or(1, |(last, _)| last.saturating_add(1));
    if !is_broken {
        out.extend_from_slice(b"xref\n0 1\n0000000000 65535 f \n");
        for (number, (offset, generation)) in places {
            out.extend_from_slice(format!("{number} 1\n{offset:010} {generation:05} n \n").as_bytes());
        }
    }
    let root = file.catalog_id().map(|root| format!("/Root {root}")).unwrap_or_default();
    if !found.contains(&Code::TrailerRebuilt) {
        out.extend_from_slice(format!("trailer\n<</Size {size}{root}>>\n").as_bytes());
    }
    let start = match (is_broken, found.contains(&Code::XrefDamaged)) {
        (false, _) => format!("startxref\n{start}\n"),
        // No section stands there.
        (true, true) => "startxref\n1\n".into(),
        (true, false) => String::new(),
    };
    out.extend_from_slice(format!("{start}%%EOF\n").as_bytes());
}

/// The objects that a diagnostic names.
fn objects_with(diagnostics: &[Diagnostic], code: Code) -> BTreeSet<u32> {
    let named = diagnostics.iter().filter(|diagnostic| diagnostic.code == code);
    named.filter_map(|diagnostic| diagnostic.object).collect()
}

/// Streams that entries of dictionaries need to understand fonts.
fn needed_streams(file: &File, numbers: &[u32]) -> BTreeSet<u32> {
    let mut needed = BTreeSet::new();
    for &number in numbers {
        let object = file.object(ObjectId { number, generation: 0 });
        let tree = &object.tree;
        for node in tree.nodes.iter().chain([&tree.root]) {
            if let Node::Dict(range) = *node {
                let found = NEEDED.iter().filter_map(|key| tree.find(range, key));
                needed.extend(found.filter_map(referred));
            }
            needed.extend(profile_of(tree, *node));
        }
    }
    needed
}

fn referred(node: Node) -> Option<u32> {
    if let Node::Reference(id) = node { Some(id.number) } else { None }
}

/// The profile of a colour space: `[/ICCBased 7 0 R]`.
fn profile_of(tree: &Tree, node: Node) -> Option<u32> {
    let Node::Array(range) = node else { return None };
    match tree.nodes_of(range) {
        &[Node::Name(name), profile] if tree.bytes_of(name) == b"ICCBased" => referred(profile),
        _ => None,
    }
}

struct Copy<'f> {
    file: &'f File,
    content: BTreeMap<u32, Rewritten>,
    needed: BTreeSet<u32>,
    /// Objects whose streams have another length than they say.
    wrong_lengths: BTreeSet<u32>,
    /// Objects whose syntax is broken.
    damaged: BTreeSet<u32>,
    /// Objects whose streams are not what their checksums say.
    wrong_checksums: BTreeSet<u32>,
}

impl<'f> Copy<'f> {
    /// Writes an object; `None` for one that the copy has no use for.
    fn write_object(&self, number: u32, object: &Object<'f>, out: &mut Vec<u8>) -> Option<()> {
        let trailer_object = |key: &[u8]| self.file.trailer_value(key).and_then(|value| value.id());
        if [b"Info".as_slice(), b"Encrypt"]
            .iter()
            .any(|key| trailer_object(key).is_some_and(|id| id.number == number))
        {
            return None;
        }
        let Some(stream) = object.as_stream() else {
            write_value(object, &sealed, out);
            return Some(());
        };
        let dict = stream.dict();
        if [b"XRef".as_slice(), b"ObjStm"].iter().any(|kind| dict.name_is(b"Type", kind)) {
            return None;
        }
        if let Some(content) = self.content.get(&number) {
            self.write_content(number, dict, content, out)?;
        } else if self.needed.contains(&number) || dict.has(b"FunctionType") || dict.has(b"ShadingType") {
            self.copy_stream(&stream, out);
        } else if dict.name_is(b"Subtype", b"Image") {
            self.write_picture(dict, out)?;
        } else if dict.name_is(b"Type", b"Metadata") {
            out.extend_from_slice(b"null");
        } else {
            self.write_stream(dict, b"", b"", &[], out);
        }
        Some(())
    }

    /// Content that is rewritten, with the damage that the original has.
    fn write_content(
        &self,
        number: u32,
        dict: &Dict<'f>,
        content: &Rewritten,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        if let Some(filter) = content.image_filter {
            self.write_stream(dict, format!("/{}", filter.name()).as_bytes(), NO_PICTURE, &[], out);
            return Some(());
        }
        let mut data = compressed(&content.data)?;
        if !content.is_complete {
            data.truncate(data.len().saturating_sub(CUT_BYTES));
        } else if self.wrong_checksums.contains(&number)
            && let Some(last) = data.last_mut()
        {
            *last = !*last;
        }
        self.write_stream(dict, b"/FlateDecode", &data, &[], out);
        Some(())
    }

    /// Breaks the syntax of an object again that was broken: a word stands where none may.
    fn damage_again(&self, number: u32, body: &mut Vec<u8>) {
        if self.damaged.contains(&number) {
            let at = if body.starts_with(b"<<") { 2 } else { usize::from(body.starts_with(b"[")) };
            body.splice(at..at, STRAY_WORD.iter().copied());
        }
    }

    /// A stream with its own filters, decrypted.
    fn copy_stream(&self, stream: &Stream<'f>, out: &mut Vec<u8>) {
        let data = self.file.decrypt_stream(stream, None);
        let length = self.length(stream.id().number, data.len());
        write_dict(stream.dict(), &[(b"Length", length)], &sealed, out);
        push_data(&data, out);
    }

    fn write_stream(
        &self,
        dict: &Dict<'f>,
        filter: &[u8],
        data: &[u8],
        changes: &[(&[u8], Vec<u8>)],
        out: &mut Vec<u8>,
    ) {
        let number = dict.id().map_or(0, |id| id.number);
        let mut all: Vec<(&[u8], Vec<u8>)> = vec![
            (b"Length", self.length(number, data.len())),
            (b"Filter", filter.to_vec()),
            (b"DecodeParms", Vec::new()),
            (b"DL", Vec::new()),
            (b"Metadata", Vec::new()),
        ];
        all.extend_from_slice(changes);
        write_dict(dict, &all, &sealed, out);
        push_data(data, out);
    }

    /// The length that is stated: a wrong one where it was wrong.
    fn length(&self, number: u32, length: usize) -> Vec<u8> {
        let stated = match (self.wrong_lengths.contains(&number), length) {
            (false, right) => right,
            // Half of hardly anything is not wrong enough: the end of the data may still follow.
            (true, 0..SHORT_STREAM) => length + SHORT_STREAM,
            (true, _) => length / 2 + 1,
        };
        stated.to_string().into_bytes()
    }

    /// A picture of the same size that is all white; a huge one becomes a single dot.
    fn write_picture(&self, dict: &Dict<'f>, out: &mut Vec<u8>) -> Option<()> {
        let size = |key: &[u8]| u64::try_from(dict.int(key).unwrap_or(1)).ok().filter(|size| *size > 0);
        let bytes = size(b"Width").zip(size(b"Height")).and_then(|(w, h)| w.div_ceil(8).checked_mul(h));
        let is_mask = dict.bool(b"ImageMask") == Some(true);
        let space: &[u8] = if is_mask { b"" } else { b"/DeviceGray" };
        let mut changes: Vec<(&[u8], Vec<u8>)> = vec![
            (b"BitsPerComponent", b"1".to_vec()),
            (b"ColorSpace", space.to_vec()),
            (b"Decode", Vec::new()),
            (b"Mask", Vec::new()),
        ];
        let bytes = bytes.filter(|bytes| *bytes <= MOST_PICTURE_BYTES);
        if bytes.is_none() {
            changes.extend([b"Width".as_slice(), b"Height"].map(|key| (key, b"1".to_vec())));
        }
        let data = compressed_from(&mut io::repeat(0xFF).take(bytes.unwrap_or(1)))?;
        self.write_stream(dict, b"/FlateDecode", &data, &changes, out);
        Some(())
    }
}

fn push_data(data: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"\nstream\n");
    out.extend_from_slice(data);
    out.extend_from_slice(b"\nendstream");
}

/// What is written for a string.
fn sealed(key: &[u8], text: &[u8]) -> Vec<u8> {
    if KEPT_STRINGS.contains(&key) { text.to_vec() } else { anonymous(text) }
}
