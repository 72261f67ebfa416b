//! Loads a [`Font`] from a font dictionary; broken or missing parts are left out, and loading never fails.

use std::sync::{Arc, OnceLock};

use super::cmap::CMapLimits;
use super::composite::Composite;
use super::facts::{self, FontFacts, FontKind};
use super::legacy_font;
use super::simple::Simple;
use super::to_unicode::ToUnicode;
use super::type3::{GlyphCache, Type3};
use super::{Font, Scheme};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::ObjectId;
use crate::file::object::Dict;
use crate::session::Session;

/// Loads a font. `true_cmap` is the CMap that its strings were found to be written for, if the font names a wrong
/// one; `drawn` caches the Type 3 glyphs of the document.
pub(crate) fn load(
    font: &Dict<'_>,
    session: &Session,
    true_cmap: Option<&str>,
    drawn: &Arc<GlyphCache>,
) -> Font {
    let cid_font = font.array(b"DescendantFonts").and_then(|fonts| fonts.get(0).as_dict());
    // Some writers omit the array around the single descendant.
    let cid_font = cid_font.or_else(|| font.dict(b"DescendantFonts"));
    let is_composite = font.name_is(b"Subtype", b"Type0") || cid_font.is_some();
    let described = cid_font.as_ref().unwrap_or(font);
    let descriptor = described.dict(b"FontDescriptor");
    let kind = kind_of(described);
    let facts = facts::read(font, described, descriptor.as_ref(), kind);
    let scheme = match &cid_font {
        Some(cid_font) if is_composite => {
            Scheme::Composite(Box::new(Composite::read(font, cid_font, true_cmap, session)))
        }
        _ => match legacy_font::find(font).filter(|_| !facts.embedded) {
            Some(legacy) => Scheme::Composite(Box::new(Composite::legacy(legacy))),
            None => Scheme::Simple(Simple::read(font, descriptor.as_ref(), &facts)),
        },
    };
    let type3 = font.id().filter(|_| kind == FontKind::Type3);
    Font {
        object: font.id().map_or(0, |id| id.number),
        to_unicode: read_to_unicode(font, session),
        program_stream: descriptor.as_ref().and_then(program_stream),
        type3: type3.map(|id| Box::new(Type3::new(id, Arc::clone(drawn)))),
        ..bare(facts, scheme)
    }
}

/// Creates a font with only facts and a scheme.
fn bare(facts: FontFacts, scheme: Scheme) -> Font {
    Font {
        facts,
        object: 0,
        scheme,
        to_unicode: None,
        program_stream: None,
        program: OnceLock::new(),
        type3: None,
        fingerprint: OnceLock::new(),
        style: OnceLock::new(),
    }
}

/// Returns the font that replaces a missing one: Helvetica in WinAnsiEncoding.
pub(crate) fn substitute() -> Font {
    bare(facts::substitute(), Scheme::Simple(Simple::substitute()))
}

/// Returns the font of text recognised by OCR.
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

/// Reads `/ToUnicode`: a stream, or the name of an identity CMap, which some writers use.
fn read_to_unicode(font: &Dict<'_>, session: &Session) -> Option<ToUnicode> {
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
        session.note(Diagnostic::new(Code::ToUnicodeDamaged, message).in_object(stream.id().number));
    }
    Some(map)
}
