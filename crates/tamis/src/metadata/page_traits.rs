//! Traits of a page that decide whether it can have an author and a day of publication.

use url::Url;

use super::collector::Collector;
use super::field::Field;

/// Traits of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PageTraits {
    /// It is the front page of its site, which shows the authors and days of other pages.
    pub(super) is_front: bool,
    /// It says that it is an article or a post.
    pub(super) is_article: bool,
    /// It says that it is a product, and does not say that it is an article.
    pub(super) is_product: bool,
}

impl PageTraits {
    /// Returns the traits that follow from the address and the kinds that the page states.
    pub(super) fn of(collector: &Collector<'_>) -> PageTraits {
        let is_front = collector.page.url().is_some_and(is_front);
        let mut traits = PageTraits { is_front, ..PageTraits::default() };
        for candidate in collector.of(Field::PageKind) {
            let kind = candidate.value.to_ascii_lowercase();
            // Documentation calls its pages TechArticle. They mostly have neither an author nor a
            // day of publication, and the dates in them are those of other things.
            traits.is_article |= kind != "techarticle"
                && (kind.contains("article") || kind.contains("posting") || kind == "blog");
            traits.is_product |= kind.contains("product");
        }
        traits.is_product &= !traits.is_article;
        traits
    }

    /// Returns false for front pages and products.
    pub(super) const fn can_have_author(self) -> bool {
        !self.is_front && !self.is_product
    }
}

/// Returns true if an address is that of a whole site, or of the site in one language, for example
/// `/` or `/de/`. An address such as `/?p=17` is not, because some sites name their posts in the
/// query.
fn is_front(url: &Url) -> bool {
    const NAMES: [&str; 6] = ["", "en", "de", "index.html", "index.htm", "index.php"];
    let path = url.path().trim_matches('/');
    if path.contains('.') && url.query().is_some() {
        return false;
    }
    let names_post = url.query_pairs().any(|(key, _)| {
        matches!(&*key, "p" | "id" | "page_id" | "article" | "story" | "t" | "post")
    });
    NAMES.contains(&path) && !names_post
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::super::trust::Trust;
    use super::super::walk::collect;
    use super::*;
    use crate::page::Page;

    #[test]
    fn front_pages() {
        for (address, expected) in [
            ("https://example.com", true),
            ("https://example.com/?utm_source=x", true),
            ("https://example.com/en/", true),
            ("https://example.com/?p=12", false),
            ("https://example.com/index.php", true),
            ("https://example.com/index.php?title=Bread", false),
            ("https://example.com/bread", false),
        ] {
            assert_eq!(is_front(&Url::parse(address).unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn stated_kinds() {
        let check = |head: &str, is_article, is_product| {
            let page = Page::measure(Parser::default().parse(head));
            let traits = PageTraits::of(&collect(&page, Trust::default()));
            assert_eq!((traits.is_article, traits.is_product), (is_article, is_product), "{head}");
        };
        check("<meta property=og:type content=article>", true, false);
        check("<meta property=og:type content=og:product>", false, true);
        check(
            "<meta property=og:type content=product><script type=application/ld+json>{\"@type\":\"BlogPosting\"}</script>",
            true,
            false,
        );
        check(
            "<script type=application/ld+json>{\"@type\":\"TechArticle\"}</script>",
            false,
            false,
        );
        check("<meta property=og:type content=website>", false, false);
    }
}
