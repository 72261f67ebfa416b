//! Renders a page in a separate thread, to contain panics and endless loops of the renderer.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};

use super::picture::Picture;
use super::single_page::{self, SinglePage};
use crate::file::Page;
use crate::session::Session;

/// A rendered page with its scale.
#[derive(Debug, Clone)]
pub struct PagePicture {
    /// The image of the page as shown.
    pub picture: Picture,
    /// Pixels per point.
    pub scale: f64,
    /// The number of images and other objects missing from it.
    pub left_out: usize,
}

/// The reason why a page could not be rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPicture {
    /// The renderer cannot read the page.
    Unreadable,
    /// The renderer panicked.
    Crashed,
    /// It exceeded [`Limits::picture_seconds`](crate::Limits::picture_seconds).
    TooSlow,
    /// The page has no size.
    NoSize,
}

impl NoPicture {
    /// Returns a description of the reason.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Unreadable => "the renderer cannot read the page",
            Self::Crashed => "the renderer broke down",
            Self::TooSlow => "the renderer took longer than allowed",
            Self::NoSize => "the page has no size",
        }
    }
}

/// The name of the render thread, for panic hooks.
pub const THREAD_NAME: &str = "pdftract render";
/// The number of points per inch.
const POINTS_PER_INCH: f64 = 72.0;
/// The renderer uses 16 bits for image sizes.
const MAX_SIDE: f64 = 65_000.0;
/// The renderer recurses into nested forms and patterns; the parser has bounded their depth.
const STACK_BYTES: usize = 64 << 20;

/// Renders a page at a resolution in dots per inch, or a lower one if the image would be too large.
pub(crate) fn page_picture(session: &Session, page: &Page<'_>, dpi: f64) -> Result<PagePicture, NoPicture> {
    let (width, height) = page.size();
    let scale = scale(width, height, dpi, session.limits().picture_pixels).ok_or(NoPicture::NoSize)?;
    let SinglePage { pdf, left_out } = single_page::copy(session, page);
    let unit = page.user_unit();
    let seconds = session.limits().picture_seconds;
    let picture = apart(Duration::from_secs(seconds), move || draw(pdf, scale * unit))??;
    Ok(PagePicture { picture, scale, left_out })
}

/// Returns the number of pixels per point; `None` for a page without size.
fn scale(width: f64, height: f64, dpi: f64, max_pixels: u32) -> Option<f64> {
    let wanted = dpi / POINTS_PER_INCH;
    let by_area = (f64::from(max_pixels) / (width * height)).sqrt();
    let by_side = MAX_SIDE / width.max(height);
    let scale = wanted.min(by_area).min(by_side);
    (scale.is_finite() && scale > 0.0 && width * scale >= 1.0 && height * scale >= 1.0).then_some(scale)
}

/// Runs work in another thread, which is abandoned if it exceeds the time limit.
fn apart<T: Send + 'static>(
    time: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NoPicture> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let run = move || {
        let _ = sender.send(work());
    };
    let started = thread::Builder::new().name(THREAD_NAME.into()).stack_size(STACK_BYTES).spawn(run);
    started.map_err(|_| NoPicture::Crashed)?;
    receiver.recv_timeout(time).map_err(|error| match error {
        RecvTimeoutError::Timeout => NoPicture::TooSlow,
        RecvTimeoutError::Disconnected => NoPicture::Crashed,
    })
}

#[allow(clippy::cast_possible_truncation)]
fn draw(pdf: Vec<u8>, scale: f64) -> Result<Picture, NoPicture> {
    let pdf = Pdf::new(pdf).map_err(|_| NoPicture::Unreadable)?;
    let page = pdf.pages().first().ok_or(NoPicture::Unreadable)?;
    let (x_scale, y_scale) = (scale as f32, scale as f32);
    let pixmap = hayro::render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &PixmapSettings { x_scale, y_scale, bg_color: WHITE },
    );
    to_picture(&pixmap).ok_or(NoPicture::Unreadable)
}

/// Converts a pixmap. The page is drawn on white, so there is no transparency.
fn to_picture(pixmap: &Pixmap) -> Option<Picture> {
    let pixels =
        pixmap.data_as_u8_slice().chunks_exact(4).flat_map(|pixel| pixel.iter().take(3).copied()).collect();
    Picture::new(pixmap.width().into(), pixmap.height().into(), pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resolution_falls_for_large_pages() {
        assert_eq!(scale(72.0, 72.0, 300.0, 1_000_000), Some(300.0 / 72.0));
        let large = scale(14_400.0, 14_400.0, 300.0, 40_000_000).unwrap();
        assert!(14_400.0 * 14_400.0 * large * large <= 40_000_001.0);
        assert_eq!(scale(0.0, 0.0, 300.0, 1_000), None);
        assert_eq!(scale(1e-9, 1e9, 300.0, 1_000), None);
    }

    #[test]
    fn a_renderer_that_panics_or_hangs_loses_one_image() {
        let short = Duration::from_millis(50);
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(apart(short, || panic!("as a renderer may")), Err(NoPicture::Crashed));
        std::panic::set_hook(quiet);
        assert_eq!(apart(short, || thread::sleep(Duration::from_millis(400))), Err(NoPicture::TooSlow));
        assert_eq!(apart(short, || 7), Ok(7));
    }
}
