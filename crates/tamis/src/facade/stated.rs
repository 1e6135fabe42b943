//! The title and other metadata that a page and its engine state.

use crate::metadata::{Date, Metadata, Statements, Value};
use crate::page::Page;

/// The metadata of a page before they are put together. Only the title is found at once, because
/// the text depends on it: the heading that shows the title is left out.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    /// The metadata that the engine found. They come before the page's.
    by_engine: Metadata,
    by_page: Statements,
    latest_date: Option<Date>,
    /// The author of the first post of a thread.
    opener: Option<String>,
}

impl Stated {
    pub(super) fn new(by_engine: Metadata, page: &Page, latest_date: Option<Date>) -> Stated {
        Stated { by_engine, by_page: Statements::of(page), latest_date, opener: None }
    }

    /// Credits the author of the first post of a thread if the page states no author.
    pub(super) fn credit_opener(&mut self, opener: Option<&str>) {
        self.opener = opener.map(str::to_owned);
    }

    /// Returns the title: the engine's if it found one, else the page's.
    pub(super) fn title(&self) -> Option<&str> {
        let title = self.by_engine.title.as_ref().or_else(|| self.by_page.title());
        title.map(Value::as_str)
    }

    /// Returns the address of the image that represents the page elsewhere.
    pub(super) fn image(&self, page: &Page) -> Option<Value> {
        self.by_engine.image.clone().or_else(|| self.by_page.image(page))
    }

    /// Puts all metadata together. `page` is the one that stated them.
    pub(super) fn metadata(&self, page: &Page) -> Metadata {
        let mut metadata = self.by_engine.clone();
        metadata.complete_with(self.by_page.metadata(page, self.latest_date), self.latest_date);
        if metadata.authors.is_empty()
            && let Some(opener) = &self.opener
        {
            metadata.credit(Value::new(opener.as_str(), "post"));
        }
        metadata
    }
}
