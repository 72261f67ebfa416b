//! Databases of learned glyphs (`.ptfp`): hashes of outlines with their texts, font by font.
//!
//! The format: `PTFP`, a version byte, the length of the body and the first eight bytes of its SHA-256, which end the
//! header. The body has three lists: the names of faces, the texts, and the glyphs sorted by hash, each with its
//! face, advance and text. Numbers are little-endian base-128 varints; lists and texts begin with their length. An
//! empty text marks an outline for which sources disagreed; it stays without a text permanently.

use std::collections::BTreeMap;
use std::fmt;

use sha2::{Digest, Sha256};

const MAGIC: &[u8; 4] = b"PTFP";
const VERSION: u8 = 2;
/// Enough for ten million glyphs. A larger file is rejected.
const MOST_BYTES: u64 = 256 << 20;
/// A glyph shows a ligature or, at most, a word.
const MOST_TEXT_BYTES: usize = 64;
/// The longest accepted font name; PDF limits names to 127 bytes.
const MOST_NAME_BYTES: usize = 255;
/// Magic, version, length and checksum.
const HEAD_BYTES: usize = 4 + 1 + 8 + 8;
/// The least size of a glyph: a hash and three numbers.
const LEAST_GLYPH_BYTES: usize = 8 + 3;

/// A glyph whose text was learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnedGlyph {
    /// The hash of the outline.
    pub hash: u64,
    /// The advance in thousandths of an em.
    pub advance: u16,
    /// The name of the font, without subset tag.
    pub face: String,
    /// The text of the glyph.
    pub text: String,
}

/// A database of learned glyphs from many fonts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FontDatabase {
    faces: Vec<String>,
    texts: Vec<String>,
    /// Sorted by key.
    glyphs: Vec<(Key, u32)>,
}

/// Hash, face and advance.
type Key = (u64, u32, u16);

/// A database entry for a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit<'d> {
    /// The index of the face in the database.
    pub(crate) face: u32,
    pub(crate) advance: u16,
    pub(crate) text: &'d str,
}

/// The result of adding glyphs to a database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Added {
    /// The number of new glyphs.
    pub new: usize,
    /// The number of glyphs that were already known.
    pub known: usize,
    /// Outlines with contradictory texts, which lose their text: face, first text, second text.
    pub disputed: Vec<(String, String, String)>,
}

/// The reason why a database cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontDatabaseError(String);

impl FontDatabaseError {
    /// Creates an error, for callers that fail to read the file.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for FontDatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FontDatabaseError {}

fn wrong<T>(reason: impl Into<String>) -> Result<T, FontDatabaseError> {
    Err(FontDatabaseError(reason.into()))
}

impl FontDatabase {
    /// Returns the number of glyphs.
    pub fn len(&self) -> usize {
        self.glyphs.len()
    }

    /// Returns `true` if there are no glyphs.
    pub fn is_empty(&self) -> bool {
        self.glyphs.is_empty()
    }

    /// Returns the names of the fonts.
    pub fn faces(&self) -> &[String] {
        &self.faces
    }

    /// Adds glyphs. A glyph that contradicts an existing one removes the text of both.
    pub fn add(&mut self, glyphs: impl IntoIterator<Item = LearnedGlyph>) -> Added {
        let mut added = Added::default();
        let index = |list: &[String]| -> BTreeMap<String, u32> { list.iter().cloned().zip(0..).collect() };
        let (mut faces, mut texts) = (index(&self.faces), index(&self.texts));
        let mut known_glyphs: BTreeMap<Key, u32> = std::mem::take(&mut self.glyphs).into_iter().collect();
        for LearnedGlyph { hash, advance, face, text } in glyphs {
            if !is_text(&text) || text.is_empty() || !is_name(&face) {
                continue;
            }
            let key = (hash, number_of(&face, &mut faces, &mut self.faces), advance);
            let text_number = number_of(&text, &mut texts, &mut self.texts);
            match known_glyphs.get(&key).copied() {
                None => {
                    known_glyphs.insert(key, text_number);
                    added.new += 1;
                }
                Some(known) if known == text_number => added.known += 1,
                Some(known) => {
                    let before = self.texts.get(known as usize).cloned().unwrap_or_default();
                    if !before.is_empty() {
                        let nothing = number_of("", &mut texts, &mut self.texts);
                        known_glyphs.insert(key, nothing);
                        added.disputed.push((face, before, text));
                    }
                }
            }
        }
        self.glyphs = known_glyphs.into_iter().collect();
        added
    }

