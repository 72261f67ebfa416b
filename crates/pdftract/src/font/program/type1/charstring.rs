//! Executes Type 1 charstrings (Adobe Type 1 Font Format, chapter 6) to draw outlines.
//!
//! Of PostScript, only the procedures shared by all fonts are supported: flex, hint replacement and the blending of
//! multiple masters, of which the first master is used. Subroutine calls use an explicit stack.

use std::borrow::Cow;

use super::width::number;
use crate::font::outline::{OutlinePoint, Pen};

/// The maximum stack depth: 24 by the specification; multiple masters need more.
const MOST_OPERANDS: usize = 96;

/// The maximum depth of subroutine calls; the specification allows 10.
const DEEPEST: usize = 32;

/// The maximum number of steps per glyph.
const MOST_STEPS: u32 = 200_000;

/// The number of points of a flex: a reference point and two curves.
const FLEX_POINTS: usize = 7;

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

/// An active charstring and the position in it.
struct Call<'a> {
    code: Cow<'a, [u8]>,
    at: usize,
}

struct Machine<'a, 'p, F> {
    stack: Vec<f32>,
    calls: Vec<Call<'a>>,
    subroutine: F,
    pen: &'p mut Pen,
    origin: OutlinePoint,
    side_bearing: f32,
    /// Results of PostScript procedures for `pop`, the next one last.
    results: Vec<f32>,
    /// The points of a flex in progress.
    flex: Option<Vec<OutlinePoint>>,
}

/// Executes a charstring from `origin` on. `subroutine` returns the decrypted charstring with a number. Returns
/// `None` if it is invalid or exceeds the budget.
pub(super) fn run<'a>(
    char_string: Vec<u8>,
    subroutine: impl Fn(i32) -> Option<Cow<'a, [u8]>>,
    origin: OutlinePoint,
    pen: &mut Pen,
) -> Option<End> {
    let mut machine = Machine {
        stack: Vec::new(),
        calls: vec![Call { code: Cow::Owned(char_string), at: 0 }],
        subroutine,
        pen,
        origin,
        side_bearing: 0.0,
        results: Vec::new(),
        flex: None,
    };
    machine.pen.move_to(origin);
    for _ in 0..MOST_STEPS {
        if let Some(end) = machine.step()? {
            return Some(end);
        }
    }
    None
}

impl<'a, F: Fn(i32) -> Option<Cow<'a, [u8]>>> Machine<'a, '_, F> {
    /// Executes one number or operator. Returns `None` for an error, and `Some(None)` to continue.
    fn step(&mut self) -> Option<Option<End>> {
        let Some(call) = self.calls.last_mut() else { return Some(Some(End::Drawn)) };
        if let Some((value, length)) = number(&call.code, call.at) {
            call.at += length;
            self.push(value)?;
            return Some(None);
        }
        let Some(&operator) = call.code.get(call.at) else {
            self.calls.pop();
            return Some(None);
        };
        call.at += 1;
        match operator {
            10 => self.call()?,
            11 => {
                self.calls.pop();
            }
            12 => return self.escaped(),
            14 => return Some(Some(End::Drawn)),
            _ => {
                self.draw(operator)?;
                self.stack.clear();
            }
        }
        Some(None)
    }

    fn push(&mut self, value: f32) -> Option<()> {
        (self.stack.len() < MOST_OPERANDS).then(|| self.stack.push(value))
    }

    fn call(&mut self) -> Option<()> {
        let code = (self.subroutine)(whole(self.stack.pop()?)?)?;
        (self.calls.len() < DEEPEST).then(|| self.calls.push(Call { code, at: 0 }))
    }

    fn operand(&self, index: usize) -> f32 {
        self.stack.get(index).copied().unwrap_or(0.0)
    }

