//! The settings of a run, the same for all its pages.

use std::sync::Arc;
use std::time::SystemTime;

use tamis::engine::readability::ReaderableOptions;
use tamis::json::JsonOptions;
use tamis::metadata::Date;
use tamis::render::{HtmlOptions, MarkdownOptions, TextOptions, XmlOptions};
use tamis::{Config, Url};
use tamis_fetch::Client;

use crate::drawing::Drawing;
use crate::failure::Advice;
use crate::filters::Filters;
use crate::row::Window;
use crate::urls::Urls;

/// The settings of a run, the same for all its pages.
#[derive(Debug, Default)]
pub struct Settings {
    /// The configuration of the library.
    pub config: Arc<Config>,
    /// The encoding of all pages, whatever they declare.
    pub encoding: Option<String>,
    /// The address of the only page.
    pub url: Option<String>,
    /// The addresses of saved pages.
    pub urls: Option<Arc<Urls>>,
    /// True if the answers of all engines are printed.
    pub answers: bool,
    /// The base of relative addresses, instead of the page's own address.
    pub base_url: Option<Url>,
    /// The format to print. `None` for text with the default options and for JSON.
    pub rendering: Option<Rendering>,
    /// The part of the content to print. `None` for all of it.
    pub window: Option<Window>,
    /// The filters that leave out pages.
    pub filters: Filters,
    /// The optional fields of rows.
    pub json: JsonOptions,
    /// True if only the content is wanted. Rows then have no metadata, language, type, posts or
    /// other facts, which take a sixth of the time of a page.
    pub content_only: bool,
    /// True if a warning counts the characters among the content that no reader sees.
    pub count_hidden: bool,
    /// True if rows have the time that each step took.
    pub timings: bool,
    /// Present if the program prints whether pages are probably articles.
    pub readerable: Option<ReaderableOptions>,
    /// The largest page, in bytes after decompression.
    pub max_bytes: u64,
    /// Present if pages on the web may be fetched.
    pub client: Option<Client>,
    /// Present if pages are drawn by a browser.
    pub drawing: Option<Drawing>,
    /// True if the user chose the User-Agent header, so that rules for sites do not set it.
    pub own_user_agent: bool,
    /// True if the further pages of articles on the web are fetched.
    pub follow_pages: bool,
    /// Returns the hint after a failure. `None` for no hints.
    pub advice: Option<Advice>,
}

/// A format to print, other than text with the default options.
#[derive(Clone, Debug)]
pub enum Rendering {
    /// Plain text.
    Text(TextOptions),
    /// HTML.
    Html(HtmlOptions),
    /// Markdown, and whether the metadata comes before it.
    Markdown(MarkdownOptions, bool),
    /// XML or TEI.
    Xml(XmlOptions),
    /// Chunks of at most so many characters, if there is a limit.
    Chunks(MarkdownOptions, Option<usize>),
}

/// Today in the time zone where the day begins first, 14 hours east of Greenwich, because a page
/// cannot have a later date anywhere. `None` if the clock is not set.
pub fn latest_date() -> Option<Date> {
    const FIRST_HOURS: u64 = 14;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let seconds = now.as_secs() + FIRST_HOURS * 3600;
    Date::from_unix_seconds(i64::try_from(seconds).ok()?)
}
