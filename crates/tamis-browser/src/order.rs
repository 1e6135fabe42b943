//! Orders to draw a page, and the pages that were drawn.

use tamis::Layout;

use crate::error::Result;

/// A page to draw.
///
/// ```
/// use tamis_browser::Order;
/// let fetched = Order::new("https://example.com/");
/// let known = Order::new("https://example.com/").source("<p>Hello", "text/html; charset=utf-8");
/// assert!(fetched.source.is_none() && known.source.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Order {
    /// The address of the page.
    pub url: String,
    /// The page as it was fetched or read before. `None` to fetch it.
    pub source: Option<Source>,
    /// Labels of buttons to the next part of a story, in lower case: "next page".
    /// [`Driver::draw_parts`] clicks these buttons.
    pub next_labels: Vec<String>,
}

/// A page as a server sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its media type, with the encoding if that is known: `text/html; charset=utf-8`.
    pub content_type: String,
}

impl Order {
    /// Creates an order for the page at this address.
    pub fn new(url: impl Into<String>) -> Order {
        Order { url: url.into(), source: None, next_labels: Vec::new() }
    }

    /// Sets [`Order::source`].
    #[must_use]
    pub fn source(mut self, bytes: impl Into<Vec<u8>>, content_type: impl Into<String>) -> Order {
        self.source = Some(Source { bytes: bytes.into(), content_type: content_type.into() });
        self
    }

    /// Sets [`Order::next_labels`].
    #[must_use]
    pub fn next_labels<L: Into<String>>(mut self, labels: impl IntoIterator<Item = L>) -> Order {
        self.next_labels = labels.into_iter().map(Into::into).collect();
        self
    }
}

/// A page as a browser shows it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drawn {
    /// The address of the page in the end, after redirects and scripts.
    pub url: String,
    /// The HTTP status of the page. `None` if its [source](Order::source) was known.
    pub status: Option<u16>,
    /// The page that is shown: shadow trees are in their places, and frames of the same origin in
    /// an attribute `srcdoc`.
    pub html: String,
    /// The place of each text of this HTML, and if a reader can see it. It contains no texts of
    /// frames.
    pub layout: Layout,
    /// True if the page came to rest. False if the time for that was over.
    pub is_settled: bool,
    /// The requests that the guard refused or that were over a limit, in their order: at most 100.
    pub refused: Vec<Refusal>,
    /// The requests that were made for the page, without those that were refused or left out.
    pub requests: u32,
}

/// A request that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The address.
    pub url: String,
    /// The reason, as a sentence.
    pub reason: String,
}

/// Something that draws pages: [`Browser`](crate::Browser), or what takes its place.
pub trait Driver: Send + Sync {
    /// Draws a page.
    ///
    /// # Errors
    ///
    /// See [`BrowserErrorKind`](crate::BrowserErrorKind).
    fn draw(&self, order: &Order) -> Result<Drawn>;

    /// Draws a page, and then the further parts of its story: what the page shows after a click on
    /// its button "next". Gives each to `each`, until that returns false or there is no button. All
    /// of them together have twice the time of a page.
    ///
    /// A button is clicked if it says one of the [labels](Order::next_labels) and no more, or names
    /// itself the next by `rel`, and if scripts follow it: no other page is opened. Buttons of
    /// dialogues, of comments, of forms and of what slides are left alone.
    ///
    /// # Errors
    ///
    /// See [`BrowserErrorKind`](crate::BrowserErrorKind). The parts before the error were given.
    fn draw_parts(&self, order: &Order, each: &mut dyn FnMut(Drawn) -> bool) -> Result<()> {
        each(self.draw(order)?);
        Ok(())
    }
}
