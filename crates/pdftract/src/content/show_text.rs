//! Converts strings to glyphs: codes, boxes, advances, and the movement of the pen.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::glyph::{Glyph, PageGlyphs, Run, RunOrigin, TextId, Visibility};
use super::pen_walk::{Line, Walk};
use super::stamp_lines::{self, Stamp};
use super::state::State;
use super::string_frame::{Frame, Setting, less, more};
use super::visibility;
use crate::clock;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::geometry::{Matrix, Rect};
use crate::limits::Limits;
use crate::unicode::{GlyphInfo, GlyphKind, GlyphTraits, InfoText, ResolvedFont};

/// The text object with the position of the pen.
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

/// A part of a shown array.
pub(crate) enum Piece<'s> {
    /// A string.
    Text(&'s [u8]),
    /// A backward step along the line, in thousandths of an em.
    Back(f64),
}

/// The state of the interpreter that glyphs need.
pub(crate) struct Surroundings {
    pub(crate) hidden: bool,
    pub(crate) artifact: bool,
    pub(crate) mcid: Option<u32>,
    pub(crate) origin: RunOrigin,
}

/// Collects the glyphs of a page.
pub(crate) struct GlyphSink {
    pub(crate) page: PageGlyphs,
    page_box: Rect,
    max_glyphs: usize,
    /// Bytes of text that codes of several characters may still add.
    text_left: usize,
    /// Page texts by font and index with their length, so that a ligature is stored once.
    known_texts: BTreeMap<(u16, u32), (TextId, usize)>,
    /// The setting of the last strings.
    setting: Option<Setting>,
    /// The key of the last run, to detect whether it continues.
    last_run: Option<RunKey>,
    /// Glyphs whose baseline is not known yet.
    stamps: Vec<Stamp>,
    /// An area that all glyphs are in, except for those that the state hides.
    text_area: Rect,
}

/// An area without glyphs, and one that any glyph is in.
const NOWHERE: Rect =
    Rect { x0: f64::INFINITY, y0: f64::INFINITY, x1: f64::NEG_INFINITY, y1: f64::NEG_INFINITY };
const EVERYWHERE: Rect =
    Rect { x0: f64::NEG_INFINITY, y0: f64::NEG_INFINITY, x1: f64::INFINITY, y1: f64::INFINITY };
/// Positions of glyphs are rounded by less than this, in points.
const ROUNDING: f64 = 1.0;

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
    size: f32,
    cell: [f32; 4],
}

/// Codes of one string, or strings of one operator, between two looks at the clock; most operators have fewer.
const CODES_BETWEEN_CHECKS: usize = 512;

impl GlyphSink {
    pub(crate) fn new(mut page: PageGlyphs, limits: &Limits) -> Self {
        page.traits = GlyphTraits::NONE;
        let page_box = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
        Self {
            page,
            page_box,
            max_glyphs: limits.glyphs_per_page,
            text_left: limits.text_bytes_per_page,
            known_texts: BTreeMap::new(),
            setting: None,
            last_run: None,
            stamps: Vec::new(),
            text_area: NOWHERE,
        }
    }

    /// Returns whether glyphs that were drawn so far may be in an area.
    pub(crate) fn may_be_in(&self, area: &Rect) -> bool {
        let text = &self.text_area;
        text.x0 <= area.x1 + ROUNDING
            && text.x1 >= area.x0 - ROUNDING
            && text.y0 <= area.y1 + ROUNDING
            && text.y1 >= area.y0 - ROUNDING
    }

    /// Returns whether the page has as many glyphs or as much text as allowed.
    pub(crate) fn is_full(&self) -> bool {
        self.page.glyphs.len() >= self.max_glyphs || self.text_left == 0
    }

    /// Ends the page: stamps get the baseline and size that all of them together determine.
    pub(crate) fn finish(mut self, fonts: Vec<Arc<ResolvedFont>>) -> PageGlyphs {
        self.page.fonts = fonts;
        stamp_lines::place(&mut self.page, &self.stamps);
        self.page
    }

