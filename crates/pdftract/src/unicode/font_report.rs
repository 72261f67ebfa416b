//! Reports what is known about a font and how well its codes were read, as plain data.

use serde::Serialize;

use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use crate::font::access::Access;
use crate::font::program::ProgramKind;
use crate::font::{FontFacts, Scheme};

/// A font of the document as `pdftract fonts` shows it.
#[derive(Debug, Clone, Serialize)]
pub struct FontReport {
    /// The number of the font's object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<u32>,
    /// What the font dictionary says.
    #[serde(flatten)]
    pub facts: FontFacts,
    /// The character collection of a composite font, such as `Adobe-Japan1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// What the embedded program says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramReport>,
    /// A hash of the embedded program or of the streams that draw the font, in hexadecimal; font maps may name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// How many distinct codes in use were resolved by which source, in the order of sources.
    pub codes_by_source: Vec<SourceCount>,
}

/// What an embedded font program is.
#[derive(Debug, Clone, Serialize)]
pub struct ProgramReport {
    /// `truetype`, `opentype_cff`, `cff` or `type1`.
    pub format: &'static str,
    /// How many glyphs it holds.
    pub glyphs: u32,
    /// The family it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// From 100 to 900.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u16>,
    /// Degrees, negative when it leans to the right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub italic_angle: Option<f32>,
    /// Whether all glyphs are equally wide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_pitch: Option<bool>,
}

/// A source and how many codes it resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SourceCount {
    /// The source.
    pub source: UnicodeSource,
    /// How many codes.
    pub codes: usize,
}

impl ResolvedFont {
    /// Reports on the font. Codes count once a page has shown them.
    pub(crate) fn report(&self, access: Access<'_>) -> FontReport {
        let settled = |code| self.settled(code).map(|settled| settled.source);
        let counts = self.table.count_by_source(settled).into_iter();
        FontReport {
            object: self.object(),
            facts: self.facts().clone(),
            collection: self.collection(),
            program: self.program_report(access),
            fingerprint: self.glyphs_hash(access).map(|fingerprint| fingerprint.to_string()),
            codes_by_source: counts.map(|(source, codes)| SourceCount { source, codes }).collect(),
        }
    }

    fn collection(&self) -> Option<String> {
        let Scheme::Composite(composite) = self.scheme() else { return None };
        let info = composite.collection()?;
        let text = |bytes: &[u8]| crate::file::string::clean(&String::from_utf8_lossy(bytes)).into_owned();
        Some(format!("{}-{}-{}", text(&info.registry), text(&info.ordering), info.supplement))
    }

    fn program_report(&self, access: Access<'_>) -> Option<ProgramReport> {
        let program = self.program(access)?;
        let facts = program.facts();
        let format = match program.kind() {
            ProgramKind::TrueType => "truetype",
            ProgramKind::OpenTypeCff => "opentype_cff",
            ProgramKind::BareCff => "cff",
            ProgramKind::Type1 => "type1",
        };
        Some(ProgramReport {
            format,
            glyphs: program.glyph_count(),
            family: facts.family.map(|family| crate::file::string::clean(&family).into_owned()),
            weight: facts.weight,
            italic_angle: facts.italic_angle,
            fixed_pitch: facts.is_fixed_pitch,
        })
    }
}
