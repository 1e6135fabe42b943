//! The 130 test pages of Readability.js. Each assertion of its suite is a separate test,
//! `SLUG/ASSERTION`.
//!
//! Base address and options are those of the reference's suite. As there, comments are removed from
//! a page before it is parsed. The additional test `SLUG/mutated` checks that a copy of the page
//! with other words and hosts gives a result with the same structure.
//!
//! Source: Readability.js, `test/test-readability.js` and `test/test-isProbablyReaderable.js`.

use std::fmt::Debug;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use libtest_mimic::{Arguments, Failed, Trial};
use tamis::dom::{Document, NodeId, NodeKind, Parser, Step};
use tamis::engine::readability::{Config, Readability, ReaderableOptions, is_probably_readerable};
use tamis::{Page, Url};
use tamis_testkit::Corpus;
use tamis_testkit::readability_compare::first_difference;
use tamis_testkit::readability_pages::{self, Metadata};
use tamis_testkit::renaming::Renaming;
use tamis_testkit::rewrite::without_comments;

const ADDRESS: &str = "http://fakehost/test/page.html";
/// A class that occurs in a few of the pages.
const PRESERVED_CLASS: &str = "caption";
const SEED: u64 = 1;

/// Our result on a page.
struct Outcome {
    /// `None` if there is no article.
    article: Option<OurArticle>,
    readerable: bool,
}

struct OurArticle {
    content: String,
    metadata: Metadata,
}

impl Outcome {
    fn of(document: Document, address: &str) -> Outcome {
        let readerable = is_probably_readerable(&document, &ReaderableOptions::default());
        let url = Url::parse(address).expect("the address is absolute");
        let page = Page::measure(document).with_url(url);
        let config = Config::default().classes_to_preserve(vec![PRESERVED_CLASS.to_owned()]);
        let engine = Readability::new(config);
        let article = engine.article(&page).expect("elements are not limited");
        let article = article.map(|article| {
            let owned = |value: Option<&str>| value.map(str::to_owned);
            let metadata = Metadata {
                title: article.title().to_owned(),
                byline: owned(article.byline()),
                dir: owned(article.dir()),
                lang: owned(article.lang()),
                excerpt: owned(article.excerpt()),
                site_name: owned(article.site_name()),
                published_time: owned(article.published_time()),
                readerable,
            };
            OurArticle { content: article.content_unsanitized(), metadata }
        });
        Outcome { article, readerable }
    }

    fn found(&self) -> Result<&OurArticle, Failed> {
        self.article.as_ref().ok_or_else(|| "no article was found".into())
    }
}

/// A page of the corpus, and our result, computed when a test first needs it.
struct TestPage {
    expected: readability_pages::Page,
    outcome: LazyLock<Outcome, Box<dyn FnOnce() -> Outcome + Send>>,
}

type Assertion = fn(&TestPage) -> Result<(), Failed>;

impl TestPage {
    fn new(expected: readability_pages::Page) -> TestPage {
        let source = expected.source.clone();
        let outcome = move || Outcome::of(document(&source), ADDRESS);
        TestPage { expected, outcome: LazyLock::new(Box::new(outcome)) }
    }

    /// Creates one test per assertion.
    fn trials(self) -> Vec<Trial> {
        let page = Arc::new(self);
        let assertions: [(&str, Assertion); 11] = [
            ("result", |page| page.outcome.found().map(|_| ())),
            ("content", TestPage::content),
            ("title", |page| page.field(|metadata| Some(&metadata.title))),
            ("byline", |page| page.field(|metadata| metadata.byline.as_ref())),
            ("excerpt", |page| page.field(|metadata| metadata.excerpt.as_ref())),
            ("siteName", |page| page.field(|metadata| metadata.site_name.as_ref())),
            ("dir", |page| page.field(|metadata| metadata.dir.as_ref())),
            ("lang", |page| page.field(|metadata| metadata.lang.as_ref())),
            ("publishedTime", |page| page.field(|metadata| metadata.published_time.as_ref())),
            ("readerable", TestPage::readerable),
            ("mutated", TestPage::mutated),
        ];
        let trial = |(name, assertion): (&str, Assertion)| {
            let page = Arc::clone(&page);
            Trial::test(format!("{}/{name}", page.expected.slug), move || assertion(&page))
        };
        assertions.into_iter().map(trial).collect()
    }

