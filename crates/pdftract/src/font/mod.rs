//! Fonts: from the bytes of a string to codes, from codes to Unicode with its source, and to widths.
//!
//! `load` reads a font dictionary. `Font::glyph` answers for one code; the answer is found once per font and code by
//! the ladder in `recover` and then shared by all pages and threads.

pub(crate) mod char_code;
pub(crate) mod cmap;
mod collection;
pub(crate) mod composite;
pub(crate) mod encoding;
pub(crate) mod facts;
pub(crate) mod glyph_names;
pub(crate) mod glyph_orders;
mod glyph_path;
pub(crate) mod legacy_charset;
mod legacy_font;
pub(crate) mod load;
pub(crate) mod outline;
pub(crate) mod program;
pub(crate) mod simple;
pub(crate) mod standard_fonts;
pub(crate) mod tables;
mod tex_names;
pub(crate) mod to_unicode;
pub(crate) mod type3;
mod widths;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub use facts::{FontFacts, FontKind};
pub use glyph_path::GlyphPath;

pub use crate::unicode::{
    Alternative, Explanation, FontReport, Harvest, ProgramReport, RungAnswer, SourceCount, UnicodeSource,
    Verdict,
};

use crate::diagnostic::{Code, Diagnostic};
use crate::file::{File, ObjectId};
use crate::knowledge::{Fingerprint, Knowledge};
use char_code::CharCode;
use collection::Collection;
use composite::Composite;
use program::FontProgram;
use simple::Simple;
use to_unicode::ToUnicode;
use type3::Type3;

use crate::unicode::glyph_number::Numbering;
use crate::unicode::glyph_table::{GlyphInfo, GlyphTable, InfoText};
use crate::unicode::shape::ShapeFacts;
use crate::unicode::{glyph_image, ladder, to_unicode_check};

/// Codes of a composite font that are looked at to judge it. A page of text has some eighty.
const MOST_LISTED: usize = 512;

/// A font of the document, shared by all pages that use it.
pub struct Font {
    facts: FontFacts,
    /// The font's object; 0 for one written directly into the resources.
    object: u32,
    scheme: Scheme,
    to_unicode: Option<ToUnicode>,
    /// Whether the map lies; judged when first needed.
    distrusted: OnceLock<bool>,
    /// The stream of the embedded program, opened when first needed.
    program_stream: Option<ObjectId>,
    program: OnceLock<Option<FontProgram>>,
    /// How glyphs are drawn, in a Type 3 font that is an object of its own.
    type3: Option<Box<Type3>>,
    /// Whether codes or names are glyph numbers of a usual order; worked out when first needed.
    pub(crate) numbering: OnceLock<Option<Numbering>>,
    /// The sources of codes that the context of the document settled.
    settled: OnceLock<BTreeMap<u32, UnicodeSource>>,
    pub(crate) table: GlyphTable,
    shapes: ShapeFacts,
    /// What the caller knows of fonts.
    knowledge: Arc<Knowledge>,
    fingerprint: OnceLock<Option<Fingerprint>>,
}

/// How strings become codes and codes become widths.
pub(crate) enum Scheme {
    /// One byte a code.
    Simple(Simple),
    /// Codes of one to four bytes through a CMap.
    Composite(Box<Composite>),
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Font({:?} {})", self.facts.kind, self.facts.name)
    }
}

impl Font {
    /// What the font is.
    pub fn facts(&self) -> &FontFacts {
        &self.facts
    }

    /// The number of the font's object; `None` when it is written directly into the resources.
    pub fn object(&self) -> Option<u32> {
        Some(self.object).filter(|&number| number != 0)
    }

    /// Whether text runs from top to bottom.
    pub fn is_vertical(&self) -> bool {
        match &self.scheme {
            Scheme::Simple(_) => false,
            Scheme::Composite(composite) => composite.is_vertical(),
        }
    }

    pub(crate) fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// How glyphs are drawn, if by streams.
    pub(crate) fn type3(&self) -> Option<&Type3> {
        self.type3.as_deref()
    }

    /// What `/ToUnicode` says, unless it lies.
    pub(crate) fn to_unicode(&self, file: &File) -> Option<&ToUnicode> {
        let map = self.to_unicode.as_ref()?;
        let lies = *self.distrusted.get_or_init(|| to_unicode_check::lies(self, file, map));
        (!lies).then_some(map)
    }

    /// Codes that the font itself lists, with a width.
    pub(crate) fn listed_codes(&self) -> Vec<CharCode> {
        match &self.scheme {
            Scheme::Simple(simple) => {
                simple.codes().map(|code| CharCode { value: u32::from(code), len: 1 }).collect()
            }
            Scheme::Composite(composite) => {
                let codes = composite.codes().take(MOST_LISTED);
                codes.map(|value| CharCode { value, len: 2 }).collect()
            }
        }
    }

    /// The first code of a string; at least one byte is used unless the string is empty.
    #[inline]
    pub(crate) fn next_code(&self, bytes: &[u8]) -> CharCode {
        match &self.scheme {
            Scheme::Simple(_) => CharCode { value: bytes.first().copied().map_or(0, u32::from), len: 1 },
            Scheme::Composite(composite) => composite.next_code(bytes),
        }
    }

    /// What is known of a code. The first time it is worked out, later it is looked up.
    #[inline]
    pub(crate) fn glyph(&self, file: &File, code: CharCode) -> GlyphInfo {
        self.table.get(code, || self.work_out(file, code))
    }

