//! Arguments of `pdftract mcp`.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::access::AccessArgs;

/// Arguments of `pdftract mcp`.
#[derive(Debug, clap::Args)]
pub(crate) struct McpArgs {
    /// Folder below which documents are read; repeatable
    ///
    /// Symbolic links below it are not followed.
    #[arg(long, value_name = "FOLDER", required = true)]
    pub(crate) root: Vec<PathBuf>,

    /// Serve agents over streamable HTTP at this address, path /mcp, instead of standard input and output
    ///
    /// Other addresses than those of this machine need --api-key-file. A socket passed by systemd comes first.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,

    #[command(flatten)]
    pub(crate) access: AccessArgs,

    /// Worker processes, each for one document at a time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) workers: Option<u16>,

    /// Largest document in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=4_096))]
    pub(crate) max_file: u64,

    /// Most pages that are read of a document
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=500_000))]
    pub(crate) max_pages: u32,

    /// Time limit for each answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) time_limit: u64,
}
