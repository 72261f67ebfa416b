//! Converts recognised words to glyphs, so that they pass through the same layout as the text of the file.
//!
//! An engine returns the bounding box of a word; the baseline, the font size and the position of each letter are
//! estimated from the letters: ascenders and descenders determine the height of a line.

use std::sync::Arc;

use super::engine::Word;
use crate::char_class::is_nonspacing_mark;
use crate::content::{Glyph, PageGlyphs, Run, RunOrigin, TextId, Visibility};
use crate::unicode::{ResolvedFont, UnicodeSource};

/// Heights above the baseline in ems: of capitals and ascenders, and of lower-case letters.
const TALL: f32 = 0.72;
const SMALL: f32 = 0.52;
/// The depth of descenders in ems.
const DEEP: f32 = 0.21;
/// Ascent and descent of a glyph cell in ems, as in ordinary fonts.
const CELL: (f32, f32) = (0.9, 0.22);
/// The width of a space in ems, unless the gap is narrower.
const SPACE: f32 = 0.25;

/// Converts words from image to page coordinates.
pub(crate) fn placed(words: Vec<Word>, scale: f64) -> Vec<Word> {
    #[allow(clippy::cast_possible_truncation)]
    let points = |pixels: f32| (f64::from(pixels) / scale) as f32;
    words.into_iter().map(|word| Word { bbox: word.bbox.map(points), ..word }).collect()
}

/// Adds words to a page.
pub(crate) fn add(words: &[Word], page: &mut PageGlyphs) {
    let Ok(font) = u16::try_from(page.fonts.len()) else { return };
    page.fonts.push(Arc::new(ResolvedFont::recognised()));
    for line in words.chunk_by(|a, b| a.line == b.line) {
        let Some(shape) = LineShape::measure(line) else { continue };
        let Some(run) = add_run(font, shape.size, page) else { return };
        for (index, word) in line.iter().enumerate() {
            let next = line.get(index + 1);
            add_word(word, next, shape, run, page);
        }
    }
}

/// Adds the run shared by the glyphs of a line; returns `None` if the page has the maximum number of runs.
fn add_run(font: u16, size: f32, page: &mut PageGlyphs) -> Option<u32> {
    let run = u32::try_from(page.runs.len()).ok()?;
    page.runs.push(Run {
        font,
        direction: [1.0, 0.0],
        vertical: false,
        rendering_mode: 0,
        color: Some(0),
        mcid: None,
        artifact: false,
        rise: 0.0,
        origin: RunOrigin::Recognition,
        size,
        cell: [0.0, -CELL.0 * size, 0.0, CELL.1 * size],
    });
    Some(run)
}

/// The baseline of a line and its font size.
#[derive(Debug, Clone, Copy)]
struct LineShape {
    size: f32,
    /// The median of the baselines of its words.
    baseline: f32,
}

impl LineShape {
    fn measure(line: &[Word]) -> Option<Self> {
        let mut sizes: Vec<f32> = line.iter().filter_map(size_of).collect();
        let mut baselines: Vec<f32> = line.iter().filter_map(baseline_of).collect();
        let told = median(&mut sizes).zip(median(&mut baselines));
        // A line of dashes or dots has no size, so its box is used.
        let [_, top, _, bottom] = line.first()?.bbox;
        let (size, baseline) = told.unwrap_or(((bottom - top).max(1.0), bottom));
        Some(Self { size, baseline })
    }
}

