//! The facts about a line that determine block boundaries and roles: text, style and position.

use std::collections::VecDeque;

use super::bullet::Bullets;
use super::model::StructuredPage;
use super::numbering::numbering;
use crate::char_class::is_letter;
use crate::content::{PageGlyphs, RunOrigin};
use crate::font::style::{BOLD, FILL_AND_STROKE};
use crate::layout::list_marker::{Marker, MarkerKind, marker};
use crate::layout::{BaselineShift, Gap, LayoutLine, Piece, WritingMode, line_text};

/// The share of glyphs from which a style belongs to the whole line.
const MOST: f32 = 0.8;
/// The rendering mode of text that is neither filled nor stroked.
const UNSEEN: u8 = 3;
/// The most digits of the number of a line of a program.
const MAX_LINE_NUMBER: usize = 4;
/// Directions whose sine and cosine both exceed this are slanted: neither horizontal nor vertical.
const SLANTED: f32 = 0.1;
/// Colours whose channels all differ by less than this, of 255, are the same.
const SAME_COLOR: i32 = 24;

/// The appearance of glyphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Look {
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) fixed_pitch: bool,
    /// The fill colour as 0xRRGGBB.
    pub(super) color: u32,
}

impl Look {
    /// Returns `true` if two looks differ in weight, slant or colour.
    pub(super) fn differs(self, other: Self) -> bool {
        self.bold != other.bold || self.italic != other.italic || !is_same_color(self.color, other.color)
    }
}

/// Returns `true` if two colours look the same.
pub(super) fn is_same_color(a: u32, b: u32) -> bool {
    let part = |color: u32, shift: u32| i32::try_from((color >> shift) & 0xFF).unwrap_or(0);
    [16, 8, 0].into_iter().all(|shift| (part(a, shift) - part(b, shift)).abs() < SAME_COLOR)
}

/// The facts about a line. `left` and `right` are in reading direction: they are negative in right-to-left text.
#[derive(Debug, Clone)]
pub(super) struct LineFacts {
    pub(super) text: String,
    /// The font size of most of its ink, in points.
    pub(super) size: f32,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
    /// The vertical position of its baseline, downwards.
    pub(super) baseline: f32,
    /// The look of most of its glyphs.
    pub(super) look: Look,
    /// `true` if (nearly) all its glyphs have the look.
    pub(super) is_uniform: bool,
    /// The looks of its first and its last glyph.
    pub(super) first: Look,
    pub(super) last: Look,
    /// The marker of a list item that it may begin with.
    pub(super) marker: Option<Marker>,
    /// `true` if a small shape is drawn before it, like a bullet.
    pub(super) has_bullet: bool,
    /// The start of its text after a marker.
    pub(super) text_left: f32,
    /// `true` if it has a wide gap, except after its marker.
    pub(super) has_wide_gap: bool,
    /// Whether its only wide gap is that behind the section number that it begins with.
    pub(super) has_number_gap: bool,
    /// `true` if it consists of a short number, as empty lines of numbered programs do.
    pub(super) is_number: bool,
    /// `true` if it begins with a superscript.
    pub(super) raised_start: bool,
    /// `true` if most of it is slanted.
    pub(super) slanted: bool,
    /// `true` if most of it is the value of a form field.
    pub(super) form_value: bool,
    /// `true` if it is horizontal, in either direction.
    pub(super) is_level: bool,
    /// `true` if it is rotated relative to most of the page.
    pub(super) is_turned: bool,
    /// The font size of its largest glyph, in points.
    pub(super) largest: f32,
    /// The width of its first word.
    pub(super) first_word: f32,
    /// `true` if it is drawn without ink, as text layers behind scans are.
    pub(super) is_unseen: bool,
    /// `true` if it is a title that was cut off the line of text behind it.
    pub(super) is_run_in: bool,
}

impl LineFacts {
    /// Returns `true` if it begins a list item, judged by itself alone.
    pub(super) fn is_marked(&self) -> bool {
        self.marker.is_some() || self.has_bullet
    }

