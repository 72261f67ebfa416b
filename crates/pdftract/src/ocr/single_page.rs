//! Copies one page and everything it draws into a small separate PDF, for a renderer.
//!
//! The renderer sees only data that the parser has read: repaired, decrypted, decompressed under a cap, and without
//! anything that the page does not draw. Images larger than allowed are left out.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use super::codec_size;
use crate::budget::Budget;
use crate::file::object::Node;
use crate::file::{Dict, File, ImageFilter, Object, ObjectId, Page, Stream};
use crate::limits::Limits;
use crate::session::Session;

/// The copy, with the number of missing objects.
#[derive(Debug)]
pub(crate) struct SinglePage {
    /// The PDF file.
    pub(crate) pdf: Vec<u8>,
    /// The number of images left out because they are too large, and of objects beyond a limit.
    pub(crate) left_out: usize,
    /// The pixels of its images.
    pub(crate) image_pixels: u64,
}

/// An object of the copy. The data of a stream is kept as it was decoded until the file is assembled: a copy beside it
/// would double the memory of large images.
struct Body<'f> {
    number: u32,
    head: Vec<u8>,
    data: Option<Cow<'f, [u8]>>,
}

/// The catalog, the page tree and the page come first.
const FIRST_FREE_NUMBER: u32 = 4;

/// The part of the decoded bytes of a page that one stream other than an image may have: the renderer needs several times
/// the size of content.
const CONTENT_SHARE: u64 = 4;

/// Fonts that a picture may use, descendant fonts included; real pages have a few dozen. The renderer needs about 25 microseconds
/// and 4 KB for each, however little of it is shown.
const MAX_FONTS: usize = 2_000;

/// Replaces the fonts beyond [`MAX_FONTS`]. The renderer loads equal dictionaries once, but looks for a font that is missing
/// whenever it is selected.
const STAND_IN_FONT: &[u8] = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/// Entries that refer to anything other than drawn content: other pages, the structure tree.
const NOT_DRAWN: [&[u8]; 7] =
    [b"Parent", b"Metadata", b"PieceInfo", b"StructParents", b"StructParent", b"IRT", b"ToUnicode"];

/// The same in annotations and other dictionaries that state what they are. Fonts, images and forms of a page may have these
/// names: `/P Do` is common.
const NOT_DRAWN_IF_TYPED: [&[u8]; 11] =
    [b"P", b"Dest", b"A", b"AA", b"Popup", b"Next", b"Prev", b"First", b"Last", b"Thumb", b"B"];

/// Returns whether an entry of a dictionary belongs to what is drawn.
fn is_drawn(dict: &Dict<'_>, key: &[u8]) -> bool {
    let is_typed = || dict.has(b"Type") || dict.has(b"Subtype");
    let leads_away = NOT_DRAWN.contains(&key) || (NOT_DRAWN_IF_TYPED.contains(&key) && is_typed());
    !leads_away
}

/// Creates the copy.
pub(crate) fn copy(session: &Session, page: &Page<'_>) -> SinglePage {
    let limits = session.limits();
    let mut copier = Copier {
        file: page.file(),
        limits,
        budget: session.budget().apart(limits.picture_bytes),
        numbers: HashMap::new(),
        waiting: VecDeque::new(),
        objects: Vec::new(),
        fonts: 0,
        left_out: 0,
        image_pixels: 0,
    };
    let catalog = copier.catalog();
    let page = copier.page(page);
    let pages = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec();
    for (number, head) in (1..).zip([catalog, pages, page]) {
        copier.objects.push(Body { number, head, data: None });
    }
    while let Some((id, number)) = copier.waiting.pop_front() {
        let body = copier.object(id, number);
        copier.objects.push(body);
    }
    let Copier { left_out, image_pixels, objects, .. } = copier;
    SinglePage { left_out, image_pixels, pdf: assemble(objects) }
}

/// A pending step of the serialisation.
enum Step<'f> {
    Value(Object<'f>),
    Name(Vec<u8>),
    Text(&'static str),
}

struct Copier<'f> {
    file: &'f File,
    limits: &'f Limits,
    budget: Budget,
    numbers: HashMap<ObjectId, u32>,
    waiting: VecDeque<(ObjectId, u32)>,
    objects: Vec<Body<'f>>,
    fonts: usize,
    left_out: usize,
    image_pixels: u64,
}

