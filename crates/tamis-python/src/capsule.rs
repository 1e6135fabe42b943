//! Arrow's C data interface in Python's capsules: the only module with unsafe code.
//!
//! Source: Arrow, "The Arrow `PyCapsule` Interface". A capsule of that name holds a pointer to the
//! structure. Whoever reads it moves the content out, and leaves a structure that is released.
#![allow(unsafe_code)]

use std::ffi::CStr;

use arrow_array::ffi::{FFI_ArrowArray, from_ffi};
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{Schema, SchemaRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods, PyTuple};

use crate::error::error;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

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

/// Record batches with their schema.
pub(crate) struct Batches {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Vec<RecordBatch>,
}

/// Returns the batches of an object with the method `__arrow_c_array__` or `__arrow_c_stream__`,
/// such as those of pyarrow, polars, `DuckDB` and arro3.
///
/// # Errors
///
/// `TypeError` if the object has neither.
pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<Batches> {
    if object.hasattr("__arrow_c_array__")? {
        let batch = read_array(object)?;
        return Ok(Batches { schema: batch.schema(), batches: vec![batch] });
    }
    if object.hasattr("__arrow_c_stream__")? {
        return read_stream(object);
    }
    let name = object.get_type().name()?;
    let message = format!("a batch has `__arrow_c_array__` or `__arrow_c_stream__`, unlike {name}");
    Err(PyTypeError::new_err(message))
}

fn read_array(object: &Bound<'_, PyAny>) -> PyResult<RecordBatch> {
    let pair = object.call_method0("__arrow_c_array__")?;
    let pair = pair.cast::<PyTuple>()?;
    let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
    let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(SCHEMA))?;
    let array = array.cast::<PyCapsule>()?.pointer_checked(Some(ARRAY))?;
    // SAFETY: capsules of these names hold these structures, and live as long as `pair`. Nobody
    // else looks at them while they are moved out, since Python calls this function alone.
    let data = unsafe {
        let schema = FFI_ArrowSchema::from_raw(schema.as_ptr().cast());
        let array = FFI_ArrowArray::from_raw(array.as_ptr().cast());
        from_ffi(array, &schema)
    };
    let data = data.map_err(|failure| error(object.py(), failure))?;
    if !matches!(data.data_type(), arrow_schema::DataType::Struct(_)) {
        return Err(PyTypeError::new_err("the Arrow array is no batch: it has no columns"));
    }
    Ok(RecordBatch::from(StructArray::from(data)))
}

fn read_stream(object: &Bound<'_, PyAny>) -> PyResult<Batches> {
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(STREAM))?;
    // SAFETY: as in `read_array`.
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer.as_ptr().cast()) };
    let failed = |failure| error(object.py(), failure);
    let reader = reader.map_err(failed)?;
    let schema = reader.schema();
    Ok(Batches { schema, batches: reader.collect::<Result<_, _>>().map_err(failed)? })
}
