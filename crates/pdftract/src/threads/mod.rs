//! Threads: worker permits shared by everything that runs in parallel, and parallel work with ordered results.

pub(crate) mod ordered;
mod permits;

pub use ordered::PageError;
pub use permits::{Permit, ReleasedPermit, WorkerPermits};
