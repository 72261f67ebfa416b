//! Words and lines of text for table detection: boxes finer than segments, and segments cut between words.

use std::cell::RefCell;

use super::spelling::{Spelling, Traits};
use crate::content::{Glyph, PageGlyphs};
use crate::layout::fragment::{Fragment, Placed, place};
use crate::layout::model::{IndexRange, to_index};
use crate::layout::row::{Rows, Segment};
use crate::layout::select::Wanted;
use crate::layout::writing_frame::WritingFrames;

/// The widest gap within a word, as a fraction of the font size.
const WORD_GAP: f32 = 0.18;
/// The least gap between two cells, as a fraction of the font size. Spaces between words are narrower, except in
/// justified text.
pub(super) const CELL_GAP: f32 = 0.45;
/// The same between words of monospaced fonts, whose spaces are as wide as letters.
const FIXED_CELL_GAP: f32 = 0.75;
/// Spaces of a line that is stretched to its full width, in parts of their median. A typist may leave two after a sentence.
const EVEN: std::ops::Range<f32> = 0.8..1.25;
const WIDEST: f32 = 2.5;
/// The usual space of stretched lines, in font sizes: wider than others, and narrower than most gaps between columns.
const STRETCHED: std::ops::Range<f32> = 0.36..1.4;
/// Lines with fewer words do not show how wide their spaces are.
const MANY_WORDS: usize = 5;

/// Words of most texts have more letters than this; room for words is reserved by it.
const USUAL_LETTERS: u32 = 4;
/// The most words that a line keeps room for beyond its own.
const MOST_SPARE: usize = 64;

/// The source of the glyphs of segments.
#[derive(Clone, Copy)]
pub(in crate::layout) struct TextSource<'p> {
    pub(in crate::layout) page: &'p PageGlyphs,
    pub(in crate::layout) wanted: &'p Wanted,
    pub(in crate::layout) frames: &'p WritingFrames,
    pub(in crate::layout) words: &'p Words,
}

/// The words of the segments that were read. Several candidates for tables have the same text, which is read once.
#[derive(Debug, Default)]
pub(in crate::layout) struct Words {
    list: RefCell<WordList>,
}

#[derive(Debug, Default)]
struct WordList {
    words: Vec<Word>,
    /// The words of each segment by its index; an empty range if it was not read.
    ranges: Vec<IndexRange>,
}

impl Words {
    /// Forgets the words of another page.
    pub(in crate::layout) fn clear(&mut self) {
        let WordList { words, ranges } = self.list.get_mut();
        words.clear();
        ranges.clear();
    }

    /// Returns the number of words that fit without allocating.
    pub(in crate::layout) fn capacity(&self) -> usize {
        self.list.borrow().words.capacity()
    }
}

/// The most words of a page that are kept for other candidates: several times those of the densest page of text. Those of
/// drawings and maps would take as much memory as their glyphs.
const MOST_KEPT: usize = 16_384;

impl WordList {
    /// Appends the words of a segment.
    fn push_segment(
        &mut self,
        index: u32,
        segment: &Segment,
        (rows, source): (&Rows, TextSource<'_>),
        out: &mut Vec<Word>,
    ) {
        let place = index as usize;
        if self.ranges.len() <= place {
            self.ranges.resize(rows.segments.len().max(place + 1), IndexRange::default());
        }
        let known = self.ranges.get(place).copied().unwrap_or_default();
        if !known.is_empty() {
            out.extend_from_slice(known.slice(&self.words));
            return;
        }
        let first = out.len();
        push_words(index, segment, rows, source, out);
        let words = out.get(first..).unwrap_or_default();
        if self.words.len() + words.len() <= MOST_KEPT {
            let start = self.words.len();
            self.words.extend_from_slice(words);
            let range = IndexRange::between(start, self.words.len());
            self.ranges.get_mut(place).into_iter().for_each(|slot| *slot = range);
        }
    }
}

/// A word of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub(super) u0: f32,
    pub(super) u1: f32,
    /// The segment that it is part of.
    pub(super) segment: u32,
    /// The fragment in which it begins.
    fragment: u32,
    /// The position of its first glyph among the selected ones.
    glyph: u32,
    /// Its characters.
    spelling: Spelling,
    /// `true` if its font is monospaced.
    pub(super) is_fixed: bool,
}

/// Words of a line without a gap as wide as between cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) u0: f32,
    pub(super) u1: f32,
}

/// The text on one baseline.
#[derive(Debug, Clone)]
pub(super) struct TextLine {
    pub(super) v: f32,
    pub(super) top: f32,
    pub(super) bottom: f32,
    pub(super) size: f32,
    pub(super) words: Vec<Word>,
    pub(super) runs: Vec<Run>,
    /// The segments it is made of.
    pub(super) segments: Vec<u32>,
}

