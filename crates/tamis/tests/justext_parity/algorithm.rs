//! The algorithm: compares every field of every paragraph with the reference's own code on the same
//! trees.

use std::ffi::OsString;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::{Context as _, Result, anyhow, ensure};
use tamis::Measurer;
use tamis::dom::{Namespace, Parser};
use tamis::engine::justext::{
    Config, Paragraph, classify_paragraphs, make_paragraphs, revise_paragraph_classification,
};
use tamis::stoplists::Stoplist;
use tamis_testkit::is_full;
use tamis_testkit::reference_python::required_python;
use tamis_testkit::sample::SplitMix64;
use tamis_testkit::wcxb::{PAGE_COUNT, Page, Wcxb};

use crate::python::{Answer, Options, Reference, Request};
use crate::tree::{Event, Export, document, lxml_name, lxml_text, wire};
use crate::{english, report};

const SEED: u64 = 2;

/// Number of pages to repeat with random parameters.
const VARIED: usize = 60;

/// The pages of a sample. `TAMIS_FULL` compares all.
const SAMPLED: usize = 150;

const WORKERS: usize = 2;

/// Parameters for both sides.
#[derive(Clone, Copy, Debug, Default)]
struct Setting {
    independent: bool,
    options: Options,
}

impl Setting {
    fn random(random: &mut SplitMix64) -> Setting {
        let mut options = Options::default();
        let below = |random: &mut SplitMix64, limit| random.below(limit) as i64;
        let share = |random: &mut SplitMix64| random.below(101) as f64 / 100.0;
        options.length_low = Some(below(random, 150));
        options.length_high = Some(below(random, 400));
        options.stopwords_low = Some(share(random));
        options.stopwords_high = Some(share(random));
        options.max_link_density = Some(share(random));
        options.max_heading_distance = Some(below(random, 500));
        options.no_headings = Some(random.below(4) == 0);
        Setting { independent: random.below(5) == 0, options }
    }

    fn config(&self) -> Config {
        let mut config = Config::default();
        let given = &self.options;
        config.length_low = given.length_low.unwrap_or(config.length_low);
        config.length_high = given.length_high.unwrap_or(config.length_high);
        config.stopwords_low = given.stopwords_low.unwrap_or(config.stopwords_low);
        config.stopwords_high = given.stopwords_high.unwrap_or(config.stopwords_high);
        config.max_link_density = given.max_link_density.unwrap_or(config.max_link_density);
        config.max_heading_distance =
            given.max_heading_distance.unwrap_or(config.max_heading_distance);
        config.no_headings = given.no_headings.unwrap_or(config.no_headings);
        if self.independent { config.language_independent() } else { config }
    }
}

/// A worker's state: the reference as a process, and buffers of our side that are reused between
/// pages.
struct Comparison {
    reference: Reference,
    parser: Parser,
    measurer: Measurer,
}

impl Comparison {
    fn new(python: &OsString) -> Result<Comparison> {
        Ok(Comparison {
            reference: Reference::start(python)?,
            parser: Parser::default(),
            measurer: Measurer::default(),
        })
    }

    /// Compares one tree. Returns its number of paragraphs.
    ///
    /// # Errors
    ///
    /// If any field differs.
    fn compare(&mut self, events: &[Event], setting: Setting) -> Result<usize> {
        let none = Stoplist::default();
        let stoplist = if setting.independent { &none } else { english() };
        let language = (!setting.independent).then_some("English");
        let request = Request { events: wire(events), language, options: setting.options };
        let theirs = self.reference.ask(&request)?;
        let ours = self.paragraphs(events, stoplist, &setting.config());
        let ours: Vec<Answer> = ours.iter().map(|p| Answer::of(p, stoplist)).collect();
        for (index, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            ensure!(ours == theirs, "paragraph {index}\nours:   {ours:?}\ntheirs: {theirs:?}");
        }
        ensure!(ours.len() == theirs.len(), "{} paragraphs, not {}", ours.len(), theirs.len());
        Ok(ours.len())
    }

