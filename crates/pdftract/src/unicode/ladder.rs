//! The ladder: one rung per source of Unicode, asked in order; the first that answers is believed.
//!
//! `ActualText` stands above it and is applied by the page. A value from `/ToUnicode` that is no text (U+0000,
//! U+FFFD, private use, a surrogate or a noncharacter) counts as missing for that code; a private-use one is kept
//! when no lower rung knows better.

use super::{collection_check, glyph_number, overrides, shape, to_unicode_check, true_type};
use crate::file::File;
use crate::font::char_code::CharCode;
use crate::font::composite::Composite;
use crate::font::glyph_names::{self, NameContext};
use crate::font::program::{FontProgram, ProgramKind};
use crate::font::simple::{self, Simple};
use crate::font::standard_fonts::StandardFont;
use crate::font::to_unicode::{Mapped, Reject, classify};
use crate::font::{Font, Scheme, type3};
use crate::unicode::UnicodeSource;

/// An answer of the ladder.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Resolved {
    pub(crate) text: String,
    pub(crate) source: UnicodeSource,
    pub(crate) confidence_percent: u8,
}

/// Confidences in hundredths, as the specification settles them (C-3, W-20).
const TO_UNICODE: u8 = 100;
const UNICODE_CMAP: u8 = 100;
/// Codes and collection are given; only glyphs that several characters share leave a doubt.
const COLLECTION: u8 = 95;
/// The CMap lacks the code, but the larger encoding that grew out of it has it.
const NATIONAL: u8 = 80;
/// The embedded program numbers its glyphs, which may be no CIDs at all.
const DOUBTFUL_COLLECTION: u8 = 50;
pub(crate) const FONT_NAME: u8 = 90;
pub(crate) const FONT_CMAP: u8 = 85;
/// A symbolic TrueType font whose codes are taken for characters because they lie where ASCII does.
pub(crate) const SYMBOL_CODE: u8 = 60;

impl Resolved {
    pub(crate) fn new(text: impl Into<String>, source: UnicodeSource, confidence_percent: u8) -> Self {
        Self { text: text.into(), source, confidence_percent }
    }

    pub(crate) fn unknown() -> Self {
        Self::new('\u{FFFD}', UnicodeSource::Unknown, 0)
    }
}

/// Asks the rungs in order.
pub(crate) fn resolve(font: &Font, file: &File, code: CharCode) -> Resolved {
    if let Some(told) = overrides::told(font, file, code) {
        return told;
    }
    let stated = to_unicode(font, file, code);
    let kept = match stated {
        Stated::Good(resolved) => {
            collection_check::signal(font, file, &resolved.text);
            return resolved;
        }
        Stated::Private(text) => Some(text),
        Stated::Nothing => None,
    };
    // Codes are taken for characters only where the shapes do not say otherwise.
    let found = below_to_unicode(font, file, code).filter(|found| {
        found.confidence_percent > SYMBOL_CODE || shape::may_be(font, file, code, &found.text)
    });
    let found = found.or_else(|| match kept {
        // A private character is often a picture: it is no letter because it looks a little like one.
        Some(_) => shape::recognise_known(font, file, code),
        None => shape::recognise(font, file, code),
    });
    // Private use is not a guess of ours: it stays, with no confidence, when nothing better is known.
    found
        .or_else(|| Some(Resolved::new(kept?, UnicodeSource::ToUnicode, 0)))
        .unwrap_or_else(Resolved::unknown)
}

/// What the sources below `/ToUnicode` say.
pub(crate) fn below_to_unicode(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    rungs(font).iter().find_map(|rung| (rung.ask)(font, file, code))
}

/// A source below `/ToUnicode`.
pub(crate) struct Rung {
    /// What it looks at, for people.
    pub(crate) name: &'static str,
    pub(crate) ask: fn(&Font, &File, CharCode) -> Option<Resolved>,
}

/// The sources below `/ToUnicode` and above shapes, in the order in which they are asked.
pub(crate) fn rungs(font: &Font) -> &'static [Rung] {
    match font.scheme() {
        Scheme::Simple(_) => &[
            Rung { name: "glyph name of the encoding", ask: encoding_name },
            Rung { name: "tables of the font program", ask: own_tables },
            Rung { name: "drawing of the glyph", ask: type3::resolve },
            Rung { name: "usual glyph numbers", ask: glyph_number::unicode_of },
        ],
        Scheme::Composite(_) => &[
            Rung { name: "Unicode CMap", ask: unicode_cmap },
            Rung { name: "collection of the CMap", ask: collection_of_cmap },
            Rung { name: "encoding of the country", ask: national_encoding },
            Rung { name: "tables of the font program", ask: composite_tables },
            Rung { name: "usual glyph numbers", ask: glyph_number::unicode_of },
            Rung { name: "collection of the font", ask: collection_of_font },
        ],
    }
}

/// What `/ToUnicode` says of a code.
pub(crate) enum Stated {
    Good(Resolved),
    Private(String),
    Nothing,
}

