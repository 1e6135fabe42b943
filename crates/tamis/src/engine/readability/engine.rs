//! Readability as an engine.

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::article::{Article, first_paragraph, source_nodes};
use super::config::Config;
use super::facts::FactTable;
use super::grab::{Grab, Grabbed, Purpose, SearchInput};
use super::metadata::{Metadata, article_metadata};
use super::page_index::PageIndex;
use super::prepare::prepare;
use super::simplify::{clean_classes, simplify_nested_elements};
use super::text::is_blank;
use super::uris::{Base, fix_relative_uris};
use crate::engine::{Engine, EngineName};
use crate::metadata::Value;
use crate::page::NodeSet;
use crate::page::Page;
use crate::page::address::base_url;
use crate::page::{TooManyElements, Warning};
use crate::verdict::{Context, Verdict};

/// The Readability engine.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::readability::Readability;
/// use tamis::{Page, Url};
///
/// let text = "A sentence, with a comma, that goes on for a while. ".repeat(12);
/// let html = format!(
///     "<title>Of Sieves</title><nav>Home</nav><main><p>{text}<p><a href=more>More</a></main>"
/// );
/// let page = Page::measure(Parser::default().parse(&html));
/// let page = page.with_url(Url::parse("https://example.com/a/").unwrap());
/// let article = Readability::default().article(&page).unwrap().unwrap();
/// assert_eq!(article.title(), "Of Sieves");
/// assert!(article.text_content().starts_with("A sentence, with a comma,"));
/// assert!(article.content().contains(r#"<a href="https://example.com/a/more">More</a>"#));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Readability {
    config: Config,
}

impl Readability {
    /// Creates the engine with these parameters, for an example see [`Config`].
    pub fn new(config: Config) -> Readability {
        Readability { config }
    }

    /// Returns the article of a page, or `None` if it has none. For an example see [`Readability`].
    ///
    /// # Errors
    ///
    /// If the page has more elements than the configuration allows.
    pub fn article<'p>(&self, page: &'p Page) -> Result<Option<Article<'p>>, TooManyElements> {
        self.article_in(page.document(), page.url())
    }

    /// Returns the article of a document that need not be measured. `url` is the address of the
    /// page.
    ///
    /// # Errors
    ///
    /// If the document has more elements than the configuration allows.
    ///
    /// Source: `Readability.js`, `parse`.
    ///
    /// ```
    /// # use tamis::dom::Parser;
    /// # use tamis::engine::readability::Readability;
    /// let text = "A sentence, with a comma. ".repeat(20);
    /// let html = format!("<title>Of Sieves</title><p>{text}");
    /// let document = Parser::default().parse(&html);
    /// let article = Readability::default().article_in(&document, None).unwrap().unwrap();
    /// assert_eq!(article.title(), "Of Sieves");
    /// ```
    pub fn article_in<'d>(
        &self,
        document: &'d Document,
        url: Option<&Url>,
    ) -> Result<Option<Article<'d>>, TooManyElements> {
        let base = base_url(document, url);
        let purpose = Purpose::Article { has_base: base.is_some() };
        let (grabbed, metadata) = self.grab(document, purpose)?;
        let Some(mut grabbed) = grabbed else { return Ok(None) };
        let addresses = Base { base: base.as_ref(), page: url };
        fix_relative_uris(&mut grabbed.tree, grabbed.content, addresses);
        simplify_nested_elements(&mut grabbed.tree, grabbed.content);
        if !self.config.keep_classes {
            clean_classes(&mut grabbed.tree, grabbed.content, &self.config);
        }
        let allowed_video = self.config.allowed_video.clone();
        Ok(Some(Article::new(grabbed, metadata, allowed_video, base)))
    }

    fn grab<'d>(
        &self,
        document: &'d Document,
        purpose: Purpose,
    ) -> Result<(Option<Grabbed<'d>>, Metadata), TooManyElements> {
        let body = body_of(document);
        let page_index = PageIndex::of(document, body);
        let (elements, max_elements) = (page_index.elements, self.config.max_elements);
        if max_elements > 0 && elements > max_elements {
            return Err(TooManyElements { elements, max_elements });
        }
        let metadata = article_metadata(document, self.config.disable_json_ld);
        let Some(body) = body else { return Ok((None, metadata)) };
        let mut facts = FactTable::of(document);
        let prepared = prepare(document, page_index, &mut facts);
        let input = SearchInput {
            title: &metadata.title,
            has_byline: metadata.byline.as_ref().is_some_and(|byline| !byline.is_empty()),
            purpose,
        };
        let grabbed = Grab::new(&self.config, prepared, body, facts, &input).run();
        Ok((grabbed, metadata))
    }
}

/// Returns the body, or the frameset of a page with frames.
fn body_of(document: &Document) -> Option<NodeId> {
    let is_body =
        |id: NodeId| document.is_html(id, name::BODY) || document.is_html(id, name::FRAMESET);
    document.children(document.root()?).find(|&id| is_body(id))
}

