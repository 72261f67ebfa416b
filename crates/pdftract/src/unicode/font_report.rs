//! Reports the facts about a font and the sources of its codes, as plain data.

use serde::Serialize;

use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use crate::font::access::Access;
use crate::font::program::ProgramKind;
use crate::font::{FontFacts, Scheme};

/// A font of the document, as shown by `pdftract fonts`.
#[derive(Debug, Clone, Serialize)]
pub struct FontReport {
    /// The number of the font's object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<u32>,
    /// The facts of the font dictionary.
    #[serde(flatten)]
    pub facts: FontFacts,
    /// The character collection of a composite font, such as `Adobe-Japan1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// The facts of the embedded program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramReport>,
    /// A hash of the embedded program or of the glyph procedures, in hexadecimal; font maps may refer to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The number of distinct codes in use by source, in the order of sources.
    pub codes_by_source: Vec<SourceCount>,
}

/// The facts of an embedded font program.
#[derive(Debug, Clone, Serialize)]
pub struct ProgramReport {
    /// `truetype`, `opentype_cff`, `cff` or `type1`.
    pub format: &'static str,
    /// The number of glyphs.
    pub glyphs: u32,
    /// The font family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The weight from 100 to 900.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u16>,
    /// The slant in degrees, negative if it leans to the right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub italic_angle: Option<f32>,
    /// `true` if all glyphs have the same width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_pitch: Option<bool>,
}

/// A source with its number of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SourceCount {
    /// The source.
    pub source: UnicodeSource,
    /// The number of codes.
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
