#![doc = include_str!("../README.md")]

mod column;
mod config;
mod durable;
mod error;
mod extract;
mod flags;
mod folder;
mod output;
mod row;

pub use column::{Column, SCHEMA_VERSION, ValueType};
pub use config::{Config, Format};
pub use error::{Error, ErrorKind};
pub use row::Status;

/// Returns bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
