//! Maps glyph names to Unicode by the rules of the Adobe Glyph List. A name that is only partly known maps to
//! nothing.
//!
//! The rules (AGL specification, section 2): drop everything from the first `.`, split at `_`, and look each
//! component up in the list, then as `uniXXXX…`, then as `uXXXXXX`. The text is the concatenation of the components'
//! texts. Unlike the specification, which would leave a gap, an unknown component makes the whole name unknown. The
//! text is not normalised.

use super::tables::{self, agl};
use super::tex_names;

/// The longest text of one glyph. The longest emoji sequence has ten code points; longer names are malicious.
const LONGEST_TEXT: usize = 32;

/// Texts up to this length are stored inline. It is the longest sequence of the list.
const INLINE_TEXT: usize = 4;

/// The first value of [`agl::UNICODE`] that is the number of a sequence.
const FIRST_SEQUENCE: u16 = 0xD800;

/// The last value of [`agl::UNICODE`] that may be the number of a sequence.
const LAST_SEQUENCE: u16 = 0xDFFF;

/// The kind of font that contains the name; it resolves names with two meanings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameContext {
    /// The list unchanged: `Delta` is the increment, `Omega` the ohm sign, `mu` the micro sign.
    General,
    /// Symbol, or a Greek text font: `Delta`, `Omega` and `mu` are Greek letters.
    Greek,
    /// ZapfDingbats: its separate list comes first.
    ZapfDingbats,
}

/// The rule by which a name was mapped: the weakest of its components' rules. Ordered from weak to strong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NameRule {
    /// A `uni` or `u` name with lower-case digits, which the specification does not allow.
    Lenient,
    /// Contained in a glyph list.
    Listed,
    /// `uniXXXX` or `uXXXXX`: the name contains the code points.
    Explicit,
}

impl NameRule {
    /// Returns the confidence, from 0 to 1.
    pub(crate) fn confidence(self) -> f32 {
        match self {
            Self::Lenient => 0.8,
            Self::Listed => 0.9,
            Self::Explicit => 0.95,
        }
    }
}

/// The result of mapping a glyph name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NameReading {
    /// The text, never empty.
    pub(crate) text: GlyphText,
    /// The rule that applied.
    pub(crate) rule: NameRule,
}

/// The text of one glyph: nearly always one character; up to four are stored without a heap allocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GlyphText(Chars);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Chars {
    /// Unused slots are U+0000, so that equal texts are equal values.
    Few {
        chars: [char; INLINE_TEXT],
        len: u8,
    },
    Many(Box<[char]>),
}

impl GlyphText {
    /// Creates a text.
    pub(crate) fn new(text: &[char]) -> Self {
        let mut chars = ['\0'; INLINE_TEXT];
        match (chars.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(places), Ok(len)) => {
                places.copy_from_slice(text);
                Self(Chars::Few { chars, len })
            }
            _ => Self(Chars::Many(Box::from(text))),
        }
    }

    /// Returns the characters in order.
    pub(crate) fn as_slice(&self) -> &[char] {
        match &self.0 {
            Chars::Few { chars, len } => chars.get(..usize::from(*len)).unwrap_or_default(),
            Chars::Many(chars) => chars,
        }
    }

    /// Returns the character, if there is exactly one.
    #[cfg(test)]
    pub(crate) fn single(&self) -> Option<char> {
        match self.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}

/// Maps a name in a font of the given kind; returns `None` if any part of it is unknown.
pub(crate) fn unicode_of(name: &[u8], context: NameContext) -> Option<NameReading> {
    let base = name.split(|byte| *byte == b'.').next()?;
    let mut text = Text::new();
    let mut rule = NameRule::Explicit;
    for component in base.split(|byte| *byte == b'_') {
        rule = rule.min(read_component(component, context, &mut text)?);
    }
    Some(NameReading { text: GlyphText::new(text.as_slice()), rule })
}

