//! Gives fonts whose text was recovered a `/ToUnicode` that says so, in an incremental update.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::font_uses::{FontUse, FontUses, Known};
use super::to_unicode_map;
use super::update::Update;
use crate::budget::Stop;
use crate::file::{File, ObjectId};
use crate::font::FontKind;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::text::clean::without_ligatures;
use crate::unicode::{Resolver, UnicodeSource};

/// Codes of an old map that are taken over. A font has at most this many glyphs.
const MOST_OLD_CODES: usize = 65_536;
/// Confidence in hundredths from which on a glyph name is one that every reader knows.
const COMMON_NAME: u8 = 90;

/// How a file is repaired.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RepairOptions {
    /// Only what is at least so sure, from 0 to 1, is written.
    pub min_confidence: f32,
    /// Whether to go on though signatures will no longer cover the whole file.
    pub force: bool,
}

impl RepairOptions {
    /// Returns these options with a change.
    ///
    /// ```
    /// use pdftract::RepairOptions;
    /// let options = RepairOptions::default().with(|options| options.force = true);
    /// # assert!(options.force);
    /// ```
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

impl Default for RepairOptions {
    fn default() -> Self {
        Self { min_confidence: 0.7, force: false }
    }
}

/// A file after repair.
#[derive(Debug)]
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
pub enum RepairError {
    /// It is signed: the names of the signatures.
    Signed(Vec<String>),
    /// It is encrypted in a way that leaves no key to write with.
    Locked,
    /// The caller cancelled, or the time allowed was over.
    Stopped(Stop),
}

impl fmt::Display for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signed(names) => {
                write!(f, "the file is signed and the repair would invalidate it: {}", names.join(", "))
            }
            Self::Locked => write!(f, "the file is encrypted and there is no key to write with"),
            Self::Stopped(stop) => write!(f, "stopped: {}", stop.reason()),
        }
    }
}

impl std::error::Error for RepairError {}

/// New maps by the object of their font.
#[derive(Default)]
pub(crate) struct NewMaps {
    by_object: BTreeMap<u32, (BTreeMap<CharCode, String>, RepairedFont)>,
    unreachable: Vec<String>,
}

impl NewMaps {
    /// The maps that fonts of a file need, as far as its pages show their codes.
    pub(crate) fn find(access: Access<'_>, uses: &FontUses, options: RepairOptions) -> Self {
        let mut maps = Self::default();
        for (&object, font_use) in &uses.by_object {
            let Some((texts, summary)) = new_map(access, font_use, options) else { continue };
            if !is_there(access.file, object, &to_unicode_map::write(&texts)) {
                maps.by_object.insert(object, (texts, RepairedFont { object, ..summary }));
            }
        }
        let direct = uses.direct.iter().filter(|(_, font_use)| new_map(access, font_use, options).is_some());
        maps.unreachable = direct.map(|(name, _)| name.clone()).collect();
        maps
    }

    /// Whether no font needs one.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_object.is_empty()
    }

    /// Adds what was found once these maps were in their place: one letter known helps to read the next.
    pub(crate) fn add(&mut self, more: Self) {
        for (object, (texts, summary)) in more.by_object {
            let before = self.by_object.get(&object).map_or(0, |(_, before)| before.recovered);
            let recovered = before + summary.recovered;
            self.by_object.insert(object, (texts, RepairedFont { recovered, ..summary }));
        }
    }

    /// The file with the maps behind it.
    pub(crate) fn write(&self, file: &File, options: RepairOptions) -> Result<Repaired, RepairError> {
        if !self.is_empty() && !options.force {
            let signatures = file.signatures();
            if !signatures.is_empty() {
                return Err(RepairError::Signed(signatures));
            }
        }
        let mut update = Update::new(file);
        let mut fonts = Vec::new();
        for (&number, (texts, summary)) in &self.by_object {
            let Some(dict) = file.object(ObjectId { number, generation: 0 }).as_dict() else { continue };
            let map = to_unicode_map::write(texts);
            let stream = update.add_stream("", map.as_bytes()).ok_or(RepairError::Locked)?;
            let change: (&[u8], Vec<u8>) = (b"ToUnicode", stream.to_string().into_bytes());
            update.change(&dict, &[change]).ok_or(RepairError::Locked)?;
            fonts.push(summary.clone());
        }
        Ok(Repaired { bytes: update.finish(), fonts, unreachable: self.unreachable.clone() })
    }
}

/// Whether a font has this very map already, believed or not.
fn is_there(file: &File, number: u32, map: &str) -> bool {
    let font = file.object(ObjectId { number, generation: 0 }).as_dict();
    font.and_then(|font| font.stream(b"ToUnicode"))
        .is_some_and(|stream| stream.decode().data == map.as_bytes())
}

/// The map of a font that needs one.
fn new_map(
    access: Access<'_>,
    font_use: &FontUse,
    options: RepairOptions,
) -> Option<(BTreeMap<CharCode, String>, RepairedFont)> {
    let least = options.min_confidence * 100.0;
    let is_sure = |known: &Known| f32::from(known.confidence_percent) >= least && !known.text.is_empty();
    let is_old = |known: &Known| known.source == UnicodeSource::ToUnicode;
    let facts = font_use.font.facts();
    // A map that says something else comes before the names, and names of Type 3 glyphs are asked by few.
    let asks_names = facts.kind != FontKind::Type3 && !facts.to_unicode;
    let is_read_by_all = |known: &Known| {
        let is_name = known.source == UnicodeSource::Agl && known.confidence_percent >= COMMON_NAME;
        is_old(known) || (is_name && asks_names)
    };
    let recovered = |known: &Known| is_sure(known) && !is_old(known);
    if !font_use.codes.values().any(|known| recovered(known) && !is_read_by_all(known)) {
        return None;
    }
    let mut texts = old_texts(access, font_use);
    for (&code, known) in font_use.codes.iter().filter(|(_, known)| recovered(known)) {
        texts.insert(code, without_ligatures(&known.text));
    }
    let count =
        |wanted: &dyn Fn(&Known) -> bool| font_use.codes.values().filter(|known| wanted(known)).count();
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
fn old_texts(access: Access<'_>, font_use: &FontUse) -> BTreeMap<CharCode, String> {
    let mut texts = BTreeMap::new();
    let Some(map) = Resolver::new(&font_use.font, access).to_unicode() else { return texts };
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
