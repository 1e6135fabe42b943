//! Links from a page to the other parts of its article.

use tamis_dom::{XPath, XPathValue, name};
use url::Url;

use super::SiteRule;
use super::evaluator::Evaluator;
use super::reader::LinkRule;
use crate::page::Page;
use crate::page::address::web_address;

impl SiteRule<'_> {
    /// Returns the address of the page with the whole article, from `single_page_link`. `None` if
    /// there is no such link or it leads to this page.
    ///
    /// Nothing is requested. A caller that follows links has to limit their number.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::site_rules::SiteRules;
    /// use tamis::{Page, Url};
    /// let mut rules = SiteRules::default();
    /// let file = "single_page_link: //a[@class='print']\nnext_page_link: //a[@rel='next']/@href";
    /// rules.add("example.com", file);
    /// let url = Url::parse("https://example.com/story").unwrap();
    /// let rule = rules.find(&url).unwrap();
    /// let html = "<a class=print href=?print=1>Print</a><a rel=next href=/story/2>2</a>";
    /// let page = Page::measure(Parser::default().parse(html)).with_url(url);
    /// assert_eq!(rule.single_page(&page).unwrap().as_str(), "https://example.com/story?print=1");
    /// assert_eq!(rule.next_page(&page).unwrap().as_str(), "https://example.com/story/2");
    /// ```
    pub fn single_page(&self, page: &Page) -> Option<Url> {
        first_link(page, self.all(|file| &file.single_page_link))
    }

    /// Returns the address of the page that continues the article, from `next_page_link`. `None` if
    /// there is no such link or it leads to this page. For an example see
    /// [`SiteRule::single_page`].
    pub fn next_page(&self, page: &Page) -> Option<Url> {
        first_link(page, self.all(|file| &file.next_page_link))
    }
}

fn first_link<'r>(page: &Page, mut rules: impl Iterator<Item = &'r LinkRule>) -> Option<Url> {
    let mut evaluator = Evaluator::new(page.document());
    let base = page.base_url();
    let address = rules.find_map(|rule| {
        let condition = rule.condition.as_ref();
        if condition.is_some_and(|condition| evaluator.nodes(condition).is_empty()) {
            return None;
        }
        web_address(base.as_ref(), &link(&mut evaluator, &rule.link)?)
    })?;
    let found = Url::parse(&address).ok()?;
    let is_here = page.url().is_some_and(|here| without_fragment(here) == without_fragment(&found));
    (!is_here).then_some(found)
}

/// Returns the address that an expression gives: a text, an attribute, or the `href` of an element.
/// `None` if it is blank, or the expression gives a number or a boolean.
fn link(evaluator: &mut Evaluator<'_>, xpath: &XPath) -> Option<String> {
    let document = evaluator.document;
    let text = match evaluator.value(xpath)? {
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
