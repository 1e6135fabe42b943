//! What sort of page it is, as far as it matters whether it has an author and a day.

use url::Url;

use super::Field;
use super::survey::Survey;

/// The sort of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sort {
    /// It is the front page of its site, which shows the authors and days of others.
    pub(super) is_front: bool,
    /// It says that it is an article or a post.
    pub(super) is_article: bool,
    /// It says that it is a product, and not that it is an article.
    pub(super) is_product: bool,
}

impl Sort {
    /// The sort of this page.
    pub(super) fn of(survey: &Survey<'_>) -> Sort {
        let kinds = survey.found.iter().filter(|found| found.field == Field::Kind);
        let mut sort =
            Sort { is_front: survey.page.url().is_some_and(is_front), ..Sort::default() };
        for found in kinds {
            let kind = found.value.to_ascii_lowercase();
            sort.is_article |= kind != "techarticle"
                && (kind.contains("article") || kind.contains("posting") || kind == "blog");
            sort.is_product |= kind.contains("product");
        }
        sort.is_product &= !sort.is_article;
        sort
    }
}

/// Whether an address is that of a site alone, or of a language of it. Blogs name posts in the query.
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
    fn kinds() {
        let check = |head: &str, is_article, is_product| {
            let page = Page::measure(Parser::default().parse(head));
            let sort = Sort::of(&Survey::of(&page));
            assert_eq!((sort.is_article, sort.is_product), (is_article, is_product), "{head}");
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