    fn paragraphs(
        &mut self,
        events: &[Event],
        stoplist: &Stoplist,
        config: &Config,
    ) -> Vec<Paragraph> {
        let page = self.measurer.measure(document(events));
        let mut paragraphs = make_paragraphs(&page);
        classify_paragraphs(&mut paragraphs, stoplist, config);
        revise_paragraph_classification(&mut paragraphs, config);
        self.measurer.recycle(page);
        paragraphs
    }

    fn compare_page(&mut self, page: &Page, setting: Setting) -> Result<usize> {
        let html = String::from_utf8_lossy(&page.html);
        let parsed = self.parser.parse(&html);
        let events = Export::FOR_LXML.events(&parsed);
        self.parser.recycle(parsed);
        self.compare(&events, setting).with_context(|| format!("page {}, {setting:?}", page.id))
    }
}

/// The workers' result: the number of paragraphs that agree, and the faults.
#[derive(Debug, Default)]
struct Totals {
    pages: usize,
    paragraphs: usize,
    faults: Vec<String>,
}

fn work(python: &OsString, jobs: &Receiver<(Page, Setting)>) -> Result<Totals> {
    let mut bench = Comparison::new(python)?;
    let mut tally = Totals::default();
    for (page, setting) in jobs {
        tally.pages += 1;
        match bench.compare_page(&page, setting) {
            Ok(paragraphs) => tally.paragraphs += paragraphs,
            Err(error) => tally.faults.push(format!("{error:#}")),
        }
    }
    Ok(tally)
}

/// Compares all these pages. Each worker has its own process.
fn compare_all(
    python: &OsString,
    pages: impl Iterator<Item = Result<(Page, Setting)>>,
) -> Result<Totals> {
    thread::scope(|scope| {
        let (senders, workers): (Vec<SyncSender<_>>, Vec<_>) = (0..WORKERS)
            .map(|_| {
                let (sender, jobs) = sync_channel(2);
                (sender, scope.spawn(move || work(python, &jobs)))
            })
            .unzip();
        for (index, page) in pages.enumerate() {
            if senders[index % WORKERS].send(page?).is_err() {
                break;
            }
        }
        drop(senders);
        let mut all = Totals::default();
        for worker in workers {
            let tally = worker.join().map_err(|_| anyhow!("a worker panicked"))??;
            all.pages += tally.pages;
            all.paragraphs += tally.paragraphs;
            all.faults.extend(tally.faults);
        }
        Ok(all)
    })
}

fn check(test: &str, tally: &Totals, pages: usize) {
    let Totals { pages: compared, paragraphs, faults } = tally;
    report(&format!("{test}: {compared} pages, {paragraphs} paragraphs agree in every field"));
    assert!(faults.is_empty(), "{} pages differ:\n{}", faults.len(), faults.join("\n"));
    assert_eq!(*compared, pages);
    assert!(*paragraphs > 100 * compared, "pages have hundreds of paragraphs");
}

#[test]
#[ignore = "needs a corpus and the reference in Python"]
fn the_algorithm_agrees_on_pages() {
    let test = "jusText's algorithm agrees with its reference";
    let wcxb = Wcxb::required();
    let python = required_python();
    let setting = Setting::default();
    let count = if is_full() { PAGE_COUNT } else { SAMPLED };
    let pages = wcxb.sample(count, SEED).unwrap();
    let pages = pages.into_iter().map(|page| Ok((page, setting)));
    check(test, &compare_all(&python, pages).unwrap(), count);
}

#[test]
#[ignore = "needs a corpus and the reference in Python"]
fn the_algorithm_agrees_for_other_parameters() {
    let test = "jusText's algorithm agrees with its reference for other parameters";
    let wcxb = Wcxb::required();
    let python = required_python();
    let mut random = SplitMix64::new(SEED);
    let pages = wcxb.sample(VARIED, SEED).unwrap();
    let pages = pages.into_iter().map(|page| Ok((page, Setting::random(&mut random))));
    check(test, &compare_all(&python, pages).unwrap(), VARIED);
}

