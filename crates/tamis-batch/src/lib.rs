#![doc = include_str!("../README.md")]

mod archive;
mod column;
mod config;
mod durable;
mod error;
mod extract;
mod file;
mod flags;
mod folder;
mod html;
mod index;
mod isolate;
mod isolation;
mod lane;
mod manifest;
mod once;
mod output;
mod page_reader;
mod pages;
mod parts;
mod records;
mod remote;
mod row;
mod run;
mod settings;
mod source;
mod stream;
mod summary;
mod unit;
mod workers;

pub use archive::{Archive, find_archives};
pub use column::{Column, SCHEMA_VERSION, ValueType};
pub use config::{Config, Format};
pub use error::{Error, ErrorKind};
pub use index::read_index;
pub use isolate::{read_settings, serve};
pub use isolation::Isolation;
pub use output::schema;
pub use pages::{PageInput, Pages};
pub use remote::{Remote, RemoteState};
pub use row::Status;
pub use run::{Progress, run};
pub use stream::{BatchSize, Batches};
pub use summary::{Failure, Summary};

/// Returns bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
