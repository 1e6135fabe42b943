//! The corpus `wcxb-dev`: 1,497 pages of seven kinds with their main content.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use crate::corpus::{Absent, Corpus, Entry};
use crate::sample;

/// The name of the corpus.
pub const NAME: &str = "wcxb-dev";

/// The number of pages.
pub const PAGE_COUNT: usize = 1497;

/// The corpus `wcxb-dev`.
#[derive(Debug, Clone)]
pub struct Wcxb {
    corpus: Corpus,
}

/// A page with what its annotators marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Four digits.
    pub id: String,
    /// The page in UTF-8, as it was stored.
    pub html: Vec<u8>,
    /// The address of the page. One page has none.
    pub url: Option<String>,
    /// The page's kind.
    pub kind: PageKind,
    /// The title of the main content.
    pub title: String,
    /// The author.
    pub author: Option<String>,
    /// The day of publication as annotated, nearly always `YYYY-MM-DD`.
    pub date: Option<String>,
    /// The text of the main content, empty for 21 pages.
    pub main_content: String,
    /// The same in Markdown.
    pub main_content_markdown: Option<String>,
    /// Passages that belong to the main content.
    pub with: Vec<String>,
    /// Passages that do not.
    pub without: Vec<String>,
}

impl Page {
    /// Returns a page of which nothing else is known, for tests.
    pub fn unmarked(id: &str, kind: PageKind) -> Page {
        Page {
            id: id.to_owned(),
            html: Vec::new(),
            url: None,
            kind,
            title: String::new(),
            author: None,
            date: None,
            main_content: String::new(),
            main_content_markdown: None,
            with: Vec::new(),
            without: Vec::new(),
        }
    }
}

/// The kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// News, blog posts, essays.
    Article,
    /// Threads and their answers.
    Forum,
    /// Goods for sale.
    Product,
    /// Overviews of many things of one kind.
    Collection,
    /// Lists of links.
    Listing,
    /// Manuals and references.
    Documentation,
    /// An offer of a company or an office.
    Service,
}

impl PageKind {
    /// Every kind, in the order of the tables.
    pub const ALL: [Self; 7] = [
        Self::Article,
        Self::Forum,
        Self::Product,
        Self::Collection,
        Self::Listing,
        Self::Documentation,
        Self::Service,
    ];

    /// Its name in the corpus.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Forum => "forum",
            Self::Product => "product",
            Self::Collection => "collection",
            Self::Listing => "listing",
            Self::Documentation => "documentation",
            Self::Service => "service",
        }
    }
}

impl fmt::Display for PageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Wcxb {
    /// The corpus, where it was found.
    ///
    /// # Errors
    ///
    /// [`Absent`] when it is in none of the folders that [`Corpus::find`] looks in.
    pub fn find() -> Result<Self, Absent> {
        Corpus::find(NAME).map(Self::new)
    }

    /// Finds the corpus for a test.
    ///
    /// # Panics
    ///
    /// If it is absent.
    #[track_caller]
    pub fn required() -> Self {
        Self::new(Corpus::required(NAME))
    }

    /// The pages of `corpus`, read as `wcxb-dev`.
    pub const fn new(corpus: Corpus) -> Self {
        Self { corpus }
    }

    /// The files themselves.
    pub const fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    /// The pages in the order of their ids, one at a time: together they have 416 MB.
    ///
    /// # Errors
    ///
    /// If the corpus cannot be opened; each item if a page cannot be read.
    pub fn pages(&self) -> Result<Box<dyn Iterator<Item = Result<Page>>>> {
        let Some(folder) = self.corpus.folder() else {
            let entries = self.corpus.entries(&["html/", "ground-truth/"])?;
            return Ok(Box::new(pair(entries)));
        };
        let ids = ids(folder)?;
        let corpus = self.corpus.clone();
        Ok(Box::new(ids.into_iter().map(move |id| read_page(&corpus, id))))
    }

    /// Returns the pages that `seed` chooses, in the order of their ids. Returns all pages if there
    /// are at most `count`.
    ///
    /// # Errors
    ///
    /// If the corpus or a page cannot be read.
    pub fn sample(&self, count: usize, seed: u64) -> Result<Vec<Page>> {
        if let Some(folder) = self.corpus.folder() {
            return sample::choose(ids(folder)?, String::as_str, count, seed)
                .into_iter()
                .map(|id| read_page(&self.corpus, id))
                .collect();
        }
        let mut failure = None;
        let pages =
            self.pages()?.map_while(|page| page.map_err(|error| failure = Some(error)).ok());
        let chosen = sample::choose(pages, |page| &page.id, count, seed);
        failure.map_or(Ok(chosen), Err)
    }
}

/// The ids of the pages of an unpacked corpus, in order.
fn ids(folder: &std::path::Path) -> Result<Vec<String>> {
    let folder = folder.join("html");
    let mut ids = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("list {}", folder.display()))? {
        let name = entry?.file_name();
        ids.extend(name.to_str().and_then(|name| name.strip_suffix(".html")).map(str::to_owned));
    }
    ids.sort_unstable();
    Ok(ids)
}

