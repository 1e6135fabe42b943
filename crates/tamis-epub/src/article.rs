//! What a volume is made of.

use tamis::dom::{Document, Parser};
use tamis::metadata::Date;
use tamis::render::HtmlOptions;
use tamis::{Extraction, Metadata, Url};

/// One article: its content, and what stands on its first page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Article {
    /// The title; never empty: where the page has none, its address, else a dash.
    pub title: String,
    /// Who wrote it, one name each.
    pub authors: Vec<String>,
    /// Who wrote it, in one line.
    pub byline: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The day of its publication.
    pub published: Option<Date>,
    /// The day of the last change that is known, that of the publication too.
    pub changed: Option<Date>,
    /// The language as the page declares it.
    pub language: Option<String>,
    /// The direction of writing, `ltr` or `rtl`.
    pub direction: Option<String>,
    /// Where it is on the web.
    pub url: Option<Url>,
    /// More addresses that lead to it: links to them lead to the article in the volume.
    pub addresses: Vec<Url>,
    /// What the sanitizer wrote, parsed again.
    content: Document,
}

impl Article {
    /// The article of an extraction.
    ///
    /// ```
    /// use tamis_epub::Article;
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let article = Article::of(&extraction);
    /// assert_eq!((article.title.as_str(), article.language.as_deref()), ("Times", Some("en")));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn of(extraction: &Extraction) -> Article {
        Article::of_pages(extraction, &[], &HtmlOptions::default())
    }

    /// The article of several pages, with what the options let through. What stands on the first page is that of the first
    /// extraction.
    pub fn of_pages(first: &Extraction, more: &[Extraction], options: &HtmlOptions) -> Article {
        let html = first.html_with(more, &options.clone().fragment(true));
        let Metadata { title, byline, authors, published, modified, site_name, .. } =
            first.metadata();
        let Metadata { language, direction, canonical, .. } = first.metadata();
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
            addresses: canonical
                .as_deref()
                .and_then(|url| Url::parse(url).ok())
                .into_iter()
                .collect(),
            url,
            content: Parser::default().parse(&html),
        }
    }

    /// What is in it: sanitized HTML as a tree of its own.
    pub fn content(&self) -> &Document {
        &self.content
    }

    /// Who, where and when, in one line; empty where nothing of it is known.
    pub(crate) fn line(&self) -> String {
        let published = self.published.map(|day| day.to_string());
        let parts = [self.byline.clone(), self.site_name.clone(), published];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// The day at the beginning of a time as ISO 8601 has it.
fn day(time: &str) -> Option<Date> {
    time.get(..10)?.parse().ok()
}
