//! Gives fonts whose text was recovered a `/ToUnicode` that says so, in an incremental update.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::to_unicode_map;
use super::update::Update;
use crate::clean::ligature;
use crate::content::{Glyph, PageGlyphs};
use crate::file::{File, ObjectId};
use crate::font::char_code::CharCode;
use crate::font::{Font, FontKind, UnicodeSource};

/// Codes of an old map that are taken over. A font has at most this many glyphs.
const MOST_OLD_CODES: usize = 65_536;
/// Confidence in hundredths from which on a glyph name is one that every reader knows.
const COMMON_NAME: u8 = 90;

/// How a file is repaired.
#[derive(Debug, Clone, Copy)]
pub struct RepairOptions {
    /// Only what is at least so sure, from 0 to 1, is written.
    pub min_confidence: f32,
    /// Whether to go on though signatures will no longer cover the whole file.
    pub force: bool,
}

impl Default for RepairOptions {
    fn default() -> Self {
        Self { min_confidence: 0.7, force: false }
    }
}

/// A file after repair.
#[derive(Debug)]
pub struct Repaired {
    /// The whole file: the original bytes, and the update if there is one.
    pub bytes: Vec<u8>,
    /// The fonts that got a map, by object number.
    pub fonts: Vec<RepairedFont>,
    /// Fonts whose map is worth repairing and that cannot be reached, by name: they are no objects of their own.
    pub unreachable: Vec<String>,
}

/// A font that got a new map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RepairedFont {
    /// The number of the font's object.
    pub object: u32,
    /// Its name.
    pub name: String,
    /// How many codes the new map has.
    pub codes: usize,
    /// How many of them were recovered, not copied.
    pub recovered: usize,
    /// How many codes in use are left out, because what they mean is not sure enough.
    pub left_out: usize,
}

/// Why a file is not repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RepairError {
    /// It is signed: the names of the signatures.
    Signed(Vec<String>),
    /// It is encrypted in a way that leaves no key to write with.
    Locked,
}

impl fmt::Display for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signed(names) => {
                write!(f, "the file is signed and the repair would invalidate it: {}", names.join(", "))
            }
            Self::Locked => write!(f, "the file is encrypted and there is no key to write with"),
        }
    }
}

impl std::error::Error for RepairError {}

/// What is known of a code in use.
struct Known {
    text: String,
    source: UnicodeSource,
    confidence_percent: u8,
}

/// A font and its codes in use.
struct FontUse {
    font: Arc<Font>,
    codes: BTreeMap<CharCode, Known>,
}

/// The fonts and codes that pages use.
#[derive(Default)]
pub(crate) struct FontUses {
    by_object: BTreeMap<u32, FontUse>,
    direct: BTreeMap<String, FontUse>,
}

impl FontUses {
    /// Adds the glyphs of a page.
    pub(crate) fn add(&mut self, page: &PageGlyphs, file: &File) {
        for glyph in &page.glyphs {
            let Some(font) = page.font(glyph) else { continue };
            let new = || FontUse { font: Arc::clone(font), codes: BTreeMap::new() };
            let entry = match font.object() {
                Some(object) => self.by_object.entry(object).or_insert_with(new),
                None => self.direct.entry(font.facts().name.clone()).or_insert_with(new),
            };
            let code = CharCode { value: glyph.code, len: glyph.code_bytes };
            entry.codes.entry(code).or_insert_with(|| known(page, glyph, font, file, code));
        }
    }
}

/// What a code means by itself, whatever `ActualText` makes of it on this page.
fn known(page: &PageGlyphs, glyph: &Glyph, font: &Font, file: &File, code: CharCode) -> Known {
    if glyph.source != UnicodeSource::ActualText {
        let (source, confidence_percent) = (glyph.source, glyph.confidence_percent);
        return Known { text: page.text(glyph), source, confidence_percent };
    }
    let info = font.glyph(file, code);
    let (source, confidence_percent) = (info.source, info.confidence_percent);
    Known { text: font.text_of(info.text), source, confidence_percent }
}