    /// Executes one-byte operators that clear the stack.
    fn draw(&mut self, operator: u8) -> Option<()> {
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|index| self.operand(index));
        match operator {
            13 => self.begin(a, 0.0),
            21 => self.move_by(a, b),
            22 => self.move_by(a, 0.0),
            4 => self.move_by(0.0, a),
            5 => self.line_by(a, b),
            6 => self.line_by(a, 0.0),
            7 => self.line_by(0.0, a),
            8 => self.curve_by([a, b, c, d, e, f]),
            30 => self.curve_by([0.0, a, b, c, d, 0.0]),
            31 => self.curve_by([a, 0.0, b, c, 0.0, d]),
            9 => self.pen.close(),
            // Hints and undefined operators.
            _ => {}
        }
        Some(())
    }

    /// Moves the pen to the left side bearing.
    fn begin(&mut self, x: f32, y: f32) {
        self.side_bearing = x;
        self.pen.move_to(OutlinePoint::new(self.origin.x + x, self.origin.y + y));
    }

    fn moved(&self, dx: f32, dy: f32) -> OutlinePoint {
        let from = self.flex.as_ref().and_then(|points| points.last().copied());
        let from = from.unwrap_or_else(|| self.pen.position());
        OutlinePoint::new(from.x + dx, from.y + dy)
    }

    /// Moves the pen, or adds a point within a flex.
    fn move_by(&mut self, dx: f32, dy: f32) {
        let to = self.moved(dx, dy);
        match &mut self.flex {
            Some(points) if points.len() < FLEX_POINTS => points.push(to),
            Some(_) => {}
            None => self.pen.move_to(to),
        }
    }

    fn line_by(&mut self, dx: f32, dy: f32) {
        self.pen.line_to(self.moved(dx, dy));
    }

    fn curve_by(&mut self, [dx1, dy1, dx2, dy2, dx3, dy3]: [f32; 6]) {
        let first = self.moved(dx1, dy1);
        let second = OutlinePoint::new(first.x + dx2, first.y + dy2);
        self.pen.cubic_to(first, second, OutlinePoint::new(second.x + dx3, second.y + dy3));
    }

    /// Executes two-byte operators.
    fn escaped(&mut self) -> Option<Option<End>> {
        let call = self.calls.last_mut()?;
        let operator = *call.code.get(call.at)?;
        call.at += 1;
        match operator {
            6 => return self.accented().map(Some),
            7 => {
                self.begin(self.operand(0), self.operand(1));
                self.stack.clear();
            }
            12 => {
                let (divisor, dividend) = (self.stack.pop()?, self.stack.pop()?);
                self.push(dividend / divisor)?;
            }
            16 => self.call_procedure()?,
            17 => {
                let result = self.results.pop().unwrap_or(0.0);
                self.push(result)?;
            }
            // Hints; `setcurrentpoint` only repeats the position of the pen.
            _ => self.stack.clear(),
        }
        Some(None)
    }

    /// Handles `seac`. The accent's side bearing is already included in its offset.
    fn accented(&self) -> Option<End> {
        let [bearing, dx, dy, base, accent] = *self.stack.last_chunk()?;
        let byte = |value| u8::try_from(whole(value)?).ok();
        let offset = OutlinePoint::new(self.side_bearing + dx - bearing, dy);
        Some(End::Accented(Accented { base: byte(base)?, accent: byte(accent)?, offset }))
    }

    /// Calls a PostScript procedure with its operands.
    fn call_procedure(&mut self) -> Option<()> {
        let (procedure, count) = (whole(self.stack.pop()?)?, whole(self.stack.pop()?)?);
        let start = self.stack.len().checked_sub(usize::try_from(count).ok()?)?;
        let mut taken = self.stack.split_off(start);
        self.results.clear();
        match procedure {
            0 => self.end_flex(&taken),
            1 => self.flex = Some(Vec::new()),
            2 => {}
            14..=18 => {
                let kept = match procedure {
                    14..=17 => usize::try_from(procedure - 13).ok()?,
                    _ => 6,
                };
                taken.truncate(kept);
                self.results = taken.into_iter().rev().collect();
            }
            // Hint replacement returns the number of a subroutine; other procedures are unknown.
            _ => self.results = taken.into_iter().rev().collect(),
        }
        Some(())
    }

    /// Draws the two curves of a flex. It returns the end point, which is already known.
    fn end_flex(&mut self, taken: &[f32]) {
        if let Some(&[_, a, b, c, d, e, f]) = self.flex.take().as_deref() {
            self.pen.cubic_to(a, b, c);
            self.pen.cubic_to(d, e, f);
        }
        self.results = taken.iter().skip(1).rev().copied().collect();
    }
}

