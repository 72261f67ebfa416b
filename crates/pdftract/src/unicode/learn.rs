//! Learns the texts of outlines from fonts with a trusted mapping.
//!
//! A text is accepted if two sources agree on it: the map of the PDF, the font's names and tables, the shape of the
//! glyph. A single source is trusted if it was correct for the font's other glyphs. Contradictions are left out and
//! reported.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;

use super::candidate::{PLAIN, single};
use super::fingerprint;
use super::frequency;
use super::glyph_name;
use super::look_alikes::representative;
use super::resolved_font::ResolvedFont;
use super::resolver::Resolver;
use super::shape;
use super::source::UnicodeSource;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::glyph_names::NameContext;
use crate::font::outline::Outline;
use crate::font::program::FontProgram;
use crate::font::to_unicode::classify;
use crate::knowledge::LearnedGlyph;

/// The confidence in hundredths from which a font's names and tables count as a source.
const TRUSTED: u8 = 85;
/// The number of agreements per contradiction in a font whose single sources are trusted.
const AGREEMENTS_PER_CONTRADICTION: usize = 10;
/// The least number of agreements in a font whose single sources are trusted.
const FEWEST_AGREEMENTS: usize = 3;
/// The maximum number of glyphs of a font file that are examined.
const MOST_GLYPHS: u32 = 65_535;

/// The glyphs learned from a font.
#[derive(Debug, Clone, Default)]
pub struct Harvest {
    /// The glyphs with their texts.
    pub glyphs: Vec<LearnedGlyph>,
    /// Glyphs left out because of contradictions: the font, and the texts of the sources.
    pub contradicted: Vec<(String, String, String)>,
    /// The number of glyphs left out because there was only one source, without confirmation.
    pub unconfirmed: usize,
}

/// The evidence for one glyph.
enum Evidence {
    Agreed(String),
    Alone(String),
    Contradicted(String, String),
}

impl Harvest {
    /// Adds the glyphs of a font of a PDF; `codes` are those that pages show.
    pub(crate) fn add_font(&mut self, font: &ResolvedFont, access: Access<'_>, codes: &BTreeSet<CharCode>) {
        let listed = font.listed_codes();
        let codes: BTreeSet<CharCode> = codes.iter().copied().chain(listed).collect();
        let judged = codes.into_iter().filter_map(|code| {
            let outline = font.outline(access, code).filter(|outline| !outline.is_empty())?;
            Some((outline, font.outline_advance(access, code), judge(font, access, code)?))
        });
        self.add(&font.facts().name, judged.collect());
    }

    /// Adds the glyphs of a font file, or of all its fonts if it is a collection; `name` is used for a font without a
    /// name. Fonts of a collection share most of their glyphs, which are added once.
    pub fn add_font_file(&mut self, data: &[u8], name: &str) -> bool {
        let mut said = Said::new();
        let mut is_font = false;
        for program in FontProgram::faces(data) {
            let face = program.facts().family.unwrap_or_else(|| name.to_owned());
            (0..program.glyph_count().min(MOST_GLYPHS))
                .for_each(|glyph| self.add_glyph(&program, (glyph, glyph), &face, &mut said));
            for (plain, form) in program.vertical_forms() {
                self.add_glyph(&program, (plain.into(), form.into()), &face, &mut said);
            }
            is_font = true;
        }
        is_font
    }

    /// Adds a glyph with the text of another, or of itself, in the tables of the font.
    fn add_glyph(&mut self, program: &FontProgram, (meant, glyph): (u32, u32), face: &str, said: &mut Said) {
        let text = match judge_glyph(program, meant) {
            // Letters are rotated in vertical text, where some look like others.
            Some(Ok(text)) if meant != glyph && !is_no_letter(&text) => return,
            Some(Ok(text)) => text,
            Some(Err((one, other))) => return self.contradicted.push((face.to_owned(), one, other)),
            None => return,
        };
        let outline = program.outline(glyph).filter(|outline| !outline.is_empty());
        let hash = outline.and_then(|outline| fingerprint::of_any_outline(&outline));
        let (Some((hash, _)), Some(advance)) = (hash, program.advance(glyph)) else { return };
        let advance = whole(advance);
        let known = said.get(&(hash, advance)).and_then(|&index| self.glyphs.get_mut(index));
        match known {
            Some(known) if known.text == text => {}
            Some(known) if is_no_letter(&known.text) && is_no_letter(&text) => {
                if likelihood(&text) < likelihood(&known.text) {
                    known.text = text;
                }
            }
            _ => {
                said.insert((hash, advance), self.glyphs.len());
                self.glyphs.push(LearnedGlyph { hash, advance, face: face.to_owned(), text });
            }
        }
    }

