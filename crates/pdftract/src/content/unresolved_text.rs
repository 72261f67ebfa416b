//! Collects text with unresolved codes from pages, and inserts the results.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::glyph::{Glyph, PageGlyphs, Run, TextId, Visibility};
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::spacing::PenStep;
use crate::unicode::candidate::AMBIGUOUS;
use crate::unicode::look_alikes::{is_shared, representative};
use crate::unicode::resolved::Resolved;
use crate::unicode::text_sample::{Answers, TextSample, Token};
use crate::unicode::{ResolvedFont, UnicodeSource};

/// The distance from the baseline, in font sizes, beyond which the pen starts a new line.
const LINE_SHIFT: f32 = 0.3;

/// The confidence in hundredths from which a glyph is evidence for others.
const TRUSTED: u8 = 90;

/// Returns `true` if context may resolve a glyph.
fn is_open(glyph: &Glyph) -> bool {
    match glyph.source {
        // A known outline is one letter, but possibly that of another script.
        UnicodeSource::Fingerprint => {
            glyph.text.character().is_some_and(|letter| letter.is_alphabetic() && is_shared(letter))
        }
        source => source.may_be_settled_by_context() && glyph.text != TextId::from_char(' '),
    }
}

/// Returns `true` if the text of a glyph is certain, so that others with its outline have the same text.
fn is_trusted(glyph: &Glyph) -> bool {
    glyph.source.identifies_glyphs()
        && glyph.confidence_percent >= TRUSTED
        && glyph.text != TextId::from_char(' ')
}

/// Returns `true` if the page has an unresolved glyph with a shape, or whose code may be a character.
pub(crate) fn has_open(page: &PageGlyphs) -> bool {
    let is_worth_it: Vec<bool> = page.fonts.iter().map(|font| font.may_tell_more()).collect();
    let font =
        |glyph: &Glyph| page.run(glyph).and_then(|run| is_worth_it.get(usize::from(run.font)).copied());
    page.glyphs.iter().any(|glyph| is_open(glyph) && font(glyph) == Some(true))
}

/// Returns the share of glyphs whose text is open.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn open_share(page: &PageGlyphs) -> f32 {
    let open = page.glyphs.iter().filter(|glyph| is_open(glyph)).count();
    open as f32 / page.glyphs.len().max(1) as f32
}

/// Adds the text of a page.
pub(crate) fn collect(page: &PageGlyphs, sample: &mut TextSample) {
    let mut last: Option<(&Glyph, &Run)> = None;
    let mut taught = Taught { codes: vec![[false; 256]; page.fonts.len()] };
    for glyphs in page.glyphs.chunk_by(|glyph, next| glyph.run == next.run) {
        let Some(run) = glyphs.first().and_then(|glyph| page.run(glyph)) else { continue };
        let Some(font) = page.fonts.get(usize::from(run.font)) else { continue };
        let mut codes = taught.codes.get_mut(usize::from(run.font));
        let within_run = Reach::between(run, run);
        for glyph in glyphs.iter().filter(|glyph| glyph.visibility != Visibility::LayerOff) {
            if sample.is_full() {
                return;
            }
            let is_apart = last.is_some_and(|(before, before_run)| match std::ptr::eq(before_run, run) {
                true => within_run.parts(before, glyph),
                false => Reach::between(before_run, run).parts(before, glyph),
            });
            if is_apart {
                sample.push(Token::Edge);
            }
            if is_open(glyph) {
                sample.push_open(font, CharCode { value: glyph.code, len: glyph.code_bytes });
            } else {
                let is_new = is_trusted(glyph) && is_new(codes.as_deref_mut(), glyph.code);
                if is_new && font.may_tell_more() {
                    let code = CharCode { value: glyph.code, len: glyph.code_bytes };
                    sample.teach(font, code, || page.text(glyph));
                }
                match glyph.text.character() {
                    Some(character) => push_known(character, sample),
                    None => page.text(glyph).chars().for_each(|character| push_known(character, sample)),
                }
            }
            last = Some((glyph, run));
        }
    }
    sample.push(Token::Edge);
    for stamp in &page.placements {
        if let Some(font) = page.fonts.get(usize::from(stamp.font)) {
            sample.push_placement(font, CharCode { value: stamp.code, len: 1 }, stamp.placement);
        }
    }
}

/// One-byte codes already learned from the page, by font: nearly all of a text.
struct Taught {
    codes: Vec<[bool; 256]>,
}

/// Returns `true` if a code of a font may not have been learned yet.
#[inline(always)]
fn is_new(codes: Option<&mut [bool; 256]>, code: u32) -> bool {
    let slot = codes.and_then(|codes| codes.get_mut(code as usize));
    slot.is_none_or(|slot| !std::mem::replace(slot, true))
}

#[inline(always)]
fn push_known(character: char, sample: &mut TextSample) {
    // Nearly all characters are letters, digits and signs of ASCII.
    let is_blank = !character.is_ascii_graphic() && character.is_whitespace();
    sample.push(if is_blank { Token::Edge } else { Token::Known(character) });
}