impl Engine for Readability {
    fn name(&self) -> &'static str {
        EngineName::Readability.as_str()
    }

    fn uses_stopwords(&self) -> bool {
        false
    }

    /// Judges the article before addresses are made absolute and elements simplified, because
    /// neither changes its text. If the page has too many elements, nothing is kept and a warning
    /// is added.
    fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
        let mut verdict = Verdict::nothing(EngineName::Readability.as_str(), page);
        verdict.nodes = Some(NodeSet::of(page.document()));
        let (grabbed, metadata) = match self.grab(page.document(), Purpose::Nodes) {
            Ok(found) => found,
            Err(too_many) => {
                verdict.warnings.push(Warning::TooManyElements(too_many));
                return verdict;
            }
        };
        if let Some(grabbed) = &grabbed {
            let nodes = source_nodes(&grabbed.tree, grabbed.content);
            keep_paragraphs(page, &nodes, &mut verdict);
            verdict.confidence = Some(self.confidence(grabbed));
            verdict.nodes = Some(nodes);
        }
        verdict.metadata = stated(metadata, grabbed);
        verdict
    }
}

impl Readability {
    /// Returns the confidence, 0 to 1. An article of the first, strict attempt has 1; each further
    /// attempt costs a quarter. If even the best article is shorter than the threshold, it has a
    /// quarter times its fraction of the threshold.
    fn confidence(&self, grabbed: &Grabbed<'_>) -> f64 {
        const STEP: f64 = 0.25;
        let wanted = self.config.char_threshold_or_default();
        if grabbed.length < wanted {
            return STEP * grabbed.length as f64 / wanted as f64;
        }
        1.0 - STEP * grabbed.attempt as f64
    }
}

/// Keeps each paragraph that has text in the article.
fn keep_paragraphs(page: &Page, nodes: &NodeSet, verdict: &mut Verdict) {
    let document = page.document();
    for (index, paragraph) in page.paragraphs().iter().enumerate() {
        let (mut kept, mut left) = (false, false);
        for id in page.paragraph_nodes(paragraph) {
            if !is_blank(document.text(id)) {
                let is_kept = nodes.contains(id);
                kept |= is_kept;
                left |= !is_kept;
            }
        }
        let reason = match (kept, left) {
            (true, false) => "in the article",
            (true, true) => "partly in the article",
            (false, _) => "outside of the article",
        };
        verdict.set(index, kept, reason);
    }
}

/// Returns the metadata of the page and the article, with this engine as their source.
fn stated(metadata: Metadata, grabbed: Option<Grabbed<'_>>) -> crate::metadata::Metadata {
    let mut found = crate::metadata::Metadata::default();
    let value = |text: Option<String>| {
        let text = text.filter(|text| !text.is_empty())?;
        Some(Value::new(text, EngineName::Readability.as_str()))
    };
    found.title = value(Some(metadata.title));
    found.byline = value(metadata.byline);
    found.description = value(metadata.excerpt);
    found.site_name = value(metadata.site_name);
    found.published = value(metadata.published_time);
    let Some(grabbed) = grabbed else { return found };
    found.byline = found.byline.or_else(|| value(grabbed.byline));
    found.language = value(grabbed.lang);
    found.direction = value(grabbed.dir);
    found.description =
        (found.description).or_else(|| value(first_paragraph(&grabbed.tree, grabbed.content)));
    found
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn page(html: &str) -> Page {
        Page::measure(Parser::default().parse(html))
    }

    #[test]
    fn paragraphs_are_kept_with_their_nodes() {
        let text = "A sentence, with a comma, that goes on for a while. ".repeat(12);
        let page = page(&format!(
            "<p class=sidebar>Links</p><div><p>{text}</p><p>{text}<b class=sponsor>Buy</b></p></div>"
        ));
        let verdict = Readability::default().judge(&page, &Context::default());
        assert_eq!(verdict.kept, [false, true, true]);
        let reasons = ["outside of the article", "in the article", "partly in the article"];
        assert_eq!(verdict.reasons, reasons);
        assert!((verdict.confidence.unwrap() - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn short_articles_have_less_confidence() {
        let page = page("<p>A short one.</p>");
        let verdict = Readability::default().judge(&page, &Context::default());
        assert_eq!(verdict.kept, [true]);
        assert!((verdict.confidence.unwrap() - 0.25 * 12.0 / 500.0).abs() < 1e-9);
    }

    #[test]
    fn too_many_elements() {
        let page = page("<p>One<p>Two");
        let engine = Readability::new(Config::default().max_elements(3));
        let too_many = TooManyElements { elements: 5, max_elements: 3 };
        assert_eq!(engine.article(&page).err(), Some(too_many));
        let verdict = engine.judge(&page, &Context::default());
        assert_eq!(verdict.kept, [false, false]);
        assert_eq!(verdict.warnings, [Warning::TooManyElements(too_many)]);
    }

    #[test]
    fn no_text_no_article() {
        assert!(Readability::default().article(&page("")).unwrap().is_none());
        assert!(Readability::default().article(&page("<frameset><frame>")).unwrap().is_none());
    }
}
