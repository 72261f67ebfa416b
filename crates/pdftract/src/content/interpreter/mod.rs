//! Interprets content: keeps the graphics state, enters forms without recursion, and dispatches operators to [`text`]
//! and [`painting`].
//!
//! Invalid operators are skipped, and the rest is still read. All work of a page, including its forms, is charged to
//! one budget, because only a shared budget stops forms that call each other.

mod painting;
mod text;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::glyph::{PageGlyphs, RunOrigin};
use super::image::{ImageCollector, PageImage};
use super::marked::{self, Marks};
use super::paint::{Paints, Path};
use super::resources::Resources;
use super::show_text::{GlyphSink, Pen};
use super::state::State;
use super::visibility;
use crate::budget::Stop;
use crate::diagnostic::{Code, Diagnostic};
use crate::file::content_stream::operands::Operands;
use crate::file::content_stream::operator::{self as op, Operator};
use crate::file::content_stream::scanner::Scanner;
use crate::file::content_stream::source::ContentSource;
use crate::file::layer::LayerState;
use crate::file::object::{Dict, ObjectId};
use crate::file::{File, Stream};
use crate::font::access::Access;
use crate::geometry::{Matrix, Rect};
use crate::session::Session;
use crate::unicode::{FontStore, GlyphTraits, ResolvedFont};

/// The data shared by all pages of a document.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'f> {
    pub(crate) session: &'f Session,
    pub(crate) file: &'f File,
    pub(crate) fonts: &'f FontStore,
    pub(crate) layers: &'f LayerState,
}

impl<'f> Shared<'f> {
    /// Returns access to the objects from which fonts are read.
    pub(crate) fn access(&self) -> Access<'f> {
        Access::new(self.file, self.session)
    }
}

/// A content stream being interpreted: the page's, or that of a form.
struct Frame<'f> {
    scanner: Scanner<'f>,
    resources: Resources<'f>,
    /// The form's object, to detect forms that draw themselves.
    form: Option<ObjectId>,
    /// The state at its start, and the numbers of saved states and marks.
    entry: State,
    pen: Pen,
    saved: usize,
    marks: usize,
    /// The amount of output at its start, to detect forms that add nothing.
    output: (usize, usize, usize),
    /// Whether an earlier page showed it too, and nothing around it was shown before.
    repeats: bool,
}

/// The interpreter of the content of one page.
pub(crate) struct Interpreter<'f> {
    shared: Shared<'f>,
    page_index: u32,
    sink: GlyphSink,
    /// The fonts of the page, in the order of first use.
    fonts: Vec<Arc<ResolvedFont>>,
    frames: Vec<Frame<'f>>,
    state: State,
    saved: Vec<State>,
    /// The number of `q` beyond the limit, which keeps `Q` balanced.
    unsaved: usize,
    pen: Pen,
    path: Path,
    marks: Marks,
    paints: Paints,
    /// The collected images, if requested.
    images: Option<ImageCollector>,
    origin: RunOrigin,
    font_index: HashMap<ObjectId, u16>,
    missing_font: Option<u16>,
    /// The font of form values that have no appearance.
    form_font: Option<u16>,
    /// Forms that draw nothing relevant.
    blank_forms: HashSet<ObjectId>,
    operators_left: u64,
    forms_left: u32,
    content_bytes_left: u64,
    /// Whether glyphs that earlier pages showed are counted.
    counts_repetition: bool,
    stopped: bool,
}

/// Glyphs that pages share in ordinary files, as letters to many share their text: they are not counted as repeated.
const USUAL_GLYPHS: usize = 10_000;

/// The clock and the cancel flag are checked once in this many operators.
const CHECK_EVERY: u64 = 4_096;