impl<'f> Copier<'f> {
    /// Writes the catalog, which contains only the layers.
    fn catalog(&mut self) -> Vec<u8> {
        let mut body = b"<< /Type /Catalog /Pages 2 0 R".to_vec();
        if let Some(catalog) = self.file.catalog() {
            self.entry("/OCProperties", catalog.raw(b"OCProperties"), &mut body);
        }
        body.extend_from_slice(b" >>");
        body
    }

    fn page(&mut self, page: &Page<'f>) -> Vec<u8> {
        let shown = page.crop_box();
        let mut body = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [{} {} {} {}] /Rotate {}",
            shown.x0,
            shown.y0,
            shown.x1,
            shown.y1,
            page.rotation()
        )
        .into_bytes();
        self.entry("/Contents", page.dict().raw(b"Contents"), &mut body);
        self.entry("/Resources", page.inherited(b"Resources"), &mut body);
        self.entry("/Annots", page.dict().raw(b"Annots"), &mut body);
        self.entry("/Group", page.dict().raw(b"Group"), &mut body);
        body.extend_from_slice(b" >>");
        body
    }

    fn entry(&mut self, key: &str, value: Object<'f>, out: &mut Vec<u8>) {
        if !value.is_null() {
            out.extend_from_slice(format!(" {key} ").as_bytes());
            self.write(Step::Value(value), out);
        }
    }

    /// Writes an indirect object.
    fn object(&mut self, id: ObjectId, number: u32) -> Body<'f> {
        let value = self.file.object(id);
        let mut head = Vec::new();
        let data = match value.as_stream() {
            Some(stream) => self.stream(&stream, &mut head),
            None => {
                self.write(Step::Value(value), &mut head);
                None
            }
        };
        Body { number, head, data }
    }

    /// Writes the dictionary of a stream, and returns its data; writes `null` for images that are too large.
    fn stream(&mut self, stream: &Stream<'f>, out: &mut Vec<u8>) -> Option<Cow<'f, [u8]>> {
        let limits = self.limits;
        let stated = stated_pixels(stream.dict());
        if stated > limits.image_pixels {
            self.left_out += 1;
            out.extend_from_slice(b"null");
            return None;
        }
        let share = if stated > 0 { 1 } else { CONTENT_SHARE };
        let decoded = stream.decode_charging(limits.picture_bytes / share, &self.budget);
        let encoded =
            decoded.image_filter.map_or(0, |filter| codec_size::stated_pixels(filter, &decoded.data));
        if encoded > limits.image_pixels {
            self.left_out += 1;
            out.extend_from_slice(b"null");
            return None;
        }
        self.image_pixels = self.image_pixels.saturating_add(stated.max(encoded));
        out.extend_from_slice(b"<<");
        for (key, value) in stream.dict().iter_raw() {
            let packing = matches!(key, b"Length" | b"Filter" | b"DecodeParms" | b"F" | b"FFilter" | b"DL");
            if !packing && is_drawn(stream.dict(), key) {
                write_name(key, out);
                out.push(b' ');
                self.write(Step::Value(value), out);
            }
        }
        if let Some(filter) = decoded.image_filter {
            self.image_filter(filter, stream.dict(), out);
        }
        out.extend_from_slice(format!(" /Length {} >>", decoded.data.len()).as_bytes());
        Some(decoded.data)
    }

    /// Writes the remaining filter of an image's data, with its parameters.
    fn image_filter(&mut self, filter: ImageFilter, dict: &Dict<'f>, out: &mut Vec<u8>) {
        out.extend_from_slice(format!(" /Filter /{}", filter.name()).as_bytes());
        let parameters = dict.get(b"DecodeParms");
        let own = match parameters.as_array() {
            Some(array) => array.get(dict.list(b"Filter").len().saturating_sub(1)),
            None => parameters,
        };
        self.entry("/DecodeParms", own, out);
    }

    /// Returns the number of an object in the copy; `None` if there are too many.
    fn number(&mut self, id: ObjectId) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&id) {
            return Some(number);
        }
        if self.numbers.len() >= self.limits.picture_objects {
            self.left_out += 1;
            return None;
        }
        let number = u32::try_from(self.numbers.len()).ok()? + FIRST_FREE_NUMBER;
        self.numbers.insert(id, number);
        self.waiting.push_back((id, number));
        Some(number)
    }

    /// Writes a value with everything inside it.
    fn write(&mut self, first: Step<'f>, out: &mut Vec<u8>) {
        let mut steps = vec![first];
        while let Some(step) = steps.pop() {
            match step {
                Step::Text(text) => out.extend_from_slice(text.as_bytes()),
                Step::Name(name) => write_name(&name, out),
                Step::Value(value) => self.write_value(&value, &mut steps, out),
            }
        }
    }

    /// Counts the dictionary if it is a font, and returns whether it is one too many.
    fn has_too_many_fonts(&mut self, dict: &Dict<'_>) -> bool {
        let is_font = dict.has(b"BaseFont") || dict.name_is(b"Type", b"Font") || dict.has(b"CharProcs");
        self.fonts += usize::from(is_font);
        is_font && self.fonts > MAX_FONTS
    }

    fn write_value(&mut self, value: &Object<'f>, steps: &mut Vec<Step<'f>>, out: &mut Vec<u8>) {
        out.push(b' ');
        match value.node {
            Node::Reference(id) => match self.number(id) {
                Some(number) => out.extend_from_slice(format!("{number} 0 R").as_bytes()),
                None => out.extend_from_slice(b"null"),
            },
            Node::Bool(value) => out.extend_from_slice(value.to_string().as_bytes()),
            Node::Int(value) => out.extend_from_slice(value.to_string().as_bytes()),
            Node::Real(value) => out.extend_from_slice(value.to_string().as_bytes()),
            Node::Null => out.extend_from_slice(b"null"),
            Node::Name(_) => write_name(value.as_name().unwrap_or_default(), out),
            Node::String(_) => write_string(value.as_string().unwrap_or_default(), out),
            Node::Array(_) => {
                out.push(b'[');
                steps.push(Step::Text(" ]"));
                let items: Vec<_> =
                    value.as_array().iter().flat_map(|a| a.iter_raw().collect::<Vec<_>>()).collect();
                steps.extend(items.into_iter().rev().map(Step::Value));
            }
            Node::Dict(_) => {
                let Some(dict) = value.as_dict() else { return };
                if self.has_too_many_fonts(&dict) {
                    self.left_out += 1;
                    return out.extend_from_slice(STAND_IN_FONT);
                }
                out.extend_from_slice(b"<<");
                steps.push(Step::Text(" >>"));
                for (key, value) in dict.iter_raw().filter(|(key, _)| is_drawn(&dict, key)) {
                    steps.push(Step::Value(value));
                    steps.push(Step::Name(key.to_vec()));
                }
            }
        }
    }
}

