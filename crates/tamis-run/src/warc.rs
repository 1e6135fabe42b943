//! The pages of WARC files as tasks.

use std::io::Read;
use std::ops::ControlFlow;

use tamis_warc::{Config, Error, ErrorKind, Filter, Reader};

use crate::failure::{Failure, FailureKind};
use crate::read::ReadError;
use crate::task::{Sink, Task};

/// Gives the HTML pages of a WARC file to `sink`, in their order. `source` names the file, for
/// records without a URL.
pub fn each_page(
    reader: impl Read,
    source: &str,
    max_bytes: u64,
    sink: &mut Sink,
) -> ControlFlow<()> {
    let config = Config::default().filter(Filter::HtmlPages).max_payload_bytes(max_bytes);
    let mut found = false;
    for record in Reader::with_config(reader, config) {
        found = true;
        let source = |url: Option<&str>| url.unwrap_or(source).to_owned();
        sink(match record {
            Ok(record) => Task::Record { source: source(record.url()), record: Box::new(record) },
            Err(error) => {
                Task::Failed { source: source(error.url()), failure: failure(&error, max_bytes) }
            }
        })?;
    }
    if found {
        return ControlFlow::Continue(());
    }
    let failure = Failure::new(FailureKind::Archive, "this WARC file has no HTML page");
    sink(Task::Failed { source: source.to_owned(), failure })
}

/// Returns the failure of a record.
pub fn failure(error: &Error, max_bytes: u64) -> Failure {
    match error.kind() {
        ErrorKind::TooLarge => ReadError::TooLarge { max_bytes }.into(),
        _ => Failure::new(FailureKind::Archive, error.to_string()),
    }
}
