//! Pages of WARC files (web archives), one after the other.
//!
//! Own code, because one broken record must not end a file of a million: after bad data the reader looks for the next
//! record, in gzip for the next member. Every buffer has a bound, and what is no HTML page is never held in memory.
//!
//! Source: ISO 28500:2017 (WARC 1.1).

mod fields;
mod http;
mod members;
mod record;

use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;

use flate2::bufread::GzDecoder;

use crate::input::{Sink, Task};
use crate::read::GZIP_MAGIC;

pub use self::record::Record;

use self::members::Members;
use self::record::Records;

/// What every record begins with.
const RECORD_MAGIC: &[u8; 5] = b"WARC/";

/// How much is read at once, in bytes.
const BUFFER_BYTES: usize = 1 << 16;

/// Whether the next bytes of this reader are a WARC file, compressed or not; false where they can't be read.
pub fn is_archive(reader: &mut impl BufRead) -> bool {
    let Ok(bytes) = reader.fill_buf() else { return false };
    if !bytes.starts_with(&GZIP_MAGIC) {
        return bytes.starts_with(RECORD_MAGIC);
    }
    let mut begin = [0; RECORD_MAGIC.len()];
    GzDecoder::new(bytes).read_exact(&mut begin).is_ok() && begin == *RECORD_MAGIC
}

/// Gives the HTML pages of a WARC file to `sink`, in their order. `source` names the file where no record does.
pub fn each_page(
    mut reader: impl BufRead,
    source: &str,
    max_bytes: u64,
    sink: &mut Sink,
) -> ControlFlow<()> {
    // A file that can't be read says so on the first reading of its records.
    if reader.fill_buf().is_ok_and(|bytes| bytes.starts_with(&GZIP_MAGIC)) {
        let members = BufReader::with_capacity(BUFFER_BYTES, Members::new(reader));
        each_record(Records::new(members, max_bytes), source, sink)
    } else {
        each_record(Records::new(reader, max_bytes), source, sink)
    }
}

fn each_record(
    mut records: Records<impl BufRead>,
    source: &str,
    sink: &mut Sink,
) -> ControlFlow<()> {
    let mut found = false;
    while let Some(next) = records.next_page() {
        found = true;
        sink(match next {
            Ok(record) => {
                let source = record.uri.clone().unwrap_or_else(|| source.to_owned());
                Task::Record { source, record: Box::new(record) }
            }
            Err(broken) => Task::Failed {
                source: broken.uri.unwrap_or_else(|| source.to_owned()),
                error: broken.reason,
            },
        })?;
    }
    if found {
        return ControlFlow::Continue(());
    }
    sink(Task::Failed {
        source: source.to_owned(),
        error: "there is no HTML page in this WARC file".into(),
    })
}