    /// Returns `true` if its text ends a sentence.
    pub(super) fn ends_sentence(&self) -> bool {
        let text = self.text.trim_end_matches(['"', '\'', '”', '’', ')', ']', '»', '“']);
        text.ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '．', '؟', '।', '…', '：'])
    }

    /// Returns `true` if its text begins with a lower-case letter, or with anything else that cannot begin a
    /// sentence.
    pub(super) fn begins_small(&self) -> bool {
        if self.is_marked() {
            return false;
        }
        let first = self.text.chars().find(|c| !matches!(c, '(' | '[' | '"' | '“' | '‘' | '\''));
        first.is_some_and(|c| c.is_lowercase() || matches!(c, ',' | '.' | ';' | ')' | '%'))
    }
}

/// Facts of lines that were read before, in the order of the page. They depend on nothing but the line and the glyphs.
#[derive(Debug, Default)]
pub(super) struct KnownLines(VecDeque<(LayoutLine, LineFacts)>);

impl KnownLines {
    /// Reads the lines of a page.
    pub(super) fn read(page: &PageGlyphs, structured: &StructuredPage) -> Self {
        let facts = read_lines(page, structured, Self::default());
        Self(structured.lines.iter().copied().zip(facts).collect())
    }

    /// Returns the facts of the lines of a page.
    pub(super) fn facts(&self, structured: &StructuredPage) -> Vec<LineFacts> {
        compared(structured, self.0.iter().map(|(_, facts)| facts.clone()).collect())
    }

    /// Takes the facts of a line, if it was read as it is now. Lines are asked for in their order.
    fn take(&mut self, line: &LayoutLine) -> Option<LineFacts> {
        while self.0.front().is_some_and(|(known, _)| known.pieces.start < line.pieces.start) {
            self.0.pop_front();
        }
        let is_same = |known: &LayoutLine| {
            known.pieces == line.pieces && known.bbox == line.bbox && known.size == line.size
        };
        self.0
            .front()
            .is_some_and(|(known, _)| is_same(known))
            .then(|| self.0.pop_front())?
            .map(|(_, facts)| facts)
    }
}

/// Returns the facts of all lines of a page.
pub(super) fn line_facts(page: &PageGlyphs, structured: &mut StructuredPage) -> Vec<LineFacts> {
    let known = std::mem::take(&mut structured.known_lines);
    let facts = read_lines(page, structured, known);
    compared(structured, facts)
}

/// Reads lines, each by itself.
fn read_lines(page: &PageGlyphs, structured: &StructuredPage, mut known: KnownLines) -> Vec<LineFacts> {
    let looks: Vec<Look> = page.runs.iter().map(|run| look(page, run)).collect();
    let bullets = Bullets::new(page);
    let reader = Reader { page, structured, looks: &looks, bullets: &bullets };
    let lines = structured.lines.iter();
    lines.map(|line| known.take(line).unwrap_or_else(|| reader.read(line))).collect()
}

/// Adds the facts that show in comparison with other lines.
fn compared(structured: &StructuredPage, mut facts: Vec<LineFacts>) -> Vec<LineFacts> {
    even_out_recognised(&mut facts);
    // On a page that is rotated as a whole, no line counts as rotated.
    mark_run_ins(structured, &mut facts);
    let turned = facts.iter().filter(|line| line.is_turned).count();
    if 2 * turned > facts.len() {
        facts.iter_mut().for_each(|line| line.is_turned = false);
    }
    facts
}

/// Sizes of recognised text within this factor of the usual one differ by chance.
const RECOGNISED_STEP: f32 = 1.3;
/// The same below the usual one for monospaced fonts.
const FIXED_STEP: f32 = 1.7;

