//! Facts that a font program states about the whole font, used if the font descriptor lacks them.

/// Facts about a whole font; lengths in thousandths of an em. `None` if the program lacks a fact.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ProgramFacts {
    /// The ascent.
    pub(crate) ascent: Option<f32>,
    /// The descent, negative.
    pub(crate) descent: Option<f32>,
    /// Left, bottom, right and top of all glyphs together.
    pub(crate) bounds: Option<[f32; 4]>,
    /// Degrees counter-clockwise from the vertical; negative for fonts that lean to the right.
    pub(crate) italic_angle: Option<f32>,
    /// 400 is regular, 700 bold.
    pub(crate) weight: Option<u16>,
    /// `true` if all advances are equal.
    pub(crate) is_fixed_pitch: Option<bool>,
    /// The family name, without the subset prefix of the PDF.
    pub(crate) family: Option<String>,
}

/// The longest family name kept, in bytes; PostScript interpreters allowed 127.
const LONGEST_FAMILY: usize = 256;

/// Decodes a family name in a single-byte encoding.
pub(super) fn family_of_bytes(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes.get(..LONGEST_FAMILY).unwrap_or(bytes)).trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// Returns the weight for the `Weight` string of a PostScript font. Words that contain another come before it.
pub(super) fn weight_of_word(word: &[u8]) -> Option<u16> {
    const WORDS: [(&str, u16); 18] = [
        ("extralight", 200),
        ("ultralight", 200),
        ("semilight", 350),
        ("demilight", 350),
        ("extrabold", 800),
        ("ultrabold", 800),
        ("semibold", 600),
        ("demibold", 600),
        ("hairline", 100),
        ("thin", 100),
        ("light", 300),
        ("book", 400),
        ("regular", 400),
        ("roman", 400),
        ("medium", 500),
        ("demi", 600),
        ("bold", 700),
        ("black", 900),
    ];
    let letters = word.iter().filter(|byte| byte.is_ascii_alphabetic()).take(64);
    let text: String = letters.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    if text == "normal" {
        return Some(400);
    }
    WORDS.iter().find(|(word, _)| text.contains(word)).map(|(_, weight)| *weight)
}
