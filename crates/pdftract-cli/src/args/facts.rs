//! Arguments of `pdftract facts`.

use std::path::PathBuf;

use pdftract_rows::{Granularity, RowSchema};

use super::rows::{GranularityArg, ListArgs, RowArgs};
use super::{ExtractArgs, OpeningArgs, ReadingArgs, ResultArgs};
use crate::extract::format::Format;

/// Arguments of `pdftract facts`.
#[derive(Debug, clap::Args)]
pub(crate) struct FactsArgs {
    /// PDF files, folders with PDF files, and archives of them; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "files_from")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) list: ListArgs,

    /// Print one line for each document instead of each page
    #[arg(short, long)]
    pub(crate) documents: bool,

    /// Write files of rows into a folder instead; a run that was stopped goes on where it was
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    /// Write Parquet instead of NDJSON
    #[arg(long, requires = "output")]
    pub(crate) parquet: bool,

    /// Read each file in a separate process with limits and without access to files, network and programs
    #[arg(long)]
    pub(crate) isolate: bool,

    /// Number of threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=super::shared::MAX_JOBS))]
    pub(crate) jobs: Option<u16>,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

impl From<FactsArgs> for ExtractArgs {
    /// Facts are rows of some columns.
    fn from(args: FactsArgs) -> Self {
        let (granularity, meant) = match args.documents {
            true => (Granularity::Document, GranularityArg::Document),
            false => (Granularity::Page, GranularityArg::Page),
        };
        let columns = RowSchema::facts(granularity).map(|schema| schema.names()).unwrap_or_default();
        let format = if args.parquet { Format::Parquet } else { Format::Rows };
        Self {
            files: args.files,
            list: args.list,
            isolate: args.isolate,
            reading: ReadingArgs { jobs: args.jobs, ..ReadingArgs::default() },
            result: ResultArgs { output: args.output, format: vec![format], ..ResultArgs::default() },
            rows: RowArgs { rows: Some(meant), columns, ..RowArgs::default() },
            opening: args.opening,
            ..Self::default()
        }
    }
}