/// Gives the lines of a text layer behind a scan one size and look: recognition measures each line anew, and guesses
/// fonts.
fn even_out_recognised(facts: &mut [LineFacts]) {
    let mut sizes: Vec<f32> = facts.iter().filter(|line| line.is_unseen).map(|line| line.size).collect();
    sizes.sort_by(f32::total_cmp);
    let Some(&usual) = sizes.get(sizes.len() / 2) else { return };
    for line in facts.iter_mut().filter(|line| line.is_unseen) {
        // Wide letters of monospaced fonts are fitted to the width of a line by a smaller size.
        let below = if line.look.fixed_pitch { FIXED_STEP } else { RECOGNISED_STEP };
        if line.size < usual * RECOGNISED_STEP && line.size * below > usual {
            (line.size, line.largest) = (usual, usual);
        }
        for look in [&mut line.look, &mut line.first, &mut line.last] {
            look.fixed_pitch = false;
        }
    }
}

/// Marks the lines whose pieces go on in the next line on the same baseline.
fn mark_run_ins(structured: &StructuredPage, facts: &mut [LineFacts]) {
    for (pair, line) in structured.lines.windows(2).zip(facts) {
        if let [title, text] = pair {
            line.is_run_in = title.pieces.end == text.pieces.start
                && title.bbox[3] == text.bbox[3]
                && title.bbox[1] == text.bbox[1]
                && title.bbox[2] <= text.bbox[0] + 0.1;
        }
    }
}

fn look(page: &PageGlyphs, run: &crate::content::Run) -> Look {
    let style = page.fonts.get(usize::from(run.font)).map(|font| font.style());
    Look {
        bold: run.rendering_mode == FILL_AND_STROKE || style.is_some_and(|style| style.weight >= BOLD),
        italic: style.is_some_and(|style| style.italic),
        fixed_pitch: style.is_some_and(|style| style.fixed_pitch),
        color: run.color.unwrap_or(0),
    }
}

struct Reader<'p> {
    page: &'p PageGlyphs,
    structured: &'p StructuredPage,
    looks: &'p [Look],
    bullets: &'p Bullets,
}

/// The number of glyphs of a line with each property.
#[derive(Default)]
struct Counts {
    total: usize,
    bold: usize,
    italic: usize,
    fixed_pitch: usize,
    color: usize,
    form_value: usize,
    slanted: usize,
    level: usize,
    turned: usize,
    vertical: usize,
    unseen: usize,
}

impl Counts {
    fn is_most(&self, count: usize) -> bool {
        self.total > 0 && count as f32 >= MOST * self.total as f32
    }

    /// Returns `true` if nearly all or nearly no glyphs have a property.
    fn is_clear(&self, count: usize) -> bool {
        self.is_most(count) || self.is_most(self.total - count)
    }

    /// Returns the look of most glyphs.
    fn look(&self, color: u32) -> Look {
        Look {
            bold: self.is_most(self.bold),
            italic: self.is_most(self.italic),
            fixed_pitch: self.is_most(self.fixed_pitch),
            color,
        }
    }

    /// Returns `true` if (nearly) all glyphs have the same look.
    fn are_uniform(&self) -> bool {
        [self.bold, self.italic, self.color].into_iter().all(|count| self.is_clear(count))
    }
}

