//! Runs content: keeps the graphics state, follows forms without recursion, and shows text.
//!
//! Operators that cannot be understood are skipped, and what follows them is still read. All work of a page, its forms
//! included, is charged to one account, because only a shared account stops forms that call each other.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::glyph::{PageGlyphs, RunOrigin};
use super::marked::{self, Marks};
use super::paint::{self, Paint, Paints, Path};
use super::resources::Resources;
use super::show_text::{GlyphSink, Pen, Piece, Surroundings};
use super::state::{self, ColorSpace, NO_FONT, State};
use super::visibility;
use crate::diagnostic::{Code, Diagnostic};
use crate::file::content_stream::operands::{Operand, Operands};
use crate::file::content_stream::operator::{self as op, Operator};
use crate::file::content_stream::scanner::{ContentSource, Scanner};
use crate::file::layer::LayerState;
use crate::file::object::{Dict, ObjectId};
use crate::file::page::rect_of;
use crate::file::{File, Stream};
use crate::font::{Font, FontStore, load};
use crate::geometry::{Matrix, Rect};

/// What all pages of a document share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'f> {
    pub(crate) file: &'f File,
    pub(crate) fonts: &'f FontStore,
    pub(crate) layers: &'f LayerState,
}

/// A content stream being run: the page's own, or that of a form.
struct Frame<'f> {
    scanner: Scanner<'f>,
    resources: Resources<'f>,
    /// The form's object, to see when it draws itself.
    form: Option<ObjectId>,
    /// The state when it began, and how much was saved and marked then.
    entry: State,
    pen: Pen,
    saved: usize,
    marks: usize,
    /// How much the page had when it began, to see whether it adds anything.
    output: (usize, usize),
}

/// Runs the content of one page.
pub(crate) struct Interpreter<'f> {
    shared: Shared<'f>,
    page_index: u32,
    sink: GlyphSink,
    frames: Vec<Frame<'f>>,
    state: State,
    saved: Vec<State>,
    /// `q` beyond the limit: counted, so that `Q` stays in step.
    unsaved: usize,
    pen: Pen,
    path: Path,
    marks: Marks,
    paints: Paints,
    origin: RunOrigin,
    font_index: HashMap<ObjectId, u16>,
    missing_font: Option<u16>,
    /// Forms that draw nothing that matters.
    blank_forms: HashSet<ObjectId>,
    operators_left: u64,
    forms_left: u32,
    content_bytes_left: u64,
    stopped: bool,
}

/// The clock and the cancel flag are looked at once in so many operators.
const CHECK_EVERY: u64 = 4_096;

impl<'f> Interpreter<'f> {
    pub(crate) fn new(shared: Shared<'f>, page: PageGlyphs, base: Matrix) -> Self {
        let limits = shared.file.limits();
        let page_box = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
        Self {
            shared,
            page_index: u32::try_from(page.page_index).unwrap_or(u32::MAX),
            sink: GlyphSink::new(page, limits.glyphs_per_page),
            frames: Vec::new(),
            state: State::new(base, page_box),
            saved: Vec::new(),
            unsaved: 0,
            pen: Pen::START,
            path: Path::default(),
            marks: Marks::default(),
            paints: Paints::default(),
            origin: RunOrigin::Content,
            font_index: HashMap::new(),
            missing_font: None,
            blank_forms: HashSet::new(),
            operators_left: limits.operators_per_page.max(1),
            forms_left: limits.forms_per_page,
            content_bytes_left: limits.content_bytes,
            stopped: false,
        }
    }

    pub(crate) fn sink(&mut self) -> &mut GlyphSink {
        &mut self.sink
    }

