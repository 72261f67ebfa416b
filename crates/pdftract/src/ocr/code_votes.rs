//! Finds the text of font codes from the words that OCR recognised at their glyphs.
//!
//! An engine may misread a letter occasionally, but a code is the same letter everywhere. So each word with as many
//! letters as glyphs is a vote for each of its codes, and the votes of a page decide. Next come glyphs that represent
//! several letters, between letters that are known by then; codes whose glyphs are always between words are spaces.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::engine::Word;
use super::overlap::{Ground, middle};
use crate::content::{Glyph, PageGlyphs, TextId};
use crate::unicode::UnicodeSource;

/// A code of a font of the page.
type CodeOfFont = (u16, u32);

/// The share of votes, in hundredths, that decides a code.
const MAJORITY_PERCENT: u32 = 60;
/// The number of votes needed to change the text of a code that has one.
const MIN_VOTES: u32 = 2;
/// Answers with a lower mean confidence are ignored (T3-45).
const MIN_CONFIDENCE: u32 = 50;
/// The maximum number of letters in one glyph.
const MAX_JOINED: usize = 3;
/// The number of occurrences between words that makes a code a space.
const MIN_SPACES: usize = 2;
/// The maximum number of glyphs examined; a page of text has no more, and each is compared with all words.
const MAX_PLACES: usize = 5_000;
/// The maximum distance of a space from a word, in ems.
const NEAR: f32 = 0.6;

/// Replaces the text of doubtful glyphs with that of the words; returns the number of changed glyphs.
pub(crate) fn settle(
    page: &mut PageGlyphs,
    words: &[Word],
    ground: &Ground,
    is_doubtful: impl Fn(&PageGlyphs, &Glyph) -> bool,
) -> usize {
    let doubtful: Vec<bool> = page.glyphs.iter().map(|glyph| is_doubtful(page, glyph)).collect();
    let doubt = |index: u32| doubtful.get(index as usize).copied().unwrap_or(false);
    let single = decided(page, &letter_votes(page, words, ground, &doubt));
    let mut changed = put_in(page, &single, &doubt);
    let joined =
        decided(page, &joined_votes(page, words, ground, &|index| doubt(index) && !is_settled(page, index)));
    changed += put_in(page, &joined, &doubt);
    changed + put_in_spaces(page, words, ground, &doubt)
}

fn is_settled(page: &PageGlyphs, index: u32) -> bool {
    page.glyphs.get(index as usize).is_some_and(|glyph| glyph.source == UnicodeSource::Ocr)
}

/// The texts recognised for each code, with their counts and sums of confidence.
#[derive(Debug, Default)]
struct Votes(BTreeMap<CodeOfFont, Readings>);

type Readings = BTreeMap<String, (u32, u32)>;

impl Votes {
    fn add(&mut self, page: &PageGlyphs, index: u32, text: String, confidence: u8) {
        let Some(glyph) = page.glyphs.get(index as usize) else { return };
        let Some(run) = page.run(glyph) else { return };
        let vote = self.0.entry((run.font, glyph.code)).or_default().entry(text).or_default();
        vote.0 += 1;
        vote.1 += u32::from(confidence);
    }
}

/// Collects votes from words with as many letters as glyphs.
fn letter_votes(page: &PageGlyphs, words: &[Word], ground: &Ground, doubt: &dyn Fn(u32) -> bool) -> Votes {
    let mut votes = Votes::default();
    for (word, under) in words.iter().zip(&ground.under_word) {
        if word.text.chars().count() != under.len() {
            continue;
        }
        for (character, &index) in word.text.chars().zip(under).filter(|(_, index)| doubt(**index)) {
            votes.add(page, index, character.to_string(), word.confidence_percent);
        }
    }
    votes
}

/// Collects votes from words in which all letters except those of one glyph are known.
fn joined_votes(page: &PageGlyphs, words: &[Word], ground: &Ground, open: &dyn Fn(u32) -> bool) -> Votes {
    let mut votes = Votes::default();
    for (word, under) in words.iter().zip(&ground.under_word) {
        let mut unknown = under.iter().enumerate().filter(|(_, index)| open(**index));
        let (Some((place, &index)), None) = (unknown.next(), unknown.next()) else { continue };
        let text_of = |part: &[u32]| part.iter().map(|&index| glyph_text(page, index)).collect::<String>();
        let before = text_of(under.get(..place).unwrap_or_default());
        let after = text_of(under.get(place + 1..).unwrap_or_default());
        let middle =
            word.text.strip_prefix(before.as_str()).and_then(|rest| rest.strip_suffix(after.as_str()));
        if let Some(middle) = middle.filter(|middle| (1..=MAX_JOINED).contains(&middle.chars().count())) {
            votes.add(page, index, middle.to_owned(), word.confidence_percent);
        }
    }
    votes
}

fn glyph_text(page: &PageGlyphs, index: u32) -> String {
    page.glyphs.get(index as usize).map(|glyph| page.text(glyph)).unwrap_or_default()
}

/// The text found for a code, with its confidence.
struct Decision {
    text: String,
    confidence_percent: u8,
}