/// What decides whether glyphs are in the same word: the same for all glyphs of a run.
struct Reach {
    direction: [f32; 2],
    size: f32,
}

impl Reach {
    fn between(before: &Run, run: &Run) -> Self {
        Self { direction: before.direction, size: before.size.min(run.size).max(0.1) }
    }

    /// Returns `true` if two glyphs are not in the same word.
    #[inline(always)]
    fn parts(&self, before: &Glyph, glyph: &Glyph) -> bool {
        let step = PenStep::new([before.x, before.y], before.advance, self.direction, [glyph.x, glyph.y]);
        step.across > self.size * LINE_SHIFT || step.leaves_word(self.size)
    }
}

/// The number of codes of a page whose results are found without hashing, by the low byte of the code.
const RECENT: usize = 256;

/// The font and code of a glyph, and its result.
type Recent = ((u16, u32), Option<Settled>);

/// Inserts the results. Shapes that stay uncertain are decided by their fonts alone.
pub(crate) fn settle(page: &mut PageGlyphs, answers: &Answers, access: Access<'_>) {
    let mut settled: HashMap<(u16, u32), Option<Settled>> = HashMap::new();
    let mut recent: [Option<Recent>; RECENT] = [None; RECENT];
    let fonts: Vec<Arc<ResolvedFont>> = page.fonts.clone();
    for index in 0..page.glyphs.len() {
        let Some(&glyph) = page.glyphs.get(index) else { continue };
        let Some(font_index) = page.run(&glyph).map(|run| run.font).filter(|_| is_open(&glyph)) else {
            continue;
        };
        let Some(font) = fonts.get(usize::from(font_index)) else { continue };
        let key = (font_index, glyph.code);
        let slot = recent.get_mut(glyph.code as usize % RECENT);
        let known = slot.as_deref().and_then(|recent| recent.filter(|(other, _)| *other == key));
        let found = match known {
            Some((_, found)) => found,
            None => *settled.entry(key).or_insert_with(|| {
                let answer = answers.get(font, glyph.code).filter(|answer| fits(&glyph, &answer.text));
                let resolved = answer.cloned().or_else(|| by_font(font, &glyph, access))?;
                Some(Settled {
                    text: text_id(page, &resolved.text),
                    source: resolved.source,
                    confidence_percent: resolved.confidence_percent,
                })
            }),
        };
        if let Some(slot) = slot {
            *slot = Some((key, found));
        }
        if let (Some(slot), Some(found)) = (page.glyphs.get_mut(index), found) {
            slot.text = found.text;
            if slot.source != UnicodeSource::Fingerprint {
                slot.source = found.source;
                slot.confidence_percent = found.confidence_percent;
            }
        }
    }
}

/// Returns the text of a glyph as stored on the page.
fn text_id(page: &mut PageGlyphs, text: &str) -> TextId {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(single), None) => TextId::from_char(single),
        _ => {
            page.texts.push(Arc::from(text));
            TextId::sequence(page.texts.len() - 1)
        }
    }
}

/// The resolution of a code of the page.
#[derive(Clone, Copy)]
struct Settled {
    text: TextId,
    source: UnicodeSource,
    confidence_percent: u8,
}

/// Resolves an uncertain shape by its font. The text inside a Type 3 glyph was resolved when it was read.
fn by_font(font: &ResolvedFont, glyph: &Glyph, access: Access<'_>) -> Option<Resolved> {
    let is_uncertain = glyph.source == UnicodeSource::ShapeMatch
        && glyph.confidence_percent == AMBIGUOUS
        && !font.is_type3();
    let code = CharCode { value: glyph.code, len: glyph.code_bytes };
    is_uncertain.then(|| font.distributed(access, code))
}

/// Returns `true` if an answer is possible for a glyph: a known outline keeps its shape, in any script.
fn fits(glyph: &Glyph, answer: &str) -> bool {
    let shape =
        glyph.text.character().filter(|_| glyph.source == UnicodeSource::Fingerprint).map(representative);
    shape.is_none_or(|shape| answer.chars().map(representative).eq([shape]))
}

/// Reports codes that stay unknown, and those that are ambiguous.
pub(crate) fn note_doubts(page: &PageGlyphs, access: Access<'_>) {
    let mut told: HashSet<(u16, u32)> = HashSet::new();
    let mut recent: [Option<(u16, u32)>; RECENT] = [None; RECENT];
    for glyph in page.glyphs.iter().filter(|glyph| glyph.is_doubtful()) {
        let (Some(run), Some(font)) = (page.run(glyph), page.font(glyph)) else { continue };
        let slot = recent.get_mut(glyph.code as usize % RECENT);
        if slot.is_some_and(|slot| slot.replace((run.font, glyph.code)) == Some((run.font, glyph.code))) {
            continue;
        }
        if !told.insert((run.font, glyph.code)) {
            continue;
        }
        if glyph.is_ambiguous() {
            font.note_ambiguous(access, glyph.code, &page.text(glyph));
        } else {
            font.note_unmapped(access, glyph.code);
        }
    }
}
