//! Arguments for lists of inputs and for rows: Parquet and NDJSON with one schema.

use std::path::PathBuf;

use clap::ValueEnum;

/// Arguments that name inputs in a file.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ListArgs {
    /// Read the names of further inputs from a file, one per line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// The names in --files-from end in a NUL character instead of a line feed, as `find -print0` writes them
    #[arg(short = '0', long, requires = "files_from")]
    pub(crate) null: bool,
}

/// Arguments of rows.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
#[command(next_help_heading = "Rows (--format parquet or rows)")]
pub(crate) struct RowArgs {
    /// One row for each of these [default: document]
    #[arg(long, value_name = "WHAT", value_enum, ignore_case = true)]
    pub(crate) rows: Option<GranularityArg>,

    /// Columns to write, separated by commas; only what they need is computed
    ///
    /// docs/rows.md lists them. The default is all but those for routers, which `pdftract facts` prints.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,

    /// Read only one of N equal parts of the inputs, counted from 1, such as 3/100
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,

    /// Size at which a file of rows ends and the next begins, such as 64M [default: 128M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) part_size: Option<Size>,

    /// Size of a row group before compression [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) row_group_size: Option<Size>,

    /// Attempts for an input whose worker process dies [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) attempts: Option<u32>,

    /// Write a summary of the run as JSON into a file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
}

/// The rows that documents become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GranularityArg {
    /// Documents
    Document,
    /// Pages
    Page,
    /// Blocks of pages: paragraphs, headings, tables
    Block,
    /// Words
    Word,
    /// Chunks for retrieval
    Chunk,
}

/// A part of the inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Counted from 1.
    pub(crate) number: u32,
    pub(crate) count: u32,
}

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) usize);

fn shard(typed: &str) -> Result<Shard, String> {
    let parts = typed
        .split_once('/')
        .and_then(|(number, count)| Some(Shard { number: number.parse().ok()?, count: count.parse().ok()? }));
    parts
        .filter(|shard| (1..=shard.count).contains(&shard.number))
        .ok_or_else(|| "a part is two numbers such as 3/100, the first from 1 to the second".into())
}

fn size(typed: &str) -> Result<Size, String> {
    let digits = typed.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let shift = match typed[digits.len()..].to_ascii_lowercase().trim_end_matches("ib") {
        "" | "b" => 0,
        "k" | "kb" => 10,
        "m" | "mb" => 20,
        "g" | "gb" => 30,
        _ => 64,
    };
    let bytes =
        digits.parse::<usize>().ok().and_then(|number| number.checked_mul(1_usize.checked_shl(shift)?));
    bytes
        .filter(|bytes| *bytes > 0)
        .map(Size)
        .ok_or_else(|| "a size is a number with K, M or G, such as 64M".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(shard("3/100"), Ok(Shard { number: 3, count: 100 }));
        for wrong in ["0/3", "4/3", "3", "a/b", "1/0"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("64k"), Ok(Size(65_536)));
        assert_eq!(size("2MiB"), Ok(Size(2 << 20)));
        for wrong in ["", "0", "M", "1x", "-1", "99999999999999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
