//! Rows: what is known about one record of an archive.

use std::borrow::Cow;
use std::fmt;

use tamis::Strategy;

/// The status of a record.
///
/// If several apply, a row has the first one in the order of [`Status::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Status {
    /// The archive is damaged here, and the content of the record is lost.
    BrokenRecord,
    /// The server answered with another status than success (200 to 299). There is no text.
    HttpError,
    /// The page is larger than the limit. There is no text.
    TooLarge,
    /// The media type is that of HTML, but the bytes are not HTML. There is no text.
    NotHtml,
    /// The program failed on this page: a bug of Tamis. There is no text.
    Panic,
    /// The page was to be drawn by a browser, and could not be. There is no text.
    NotDrawn,
    /// A limit on the cost of a page was reached. There is text, but not all of it.
    Limit,
    /// The end of the page is missing in the archive. There is text, but not all of it.
    Truncated,
    /// The page has no main content.
    Empty,
    /// The page has main content.
    Ok,
}

impl Status {
    /// All statuses, in the order in which they apply.
    pub const ALL: [Status; 10] = [
        Status::BrokenRecord,
        Status::HttpError,
        Status::TooLarge,
        Status::NotHtml,
        Status::Panic,
        Status::NotDrawn,
        Status::Limit,
        Status::Truncated,
        Status::Empty,
        Status::Ok,
    ];

    /// Returns the name in the column `status`, such as `not_html`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::BrokenRecord => "broken_record",
            Status::HttpError => "http_error",
            Status::TooLarge => "too_large",
            Status::NotHtml => "not_html",
            Status::Panic => "panic",
            Status::NotDrawn => "not_drawn",
            Status::Limit => "limit",
            Status::Truncated => "truncated",
            Status::Empty => "empty",
            Status::Ok => "ok",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A row: a record, and what Tamis found in it. [`Column`](crate::Column) describes each field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    pub id: Option<String>,
    pub url: Option<String>,
    pub date: Option<String>,
    pub status: Status,
    /// A sentence, if `status` is an error.
    pub error: Option<String>,
    pub http_status: Option<u16>,
    pub content_type: Option<String>,
    pub digest: Option<String>,
    pub warc_file: String,
    pub offset: u64,
    pub length: Option<u64>,
    /// True if the content is that of the page as a browser shows it.
    pub is_drawn: bool,
    /// The content of the page. `None` if there is no page.
    pub content: Option<Content>,
}

/// The content of a page.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Content {
    /// The text of each strategy, in the order of the configuration.
    pub texts: Vec<(Strategy, String)>,
    pub markdown: Option<String>,
    pub html: Option<String>,
    pub title: Option<String>,
    pub authors: Vec<String>,
    pub published: Option<String>,
    pub modified: Option<String>,
    pub description: Option<String>,
    pub site_name: Option<String>,
    pub canonical_url: Option<String>,
    pub image: Option<String>,
    pub categories: Vec<String>,
    pub tags: Vec<String>,
    pub license: Option<String>,
    pub price: Option<String>,
    pub currency: Option<String>,
    pub language: Option<String>,
    pub encoding: Cow<'static, str>,
    pub strategy_used: String,
    pub page_type: Option<Cow<'static, str>>,
    pub confidence: f64,
    pub outcome: Cow<'static, str>,
    pub html_bytes: u64,
    pub warnings: Vec<String>,
    pub flags: crate::flags::Flags,
}

impl Content {
    /// Returns the text of a strategy, or `None` if it did not run.
    pub fn text(&self, strategy: Strategy) -> Option<&str> {
        self.texts.iter().find(|(of, _)| *of == strategy).map(|(_, text)| text.as_str())
    }
}

impl Row {
    /// Returns the row of a page at this address, which comes from no archive.
    pub(crate) fn of_page(url: Option<&str>) -> Row {
        Row {
            id: None,
            url: url.map(str::to_owned),
            date: None,
            status: Status::Empty,
            error: None,
            http_status: None,
            content_type: None,
            digest: None,
            warc_file: String::new(),
            offset: 0,
            length: None,
            is_drawn: false,
            content: None,
        }
    }

    /// Returns the length of the long texts, in bytes.
    pub(crate) fn text_bytes(&self) -> usize {
        self.content.as_ref().map_or(0, |content| {
            let texts: usize = content.texts.iter().map(|(_, text)| text.len()).sum();
            let formats = [&content.markdown, &content.html];
            texts + formats.iter().filter_map(|text| text.as_ref()).map(String::len).sum::<usize>()
        })
    }
}
