//! Candidate encodings of codes without glyph names: those of TeX, and those of Western text.
//!
//! The encoding is decided for a whole font: the text of the document must fit a language in it (T3-12).

use std::sync::LazyLock;

use super::candidate::ShapeCandidate;
use super::language;
use super::look_alikes::{Script, representative};
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use super::text_sample::{Answers, OpenCode, TextSample};
use crate::font::char_code::CharCode;
use crate::font::encoding::BaseEncoding;
use crate::font::glyph_names::{self, NameContext};
use crate::font::tables::tex_encodings as tex;
use crate::font::{FontKind, Scheme};

/// A candidate encoding, fully expanded, because each of its characters is needed many times.
pub(super) struct Encoding {
    characters: Vec<Option<char>>,
    is_tex: bool,
}

impl Encoding {
    /// Creates an encoding from a TeX table.
    fn tex(table: &str) -> Self {
        let is_character = |character: &char| *character != '\u{FFFD}';
        let characters = table.chars().map(|character| Some(character).filter(is_character)).collect();
        Self { characters, is_tex: true }
    }

    /// Creates an encoding from one of PDF.
    fn of_pdf(encoding: BaseEncoding) -> Self {
        let character = |code: u8| {
            let reading = glyph_names::unicode_of(encoding.name(code)?.as_bytes(), NameContext::General)?;
            reading.text.as_slice().first().copied()
        };
        Self { characters: (0..=255).map(character).collect(), is_tex: false }
    }

    /// Returns the character at a code.
    fn character(&self, code: CharCode) -> Option<char> {
        self.characters.get(usize::try_from(code.value).ok()?).copied().flatten()
    }

    fn resolved(&self, code: CharCode) -> Option<Resolved> {
        let (source, confidence) = if self.is_tex {
            (UnicodeSource::TexEncoding, TEX_CONFIDENCE)
        } else {
            (UnicodeSource::Context, READS_CONFIDENCE)
        };
        Some(Resolved::new(self.character(code)?, source, confidence))
    }
}

/// Encodings of text. Those of TeX come first: where they agree with others they are as good.
static TEXT: LazyLock<[Encoding; 10]> = LazyLock::new(|| {
    [
        Encoding::tex(tex::OT1),
        Encoding::tex(tex::T1),
        Encoding::tex(tex::OT1_TYPEWRITER),
        Encoding::tex(tex::TEX_BASE),
        Encoding::tex(tex::LY1),
        Encoding::tex(tex::T2A),
        Encoding::tex(tex::T5),
        Encoding::tex(tex::LGR),
        Encoding::of_pdf(BaseEncoding::WinAnsi),
        Encoding::of_pdf(BaseEncoding::MacOsRoman),
    ]
});

/// The maximum cost of text, in hundredths of a bit per character. Prose costs 450 to 650, a cipher 900 and more.
const MOST_COST: i32 = 760;
/// The least number of letters needed to judge.
const MIN_LETTERS: usize = 24;
/// The confidence of an encoding that fits a language; a TeX table in a TeX font is more certain.
const TEX_CONFIDENCE: u8 = 95;
const READS_CONFIDENCE: u8 = 80;

/// Encodings of symbols, decided by shapes alone: letters, signs, large signs, and text companion signs.
static SYMBOLS: LazyLock<[Encoding; 4]> =
    LazyLock::new(|| [tex::OML, tex::OMS, tex::OMX, tex::TS1].map(Encoding::tex));

/// The percentage of codes whose shapes must be compatible with an encoding of symbols.
const MIN_VOTES: u32 = 35;

/// Returns the encoding of a font whose codes may be characters, which does not depend on other fonts. The shapes are
/// those of all open codes.
pub(super) fn encoding<'s>(
    passages: &TextSample,
    font: usize,
    shapes: impl Fn() -> Vec<&'s [ShapeCandidate]>,
) -> Option<&'static Encoding> {
    let owner = passages.fonts.get(font).filter(|font| may_keep_codes(font))?;
    match by_name(&owner.facts().name) {
        Named::Symbols(encoding) => Some(encoding),
        Named::Unlisted => None,
        Named::Other => {
            let shapes = shapes();
            let by_shapes = || best_symbols(passages, font, &shapes).filter(|_| is_spelled(owner));
            best_text(passages, font, &shapes).or_else(by_shapes)
        }
    }
}

