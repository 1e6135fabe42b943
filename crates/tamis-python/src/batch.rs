//! Batches of pages and archives, and whole runs.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, new_empty_array, new_null_array};
use arrow_schema::{ArrowError, DataType, FieldRef};
use arrow_select::concat::concat;
use arrow_select::take::take;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tamis_batch::{
    BatchSize, Batches, Column, Format, PageInput, Pages, Progress, Summary, ValueType,
};

use crate::arrow::{RecordBatch, RecordBatchStream, Schema};
use crate::capsule::{self, find};
use crate::error::{batch_error, config_error, error};
use crate::selection::{self, Selection};
use crate::shared::guarded;
use crate::sources::Sources;

/// The column of addresses unless another is named. It may be missing.
const DEFAULT_URL: &str = "url";

/// The time between two looks at Python's signals and calls of the progress function.
const WATCH: Duration = Duration::from_millis(100);

/// Returns each column's name, type and description.
#[pyfunction]
pub(crate) fn columns(
    py: Python<'_>,
    strategies: Vec<String>,
) -> PyResult<Vec<(String, &'static str, String)>> {
    let columns = Column::all(&selection::strategies(py, &strategies)?).into_iter();
    let described = columns.map(|column| (column.name(), type_name(column), column.doc()));
    Ok(described.collect())
}

fn type_name(column: Column) -> &'static str {
    match column.value_type() {
        ValueType::Integer => "integer",
        ValueType::Float => "number",
        ValueType::List => "list of texts",
        ValueType::Boolean => "true or false",
        _ => "text",
    }
}

/// Returns the schema of the batches of archives, or of pages that come from none.
#[pyfunction]
#[pyo3(signature = (selection, *, of_pages))]
pub(crate) fn schema(py: Python<'_>, selection: Selection, of_pages: bool) -> PyResult<Schema> {
    let config = selection.config(py, None)?;
    let columns = if of_pages { config.page_columns() } else { config.selected_columns() };
    let columns = columns.map_err(|error| batch_error(py, &error))?;
    Ok(Schema(tamis_batch::schema(&columns)))
}

/// Extracts from the pages in a column of record batches. Keeps its buffers.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct BatchExtractor(Mutex<Pages>);

#[pymethods]
impl BatchExtractor {
    #[new]
    #[pyo3(signature = (selection, **options))]
    fn new(
        py: Python<'_>,
        selection: Selection,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<BatchExtractor> {
        let config = selection.config(py, options)?;
        let pages = Pages::new(&config).map_err(|error| batch_error(py, &error))?;
        Ok(BatchExtractor(Mutex::new(pages)))
    }

    /// Returns a row for each page in the column `html`, after the columns `keep` of the input: a
    /// batch, or several of them.
    fn extract(
        &self,
        py: Python<'_>,
        batch: &Bound<'_, PyAny>,
        html: &str,
        url: Option<&str>,
        keep: Vec<String>,
    ) -> PyResult<RecordBatch> {
        let kept = keep.iter().map(String::as_str);
        let names: Vec<&str> = [html].into_iter().chain(url).chain(kept).collect();
        let given = capsule::read(batch, &names, Some(DEFAULT_URL))?;
        let url = url.filter(|&url| {
            url != DEFAULT_URL || given.schema.column_with_name(DEFAULT_URL).is_some()
        });
        let columns: PyResult<Vec<_>> =
            given.batches.iter().map(|batch| PageColumns::of(py, batch, html, url)).collect();
        let columns = columns?;
        let pages: PyResult<Vec<_>> = columns.iter().map(|of| of.pages(py, html, url)).collect();
        let pages = pages?.concat();
        let result =
            guarded(py, || self.0.lock().unwrap_or_else(PoisonError::into_inner).batch(&pages))?;
        let result = result.map_err(|error| batch_error(py, &error))?;
        with_kept(py, &given, &keep, result).map(RecordBatch)
    }
}

/// Returns the batch with columns of the input before its own.
fn with_kept(
    py: Python<'_>,
    input: &capsule::Batches,
    keep: &[String],
    result: arrow_array::RecordBatch,
) -> PyResult<arrow_array::RecordBatch> {
    if keep.is_empty() {
        return Ok(result);
    }
    let mut fields: Vec<FieldRef> = Vec::new();
    let mut arrays: Vec<ArrayRef> = Vec::new();
    for name in keep {
        if result.schema().column_with_name(name).is_some() {
            return Err(config_error(py, format!("the column `{name}` is both kept and made")));
        }
        let index = find(&input.schema, name)?;
        fields.push(Arc::clone(&input.schema.fields()[index]));
        let chunks: Vec<&dyn Array> =
            input.batches.iter().map(|batch| batch.column(index).as_ref()).collect();
        arrays.push(match (chunks.as_slice(), input.batches.as_slice()) {
            ([], _) => new_empty_array(input.schema.field(index).data_type()),
            (_, [batch]) => Arc::clone(batch.column(index)),
            (chunks, _) => concat(chunks).map_err(|failure| error(py, failure))?,
        });
    }
    fields.extend(result.schema().fields().iter().cloned());
    arrays.extend(result.columns().iter().cloned());
    let schema = Arc::new(arrow_schema::Schema::new(fields));
    arrow_array::RecordBatch::try_new(schema, arrays).map_err(|failure| error(py, failure))
}

/// The columns of a batch that are read, without dictionaries.
struct PageColumns {
    html: ArrayRef,
    url: Option<ArrayRef>,
}

impl PageColumns {
    fn of(
        py: Python<'_>,
        batch: &arrow_array::RecordBatch,
        html: &str,
        url: Option<&str>,
    ) -> PyResult<PageColumns> {
        let column = |name| {
            let column = batch.column(find(batch.schema_ref(), name)?);
            plain(column).map_err(|failure| error(py, failure))
        };
        Ok(PageColumns { html: column(html)?, url: url.map(column).transpose()? })
    }

