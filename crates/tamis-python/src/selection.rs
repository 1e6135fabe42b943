//! The arguments that all batches share: columns, strategies, threads, isolation and drawing.
//!
//! With `isolate`, pages are read by processes that run Python with this module. A command line has
//! no room for all that an extraction can be told, such as site rules, so a process gets the same
//! keywords as JSON before its first page.

use std::ffi::OsString;
use std::io;
use std::num::NonZeroUsize;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tamis::Strategy;
use tamis_batch::{Config, Isolation};
use tamis_run::drawing::Render;

use crate::browser::Browser;
use crate::error::{batch_error, config_error, error};
use crate::json;
use crate::options;

/// The arguments that all batches have in common.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Selection {
    columns: Option<Vec<String>>,
    strategies: Vec<String>,
    threads: usize,
    max_page_bytes: Option<u64>,
    isolation: Option<IsolationArgs>,
    drawing: Option<DrawingArgs>,
}

/// The processes that read pages.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct IsolationArgs {
    /// A program and its arguments. It calls [`serve_pages`].
    command: Vec<OsString>,
    max_memory: Option<u64>,
}

/// The pages that a browser draws.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct DrawingArgs {
    render: String,
    browser: Py<Browser>,
    jobs: Option<usize>,
}

impl Selection {
    /// Returns the configuration, with the keywords of an extractor.
    pub(crate) fn config(
        self,
        py: Python<'_>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Config> {
        let strategies = strategies(py, &self.strategies)?;
        let mut config = Config::default()
            .extraction(options::config(options)?)
            .strategies(strategies)
            .jobs(at_least_one(py, "threads", self.threads)?);
        if let Some(bytes) = self.max_page_bytes {
            config = config.max_page_bytes(bytes);
        }
        if let Some(args) = &self.isolation {
            config = config.isolation(self.isolation(py, args, options)?);
        }
        if let Some(args) = &self.drawing {
            let render = serde_json::from_value::<Render>(args.render.as_str().into());
            let render = render.map_err(|error| config_error(py, format!("`render`: {error}")))?;
            let browser = args.browser.get().inner();
            config = config.drawing(tamis_cli::drawing_with(browser, render));
            if let Some(jobs) = args.jobs {
                config = config.drawing_jobs(at_least_one(py, "render_jobs", jobs)?);
            }
        }
        config.columns = self.columns;
        Ok(config)
    }

    /// Returns the command of a process, and what it is told first.
    fn isolation(
        &self,
        py: Python<'_>,
        args: &IsolationArgs,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Isolation> {
        let Some((program, rest)) = args.command.split_first() else {
            return Err(config_error(py, "there is no command that reads pages"));
        };
        let settings = PyDict::new(py);
        settings.set_item("columns", &self.columns)?;
        settings.set_item("strategies", &self.strategies)?;
        settings.set_item("max_memory", args.max_memory)?;
        settings.set_item("options", options)?;
        Ok(Isolation::new(program, rest).settings(json::of_keywords(&settings)?))
    }
}

/// Returns the strategies of these names.
pub(crate) fn strategies(py: Python<'_>, names: &[String]) -> PyResult<Vec<Strategy>> {
    let strategies: Result<_, _> = names.iter().map(|name| name.parse::<Strategy>()).collect();
    strategies.map_err(|error| config_error(py, error))
}

fn at_least_one(py: Python<'_>, name: &str, number: usize) -> PyResult<NonZeroUsize> {
    NonZeroUsize::new(number).ok_or_else(|| config_error(py, format!("{name} must be at least 1")))
}

/// The settings that [`Selection::isolation`] sends to a process.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Settings<'py> {
    columns: Option<Vec<String>>,
    strategies: Vec<String>,
    max_memory: Option<u64>,
    options: Option<Bound<'py, PyDict>>,
}

/// Reads pages for another process, until it closes the standard input of this one.
#[pyfunction]
pub(crate) fn serve_pages(py: Python<'_>) -> PyResult<()> {
    let settings = tamis_batch::read_settings(io::stdin().lock());
    let settings = settings.map_err(|error| batch_error(py, &error))?;
    let settings = String::from_utf8(settings).map_err(|failure| error(py, failure))?;
    let settings: Settings<'_> = json::read(py, &settings)?.extract()?;
    let mut config = Config::default()
        .extraction(options::config(settings.options.as_ref())?)
        .strategies(strategies(py, &settings.strategies)?);
    config.columns = settings.columns;
    let served = py.detach(|| tamis_cli::serve_pages(&config, settings.max_memory));
    served.map_err(|failure| error(py, format!("{failure:#}")))
}
