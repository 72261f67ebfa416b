//! Turns strings into glyphs: codes, boxes, advances, and the movement of the pen.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::glyph::{Glyph, PageGlyphs, Run, RunOrigin, TextId, Visibility};
use super::stamp_lines::{self, Stamp};
use super::state::State;
use super::visibility;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::geometry::{Matrix, Rect};
use crate::unicode::{GlyphInfo, GlyphKind, InfoText, ResolvedFont};

/// The text object: where the pen stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pen {
    pub(crate) matrix: Matrix,
    pub(crate) line: Matrix,
}

impl Pen {
    pub(crate) const START: Self = Self { matrix: Matrix::IDENTITY, line: Matrix::IDENTITY };

    pub(crate) fn set(&mut self, matrix: Matrix) {
        (self.matrix, self.line) = (matrix, matrix);
    }

    /// Moves to a new line, relative to the start of this one.
    pub(crate) fn next_line(&mut self, x: f64, y: f64) {
        self.set(Matrix::translation(x, y).then(&self.line));
    }

    /// Moves along the line.
    fn advance(&mut self, x: f64, y: f64) {
        self.matrix.e += x * self.matrix.a + y * self.matrix.c;
        self.matrix.f += x * self.matrix.b + y * self.matrix.d;
    }
}

/// A part of what is shown.
pub(crate) enum Piece<'s> {
    /// A string.
    Text(&'s [u8]),
    /// A step back along the line, in thousandths of an em.
    Back(f64),
}

/// What the interpreter knows and glyphs need.
pub(crate) struct Surroundings {
    pub(crate) hidden: bool,
    pub(crate) artifact: bool,
    pub(crate) mcid: Option<u32>,
    pub(crate) origin: RunOrigin,
}

/// Collects glyphs of a page.
pub(crate) struct GlyphSink {
    pub(crate) page: PageGlyphs,
    page_box: Rect,
    max_glyphs: usize,
    /// Page texts by font and index, so that a ligature is stored once.
    known_texts: BTreeMap<(u16, u32), TextId>,
    /// The state of the last run in short, to see whether it goes on.
    last_run: Option<RunKey>,
    /// Glyphs whose baseline is not known yet.
    stamps: Vec<Stamp>,
}

#[derive(PartialEq)]
struct RunKey {
    font: u16,
    direction: [f32; 2],
    rendering_mode: u8,
    color: Option<u32>,
    mcid: Option<u32>,
    artifact: bool,
    rise: f64,
    origin: RunOrigin,
}

impl GlyphSink {
    pub(crate) fn new(page: PageGlyphs, max_glyphs: usize) -> Self {
        let page_box = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
        Self { page, page_box, max_glyphs, known_texts: BTreeMap::new(), last_run: None, stamps: Vec::new() }
    }

    /// Whether the page has as many glyphs as allowed.
    pub(crate) fn is_full(&self) -> bool {
        self.page.glyphs.len() >= self.max_glyphs
    }

    /// Ends the page: stamps get the baseline and the size that all of them together show.
    pub(crate) fn finish(mut self) -> PageGlyphs {
        stamp_lines::place(&mut self.page, &self.stamps);
        self.page
    }