    /// Returns the pages. The names are those of the columns, for messages.
    fn pages(&self, py: Python<'_>, html: &str, url: Option<&str>) -> PyResult<Vec<PageInput<'_>>> {
        let pages = pages(&self.html, html)?;
        let (Some(column), Some(name)) = (&self.url, url) else { return Ok(pages) };
        let urls = texts(column).ok_or_else(|| {
            let data_type = column.data_type();
            config_error(py, format!("the column `{name}` has no texts but {data_type}"))
        })?;
        Ok(pages.into_iter().zip(urls).map(|(page, url)| page.url(url)).collect())
    }
}

/// Returns a column with a value in each row, if it is a dictionary: few values, and which of them
/// each row has. A column of the type null is one of texts that are missing.
fn plain(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    if let Some(dictionary) = column.as_any_dictionary_opt() {
        return take(dictionary.values(), dictionary.keys(), None);
    }
    Ok(match column.data_type() {
        DataType::Null => new_null_array(&DataType::Utf8, column.len()),
        _ => Arc::clone(column),
    })
}

/// Returns the texts of a column, or `None` if it has none.
fn texts(array: &ArrayRef) -> Option<Vec<Option<&str>>> {
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().collect(),
        DataType::Utf8View => array.as_string_view().iter().collect(),
        _ => return None,
    })
}

fn pages<'b>(array: &'b ArrayRef, name: &str) -> PyResult<Vec<PageInput<'b>>> {
    if let Some(texts) = texts(array) {
        return Ok(texts
            .into_iter()
            .map(|of| of.map_or_else(PageInput::none, PageInput::text))
            .collect());
    }
    let bytes: Vec<Option<&[u8]>> = match array.data_type() {
        DataType::Binary => array.as_binary::<i32>().iter().collect(),
        DataType::LargeBinary => array.as_binary::<i64>().iter().collect(),
        DataType::BinaryView => array.as_binary_view().iter().collect(),
        other => {
            let message = format!("the column `{name}` has neither texts nor bytes but {other}");
            return Err(PyTypeError::new_err(message));
        }
    };
    let page = |bytes| PageInput::bytes(bytes, None);
    Ok(bytes.into_iter().map(|bytes| bytes.map_or_else(PageInput::none, page)).collect())
}

