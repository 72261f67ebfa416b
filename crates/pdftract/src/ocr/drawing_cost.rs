//! Estimates what the drawing of a page costs before it is drawn.
//!
//! The renderer keeps everything that a page draws until its end and cannot be asked to stop, so that a small file costs
//! seconds and hundreds of megabytes: forms that show forms, thousands of lines across the page. Its interpreter is run
//! here without drawing anything, which is cheap, and is left as soon as the page is known to cost too much.

use std::collections::HashSet;
use std::ops::AddAssign;
use std::panic::{self, AssertUnwindSafe};

use hayro::hayro_interpret::font::{Glyph, GlyphRun};
use hayro::hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, Paint, SoftMask, StrokeProps, TransformExt, interpret_page,
};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};

/// What a page may cost. The renderer collects about 400 MB in a second of lines, and may have 256. Of 1,030 pages of the
/// corpus at 150 dpi all but one cost less than a fifth of this.
const ALLOWED: f64 = 500e6;
/// How often the resolution of a page that costs more is halved.
const MAX_HALVINGS: i32 = 3;

/// Costs are about nanoseconds of the renderer; they were measured on pages that consist of one kind of drawing each.
const CALL: f64 = 1_500.0;
const SEGMENT: f64 = 150.0;
/// A pixel along an outline. Insides cost less: they are filled, but not kept.
const EDGE_PIXEL: f64 = 12.0;
const AREA_PIXEL: f64 = 0.15;
/// A pixel of a pattern or shading, whose colour has to be found.
const PATTERN_PIXEL: f64 = 5.0;
/// A glyph that was drawn before in the same size, and one that was not.
const GLYPH: f64 = 1_000.0;
const NEW_GLYPH: f64 = 25_000.0;
/// The length of the outline of most glyphs, in ems.
const GLYPH_OUTLINE: f64 = 5.0;
/// Larger glyphs are not kept by the renderer, in pixels.
const MAX_KEPT_GLYPH: f64 = 160.0;
/// A pixel of an image that is decoded again.
const IMAGE_PIXEL: f64 = 3.0;
/// Units of a glyph's em.
const EM: f64 = 1_000.0;

/// Returns how often the scale has to be halved so that the page does not cost too much; `None` if that does not help.
pub(super) fn halvings(page: &Page<'_>, settings: &InterpreterSettings, scale: f64) -> Option<i32> {
    let (width, height) = page.render_dimensions();
    let target = Rect::new(0.0, 0.0, f64::from(width) * scale, f64::from(height) * scale);
    let transform = Affine::scale(scale) * page.initial_transform(true).to_kurbo();
    let mut meter = Meter::new(target);
    let cache = InterpreterCache::new();
    let mut context = Context::new(transform, target, &cache, page.xref(), settings.clone());
    match panic::catch_unwind(AssertUnwindSafe(|| interpret_page(page, &mut context, &mut meter))) {
        Ok(()) => (0..=MAX_HALVINGS).find(|&halvings| meter.spent.after(halvings) <= ALLOWED),
        Err(payload) if payload.is::<TooCostly>() => None,
        // A fault of the interpreter, which the caller reports as it does those of the drawing.
        Err(payload) => panic::resume_unwind(payload),
    }
}

/// A cost by what it depends on.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    /// At any resolution.
    fixed: f64,
    /// In proportion to the resolution.
    edges: f64,
    /// In proportion to its square.
    areas: f64,
}

impl Cost {
    fn fixed(fixed: f64) -> Self {
        Self { fixed, ..Self::default() }
    }

    /// Returns the cost at a resolution that was halved so often.
    fn after(self, halvings: i32) -> f64 {
        let scale = 0.5_f64.powi(halvings);
        self.fixed + scale * self.edges + scale * scale * self.areas
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.fixed += other.fixed;
        self.edges += other.edges;
        self.areas += other.areas;
    }
}

/// How the interpreter is left, which offers no other way.
struct TooCostly;

/// A device that draws nothing and adds up what drawing would cost.
struct Meter {
    target: Rect,
    /// What can be drawn on inside each of the clips that are in force.
    clips: Vec<Rect>,
    /// Glyphs and images that the renderer has in its caches.
    glyphs: HashSet<(u128, [u64; 4])>,
    images: HashSet<u128>,
    spent: Cost,
}

impl Meter {
    fn new(target: Rect) -> Self {
        let (clips, glyphs, images) = (Vec::new(), HashSet::new(), HashSet::new());
        Self { target, clips, glyphs, images, spent: Cost::default() }
    }

