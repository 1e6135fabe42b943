//! Rows as Apache Parquet.

use std::io;

use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::{HashedFile, RowWriter, record_batch, schema};
use crate::column::Column;
use crate::row::Row;

/// The number of rows after which a row group ends: with the texts of ordinary pages some 50 MB.
const GROUP_ROWS: usize = 8192;
/// The length of all texts after which a row group ends, in bytes. Readers hold a column of a row
/// group in memory.
const GROUP_BYTES: usize = 128 << 20;
/// The length of a page of a column, in bytes before compression. A dictionary is at most as long.
/// Pages are compressed when they are full, so small ones leave little to do at the end.
const PAGE_BYTES: usize = 256 << 10;
/// The level of zstd: the default of its authors. Higher levels cost more time than extracting
/// saves.
const ZSTD_LEVEL: i32 = 3;

/// A Parquet file. Its row groups depend on the rows alone, so that the same rows make the same
/// bytes.
pub(super) struct ParquetRows {
    writer: ArrowWriter<HashedFile>,
    columns: Vec<Column>,
    schema: SchemaRef,
    group_rows: usize,
    group_bytes: usize,
}

impl ParquetRows {
    pub(super) fn new(
        file: HashedFile,
        columns: &[Column],
        facts: &[(String, String)],
    ) -> io::Result<ParquetRows> {
        let schema = schema(columns);
        let facts = facts.iter().map(|(name, value)| KeyValue::new(name.clone(), value.clone()));
        let level = ZstdLevel::try_new(ZSTD_LEVEL).map_err(io::Error::other)?;
        let properties = WriterProperties::builder()
            .set_data_page_size_limit(PAGE_BYTES)
            .set_dictionary_page_size_limit(PAGE_BYTES)
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("tamis ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(facts.collect()))
            .build();
        let writer = ArrowWriter::try_new(file, SchemaRef::clone(&schema), Some(properties))
            .map_err(io::Error::other)?;
        Ok(ParquetRows { writer, columns: columns.to_vec(), schema, group_rows: 0, group_bytes: 0 })
    }
}

impl RowWriter for ParquetRows {
    /// Returns a small number. The batches do not show in the file, and while one thread encodes
    /// rows, the others read pages.
    fn batch_rows(&self) -> usize {
        32
    }

    fn write(&mut self, rows: &[Row]) -> io::Result<()> {
        let batch = record_batch(&self.schema, &self.columns, rows).map_err(io::Error::other)?;
        self.writer.write(&batch).map_err(io::Error::other)?;
        self.group_rows += rows.len();
        self.group_bytes += rows.iter().map(Row::text_bytes).sum::<usize>();
        if self.group_rows >= GROUP_ROWS || self.group_bytes >= GROUP_BYTES {
            self.writer.flush().map_err(io::Error::other)?;
            (self.group_rows, self.group_bytes) = (0, 0);
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<HashedFile> {
        self.writer.into_inner().map_err(io::Error::other)
    }
}
