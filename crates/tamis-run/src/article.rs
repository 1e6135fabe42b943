//! Articles of several pages, which the rules for their sites link.
//!
//! Some sites cut an article into pages. A rule for the site can say where the link to the next
//! page is, or that to the page with the whole article, and an article is then read to its end. The
//! links come from pages, so they are not believed for ever: a repeated address or text ends the
//! article, and so does a fixed number of pages. For example, the last page of some sites links
//! itself as the next one.
//!
//! Other sites have a button in the place of the link, which a browser clicks: see
//! [`Drawing`](crate::drawing::Drawing). What it shows may be the next page of the article in the
//! place of the one before, the whole article so far with more below it, another article, or
//! nothing new. The lines of the text tell these apart.

use std::collections::HashSet;

use tamis::engine::Verdict;
use tamis::render::{self, Chunk, HtmlOptions, MarkdownOptions, TextOptions, XmlOptions};
use tamis::site_rules::SiteRules;
use tamis::{Extraction, Page, Url};

/// The largest number of pages that are followed from one page.
const MAX_PAGES: usize = 30;

/// The fewest new characters of a further part that a button shows. Fewer are a counter, a date or
/// a notice: "Page 2 of 3".
const MIN_NEW_CHARS: usize = 40;

/// The share of the last part's characters that are in the next one if that is the longer whole.
/// Not all, because a text may end in "…" before the click.
const KEPT_SHARE: f64 = 0.6;

/// A link to another page of an article.
#[derive(Clone, Copy)]
enum Link {
    /// The page with the whole article.
    Whole,
    /// The next page.
    Next,
}

/// An article of one or more pages.
pub struct Article {
    /// The first page.
    pub first: Extraction,
    /// The further pages.
    pub more: Vec<Extraction>,
    /// The addresses of all pages that were fetched because of the rules, or that a button showed.
    pub followed: Vec<String>,
    /// Doubts about the article, as sentences.
    pub warnings: Vec<String>,
    /// The number of clicks that have shown more of it.
    clicks: usize,
}

impl Article {
    /// Returns an article of one page.
    pub fn of(page: Extraction) -> Article {
        Article {
            first: page,
            more: Vec::new(),
            followed: Vec::new(),
            warnings: Vec::new(),
            clicks: 0,
        }
    }