fn decided(page: &PageGlyphs, votes: &Votes) -> BTreeMap<CodeOfFont, Decision> {
    let unknown = unknown_codes(page);
    let decide = |code: &CodeOfFont, readings: &Readings| {
        let all: u32 = readings.values().map(|(count, _)| count).sum();
        let (text, &(count, confidence)) = readings.iter().max_by_key(|(_, (count, sum))| (*count, *sum))?;
        let (share, mean) = (count * 100 / all.max(1), confidence / count.max(1));
        // A code with a text does not lose it to a single word that may be misread.
        let least = if unknown.contains(code) { 1 } else { MIN_VOTES };
        let is_clear = count >= least && share >= MAJORITY_PERCENT && mean >= MIN_CONFIDENCE;
        let confidence_percent = u8::try_from(mean * share / 100).unwrap_or(100).min(100);
        is_clear.then(|| Decision { text: text.clone(), confidence_percent })
    };
    votes.0.iter().filter_map(|(code, readings)| Some((*code, decide(code, readings)?))).collect()
}

/// Returns the codes without known Unicode.
fn unknown_codes(page: &PageGlyphs) -> BTreeSet<CodeOfFont> {
    let unknown = page.glyphs.iter().filter(|glyph| glyph.source == UnicodeSource::Unknown);
    unknown.filter_map(|glyph| Some((page.run(glyph)?.font, glyph.code))).collect()
}

/// Applies decisions to all doubtful glyphs with the code. A text that is already correct keeps its source.
fn put_in(
    page: &mut PageGlyphs,
    decisions: &BTreeMap<CodeOfFont, Decision>,
    doubt: &dyn Fn(u32) -> bool,
) -> usize {
    let mut changed = 0;
    for index in (0u32..).take(page.glyphs.len()).filter(|&index| doubt(index)) {
        let Some(glyph) = page.glyphs.get(index as usize) else { continue };
        let Some(run) = page.run(glyph) else { continue };
        let Some(decision) = decisions.get(&(run.font, glyph.code)) else { continue };
        if page.text(glyph) == decision.text {
            continue;
        }
        let text = text_id(page, &decision.text);
        if let Some(glyph) = page.glyphs.get_mut(index as usize) {
            (glyph.text, glyph.source, glyph.confidence_percent) =
                (text, UnicodeSource::Ocr, decision.confidence_percent);
            changed += 1;
        }
    }
    changed
}

fn text_id(page: &mut PageGlyphs, text: &str) -> TextId {
    let mut characters = text.chars();
    if let (Some(single), None) = (characters.next(), characters.next()) {
        return TextId::from_char(single);
    }
    let known = page.texts.iter().position(|known| &**known == text);
    TextId::sequence(known.unwrap_or_else(|| {
        page.texts.push(Arc::from(text));
        page.texts.len() - 1
    }))
}

/// Replaces unknown codes that occur only between words with spaces.
fn put_in_spaces(
    page: &mut PageGlyphs,
    words: &[Word],
    ground: &Ground,
    doubt: &dyn Fn(u32) -> bool,
) -> usize {
    let mut places: BTreeMap<CodeOfFont, (usize, usize)> = BTreeMap::new();
    let code_of = |page: &PageGlyphs, index: u32| {
        let glyph = page.glyphs.get(index as usize)?;
        Some((page.run(glyph)?.font, glyph.code))
    };
    for &index in ground.elsewhere.iter().take(MAX_PLACES) {
        let (Some(code), Some(glyph)) = (code_of(page, index), page.glyphs.get(index as usize)) else {
            continue;
        };
        if glyph.source == UnicodeSource::Unknown && doubt(index) {
            let place = places.entry(code).or_default();
            place.0 += 1;
            place.1 += usize::from(words.iter().any(|word| ends_at(word, page, glyph)));
        }
    }
    for &index in ground.under_word.iter().flatten() {
        code_of(page, index).map(|code| places.remove(&code));
    }
    let mut changed = 0;
    for index in (0u32..).take(page.glyphs.len()).filter(|&index| doubt(index)) {
        let place = code_of(page, index).and_then(|code| places.get(&code));
        let is_space = place.is_some_and(|(all, near)| *all >= MIN_SPACES && near * 5 >= all * 4);
        if let Some(glyph) = page.glyphs.get_mut(index as usize).filter(|_| is_space) {
            (glyph.text, glyph.source, glyph.confidence_percent) =
                (TextId::from_char(' '), UnicodeSource::Ocr, 90);
            changed += 1;
        }
    }
    changed
}

/// Returns `true` if a word on the same line ends at the start of a glyph, or begins at its end.
fn ends_at(word: &Word, page: &PageGlyphs, glyph: &Glyph) -> bool {
    let ([left, top, right, bottom], near) = (word.bbox, page.size(glyph) * NEAR);
    let beside = (right - glyph.x).abs() < near || (left - glyph.x - glyph.advance).abs() < near;
    beside && (top - near..=bottom + near).contains(&middle(page, glyph).1)
}