    fn add(&mut self, face: &str, judged: Vec<(Outline, f32, Evidence)>) {
        let count =
            |wanted: fn(&Evidence) -> bool| judged.iter().filter(|(_, _, evidence)| wanted(evidence)).count();
        let agreed = count(|evidence| matches!(evidence, Evidence::Agreed(_)));
        let contradicted = count(|evidence| matches!(evidence, Evidence::Contradicted(..)));
        let believes_one = agreed >= FEWEST_AGREEMENTS.max(contradicted * AGREEMENTS_PER_CONTRADICTION);
        for (outline, advance, evidence) in judged {
            let text = match evidence {
                Evidence::Agreed(text) => text,
                Evidence::Alone(text) if believes_one => text,
                Evidence::Alone(_) => {
                    self.unconfirmed += 1;
                    continue;
                }
                Evidence::Contradicted(one, other) => {
                    self.contradicted.push((face.to_owned(), one, other));
                    continue;
                }
            };
            let Some((hash, _)) = fingerprint::of_any_outline(&outline) else { continue };
            self.glyphs.push(LearnedGlyph { hash, advance: whole(advance), face: face.to_owned(), text });
        }
    }
}

/// The index of the learned glyph for an outline and advance of this file.
type Said = BTreeMap<(u64, u16), usize>;

/// Returns `true` for ideographs, kana, Hangul and signs. Fonts draw some of them with several codes alike, one of
/// which is the usual one; letters that are drawn alike have different meanings.
fn is_no_letter(text: &str) -> bool {
    single(text).is_some_and(|character| character >= '\u{2E80}' || !character.is_alphanumeric())
}

/// Returns a sort key that puts the more likely of characters drawn alike first: common ideographs, kana and
/// syllables, then signs.
fn likelihood(text: &str) -> Option<(bool, i32, char)> {
    let character = single(text)?;
    let is_usual =
        matches!(character, '\u{3041}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}');
    Some((!is_usual, frequency::rarity(character), character))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(advance: f32) -> u16 {
    advance.round().clamp(0.0, 65_535.0) as u16
}

/// Returns the label of a glyph: one character for all that share its shape, letters for ligatures.
fn label(text: &str) -> Option<String> {
    let expand = |character: char| -> String {
        if ('\u{FB00}'..='\u{FB06}').contains(&character) {
            character.nfkc().collect()
        } else {
            character.to_string()
        }
    };
    let text: String = text.chars().map(expand).collect();
    let is_blank = text.chars().any(|character| character.is_whitespace() || character.is_control());
    if is_blank || classify(&text).is_some() {
        return None;
    }
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(single), None) => Some(representative(single).to_string()),
        _ => Some(text),
    }
}

fn judge(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Evidence> {
    let resolver = Resolver::new(font, access);
    let mapped = resolver.to_unicode().and_then(|map| map.lookup(code.value)).and_then(|mapped| {
        let mut text = String::new();
        mapped.push_to(&mut text);
        label(&text)
    });
    let own = resolver.font_answer(code);
    let is_own =
        |source| matches!(source, UnicodeSource::Agl | UnicodeSource::FontCmap | UnicodeSource::UnicodeCmap);
    let own = own.filter(|own| own.confidence_percent >= TRUSTED && is_own(own.source));
    let own = own.and_then(|own| label(&own.text));
    match (mapped, own) {
        (Some(mapped), Some(own)) if mapped == own => Some(Evidence::Agreed(mapped)),
        (Some(mapped), Some(own)) => Some(Evidence::Contradicted(mapped, own)),
        (Some(alone), None) | (None, Some(alone)) => Some(judge_by_look(font, access, code, alone)),
        (None, None) => None,
    }
}

/// Judges a single source by the shape of the glyph.
fn judge_by_look(font: &ResolvedFont, access: Access<'_>, code: CharCode, text: String) -> Evidence {
    let candidates = shape::shape_candidates(font, access, code);
    let labels: Vec<String> = candidates.iter().filter_map(|candidate| label(&candidate.text)).collect();
    if labels.contains(&text) {
        return Evidence::Agreed(text);
    }
    match (candidates.first(), labels.first()) {
        (Some(best), Some(seen)) if best.chance >= PLAIN => Evidence::Contradicted(text, seen.clone()),
        _ => Evidence::Alone(text),
    }
}

/// Returns the text of a glyph in a font file: its cmap defines how the font is used, so it needs no confirmation.
/// Two texts if cmap and name contradict each other.
fn judge_glyph(program: &FontProgram, glyph: u32) -> Option<Result<String, (String, String)>> {
    let by_cmap = program.unicode_of_glyph(glyph).and_then(|character| label(&character.to_string()));
    let name = program.glyph_name(glyph).filter(|name| !name.contains(&b'.'));
    let by_name = name.and_then(|name| glyph_name::meaning(name, NameContext::General, UnicodeSource::Agl));
    let by_name =
        by_name.filter(|named| named.confidence_percent >= TRUSTED).and_then(|named| label(&named.text));
    match (by_cmap, by_name) {
        // A compatibility ideograph equals its canonical ideograph.
        (Some(one), Some(other)) if !one.nfc().eq(other.nfc()) => Some(Err((one, other))),
        (Some(text), _) | (None, Some(text)) => Some(Ok(text)),
        (None, None) => None,
    }
}
