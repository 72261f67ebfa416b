//! Arguments of `pdftract serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::access::AccessArgs;
use super::recognition::RecognitionArgs;

/// Arguments of `pdftract serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Address and port to listen on; port 0 is any free port
    ///
    /// Other addresses than those of this machine need --api-key-file. A socket passed by systemd comes first.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:9998")]
    pub(crate) listen: SocketAddr,

    /// Ask the server at this address whether it is ready, and end; for health checks of containers
    #[arg(long, value_name = "ADDRESS", exclusive = true)]
    pub(crate) probe: Option<SocketAddr>,

    #[command(flatten)]
    pub(crate) access: AccessArgs,

    /// Worker processes, each for one document at a time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) workers: Option<u16>,

    /// Memory of a worker in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(64..=65_536))]
    pub(crate) worker_memory: u64,

    /// Requests that wait for a worker; more get 429
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) queue: u32,

    /// Largest document in MiB; larger ones get 413
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=4_096))]
    pub(crate) max_body: u64,

    /// Memory for documents and results that wait, in MiB; requests beyond it get 429
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    pub(crate) max_buffered: u64,

    /// Most pages that are read of a document
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=500_000))]
    pub(crate) max_pages: u32,

    /// Time limit for each document, in seconds; a partial result then comes with 504
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) time_limit: u64,

    /// Write a line of JSON to standard error for each request that failed only
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// TOML file that maps codes or glyphs of fonts to text; repeatable
    #[arg(long, value_name = "FILE", help_heading = "Fonts")]
    pub(crate) font_map: Vec<PathBuf>,

    /// File of learned fonts (.ptfp), or a folder of them; repeatable
    #[arg(long, value_name = "FILE", help_heading = "Fonts")]
    pub(crate) font_db: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) recognition: RecognitionArgs,
}
