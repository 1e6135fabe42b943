//! Many pages with several threads.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyString, PyTuple};
use tamis::Config;

use crate::error::error;
use crate::extraction::{Extraction, Origin};
use crate::page::Page;
use crate::shared::{Shared, extract, shared};
use crate::text::Text;

/// The number of pages for each thread that wait or are finished ahead of the iteration.
const AHEAD: usize = 4;
/// The time between two looks at Python's signals, such as Ctrl-C.
const SIGNALS: Duration = Duration::from_millis(50);

/// A page on its way to a thread.
struct Task {
    number: usize,
    page: Page,
}

/// A page on its way back.
struct Done {
    number: usize,
    extraction: Option<tamis::Extraction>,
    extractor: Shared,
    /// The page, whose memory belongs to Python.
    page: Page,
}

/// An iterator over the extractions of many pages, in the order of the pages.
#[pyclass(module = "tamis")]
pub(crate) struct Extractions {
    pages: Py<PyIterator>,
    /// The keywords that describe the configuration.
    options: Py<PyDict>,
    progress: Option<Py<PyAny>>,
    /// The error that ended the pages. It is raised after the pages that were read before it.
    failure: Option<PyErr>,
    /// `None` after the last page.
    tasks: Option<Sender<Task>>,
    done: Mutex<Receiver<Done>>,
    early: BTreeMap<usize, Done>,
    /// The number of pages that were given to threads.
    begun: usize,
    /// The number of pages that were returned.
    returned: usize,
    ahead: usize,
}

impl Extractions {
    /// Starts the threads.
    pub(crate) fn start(
        py: Python<'_>,
        pages: &Bound<'_, PyAny>,
        config: &Config,
        options: Py<PyDict>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Extractions> {
        if pages.is_instance_of::<PyString>() || pages.is_instance_of::<PyBytes>() {
            let message = "pages are several: a list of pages, for example, not a single one";
            return Err(PyTypeError::new_err(message));
        }
        let threads =
            threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
        if threads == 0 {
            return Err(PyValueError::new_err("threads must be at least 1"));
        }
        let pages = pages.try_iter()?.unbind();
        let (tasks, waiting) = channel();
        let (finished, done) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let extractor = shared(py, config)?;
            let (waiting, finished) = (Arc::clone(&waiting), finished.clone());
            thread::spawn(move || work(&extractor, &waiting, &finished));
        }
        Ok(Extractions {
            pages,
            options,
            progress,
            failure: None,
            tasks: Some(tasks),
            done: Mutex::new(done),
            early: BTreeMap::new(),
            begun: 0,
            returned: 0,
            ahead: threads * AHEAD,
        })
    }

    /// Gives pages to the threads until enough wait.
    fn feed(&mut self, py: Python<'_>) -> PyResult<()> {
        while self.begun - self.returned < self.ahead {
            let Some(tasks) = &self.tasks else { break };
            let item = self.pages.bind(py).clone().next();
            let page = match item.map(|item| self.page(py, &item?)) {
                Some(Ok(page)) => page,
                ended => {
                    self.failure = ended.and_then(Result::err);
                    self.tasks = None;
                    break;
                }
            };
            let task = Task { number: self.begun, page };
            tasks.send(task).map_err(|_| error(py, "no thread is left"))?;
            self.begun += 1;
        }
        Ok(())
    }

    /// Returns the next page: HTML alone, or with its address.
    ///
    /// # Errors
    ///
    /// `TypeError` with the place of what is no page.
    fn page(&self, py: Python<'_>, item: &Bound<'_, PyAny>) -> PyResult<Page> {
        let page = match item.cast::<PyTuple>() {
            Ok(pair) => pair.extract().and_then(|(html, url): (Bound<'_, PyAny>, _)| {
                let url: Option<Text> = url;
                Page::new(&html, url.as_deref(), None)
            }),
            Err(_) => Page::new(item, None, None),
        };
        page.map_err(|error| {
            let message = format!("page {}: {}", self.begun, error.value(py));
            let located = PyTypeError::new_err(message);
            located.set_cause(py, Some(error));
            located
        })
    }

    /// Waits for the next page in the order.
    fn wait(&mut self, py: Python<'_>) -> PyResult<Done> {
        loop {
            if let Some(done) = self.early.remove(&self.returned) {
                return Ok(done);
            }
            let done = self.done.get_mut().unwrap_or_else(PoisonError::into_inner);
            match py.detach(move || done.recv_timeout(SIGNALS)) {
                Ok(done) => drop(self.early.insert(done.number, done)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Err(error(py, "no thread is left")),
            }
        }
    }
}

/// Extracts from pages until there are no more.
fn work(extractor: &Shared, waiting: &Mutex<Receiver<Task>>, finished: &Sender<Done>) {
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { number, page }) = task else { return };
        let extraction = extract(extractor, &page);
        let extractor = Arc::clone(extractor);
        if finished.send(Done { number, extraction, extractor, page }).is_err() {
            return;
        }
    }
}

#[pymethods]
impl Extractions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Extraction>> {
        self.feed(py)?;
        if self.returned == self.begun {
            return self.failure.take().map_or(Ok(None), Err);
        }
        let Done { extraction, extractor, page, .. } = self.wait(py)?;
        self.returned += 1;
        if let Some(progress) = &self.progress {
            progress.call1(py, (self.returned,))?;
        }
        let origin = Origin { page, options: self.options.clone_ref(py) };
        Extraction::finish(py, extraction, &extractor, Some(origin)).map(Some)
    }
}
