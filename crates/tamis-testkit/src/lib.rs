//! What the tests of the workspace share: the corpora, the case format and the list of divergences.
//!
//! - [`corpus`]: finds a corpus, packed or unpacked, and reads its files; tells a test to skip when it is absent.
//! - [`wcxb`], [`with_without`], [`dates`], [`readability_pages`], [`html5lib`], [`justext_reference`], [`readability_reference`]: one
//!   typed loader per corpus.
//! - [`readability_compare`]: Readability's own way of comparing two articles.
//! - [`rewrite`], [`renaming`]: a document with other texts and values, in the same structure.
//! - [`folds`]: pages parted by their domains.
//! - [`sample`]: seeded choices, the same on every machine.
//! - [`divergences`]: where we differ from a reference on purpose, and the check that we still do.
//! - [`reference_python`]: the Python that references run in.
//! - [`hostile`]: pages made to be slow, deep or large; [`growth`]: what work on them costs, as a table.
//! - [`epubcheck`]: the checker of EPUB files, where it is installed.
//! - [`xss`]: HTML that does what it should not, the reader of `testdata/xss/*.toml`.
//! - [`permalink`]: signs that renderers may leave out.
//! - [`cases`]: the reader of `testdata/cases/*.toml`.

pub mod cases;
pub mod corpus;
mod corpus_archive;
pub mod dates;
pub mod divergences;
pub mod epubcheck;
pub mod folds;
pub mod growth;
pub mod hostile;
pub mod html5lib;
pub mod justext_reference;
pub mod permalink;
pub mod readability_compare;
pub mod readability_pages;
pub mod readability_reference;
pub mod reference_python;
pub mod renaming;
pub mod rewrite;
pub mod sample;
pub mod wcxb;
pub mod with_without;
pub mod xss;

pub use corpus::{Absent, Corpus, is_full};
