//! The verdict of rules.

use tamis_dom::{NodeId, XPath, XPathValue};

use super::SiteRule;
use super::body::{Body, Finder, LeftOut, Masks};
use crate::engine::Verdict;
use crate::extraction::Warning;
use crate::metadata::{Metadata, Value, one_line};
use crate::node_set::NodeSet;
use crate::page::Page;

/// The name of the rules among the engines.
const NAME: &str = "site-rules";

/// What stands as the source of metadata.
pub(super) const SOURCE: &str = "site rule";

/// How sure a body is that somebody chose for its site: sites change, and rules do not follow at once.
const CONFIDENCE: f64 = 0.9;

impl SiteRule<'_> {
    /// What the rules say about this page: their body, their title, their authors and their date. Where they find no body,
    /// learned rules are asked, and where these find no content, `otherwise` for an engine's verdict, unless the rules forbid
    /// it; what they strip is left out of that, and their metadata come before the engine's.
    ///
    /// As in Full-Text RSS, the first element that is a title or a date and all that are authors are no part of the body;
    /// nor is a heading at its beginning that repeats the title, and what is hidden (`display:none` in its style).
    /// Unless the rules say `prune: no`, the body is cleaned lightly: without its fields and buttons, `nav`,
    /// `canvas`, `h1`, an only and short `h2`, frames and objects but for those of video sites, and without the forms,
    /// tables, lists and `div`s that by their names, links or fields are none of the text.
    ///
    /// All expressions are evaluated on the page as it came (but for what [`SiteRule::rewrite`] changed): what is stripped
    /// is still there for the next expression, which it is not in the reference.
    ///
    /// Source: Graby, `ContentExtractor::process`; for the cleaning `Readability::prepArticle` of fivefilters'
    /// Readability with its `lightClean`.
    pub fn judge(&self, page: &Page, otherwise: impl FnOnce() -> Verdict) -> Verdict {
        let otherwise = || match self.learned {
            Some(learned) => learned.judge(page, otherwise),
            None => otherwise(),
        };
        if self.files.is_empty() {
            return otherwise();
        }
        let mut finder = Finder::new(page.document());
        self.note_advertisement(&mut finder);
        let mut masks = Masks::of(self, &mut finder);
        let metadata = self.metadata(&mut finder, &mut masks);
        let title = metadata.title.as_deref();
        let mut verdict = match Body::find(self, page, &mut finder, &mut masks, title) {
            Some(body) => verdict_of(page, body, &masks),
            None if self.autodetects() => masked(page, otherwise(), &masks),
            None => {
                let mut verdict = Verdict::nothing(NAME, page);
                verdict.reasons.fill("no body by the site rule");
                verdict
            }
        };
        let found = std::mem::replace(&mut verdict.metadata, metadata);
        verdict.metadata.complete_with(found, None);
        finder.warnings.append(&mut verdict.warnings);
        verdict.warnings = finder.warnings;
        verdict
    }

    fn note_advertisement(&self, finder: &mut Finder<'_>) {
        let mut clues = self.all(|file| &file.native_ad_clue);
        if clues.any(|xpath| !finder.nodes(xpath).is_empty()) {
            let message = "the site's rules take this page for an advertisement".into();
            finder.warnings.push(Warning::SiteRule { message });
        }
    }

    fn metadata(&self, finder: &mut Finder<'_>, masks: &mut Masks) -> Metadata {
        let mut authors: Vec<String> = Vec::new();
        for xpath in self.all(|file| &file.author) {
            for (text, id) in texts(finder, xpath) {
                if !authors.contains(&text) {
                    authors.push(text);
                }
                id.map(|id| masks.taken.insert(id));
            }
            if !authors.is_empty() {
                break;
            }
        }
        let value = |text: String| Value::new(text, SOURCE);
        let mut taken = |xpaths: &mut dyn Iterator<Item = &XPath>| {
            first_text(finder, xpaths, &mut masks.taken).map(value)
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

/// The first text that one of the expressions gives; its node is taken.
fn first_text(
    finder: &mut Finder<'_>,
    xpaths: &mut dyn Iterator<Item = &XPath>,
    taken: &mut NodeSet,
) -> Option<String> {
    for xpath in xpaths {
        if let Some((text, id)) = texts(finder, xpath).into_iter().next() {
            id.map(|id| taken.insert(id));
            return Some(text);
        }
    }
    None
}

/// The texts that an expression gives, each in one line and none empty, with the nodes in the page that they are.
fn texts(finder: &mut Finder<'_>, xpath: &XPath) -> Vec<(String, Option<NodeId>)> {
    let document = finder.document;
    match finder.value(xpath) {
        Some(XPathValue::Text(text)) => {
            one_line(&text).map(|text| (text, None)).into_iter().collect()
        }
        Some(XPathValue::Nodes(nodes)) => nodes
            .into_iter()
            .filter_map(|node| {
                let id = node.attribute_index().is_none().then(|| node.id());
                Some((one_line(node.text(document))?, id))
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn verdict_of(page: &Page, body: Body, masks: &Masks) -> Verdict {
    let document = page.document();
    let mut verdict = Verdict::nothing(NAME, page);
    let reasons = left_out_texts(page, masks);
    for (index, paragraph) in page.paragraphs().iter().enumerate() {
        let has_text = |&id: &NodeId| !document.text(id).trim().is_empty();
        let texts: Vec<_> = page.paragraph_nodes(paragraph).filter(has_text).collect();
        verdict.kept[index] = texts.iter().any(|&id| body.nodes.contains(id));
        verdict.reasons[index] = if verdict.kept[index] {
            "in the body by the site rule"
        } else {
            let why =
                texts.first().and_then(|&id| reasons.iter().find(|(_, set)| set.contains(id)));
            why.map_or("outside of the body by the site rule", |&(reason, _)| reason)
        };
    }
    verdict.confidence = Some(CONFIDENCE);
    verdict.nodes = Some(body.nodes);
    verdict
}

/// An engine's verdict without what the rules strip.
fn masked(page: &Page, mut verdict: Verdict, masks: &Masks) -> Verdict {
    let [(reason, stripped), ..] = left_out_texts(page, masks);
    leave_out(page, &mut verdict, reason, &stripped);
    verdict
}

/// Takes these nodes out of a verdict. A paragraph of which only a part goes stays whole where the engine names no nodes.
pub(super) fn leave_out(
    page: &Page,
    verdict: &mut Verdict,
    reason: &'static str,
    stripped: &NodeSet,
) {
    let document = page.document();
    verdict.joins_words = false;
    if let Some(nodes) = &mut verdict.nodes {
        for id in stripped.iter() {
            nodes.remove(id);
        }
    }
    for (index, paragraph) in page.paragraphs().iter().enumerate() {
        let has_text = |&id: &NodeId| !document.text(id).trim().is_empty();
        let mut texts = page.paragraph_nodes(paragraph).filter(has_text);
        if verdict.kept[index] && texts.all(|id| stripped.contains(id)) {
            verdict.kept[index] = false;
            verdict.reasons[index] = reason;
        }
    }
}

/// The nodes of what is left out, and why.
fn left_out_texts(page: &Page, masks: &Masks) -> [(&'static str, NodeSet); 3] {
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
        let Some(why) = masks.left_out(id) else { continue };
        let (_, set) = &mut sets[match why {
            LeftOut::Stripped => 0,
            LeftOut::Taken => 1,
            LeftOut::Pruned => 2,
        }];
        for id in document.descendants_and_self(id) {
            set.insert(id);
        }
        next = document.subtree_end(id).index();
    }
    sets
}