    /// Returns the entries for a hash, without disputed ones.
    pub(crate) fn find(&self, hash: u64) -> impl Iterator<Item = Hit<'_>> {
        let start = self.glyphs.partition_point(|((other, ..), _)| *other < hash);
        let found = self.glyphs.iter().skip(start).take_while(move |((other, ..), _)| *other == hash);
        found.filter_map(|&((_, face, advance), text)| {
            let text = self.texts.get(text as usize)?.as_str();
            (!text.is_empty()).then_some(Hit { face, advance, text })
        })
    }

    /// Serialises the database.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for list in [&self.faces, &self.texts] {
            write_number(list.len() as u64, &mut body);
            for text in list {
                write_number(text.len() as u64, &mut body);
                body.extend_from_slice(text.as_bytes());
            }
        }
        write_number(self.glyphs.len() as u64, &mut body);
        for &((hash, face, advance), text) in &self.glyphs {
            body.extend(hash.to_be_bytes());
            write_number(face.into(), &mut body);
            write_number(advance.into(), &mut body);
            write_number(text.into(), &mut body);
        }
        let length = body.len() as u64;
        [MAGIC.as_slice(), &[VERSION], &length.to_le_bytes(), &checksum(&body), &body].concat()
    }

    /// Checks the header of a file of `length` bytes, without reading the rest.
    ///
    /// # Errors
    /// Returns an error if the header is not that of a database in a supported version, or if the length does not
    /// match.
    pub fn check_head(head: &[u8], length: u64) -> Result<(), FontDatabaseError> {
        if length > MOST_BYTES {
            return wrong(format!("the file is larger than {MOST_BYTES} bytes"));
        }
        let Some(rest) = head.strip_prefix(MAGIC) else { return wrong("not a file of learned fonts") };
        let Some((&version, rest)) = rest.split_first() else { return wrong("the file is cut off") };
        if version != VERSION {
            return wrong(format!("version {version} is not known; this program reads {VERSION}"));
        }
        let stated = rest.first_chunk().map(|stated| u64::from_le_bytes(*stated));
        match length.checked_sub(HEAD_BYTES as u64) {
            Some(body) if stated == Some(body) => Ok(()),
            Some(body) if stated.is_some_and(|stated| stated < body) => wrong("the file is too long"),
            _ => wrong("the file is cut off"),
        }
    }

    /// Reads a database and validates all of it.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid database.
    pub fn read(bytes: &[u8]) -> Result<Self, FontDatabaseError> {
        Self::check_head(bytes, bytes.len() as u64)?;
        let (head, body) = bytes.split_at_checked(HEAD_BYTES).unwrap_or_default();
        if !head.ends_with(&checksum(body)) {
            return wrong("the file is damaged: its checksum is wrong");
        }
        let damaged = || FontDatabaseError("the file is damaged: its lists do not fit together".into());
        let mut reader = Reader { rest: body };
        let database = reader.database().ok_or_else(damaged)?;
        if reader.rest.is_empty() { Ok(database) } else { Err(damaged()) }
    }
}

fn number_of(text: &str, index: &mut BTreeMap<String, u32>, list: &mut Vec<String>) -> u32 {
    if let Some(number) = index.get(text) {
        return *number;
    }
    let number = u32::try_from(list.len()).unwrap_or(u32::MAX);
    list.push(text.to_owned());
    index.insert(text.to_owned(), number);
    number
}

fn is_text(text: &str) -> bool {
    let is_none = |c: char| c.is_control() || c == '\u{FFFD}' || u32::from(c) & 0xFFFE == 0xFFFE;
    text.len() <= MOST_TEXT_BYTES && !text.chars().any(is_none)
}

fn is_name(name: &str) -> bool {
    name.len() <= MOST_NAME_BYTES && !name.chars().any(char::is_control)
}

fn checksum(body: &[u8]) -> [u8; 8] {
    Sha256::digest(body).first_chunk().copied().unwrap_or_default()
}

fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7F {
        out.push(u8::try_from(number & 0x7F).unwrap_or(0) | 0x80);
        number >>= 7;
    }
    out.push(u8::try_from(number).unwrap_or(0));
}

