//! The measure of threads: how many of the posts that people count on a page the library finds, and
//! how many of them with the right author.

use std::fmt;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use tamis::{Config, Extractor, Input, Post, Url};
use tamis_testkit::wcxb::Wcxb;

/// The posts of a page as people count them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    id: String,
    posts: usize,
    /// The author of each post in the order of the page; empty if the page names no single one.
    authors: Vec<String>,
}

#[derive(Deserialize)]
struct CountedPages {
    page: Vec<Counted>,
}

/// The figures of one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ThreadPage {
    /// The page's id.
    pub id: String,
    /// The number of posts on the page.
    pub posts: usize,
    /// The number of posts that the library finds.
    pub found: usize,
    /// The number of posts that it finds in their order with the right author.
    pub right: usize,
}

/// The figures of all pages that people counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ThreadReport {
    /// The figures of each page.
    pub pages: Vec<ThreadPage>,
}

impl ThreadReport {
    fn share(&self, part: impl Fn(&ThreadPage) -> usize) -> f64 {
        let posts: usize = self.pages.iter().map(|page| page.posts).sum();
        self.pages.iter().map(part).sum::<usize>() as f64 / posts as f64
    }

    /// Returns the share of the posts that are found, 0 to 1. Posts beyond those of a page do not
    /// count.
    pub fn found(&self) -> f64 {
        self.share(|page| page.found.min(page.posts))
    }

    /// Returns the share of the posts that are found in their order with the right author, 0 to 1.
    pub fn right(&self) -> f64 {
        self.share(|page| page.right)
    }

    /// Returns the number of posts that are found beyond those of a page, per post of all pages.
    pub fn invented(&self) -> f64 {
        self.share(|page| page.found.saturating_sub(page.posts))
    }
}

impl fmt::Display for ThreadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "page  posts  found  right")?;
        for ThreadPage { id, posts, found, right } in &self.pages {
            writeln!(f, "{id:4}  {posts:5}  {found:5}  {right:5}")?;
        }
        writeln!(
            f,
            "found {:.3}, with the right author {:.3}, invented {:.3}",
            self.found(),
            self.right(),
            self.invented()
        )
    }
}

/// Compares the posts that the library finds on the pages of `threads.toml` with those counted.
///
/// # Errors
///
/// If the corpus is absent or lacks one of the pages.
pub fn measure() -> Result<ThreadReport> {
    let counted: CountedPages = toml::from_str(include_str!("../threads.toml"))?;
    let mut extractor = Extractor::new(Config::default())?;
    let mut pages = Vec::new();
    for page in Wcxb::find()?.pages()? {
        let page = page?;
        let Some(of) = counted.page.iter().find(|of| of.id == page.id) else { continue };
        ensure!(of.posts == of.authors.len(), "{}: {} authors", of.id, of.authors.len());
        let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
        let input = Input::from(&page.html).charset("utf-8");
        let extraction = extractor.extract(match &url {
            Some(url) => input.url(url),
            None => input,
        });
        let right = right_authors(&of.authors, extraction.posts());
        let found = extraction.posts().len();
        pages.push(ThreadPage { id: page.id, posts: of.posts, found, right });
        extractor.recycle(extraction.into_page());
    }
    ensure!(pages.len() == counted.page.len(), "{} of the counted pages are there", pages.len());
    Ok(ThreadReport { pages })
}

/// Returns the length of the longest common subsequence of authors.
fn right_authors(expected: &[String], posts: &[Post]) -> usize {
    let mut row = vec![0; posts.len() + 1];
    for author in expected {
        let mut diagonal = 0;
        for (at, post) in posts.iter().enumerate() {
            let above = row[at + 1];
            let found = post.author.as_deref().unwrap_or_default();
            let is_same = author.is_empty() || author.to_lowercase() == found.to_lowercase();
            row[at + 1] = if is_same { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row[posts.len()]
}