    /// Returns the article that begins on this page, which was fetched from `requested`.
    ///
    /// `fetch` takes an address and the address of the page that links it. It returns the content,
    /// or the reason why there is none as a sentence.
    ///
    /// Pages are followed until there is no link, an address or a text repeats, or there are too
    /// many.
    pub fn follow(
        page: Extraction,
        requested: &str,
        rules: &SiteRules,
        mut fetch: impl FnMut(&Url, &Url) -> Result<Extraction, String>,
    ) -> Article {
        let mut article = Article::of(page);
        let mut seen = Seen::default();
        seen.addresses.extend(Url::parse(requested).ok().map(without_fragment));
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
            article.more.push(page.without_added_title());
        }
        article
    }

    /// Fetches the page that the last one links.
    fn further(
        &mut self,
        rules: &SiteRules,
        link: Link,
        seen: &Seen,
        fetch: &mut impl FnMut(&Url, &Url) -> Result<Extraction, String>,
    ) -> Option<Extraction> {
        let page = self.more.last().unwrap_or(&self.first).parsed_page();
        let here = page.url()?;
        let rule = rules.find(here)?;
        let next = match link {
            Link::Whole => rule.single_page(page),
            Link::Next => rule.next_page(page),
        };
        let next = next.filter(|next| !seen.has(next))?;
        if self.more.len() == MAX_PAGES {
            let warning =
                format!("the article continues at {next}, but only {MAX_PAGES} pages are followed");
            self.warnings.push(warning);
            return None;
        }
        match fetch(&next, here) {
            Ok(extraction) => {
                self.followed.push(next.into());
                Some(extraction)
            }
            Err(reason) => {
                self.warnings.push(format!("the page {next} of the article is missing: {reason}"));
                None
            }
        }
    }

    /// Adds what a page shows after a click on its button "next", at this address. Returns false if
    /// that is nothing new of the article; then nothing is added, and the article ends.
    ///
    /// For example, after the lines "One" and "Two", a page that shows "One", "Two" and "Three"
    /// takes the place of the last one, and a page that shows "Three" follows it.
    pub(crate) fn add_part(&mut self, part: Extraction, url: Option<&str>) -> bool {
        let known: HashSet<&str> = self.pages().flat_map(|page| lines(page.text())).collect();
        let new_chars: usize =
            lines(part.text()).filter(|line| !known.contains(line)).map(chars).sum();
        if new_chars < MIN_NEW_CHARS || !is_same_title(&self.first, &part) {
            return false;
        }
        let shown: HashSet<&str> = lines(part.text()).collect();
        let last = self.more.last().unwrap_or(&self.first);
        let kept: usize = lines(last.text()).filter(|line| shown.contains(line)).map(chars).sum();
        let all: usize = lines(last.text()).map(chars).sum();
        let is_longer = kept as f64 >= KEPT_SHARE * all as f64;
        if self.more.len() == MAX_PAGES || self.clicks == MAX_PAGES {
            let warning = format!("the article continues, but only {MAX_PAGES} pages are followed");
            self.warnings.push(warning);
            return false;
        }
        self.clicks += 1;
        match (is_longer, self.more.last_mut()) {
            (true, Some(last)) => *last = part.without_added_title(),
            (true, None) => self.first = part,
            (false, _) => {
                let first = self.first.parsed_page().url().map(Url::as_str);
                let is_known =
                    |url: &&str| first == Some(*url) || self.followed.contains(&(*url).to_owned());
                let new = url.filter(|url| !is_known(url)).map(str::to_owned);
                self.followed.extend(new);
                self.more.push(part.without_added_title());
            }
        }
        true
    }

    /// All pages in their order.
    fn pages(&self) -> impl Iterator<Item = &Extraction> {
        std::iter::once(&self.first).chain(&self.more)
    }

    /// Returns the results of `write` for the comments of each page that has some.
    fn comments<'a, T>(
        &'a self,
        write: impl Fn(&'a Page, &'a Verdict) -> T + 'a,
    ) -> impl Iterator<Item = T> + 'a {
        let comments = self.pages().filter_map(Extraction::comments);
        comments.map(move |comments| write(comments.page(), comments.verdict()))
    }

    /// Returns the text of all pages.
    pub fn content_text(&self) -> String {
        joined(self.pages().map(|page| page.text().to_owned()))
    }

    /// Returns the text of all comments. `None` if they were not requested.
    pub fn comments_text(&self) -> Option<String> {
        self.first.comments()?;
        Some(joined(self.comments(render::text)))
    }

    /// Returns the text of all pages, and that of the comments after a line of dashes.
    pub fn text(&self, options: &TextOptions) -> String {
        let comments = self.comments(|page, kept| render::text_with(page, kept, options));
        parted(joined(self.pages().map(|page| page.text_with(options))), &joined(comments))
    }

    /// All pages in Markdown.
    pub fn content_markdown(&self, options: &MarkdownOptions) -> String {
        joined(self.pages().map(|page| page.markdown_with(options)))
    }

    /// All pages in Markdown, and the comments after a thematic break.
    pub fn markdown(&self, options: &MarkdownOptions) -> String {
        let comments = self.comments(|page, kept| render::markdown_with(page, kept, options));
        parted(self.content_markdown(options), &joined(comments))
    }

    /// Returns the chunks of all pages.
    pub fn chunks(&self, options: &MarkdownOptions, max_chars: Option<usize>) -> Vec<Chunk> {
        self.pages().flat_map(|page| page.chunks(options, max_chars)).collect()
    }

    /// Returns the chunks of the comments.
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
        self.first.followed_by(&self.more).html_with(options)
    }

    /// All pages in XML.
    pub fn xml(&self, options: &XmlOptions) -> String {
        self.first.followed_by(&self.more).xml_with(options)
    }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

fn chars(line: &str) -> usize {
    line.chars().count()
}

