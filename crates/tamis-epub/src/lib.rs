//! EPUB 3 volumes of articles that [`tamis`] has extracted: one or many in a file, with their images, a table of contents,
//! footnotes that readers show at their marks, and links between the articles that stay within the volume.
//!
//! There is no network code here: whoever makes a volume hands in a function that fetches images. The same articles,
//! options and images give the same bytes. What is written passes `epubcheck` without errors and warnings.
//!
//! ```no_run
//! use std::fs::File;
//! use tamis::{Config, Extractor};
//! use tamis_epub::{Article, Options, Volume};
//!
//! let mut extractor = Extractor::new(Config::default())?;
//! let pages = [std::fs::read("one.html")?, std::fs::read("two.html")?];
//! let mut articles = Vec::new();
//! for page in &pages {
//!     articles.push(Article::of(&extractor.extract(page.as_slice())?));
//! }
//! let volume = Volume::new(articles, Options::default().title("Sunday reading"));
//! let missing = volume.write_epub(File::create("sunday.epub")?, &mut |url, found_on| {
//!     Err(format!("nothing fetches {url}, found on {found_on:?}"))
//! })?;
//! for warning in missing {
//!     eprintln!("{warning}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod addresses;
mod archive;
mod article;
mod chapter;
mod documents;
mod images;
mod outline;
mod package;
mod page;
mod volume;

pub use article::Article;
pub use images::{Fetch, ImageFile, ImageLimits};
pub use page::Page;
pub use volume::{ImagePlace, Options, Style, Volume, Warning};

/// The example of the README, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
