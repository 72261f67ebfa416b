//! Simple TrueType fonts: what the tables of the font say a code is.

use super::cascade::{self, Resolved, SYMBOL_CODE};
use crate::font::encoding::BaseEncoding;
use crate::font::glyph_names::NameContext;
use crate::font::program::{CmapKind, FontProgram};
use crate::font::simple::{self, Simple};
use crate::font::standard_fonts::StandardFont;
use crate::font::{Font, UnicodeSource};

/// What the font's tables say of a code.
pub(crate) fn unicode_of(font: &Font, simple: &Simple, program: &FontProgram, code: u8) -> Option<Resolved> {
    let glyph = simple::glyph_of(font, program, code)?;
    cascade::of_glyph(program, glyph).or_else(|| by_legacy_code(font, simple, program, code, glyph))
}

/// A font that has only a Macintosh or symbol cmap: its codes mean what the Macintosh or ASCII says, unless it is a
/// font of pictures.
fn by_legacy_code(
    font: &Font,
    simple: &Simple,
    program: &FontProgram,
    code: u8,
    glyph: u32,
) -> Option<Resolved> {
    let named = simple.encoding_given && simple.name(code).is_some();
    if glyph == 0 || named || is_pictures(&font.facts().name) {
        return None;
    }
    if !simple.codes_are_ascii.get_or_init(|| !is_renumbered(program) || widths_fit_ascii(program)) {
        return None;
    }
    let encoding = if program.has_cmap(CmapKind::WindowsSymbol) {
        BaseEncoding::WinAnsi
    } else {
        BaseEncoding::MacOsRoman
    };
    let mut resolved =
        cascade::named(encoding.name(code)?.as_bytes(), NameContext::General, UnicodeSource::FontCmap)?;
    resolved.confidence_percent = SYMBOL_CODE;
    Some(resolved)
}

/// Whether codes were given out anew when the subset was made: text has no characters below the space but tab and line
/// ends. Some writers count all codes through from 1, others only those of characters beyond ASCII.
fn is_renumbered(program: &FontProgram) -> bool {
    let controls = (1..32).filter(|code| !matches!(code, 9 | 10 | 13 | 29));
    let kinds = [CmapKind::WindowsSymbol, CmapKind::Mac];
    let mapped =
        |code: u32| kinds.iter().any(|&kind| program.cmap_glyph(kind, code).is_some_and(|glyph| glyph != 0));
    controls.filter(|&code| mapped(code)).count() > 2
}

/// Glyphs needed to compare widths.
const MIN_WIDTHS: usize = 10;
/// Correlation of widths from which on codes are believed to be ASCII. Right fonts reach 0.8 to 1, numbered ones stay
/// around 0.
const MIN_CORRELATION: f64 = 0.7;

/// Whether the widths of the glyphs go with those of the characters that their codes are in ASCII: an `i` narrow, an
/// `m` wide.
fn widths_fit_ascii(program: &FontProgram) -> bool {
    let pairs = |standard: StandardFont| -> Vec<(f64, f64)> {
        let codes = 33..=126u8;
        let pair = |code: u8| {
            let name = BaseEncoding::WinAnsi.name(code)?;
            let glyph = program.true_type_glyph(code, None, true)?;
            Some((f64::from(program.advance(glyph)?), f64::from(standard.width(name.as_bytes())?)))
        };
        codes.filter_map(pair).collect()
    };
    let fonts = [StandardFont::TimesRoman, StandardFont::Helvetica];
    fonts.into_iter().any(|standard| correlation(&pairs(standard)) >= MIN_CORRELATION)
}

/// Pearson's correlation; 0 for too few pairs or for widths that do not vary.
#[allow(clippy::cast_precision_loss)]
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    if pairs.len() < MIN_WIDTHS {
        return 0.0;
    }
    let count = pairs.len() as f64;
    let mean_x = pairs.iter().map(|pair| pair.0).sum::<f64>() / count;
    let mean_y = pairs.iter().map(|pair| pair.1).sum::<f64>() / count;
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        let (dx, dy) = (x - mean_x, y - mean_y);
        xy += dx * dy;
        xx += dx * dx;
        yy += dy * dy;
    }
    if xx > 0.0 && yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 }
}

/// Fonts whose codes are pictures, whatever ASCII says.
fn is_pictures(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["dings", "symbol", "marlett", "awesome", "icon", "emoji"].iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t3_41_widths_tell_ascii_from_numbered_codes() {
        let line: Vec<(f64, f64)> = (0..20).map(|n| (f64::from(n), f64::from(2 * n + 5))).collect();
        assert!(correlation(&line) > 0.99);
        let zigzag: Vec<(f64, f64)> = (0..20).map(|n| (f64::from(n), f64::from(n % 2))).collect();
        assert!(correlation(&zigzag).abs() < 0.3);
        assert_eq!(correlation(&[(1.0, 1.0); 30]), 0.0, "equal widths say nothing");
        assert_eq!(correlation(&line[..5]), 0.0, "too few say nothing");
    }
}
