//! The verdict of site rules.

use std::borrow::Cow;

use tamis_dom::{NodeId, XPath, XPathValue};

use super::body::Body;
use super::evaluator::Evaluator;
use super::masks::{Masks, Removal, leave_out};
use super::{METADATA_SOURCE, SiteRule};
use crate::blend::Choice;
use crate::metadata::{Metadata, Value, one_line};
use crate::page::{NodeSet, Page, Warning};
use crate::verdict::Verdict;

/// The engine name in verdicts of rules.
pub const NAME: &str = "site-rules";

/// The confidence in a body that a person chose for the site. It is below 1, because a site can
/// change before its rules do.
const CONFIDENCE: f64 = 0.9;

impl SiteRule<'_> {
    /// Returns the verdict of the rules about this page: body, title, authors and date.
    ///
    /// If the rules find no body, the learned rules decide. If these find no content, `otherwise`
    /// gives an engine's verdict, from which everything that the rules strip is removed; the
    /// metadata of the rules takes precedence. If the rules say `autodetect_on_failure: no`, the
    /// verdict keeps nothing instead.
    ///
    /// The body does not contain the first element that is a title or date, elements that are
    /// authors, a heading at its beginning that repeats the title, and elements hidden by an inline
    /// style.
    ///
    /// Unless the rules say `prune: no`, the body is also cleaned lightly. This removes form
    /// fields, buttons, `nav`, `canvas`, `h1`, an `h2` that is short and the only one, and frames
    /// and objects except those of video sites. It also removes forms, tables, lists and `div`s
    /// whose names, links or fields show that they are not text.
    ///
    /// Source: Graby, `ContentExtractor::process`; for the cleaning, `Readability::prepArticle` of
    /// fivefilters' Readability with its `lightClean`. Deviation: all expressions are evaluated on
    /// the same page, after [`SiteRule::rewrite`], so an expression can match stripped elements. In
    /// the reference it cannot.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::site_rules::SiteRules;
    /// use tamis::{Page, Url, Verdict};
    ///
    /// let mut rules = SiteRules::default();
    /// rules.add("example.com", "body: //article");
    /// let rule = rules.find(&Url::parse("https://example.com/").unwrap()).unwrap();
    /// let page = Page::measure(Parser::default().parse("<p>Menu</p><article>Bread rises."));
    /// let verdict = rule.judge(&page, || Verdict::everything("all", &page));
    /// assert_eq!((&*verdict.engine, verdict.kept), ("site-rules", vec![false, true]));
    ///
    /// let page = Page::measure(Parser::default().parse("<p>Menu</p><main>Bread rises."));
    /// let verdict = rule.judge(&page, || Verdict::everything("all", &page));
    /// assert_eq!((&*verdict.engine, verdict.kept), ("all", vec![true, true]));
    /// ```
    pub fn judge(&self, page: &Page, otherwise: impl FnOnce() -> Verdict) -> Verdict {
        self.choose(page, || Choice::alone(otherwise())).verdict
    }

    /// Returns the verdict of the rules as a choice. If they find no body, it is the choice of
    /// `otherwise`, without what the rules strip.
    pub(crate) fn choose(&self, page: &Page, otherwise: impl FnOnce() -> Choice) -> Choice {
        let otherwise = || match self.learned {
            Some(learned) => learned.choose(page, otherwise),
            None => otherwise(),
        };
        if self.files.is_empty() {
            return otherwise();
        }
        let mut evaluator = Evaluator::new(page.document());
        self.warn_of_advertisement(&mut evaluator);
        let mut masks = Masks::of(self, &mut evaluator);
        let metadata = self.metadata(&mut evaluator, &mut masks);
        let title = metadata.title.as_deref();
        let mut choice = match Body::find(self, page, &mut evaluator, &mut masks, title) {
            Some(body) => Choice::alone(verdict_of(page, body, &masks)),
            None if self.autodetects() => without_stripped(page, otherwise(), &masks),
            None => {
                let mut verdict = Verdict::nothing(NAME, page);
                verdict.reasons.fill(Cow::Borrowed("no body by the site rule"));
                Choice::alone(verdict)
            }
        };
        let verdict = &mut choice.verdict;
        let found = std::mem::replace(&mut verdict.metadata, metadata);
        verdict.metadata.complete_with(found, None);
        evaluator.warnings.append(&mut verdict.warnings);
        verdict.warnings = evaluator.warnings;
        choice
    }

    fn warn_of_advertisement(&self, evaluator: &mut Evaluator<'_>) {
        let mut clues = self.all(|file| &file.native_ad_clue);
        if clues.any(|xpath| !evaluator.nodes(xpath).is_empty()) {
            let message = "according to the site's rules, this page is an advertisement".into();
            evaluator.warnings.push(Warning::SiteRule { message });
        }
    }

    fn metadata(&self, evaluator: &mut Evaluator<'_>, masks: &mut Masks) -> Metadata {
        let mut authors: Vec<String> = Vec::new();
        for xpath in self.all(|file| &file.author) {
            for (text, id) in texts(evaluator, xpath) {
                if authors.len() < MAX_AUTHORS && !authors.contains(&text) {
                    authors.push(text);
                }
                id.map(|id| masks.metadata.insert(id));
            }
            if !authors.is_empty() {
                break;
            }
        }
        let value = |text: String| Value::new(text, METADATA_SOURCE);
        let mut taken = |xpaths: &mut dyn Iterator<Item = &XPath>| {
            first_text(evaluator, xpaths, &mut masks.metadata).map(value)
        };
        Metadata {
            title: taken(&mut self.all(|file| &file.title)),
            published: taken(&mut self.all(|file| &file.date)),
            byline: (!authors.is_empty()).then(|| value(authors.join(", "))),
            authors: authors.into_iter().map(value).collect(),
            ..Metadata::default()
        }
    }
}

