//! Glyphs whose text a person stated, kept as a font map.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use pdftract::knowledge::{FontMap, FontRule};
use serde::Deserialize;

/// The text of a code of a font, as stated by a person.
#[derive(Debug, Deserialize)]
pub(super) struct Lesson {
    /// The name of the font.
    font: String,
    /// The fingerprint of its program. It decides where it is known, since many fonts have the same name.
    fingerprint: Option<String>,
    /// The code in hexadecimal.
    code: String,
    /// The text; empty for a glyph that shows none.
    text: String,
}

/// The texts stated so far.
#[derive(Debug)]
pub(super) struct Taught {
    path: PathBuf,
    map: FontMap,
}

/// The reason why a text cannot be taught.
#[derive(Debug)]
pub enum TeachError {
    /// The font map cannot be read or written.
    File(PathBuf, io::Error),
    /// The font map or the text is not valid.
    Map(PathBuf, pdftract::FontMapError),
}

impl fmt::Display for TeachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Map(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for TeachError {}

impl Taught {
    /// Reads the font map, if it exists.
    pub(super) fn read(path: PathBuf) -> Result<Self, TeachError> {
        let map = match fs::read(&path) {
            Ok(bytes) => FontMap::read(&bytes).map_err(|error| TeachError::Map(path.clone(), error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => FontMap::default(),
            Err(error) => return Err(TeachError::File(path, error)),
        };
        Ok(Self { path, map })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn font_map(&self) -> &FontMap {
        &self.map
    }

    /// Returns the number of texts.
    pub(super) fn len(&self) -> usize {
        self.map.rules.iter().map(|rule| rule.codes.len() + rule.glyphs.len()).sum()
    }

    /// Adds a text and writes the map.
    pub(super) fn add(&mut self, lesson: &Lesson) -> Result<(), TeachError> {
        // Read as a map, so that a lesson is checked exactly as a map is.
        let wrong = |error| TeachError::Map(self.path.clone(), error);
        let lesson = FontMap::read(lesson.to_toml().as_bytes()).map_err(wrong)?;
        let mut map = self.map.clone();
        for rule in lesson.rules {
            let same =
                |known: &&mut FontRule| (&known.name, known.fingerprint) == (&rule.name, rule.fingerprint);
            match map.rules.iter_mut().find(same) {
                Some(known) => known.codes.extend(rule.codes),
                None => map.rules.push(rule),
            }
        }
        write(&self.path, &to_toml(&map)).map_err(|error| TeachError::File(self.path.clone(), error))?;
        self.map = map;
        Ok(())
    }
}

impl Lesson {
    fn to_toml(&self) -> String {
        let place = match &self.fingerprint {
            Some(fingerprint) => format!("fingerprint = {}", quoted(fingerprint)),
            None => format!("name = {}", quoted(&self.font)),
        };
        format!("[[font]]\n{place}\n[font.codes]\n{} = {}\n", quoted(&self.code), quoted(&self.text))
    }
}

/// Writes the file beside its place and moves it there, so that it is never half written.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let beside = path.with_file_name(name);
    let mut file = fs::File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

fn to_toml(map: &FontMap) -> String {
    let mut out = String::from("# Written by pdftract inspect; use it with --font-map.\nversion = 1\n");
    // Writing to a string cannot fail.
    for rule in &map.rules {
        out.push_str("\n[[font]]\n");
        if let Some(name) = &rule.name {
            let _ = writeln!(out, "name = {}", quoted(name));
        }
        if let Some(fingerprint) = rule.fingerprint {
            let _ = writeln!(out, "fingerprint = \"{fingerprint}\"");
        }
        if !rule.codes.is_empty() {
            out.push_str("[font.codes]\n");
        }
        for (code, text) in &rule.codes {
            let _ = writeln!(out, "0x{code:02x} = {}", quoted(text));
        }
        if !rule.glyphs.is_empty() {
            out.push_str("[font.glyphs]\n");
        }
        for (glyph, text) in &rule.glyphs {
            let _ = writeln!(out, "{} = {}", quoted(glyph), quoted(text));
        }
    }
    out
}

/// Writes a basic string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(font: &str, code: &str, text: &str) -> Lesson {
        Lesson { font: font.into(), fingerprint: None, code: code.into(), text: text.into() }
    }

    #[test]
    fn lessons_are_written_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.toml");
        let mut taught = Taught::read(path.clone()).unwrap();
        taught.add(&lesson("A \"quoted\" \\ font", "0x41", "fi")).unwrap();
        taught.add(&lesson("A \"quoted\" \\ font", "0x42", "\"")).unwrap();
        taught.add(&lesson("B", "0x0001", "ß")).unwrap();
        taught.add(&lesson("B", "0x0001", "ẞ")).unwrap();
        let again = Taught::read(path).unwrap();
        assert_eq!(again.len(), 3);
        assert_eq!(again.font_map(), taught.font_map());
        assert_eq!(again.font_map().rules[1].codes[&1], "ẞ");
    }

    #[test]
    fn a_lesson_cannot_add_anything_but_its_text() {
        let folder = tempfile::tempdir().unwrap();
        let mut taught = Taught::read(folder.path().join("map.toml")).unwrap();
        for (code, text) in
            [("0x41\" = \"a\"\n[[font]]", "a"), ("xyz", "a"), ("0x41", "\u{7}"), ("0x41", "\u{FFFD}")]
        {
            assert!(taught.add(&lesson("A", code, text)).is_err(), "{code:?} {text:?}");
        }
        assert!(!taught.path().exists());
    }
}
