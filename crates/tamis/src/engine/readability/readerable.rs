//! Tells quickly whether a page is likely to have an article.

use std::fmt;
use std::sync::Arc;

use tamis_dom::{Document, NameSet, Namespace, NodeId, name};

use super::class_words::{WordLists, words_in};
use super::stage::{Stage, TrimmedTexts};
use super::visible::Visibility;

const TEXT_ELEMENTS: NameSet = NameSet::of(&[name::P, name::PRE, name::ARTICLE]);

type VisibilityCheck = Arc<dyn Fn(&Document, NodeId) -> bool + Send + Sync>;

/// The parameters of [`is_probably_readerable`].
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::readability::{ReaderableOptions, is_probably_readerable};
/// let document = Parser::default().parse("<p>Short, but all there is to say.");
/// let options = ReaderableOptions::default();
/// assert!(!is_probably_readerable(&document, &options));
/// let options = options.min_content_length(10).min_score(4.0);
/// assert!(is_probably_readerable(&document, &options));
/// let options = options.visibility(|_, _| false);
/// assert!(!is_probably_readerable(&document, &options));
/// ```
#[derive(Clone)]
pub struct ReaderableOptions {
    /// Shortest text of an element that counts. UTF-16 code units, default 140. Source:
    /// `minContentLength`.
    pub min_content_length: usize,
    /// The score that must be exceeded. Each element adds the square root of the length by which
    /// its text exceeds the minimum. Any number, default 20. Source: `minScore`.
    pub min_score: f64,
    visibility: Option<VisibilityCheck>,
}

impl Default for ReaderableOptions {
    fn default() -> ReaderableOptions {
        ReaderableOptions { min_content_length: 140, min_score: 20.0, visibility: None }
    }
}

impl fmt::Debug for ReaderableOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReaderableOptions")
            .field("min_content_length", &self.min_content_length)
            .field("min_score", &self.min_score)
            .field("visibility", &self.visibility.as_ref().map(|_| "own"))
            .finish()
    }
}

impl ReaderableOptions {
    /// Sets [`ReaderableOptions::min_content_length`](#structfield.min_content_length). For an
    /// example see [`ReaderableOptions`].
    #[must_use]
    pub fn min_content_length(mut self, utf16: usize) -> ReaderableOptions {
        self.min_content_length = utf16;
        self
    }

    /// Sets [`ReaderableOptions::min_score`](#structfield.min_score). For an example see
    /// [`ReaderableOptions`].
    #[must_use]
    pub fn min_score(mut self, score: f64) -> ReaderableOptions {
        self.min_score = score;
        self
    }

    /// Sets a function that decides whether an element is visible. By default its own attributes
    /// decide: it is hidden by `display: none` in `style`, by `hidden`, and by `aria-hidden="true"`
    /// unless it is an image that replaces a formula. Source: `visibilityChecker`.
    #[must_use]
    pub fn visibility(
        mut self,
        check: impl Fn(&Document, NodeId) -> bool + Send + Sync + 'static,
    ) -> ReaderableOptions {
        self.visibility = Some(Arc::new(check));
        self
    }

    fn is_visible(&self, document: &Document, id: NodeId) -> bool {
        match &self.visibility {
            Some(check) => check(document, id),
            None => is_node_visible(document, id),
        }
    }
}

/// Returns true if the page probably has an article: if there is enough text in its visible
/// paragraphs, preformatted texts and articles, and in those divisions that directly contain line
/// breaks. Takes a fraction of the time of finding the article. For an example see
/// [`ReaderableOptions`].
///
/// Source: `Readability-readerable.js`, `isProbablyReaderable`, July 2026.
pub fn is_probably_readerable(document: &Document, options: &ReaderableOptions) -> bool {
    let mut check =
        Check { document, options, texts: TrimmedTexts::of(document, Stage::Parsed), score: 0.0 };
    let mut divisions = Vec::new();
    let mut is_listed = vec![false; document.len()];
    // The furthest end of the list items so far. Nodes from here on are in none of them.
    let mut items_end = NodeId::DOCUMENT;
    for id in document.elements(NodeId::DOCUMENT) {
        match document.name(id) {
            Some(name::LI) => items_end = items_end.max(document.subtree_end(id)),
            Some(name::BR) => {
                let parent = document.parent(id).filter(|&id| document.name(id) == Some(name::DIV));
                if let Some(div) = parent.filter(|id| !is_listed[id.index()]) {
                    is_listed[div.index()] = true;
                    divisions.push(div);
                }
            }
            Some(name) if TEXT_ELEMENTS.contains(name) => {
                let in_item = name == name::P && id < items_end;
                if !in_item && check.is_enough_with(id) {
                    return true;
                }
            }
            _ => {}
        }
    }
    divisions.into_iter().any(|id| check.is_enough_with(id))
}

struct Check<'d> {
    document: &'d Document,
    options: &'d ReaderableOptions,
    texts: TrimmedTexts<'d>,
    score: f64,
}