    /// Shows strings one after the other, with the pen moved between them.
    pub(crate) fn show<'s>(
        &mut self,
        access: Access<'_>,
        pieces: impl Iterator<Item = Piece<'s>>,
        state: &State,
        pen: &mut Pen,
        around: &Surroundings,
    ) {
        // The fonts are set aside meanwhile: sharing one with this page costs more than showing a letter.
        let fonts = std::mem::take(&mut self.page.fonts);
        if let Some(font) = fonts.get(usize::from(state.font)) {
            self.show_in(access, font, pieces, state, pen, around);
        }
        self.page.fonts = fonts;
    }

    fn show_in<'s>(
        &mut self,
        access: Access<'_>,
        font: &ResolvedFont,
        pieces: impl Iterator<Item = Piece<'s>>,
        state: &State,
        pen: &mut Pen,
        around: &Surroundings,
    ) {
        let to_page = pen.matrix.then(&state.ctm);
        if !to_page.is_finite() {
            return;
        }
        let frame = Frame::new(font, state, to_page);
        let unseen = visibility::of_state(state, around.hidden, frame.size);
        let run = self.run(font, state, &frame, around);
        let seen = visibility::seen_part(&state.clip, &self.page_box);
        let mut line = Line { frame, run, font, access, font_index: state.font, unseen, seen, moved: 0.0 };
        let vertical = font.is_vertical();
        let back = state.font_size / 1000.0 * if vertical { 1.0 } else { state.horizontal_scale };
        for piece in pieces {
            match piece {
                Piece::Back(adjustment) => line.moved -= adjustment * back,
                Piece::Text(bytes) if vertical => self.show_vertical(bytes, state, &mut line),
                Piece::Text(bytes) => self.show_horizontal(bytes, state, &mut line),
            }
        }
        let (along, down) = if vertical { (0.0, line.moved) } else { (line.moved, 0.0) };
        pen.advance(along, down);
    }

    fn show_horizontal(&mut self, bytes: &[u8], state: &State, line: &mut Line<'_>) {
        let font = line.font;
        let room = self.max_glyphs.saturating_sub(self.page.glyphs.len());
        self.page.glyphs.reserve(bytes.len().min(room));
        if let Scheme::Simple(_) = font.scheme() {
            let codes = bytes.iter().map(|&byte| CharCode { value: u32::from(byte), len: 1 });
            self.show_codes(codes.take(room), state, line);
        } else {
            self.show_codes(codes(font, bytes).take(room), state, line);
        }
    }

    /// Shows the codes of a string one after the other.
    #[inline(always)]
    fn show_codes(&mut self, codes: impl Iterator<Item = CharCode>, state: &State, line: &mut Line<'_>) {
        let first = self.page.glyphs.len();
        let scale = state.font_size / 1000.0;
        let frame = &line.frame;
        let reach = frame.length * frame.sign;
        let mut moved = line.moved;
        let mut bounds = EMPTY_BOUNDS;
        for code in codes {
            let info = line.font.glyph(line.access, code);
            if info.kind != GlyphKind::PenMove {
                let advance = f64::from(info.extent) * scale * state.horizontal_scale;
                let (x, y, bbox) = match info.kind {
                    GlyphKind::Stamp => self.place_stamp(state, line, code, moved),
                    _ => frame.place(moved, advance),
                };
                bounds = around(bounds, bbox);
                self.push(line, code, info, [x, y], advance * reach, bbox);
            }
            let width = f64::from(info.advance) * scale;
            let word_space = if code.value == 32 && code.len == 1 { state.word_space } else { 0.0 };
            moved += (width + state.char_space + word_space) * state.horizontal_scale;
        }
        line.moved = moved;
        self.find_hidden(first, bounds, state, line);
    }

    fn show_vertical(&mut self, bytes: &[u8], state: &State, line: &mut Line<'_>) {
        let font = line.font;
        let Scheme::Composite(composite) = font.scheme() else { return };
        let first = self.page.glyphs.len();
        let scale = state.font_size / 1000.0;
        let mut bounds = EMPTY_BOUNDS;
        for code in codes(font, bytes).take(self.max_glyphs.saturating_sub(first)) {
            let info = font.glyph(line.access, code);
            let metrics = composite.vertical(code);
            let down = f64::from(metrics.advance) * scale;
            let frame = &line.frame;
            let (x, y) = frame.origin(0.0, line.moved);
            let half = f64::from(metrics.origin[0]) * scale * state.horizontal_scale;
            // The cell hangs below the pen, centred on it.
            let bbox = frame.cell(x, y, [-half, down.min(0.0), half, down.max(0.0)]);
            bounds = around(bounds, bbox);
            self.push(line, code, info, [x, y], down.abs() * frame.height, bbox);
            let word_space = if code.value == 32 && code.len == 1 { state.word_space } else { 0.0 };
            line.moved += down + state.char_space + word_space;
        }
        self.find_hidden(first, bounds, state, line);
    }

    /// Decides whether the glyphs of a string can be seen: all of them, unless the clip or the page cuts the string.
    fn find_hidden(&mut self, first: usize, bounds: [f32; 4], state: &State, line: &Line<'_>) {
        let is_seen = visibility::is_within(&line.seen, &bounds) && line.moved.is_finite();
        if is_seen || line.unseen.is_some() {
            return;
        }
        for glyph in self.page.glyphs.get_mut(first..).unwrap_or_default() {
            glyph.visibility = visibility::of_place(&state.clip, &self.page_box, &glyph.bbox);
        }
    }

    /// Returns pen and box of a stamp: the box is that of its ink, and its baseline is found when the page is complete.
    #[cold]
    fn place_stamp(
        &mut self,
        state: &State,
        line: &Line<'_>,
        code: CharCode,
        moved: f64,
    ) -> (f64, f64, [f32; 4]) {
        let frame = &line.frame;
        let (x, y) = frame.origin(moved, 0.0);
        let type3 = line.font.type3(line.access).zip(u8::try_from(code.value).ok());
        let Some(ink) = type3.and_then(|(type3, code)| type3.stamp(code)) else {
            return frame.place(moved, 0.0);
        };
        let along = |x: f32| f64::from(x) * state.font_size * state.horizontal_scale;
        let across = |y: f32| f64::from(y) * state.font_size;
        let glyph = u32::try_from(self.page.glyphs.len()).unwrap_or(u32::MAX);
        // On the page y points down, so that upright text has a negative scale.
        self.stamps.push(Stamp { glyph, is_turned: frame.to_page.d * state.font_size > 0.0 });
        (x, y, frame.cell(x, y, [along(ink.x0), across(ink.y0), along(ink.x1), across(ink.y1)]))
    }

    #[allow(clippy::cast_possible_truncation)]
    #[inline(always)]
    fn push(
        &mut self,
        line: &Line<'_>,
        code: CharCode,
        info: GlyphInfo,
        [x, y]: [f64; 2],
        advance: f64,
        bbox: [f32; 4],
    ) {
        let text = match info.text {
            InfoText::Char(character) => TextId::from_char(character),
            InfoText::Sequence(index) => self.text_id(line, index),
        };
        self.page.glyphs.push(Glyph {
            code: code.value,
            text,
            source: info.source,
            confidence_percent: info.confidence_percent,
            visibility: line.unseen.unwrap_or(Visibility::Visible),
            code_bytes: code.len,
            x: x as f32,
            y: y as f32,
            advance: advance as f32,
            size: line.frame.size,
            bbox,
            run: line.run,
        });
    }

    fn text_id(&mut self, line: &Line<'_>, index: u32) -> TextId {
        if let Some(&known) = self.known_texts.get(&(line.font_index, index)) {
            return known;
        }
        let text = line.font.sequence(index as usize).unwrap_or_else(|| Arc::from(""));
        self.page.texts.push(text);
        let id = TextId::sequence(self.page.texts.len() - 1);
        self.known_texts.insert((line.font_index, index), id);
        id
    }

    /// The run that the glyphs to come belong to: the last one if nothing changed.
    #[allow(clippy::cast_possible_truncation)]
    fn run(&mut self, font: &ResolvedFont, state: &State, frame: &Frame, around: &Surroundings) -> u32 {
        let vertical = font.is_vertical();
        let key = RunKey {
            font: state.font,
            direction: frame.direction(vertical),
            rendering_mode: state.rendering_mode,
            color: state.fill,
            mcid: around.mcid,
            artifact: around.artifact,
            rise: state.rise,
            origin: around.origin,
        };
        if self.last_run.as_ref() != Some(&key) {
            self.page.runs.push(Run {
                font: key.font,
                direction: key.direction,
                vertical,
                rendering_mode: key.rendering_mode,
                color: key.color,
                mcid: key.mcid,
                artifact: key.artifact,
                rise: key.rise as f32,
                origin: key.origin,
            });
            self.last_run = Some(key);
        }
        u32::try_from(self.page.runs.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds a glyph that no operator showed: part of a form value whose place is computed.
    pub(crate) fn push_computed(&mut self, character: char, run: Run, place: [f32; 4], size: f32) {
        if self.is_full() {
            return;
        }
        self.last_run = None;
        self.page.runs.push(run);
        let [x0, _, x1, y1] = place;
        self.page.glyphs.push(Glyph {
            code: 0,
            text: TextId::from_char(character),
            source: crate::unicode::UnicodeSource::ToUnicode,
            confidence_percent: 100,
            visibility: Visibility::Visible,
            code_bytes: 0,
            x: x0,
            y: y1,
            advance: x1 - x0,
            size,
            bbox: place,
            run: u32::try_from(self.page.runs.len() - 1).unwrap_or(u32::MAX),
        });
    }
}

/// What stays the same while one string is shown.
struct Line<'f> {
    frame: Frame,
    run: u32,
    font: &'f ResolvedFont,
    access: Access<'f>,
    font_index: u16,
    /// Why nothing of it is seen, if the state alone says so.
    unseen: Option<Visibility>,
    /// The part of the page that the clip leaves; what touches it is seen.
    seen: Rect,
    /// How far the pen has moved, in text space.
    moved: f64,
}