impl TextLine {
    /// Builds a line from segments that share a row, from left to right.
    pub(super) fn new(segments: &[u32], rows: &Rows, source: TextSource<'_>) -> Option<Self> {
        let members =
            || segments.iter().filter_map(|&index| Some((index, rows.segments.get(index as usize)?)));
        let (_, first) = members().next()?;
        let inked: u32 = members().map(|(_, segment)| segment.inked).sum();
        let mut line = Self {
            v: first.v,
            top: first.top,
            bottom: first.bottom,
            size: first.size,
            words: Vec::with_capacity((inked / USUAL_LETTERS) as usize + segments.len()),
            runs: Vec::with_capacity(segments.len()),
            segments: segments.to_vec(),
        };
        let mut list = source.words.list.borrow_mut();
        for (index, segment) in members() {
            line.top = line.top.min(segment.top);
            line.bottom = line.bottom.max(segment.bottom);
            line.size = line.size.max(segment.size);
            list.push_segment(index, segment, (rows, source), &mut line.words);
        }
        // A row of a large sheet may have hundreds of short words, and all of its rows are looked at together.
        if line.words.capacity() - line.words.len() > MOST_SPARE {
            line.words.shrink_to_fit();
        }
        // Hardly any word begins before the one that precedes it.
        if !line.words.is_sorted_by(|a, b| a.u0 <= b.u0) {
            line.words.sort_by(|a, b| a.u0.total_cmp(&b.u0));
        }
        line.find_runs();
        (!line.words.is_empty()).then_some(line)
    }

    /// Builds a line like [`new`](Self::new); one without words if the segments have none.
    pub(super) fn or_blank(segments: &[u32], rows: &Rows, source: TextSource<'_>) -> Self {
        Self::new(segments, rows, source).unwrap_or(Self {
            v: 0.0,
            top: 0.0,
            bottom: 0.0,
            size: 0.0,
            words: Vec::new(),
            runs: Vec::new(),
            segments: Vec::new(),
        })
    }

    /// Returns the gaps between its words, from the narrowest to the widest.
    fn gaps(&self) -> Vec<f32> {
        let mut gaps: Vec<f32> = self
            .words
            .windows(2)
            .filter_map(|pair| match pair {
                [left, right] => Some((right.u0 - left.u1).max(0.0)),
                _ => None,
            })
            .collect();
        gaps.sort_by(f32::total_cmp);
        gaps
    }

    /// Returns whether it consists of words rather than numbers and signs.
    fn is_wordy(&self) -> bool {
        let numeric = self.words.iter().filter(|word| word.spelling.is_numeric()).count();
        let letters: usize = self.words.iter().map(|word| word.spelling.letters as usize).sum();
        self.words.len() >= MANY_WORDS && numeric * 4 <= self.words.len() && letters >= 3 * self.words.len()
    }

    /// Returns whether it is a line of running text whose spaces are stretched: all are about equally wide.
    pub(super) fn is_stretched(&self) -> bool {
        if !self.is_wordy() {
            return false;
        }
        let gaps = self.gaps();
        let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0).max(0.01);
        let even = gaps.iter().filter(|gap| EVEN.contains(&(**gap / usual))).count();
        STRETCHED.contains(&(usual / self.size.max(0.1)))
            && even * 4 >= gaps.len() * 3
            && gaps.last().is_some_and(|widest| *widest < WIDEST * usual)
    }

    fn find_runs(&mut self) {
        let Some((first, rest)) = self.words.split_first() else { return };
        let size = self.size.max(0.1);
        let (cell_gap, fixed_cell_gap) = (CELL_GAP * size, FIXED_CELL_GAP * size);
        let mut dots = if first.spelling.is_dots() { first.spelling.signs as usize } else { 0 };
        let mut run = Run { first: 0, end: 1, u0: first.u0, u1: first.u1 };
        let mut last = first;
        for (index, word) in (1..).zip(rest) {
            let is_dots = word.spelling.is_dots();
            let after_leader = dots >= LEADER_DOTS && !is_dots;
            dots = if is_dots { dots + word.spelling.signs as usize } else { 0 };
            let gap = word.u0 - run.u1;
            // Columns of numbers may be a single space apart.
            let is_phrase = || {
                last.is_fixed && word.is_fixed && !(last.spelling.is_numeric() && word.spelling.is_numeric())
            };
            let continues = is_dots || gap <= cell_gap || (gap <= fixed_cell_gap && is_phrase());
            if continues && !after_leader {
                run.end = index + 1;
                run.u1 = run.u1.max(word.u1);
            } else {
                self.runs.push(run);
                run = Run { first: index, end: index + 1, u0: word.u0, u1: word.u1 };
            }
            last = word;
        }
        self.runs.push(run);
    }

    /// Returns `true` if a row of dots leads to a single number at its end.
    pub(super) fn is_contents_entry(&self) -> bool {
        let is_dots = |word: &&Word| word.spelling.is_dots();
        let Some(last) = self.words.last().filter(|word| !is_dots(word)) else { return false };
        let leader = self.words.iter().rev().skip(1).take_while(is_dots);
        let dots: usize = leader.map(|word| word.spelling.signs as usize).sum();
        let mut title = self.words.iter().take_while(|word| !is_dots(word));
        dots >= CONTENTS_DOTS
            && title.any(|word| word.spelling.letters > 0)
            && last.spelling.letters_and_digits() <= CONTENTS_NUMBER
    }

    /// Returns the words of a run.
    pub(super) fn words(&self, first: usize, end: usize) -> &[Word] {
        self.words.get(first..end).unwrap_or_default()
    }
}

