//! Writes an anonymised copy of a document that reproduces the same defects.
//!
//! All objects are rewritten under their numbers. Structure, fonts, encodings and operators are kept; letters and
//! digits of text and strings are replaced; images are blank; metadata, attachments, scripts and everything else that
//! is not needed to draw the pages is emptied. Damage of the file that pdftract has reported is reproduced.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};

use super::anonymous_codes::{Substitutes, anonymous};
use super::content_streams::{self, Rewritten};
use super::font_uses::FontUses;
use super::update::{compressed, compressed_from};
use super::value::{write_dict, write_value};
use crate::clock;
use crate::diagnostic::{Code, Diagnostic};
use crate::file::object::{Dict, Node, Object, ObjectId, Tree};
use crate::file::{File, Stream};
use crate::font::access::Access;
use crate::session::Session;
use crate::unicode::FontStore;

/// Keys of streams that are needed to interpret fonts.
const NEEDED: [&[u8]; 7] =
    [b"FontFile", b"FontFile2", b"FontFile3", b"ToUnicode", b"CIDToGIDMap", b"Encoding", b"UseCMap"];
/// Keys of strings that hold no user text: names of collections, languages and glyphs, default appearances of form
/// fields.
const KEPT_STRINGS: [&[u8]; 7] = [b"Registry", b"Ordering", b"Lang", b"CharSet", b"Panose", b"CIDSet", b"DA"];
/// The largest blank image in bytes; a scanned page has about one million. Larger images are shrunk.
const MOST_PICTURE_BYTES: u64 = 4 << 20;
/// Written before the header if the original has junk there.
const JUNK: &[u8] = b"%junk\n";
/// A keyword that is invalid in any object.
const STRAY_WORD: &[u8] = b" damaged ";
/// Streams shorter than this get a wrong length by adding to it.
const SHORT_STREAM: usize = 5;
/// The number of bytes cut from a damaged stream: enough to lose the checksum and the last block.
const CUT_BYTES: usize = 12;

/// The data of a content stream that declares an image filter.
const NO_PICTURE: &[u8] = b"no picture";

/// Writes the copy. `choice` selects among several ways to replace text; they differ in the context they leave for
/// recovering unknown codes.
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
        let object = file.object_itself(number);
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

/// Writes the cross-reference table and trailer. If the original had to be repaired by scanning, so must the copy.
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
        // There is no section at offset 1.
        (true, true) => "startxref\n1\n".into(),
        (true, false) => String::new(),
    };
    out.extend_from_slice(format!("{start}%%EOF\n").as_bytes());
}

/// Returns the objects named in diagnostics with a code.
fn objects_with(diagnostics: &[Diagnostic], code: Code) -> BTreeSet<u32> {
    let named = diagnostics.iter().filter(|diagnostic| diagnostic.code == code);
    named.filter_map(|diagnostic| diagnostic.object).collect()
}

/// Returns the streams that dictionary entries need to interpret fonts.
fn needed_streams(file: &File, numbers: &[u32]) -> BTreeSet<u32> {
    let mut needed = BTreeSet::new();
    for &number in numbers.iter().take_while(|_| !clock::is_over()) {
        let object = file.object_itself(number);
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

/// Returns the profile of a colour space `[/ICCBased 7 0 R]`.
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
    /// Objects whose streams differ in length from their `/Length`.
    wrong_lengths: BTreeSet<u32>,
    /// Objects with broken syntax.
    damaged: BTreeSet<u32>,
    /// Objects whose streams fail their checksums.
    wrong_checksums: BTreeSet<u32>,
}

impl<'f> Copy<'f> {
    /// Writes an object; returns `None` for one that the copy does not need.
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

    /// Writes rewritten content, with the damage of the original.
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

    /// Breaks the syntax of an object that was broken in the original, by inserting a stray keyword.
    fn damage_again(&self, number: u32, body: &mut Vec<u8>) {
        if self.damaged.contains(&number) {
            let at = if body.starts_with(b"<<") { 2 } else { usize::from(body.starts_with(b"[")) };
            body.splice(at..at, STRAY_WORD.iter().copied());
        }
    }

    /// Writes a stream with its original filters, decrypted.
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

    /// Returns the declared length, which is wrong if it was wrong in the original.
    fn length(&self, number: u32, length: usize) -> Vec<u8> {
        let stated = match (self.wrong_lengths.contains(&number), length) {
            (false, right) => right,
            // Half of a very short length would not be wrong enough: `endstream` might still follow within reach.
            (true, 0..SHORT_STREAM) => length + SHORT_STREAM,
            (true, _) => length / 2 + 1,
        };
        stated.to_string().into_bytes()
    }

    /// Writes a white image of the same size; a huge one becomes a single pixel.
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

/// Returns the replacement of a string.
fn sealed(key: &[u8], text: &[u8]) -> Vec<u8> {
    if KEPT_STRINGS.contains(&key) { text.to_vec() } else { anonymous(text) }
}
