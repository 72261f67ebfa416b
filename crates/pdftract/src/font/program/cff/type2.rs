//! Executes Type 2 charstrings (Adobe Technical Note 5177) to draw outlines.
//!
//! Hints are counted, because the length of masks depends on their number, and otherwise ignored. Subroutine calls
//! use an explicit stack; every byte read counts against one budget.

use super::index::Index;
use super::width::number;
use crate::font::outline::{OutlinePoint, Pen};

/// The maximum stack depth: 48 by the note, 513 by its successor, which some fonts follow.
const MOST_OPERANDS: usize = 513;

/// The maximum depth of subroutine calls; the note allows 10.
const DEEPEST: usize = 32;

/// The maximum number of steps per glyph. Intricate ideographs take a few thousand.
const MOST_STEPS: u32 = 200_000;

/// The number of elements of the transient array, for `put` and `get`.
const TRANSIENT: usize = 32;

/// The charstrings that a glyph may call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subroutines<'a> {
    pub(super) data: &'a [u8],
    pub(super) global: Index,
    pub(super) local: Index,
}

/// An accented letter composed of two glyphs, by their codes in the standard encoding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Accented {
    pub(super) base: u8,
    pub(super) accent: u8,
    /// The origin of the accent.
    pub(super) offset: OutlinePoint,
}

/// The work that remains after a charstring.
#[derive(Debug, PartialEq)]
pub(super) enum End {
    /// None.
    Drawn,
    /// The glyph consists of two others.
    Accented(Accented),
}

/// Executes a charstring from `origin` on. Returns `None` if it is invalid or exceeds the budget.
pub(super) fn run<'a>(
    char_string: &'a [u8],
    subroutines: Subroutines<'a>,
    origin: OutlinePoint,
    pen: &mut Pen,
) -> Option<End> {
    pen.move_to(origin);
    let mut machine = Machine {
        stack: Vec::new(),
        calls: vec![char_string],
        stems: 0,
        transient: [0.0; TRANSIENT],
        subroutines,
        pen,
    };
    for _ in 0..MOST_STEPS {
        if let Some(end) = machine.step()? {
            return Some(end);
        }
    }
    None
}

struct Machine<'a, 'p> {
    stack: Vec<f32>,
    /// The unread rest of each charstring on the call stack, the current one last.
    calls: Vec<&'a [u8]>,
    stems: usize,
    transient: [f32; TRANSIENT],
    subroutines: Subroutines<'a>,
    pen: &'p mut Pen,
}

impl Machine<'_, '_> {
    /// Executes one number or operator. Returns `None` for an error, and `Some(None)` to continue.
    fn step(&mut self) -> Option<Option<End>> {
        let Some(code) = self.calls.last_mut() else { return Some(Some(End::Drawn)) };
        if let Some((value, length)) = number(code, 0) {
            *code = code.get(length..)?;
            if self.stack.len() >= MOST_OPERANDS {
                return None;
            }
            self.stack.push(value);
            return Some(None);
        }
        let Some((&operator, rest)) = code.split_first() else {
            // A charstring may end without `return` or `endchar`.
            self.calls.pop();
            return Some(None);
        };
        *code = rest;
        match operator {
            10 => self.call(self.subroutines.local)?,
            29 => self.call(self.subroutines.global)?,
            11 => {
                self.calls.pop();
            }
            12 => self.escaped()?,
            14 => return Some(Some(self.end())),
            _ => {
                self.draw(operator)?;
                self.stack.clear();
            }
        }
        Some(None)
    }

    fn call(&mut self, index: Index) -> Option<()> {
        let number = whole(self.stack.pop()?)?;
        let code = index.get(self.subroutines.data, usize::try_from(number + bias(index.count())).ok()?)?;
        if self.calls.len() >= DEEPEST {
            return None;
        }
        self.calls.push(code);
        Some(())
    }

    /// Handles `endchar`: four numbers before it make an accented letter.
    fn end(&self) -> End {
        let Some(&[.., dx, dy, base, accent]) = self.stack.last_chunk::<4>() else { return End::Drawn };
        let byte = |value| whole(value).and_then(|value| u8::try_from(value).ok());
        match (byte(base), byte(accent)) {
            (Some(base), Some(accent)) => {
                End::Accented(Accented { base, accent, offset: OutlinePoint::new(dx, dy) })
            }
            _ => End::Drawn,
        }
    }

