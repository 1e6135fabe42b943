//! The pages that belong to a page.

use tamis_dom::{Document, NodeId, XPath, XPathValue, name};
use url::Url;

use super::SiteRule;
use super::reader::LinkRule;
use crate::address::web_address;
use crate::page::Page;

impl SiteRule<'_> {
    /// The address of the page that has the whole article, by `single_page_link`; `None` where there is none, and where it
    /// is this page. Nothing is asked for: that is for the caller, who has to bound how many pages are followed.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::site_rules::SiteRules;
    /// use tamis::{Page, Url};
    /// let mut rules = SiteRules::default();
    /// rules.add("example.com", "single_page_link: //a[@class='print']\nnext_page_link: //a[@rel='next']/@href");
    /// let url = Url::parse("https://example.com/story").unwrap();
    /// let rule = rules.find(&url).unwrap();
    /// let document = Parser::default().parse("<a class=print href=?print=1>Print</a><a rel=next href=/story/2>2</a>");
    /// let page = Page::measure(document).with_url(url);
    /// assert_eq!(rule.single_page(&page).unwrap().as_str(), "https://example.com/story?print=1");
    /// assert_eq!(rule.next_page(&page).unwrap().as_str(), "https://example.com/story/2");
    /// ```
    pub fn single_page(&self, page: &Page) -> Option<Url> {
        first_link(page, self.all(|file| &file.single_page_link))
    }

    /// The address of the page on which the article goes on, by `next_page_link`; as [`SiteRule::single_page`].
    pub fn next_page(&self, page: &Page) -> Option<Url> {
        first_link(page, self.all(|file| &file.next_page_link))
    }
}

fn first_link<'r>(page: &Page, mut rules: impl Iterator<Item = &'r LinkRule>) -> Option<Url> {
    let document = page.document();
    let base = page.base_url();
    let holds = |condition: &XPath| {
        let nodes = condition.select(document, NodeId::DOCUMENT);
        nodes.is_ok_and(|nodes| !nodes.is_empty())
    };
    let address = rules.find_map(|rule| {
        if !rule.condition.as_ref().is_none_or(holds) {
            return None;
        }
        web_address(base.as_ref(), &link(document, &rule.link)?)
    })?;
    let found = Url::parse(&address).ok()?;
    let is_here = page.url().is_some_and(|here| without_fragment(here) == without_fragment(&found));
    (!is_here).then_some(found)
}

/// The address that an expression gives: a text, an attribute, or the target of an element.
fn link(document: &Document, xpath: &XPath) -> Option<String> {
    let text = match xpath.evaluate(document, NodeId::DOCUMENT).ok()? {
        XPathValue::Text(text) => text.trim().to_owned(),
        XPathValue::Nodes(nodes) => nodes
            .into_iter()
            .filter_map(|node| match node.attribute_index() {
                Some(_) => Some(node.text(document)),
                None => document.attr(node.id(), name::HREF),
            })
            .find(|text| !text.trim().is_empty())?
            .to_owned(),
        XPathValue::Number(_) | XPathValue::Boolean(_) => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn without_fragment(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    url
}
