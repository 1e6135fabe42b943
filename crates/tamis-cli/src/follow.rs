//! Articles of several pages, by the rules for their sites.

use std::collections::HashSet;

use tamis::engine::Verdict;
use tamis::render::{self, Chunk, HtmlOptions, MarkdownOptions, TextOptions};
use tamis::site_rules::SiteRules;
use tamis::{Extraction, Page, Url};

/// The most pages that follow one page.
const MAX_PAGES: usize = 30;

/// Where a page leads to.
#[derive(Clone, Copy)]
enum Link {
    /// To the page with the whole article.
    Whole,
    /// To the page that the article goes on upon.
    Next,
}

/// An article in its pages.
pub struct Article {
    pub first: Extraction,
    /// The pages that it goes on upon.
    pub more: Vec<Extraction>,
    /// The addresses of all pages that were fetched by the rules.
    pub followed: Vec<String>,
    /// Sentences.
    pub warnings: Vec<String>,
}

impl Article {
    /// An article of one page.
    pub fn of(page: Extraction) -> Article {
        Article { first: page, more: Vec::new(), followed: Vec::new(), warnings: Vec::new() }
    }

    /// The article that this page, fetched from `asked`, is the beginning of. `fetch` has the content of a page at an address,
    /// which the page at another address names, or says in a sentence why not.
    ///
    /// Pages are followed until none is named, one comes again by its address or its text, or there are too many.
    pub fn follow(
        page: Extraction,
        asked: &str,
        rules: &SiteRules,
        mut fetch: impl FnMut(&Url, &Url) -> Result<Extraction, String>,
    ) -> Article {
        let mut article = Article::of(page);
        let mut seen = Seen::default();
        seen.addresses.extend(Url::parse(asked).ok().map(without_fragment));
        seen.note(&article.first);
        if let Some(whole) = article.further(rules, Link::Whole, &seen, &mut fetch) {
            seen = Seen { addresses: seen.addresses, ..Seen::default() };
            seen.note(&whole);
            if !whole.text().is_empty() {
                article.first = whole;
            }
        }
        while let Some(page) = article.further(rules, Link::Next, &seen, &mut fetch) {
            if !seen.note(&page) {
                article.followed.pop();
                break;
            }
            article.more.push(page);
        }
        article
    }

    /// The page that the last one leads to.
    fn further(
        &mut self,
        rules: &SiteRules,
        link: Link,
        seen: &Seen,
        fetch: &mut impl FnMut(&Url, &Url) -> Result<Extraction, String>,
    ) -> Option<Extraction> {
        let page = self.more.last().unwrap_or(&self.first).page();
        let here = page.url()?;
        let rule = rules.find(here)?;
        let next = match link {
            Link::Whole => rule.single_page(page),
            Link::Next => rule.next_page(page),
        };
        let next = next.filter(|next| !seen.has(next))?;
        if self.more.len() == MAX_PAGES {
            let warning = format!(
                "the article goes on at {next}: no more than {MAX_PAGES} pages are followed"
            );
            self.warnings.push(warning);
            return None;
        }
        match fetch(&next, here) {
            Ok(extraction) => {
                self.followed.push(next.into());
                Some(extraction)
            }
            Err(reason) => {
                self.warnings.push(format!("the article is at {next} too: {reason}"));
                None
            }
        }
    }

    /// All pages, the first before.
    fn pages(&self) -> impl Iterator<Item = &Extraction> {
        std::iter::once(&self.first).chain(&self.more)
    }

    /// What `write` makes of the comments on each page that has some.
    fn comments<'a, T>(
        &'a self,
        write: impl Fn(&'a Page, &'a Verdict) -> T + 'a,
    ) -> impl Iterator<Item = T> + 'a {
        self.pages().filter_map(move |page| Some(write(page.page(), page.comments()?)))
    }

    /// The text of all pages.
    pub fn content_text(&self) -> String {
        joined(self.pages().map(|page| page.text().to_owned()))
    }

    /// The text of all comments; `None` where they were not asked for.
    pub fn comments_text(&self) -> Option<String> {
        self.first.comments()?;
        Some(joined(self.comments(render::text)))
    }

    /// The text of all pages, and that of comments behind it.
    pub fn text(&self, options: &TextOptions) -> String {
        let content = self.pages().map(|page| page.text_with(options));
        joined(content.chain(self.comments(|page, kept| render::text_with(page, kept, options))))
    }

    /// All pages in Markdown; what is known of the article comes before the first alone.
    pub fn content_markdown(&self, options: &MarkdownOptions) -> String {
        let further = options.clone().front_matter(false);
        let more = self.more.iter().map(|page| page.markdown(&further));
        joined(std::iter::once(self.first.markdown(options)).chain(more))
    }

    /// As [`Article::content_markdown`], with comments behind a line.
    pub fn markdown(&self, options: &MarkdownOptions) -> String {
        let content = self.content_markdown(options);
        let comments = joined(self.comments(|page, kept| render::markdown(page, kept, options)));
        match (content.is_empty(), comments.is_empty()) {
            (_, true) => content,
            (true, _) => comments,
            _ => format!("{content}\n\n---\n\n{comments}"),
        }
    }

    /// All pages in parts.
    pub fn chunks(&self, options: &MarkdownOptions, max_chars: Option<usize>) -> Vec<Chunk> {
        self.pages().flat_map(|page| page.chunks(options, max_chars)).collect()
    }

    /// The comments in parts.
    pub fn comment_chunks(
        &self,
        options: &MarkdownOptions,
        max_chars: Option<usize>,
    ) -> Vec<Chunk> {
        let chunks = self.comments(|page, kept| render::chunks(page, kept, options, max_chars));
        chunks.flatten().collect()
    }

    /// All pages in HTML.
    pub fn html(&self, options: &HtmlOptions) -> String {
        self.first.html_with(&self.more, options)
    }
}

/// Those that have any text, with an empty line between each two.
fn joined(texts: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for text in texts {
        let text = text.trim_end();
        if !out.is_empty() && !text.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(text);
    }
    out
}

/// What was read already.
#[derive(Default)]
struct Seen {
    addresses: HashSet<Url>,
    texts: HashSet<String>,
}

impl Seen {
    /// Notes a page; whether its text is new. A page without text always is.
    fn note(&mut self, extraction: &Extraction) -> bool {
        self.addresses.extend(extraction.page().url().cloned().map(without_fragment));
        let text = extraction.text();
        text.is_empty() || self.texts.insert(text.to_owned())
    }

    fn has(&self, url: &Url) -> bool {
        self.addresses.contains(&without_fragment(url.clone()))
    }
}

fn without_fragment(mut url: Url) -> Url {
    url.set_fragment(None);
    url
}