    /// Adds a cost, and leaves the interpreter if the sum is more than allowed at any resolution.
    fn charge(&mut self, cost: Cost) {
        self.spent += cost;
        if self.spent.after(MAX_HALVINGS) > ALLOWED {
            // Unlike a panic, this calls no hook that would print something.
            panic::resume_unwind(Box::new(TooCostly));
        }
    }

    fn visible(&self) -> Rect {
        self.clips.last().copied().unwrap_or(self.target)
    }

    fn charge_path(&mut self, path: &BezPath, props: &DrawProps<'_>, mode: &DrawMode) {
        // A line has two sides.
        let (sides, stroke) = match mode {
            DrawMode::Fill(_) => (1.0, None),
            DrawMode::Stroke(stroke) => (2.0, Some(stroke)),
            DrawMode::FillAndStroke(_, stroke) => (3.0, Some(stroke)),
            DrawMode::Invisible => return self.charge(Cost::fixed(CALL)),
        };
        let Cost { fixed, edges, .. } = self.outline(path, props.transform);
        let dashes = stroke.map_or(0.0, |stroke| dashes(path, stroke));
        let inside = props.transform.transform_rect_bbox(path.control_box()).intersect(self.visible()).area();
        let is_filled = !matches!(mode, DrawMode::Stroke(_));
        let pixel = match props.paint {
            Paint::Pattern(_) => PATTERN_PIXEL,
            Paint::Color(_) if is_filled => AREA_PIXEL,
            Paint::Color(_) => 0.0,
        };
        let fixed = CALL + sides * fixed + dashes * SEGMENT;
        self.charge(Cost { fixed, edges: sides * edges, areas: inside * pixel });
    }

    /// Returns the cost of the segments of a path, as far as they are on the page.
    fn outline(&self, path: &BezPath, transform: Affine) -> Cost {
        let (mut first, mut last, mut cost) = (Point::ZERO, Point::ZERO, Cost::default());
        let mut segment = |from: Point, others: &[Point]| {
            let around =
                others.iter().fold(Rect::from_points(from, from), |rect, &point| rect.union_pt(point));
            let shown = around.intersect(self.target);
            // Of rectangles beside each other, the intersection is empty, but may be as high or wide as one of them.
            let length = if around.overlaps(self.target) { shown.width() + shown.height() } else { 0.0 };
            cost += Cost { fixed: SEGMENT, edges: length * EDGE_PIXEL, areas: 0.0 };
        };
        for element in path.elements() {
            match transform * *element {
                PathEl::MoveTo(to) => (first, last) = (to, to),
                PathEl::LineTo(to) => {
                    segment(last, &[to]);
                    last = to;
                }
                PathEl::QuadTo(control, to) => {
                    segment(last, &[control, to]);
                    last = to;
                }
                PathEl::CurveTo(one, two, to) => {
                    segment(last, &[one, two, to]);
                    last = to;
                }
                PathEl::ClosePath => {
                    segment(last, &[first]);
                    last = first;
                }
            }
        }
        cost
    }

    fn charge_glyph<'a>(&mut self, glyph: &Glyph<'a>, transform: Affine, props: &DrawProps<'a>) {
        match glyph {
            Glyph::Type3(glyph) => glyph.interpret(self, props.transform, transform, &props.paint),
            Glyph::Outline(glyph) => {
                let [a, b, c, d, ..] = (props.transform * transform).as_coeffs();
                let size = EM * a.hypot(b).max(c.hypot(d));
                let key = (glyph.identifier().cache_key(), [a, b, c, d].map(f64::to_bits));
                let is_new = self.glyphs.insert(key) || size > MAX_KEPT_GLYPH;
                let edges = size * GLYPH_OUTLINE * EDGE_PIXEL;
                self.charge(if is_new {
                    Cost { fixed: NEW_GLYPH, edges, areas: 0.0 }
                } else {
                    Cost::fixed(GLYPH)
                });
            }
        }
    }

    fn push_clip(&mut self, bounds: Rect) {
        self.clips.push(self.visible().intersect(bounds));
    }
}

/// Returns how many dashes a line is cut into, which happens beside the page too.
fn dashes(path: &BezPath, stroke: &StrokeProps) -> f64 {
    let period: f64 = stroke.dash_array.iter().map(|&length| f64::from(length)).sum();
    if period > 0.0 { path.perimeter(1.0) / period * stroke.dash_array.len() as f64 } else { 0.0 }
}