    /// Executes one-byte operators that clear the stack.
    fn draw(&mut self, operator: u8) -> Option<()> {
        match operator {
            1 | 3 | 18 | 23 => self.stems += self.stack.len() / 2,
            19 | 20 => self.skip_mask(),
            // The width may precede the numbers of a move.
            21 => self.move_by(self.last(2)?, self.last(1)?),
            22 => self.move_by(self.last(1)?, 0.0),
            4 => self.move_by(0.0, self.last(1)?),
            5 => self.lines(0, self.stack.len()),
            6 => self.alternating_lines(true),
            7 => self.alternating_lines(false),
            8 => self.curves(0, self.stack.len()),
            24 => {
                let lines = self.stack.len().checked_sub(2)?;
                self.curves(0, lines);
                self.lines(lines / 6 * 6, self.stack.len());
            }
            25 => {
                let curve = self.stack.len().checked_sub(6)?;
                self.lines(0, curve);
                self.curves(curve, self.stack.len());
            }
            26 | 27 => self.flat_curves(operator == 27),
            30 | 31 => self.alternating_curves(operator == 31),
            // Reserved operators have no effect.
            _ => {}
        }
        Some(())
    }

    fn skip_mask(&mut self) {
        self.stems += self.stack.len() / 2;
        if let Some(code) = self.calls.last_mut() {
            *code = code.get(self.stems.div_ceil(8)..).unwrap_or_default();
        }
    }

    /// Returns the number at position `from_top`, counted from the top of the stack.
    fn last(&self, from_top: usize) -> Option<f32> {
        self.stack.get(self.stack.len().checked_sub(from_top)?).copied()
    }

    fn operand(&self, index: usize) -> f32 {
        self.stack.get(index).copied().unwrap_or(0.0)
    }

    fn moved(from: OutlinePoint, dx: f32, dy: f32) -> OutlinePoint {
        OutlinePoint::new(from.x + dx, from.y + dy)
    }

    fn move_by(&mut self, dx: f32, dy: f32) {
        self.pen.move_to(Self::moved(self.pen.position(), dx, dy));
    }

    fn line_by(&mut self, dx: f32, dy: f32) {
        self.pen.line_to(Self::moved(self.pen.position(), dx, dy));
    }

    /// Draws a curve from three relative points.
    fn curve_by(&mut self, [dx1, dy1, dx2, dy2, dx3, dy3]: [f32; 6]) {
        let first = Self::moved(self.pen.position(), dx1, dy1);
        let second = Self::moved(first, dx2, dy2);
        self.pen.cubic_to(first, second, Self::moved(second, dx3, dy3));
    }

    fn lines(&mut self, from: usize, to: usize) {
        for at in (from..to.saturating_sub(1)).step_by(2) {
            self.line_by(self.operand(at), self.operand(at + 1));
        }
    }

    fn alternating_lines(&mut self, mut is_horizontal: bool) {
        for at in 0..self.stack.len() {
            let distance = self.operand(at);
            let (dx, dy) = if is_horizontal { (distance, 0.0) } else { (0.0, distance) };
            self.line_by(dx, dy);
            is_horizontal = !is_horizontal;
        }
    }

    fn curves(&mut self, from: usize, to: usize) {
        for at in (from..to.saturating_sub(5)).step_by(6) {
            self.curve_by([0, 1, 2, 3, 4, 5].map(|index| self.operand(at + index)));
        }
    }

