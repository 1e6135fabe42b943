//! Compares Readability with its reference on the pages of `wcxb-dev`, field by field: on a seeded
//! sample, or on all pages if `TAMIS_FULL` is `1`.
//!
//! Each page that differs in any field is listed in `readability-divergences.toml` with the cause.
//! For each field, the fraction of pages that agree must not fall below its floor.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use tamis::dom::Parser;
use tamis::engine::readability::{Readability, ReaderableOptions, is_probably_readerable};
use tamis::{Measurer, Url};
use tamis_testkit::divergences::Divergences;
use tamis_testkit::readability_compare::collapsed;
use tamis_testkit::readability_reference::{self, Answer, ReferenceArticle};
use tamis_testkit::sample;
use tamis_testkit::wcxb::{PAGE_COUNT, Wcxb};
use tamis_testkit::{Corpus, is_full};

const SEED: u64 = 3;

/// Number of pages in a run on a sample.
const SAMPLE: usize = 120;

/// For each field, the number of pages out of 1,000 that must agree.
const FLOORS: &[(&str, usize)] = &[
    ("text", 990),
    ("title", 995),
    ("byline", 995),
    ("readerable", 995),
    ("article", 995),
    ("dir", 995),
    ("lang", 995),
    ("siteName", 995),
    ("publishedTime", 995),
    ("excerpt", 990),
    ("length", 985),
];

/// State that is reused between pages.
#[derive(Default)]
struct Reader {
    parser: Parser,
    measurer: Measurer,
    engine: Readability,
}

impl Reader {
    fn answer(&mut self, html: &[u8], url: &str) -> Answer {
        let document = self.parser.parse(&String::from_utf8_lossy(html));
        let readerable = is_probably_readerable(&document, &ReaderableOptions::default());
        let url = Url::parse(url).expect("the corpus has absolute addresses");
        let page = self.measurer.measure(document).with_url(url);
        let article = self.engine.article(&page).expect("elements are not limited");
        let article = article.map(|article| {
            let owned = |value: Option<&str>| value.map(str::to_owned);
            ReferenceArticle {
                title: article.title().to_owned(),
                byline: owned(article.byline()),
                dir: owned(article.dir()),
                lang: owned(article.lang()),
                site_name: owned(article.site_name()),
                published_time: owned(article.published_time()),
                excerpt: owned(article.excerpt()),
                text_content: article.text_content(),
                length_utf16: article.length_utf16(),
            }
        });
        let document = self.measurer.recycle(page);
        self.parser.recycle(document);
        Answer { readerable, article }
    }
}

/// Returns the fields in which two answers differ, with both sides. White space is collapsed.
fn differences(ours: &Answer, theirs: &Answer) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let mut compare = |field, ours: Option<&str>, theirs: Option<&str>| {
        let [ours, theirs] =
            [ours, theirs].map(|text| text.map(|t| collapsed(t).trim().to_owned()));
        if ours != theirs {
            found.push((field, sides(&ours.unwrap_or_default(), &theirs.unwrap_or_default())));
        }
    };
    let shown = |readerable| Some(if readerable { "yes" } else { "no" });
    compare("readerable", shown(ours.readerable), shown(theirs.readerable));
    let (Some(ours), Some(theirs)) = (&ours.article, &theirs.article) else {
        compare("article", shown(ours.article.is_some()), shown(theirs.article.is_some()));
        return found;
    };
    compare("text", Some(&ours.text_content), Some(&theirs.text_content));
    compare("title", Some(&ours.title), Some(&theirs.title));
    compare("byline", ours.byline.as_deref(), theirs.byline.as_deref());
    compare("dir", ours.dir.as_deref(), theirs.dir.as_deref());
    compare("lang", ours.lang.as_deref(), theirs.lang.as_deref());
    compare("siteName", ours.site_name.as_deref(), theirs.site_name.as_deref());
    compare("publishedTime", ours.published_time.as_deref(), theirs.published_time.as_deref());
    compare("excerpt", ours.excerpt.as_deref(), theirs.excerpt.as_deref());
    let lengths = [ours.length_utf16, theirs.length_utf16].map(|length| length.to_string());
    compare("length", Some(&lengths[0]), Some(&lengths[1]));
    found
}

/// Returns both texts from shortly before their first difference.
fn sides(ours: &str, theirs: &str) -> String {
    let same = ours.chars().zip(theirs.chars()).take_while(|(a, b)| a == b).count();
    let part =
        |text: &str| -> String { text.chars().skip(same.saturating_sub(30)).take(90).collect() };
    let lengths = [ours, theirs].map(|text| text.chars().count());
    format!("{:?} of {}, not {:?} of {}", part(ours), lengths[0], part(theirs), lengths[1])
}

/// Counts the pages that agree, by field.
#[derive(Default)]
struct Shares {
    pages: usize,
    differing: BTreeMap<&'static str, usize>,
}