/// From text space to the page, with what boxes need.
struct Frame {
    to_page: Matrix,
    rise: f64,
    ascent: f64,
    descent: f64,
    /// On a level line all glyphs share their baseline, top and bottom.
    level: Option<Level>,
    /// Lengths on the page of a unit along and across the line.
    length: f64,
    height: f64,
    size: f32,
    /// -1 where a negative size or scale moves the pen backwards.
    sign: f64,
}

/// What all glyphs of a level line share.
#[derive(Clone, Copy)]
struct Level {
    y: f64,
    top: f32,
    bottom: f32,
}

impl Frame {
    #[allow(clippy::cast_possible_truncation)]
    fn new(font: &ResolvedFont, state: &State, to_page: Matrix) -> Self {
        let (length, height) = (norm(to_page.a, to_page.b), norm(to_page.c, to_page.d));
        let ascent = f64::from(font.facts().ascent) * state.font_size;
        let descent = f64::from(font.facts().descent) * state.font_size;
        let level = to_page.is_upright().then(|| {
            let y = to_page.f + state.rise * to_page.d;
            let (a, b) = ((y + ascent * to_page.d) as f32, (y + descent * to_page.d) as f32);
            Level { y, top: a.min(b), bottom: a.max(b) }
        });
        let size = (state.font_size.abs() * f64::from(font.facts().em) * height) as f32;
        let sign = if state.font_size * state.horizontal_scale < 0.0 { -1.0 } else { 1.0 };
        Self { to_page, rise: state.rise, ascent, descent, level, length, height, size, sign }
    }