/// Returns the ordinary character for a well-known private-use code point: the letter of a small capital, the digit
/// of an old-style figure and the piece of a tall bracket in the Adobe Glyph List, and the shifted marks of Thai
/// fonts.
pub(crate) fn plain_form(private: char) -> Option<char> {
    let code = u16::try_from(u32::from(private)).ok()?;
    match tables::beside(code, &agl::PRIVATE, &agl::PLAIN) {
        Some(plain) => scalar(plain),
        None => thai_form(code),
    }
}

/// Thai letters and marks from U+F700 on, as in fonts for Windows: forms without descender, and marks shifted left or
/// down so that they do not collide with a tall letter or with each other.
const THAI_FORMS: [u16; 27] = [
    0x0E10, 0x0E34, 0x0E35, 0x0E36, 0x0E37, 0x0E48, 0x0E49, 0x0E4A, 0x0E4B, 0x0E4C, 0x0E48, 0x0E49, 0x0E4A,
    0x0E4B, 0x0E4C, 0x0E0D, 0x0E31, 0x0E4D, 0x0E47, 0x0E48, 0x0E49, 0x0E4A, 0x0E4B, 0x0E4C, 0x0E38, 0x0E39,
    0x0E3A,
];

fn thai_form(code: u16) -> Option<char> {
    let index = code.checked_sub(0xF700)?;
    scalar(*THAI_FORMS.get(usize::from(index))?)
}

/// A text under construction, of bounded length.
struct Text {
    chars: [char; LONGEST_TEXT],
    len: usize,
}

impl Text {
    fn new() -> Self {
        Self { chars: ['\0'; LONGEST_TEXT], len: 0 }
    }

    fn push(&mut self, char: char) -> Option<()> {
        *self.chars.get_mut(self.len)? = char;
        self.len += 1;
        Some(())
    }

    fn as_slice(&self) -> &[char] {
        self.chars.get(..self.len).unwrap_or_default()
    }
}

/// Appends the text of one component and returns the rule that applied.
fn read_component(component: &[u8], context: NameContext, text: &mut Text) -> Option<NameRule> {
    if read_listed(component, context, text).is_some() {
        return Some(NameRule::Listed);
    }
    let (digits, is_uni) = match component.strip_prefix(b"uni") {
        Some(digits) => (digits, true),
        None => (component.strip_prefix(b"u")?, false),
    };
    let is_strict = !digits.iter().any(u8::is_ascii_lowercase);
    // `u` and a word of the letters a to f may be anything; with a digit it is a number.
    if !is_strict && !is_uni && !digits.iter().any(u8::is_ascii_digit) {
        return None;
    }
    if is_uni {
        read_groups(digits, text)?
    } else {
        read_scalar(digits, text)?
    };
    Some(if is_strict { NameRule::Explicit } else { NameRule::Lenient })
}

/// Reads groups of four digits, one code point each.
fn read_groups(digits: &[u8], text: &mut Text) -> Option<()> {
    if digits.is_empty() || !digits.len().is_multiple_of(4) {
        return None;
    }
    digits.chunks_exact(4).try_for_each(|group| text.push(char::from_u32(hexadecimal(group)?)?))
}

/// Reads four to six digits as one code point.
fn read_scalar(digits: &[u8], text: &mut Text) -> Option<()> {
    if !(4..=6).contains(&digits.len()) {
        return None;
    }
    text.push(char::from_u32(hexadecimal(digits)?)?)
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |value, digit| Some(value * 16 + char::from(*digit).to_digit(16)?))
}

/// Reads a component from a glyph list, or a larger size of one.
fn read_listed(component: &[u8], context: NameContext, text: &mut Text) -> Option<()> {
    let small = tex_names::without_size(component);
    [Some(component), small].into_iter().flatten().find_map(|name| match tables::index_of(name) {
        Some(index) => read_at(index, name, context, text),
        None => text.push(tex_names::character(name)?),
    })
}

