//! `pdftract mcp`: documents for agents over the Model Context Protocol.

use std::net::SocketAddr;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use pdftract_server::mcp::{self, HttpOptions, McpOptions};
use pdftract_worker::Class;

use crate::args::McpArgs;
use crate::exit::{Exit, Failure};
use crate::serve::access;
use crate::workers;

/// Carries out the arguments.
pub(crate) fn run(args: McpArgs) -> Exit {
    let http = match args.listen.map(|listen| http(&args, listen)).transpose() {
        Ok(http) => http,
        Err(failure) => return failure.report(),
    };
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let pool = workers::pool(Class::Document, Vec::new(), args.workers.map(usize::from));
    let options = McpOptions {
        roots: args.root,
        max_bytes: args.max_file << 20,
        max_pages: args.max_pages as usize,
        time_limit: Duration::from_secs(args.time_limit),
        workers: args.workers.map_or_else(cores, usize::from),
    };
    match mcp::run(options, http, Arc::new(pool)) {
        Ok(()) => Exit::Ok,
        Err(message) => Failure::new(Exit::Error, message).report(),
    }
}

fn http(args: &McpArgs, listen: SocketAddr) -> Result<HttpOptions, Failure> {
    let keys = access::keys(&args.access, listen)?;
    Ok(HttpOptions { listen, keys, connections: access::limits(&args.access) })
}
