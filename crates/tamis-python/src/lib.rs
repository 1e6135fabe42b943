//! The native part of the Python package `tamis`. The package itself is in `python/`.

mod arrow;
mod batch;
mod browser;
mod capsule;
mod compat;
mod error;
mod extraction;
mod extractor;
mod fetch;
mod json;
mod many;
mod options;
mod page;
mod program;
mod selection;
mod shared;
mod sources;
mod text;

/// Main content of web pages, in Rust.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::arrow::{RecordBatch, RecordBatchStream, Schema};
    #[pymodule_export]
    use super::batch::{BatchExtractor, columns, run, schema, warc_batches};
    #[pymodule_export]
    use super::browser::{Browser, Drawn};
    #[pymodule_export]
    use super::compat::{
        Stoplist, justext_classify, justext_paragraphs, justext_revise, laid_out, metadata,
        rewrite, tree_events, whole_html, whole_text,
    };
    #[pymodule_export]
    use super::extraction::{Extraction, Paragraph};
    #[pymodule_export]
    use super::extractor::Extractor;
    #[pymodule_export]
    use super::fetch::{Client, Response};
    #[pymodule_export]
    use super::many::Extractions;
    #[pymodule_export]
    use super::program::run_program;
    #[pymodule_export]
    use super::selection::serve_pages;
    #[pymodule_export]
    use super::sources::found_archives;

    use pyo3::types::{PyModule, PyModuleMethods};
    use pyo3::{Bound, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
