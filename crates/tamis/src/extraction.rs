//! What comes out: the text, and what is known about it.

use std::fmt;
use std::sync::OnceLock;

use tamis_dom::Encoding;

use crate::blend::first_form;
use crate::engine::Verdict;
use crate::engine::readability::TooManyElements;
use crate::extractor::Judgement;
use crate::language::Language;
use crate::metadata::{Date, Metadata};
use crate::page::Page;
use crate::page_json::{Content, TextSource};
use crate::render::{
    self, Chunk, HtmlOptions, JsonExtraction, JsonOptions, MarkdownOptions, Part, TextOptions,
    XmlOptions,
};
use crate::signals::Signals;

/// The main content of a page.
///
/// It owns the page, so that every format can be had of it. Who keeps many extractions takes what is needed of each,
/// and gives the page back with [`Extractor::recycle`](crate::Extractor::recycle).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Extraction {
    text: String,
    metadata: Metadata,
    judgement: Judgement,
    signals: OnceLock<Signals>,
    page: Page,
    text_source: TextSource,
    /// What the verdict is about where that is not the page: what its JSON has.
    json_page: Option<Page>,
}

/// What one engine answers about a page.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'e> {
    page: &'e Page,
    verdict: &'e Verdict,
    confidence: f64,
}

impl Answer<'_> {
    /// The engine.
    pub fn engine(&self) -> &'static str {
        self.verdict.engine
    }

    /// How sure one can be of it, as in [`Extraction::confidence`].
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// Its verdict.
    pub fn verdict(&self) -> &Verdict {
        self.verdict
    }

    /// Its text, as in [`Extraction::text`].
    pub fn text(&self) -> String {
        render::text(self.page, self.verdict)
    }
}

/// A paragraph of a page and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedParagraph<'e> {
    /// Its text, white space collapsed and trimmed.
    pub text: &'e str,
    /// Whether it belongs to the main content.
    pub kept: bool,
    /// Why, in the engine's words.
    pub reason: &'static str,
    /// Whether it stands in a heading.
    pub in_heading: bool,
}

/// A doubt about an extraction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// About the reading of the page.
    Page(tamis_dom::Warning),
    /// There is no stoplist for the page's language (or it is not known): the engine worked without.
    NoStoplist {
        /// The language, if it is known.
        language: Option<String>,
    },
    /// The page has more elements than the engine was told to look at; it kept nothing.
    TooManyElements(TooManyElements),
    /// About the rules for the page's site: what in them could not be carried out on this page, or what they say about it.
    SiteRule {
        /// A sentence.
        message: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Page(warning) => warning.fmt(f),
            Warning::TooManyElements(too_many) => too_many.fmt(f),
            Warning::NoStoplist { language: Some(language) } => {
                write!(f, "there is no stoplist for `{language}`: stopwords were not looked at")?;
                if has_no_spaces(language) {
                    f.write_str(
                        " (it has no spaces between words: see the option `segmentation`)",
                    )?;
                }
                Ok(())
            }
            Warning::SiteRule { message } => f.write_str(message),
            Warning::NoStoplist { language: None } => {
                f.write_str("the language is not known: stopwords were not looked at")
            }
        }
    }
}

/// Whether the language is written without spaces between words.
fn has_no_spaces(language: &str) -> bool {
    let primary = language.split('-').next().unwrap_or_default().to_ascii_lowercase();
    matches!(primary.as_str(), "zh" | "yue" | "ja" | "th" | "lo" | "km" | "my")
}

impl Extraction {
    pub(crate) fn new(
        page: Page,
        mut judgement: Judgement,
        latest_date: Option<Date>,
    ) -> Extraction {
        let text = render::text(&page, &judgement.verdict);
        let mut metadata = std::mem::take(&mut judgement.verdict.metadata);
        metadata.complete_with(Metadata::until(&page, latest_date), latest_date);
        Extraction {
            text,
            metadata,
            judgement,
            signals: OnceLock::new(),
            page,
            text_source: TextSource::Elements,
            json_page: None,
        }
    }

