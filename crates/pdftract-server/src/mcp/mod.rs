//! The Model Context Protocol: documents below chosen folders for agents.
//!
//! Five tools read documents and change nothing. Paths are resolved below the roots without following symbolic links;
//! each document is read by a sandboxed worker process ([`document`]); hidden text is left out and counted; every answer
//! stays within the tokens that were asked for and ends with a cursor if there is more.

pub mod document;
mod handler;
mod http;
mod roots;
mod tokens;
mod tools;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pdftract_worker::Pool;
use rmcp::ServiceExt;

pub use roots::Roots;

pub use crate::http::{ApiKeys, ConnectionLimits};

/// The options of a server for agents.
#[derive(Debug)]
pub struct McpOptions {
    /// The folders below which documents are read.
    pub roots: Vec<PathBuf>,
    /// Bytes of a document.
    pub max_bytes: u64,
    /// Pages that are read of a document.
    pub max_pages: usize,
    /// Time for a document.
    pub time_limit: Duration,
    /// Documents that are read at the same time.
    pub workers: usize,
}

/// The options of a server for agents on other programs and machines.
#[derive(Debug)]
pub struct HttpOptions {
    /// The address to listen on, unless systemd passes a socket.
    pub listen: SocketAddr,
    /// The keys of clients; without any, requests need none.
    pub keys: ApiKeys,
    /// Limits of connections.
    pub connections: ConnectionLimits,
}

/// Serves an agent over standard input and output until it closes them, or agents over HTTP until SIGTERM or SIGINT.
///
/// # Errors
///
/// Returns a sentence on what is wrong with the roots or the connection.
pub fn run(options: McpOptions, http: Option<HttpOptions>, pool: Arc<Pool>) -> Result<(), String> {
    let roots = Roots::new(&options.roots)?;
    let workers = options.workers;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        // Calls that wait for a worker block their thread.
        .max_blocking_threads(workers.saturating_mul(4).saturating_add(8))
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let tools = handler::PdfTools::new(roots, options, pool);
    let served = runtime.block_on(async {
        match http {
            Some(http) => http::serve(tools, http, workers).await,
            None => over_standard_streams(tools).await,
        }
    });
    // A read of standard input may still be under way in a thread.
    runtime.shutdown_background();
    served
}

async fn over_standard_streams(tools: handler::PdfTools) -> Result<(), String> {
    let running = tools.serve(rmcp::transport::stdio()).await.map_err(|error| error.to_string())?;
    running.waiting().await.map(drop).map_err(|error| error.to_string())
}
