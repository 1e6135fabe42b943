//! Indexes in Parquet.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, new_empty_array};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};

use super::{COLUMNS, Records, add, claims, no_column};

/// The number of rows that are decoded at once. Each may have a name as long as a page.
const BATCH_ROWS: usize = 64;

/// The number of rows that any index may have. An index with more rows must have at least as many
/// bytes as rows, because the place of a record takes more than a byte. Otherwise a short file that
/// claims many rows would fill the memory.
const FREE_ROWS: u64 = 1 << 20;

/// Reads an index, of which the three columns are decoded.
///
/// # Errors
///
/// A phrase.
pub(super) fn read(file: &File, records: &mut Records) -> Result<(), String> {
    // The library panics on some damage.
    catch_unwind(AssertUnwindSafe(|| read_rows(file, records)))
        .unwrap_or_else(|_| Err("it is damaged".into()))
}

fn read_rows(file: &File, records: &mut Records) -> Result<(), String> {
    let most = file.metadata().map_err(phrase)?.len().max(FREE_ROWS);
    let mut number = 0;
    for batch in open(file)? {
        let batch = batch.map_err(phrase)?;
        let column = |name: &str| batch.column_by_name(name).ok_or_else(|| no_column(name));
        let names = texts(column(COLUMNS[0])?)?;
        let offsets = counts(column(COLUMNS[1])?, COLUMNS[1])?;
        let lengths = counts(column(COLUMNS[2])?, COLUMNS[2])?;
        for ((name, offset), length) in names.into_iter().zip(offsets).zip(lengths) {
            number += 1;
            if number > most {
                return Err("it has more rows than bytes".into());
            }
            add(records, number, (name, offset, length))?;
        }
    }
    Ok(())
}

/// Opens an index after checking what it claims.
fn open(file: &File) -> Result<ParquetRecordBatchReader, String> {
    claims::check_footer(file).map_err(phrase)?;
    // The types are those of Parquet, whatever the writer had in memory.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let metadata = ArrowReaderMetadata::load(file, options.clone()).map_err(phrase)?;
    for name in COLUMNS {
        metadata.schema().index_of(name).map_err(|_| no_column(name))?;
    }
    // Views of texts share the memory of their page.
    let fields = metadata.schema().fields().iter().map(|field| match field.data_type() {
        DataType::Utf8 => Arc::new(Field::clone(field).with_data_type(DataType::Utf8View)),
        _ => Arc::clone(field),
    });
    let options = options.with_schema(Arc::new(Schema::new(fields.collect::<Vec<_>>())));
    let metadata =
        ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options).map_err(phrase)?;
    check_types(metadata.schema())?;
    let mask = ProjectionMask::columns(metadata.parquet_schema(), COLUMNS);
    let mut left = file.metadata().map_err(phrase)?.len();
    for group in metadata.metadata().row_groups() {
        let columns = group.columns().iter().enumerate();
        for (_, column) in columns.filter(|(at, _)| mask.leaf_included(*at)) {
            let (begin, bytes) = column.byte_range();
            // Columns may not overlap, because the same pages would then be read again and again.
            left = left.checked_sub(bytes).ok_or("it claims more than it has")?;
            claims::check_pages(file, begin..begin.saturating_add(bytes)).map_err(phrase)?;
        }
    }
    let file = file.try_clone().map_err(phrase)?;
    ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata)
        .with_projection(mask)
        .with_batch_size(BATCH_ROWS)
        .build()
        .map_err(phrase)
}

/// Checks the types of the three columns, before a list of any length is decoded.
fn check_types(schema: &Schema) -> Result<(), String> {
    let empty = |name| schema.field_with_name(name).map(|field| new_empty_array(field.data_type()));
    texts(&empty(COLUMNS[0]).map_err(phrase)?)?;
    for name in &COLUMNS[1..] {
        counts(&empty(name).map_err(phrase)?, name)?;
    }
    Ok(())
}

fn phrase(error: impl std::error::Error) -> String {
    error.to_string()
}

fn texts(array: &ArrayRef) -> Result<Vec<Option<&str>>, String> {
    match array.data_type() {
        DataType::Utf8View => Ok(array.as_string_view().iter().collect()),
        other => Err(format!("the column {} has no texts but {other}", COLUMNS[0])),
    }
}

/// Returns the numbers of a column. Negative values become `None`.
fn counts(array: &ArrayRef, name: &str) -> Result<Vec<Option<u64>>, String> {
    Ok(match array.data_type() {
        DataType::Int32 => integers::<Int32Type>(array),
        DataType::Int64 => integers::<Int64Type>(array),
        DataType::UInt32 => integers::<UInt32Type>(array),
        DataType::UInt64 => integers::<UInt64Type>(array),
        other => return Err(format!("the column {name} has no integers but {other}")),
    })
}

fn integers<T: ArrowPrimitiveType>(array: &ArrayRef) -> Vec<Option<u64>>
where
    T::Native: TryInto<u64>,
{
    let values = array.as_primitive::<T>().iter();
    values.map(|value| value.and_then(|value| value.try_into().ok())).collect()
}
