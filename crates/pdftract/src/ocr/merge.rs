//! Merges the text of the file with the words of an engine: if they agree, the file's text is kept; a contradiction
//! is decided by the language fit of both; text that only one of them has is kept.

use super::distance::{self, AGREES_BELOW, CONTRADICTS_FROM, Edits};
use super::engine::Word;
use super::overlap::{self, Ground, is_space};
use super::report::MergeOutcome;
use super::score::Worth;
use crate::content::{PageGlyphs, Visibility};
use crate::unicode::UnicodeSource;

/// The result of merging.
#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) verdict: MergeOutcome,
    /// The edits per character between both, if both have text.
    pub(crate) distance: Option<f32>,
    /// Words to add to the page.
    pub(crate) added: Vec<Word>,
    /// Glyphs to remove from the page.
    pub(crate) removed: Vec<u32>,
    /// Words that differ from the text that was kept.
    pub(crate) differing: Vec<Word>,
}

/// Words with a lower confidence are noise: the grain of a photograph, a smudge.
const MIN_CONFIDENCE: u8 = 30;
/// The least confidence of words without letters or digits, which noise resembles most.
const MIN_SIGN_CONFIDENCE: u8 = 60;
/// The least confidence with which digits may replace those of the file (W-59).
const SURE_DIGITS: u8 = 90;
/// Returns `true` if a word is worth keeping.
pub(crate) fn is_credible(word: &Word) -> bool {
    let least =
        if word.text.chars().any(char::is_alphanumeric) { MIN_CONFIDENCE } else { MIN_SIGN_CONFIDENCE };
    word.confidence_percent >= least
}

/// A line of words, with the text of the file at the same position.
struct Contest<'w> {
    words: &'w [Word],
    under: &'w [Vec<u32>],
    native: String,
    edits: Edits,
}

/// Merges words into the text of the file, which as a whole may be broken. `ground` holds the glyphs under each word.
pub(crate) fn merge(page: &PageGlyphs, words: &[Word], ground: &Ground, is_broken: bool) -> Merged {
    let lines = contests(page, words, ground);
    let mut total = Edits::default();
    lines.iter().filter(|line| !line.native.is_empty()).for_each(|line| total.add(line.edits));
    let distance = (total.characters > 0).then(|| total.share());
    let verdict = distance.map_or(MergeOutcome::Recognised, |share| verdict(share, &lines));
    let mut merged =
        Merged { verdict, distance, added: Vec::new(), removed: Vec::new(), differing: Vec::new() };
    for line in &lines {
        merged.take(page, line);
    }
    if verdict == MergeOutcome::FileReplaced {
        merged.remove_leavings(page, ground, &lines);
    }
    if is_broken && verdict != MergeOutcome::NoText {
        merged.remove_idle_layer(page, ground);
    }
    merged
}

fn contests<'w>(page: &PageGlyphs, words: &'w [Word], ground: &'w Ground) -> Vec<Contest<'w>> {
    let mut start = 0;
    let lines = words.chunk_by(|a, b| a.line == b.line).map(|words| {
        let under = ground.under_word.get(start..start + words.len()).unwrap_or_default();
        start += words.len();
        let native = text_of(page, under);
        let edits = distance::between(&native, &joined(words));
        Contest { words, under, native, edits }
    });
    lines.collect()
}

