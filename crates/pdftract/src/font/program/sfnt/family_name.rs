//! Finds the family name of a font in its `name` table.

use super::super::bytes::u16_at;

/// The maximum number of records. Fonts in many languages have a few hundred.
const MOST_RECORDS: usize = 1024;

/// The longest name in bytes; PostScript interpreters allowed 127 characters.
const LONGEST_NAME: usize = 256;

const TYPOGRAPHIC_FAMILY: u16 = 16;
const FAMILY: u16 = 1;
const MACINTOSH: u16 = 1;

/// Returns the typographic family, else the family, in the first language listed.
pub(super) fn family_name(table: &[u8]) -> Option<String> {
    let count = usize::from(u16_at(table, 2)?).min(MOST_RECORDS);
    let text = |wanted: u16| {
        let mut places = (0..count).map(|index| 6 + index * 12);
        places.find_map(|at| (u16_at(table, at + 6)? == wanted).then(|| record_text(table, at))?)
    };
    text(TYPOGRAPHIC_FAMILY).or_else(|| text(FAMILY))
}

fn record_text(table: &[u8], at: usize) -> Option<String> {
    let start = usize::from(u16_at(table, 4)?) + usize::from(u16_at(table, at + 10)?);
    let length = usize::from(u16_at(table, at + 8)?).min(LONGEST_NAME);
    let bytes = table.get(start..start + length)?;
    let text = if u16_at(table, at)? == MACINTOSH {
        // Other bytes would need the Mac encoding of their script.
        bytes.is_ascii().then(|| String::from_utf8_lossy(bytes).into_owned())?
    } else {
        let units = bytes.chunks_exact(2).filter_map(|pair| u16_at(pair, 0));
        char::decode_utf16(units).collect::<Result<String, _>>().ok()?
    };
    (!text.trim().is_empty()).then_some(text)
}
