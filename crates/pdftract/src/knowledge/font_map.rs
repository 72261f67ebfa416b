//! Reads font maps: TOML files in which users define the text of codes or glyphs of a font.

use std::collections::BTreeMap;
use std::fmt;

use super::Fingerprint;
use super::toml::{self, Kind, Table, TomlError, Value};

/// The version of the format, written as `version = 1`.
const VERSION: i64 = 1;
/// The largest accepted map. A map for a whole library of fonts has a few thousand lines.
const MOST_BYTES: usize = 4 << 20;
/// A glyph shows a ligature or, at most, a word.
const MOST_CHARACTERS: usize = 64;

/// User-defined texts for codes and glyphs of fonts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FontMap {
    /// The rules in the order of the file.
    pub rules: Vec<FontRule>,
}

/// The texts of one font.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FontRule {
    /// The name of the font, with or without its subset tag.
    pub name: Option<String>,
    /// The fingerprint of the font's program, as `pdftract fonts --json` shows it.
    pub fingerprint: Option<Fingerprint>,
    /// Texts by character code.
    pub codes: BTreeMap<u32, String>,
    /// Texts by glyph name, or by `#` and the glyph's number in the font program.
    pub glyphs: BTreeMap<String, String>,
}

/// An error in a font map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontMapError {
    /// The line, counted from 1.
    pub line: usize,
    /// A description of the error.
    pub reason: String,
}

impl fmt::Display for FontMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for FontMapError {}

impl FontMap {
    /// Reads a map from the bytes of its file.
    ///
    /// # Errors
    /// Returns the line and the reason if the bytes are not a valid map.
    ///
    /// ```
    /// let map = pdftract::knowledge::FontMap::read(
    ///     r##"
    ///     [[font]]
    ///     name = "Corporate-Bold"
    ///     codes = { 0x41 = "fi", 66 = "A" }
    ///     glyphs = { g17 = "ß", "#4" = "€" }
    ///     "##.as_bytes(),
    /// )?;
    /// assert_eq!(map.rules[0].codes[&0x41], "fi");
    /// # Ok::<(), pdftract::knowledge::FontMapError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, FontMapError> {
        if bytes.len() > MOST_BYTES {
            return Err(at_line(1, format!("the file is larger than {MOST_BYTES} bytes")));
        }
        let source = std::str::from_utf8(bytes).map_err(|error| {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            at_line(1 + before.iter().filter(|byte| **byte == b'\n').count(), "the text is not UTF-8")
        })?;
        let mut root = toml::read(source)?;
        match root.remove("version").map(|value| (value.line, value.kind)) {
            None | Some((_, Kind::Integer(VERSION))) => {}
            Some((line, Kind::Integer(version))) => {
                let reason = format!("version {version} is not known; this program reads {VERSION}");
                return Err(at_line(line, reason));
            }
            Some((line, _)) => return Err(at_line(line, "the version is no integer")),
        }
        let fonts = match root.remove("font").map(|value| (value.line, value.kind)) {
            None => Vec::new(),
            Some((_, Kind::List(fonts))) => fonts,
            Some((line, _)) => return Err(at_line(line, "a font begins with [[font]]")),
        };
        refuse_others(&root)?;
        Ok(Self { rules: fonts.into_iter().map(rule).collect::<Result<_, _>>()? })
    }
}

fn at_line(line: usize, reason: impl Into<String>) -> FontMapError {
    FontMapError { line, reason: reason.into() }
}

impl From<TomlError> for FontMapError {
    fn from(error: TomlError) -> Self {
        at_line(error.line, error.reason)
    }
}

/// Fails if a table has keys that were not taken from it.
fn refuse_others(table: &Table) -> Result<(), FontMapError> {
    let first = table.iter().min_by_key(|(_, value)| value.line);
    first.map_or(Ok(()), |(key, value)| Err(at_line(value.line, format!("\"{key}\" is no known key"))))
}

/// Takes a string out of a table, with its line.
fn string(table: &mut Table, key: &str) -> Result<Option<(usize, String)>, FontMapError> {
    let Some(Value { line, kind }) = table.remove(key) else { return Ok(None) };
    match kind {
        Kind::Text(text) => Ok(Some((line, text))),
        _ => Err(at_line(line, format!("\"{key}\" is no string"))),
    }
}

/// Takes a table of strings out of a table, with their lines.
fn strings(table: &mut Table, key: &str) -> Result<Vec<(String, usize, String)>, FontMapError> {
    let Some(Value { line, kind }) = table.remove(key) else { return Ok(Vec::new()) };
    let Kind::Table(inner) = kind else { return Err(at_line(line, format!("\"{key}\" is no table"))) };
    let each = |(key, Value { line, kind }): (String, Value)| match kind {
        Kind::Text(text) => Ok((key, line, text)),
        _ => Err(at_line(line, format!("the text of \"{key}\" is no string"))),
    };
    inner.into_iter().map(each).collect()
}