/// Reads a component by its index among all names.
fn read_at(index: u16, component: &[u8], context: NameContext, text: &mut Text) -> Option<()> {
    if context == NameContext::ZapfDingbats
        && let Some(code) = tables::beside(index, &agl::ZAPF_NAMES, &agl::ZAPF_UNICODE)
    {
        return text.push(scalar(code)?);
    }
    match *agl::UNICODE.get(usize::from(index))? {
        0 => None,
        value @ FIRST_SEQUENCE..=LAST_SEQUENCE => {
            let number = usize::from(value - FIRST_SEQUENCE);
            let sequence = agl::SEQUENCES.chunks_exact(INLINE_TEXT).nth(number)?;
            sequence.iter().filter(|unit| **unit != 0).try_for_each(|unit| text.push(scalar(*unit)?))
        }
        value => {
            let listed = scalar(value)?;
            let preferred = greek_letter(component, context).or_else(|| plain_form(listed));
            text.push(preferred.unwrap_or(listed))
        }
    }
}

/// Returns the Greek letter of a name that the list assigns to a look-alike sign.
fn greek_letter(component: &[u8], context: NameContext) -> Option<char> {
    match component {
        _ if context != NameContext::Greek => None,
        b"Delta" => Some('Δ'),
        b"Omega" => Some('Ω'),
        b"mu" => Some('μ'),
        _ => None,
    }
}

fn scalar(code: u16) -> Option<char> {
    char::from_u32(u32::from(code))
}

#[cfg(test)]
mod tests {
    use super::NameContext::*;
    use super::*;

    fn read(name: &str, context: NameContext) -> Option<(String, NameRule)> {
        let reading = unicode_of(name.as_bytes(), context)?;
        Some((reading.text.as_slice().iter().collect(), reading.rule))
    }

    fn text(name: &str) -> Option<String> {
        read(name, General).map(|(text, _)| text)
    }

    fn texts<const N: usize>(names: [&str; N]) -> [Option<String>; N] {
        names.map(text)
    }

    #[test]
    fn gr_15_agl_count() {
        let is_sequence = |value: &&u16| (FIRST_SEQUENCE..=LAST_SEQUENCE).contains(*value);
        assert_eq!(agl::UNICODE.iter().filter(|value| **value != 0).count(), 4_281);
        assert_eq!(agl::UNICODE.iter().filter(is_sequence).count(), 81);
        assert_eq!(agl::SEQUENCES.len(), 81 * INLINE_TEXT);
    }

    #[test]
    fn gr_15_agl_lookup() {
        let facts =
            [("A", "A"), ("Euro", "€"), ("quoteright", "’"), ("fi", "\u{FB01}"), ("zukatakana", "ズ")];
        for (name, expected) in facts {
            assert_eq!(read(name, General), Some((expected.to_owned(), NameRule::Listed)), "{name}");
        }
        assert_eq!(text("dalethatafpatah").as_deref(), Some("\u{5D3}\u{5B2}"));
        assert_eq!(text("rehyehaleflamarabic").as_deref(), Some("\u{631}\u{FEF3}\u{FE8E}\u{644}"));
    }

    #[test]
    fn gr_16_uni_four_upper_hex() {
        assert_eq!(read("uni20AC", General), Some(("€".to_owned(), NameRule::Explicit)));
        let bad =
            ["uni", "uni20A", "uni20AC0", "uni20AG", "uniD800", "uniDFFF", "Uni20AC", "uni 20AC", "uni+0AC"];
        assert_eq!(texts(bad), [const { None }; 9]);
    }

    #[test]
    fn gr_17_uni_sequence() {
        assert_eq!(text("uni004100420043").as_deref(), Some("ABC"));
        assert_eq!(text("uni00660066006900660066").as_deref(), Some("ffiff"));
        assert_eq!(text("uni0041D800"), None);
        assert_eq!(text(&format!("uni{}", "0041".repeat(LONGEST_TEXT))), Some("A".repeat(LONGEST_TEXT)));
        assert_eq!(text(&format!("uni{}", "0041".repeat(LONGEST_TEXT + 1))), None);
    }