impl<'f> Interpreter<'f> {
    pub(crate) fn new(shared: Shared<'f>, page: PageGlyphs, base: Matrix) -> Self {
        let limits = shared.session.limits();
        let page_box = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
        let page_index = u32::try_from(page.page_index).unwrap_or(u32::MAX);
        Self {
            shared,
            page_index,
            sink: GlyphSink::new(page, limits),
            fonts: Vec::new(),
            frames: Vec::new(),
            state: State::new(base, page_box),
            saved: Vec::new(),
            unsaved: 0,
            pen: Pen::START,
            path: Path::default(),
            marks: Marks::default(),
            paints: Paints::default(),
            images: None,
            origin: RunOrigin::Content,
            font_index: HashMap::new(),
            missing_font: None,
            form_font: None,
            blank_forms: HashSet::new(),
            operators_left: limits.operators_per_page.max(1),
            forms_left: limits.forms_per_page,
            content_bytes_left: limits.content_bytes,
            counts_repetition: shared.session.counts_repetition(page_index),
            stopped: false,
        }
    }

    /// Enables the collection of images.
    pub(crate) fn collect_images(&mut self, collector: ImageCollector) {
        self.images = Some(collector);
    }

    /// Ends the page and returns the collected images.
    pub(crate) fn into_images(self) -> Vec<PageImage> {
        self.images.map(ImageCollector::into_images).unwrap_or_default()
    }

    pub(crate) fn sink(&mut self) -> &mut GlyphSink {
        &mut self.sink
    }

