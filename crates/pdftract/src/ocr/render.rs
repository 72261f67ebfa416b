//! Makes a picture of a page: the page is copied into a small PDF, and a [`PageRenderer`] draws that.
//!
//! The renderer is code of others that can need any time and memory. The command therefore draws in worker processes,
//! which can be ended; the default of the library is a thread, which cannot.

use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::peniko::ImageAlphaType;
use hayro::{PixmapSettings, RenderCache, RenderSettings};

use super::drawing_cost;
use super::picture::Picture;
use super::single_page::{self, SinglePage};
use crate::diagnostic::{Code, Diagnostic};
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
#[non_exhaustive]
pub enum NoPicture {
    /// The renderer cannot read the page.
    Unreadable,
    /// The renderer panicked.
    Crashed,
    /// It exceeded [`Limits::picture_seconds`](crate::Limits::picture_seconds).
    TooSlow,
    /// It needs more memory than its process may have.
    TooLarge,
    /// The page draws so much that no resolution helps.
    TooCostly,
    /// The caller wants no picture any more.
    Cancelled,
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
            Self::TooLarge => "the renderer needs more memory than allowed",
            Self::TooCostly => "the page draws more than allowed",
            Self::Cancelled => "the caller cancelled",
            Self::NoSize => "the page has no size",
        }
    }
}

/// Draws PDFs of one page. Implementations decide in which process that happens.
pub trait PageRenderer: Send + Sync + fmt::Debug {
    /// Draws the only page of a PDF with so many pixels per unit of its coordinates. A page that would cost too much is drawn
    /// with a half, a quarter or an eighth of them.
    ///
    /// # Errors
    ///
    /// Returns why there is no picture, at the latest soon after `time` is over or `is_cancelled` says so.
    fn draw(
        &self,
        pdf: Vec<u8>,
        scale: f64,
        time: Duration,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, NoPicture>;

    /// Draws a page whose images have so many pixels. Images need memory in proportion to them, so that implementations
    /// with a ceiling may choose it by that.
    ///
    /// # Errors
    ///
    /// As [`draw`](Self::draw).
    fn draw_images(
        &self,
        pdf: Vec<u8>,
        scale: f64,
        image_pixels: u64,
        time: Duration,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, NoPicture> {
        let _ = image_pixels;
        self.draw(pdf, scale, time, is_cancelled)
    }
}

/// Draws in a thread of this process. A renderer that does not end in time cannot be stopped, so that no further picture
/// is begun while one is still at work after its time.
#[derive(Debug, Clone, Copy, Default)]
pub struct ThreadRenderer;

impl PageRenderer for ThreadRenderer {
    fn draw(
        &self,
        pdf: Vec<u8>,
        scale: f64,
        time: Duration,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, NoPicture> {
        apart(time, is_cancelled, &OVERDUE, move || draw(pdf, scale))?
    }
}

/// Renderers of this process that are still at work after their time.
static OVERDUE: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// The name of the thread in which pictures are made, for hooks that watch panics.
pub const THREAD_NAME: &str = "pdftract render";
/// The number of points per inch.
const POINTS_PER_INCH: f64 = 72.0;
/// The renderer uses 16 bits for image sizes.
const MAX_SIDE: f64 = 65_000.0;
/// The renderer recurses into nested forms and patterns; the parser has bounded their depth.
const STACK_BYTES: usize = 64 << 20;

/// The page at so many dots per inch, or fewer if it would be too large.
pub(crate) fn page_picture(
    session: &Session,
    page: &Page<'_>,
    dpi: f64,
    renderer: &dyn PageRenderer,
) -> Result<PagePicture, NoPicture> {
    let (width, height) = page.size();
    let scale = scale(width, height, dpi, session.limits().picture_pixels).ok_or(NoPicture::NoSize)?;
    let SinglePage { pdf, left_out, image_pixels } = single_page::copy(session, page);
    if left_out > 0 {
        let message =
            format!("images or other objects larger than allowed are missing from the picture: {left_out}");
        let page = u32::try_from(page.index()).unwrap_or(u32::MAX);
        session.note(Diagnostic::new(Code::RenderFailed, message).on_page(page));
    }
    let time = Duration::from_secs(session.limits().picture_seconds);
    let is_cancelled = || session.budget().check().is_err();
    let picture = renderer.draw_images(pdf, scale * page.user_unit(), image_pixels, time, &is_cancelled)?;
    let halvings = halvings(width.max(height) * scale, picture.width().max(picture.height()));
    if halvings > 0 {
        let message = format!(
            "the page draws more than allowed: the picture has {:.0} dots per inch instead of {:.0}",
            POINTS_PER_INCH * scale * 0.5_f64.powi(halvings),
            POINTS_PER_INCH * scale
        );
        let page = u32::try_from(page.index()).unwrap_or(u32::MAX);
        session.note(Diagnostic::new(Code::RenderFailed, message).on_page(page));
    }
    Ok(PagePicture { picture, scale: scale * 0.5_f64.powi(halvings), left_out })
}

/// Returns how often the renderer has halved the resolution, by the longer side that a picture should have and the one it has.
#[allow(clippy::cast_possible_truncation)]
fn halvings(wanted: f64, drawn: u32) -> i32 {
    (wanted / f64::from(drawn.max(1))).log2().round().max(0.0) as i32
}

/// Returns the number of pixels per point; `None` for a page without size.
fn scale(width: f64, height: f64, dpi: f64, max_pixels: u32) -> Option<f64> {
    let wanted = dpi / POINTS_PER_INCH;
    let by_area = (f64::from(max_pixels) / (width * height)).sqrt();
    let by_side = MAX_SIDE / width.max(height);
    let scale = wanted.min(by_area).min(by_side);
    (scale.is_finite() && scale > 0.0 && width * scale >= 1.0 && height * scale >= 1.0).then_some(scale)
}

/// The time between two looks at the cancel flag.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Does work in another thread, unless one that did not end in time is still at work.
fn apart<T: Send + 'static>(
    time: Duration,
    is_cancelled: &dyn Fn() -> bool,
    overdue: &Mutex<Vec<JoinHandle<()>>>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NoPicture> {
    let lock = || overdue.lock().unwrap_or_else(PoisonError::into_inner);
    lock().retain(|thread| !thread.is_finished());
    if !lock().is_empty() {
        return Err(NoPicture::TooSlow);
    }
    let (sender, receiver) = mpsc::sync_channel(1);
    let run = move || {
        let _ = sender.send(work());
    };
    let started = thread::Builder::new().name(THREAD_NAME.into()).stack_size(STACK_BYTES).spawn(run);
    let started = started.map_err(|_| NoPicture::Crashed)?;
    let begun = Instant::now();
    loop {
        let reason = match receiver.recv_timeout(LOOK_EVERY.min(time)) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Disconnected) => return Err(NoPicture::Crashed),
            Err(RecvTimeoutError::Timeout) if is_cancelled() => NoPicture::Cancelled,
            Err(RecvTimeoutError::Timeout) if begun.elapsed() >= time => NoPicture::TooSlow,
            Err(RecvTimeoutError::Timeout) => continue,
        };
        lock().push(started);
        return Err(reason);
    }
}

#[allow(clippy::cast_possible_truncation)]
fn draw(pdf: Vec<u8>, scale: f64) -> Result<Picture, NoPicture> {
    let pdf = Pdf::new(pdf).map_err(|_| NoPicture::Unreadable)?;
    let page = pdf.pages().first().ok_or(NoPicture::Unreadable)?;
    let settings = InterpreterSettings::default();
    let halvings = drawing_cost::halvings(page, &settings, scale).ok_or(NoPicture::TooCostly)?;
    let scale = (scale * 0.5_f64.powi(halvings)) as f32;
    let (x_scale, y_scale) = (scale, scale);
    let pixmap = hayro::render(
        page,
        &RenderCache::new(),
        &settings,
        &RenderSettings::default(),
        &PixmapSettings { x_scale, y_scale, bg_color: WHITE },
    );
    to_picture(pixmap).ok_or(NoPicture::Unreadable)
}

/// Converts a pixmap in its own memory. The page is drawn on white, so there is no transparency.
fn to_picture(pixmap: Pixmap) -> Option<Picture> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let mut pixels = pixmap.take_rgba8(ImageAlphaType::AlphaPremultiplied);
    let count = pixels.len() / 4;
    for index in 0..count {
        pixels.copy_within(4 * index..4 * index + 3, 3 * index);
    }
    pixels.truncate(3 * count);
    Picture::new(width.into(), height.into(), pixels)
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
    fn halved_resolutions_are_known_by_the_size() {
        assert_eq!([1650, 1649, 825, 412, 206].map(|drawn| halvings(1650.0, drawn)), [0, 0, 1, 2, 3]);
        assert_eq!([10, 5, 2, 1].map(|drawn| halvings(10.4, drawn)), [0, 1, 2, 3]);
    }