fn read_page(corpus: &Corpus, id: String) -> Result<Page> {
    let html = corpus.read(&format!("html/{id}.html"))?;
    let record = corpus.read(&format!("ground-truth/{id}.json"))?;
    page(id, html, &record)
}

/// Joins the two files of a page, which are next to each other in the archive.
fn pair(mut entries: impl Iterator<Item = Result<Entry>>) -> impl Iterator<Item = Result<Page>> {
    let mut pages: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    std::iter::from_fn(move || {
        loop {
            let entry = match entries.next() {
                Some(Ok(entry)) => entry,
                Some(Err(error)) => return Some(Err(error)),
                None => {
                    let (id, _) = pages.pop_first()?;
                    return Some(Err(anyhow!("page {id} has no record")));
                }
            };
            if let Some(id) = stem(&entry.path, "html/", ".html") {
                pages.insert(id.to_owned(), entry.bytes);
            } else if let Some(id) = stem(&entry.path, "ground-truth/", ".json") {
                let Some((id, html)) = pages.remove_entry(id) else {
                    return Some(Err(anyhow!("record {id} stands before its page")));
                };
                return Some(page(id, html, &entry.bytes));
            }
        }
    })
}

fn stem<'a>(path: &'a str, folder: &str, suffix: &str) -> Option<&'a str> {
    path.strip_prefix(folder)?.strip_suffix(suffix)
}

#[derive(Deserialize)]
struct Record {
    url: Option<String>,
    #[serde(rename = "_internal")]
    internal: Internal,
    ground_truth: GroundTruth,
}

#[derive(Deserialize)]
struct Internal {
    page_type: PageType,
}

#[derive(Deserialize)]
struct PageType {
    primary: PageKind,
}

#[derive(Deserialize)]
struct GroundTruth {
    title: String,
    author: Option<String>,
    publish_date: Option<String>,
    #[serde(default)]
    main_content: String,
    main_content_markdown: Option<String>,
    with: Vec<String>,
    without: Vec<String>,
}

fn page(id: String, html: Vec<u8>, record: &[u8]) -> Result<Page> {
    let record: Record =
        serde_json::from_slice(record).with_context(|| format!("record of page {id}"))?;
    if html.is_empty() {
        bail!("page {id} is empty");
    }
    let truth = record.ground_truth;
    Ok(Page {
        id,
        html,
        url: record.url,
        kind: record.internal.page_type.primary,
        title: truth.title,
        author: truth.author,
        date: truth.publish_date,
        main_content: truth.main_content,
        main_content_markdown: truth.main_content_markdown,
        with: truth.with,
        without: truth.without,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{"url": null, "_internal": {"page_type": {"primary": "forum", "tags": []}},
        "ground_truth": {"title": "T", "author": null, "with": ["a"], "without": []}}"#;

    fn entry(path: &str, text: &str) -> Entry {
        Entry { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn a_record_without_content_is_an_empty_reference() {
        let page = page("0001".into(), b"<p>".to_vec(), RECORD.as_bytes()).unwrap();
        assert_eq!((page.kind, page.main_content.as_str()), (PageKind::Forum, ""));
        assert_eq!(page.kind.to_string(), "forum");
        assert_eq!(page.with, ["a"]);
    }

    #[test]
    fn a_page_without_its_record_is_an_error() {
        let entries = [
            entry("html/1.html", "<p>"),
            entry("ground-truth/1.json", RECORD),
            entry("html/2.html", "<p>"),
        ];
        let pages: Vec<_> = pair(entries.into_iter().map(Ok)).collect();
        assert_eq!(pages[0].as_ref().unwrap().id, "1");
        assert_eq!(pages[1].as_ref().unwrap_err().to_string(), "page 2 has no record");
        assert_eq!(pages.len(), 2);
    }

    #[test]
    #[ignore = "needs a corpus"]
    fn every_page_is_read() {
        let wcxb = Wcxb::required();
        let mut kinds = BTreeMap::new();
        let mut empty = 0;
        let mut last = String::new();
        for page in wcxb.pages().unwrap() {
            let page = page.unwrap();
            assert!(last < page.id, "{last} stands before {}", page.id);
            *kinds.entry(page.kind.name()).or_insert(0) += 1;
            empty += usize::from(page.main_content.trim().is_empty());
            last = page.id;
        }
        let expected = [
            ("article", 793),
            ("collection", 117),
            ("documentation", 91),
            ("forum", 113),
            ("listing", 99),
            ("product", 119),
            ("service", 165),
        ];
        assert_eq!(kinds, BTreeMap::from(expected));
        assert_eq!(kinds.values().sum::<usize>(), PAGE_COUNT);
        assert_eq!(empty, 21);
    }

    #[test]
    #[ignore = "needs a corpus"]
    fn a_sample_is_the_same_each_time() {
        let wcxb = Wcxb::required();
        let sample = wcxb.sample(5, 1).unwrap();
        assert_eq!(sample.len(), 5);
        assert!(sample.is_sorted_by_key(|page| page.id.clone()));
        assert_eq!(sample, wcxb.sample(5, 1).unwrap());
    }
}