#[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
fn whole(value: f32) -> Option<i32> {
    (value.abs() < 100_000.0).then_some(value as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::outline::Segment;

    fn small(value: i16) -> u8 {
        u8::try_from(value + 139).unwrap()
    }

    /// Returns numbers and operators alternately, as charstring bytes.
    fn code(parts: &[(&[i16], &[u8])]) -> Vec<u8> {
        let bytes = |(numbers, operator): &(&[i16], &[u8])| {
            let numbers: Vec<u8> = numbers.iter().map(|number| small(*number)).collect();
            [numbers, operator.to_vec()].concat()
        };
        parts.iter().flat_map(bytes).collect()
    }

    fn draw(code: Vec<u8>, subroutine: &[u8]) -> (Option<End>, Vec<Segment>) {
        let mut pen = Pen::default();
        let end = run(code, |_| Some(Cow::Borrowed(subroutine)), OutlinePoint::default(), &mut pen);
        (end, pen.finish().unwrap().segments().to_vec())
    }

    #[test]
    fn w_9_side_bearing_subroutines_and_division() {
        let code =
            code(&[(&[20, 100], &[13]), (&[30], &[22]), (&[0], &[10]), (&[80, 2], &[12, 12, 7, 9, 14])]);
        let (end, segments) = draw(code, &[small(5), 6, 11]);
        assert_eq!(end, Some(End::Drawn));
        let at = OutlinePoint::new;
        let expected = [
            Segment::Move(at(50.0, 0.0)),
            Segment::Line(at(55.0, 0.0)),
            Segment::Line(at(55.0, 40.0)),
            Segment::Close,
        ];
        assert_eq!(segments, expected);
    }

    #[test]
    fn w_9_flex_is_two_curves() {
        let mut parts: Vec<(&[i16], &[u8])> = vec![(&[0, 100], &[13]), (&[0, 1], &[12, 16])];
        let steps: [&[i16]; 7] = [&[30, 5], &[-20, -5], &[10, 5], &[10, 0], &[10, 0], &[10, -5], &[10, 0]];
        for step in steps {
            parts.push((step, &[21]));
            parts.push((&[0, 2], &[12, 16]));
        }
        parts.push((&[50, 60, 0, 3, 0], &[12, 16, 12, 17, 12, 17, 12, 33, 14]));
        let (end, segments) = draw(code(&parts), &[]);
        assert_eq!(end, Some(End::Drawn));
        let at = OutlinePoint::new;
        assert_eq!(segments[1], Segment::Cubic(at(10.0, 0.0), at(20.0, 5.0), at(30.0, 5.0)));
        assert_eq!(segments[2], Segment::Cubic(at(40.0, 5.0), at(50.0, 0.0), at(60.0, 0.0)));
    }

    #[test]
    fn w_9_accented_letter_and_endless_calls() {
        let (end, _) = draw(code(&[(&[40, 100], &[13]), (&[10, 30, 70, 65, 66], &[12, 6])]), &[]);
        let offset = OutlinePoint::new(60.0, 70.0);
        assert_eq!(end, Some(End::Accented(Accented { base: 65, accent: 66, offset })));
        assert_eq!(draw(code(&[(&[0], &[10])]), &[small(0), 10]).0, None);
    }
}