    /// Pen and box of a glyph in a line.
    #[inline(always)]
    fn place(&self, along: f64, advance: f64) -> (f64, f64, [f32; 4]) {
        match self.level {
            Some(level) => self.level_cell(level, along, advance),
            None => {
                let (x, y) = self.origin(along, 0.0);
                (x, y, self.cell(x, y, [0.0, self.descent, advance, self.ascent]))
            }
        }
    }

    /// Pen and box of a glyph on a level line.
    #[allow(clippy::cast_possible_truncation)]
    #[inline(always)]
    fn level_cell(&self, level: Level, along: f64, advance: f64) -> (f64, f64, [f32; 4]) {
        let x = self.to_page.e + along * self.to_page.a;
        let end = x + advance * self.to_page.a;
        let (left, right) = if end < x { (end, x) } else { (x, end) };
        (x, level.y, [left as f32, level.top, right as f32, level.bottom])
    }

    #[inline]
    fn origin(&self, along: f64, across: f64) -> (f64, f64) {
        let point = self.to_page.apply(along, across + self.rise);
        (point.x, point.y)
    }

    /// Where the pen moves on the page.
    #[allow(clippy::cast_possible_truncation)]
    fn direction(&self, vertical: bool) -> [f32; 2] {
        let Matrix { a, b, c, d, .. } = self.to_page;
        let (x, y, length) =
            if vertical { (-c, -d, self.height) } else { (a * self.sign, b * self.sign, self.length) };
        if length > 0.0 { [(x / length) as f32, (y / length) as f32] } else { [1.0, 0.0] }
    }

    /// The upright box around a cell given in text space relative to the pen.
    #[allow(clippy::cast_possible_truncation)]
    #[inline]
    fn cell(&self, x: f64, y: f64, [left, bottom, right, top]: [f64; 4]) -> [f32; 4] {
        let Matrix { a, b, c, d, .. } = self.to_page;
        let (ax, bx) = (left * a, right * a);
        let (ay, by) = (left * b, right * b);
        let (cx, dx) = (bottom * c, top * c);
        let (cy, dy) = (bottom * d, top * d);
        [
            (x + ax.min(bx) + cx.min(dx)) as f32,
            (y + ay.min(by) + cy.min(dy)) as f32,
            (x + ax.max(bx) + cx.max(dx)) as f32,
            (y + ay.max(by) + cy.max(dy)) as f32,
        ]
    }
}

/// The codes of a string.
fn codes<'s>(font: &'s ResolvedFont, bytes: &'s [u8]) -> impl Iterator<Item = CharCode> + 's {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let code = font.next_code(rest);
        rest = rest.get(usize::from(code.len.max(1))..).unwrap_or_default();
        Some(code)
    })
}

/// The box around nothing.
const EMPTY_BOUNDS: [f32; 4] = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];

/// The box around two boxes.
#[inline(always)]
fn around([a0, a1, a2, a3]: [f32; 4], [b0, b1, b2, b3]: [f32; 4]) -> [f32; 4] {
    let less = |a: f32, b: f32| if b < a { b } else { a };
    let more = |a: f32, b: f32| if b > a { b } else { a };
    [less(a0, b0), less(a1, b1), more(a2, b2), more(a3, b3)]
}

/// The length of a vector. Almost all text is upright, where no root is needed.
#[inline]
fn norm(x: f64, y: f64) -> f64 {
    if y == 0.0 {
        x.abs()
    } else if x == 0.0 {
        y.abs()
    } else {
        (x * x + y * y).sqrt()
    }
}
