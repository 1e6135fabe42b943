//! The built program, run as its users run it.

mod archives;
mod batch;
mod density;
mod encodings;
mod engines;
mod epub;
mod explain;
mod explain_options;
mod files;
mod harness;
mod inputs;
mod json;
mod justext;
mod learn;
mod listings;
mod manual;
mod network;
mod options;
mod polite;
mod readability;
mod readme;
mod selectors;
mod server;
mod site_rules;
mod statuses;
mod writing;
