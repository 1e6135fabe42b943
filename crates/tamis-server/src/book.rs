//! `format=epub`: the content of a page as a book.
//!
//! A book has the pictures that the page itself has, in `data:` addresses. Those at other addresses
//! are not fetched, and their descriptions take their places: a page can name a thousand of them,
//! on hosts of its choice, and one request to this server would become a thousand requests of it.

use std::io::{self, Cursor};

use tamis::Url;
use tamis::render::HtmlOptions;
use tamis_epub::{Article, Volume, VolumeOptions, VolumeWarning};
use tamis_run::article::Article as Pages;

/// Returns the bytes of the book of an article, and what is missing in it. The options say what its
/// chapter contains.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn written(
    pages: &Pages,
    options: &HtmlOptions,
) -> io::Result<(Vec<u8>, Vec<VolumeWarning>)> {
    let article = Article::of_pages(&pages.first, &pages.more, options);
    let volume = Volume::new(vec![article], VolumeOptions::default());
    let mut file = Cursor::new(Vec::new());
    let refused = &mut |_: &Url, _: Option<&Url>| Err("this server fetches none".to_owned());
    let warnings = volume.write_epub(&mut file, refused)?;
    Ok((file.into_inner(), warnings))
}