    #[test]
    fn gr_18_u_scalar() {
        assert_eq!(read("u1F600", General), Some(("😀".to_owned(), NameRule::Explicit)));
        assert_eq!(text("u0041").as_deref(), Some("A"));
        assert_eq!(text("u10FFFF").as_deref(), Some("\u{10FFFF}"));
        assert_eq!(texts(["u041", "u1F6000A", "u110000", "uD800", "u00DFFF", "u20+C"]), [const { None }; 6]);
    }

    #[test]
    fn gr_19_suffix_and_underscore() {
        let facts =
            [("A.sc", "A"), ("f_f_i", "ffi"), ("T_h", "Th"), ("f_uni0069.liga", "fi"), ("a.b_c", "a")];
        for (name, expected) in facts {
            assert_eq!(text(name).as_deref(), Some(expected), "{name}");
        }
        // The example in the AGL specification.
        assert_eq!(
            text("Lcommaaccent_uni20AC0308_u1040C.alternate").as_deref(),
            Some("\u{13B}\u{20AC}\u{308}\u{1040C}")
        );
        assert_eq!(read("f_uni0069", General).map(|(_, rule)| rule), Some(NameRule::Listed));
    }

    #[test]
    fn gr_20_unknown_name() {
        let unknown = [
            "", ".notdef", "g23", "cid123", "glyph7", "G01", "foo", "f_foo", "foo_f", "f_", "_f", "a1", "C0",
        ];
        assert_eq!(texts(unknown), [const { None }; 13]);
        assert_eq!(unicode_of(b"\xFF\x00", General), None);
    }

    #[test]
    fn gr_20_mathematical_names_of_tex() {
        let names =
            ["angbracketleft", "summationdisplay", "parenleftBigg", "ceilingrightbig", "wreathproduct"];
        assert_eq!(texts(names).map(Option::unwrap).concat(), "⟨∑(⌉≀");
        assert_eq!(texts(["text", "footext", "Bigg"]), [const { None }; 3]);
    }

    /// `.null` is used in font programs but is not in the AGL; CFF strings other than glyph names have no text.
    #[test]
    fn gr_20_names_of_other_tables() {
        assert_eq!(texts([".null", "nonmarkingreturn", "001.000", "Semibold"]), [const { None }; 4]);
    }

    #[test]
    fn gr_21_zapf_own_list_first() {
        assert_eq!(agl::ZAPF_NAMES.len(), 201);
        let facts = [("a1", "✁"), ("a20", "✔"), ("a71", "●"), ("a191", "➾"), ("a100", "❞"), ("space", " ")];
        for (name, expected) in facts {
            assert_eq!(read(name, ZapfDingbats), Some((expected.to_owned(), NameRule::Listed)), "{name}");
        }
        assert_eq!(texts(["a1", "a20", "a191"]), [const { None }; 3]);
    }