/// Resolves the open codes of a font by its encoding.
pub(super) fn answer(passages: &TextSample, font: usize, encoding: &Encoding, answers: &mut Answers) {
    let Some(owner) = passages.fonts.get(font) else { return };
    for code in passages.codes_of(font) {
        if let Some(resolved) = encoding.resolved(code) {
            answers.insert(owner, code, resolved);
        }
    }
}

/// The information about the encoding in the name of a font.
enum Named {
    /// A symbol font with a known table.
    Symbols(&'static Encoding),
    /// A symbol font without a known table: no text encoding may be tried on it.
    Unlisted,
    /// No information.
    Other,
}

/// Recognises symbol fonts of TeX by the beginning of their names.
fn by_name(name: &str) -> Named {
    let name = name.to_ascii_uppercase();
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let [letters, signs, large, companion] = &*SYMBOLS;
    if begins(&["CMEX"]) {
        Named::Symbols(large)
    } else if begins(&["CMSY", "CMBSY"]) {
        Named::Symbols(signs)
    } else if begins(&["CMMI"]) {
        Named::Symbols(letters)
    } else if begins(&["TCRM", "TCTI", "TCBX", "TCSS", "TCTT", "TCSL"]) {
        Named::Symbols(companion)
    } else if begins(&[
        "MSAM", "MSBM", "EUSM", "EUFM", "EURM", "EUEX", "LASY", "WASY", "STMARY", "RSFS", "DSROM",
    ]) {
        Named::Unlisted
    } else {
        Named::Other
    }
}

/// Returns the sum of the probabilities, in thousandths, that glyphs look like the characters of an encoding, and
/// their number.
fn votes(
    passages: &TextSample,
    font: usize,
    shapes: &[&[ShapeCandidate]],
    encoding: &Encoding,
) -> (u32, u32) {
    let own = passages.open.iter().zip(shapes).filter(|(open, _)| open.font == font);
    own.fold((0, 0), |(votes, codes), (open, shapes)| {
        let character = encoding.character(open.code);
        let is_it = |shape: &&ShapeCandidate| character.is_some_and(|one| looks_like(&shape.text, one));
        let vote = shapes.iter().find(is_it).map_or(0, |shape| shape.chance);
        (votes + vote, codes + 1)
    })
}

/// The probability in thousandths from which a shape is evidence against an encoding.
const PLAIN_SHAPE: u32 = 700;

/// The most letters of a [`ligature`].
const LONGEST_LIGATURE: usize = 3;

/// Returns the letters of a ligature.
fn ligature(character: char) -> Option<&'static str> {
    match character {
        'ﬀ' => Some("ff"),
        'ﬁ' => Some("fi"),
        'ﬂ' => Some("fl"),
        'ﬃ' => Some("ffi"),
        'ﬄ' => Some("ffl"),
        _ => None,
    }
}

/// Replaces ligatures with their letters, as in the words of language models.
fn spelled_out(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    for character in text.chars() {
        match ligature(character) {
            Some(letters) => spelled.push_str(letters),
            None => spelled.push(character),
        }
    }
    spelled
}

/// Returns `true` if a shape is that of a character. Ligatures are labelled by themselves or by their letters.
fn looks_like(shape: &str, character: char) -> bool {
    ligature(character) == Some(shape) || shape.chars().map(representative).eq([representative(character)])
}

/// Returns the number of clear shapes that agree with an encoding, and of those that do not.
fn plain_votes(
    passages: &TextSample,
    font: usize,
    shapes: &[&[ShapeCandidate]],
    encoding: &Encoding,
) -> (i32, i32) {
    let own = passages.open.iter().zip(shapes).filter(|(open, _)| open.font == font);
    let plain = own.filter(|(_, shapes)| shapes.first().is_some_and(|best| best.chance >= PLAIN_SHAPE));
    plain.fold((0, 0), |(same, other), (open, shapes)| {
        let character = encoding.character(open.code);
        let is_it = |shape: &ShapeCandidate| character.is_some_and(|one| looks_like(&shape.text, one));
        if shapes.iter().any(is_it) { (same + 1, other) } else { (same, other + 1) }
    })
}

/// Returns `true` if the codes of a font may be those of an encoding: names spell them, or there are none.
fn may_keep_codes(font: &ResolvedFont) -> bool {
    let Scheme::Simple(simple) = font.scheme() else { return false };
    let is_named = (0..=255).any(|code| simple.own_name(code).is_some());
    !is_named && font.facts().kind != FontKind::Type3 || font.spells_codes()
}

fn is_spelled(font: &ResolvedFont) -> bool {
    matches!(font.scheme(), Scheme::Simple(simple) if font.spells_codes())
}

