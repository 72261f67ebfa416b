//! Inverts the `cmap` of a font: maps each glyph to its most likely character.
//!
//! A glyph may be mapped from several code points. An ordinary character wins over a compatibility form, that over the
//! private use area, and among equals the lowest wins: a space is U+0020 rather than U+00A0.

use super::sfnt::CmapTable;

/// The maximum number of runs and codes visited. A font with all of Unicode's 150,000 characters stays far below.
const MOST_STEPS: u32 = 1_000_000;

/// Marks a glyph without a character; greater than every code point.
const NONE: u32 = u32::MAX;

/// The best character of each glyph, up to the last glyph that has one.
#[derive(Debug, Default)]
pub(super) struct UnicodeOfGlyph {
    characters: Vec<u32>,
}

impl UnicodeOfGlyph {
    /// Visits the best Unicode subtable once. Allocates memory for at most `glyph_count` glyphs.
    pub(super) fn read(cmap: &CmapTable, table: &[u8], glyph_count: u32) -> Self {
        let mut characters: Vec<u32> = Vec::new();
        cmap.each_code_point(table, glyph_count, MOST_STEPS, |code, glyph| {
            let (Some(new), Ok(glyph)) =
                (char::from_u32(code).and_then(Rank::from_char), usize::try_from(glyph))
            else {
                return;
            };
            if characters.len() <= glyph {
                characters.resize(glyph + 1, NONE);
            }
            if let Some(place) = characters.get_mut(glyph) {
                let old = char::from_u32(*place).and_then(Rank::from_char);
                if old.is_none_or(|old| (new, code) < (old, *place)) {
                    *place = code;
                }
            }
        });
        Self { characters }
    }

    /// Returns the memory that the characters take.
    pub(super) fn cost(&self) -> usize {
        self.characters.capacity() * size_of::<u32>()
    }

    pub(super) fn get(&self, glyph: u32) -> Option<char> {
        char::from_u32(*self.characters.get(usize::try_from(glyph).ok()?)?)
    }
}

/// The likelihood that text uses a character, most likely first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Ordinary,
    Compatibility,
    Private,
}

impl Rank {
    /// Returns the rank of a character; `None` for controls and noncharacters, which have no glyphs.
    fn from_char(character: char) -> Option<Self> {
        let code = u32::from(character);
        match code {
            _ if character.is_control() || code & 0xFFFE == 0xFFFE => None,
            0xFDD0..=0xFDEF => None,
            0xE000..=0xF8FF | 0xF0000.. => Some(Self::Private),
            // Radicals, compatibility ideographs, presentation forms, half and full widths.
            0x2E80..=0x2FDF | 0xF900..=0xFDFF | 0xFE10..=0xFE1F | 0xFE30..=0xFEFF => {
                Some(Self::Compatibility)
            }
            0xFF00..=0xFFEF | 0x2F800..=0x2FA1F => Some(Self::Compatibility),
            _ => Some(Self::Ordinary),
        }
    }
}
