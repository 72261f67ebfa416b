//! HTTP: text, Markdown, JSON and pictures of PDFs that strangers send.
//!
//! The server process never parses a PDF: it reads a body within its limits, waits for a worker process of a
//! [`Pool`](pdftract_worker::Pool) and passes its answer on, page by page where the format allows it. One
//! [table of routes](routes) is the source of the router and of `/openapi.json`; the parameters of requests are options
//! of the command, which an [`Interpreter`] reads.

mod access;
mod action;
mod body;
mod document;
mod metrics;
mod negotiation;
mod openapi;
mod operation;
mod options;
mod problem;
mod queue;
mod routes;
mod state;
mod tika;

pub use openapi::document as openapi_document;
pub use operation::{Interpreter, Operation, Parameter, ParameterKind};
pub use options::ServeOptions;

pub use crate::http::{ApiKeys, ConnectionLimits};

use std::sync::Arc;

use pdftract_worker::Pool;

use state::ServerState;

/// The pools of workers that read documents.
#[derive(Debug)]
pub struct Pools {
    /// Reads documents.
    pub documents: Arc<Pool>,
    /// Reads documents with OCR, if there is an engine.
    pub recognition: Option<Arc<Pool>>,
}

/// Serves requests until the process gets SIGTERM or SIGINT and the last request is answered.
///
/// # Errors
///
/// Returns a sentence on why it cannot listen.
pub fn run(options: ServeOptions, interpreter: Arc<dyn Interpreter>, pools: Pools) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        // Each blocking thread serves one worker process.
        .max_blocking_threads(options.workers.saturating_mul(2).saturating_add(8))
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let state = Arc::new(ServerState::new(options, interpreter, pools));
    state.keep_pools_full();
    let served = runtime.block_on(state.listening().serve(routes::router(Arc::clone(&state))));
    // Workers of requests that were given up are killed with their pool; threads that wait for them are not waited for.
    runtime.shutdown_background();
    served
}