    /// Draws curves that begin and end horizontally (`hhcurveto`) or vertically (`vvcurveto`). A leading odd number
    /// gives the first tangent its other coordinate.
    fn flat_curves(&mut self, is_horizontal: bool) {
        let odd = self.stack.len() % 4 % 2;
        let mut tilt = if odd == 1 { self.operand(0) } else { 0.0 };
        for at in (odd..self.stack.len().saturating_sub(3)).step_by(4) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|index| self.operand(at + index));
            let curve = if is_horizontal { [a, tilt, b, c, d, 0.0] } else { [tilt, a, b, c, 0.0, d] };
            self.curve_by(curve);
            tilt = 0.0;
        }
    }

    /// Draws curves that alternately begin horizontally and end vertically, and vice versa. A trailing odd number
    /// gives the last tangent its other coordinate.
    fn alternating_curves(&mut self, mut is_horizontal: bool) {
        let count = self.stack.len() / 4;
        let has_tilt = self.stack.len() % 4 == 1;
        for index in 0..count {
            let at = index * 4;
            let [a, b, c, d] = [0, 1, 2, 3].map(|index| self.operand(at + index));
            let tilt = if has_tilt && index + 1 == count { self.operand(at + 4) } else { 0.0 };
            let curve = if is_horizontal { [a, 0.0, b, c, tilt, d] } else { [0.0, a, b, c, d, tilt] };
            self.curve_by(curve);
            is_horizontal = !is_horizontal;
        }
    }

    /// Executes two-byte operators: flex clears the stack, arithmetic does not.
    fn escaped(&mut self) -> Option<()> {
        let code = self.calls.last_mut()?;
        let (&operator, rest) = code.split_first()?;
        *code = rest;
        if !(34..=37).contains(&operator) {
            return self.calculate(operator);
        }
        self.flex(operator);
        self.stack.clear();
        Some(())
    }

    /// Draws the two curves of a flex.
    fn flex(&mut self, operator: u8) {
        let all: [f32; 12] = std::array::from_fn(|index| self.operand(index));
        let [a, b, c, d, e, f, g, h, i, j, k, l] = all;
        let curves = match operator {
            34 => [[a, 0.0, b, c, d, 0.0], [e, 0.0, f, -c, g, 0.0]],
            35 => [[a, b, c, d, e, f], [g, h, i, j, k, l]],
            36 => [[a, b, c, d, e, 0.0], [f, 0.0, g, h, i, -(b + d + h)]],
            _ => {
                let (dx, dy) = (a + c + e + g + i, b + d + f + h + j);
                let end = if dx.abs() > dy.abs() { [k, -dy] } else { [-dx, k] };
                let [end_x, end_y] = end;
                [[a, b, c, d, e, f], [g, h, i, j, end_x, end_y]]
            }
        };
        curves.into_iter().for_each(|curve| self.curve_by(curve));
    }

    fn calculate(&mut self, operator: u8) -> Option<()> {
        let truth = |value: bool| f32::from(u8::from(value));
        let result = match operator {
            5 => truth(self.stack.pop()? == 0.0),
            9 => self.stack.pop()?.abs(),
            14 => -self.stack.pop()?,
            26 => self.stack.pop()?.max(0.0).sqrt(),
            18 => return self.stack.pop().map(|_| ()),
            20 => return self.put(),
            21 => *self.transient.get(usize::try_from(whole(self.stack.pop()?)?).ok()?)?,
            22 => self.choose()?,
            27 => *self.stack.last()?,
            28 => self.exchange()?,
            29 => self.copy_from_below()?,
            30 => return self.roll(),
            3 | 4 | 10 | 11 | 12 | 15 | 24 => {
                let (second, first) = (self.stack.pop()?, self.stack.pop()?);
                match operator {
                    3 => truth(first != 0.0 && second != 0.0),
                    4 => truth(first != 0.0 || second != 0.0),
                    10 => first + second,
                    11 => first - second,
                    12 => first / second,
                    15 => truth((first - second).abs() < f32::EPSILON),
                    _ => first * second,
                }
            }
            // `dotsection` and reserved operators.
            _ => return Some(()),
        };
        if self.stack.len() >= MOST_OPERANDS {
            return None;
        }
        self.stack.push(result);
        Some(())
    }

    fn put(&mut self) -> Option<()> {
        let place = usize::try_from(whole(self.stack.pop()?)?).ok()?;
        *self.transient.get_mut(place)? = self.stack.pop()?;
        Some(())
    }

    /// Implements `ifelse`: returns the first of two numbers if the third is not greater than the fourth.
    fn choose(&mut self) -> Option<f32> {
        let (high, low) = (self.stack.pop()?, self.stack.pop()?);
        let (otherwise, chosen) = (self.stack.pop()?, self.stack.pop()?);
        Some(if low <= high { chosen } else { otherwise })
    }

    /// Implements `exch`; returns the number that is now on top.
    fn exchange(&mut self) -> Option<f32> {
        let (top, below) = (self.stack.pop()?, self.stack.pop()?);
        self.stack.push(top);
        Some(below)
    }

    /// Implements `index`; a negative index means the top.
    fn copy_from_below(&mut self) -> Option<f32> {
        let depth = usize::try_from(whole(self.stack.pop()?)?.max(0)).ok()?;
        self.last(depth + 1)
    }

    fn roll(&mut self) -> Option<()> {
        let (shift, count) = (whole(self.stack.pop()?)?, whole(self.stack.pop()?)?);
        let start = self.stack.len().checked_sub(usize::try_from(count).ok()?)?;
        let rolled = self.stack.get_mut(start..)?;
        if !rolled.is_empty() {
            rolled.rotate_right(usize::try_from(shift.rem_euclid(count)).ok()?);
        }
        Some(())
    }
}

/// Returns the bias added to subroutine numbers, so that short numbers reach many.
fn bias(count: u16) -> i32 {
    match count {
        0..1240 => 107,
        1240..33900 => 1131,
        _ => 32768,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
fn whole(value: f32) -> Option<i32> {
    (value.abs() < 100_000.0).then_some(value as i32)
}
