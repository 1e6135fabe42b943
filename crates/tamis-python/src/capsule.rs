//! Arrow's C data interface in Python's capsules. With its module, the only code of the workspace
//! that is unsafe.
//!
//! Source: Arrow, "The Arrow `PyCapsule` Interface". A capsule of that name holds a pointer to the
//! structure. Whoever reads it moves the content out, and leaves a structure that is released.
//!
//! What comes in is not trusted. Other libraries pass on what a file says: pyarrow reads a Parquet
//! file whose texts are not UTF-8 without a look at them. So each column is validated before it
//! gets the type in which Rust takes its texts and offsets for granted.
#![allow(unsafe_code)]

mod structures;

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray, make_array};
use arrow_data::ArrayData;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods, PyTuple};

use crate::error::error;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

type Result<T> = std::result::Result<T, ArrowError>;

/// Returns a capsule with a schema.
pub(crate) fn schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|failure| error(py, failure))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// Returns capsules with the schema and the columns of a batch.
pub(crate) fn batch<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let columns = StructArray::from(batch.clone()).into_data();
    let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&columns), ARRAY)?;
    Ok((schema(py, &batch.schema())?, array))
}

/// Returns a capsule with a stream of batches.
pub(crate) fn stream(
    py: Python<'_>,
    batches: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(batches), STREAM)
}

/// Columns of record batches.
pub(crate) struct Batches {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Vec<RecordBatch>,
}

/// Returns columns of an object with the method `__arrow_c_array__` or `__arrow_c_stream__`, such
/// as those of pyarrow, polars, `DuckDB` and arro3: each column once, in the order of the object.
///
/// # Errors
///
/// `TypeError` if the object has neither method, or no columns. `KeyError` if it has no column of
/// one of the names, unless that is `optional`. `Error` if its data breaks Arrow's rules.
pub(crate) fn read(
    object: &Bound<'_, PyAny>,
    names: &[&str],
    optional: Option<&str>,
) -> PyResult<Batches> {
    if object.hasattr("__arrow_c_array__")? {
        return read_array(object, names, optional);
    }
    if object.hasattr("__arrow_c_stream__")? {
        return read_stream(object, names, optional);
    }
    let name = object.get_type().name()?;
    let message = format!("a batch has `__arrow_c_array__` or `__arrow_c_stream__`, unlike {name}");
    Err(PyTypeError::new_err(message))
}

/// Returns the place of a column.
pub(crate) fn find(schema: &Schema, name: &str) -> PyResult<usize> {
    schema.index_of(name).map_err(|_| {
        let known: Vec<&str> = schema.fields().iter().map(|field| &**field.name()).collect();
        PyKeyError::new_err(format!("no column `{name}`: there are {}", known.join(", ")))
    })
}

fn read_array(
    object: &Bound<'_, PyAny>,
    names: &[&str],
    optional: Option<&str>,
) -> PyResult<Batches> {
    let py = object.py();
    let pair = object.call_method0("__arrow_c_array__")?;
    let pair = pair.cast::<PyTuple>()?;
    let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
    let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(SCHEMA))?;
    let array = array.cast::<PyCapsule>()?.pointer_checked(Some(ARRAY))?;
    // SAFETY: capsules of these names hold these structures, and live as long as `pair`. Nobody
    // else looks at them while they are moved out, since Python calls this function alone.
    let (schema, array) = unsafe {
        let schema = FFI_ArrowSchema::from_raw(schema.as_ptr().cast());
        (schema, FFI_ArrowArray::from_raw(array.as_ptr().cast()))
    };
    let columns = Columns::new(py, schema, names, optional)?;
    let batch = py.detach(|| columns.batch(array)).map_err(|failure| error(py, failure))?;
    Ok(Batches { schema: columns.schema, batches: vec![batch] })
}

fn read_stream(
    object: &Bound<'_, PyAny>,
    names: &[&str],
    optional: Option<&str>,
) -> PyResult<Batches> {
    let py = object.py();
    let failed = |failure| error(py, failure);
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(STREAM))?;
    // SAFETY: as in `read_array`.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr().cast()) };
    let mut stream = Stream(stream);
    let schema = py.detach(|| stream.schema()).map_err(failed)?;
    let columns = Columns::new(py, schema, names, optional)?;
    // The stream may need Python's lock in a thread of its own.
    let batches = py.detach(|| stream.map(|array| columns.batch(array?)).collect::<Result<_>>());
    Ok(Batches { schema: columns.schema, batches: batches.map_err(failed)? })
}

/// The columns that are read.
struct Columns {
    /// The type of the structs that are batches.
    whole: DataType,
    places: Vec<usize>,
    schema: SchemaRef,
}

