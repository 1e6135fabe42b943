//! Indexes in Parquet.

use std::fs::File;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_schema::DataType;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::{COLUMNS, Records, add, no_column};

/// Reads an index, of which the three columns are decoded.
///
/// # Errors
///
/// A phrase.
pub(super) fn read(file: File, records: &mut Records) -> Result<(), String> {
    let builder =
        ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| error.to_string())?;
    for name in COLUMNS {
        builder.schema().index_of(name).map_err(|_| no_column(name))?;
    }
    let mask = ProjectionMask::columns(builder.parquet_schema(), COLUMNS);
    let batches = builder.with_projection(mask).build().map_err(|error| error.to_string())?;
    let mut number = 0;
    for batch in batches {
        let batch = batch.map_err(|error| error.to_string())?;
        let column = |name: &str| batch.column_by_name(name).ok_or_else(|| no_column(name));
        let names = texts(column(COLUMNS[0])?)?;
        let offsets = counts(column(COLUMNS[1])?, COLUMNS[1])?;
        let lengths = counts(column(COLUMNS[2])?, COLUMNS[2])?;
        for ((name, offset), length) in names.into_iter().zip(offsets).zip(lengths) {
            number += 1;
            add(records, number, (name, offset, length))?;
        }
    }
    Ok(())
}

fn texts(array: &ArrayRef) -> Result<Vec<Option<&str>>, String> {
    Ok(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().collect(),
        DataType::Utf8View => array.as_string_view().iter().collect(),
        DataType::Dictionary(..) => {
            let values = array.as_any_dictionary();
            let texts = texts(values.values())?;
            if texts.is_empty() {
                return Ok(vec![None; array.len()]);
            }
            let keys = values.normalized_keys().into_iter().enumerate();
            keys.map(|(at, key)| texts[key].filter(|_| values.keys().is_valid(at))).collect()
        }
        other => return Err(format!("the column {} has no texts but {other}", COLUMNS[0])),
    })
}

/// Returns the numbers of a column. A negative one is none.
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
