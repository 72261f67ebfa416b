//! The ladder: one rung per source of Unicode, asked in order; the first that answers is believed.
//!
//! `ActualText` stands above it and is applied by the page. A value from `/ToUnicode` that is no text (U+0000,
//! U+FFFD, private use, a surrogate or a noncharacter) counts as missing for that code; a private-use one is kept
//! when no lower rung knows better.

use super::{distrust, glyph_number, shape, true_type};
use crate::file::File;
use crate::font::char_code::CharCode;
use crate::font::glyph_names::{self, NameContext};
use crate::font::program::{FontProgram, ProgramKind};
use crate::font::simple::{self, Simple};
use crate::font::standard_fonts::StandardFont;
use crate::font::to_unicode::{Mapped, Reject, classify};
use crate::font::{Font, Scheme, UnicodeSource, type3};

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
    let stated = to_unicode(font, file, code);
    let kept = match stated {
        Stated::Good(resolved) => return resolved,
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
    match font.scheme() {
        Scheme::Simple(simple) => simple_rungs(font, file, simple, code),
        Scheme::Composite(_) => composite_rungs(font, file, code),
    }
}

/// What `/ToUnicode` says of a code.
enum Stated {
    Good(Resolved),
    Private(String),
    Nothing,
}

fn to_unicode(font: &Font, file: &File, code: CharCode) -> Stated {
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

fn simple_rungs(font: &Font, file: &File, simple: &Simple, code: CharCode) -> Option<Resolved> {
    let byte = u8::try_from(code.value & 0xFF).ok()?;
    let context = name_context(simple);
    let name = simple.name(byte).filter(|_| !simple.spells_codes() && !distrust::names_lie(font, file));
    let named = name.and_then(|name| named(name, context, UnicodeSource::Agl));
    named
        .or_else(|| own_tables(font, file, simple, byte, context))
        .or_else(|| type3::resolve(font, file, code))
        .or_else(|| glyph_number::unicode_of(font, file, code))
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
fn own_tables(font: &Font, file: &File, simple: &Simple, code: u8, context: NameContext) -> Option<Resolved> {
    let program = font.program(file)?;
    if program.kind() == ProgramKind::TrueType {
        return true_type::unicode_of(font, simple, program, code);
    }
    let glyph = simple::glyph_of(font, program, code);
    // The built-in encoding says nothing where the file's own names lead to another glyph.
    let built_in = program.built_in_name(code).filter(|_| glyph == program.built_in_glyph(code));
    let by_name = built_in.and_then(|name| named(name, context, UnicodeSource::FontCmap));
    by_name.or_else(|| of_glyph(program, glyph?))
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

fn composite_rungs(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Composite(composite) = font.scheme() else { return None };
    if let Some(form) = composite.unicode_form {
        let character = form.character(code);
        let usable = character.filter(|character| classify(character.encode_utf8(&mut [0; 4])).is_none());
        if let Some(character) = usable {
            return Some(Resolved::new(character, UnicodeSource::UnicodeCmap, UNICODE_CMAP));
        }
    }
    let by_program = font
        .program(file)
        .and_then(|program| of_glyph(program, composite.glyph_of(program, composite.cid(code))?));
    by_program.or_else(|| glyph_number::unicode_of(font, file, code))
}
