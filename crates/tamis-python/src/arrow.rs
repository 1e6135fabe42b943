//! The classes `Schema`, `RecordBatch` and `RecordBatchStream`: Arrow's data for any library that
//! reads it.

use std::sync::{Mutex, PoisonError};

use arrow_array::{RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::capsule;
use crate::error::batch_error;

/// The names and types of columns.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Schema(pub(crate) SchemaRef);

/// Rows, column by column.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct RecordBatch(pub(crate) arrow_array::RecordBatch);

/// The source of a stream.
pub(crate) type Batches =
    Box<dyn Iterator<Item = Result<arrow_array::RecordBatch, tamis_batch::Error>> + Send>;

/// Record batches, one after the other. They are read once: by iteration or by another library.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct RecordBatchStream {
    schema: SchemaRef,
    /// `None` after another library took them.
    batches: Mutex<Option<Batches>>,
}

type Capsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

#[pymethods]
impl Schema {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.0.fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema(py, &self.0)
    }

    fn __repr__(&self) -> String {
        format!("<tamis.Schema {:?}>", self.names())
    }
}

#[pymethods]
impl RecordBatch {
    /// The names and types of the columns.
    #[getter]
    fn schema(&self) -> Schema {
        Schema(self.0.schema())
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema(py, &self.0.schema())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        // The interface allows that the request is not met.
        drop(requested_schema);
        capsule::batch(py, &self.0)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = [Ok(self.0.clone())];
        capsule::stream(py, Box::new(RecordBatchIterator::new(batches, self.0.schema())))
    }

    fn __repr__(&self) -> String {
        format!("<tamis.RecordBatch {} x {}>", self.0.num_rows(), self.0.num_columns())
    }
}

impl RecordBatchStream {
    pub(crate) fn new(schema: SchemaRef, batches: Batches) -> RecordBatchStream {
        RecordBatchStream { schema, batches: Mutex::new(Some(batches)) }
    }
}

#[pymethods]
impl RecordBatchStream {
    /// The names and types of the columns.
    #[getter]
    fn schema(&self) -> Schema {
        Schema(SchemaRef::clone(&self.schema))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema(py, &self.schema)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner).take();
        let batches = batches.ok_or_else(|| PyValueError::new_err("the stream was read before"))?;
        let batches = batches.map(|batch| batch.map_err(|error| arrow_error(&error)));
        let schema = SchemaRef::clone(&self.schema);
        let reader: Box<dyn RecordBatchReader + Send> =
            Box::new(RecordBatchIterator::new(batches, schema));
        capsule::stream(py, reader)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        let next = py.detach(|| {
            self.batches.lock().unwrap_or_else(PoisonError::into_inner).as_mut()?.next()
        });
        py.check_signals()?;
        next.transpose()
            .map(|batch| batch.map(RecordBatch))
            .map_err(|error| batch_error(py, &error))
    }
}

fn arrow_error(error: &tamis_batch::Error) -> ArrowError {
    ArrowError::ExternalError(error.to_string().into())
}
