//! Turns a font dictionary into a [`Font`]; what is broken or missing is left out, never refused.

use std::sync::{Arc, OnceLock};

use super::cmap::CMapLimits;
use super::composite::Composite;
use super::facts::{self, FontKind};
use super::legacy_font;
use super::simple::Simple;
use super::to_unicode::ToUnicode;
use super::type3::Type3;
use super::{Font, Scheme};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::ObjectId;
use crate::file::object::Dict;
use crate::unicode::font_store::WeakStore;
use crate::unicode::glyph_table::GlyphTable;
use crate::unicode::shape::ShapeFacts;

/// Loads a font of a store. `depth` counts the Type 3 fonts that show text through each other down to this one.
pub(crate) fn load(font: &Dict<'_>, depth: u8, store: WeakStore) -> Font {
    let cid_font = font.array(b"DescendantFonts").and_then(|fonts| fonts.get(0).as_dict());
    // Some writers leave out the array around the one descendant.
    let cid_font = cid_font.or_else(|| font.dict(b"DescendantFonts"));
    let is_composite = font.name_is(b"Subtype", b"Type0") || cid_font.is_some();
    let described = cid_font.as_ref().unwrap_or(font);
    let descriptor = described.dict(b"FontDescriptor");
    let kind = kind_of(described);
    let facts = facts::read(font, described, descriptor.as_ref(), kind);
    let scheme = match &cid_font {
        Some(cid_font) if is_composite => {
            Scheme::Composite(Box::new(Composite::read(font, cid_font, store.true_cmap(font))))
        }
        _ => match legacy_font::of(font).filter(|_| !facts.embedded) {
            Some(legacy) => Scheme::Composite(Box::new(Composite::legacy(legacy))),
            None => Scheme::Simple(Simple::read(font, descriptor.as_ref(), kind, facts.embedded)),
        },
    };
    let knowledge = store.knowledge();
    Font {
        object: font.id().map_or(0, |id| id.number),
        to_unicode: read_to_unicode(font),
        distrusted: OnceLock::new(),
        program_stream: descriptor.as_ref().and_then(program_stream),
        program: OnceLock::new(),
        type3: font.id().filter(|_| kind == FontKind::Type3).map(|id| Box::new(Type3::new(id, depth, store))),
        numbering: OnceLock::new(),
        settled: OnceLock::new(),
        table: GlyphTable::new(),
        shapes: ShapeFacts::default(),
        knowledge,
        fingerprint: OnceLock::new(),
        facts,
        scheme,
    }
}

/// A font that stands in for one that is not there: Helvetica in the encoding of Western text.
pub(crate) fn substitute() -> Font {
    Font {
        facts: facts::substitute(),
        object: 0,
        scheme: Scheme::Simple(Simple::substitute()),
        to_unicode: None,
        distrusted: OnceLock::new(),
        program_stream: None,
        program: OnceLock::new(),
        type3: None,
        numbering: OnceLock::new(),
        settled: OnceLock::new(),
        table: GlyphTable::new(),
        shapes: ShapeFacts::default(),
        knowledge: Arc::default(),
        fingerprint: OnceLock::new(),
    }
}

/// A font for text that was recognised in a picture.
#[cfg(feature = "render")]
pub(crate) fn recognised() -> Font {
    let mut font = substitute();
    font.facts.name = "(recognised)".into();
    font
}

fn kind_of(font: &Dict<'_>) -> FontKind {
    match font.get(b"Subtype").as_name() {
        Some(b"Type1") => FontKind::Type1,
        Some(b"MMType1") => FontKind::MmType1,
        Some(b"TrueType") => FontKind::TrueType,
        Some(b"CIDFontType0") => FontKind::CidType0,
        Some(b"CIDFontType2") => FontKind::CidType2,
        Some(b"Type3") => FontKind::Type3,
        _ if font.has(b"CharProcs") => FontKind::Type3,
        _ => FontKind::Unknown,
    }
}

fn program_stream(descriptor: &Dict<'_>) -> Option<ObjectId> {
    let keys = [b"FontFile2".as_slice(), b"FontFile3", b"FontFile"];
    keys.iter().find_map(|key| descriptor.stream(key)).map(|stream| stream.id())
}

/// Reads `/ToUnicode`: a stream, or the name of an identity CMap, which some writers put there.
fn read_to_unicode(font: &Dict<'_>) -> Option<ToUnicode> {
    let entry = font.get(b"ToUnicode");
    if let Some(name) = entry.as_name() {
        return matches!(name, b"Identity-H" | b"Identity-V").then(ToUnicode::identity);
    }
    let stream = entry.as_stream()?;
    let limits = CMapLimits::default();
    let mut map = ToUnicode::parse(&stream.decode_data().data, &limits);
    if let Some(parent) = stream.dict().name(b"UseCMap") {
        map.set_use_cmap(&parent);
    }
    let parent = stream.dict().stream(b"UseCMap");
    map.link(|name| match name {
        b"Identity-H" | b"Identity-V" => Some(Arc::new(ToUnicode::identity())),
        _ => Some(Arc::new(ToUnicode::parse(&parent.as_ref()?.decode_data().data, &limits))),
    });
    let facts = map.facts();
    if facts.damaged + facts.dropped > 0 {
        let message = format!("{} entries of a ToUnicode map cannot be read", facts.damaged + facts.dropped);
        font.file().note(Diagnostic::new(Code::ToUnicodeDamaged, message).in_object(stream.id().number));
    }
    Some(map)
}
