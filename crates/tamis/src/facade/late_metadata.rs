//! The metadata of an extraction. Only the title is found at once, because the text depends on it.

use std::sync::OnceLock;

use crate::metadata::{Date, Metadata, Statements, Value};
use crate::page::Page;

/// The metadata of the engine and of the page, which are put together when they are asked for.
#[derive(Clone, Debug)]
pub(super) struct LateMetadata {
    /// The metadata that the engine found. They come before the page's.
    of_engine: Metadata,
    of_page: Statements,
    latest_date: Option<Date>,
    /// The author of the first post of a thread.
    opener: Option<String>,
    all: OnceLock<Metadata>,
}

impl LateMetadata {
    pub(super) fn new(of_engine: Metadata, page: &Page, latest_date: Option<Date>) -> LateMetadata {
        LateMetadata {
            of_engine,
            of_page: Statements::of(page),
            latest_date,
            opener: None,
            all: OnceLock::new(),
        }
    }

    /// Credits the author of the first post of a thread if the page states no author.
    pub(super) fn credit_opener(&mut self, opener: Option<&str>) {
        self.opener = opener.map(str::to_owned);
    }

    /// Returns the title: the engine's if it found one, else the page's.
    pub(super) fn title(&self) -> Option<&str> {
        let title = self.of_engine.title.as_ref().or_else(|| self.of_page.title());
        title.map(Value::as_str)
    }

    /// Returns the address of the image that represents the page elsewhere.
    pub(super) fn image(&self, page: &Page) -> Option<Value> {
        self.of_engine.image.clone().or_else(|| self.of_page.image(page))
    }

    /// Returns all metadata. They are put together in the first call, for the page that they were
    /// made with.
    pub(super) fn get(&self, page: &Page) -> &Metadata {
        self.all.get_or_init(|| {
            let mut metadata = self.of_engine.clone();
            metadata.complete_with(self.of_page.metadata(page, self.latest_date), self.latest_date);
            if metadata.authors.is_empty()
                && let Some(opener) = &self.opener
            {
                metadata.credit(Value::new(opener.as_str(), "post"));
            }
            metadata
        })
    }
}
