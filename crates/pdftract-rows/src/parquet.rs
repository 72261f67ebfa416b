//! Rows as Parquet files, compressed by zstd, with row groups of limited size.

use std::io::Write;

use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use crate::arrow::{Batch, arrow_schema};
use crate::schema::RowSchema;
use crate::value::{Row, Value};

/// Bytes of values that are collected before they are encoded.
const BATCH_BYTES: usize = 4 << 20;
/// Rows that are collected before they are encoded.
const BATCH_ROWS: usize = 8_192;

/// Writes one Parquet file.
pub struct PartWriter<W: Write + Send> {
    writer: ArrowWriter<W>,
    batch: Batch,
    /// Bytes of the values in the batch, and of all values of the row group before it.
    batch_bytes: usize,
    group_bytes: usize,
    most_group_bytes: usize,
}

impl<W: Write + Send> PartWriter<W> {
    /// Begins a file whose row groups end when their values have this many bytes before compression.
    ///
    /// # Errors
    ///
    /// Returns the error of the output.
    pub fn new(out: W, schema: &RowSchema, row_group_bytes: usize) -> Result<Self, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_created_by(concat!("pdftract ", env!("CARGO_PKG_VERSION")).to_owned())
            // Texts are hardly ever equal: a dictionary of them costs memory and time. Short columns gain from zstd anyway.
            .set_dictionary_enabled(false)
            .set_max_row_group_row_count(None)
            .build();
        let writer = ArrowWriter::try_new(out, arrow_schema(schema), Some(properties))?;
        let (batch, most_group_bytes) = (Batch::new(schema), row_group_bytes.max(1));
        Ok(Self { writer, batch, batch_bytes: 0, group_bytes: 0, most_group_bytes })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// Returns the error of the output.
    pub fn push(&mut self, row: Row) -> Result<(), ParquetError> {
        self.batch_bytes += row.iter().map(size).sum::<usize>();
        self.batch.push(row);
        if self.batch_bytes >= BATCH_BYTES || self.batch.len() >= BATCH_ROWS {
            self.encode()?;
        }
        Ok(())
    }

    fn encode(&mut self) -> Result<(), ParquetError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        self.writer.write(&self.batch.finish()?)?;
        self.group_bytes += std::mem::take(&mut self.batch_bytes);
        if self.group_bytes >= self.most_group_bytes {
            self.group_bytes = 0;
            self.writer.flush()?;
        }
        Ok(())
    }

    /// Returns about how many bytes the file has so far, after compression. Rows that are not encoded yet count with their
    /// size before it.
    pub fn size(&self) -> usize {
        self.writer.bytes_written() + self.writer.in_progress_size() + self.batch_bytes
    }

    /// Ends the file and returns its output, flushed.
    ///
    /// # Errors
    ///
    /// Returns the error of the output.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        self.encode()?;
        self.writer.into_inner()
    }
}

/// Returns about how many bytes a value has.
fn size(value: &Value) -> usize {
    match value {
        Value::Null | Value::Flag(_) => 1,
        Value::Int(_) | Value::Number(_) => 8,
        Value::Text(text) => text.len(),
        Value::Texts(texts) => texts.iter().map(String::len).sum(),
        Value::Ints(numbers) => numbers.len() * 4,
        Value::Boxes(boxes) => boxes.len() * 36,
        Value::Blocks(blocks) => blocks.iter().map(|block| 64 + block.text.len()).sum(),
        Value::Spans(spans) => spans.len() * 20,
    }
}