pub(crate) fn to_unicode(font: &Font, file: &File, code: CharCode) -> Stated {
    let Some(mapped) = font.to_unicode(file).and_then(|map| map.lookup(code.value)) else {
        return Stated::Nothing;
    };
    if let Mapped::Name(name) = mapped {
        let reading = glyph_names::unicode_of(name.as_bytes(), NameContext::General);
        return reading.map_or(Stated::Nothing, |reading| {
            let text: String = reading.text.as_slice().iter().collect();
            Stated::Good(Resolved::new(text, UnicodeSource::ToUnicode, percent(reading.rule.confidence())))
        });
    }
    let mut text = String::new();
    mapped.push_to(&mut text);
    match mapped.reject() {
        None => Stated::Good(Resolved::new(text, UnicodeSource::ToUnicode, TO_UNICODE)),
        Some(Reject::PrivateUse) => Stated::Private(text),
        Some(_) => Stated::Nothing,
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn percent(confidence: f32) -> u8 {
    (confidence * 100.0).round().clamp(0.0, 100.0) as u8
}

fn encoding_name(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Simple(simple) = font.scheme() else { return None };
    let byte = u8::try_from(code.value & 0xFF).ok()?;
    let is_believed = !simple.spells_codes() && !to_unicode_check::names_lie(font, file);
    let name = simple.name(byte).filter(|_| is_believed)?;
    named(name, name_context(simple), UnicodeSource::Agl)
}

fn name_context(simple: &Simple) -> NameContext {
    match simple.standard {
        Some(StandardFont::ZapfDingbats) => NameContext::ZapfDingbats,
        Some(StandardFont::Symbol) => NameContext::Greek,
        _ => NameContext::General,
    }
}

/// The meaning of a glyph name, if it has one that is text.
pub(crate) fn named(name: &[u8], context: NameContext, source: UnicodeSource) -> Option<Resolved> {
    let reading = glyph_names::unicode_of(name, context)?;
    let text: String = reading.text.as_slice().iter().collect();
    if classify(&text).is_some() {
        return None;
    }
    let confidence =
        if source == UnicodeSource::FontCmap { FONT_NAME } else { percent(reading.rule.confidence()) };
    Some(Resolved::new(text, source, confidence))
}

/// The tables of the embedded program.
fn own_tables(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Simple(simple) = font.scheme() else { return None };
    let code = u8::try_from(code.value & 0xFF).ok()?;
    let program = font.program(file)?;
    if program.kind() == ProgramKind::TrueType {
        return true_type::unicode_of(font, simple, program, code);
    }
    // A glyph that the font dictionary picks by name is not the one that the program has at this code.
    let is_shown = |built_in: &&[u8]| {
        simple.own_name(code).is_none_or(|own| own == *built_in || program.glyph_by_name(own).is_none())
    };
    let built_in = program.built_in_name(code).filter(is_shown);
    let by_name = built_in.and_then(|name| named(name, name_context(simple), UnicodeSource::FontCmap));
    by_name.or_else(|| of_glyph(program, simple::glyph_of(font, program, code)?))
}

/// What the program itself says of a glyph: by the reverse of its cmap, or by its name.
pub(crate) fn of_glyph(program: &FontProgram, glyph: u32) -> Option<Resolved> {
    if glyph == 0 {
        return None;
    }
    let by_cmap = program
        .unicode_of_glyph(glyph)
        .filter(|character| classify(character.encode_utf8(&mut [0; 4])).is_none());
    if let Some(character) = by_cmap {
        return Some(Resolved::new(character, UnicodeSource::FontCmap, FONT_CMAP));
    }
    named(program.glyph_name(glyph)?, NameContext::General, UnicodeSource::FontCmap)
}

/// A CMap whose codes are Unicode.
fn unicode_cmap(font: &Font, _: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Composite(composite) = font.scheme() else { return None };
    let character = composite.unicode_form?.character(code)?;
    // A radical or a compatibility form is but one of the codes of a glyph: its collection knows the usual one.
    let usual = is_variant(character).then(|| in_collection(composite, code, COLLECTION)).flatten();
    let usable = classify(character.encode_utf8(&mut [0; 4])).is_none();
    usual.or_else(|| usable.then(|| Resolved::new(character, UnicodeSource::UnicodeCmap, UNICODE_CMAP)))
}

/// Radicals, compatibility ideographs, vertical forms and private characters: other codes for glyphs that have one.
fn is_variant(character: char) -> bool {
    matches!(u32::from(character),
        0x2E80..=0x2FDF | 0xE000..=0xFAFF | 0xFE10..=0xFE1F | 0xFE30..=0xFE4F | 0x2_F800..=0x2_FA1F)
}

fn in_collection(composite: &Composite, code: CharCode, confidence: u8) -> Option<Resolved> {
    let text = composite.collection_text(code).filter(|text| classify(text).is_none())?;
    Some(Resolved::new(text, UnicodeSource::CidCollection, confidence))
}

/// The collection of CIDs that a CMap leads to: they are sure to be its own.
fn collection_of_cmap(font: &Font, _: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Composite(composite) = font.scheme() else { return None };
    if composite.is_identity() {
        return None;
    }
    in_collection(composite, code, COLLECTION)
}

/// The encoding of a country, for codes that its CMap does not have. Characters that users defined for themselves stay
/// as they are, for nobody else knows them.
fn national_encoding(font: &Font, _: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Composite(composite) = font.scheme() else { return None };
    let text = composite.national_text(code)?;
    let confidence = match classify(&text) {
        None => NATIONAL,
        Some(Reject::PrivateUse) => 0,
        Some(_) => return None,
    };
    Some(Resolved::new(text, UnicodeSource::CidCollection, confidence))
}

fn composite_tables(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Composite(composite) = font.scheme() else { return None };
    let program = font.program(file)?;
    of_glyph(program, composite.glyph_of(file, program, composite.cid(code))?)
}

/// The collection that a font names where codes are the CIDs. What the font itself says is better, because many files
/// number glyphs and name a collection all the same.
fn collection_of_font(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Composite(composite) = font.scheme() else { return None };
    let program = font.program(file);
    let has_true_cids = program.is_none_or(|program| program.is_cid() || composite.maps_cids(file));
    in_collection(composite, code, if has_true_cids { COLLECTION } else { DOUBTFUL_COLLECTION })
}
