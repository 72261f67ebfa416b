//! The first rung: the caller's font maps for the codes and glyphs of a font.

use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::knowledge::FontRule;

/// The confidence of a user's correction.
const TOLD: u8 = 100;

/// Returns the text of a code in the caller's font maps.
pub(super) fn by_font_map(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let maps = &font.knowledge().font_maps;
    let mut rules = maps.iter().flat_map(|map| &map.rules).filter(|rule| is_meant(rule, font, access));
    let text =
        rules.find_map(|rule| rule.codes.get(&code.value).or_else(|| by_glyph(rule, font, access, code)))?;
    Some(Resolved::new(text.as_str(), UnicodeSource::Override, TOLD))
}

fn is_meant(rule: &FontRule, font: &ResolvedFont, access: Access<'_>) -> bool {
    let is_named = rule.name.as_deref().is_none_or(|name| without_tag(name) == font.facts().name);
    is_named && rule.fingerprint.is_none_or(|fingerprint| font.glyphs_hash(access) == Some(fingerprint))
}

/// Returns the name without a subset tag of six capitals and a plus.
fn without_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 && tag.bytes().all(|byte| byte.is_ascii_uppercase()) => rest,
        _ => name,
    }
}

fn by_glyph<'r>(
    rule: &'r FontRule,
    font: &ResolvedFont,
    access: Access<'_>,
    code: CharCode,
) -> Option<&'r String> {
    if rule.glyphs.is_empty() {
        return None;
    }
    let by_name = |name: &str| rule.glyphs.get(name);
    let encoded = font.glyph_name(code.value);
    encoded.as_deref().and_then(by_name).or_else(|| {
        let glyph = font.program_glyph(access, code)?;
        let name = font.program(access)?.glyph_name(glyph);
        let named = name.and_then(|name| by_name(&String::from_utf8_lossy(name)));
        named.or_else(|| by_name(&format!("#{glyph}")))
    })
}