/// The least number of dots in an entry of a table of contents.
const CONTENTS_DOTS: usize = 4;
/// The most digits of a page number.
const CONTENTS_NUMBER: u32 = 5;

/// The least number of dots of a leader.
pub(super) const LEADER_DOTS: usize = 3;

fn is_fixed_pitch(page: &PageGlyphs, glyph: &Glyph) -> bool {
    let font = page.run(glyph).and_then(|run| page.fonts.get(usize::from(run.font)));
    font.is_some_and(|font| font.style().fixed_pitch)
}

/// Reads the words of a segment.
fn push_words(index: u32, segment: &Segment, rows: &Rows, source: TextSource<'_>, words: &mut Vec<Word>) {
    let mut scan = WordScan { page: source.page, segment: index, words, open: None, font: None };
    see_glyphs(segment, rows, source, &mut scan);
    scan.close();
}

/// The place of a glyph in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct GlyphPlace {
    /// Its fragment.
    fragment: u32,
    /// The size of its fragment.
    size: f32,
    /// Its position among the selected glyphs.
    position: u32,
}

/// What the glyphs of a segment are read for.
pub(super) trait GlyphScan {
    /// Adds the next glyph, which is between two places of the line. Returns `false` if no more are needed.
    fn see(&mut self, glyph: &Glyph, ends: (f32, f32), place: GlyphPlace) -> bool;
}

/// Reads the glyphs of a segment; returns `false` if that ended before the last one.
#[inline(always)]
pub(super) fn see_glyphs(
    segment: &Segment,
    rows: &Rows,
    source: TextSource<'_>,
    scan: &mut impl GlyphScan,
) -> bool {
    let ends = |start: f32, end: f32| if end < start { (end, start) } else { (start, end) };
    for number in segment.fragments.start..segment.fragments.end {
        let Some(fragment) = rows.fragments.get(number as usize) else { continue };
        let at = |position: u32| GlyphPlace { fragment: number, size: fragment.size, position };
        let IndexRange { start: first, end } = fragment.glyphs;
        if fragment.is_even && source.wanted.is_all() {
            let glyphs = fragment.glyphs.slice(&source.page.glyphs);
            for (glyph, position) in glyphs.iter().zip(first..end) {
                if !scan.see(glyph, ends(glyph.x, glyph.x + glyph.advance), at(position)) {
                    return false;
                }
            }
            continue;
        }
        let frame = source.frames.get(fragment.frame);
        for position in first..end {
            let glyph = source.wanted.get(position).and_then(|index| source.page.glyphs.get(index as usize));
            let Some(glyph) = glyph else { continue };
            let Placed { u, end, .. } = place(source.page, glyph, frame);
            if !scan.see(glyph, ends(u, end), at(position)) {
                return false;
            }
        }
    }
    true
}

/// The words of a segment while its glyphs are read.
struct WordScan<'w> {
    page: &'w PageGlyphs,
    /// The index of the segment.
    segment: u32,
    words: &'w mut Vec<Word>,
    /// The last word, if it may continue.
    open: Option<Word>,
    /// The run of the last word, and whether its font is monospaced.
    font: Option<(u32, bool)>,
}

impl GlyphScan for WordScan<'_> {
    #[inline(always)]
    fn see(&mut self, glyph: &Glyph, (u0, u1): (f32, f32), place: GlyphPlace) -> bool {
        let traits = Traits::of_glyph(self.page, glyph);
        if traits.is(Traits::SPACE) {
            self.close();
            return true;
        }
        match &mut self.open {
            Some(word) if u0 - word.u1 <= WORD_GAP * place.size => {
                word.u0 = if u0 < word.u0 { u0 } else { word.u0 };
                word.u1 = if u1 > word.u1 { u1 } else { word.u1 };
                word.spelling.count(traits, self.page, glyph);
            }
            _ => self.begin(glyph, traits, (u0, u1), place),
        }
        true
    }
}

