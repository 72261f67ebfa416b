//! The geometry of the strings that an operator shows, kept from one operator to the next as long as only the place
//! changes.

use super::show_text::Surroundings;
use super::state::State;
use super::visibility;
use crate::content::glyph::{RunOrigin, Visibility};
use crate::geometry::{Matrix, Rect};
use crate::unicode::ResolvedFont;

/// The properties of shown strings that do not depend on their place, and what follows from them.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    key: Key,
    pub(super) frame: Frame,
    /// The run of the glyphs.
    pub(super) run: u32,
    /// The reason why no glyph is visible, if the state alone determines it.
    pub(super) unseen: Option<Visibility>,
    pub(super) is_vertical: bool,
}

/// Everything that a setting is made from, except for the place. Numbers are compared by their bits.
#[derive(Clone, Copy)]
struct Key {
    numbers: [u64; 7],
    fill_alpha: u32,
    font: u16,
    rendering_mode: u8,
    hidden: bool,
    artifact: bool,
    origin: RunOrigin,
    color: Option<u32>,
    mcid: Option<u32>,
}

impl Key {
    #[inline]
    fn new(state: &State, to_page: &Matrix, around: &Surroundings) -> Self {
        Self {
            numbers: Self::numbers(state, to_page),
            fill_alpha: state.fill_alpha.to_bits(),
            font: state.font,
            rendering_mode: state.rendering_mode,
            hidden: around.hidden,
            artifact: around.artifact,
            origin: around.origin,
            color: state.fill,
            mcid: around.mcid,
        }
    }

    #[inline]
    fn numbers(state: &State, to_page: &Matrix) -> [u64; 7] {
        let Matrix { a, b, c, d, .. } = *to_page;
        [a, b, c, d, state.font_size, state.horizontal_scale, state.rise].map(f64::to_bits)
    }

    /// Returns whether it is the key of these properties. Nearly always it is, so that the numbers are compared together.
    #[inline]
    fn is_of(&self, state: &State, to_page: &Matrix, around: &Surroundings) -> bool {
        let numbers = self.numbers.iter().zip(Self::numbers(state, to_page));
        numbers.fold(0, |bits, (own, other)| bits | (own ^ other)) == 0
            && self.font == state.font
            && self.color == state.fill
            && self.fill_alpha == state.fill_alpha.to_bits()
            && self.rendering_mode == state.rendering_mode
            && self.mcid == around.mcid
            && self.hidden == around.hidden
            && self.artifact == around.artifact
            && self.origin == around.origin
    }
}

impl Setting {
    /// Creates the setting of strings in a run that `run` returns for their frame.
    pub(super) fn new(
        font: &ResolvedFont,
        state: &State,
        to_page: Matrix,
        around: &Surroundings,
        run: impl FnOnce(&Frame) -> u32,
    ) -> Self {
        let frame = Frame::new(font, state, to_page);
        let unseen = visibility::of_state(state, around.hidden, frame.size);
        let key = Key::new(state, &to_page, around);
        Self { key, run: run(&frame), frame, unseen, is_vertical: font.is_vertical() }
    }

    /// Moves the setting to another place and returns `true`, if nothing else differs and its run is the last of `runs`.
    #[inline]
    pub(super) fn move_to(
        &mut self,
        to_page: &Matrix,
        state: &State,
        around: &Surroundings,
        runs: usize,
    ) -> bool {
        let is_same = self.run as usize + 1 == runs && self.key.is_of(state, to_page, around);
        if is_same {
            self.frame.move_to(*to_page);
        }
        is_same
    }
}

/// The transformation from text space to the page, with values needed for boxes.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) to_page: Matrix,
    rise: f64,
    ascent: f64,
    descent: f64,
    /// The baseline of a horizontal line, which all glyphs share.
    pub(super) level: Option<f64>,
    /// The lengths on the page of a unit along and across the line.
    pub(super) length: f64,
    pub(super) height: f64,
    pub(super) size: f32,
    /// -1 if a negative size or scale moves the pen backwards.
    pub(super) sign: f64,
}

impl Frame {
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn new(font: &ResolvedFont, state: &State, to_page: Matrix) -> Self {
        let (length, height) = (norm(to_page.a, to_page.b), norm(to_page.c, to_page.d));
        let ascent = f64::from(font.facts().ascent) * state.font_size;
        let descent = f64::from(font.facts().descent) * state.font_size;
        let level = level(&to_page, state.rise);
        let size = (state.font_size.abs() * f64::from(font.facts().em) * height) as f32;
        let sign = if state.font_size * state.horizontal_scale < 0.0 { -1.0 } else { 1.0 };
        Self { to_page, rise: state.rise, ascent, descent, level, length, height, size, sign }
    }

