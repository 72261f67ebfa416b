//! The pools of worker processes that this command uses.

use std::ffi::OsString;
use std::sync::{Arc, OnceLock};

use pdftract::{Document, Engine};
use pdftract_worker::{Class, Pool, PoolOptions, WorkerEngine, WorkerRenderer};

use crate::invocation;
use crate::terminal::Terminal;

/// Makes a pool of workers that are started with these arguments.
pub(crate) fn pool(class: Class, arguments: Vec<OsString>, workers: Option<usize>) -> Pool {
    let (program, first) = invocation::program();
    let all = first.into_iter().chain([OsString::from("worker")]).chain(arguments);
    let options = PoolOptions::new(program, all, class).with(|options| {
        options.workers = workers.unwrap_or(options.workers);
    });
    Pool::new(options, |warning| Terminal::take().write(&format!("pdftract: warning: {warning}\n")))
}

/// Returns the workers that draw pages; they are started when the first page is drawn.
pub(crate) fn renderer() -> Arc<WorkerRenderer> {
    static RENDERER: OnceLock<Arc<WorkerRenderer>> = OnceLock::new();
    let pool = |class| Arc::new(pool(class, Vec::new(), None));
    let make = || WorkerRenderer { ordinary: pool(Class::Renderer), for_images: pool(Class::ImageRenderer) };
    Arc::clone(RENDERER.get_or_init(|| Arc::new(make())))
}

/// Lets the pages of a document be drawn by worker processes.
pub(crate) fn drawn_apart(document: Document) -> Document {
    document.with_renderer(renderer())
}

/// Lets an engine work in worker processes, which are started with the arguments that name it.
pub(crate) fn engine_apart(engine: &dyn Engine, arguments: Vec<OsString>) -> Arc<dyn Engine> {
    Arc::new(WorkerEngine::new(Arc::new(pool(Class::Programs, arguments, None)), engine))
}