/// Reads the lists; returns `None` for anything invalid. Nothing is allocated from declared lengths.
struct Reader<'b> {
    rest: &'b [u8],
}

impl Reader<'_> {
    fn database(&mut self) -> Option<FontDatabase> {
        let faces = self.list(is_name)?;
        let texts = self.list(is_text)?;
        let count = usize::try_from(self.number()?).ok()?;
        let mut glyphs: Vec<(Key, u32)> = Vec::with_capacity(count.min(self.rest.len() / LEAST_GLYPH_BYTES));
        for _ in 0..count {
            let (hash, rest) = self.rest.split_first_chunk()?;
            self.rest = rest;
            let face = u32::try_from(self.number()?).ok()?;
            let advance = u16::try_from(self.number()?).ok()?;
            let text = u32::try_from(self.number()?).ok()?;
            let key = (u64::from_be_bytes(*hash), face, advance);
            let is_in_order = glyphs.last().is_none_or(|(last, _)| *last < key);
            let is_listed = faces.get(face as usize).is_some() && texts.get(text as usize).is_some();
            (is_in_order && is_listed).then_some(())?;
            glyphs.push((key, text));
        }
        Some(FontDatabase { faces, texts, glyphs })
    }

    fn list(&mut self, is_good: impl Fn(&str) -> bool) -> Option<Vec<String>> {
        let mut list = Vec::new();
        for _ in 0..self.number()? {
            let length = usize::try_from(self.number()?).ok()?;
            let (text, rest) = self.rest.split_at_checked(length)?;
            self.rest = rest;
            list.push(std::str::from_utf8(text).ok().filter(|text| is_good(text))?.to_owned());
        }
        Some(list)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyph(hash: u64, face: &str, text: &str) -> LearnedGlyph {
        LearnedGlyph { hash, advance: 500, face: face.into(), text: text.into() }
    }

    fn sample() -> FontDatabase {
        let mut database = FontDatabase::default();
        database.add([
            glyph(1, "A", "x"),
            glyph(2, "A", "ffi"),
            glyph(1, "B", "y"),
            glyph(u64::MAX, "B", "z"),
        ]);
        database
    }

    #[test]
    fn databases_round_trip() {
        let database = sample();
        assert_eq!(FontDatabase::read(&database.to_bytes()), Ok(database.clone()));
        let texts: Vec<&str> = database.find(1).map(|hit| hit.text).collect();
        assert_eq!(texts, ["x", "y"]);
    }

    #[test]
    fn disputed_outlines_lose_their_text_for_good() {
        let mut database = sample();
        let added = database.add([glyph(1, "A", "q"), glyph(2, "A", "ffi")]);
        assert_eq!((added.new, added.known), (0, 1));
        assert_eq!(added.disputed, [("A".to_owned(), "x".to_owned(), "q".to_owned())]);
        assert_eq!(database.add([glyph(1, "A", "x")]), Added::default());
        assert_eq!(database.find(1).count(), 1);
        assert_eq!(FontDatabase::read(&database.to_bytes()), Ok(database));
    }

    #[test]
    fn hostile_files_are_errors() {
        let good = sample().to_bytes();
        for length in 0..good.len() {
            assert!(FontDatabase::read(&good[..length]).is_err());
        }
        for index in 0..good.len() {
            let mut bad = good.clone();
            bad[index] ^= 0x55;
            assert!(FontDatabase::read(&bad).is_err(), "byte {index}");
        }
        // A correct checksum does not make the lists trustworthy.
        let bodies: [&[u8]; 6] = [
            b"\xFF\xFF\xFF\xFF\x7F",
            b"\x00\x00\xFF\xFF\xFF\xFF\x7F",
            b"\x01\x01\x07\x00\x00",
            b"\x00\x01\x02\xFF\xFF\x00",
            b"\x00\x00\x01\0\0\0\0\0\0\0\x01\x00\x00\x00",
            b"\x00\x00\x00\x00",
        ];
        for body in bodies {
            let length = (body.len() as u64).to_le_bytes();
            let file = [MAGIC.as_slice(), &[VERSION], &length, &checksum(body), body].concat();
            assert!(FontDatabase::read(&file).is_err(), "{body:?}");
        }
        assert!(FontDatabase::read(b"PTFP\x02").is_err() && FontDatabase::read(b"PTFP\x01").is_err());
    }
}