    fn work_out(&self, file: &File, code: CharCode) -> GlyphInfo {
        let resolved = ladder::resolve(self, file, code);
        let info = self.table.info(&resolved, self.advance(file, code));
        match &self.type3 {
            Some(type3) => type3.settle_extent(self, file, code, info),
            None => info,
        }
    }

    /// Whether there is more to ask of the font than its dictionary: glyphs to look at, or codes of an encoding.
    pub(crate) fn may_tell_more(&self) -> bool {
        let has_glyphs = self.program_stream.is_some() || self.type3.is_some();
        self.object != 0 && (has_glyphs || matches!(self.scheme, Scheme::Simple(_)))
    }

    /// Keeps which codes the context settled. The first to say it is right: all say the same.
    pub(crate) fn settle(&self, sources: BTreeMap<u32, UnicodeSource>) {
        let _ = self.settled.set(sources);
    }

    pub(crate) fn settled(&self, code: u32) -> Option<UnicodeSource> {
        self.settled.get()?.get(&code).copied()
    }

    /// Tells that a code has no meaning; the log keeps it once.
    pub(crate) fn note_unmapped(&self, file: &File, code: u32) {
        let name = &self.facts.name;
        let message = format!("font {name}: no Unicode is known for code {code:#04x}");
        let mut diagnostic = Diagnostic::new(Code::GlyphUnmapped, message);
        diagnostic.object = self.object();
        file.note(diagnostic);
    }

    /// Tells that the shape of a code could as well be another character; the log keeps it once.
    pub(crate) fn note_ambiguous(&self, file: &File, code: u32, text: &str) {
        let name = &self.facts.name;
        let message =
            format!("font {name}: code {code:#04x} is read as {text:?}, but could be another character");
        let mut diagnostic = Diagnostic::new(Code::ShapeAmbiguous, message);
        diagnostic.object = self.object();
        file.note(diagnostic);
    }

    /// What a code could also be by its shape, the likeliest first.
    pub(crate) fn alternatives(&self, file: &File, code: CharCode, text: &str) -> Vec<String> {
        let candidates = glyph_image::candidates(self, file, code).into_iter();
        candidates.map(|candidate| candidate.text).filter(|other| other != text).collect()
    }

    /// The advance in thousandths of an em.
    pub(crate) fn advance(&self, file: &File, code: CharCode) -> f32 {
        match &self.scheme {
            Scheme::Simple(simple) => simple.advance(self, file, code),
            Scheme::Composite(composite) => composite.advance(composite.cid(code)),
        }
    }

    /// The text behind an id that [`glyph`](Self::glyph) gave.
    pub(crate) fn sequence(&self, index: usize) -> Option<Arc<str>> {
        self.table.sequence(index)
    }

    /// The text that [`glyph`](Self::glyph) found.
    pub(crate) fn text_of(&self, text: InfoText) -> String {
        match text {
            InfoText::Char(character) => character.to_string(),
            InfoText::Sequence(index) => {
                self.sequence(index as usize).map(|text| text.to_string()).unwrap_or_default()
            }
        }
    }

    /// The embedded program, if there is one and it can be read.
    pub(crate) fn program(&self, file: &File) -> Option<&FontProgram> {
        let stream = self.program_stream?;
        let opened = self.program.get_or_init(|| {
            let data = file.object(stream).as_stream()?.decode_data().data.into_owned();
            let program = FontProgram::open(data);
            if program.is_none() {
                let message = format!("font {}: the embedded font program cannot be read", self.facts.name);
                file.note(Diagnostic::new(Code::FontProgramDamaged, message).in_object(stream.number));
            }
            program
        });
        opened.as_ref()
    }

    /// Whether the font's glyphs belong to a collection of Chinese, Japanese or Korean characters.
    pub(crate) fn is_ideographic(&self) -> bool {
        let Scheme::Composite(composite) = &self.scheme else { return false };
        composite.collection().is_some_and(Collection::is_known)
    }

    /// The CMap for the encoding of a country that the font names, if nothing else tells what its codes mean.
    pub(crate) fn national_cmap(&self) -> Option<&[u8]> {
        let Scheme::Composite(composite) = &self.scheme else { return None };
        let is_told = self.to_unicode.is_some() || self.program_stream.is_some();
        composite.national_cmap().filter(|_| self.object != 0 && !is_told)
    }

    pub(crate) fn shapes(&self) -> &ShapeFacts {
        &self.shapes
    }

    pub(crate) fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// What tells the embedded program from others, or the streams that draw a Type 3 font; `None` for a font without either.
    pub fn fingerprint(&self, file: &File) -> Option<Fingerprint> {
        *self.fingerprint.get_or_init(|| match &self.type3 {
            Some(type3) => type3.fingerprint(self, file),
            None => Fingerprint::of([self.program(file)?.bytes()]),
        })
    }

    /// The glyph of the embedded program that a code shows.
    pub(crate) fn program_glyph(&self, file: &File, code: CharCode) -> Option<u32> {
        let program = self.program(file)?;
        match &self.scheme {
            Scheme::Simple(_) => simple::glyph_of(self, program, u8::try_from(code.value & 0xFF).ok()?),
            Scheme::Composite(composite) => composite.glyph_of(file, program, composite.cid(code)),
        }
    }

    /// The name that the font's encoding gives a one-byte code.
    pub fn glyph_name(&self, code: u32) -> Option<String> {
        match &self.scheme {
            Scheme::Simple(simple) => {
                let name = simple.name(u8::try_from(code).ok()?)?;
                Some(String::from_utf8_lossy(name).into_owned())
            }
            Scheme::Composite(_) => None,
        }
    }
}