    /// Replaces the translation.
    fn move_to(&mut self, to_page: Matrix) {
        (self.to_page, self.level) = (to_page, level(&to_page, self.rise));
    }

    /// Returns the position of the pen on the page.
    #[inline(always)]
    pub(super) fn origin(&self, along: f64, across: f64) -> [f64; 2] {
        match self.level {
            Some(y) if across == 0.0 => [self.to_page.e + along * self.to_page.a, y],
            _ => {
                let point = self.to_page.apply(along, across + self.rise);
                [point.x, point.y]
            }
        }
    }

    /// Returns the direction of the pen on the page.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn direction(&self, vertical: bool) -> [f32; 2] {
        let Matrix { a, b, c, d, .. } = self.to_page;
        let (x, y, length) =
            if vertical { (-c, -d, self.height) } else { (a * self.sign, b * self.sign, self.length) };
        if length > 0.0 { [(x / length) as f32, (y / length) as f32] } else { [1.0, 0.0] }
    }

    /// Returns the cell of glyphs of a horizontal line without their advance, relative to the pen.
    pub(super) fn line_cell(&self) -> [f32; 4] {
        self.cell([0.0, self.descent, 0.0, self.ascent])
    }

    /// Returns the bounding box on the page of a cell given in text space, both relative to the pen.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn cell(&self, [left, bottom, right, top]: [f64; 4]) -> [f32; 4] {
        let Matrix { a, b, c, d, .. } = self.to_page;
        let (ax, bx) = (left * a, right * a);
        let (ay, by) = (left * b, right * b);
        let (cx, dx) = (bottom * c, top * c);
        let (cy, dy) = (bottom * d, top * d);
        [
            (ax.min(bx) + cx.min(dx)) as f32,
            (ay.min(by) + cy.min(dy)) as f32,
            (ax.max(bx) + cx.max(dx)) as f32,
            (ay.max(by) + cy.max(dy)) as f32,
        ]
    }

    /// Returns the bounding box on the page of glyphs with such a cell between two positions of a horizontal line.
    pub(super) fn bounds(&self, (start, end): (f64, f64), cell: [f32; 4]) -> Rect {
        let ([ax, ay], [bx, by]) = (self.origin(start, 0.0), self.origin(end, 0.0));
        let [left, top, right, bottom] = cell.map(f64::from);
        Rect {
            x0: less(ax, bx) + left,
            y0: less(ay, by) + top,
            x1: more(ax, bx) + right,
            y1: more(ay, by) + bottom,
        }
    }
}

/// Returns the baseline of horizontal lines.
fn level(to_page: &Matrix, rise: f64) -> Option<f64> {
    to_page.is_upright().then_some(to_page.f + rise * to_page.d)
}

/// Returns the smaller of two numbers; unlike `min` it takes one instruction.
#[inline(always)]
pub(super) fn less(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Returns the larger of two numbers.
#[inline(always)]
pub(super) fn more(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// Returns the length of a vector. Almost all text is axis-aligned, where no square root is needed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_kept_only_if_nothing_but_the_place_changes() {
        let page = Rect { x0: 0.0, y0: 0.0, x1: 600.0, y1: 800.0 };
        let state = State { font: 0, font_size: 10.0, ..State::new(Matrix::IDENTITY, page) };
        let around = Surroundings { hidden: false, artifact: false, mcid: None, origin: RunOrigin::Content };
        let font = ResolvedFont::substitute();
        let place = Matrix::translation(5.0, 7.0);
        let mut setting = Setting::new(&font, &state, place, &around, |_| 3);
        let other = Matrix::translation(50.0, 70.0);
        assert!(setting.move_to(&other, &state, &around, 4));
        assert_eq!((setting.run, setting.frame.level), (3, Some(70.0)));
        assert!(!setting.move_to(&place, &state, &around, 5), "another run was begun");
        assert!(!setting.move_to(&Matrix { b: -0.0, ..place }, &state, &around, 4));
        let small = State { font_size: 9.0, ..state };
        assert!(!setting.move_to(&place, &small, &around, 4));
        let red = State { fill: Some(0xFF_0000), ..state };
        assert!(!setting.move_to(&place, &red, &around, 4));
        let marked = Surroundings { mcid: Some(1), ..around };
        assert!(!setting.move_to(&place, &state, &marked, 4));
        assert_eq!(setting.frame.level, Some(70.0), "it stays where it was");
    }
}
