//! Reads font maps: TOML files in which users define the text of codes or glyphs of a font.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use toml::Spanned;

use super::Fingerprint;

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    version: Option<Spanned<i64>>,
    #[serde(default)]
    font: Vec<Spanned<Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Option<Spanned<String>>,
    fingerprint: Option<Spanned<String>>,
    #[serde(default)]
    codes: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    glyphs: BTreeMap<String, Spanned<String>>,
}

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
        let lines = Lines(source);
        let sheet: Sheet = toml::from_str(source).map_err(|error| {
            lines.error(error.span().map_or(0, |span| span.start), error.message().replace('\n', "; "))
        })?;
        if let Some(version) = sheet.version.filter(|version| *version.get_ref() != VERSION) {
            let reason = format!("version {} is not known; this program reads {VERSION}", version.get_ref());
            return Err(lines.error(version.span().start, reason));
        }
        let rules = sheet.font.into_iter().map(|entry| rule(entry, &lines)).collect::<Result<_, _>>()?;
        Ok(Self { rules })
    }
}

fn at_line(line: usize, reason: impl Into<String>) -> FontMapError {
    FontMapError { line, reason: reason.into() }
}

/// The source text, used to find the line of an offset.
struct Lines<'s>(&'s str);

impl Lines<'_> {
    fn error(&self, offset: usize, reason: impl Into<String>) -> FontMapError {
        let before = self.0.as_bytes().get(..offset).unwrap_or_default();
        at_line(1 + before.iter().filter(|byte| **byte == b'\n').count(), reason)
    }
}

fn rule(entry: Spanned<Entry>, lines: &Lines<'_>) -> Result<FontRule, FontMapError> {
    let start = entry.span().start;
    let Entry { name, fingerprint, codes, glyphs } = entry.into_inner();
    if name.is_none() && fingerprint.is_none() {
        return Err(lines.error(start, "a font needs a name or a fingerprint"));
    }
    if codes.is_empty() && glyphs.is_empty() {
        return Err(lines.error(start, "a font needs codes or glyphs"));
    }
    let mut rule = FontRule { name: name.map(Spanned::into_inner), ..FontRule::default() };
    if let Some(written) = fingerprint {
        let wrong = |reason: &str| lines.error(written.span().start, reason);
        rule.fingerprint = Some(written.get_ref().parse().map_err(wrong)?);
    }
    for (key, text) in codes {
        let wrong = || format!("\"{key}\" is no code: write 65, 0x41 or 0x0041");
        let code = code_of(&key).ok_or_else(|| lines.error(text.span().start, wrong()))?;
        rule.codes.insert(code, checked(text, lines)?);
    }
    for (key, text) in glyphs {
        let is_number = |digits: &str| digits.parse::<u32>().is_ok();
        if key.is_empty() || key.strip_prefix('#').is_some_and(|digits| !is_number(digits)) {
            let wrong = format!("\"{key}\" is no glyph: write its name, or #17 for its number");
            return Err(lines.error(text.span().start, wrong));
        }
        rule.glyphs.insert(key, checked(text, lines)?);
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
fn checked(text: Spanned<String>, lines: &Lines<'_>) -> Result<String, FontMapError> {
    let start = text.span().start;
    let text = text.into_inner();
    let is_no_text = |c: char| c.is_control() || c == '\u{FFFD}' || u32::from(c) & 0xFFFE == 0xFFFE;
    if text.chars().any(is_no_text) {
        return Err(lines.error(start, "the text holds controls or characters that are none"));
    }
    if text.chars().count() > MOST_CHARACTERS {
        return Err(lines.error(start, format!("the text has more than {MOST_CHARACTERS} characters")));
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
