//! Fonts as described in a PDF: strings are split into codes, and codes are mapped to glyphs, widths, names and
//! outlines.
//!
//! `load` reads a font dictionary into a [`Font`], which holds facts only. The later stage `unicode` decides the
//! Unicode text of a code.

pub(crate) mod access;
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
mod open_symbol;
pub(crate) mod outline;
mod parts;
pub(crate) mod program;
pub(crate) mod shared_parts;
pub(crate) mod simple;
pub(crate) mod standard_fonts;
mod stem;
pub(crate) mod style;
pub(crate) mod symbol_font;
pub(crate) mod tables;
mod tex_names;
pub(crate) mod to_unicode;
pub(crate) mod type3;
mod widths;

use std::sync::{Arc, OnceLock};

pub use facts::{FontFacts, FontKind};
pub use glyph_path::GlyphPath;

use crate::diagnostic::{Code, Diagnostic};
use crate::file::{File, ObjectId};
use crate::knowledge::Fingerprint;
use access::Access;
use char_code::CharCode;
use collection::Collection;
use composite::Composite;
use outline::Outline;
use program::{FontProgram, ProgramKind};
use shared_parts::SharedParts;
use simple::Simple;
use style::FontStyle;
use to_unicode::ToUnicode;
use type3::{Type3, Type3Font};

/// The number of codes of a composite font that are listed to judge it. A page of text has about eighty.
const MAX_LISTED: usize = 512;

/// A font of the document: the facts stated by its dictionary, its CMaps and its embedded program.
pub struct Font {
    facts: FontFacts,
    /// The number of the font's object; 0 for a direct object in the resources.
    object: u32,
    scheme: Scheme,
    to_unicode: Option<Arc<ToUnicode>>,
    /// The stream of the embedded program, opened on first use.
    program_stream: Option<ObjectId>,
    program: OnceLock<Option<Arc<Option<FontProgram>>>>,
    /// What fonts of the document share; `None` for fonts that no file has.
    parts: Option<Arc<SharedParts>>,
    /// The glyph procedures of a Type 3 font that is an indirect object.
    type3: Option<Box<Type3>>,
    fingerprint: OnceLock<Option<Fingerprint>>,
    /// The style refined by the embedded program, once it has been read.
    style: OnceLock<FontStyle>,
}

/// The scheme that splits strings into codes and gives codes their widths.
pub(crate) enum Scheme {
    /// One-byte codes.
    Simple(Simple),
    /// Codes of one to four bytes, mapped by a CMap.
    Composite(Box<Composite>),
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Font({:?} {})", self.facts.kind, self.facts.name)
    }
}

impl Font {
    /// Returns the name, kind and style of the font.
    pub fn facts(&self) -> &FontFacts {
        &self.facts
    }

    /// Returns the number of the font's object; `None` for a direct object in the resources.
    pub fn object(&self) -> Option<u32> {
        Some(self.object).filter(|&number| number != 0)
    }

    /// Returns `true` for vertical text, which runs from top to bottom.
    pub fn is_vertical(&self) -> bool {
        match &self.scheme {
            Scheme::Simple(_) => false,
            Scheme::Composite(composite) => composite.is_vertical(),
        }
    }

    /// Returns the memory that the font takes, without the parts that it may share with others.
    pub(crate) fn bytes(&self) -> usize {
        let names = match &self.scheme {
            Scheme::Simple(simple) => simple.bytes(),
            Scheme::Composite(_) => 0,
        };
        size_of::<Self>() + names + self.facts.name.len()
    }

    pub(crate) fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// Returns the Type 3 font, whose glyphs can be drawn.
    pub(crate) fn type3<'f>(&'f self, access: Access<'f>) -> Option<Type3Font<'f>> {
        Some(Type3Font::new(self, self.type3.as_deref()?, access))
    }

    /// Returns the style of the font: as stated by its dictionary, until [`ask_program`](Self::ask_program) was
    /// called.
    pub(crate) fn style(&self) -> FontStyle {
        let FontFacts { weight, italic, fixed_pitch, serif, .. } = self.facts;
        self.style.get().copied().unwrap_or(FontStyle { weight, italic, fixed_pitch, serif })
    }

    /// Takes the style from the embedded program, if name and dictionary leave it open.
    pub(crate) fn ask_program(&self, access: Access<'_>) {
        self.style.get_or_init(|| {
            let stated = self.style();
            let is_open = stated.weight == 400 && !stated.italic && !style::names_style(&self.facts.name);
            let Some(program) = is_open.then(|| self.program(access)).flatten() else { return stated };
            let refined = stated.refined(&program.facts());
            if refined != stated {
                return refined;
            }
            stem::measure(program).map_or(stated, |measured| stated.measured(measured))
        });
    }

    /// Returns `true` for a Type 3 font.
    pub(crate) fn is_type3(&self) -> bool {
        self.type3.is_some()
    }

    /// Returns the `/ToUnicode` map as stated by the file, correct or not.
    pub(crate) fn stated_to_unicode(&self) -> Option<&ToUnicode> {
        self.to_unicode.as_deref()
    }

    /// Returns the codes for which the font lists a width.
    pub(crate) fn listed_codes(&self) -> Vec<CharCode> {
        match &self.scheme {
            Scheme::Simple(simple) => {
                simple.codes().map(|code| CharCode { value: u32::from(code), len: 1 }).collect()
            }
            Scheme::Composite(composite) => {
                let codes = composite.codes().take(MAX_LISTED);
                codes.map(|value| CharCode { value, len: 2 }).collect()
            }
        }
    }

