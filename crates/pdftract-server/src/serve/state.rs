//! The state that all requests share.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use axum::body::Bytes;
use pdftract::Limits;
use pdftract_worker::Pool;

use super::metrics::{Gauges, Metrics};
use super::operation::Interpreter;
use super::options::ServeOptions;
use super::queue::{ByteBudget, Queue};
use super::{Pools, openapi};
use crate::http::connections::{Listening, Traffic};
use crate::http::log;

/// The interval at which dead workers are replaced. A request that comes sooner starts one itself.
const KEEPING: Duration = Duration::from_millis(50);

/// Time before another attempt to start workers that cannot be started.
const RETRY: Duration = Duration::from_secs(1);

/// The state that all requests share.
pub(crate) struct ServerState {
    pub(crate) options: ServeOptions,
    pub(crate) interpreter: Arc<dyn Interpreter>,
    pub(crate) pools: Pools,
    pub(crate) queue: Queue,
    pub(crate) recognition_queue: Queue,
    pub(crate) buffer: ByteBudget,
    pub(crate) metrics: Metrics,
    pub(crate) traffic: Arc<Traffic>,
    /// The OpenAPI document, made once.
    openapi: OnceLock<Bytes>,
}

impl ServerState {
    pub(crate) fn new(options: ServeOptions, interpreter: Arc<dyn Interpreter>, pools: Pools) -> Self {
        let patience = options.time_limit;
        Self {
            queue: Queue::new(options.workers, options.queue, patience),
            recognition_queue: Queue::new(options.workers, options.queue, patience),
            buffer: ByteBudget::new(options.max_buffered_bytes),
            interpreter,
            pools,
            metrics: Metrics::default(),
            traffic: Arc::default(),
            openapi: OnceLock::new(),
            options,
        }
    }

    /// Replaces dead workers from a thread, so that a request seldom waits for a process to start.
    pub(crate) fn keep_pools_full(&self) {
        let pool: Weak<Pool> = Arc::downgrade(&self.pools.documents);
        let keeper = std::thread::Builder::new().name("keeper".into());
        let kept = keeper.spawn(move || {
            let mut last = None;
            while let Some(pool) = pool.upgrade() {
                let filled = pool.fill().err();
                if filled != last
                    && let Some(failed) = &filled
                {
                    log::write("error", "no_worker", serde_json::json!({ "message": failed.message }));
                }
                drop(pool);
                // A program that cannot be started is not started again at once.
                std::thread::sleep(if filled.is_some() { RETRY } else { KEEPING });
                last = filled;
            }
        });
        if let Err(error) = kept {
            log::write("warning", "no_keeper", serde_json::json!({ "message": error.to_string() }));
        }
    }

    /// Returns the address and the limits of connections.
    pub(crate) fn listening(&self) -> Listening {
        Listening {
            address: self.options.listen,
            limits: self.options.connections.clone(),
            traffic: Arc::clone(&self.traffic),
            workers: self.options.workers,
            has_keys: !self.options.keys.is_empty(),
        }
    }

    /// Returns the limits of the library for a document.
    pub(crate) fn limits(&self) -> Limits {
        Limits::default().with(|limits| limits.pages = self.options.max_pages)
    }

    /// Returns whether a new request can be taken.
    pub(crate) fn is_ready(&self) -> bool {
        !self.traffic.is_draining.load(Ordering::Relaxed) && self.pools.documents.status().live > 0
    }

    /// Returns the OpenAPI document as JSON.
    pub(crate) fn openapi(&self) -> Bytes {
        let make = || openapi::document(self.interpreter.as_ref()).to_string().into();
        self.openapi.get_or_init(make).clone()
    }

    pub(crate) fn gauges(&self) -> Gauges {
        let mut pools = vec![("document", self.pools.documents.status())];
        pools.extend(self.pools.recognition.as_ref().map(|pool| ("recognition", pool.status())));
        Gauges {
            connections: self.traffic.accepted.load(Ordering::Relaxed),
            connections_refused: self.traffic.refused.load(Ordering::Relaxed),
            open_connections: self.traffic.open.load(Ordering::Relaxed),
            waiting: self.queue.waiting() + self.recognition_queue.waiting(),
            busy: self.queue.busy() + self.recognition_queue.busy(),
            buffer_bytes_left: self.buffer.left(),
            pools,
        }
    }
}
