//! The hooks of the library, plugged into pools: pages drawn and pictures read in worker processes.

use std::sync::Arc;
use std::time::Duration;

use pdftract::ocr::picture::Picture;
use pdftract::ocr::render::{NoPicture, PageRenderer};
use pdftract::ocr::{Engine, EngineFailure, Request, Word};

use crate::event::Reason;
use crate::pool::Pool;

/// Images with fewer pixels are drawn with the memory of ordinary pages; the renderer needs up to ten bytes for each. A scan
/// of A4 has 8.7 million at 300 dpi.
const ORDINARY_IMAGE_PIXELS: u64 = 8_000_000;

/// Draws pages in workers of [`Class::Renderer`](crate::Class::Renderer), those with large images in workers of
/// [`Class::ImageRenderer`](crate::Class::ImageRenderer): a small file that draws without end does not get the memory
/// of a scan.
#[derive(Debug, Clone)]
pub struct WorkerRenderer {
    /// Workers for most pages.
    pub ordinary: Arc<Pool>,
    /// Workers for pages with large images.
    pub for_images: Arc<Pool>,
}

impl PageRenderer for WorkerRenderer {
    fn draw(
        &self,
        pdf: Vec<u8>,
        scale: f64,
        time: Duration,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, NoPicture> {
        self.draw_images(pdf, scale, 0, time, is_cancelled)
    }

    fn draw_images(
        &self,
        pdf: Vec<u8>,
        scale: f64,
        image_pixels: u64,
        time: Duration,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, NoPicture> {
        let pool = if image_pixels < ORDINARY_IMAGE_PIXELS { &self.ordinary } else { &self.for_images };
        pool.draw(&pdf, scale, time, is_cancelled).map_err(|failed| match failed.reason {
            Reason::TimeLimit => NoPicture::TooSlow,
            Reason::MemoryLimit => NoPicture::TooLarge,
            Reason::Cancelled => NoPicture::Cancelled,
            Reason::NoPicture => NoPicture::Unreadable,
            Reason::TooCostly => NoPicture::TooCostly,
            _ => NoPicture::Crashed,
        })
    }
}

/// Reads pictures in workers of [`Class::Programs`](crate::Class::Programs), which start the program that recognises
/// text: it inherits their limits, and is ended with them.
#[derive(Debug)]
pub struct WorkerEngine {
    pool: Arc<Pool>,
    name: String,
    languages: Vec<String>,
}

impl WorkerEngine {
    /// Makes an engine of a pool whose workers have the engine `inner`.
    pub fn new(pool: Arc<Pool>, inner: &dyn Engine) -> Self {
        Self { pool, name: inner.name(), languages: inner.languages() }
    }
}

impl Engine for WorkerEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn languages(&self) -> Vec<String> {
        self.languages.clone()
    }

    fn read(&self, picture: &Picture, request: &Request<'_>) -> Result<Vec<Word>, EngineFailure> {
        self.pool.recognise(picture, request).map_err(|failed| match failed.reason {
            Reason::TimeLimit => EngineFailure::TooSlow,
            Reason::EngineMissing => EngineFailure::Missing,
            Reason::Cancelled => EngineFailure::Cancelled,
            _ => EngineFailure::Failed(failed.message),
        })
    }
}
