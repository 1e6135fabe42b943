//! An extraction in each format.

use super::extraction::{BELOW_TITLE, Extraction};
use crate::render::{self, Chunk, HtmlOptions, MarkdownOptions, TextOptions, XmlOptions};
use crate::sanitize::escape_text;
use crate::verdict::Selection;

impl Extraction {
    /// Returns the main content as plain text, with default options. Empty if there is none.
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<nav>Home</nav><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// assert_eq!(extraction.text(), text.trim_end());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn text(&self) -> &str {
        self.deferred.text.get_or_init(|| render::text(self.page(), &self.decision.verdict))
    }

    /// Returns the main content as plain text. Empty if there is none.
    ///
    /// ```
    /// use tamis::render::TextOptions;
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<nav>Home</nav><article><ul><li>{text}<li>So: {text}</ul></article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let marked = extraction.text_with(&TextOptions::default().list_markers(true));
    /// assert!(marked.starts_with("- It was the best") && marked.contains("\n- So: It was"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn text_with(&self, options: &TextOptions) -> String {
        let text = render::text_with(self.page(), &self.decision.verdict, options);
        match &self.added_title {
            Some(title) => format!("{title}{BELOW_TITLE}{text}"),
            None => text,
        }
    }

    /// Returns the main content as Markdown, with default options. Empty if there is none.
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<nav>Home</nav><article><h2>Times</h2><p><b>So</b>: {text}</article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// assert!(extraction.markdown().starts_with("## Times\n\n**So**: It was the best"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn markdown(&self) -> String {
        self.markdown_with(&MarkdownOptions::default())
    }

    /// Returns the main content as Markdown, after front matter if the options ask for it. Empty if
    /// there is no main content. See [`render::markdown_with`].
    ///
    /// ```
    /// use tamis::render::MarkdownOptions;
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<title>Times</title><nav>Home</nav><article><p>{text}</article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let markdown = extraction.markdown_with(&MarkdownOptions::default().front_matter(true));
    /// assert!(markdown.starts_with("---\ntitle: \"Times\"\n"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn markdown_with(&self, options: &MarkdownOptions) -> String {
        let selection = self.selection();
        let mut content = render::markdown_with(selection.page(), selection.verdict(), options);
        if let Some(title) = &self.added_title {
            content.insert(0, '\n');
            content.insert_str(0, &render::markdown_title(title, options));
        }
        if !options.front_matter || content.is_empty() {
            return content;
        }
        let front_matter = render::front_matter(self.metadata());
        if front_matter.is_empty() { content } else { format!("{front_matter}\n{content}") }
    }

    /// Returns the main content in parts for retrieval, each with the headings above it: first the
    /// title, if the configuration adds it. See [`render::chunks`].
    ///
    /// ```
    /// use tamis::render::MarkdownOptions;
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<article><h2>Times</h2><p>{text}<h3>Later</h3><p>{text}</article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let chunks = extraction.chunks(&MarkdownOptions::default(), None);
    /// assert_eq!(chunks[1].headings, ["Times", "Later"]);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn chunks(&self, options: &MarkdownOptions, max_chars: Option<usize>) -> Vec<Chunk> {
        let selection = self.selection();
        let (page, verdict) = (selection.page(), selection.verdict());
        let mut chunks = render::chunks(page, verdict, options, max_chars);
        if let Some(title) = &self.added_title {
            for chunk in &mut chunks {
                chunk.headings.insert(0, title.clone());
            }
        }
        chunks
    }

    /// Returns the main content as HTML that is safe to show, with default options.
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<title>Times</title><nav>Home</nav><p onclick=x()>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let html = extraction.html();
    /// assert!(html.contains("<h1>Times</h1>") && html.contains("<p>It was the best"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn html(&self) -> String {
        self.html_with(&HtmlOptions::default())
    }

    /// Returns the main content as HTML that is safe to show. Readers' comments, if they were
    /// requested and there are any, come last, in a `<section class="comments">`. See
    /// [`render::html_with`].
    ///
    /// ```
    /// use tamis::render::HtmlOptions;
    /// let extraction = tamis::extract("<p>One <b>two</b>.", &tamis::Config::default())?;
    /// let html = extraction.html_with(&HtmlOptions::default().fragment(true).emphasis(false));
    /// assert_eq!(html.trim_end(), "<p>One two.</p>");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn html_with(&self, options: &HtmlOptions) -> String {
        self.followed_by(&[]).html_with(options)
    }

    /// Returns the main content and its metadata as XML, with default options.
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><nav>Home</nav><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// assert!(extraction.xml().starts_with(r#"<doc title="Times" language="en">"#));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn xml(&self) -> String {
        self.xml_with(&XmlOptions::default())
    }

    /// Returns the main content and its metadata as XML or TEI. Readers' comments, if they were
    /// requested, are in `<comments>`; in TEI, if there are any, in a `<div type="comments">`. See
    /// [`render::xml_with`].
    ///
    /// ```
    /// use tamis::render::{XmlDialect, XmlOptions};
    /// let page = "<title>Times</title><p>It was the best of times.";
    /// let extraction = tamis::extract(page, &tamis::Config::default())?;
    /// let tei = extraction.xml_with(&XmlOptions::default().dialect(XmlDialect::Tei));
    /// assert!(tei.contains(r#"<title type="main">Times</title>"#));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn xml_with(&self, options: &XmlOptions) -> String {
        self.followed_by(&[]).xml_with(options)
    }

    /// Returns an article of several pages, of which this is the first and `next` are the others in
    /// their order.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tamis::render::HtmlOptions;
    /// use tamis::site_rules::SiteRules;
    /// use tamis::{Config, Extractor, Input, Url};
    ///
    /// let mut rules = SiteRules::default();
    /// rules.add("example.com", "body: //div");
    /// let mut extractor = Extractor::new(Config::default().site_rules(Arc::new(rules)))?;
    /// let url = Url::parse("https://example.com/").unwrap();
    /// let mut extract = |page| extractor.extract(Input::from(page).url(&url));
    /// let (first, second) = (extract("<div>One, and</div>Menu"), extract("<div>two.</div>Menu"));
    /// let html = first.followed_by(&[second]).html_with(&HtmlOptions::default().fragment(true));
    /// assert_eq!(html, "<div>One, and</div>\n<div>two.</div>\n");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn followed_by<'e>(&'e self, next: &'e [Extraction]) -> PagedArticle<'e> {
        PagedArticle { first: self, next }
    }
}