/// Returns the encoding of symbols that most shapes vote for.
fn best_symbols(
    passages: &TextSample,
    font: usize,
    shapes: &[&[ShapeCandidate]],
) -> Option<&'static Encoding> {
    let ranked = SYMBOLS.iter().map(|encoding| (votes(passages, font, shapes, encoding), encoding));
    let ((votes, codes), encoding) = ranked.max_by_key(|((votes, _), _)| *votes)?;
    (votes >= codes * 10 * MIN_VOTES && codes > 0).then_some(encoding)
}

/// Returns the encoding in which the text is most plausible, if it is plausible at all.
fn best_text(passages: &TextSample, font: usize, shapes: &[&[ShapeCandidate]]) -> Option<&'static Encoding> {
    let sample = passages.sample(font);
    if sample.len() * LONGEST_LIGATURE < MIN_LETTERS {
        return None;
    }
    let codes: Vec<CharCode> = passages.codes_of(font).collect();
    // Most encodings give the same text for most fonts, so its cost is computed once.
    let mut judged: Vec<(Vec<Option<char>>, Option<i32>)> = Vec::new();
    let mut best: Option<(i32, &Encoding)> = None;
    for encoding in TEXT.iter() {
        let (same, other) = plain_votes(passages, font, shapes, encoding);
        if other > same {
            continue;
        }
        let reading: Vec<Option<char>> = codes.iter().map(|code| encoding.character(*code)).collect();
        let known = judged.iter().find(|(other, _)| *other == reading).map(|(_, cost)| *cost);
        let cost = known.unwrap_or_else(|| {
            // Evidence only adds to the cost of a text, so that a higher one never decides.
            let most = best.map_or(MOST_COST, |(least, _)| MOST_COST.min(least - 1));
            let text = passages.read(&sample, font, |code| encoding.character(code));
            let cost = cost_of_text(&text, most);
            judged.push((reading, cost));
            cost
        });
        let Some(cost) = cost else { continue };
        // A code that the encoding lacks is evidence against it, and so is an unused upper half.
        let covered = passages.codes_of(font).all(|code| encoding.character(code).is_some());
        let has_upper_half = encoding.is_tex && encoding.characters.len() > 128;
        let idle = has_upper_half && passages.codes_of(font).all(|code| code.value < 128);
        let cost = cost + if covered { 0 } else { UNCOVERED } + if idle { UNCOVERED } else { 0 };
        let strangers = strangers(passages, font, shapes, encoding);
        let doubt = cost + other * CONTRADICTED + strangers * UNCOVERED;
        if cost <= MOST_COST && best.is_none_or(|(least, _)| doubt < least) {
            best = Some((doubt, encoding));
        }
    }
    best.map(|(_, encoding)| encoding)
}

/// Returns the cost of a text in the language that it fits best; `None` if it is too short to judge or costs more than
/// `most`.
fn cost_of_text(text: &str, most: i32) -> Option<i32> {
    let text = spelled_out(text);
    let letters = text.chars().filter(|character| character.is_alphabetic()).count();
    if letters < MIN_LETTERS {
        return None;
    }
    language::best_language(&text, most).map(|(_, cost)| cost)
}

/// Returns the number of codes that an encoding reads as letters of another script than most of its letters, without
/// support from shapes: Knuth's text fonts have Greek capitals where others have ligatures and accents.
fn strangers(passages: &TextSample, font: usize, shapes: &[&[ShapeCandidate]], encoding: &Encoding) -> i32 {
    let script = |code: CharCode| encoding.character(code).and_then(Script::of_letter);
    let count = |wanted: Script| passages.codes_of(font).filter(|code| script(*code) == Some(wanted)).count();
    let main = [Script::Latin, Script::Greek, Script::Cyrillic].into_iter().max_by_key(|one| count(*one));
    let own = passages.open.iter().zip(shapes).filter(|(open, _)| open.font == font);
    let is_stranger = |(open, shapes): &(&OpenCode, &&[ShapeCandidate])| {
        let character = encoding.character(open.code);
        let is_it = |shape: &ShapeCandidate| character.is_some_and(|one| looks_like(&shape.text, one));
        script(open.code).is_some_and(|script| Some(script) != main) && !shapes.iter().any(is_it)
    };
    i32::try_from(own.filter(is_stranger).count()).unwrap_or(i32::MAX / UNCOVERED)
}

/// The cost added for codes that the encoding lacks or does not use, in hundredths of a bit per character.
const UNCOVERED: i32 = 40;