/// Trees that are rare or impossible in pages.
#[test]
#[ignore = "needs the reference in Python"]
fn the_algorithm_agrees_on_odd_trees() {
    let python = required_python();
    let mut bench = Comparison::new(&python).unwrap();
    let mut random = SplitMix64::new(SEED);
    for round in 0..2000 {
        let events = odd_tree(&mut random);
        let compared = bench.compare(&events, Setting::default());
        assert!(
            compared.is_ok(),
            "round {round}: {:#}\n{:?}",
            compared.unwrap_err(),
            wire(&events)
        );
    }
}

/// Each character alone in a paragraph, and inside one.
#[test]
#[ignore = "needs the reference in Python"]
fn white_space_agrees() {
    let python = required_python();
    let mut bench = Comparison::new(&python).unwrap();
    let mut events = vec![open("html"), open("body")];
    for c in '\0'..='\u{ffff}' {
        let c = lxml_text(&c.to_string());
        events.push(open("p"));
        events.push(Event::Text(format!("a{c}{c}b")));
        events.extend([open("i"), Event::Text(c), Event::Close, Event::Close]);
    }
    events.extend([Event::Close, Event::Close]);
    // No paragraph is short, because the reference's search for neighbours is quadratic in short
    // paragraphs.
    let options = Options { length_low: Some(0), ..Options::default() };
    let setting = Setting { options, ..Setting::default() };
    let paragraphs = bench.compare(&events, setting).unwrap();
    assert_eq!(paragraphs, ('\0'..='\u{ffff}').count());
}

const NAMES: &[&str] = &[
    "p",
    "div",
    "li",
    "a",
    "a",
    "br",
    "br",
    "br",
    "span",
    "b",
    "h2",
    "H2",
    "my-h3",
    "h10",
    "select",
    "x-select",
    "selectedcontent",
    "form",
    "iframe",
    "object",
    "param",
    "embed",
    "layer",
    "applet",
    "button",
    "script",
    "style",
    "link",
    "base",
    "head",
    "image",
    "img",
    "title",
    "textarea",
    "option",
    "table",
    "td",
    "body",
    "html",
    "template",
    "noscript",
    "x:y",
    "a\"b<c",
    "ſelect",
    "h٣",
    "h３",
    "h²",
    "th1",
    "é",
    "h1é",
    "svg",
    "form",
];

const TEXTS: &[&str] = &[
    " ",
    "\n",
    "\u{a0}",
    "a",
    "the sea",
    " is ",
    "of\nthe",
    "\u{1f}\u{c}x",
    "© ",
    "&copy",
    "&",
    "copy",
    "İ",
    "ß",
    "The ocean was as calm as it had been in all of the days before that, and we were on it. ",
    "\r",
    "\u{3000}",
    "It is the end of what we had, and it was good to be there with all of you in the old house by the sea; \
     there was more of it than any of us could ever have said, so we did not say it and went on with our work.",
];

const RELS: &[&str] = &["stylesheet", "alternate StyleSheet", "icon", "stylesheetK"];

/// Opens an element in an unknown namespace. In HTML a `template` would keep its children separate.
fn open(name: &str) -> Event {
    Event::Open { name: lxml_name(name), namespace: Namespace::Other, rel: None }
}

fn pick<'a>(random: &mut SplitMix64, of: &[&'a str]) -> &'a str {
    of[random.below(of.len())]
}

/// Returns a tree of up to 120 nodes in `html`, from names and texts that affect decisions.
fn odd_tree(random: &mut SplitMix64) -> Vec<Event> {
    let mut events = vec![open("html")];
    let mut depth = 1;
    for _ in 0..random.below(120) {
        match random.below(8) {
            0..=2 => {
                let mut element = open(pick(random, NAMES));
                if let Event::Open { rel, .. } = &mut element
                    && random.below(3) == 0
                {
                    *rel = Some(pick(random, RELS).to_string());
                }
                events.push(element);
                depth += 1;
            }
            3 | 4 if depth > 1 => {
                events.push(Event::Close);
                depth -= 1;
            }
            5 => events.push(Event::Comment),
            _ => events.push(Event::Text(lxml_text(pick(random, TEXTS)))),
        }
    }
    events.extend(std::iter::repeat_n(Event::Close, depth));
    events
}
