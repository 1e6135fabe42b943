//! Feeds and sitemaps: inputs that name pages.

mod pages;
mod xml;

use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

use tamis::Url;
use tamis::dom::decode;
use tamis_fetch::{Client, MAX_URL_BYTES, Request};

pub use pages::{Kind, kind};

use crate::failure::Failure;
use crate::load::fetch_failure;
use crate::read;
use crate::task::{Sink, Task, is_url};
use pages::Listed;

/// The largest number of pages of a feed or a sitemap, and of sitemaps of an index.
///
/// Source: the protocol of sitemaps.org, for sitemaps.
const MAX_PAGES: usize = 50_000;

/// The address that counts as the origin of a link in a feed that is a file. It is no site, so that
/// the user's headers are sent to none.
const NO_SITE: &str = "about:blank";

/// Feeds and sitemaps.
#[derive(Debug, Default)]
pub struct Listings {
    /// Their kinds, with URLs or names of files.
    pub named: Vec<(Kind, String)>,
    /// The client that fetches them. `None` if nothing is fetched.
    pub client: Option<Client>,
    /// The largest of them, in bytes after decompression.
    pub max_bytes: u64,
}

/// A feed or sitemap that was read.
struct Document {
    /// The address that it came from.
    url: Option<Url>,
    listed: Listed,
}

impl Listings {
    /// Gives the pages that they name to `sink`, in order. Breaks if `sink` does.
    pub fn each(&self, sink: &mut Sink) -> ControlFlow<()> {
        self.named.iter().try_for_each(|(kind, name)| match self.read(*kind, name, None) {
            Ok(document) => self.give(name, document, sink),
            Err(error) => fail(name, error, sink),
        })
    }

    fn give(&self, name: &str, document: Document, sink: &mut Sink) -> ControlFlow<()> {
        let Document { url, listed } = document;
        let (pages, is_index) = match listed {
            Listed::Feed(pages) | Listed::Pages(pages) => (pages, false),
            Listed::Sitemaps(sitemaps) => (sitemaps, true),
        };
        if pages.is_empty() {
            return fail(name, "it names no page".to_owned(), sink);
        }
        for text in pages.iter().take(MAX_PAGES) {
            match address(text, url.as_ref()) {
                None => {
                    fail(text, format!("this is no page on the web, but {name} names it"), sink)?;
                }
                Some(page) if is_index => self.give_sitemap(&page, url.as_ref(), sink)?,
                Some(page) => {
                    let found_on = url.as_ref().map_or(NO_SITE, Url::as_str).to_owned();
                    sink(Task::Url { url: page.into(), found_on: Some(found_on) })?;
                }
            }
        }
        if pages.len() > MAX_PAGES {
            let error =
                format!("it names {} pages; only the first {MAX_PAGES} are read", pages.len());
            return fail(name, error, sink);
        }
        ControlFlow::Continue(())
    }

    /// Gives the pages of a sitemap that an index at this address names.
    fn give_sitemap(&self, sitemap: &Url, index: Option<&Url>, sink: &mut Sink) -> ControlFlow<()> {
        let found_on = index.map_or(NO_SITE, Url::as_str);
        match self.read(Kind::Sitemap, sitemap.as_str(), Some(found_on)) {
            Ok(Document { listed: Listed::Sitemaps(_), .. }) => {
                fail(sitemap.as_str(), "it is an index, and so is what names it".to_owned(), sink)
            }
            Ok(document) => self.give(sitemap.as_str(), document, sink),
            Err(error) => fail(sitemap.as_str(), error, sink),
        }
    }

    /// Reads a feed or sitemap.
    fn read(&self, kind: Kind, name: &str, found_on: Option<&str>) -> Result<Document, Failure> {
        let (bytes, charset, url) = if is_url(name) {
            self.fetch(name, found_on)?
        } else {
            let bytes = read::file(Path::new(name), self.max_bytes);
            (bytes?, None, None)
        };
        let text = decode(&bytes, charset.as_deref()).text;
        match (kind, pages::read(&text)) {
            (Kind::Feed, Some(listed @ Listed::Feed(_)))
            | (Kind::Sitemap, Some(listed @ (Listed::Pages(_) | Listed::Sitemaps(_)))) => {
                Ok(Document { url, listed })
            }
            (Kind::Feed, _) => Err("this is not an RSS or Atom feed".to_owned().into()),
            (Kind::Sitemap, _) => Err("this is not a sitemap".to_owned().into()),
        }
    }

    /// Fetches bytes, and decompresses a file that is compressed itself.
    fn fetch(&self, url: &str, found_on: Option<&str>) -> Result<Fetched, Failure> {
        let Some(client) = &self.client else {
            return Err(Failure::no_fetching());
        };
        let mut request = Request::new(url);
        request.found_on = found_on.map(str::to_owned);
        let response = client.send(&request).map_err(|error| fetch_failure(&error, url))?;
        let bytes = read::page(BufReader::new(response.body.as_slice()), self.max_bytes)?;
        Ok((bytes, response.charset, Url::parse(&response.url).ok()))
    }
}

/// Bytes, the encoding that the server named, and the address after redirects.
type Fetched = (Vec<u8>, Option<String>, Option<Url>);

/// Returns the address of a page, if it is on the web and can be requested.
fn address(text: &str, base: Option<&Url>) -> Option<Url> {
    if text.len() > MAX_URL_BYTES {
        return None;
    }
    let url = match base {
        Some(base) => base.join(text),
        None => Url::parse(text),
    };
    url.ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}

fn fail(source: &str, failure: impl Into<Failure>, sink: &mut Sink) -> ControlFlow<()> {
    sink(Task::Failed { source: source.to_owned(), failure: failure.into() })
}
