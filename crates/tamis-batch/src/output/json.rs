//! Rows as JSON Lines.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{HashedFile, RowWriter};
use crate::column::{Column, Value};
use crate::row::Row;

/// The level of zstd: see `parquet.rs`.
const ZSTD_LEVEL: i32 = 3;

/// A file of JSON Lines, compressed or not.
pub(super) struct JsonRows {
    out: Out,
    columns: Vec<(String, Column)>,
}

enum Out {
    Plain(HashedFile),
    Zstd(zstd::Encoder<'static, HashedFile>),
}

/// A row as an object with all columns, also those that are null.
struct JsonRow<'r>(&'r [(String, Column)], &'r Row);

impl JsonRows {
    pub(super) fn plain(file: HashedFile, columns: &[Column]) -> JsonRows {
        JsonRows { out: Out::Plain(file), columns: named(columns) }
    }

    pub(super) fn compressed(file: HashedFile, columns: &[Column]) -> io::Result<JsonRows> {
        let encoder = zstd::Encoder::new(file, ZSTD_LEVEL)?;
        Ok(JsonRows { out: Out::Zstd(encoder), columns: named(columns) })
    }
}

fn named(columns: &[Column]) -> Vec<(String, Column)> {
    columns.iter().map(|column| (column.name(), *column)).collect()
}

impl RowWriter for JsonRows {
    fn write(&mut self, rows: &[Row]) -> io::Result<()> {
        let out: &mut dyn Write = match &mut self.out {
            Out::Plain(file) => file,
            Out::Zstd(encoder) => encoder,
        };
        for row in rows {
            let mut line = serde_json::to_vec(&JsonRow(&self.columns, row))?;
            line.push(b'\n');
            out.write_all(&line)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<HashedFile> {
        match self.out {
            Out::Plain(file) => Ok(file),
            Out::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JsonRow(columns, row) = self;
        let mut map = serializer.serialize_map(Some(columns.len()))?;
        for (name, column) in *columns {
            match column.value(row) {
                Value::Text(text) => map.serialize_entry(name, &text)?,
                Value::Integer(number) => map.serialize_entry(name, &number)?,
                Value::Float(number) => map.serialize_entry(name, &number)?,
                Value::List(items) => map.serialize_entry(name, items)?,
                Value::Boolean(value) => map.serialize_entry(name, &value)?,
            }
        }
        map.end()
    }
}