impl Reader<'_> {
    fn read(&self, line: &LayoutLine) -> LineFacts {
        let pieces = line.pieces.slice(&self.structured.pieces);
        let mut text = String::with_capacity(pieces.len() + pieces.len() / 4);
        line_text::push_line(self.page, &self.structured.pieces, line, &mut text);
        // The largest glyph matters for capitals before small capitals.
        let is_mixed = text.chars().any(char::is_lowercase);
        let (marker, has_bullet) = self.marker(line, pieces);
        let skipped = marker.map_or(0, |marker| marker.pieces as usize);
        let body = self.behind_line_number(pieces.get(skipped..).unwrap_or_default());
        let mut looks = body.iter().filter_map(|piece| self.inked(piece)).map(|(look, _)| look);
        let first = looks.next().unwrap_or_default();
        let last = looks.next_back().unwrap_or(first);
        // The colour of most glyphs is that of the middle one, unless the line has several.
        let middle =
            body.get(body.len() / 2).and_then(|piece| self.inked(piece)).map_or(first, |(look, _)| look);
        let counts = self.count(body, middle.color);
        let [x0, _, x1, bottom] = line.bbox;
        let is_mirrored = self.structured.writing_mode == WritingMode::Rtl;
        // Vertical lines are read from top to bottom, and follow each other from right to left.
        let is_vertical = counts.is_most(counts.vertical);
        let ends = |[x0, y0, x1, y1]: [f32; 4]| match () {
            () if is_vertical => (y0, y1),
            () if is_mirrored => (-x1, -x0),
            () => (x0, x1),
        };
        let (left, right) = ends(line.bbox);
        let edge = |piece: &Piece| {
            let glyph = self.page.glyphs.get(piece.glyph as usize);
            ends(glyph.map_or(line.bbox, |glyph| self.page.bbox(glyph)))
        };
        let baseline =
            if is_vertical { -f32::midpoint(x0, x1) } else { self.baseline(body).unwrap_or(bottom) };
        let is_blank = |piece: &&Piece| self.inked(piece).is_none();
        let text_start = body.iter().find(|piece| !is_blank(piece));
        let text_left = text_start.filter(|_| skipped > 0).map_or(left, |piece| edge(piece).0);
        let has_wide_gap = body.iter().skip(1).any(|piece| piece.gap == Gap::Wide);
        LineFacts {
            size: line.size,
            left,
            right,
            bottom,
            baseline,
            look: counts.look(middle.color),
            is_uniform: counts.are_uniform(),
            first,
            last,
            marker,
            has_bullet,
            text_left,
            has_wide_gap,
            has_number_gap: has_wide_gap && self.has_number_gap(&text, body),
            is_number: (1..=MAX_LINE_NUMBER).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_digit()),
            raised_start: pieces.first().is_some_and(|piece| piece.shift == BaselineShift::Super),
            slanted: counts.is_most(counts.slanted),
            form_value: counts.is_most(counts.form_value),
            is_level: counts.is_most(counts.level) || is_vertical,
            is_turned: counts.is_most(counts.turned),
            largest: if is_mixed { line.size } else { self.largest(body, line.size) },
            first_word: self.first_word(body, edge),
            is_unseen: counts.is_most(counts.unseen),
            is_run_in: false,
            text,
        }
    }

    /// Returns the marker that a line begins with, and whether a bullet is drawn before it instead.
    fn marker(&self, line: &LayoutLine, pieces: &[Piece]) -> (Option<Marker>, bool) {
        let has_bullet = self.bullets.is_before(line);
        // A number behind a bullet belongs to the text, as in lists of links to sections.
        let is_text =
            |marker: &Marker| has_bullet && !matches!(marker.kind, MarkerKind::Bullet | MarkerKind::Dash);
        let marker = marker(self.page, pieces).filter(|marker| !is_text(marker));
        (marker, marker.is_none() && has_bullet)
    }

    /// Returns the pieces behind the number of a line of a program: its digits are in another font than the monospaced
    /// text behind them.
    fn behind_line_number<'a>(&self, pieces: &'a [Piece]) -> &'a [Piece] {
        let glyph = |piece: &Piece| self.page.glyphs.get(piece.glyph as usize);
        let is_digit = |piece: &&Piece| {
            glyph(piece).and_then(|glyph| glyph.text.ascii()).is_some_and(|byte| byte.is_ascii_digit())
        };
        let is_fixed = |piece: &Piece| {
            let look = glyph(piece).and_then(|glyph| self.looks.get(glyph.run as usize));
            look.is_some_and(|look| look.fixed_pitch)
        };
        let digits = pieces.iter().take(MAX_LINE_NUMBER + 1).take_while(is_digit).count();
        let (number, rest) = pieces.split_at(digits);
        let (Some(first), Some(next)) =
            (number.first(), rest.iter().find(|piece| self.inked(piece).is_some()))
        else {
            return pieces;
        };
        let is_number = digits <= MAX_LINE_NUMBER && !is_fixed(first) && is_fixed(next);
        if is_number { rest } else { pieces }
    }

    /// Returns whether the only wide gap of a line follows the section number that it begins with.
    fn has_number_gap(&self, text: &str, pieces: &[Piece]) -> bool {
        let mut wide = (0..).zip(pieces).skip(1).filter(|(_, piece)| piece.gap == Gap::Wide);
        let (Some((at, _)), None) = (wide.next(), wide.next()) else { return false };
        let before = pieces.iter().take(at).filter(|piece| self.inked(piece).is_some()).count();
        let number = numbering(text).and_then(|(_, end)| text.get(..end));
        number.is_some_and(|number| number.chars().filter(|c| !c.is_whitespace()).count() == before)
    }

    /// Returns the look of a glyph with ink, and its height.
    fn inked(&self, piece: &Piece) -> Option<(Look, f32)> {
        let glyph = self.page.glyphs.get(piece.glyph as usize)?;
        if glyph.text.character().is_some_and(char::is_whitespace) {
            return None;
        }
        Some((*self.looks.get(glyph.run as usize)?, glyph.y))
    }

    /// Counts glyphs by runs, since those of a run share their look.
    fn count(&self, pieces: &[Piece], color: u32) -> Counts {
        let mut counts = Counts::default();
        let (mut last, mut length) = (None, 0);
        for piece in pieces {
            let run = self.page.glyphs.get(piece.glyph as usize).map(|glyph| glyph.run);
            if run != last {
                self.count_run(last, length, color, &mut counts);
                (last, length) = (run, 0);
            }
            length += 1;
        }
        self.count_run(last, length, color, &mut counts);
        counts
    }

    /// Counts some glyphs of a run.
    fn count_run(&self, index: Option<u32>, glyphs: usize, color: u32, counts: &mut Counts) {
        let index = index.map_or(usize::MAX, |index| index as usize);
        let (Some(run), Some(look)) = (self.page.runs.get(index), self.looks.get(index)) else { return };
        let [dx, dy] = run.direction;
        let count = |holds: bool| if holds { glyphs } else { 0 };
        counts.total += glyphs;
        counts.bold += count(look.bold);
        counts.italic += count(look.italic);
        counts.fixed_pitch += count(look.fixed_pitch);
        counts.color += count(is_same_color(look.color, color));
        counts.form_value += count(run.origin == RunOrigin::FormValue);
        counts.slanted += count(dx.abs() > SLANTED && dy.abs() > SLANTED);
        counts.level += count(!run.vertical && dx > 1.0 - SLANTED);
        counts.vertical += count(run.vertical);
        counts.unseen += count(run.rendering_mode == UNSEEN);
        counts.turned += count(!run.vertical && dy.abs() > 1.0 - SLANTED);
    }

    /// Returns the vertical position of the first glyph that is neither superscript nor subscript.
    fn baseline(&self, pieces: &[Piece]) -> Option<f32> {
        let level = pieces.iter().filter(|piece| piece.shift == BaselineShift::None);
        level.filter_map(|piece| self.inked(piece)).map(|(_, y)| y).next()
    }

    /// Returns the size of the largest letter.
    fn largest(&self, pieces: &[Piece], size: f32) -> f32 {
        let glyphs = pieces.iter().filter_map(|piece| self.page.glyphs.get(piece.glyph as usize));
        let letters = glyphs.filter(|glyph| glyph.text.character().is_some_and(is_letter));
        letters.map(|glyph| self.page.size(glyph)).fold(size, f32::max)
    }

    fn first_word(&self, pieces: &[Piece], edge: impl Fn(&Piece) -> (f32, f32)) -> f32 {
        let mut bounds: Option<(f32, f32)> = None;
        for piece in pieces {
            let is_blank = self.inked(piece).is_none();
            if bounds.is_some() && (is_blank || matches!(piece.gap, Gap::Space | Gap::Wide)) {
                break;
            }
            if !is_blank {
                let (left, right) = edge(piece);
                bounds = Some(bounds.map_or((left, right), |(l, r)| (l.min(left), r.max(right))));
            }
        }
        bounds.map_or(0.0, |(left, right)| right - left)
    }
}