/// Repairs a file whose pages were read.
pub(crate) fn repair(file: &File, uses: &FontUses, options: RepairOptions) -> Result<Repaired, RepairError> {
    let mut update = Update::new(file);
    let mut fonts = Vec::new();
    for (&object, font_use) in &uses.by_object {
        let Some((texts, mut summary)) = new_map(file, font_use, options) else { continue };
        let id = ObjectId { number: object, generation: 0 };
        let Some(dict) = file.object(id).as_dict().filter(|dict| dict.id().is_some()) else { continue };
        let stream = update.add_stream("", to_unicode_map::write(&texts).as_bytes()).ok_or(RepairError::Locked)?;
        let change: (&[u8], Vec<u8>) = (b"ToUnicode", stream.to_string().into_bytes());
        update.change(&dict, &[change]).ok_or(RepairError::Locked)?;
        summary.object = object;
        fonts.push(summary);
    }
    let direct = uses.direct.iter().filter(|(_, font_use)| new_map(file, font_use, options).is_some());
    let unreachable = direct.map(|(name, _)| name.clone()).collect();
    if !update.is_empty() && !options.force {
        let signatures = file.signatures();
        if !signatures.is_empty() {
            return Err(RepairError::Signed(signatures));
        }
    }
    Ok(Repaired { bytes: update.finish(), fonts, unreachable })
}

/// The map of a font that needs one.
fn new_map(
    file: &File,
    font_use: &FontUse,
    options: RepairOptions,
) -> Option<(BTreeMap<CharCode, String>, RepairedFont)> {
    let least = options.min_confidence * 100.0;
    let is_sure = |known: &Known| f32::from(known.confidence_percent) >= least && !known.text.is_empty();
    let is_old = |known: &Known| known.source == UnicodeSource::ToUnicode;
    let is_type3 = font_use.font.facts().kind == FontKind::Type3;
    let is_read_by_all = |known: &Known| {
        let is_name = known.source == UnicodeSource::Agl && known.confidence_percent >= COMMON_NAME;
        is_old(known) || (is_name && !is_type3)
    };
    let recovered = |known: &Known| is_sure(known) && !is_old(known);
    if !font_use.codes.values().any(|known| recovered(known) && !is_read_by_all(known)) {
        return None;
    }
    let mut texts = old_texts(file, font_use);
    for (&code, known) in font_use.codes.iter().filter(|(_, known)| recovered(known)) {
        texts.insert(code, expanded(&known.text));
    }
    let count = |wanted: &dyn Fn(&Known) -> bool| font_use.codes.values().filter(|known| wanted(known)).count();
    let summary = RepairedFont {
        object: 0,
        name: font_use.font.facts().name.clone(),
        codes: texts.len(),
        recovered: count(&recovered),
        left_out: count(&|known| !is_old(known) && !is_sure(known)),
    };
    Some((texts, summary))
}

/// What the font's map says already, unless it lies.
fn old_texts(file: &File, font_use: &FontUse) -> BTreeMap<CharCode, String> {
    let mut texts = BTreeMap::new();
    let Some(map) = font_use.font.to_unicode(file) else { return texts };
    let length = font_use.codes.keys().map(|code| code.len).max().unwrap_or(1);
    for value in map.codes(MOST_OLD_CODES) {
        let used = font_use.codes.keys().find(|code| code.value == value);
        let code = used.copied().unwrap_or(CharCode { value, len: length });
        let fits = u32::from(code.len) >= 4 || value >> (8 * u32::from(code.len)) == 0;
        let mut text = String::new();
        if let Some(mapped) = map.lookup(value).filter(|_| fits) {
            mapped.push_to(&mut text);
        }
        if !text.is_empty() {
            texts.entry(code).or_insert(text);
        }
    }
    texts
}

/// Letters instead of Latin ligatures, so that words are found.
fn expanded(text: &str) -> String {
    let mut out = String::new();
    text.chars().for_each(|character| ligature::push_expanded(character, &mut out));
    out
}