impl WordScan<'_> {
    fn begin(&mut self, glyph: &Glyph, traits: Traits, (u0, u1): (f32, f32), place: GlyphPlace) {
        self.close();
        let is_fixed = match self.font {
            Some((run, is_fixed)) if run == glyph.run => is_fixed,
            _ => is_fixed_pitch(self.page, glyph),
        };
        self.font = Some((glyph.run, is_fixed));
        let mut spelling = Spelling::default();
        spelling.count(traits, self.page, glyph);
        let GlyphPlace { fragment, position, .. } = place;
        self.open =
            Some(Word { u0, u1, segment: self.segment, fragment, glyph: position, spelling, is_fixed });
    }

    /// Ends the last word.
    fn close(&mut self) {
        self.words.extend(self.open.take());
    }
}

impl Word {
    /// Returns its characters.
    pub(super) fn spelling(&self) -> &Spelling {
        &self.spelling
    }
}

/// Returns segments that hold exactly some words of a line. A segment that is used in part is cut into new ones.
pub(super) fn segments_of(line: &TextLine, first: usize, end: usize, rows: &mut Rows) -> Vec<u32> {
    let mut list = Vec::new();
    let mut at = first;
    while let Some(word) = line.words.get(at).filter(|_| at < end) {
        let same = |other: &&Word| other.segment == word.segment;
        let count = line.words(at, end).iter().take_while(same).count();
        let all = line.words.iter().filter(same).count();
        if count == all {
            list.push(word.segment);
        } else {
            list.extend(cut(line, at, at + count, rows));
        }
        at += count;
    }
    list
}

/// Builds a segment from some words of one segment.
fn cut(line: &TextLine, first: usize, end: usize, rows: &mut Rows) -> Option<u32> {
    let (word, last) = (line.words.get(first)?, line.words.get(end.checked_sub(1)?)?);
    let segment = *rows.segments.get(word.segment as usize)?;
    // The next word of the same segment ends the last fragment.
    let next = line.words.get(end).filter(|next| next.segment == word.segment);
    let last_fragment = match next {
        Some(next) if next.fragment > last.fragment => next.fragment - 1,
        Some(next) => next.fragment,
        None => segment.fragments.end.checked_sub(1)?,
    };
    let start = to_index(rows.fragments.len());
    for index in word.fragment..=last_fragment {
        let mut fragment: Fragment = *rows.fragments.get(index as usize)?;
        if index == word.fragment {
            fragment.glyphs.start = word.glyph;
            fragment.u0 = fragment.u0.max(word.u0);
        }
        if let Some(next) = next.filter(|next| next.fragment == index) {
            fragment.glyphs.end = next.glyph;
            fragment.u1 = fragment.u1.min(last.u1);
        }
        // The facts of a whole fragment do not hold for a part of it.
        fragment.is_even = false;
        rows.fragments.push(fragment);
    }
    let fragments = IndexRange { start, end: to_index(rows.fragments.len()) };
    let inner = fragments.slice(&rows.fragments);
    let cut = Segment {
        fragments,
        u0: word.u0,
        u1: last.u1,
        drawn: inner.iter().map(|f| f.glyphs.start).min().unwrap_or(segment.drawn),
        drawn_last: inner.iter().map(|f| f.glyphs.end).max().unwrap_or(segment.drawn_last),
        ..segment
    };
    rows.segments.push(cut);
    Some(to_index(rows.segments.len() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a line of words of five letters, 25 points wide, in letters of 10 points with these gaps.
    fn line(gaps: &[f32]) -> TextLine {
        let mut u = 0.0;
        let mut words = Vec::new();
        for gap in std::iter::once(&0.0).chain(gaps) {
            let (u0, u1) = (u + gap, u + gap + 25.0);
            u = u1;
            let spelling = Spelling::of("river");
            words.push(Word { u0, u1, segment: 0, fragment: 0, glyph: 0, spelling, is_fixed: false });
        }
        let (runs, segments) = (Vec::new(), Vec::new());
        TextLine { v: 0.0, top: 0.0, bottom: 0.0, size: 10.0, words, runs, segments }
    }

    #[test]
    fn stretched_lines_have_wide_and_even_spaces() {
        assert!(line(&[11.0, 11.2, 11.0, 10.9, 11.1]).is_stretched());
        assert!(line(&[4.5, 4.5, 9.0, 4.5, 4.5]).is_stretched(), "two spaces after a sentence");
        assert!(!line(&[2.8, 2.8, 2.8, 2.8, 2.8]).is_stretched(), "usual spaces");
        assert!(!line(&[4.0, 11.0, 4.0, 19.0, 6.0]).is_stretched(), "gaps between cells");
        assert!(!line(&[11.0, 11.0]).is_stretched(), "too few words");
    }
}
