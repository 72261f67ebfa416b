//! Connections: listening, limits per address, timeouts, and the end.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};
use tower_service::Service;

use super::{log, systemd};

/// Bytes of the head of a request.
const MAX_HEAD_BYTES: usize = 32 << 10;
/// Headers of a request.
const MAX_HEADERS: usize = 64;

/// Limits of connections.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Time for the head of a request.
    pub header_timeout: Duration,
    /// Time without a byte.
    pub idle_timeout: Duration,
    /// Time for the last requests after SIGTERM.
    pub drain_timeout: Duration,
    /// Connections at the same time.
    pub max_connections: usize,
    /// Connections of one address at the same time, those of this machine excepted.
    pub max_connections_per_address: usize,
}

/// Counts of connections, and whether new ones are still accepted.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    pub(crate) accepted: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) open: AtomicUsize,
    pub(crate) is_draining: AtomicBool,
}

/// A server that can listen.
pub(crate) struct Listening {
    pub(crate) address: SocketAddr,
    pub(crate) limits: ConnectionLimits,
    pub(crate) traffic: Arc<Traffic>,
    /// Worker processes, whose pipes are open files.
    pub(crate) workers: usize,
    /// `true` if clients need a key.
    pub(crate) has_keys: bool,
}

impl Listening {
    /// Listens until SIGTERM or SIGINT, then answers what has begun.
    pub(crate) async fn serve(self, router: Router) -> Result<(), String> {
        self.allow_connections();
        let listener = self.listener()?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let graceful = GracefulShutdown::new();
        let addresses = Addresses::default();
        let mut stop = Box::pin(stop_signal());
        log::write("info", "listening", json!({ "address": address.to_string(), "workers": self.workers }));
        systemd::notify("READY=1");
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.accept(&router, &graceful, &addresses, stream, peer),
                    // Mostly too many open files: others must close first.
                    Err(error) => {
                        log::write("error", "accept", json!({ "message": error.to_string() }));
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                },
                () = &mut stop => break,
            }
        }
        self.traffic.is_draining.store(true, Ordering::Relaxed);
        systemd::notify("STOPPING=1");
        drop(listener);
        log::write("info", "draining", json!({ "connections": self.traffic.open.load(Ordering::Relaxed) }));
        let drained = tokio::time::timeout(self.limits.drain_timeout, graceful.shutdown()).await.is_ok();
        log::write("info", "stopped", json!({ "drained": drained }));
        Ok(())
    }

    /// Returns the socket that systemd passes, or a new one.
    fn listener(&self) -> Result<TcpListener, String> {
        let passed = listenfd::ListenFd::from_env().take_tcp_listener(0);
        let socket = match passed.map_err(|error| error.to_string())? {
            Some(socket) => {
                let address = socket.local_addr().map_err(|error| error.to_string())?;
                if !address.ip().is_loopback() && !self.has_keys {
                    log::write("warning", "no_key", json!({ "address": address.to_string() }));
                }
                socket
            }
            None => std::net::TcpListener::bind(self.address)
                .map_err(|error| format!("cannot listen on {}: {error}", self.address))?,
        };
        socket.set_nonblocking(true).map_err(|error| error.to_string())?;
        TcpListener::from_std(socket).map_err(|error| error.to_string())
    }

    /// Raises the limit of open files to what connections and workers need, as far as the system allows it.
    fn allow_connections(&self) {
        #[cfg(unix)]
        {
            use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
            let needed = (self.limits.max_connections + 16 * self.workers + 64) as u64;
            let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
            if current.is_some_and(|current| current < needed) {
                let allowed = maximum.map_or(needed, |maximum| maximum.min(needed));
                let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(allowed), maximum });
                if raised.is_err() || allowed < needed {
                    log::write("warning", "open_files", json!({ "needed": needed, "allowed": allowed }));
                }
            }
        }
    }

    /// Serves a connection, unless there are too many.
    fn accept(
        &self,
        router: &Router,
        graceful: &GracefulShutdown,
        addresses: &Addresses,
        stream: TcpStream,
        peer: SocketAddr,
    ) {
        self.traffic.accepted.fetch_add(1, Ordering::Relaxed);
        let open = Open::new(Arc::clone(&self.traffic), addresses.clone(), peer.ip());
        if !open.is_allowed(&self.limits) {
            // Closed without an answer: one would cost memory that attackers decide about.
            self.traffic.refused.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service =
            service_fn(move |request: Request<Incoming>| router.clone().call(request.map(Body::new)));
        let io = TokioIo::new(Timed::new(stream, self.limits.idle_timeout));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.header_timeout)
            .max_buf_size(MAX_HEAD_BYTES)
            .max_headers(MAX_HEADERS)
            .serve_connection(io, service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Errors are those of clients that went away or were too slow.
            let _ = connection.await;
            drop(open);
        });
    }
}

#[cfg(unix)]
async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

#[cfg(not(unix))]
async fn stop_signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Open connections by address.
#[derive(Debug, Clone, Default)]
struct Addresses(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A connection that counts while it is open.
struct Open {
    traffic: Arc<Traffic>,
    addresses: Addresses,
    address: IpAddr,
    of_address: usize,
    of_all: usize,
}

impl Open {
    fn new(traffic: Arc<Traffic>, addresses: Addresses, address: IpAddr) -> Self {
        let of_all = traffic.open.fetch_add(1, Ordering::Relaxed) + 1;
        let mut counts = addresses.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        *count += 1;
        let of_address = *count;
        drop(counts);
        Self { traffic, addresses, address, of_address, of_all }
    }

    /// Returns whether it may stay. All connections through a proxy on this machine have its address.
    fn is_allowed(&self, limits: &ConnectionLimits) -> bool {
        let is_within = self.address.is_loopback() || self.of_address <= limits.max_connections_per_address;
        is_within && self.of_all <= limits.max_connections
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.traffic.open.fetch_sub(1, Ordering::Relaxed);
        let mut counts = self.addresses.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// A stream whose writes fail when the other side takes nothing for too long, so that a client that does not read its
/// answer holds neither memory nor a worker.
struct Timed {
    stream: TcpStream,
    patience: Duration,
    waits: Option<Pin<Box<Sleep>>>,
}

impl Timed {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, waits: None }
    }

    fn timed<T>(&mut self, context: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.waits = None;
            return polled;
        }
        let patience = self.patience;
        let waits =
            self.waits.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + patience)));
        match waits.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Timed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Timed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, polled)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.timed(context, polled)
    }
}