fn median(numbers: &mut [f32]) -> Option<f32> {
    numbers.sort_unstable_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Returns the extent of a word's letters above and below the baseline, in ems.
fn reach(text: &str) -> (f32, f32) {
    let is_small = |c: char| "acegmnopqrsuvwxyzäöüéèêàñç".contains(c);
    let is_deep = |c: char| "gjpqyçQ,;()[]{}|/".contains(c) || is_square(c);
    let above = if text.chars().all(is_small) { SMALL } else { TALL };
    let above = if text.chars().any(is_square) { 0.86 } else { above };
    let below = if text.chars().any(is_deep) { DEEP } else { 0.0 };
    (above, if text.chars().any(is_square) { 0.1 } else { below })
}

/// Returns `true` for characters that fill a square: Chinese, Japanese and Korean.
pub(super) fn is_square(character: char) -> bool {
    matches!(character, '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF01}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns the font size of a word; `None` if it has only punctuation.
fn size_of(word: &Word) -> Option<f32> {
    let [_, top, _, bottom] = word.bbox;
    let (above, below) = reach(&word.text);
    let tells = word.text.chars().any(char::is_alphanumeric) && bottom > top;
    tells.then(|| (bottom - top) / (above + below))
}

fn baseline_of(word: &Word) -> Option<f32> {
    let size = size_of(word)?;
    Some(word.bbox[3] - reach(&word.text).1 * size)
}

/// Returns the typical relative width of a character.
fn width(character: char) -> f32 {
    match character {
        // A virama, vowel sign or accent is drawn over or under its letter. With a width, it would shift the rest of
        // the word, and the layout would see a space.
        c if is_nonspacing_mark(c) => 0.0,
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ';' | ':' | '!' | '|' | '\'' | '’' | '‘' => 0.28,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' | '"' | '“' | '”' => 0.34,
        'm' | 'w' | 'M' | 'W' | '—' | '@' | '%' => 0.85,
        c if is_square(c) => 1.0,
        c if c.is_uppercase() => 0.68,
        _ => 0.53,
    }
}

fn add_word(word: &Word, next: Option<&Word>, shape: LineShape, run: u32, page: &mut PageGlyphs) {
    let [left, _, right, _] = word.bbox;
    let total: f32 = word.text.chars().map(width).sum();
    let stretch = (right - left) / total.max(0.01);
    let mut pen = Pen { x: left, run, shape, confidence_percent: word.confidence_percent };
    for character in word.text.chars() {
        pen.draw(character, width(character) * stretch, page);
    }
    if let Some(next) = next.filter(|next| has_space_between(word, next)) {
        let gap = (next.bbox[0] - right).max(0.0);
        pen.draw(' ', gap.min(SPACE * shape.size), page);
    }
}

/// Square characters follow each other without spaces.
fn has_space_between(word: &Word, next: &Word) -> bool {
    let (last, first) = (word.text.chars().next_back(), next.text.chars().next());
    !(last.is_some_and(is_square) || first.is_some_and(is_square))
}

struct Pen {
    x: f32,
    run: u32,
    shape: LineShape,
    confidence_percent: u8,
}

impl Pen {
    fn draw(&mut self, character: char, advance: f32, page: &mut PageGlyphs) {
        page.glyphs.push(Glyph {
            code: u32::from(character),
            text: TextId::from_char(character),
            source: UnicodeSource::Ocr,
            confidence_percent: self.confidence_percent,
            visibility: Visibility::Visible,
            code_bytes: 0,
            x: self.x,
            y: self.shape.baseline,
            advance,
            run: self.run,
        });
        self.x += advance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, bbox: [f32; 4], line: u32) -> Word {
        Word { text: text.into(), bbox, confidence_percent: 90, line }
    }

    #[test]
    fn words_become_glyphs_with_spaces_between() {
        let mut page = PageGlyphs::default();
        let words = [word("Hat", [10.0, 10.0, 30.0, 17.2], 1), word("no", [35.0, 12.0, 46.0, 17.2], 1)];
        add(&words, &mut page);
        let text: String = page.glyphs.iter().filter_map(|glyph| glyph.text.character()).collect();
        assert_eq!(text, "Hat no");
        assert!(
            page.glyphs
                .iter()
                .all(|glyph| glyph.source == UnicodeSource::Ocr && (glyph.y - 17.2).abs() < 0.1)
        );
        assert!((page.size(&page.glyphs[0]) - 10.0).abs() < 0.1);
    }

    #[test]
    fn marks_of_joining_scripts_have_no_width() {
        let mut page = PageGlyphs::default();
        add(&[word("कश्चित्", [0.0, 0.0, 40.0, 10.0], 1)], &mut page);
        let advances: Vec<bool> = page.glyphs.iter().map(|glyph| glyph.advance > 0.0).collect();
        // क श ् च ि त ्: the two viramas are under their letters.
        assert_eq!(advances, [true, true, false, true, true, true, false]);
    }

    #[test]
    fn chinese_words_have_no_spaces_between() {
        let mut page = PageGlyphs::default();
        add(&[word("中文", [0.0, 0.0, 20.0, 10.0], 1), word("字", [21.0, 0.0, 31.0, 10.0], 1)], &mut page);
        assert_eq!(page.glyphs.len(), 3);
    }
}