    pub(crate) fn shared(&self) -> Shared<'f> {
        self.shared
    }

    /// Ends the page.
    pub(crate) fn finish(mut self) -> PageGlyphs {
        self.shared.session.repetition_was_counted(self.page_index);
        visibility::settle(&mut self.sink.page, &self.paints);
        self.sink.finish(self.fonts)
    }

    /// Interprets streams with these resources in the current state, and restores the state.
    pub(crate) fn run_content(&mut self, pieces: Vec<Stream<'f>>, resources: Option<Dict<'f>>) {
        let entry = self.state;
        self.enter(pieces, Resources::new(resources), None);
        self.run();
        self.state = entry;
    }

    /// Draws the appearance of an annotation: a form with a separate matrix.
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
        let repeats = self.begins_repetition(&pieces);
        if repeats && self.shared.session.budget().is_repetition_spent() {
            self.shared.session.note_stop(Stop::Repetition);
            self.stop("the page shows streams again that earlier pages showed, more than allowed");
        }
        let source = ContentSource::new(pieces, self.content_bytes_left);
        self.frames.push(Frame {
            scanner: Scanner::new(source),
            resources,
            form,
            entry: self.state,
            pen: self.pen,
            saved: self.saved.len() + self.unsaved,
            marks: self.marks.depth(),
            output: self.output(),
            repeats,
        });
    }

    /// Returns whether glyphs that are shown again begin with a stream.
    fn begins_repetition(&self, pieces: &[Stream<'f>]) -> bool {
        let Some(first) = pieces.first().filter(|_| self.counts_repetition) else { return false };
        let is_repeated = self.shared.session.is_repeated(first.id().number, self.page_index);
        is_repeated && !self.frames.iter().any(|frame| frame.repeats)
    }

    /// Returns whether the page may go on with something else, such as another annotation.
    pub(crate) fn may_go_on(&mut self) -> bool {
        self.check();
        !self.stopped
    }

    /// Ends the innermost frame and closes everything it left open.
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
        if frame.repeats {
            let shown = self.sink.page.glyphs.len().saturating_sub(frame.output.0);
            let unusual = shown.saturating_sub(USUAL_GLYPHS);
            self.shared.session.budget().spend_repetition(shown as u64, unusual as u64);
        }
        if self.output() == frame.output {
            self.blank_forms.extend(frame.form);
        }
    }

    /// Returns the amount of output of the page so far.
    fn output(&self) -> (usize, usize, usize) {
        let images = self.images.as_ref().map_or(0, ImageCollector::len);
        (self.sink.page.glyphs.len(), self.paints.len(), images)
    }

    fn run(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            // The scanner is moved out meanwhile, because strings borrow from its bytes.
            let mut scanner = std::mem::take(&mut frame.scanner);
            let depth = self.frames.len();
            let ended = self.run_frame(&mut scanner, depth);
            if let Some(frame) = self.frames.get_mut(depth - 1) {
                frame.scanner = scanner;
            }
            if ended {
                self.leave();
            }
        }
        self.check();
    }

    /// Runs the innermost frame to its end, or until it enters another one. Returns `true` if it ended.
    fn run_frame(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> bool {
        while self.frames.len() == depth {
            let next = if self.stopped { None } else { scanner.next() };
            let Some(operator) = next else {
                self.note_overflow(scanner);
                return true;
            };
            self.charge(scanner);
            self.execute(operator, scanner);
        }
        false
    }

    /// Counts an operator, and periodically checks all other limits of the page.
    #[inline]
    fn charge(&mut self, scanner: &mut Scanner<'f>) {
        self.operators_left -= 1;
        if self.operators_left.is_multiple_of(CHECK_EVERY) {
            self.note_overflow(scanner);
            self.check();
        }
    }

    fn note_overflow(&self, scanner: &mut Scanner<'f>) {
        if scanner.take_overflow() {
            self.note(Code::OperandLimit, "an operator has more operands than allowed");
        }
    }

    fn check(&mut self) {
        if self.operators_left == 0 {
            self.stop("the page runs more operators than allowed");
        } else if let Err(stop) = self.shared.session.budget().check() {
            self.shared.session.note_stop(stop);
            self.stopped = true;
        } else if self.sink.is_full() {
            self.stop("the page has more glyphs or text than allowed");
        }
    }

    fn stop(&mut self, why: &str) {
        if !self.stopped {
            self.stopped = true;
            self.note(Code::PageWorkLimit, why);
        }
    }

    fn note(&self, code: Code, message: &str) {
        self.shared.session.note(Diagnostic::new(code, message).on_page(self.page_index));
    }

    /// Executes an operator; the most frequent ones are found with few comparisons.
    #[inline(always)]
    fn execute(&mut self, operator: Operator, scanner: &mut Scanner<'f>) {
        let operands = scanner.operands();
        match operator {
            // Without an effect on text.
            op::END_TEXT | op::STROKE_GRAY | op::STROKE_RGB | op::LINE_WIDTH => {}
            op::BEGIN_TEXT => self.pen = Pen::START,
            op::SHOW => self.show_last(operands),
            op::SHOW_ARRAY => self.show_array(operands),
            op::MOVE_TEXT => self.move_text(operands, false),
            op::FONT => self.set_font(operands),
            op::FILL_GRAY | op::FILL_RGB => self.set_color(operator, operands),
            op::SAVE => self.save(),
            op::RESTORE => self.restore(),
            _ => self.execute_other(operator, scanner),
        }
    }

    #[inline(never)]
    fn execute_other(&mut self, operator: Operator, scanner: &mut Scanner<'f>) {
        let operands = scanner.operands();
        match operator {
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
            op::IMAGE_DATA => self.inline_image(scanner),
            _ => self.execute_rarer(operator, operands),
        }
    }

    fn execute_rarer(&mut self, operator: Operator, operands: &Operands<'_>) {
        match operator {
            op::X_OBJECT => self.draw(operands),
            op::BEGIN_MARK | op::BEGIN_MARK_DICT => self.begin_mark(operands),
            op::END_MARK => self.end_mark_of_frame(),
            op::EXT_STATE => self.extended_state(operands),
            op::SHADING => self.shading(),
            op::FILL_CMYK | op::FILL_SPACE | op::FILL_COLOR | op::FILL_COLOR_N => {
                self.set_color(operator, operands);
            }
            _ => self.execute_text_state(operator, operands),
        }
    }

    #[inline(never)]
    fn save(&mut self) {
        if self.saved.len() < self.shared.session.limits().saved_states {
            self.saved.push(self.state);
        } else {
            self.unsaved += 1;
        }
    }

    #[inline(never)]
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

    fn begin_mark(&mut self, operands: &Operands<'_>) {
        let Some(frame) = self.frames.last() else { return };
        let first_glyph = self.sink.page.glyphs.len();
        self.marks.begin(operands, &frame.resources, self.shared.layers, first_glyph, frame.form.is_some());
    }

    /// `EMC` only closes marks opened by the same content.
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
            text.chars().for_each(|character| page.traits.add(GlyphTraits::of_character(character)));
        }
    }
}
