//! Painting operators: paths, colours, images and forms, as far as they hide or colour text.

use super::Interpreter;
use crate::content::glyph::ImageMark;
use crate::content::image::Placement;
use crate::content::paint::{self, Filled, Paint};
use crate::content::resources::Resources;
use crate::content::state::{self, ColorSpace};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::Stream;
use crate::file::content_stream::operands::Operands;
use crate::file::content_stream::operator::{self as op, Operator};
use crate::file::content_stream::scanner::Scanner;
use crate::file::object::ObjectId;
use crate::file::page::rect_of;
use crate::geometry::Matrix;

/// The maximum number of image areas kept.
const MAX_IMAGES: usize = 10_000;
/// The maximum number of small shapes; more of them are a drawing rather than bullets.
const MAX_SHAPES: usize = 2_000;

impl<'f> Interpreter<'f> {
    /// Adds a curve, which is within the bounding box of its control points.
    pub(super) fn path_curve(&mut self, operands: &Operands<'_>) {
        if let Some([a, b, c, d, e, f]) = operands.numbers::<6>() {
            self.path.point(a, b);
            self.path.point(c, d);
            self.path.point(e, f);
        } else if let Some([a, b, c, d]) = operands.numbers::<4>() {
            self.path.point(a, b);
            self.path.point(c, d);
        }
    }

    pub(super) fn stroke(&mut self) {
        self.add_rules(true);
        self.count_path(true);
        self.path.finish(&mut self.state);
    }

    /// Counts a painted path.
    fn count_path(&mut self, stroked: bool) {
        if !self.marks.is_hidden() {
            let page = &mut self.sink.page;
            if let Some(shape) =
                self.path.small_shape(&self.state.ctm).filter(|_| page.small_shapes.len() < MAX_SHAPES)
            {
                page.small_shapes.push(shape);
            }
            let count = if stroked { &mut page.strokes } else { &mut page.fills };
            *count = count.saturating_add(1);
        }
    }

    fn add_rules(&mut self, stroked: bool) {
        if !self.marks.is_hidden() {
            let page = &mut self.sink.page;
            self.path.add_rules(&self.state, stroked, &mut page.rules, &mut page.grounds);
        }
    }

    pub(super) fn fill(&mut self, stroked: bool) {
        self.add_rules(stroked);
        self.count_path(stroked);
        let (color, opaque) = (self.state.fill, self.state.is_opaque());
        let hidden = self.marks.is_hidden();
        let outlines = u32::from(!hidden && self.path.is_like_a_letter(&self.state.ctm));
        self.sink.page.outlines = self.sink.page.outlines.saturating_add(outlines);
        if let Some(Filled { area, is_whole }) = self.path.finish(&mut self.state)
            && !hidden
        {
            let glyphs_before = self.sink.page.glyphs.len();
            let hides = is_whole && opaque && color.is_some();
            let is_over_text = self.sink.may_be_in(&area);
            self.paints.add(Paint { area, color, glyphs_before, hides, is_over_text });
        }
    }

    pub(super) fn shading(&mut self) {
        let glyphs_before = self.sink.page.glyphs.len();
        let area = self.state.clip;
        let is_over_text = self.sink.may_be_in(&area);
        self.paints.add(Paint { area, color: None, glyphs_before, hides: false, is_over_text });
    }

    pub(super) fn set_color(&mut self, operator: Operator, operands: &Operands<'_>) {
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
    pub(super) fn extended_state(&mut self, operands: &Operands<'_>) {
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

    pub(super) fn inline_image(&mut self, scanner: &mut Scanner<'f>) {
        let data = match self.images {
            Some(_) => scanner.read_image_data(),
            None => {
                scanner.skip_image_data();
                Vec::new()
            }
        };
        let is_kept = self.picture(false);
        let placement = self.placement();
        if let (Some(images), Some(frame)) = (self.images.as_mut().filter(|_| is_kept), self.frames.last()) {
            images.add_inline(scanner.operands(), data, &frame.resources, placement);
        }
    }

    /// Returns the current placement of an image.
    fn placement(&self) -> Placement {
        Placement { ctm: self.state.ctm, clip: self.state.clip }
    }

    /// Records that an image is drawn; returns `true` if it is kept.
    fn picture(&mut self, hides: bool) -> bool {
        if self.marks.is_hidden() {
            return false;
        }
        let area = paint::intersection(&paint::picture_box(&self.state.ctm), &self.state.clip);
        let hides = hides && self.state.ctm.keeps_rectangles() && self.state.is_opaque();
        let glyphs_before = self.sink.page.glyphs.len();
        let is_over_text = self.sink.may_be_in(&area);
        self.paints.add(Paint { area, color: None, glyphs_before, hides, is_over_text });
        let is_kept = self.sink.page.images.len() < MAX_IMAGES;
        if is_kept {
            self.sink.page.images.push(area);
            let mark = ImageMark { mcid: self.marks.mcid(), is_artifact: self.marks.is_artifact() };
            self.sink.page.image_marks.push(mark);
        }
        is_kept
    }

    pub(super) fn draw(&mut self, operands: &Operands<'_>) {
        let Some(name) = operands.name() else { return };
        let object =
            self.frames.iter().rev().find_map(|frame| frame.resources.get(b"XObject", name)?.as_stream());
        let Some(stream) = object else { return };
        if stream.dict().name_is(b"Subtype", b"Image") {
            let dict = stream.dict();
            let solid = !dict.has(b"SMask") && !dict.has(b"Mask") && dict.bool(b"ImageMask") != Some(true);
            let is_kept = self.picture(solid);
            let placement = self.placement();
            if let Some(images) = self.images.as_mut().filter(|_| is_kept) {
                images.add_object(&stream, placement);
            }
            return;
        }
        if stream.dict().name_is(b"Subtype", b"Form") || stream.dict().has(b"BBox") {
            self.draw_form(&stream);
        }
    }

    pub(super) fn draw_form(&mut self, form: &Stream<'f>) {
        let id = form.id();
        if self.blank_forms.contains(&id) {
            return;
        }
        let limits = self.shared.session.limits();
        if self.frames.iter().any(|frame| frame.form == Some(id)) || self.frames.len() > limits.form_depth {
            return self.note_form(id);
        }
        if self.forms_left == 0 {
            return self.stop("the page draws more forms than allowed");
        }
        self.forms_left -= 1;
        let dict = form.dict();
        let hidden = dict.dict(b"OC").is_some_and(|content| !self.shared.layers.shows(&content));
        // A form without resources uses those of its caller, as old files expect.
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
        self.shared.session.note(diagnostic.in_object(id.number));
    }
}