/// Returns the pixels of an image by its dictionary; 0 for other streams.
fn stated_pixels(dict: &Dict<'_>) -> u64 {
    let side = |key: &[u8]| u64::try_from(dict.int(key).unwrap_or(0)).unwrap_or(0);
    let is_image = dict.name_is(b"Subtype", b"Image");
    if is_image { side(b"Width").saturating_mul(side(b"Height")) } else { 0 }
}

fn write_name(name: &[u8], out: &mut Vec<u8>) {
    out.push(b'/');
    for &byte in name {
        if byte.is_ascii_alphanumeric() || b"-_.+*".contains(&byte) {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("#{byte:02X}").as_bytes());
        }
    }
}

fn write_string(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'<');
    for byte in bytes {
        out.extend_from_slice(format!("{byte:02X}").as_bytes());
    }
    out.push(b'>');
}

/// Assembles objects into a file with a cross-reference table. Each is given up once it is written.
fn assemble(mut objects: Vec<Body<'_>>) -> Vec<u8> {
    objects.sort_unstable_by_key(|body| body.number);
    let size = objects.len() + 1;
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut table = String::from("0000000000 65535 f \n");
    for Body { number, head, data } in objects {
        table.push_str(&format!("{:010} 00000 n \n", out.len()));
        out.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
        out.extend_from_slice(&head);
        if let Some(data) = data {
            out.extend_from_slice(b"\nstream\n");
            out.extend_from_slice(&data);
            out.extend_from_slice(b"\nendstream");
        }
        out.extend_from_slice(b"\nendobj\n");
    }
    let start = out.len();
    let end = format!(
        "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    out.extend_from_slice(end.as_bytes());
    out
}