fn rule(font: Value) -> Result<FontRule, FontMapError> {
    let start = font.line;
    let Kind::Table(mut font) = font.kind else { return Err(at_line(start, "a font is a table")) };
    let (name, fingerprint) = (string(&mut font, "name")?, string(&mut font, "fingerprint")?);
    let (codes, glyphs) = (strings(&mut font, "codes")?, strings(&mut font, "glyphs")?);
    refuse_others(&font)?;
    if name.is_none() && fingerprint.is_none() {
        return Err(at_line(start, "a font needs a name or a fingerprint"));
    }
    if codes.is_empty() && glyphs.is_empty() {
        return Err(at_line(start, "a font needs codes or glyphs"));
    }
    let mut rule = FontRule { name: name.map(|(_, name)| name), ..FontRule::default() };
    if let Some((line, written)) = fingerprint {
        rule.fingerprint = Some(written.parse().map_err(|reason: &str| at_line(line, reason))?);
    }
    for (key, line, text) in codes {
        let wrong = || at_line(line, format!("\"{key}\" is no code: write 65, 0x41 or 0x0041"));
        rule.codes.insert(code_of(&key).ok_or_else(wrong)?, checked(text, line)?);
    }
    for (key, line, text) in glyphs {
        let is_number = |digits: &str| digits.parse::<u32>().is_ok();
        if key.is_empty() || key.strip_prefix('#').is_some_and(|digits| !is_number(digits)) {
            let wrong = format!("\"{key}\" is no glyph: write its name, or #17 for its number");
            return Err(at_line(line, wrong));
        }
        rule.glyphs.insert(key, checked(text, line)?);
    }
    Ok(rule)
}

fn code_of(key: &str) -> Option<u32> {
    match key.strip_prefix("0x").or_else(|| key.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => key.parse().ok(),
    }
}

/// Checks that a text is short and has no characters that a glyph cannot show.
fn checked(text: String, line: usize) -> Result<String, FontMapError> {
    let is_no_text = |c: char| c.is_control() || c == '\u{FFFD}' || u32::from(c) & 0xFFFE == 0xFFFE;
    if text.chars().any(is_no_text) {
        return Err(at_line(line, "the text holds controls or characters that are none"));
    }
    if text.chars().count() > MOST_CHARACTERS {
        return Err(at_line(line, format!("the text has more than {MOST_CHARACTERS} characters")));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(source: &str) -> (usize, String) {
        let error = FontMap::read(source.as_bytes()).unwrap_err();
        (error.line, error.reason)
    }

    #[test]
    fn c_31_a_map_defines_the_text_of_codes_and_glyphs() {
        let fingerprint = Fingerprint::of(["a program"]);
        let source = format!(
            "version = 1\n[[font]]\nname = \"A\"\n[font.codes]\n0x41 = \"ﬁ\"\n66 = \"\"\n\
             [[font]]\nfingerprint = \"{}\"\nglyphs = {{ a1 = \"x\", \"#7\" = \"y\" }}\n",
            fingerprint.unwrap()
        );
        let map = FontMap::read(source.as_bytes()).unwrap();
        assert_eq!(map.rules[0].codes, [(0x41, "ﬁ".to_owned()), (66, String::new())].into());
        assert_eq!(map.rules[1].fingerprint, fingerprint);
        assert_eq!(map.rules[1].glyphs["#7"], "y");
    }

    #[test]
    fn c_31_errors_are_reported_with_their_line() {
        assert_eq!(reason("\n\n[[font]\n").0, 3);
        assert_eq!(reason("version = 2").0, 1);
        assert_eq!(
            reason("\n[[font]]\ncodes = { 1 = \"a\" }"),
            (2, "a font needs a name or a fingerprint".into())
        );
        assert_eq!(reason("[[font]]\nname = \"A\""), (1, "a font needs codes or glyphs".into()));
        let (line, why) = reason("[[font]]\nname = \"A\"\n[font.codes]\n1 = \"a\"\nxyz = \"b\"");
        assert_eq!((line, why.contains("\"xyz\" is no code")), (5, true));
        assert_eq!(reason("[[font]]\nname = \"A\"\n[font.codes]\n1 = \"\\u0007\"").0, 4);
        assert_eq!(reason("[[font]]\nname = 5\n").0, 2);
        assert_eq!(reason("[[font]]\ncolour = \"red\"\n").0, 2);
        assert_eq!(reason("[[font]]\nfingerprint = \"xyz\"\ncodes = { 1 = \"a\" }").0, 2);
        assert_eq!(reason("[[font]]\nname = \"A\"\nglyphs = { \"#x\" = \"a\" }").0, 3);
    }

    #[test]
    fn hostile_maps_are_errors() {
        assert!(FontMap::read(&vec![b'#'; MOST_BYTES + 1]).is_err());
        assert_eq!(FontMap::read(b"\n\xFF").unwrap_err().line, 2);
        let deep = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(FontMap::read(deep.as_bytes()).is_err());
        let long = format!("[[font]]\nname = \"A\"\ncodes = {{ 1 = \"{}\" }}", "a".repeat(1000));
        assert!(FontMap::read(long.as_bytes()).is_err());
    }
}