/// Returns the rows of archives as a stream of record batches.
#[pyfunction]
#[pyo3(signature = (sources, selection, *, ranges, max_rows, max_bytes, **options))]
pub(crate) fn warc_batches(
    py: Python<'_>,
    sources: Sources,
    selection: Selection,
    ranges: Option<Vec<(u64, u64)>>,
    max_rows: usize,
    max_bytes: usize,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<RecordBatchStream> {
    let config = selection.config(py, options)?;
    let archives = sources.archives(py)?;
    if ranges.is_some() && archives.len() != 1 {
        return Err(config_error(py, "ranges belong to one archive"));
    }
    let columns = config.selected_columns().map_err(|error| batch_error(py, &error))?;
    let size = BatchSize::default().rows(max_rows).bytes(max_bytes);
    let ranges: Option<Vec<_>> = ranges.map(|ranges| {
        ranges.into_iter().map(|(offset, length)| offset..offset.saturating_add(length)).collect()
    });
    let streams =
        archives.into_iter().flat_map(move |archive| match Batches::open(archive, &config, size) {
            Ok(batches) => Opened::Batches(Box::new(match &ranges {
                Some(ranges) => batches.ranges(ranges.clone()),
                None => batches,
            })),
            Err(error) => Opened::Failed(Some(error)),
        });
    Ok(RecordBatchStream::new(tamis_batch::schema(&columns), Box::new(streams)))
}

/// An archive, or the reason why it cannot be opened.
enum Opened {
    Batches(Box<Batches>),
    Failed(Option<tamis_batch::Error>),
}

impl Iterator for Opened {
    type Item = Result<arrow_array::RecordBatch, tamis_batch::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Opened::Batches(batches) => batches.next(),
            Opened::Failed(error) => error.take().map(Err),
        }
    }
}

/// The files of a run.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Files {
    folder: PathBuf,
    format: String,
    verify: bool,
    unit_bytes: Option<u64>,
}

/// Writes the rows of archives to a folder. Returns the number of rows of each status, and what
/// could not be read.
#[pyfunction]
#[pyo3(signature = (sources, files, selection, *, progress, **options))]
pub(crate) fn run<'py>(
    py: Python<'py>,
    sources: Sources,
    files: Files,
    selection: Selection,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let formats = Format::ALL.into_iter();
    let Some(format) = formats.clone().find(|of| of.extension() == files.format) else {
        let known: Vec<&str> = formats.map(Format::extension).collect();
        let (wrong, known) = (files.format, known.join(", "));
        let message = format!("unknown format `{wrong}`: expected one of {known}");
        return Err(config_error(py, message));
    };
    let mut config = selection.config(py, options)?.format(format).verify(files.verify);
    if let Some(bytes) = files.unit_bytes {
        config = config.unit_bytes(bytes);
    }
    let archives = sources.archives(py)?;
    let state = Progress::default();
    let (result, stopped) = py.detach(|| {
        thread::scope(|scope| {
            let run = scope.spawn(|| tamis_batch::run(&archives, &files.folder, &config, &state));
            let mut stopped = Ok(());
            while !run.is_finished() {
                thread::sleep(WATCH);
                if stopped.is_ok() {
                    stopped = Python::attach(|py| watch(py, progress.as_ref(), &state));
                    if stopped.is_err() {
                        state.stop();
                    }
                }
            }
            (run.join(), stopped)
        })
    });
    stopped?;
    let summary = result
        .map_err(|_| error(py, "a thread of the run has panicked"))?
        .map_err(|error| batch_error(py, &error))?;
    watch(py, progress.as_ref(), &state)?;
    summary_object(py, &summary)
}

/// Looks at Python's signals, and calls the progress function with rows, bytes and all bytes.
fn watch(py: Python<'_>, progress: Option<&Py<PyAny>>, state: &Progress) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1(py, (state.rows(), state.bytes(), state.total_bytes()))?;
    }
    Ok(())
}

fn summary_object<'py>(py: Python<'py>, summary: &Summary) -> PyResult<Bound<'py, PyDict>> {
    let rows = PyDict::new(py);
    for (status, count) in &summary.rows {
        rows.set_item(status, count)?;
    }
    let failures = PyDict::new(py);
    for failure in &summary.failures {
        failures.set_item(&failure.archive, &failure.message)?;
    }
    let object = PyDict::new(py);
    object.set_item("rows", rows)?;
    object.set_item("failures", failures)?;
    object.set_item("broken_archives", &summary.broken_archives)?;
    object.set_item("damaged", &summary.damaged)?;
    object.set_item("complete", summary.is_complete())?;
    Ok(object)
}
