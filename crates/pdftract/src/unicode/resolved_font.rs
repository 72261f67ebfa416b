//! A font of the document with all findings about its codes, shared by all pages and threads.

use std::collections::{BTreeMap, HashMap};
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock};

use super::candidate::ShapeCandidate;
use super::code_spelling;
use super::font_store::WeakStore;
use super::gallery::Gallery;
use super::glyph_table::{GlyphTable, InfoText};
use super::numbering::Numbering;
use super::picture_cache::PictureCache;
use super::resolved::Resolved;
use crate::budget::{Account, Charge};
use crate::diagnostic::{Code, Diagnostic};
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::symbol_font::SymbolFont;
use crate::font::{Font, Scheme, load};
use crate::knowledge::Knowledge;

/// A learned face: the number of its database, and of the face in it.
pub(crate) type Face = (usize, u32);

/// A font with the texts of its codes. The facts of the font are those of [`Font`], to which this dereferences.
pub struct ResolvedFont {
    font: Font,
    /// The caller's facts about fonts.
    knowledge: Arc<Knowledge>,
    /// The candidates of the document's outlines.
    pub(super) pictures: Arc<PictureCache>,
    /// `false` if only what the file states is asked for.
    pub(super) reads_shapes: bool,
    /// The fonts of the document, for text inside Type 3 glyphs.
    pub(super) inner_fonts: Option<InnerFonts>,
    pub(super) table: GlyphTable,
    pub(super) findings: Findings,
    settled: OnceLock<BTreeMap<u32, Resolved>>,
    /// What the font is charged, as long as somebody has it.
    _charges: [Option<Charge>; 2],
}

/// The lookup of fonts for text inside the glyphs of a Type 3 font.
pub(super) struct InnerFonts {
    pub(super) store: WeakStore,
    /// The nesting depth of Type 3 fonts down to this one.
    pub(super) depth: u8,
}

/// Findings about the font as a whole, each computed on first use.
#[derive(Default)]
pub(super) struct Findings {
    /// The reason why the `/ToUnicode` map is not trusted, if there is one.
    pub(super) to_unicode_flaw: OnceLock<Option<&'static str>>,
    /// The well-known symbol font that it is, by its name.
    pub(super) symbol_font: OnceLock<Option<SymbolFont>>,
    /// The glyph numbering, if codes or names are glyph numbers in a usual order.
    pub(super) numbering: OnceLock<Option<Numbering>>,
    /// `true` if names only spell codes.
    pub(super) spells_codes: OnceLock<bool>,
    /// `true` if the codes of a renumbered TrueType program are ASCII after all.
    pub(super) codes_are_ascii: OnceLock<bool>,
    /// `true` if the glyph names of a Type 3 font contradict its shapes.
    pub(super) names_mislead: OnceLock<bool>,
    /// `true` if codes are glyph numbers, not CIDs of the collection named by the font.
    pub(super) numbers_glyphs: OnceLock<bool>,
    /// `true` if the font itself states letters of a script that the shape tables lack.
    pub(super) is_of_other_script: OnceLock<bool>,
    /// The learned face that the font is identified as.
    pub(super) face: OnceLock<Option<Face>>,
    pub(super) gallery: OnceLock<Gallery>,
    /// Characters assigned to the glyphs, each once.
    pub(super) assigned: OnceLock<BTreeMap<u32, ShapeCandidate>>,
    /// The shape candidates of codes, needed by several rungs and by the context of the document.
    pub(super) candidates: Mutex<HashMap<CharCode, Vec<ShapeCandidate>>>,
}

impl Deref for ResolvedFont {
    type Target = Font;

    #[inline]
    fn deref(&self) -> &Font {
        &self.font
    }
}

impl std::fmt::Debug for ResolvedFont {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.font.fmt(f)
    }
}

impl ResolvedFont {
    pub(super) fn new(
        font: Font,
        knowledge: Arc<Knowledge>,
        pictures: Arc<PictureCache>,
        inner_fonts: Option<InnerFonts>,
        account: Account,
        charges: [Option<Charge>; 2],
    ) -> Self {
        Self {
            font,
            knowledge,
            pictures,
            reads_shapes: true,
            inner_fonts,
            table: GlyphTable::new(account),
            findings: Findings::default(),
            settled: OnceLock::new(),
            _charges: charges,
        }
    }

    /// Returns a font that no file has.
    fn unlimited(font: Font) -> Self {
        Self::new(font, Arc::default(), Arc::default(), None, Account::unlimited(), [None, None])
    }

    /// Returns the font that replaces a missing one.
    pub(crate) fn substitute() -> Self {
        Self::unlimited(load::substitute())
    }

    /// Returns the font of text recognised by OCR.
    #[cfg(feature = "render")]
    pub(crate) fn recognised() -> Self {
        Self::unlimited(load::recognised())
    }

    pub(crate) fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Stores the answers of the document's context for codes that the font leaves open. Later calls have no effect,
    /// because all of them have the same answers.
    pub(crate) fn settle(&self, answers: BTreeMap<u32, Resolved>) {
        let _ = self.settled.set(answers);
    }

    /// Returns the answer of the document's context for a code.
    pub(super) fn settled(&self, code: u32) -> Option<&Resolved> {
        self.settled.get()?.get(&code)
    }

    /// Returns `true` if glyph names only spell the code, so that they carry no information.
    pub(super) fn spells_codes(&self) -> bool {
        let Scheme::Simple(simple) = self.scheme() else { return false };
        *self.findings.spells_codes.get_or_init(|| code_spelling::spelling(simple).is_some())
    }

    /// Returns the text at an index in [`InfoText::Sequence`].
    pub(crate) fn sequence(&self, index: usize) -> Option<Arc<str>> {
        self.table.sequence(index)
    }

    /// Returns a text of the glyph table as a string.
    pub(crate) fn text_of(&self, text: InfoText) -> String {
        match text {
            InfoText::Char(character) => character.to_string(),
            InfoText::Sequence(index) => {
                self.sequence(index as usize).map(|text| text.to_string()).unwrap_or_default()
            }
        }
    }

    /// Reports that a code has no known text; the log keeps it once.
    pub(crate) fn note_unmapped(&self, access: Access<'_>, code: u32) {
        let name = &self.facts().name;
        self.note(
            access,
            Code::GlyphUnmapped,
            format!("font {name}: no Unicode is known for code {code:#04x}"),
        );
    }

    /// Reports that the shape of a code is ambiguous; the log keeps it once.
    pub(crate) fn note_ambiguous(&self, access: Access<'_>, code: u32, text: &str) {
        let name = &self.facts().name;
        let message =
            format!("font {name}: code {code:#04x} is read as {text:?}, but could be another character");
        self.note(access, Code::ShapeAmbiguous, message);
    }

    /// Reports something about this font.
    pub(super) fn note(&self, access: Access<'_>, code: Code, message: String) {
        let mut diagnostic = Diagnostic::new(code, message);
        diagnostic.object = self.object();
        access.session.note(diagnostic);
    }
}