impl Columns {
    fn new(
        py: Python<'_>,
        mut given: FFI_ArrowSchema,
        names: &[&str],
        optional: Option<&str>,
    ) -> PyResult<Columns> {
        let failed = |failure| error(py, failure);
        // SAFETY: whoever makes a capsule follows the interface, and this is the only reader.
        unsafe { structures::check_schema(&mut given) }.map_err(failed)?;
        let whole = DataType::try_from(&given).map_err(failed)?;
        let DataType::Struct(fields) = &whole else {
            return Err(PyTypeError::new_err("the Arrow array is no batch: it has no columns"));
        };
        let schema = Schema::new_with_metadata(fields.clone(), given.metadata().map_err(failed)?);
        let is_missing = |name: &&&str| optional == Some(**name) && schema.index_of(name).is_err();
        let present = names.iter().filter(|name| !is_missing(name));
        let places: PyResult<Vec<_>> = present.map(|name| find(&schema, name)).collect();
        let mut places = places?;
        places.sort_unstable();
        places.dedup();
        let schema = Arc::new(schema.project(&places).map_err(failed)?);
        Ok(Columns { whole, places, schema })
    }

    /// Returns the columns of an array.
    ///
    /// # Errors
    ///
    /// If the array is not of the type of the schema, has rows that are null, or breaks a rule of
    /// Arrow in one of the columns.
    fn batch(&self, mut array: FFI_ArrowArray) -> Result<RecordBatch> {
        // SAFETY: as in `new`.
        unsafe { structures::check_array(&mut array, &self.whole) }?;
        if array.is_empty() {
            return Ok(RecordBatch::new_empty(SchemaRef::clone(&self.schema)));
        }
        // SAFETY: the array has the shape of the type, which is all that the importer relies on.
        let rows = unsafe { from_ffi_and_data_type(array, self.whole.clone()) }?;
        if rows.null_count() > 0 {
            let message = "the Arrow array is no batch: some of its rows are null";
            return Err(ArrowError::CDataInterface(message.to_owned()));
        }
        let columns = self.places.iter().zip(self.schema.fields()).map(|(&place, field)| {
            let column = validated(rows.child_data()[place].clone()).and_then(|column| {
                let enough = rows.offset() + rows.len() <= column.len();
                enough.then(|| column.slice(rows.offset(), rows.len())).ok_or_else(|| {
                    let message = format!("{} rows are too few", column.len());
                    ArrowError::InvalidArgumentError(message)
                })
            });
            let invalid = |failure| {
                let message = format!("the column `{}` is not valid: {failure}", field.name());
                ArrowError::CDataInterface(message)
            };
            column.map(make_array).map_err(invalid)
        });
        RecordBatch::try_new(SchemaRef::clone(&self.schema), columns.collect::<Result<_>>()?)
    }
}

/// Returns an array whose offsets, indices and texts are valid, with those of its children.
///
/// Not [`ArrayData::validate_full`], which refuses what Arrow allows: an array of no rows may have
/// any first offset. So has the empty slice that a Rust library makes from the end of a column.
fn validated(data: ArrayData) -> Result<ArrayData> {
    if data.is_empty() {
        return Ok(ArrayData::new_empty(data.data_type()));
    }
    // A negative length, which is that of no buffer.
    if data.buffers().iter().any(|buffer| isize::try_from(buffer.len()).is_err()) {
        return Err(ArrowError::InvalidArgumentError("the length of a buffer is negative".into()));
    }
    let children = data.child_data().iter().cloned().map(validated).collect::<Result<_>>()?;
    data.into_builder().child_data(children).build()
}

/// A stream that is read. Unlike the reader of `arrow-array`, gives arrays nobody has looked into.
struct Stream(FFI_ArrowArrayStream);

impl Stream {
    fn schema(&mut self) -> Result<FFI_ArrowSchema> {
        if self.0.release().is_none() {
            return Err(ArrowError::CDataInterface("the stream was read before".to_owned()));
        }
        let call = self.0.get_schema().ok_or_else(incomplete)?;
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: the stream is not released, and both structures live.
        let code = unsafe { call(&raw mut self.0, &raw mut schema) };
        self.check(code).map(|()| schema)
    }

    fn array(&mut self) -> Result<FFI_ArrowArray> {
        let call = self.0.get_next().ok_or_else(incomplete)?;
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as in `schema`, which is called first.
        let code = unsafe { call(&raw mut self.0, &raw mut array) };
        self.check(code).map(|()| array)
    }

    /// Returns an error with the stream's own message if its last call did not return 0.
    fn check(&mut self, code: i32) -> Result<()> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: the last call failed. The text lives until the next one.
        let message = self.0.get_last_error().and_then(|call| unsafe {
            let message = call(&raw mut self.0);
            (!message.is_null()).then(|| CStr::from_ptr(message).to_string_lossy().into_owned())
        });
        let message = message.unwrap_or_else(|| format!("code {code}"));
        Err(ArrowError::CDataInterface(format!("the stream cannot be read: {message}")))
    }
}

impl Iterator for Stream {
    type Item = Result<FFI_ArrowArray>;

    fn next(&mut self) -> Option<Self::Item> {
        // After the last array comes one that is released.
        self.array().map(|array| (!array.is_released()).then_some(array)).transpose()
    }
}

fn incomplete() -> ArrowError {
    ArrowError::CDataInterface("the stream lacks a function".to_owned())
}
