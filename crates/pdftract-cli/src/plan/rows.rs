//! The plan of rows: inputs, columns, and where they go.

use std::path::{Path, PathBuf};

use pdftract_rows::{Granularity, RowSchema};

use super::ExtractPlan;
use crate::args::{ExtractArgs, GranularityArg, RowArgs, Shard};
use crate::exit::Failure;
use crate::extract::format::Format;

/// The size of a file of rows, and of a row group.
const PART_SIZE: usize = 128 << 20;
const ROW_GROUP_SIZE: usize = 64 << 20;
/// Attempts for an input whose worker dies.
const ATTEMPTS: u32 = 3;

/// A plan to write rows.
pub(crate) struct RowsPlan {
    /// The files and folders as typed.
    pub(crate) typed: Vec<PathBuf>,
    /// The columns.
    pub(crate) schema: RowSchema,
    /// Parquet or NDJSON.
    pub(crate) format: Format,
    /// The folder of the files; `None` for standard output.
    pub(crate) folder: Option<PathBuf>,
    /// The part of the inputs to read.
    pub(crate) shard: Option<Shard>,
    /// The size of a file of rows.
    pub(crate) part_size: usize,
    /// The size of a row group.
    pub(crate) row_group_size: usize,
    /// Attempts for an input whose worker dies.
    pub(crate) attempts: u32,
    /// The file for the summary.
    pub(crate) summary: Option<PathBuf>,
    /// Options of the extraction itself.
    pub(crate) extract: ExtractPlan,
}

impl RowsPlan {
    /// Returns whether the arguments ask for rows.
    pub(super) fn is_meant(args: &ExtractArgs) -> bool {
        args.result.format.iter().any(|format| format.is_rows())
    }

    /// Creates the plan.
    pub(super) fn from_args(mut args: ExtractArgs) -> Result<Self, Failure> {
        let [format] = args.result.format[..] else {
            return Err(Failure::usage("rows cannot be combined with other formats"));
        };
        if format == Format::Parquet && !cfg!(feature = "parquet") {
            return Err(Failure::usage("this pdftract was built without Parquet; use --format rows"));
        }
        let folder = args.result.output.take().filter(|output| output.as_os_str() != "-");
        if folder.is_none() && format == Format::Parquet {
            return Err(Failure::usage("Parquet needs a folder: -o FOLDER/"));
        }
        if let Some(folder) = folder.as_deref().filter(|folder| folder.exists() && !folder.is_dir()) {
            return Err(Failure::usage("rows need a folder, but the output is a file").of_file(name(folder)));
        }
        if args.result.skip_existing || args.result.fail_fast || args.result.images.is_some() {
            return Err(Failure::usage("--skip-existing, --fail-fast and --images do not apply to rows"));
        }
        if args.reading.pages.is_some() {
            return Err(Failure::usage("--pages does not apply to rows"));
        }
        let rows = std::mem::take(&mut args.rows);
        let mut typed = std::mem::take(&mut args.files);
        typed.extend(super::extract::listed(&std::mem::take(&mut args.list))?);
        let schema = schema(&rows)?;
        // The rest of the plan is that of extraction. Chunks have options of their own, which only their format accepts.
        args.result.format =
            vec![if schema.granularity() == Granularity::Chunk { Format::Chunks } else { Format::Text }];
        let mut extract = ExtractPlan::from_args(args)?;
        extract.opening.never_ask();
        Ok(Self {
            typed,
            schema,
            format,
            folder,
            shard: rows.shard,
            part_size: rows.part_size.map_or(PART_SIZE, |size| size.0),
            row_group_size: rows.row_group_size.map_or(ROW_GROUP_SIZE, |size| size.0),
            attempts: rows.attempts.unwrap_or(ATTEMPTS),
            summary: rows.summary,
            extract,
        })
    }

    /// Returns the options that rows depend on, as text; a run may only go on with the same.
    pub(crate) fn fingerprint(&self) -> String {
        let options = serde_json::to_string(&self.extract.extraction).unwrap_or_default();
        format!("{} {:?} {options}", self.schema.granularity().name(), self.schema.names())
    }
}

fn name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn schema(args: &RowArgs) -> Result<RowSchema, Failure> {
    let granularity = match args.rows {
        None | Some(GranularityArg::Document) => Granularity::Document,
        Some(GranularityArg::Page) => Granularity::Page,
        Some(GranularityArg::Block) => Granularity::Block,
        Some(GranularityArg::Word) => Granularity::Word,
        Some(GranularityArg::Chunk) => Granularity::Chunk,
    };
    if args.columns.is_empty() {
        return Ok(RowSchema::new(granularity));
    }
    RowSchema::with_columns(granularity, &args.columns).map_err(|name| {
        let known: Vec<&str> = granularity.columns().iter().map(|column| column.name).collect();
        Failure::usage(format!("there is no column {name}; the columns are {}", known.join(", ")))
    })
}