    /// Returns the first code of a string; it has at least one byte unless the string is empty.
    #[inline]
    pub(crate) fn next_code(&self, bytes: &[u8]) -> CharCode {
        match &self.scheme {
            Scheme::Simple(_) => CharCode { value: bytes.first().copied().map_or(0, u32::from), len: 1 },
            Scheme::Composite(composite) => composite.next_code(bytes),
        }
    }

    /// Returns `true` if there are sources beyond the dictionary: glyphs with shapes, or the codes of an encoding.
    pub(crate) fn may_tell_more(&self) -> bool {
        let has_glyphs = self.program_stream.is_some() || self.type3.is_some();
        self.object != 0 && (has_glyphs || matches!(self.scheme, Scheme::Simple(_)))
    }

    /// Returns the advance of a code in thousandths of an em.
    pub(crate) fn advance(&self, access: Access<'_>, code: CharCode) -> f32 {
        match &self.scheme {
            Scheme::Simple(simple) => {
                let byte = u8::try_from(code.value & 0xFF).unwrap_or(0);
                simple.advance(byte, || self.drawn_width(access, simple, byte))
            }
            Scheme::Composite(composite) => composite.advance(composite.cid(code)),
        }
    }

    /// Returns the width of a code in the embedded program or the Type 3 glyph.
    fn drawn_width(&self, access: Access<'_>, simple: &Simple, code: u8) -> Option<f32> {
        let of_program = || {
            let program = self.program(access)?;
            program.advance(simple.program_glyph(program, code)?)
        };
        let of_stream = || Some(self.type3(access)?.draw(code)?.width? * simple.unit());
        of_program().or_else(of_stream)
    }

    /// Returns the embedded program, if there is one and it is readable.
    pub(crate) fn program(&self, access: Access<'_>) -> Option<&FontProgram> {
        let stream = self.program_stream?;
        let opened = self.program.get_or_init(|| {
            let open = || {
                let data = access.file.object(stream).as_stream()?.decode_data().data.into_owned();
                let budget = access.session.budget();
                Some(
                    FontProgram::open(data).map(|program| program.within(budget.font_work(), budget.fonts())),
                )
            };
            let bytes = |program: &Option<FontProgram>| program.as_ref().map_or(0, FontProgram::cost);
            let program = self.parts.as_ref()?.programs.get(stream, access.session, open, bytes)?;
            if program.is_none() {
                let message = format!("font {}: the embedded font program cannot be read", self.facts.name);
                let diagnostic = Diagnostic::new(Code::FontProgramDamaged, message);
                access.session.note(diagnostic.in_object(stream.number));
            }
            Some(program)
        });
        opened.as_deref().and_then(Option::as_ref)
    }

    /// Returns `true` if the font's glyphs belong to a Chinese, Japanese or Korean collection.
    pub(crate) fn is_ideographic(&self) -> bool {
        let Scheme::Composite(composite) = &self.scheme else { return false };
        composite.collection().is_some_and(Collection::is_known)
    }

    /// Returns the predefined CMap for a legacy charset that the font names, if nothing else defines its codes.
    pub(crate) fn legacy_cmap(&self) -> Option<&[u8]> {
        let Scheme::Composite(composite) = &self.scheme else { return None };
        let is_told = self.to_unicode.is_some() || self.program_stream.is_some();
        composite.legacy_cmap().filter(|_| self.object != 0 && !is_told)
    }

    /// Returns a hash of the embedded program or of the glyph procedures of a Type 3 font; `None` for a font without
    /// either.
    pub fn fingerprint(&self, file: &File) -> Option<Fingerprint> {
        self.glyphs_hash(Access::new(file, file.session()))
    }

    /// Returns the fingerprint, charged to the budget of a session.
    pub(crate) fn glyphs_hash(&self, access: Access<'_>) -> Option<Fingerprint> {
        *self.fingerprint.get_or_init(|| match self.type3(access) {
            Some(type3) => type3.fingerprint(),
            None => Fingerprint::of([self.program(access)?.bytes()]),
        })
    }

    /// Returns the glyph of a code in the embedded program.
    pub(crate) fn program_glyph(&self, access: Access<'_>, code: CharCode) -> Option<u32> {
        let program = self.program(access)?;
        match &self.scheme {
            Scheme::Simple(simple) => simple.program_glyph(program, u8::try_from(code.value & 0xFF).ok()?),
            Scheme::Composite(composite) => {
                composite.program_glyph(access.file, program, composite.cid(code))
            }
        }
    }

    /// Returns the program and its glyph for a code, except for `.notdef` and for ideographs, whose outlines are not
    /// compared.
    pub(crate) fn shown_glyph(&self, access: Access<'_>, code: CharCode) -> Option<(&FontProgram, u32)> {
        if self.is_ideographic() {
            return None;
        }
        let program = self.program(access)?;
        let glyph = self.program_glyph(access, code)?;
        // The glyphs of Type 1 have no order, so glyph 0 is not special there.
        (glyph != 0 || program.kind() == ProgramKind::Type1).then_some((program, glyph))
    }

    /// Returns the outline of a code, in thousandths of an em.
    pub(crate) fn outline(&self, access: Access<'_>, code: CharCode) -> Option<Outline> {
        match self.type3(access) {
            Some(type3) => type3.outline(u8::try_from(code.value).ok()?),
            None => self.shown_glyph(access, code).and_then(|(program, glyph)| program.outline(glyph)),
        }
    }

    /// Returns the advance of a code in the units of [`outline`](Self::outline).
    pub(crate) fn outline_advance(&self, access: Access<'_>, code: CharCode) -> f32 {
        self.type3(access).map_or_else(|| self.advance(access, code), |type3| type3.advance(code))
    }

    /// Returns the glyph name of a one-byte code in the font's encoding.
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
