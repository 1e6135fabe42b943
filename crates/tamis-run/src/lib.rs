#![doc = include_str!("../README.md")]

pub mod article;
mod bare_address;
pub mod explain;
pub mod files;
pub mod filters;
pub mod inputs;
pub mod listing;
pub mod load;
pub mod names;
mod not_html;
pub mod parallel;
pub mod pipeline;
pub mod plan;
pub mod printer;
mod queue;
pub mod read;
pub mod row;
pub mod seen;
pub mod settings;
mod sniff;
pub mod tally;
pub mod task;
pub mod terminal;
pub mod urls;
mod warc;
pub mod whole_file;
pub mod worker;
