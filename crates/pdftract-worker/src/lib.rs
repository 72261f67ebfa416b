//! Worker processes: documents of strangers are read by a child of the same program that can do nothing but compute.
//!
//! A [`Pool`] starts the current program again as `pdftract worker …`, sends it one document at a time over pipes and
//! passes on results as they come. The child sets limits on memory, processor time, open files and core dumps, gives up
//! new privileges, and on Linux locks itself in with an empty Landlock rule set and an allow-list of system calls before it
//! sees the first byte of a document ([`serve`]). It is killed at the deadline, replaced when it dies, and recycled after
//! some documents, so that one bad file costs one result and nothing else.
//!
//! Threads of the standard library are all that is needed: each call of a pool occupies the calling thread until its
//! document is done. This crate has neither an async runtime nor `unsafe` code.
//!
//! ```no_run
//! use pdftract::{ExtractOptions, Format};
//! use pdftract_worker::{Class, Event, ExtractRequest, Input, Pool, PoolOptions};
//!
//! # fn main() -> Result<(), pdftract_worker::Failed> {
//! let pool = Pool::new(PoolOptions::new("pdftract", ["worker"], Class::Document), |warning| eprintln!("{warning}"));
//! let request = ExtractRequest::new(vec![Format::Text], ExtractOptions::default());
//! let bytes = std::fs::read("report.pdf").unwrap_or_default();
//! let mut text = Vec::new();
//! pool.extract(&request, Input::Bytes(&bytes), &mut |event| {
//!     if let Event::Output { bytes, .. } = event {
//!         text.extend_from_slice(bytes);
//!     }
//!     std::ops::ControlFlow::Continue(())
//! })?;
//! # Ok(())
//! # }
//! ```
//!
//! On systems other than Unix no worker can be started; every call then fails with [`Reason::Unavailable`].

mod class;
mod event;
mod frame;
mod job;
mod message;
#[cfg(unix)]
mod pipe;
mod pool;
#[cfg(unix)]
mod process;
mod renderer;
mod request;
mod sandbox;
mod self_check;
mod serve;
mod task;

pub use class::{Class, ProcessLimits};
pub use event::{Event, Extracted, Failed, Reason};
pub use pool::{Pool, PoolOptions, PoolStatus};
pub use renderer::{WorkerEngine, WorkerRenderer};
pub use request::{ExtractRequest, Input, RowsRequest, TaskRequest};
pub use sandbox::{Isolation, Layer};
pub use self_check::{Attempts, Targets};
pub use serve::{Serving, serve};
pub use task::{TaskResult, Tasks};
