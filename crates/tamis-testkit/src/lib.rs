//! Shared parts of the tests of the workspace: corpora, case formats and lists of divergences.
//!
//! - [`corpus`]: finds a corpus, packed or unpacked, and reads its files, or tells a test to skip.
//! - [`wcxb`], [`with_without`], [`dates`], [`readability_pages`], [`html5lib`],
//!   [`justext_reference`], [`readability_reference`], [`structure`], [`annotated`]: a typed loader
//!   for each corpus.
//! - [`readability_compare`]: Readability's own way of comparing two articles.
//! - [`rewrite`], [`renaming`]: a document with other texts and values, in the same structure.
//! - [`folds`]: pages split by their domains.
//! - [`sample`]: seeded choices, the same on every machine.
//! - [`divergences`]: deliberate differences from a reference, and the check that they still exist.
//! - [`reference_python`]: the Python that references run in.
//! - [`hostile`]: pages made to be slow, deep or large; [`mutants`]: mutated pages.
//! - [`chromium`]: a browser, if it is installed, and a server for its pages.
//! - [`epubcheck`]: the checker of EPUB files, if it is installed.
//! - [`moto`]: a server that speaks like S3, if it is installed.
//! - [`xss`]: HTML that attacks its reader, from `testdata/xss/*.toml`.
//! - [`markup_texts`]: pages whose texts spell markup.
//! - [`permalink`]: signs that renderers may leave out; [`email`]: addresses that they read.
//! - [`substitutes`]: text that renderers add or leave out.
//! - [`json_schema`]: a published schema without room for fields that it does not describe.
//! - [`cases`]: the reader of `testdata/cases/*.toml`.

pub mod annotated;
pub mod cases;
pub mod chinese;
pub mod chromium;
pub mod corpus;
pub mod dates;
pub mod divergences;
pub mod email;
pub mod epubcheck;
pub mod folds;
pub mod hostile;
pub mod html5lib;
pub mod json_schema;
pub mod justext_reference;
pub mod markup_texts;
pub mod moto;
pub mod mutants;
pub mod permalink;
pub mod readability_compare;
pub mod readability_pages;
pub mod readability_reference;
pub mod reference_python;
pub mod renaming;
pub mod rewrite;
pub mod sample;
pub mod structure;
pub mod substitutes;
pub mod wcxb;
pub mod with_without;
pub mod xss;

pub use corpus::{Absent, Corpus, is_full};
