//! What the servers share: connections and their limits, admission of requests, logs.

pub(crate) mod admission;
pub(crate) mod connections;
mod keys;
pub(crate) mod log;
mod systemd;

pub use connections::ConnectionLimits;
pub use keys::ApiKeys;