impl<'a> Device<'a> for Meter {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.charge_path(path, &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.charge(Cost::fixed(CALL));
        self.charge(self.outline(&clip.path, Affine::IDENTITY));
        self.push_clip(clip.path.control_box());
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.charge(Cost::fixed(CALL));
        self.push_clip(*rect);
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.charge(Cost { fixed: CALL, edges: 0.0, areas: self.visible().area() * AREA_PIXEL });
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        if !matches!(mode, DrawMode::Invisible) {
            for glyph in run.glyphs() {
                self.charge_glyph(glyph, glyph.transform(), &props);
            }
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let (width, height) = (f64::from(image.width()), f64::from(image.height()));
        let unit = Rect::new(0.0, 0.0, width, height);
        let shown = props.transform.transform_rect_bbox(unit).intersect(self.visible()).area();
        // An image of any size may be drawn once.
        let decoded = if self.images.insert(image.cache_key()) { 0.0 } else { width * height };
        self.charge(Cost { fixed: CALL + decoded * IMAGE_PIXEL, edges: 0.0, areas: shown * AREA_PIXEL });
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {}
}

#[cfg(test)]
mod tests {
    use hayro::hayro_syntax::Pdf;

    use super::*;

    /// Returns how often the resolution of a page of 600 points is halved at 150 dpi.
    fn halved(content: &str, resources: &str, objects: &str) -> Option<i32> {
        let pdf = format!(
            "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj \
             3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Contents 4 0 R/Resources<<{resources}>>>>endobj \
             4 0 obj<</Length {}>>stream\n{content}\nendstream endobj {objects} trailer<</Root 1 0 R>>",
            content.len()
        );
        let pdf = Pdf::new(pdf.into_bytes()).unwrap();
        halvings(pdf.pages().first().unwrap(), &InterpreterSettings::default(), 150.0 / 72.0)
    }

    /// A form that shows another one ten times.
    fn form(number: u32, next: u32) -> String {
        let content = format!("/X{next} Do ").repeat(10);
        format!(
            "{number} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 600 600]/Resources<</XObject<</X{next} {next} 0 R>>>>\
             /Length {}>>stream\n{content}\nendstream endobj ",
            content.len()
        )
    }

    #[test]
    fn ordinary_pages_keep_their_resolution() {
        let text = "BT /F1 10 Tf 50 500 Td (ordinary text) Tj ET 10 10 m 500 10 l S ".repeat(200);
        assert_eq!(halved(&text, "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>", ""), Some(0));
        assert_eq!(halved("", "", ""), Some(0));
    }

    #[test]
    fn lines_across_the_page_lower_the_resolution() {
        let lines = |count| halved(&"0 0 m 600 600 l S ".repeat(count), "", "");
        assert_eq!(lines(2_000), Some(0));
        assert_eq!(lines(10_000), Some(1));
        assert_eq!(lines(20_000), Some(2));
        assert_eq!(lines(300_000), None);
        // Beside the page they cost little.
        assert_eq!(halved(&"700 0 m 700 600 l S ".repeat(20_000), "", ""), Some(0));
    }

    #[test]
    fn forms_that_show_forms_are_left_soon() {
        let forms: String = (5..16).map(|number| form(number, number + 1)).collect();
        let text = "16 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 13>>stream\n0 0 9 9 re f \nendstream endobj";
        assert_eq!(halved("/X5 Do", "/XObject<</X5 5 0 R>>", &(forms + text)), None);
    }

    #[test]
    fn dashes_count() {
        assert_eq!(halved("[10 10] 0 d 0 0 m 600 600 l S", "", ""), Some(0));
        assert_eq!(halved("[0.0001 0.0001] 0 d 0 0 m 600 600 l S", "", ""), None);
    }

    #[test]
    fn glyphs_of_new_sizes_cost_more() {
        let font = "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
        let sizes: String =
            (0..30_000).map(|i| format!("/F1 {}.{:03} Tf (a) Tj ", 5 + i % 7, i % 1_000)).collect();
        let one = "/F1 9 Tf (a) Tj ".repeat(30_000);
        assert_eq!(halved(&format!("BT {one} ET"), font, ""), Some(0));
        assert_eq!(halved(&format!("BT {sizes} ET"), font, ""), Some(0));
        let large: String = (0..30_000).map(|i| format!("/F1 {i}.5 Tf (a) Tj ")).collect();
        assert_eq!(halved(&format!("BT {large} ET"), font, ""), None);
    }
}
