//! Reads an sfnt (TrueType, OpenType): the table directory, glyph names, advances and font-wide facts.
//!
//! The tables of a PDF subset are often missing, out of order or truncated. Each is found by linear search for its
//! tag, and a missing one only makes its facts unknown.

mod cmap_table;
mod family_name;
mod glyf_table;
mod gsub_table;
mod post_table;

use std::ops::Range;
use std::sync::OnceLock;

use super::bytes::{i16_at, i32_at, offset_at, u16_at, u32_at};
use super::facts::ProgramFacts;
use crate::font::outline::{Affine, Outline};
pub(crate) use cmap_table::CmapKind;
pub(super) use cmap_table::CmapTable;
use glyf_table::GlyfTable;
pub(super) use gsub_table::{Ligature, Substitutions};
use post_table::PostTable;

/// The maximum number of tables. OpenType registers about 60 tags.
const MOST_TABLES: usize = 256;

/// `unitsPerEm` if the font does not state it; the usual value of fonts made for PDF.
const DEFAULT_UNITS_PER_EM: u16 = 1000;

/// Tables of which at least one must exist for the data to be accepted as an sfnt.
const TELLING_TABLES: [&[u8; 4]; 6] = [b"glyf", b"CFF ", b"cmap", b"head", b"hmtx", b"loca"];

/// The signature of a font collection.
const COLLECTION: &[u8] = b"ttcf";

/// The maximum number of fonts in a collection. The largest known have about ten.
const MOST_FACES: usize = 64;

/// Returns the number of fonts that the data claims to hold.
pub(super) fn face_count(data: &[u8]) -> usize {
    let is_collection = data.starts_with(COLLECTION);
    let stated = u32_at(data, 8).filter(|_| is_collection).and_then(|count| usize::try_from(count).ok());
    stated.map_or(1, |count| count.clamp(1, MOST_FACES))
}

/// The locations of the tables of an sfnt, and the tables read so far.
#[derive(Debug)]
pub(super) struct Sfnt {
    tables: Vec<([u8; 4], Range<usize>)>,
    cmap: OnceLock<CmapTable>,
    post: OnceLock<PostTable>,
}

impl Sfnt {
    /// Reads the table directory; for a collection, that of one of its fonts, counted from 0.
    pub(super) fn open(data: &[u8], face: usize) -> Option<Self> {
        let start = if data.starts_with(COLLECTION) { offset_at(data, 12 + face * 4)? } else { 0 };
        let count = usize::from(u16_at(data, start.checked_add(4)?)?).min(MOST_TABLES);
        let first = start.checked_add(12)?;
        let records = (0..count).map_while(|index| table_record(data, first.checked_add(index * 16)?));
        let tables: Vec<_> = records.filter(|(_, range)| !range.is_empty()).collect();
        let sfnt = Self { tables, cmap: OnceLock::new(), post: OnceLock::new() };
        TELLING_TABLES.iter().any(|tag| sfnt.has(tag)).then_some(sfnt)
    }

