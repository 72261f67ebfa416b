//! The hooks of the library, plugged into pools: pages drawn and pictures read in worker processes.

use std::sync::Arc;
use std::time::Duration;

use pdftract::ocr::picture::Picture;
use pdftract::ocr::render::{NoPicture, PageRenderer};
use pdftract::ocr::{Engine, EngineFailure, Request, Word};

use crate::event::Reason;
use crate::pool::Pool;

/// Draws pages in workers of [`Class::Renderer`](crate::Class::Renderer).
#[derive(Debug, Clone)]
pub struct WorkerRenderer(pub Arc<Pool>);

impl PageRenderer for WorkerRenderer {
    fn draw(
        &self,
        pdf: Vec<u8>,
        scale: f64,
        time: Duration,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, NoPicture> {
        self.0.draw(&pdf, scale, time, is_cancelled).map_err(|failed| match failed.reason {
            Reason::TimeLimit => NoPicture::TooSlow,
            Reason::MemoryLimit => NoPicture::TooLarge,
            Reason::Cancelled => NoPicture::Cancelled,
            Reason::NoPicture => NoPicture::Unreadable,
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
