//! Signals: signs in the markup of the kind of page, whatever its main content is.

mod advertising;
mod application;
mod blocked;
mod listing;
mod page_type;
mod paywall;

use tamis_dom::{AttrNamespace, Document, NodeId, name};

use crate::page::Page;
use advertising::has_advertising_word;
use application::Application;
pub(crate) use application::unfilled_chars;
pub(crate) use blocked::is_blocked;
use listing::Listing;

pub use listing::ListingShape;
pub use page_type::{PageType, PageTypes};

/// Signs in the markup of the kind of page. Found in one walk over the document.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::{Page, Signals};
/// let html = "<body><div id=__next></div>
///     <script id=__NEXT_DATA__ type=application/json>{}</script>";
/// let signals = Signals::of(&Page::measure(Parser::default().parse(html)));
/// let reasons = ["an empty root element", "application state and little text"];
/// assert_eq!(signals.needs_javascript.reasons(), reasons);
/// assert!(!signals.is_listing.is_set() && !signals.paywalled.is_set());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Signals {
    /// True if the page has an `<article>`.
    pub article: bool,
    /// True if the page has a `<main>`.
    pub main: bool,
    /// True if an element has the role `main`.
    pub role_main: bool,
    /// True if the page is an article according to an `itemtype` of schema.org or its `og:type`.
    pub article_type: bool,
    /// True if an element is a thread of a forum according to its `itemtype`.
    pub discussion_type: bool,
    /// The number of frames.
    pub iframes: u32,
    /// The number of elements whose class or id calls them advertising.
    pub advertising_marks: u32,
    /// The strongest sign that a program builds the page in the browser; `None` if there is none.
    pub application: Option<&'static str>,
    /// True if the page has a field for a password.
    pub asks_for_password: bool,
    /// The length of the page in bytes of UTF-8.
    pub html_bytes: usize,
    /// The largest group of similar items with links.
    pub listing: ListingShape,
    /// Set if the content only appears when the page's programs run.
    pub needs_javascript: Flag,
    /// Set if the page is a list of links to other pages with their teasers, or of products.
    pub is_listing: Flag,
    /// Set if the content is shown to subscribers only.
    pub paywalled: Flag,
    /// Set if a service in front of the site checks whether a person visits, or refuses.
    pub blocked: Flag,
}

/// A property of a page with the reasons for it. It is set if there is a reason.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::{Page, Signals};
/// let html = "<meta name=article:content_tier content=locked><p>Subscribe";
/// let paywalled = Signals::of(&Page::measure(Parser::default().parse(html))).paywalled;
/// assert!(paywalled.is_set());
/// assert_eq!(paywalled.reasons(), ["the page's tier of content is locked or metered"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flag {
    reasons: Vec<&'static str>,
}

impl Flag {
    /// Returns true if there is a reason: see the example of [`Flag`].
    pub fn is_set(&self) -> bool {
        !self.reasons.is_empty()
    }

    /// Returns the reasons; empty if the property is not set. See the example of [`Flag`].
    pub fn reasons(&self) -> &[&'static str] {
        &self.reasons
    }