    fn content(&self) -> Result<(), Failed> {
        let found = self.outcome.found()?;
        first_difference(&found.content, &self.expected.expected).map_or(Ok(()), |d| Err(d.into()))
    }

    fn field(&self, field: fn(&Metadata) -> Option<&String>) -> Result<(), Failed> {
        let found = self.outcome.found()?;
        equal(&field(&found.metadata), &field(&self.expected.metadata))
    }

    fn readerable(&self) -> Result<(), Failed> {
        equal(&self.outcome.readerable, &self.expected.metadata.readerable)
    }

    fn mutated(&self) -> Result<(), Failed> {
        let renaming = Renaming::new(SEED);
        let mutated = renaming.document(&document(&self.expected.source));
        let mutated = Outcome::of(mutated, &renaming.hosts(ADDRESS));
        equal(&mutated.readerable, &self.outcome.readerable)?;
        let [ours, theirs] = [mutated.found()?, self.outcome.found()?];
        let has_words = texts(&theirs.content).iter().any(|text| renaming.words(text) != *text);
        if has_words && ours.content == theirs.content {
            return Err("nothing was renamed".into());
        }
        same(&structure(&ours.content), &structure(&theirs.content))
    }
}

/// Compares two lists. The error shows where they begin to differ.
fn same(ours: &[String], theirs: &[String]) -> Result<(), Failed> {
    let Some(at) = ours.iter().zip(theirs).position(|(ours, theirs)| ours != theirs) else {
        return equal(&ours.len(), &theirs.len());
    };
    let from = at.saturating_sub(5);
    equal(&ours[from..=at], &theirs[from..=at])
}

fn equal<T: PartialEq + Debug + ?Sized>(ours: &T, theirs: &T) -> Result<(), Failed> {
    if ours == theirs {
        return Ok(());
    }
    Err(format!("\n  ours:   {ours:?}\n  theirs: {theirs:?}").into())
}

fn document(source: &[u8]) -> Document {
    let source = String::from_utf8_lossy(source);
    without_comments(&Parser::default().parse(source.trim()))
}

/// Returns the texts of the content, in order.
fn texts(content: &str) -> Vec<String> {
    let document = Parser::default().parse(content);
    let nodes = document.descendants_and_self(NodeId::DOCUMENT);
    let texts = nodes.filter(|&id| document.kind(id) == NodeKind::Text);
    texts.map(|id| document.text(id).to_owned()).collect()
}

/// Returns the tags of the content, and the length of each text between them.
fn structure(content: &str) -> Vec<String> {
    let document = Parser::default().parse(content);
    let step = |step| match step {
        Step::Enter(id) if document.kind(id) == NodeKind::Text => {
            Some(document.text(id).chars().count().to_string())
        }
        Step::Enter(id) => document.local_name(id).map(|name| format!("<{name}>")),
        Step::Leave(id) => document.local_name(id).map(|name| format!("</{name}>")),
    };
    document.walk(NodeId::DOCUMENT).filter_map(step).collect()
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = match Corpus::find(readability_pages::NAME) {
        Ok(corpus) => {
            let pages = readability_pages::pages(&corpus).expect("the corpus can be read");
            pages.into_iter().flat_map(|page| TestPage::new(page).trials()).collect()
        }
        Err(absent) => {
            let fail = move || Err(absent.to_string().into());
            vec![Trial::test("needs_a_corpus", fail).with_ignored_flag(true)]
        }
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}
