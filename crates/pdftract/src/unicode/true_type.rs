//! Simple TrueType fonts without Unicode tables: decides whether their codes are ASCII or those of the Macintosh.

use super::glyph_name;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use super::width_fit;
use crate::font::encoding::BaseEncoding;
use crate::font::glyph_names::NameContext;
use crate::font::program::{CmapKind, FontProgram};
use crate::font::simple::Simple;

/// The confidence in hundredths of codes that are taken for characters because they are in the range of ASCII. A
/// guess of this confidence or less is checked against the shape of the glyph.
pub(super) const SYMBOL_CODE: u8 = 60;

/// Returns the text of a code in a font that only has a Macintosh or symbol `cmap`: the Macintosh or ASCII character,
/// unless it is a pictogram font.
pub(super) fn by_legacy_code(
    font: &ResolvedFont,
    simple: &Simple,
    program: &FontProgram,
    code: u8,
    glyph: u32,
) -> Option<Resolved> {
    let named = simple.encoding_given && simple.name(code).is_some();
    if glyph == 0 || named || is_pictures(&font.facts().name) {
        return None;
    }
    if !font.findings.codes_are_ascii.get_or_init(|| are_ascii(program)) {
        return None;
    }
    let encoding = if program.has_cmap(CmapKind::WindowsSymbol) {
        BaseEncoding::WinAnsi
    } else {
        BaseEncoding::MacOsRoman
    };
    let name = encoding.name(code)?.as_bytes();
    let resolved = glyph_name::meaning(name, NameContext::General, UnicodeSource::FontCmap)?;
    Some(Resolved { confidence_percent: SYMBOL_CODE, ..resolved })
}

/// Returns `true` if codes were reassigned when the subset was made: text has no characters below the space except
/// tab and line ends. Some writers number all codes from 1, others only those of characters beyond ASCII.
fn is_renumbered(program: &FontProgram) -> bool {
    let controls = (1..32).filter(|code| !matches!(code, 9 | 10 | 13 | 29));
    let kinds = [CmapKind::WindowsSymbol, CmapKind::Mac];
    let mapped =
        |code: u32| kinds.iter().any(|&kind| program.cmap_glyph(kind, code).is_some_and(|glyph| glyph != 0));
    controls.filter(|&code| mapped(code)).count() > 2
}

/// The correlation of widths from which codes are trusted to be ASCII. Correct fonts reach 0.8 to 1, renumbered ones
/// stay around 0.
const MIN_FIT: f64 = 0.7;

/// The correlation below which codes are not ASCII even if they are in its range.
const LEAST_FIT: f64 = 0.4;

/// Returns `true` if codes are ASCII: the widths of the glyphs match it or, if codes were preserved, do not
/// contradict it.
fn are_ascii(program: &FontProgram) -> bool {
    let advance = |code: u8| program.advance(program.true_type_glyph(code, None, true)?);
    let reading = (33..=126u8).filter_map(|code| Some((char::from(code), advance(code)?)));
    let fit = width_fit::fit(reading);
    let least = if is_renumbered(program) { MIN_FIT } else { LEAST_FIT };
    fit.map_or(!is_renumbered(program), |fit| fit >= least)
}

/// Returns `true` for fonts whose codes are pictograms even in the range of ASCII.
fn is_pictures(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["dings", "symbol", "marlett", "awesome", "icon", "emoji"].iter().any(|word| lower.contains(word))
}
