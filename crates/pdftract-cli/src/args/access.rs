//! Arguments of the servers: keys and limits of connections.

use std::path::PathBuf;

/// Arguments that `pdftract serve` and `pdftract mcp` share.
#[derive(Debug, clap::Args)]
pub(crate) struct AccessArgs {
    /// File with the keys of clients, one per line; requests without one of them get 401
    #[arg(long, value_name = "FILE")]
    pub(crate) api_key_file: Option<PathBuf>,

    /// Listen on other addresses than those of this machine without a key
    #[arg(long, conflicts_with = "api_key_file")]
    pub(crate) no_api_key: bool,

    /// Time to send the head of a request, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) header_timeout: u64,

    /// Time without a byte after which a request or a response is given up, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) idle_timeout: u64,

    /// Time for requests to be answered after SIGTERM, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(0..=3_600))]
    pub(crate) drain_timeout: u64,

    /// Most connections at the same time
    #[arg(long, value_name = "N", default_value_t = 2_048, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_connections: u32,

    /// Most connections of one address at the same time, those of this machine excepted
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_connections_per_address: u32,
}