    pub(crate) fn shared(&self) -> Shared<'f> {
        self.shared
    }

    /// Ends the page.
    pub(crate) fn finish(mut self) -> PageGlyphs {
        visibility::settle(&mut self.sink.page, &self.paints);
        self.sink.page
    }

    /// Runs streams with these resources from the present state on, and brings the state back.
    pub(crate) fn run_content(&mut self, pieces: Vec<Stream<'f>>, resources: Option<Dict<'f>>) {
        let entry = self.state;
        self.enter(pieces, Resources::new(resources), None);
        self.run();
        self.state = entry;
    }

    /// Draws the appearance of an annotation: a form under a matrix of its own.
    pub(crate) fn run_appearance(&mut self, form: &Stream<'f>, placement: Matrix, hidden: bool) {
        let entry = self.state;
        self.origin = RunOrigin::Annotation;
        self.state.ctm = placement.then(&self.state.ctm);
        self.marks.begin_layer(hidden);
        self.draw_form(form);
        self.run();
        self.marks.end();
        self.origin = RunOrigin::Content;
        self.state = entry;
    }

    fn enter(&mut self, pieces: Vec<Stream<'f>>, resources: Resources<'f>, form: Option<ObjectId>) {
        let source = ContentSource::new(pieces, self.content_bytes_left);
        self.frames.push(Frame {
            scanner: Scanner::new(source),
            resources,
            form,
            entry: self.state,
            pen: self.pen,
            saved: self.saved.len() + self.unsaved,
            marks: self.marks.depth(),
            output: (self.sink.page.glyphs.len(), self.paints.len()),
        });
    }

    /// Ends the innermost frame: what it left open is closed.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        while self.saved.len() + self.unsaved > frame.saved {
            self.restore_one();
        }
        while self.marks.depth() > frame.marks {
            self.end_mark();
        }
        self.content_bytes_left = frame.scanner.bytes_left();
        self.state = frame.entry;
        self.pen = frame.pen;
        self.path = Path::default();
        if frame.scanner.was_cut() {
            self.stop("the page's content is longer than allowed");
        }
        let output = (self.sink.page.glyphs.len(), self.paints.len());
        if output == frame.output {
            self.blank_forms.extend(frame.form);
        }
    }

    fn run(&mut self) {
        let mut operands = Operands::default();
        while let Some(frame) = self.frames.last_mut() {
            let next = if self.stopped { None } else { frame.scanner.next(&mut operands) };
            match next {
                None => self.leave(),
                Some(operator) => {
                    self.charge(&mut operands);
                    self.execute(operator, &operands);
                }
            }
        }
        self.check(&mut operands);
    }

    /// Counts an operator, and once in a while looks at everything else that may end the page.
    #[inline]
    fn charge(&mut self, operands: &mut Operands) {
        self.operators_left -= 1;
        if self.operators_left.is_multiple_of(CHECK_EVERY) {
            self.check(operands);
        }
    }

    fn check(&mut self, operands: &mut Operands) {
        if operands.take_overflow() {
            self.note(Code::OperandLimit, "an operator has more operands than allowed");
        }
        if self.operators_left == 0 {
            self.stop("the page runs more operators than allowed");
        } else if let Err(stop) = self.shared.file.budget().check() {
            self.shared.file.note_stop(stop);
            self.stopped = true;
        } else if self.sink.is_full() {
            self.stop("the page has more glyphs than allowed");
        }
    }

    fn stop(&mut self, why: &str) {
        if !self.stopped {
            self.stopped = true;
            self.note(Code::PageWorkLimit, why);
        }
    }

    fn note(&self, code: Code, message: &str) {
        self.shared.file.note(Diagnostic::new(code, message).on_page(self.page_index));
    }

    #[inline]
    fn execute(&mut self, operator: Operator, operands: &Operands) {
        match operator {
            op::SHOW => self.show_last(operands),
            op::SHOW_ARRAY => self.show_array(operands),
            op::MOVE => {
                if let Some([x, y]) = operands.numbers::<2>() {
                    self.path.move_to(x, y);
                }
            }
            op::LINE => {
                if let Some([x, y]) = operands.numbers::<2>() {
                    self.path.line_to(x, y);
                }
            }
            op::CURVE | op::CURVE_V | op::CURVE_Y => self.path_curve(operands),
            op::RECT => {
                if let Some(rect) = operands.numbers::<4>() {
                    self.path.rectangle(rect);
                }
            }
            op::SAVE => self.save(),
            op::RESTORE => self.restore(),
            op::CONCAT => {
                if let Some(matrix) = operands.numbers::<6>() {
                    self.state.ctm = Matrix::new(matrix).then(&self.state.ctm);
                }
            }
            op::FILL | op::FILL_OLD | op::FILL_EVEN_ODD => self.fill(false),
            op::FILL_STROKE | op::FILL_STROKE_EVEN_ODD => self.fill(true),
            op::CLOSE_FILL_STROKE | op::CLOSE_FILL_STROKE_EVEN_ODD => {
                self.path.close();
                self.fill(true);
            }
            op::STROKE => self.stroke(),
            op::CLOSE_STROKE => {
                self.path.close();
                self.stroke();
            }
            op::CLOSE => self.path.close(),
            op::END_PATH => {
                self.path.finish(&mut self.state);
            }
            op::CLIP | op::CLIP_EVEN_ODD => self.path.clip(),
            _ => self.execute_rarer(operator, operands),
        }
    }

    fn execute_rarer(&mut self, operator: Operator, operands: &Operands) {
        match operator {
            op::BEGIN_TEXT => self.pen = Pen::START,
            op::X_OBJECT => self.draw(operands),
            op::BEGIN_MARK | op::BEGIN_MARK_DICT => self.begin_mark(operands),
            op::END_MARK => self.end_mark_of_frame(),
            op::IMAGE_DATA => self.inline_image(operands),
            op::EXT_STATE => self.extended_state(operands),
            op::SHADING => self.shading(),
            op::FILL_GRAY
            | op::FILL_RGB
            | op::FILL_CMYK
            | op::FILL_SPACE
            | op::FILL_COLOR
            | op::FILL_COLOR_N => {
                self.set_color(operator, operands);
            }
            _ => self.execute_text_state(operator, operands),
        }
    }

    fn execute_text_state(&mut self, operator: Operator, operands: &Operands) {
        let number = operands.number();
        match operator {
            op::FONT => self.set_font(operands),
            op::MOVE_TEXT => self.move_text(operands, false),
            op::MOVE_TEXT_LEADING => self.move_text(operands, true),
            op::TEXT_MATRIX => {
                if let Some(matrix) = operands.numbers::<6>() {
                    self.pen.set(Matrix::new(matrix));
                }
            }
            op::NEXT_LINE => self.pen.next_line(0.0, -self.state.leading),
            op::NEXT_LINE_SHOW => {
                self.pen.next_line(0.0, -self.state.leading);
                self.show_last(operands);
            }
            op::NEXT_LINE_SHOW_SPACED => self.show_spaced(operands),
            op::CHAR_SPACE => self.state.char_space = number.unwrap_or(self.state.char_space),
            op::WORD_SPACE => self.state.word_space = number.unwrap_or(self.state.word_space),
            op::SCALE => {
                self.state.horizontal_scale = number.map_or(self.state.horizontal_scale, |n| n / 100.0)
            }
            op::LEADING => self.state.leading = number.unwrap_or(self.state.leading),
            op::RISE => self.state.rise = number.unwrap_or(self.state.rise),
            op::RENDER => self.state.rendering_mode = number.map_or(0, rendering_mode),
            _ => {}
        }
    }

    /// A curve lies within the box of its control points.
    fn path_curve(&mut self, operands: &Operands) {
        if let Some([a, b, c, d, e, f]) = operands.numbers::<6>() {
            self.path.point(a, b);
            self.path.point(c, d);
            self.path.point(e, f);
        } else if let Some([a, b, c, d]) = operands.numbers::<4>() {
            self.path.point(a, b);
            self.path.point(c, d);
        }
    }

    fn save(&mut self) {
        if self.saved.len() < self.shared.file.limits().saved_states {
            self.saved.push(self.state);
        } else {
            self.unsaved += 1;
        }
    }

    fn restore(&mut self) {
        let base = self.frames.last().map_or(0, |frame| frame.saved);
        if self.saved.len() + self.unsaved > base {
            self.restore_one();
        }
    }

    fn restore_one(&mut self) {
        if self.unsaved > 0 {
            self.unsaved -= 1;
        } else if let Some(state) = self.saved.pop() {
            self.state = state;
        }
    }

    fn stroke(&mut self) {
        self.add_rules(true);
        self.path.finish(&mut self.state);
    }

    fn add_rules(&mut self, stroked: bool) {
        if !self.marks.is_hidden() {
            self.path.add_rules(&self.state, stroked, &mut self.sink.page.rules);
        }
    }

    fn fill(&mut self, stroked: bool) {
        self.add_rules(stroked);
        let (color, opaque) = (self.state.fill, self.state.is_opaque());
        let hidden = self.marks.is_hidden();
        let outlines = u32::from(!hidden && self.path.is_like_a_letter(&self.state.ctm));
        self.sink.page.outlines = self.sink.page.outlines.saturating_add(outlines);
        if let Some(area) = self.path.finish(&mut self.state)
            && !hidden
        {
            let glyphs_before = self.sink.page.glyphs.len();
            self.paints.add(Paint { area, color, glyphs_before, hides: opaque && color.is_some() });
        }
    }

    fn shading(&mut self) {
        let glyphs_before = self.sink.page.glyphs.len();
        self.paints.add(Paint { area: self.state.clip, color: None, glyphs_before, hides: false });
    }

    fn move_text(&mut self, operands: &Operands, sets_leading: bool) {
        let Some([x, y]) = operands.numbers::<2>() else { return };
        if sets_leading {
            self.state.leading = -y;
        }
        self.pen.next_line(x, y);
    }

    /// Shows the last operand.
    fn show_last(&mut self, operands: &Operands) {
        if let Some(bytes) = operands.last_string() {
            self.show(std::iter::once(Piece::Text(bytes)));
        }
    }

    fn show_array(&mut self, operands: &Operands) {
        let pieces = operands.items().iter().filter_map(|operand| match *operand {
            Operand::String(text) => Some(Piece::Text(operands.bytes(text))),
            Operand::Number(adjustment) => Some(Piece::Back(adjustment)),
            _ => None,
        });
        self.show(pieces);
    }

    fn show<'s>(&mut self, pieces: impl Iterator<Item = Piece<'s>>) {
        if self.state.font == NO_FONT {
            self.state.font = self.substitute_font(b"");
        }
        let around = Surroundings {
            hidden: self.marks.is_hidden(),
            artifact: self.marks.is_artifact(),
            mcid: self.marks.mcid(),
            origin: self.origin,
        };
        self.sink.show(self.shared.file, pieces, &self.state, &mut self.pen, &around);
    }

    fn show_spaced(&mut self, operands: &Operands) {
        let is_number = |operand: &Operand| match *operand {
            Operand::Number(value) => Some(value),
            _ => None,
        };
        let numbers: Vec<f64> = operands.items().iter().filter_map(is_number).collect();
        if let [.., word, character] = *numbers.as_slice() {
            (self.state.word_space, self.state.char_space) = (word, character);
        }
        self.pen.next_line(0.0, -self.state.leading);
        self.show_last(operands);
    }

    fn set_font(&mut self, operands: &Operands) {
        match operands.number() {
            Some(size) => self.state.font_size = size,
            // Without a size the last one holds; text without any is still text.
            None if self.state.font_size == 0.0 => self.state.font_size = 1.0,
            None => {}
        }
        let Some(name) = operands.name() else { return };
        let known = self.frames.last().and_then(|frame| frame.resources.known_font(name));
        let index = known.unwrap_or_else(|| self.find_font(name));
        self.state.font = index;
    }

    /// Looks for a font in the resources of this content, then in those around it.
    fn find_font(&mut self, name: &[u8]) -> u16 {
        let dict = self.frames.iter().rev().find_map(|frame| frame.resources.get(b"Font", name)?.as_dict());
        let index = match dict {
            Some(dict) => self.add_font(&dict),
            None => self.substitute_font(name),
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.resources.remember_font(name, index);
        }
        index
    }

    fn add_font(&mut self, dict: &Dict<'f>) -> u16 {
        if let Some(index) = dict.id().and_then(|id| self.font_index.get(&id)) {
            return *index;
        }
        let index = self.push_font(self.shared.fonts.font(dict));
        if let Some(id) = dict.id() {
            self.font_index.insert(id, index);
        }
        index
    }

    fn push_font(&mut self, font: Arc<Font>) -> u16 {
        let fonts = &mut self.sink.page.fonts;
        // A page cannot have as many fonts as indices; the last one stands for all beyond.
        let index = u16::try_from(fonts.len()).unwrap_or(NO_FONT).min(NO_FONT - 1);
        if usize::from(index) == fonts.len() {
            fonts.push(font);
        }
        index
    }

    /// Text in a font that is not there is read as ordinary Latin text.
    fn substitute_font(&mut self, name: &[u8]) -> u16 {
        if let Some(index) = self.missing_font {
            return index;
        }
        let name = crate::file::string::clean(&String::from_utf8_lossy(name)).into_owned();
        self.note(Code::FontMissing, &format!("font {name:?} is not in the resources"));
        let index = self.push_font(Arc::new(load::substitute()));
        self.missing_font = Some(index);
        index
    }

    fn set_color(&mut self, operator: Operator, operands: &Operands) {
        let color = match operator {
            op::FILL_GRAY => {
                self.state.fill_space = ColorSpace::Gray;
                operands.number().and_then(state::gray)
            }
            op::FILL_RGB => {
                self.state.fill_space = ColorSpace::Rgb;
                operands.numbers().and_then(state::rgb)
            }
            op::FILL_CMYK => {
                self.state.fill_space = ColorSpace::Cmyk;
                operands.numbers().and_then(state::cmyk)
            }
            op::FILL_SPACE => {
                let name = operands.name().unwrap_or_default();
                let frame = self.frames.last_mut();
                self.state.fill_space =
                    frame.map_or(ColorSpace::Other, |frame| frame.resources.color_space(name));
                match self.state.fill_space {
                    ColorSpace::Other => None,
                    _ => state::BLACK,
                }
            }
            _ => match self.state.fill_space {
                ColorSpace::Gray => operands.number().and_then(state::gray),
                ColorSpace::Rgb => operands.numbers().and_then(state::rgb),
                ColorSpace::Cmyk => operands.numbers().and_then(state::cmyk),
                ColorSpace::Other => None,
            },
        };
        self.state.fill = color;
    }

    #[allow(clippy::cast_possible_truncation)]
    fn extended_state(&mut self, operands: &Operands) {
        let Some(name) = operands.name() else { return };
        let dict = self.frames.last_mut().and_then(|frame| frame.resources.graphics_state(name));
        let Some(dict) = dict else { return };
        if let Some(alpha) = dict.number(b"ca") {
            self.state.fill_alpha = alpha as f32;
        }
        if dict.has(b"BM") || dict.has(b"SMask") {
            let plain_blend = matches!(dict.get(b"BM").as_name(), None | Some(b"Normal" | b"Compatible"));
            let plain_mask = matches!(dict.get(b"SMask").as_name(), Some(b"None")) || !dict.has(b"SMask");
            self.state.see_through = !(plain_blend && plain_mask);
        }
        if let Some(font) = dict.array(b"Font") {
            if let Some(font) = font.get(0).as_dict() {
                self.state.font = self.add_font(&font);
            }
            self.state.font_size = font.get(1).as_number().unwrap_or(self.state.font_size);
        }
    }

    fn begin_mark(&mut self, operands: &Operands) {
        let Some(frame) = self.frames.last() else { return };
        let first_glyph = self.sink.page.glyphs.len();
        self.marks.begin(operands, &frame.resources, self.shared.layers, first_glyph, frame.form.is_some());
    }

    /// `EMC` closes only what this content opened.
    fn end_mark_of_frame(&mut self) {
        if self.frames.last().is_some_and(|frame| self.marks.depth() > frame.marks) {
            self.end_mark();
        }
    }

    fn end_mark(&mut self) {
        if let Some((text, first_glyph)) = self.marks.end() {
            let page = &mut self.sink.page;
            let glyphs = page.glyphs.get_mut(first_glyph..).unwrap_or_default();
            marked::replace_text(glyphs, &text, &mut page.texts);
        }
    }

    fn inline_image(&mut self, operands: &Operands) {
        if let Some(frame) = self.frames.last_mut() {
            frame.scanner.skip_image_data(operands);
        }
        self.picture(false);
    }

    fn picture(&mut self, hides: bool) {
        if self.marks.is_hidden() {
            return;
        }
        let area = paint::intersection(&paint::picture_box(&self.state.ctm), &self.state.clip);
        let hides = hides && self.state.ctm.keeps_rectangles() && self.state.is_opaque();
        let glyphs_before = self.sink.page.glyphs.len();
        self.paints.add(Paint { area, color: None, glyphs_before, hides });
        if self.sink.page.images.len() < MAX_IMAGES {
            self.sink.page.images.push(area);
        }
    }

    fn draw(&mut self, operands: &Operands) {
        let Some(name) = operands.name() else { return };
        let object =
            self.frames.iter().rev().find_map(|frame| frame.resources.get(b"XObject", name)?.as_stream());
        let Some(stream) = object else { return };
        if stream.dict().name_is(b"Subtype", b"Image") {
            let dict = stream.dict();
            let solid = !dict.has(b"SMask") && !dict.has(b"Mask") && dict.bool(b"ImageMask") != Some(true);
            return self.picture(solid);
        }
        if stream.dict().name_is(b"Subtype", b"Form") || stream.dict().has(b"BBox") {
            self.draw_form(&stream);
        }
    }

    fn draw_form(&mut self, form: &Stream<'f>) {
        let id = form.id();
        if self.blank_forms.contains(&id) {
            return;
        }
        let limits = self.shared.file.limits();
        if self.frames.iter().any(|frame| frame.form == Some(id)) || self.frames.len() > limits.form_depth {
            return self.note_form(id);
        }
        if self.forms_left == 0 {
            return self.stop("the page draws more forms than allowed");
        }
        self.forms_left -= 1;
        let dict = form.dict();
        let hidden = dict.dict(b"OC").is_some_and(|content| !self.shared.layers.shows(&content));
        // Without resources of its own a form uses those around it, as old files expect.
        let around = || self.frames.last().and_then(|frame| frame.resources.dict().cloned());
        let resources = Resources::new(dict.dict(b"Resources").or_else(around));
        self.enter(vec![form.clone()], resources, Some(id));
        if hidden {
            self.marks.begin_layer(true);
        }
        let matrix: Vec<f64> =
            dict.array(b"Matrix").map(|array| array.numbers().collect()).unwrap_or_default();
        if let Ok(matrix) = <[f64; 6]>::try_from(matrix) {
            self.state.ctm = Matrix::new(matrix).then(&self.state.ctm);
        }
        if let Some(bounds) = rect_of(&dict.get(b"BBox")) {
            let area = self.state.ctm.apply_to_rect(&bounds);
            self.state.clip = paint::intersection(&area, &self.state.clip);
        }
    }

    fn note_form(&self, id: ObjectId) {
        let message = "a form draws itself or forms nest too deep";
        let diagnostic = Diagnostic::new(Code::FormLoop, message).on_page(self.page_index);
        self.shared.file.note(diagnostic.in_object(id.number));
    }
}

/// Where pictures stand is kept for so many of them.
const MAX_IMAGES: usize = 10_000;

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn rendering_mode(number: f64) -> u8 {
    if (0.0..8.0).contains(&number) { number as u8 } else { 0 }
}
