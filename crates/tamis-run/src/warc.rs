//! The pages of WARC files as tasks.

use std::io::Read;
use std::ops::ControlFlow;

use tamis_warc::{Config, Error, ErrorKind, Filter, Reader};

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
                Task::Failed { source: source(error.url()), error: sentence(&error, max_bytes) }
            }
        })?;
    }
    if found {
        return ControlFlow::Continue(());
    }
    let error = "this WARC file has no HTML page".to_owned();
    sink(Task::Failed { source: source.to_owned(), error })
}

/// Returns the error as a sentence, which names the option that sets the limit if there is one.
pub fn sentence(error: &Error, max_bytes: u64) -> String {
    match error.kind() {
        ErrorKind::TooLarge => ReadError::TooLarge { max_bytes }.to_string(),
        _ => error.to_string(),
    }
}