    #[test]
    fn gr_21_symbol_names_are_agl_names() {
        for (name, expected) in [("alpha", "α"), ("infinity", "∞"), ("carriagereturn", "↵"), ("theta1", "ϑ")]
        {
            assert_eq!(read(name, Greek).map(|(text, _)| text).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn gr_22_confidence() {
        assert_eq!(NameRule::Listed.confidence(), 0.9);
        assert_eq!(NameRule::Explicit.confidence(), 0.95);
        assert!(NameRule::Lenient.confidence() < NameRule::Listed.confidence());
    }

    #[test]
    fn w_1_private_use_names() {
        let is_private = |value: &&u16| (0xE000..=0xF8FF).contains(*value);
        assert_eq!(agl::UNICODE.iter().filter(is_private).count(), 192);
    }

    #[test]
    fn w_3_surrogates_are_refused() {
        assert_eq!(texts(["uniD801DC0C", "uniD801", "uD801"]), [const { None }; 3]);
    }

    #[test]
    fn w_3_lower_case_is_lenient() {
        for name in ["uni20ac", "uni20aC", "u20ac"] {
            assert_eq!(read(name, General), Some(("€".to_owned(), NameRule::Lenient)), "{name}");
        }
        assert_eq!(texts(["ubeef", "uface", "unid801dc0c", "uniform", "u1f6000a"]), [const { None }; 5]);
    }

    #[test]
    fn w_4_greek_or_sign() {
        for (name, sign, letter) in
            [("Delta", "\u{2206}", "Δ"), ("Omega", "\u{2126}", "Ω"), ("mu", "\u{B5}", "\u{3BC}")]
        {
            assert_eq!(text(name).as_deref(), Some(sign));
            assert_eq!(read(name, Greek).map(|(text, _)| text).as_deref(), Some(letter));
        }
        assert_eq!(read("increment", Greek).map(|(text, _)| text).as_deref(), Some("\u{2206}"));
    }

    #[test]
    fn w_4_small_capitals_and_figures() {
        let small = [
            ("Asmall", "a"),
            ("Eacutesmall", "é"),
            ("OEsmall", "œ"),
            ("Thornsmall", "þ"),
            ("Caronsmall", "ˇ"),
        ];
        let marks = [("ampersandsmall", "&"), ("exclamdownsmall", "¡"), ("Acute", "´"), ("Macron", "¯")];
        let figures =
            [("zerooldstyle", "0"), ("centoldstyle", "¢"), ("onefitted", "1"), ("commainferior", ",")];
        let raised = [("asuperior", "a"), ("rsuperior", "r"), ("hyphensuperior", "-"), ("onesuperior", "¹")];
        for (name, expected) in small.into_iter().chain(marks).chain(figures).chain(raised) {
            assert_eq!(text(name).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn w_4_symbol_pieces_and_thai_marks() {
        let facts =
            [("parenlefttp", "⎛"), ("bracerightbt", "⎭"), ("registerserif", "®"), ("trademarksans", "™")];
        for (name, expected) in facts.into_iter().chain([("maieklowleftthai", "\u{E48}"), ("dotlessj", "ȷ")])
        {
            assert_eq!(text(name).as_deref(), Some(expected), "{name}");
        }
        assert_eq!(
            (plain_form('\u{F761}'), plain_form('\u{F8FF}'), plain_form('a')),
            (Some('a'), None, None)
        );
        // The first and last of the Thai forms, and a tone mark that is shifted down.
        let thai = ['\u{F700}', '\u{F70A}', '\u{F71A}', '\u{F71B}'].map(plain_form);
        assert_eq!(thai, [Some('ฐ'), Some('\u{E48}'), Some('\u{E3A}'), None]);
    }

    /// These stay private: two Welsh ligatures, odd accents, Cyrillic variants, the rupiah and the apple.
    #[test]
    fn w_4_some_characters_stay_private() {
        assert_eq!(agl::PRIVATE.len(), 192 - 20);
        assert!(agl::PLAIN.iter().all(|code| !(0xE000..=0xF8FF).contains(code)));
        assert_eq!(text("apple").as_deref(), Some("\u{F8FF}"));
    }

    #[test]
    fn text_is_inline_up_to_four() {
        assert!(matches!(GlyphText::new(&['a'; 4]).0, Chars::Few { len: 4, .. }));
        assert!(matches!(GlyphText::new(&['a'; 5]).0, Chars::Many(_)));
        assert_eq!(GlyphText::new(&['a']).single(), Some('a'));
        assert_eq!(GlyphText::new(&['a', 'b']).single(), None);
        assert_eq!(GlyphText::new(&['a'; 5]).as_slice(), &['a'; 5]);
    }
}