/// True if two parts may be of the same article: the title of one is in that of the other, without
/// numbers, or one has none. For example, "Tea" and "Tea, page 2", but not "Tea" and "Coffee".
fn is_same_title(one: &Extraction, other: &Extraction) -> bool {
    let words = |page: &Extraction| {
        let title = page.title().unwrap_or_default().to_lowercase();
        title.replace(|c: char| !c.is_alphabetic(), "")
    };
    let (one, other) = (words(one), words(other));
    one.contains(&other) || other.contains(&one)
}

/// Returns the content and the comments with a line of dashes between them, which in Markdown is a
/// thematic break. Where one is empty, there is no line.
fn parted(mut content: String, comments: &str) -> String {
    if !content.is_empty() && !comments.is_empty() {
        content.push_str("\n\n---\n\n");
    }
    content + comments
}

/// Returns the texts that are not empty, with an empty line between them.
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

/// The pages that were read already.
#[derive(Default)]
struct Seen {
    addresses: HashSet<Url>,
    texts: HashSet<String>,
}

impl Seen {
    /// Notes a page. Returns true if its text is new; an empty text always is.
    fn note(&mut self, extraction: &Extraction) -> bool {
        self.addresses.extend(extraction.parsed_page().url().cloned().map(without_fragment));
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

#[cfg(test)]
mod tests {
    use tamis::{Config, Extractor, Input};

    use super::*;

    /// A page with this title and these parts of its story.
    fn page(title: &str, parts: &[usize]) -> Extraction {
        let of =
            |n: &usize| format!("<p>Part {n}. It was the best of times, and the worst of all.");
        let story = parts.iter().map(of).collect::<Vec<_>>().concat();
        let html = format!("<title>{title}</title><article><h1>{title}</h1>{story}</article>");
        let url = Url::parse("https://example.com/1").unwrap();
        let mut extractor = Extractor::new(Config::default()).unwrap();
        extractor.extract(Input::from(&html).url(&url))
    }

    /// The numbers of the parts in an article of these pages, with those that are its own pages.
    #[track_caller]
    fn check(pages: &[(&str, &[usize])], parts: &[usize], more: usize) {
        let mut pages = pages.iter().map(|(title, parts)| page(title, parts));
        let mut article = Article::of(pages.next().unwrap());
        for page in pages {
            if !article.add_part(page, Some("https://example.com/2")) {
                break;
            }
        }
        let text = article.content_text();
        let found = (1..9).flat_map(|n| vec![n; text.matches(&format!("Part {n}.")).count()]);
        assert_eq!(
            (found.collect::<Vec<_>>(), article.more.len()),
            (parts.to_vec(), more),
            "{text}"
        );
        assert_eq!(article.followed.len(), more.min(1));
    }

    #[test]
    fn parts_follow_replace_or_end_an_article() {
        check(&[("Tea", &[1, 2]), ("Tea – 2", &[3, 4]), ("Tea – 3", &[5])], &[1, 2, 3, 4, 5], 2);
        check(&[("Tea", &[1, 2]), ("Tea", &[1, 2, 3]), ("Tea", &[1, 2, 3, 4])], &[1, 2, 3, 4], 0);
        // One that is longer takes the place of the last one alone.
        check(&[("Tea", &[1, 2]), ("Tea", &[3]), ("Tea", &[3, 4])], &[1, 2, 3, 4], 1);
        check(&[("Tea", &[1, 2]), ("Tea", &[2, 1]), ("Tea", &[3])], &[1, 2], 0);
        check(&[("Tea", &[1, 2]), ("Coffee", &[3]), ("Tea", &[3])], &[1, 2], 0);
    }

    #[test]
    fn clicks_have_an_end() {
        let mut article = Article::of(page("Tea", &[1]));
        let parts = (2..99).map(|number| page("Tea", &[number]));
        let taken = parts.map(|part| article.add_part(part, None));
        assert_eq!(taken.take_while(|&is_part| is_part).count(), MAX_PAGES);
        assert!(
            article.warnings[0].ends_with("only 30 pages are followed"),
            "{:?}",
            article.warnings
        );
    }
}