    /// Shows strings one after the other, with pen movements between them.
    pub(crate) fn show<'s>(
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
        self.prepare(font, state, to_page, around);
        let Some(setting) = &self.setting else { return };
        let first = self.page.glyphs.len();
        let mut line = Line {
            frame: setting.frame,
            run: setting.run,
            font,
            access,
            font_index: state.font,
            unseen: setting.unseen,
            moved: 0.0,
            pens: (f64::MAX, f64::MIN),
        };
        let vertical = setting.is_vertical;
        match (font.scheme(), line.frame.level.filter(|_| !vertical)) {
            (Scheme::Simple(_), Some(level)) => {
                let known = font.known_bytes();
                self.show_fixed(pieces, |[byte]| known.get(byte), level, state, &mut line);
            }
            (Scheme::Composite(composite), Some(level)) if composite.has_two_byte_codes() => {
                let mut known = font.known_pairs();
                self.show_fixed(pieces, |pair: [u8; 2]| known.get(pair), level, state, &mut line);
            }
            _ => self.show_other(pieces, state, around, &mut line),
        }
        let shown = self.page.glyphs.len() - first;
        line.widen(state, shown);
        self.find_hidden(first, state, &line);
        let (along, down) = if vertical { (0.0, line.moved) } else { (line.moved, 0.0) };
        pen.advance(along, down);
    }

    /// Makes the setting that of strings at a place: the last one is moved there, if nothing else differs.
    #[inline]
    fn prepare(&mut self, font: &ResolvedFont, state: &State, to_page: Matrix, around: &Surroundings) {
        let runs = self.page.runs.len();
        if let Some(setting) = &mut self.setting
            && setting.move_to(&to_page, state, around, runs)
        {
            return;
        }
        let run = |frame: &Frame| self.run(font, state, frame, frame.line_cell(), around);
        self.setting = Some(Setting::new(font, state, to_page, around, run));
    }

    /// Shows strings on a level line whose codes have `N` bytes; lone bytes at their ends are codes as well. Codes that were
    /// shown before and are one character each, which are nearly all of a text, need no more than `known` returns.
    fn show_fixed<'s, 'f, const N: usize>(
        &mut self,
        pieces: impl Iterator<Item = Piece<'s>>,
        mut known: impl FnMut([u8; N]) -> Option<&'f GlyphInfo>,
        level: f64,
        state: &State,
        line: &mut Line<'f>,
    ) {
        let back = state.font_size / 1000.0 * state.horizontal_scale;
        let mut walk = Walk::new(state, line, level);
        for piece in pieces {
            let bytes = match piece {
                Piece::Back(adjustment) => {
                    walk.moved -= adjustment * back;
                    continue;
                }
                Piece::Text(bytes) => bytes,
            };
            walk.see_pen();
            let shown = self.show_known(bytes.as_chunks::<N>().0, &mut known, &mut walk);
            walk.see_pen();
            if let Some(rest) = bytes.get(shown * N..).filter(|rest| !rest.is_empty()) {
                walk.pause(line);
                self.show_rest(rest, &mut known, level, state, line);
                walk.resume(line);
            }
        }
        walk.pause(line);
        self.page.traits.add(walk.traits);
    }

    /// Shows a string that begins with a code of which more is needed than what is known.
    #[inline(never)]
    fn show_rest<'f, const N: usize>(
        &mut self,
        bytes: &[u8],
        known: &mut impl FnMut([u8; N]) -> Option<&'f GlyphInfo>,
        level: f64,
        state: &State,
        line: &mut Line<'f>,
    ) {
        let (codes, last) = bytes.as_chunks::<N>();
        let mut at = 0;
        while let Some(code) = codes.get(at) {
            if self.is_full() || clock::is_over_often() {
                return;
            }
            self.show_code(code_of(code), state, line);
            let mut walk = Walk::new(state, line, level);
            walk.see_pen();
            at += 1 + self.show_known(codes.get(at + 1..).unwrap_or_default(), known, &mut walk);
            walk.see_pen();
            walk.pause(line);
            self.page.traits.add(walk.traits);
        }
        for &byte in last {
            if self.is_full() {
                return;
            }
            self.show_code(code_of(&[byte]), state, line);
        }
    }

    /// Shows codes up to the first that needs more than what is known of it, and returns their number. A million codes, as many
    /// as a page may have, take a few milliseconds, so that the clock is not looked at.
    #[inline(always)]
    fn show_known<'f, const N: usize>(
        &mut self,
        codes: &[[u8; N]],
        known: &mut impl FnMut([u8; N]) -> Option<&'f GlyphInfo>,
        walk: &mut Walk,
    ) -> usize {
        let room = if self.text_left > 0 { self.max_glyphs } else { 0 };
        let glyphs = &mut self.page.glyphs;
        let before = glyphs.len();
        let codes = codes.get(..room.saturating_sub(before)).unwrap_or(codes);
        for &bytes in codes {
            let Some(glyph) = known(bytes).and_then(|info| walk.place(code_of(&bytes), info)) else { break };
            glyphs.push(glyph);
        }
        glyphs.len() - before
    }

    /// Shows strings that are not on a level line, or whose codes differ in length.
    fn show_other<'s>(
        &mut self,
        pieces: impl Iterator<Item = Piece<'s>>,
        state: &State,
        around: &Surroundings,
        line: &mut Line<'_>,
    ) {
        let vertical = line.font.is_vertical();
        let back = state.font_size / 1000.0 * if vertical { 1.0 } else { state.horizontal_scale };
        for (index, piece) in pieces.enumerate() {
            if is_check_due(index) && clock::is_over() {
                break;
            }
            match piece {
                Piece::Back(adjustment) => line.moved -= adjustment * back,
                Piece::Text(bytes) if vertical => self.show_vertical(bytes, state, around, line),
                Piece::Text(bytes) => self.show_horizontal(bytes, state, line),
            }
        }
    }

    fn show_horizontal(&mut self, bytes: &[u8], state: &State, line: &mut Line<'_>) {
        let room = self.max_glyphs.saturating_sub(self.page.glyphs.len());
        for code in codes(line.font, bytes).take(room) {
            if self.text_left == 0 || clock::is_over_often() {
                return;
            }
            self.show_code(code, state, line);
        }
    }

    /// Shows one code and advances the pen.
    fn show_code(&mut self, code: CharCode, state: &State, line: &mut Line<'_>) {
        let info = line.font.glyph(line.access, code);
        let (scale, moved) = (state.font_size / 1000.0, line.moved);
        if info.kind != GlyphKind::PenMove {
            let advance = f64::from(info.extent) * scale * state.horizontal_scale;
            let reach = advance * line.frame.length * line.frame.sign;
            let (start, end) = line.pens;
            line.pens = (less(less(start, moved), moved + advance), more(more(end, moved), moved + advance));
            let run = line.run;
            if info.kind == GlyphKind::Stamp
                && let Some(stamp) = self.stamp_run(state, line, code, reach)
            {
                // The ink may be anywhere around the pen.
                (line.run, line.pens) = (stamp, (f64::NEG_INFINITY, f64::INFINITY));
            }
            self.push(line, code, info, line.frame.origin(moved, 0.0), reach);
            line.run = run;
        }
        let width = f64::from(info.advance) * scale;
        let word_space = if code.value == 32 && code.len == 1 { state.word_space } else { 0.0 };
        line.moved += (width + state.char_space + word_space) * state.horizontal_scale;
    }

    fn show_vertical(&mut self, bytes: &[u8], state: &State, around: &Surroundings, line: &mut Line<'_>) {
        let font = line.font;
        let Scheme::Composite(composite) = font.scheme() else { return };
        let scale = state.font_size / 1000.0;
        let room = self.max_glyphs.saturating_sub(self.page.glyphs.len());
        for code in codes(font, bytes).take(room) {
            let info = font.glyph(line.access, code);
            let metrics = composite.vertical(code);
            let down = f64::from(metrics.advance) * scale;
            // The cell is below the pen, centred on it.
            let half = f64::from(metrics.origin[0]) * scale * state.horizontal_scale;
            let cell = line.frame.cell([-half, 0.0, half, 0.0]);
            line.run = self.run(font, state, &line.frame, cell, around);
            let origin = line.frame.origin(0.0, line.moved);
            self.push(line, code, info, origin, down.abs() * line.frame.height);
            let word_space = if code.value == 32 && code.len == 1 { state.word_space } else { 0.0 };
            line.moved += down + state.char_space + word_space;
        }
    }

    /// Decides the visibility of the glyphs of strings from `first` on: for all at once, unless the clip or the page
    /// cuts the line.
    fn find_hidden(&mut self, first: usize, state: &State, line: &Line<'_>) {
        let runs = &self.page.runs;
        let Some(run) = runs.get(line.run as usize).filter(|_| line.unseen.is_none()) else { return };
        if self.page.glyphs.len() == first {
            return;
        }
        let seen = visibility::seen_part(&state.clip, &self.page_box);
        // The ink of stamps is anywhere around an endless pen.
        let is_known = !run.vertical && line.moved.is_finite() && line.pens.1.is_finite();
        if !is_known {
            self.text_area = EVERYWHERE;
        } else {
            let bounds = line.frame.bounds(line.pens, run.cell);
            self.text_area = union(&self.text_area, &bounds);
            if visibility::is_within(&seen, &bounds) {
                return;
            }
        }
        for glyph in self.page.glyphs.get_mut(first..).unwrap_or_default() {
            let Some(run) = runs.get(glyph.run as usize) else { continue };
            glyph.visibility = visibility::of_place(&state.clip, &self.page_box, &run.bbox(glyph));
        }
    }

    /// Returns a run for a stamp, whose box is that of its ink; its baseline is determined when the page is complete.
    #[cold]
    #[allow(clippy::cast_possible_truncation)]
    fn stamp_run(&mut self, state: &State, line: &Line<'_>, code: CharCode, advance: f64) -> Option<u32> {
        let type3 = line.font.type3(line.access).zip(u8::try_from(code.value).ok());
        let ink = type3.and_then(|(type3, code)| type3.stamp(code))?;
        let along = |x: f32| f64::from(x) * state.font_size * state.horizontal_scale;
        let across = |y: f32| f64::from(y) * state.font_size;
        let [left, top, right, bottom] =
            line.frame.cell([along(ink.x0), across(ink.y0), along(ink.x1), across(ink.y1)]);
        let run = self.page.runs.get(line.run as usize)?;
        let [x, y] = run.direction.map(|part| part * advance as f32);
        let cell = [left - x.min(0.0), top - y.min(0.0), right - x.max(0.0), bottom - y.max(0.0)];
        let run = Run { cell, ..run.clone() };
        self.page.runs.push(run);
        self.last_run = None;
        let glyph = u32::try_from(self.page.glyphs.len()).unwrap_or(u32::MAX);
        // On the page y points down, so upright text has a negative scale.
        self.stamps.push(Stamp { glyph, is_turned: line.frame.to_page.d * state.font_size > 0.0 });
        u32::try_from(self.page.runs.len() - 1).ok()
    }

    #[allow(clippy::cast_possible_truncation)]
    #[inline(always)]
    fn push(&mut self, line: &Line<'_>, code: CharCode, info: GlyphInfo, [x, y]: [f64; 2], advance: f64) {
        let text = match info.text {
            InfoText::Char(character) => TextId::from_char(character),
            InfoText::Sequence(index) => self.text_id(line, index),
        };
        self.page.traits.add(info.traits);
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
            run: line.run,
        });
    }

    fn text_id(&mut self, line: &Line<'_>, index: u32) -> TextId {
        let known = self.known_texts.get(&(line.font_index, index)).copied();
        let (id, length) = known.unwrap_or_else(|| {
            let text = line.font.sequence(index as usize).unwrap_or_else(|| Arc::from(""));
            let length = text.len();
            self.page.texts.push(text);
            let id = TextId::sequence(self.page.texts.len() - 1);
            self.known_texts.insert((line.font_index, index), (id, length));
            (id, length)
        });
        match self.text_left.checked_sub(length) {
            Some(left) => {
                self.text_left = left;
                id
            }
            None => {
                self.text_left = 0;
                TextId::from_char(char::REPLACEMENT_CHARACTER)
            }
        }
    }

    /// Returns the run of the next glyphs: the last one if nothing changed.
    #[allow(clippy::cast_possible_truncation)]
    fn run(
        &mut self,
        font: &ResolvedFont,
        state: &State,
        frame: &Frame,
        cell: [f32; 4],
        around: &Surroundings,
    ) -> u32 {
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
            size: frame.size,
            cell,
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
                size: key.size,
                cell,
            });
            self.last_run = Some(key);
        }
        u32::try_from(self.page.runs.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds a glyph that was not shown by an operator: part of a form value whose position is computed.
    pub(crate) fn push_computed(&mut self, character: char, run: Run, place: [f32; 4]) {
        if self.is_full() {
            return;
        }
        self.last_run = None;
        self.text_area = EVERYWHERE;
        self.page.runs.push(run);
        self.page.traits.add(GlyphTraits::of_character(character));
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
            run: u32::try_from(self.page.runs.len() - 1).unwrap_or(u32::MAX),
        });
    }
}

/// Returns the smallest area that two areas are in.
#[inline(always)]
fn union(a: &Rect, b: &Rect) -> Rect {
    Rect { x0: less(a.x0, b.x0), y0: less(a.y0, b.y0), x1: more(a.x1, b.x1), y1: more(a.y1, b.y1) }
}

/// Returns whether the clock is looked at after this many codes or strings.
#[inline(always)]
fn is_check_due(index: usize) -> bool {
    index % CODES_BETWEEN_CHECKS == CODES_BETWEEN_CHECKS - 1
}

/// Returns the code of bytes.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn code_of<const N: usize>(bytes: &[u8; N]) -> CharCode {
    let value = bytes.iter().fold(0, |value, &byte| value << 8 | u32::from(byte));
    CharCode { value, len: N as u8 }
}

/// Splits a string into codes.
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