/// Returns the text of glyphs, with spaces between words.
fn text_of(page: &PageGlyphs, under: &[Vec<u32>]) -> String {
    let mut text = String::new();
    for word in under.iter().filter(|word| !word.is_empty()) {
        if !text.is_empty() {
            text.push(' ');
        }
        let glyphs = word.iter().filter_map(|&index| page.glyphs.get(index as usize));
        glyphs.for_each(|glyph| page.push_text(glyph, &mut text));
    }
    text
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Decides for a whole page or region, since a single line is too short to judge.
fn verdict(distance: f32, lines: &[Contest<'_>]) -> MergeOutcome {
    if distance < AGREES_BELOW {
        return MergeOutcome::Agree;
    }
    if distance < CONTRADICTS_FROM {
        return MergeOutcome::Review;
    }
    let contested = || lines.iter().filter(|line| !line.native.is_empty());
    let native = contested().map(|line| line.native.as_str()).collect::<Vec<_>>().join("\n");
    let read = contested().map(|line| joined(line.words)).collect::<Vec<_>>().join("\n");
    let (native, read) = (Worth::measure(&native), Worth::measure(&read));
    if !native.is_language() && (!read.is_language() || is_guessed(lines)) {
        MergeOutcome::NoText
    } else if read.beats(native) {
        MergeOutcome::FileReplaced
    } else {
        MergeOutcome::FileKept
    }
}

/// Words with a lower mean confidence, in hundredths, are guesses.
const GUESSED_BELOW: usize = 55;

fn is_guessed(lines: &[Contest<'_>]) -> bool {
    let words = || lines.iter().flat_map(|line| line.words);
    let sum: usize = words().map(|word| usize::from(word.confidence_percent)).sum();
    sum < words().count() * GUESSED_BELOW
}

impl Merged {
    /// Accepts or rejects the words of a line.
    fn take(&mut self, page: &PageGlyphs, line: &Contest<'_>) {
        let differs = line.edits.share() >= AGREES_BELOW;
        for (word, under) in line.words.iter().zip(line.under) {
            if under.is_empty() {
                // The file has no text here, so this is an image of text, or a smudge.
                let wanted = line.native.is_empty() || self.verdict == MergeOutcome::FileReplaced;
                self.added.extend((wanted && is_credible(word)).then(|| word.clone()));
            } else if self.verdict == MergeOutcome::FileReplaced
                && differs
                && !keeps_digits(page, word, under)
            {
                self.added.push(word.clone());
                self.removed.extend(under);
            } else if distance::between(&text_of(page, std::slice::from_ref(under)), &word.text).edits > 0 {
                self.differing.push(word.clone());
            }
        }
    }

    /// Removes a broken text layer without ink where the engine recognises nothing.
    fn remove_idle_layer(&mut self, page: &PageGlyphs, ground: &Ground) {
        let is_inkless = |index: &&u32| {
            let glyph = page.glyphs.get(**index as usize);
            glyph.is_some_and(|glyph| glyph.visibility == Visibility::InvisibleMode && !is_space(glyph))
        };
        self.removed.extend(ground.elsewhere.iter().filter(is_inkless));
        self.removed.sort_unstable();
        self.removed.dedup();
    }

    /// Removes the remains of replaced lines: accents beside their letters, and spaces.
    fn remove_leavings(&mut self, page: &PageGlyphs, ground: &Ground, lines: &[Contest<'_>]) {
        let replaced =
            lines.iter().filter(|line| line.edits.share() >= AGREES_BELOW && !line.native.is_empty());
        let boxes: Vec<[f32; 4]> = replaced.map(|line| around(line.words)).collect();
        for &index in &ground.elsewhere {
            let Some(glyph) = page.glyphs.get(index as usize) else { continue };
            let (x, y) = overlap::middle(page, glyph);
            if boxes.iter().any(|place| overlap::holds(*place, x, y)) {
                self.removed.push(index);
            }
        }
    }
}

/// Returns `true` if digits of the file take precedence over those of an uncertain engine (W-59).
fn keeps_digits(page: &PageGlyphs, word: &Word, under: &[u32]) -> bool {
    let glyphs = || under.iter().filter_map(|&index| page.glyphs.get(index as usize));
    let is_digit = |c: char| c.is_ascii_digit();
    let is_known = glyphs().all(|glyph| glyph.source != UnicodeSource::Unknown && !is_space(glyph));
    let native_digits = glyphs().filter(|glyph| glyph.text.character().is_some_and(is_digit)).count();
    is_known && native_digits * 2 > under.len() && word.confidence_percent < SURE_DIGITS
}

fn around(words: &[Word]) -> [f32; 4] {
    words.iter().map(|word| word.bbox).fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |a, b| {
        [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
    })
}
