//! Keys of clients and limits of connections, from the arguments that the servers share.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use pdftract_server::serve::{ApiKeys, ConnectionLimits};

use crate::args::AccessArgs;
use crate::diagnostics;
use crate::exit::{Exit, Failure};

/// Reads the keys of clients. An address that other machines can reach needs some, or the consent to do without.
pub(crate) fn keys(args: &AccessArgs, listen: SocketAddr) -> Result<ApiKeys, Failure> {
    let keys = args.api_key_file.as_deref().map(read_keys).transpose()?.unwrap_or_default();
    if keys.is_empty() && !listen.ip().is_loopback() {
        if !args.no_api_key {
            return Err(Failure::usage(format!(
                "{listen} can be reached by other machines: give --api-key-file, or --no-api-key if a proxy checks who asks"
            )));
        }
        diagnostics::warn(&format!("{listen} can be reached by other machines without a key"));
    }
    Ok(keys)
}

fn read_keys(path: &Path) -> Result<ApiKeys, Failure> {
    let name = path.to_string_lossy();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::new(Exit::Error, error.to_string()).of_file(name.clone()))?;
    ApiKeys::parse(&text).map_err(|message| Failure::usage(message).of_file(name))
}

/// Returns the limits of connections.
pub(crate) fn limits(args: &AccessArgs) -> ConnectionLimits {
    ConnectionLimits {
        header_timeout: Duration::from_secs(args.header_timeout),
        idle_timeout: Duration::from_secs(args.idle_timeout),
        drain_timeout: Duration::from_secs(args.drain_timeout),
        max_connections: args.max_connections as usize,
        max_connections_per_address: args.max_connections_per_address as usize,
    }
}