    #[test]
    fn a_renderer_that_panics_or_hangs_loses_one_image() {
        let short = Duration::from_millis(50);
        let overdue = Mutex::default();
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(
            apart(short, &|| false, &overdue, || panic!("as a renderer may")),
            Err(NoPicture::Crashed)
        );
        std::panic::set_hook(quiet);
        assert_eq!(apart(short, &|| false, &overdue, || 7), Ok(7));
        let hang = || thread::sleep(Duration::from_millis(400));
        assert_eq!(apart(short, &|| false, &overdue, hang), Err(NoPicture::TooSlow));
        // Nothing is begun beside it until it has ended.
        assert_eq!(apart(short, &|| false, &overdue, || 7), Err(NoPicture::TooSlow));
        while overdue.lock().unwrap().iter().any(|thread| !thread.is_finished()) {
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(apart(short, &|| false, &overdue, || 7), Ok(7));
    }

    #[test]
    fn a_caller_that_cancels_does_not_wait() {
        let (long, overdue, begun) = (Duration::from_secs(20), Mutex::default(), Instant::now());
        let is_cancelled = || begun.elapsed() > Duration::from_millis(40);
        let slow = || thread::sleep(Duration::from_millis(900));
        assert_eq!(apart(long, &is_cancelled, &overdue, slow), Err(NoPicture::Cancelled));
        assert!(begun.elapsed() < Duration::from_millis(500));
    }
}
