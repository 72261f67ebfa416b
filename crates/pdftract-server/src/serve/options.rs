//! Limits of the server.

use std::net::SocketAddr;
use std::time::Duration;

use crate::http::{ApiKeys, ConnectionLimits};

/// The options of a server.
#[derive(Debug)]
pub struct ServeOptions {
    /// The address to listen on, unless systemd passes a socket.
    pub listen: SocketAddr,
    /// The keys of clients; without any, requests need none.
    pub keys: ApiKeys,
    /// Documents that are read at the same time.
    pub workers: usize,
    /// Requests that wait for a worker.
    pub queue: usize,
    /// Bytes of a document.
    pub max_body_bytes: usize,
    /// Bytes of all documents and results in memory.
    pub max_buffered_bytes: usize,
    /// Pages that are read of a document.
    pub max_pages: usize,
    /// Time for a document.
    pub time_limit: Duration,
    /// Limits of connections.
    pub connections: ConnectionLimits,
    /// Log failed requests only.
    pub quiet: bool,
}
