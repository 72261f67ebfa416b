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
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Key {
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
    pub(super) fn new(state: &State, to_page: &Matrix, around: &Surroundings) -> Self {
        let Matrix { a, b, c, d, .. } = *to_page;
        Self {
            numbers: [a, b, c, d, state.font_size, state.horizontal_scale, state.rise].map(f64::to_bits),
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
}

impl Setting {
    /// Creates the setting of strings in a run that `run` returns for their frame.
    pub(super) fn new(
        key: Key,
        font: &ResolvedFont,
        state: &State,
        to_page: Matrix,
        around: &Surroundings,
        run: impl FnOnce(&Frame) -> u32,
    ) -> Self {
        let frame = Frame::new(font, state, to_page);
        let unseen = visibility::of_state(state, around.hidden, frame.size);
        Self { key, run: run(&frame), frame, unseen, is_vertical: font.is_vertical() }
    }

    /// Returns the setting at another place, if nothing else differs and its run is the last one.
    #[inline]
    pub(super) fn moved(&self, key: &Key, last_run: u32, to_page: Matrix) -> Option<Self> {
        (self.key == *key && self.run == last_run).then(|| Self { frame: self.frame.moved(to_page), ..*self })
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

    /// Returns the frame with another translation.
    fn moved(&self, to_page: Matrix) -> Self {
        Self { to_page, level: level(&to_page, self.rise), ..*self }
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
        let key = Key::new(&state, &place, &around);
        let setting = Setting::new(key, &font, &state, place, &around, |_| 3);
        let other = Matrix::translation(50.0, 70.0);
        let moved = setting.moved(&Key::new(&state, &other, &around), 3, other);
        assert_eq!(moved.map(|setting| (setting.run, setting.frame.level)), Some((3, Some(70.0))));
        assert!(setting.moved(&key, 4, other).is_none(), "another run was begun");
        let turned = Matrix { b: -0.0, ..place };
        assert!(setting.moved(&Key::new(&state, &turned, &around), 3, turned).is_none());
        let small = State { font_size: 9.0, ..state };
        assert!(setting.moved(&Key::new(&small, &place, &around), 3, place).is_none());
        let marked = Surroundings { mcid: Some(1), ..around };
        assert!(setting.moved(&Key::new(&state, &place, &marked), 3, place).is_none());
    }
}
