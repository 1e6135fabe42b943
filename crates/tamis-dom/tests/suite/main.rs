//! The document and its parser, on whole corpora, on hostile pages and by the suites of others.

mod corpus;
mod document;
mod edit;
mod encodings;
mod hostile;
mod html5lib;
mod limits;
mod notation;
mod parse;
mod same;
mod select;
mod source_ranges;
#[path = "../../../tamis-html/tests/suite/tiny.rs"]
mod tiny;
mod xpath;
