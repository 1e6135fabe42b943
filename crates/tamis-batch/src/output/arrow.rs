//! Rows as Arrow record batches, and files of them.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::{HashedFile, RowWriter};
use crate::column::{Column, Value, ValueType};
use crate::row::Row;

/// The key of a column's description in the metadata of its field.
const DESCRIPTION: &str = "description";

/// Returns the Arrow schema of columns. Everything may be null except lists and their texts. The
/// metadata of each field have the column's description.
///
/// ```
/// use tamis::Strategy;
/// use tamis_batch::{Column, schema};
/// let schema = schema(&Column::default_for(&[Strategy::Auto]));
/// assert_eq!(schema.field(0).name(), "id");
/// ```
pub fn schema(columns: &[Column]) -> SchemaRef {
    let fields = columns.iter().map(|column| {
        let (data_type, is_nullable) = match column.value_type() {
            ValueType::Text => (DataType::Utf8, true),
            ValueType::Integer => (DataType::Int64, true),
            ValueType::Float => (DataType::Float64, true),
            ValueType::List => (DataType::List(Arc::new(item_field())), false),
        };
        let description = HashMap::from([(DESCRIPTION.to_owned(), column.doc())]);
        Field::new(column.name(), data_type, is_nullable).with_metadata(description)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn item_field() -> Field {
    Field::new("item", DataType::Utf8, false)
}

/// Returns these columns of rows.
pub(crate) fn record_batch(
    schema: &SchemaRef,
    columns: &[Column],
    rows: &[Row],
) -> Result<RecordBatch, ArrowError> {
    let arrays = columns.iter().map(|column| array(column, rows)).collect();
    RecordBatch::try_new(Arc::clone(schema), arrays)
}

fn array(column: &Column, rows: &[Row]) -> ArrayRef {
    let values = rows.iter().map(|row| column.value(row));
    match column.value_type() {
        ValueType::Text => {
            let mut builder = StringBuilder::new();
            values.for_each(|value| builder.append_option(as_text(value)));
            Arc::new(builder.finish())
        }
        ValueType::Integer => {
            let mut builder = Int64Builder::new();
            values.for_each(|value| builder.append_option(as_integer(value)));
            Arc::new(builder.finish())
        }
        ValueType::Float => {
            let mut builder = Float64Builder::new();
            values.for_each(|value| builder.append_option(as_float(value)));
            Arc::new(builder.finish())
        }
        ValueType::List => {
            let mut builder = ListBuilder::new(StringBuilder::new()).with_field(item_field());
            for value in values {
                for item in as_list(value) {
                    builder.values().append_value(item);
                }
                builder.append(true);
            }
            Arc::new(builder.finish())
        }
    }
}

fn as_text(value: Value<'_>) -> Option<&str> {
    if let Value::Text(text) = value { text } else { None }
}

fn as_integer(value: Value<'_>) -> Option<i64> {
    if let Value::Integer(number) = value { number } else { None }
}

fn as_float(value: Value<'_>) -> Option<f64> {
    if let Value::Float(number) = value { number } else { None }
}

fn as_list(value: Value<'_>) -> &[String] {
    if let Value::List(items) = value { items } else { &[] }
}

/// A file of Arrow IPC.
pub(super) struct ArrowRows {
    writer: FileWriter<HashedFile>,
    columns: Vec<Column>,
    schema: SchemaRef,
}

impl ArrowRows {
    pub(super) fn new(
        file: HashedFile,
        columns: &[Column],
        facts: &[(String, String)],
    ) -> io::Result<ArrowRows> {
        let schema = schema(columns);
        let options = IpcWriteOptions::default()
            .try_with_compression(Some(CompressionType::ZSTD))
            .map_err(io::Error::other)?;
        let mut writer =
            FileWriter::try_new_with_options(file, &schema, options).map_err(io::Error::other)?;
        for (name, value) in facts {
            writer.write_metadata(name, value);
        }
        Ok(ArrowRows { writer, columns: columns.to_vec(), schema })
    }
}

impl RowWriter for ArrowRows {
    fn write(&mut self, rows: &[Row]) -> io::Result<()> {
        let batch = record_batch(&self.schema, &self.columns, rows).map_err(io::Error::other)?;
        self.writer.write(&batch).map_err(io::Error::other)
    }

    fn finish(mut self: Box<Self>) -> io::Result<HashedFile> {
        self.writer.finish().map_err(io::Error::other)?;
        self.writer.into_inner().map_err(io::Error::other)
    }
}