/// Returns the first text that one of the expressions gives, and inserts its node into `taken`.
fn first_text(
    evaluator: &mut Evaluator<'_>,
    xpaths: &mut dyn Iterator<Item = &XPath>,
    taken: &mut NodeSet,
) -> Option<String> {
    for xpath in xpaths {
        if let Some((text, id)) = texts(evaluator, xpath).into_iter().next() {
            id.map(|id| taken.insert(id));
            return Some(text);
        }
    }
    None
}

/// The longest text that is a title, an author or a date, in bytes. A longer one is cut, because an
/// expression may select elements inside each other: with `//div`, whole texts would be quadratic
/// in the page.
const MAX_TEXT_BYTES: usize = 4096;

/// The steps for a text that may be a title, an author or a date, and its bytes that take one more.
const STEPS_PER_TEXT: usize = 8;
const BYTES_PER_STEP: usize = 64;

/// The most authors of a page.
const MAX_AUTHORS: usize = 128;

/// Returns the texts that an expression gives, each in one line and none blank, with its node if it
/// is one in the tree. Empty for a number or a boolean.
fn texts(evaluator: &mut Evaluator<'_>, xpath: &XPath) -> Vec<(String, Option<NodeId>)> {
    let document = evaluator.document;
    match evaluator.value(xpath) {
        Some(XPathValue::Text(text)) => {
            one_line(begin(&text)).map(|text| (text, None)).into_iter().collect()
        }
        Some(XPathValue::Nodes(nodes)) => nodes
            .into_iter()
            .filter_map(|node| {
                let text = node.text(document);
                if !evaluator.take(STEPS_PER_TEXT + text.len() / BYTES_PER_STEP) {
                    return None;
                }
                let id = node.attribute_index().is_none().then(|| node.id());
                Some((one_line(begin(text))?, id))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the begin of a text, without white space before it.
fn begin(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.floor_char_boundary(MAX_TEXT_BYTES)]
}

fn verdict_of(page: &Page, body: Body, masks: &Masks) -> Verdict {
    let document = page.document();
    let mut verdict = Verdict::nothing(NAME, page);
    let reasons = removed_nodes(page, masks);
    for (index, paragraph) in page.paragraphs().iter().enumerate() {
        let has_text = |&id: &NodeId| !document.text(id).trim().is_empty();
        let texts: Vec<_> = page.paragraph_nodes(paragraph).filter(has_text).collect();
        let kept = texts.iter().any(|&id| body.nodes.contains(id));
        let reason = if kept {
            "in the body by the site rule"
        } else {
            let why =
                texts.first().and_then(|&id| reasons.iter().find(|(_, set)| set.contains(id)));
            why.map_or("outside of the body by the site rule", |&(reason, _)| reason)
        };
        verdict.set(index, kept, reason);
    }
    verdict.confidence = Some(CONFIDENCE);
    verdict.nodes = Some(body.nodes);
    verdict
}

/// Returns the choice among engines without what the rules strip.
fn without_stripped(page: &Page, mut choice: Choice, masks: &Masks) -> Choice {
    let [(reason, stripped), ..] = removed_nodes(page, masks);
    leave_out(page, &mut choice.verdict, reason, &stripped);
    choice
}

/// Returns all nodes in removed subtrees, by the reason that the verdict gives.
fn removed_nodes(page: &Page, masks: &Masks) -> [(&'static str, NodeSet); 3] {
    let document = page.document();
    let set = || NodeSet::of(document);
    let mut sets = [
        ("stripped by the site rule", set()),
        ("title, author or date by the site rule", set()),
        ("pruned from the body of the site rule", set()),
    ];
    let mut next = 0;
    while next < document.subtree_end(NodeId::DOCUMENT).index() {
        let id = NodeId::from_index(next);
        next += 1;
        let Some(why) = masks.removal(id) else { continue };
        let (_, set) = &mut sets[match why {
            Removal::Stripped => 0,
            Removal::Metadata => 1,
            Removal::Pruned => 2,
        }];
        for id in document.descendants_and_self(id) {
            set.insert(id);
        }
        next = document.subtree_end(id).index();
    }
    sets
}