impl Shares {
    fn record(&mut self, differences: &[(&'static str, String)]) {
        self.pages += 1;
        for (field, _) in differences {
            *self.differing.entry(field).or_default() += 1;
        }
    }

    /// Returns the fields below their floors. One page may always differ, so that small samples can
    /// pass.
    fn below(&self) -> Vec<String> {
        let fault = |&(field, floor): &(&str, usize)| {
            let differing = self.differing.get(field).copied().unwrap_or_default();
            let allowed = (self.pages * (1000 - floor) / 1000).max(1);
            let pages = self.pages;
            (differing > allowed)
                .then(|| format!("{field} differs on {differing} of {pages} pages"))
        };
        FLOORS.iter().filter_map(fault).collect()
    }
}

fn divergences() -> Divergences {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readability-divergences.toml");
    Divergences::load(&list).unwrap()
}

#[test]
#[ignore = "needs a corpus"]
fn answers_agree_with_the_reference() {
    let test = "Readability's answers agree with its reference";
    let wcxb = Wcxb::required();
    let corpus = Corpus::required(readability_reference::NAME);
    let count = if is_full() { PAGE_COUNT } else { SAMPLE };
    let references = readability_reference::pages(&corpus).unwrap().map(Result::unwrap);
    let references = sample::choose(references, |page| &page.id, count, SEED);
    let pages = wcxb.sample(count, SEED).unwrap();
    let divergences = divergences();
    let mut run = divergences.run();
    let mut reader = Reader::default();
    let mut shares = Shares::default();
    for (page, reference) in pages.iter().zip(&references) {
        assert_eq!(page.id, reference.id);
        let Some(theirs) = &reference.answer else { continue };
        let ours = reader.answer(&page.html, &reference.url);
        let found = differences(&ours, theirs);
        shares.record(&found);
        run.record(&page.id, found.is_empty(), || {
            found.iter().fold(String::new(), |mut text, (field, sides)| {
                // Writing to a string cannot fail.
                let _ = write!(text, "\n  {field}: {sides}");
                text
            })
        });
    }
    let Shares { pages: compared, differing } = &shares;
    // A closed standard error must not fail a test.
    let _ = writeln!(io::stderr(), "{test}: {compared} pages; differing by field: {differing:?}");
    assert_eq!(pages.len(), references.len());
    let below = shares.below();
    let result = if is_full() { run.finish() } else { run.finish_sample() };
    assert!(below.is_empty(), "{}\n{result:?}", below.join("\n"));
    result.unwrap();
}

#[test]
fn a_difference_in_any_field_is_seen() {
    let article = ReferenceArticle {
        title: "Title".into(),
        byline: Some("By".into()),
        dir: None,
        lang: Some("en".into()),
        site_name: None,
        published_time: None,
        excerpt: None,
        text_content: "a\n b".into(),
        length_utf16: 4,
    };
    let answer = Answer { readerable: true, article: Some(article.clone()) };
    let spaced = ReferenceArticle { text_content: " a b".into(), ..article.clone() };
    let same = Answer { article: Some(spaced), ..answer.clone() };
    assert_eq!(differences(&same, &answer), []);
    let fields = |change: fn(&mut Answer, &mut ReferenceArticle)| {
        let mut other = answer.clone();
        let mut changed = article.clone();
        change(&mut other, &mut changed);
        other.article = other.article.map(|_| changed);
        differences(&other, &answer).into_iter().map(|(field, _)| field).collect::<Vec<_>>()
    };
    assert_eq!(fields(|answer, _| answer.readerable = false), ["readerable"]);
    assert_eq!(fields(|answer, _| answer.article = None), ["article"]);
    assert_eq!(fields(|_, a| a.title.push('x')), ["title"]);
    assert_eq!(fields(|_, a| a.byline = None), ["byline"]);
    assert_eq!(fields(|_, a| a.dir = Some("rtl".into())), ["dir"]);
    assert_eq!(fields(|_, a| a.lang = None), ["lang"]);
    assert_eq!(fields(|_, a| a.site_name = Some("s".into())), ["siteName"]);
    assert_eq!(fields(|_, a| a.published_time = Some("2".into())), ["publishedTime"]);
    assert_eq!(fields(|_, a| a.excerpt = Some("e".into())), ["excerpt"]);
    assert_eq!(fields(|_, a| a.text_content = "ab".into()), ["text"]);
    assert_eq!(fields(|_, a| a.length_utf16 = 5), ["length"]);
}

#[test]
fn shares_below_a_floor_are_faults() {
    let differing =
        |count: usize| Shares { pages: 1000, differing: BTreeMap::from([("title", count)]) };
    assert!(differing(5).below().is_empty());
    assert_eq!(differing(6).below(), ["title differs on 6 of 1000 pages"]);
}