    /// Returns the bytes of a table, truncated at the end of the data; empty if it is missing.
    pub(super) fn table<'a>(&self, data: &'a [u8], tag: &[u8; 4]) -> &'a [u8] {
        let range = self.tables.iter().find(|(name, _)| name == tag).map(|(_, range)| range.clone());
        range.and_then(|range| data.get(range)).unwrap_or_default()
    }

    pub(super) fn has(&self, tag: &[u8; 4]) -> bool {
        self.tables.iter().any(|(name, _)| name == tag)
    }

    /// Returns the `cmap` table and its bytes.
    pub(super) fn cmap<'a>(&self, data: &'a [u8]) -> (&CmapTable, &'a [u8]) {
        let table = self.table(data, b"cmap");
        (self.cmap.get_or_init(|| CmapTable::read(table)), table)
    }

    /// Returns the name of a glyph, from `post`.
    pub(super) fn glyph_name<'a>(&self, data: &'a [u8], glyph: u16) -> Option<&'a [u8]> {
        let table = self.table(data, b"post");
        self.post.get_or_init(|| PostTable::read(table)).glyph_name(table, glyph)
    }

    pub(super) fn units_per_em(&self, data: &[u8]) -> u16 {
        let stated = u16_at(self.table(data, b"head"), 18);
        stated.filter(|units| *units != 0).unwrap_or(DEFAULT_UNITS_PER_EM)
    }

    /// Returns the number of glyphs: from `maxp`, else from the size of `loca` or `hmtx`.
    pub(super) fn glyph_count(&self, data: &[u8]) -> u16 {
        if let Some(count) = u16_at(self.table(data, b"maxp"), 4) {
            return count;
        }
        let offsets = self.table(data, b"loca").len() / if self.has_long_offsets(data) { 4 } else { 2 };
        let room = offsets.saturating_sub(1).max(self.table(data, b"hmtx").len() / 4);
        u16::try_from(room).unwrap_or(u16::MAX)
    }

    /// Returns the advance width of a glyph in font units. Glyphs past the last full record of `hmtx` share its
    /// advance.
    pub(super) fn advance(&self, data: &[u8], glyph: u16) -> Option<u16> {
        let table = self.table(data, b"hmtx");
        let room = table.len() / 4;
        let stated = u16_at(self.table(data, b"hhea"), 34).map(usize::from).filter(|count| *count != 0);
        let last = stated.unwrap_or(room).min(room).checked_sub(1)?;
        u16_at(table, usize::from(glyph).min(last) * 4)
    }

    /// Returns the outline of a glyph in thousandths of an em, from `glyf`.
    pub(super) fn outline(&self, data: &[u8], glyph: u16) -> Option<Outline> {
        let outline = self.glyphs(data).outline(glyph)?;
        if outline.is_empty() {
            return Some(outline);
        }
        outline.transformed(&Affine::scale(1000.0 / f32::from(self.units_per_em(data))))
    }

    /// Returns a test for glyphs of `glyf` that there is data to draw from. All others are blank or unreadable.
    pub(super) fn has_outline<'a>(&self, data: &'a [u8]) -> impl Fn(u16) -> bool + use<'a> {
        let glyphs = self.glyphs(data);
        move |glyph| glyphs.has_data(glyph)
    }

    fn glyphs<'a>(&self, data: &'a [u8]) -> GlyfTable<'a> {
        let table = |tag| self.table(data, tag);
        GlyfTable { glyf: table(b"glyf"), loca: table(b"loca"), long_offsets: self.has_long_offsets(data) }
    }

    /// Returns glyphs with their replacements in vertical text, from `GSUB`.
    pub(super) fn vertical_forms(&self, data: &[u8]) -> Vec<(u16, u16)> {
        gsub_table::vertical_forms(self.table(data, b"GSUB"))
    }

    /// Returns the substitutions of `GSUB` that keep the text.
    pub(super) fn substitutions(&self, data: &[u8]) -> Substitutions {
        gsub_table::substitutions(self.table(data, b"GSUB"))
    }

    /// Returns `true` if `loca` has four-byte offsets.
    fn has_long_offsets(&self, data: &[u8]) -> bool {
        i16_at(self.table(data, b"head"), 50) == Some(1)
    }

    pub(super) fn facts(&self, data: &[u8]) -> ProgramFacts {
        let scale = 1000.0 / f32::from(self.units_per_em(data));
        let scaled = |table: &[u8], at| Some(f32::from(i16_at(table, at)?) * scale);
        let (head, hhea, os2) =
            (self.table(data, b"head"), self.table(data, b"hhea"), self.table(data, b"OS/2"));
        let bounds = || Some([scaled(head, 36)?, scaled(head, 38)?, scaled(head, 40)?, scaled(head, 42)?]);
        let post = self.table(data, b"post");
        ProgramFacts {
            ascent: scaled(hhea, 4).or_else(|| scaled(os2, 68)),
            descent: scaled(hhea, 6).or_else(|| scaled(os2, 70)),
            bounds: bounds(),
            italic_angle: i32_at(post, 4).map(fixed),
            weight: u16_at(os2, 4).filter(|weight| (1..=1000).contains(weight)),
            is_fixed_pitch: u32_at(post, 12).map(|flag| flag != 0),
            family: family_name::family_name(self.table(data, b"name")),
        }
    }
}

/// Reads one record of the table directory. The range never exceeds the data.
fn table_record(data: &[u8], at: usize) -> Option<([u8; 4], Range<usize>)> {
    let tag = *data.get(at..)?.first_chunk::<4>()?;
    let start = offset_at(data, at.checked_add(8)?)?.min(data.len());
    let length = offset_at(data, at.checked_add(12)?)?;
    Some((tag, start..start.saturating_add(length).min(data.len())))
}

/// Converts a 16.16 fixed-point number.
fn fixed(raw: i32) -> f32 {
    raw as f32 / 65536.0
}
