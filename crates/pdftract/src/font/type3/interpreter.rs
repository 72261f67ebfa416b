//! Runs the content stream of a Type 3 glyph: paths, images, forms and text, without any effect beyond the glyph.
//!
//! It is separate from the page interpreter: it ignores colours, layers and marked content, and stops after a fixed
//! number of operators. Clipping is not applied: a glyph is not clipped to its font's box, which is often wrong or
//! all zero, and clips inside glyphs follow their shape.

use super::bitmap::Bitmap;
use super::drawing::Drawing;
use super::glyph::Type3Glyph;
use super::inner_text::InnerText;
use super::picture;
use crate::file::Stream;
use crate::file::content_stream::operands::{Operand, Operands};
use crate::file::content_stream::operator::{self as op, Operator};
use crate::file::content_stream::scanner::Scanner;
use crate::file::content_stream::source::ContentSource;
use crate::file::object::{Dict, ObjectId};
use crate::font::access::Access;
use crate::geometry::Matrix;
use crate::spacing::is_space_in_array;

/// An active stream: the glyph procedure, or a form.
struct Frame<'f> {
    scanner: Scanner<'f>,
    resources: Option<Dict<'f>>,
    form: Option<ObjectId>,
    entry: State,
    saved: usize,
}

/// The part of the graphics state that affects a glyph.
#[derive(Clone)]
struct State {
    /// The transformation from user space to glyph space.
    ctm: Matrix,
    line_width: f64,
    /// The number of the font of inner text.
    font: Option<usize>,
}

struct Interpreter<'f, 'n> {
    access: Access<'f>,
    inner_text: &'n mut dyn InnerText,
    frames: Vec<Frame<'f>>,
    state: State,
    saved: Vec<State>,
    drawing: Drawing,
    shows_text: bool,
    width: Option<f32>,
    has_width: bool,
    operators_left: u64,
    bytes_left: u64,
}

/// Draws the glyph of a stream with the resources of its font, and reports the text that it shows.
pub(super) fn draw<'f>(
    access: Access<'f>,
    stream: &Stream<'f>,
    resources: Option<Dict<'f>>,
    inner_text: &mut dyn InnerText,
) -> Type3Glyph {
    let limits = access.session.limits();
    let mut interpreter = Interpreter {
        access,
        inner_text,
        frames: Vec::new(),
        state: State { ctm: Matrix::IDENTITY, line_width: 1.0, font: None },
        saved: Vec::new(),
        drawing: Drawing::default(),
        shows_text: false,
        width: None,
        has_width: false,
        operators_left: limits.operators_per_glyph,
        bytes_left: limits.glyph_bytes,
    };
    // Some writers give glyphs separate resources, like forms.
    let resources = stream.dict().dict(b"Resources").or(resources);
    interpreter.enter(stream.clone(), resources, None);
    interpreter.run();
    interpreter.finish()
}

