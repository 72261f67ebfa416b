//! The inspector: a page in the browser that shows the text of a document and the reasons for it.
//!
//! The server listens on the loopback interface only. Its address contains a random token, without which nothing is
//! answered; `guard.rs` has the other defences. Documents are read on blocking threads, pages when they are looked at.

mod against;
mod assets;
mod cache;
mod diff;
mod error;
mod explain;
mod export;
mod guard;
mod page_view;
mod routes;
mod scan;
mod session;
mod teach;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use pdftract::{Input, Options, PageRenderer};

pub use against::Against;
pub use teach::TeachError;

use session::Session;

/// The document to inspect, and options of the inspector.
#[derive(Debug)]
pub struct Inspection {
    /// The bytes of the document.
    pub input: Input,
    /// The options to open it, with its password.
    pub options: Options,
    /// The name shown to people.
    pub name: String,
    /// The renderer of pages; a thread of this process if there is none.
    pub renderer: Option<Arc<dyn PageRenderer>>,
    /// The font map that taught glyphs are written to. It is read if it exists.
    pub font_map: PathBuf,
    /// Another result to compare with.
    pub against: Option<Against>,
    /// The port to listen on; 0 for any that is free.
    pub port: u16,
}

/// A running inspector.
#[derive(Debug)]
pub struct Inspector {
    listener: std::net::TcpListener,
    session: Arc<Session>,
    address: SocketAddr,
    token: String,
}

impl Inspector {
    /// Opens the document and the port.
    ///
    /// # Errors
    ///
    /// Returns an error if the document cannot be opened, the font map cannot be read, or the port is taken.
    pub fn start(inspection: Inspection) -> Result<Self, StartError> {
        let port = inspection.port;
        let session = Arc::new(Session::open(inspection)?);
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, session, address, token: guard::token()? })
    }

    /// Returns the address of the page, which contains the token.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.token)
    }

    /// Serves until `stop` ends.
    ///
    /// # Errors
    ///
    /// Returns the error of the runtime or of the listener.
    pub fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            // Pages are read by few threads at a time; idle ones are given back.
            .max_blocking_threads(6)
            .enable_all()
            .build()?;
        scan::start(&self.session)?;
        let router = routes::router(Arc::clone(&self.session), &self.token, self.address.port());
        let session = self.session;
        let served = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            // Long work, such as an anonymous copy, must not keep the program alive.
            let stop = async move {
                stop.await;
                session.cancel();
            };
            axum::serve(listener, router).with_graceful_shutdown(stop).await
        });
        runtime.shutdown_background();
        served
    }
}

/// Waits for Ctrl-C.
pub async fn interrupted() {
    // Without a handler the signal ends the process, which is as good.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// The reason why the inspector cannot start.
#[derive(Debug)]
pub enum StartError {
    /// The document cannot be opened.
    Document(pdftract::Error),
    /// The font map cannot be used.
    FontMap(TeachError),
    /// The port cannot be opened.
    Io(io::Error),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::FontMap(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