/// An article on several pages, from [`Extraction::followed_by`].
///
/// Each page's relative addresses are resolved against its own. Title and other metadata are those
/// of the first page.
#[derive(Clone, Copy, Debug)]
pub struct PagedArticle<'e> {
    first: &'e Extraction,
    next: &'e [Extraction],
}

impl<'e> PagedArticle<'e> {
    /// Returns the article as HTML that is safe to show, as [`Extraction::html_with`] does.
    pub fn html_with(self, options: &HtmlOptions) -> String {
        let (content, comments) = self.selections();
        let html = render::html_of_pages(&content, &comments, self.first.metadata(), options);
        match &self.first.added_title {
            Some(title) if options.fragment => {
                let mut heading = "<h1>".to_owned();
                escape_text(title, &mut heading);
                format!("{heading}</h1>\n{html}")
            }
            _ => html,
        }
    }

    /// Returns the article as XML or TEI, as [`Extraction::xml_with`] does.
    pub fn xml_with(self, options: &XmlOptions) -> String {
        let (content, comments) = self.selections();
        render::xml_of_pages(&content, &comments, self.first.metadata(), options)
    }

    /// Returns the content and the comments of all pages.
    fn selections(self) -> (Vec<Selection<'e>>, Vec<Selection<'e>>) {
        let pages = || std::iter::once(self.first).chain(self.next);
        let content = pages().map(Extraction::selection);
        (content.collect(), pages().filter_map(Extraction::comments).collect())
    }
}