impl<'f> Interpreter<'f, '_> {
    fn enter(&mut self, stream: Stream<'f>, resources: Option<Dict<'f>>, form: Option<ObjectId>) {
        let source = ContentSource::new(vec![stream], self.bytes_left);
        let (entry, saved) = (self.state.clone(), self.saved.len());
        self.frames.push(Frame { scanner: Scanner::new(source), resources, form, entry, saved });
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.saved.truncate(frame.saved);
        self.state = frame.entry;
        self.bytes_left = frame.scanner.bytes_left();
        self.drawing.end_path();
    }

    fn run(&mut self) {
        let mut is_first = true;
        while let Some(frame) = self.frames.last_mut() {
            let mut scanner = std::mem::take(&mut frame.scanner);
            let depth = self.frames.len();
            let ended = self.run_frame(&mut scanner, depth, &mut is_first);
            if let Some(frame) = self.frames.get_mut(depth - 1) {
                frame.scanner = scanner;
            }
            if ended {
                self.leave();
            }
        }
        // An empty stream lacks its width as well, but that is not worth a diagnostic.
        self.has_width |= is_first;
    }

    /// Runs the innermost stream to its end, or until it enters another one. Returns `true` if it ended.
    fn run_frame(&mut self, scanner: &mut Scanner<'f>, depth: usize, is_first: &mut bool) -> bool {
        while self.frames.len() == depth {
            let next = if self.operators_left == 0 { None } else { scanner.next() };
            let Some(operator) = next else { return true };
            self.operators_left -= 1;
            if *is_first {
                self.has_width = matches!(operator, op::GLYPH_WIDTH | op::GLYPH_WIDTH_BOX);
                *is_first = false;
            }
            self.execute(operator, scanner);
        }
        false
    }

    fn finish(self) -> Type3Glyph {
        let is_blank = !self.drawing.has_ink() && !self.shows_text;
        Type3Glyph {
            width: self.width,
            has_width: self.has_width,
            outline: self.drawing.finish(),
            is_blank,
            shows_text: self.shows_text,
        }
    }

    fn execute(&mut self, operator: Operator, scanner: &mut Scanner<'f>) {
        let operands = scanner.operands();
        match operator {
            op::MOVE | op::LINE | op::CURVE | op::CURVE_V | op::CURVE_Y | op::CLOSE | op::RECT => {
                self.build_path(operator, operands);
            }
            op::FILL | op::FILL_OLD | op::FILL_EVEN_ODD => self.paint_path(true, false),
            op::STROKE => self.paint_path(false, true),
            op::CLOSE_STROKE => {
                self.drawing.close();
                self.paint_path(false, true);
            }
            op::FILL_STROKE | op::FILL_STROKE_EVEN_ODD => self.paint_path(true, true),
            op::CLOSE_FILL_STROKE | op::CLOSE_FILL_STROKE_EVEN_ODD => {
                self.drawing.close();
                self.paint_path(true, true);
            }
            op::END_PATH => self.drawing.end_path(),
            op::IMAGE_DATA => self.inline_image(scanner),
            op::X_OBJECT => self.draw_object(operands),
            op::SHADING => self.drawing.note_ink(),
            _ => self.execute_state(operator, operands),
        }
    }

    fn execute_state(&mut self, operator: Operator, operands: &Operands<'_>) {
        match operator {
            op::GLYPH_WIDTH => self.set_width(operands.numbers::<2>().map(|[x, _]| x)),
            op::GLYPH_WIDTH_BOX => self.set_width(operands.numbers::<6>().map(|[x, ..]| x)),
            op::SAVE if self.saved.len() < self.access.session.limits().saved_states => {
                self.saved.push(self.state.clone());
            }
            op::RESTORE => self.restore(),
            op::CONCAT => {
                if let Some(matrix) = operands.numbers::<6>() {
                    self.state.ctm = Matrix::new(matrix).then(&self.state.ctm);
                }
            }
            op::LINE_WIDTH => self.state.line_width = operands.number().unwrap_or(self.state.line_width),
            op::FONT => self.state.font = self.font(operands),
            op::SHOW | op::NEXT_LINE_SHOW | op::NEXT_LINE_SHOW_SPACED => {
                if let Some(bytes) = operands.last_string() {
                    self.show(bytes);
                }
            }
            op::SHOW_ARRAY => self.show_array(operands),
            _ => {}
        }
    }

    #[allow(clippy::cast_possible_truncation)]
    fn set_width(&mut self, width: Option<f64>) {
        self.width = self.width.or(width.filter(|width| width.is_finite()).map(|width| width as f32));
    }

    fn restore(&mut self) {
        let base = self.frames.last().map_or(0, |frame| frame.saved);
        if self.saved.len() > base
            && let Some(state) = self.saved.pop()
        {
            self.state = state;
        }
    }

    fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let point = self.state.ctm.apply(x, y);
        [point.x, point.y]
    }

    fn build_path(&mut self, operator: Operator, operands: &Operands<'_>) {
        match operator {
            op::CLOSE => self.drawing.close(),
            op::RECT => {
                if let Some([x, y, w, h]) = operands.numbers::<4>() {
                    self.drawing.move_to(self.place(x, y));
                    for (x, y) in [(x + w, y), (x + w, y + h), (x, y + h)] {
                        self.drawing.line_to(self.place(x, y));
                    }
                    self.drawing.close();
                }
            }
            op::MOVE | op::LINE => {
                let Some([x, y]) = operands.numbers::<2>() else { return };
                let to = self.place(x, y);
                if operator == op::MOVE { self.drawing.move_to(to) } else { self.drawing.line_to(to) }
            }
            op::CURVE => {
                let Some([a, b, c, d, e, f]) = operands.numbers::<6>() else { return };
                self.drawing.curve_to(self.place(a, b), self.place(c, d), self.place(e, f));
            }
            _ => {
                let Some([a, b, c, d]) = operands.numbers::<4>() else { return };
                let (one, end) = (self.place(a, b), self.place(c, d));
                let is_v = operator == op::CURVE_V;
                let (first, second) = if is_v { (self.drawing.at(), one) } else { (one, end) };
                self.drawing.curve_to(first, second, end);
            }
        }
    }

    fn paint_path(&mut self, fills: bool, strokes: bool) {
        if fills {
            self.drawing.fill();
        }
        if strokes {
            let ctm = &self.state.ctm;
            let scale = (ctm.a * ctm.d - ctm.b * ctm.c).abs().sqrt();
            self.drawing.stroke(self.state.line_width * scale);
        }
        self.drawing.end_path();
    }

    fn inline_image(&mut self, scanner: &mut Scanner<'f>) {
        let data = scanner.read_image_data();
        self.paint_bitmap(picture::of_inline(scanner.operands(), data, self.access.session.budget()));
    }

    fn paint_bitmap(&mut self, bitmap: Option<Bitmap>) {
        match bitmap {
            Some(bitmap) => self.drawing.paint(&bitmap, &self.state.ctm),
            None => self.drawing.note_ink(),
        }
    }

    fn draw_object(&mut self, operands: &Operands<'_>) {
        let Some(object) = operands.last_name().and_then(|name| self.resource(b"XObject", name)) else {
            return;
        };
        let Some(stream) = object.as_stream() else { return };
        if stream.dict().name_is(b"Subtype", b"Form") {
            self.draw_form(stream);
        } else {
            self.paint_bitmap(picture::of_object(&stream, self.access.session.limits().glyph_bytes));
        }
    }

    fn draw_form(&mut self, stream: Stream<'f>) {
        let id = stream.id();
        let draws_itself = self.frames.iter().any(|frame| frame.form == Some(id));
        if draws_itself || self.frames.len() > self.access.session.limits().type3_form_depth {
            return;
        }
        let own = stream.dict().dict(b"Resources");
        let resources = own.or_else(|| self.frames.last().and_then(|frame| frame.resources.clone()));
        let matrix: Vec<f64> =
            stream.dict().array(b"Matrix").map(|array| array.numbers().collect()).unwrap_or_default();
        self.enter(stream, resources, Some(id));
        if let &[a, b, c, d, e, f] = matrix.as_slice() {
            self.state.ctm = Matrix::new([a, b, c, d, e, f]).then(&self.state.ctm);
        }
    }

    fn resource(&self, category: &[u8], name: &[u8]) -> Option<crate::file::object::Object<'f>> {
        let value = self.frames.last()?.resources.as_ref()?.dict(category)?.get(name);
        (!value.is_null()).then_some(value)
    }

    /// Returns the number of the font of inner text.
    fn font(&mut self, operands: &Operands<'_>) -> Option<usize> {
        let dict = self.resource(b"Font", operands.name()?)?.as_dict()?;
        self.inner_text.font(&dict)
    }

    fn show_array(&mut self, operands: &Operands<'_>) {
        for item in operands.items() {
            match *item {
                Operand::String(text) => self.show(operands.bytes(text)),
                Operand::Number(gap) if is_space_in_array(gap) => self.inner_text.gap(),
                _ => {}
            }
        }
    }

    fn show(&mut self, bytes: &[u8]) {
        self.shows_text = true;
        if let Some(font) = self.state.font {
            self.inner_text.show(font, bytes);
        }
    }
}
