//! Adds a `/ToUnicode` map to fonts whose text was recovered, in an incremental update.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::font_uses::{FontUse, FontUses, Known};
use super::to_unicode_map;
use super::update::Update;
use crate::budget::Stop;
use crate::clock;
use crate::file::{File, ObjectId};
use crate::font::FontKind;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::text::clean::without_ligatures;
use crate::unicode::{Resolver, UnicodeSource};

/// The maximum number of codes taken over from an old map, which is the maximum number of glyphs in a font.
const MOST_OLD_CODES: usize = 65_536;
/// The confidence in hundredths from which a glyph name is one that every reader knows.
const COMMON_NAME: u8 = 90;

/// Options of a repair.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RepairOptions {
    /// The least confidence, from 0 to 1, of text that is written.
    pub min_confidence: f32,
    /// Repair signed files too, although their signatures will no longer cover the whole file.
    pub force: bool,
}

impl RepairOptions {
    /// Returns these options after applying a change.
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

/// A repaired file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Repaired {
    /// The whole file: the original bytes, followed by the update if there is one.
    pub bytes: Vec<u8>,
    /// The fonts that got a map, by object number.
    pub fonts: Vec<RepairedFont>,
    /// The names of fonts that need a map but cannot be changed, because they are direct objects.
    pub unreachable: Vec<String>,
}

/// A font that got a new map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RepairedFont {
    /// The number of the font's object.
    pub object: u32,
    /// The name of the font.
    pub name: String,
    /// The number of codes in the new map.
    pub codes: usize,
    /// The number of these codes that were recovered rather than copied.
    pub recovered: usize,
    /// The number of codes in use that were left out because of low confidence.
    pub left_out: usize,
}

/// The reason why a file is not repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RepairError {
    /// The file is signed; with the names of the signatures.
    Signed(Vec<String>),
    /// The file is encrypted, and there is no key to encrypt new objects with.
    Locked,
    /// The caller cancelled, or the time limit was reached.
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
    /// Determines the maps that fonts need, for the codes used on pages.
    pub(crate) fn find(access: Access<'_>, uses: &FontUses, options: RepairOptions) -> Self {
        let mut maps = Self::default();
        for (&object, font_use) in uses.by_object.iter().take_while(|_| !clock::is_over_often()) {
            let Some((texts, summary)) = new_map(access, font_use, options) else { continue };
            if !is_there(access.file, object, &to_unicode_map::write(&texts)) {
                maps.by_object.insert(object, (texts, RepairedFont { object, ..summary }));
            }
        }
        let direct = uses.direct.iter().filter(|(_, font_use)| new_map(access, font_use, options).is_some());
        maps.unreachable = direct.map(|(name, _)| name.clone()).collect();
        maps
    }

    /// Returns `true` if no font needs a map.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_object.is_empty()
    }

    /// Adds maps found after these were applied: each recovered letter helps to recover others.
    pub(crate) fn add(&mut self, more: Self) {
        for (object, (texts, summary)) in more.by_object {
            let before = self.by_object.get(&object).map_or(0, |(_, before)| before.recovered);
            let recovered = before + summary.recovered;
            self.by_object.insert(object, (texts, RepairedFont { recovered, ..summary }));
        }
    }

    /// Returns the file with an update that adds the maps.
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

/// Returns `true` if a font already has exactly this map, trusted or not.
fn is_there(file: &File, number: u32, map: &str) -> bool {
    let font = file.object(ObjectId { number, generation: 0 }).as_dict();
    font.and_then(|font| font.stream(b"ToUnicode"))
        .is_some_and(|stream| stream.decode().data == map.as_bytes())
}

/// Returns the map of a font that needs one.
fn new_map(
    access: Access<'_>,
    font_use: &FontUse,
    options: RepairOptions,
) -> Option<(BTreeMap<CharCode, String>, RepairedFont)> {
    let least = options.min_confidence * 100.0;
    let is_sure = |known: &Known| f32::from(known.confidence_percent) >= least && !known.text.is_empty();
    let is_old = |known: &Known| known.source == UnicodeSource::ToUnicode;
    let facts = font_use.font.facts();
    // Readers prefer an existing map to glyph names, and few use the names of Type 3 glyphs.
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

/// Returns the texts of the font's current map, unless it is untrusted.
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
