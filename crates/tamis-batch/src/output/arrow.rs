//! Rows as Arrow record batches, and files of them.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, LargeStringBuilder, ListBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::{HashedFile, RowWriter};
use crate::column::{Column, Value, ValueType};
use crate::row::Row;

/// The key of a column's description in the metadata of its field.
const DESCRIPTION: &str = "description";

/// The most bytes of texts that an ordinary column of texts can have: its offsets have 32 bits.
const MAX_TEXT_BYTES: usize = i32::MAX as usize;

/// Returns the Arrow schema of columns. Everything may be null except lists, their texts, and what
/// is true or false. The metadata of each field have the column's description.
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
            ValueType::Boolean => (DataType::Boolean, false),
        };
        let description = HashMap::from([(DESCRIPTION.to_owned(), column.doc())]);
        Field::new(column.name(), data_type, is_nullable).with_metadata(description)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn item_field() -> Field {
    Field::new("item", DataType::Utf8, false)
}

/// Returns these columns of rows. A column with more than 2 GiB of text has another type than in
/// the schema: `LargeUtf8`.
pub(crate) fn record_batch(
    schema: &SchemaRef,
    columns: &[Column],
    rows: &[Row],
) -> Result<RecordBatch, ArrowError> {
    record_batch_within(MAX_TEXT_BYTES, schema, columns, rows)
}

fn record_batch_within(
    max_text_bytes: usize,
    schema: &SchemaRef,
    columns: &[Column],
    rows: &[Row],
) -> Result<RecordBatch, ArrowError> {
    let arrays: Vec<ArrayRef> =
        columns.iter().map(|column| array(column, rows, max_text_bytes)).collect();
    let is_large = |array: &ArrayRef| array.data_type() == &DataType::LargeUtf8;
    if !arrays.iter().any(is_large) {
        return RecordBatch::try_new(Arc::clone(schema), arrays);
    }
    let fields = schema.fields().iter().zip(&arrays);
    let fields = fields
        .map(|(field, array)| field.as_ref().clone().with_data_type(array.data_type().clone()));
    RecordBatch::try_new(Arc::new(Schema::new(fields.collect::<Vec<_>>())), arrays)
}

fn array(column: &Column, rows: &[Row], max_text_bytes: usize) -> ArrayRef {
    let values = rows.iter().map(|row| column.value(row));
    match column.value_type() {
        ValueType::Text
            if values.clone().map(|of| as_text(of).map_or(0, str::len)).sum::<usize>()
                > max_text_bytes =>
        {
            let mut builder = LargeStringBuilder::new();
            values.for_each(|value| builder.append_option(as_text(value)));
            Arc::new(builder.finish())
        }
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
        ValueType::Boolean => {
            let mut builder = BooleanBuilder::new();
            values.for_each(|value| builder.append_value(matches!(value, Value::Boolean(true))));
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

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;

    use super::*;
    use crate::row::Content;

    #[test]
    fn long_columns_have_large_offsets() {
        let columns = Column::default_for(&[tamis::Strategy::Auto]);
        let named = |name| columns.iter().position(|column| column.name() == name).unwrap();
        let row = |title: &str| {
            let mut row = Row::of_page(None);
            let title = Some(title.to_owned());
            row.content = Some(Content { title, ..Content::default() });
            row
        };
        let rows = [row("One"), Row::of_page(None), row("Three")];
        let schema = schema(&columns);
        let title = named("title");
        for (max_bytes, expected) in [(8, DataType::Utf8), (7, DataType::LargeUtf8)] {
            let batch = record_batch_within(max_bytes, &schema, &columns, &rows).unwrap();
            assert_eq!(batch.column(title).data_type(), &expected);
            assert_eq!(batch.schema().field(title).data_type(), &expected);
            let metadata = batch.schema().field(title).metadata().clone();
            assert_eq!(&metadata, schema.field(title).metadata());
            assert_eq!(batch.schema().field(named("words")).data_type(), &DataType::Int64);
            assert!(batch.column(title).is_null(1));
        }
        let batch = record_batch_within(7, &schema, &columns, &rows).unwrap();
        assert_eq!(batch.column(title).as_string::<i64>().value(2), "Three");
    }
}
