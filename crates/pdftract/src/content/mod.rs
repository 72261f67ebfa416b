//! From a page to its glyphs: interprets the content streams, forms and annotation appearances.

mod annotations;
pub mod glyph;
pub(crate) mod glyph_buffer;
pub mod image;
mod interpreter;
mod marked;
pub(crate) mod misread;
mod paint;
mod pen_walk;
pub(crate) mod profile;
mod resources;
mod rule;
mod seen;
mod show_text;
mod stamp_lines;
mod state;
mod string_frame;
pub(crate) mod unresolved_text;
mod visibility;

pub use glyph::{Glyph, ImageMark, PageGlyphs, Run, RunOrigin, TextId, Visibility};
pub use profile::PageProfile;
pub(crate) use seen::Seen;

use image::{ImageCollector, PageImage};
use interpreter::{Interpreter, Shared};

use crate::file::layer::LayerState;
use crate::file::{File, Page};
use crate::geometry::Matrix;
use crate::session::Session;
use crate::unicode::FontStore;

/// The usual number of runs on a page of text.
const USUAL_RUNS: usize = 64;

/// Returns all glyphs of a page in drawing order, annotations last.
pub(crate) fn page_glyphs(
    session: &Session,
    file: &File,
    fonts: &FontStore,
    layers: &LayerState,
    page: &Page<'_>,
) -> PageGlyphs {
    let (width, height) = page.size();
    let mut glyphs = PageGlyphs { page_index: page.index(), width, height, ..PageGlyphs::default() };
    glyphs.glyphs = glyph_buffer::take();
    glyphs.runs.reserve(USUAL_RUNS);
    let to_page = to_page(page);
    let mut interpreter = Interpreter::new(Shared { session, file, fonts, layers }, glyphs, to_page);
    interpreter.run_content(page.contents(), page.resources());
    annotations::draw(&mut interpreter, page, to_page);
    interpreter.finish()
}

/// Returns the images of a page in drawing order, those of annotations last.
pub(crate) fn page_images(
    session: &Session,
    file: &File,
    fonts: &FontStore,
    layers: &LayerState,
    page: &Page<'_>,
) -> Vec<PageImage> {
    let (width, height) = page.size();
    let glyphs = PageGlyphs { page_index: page.index(), width, height, ..PageGlyphs::default() };
    let to_page = to_page(page);
    let mut interpreter = Interpreter::new(Shared { session, file, fonts, layers }, glyphs, to_page);
    interpreter.collect_images(ImageCollector::new(session.limits()));
    interpreter.run_content(page.contents(), page.resources());
    annotations::draw(&mut interpreter, page, to_page);
    interpreter.into_images()
}

/// Returns the transformation from PDF coordinates of a page to page coordinates: points from the top left corner of
/// the page as shown, y down.
pub fn to_page(page: &Page<'_>) -> Matrix {
    let shown = page.crop_box();
    let unit = page.user_unit();
    let upright = Matrix::new([unit, 0.0, 0.0, -unit, -shown.x0 * unit, shown.y1 * unit]);
    let (width, height) = (shown.width() * unit, shown.height() * unit);
    let turn = match page.rotation() {
        90 => Matrix::new([0.0, 1.0, -1.0, 0.0, height, 0.0]),
        180 => Matrix::new([-1.0, 0.0, 0.0, -1.0, width, height]),
        270 => Matrix::new([0.0, -1.0, 1.0, 0.0, 0.0, width]),
        _ => Matrix::IDENTITY,
    };
    upright.then(&turn)
}
