//! `pdftract mcp`: documents for agents over the Model Context Protocol.

use std::sync::Arc;
use std::time::Duration;

use pdftract_server::mcp::{self, McpOptions};
use pdftract_worker::Class;

use crate::args::McpArgs;
use crate::exit::{Exit, Failure};
use crate::workers;

/// Carries out the arguments.
pub(crate) fn run(args: McpArgs) -> Exit {
    let pool = workers::pool(Class::Document, Vec::new(), args.workers.map(usize::from));
    let options = McpOptions {
        roots: args.root,
        max_bytes: args.max_file << 20,
        max_pages: args.max_pages as usize,
        time_limit: Duration::from_secs(args.time_limit),
    };
    match mcp::run(options, Arc::new(pool)) {
        Ok(()) => Exit::Ok,
        Err(message) => Failure::new(Exit::Error, message).report(),
    }
}
