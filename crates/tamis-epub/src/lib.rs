//! EPUB 3 volumes of articles that [`tamis`] has extracted.
//!
//! A [`Volume`] contains one or many articles with their images, a table of contents, footnotes
//! that readers show at their references, and links between the articles that stay inside the
//! volume.
//!
//! This crate has no network code: the caller passes a function that fetches images. The same
//! articles, options and images always give the same bytes. The volumes pass `epubcheck` without
//! errors and warnings.
//!
//! ```no_run
//! use std::fs::File;
//! use tamis::{Config, Extractor};
//! use tamis_epub::{Article, Volume, VolumeOptions};
//!
//! let mut extractor = Extractor::new(Config::default())?;
//! let pages = [std::fs::read("one.html")?, std::fs::read("two.html")?];
//! let mut articles = Vec::new();
//! for page in &pages {
//!     articles.push(Article::of(&extractor.extract(page.as_slice())));
//! }
//! let volume = Volume::new(articles, VolumeOptions::default().title("Sunday reading"));
//! let warnings = volume.write_epub(File::create("sunday.epub")?, &mut |url, found_on| {
//!     Err(format!("no network: {url}, found on {found_on:?}"))
//! })?;
//! for warning in warnings {
//!     eprintln!("{warning}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod addresses;
mod archive;
mod article;
mod chapter;
mod cover;
mod documents;
mod html_page;
mod images;
mod markup;
mod options;
mod outline;
mod package;
mod volume;
mod warning;
mod xhtml;

pub use article::Article;
pub use html_page::HtmlPage;
pub use images::{FetchImage, ImageFile};
pub use options::{ImageLimits, ImagePlace, Style, VolumeOptions};
pub use volume::Volume;
pub use warning::VolumeWarning;
pub use xhtml::Xhtml;

// Public types can be shared between threads.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Article>();
    is_send_and_sync::<HtmlPage>();
    is_send_and_sync::<ImageFile>();
    is_send_and_sync::<ImageLimits>();
    is_send_and_sync::<ImagePlace<'_>>();
    is_send_and_sync::<Style>();
    is_send_and_sync::<Volume>();
    is_send_and_sync::<VolumeOptions>();
    is_send_and_sync::<VolumeWarning>();
    is_send_and_sync::<Xhtml<'_>>();
};

/// The example of the README, run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
