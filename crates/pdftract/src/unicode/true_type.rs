//! Simple TrueType fonts without Unicode tables: whether their codes are those of ASCII or of the Macintosh.

use super::glyph_name;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use super::width_fit;
use crate::font::encoding::BaseEncoding;
use crate::font::glyph_names::NameContext;
use crate::font::program::{CmapKind, FontProgram};
use crate::font::simple::Simple;

/// Confidence in hundredths of codes that are taken for characters because they lie where ASCII does. A guess of this
/// confidence or less is checked against the look of the glyph.
pub(super) const SYMBOL_CODE: u8 = 60;

/// Returns what a code means in a font that has only a Macintosh or symbol `cmap`: what the Macintosh or ASCII says, unless
/// it is a font of pictures.
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

/// Returns whether codes were assigned anew when the subset was made: text has no characters below the space but tab and
/// line ends. Some writers count all codes through from 1, others only those of characters beyond ASCII.
fn is_renumbered(program: &FontProgram) -> bool {
    let controls = (1..32).filter(|code| !matches!(code, 9 | 10 | 13 | 29));
    let kinds = [CmapKind::WindowsSymbol, CmapKind::Mac];
    let mapped =
        |code: u32| kinds.iter().any(|&kind| program.cmap_glyph(kind, code).is_some_and(|glyph| glyph != 0));
    controls.filter(|&code| mapped(code)).count() > 2
}

/// Correlation of widths from which on codes are believed to be ASCII. Right fonts reach 0.8 to 1, numbered ones stay
/// around 0.
const MIN_FIT: f64 = 0.7;

/// Below this correlation codes are not ASCII even if they lie where ASCII does.
const LEAST_FIT: f64 = 0.4;

/// Returns whether codes are ASCII: the widths of the glyphs go with it or, if codes were kept, do not speak against it.
fn are_ascii(program: &FontProgram) -> bool {
    let advance = |code: u8| program.advance(program.true_type_glyph(code, None, true)?);
    let reading = (33..=126u8).filter_map(|code| Some((char::from(code), advance(code)?)));
    let fit = width_fit::fit(reading);
    let least = if is_renumbered(program) { MIN_FIT } else { LEAST_FIT };
    fit.map_or(!is_renumbered(program), |fit| fit >= least)
}

/// Fonts whose codes are pictures, whatever ASCII says.
fn is_pictures(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["dings", "symbol", "marlett", "awesome", "icon", "emoji"].iter().any(|word| lower.contains(word))
}
