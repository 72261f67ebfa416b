//! One file of rows.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use pdftract_rows::{Row, RowSchema};

use crate::extract::format::Format;

/// A file of rows that is being written.
pub(super) enum Part {
    #[cfg(feature = "parquet")]
    Parquet(Box<pdftract_rows::PartWriter<BufWriter<File>>>),
    Ndjson {
        out: BufWriter<File>,
        bytes: usize,
    },
}

impl Part {
    /// Begins a file.
    pub(super) fn create(path: &Path, format: Format, schema: &RowSchema, group: usize) -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 18, File::create(path)?);
        match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let writer = pdftract_rows::PartWriter::new(out, schema, group).map_err(io::Error::other)?;
                Ok(Self::Parquet(Box::new(writer)))
            }
            _ => {
                let _ = (schema, group);
                Ok(Self::Ndjson { out, bytes: 0 })
            }
        }
    }

    /// Adds a row.
    pub(super) fn push(&mut self, schema: &RowSchema, row: Row) -> io::Result<()> {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet(writer) => writer.push(row).map_err(io::Error::other),
            Self::Ndjson { out, bytes } => {
                let line = json_line(schema, &row);
                *bytes += line.len();
                out.write_all(&line)
            }
        }
    }

    /// Returns about how many bytes the file has so far.
    pub(super) fn size(&self) -> usize {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet(writer) => writer.size(),
            Self::Ndjson { bytes, .. } => *bytes,
        }
    }

    /// Ends the file and waits until the disk has it.
    pub(super) fn finish(self) -> io::Result<()> {
        let mut out = match self {
            #[cfg(feature = "parquet")]
            Self::Parquet(writer) => writer.finish().map_err(io::Error::other)?,
            Self::Ndjson { out, .. } => out,
        };
        out.flush()?;
        out.get_ref().sync_all()
    }
}

/// Returns a row as a line of JSON.
pub(super) fn json_line(schema: &RowSchema, row: &Row) -> Vec<u8> {
    let mut line = schema.json(row).into_bytes();
    line.push(b'\n');
    line
}
