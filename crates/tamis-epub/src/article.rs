//! The articles of a volume.

use tamis::dom::{Document, Parser};
use tamis::metadata::{Date, Value};
use tamis::render::HtmlOptions;
use tamis::{Extraction, Metadata, Url};

/// An article of a volume: its content and the metadata that readers show.
///
/// The fields can be changed before the article becomes part of a [`Volume`](crate::Volume).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Article {
    /// The title. If the page has none, it is the address of the page, or a dash. Never empty.
    pub title: String,
    /// The names of the authors.
    pub authors: Vec<String>,
    /// The authors in one line, as the page shows them.
    pub byline: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The day of publication.
    pub published: Option<Date>,
    /// The day of the last known change. Not before the day of publication.
    pub changed: Option<Date>,
    /// The language, as the page declares it.
    pub language: Option<String>,
    /// The direction of the text, `ltr` or `rtl`.
    pub direction: Option<String>,
    /// The address of the page.
    pub url: Option<Url>,
    /// The address that relative addresses of images start from if that of the page is not known,
    /// such as the `file:` address of the folder of a saved page, which ends with a slash. Default:
    /// `None`.
    pub base: Option<Url>,
    /// The address of the image that represents the page elsewhere. It is the cover of a volume
    /// of this article alone.
    pub image: Option<Url>,
    /// More addresses of the page. Links to them lead to the article inside the volume.
    pub addresses: Vec<Url>,
    /// The sanitized HTML, parsed again.
    content: Document,
}

impl Article {
    /// Creates an article from an extraction.
    ///
    /// ```
    /// use tamis_epub::Article;
    ///
    /// let text = "It was the best of times, it was the worst of times, and so it went on. ";
    /// let text = text.repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let article = Article::of(&extraction);
    /// assert_eq!((article.title.as_str(), article.language.as_deref()), ("Times", Some("en")));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn of(extraction: &Extraction) -> Article {
        Article::of_pages(extraction, &[], &HtmlOptions::default())
    }

    /// Creates one article from the pages of a multi-page article. Its metadata is that of the
    /// first page. `options` decide what the content contains.
    pub fn of_pages(first: &Extraction, more: &[Extraction], options: &HtmlOptions) -> Article {
        let html = first.followed_by(more).html_with(&options.clone().fragment(true));
        let Metadata { title, byline, authors, published, modified, site_name, .. } =
            first.metadata();
        let Metadata { language, direction, canonical, image, .. } = first.metadata();
        let url = first.page().url().cloned();
        let texts = |value: &Option<_>| value.as_ref().map(ToString::to_string);
        let published = published.as_deref().and_then(day);
        Article {
            title: texts(title)
                .filter(|title| !title.trim().is_empty())
                .or_else(|| url.as_ref().map(Url::to_string))
                .unwrap_or_else(|| "–".to_owned()),
            authors: authors.iter().map(ToString::to_string).collect(),
            byline: texts(byline),
            site_name: texts(site_name),
            published,
            changed: modified.as_deref().and_then(day).max(published),
            language: texts(language),
            direction: texts(direction),
            base: None,
            image: address(image.as_ref()),
            addresses: address(canonical.as_ref()).into_iter().collect(),
            url,
            content: Parser::default().parse(&html),
        }
    }

    /// Returns the content: sanitized HTML, parsed as a document of its own.
    ///
    /// ```
    /// let extraction = tamis::extract("<p>One", &tamis::Config::default())?;
    /// let article = tamis_epub::Article::of(&extraction);
    /// assert!(article.content().root().is_some());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn content(&self) -> &Document {
        &self.content
    }

    /// Returns the absolute address of an image in the content: one of the web, or one below
    /// [`Article::base`]. Other files are refused, because a page must not put files of its reader
    /// into a volume, for example by `<img src="file:///etc/passwd">`.
    pub(crate) fn image_address(&self, source: &str) -> Option<Url> {
        let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
        if let Ok(url) = Url::parse(source) {
            return Some(url).filter(is_web);
        }
        let base = self.base.as_ref()?;
        let url = base.join(source).ok()?;
        (is_web(&url) || url.as_str().starts_with(base.as_str())).then_some(url)
    }

    /// Returns authors, site name and day of publication in one line. Empty if none of them is
    /// known.
    pub(crate) fn source_line(&self) -> String {
        let published = self.published.map(|day| day.to_string());
        let parts = [self.byline.clone(), self.site_name.clone(), published];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// Parses an absolute address.
fn address(value: Option<&Value>) -> Option<Url> {
    Url::parse(value?).ok()
}

/// Parses the date at the start of an ISO 8601 time.
fn day(time: &str) -> Option<Date> {
    time.get(..10)?.parse().ok()
}