/// The cost added for each clear shape that contradicts the encoding, in the same unit: encodings differ in only a
/// few codes, which may occur once each.
const CONTRADICTED: i32 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    fn at(table: &'static str, code: u32) -> Option<char> {
        Encoding::tex(table).character(CharCode { value: code, len: 1 })
    }

    #[test]
    fn t3_17_w_16_ligatures_and_quotes_of_text() {
        let ligatures: Vec<Option<char>> = (0x0B..=0x0F).map(|code| at(tex::OT1, code)).collect();
        assert_eq!(ligatures, ['ﬀ', 'ﬁ', 'ﬂ', 'ﬃ', 'ﬄ'].map(Some));
        assert_eq!((at(tex::OT1, 0x22), at(tex::OT1, 0x5C)), (Some('”'), Some('“')));
    }

    #[test]
    fn t3_18_math_italic_is_greek_and_latin() {
        assert_eq!([0x00, 0x0B, 0x19, 0x21].map(|code| at(tex::OML, code)), ['Γ', 'α', 'π', 'ω'].map(Some));
        assert_eq!([0x40, 0x41, 0x7A].map(|code| at(tex::OML, code)), ['∂', 'A', 'z'].map(Some));
    }

    #[test]
    fn t3_19_math_symbols() {
        let codes = [0x00, 0x01, 0x02, 0x03, 0x06, 0x14, 0x21, 0x31, 0x72];
        assert_eq!(
            codes.map(|code| at(tex::OMS, code)),
            ['−', '·', '×', '∗', '±', '≤', '→', '∞', '∇'].map(Some)
        );
    }

    #[test]
    fn t3_20_large_symbols_keep_their_pieces() {
        let codes = [0x00, 0x30, 0x31, 0x40, 0x50, 0x52, 0x5A];
        assert_eq!(codes.map(|code| at(tex::OMX, code)), ['(', '⎛', '⎞', '⎝', '∑', '∫', '∫'].map(Some));
    }

    #[test]
    fn encodings_of_postscript_fonts_differ_in_ligatures_and_dashes() {
        let codes = [0x02, 0x27, 0x97, 0xB5];
        assert_eq!(codes.map(|code| at(tex::TEX_BASE, code)), ['ﬁ', '’', '—', 'µ'].map(Some));
        assert_eq!([0x08, 0x0C, 0x97].map(|code| at(tex::LY1, code)), ['ﬂ', 'ﬁ', '—'].map(Some));
        assert_eq!((at(tex::TEX_BASE, 0x20), at(tex::LY1, 0x20)), (Some(' '), Some(' ')));
    }

    #[test]
    fn greek_is_at_the_letters_that_it_is_typed_as() {
        assert_eq!(
            "jlqwc".bytes().map(|code| at(tex::LGR, code.into())).collect::<Vec<_>>(),
            "θλχως".chars().map(Some).collect::<Vec<_>>()
        );
        assert_eq!([0x88, 0xA0, 0xB8, 0xE8].map(|code| at(tex::LGR, code)), ['ά', 'ή', 'ώ', 'έ'].map(Some));
    }

    #[test]
    fn signs_that_go_with_text() {
        assert_eq!([0x88, 0xA7, 0xB0, 0xBF].map(|code| at(tex::TS1, code)), ['•', '§', '°', '€'].map(Some));
    }

    #[test]
    fn t3_21_each_table_answers_by_its_position_alone() {
        for table in [tex::OT1, tex::OT1_TYPEWRITER, tex::OML, tex::OMS, tex::OMX] {
            assert_eq!(table.chars().count(), 128);
            assert_eq!(at(table, 128), None);
        }
        for table in [tex::T1, tex::T2A, tex::T5, tex::TEX_BASE, tex::LY1, tex::LGR, tex::TS1] {
            assert_eq!(table.chars().count(), 256);
        }
        assert_eq!(at(tex::OML, 0x2C), None, "what is no character is no answer");
    }

    #[test]
    fn t3_16_families_of_symbols_are_never_read_as_text() {
        let is_unlisted = |name: &str| matches!(by_name(name), Named::Unlisted);
        for name in ["MSBM10", "msam7", "EUFM10", "WASY10", "LASY10", "RSFS10", "STMARY10", "EUSM7", "EUEX10"]
        {
            assert!(is_unlisted(name), "{name}");
        }
        assert!(matches!(by_name("CMSY10"), Named::Symbols(signs) if signs.characters[0] == Some('−')));
        assert!(matches!(by_name("CMUSerif-Roman"), Named::Other));
    }
}