impl Check<'_> {
    /// Adds the element's score. True if the total is now enough.
    fn is_enough_with(&mut self, id: NodeId) -> bool {
        if !self.options.is_visible(self.document, id) || is_unlikely(self.document, id) {
            return false;
        }
        let utf16 = self.texts.span(id).map_or(0, |span| span.utf16);
        let Some(surplus) = utf16.checked_sub(self.options.min_content_length) else {
            return false;
        };
        self.score += (surplus as f64).sqrt();
        self.score > self.options.min_score
    }
}

fn is_node_visible(document: &Document, id: NodeId) -> bool {
    let attrs = document.attrs(id).iter();
    let attrs = attrs.map(|attr| (attr.name(), attr.namespace(), document.attr_value(attr)));
    Visibility::of(document.namespace(id), attrs).is_node_visible()
}

/// Returns true if class and id speak against the element. The class of an SVG element is ignored,
/// because it is not a string in the reference.
fn is_unlikely(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS);
    let class = class.filter(|_| document.namespace(id) != Namespace::Svg).unwrap_or_default();
    let lists = words_in(class) | words_in(document.attr(id, name::ID).unwrap_or_default());
    lists.has(WordLists::UNLIKELY) && !lists.has(WordLists::MAYBE)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tamis_dom::Parser;

    use super::*;

    fn check(html: &str, options: &ReaderableOptions, expected: bool) {
        let document = Parser::default().parse(html);
        assert_eq!(is_probably_readerable(&document, options), expected, "{html:.200}");
    }

    fn paragraph(utf16: usize) -> String {
        format!("<p> {}\n</p>", "a".repeat(utf16))
    }

    #[test]
    fn score_has_to_exceed_the_minimum() {
        let options = ReaderableOptions::default();
        check(&paragraph(540), &options, false);
        check(&paragraph(541), &options, true);
        check(&paragraph(240).repeat(2), &options, false);
        check(&paragraph(240).repeat(3), &options, true);
        check(&paragraph(139).repeat(1000), &options, false);
        check(&format!("<p>{}", "🦀".repeat(271)), &options, true);
        check(&format!("<p>{}", "é".repeat(500)), &options, false);
        check("", &options.clone().min_score(-1.0), false);
        check("<p>", &options.clone().min_score(-1.0).min_content_length(0), true);
        check(&paragraph(1).repeat(5), &options.clone().min_content_length(0).min_score(4.9), true);
        check(&paragraph(5000), &options.min_score(f64::INFINITY), false);
    }

    #[test]
    fn elements_with_text_are_counted() {
        let options = ReaderableOptions::default();
        let text = "a".repeat(600);
        for (html, expected) in [
            (format!("<pre>{text}"), true),
            (format!("<article>{text}"), true),
            (format!("<svg><article>{text}"), true),
            (format!("<div>{text}"), false),
            (format!("<div>{text}<br>"), true),
            (format!("<div>{text}<span><br></span>"), false),
            (format!("<section>{text}<br>"), false),
            (format!("<ul><li><p>{text}"), false),
            (format!("<ul><li><i>a</i><li></ul><p>{text}"), true),
            (format!("<ul><li><div><ul><li></ul><p>{text}"), false),
            (format!("<ul><li><pre>{text}"), true),
            (format!("<template><p>{text}</template>"), false),
        ] {
            check(&html, &options, expected);
        }
        // A division counts once, however many line breaks it contains.
        check(&format!("<div>{}<br><br><br>", "a".repeat(500)), &options, false);
    }

    #[test]
    fn hidden_and_unlikely_elements_do_not_count() {
        let options = ReaderableOptions::default();
        for (attributes, expected) in [
            ("class=sidebar", false),
            ("id=COMMENT", false),
            ("class='sidebar main'", true),
            ("class=sidebar id=content", true),
            ("class=sidebar-mathjax", true),
            ("style='display: none'", false),
            ("style='visibility: hidden'", true),
            ("hidden", false),
            ("aria-hidden=true", false),
            ("aria-hidden=true class=fallback-image", true),
        ] {
            check(&format!("<p {attributes}>{}", "a".repeat(600)), &options, expected);
        }
    }

    #[test]
    fn own_check_of_visibility_is_asked() {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let options = ReaderableOptions::default().visibility(|document, id| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            document.is_html(id, name::PRE)
        });
        let text = "a".repeat(600);
        check(&format!("<p>{text}<p>{text}<div>{text}<br>"), &options, false);
        assert_eq!(ASKED.load(Ordering::Relaxed), 3);
        check(&format!("<p hidden>{text}<pre hidden>{text}"), &options, true);
        assert!(format!("{options:?}").contains("own"));
    }

    /// The text is long and deeply nested, so trimming or measuring it once per article around it
    /// would be noticed; what is asserted is the answer.
    #[test]
    fn nested_articles() {
        let space = " ".repeat(1_000_000);
        let nested = format!("{space}<p> </p>").repeat(2) + &"<article> <p> </p> ".repeat(400);
        let text = "a".repeat(139);
        let page = format!("<article>{space}{nested}{text}{}{space}", "</article> ".repeat(400));
        let wide = format!("{}{text}", "<article>x<p>y</p>".repeat(400)) + &space.repeat(8);
        let options = ReaderableOptions::default();
        for page in [page, wide] {
            check(&page, &options.clone().min_score(f64::INFINITY), false);
            check(&page, &options.clone().min_content_length(139).min_score(-1.0), true);
        }
    }
}