    fn set_if(&mut self, holds: bool, reason: &'static str) {
        if holds && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

impl Signals {
    /// Returns the signals of a page, in linear time: see the example of [`Signals`].
    pub fn of(page: &Page) -> Signals {
        let document = page.document();
        let mut signals = Signals { html_bytes: document.html_bytes(), ..Signals::default() };
        let mut application = Application::default();
        let mut listing = Listing::default();
        for id in document.elements(NodeId::DOCUMENT) {
            signals.note(document, id);
            application.note(page, id);
            paywall::note(page, id, &mut signals.paywalled);
            listing.note(page, id);
        }
        signals.application = application.strongest_sign();
        signals.needs_javascript = application.flag(page);
        blocked::note(page, &mut signals.blocked);
        signals.listing = listing.shape(page);
        if !signals.article_type && !signals.discussion_type {
            signals.is_listing = signals.listing.flag();
        }
        signals
    }

    /// Returns the signals with the model's opinion on whether the page is a listing. It replaces
    /// that of the markup, because the model also knows the text.
    pub(crate) fn typed(self, types: PageTypes) -> Signals {
        Signals { is_listing: types.listing_flag(), ..self }
    }

    /// Returns true if an application has not filled the page yet. The absence of text is not
    /// enough, because a page can just be short.
    pub(crate) fn is_unfilled(&self) -> bool {
        self.needs_javascript.reasons().iter().any(|reason| *reason != application::NO_TEXT)
    }

    fn note(&mut self, document: &Document, id: NodeId) {
        match document.name(id) {
            Some(name::ARTICLE) => self.article = true,
            Some(name::MAIN) => self.main = true,
            Some(name::IFRAME) => self.iframes += 1,
            Some(name::INPUT) => self.asks_for_password |= is_password(document, id),
            Some(name::META) => self.article_type |= says_article(document, id),
            _ => {}
        }
        let mut advertising = false;
        for attr in document.attrs(id) {
            if attr.namespace() != AttrNamespace::None {
                continue;
            }
            let value = document.attr_value(attr);
            match attr.name() {
                name::ROLE => self.role_main |= value.trim().eq_ignore_ascii_case("main"),
                name::ITEMTYPE => {
                    self.article_type |= has_type(value, &["Article", "BlogPosting"]);
                    self.discussion_type |= has_type(value, &["DiscussionForumPosting", "QAPage"]);
                }
                name::CLASS | name::ID => advertising |= has_advertising_word(value),
                _ => {}
            }
        }
        self.advertising_marks += u32::from(advertising);
    }
}

/// Returns true if an `<input>` is a field for a password.
fn is_password(document: &Document, input: NodeId) -> bool {
    let kind = document.attr(input, name::TYPE).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("password")
}

/// Returns true if this `<meta>` calls the page an article.
///
/// Source: Open Graph, `og:type`.
fn says_article(document: &Document, meta: NodeId) -> bool {
    document.attr(meta, name::PROPERTY).is_some_and(|property| property.trim() == "og:type")
        && document.attr(meta, name::CONTENT).is_some_and(|content| content.trim() == "article")
}

/// Returns true if one of these types of schema.org, such as `https://schema.org/NewsArticle`, ends
/// with one of these words.
fn has_type(itemtype: &str, words: &[&str]) -> bool {
    let mut types = itemtype.split_ascii_whitespace().map(|kind| kind.trim_end_matches('/'));
    types.any(|kind| words.iter().any(|word| kind.ends_with(word)))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn signals(html: &str) -> Signals {
        Signals::of(&Page::measure(Parser::default().parse(html)))
    }

    const TEXT: &str = "It was a long day, and nobody knew how it would end. ";

    #[test]
    fn marks_of_content() {
        let page = signals(
            "<main role=Main><article itemscope itemtype='https://schema.org/NewsArticle'>\
             <iframe></iframe><iframe></iframe></article></main><div class='ad x'><p id=promo>",
        );
        assert!(page.article && page.main && page.role_main && page.article_type);
        assert_eq!((page.iframes, page.advertising_marks), (2, 2));
        assert!(page.html_bytes > 100 && page.application.is_none());
        let page = signals("<meta property=og:type content=article><p role=note>");
        assert!(page.article_type && !page.article && !page.main && !page.role_main);
        assert!(!signals("<meta property=og:type content=website>").article_type);
        assert!(
            signals("<div itemtype='http://schema.org/DiscussionForumPosting/'>").discussion_type
        );
    }

    fn needs_javascript(html: &str) -> usize {
        signals(html).needs_javascript.reasons().len()
    }

    #[test]
    fn applications() {
        let notice = "<body><noscript>You need to enable JavaScript to run this app.</noscript>";
        let state = "<script>window.__INITIAL_STATE__ = {}</script>";
        let root = "<div id=root></div>";
        assert_eq!(needs_javascript(&[notice, state, root].concat()), 3);
        assert_eq!(needs_javascript(root), 1);
        assert_eq!(needs_javascript("<div id=root><p>Hello</div>"), 0);
        assert_eq!(needs_javascript("<noscript>Hello</noscript>"), 0);
        assert_eq!(needs_javascript("<script>__INITIAL_STATE__</script>"), 0);
        let full = [notice, state, root, &TEXT.repeat(20)].concat();
        assert_eq!(needs_javascript(&full), 0);
        assert_eq!(signals(&full).application, Some("window.__INITIAL_STATE__"));
        assert_eq!(signals("<script id=__NEXT_DATA__>").application, Some("__NEXT_DATA__"));
        assert_eq!(signals(root).application, Some("an empty root element"));
    }

    #[test]
    fn shells_of_applications() {
        let script = "<script src=/app.js></script>";
        let module = "<script type=module crossorigin src=/assets/index-4f2.js></script>";
        for shell in [
            // React by Create React App, by Vite, and with a notice on the page.
            format!("<noscript>You need JavaScript</noscript><div id=root></div>{script}"),
            format!("{module}<div id=root></div>"),
            format!("<div id=app><div class=spinner>Loading…</div></div>{script}"),
            // Vue by its command line, by Vite, Quasar and Nuxt.
            format!("<div id=app></div>{script}"),
            format!("{module}<div id=app></div>"),
            format!("<div id=q-app></div>{script}"),
            format!("<div id=__nuxt></div><script>window.__NUXT__={{}}</script>{script}"),
            // Angular, AngularJS, Ionic.
            format!("<app-root></app-root>{script}"),
            format!("<body ng-app=shop><div ng-view></div>{script}"),
            format!("<app-root><ion-app></ion-app></app-root>{module}"),
            // Svelte, SvelteKit, Solid, Preact, Lit.
            format!("<body><div id=svelte></div>{script}"),
            format!("<body><div style='display: contents'></div>{module}"),
            format!("<div id=main></div>{module}"),
            format!("<my-shop></my-shop>{module}"),
            // Next without data, Gatsby, Remix.
            "<div id=__next></div><script id=__NEXT_DATA__>{}</script>".to_owned(),
            format!("<div id=___gatsby></div>{script}"),
            format!("<script>window.__remixContext = {{}}</script>{module}"),
            // Ember, Meteor, Flutter, Blazor, Docsify.
            format!("<body class=ember-application>{script}"),
            format!("<body>{script}<script>Meteor.startup()</script>"),
            "<script src=flutter_bootstrap.js async></script>".to_owned(),
            format!("<div id=blazor><span>Loading...</span></div>{script}"),
            format!("<div id=docs>Please wait...</div>{script}"),
            // Discourse, and a check of the browser.
            format!("<section id=main></section><form hidden></form>{script}"),
            "<link rel=preload href=start.js as=script><section id=main></section>".to_owned(),
            "<link rel=modulepreload href=app.js><body data-theme=dark>".to_owned(),
            format!("<h1>Just a moment...</h1><noscript>Enable JavaScript</noscript>{script}"),
        ] {
            assert_ne!(needs_javascript(&shell), 0, "{shell}");
        }
    }

    #[test]
    fn short_pages_that_need_no_scripts() {
        let counter = "<script async src=https://example.org/counter.js></script>";
        for page in [
            format!("{counter}<h1>Not found</h1><p>There is no page at this address. Try another."),
            "<h1>It works!</h1>".to_owned(),
            "<script>var counted = true</script><p>Moved".to_owned(),
            format!("{counter}<p>The shop is closed from Monday to Wednesday, until next spring."),
        ] {
            assert_eq!(needs_javascript(&page), 0, "{page}");
        }
    }

    #[test]
    fn fields_for_passwords() {
        assert!(signals("<form><input name=p type=Password></form>").asks_for_password);
        assert!(!signals("<form><input name=password></form>").asks_for_password);
    }

    fn is_paywalled(html: &str) -> bool {
        signals(html).paywalled.is_set()
    }

    #[test]
    fn paywalls() {
        let data = |json: &str| format!("<script type=application/ld+json>{json}</script>");
        for (html, expected) in [
            (data(r#"{"isAccessibleForFree": false}"#), true),
            (data(r#"{"isAccessibleForFree" :"False", "hasPart": ["#), true),
            (data(r#"{"isAccessibleForFree": true}"#), false),
            (data(r#"{"isAccessibleForFree"#), false),
            ("<script>{\"isAccessibleForFree\": false}</script>".to_owned(), false),
            ("<meta name=article:content_tier content=Metered>".to_owned(), true),
            ("<meta name=article:content_tier content=free>".to_owned(), false),
            ("<meta property=isAccessibleForFree content=false>".to_owned(), true),
            ("<div class='x paywall-box'><p>For subscribers</div>".to_owned(), true),
            ("<div class=paywall-box></div>".to_owned(), false),
            ("<p class=paywall>For subscribers".to_owned(), false),
        ] {
            assert_eq!(is_paywalled(&html), expected, "{html}");
        }
    }

    fn teasers(element: &str, count: usize, text: &str) -> String {
        format!("<{element} class='teaser a'><h2><a href=/>A headline of some words</a></h2>{text}</{element}>")
            .repeat(count)
    }

    fn is_listing(html: &str) -> bool {
        signals(html).is_listing.is_set()
    }

    #[test]
    fn listings() {
        assert!(is_listing(&format!("<main>{}</main>", teasers("div", 5, TEXT))));
        assert!(is_listing(&format!("<ul>{}</ul><p>{TEXT}", teasers("li", 12, TEXT))));
        let headline = signals(&teasers("div", 10, TEXT)).listing;
        assert_eq!((headline.items, headline.item_chars), (10, 77.0));
        assert!(
            (headline.share - 1.0).abs() < 0.02 && (headline.link_share - 24.0 / 77.0).abs() < 1e-9
        );
        for html in [
            teasers("div", 4, TEXT),
            teasers("div", 9, &TEXT.repeat(8)),
            teasers("span", 9, ""),
            format!("<nav>{}</nav>", teasers("div", 9, TEXT)),
            format!("<div role=navigation><div>{}</div></div>", teasers("div", 9, TEXT)),
            format!("<article><p>{}</article>{}", TEXT.repeat(40), teasers("div", 9, TEXT)),
            format!("<meta property=og:type content=article>{}", teasers("div", 9, TEXT)),
            format!("<div itemtype=https://schema.org/QAPage>{}", teasers("div", 9, TEXT)),
        ] {
            assert!(!is_listing(&html), "{html:.200}");
        }
    }
}