    /// The same with the content that the page's JSON has, and with the comments beside it.
    pub(crate) fn with_content(
        mut self,
        content: Content,
        comments: Option<Verdict>,
    ) -> Extraction {
        let Content { source, page, verdict, text } = content;
        let of_elements = std::mem::replace(&mut self.judgement.verdict, verdict);
        self.judgement.others.insert(0, of_elements);
        self.text_source = source;
        self.text = text;
        self.json_page = Some(page);
        self.judgement.comments = comments;
        self
    }

    /// The page that the verdict is about.
    fn judged_page(&self) -> &Page {
        self.json_page.as_ref().unwrap_or(&self.page)
    }

    /// That page with its verdict.
    pub(crate) fn judged(&self) -> Part<'_> {
        (self.judged_page(), &self.judgement.verdict)
    }

    /// Where the text comes from: the page's elements, or its own JSON ([`Config::page_json`](crate::Config::page_json)).
    ///
    /// ```
    /// use tamis::{Config, PageJson, TextSource};
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!(
    ///     r#"<div id=app></div><script type=application/ld+json>{{"@type": "NewsArticle", "articleBody": "{text}"}}</script>"#);
    /// let extraction = tamis::extract(&page, &Config::default().page_json(PageJson::Auto))?;
    /// assert_eq!(extraction.text_source(), TextSource::JsonLd);
    /// assert_eq!(extraction.text(), text.trim());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn text_source(&self) -> TextSource {
        self.text_source
    }

    /// The main content as plain text: see [`render::text_with`], whose default options it has. Empty where there is none.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// As [`Extraction::text`], written as these options say.
    ///
    /// ```
    /// use tamis::render::TextOptions;
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<nav>Home</nav><article><p>{text}</p><ul><li>{text}<li>{text}</ul></article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// assert_eq!(extraction.text_with(&TextOptions::default()), extraction.text());
    /// let marked = extraction.text_with(&TextOptions::default().list_markers(true));
    /// assert_eq!(marked.matches("\n- It was").count(), 2);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn text_with(&self, options: &TextOptions) -> String {
        render::text_with(self.judged_page(), &self.judgement.verdict, options)
    }

    /// The main content as HTML that is safe to show: see [`render::html`]. Readers' comments, where they were asked for and there are
    /// any, stand behind it in a `<section class="comments">`.
    ///
    /// ```
    /// use tamis::render::HtmlOptions;
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><nav>Home</nav><p onclick=x()>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let html = extraction.html(&HtmlOptions::default());
    /// assert!(html.contains("<h1>Times</h1>") && html.contains("<p>It was the best"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn html(&self, options: &HtmlOptions) -> String {
        self.html_with(&[], options)
    }

    /// The main content as Markdown, behind what is known of it where the options say so: see [`render::markdown`]. Empty where
    /// there is no main content.
    ///
    /// ```
    /// use tamis::render::MarkdownOptions;
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<html lang=en><nav>Home</nav><article><h2>Times</h2><p><b>So</b>: {text}</article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let markdown = extraction.markdown(&MarkdownOptions::default());
    /// assert!(markdown.starts_with("## Times\n\n**So**: It was the best"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn markdown(&self, options: &MarkdownOptions) -> String {
        let content = render::markdown(self.judged_page(), &self.judgement.verdict, options);
        if !options.front_matter || content.is_empty() {
            return content;
        }
        let front_matter = render::front_matter(&self.metadata);
        if front_matter.is_empty() { content } else { format!("{front_matter}\n{content}") }
    }

    /// All that is known as a JSON object on one line: see [`render::JSON_SCHEMA`].
    ///
    /// ```
    /// use tamis::render::JsonOptions;
    /// let page = "<html lang=en><title>Times</title><p>It was the best of times.";
    /// let extraction = tamis::extract(page, &tamis::Config::default())?;
    /// let json = extraction.json(&JsonOptions::default().paragraphs(true));
    /// assert!(json.starts_with(r#"{"schema_version":1,"text":"#));
    /// assert!(json.contains(r#""title":"Times""#) && json.contains(r#""path":"/html[1]/body[1]/p[1]""#));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn json(&self, options: &JsonOptions) -> String {
        // Strings, numbers and lists of them can always be written.
        serde_json::to_string(&JsonExtraction::of(self, options)).unwrap_or_default()
    }

    /// The main content in parts for retrieval, each with the headings it stands under: see [`render::chunks`].
    ///
    /// ```
    /// use tamis::render::MarkdownOptions;
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<html lang=en><nav>Home</nav><article><h2>Times</h2><p>{text}<h3>Later</h3><p>{text}</article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let chunks = extraction.chunks(&MarkdownOptions::default(), None);
    /// assert_eq!(chunks[1].headings, ["Times", "Later"]);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn chunks(&self, options: &MarkdownOptions, max_chars: Option<usize>) -> Vec<Chunk> {
        let (page, verdict) = self.judged();
        render::chunks(page, verdict, options, max_chars)
    }

    /// As [`Extraction::html`], with what is kept of the pages on which the article goes on, in their order. Each page's
    /// addresses start from its own; title and all that is known are those of this page.
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
    /// let mut extract = |page| extractor.extract(Input::from(page).url(&url)).unwrap();
    /// let (first, second) = (extract("<div>One, and</div>Menu"), extract("<div>two.</div>Menu"));
    /// let html = first.html_with(&[second], &HtmlOptions::default().fragment(true));
    /// assert_eq!(html, "<div>One, and</div>\n<div>two.</div>\n");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn html_with(&self, more: &[Extraction], options: &HtmlOptions) -> String {
        let (content, comments) = self.parts_with(more);
        render::html_of_pages(&content, &comments, &self.metadata, options)
    }

    /// The main content and what is known of it as XML: see [`render::xml`]. Readers' comments, where they were asked for, stand in
    /// `<comments>`; in TEI, where there are any, in a `<div type="comments">`.
    ///
    /// ```
    /// use tamis::render::{XmlDialect, XmlOptions};
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><nav>Home</nav><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let xml = extraction.xml(&XmlOptions::default());
    /// assert!(xml.starts_with(r#"<doc title="Times" language="en">"#) && xml.contains("<p>It was the best"));
    /// let tei = extraction.xml(&XmlOptions::default().dialect(XmlDialect::Tei));
    /// assert!(tei.contains(r#"<title type="main">Times</title>"#) && tei.contains("<p>It was the best"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn xml(&self, options: &XmlOptions) -> String {
        self.xml_with(&[], options)
    }

    /// As [`Extraction::xml`], with what is kept of the pages on which the article goes on, in their order. What is known is of
    /// this page.
    pub fn xml_with(&self, more: &[Extraction], options: &XmlOptions) -> String {
        let (content, comments) = self.parts_with(more);
        render::xml_of_pages(&content, &comments, &self.metadata, options)
    }

    /// The content and the comments of this page and of those it goes on upon.
    fn parts_with<'e>(&'e self, more: &'e [Extraction]) -> (Vec<Part<'e>>, Vec<Part<'e>>) {
        let pages = || std::iter::once(self).chain(more);
        let comments = pages().filter_map(|page| Some((&page.page, page.comments()?)));
        (pages().map(Extraction::judged).collect(), comments.collect())
    }

    /// The title: the engine's, where it looks for one, else that of the page.
    pub fn title(&self) -> Option<&str> {
        self.metadata.title.as_deref()
    }

    /// What is known about the article beside its text.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The page's language, if it is known.
    pub fn language(&self) -> Option<&Language> {
        self.judgement.language.as_ref()
    }

    /// The encoding the page was in, and how it was found.
    pub fn encoding(&self) -> Encoding {
        self.page.document().encoding()
    }

    /// The engine whose answer this is; that which a blend chose; `page-json` where the text is from the page's own JSON.
    pub fn strategy_used(&self) -> &'static str {
        self.judgement.verdict.engine
    }

    /// How sure one can be that this is the main content and all of it, 0 to 1; 0 where there is no main content.
    ///
    /// The blend [`auto`](crate::blend::auto) estimates the F1 that is reached. A single engine says how sure it is by its
    /// own marks; for one that doesn't, it is the confidence that the page gives ([`first_form`](crate::blend::first_form)).
    pub fn confidence(&self) -> f64 {
        self.confidence_of(&self.judgement.verdict)
    }

    fn confidence_of(&self, verdict: &Verdict) -> f64 {
        if !verdict.kept.contains(&true) {
            return 0.0;
        }
        verdict.confidence.unwrap_or_else(|| first_form(self.signals(), &self.metadata))
    }

    /// The answers of all engines that a blend asked, the one that was taken first; of a single engine its own. Where the text
    /// is from the page's own JSON, that comes first.
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<nav>Home</nav><article><p>{text}</p></article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let answers: Vec<_> = extraction.answers().collect();
    /// assert_eq!(answers.len(), 4);
    /// assert_eq!(answers[0].engine(), extraction.strategy_used());
    /// assert!(answers.iter().all(|answer| answer.text() == extraction.text()));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn answers(&self) -> impl ExactSizeIterator<Item = Answer<'_>> {
        let Judgement { verdict, others, .. } = &self.judgement;
        let count = others.len() + 1;
        (0..count).map(move |index| {
            let other = index.checked_sub(1).map(|index| (&self.page, &others[index]));
            let (page, verdict) = other.unwrap_or((self.judged_page(), verdict));
            Answer { page, verdict, confidence: self.confidence_of(verdict) }
        })
    }

    /// What kind of page this is by its markup: whether it is a listing, needs JavaScript, is for subscribers only, with
    /// reasons. Looked for when it is first asked for.
    ///
    /// ```
    /// let page = "<meta name=article:content_tier content=metered><p>The first sentence.";
    /// let extraction = tamis::extract(page, &tamis::Config::default())?;
    /// assert!(extraction.signals().paywalled.is_set() && !extraction.signals().is_listing.is_set());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn signals(&self) -> &Signals {
        self.signals.get_or_init(|| Signals::of(&self.page))
    }

    /// Doubts about this extraction; empty for most pages.
    pub fn warnings(&self) -> &[Warning] {
        &self.judgement.warnings
    }

    /// All paragraphs of the page in its order, those that were left too. Where the text is from the page's own JSON, they are
    /// those of that text, all kept, and not those of [`Extraction::page`].
    pub fn paragraphs(&self) -> impl ExactSizeIterator<Item = ExtractedParagraph<'_>> {
        let page = self.judged_page();
        let paragraphs = page.paragraphs().iter().enumerate();
        paragraphs.map(|(index, paragraph)| ExtractedParagraph {
            text: self.judgement.verdict.text_of(page, paragraph),
            kept: self.judgement.verdict.kept.get(index).copied().unwrap_or(false),
            reason: self.judgement.verdict.reasons.get(index).copied().unwrap_or_default(),
            in_heading: paragraph.in_heading,
        })
    }

    /// What readers say below the content, as a selection of [`Extraction::page`]: each renderer writes it like any other. It keeps
    /// nothing that the content keeps, and nothing where there are no comments. `None` where they were not asked for.
    ///
    /// ```
    /// use tamis::{Config, render};
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!(
    ///     "<html lang=en><article><p>{text}</article><ol class=comment-list><li class=comment>So true.<li class=comment>And how!</ol>");
    /// let extraction = tamis::extract(&page, &Config::default().comments(true))?;
    /// assert_eq!(extraction.text(), text.trim());
    /// assert_eq!(render::text(extraction.page(), extraction.comments().unwrap()), "So true.\nAnd how!");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn comments(&self) -> Option<&Verdict> {
        self.judgement.comments.as_ref()
    }

    /// The page that this was taken from.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The page alone.
    pub fn into_page(self) -> Page {
        self.page
    }
}
